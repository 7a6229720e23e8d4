//! Certificates that were made to deceive, or to take all memory.

use std::collections::HashMap;

use tejun_verify::levels::encode;
use tejun_verify::rules::Rules;
use tejun_verify::rules::peg_solitaire::PegSolitaire;
use tejun_verify::rules::sliding::Sliding;
use tejun_verify::rules::sokoban::Sokoban;
use tejun_verify::{Certificate, Claim, Statement, VerifyError, verify};

/// No positions.
const NONE: [u8; 8] = [0; 8];

fn check(statement: &str, claim: &str, line: &str, evidence: &[u8]) -> Result<Claim, String> {
    let (statement, line, evidence) = (statement.to_owned(), line.to_owned(), evidence.to_vec());
    let certificate = Certificate { claim: claim.parse().unwrap(), statement, line, evidence };
    verify(&certificate.write(), 2)
        .map(|verified| verified.certificate.claim)
        .map_err(|error| error.to_string())
}

fn refused(statement: &str, claim: &str, line: &str, evidence: &[u8], why: &str) {
    let error = check(statement, claim, line, evidence).expect_err(statement);
    assert!(error.contains(why) && !error.contains('\n'), "{error}");
}

fn sokoban(board: &str) -> String {
    format!("puzzle = \"sokoban\"\nboard = '''\n{board}'''\n")
}

#[test]
fn a_reader_sees_what_is_checked() {
    let easy = sokoban("#####\n#@$.#\n#####\n");
    assert_eq!(check(&easy, "optimal 1", "c2-d2", &NONE), Ok(Claim::Optimal(1)));
    let hard = "board = '''\n########\n#@     #\n# $$ $ #\n#    ...\n########\n'''\n";
    let twice = format!("puzzle = \"sokoban\"\n{hard}{easy}");
    refused(&twice, "optimal 1", "c2-d2", &NONE, "twice");
    let gates = "puzzle = \"sliding\"\nboard = '''\nab-.\n'''\ngates = {- = \"b\", - = \"a\"}\n";
    refused(gates, "unsolvable", "", &NONE, "twice");
    for number in ["007", "-0", "+7"] {
        let statement = format!("puzzle = \"pacman\"\nboard = '''\n#@.#\n'''\ntime = {number}\n");
        assert!(Statement::read(&statement).is_err(), "{number}");
    }
    for hidden in ['\u{ad}', '\u{2800}', '\u{3164}', '\u{feff}', '\u{fe0f}', '\u{e0041}'] {
        let statement = sokoban(&format!("#####\n#@$.#\n####{hidden}\n"));
        refused(&statement, "optimal 1", "c2-d2", &NONE, "cannot be seen");
    }
}

#[test]
fn what_looks_like_a_space_is_no_piece() {
    let blank = "puzzle = \"sliding\"\nboard = '''\na..\n'''\ngoal = '''\n.a\u{a0}\n'''\n";
    let levels = encode(2, [(0, 0), (1, 1)].into_iter());
    refused(blank, "unsolvable", "", &levels, "looks like a space");
    for space in ['\t', '\u{2003}', '\u{3000}'] {
        let walls = format!("puzzle = \"sliding\"\nboard = '''\na{space}.\n'''\n");
        refused(&walls, "reachable 1", "", &NONE, "looks like a space");
    }
}

#[test]
fn an_edge_is_no_wall() {
    let levels = encode(1, [(3, 0)].into_iter());
    refused(&sokoban("$@.\n"), "unsolvable", "", &levels, "open at the edge");
    refused(&sokoban("#####\n#@$.\n#####\n"), "optimal 1", "b2-c2", &NONE, "open at the edge");
}

/// A row more or less in a goal, and its board lies elsewhere.
#[test]
fn blank_lines_at_the_end_are_no_rows() {
    let boards = [("###\na.b\n###\n", "a##\n...\n..b\n", 2), ("a.\n..\n", "..\n.a\n", 1)];
    for (board, goal, moves) in boards {
        for blank in ["", "\n", "\n\n\n"] {
            let statement = format!(
                "puzzle = \"sliding\"\nboard = '''\n{board}{blank}'''\ngoal = '''\n{goal}{blank}'''\n"
            );
            let (rules, levels) = levels(Sliding::read, &statement);
            let mut position = rules.start();
            let solved = levels.iter().filter(|&&(rank, _)| {
                rules.unrank(rank, &mut position);
                rules.is_goal(&position)
            });
            assert_eq!(solved.map(|&(_, level)| level).min(), Some(moves), "{statement}");
            let evidence = encode(levels.len() as u64, levels.into_iter());
            refused(&statement, "unsolvable", "", &evidence, "solve");
        }
    }
}

#[test]
fn a_goal_is_of_pieces_that_are_there() {
    let levels = encode(2, [(0, 1), (1, 0)].into_iter());
    for (goal, by) in [(".A", "named"), (".A", "shape"), ("aa", "named"), ("aa", "shape")] {
        let statement = format!(
            "puzzle = \"sliding\"\nboard = '''\na.\n'''\ngoal = '''\n{goal}\n'''\ngoal_match = \"{by}\"\n"
        );
        let said = check(&statement, "unsolvable", "", &levels);
        match (goal, by) {
            // The shape is there.
            (".A", "shape") => assert!(said.unwrap_err().contains("it is solved")),
            _ => assert!(said.unwrap_err().contains("that the board does not have"), "{goal} {by}"),
        }
    }
}

/// Drawn as two pieces, of which one could move, and checked as one that cannot.
#[test]
fn a_piece_is_in_one_part() {
    let sliding = "puzzle = \"sliding\"\nboard = '''\na.\nBa\n'''\ngoal = '''\n..\n.B\n'''\n";
    let still = encode(1, [(0, 0)].into_iter());
    refused(sliding, "unsolvable", "", &still, "row 2, column 2: piece a is in two parts");
    let goal = "puzzle = \"sliding\"\nboard = '''\naB\n..\n'''\ngoal = '''\nB.\n.B\n'''\n";
    refused(goal, "unsolvable", "", &still, "in the goal: row 2, column 2: piece B is in two parts");
    let packing = "puzzle = \"packing\"\nboard = '''\no#o\n'''\npiece = [{name = \"b\", shape = \"o#o\"}]\n";
    refused(packing, "solutions 1 of 1", "", &[], "row 1, column 3: piece b is in two parts");
}

/// By the rules no tank may stand in sight of an enemy; moves look at the one that is moved alone.
#[test]
fn no_tank_begins_in_sight() {
    let puzzle = |board: &str, goal: &str| {
        format!(
            "puzzle = \"tank-change\"\nboard = '''\n{board}\n'''\ngoal = '''\n{goal}\n'''\nroads = \"orthogonal\"\n"
        )
    };
    let start = encode(1, [(46, 0)].into_iter());
    let why = "row 1, column 1: on the board, an enemy sees the tank here";
    refused(&puzzle("AoB\nooo", "ooB\nAoo"), "optimal 1", "1-4", &start, why);
    let why = "row 1, column 1: on the goal, an enemy sees the tank here";
    refused(&puzzle("ooB\nAoo", "AoB\nooo"), "optimal 1", "4-1", &start, why);
}

/// What `tejun` takes for a mistake is no puzzle here, either.
#[test]
fn a_mistake_is_no_puzzle() {
    let sliding = [
        ("board = '''\naa.\n'''\ngoal = '''\n#aa\n'''", "row 1, column 1: the goal has a wall here"),
        (
            "board = '''\na.\n..\n'''\ngoal = '''\n..\n.\n'''",
            "in the goal: row 2, column 2: a row of length 1",
        ),
        ("board = '''\na.\n'''\ngoal = '''\n..\n'''", "the goal has no piece"),
        ("board = '''\na.\n'''\ngoal_match = \"shape\"", "without a goal"),
        ("axis = \"\"\nboard = '''\na.\n'''", "name no piece"),
        ("axis = []\nboard = '''\na.\n'''", "name no piece"),
        ("axis = \"a\"\nboard = '''\na.\n'''", "piece a is as wide as it is high"),
        ("board = '''\na-.\n'''\ngates = {- = \"\"}", "name no piece"),
        ("board = '''\naa.\n.#-\n'''\ngates = {- = \"a\"}", "fits through the gate"),
        (
            "board = '''\nab-\n'''\ngates = {- = \"b\"}\ngoal = '''\n..a\n'''",
            "'a' that can never stand there",
        ),
        ("board = '''\na#.\n'''\ngoal = '''\n.#.a\n'''", "'a' that never gets there"),
        (
            "board = '''\nab.\n'''\ngoal = '''\nabc\n'''\ngoal_match = \"shape\"",
            "row 1, column 1: the goal has a piece 'a' that the board does not have",
        ),
    ];
    let packings = [
        ("piece = [{shape = \"oo\"}]", "no name"),
        ("piece = [{name = \"\", shape = \"oo\"}]", "no name"),
        ("piece = [{name = \"a:\", shape = \"oo\"}]", "no name"),
        ("piece = [{name = \"a b\", shape = \"oo\"}]", "no name"),
        ("piece = [{name = \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", shape = \"oo\"}]", "no name"),
        (
            "piece = [{name = \"a\", shape = \"o\"}, {name = \"a\", shape = \"o\"}]",
            "two pieces have the name a",
        ),
        ("piece = [{name = \"I\", shape = \"o\"}]\npieces = \"I\"", "two pieces have the name I"),
        ("piece = [{name = \"f\", shape = \"o\"}]\npieces = \"one-sided pentominoes\"", "the name f"),
    ];
    let others = [
        ("tank-change", "board = '''\nAoo\n'''\ngoal = '''\nooA\n'''", "a side has no tank"),
        ("tank-change", "board = '''\nA.\n.o\n.B\n'''\ngoal = '''\nA..\n.o.\n.B.\n'''", "differ"),
        ("pacman", "board = '''\n#####\n#@#.#\n#####\n'''\ntime = 5", "row 2, column 4: this dot"),
        ("peg-solitaire", "board = '''\n##\n'''", "holes"),
    ];
    let no_puzzle = |family: &str, keys: &str, why: &str| {
        refused(&format!("puzzle = \"{family}\"\n{keys}\n"), "unsolvable", "", &NONE, why);
    };
    for (keys, why) in sliding {
        no_puzzle("sliding", keys, why);
    }
    for (keys, why) in packings {
        no_puzzle("packing", &format!("board = '''\noo\n'''\n{keys}"), why);
    }
    for (family, keys, why) in others {
        no_puzzle(family, keys, why);
    }
}

#[test]
fn errors_quote_little() {
    let claim = format!("tejun certificate 1\nclaim {}\n", "1".repeat(1 << 20));
    let error = verify(claim.as_bytes(), 1).unwrap_err().to_string();
    assert!(error.chars().count() < 500, "{}", error.len());
}

#[test]
fn a_drawing_means_what_its_game_says() {
    for wall in ['█', 'X'] {
        let level = sokoban(&format!("######\n#@${wall}.#\n######\n"));
        refused(&level, "optimal 2", "c2-d2 d2-e2", &NONE, "sign");
    }
    for beyond in ["$", ".", "@"] {
        let level = sokoban(&format!("########\n#@$.#{beyond} #\n########\n"));
        refused(&level, "optimal 1", "c2-d2", &NONE, "beyond the walls");
    }
    let ornament = sokoban("########\n#@$.#*##\n########\n");
    assert_eq!(check(&ornament, "optimal 1", "c2-d2", &NONE), Ok(Claim::Optimal(1)));
    let tanks = "puzzle = \"tank-change\"\nboard = '''\nA.o\n.o.\no.B\n'''\ngoal = '''\nBAo\n.o.\no.A\n'''\n";
    refused(tanks, "unsolvable", "", &NONE, "differ");
    let pegs = "puzzle = \"peg-solitaire\"\nboard = '''\noo.\n'''\ngoal = '''\n..\n'''\n";
    refused(pegs, "unsolvable", "", &NONE, "differ");
    for keys in ["axis = \"b\"\nboard = '''\na.\n'''", "board = '''\na-.\n'''\ngates = {- = \"b\"}"] {
        refused(&format!("puzzle = \"sliding\"\n{keys}\n"), "reachable 2", "", &NONE, "not on the board");
    }
    let gate = "puzzle = \"sliding\"\nboard = '''\na.\n'''\ngates = {- = \"a\"}\n";
    refused(gate, "reachable 2", "", &NONE, "a gate is not on the board");
}

#[test]
fn a_play_without_dots_is_over() {
    let maze = "puzzle = \"pacman\"\nboard = '''\n#####\n#V@V#\n#####\n'''\ntime = 5\n";
    assert_eq!(check(maze, "score 5", "", &[]), Ok(Claim::Score(5)));
    for (claim, evidence) in [("unsolvable", &[][..]), ("unsolvable", &[0; 4]), ("score 5", &[0; 4])] {
        refused(maze, claim, "", evidence, "without dots");
    }
}

/// The levels of all positions, solved or lost.
fn levels<R: Rules>(read: fn(&Statement) -> Result<R, VerifyError>, statement: &str) -> (R, Vec<(u64, u32)>) {
    let rules = read(&Statement::read(statement).unwrap()).unwrap();
    let first = rules.rank(&rules.start()).unwrap();
    let mut levels = HashMap::from([(first, 0)]);
    let mut queue = std::collections::VecDeque::from([(first, 0)]);
    while let Some((rank, level)) = queue.pop_front() {
        let mut position = rules.start();
        rules.unrank(rank, &mut position);
        rules.expand(&position, |next, _| {
            let next = rules.rank(next).unwrap();
            levels.entry(next).or_insert_with(|| {
                queue.push_back((next, level + 1));
                level + 1
            });
        });
    }
    let mut levels: Vec<_> = levels.into_iter().collect();
    levels.sort_unstable();
    (rules, levels)
}

fn lost_positions_count<R: Rules>(
    read: fn(&Statement) -> Result<R, VerifyError>,
    statement: &str,
    expected: u64,
) {
    let (rules, all) = levels(read, statement);
    let claim = |count: usize| format!("reachable {count}");
    let evidence = |levels: &[(u64, u32)]| encode(levels.len() as u64, levels.iter().copied());
    assert_eq!(check(statement, &claim(all.len()), "", &evidence(&all)), Ok(Claim::Reachable(expected)));
    let mut position = rules.start();
    let hopeful: Vec<(u64, u32)> = all
        .iter()
        .copied()
        .filter(|&(rank, _)| {
            rules.unrank(rank, &mut position);
            rules.bound(&position) < u32::MAX
        })
        .collect();
    assert!(hopeful.len() < all.len());
    let none = if hopeful.iter().any(|&(_, level)| level == 0) { "that has no level" } else { "the start" };
    refused(statement, &claim(hopeful.len()), "", &evidence(&hopeful), none);
}

#[test]
fn what_is_lost_can_be_reached() {
    // A box that may get stuck in a room of 5x3. A search without the crate counts 15, too.
    lost_positions_count(Sokoban::read, &sokoban("#######\n#@    #\n# $ . #\n#     #\n#######\n"), 15);
    let pegs = "puzzle = \"peg-solitaire\"\nboard = '''\nooo.oo.\n'''\ngoal = '''\n.o.o.oo\n'''\n";
    lost_positions_count(PegSolitaire::read, pegs, 8);
    let lost = "puzzle = \"peg-solitaire\"\nboard = '''\noo.\n'''\ngoal = '''\noo.\n'''\n";
    assert_eq!(levels(PegSolitaire::read, lost).1.len(), 2);
    refused("puzzle = \"peg-solitaire\"\nboard = '''\n...\n'''\n", "reachable 0", "", &NONE, "the start");
}

#[test]
fn little_that_asks_for_much_is_refused_at_once() {
    // Rows that may differ in length are filled.
    let large = format!("{}{}o", "o".repeat(40_000), "\n".repeat(40_000));
    for family in ["peg-solitaire", "sokoban", "tank-change", "sliding"] {
        let statement = format!("puzzle = \"{family}\"\nboard = '''\n{large}'''\n");
        refused(&statement, "reachable 1", "", &NONE, "is larger than");
    }
    let row = "o".repeat(40_000);
    let tanks = format!("puzzle = \"tank-change\"\nboard = '''\n{row}\n'''\nroads = \"orthogonal\"\n");
    refused(&tanks, "unsolvable", "", &NONE, "too large");
    let boxes = sokoban(&format!(
        "{}\n#@{}{}#\n{}\n",
        "#".repeat(60_000),
        "$.".repeat(255),
        " ".repeat(59_487),
        "#".repeat(60_000)
    ));
    refused(&boxes, "unsolvable", "", &NONE, "too large");
    let goal = vec!["a".repeat(500); 499].join("\n") + "\n" + &".".repeat(500);
    let sliding = format!("puzzle = \"sliding\"\nboard = '''\n.\n'''\ngoal = '''\n{goal}'''\n");
    refused(&sliding, "unsolvable", "", &NONE, "too large");
    let letters: String = ('\u{4e00}'..='\u{9fff}').collect();
    let sliding = format!("puzzle = \"sliding\"\nboard = '''\n{letters}\n'''\n");
    refused(&sliding, "reachable 1", "", &NONE, "too large");
    let mut zeros = (1_u64 << 62).to_le_bytes().to_vec();
    zeros.extend([0; 20_000]);
    let pegs = format!("puzzle = \"peg-solitaire\"\nboard = '''\n{}\n'''\n", "o".repeat(63));
    refused(&pegs, "reachable 4611686018427387904", "", &zeros, "too many for so short");
}
