//! Small games of chance.

/// A generator of small numbers (Steele, Lea and Flood, 2014).
pub struct SplitMix(pub u64);

impl SplitMix {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A game of a few objects and rules, most of which do something.
pub fn random_game(random: &mut SplitMix) -> String {
    let movers = ["player", "a", "b", "c", "d"];
    let layers = [&["player", "a", "b"][..], &["c", "d"], &["e"]];
    let names = ["player", "a", "b", "c", "d", "e", "ab", "cd", "ac", "pa"];
    let mut text = String::new();
    for setting in ["run_rules_on_level_start", "require_player_movement"] {
        if random.one_in(6) {
            text += &format!("{setting}\n");
        }
    }
    text += "OBJECTS\nBackground\nblack\n\n";
    for name in ["Player", "A", "B", "C", "D", "E"] {
        text += &format!("{name}\nred\n\n");
    }
    text += "LEGEND\n. = Background\np = Player\nab = A or B\ncd = C or D\nac = A or C\npa = Player or A\n";
    text += "q = A and C\nw = Player and D\nSOUNDS\nCOLLISIONLAYERS\nBackground\n";
    for layer in layers {
        text += &format!("{}\n", layer.join(", "));
    }
    text += "RULES\n";
    let rules = 1 + random.below(5);
    let mut open_loop = false;
    for _ in 0..rules {
        if random.one_in(12) {
            text += if open_loop { "endloop\n" } else { "startloop\n" };
            open_loop = !open_loop;
        }
        text += &random_rule(random, &names, &movers);
    }
    if open_loop {
        text += "endloop\n";
    }
    text += "WINCONDITIONS\n";
    text += *random.pick(&[
        "all a on e\n",
        "no b\n",
        "some c on e\n",
        "some player on e\n",
        "all cd on e\n",
        "all e on a\n",
        "all e on cd\n",
        "no c on e\n",
        "no e on pa\n",
        "some c\n",
        "all ac on e\n",
    ]);
    text += "LEVELS\n";
    let (width, height) = (1 + random.below(5), 1 + random.below(5));
    for _ in 0..height {
        let row: String = (0..width)
            .map(|_| *random.pick(&['.', '.', '.', 'p', 'a', 'b', 'c', 'd', 'e', 'q', 'w']))
            .collect();
        text += &format!("{row}\n");
    }
    text
}

fn random_rule(random: &mut SplitMix, names: &[&str], movers: &[&str]) -> String {
    let late = random.one_in(4);
    let mut prefix = String::new();
    if random.one_in(8) {
        prefix += "+ ";
    }
    if late {
        prefix += "late ";
    } else if random.one_in(8) {
        prefix += "rigid ";
    }
    if !prefix.starts_with('+') && random.one_in(14) {
        prefix += "random ";
    }
    prefix += *random.pick(&["", "", "", "right ", "up ", "horizontal ", "vertical "]);
    let words =
        [">", "<", "^", "v", "", "", "", "stationary", "moving", "action", "up", "parallel", "perpendicular"];
    let (mut left, mut right) = (String::new(), String::new());
    for _ in 0..1 + usize::from(random.one_in(3)) + usize::from(random.one_in(8)) {
        let cells = 1 + random.below(3);
        let gap = (cells > 1 && random.one_in(6)).then(|| 1 + random.below(cells - 1));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for cell in 0..cells {
            if gap == Some(cell) {
                before.push("...".to_owned());
                after.push("...".to_owned());
            }
            let (mut l, mut r) = (String::new(), String::new());
            for _ in 0..random.below(3) {
                let name = *random.pick(names);
                let word = if late { "" } else { *random.pick(&words) };
                if random.one_in(5) {
                    l += &format!("no {name} ");
                } else {
                    l += &format!("{word} {name} ");
                    match random.below(6) {
                        0..=1 => r += &format!("{word} {name} "),
                        2 => {
                            r += &format!("{word} {name} ");
                            // Of a property, one of its objects may go.
                            if random.one_in(3) {
                                r += &format!("no {} ", random.pick(movers));
                            }
                        }
                        3 if !late => r += &format!("> {name} "),
                        4 => r += &format!("{} ", random.pick(movers)),
                        _ => {}
                    }
                }
            }
            match random.below(24) {
                0 => r += &format!("{} ", random.pick(movers)),
                1 => r += "no e ",
                2 => r += "e ",
                3 if !late => r += "randomdir c ",
                4 => r += "random ab ",
                _ => {}
            }
            before.push(l);
            after.push(r);
        }
        left += &format!("[ {} ] ", before.join("| "));
        right += &format!("[ {} ] ", after.join("| "));
    }
    let command = random.pick(&[
        "",
        "",
        "",
        "",
        "",
        "again",
        "cancel",
        "restart",
        "win",
        "checkpoint",
        "message hello",
        "sfx1",
    ]);
    format!("{prefix}{left}-> {right}{command}\n")
}
