//! Searches of Sokoban that are repeated: a plain search of small random levels says what is true, and faults are refused.

use std::collections::BTreeMap;

use tejun_verify::{Certificate, Claim, Limits, Stop, check, guided, verify};

/// A level, as it is drawn; and of one position the cells of the boxes, ascending, and of the man.
type Drawing = Vec<Vec<char>>;
type Cell = (usize, usize);
type Position = (Vec<Cell>, Cell);

const WAYS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn beside((row, column): Cell, (down, across): (isize, isize)) -> Cell {
    (row.wrapping_add_signed(down), column.wrapping_add_signed(across))
}

fn cells(level: &Drawing, signs: &str) -> Vec<Cell> {
    let all = (0..level.len()).flat_map(|row| (0..level[row].len()).map(move |column| (row, column)));
    all.filter(|&(row, column)| signs.contains(level[row][column])).collect()
}

/// The cells that the man can walk to, ascending.
fn walk(level: &Drawing, boxes: &[Cell], man: Cell) -> Vec<Cell> {
    let mut reached = vec![man];
    let mut next = 0;
    while next < reached.len() {
        for to in WAYS.map(|way| beside(reached[next], way)) {
            if level[to.0][to.1] != '#' && !boxes.contains(&to) && !reached.contains(&to) {
                reached.push(to);
            }
        }
        next += 1;
    }
    reached.sort_unstable();
    reached
}

/// Where pushes lead, the man on the first cell that he can walk to; and how they are written.
fn pushes(level: &Drawing, (boxes, man): &Position) -> Vec<(String, Position)> {
    let reached = walk(level, boxes, *man);
    let name = |cell: Cell| format!("{}{}", (b'a' + cell.1 as u8) as char, cell.0 + 1);
    let mut pushes = Vec::new();
    for (at, &from) in boxes.iter().enumerate() {
        for way in WAYS {
            let (behind, to) = (beside(from, (-way.0, -way.1)), beside(from, way));
            if !reached.contains(&behind) || level[to.0][to.1] == '#' || boxes.contains(&to) {
                continue;
            }
            let mut next = boxes.clone();
            next[at] = to;
            next.sort_unstable();
            let man = walk(level, &next, from)[0];
            pushes.push((format!("{}-{}", name(from), name(to)), (next, man)));
        }
    }
    pushes
}

fn is_solved(level: &Drawing, position: &Position) -> bool {
    position.0.iter().all(|&(row, column)| ".*+".contains(level[row][column]))
}

/// For each number of pushes the positions after just so many, with a line to each, until there are no others than before.
fn all_lines(level: &Drawing, most: usize) -> Vec<BTreeMap<Position, Vec<String>>> {
    let (boxes, man) = (cells(level, "$*"), cells(level, "@+")[0]);
    let start = (boxes.clone(), walk(level, &boxes, man)[0]);
    let mut layers = vec![BTreeMap::from([(start, Vec::new())])];
    while layers.len() <= most {
        let mut next = BTreeMap::new();
        for (position, line) in &layers[layers.len() - 1] {
            for (push, to) in pushes(level, position) {
                next.entry(to).or_insert_with(|| [&line[..], &[push]].concat());
            }
        }
        layers.push(next);
    }
    layers
}

/// The fewest pushes, by a search that looks at each position once; `None` if nothing solves the level.
fn fewest(level: &Drawing) -> Option<usize> {
    let (boxes, man) = (cells(level, "$*"), cells(level, "@+")[0]);
    let mut waiting = vec![((boxes.clone(), walk(level, &boxes, man)[0]), 0)];
    let mut known = BTreeMap::from([(waiting[0].0.clone(), ())]);
    let mut next = 0;
    while let Some((position, spent)) = waiting.get(next).cloned() {
        next += 1;
        if is_solved(level, &position) {
            return Some(spent);
        }
        for (_, to) in pushes(level, &position) {
            if known.insert(to.clone(), ()).is_none() {
                waiting.push((to, spent + 1));
            }
        }
    }
    None
}

fn statement(level: &Drawing) -> String {
    let rows: Vec<String> = level.iter().map(|row| row.iter().collect()).collect();
    format!("puzzle = \"sokoban\"\nboard = '''\n{}'''\nmetric = \"pushes\"\n", rows.join("\n"))
}

fn drawing(text: &str) -> Drawing {
    text.split('\n').map(|row| row.chars().collect()).collect()
}

fn certificate(level: &Drawing, claim: Claim, line: &[String], guide: &str) -> Certificate {
    let (statement, line) = (statement(level), line.join(" "));
    Certificate { claim, statement, line, evidence: guided::evidence(guide) }
}

fn refused(certificate: &Certificate, why: &str) {
    let error = verify(&certificate.write(), 1).expect_err(why).to_string();
    assert!(error.contains(why) && !error.contains('\n'), "{error}");
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// A small room, where the man can walk everywhere but through boxes; with a goal for each box, or one more.
    fn level(&mut self) -> Drawing {
        let (rows, columns, boxes) = (4 + self.below(2), 4 + self.below(3), 1 + self.below(4));
        let goals = boxes + usize::from(self.below(4) == 0);
        loop {
            let mut level = vec![vec!['#'; columns + 2]; rows + 2];
            for row in &mut level[1..=rows] {
                row[1..=columns]
                    .iter_mut()
                    .for_each(|sign| *sign = if self.below(7) == 0 { '#' } else { ' ' });
            }
            let floor = cells(&level, " ");
            if floor.len() <= goals + boxes || walk(&level, &[], floor[0]).len() < floor.len() {
                continue;
            }
            let mut put = |count: usize, on: &[(char, char)]| {
                let mut left = count;
                while left > 0 {
                    let (row, column) = floor[self.below(floor.len())];
                    let sign = &mut level[row][column];
                    if let Some(to) = on.iter().find(|to| to.0 == *sign) {
                        (*sign, left) = (to.1, left - 1);
                    }
                }
            };
            put(boxes, &[(' ', '$')]);
            put(1, &[(' ', '@')]);
            put(goals, &[(' ', '.'), ('$', '*'), ('@', '+')]);
            return level;
        }
    }

    /// Prices that are right, too high or none: all of them prove the same.
    fn prices(&mut self, level: &Drawing) -> String {
        let highest = [1, 6, 40, 4097][self.below(4)];
        let prices = cells(level, ".*+").into_iter().map(|_| self.below(highest).to_string());
        format!("prices {}", prices.collect::<Vec<_>>().join(" "))
    }
}

/// Whatever the prices are: what is optimal or unsolvable is accepted, and nothing else.
#[test]
fn what_is_accepted_is_true() {
    let mut random = Random(1);
    let (mut solved, mut longer, mut unsolvable) = (0, 0, 0);
    for _ in 0..250 {
        let level = random.level();
        let guide = random.prices(&level);
        let claimed =
            |cost: usize, line: &[String]| certificate(&level, Claim::Optimal(cost as u64), line, &guide);
        let none = certificate(&level, Claim::Unsolvable, &[], &guide);
        let Some(optimum) = fewest(&level) else {
            verify(&none.write(), 1).unwrap_or_else(|error| panic!("{error}: {none:?}"));
            unsolvable += 1;
            continue;
        };
        refused(&none, &format!("a line of {optimum} pushes solves it"));
        if optimum > 11 {
            continue;
        }
        solved += 1;
        for (cost, lines) in all_lines(&level, optimum + 2).into_iter().enumerate().skip(optimum) {
            let Some((_, line)) = lines.iter().find(|(position, _)| is_solved(&level, position)) else {
                continue;
            };
            let right = claimed(cost, line);
            if cost > optimum {
                refused(&right, &format!("a line of {optimum} pushes solves it"));
                longer += 1;
                continue;
            }
            verify(&right.write(), 1).unwrap_or_else(|error| panic!("{error}: {right:?}"));
            refused(&claimed(cost + 2, line), "the line costs");
            if cost > 0 {
                refused(&claimed(cost - 1, line), "the line costs more");
            }
        }
    }
    assert!(solved > 40 && longer > 30 && unsolvable > 50, "{solved} {longer} {unsolvable}");
}

/// Four boxes and a line of so many pushes beyond the fewest.
fn room(beyond: usize) -> Certificate {
    let level = drawing("########\n#  .$ .#\n#.#    #\n#   $$ #\n# $    #\n#   @. #\n########");
    let cost = fewest(&level).unwrap() + beyond;
    let lines = all_lines(&level, cost).pop().unwrap();
    let line = lines.into_iter().find(|(position, _)| is_solved(&level, position)).unwrap().1;
    certificate(&level, Claim::Optimal(cost as u64), &line, "prices 19 24 4 37")
}

#[test]
fn faults_are_refused() {
    let right = room(0);
    assert!(verify(&right.write(), 1).is_ok());
    let words: Vec<&str> = right.line.split(' ').collect();
    let lined = |line: &[&str]| Certificate { line: line.join(" "), ..right.clone() };
    // A lost move, moves in another order, and no end.
    refused(&lined(&[&words[..3], &words[4..]].concat()), "move");
    let mut swapped = words.clone();
    swapped.reverse();
    refused(&lined(&swapped), "move 1 of the line");
    refused(&lined(&words[..words.len() - 1]), "does not solve the puzzle");
    // Other bounds, and other spellings.
    for guide in [
        "prices 0 0 0",
        "prices 0 0 0 0 0",
        "prices 0 0 0 4097",
        "prices 0 0 0 -1",
        "prices 0 0 0 00",
        "prices 0 0  0 0",
        "prices 0 0 0 0 ",
        "prices",
        "prices ",
        "price 0 0 0 0",
        "patterns 1 2, 3 4",
        "weights 0 0 0 0",
        "parity",
        "",
    ] {
        let wrong = Certificate { evidence: guided::evidence(guide), ..right.clone() };
        refused(&wrong, "does not name a price for each goal");
    }
    // Other claims.
    let claimed = |claim: Claim| Certificate { claim, line: String::new(), ..right.clone() };
    refused(&claimed(Claim::Unsolvable), "pushes solves it");
    refused(&claimed(Claim::Reachable(5)), "does not prove the claim reachable 5");
    refused(
        &Certificate { claim: Claim::Unsolvable, ..right.clone() },
        "does not prove the claim unsolvable",
    );
    let moves = Certificate { statement: right.statement.replace("pushes", "moves"), ..right.clone() };
    refused(&moves, "does not prove the claim optimal");
    // Of another level.
    let other = Certificate { statement: right.statement.replace("#.#    #", "#.#   .#"), ..right.clone() };
    refused(&other, "does not name a price for each goal");
}

/// Rooms have as many cells as words have bits, and no more.
#[test]
fn large_rooms() {
    for (columns, fits) in [(126, true), (127, false)] {
        let (wall, floor) = ("#".repeat(columns + 4), " ".repeat(columns - 1));
        let level = drawing(&format!("{wall}\n#@$.{floor}#\n{wall}"));
        let right = certificate(&level, Claim::Optimal(1), &["c2-d2".to_owned()], "prices 0");
        match fits {
            true => assert!(verify(&right.write(), 1).is_ok()),
            false => refused(&right, "the level is too large for this program"),
        }
    }
}

/// A search that is too long is stopped, and says nothing.
#[test]
fn limits_are_kept() {
    let wrong = room(2);
    let within = |positions: u64, bytes: u64, cancelled: bool| {
        let cancel: Option<std::sync::Arc<dyn Fn() -> bool + Send + Sync>> =
            cancelled.then(|| std::sync::Arc::new(|| true) as _);
        let limits = Limits { positions, bytes, cancel, ..Limits::threads(3) };
        check(wrong.clone(), &limits).unwrap_err().stop()
    };
    assert_eq!(within(1 << 20, 1 << 26, false), None);
    assert_eq!(within(1 << 20, 1 << 10, false), Some(Stop::Memory));
    assert_eq!(within(1 << 20, 1 << 26, true), Some(Stop::Cancelled));
    let right = room(0);
    let none = Limits { positions: 0, ..Limits::threads(1) };
    assert_eq!(check(right, &none).unwrap().checked, "0 positions, by groups of three boxes");
    // A claim that nothing solves a hall has no bound, so that all positions are looked at.
    let mut hall = vec![vec![' '; 12]; 9];
    for (row, signs) in hall.iter_mut().enumerate() {
        let last = signs.len() - 1;
        let is_wall = |column: usize| row == 0 || row == 8 || column == 0 || column == last;
        (0..=last).filter(|&column| is_wall(column)).for_each(|column| signs[column] = '#');
    }
    for (row, column, sign) in [(2, 3, '$'), (4, 5, '$'), (6, 7, '$'), (3, 8, '$'), (1, 1, '@')] {
        hall[row][column] = sign;
    }
    for (row, column) in [(3, 3), (4, 4), (5, 5), (3, 9)] {
        hall[row][column] = '.';
    }
    let none = certificate(&hall, Claim::Unsolvable, &[], "prices 0 0 0 0");
    let limits = Limits { positions: 1 << 13, ..Limits::threads(1) };
    assert_eq!(check(none, &limits).unwrap_err().stop(), Some(Stop::Positions));
}
