use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::*;
fn main() {
    let text = std::fs::read_to_string("/work/shared/puzzlescript/tests.json").unwrap();
    let tests: serde_json::Value = serde_json::from_str(&text).unwrap();
    let name = std::env::args().nth(1).unwrap();
    let test = tests.as_array().unwrap().iter().find(|t| t["name"] == name.as_str()).unwrap();
    let c = compile_with_diagnostics(test["source"].as_str().unwrap());
    for d in c.diagnostics.list() { println!("{d}"); }
    let game = std::sync::Arc::new(c.game.unwrap());
    let level = game.level(test["level"].as_u64().unwrap() as usize).unwrap();
    let e = Plain::new(game.clone(), level.width, level.height);
    let mut play = Play::new(&e, level, test["seed"].as_str().unwrap_or("0")).unwrap();
    let show = |b: &Vec<ObjectSet>| {
        for y in 0..level.height { for x in 0..level.width {
            let c = &b[x * level.height + y];
            let s: Vec<_> = c.iter().map(|o| game.objects[o].name.clone()).filter(|n| n != "background").collect();
            print!("{:14.14}|", s.join(","));
        } println!(); }
    };
    show(play.board());
    for (i, input) in test["inputs"].as_array().unwrap().iter().enumerate() {
        println!("--- {i} {input}");
        match (input.as_str(), input.as_u64()) {
            (Some("undo"), _) => play.undo(),
            (Some("restart"), _) => play.restart().unwrap(),
            (Some("tick"), _) => { play.input(Input::Tick).unwrap(); }
            (_, Some(k)) => { let p = play.input(Input::KEYS[k as usize]).unwrap(); println!("changed {} frames {} won {} {:?}", p.changed, 0, p.won, p.messages); }
            _ => {}
        }
        show(play.board());
    }
}
