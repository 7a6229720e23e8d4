//! Searches that are repeated: a plain search through all positions says what is true, and faults are refused.

use std::collections::{HashMap, VecDeque};

use tejun_verify::{Certificate, Claim, Limits, Stop, check, guided, verify};

/// A board of so many columns: the number on each cell, 0 in the gap.
type Board = Vec<u8>;

/// The boards that a slide leads to, and the tile that slides.
fn slides(board: &Board, columns: usize) -> Vec<(u8, Board)> {
    let gap = board.iter().position(|&tile| tile == 0).unwrap();
    let is_beside = |cell: &usize| {
        let (rows, across) =
            ((cell / columns).abs_diff(gap / columns), (cell % columns).abs_diff(gap % columns));
        rows + across == 1
    };
    let slid = |cell: usize| {
        let mut next = board.clone();
        next.swap(cell, gap);
        (board[cell], next)
    };
    (0..board.len()).filter(is_beside).map(slid).collect()
}

/// All boards within so many slides of one, and how many slides those are.
fn distances(goal: &Board, columns: usize, most: u32) -> HashMap<Board, u32> {
    let mut known = HashMap::from([(goal.clone(), 0)]);
    let mut waiting = VecDeque::from([goal.clone()]);
    while let Some(board) = waiting.pop_front() {
        let next = known[&board] + 1;
        for (_, slid) in slides(&board, columns).into_iter().filter(|_| next <= most) {
            known.entry(slid.clone()).or_insert_with(|| {
                waiting.push_back(slid);
                next
            });
        }
    }
    known
}

/// The tiles of a shortest line.
fn line(board: &Board, columns: usize, known: &HashMap<Board, u32>) -> Vec<u8> {
    let (mut board, mut line) = (board.clone(), Vec::new());
    while known[&board] > 0 {
        let nearer = |(_, next): &(u8, Board)| known.get(next) == Some(&(known[&board] - 1));
        let (tile, next) = slides(&board, columns).into_iter().find(nearer).unwrap();
        line.push(tile);
        board = next;
    }
    line
}

fn statement(board: &Board, goal: &Board, columns: usize) -> String {
    let drawn = |board: &Board| {
        let sign = |tile: &u8| ".123456789abcdefghijklmno".chars().nth(usize::from(*tile)).unwrap();
        let rows = board.chunks(columns).map(|row| row.iter().map(sign).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    };
    let (board, goal) = (drawn(board), drawn(goal));
    format!("puzzle = \"sliding-tiles\"\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n")
}

fn words(tiles: &[u8]) -> String {
    tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn certificate(statement: &str, line: &[u8], guide: &str) -> Certificate {
    Certificate {
        claim: Claim::Optimal(line.len() as u64),
        statement: statement.to_owned(),
        line: words(line),
        evidence: guided::evidence(guide),
    }
}

fn refused(certificate: &Certificate, why: &str) {
    let error = verify(&certificate.write(), 2).expect_err(why).to_string();
    assert!(error.contains(why) && !error.contains('\n'), "{error}");
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// The tiles in patterns of at most so many.
    fn patterns(&mut self, tiles: u8, most: usize) -> String {
        let mut patterns: Vec<Vec<u8>> = vec![Vec::new(); usize::from(tiles)];
        for tile in 1..=tiles {
            let mut at = self.below(patterns.len());
            while patterns[at].len() == most {
                at = self.below(patterns.len());
            }
            patterns[at].push(tile);
        }
        patterns.retain(|pattern| !pattern.is_empty());
        patterns.sort();
        let spelled: Vec<String> = patterns.iter().map(|pattern| words(pattern)).collect();
        format!("patterns {}", spelled.join(", "))
    }
}

const EIGHT: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// One of the two farthest boards of eight tiles, where the steps of each tile alone are the bound.
pub fn hard() -> Certificate {
    let line = [5, 6, 8, 2, 3, 5, 1, 4, 7, 8, 6, 3, 5, 1, 4, 7, 8, 6, 3, 5, 1, 4, 7, 8, 6, 3, 2, 1, 4, 7, 8];
    let statement = statement(&vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &EIGHT.to_vec(), 3);
    certificate(&statement, &line, "patterns 1, 2, 3, 4, 5, 6, 7, 8")
}

/// Boards of many forms and goals, whatever the patterns are: what is optimal is accepted, and nothing else.
#[test]
fn what_is_accepted_is_optimal() {
    let mut random = Random(1);
    let (mut solved, mut centred) = (0, EIGHT.to_vec());
    centred.swap(4, 8);
    for (goal, columns, most) in [
        (EIGHT.to_vec(), 3, u32::MAX),
        (centred, 3, u32::MAX),
        (vec![0, 1, 2, 3, 4, 5, 6, 7], 4, u32::MAX),
        (vec![3, 1, 0, 2, 5, 4, 7, 6], 2, u32::MAX),
        (vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0], 4, 17),
        (vec![1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11], 3, 17),
        (vec![1, 2, 0], 3, u32::MAX),
        (vec![2, 0, 4, 3, 1], 1, u32::MAX),
        (vec![3, 7, 9, 0], 2, u32::MAX),
    ] {
        let known = distances(&goal, columns, most);
        let mut boards: Vec<&Board> = known.keys().collect();
        boards.sort();
        for _ in 0..12 {
            let board = boards[random.below(boards.len())];
            let (statement, line) = (statement(board, &goal, columns), line(board, columns, &known));
            let mut tiles: Vec<u8> = goal.iter().copied().filter(|&tile| tile != 0).collect();
            tiles.sort_unstable();
            let mut guide = random.patterns(tiles.len() as u8, 4);
            if tiles == [3, 7, 9] {
                guide = "patterns 3, 7 9".to_owned();
            }
            let right = certificate(&statement, &line, &guide);
            let verified = verify(&right.write(), 1 + random.below(3))
                .unwrap_or_else(|error| panic!("{error}: {right:?}"));
            assert!(verified.checked.contains("patterns with"), "{}", verified.checked);
            // There and back, and then the line: two too many.
            let slides = slides(board, columns);
            let there = slides[random.below(slides.len())].0;
            let longer = [&[there, there], &line[..]].concat();
            let why = if line.is_empty() { "no slide is needed" } else { " slides solves it" };
            refused(&certificate(&statement, &longer, &guide), why);
            for cost in [line.len() as u64 + 2, (line.len() as u64).wrapping_sub(2)] {
                refused(&Certificate { claim: Claim::Optimal(cost), ..right.clone() }, "the line costs");
            }
            solved += usize::from(!line.is_empty());
        }
    }
    assert!(solved > 80, "{solved}");
}

#[test]
fn faults_are_refused() {
    let right = hard();
    assert!(verify(&right.write(), 1).is_ok());
    let tiles: Vec<u8> = right.line.split(' ').map(|tile| tile.parse().unwrap()).collect();
    let other = |line: &[u8]| certificate(&right.statement, line, "patterns 1 2 3 4, 5 6 7 8");
    refused(&other(&tiles[1..]), "it is not beside the gap");
    refused(&other(&tiles[..30]), "does not solve the puzzle");
    refused(&other(&[&tiles[..10], &tiles[11..]].concat()), "move");
    let mut swapped = tiles.clone();
    swapped.swap(14, 15);
    refused(&other(&swapped), "move");
    for (guide, why) in [
        ("patterns 1 2 3 4, 4 5 6 7 8", "tile 4 is twice in the patterns: they do not add up"),
        ("patterns 1 2 3 4 4, 5 6 7 8", "tile 4 is twice"),
        ("patterns 1 2 3 4, 5 6 8", "tile 7 is in no pattern"),
        ("patterns 1 2 3 4, 5 6 7 8 9", "has no tiles"),
        ("patterns 0 1 2 3 4, 5 6 7 8", "has no tiles"),
        ("patterns 1 2 3 4,5 6 7 8", "has no tiles"),
        ("patterns 1 2 3 4, 5 6 7 8, ", "has no tiles"),
        ("patterns 1 2 3 4, 5 6 7 08", "has no tiles"),
        ("patterns ", "has no tiles"),
        ("patterns 2 1 3 4, 5 6 7 8", "do not ascend"),
        ("patterns 5 6 7 8, 1 2 3 4", "do not ascend"),
        ("parity", "\"parity\" does not prove the claim optimal 31"),
        ("matching", "does not prove"),
        ("", "does not prove"),
    ] {
        refused(&Certificate { evidence: guided::evidence(guide), ..right.clone() }, why);
    }
    let foreign = Certificate { evidence: b"guided by \xff".to_vec(), ..right.clone() };
    refused(&foreign, "positions");
    let claimed = |claim: Claim, line: &str| Certificate { claim, line: line.to_owned(), ..right.clone() };
    refused(&claimed(Claim::Unsolvable, ""), "does not prove the claim unsolvable");
    refused(&claimed(Claim::Reachable(181_440), ""), "does not prove the claim reachable 181440");
    // Of another puzzle.
    let fifteen: Board = (1..16).chain([0]).collect();
    let statement = statement(&fifteen, &fifteen, 4);
    refused(&certificate(&statement, &[], "patterns 1 2 3 4, 5 6 7 8"), "tile 9 is in no pattern");
    refused(
        &certificate(&statement, &[], "patterns 1 2 3 4 5 6 7 8, 9 10 11 12 13 14 15"),
        "too much memory",
    );
    let blocks = "puzzle = \"sliding\"\nboard = '''\na..'''\ngoal = '''\n..a'''\ngoal_match = \"named\"\nmetric = \"steps\"\n";
    refused(&certificate(blocks, &[], "patterns 1"), "nothing guides a search of this puzzle here");
}

#[test]
fn a_line_is_not_too_long() {
    let (goal, there) = (vec![1, 2, 3, 0], [3_u8; 10_002]);
    refused(&certificate(&statement(&goal, &goal, 2), &there, "patterns 1 2 3"), "no best line is that long");
}

/// Half of all orders, and no other half.
#[test]
fn odd_orders_are_not_solved() {
    let mut odd = 0;
    let goals = [(vec![1, 2, 3, 4, 5, 0], 3), (vec![2, 0, 5, 1, 4, 3], 2)];
    for (goal, columns) in goals {
        let known = distances(&goal, columns, u32::MAX);
        let mut random = Random(3);
        for _ in 0..100 {
            let mut board = goal.clone();
            (1..board.len()).for_each(|at| board.swap(at, random.below(at + 1)));
            let certificate = Certificate {
                claim: Claim::Unsolvable,
                ..certificate(&statement(&board, &goal, columns), &[], "parity")
            };
            match known.contains_key(&board) {
                true => refused(&certificate, "the order is even"),
                false => assert!(verify(&certificate.write(), 1).is_ok(), "{board:?}"),
            }
            odd += usize::from(!known.contains_key(&board));
        }
    }
    assert!((60..140).contains(&odd), "{odd}");
}

/// How many positions there are does not depend on threads, and is what the limit counts.
#[test]
fn positions_are_counted() {
    let certificate = hard();
    let within = |threads, positions| {
        let limits = Limits { positions, ..Limits::threads(threads) };
        check(certificate.clone(), &limits).map(|verified| verified.checked)
    };
    let checked = within(1, u64::MAX).unwrap();
    let positions: u64 = checked.split(' ').next().unwrap().parse().unwrap();
    assert!(positions > 10_000, "{checked}");
    for threads in 1..4 {
        assert_eq!(within(threads, positions), Ok(checked.clone()));
        assert_eq!(within(threads, positions - 1).unwrap_err().stop(), Some(Stop::Positions));
    }
}

fn pegs(board: &str, goal: &str, guide: &str) -> Certificate {
    let goal = if goal.is_empty() { String::new() } else { format!("goal = '''\n{goal}'''\n") };
    Certificate {
        claim: Claim::Unsolvable,
        statement: format!("puzzle = \"peg-solitaire\"\nboard = '''\n{board}'''\n{goal}"),
        line: String::new(),
        evidence: guided::evidence(guide),
    }
}

/// Whether jumps lead from some pegs to others, on a board of so many rows and columns: all pegs that can be reached are looked at.
fn jumps_lead(start: u32, goal: u32, rows: usize, columns: usize) -> bool {
    let (mut seen, mut waiting) = (vec![false; 1 << (rows * columns)], vec![start]);
    while let Some(pegs) = waiting.pop() {
        if std::mem::replace(&mut seen[pegs as usize], true) {
            continue;
        }
        for row in 0..rows {
            for column in 0..columns {
                let hole = |down: usize, across: usize| row * columns + column + down * columns + across;
                let mut threes = Vec::new();
                if column + 2 < columns {
                    threes.push([0, 1, 2].map(|at| hole(0, at)));
                }
                if row + 2 < rows {
                    threes.push([0, 1, 2].map(|at| hole(at, 0)));
                }
                for [one, over, other] in threes {
                    let is_peg = |hole: usize| pegs >> hole & 1 == 1;
                    if is_peg(over) && is_peg(one) != is_peg(other) {
                        waiting.push(pegs ^ (1 << one | 1 << over | 1 << other));
                    }
                }
            }
        }
    }
    seen[goal as usize]
}

/// Random functions on random boards: what is accepted is not solvable.
#[test]
fn functions_of_the_holes_prove_what_is_true() {
    let mut random = Random(5);
    let (rows, columns) = (3, 4);
    let (mut weights, mut colours) = (0, 0);
    let drawn = |pegs: u32| {
        let sign = |hole: usize| if pegs >> hole & 1 == 1 { 'o' } else { '.' };
        let rows =
            (0..rows).map(|row| (0..columns).map(|column| sign(row * columns + column)).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    };
    for _ in 0..4_000 {
        let (start, goal) = (random.below(1 << 12) as u32, random.below(1 << 12) as u32);
        let are_weights = random.below(2) == 0;
        let guide = match are_weights {
            true => {
                // A product for the row and the column, which some jumps may raise.
                let mut three = || [0, 1, 1 + random.below(2) as i64, random.below(2) as i64];
                let (down, across) = (three(), three());
                let of = |hole: usize| (down[hole / columns] * across[hole % columns]).to_string();
                format!("weights {}", (0..12).map(of).collect::<Vec<_>>().join(" "))
            }
            false => {
                let by = random.below(3);
                let of = |hole: usize| {
                    if (hole / columns + hole % columns + by).is_multiple_of(3) { '0' } else { '1' }
                };
                format!("colours {}", (0..12).map(of).collect::<String>())
            }
        };
        if verify(&pegs(&drawn(start), &drawn(goal), &guide).write(), 1).is_ok() {
            *(if are_weights { &mut weights } else { &mut colours }) += 1;
            if weights + colours < 200 {
                assert!(!jumps_lead(start, goal, rows, columns), "{start:b} {goal:b} {guide}");
            }
        }
    }
    assert!(weights > 100 && colours > 500, "{weights} {colours}");
}

#[test]
fn faults_of_functions_are_refused() {
    let right = |guide: &str| pegs("oo..", "..oo", guide);
    assert!(verify(&right("weights 1 1 2 3").write(), 1).is_ok());
    assert!(verify(&right("weights 0 0 0 0, -1 1 0 1").write(), 1).is_ok());
    for (guide, why) in [
        ("weights 1 1 2 4", "row 1, column 2: a jump raises the weight"),
        ("weights 1 1 1 1", "no function rules out a goal"),
        ("weights 5 1 2 3", "row 1, column 3: a jump raises the weight"),
        ("weights 1 1 2", "does not have the 4 holes"),
        ("weights 1 1 2 3 5", "does not have the 4 holes"),
        ("weights 1 1 2 3,", "cannot be read"),
        ("weights 1 1 2 +3", "cannot be read"),
        ("weights 1 1 2 99999999999999", "cannot be read"),
        ("weights", "names no functions"),
        ("colours 0110", "no function rules out a goal"),
        ("colours 1100", "a jump changes what is odd"),
        ("colours 011", "does not have the 4 holes"),
        ("colours 0120", "cannot be read"),
        ("colours 1101, 1 11", "cannot be read"),
        (&format!("colours 1101, 1011{}", ", 1011".repeat(1 << 14)), "the evidence"),
        ("patterns 1 2, 3", "names no functions"),
    ] {
        refused(&right(guide), why);
    }
    // One peg anywhere: each hole is ruled out, or none.
    assert!(verify(&pegs("o..o", "", "colours 1101, 1011").write(), 1).is_ok());
    refused(&pegs("o..o", "", "colours 1101"), "no function rules out a goal");
    refused(&pegs("oo..", "", "colours 1101, 1011"), "no function rules out a goal");
    let line = Certificate { line: "a1-c1".to_owned(), ..right("weights 1 1 2 3") };
    refused(&line, "do not prove the claim unsolvable");
    let optimal = Certificate { claim: Claim::Optimal(1), ..right("weights 1 1 2 3") };
    refused(&optimal, "do not prove the claim optimal 1");
}
