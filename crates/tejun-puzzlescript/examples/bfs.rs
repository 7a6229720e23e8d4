//! Shortest wins with the plain engine.
use std::collections::{HashMap, VecDeque};
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let limit: usize = args.get(2).map_or(300_000, |a| a.parse().unwrap());
    let c = compile_with_diagnostics(&text);
    for d in c.diagnostics.list() { println!("{d}"); }
    let game = std::sync::Arc::new(c.game.unwrap());
    for (n, level) in game.levels().enumerate() {
        let e = Plain::new(game.clone(), level.width, level.height);
        let mut r = Random::new("0");
        let mut presser = Presser::new(&game, e.board(level));
        presser.start(&e, &mut r, &mut Work::default()).unwrap();
        let start = presser.board().clone();
        let mut seen = HashMap::from([(start.clone(), (0usize, None))]);
        let mut queue = VecDeque::from([start.clone()]);
        let mut found = None;
        'all: while let Some(b) = queue.pop_front() {
            let d = seen[&b].0;
            for input in Input::KEYS {
                presser.set_board(&b);
                let Ok(p) = presser.press(&e, input, &mut r, &mut Work::default()) else { println!("endless again"); continue };
                if p.won { found = Some((d + 1, b.clone(), input)); break 'all; }
                let next = presser.board();
                if *next != b && !seen.contains_key(next) { seen.insert(next.clone(), (d + 1, Some((b.clone(), input)))); queue.push_back(next.clone()); }
            }
            if seen.len() > limit { break; }
        }
        match found {
            Some((d, b, last)) => {
                let mut line = vec![last]; let mut b = b;
                while let Some((p, i)) = seen[&b].1.clone() { line.push(i); b = p; }
                line.reverse();
                let s: String = line.iter().map(|i| match i { Input::Up => 'u', Input::Down => 'd', Input::Left => 'l', Input::Right => 'r', Input::Action => 'x', _ => '.' }).collect();
                println!("level {}: {d} moves, {} states: {s}", n + 1, seen.len());
            }
            None => println!("level {}: {} after {} states", n + 1, if seen.len() > limit { "not found" } else { "UNWINNABLE" }, seen.len()),
        }
    }
}
