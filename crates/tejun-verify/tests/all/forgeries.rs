//! Certificates that were made to deceive, or to take all memory.

use std::collections::HashMap;

use tejun_verify::levels::encode;
use tejun_verify::rules::Rules;
use tejun_verify::rules::peg_solitaire::PegSolitaire;
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
    format!("puzzle = \"sokoban\"\nboard = '''\n{board}'''\nmetric = \"pushes\"\n")
}

/// A puzzle of sliding blocks with more keys between the board and the metric.
fn sliding(board: &str, keys: &str) -> String {
    format!("puzzle = \"sliding\"\nboard = '''\n{board}'''\n{keys}metric = \"moves\"\n")
}

fn goal(goal: &str, by: &str) -> String {
    format!("goal = '''\n{goal}'''\ngoal_match = \"{by}\"\n")
}

#[test]
fn a_reader_sees_what_is_checked() {
    let easy = sokoban("#####\n#@$.#\n#####");
    assert_eq!(check(&easy, "optimal 1", "c2-d2", &NONE), Ok(Claim::Optimal(1)));
    let hard = "board = '''\n########\n#@     #\n# $$ $ #\n#    ...\n########'''\n";
    let twice = format!("puzzle = \"sokoban\"\n{hard}{}", &easy["puzzle = \"sokoban\"\n".len()..]);
    refused(&twice, "optimal 1", "c2-d2", &NONE, "\"board = ");
    let gates = sliding("ab-.", "gates.\"-\" = [\"b\"]\ngates.\"-\" = [\"a\"]\n");
    refused(&gates, "unsolvable", "", &NONE, "a gate is not on the board");
    for number in ["007", "-0", "+7", "7.0", "0x7"] {
        let statement =
            format!("puzzle = \"pacman\"\ntime = {number}\nboard = '''\n#####\n#@..#\n#####'''\n");
        refused(&statement, "unsolvable", "", &NONE, "a number belongs");
    }
    for hidden in ['\u{ad}', '\u{2800}', '\u{3164}', '\u{feff}', '\u{fe0f}', '\u{e0041}'] {
        let statement = sokoban(&format!("#####\n#@$.#\n####{hidden}"));
        refused(&statement, "optimal 1", "c2-d2", &NONE, "cannot be seen");
    }
}

#[test]
fn what_looks_like_a_space_is_no_piece() {
    let levels = encode(2, [(0, 0), (1, 1)].into_iter());
    let blank = sliding("a..", &goal(".a\u{a0}", "named"));
    refused(&blank, "unsolvable", "", &levels, "in the goal: row 1, column 3: '\\u{a0}' is no sign");
    for space in [' ', '\t', '\u{2003}', '\u{3000}'] {
        refused(&sliding(&format!("a{space}."), ""), "reachable 1", "", &NONE, "is no sign");
    }
}

#[test]
fn an_edge_is_no_wall() {
    let levels = encode(1, [(3, 0)].into_iter());
    refused(&sokoban("$@."), "unsolvable", "", &levels, "open at the edge");
    refused(
        &sokoban("#####\n#@$.\n#####"),
        "optimal 1",
        "b2-c2",
        &NONE,
        "row 2, column 5: a row of length 4",
    );
    refused(&sokoban("####\n#@$.\n####"), "optimal 1", "b2-c2", &NONE, "open at the edge");
}

/// A row more or less in a goal, and its board lay elsewhere: now both are of one size, and blank lines are rows of no length.
#[test]
fn a_goal_is_as_large_as_its_board() {
    let levels = encode(2, [(0, 1), (1, 0)].into_iter());
    for (board, drawn, why) in [
        ("a.\n..", "..\n.a\n", "in the goal: row 3, column 1: a row of length 0"),
        ("a.\n..\n", "..\n.a", "row 3, column 1: a row of length 0"),
        ("a.\n..", "..\n.a\n..", "board and goal differ in size"),
        ("a.\n..", "...\n..a", "board and goal differ in size"),
        ("a.\n..", "..", "board and goal differ in size"),
    ] {
        refused(&sliding(board, &goal(drawn, "named")), "unsolvable", "", &levels, why);
    }
}

#[test]
fn a_goal_is_of_pieces_that_are_there() {
    let levels = encode(2, [(0, 1), (1, 0)].into_iter());
    for (drawn, by) in [(".A", "named"), (".A", "shape"), ("aa", "named"), ("aa", "shape")] {
        let statement = sliding("a.", &goal(drawn, by));
        refused(&statement, "unsolvable", "", &levels, "that the board does not have");
    }
    refused(&sliding("a.", &goal(".a", "shape")), "unsolvable", "", &levels, "it is solved");
}

/// Drawn as two pieces, of which one could move, and checked as one that cannot.
#[test]
fn a_piece_is_in_one_part() {
    let still = encode(1, [(0, 0)].into_iter());
    let board = sliding("a.\nBa", &goal("..\n.B", "named"));
    refused(&board, "unsolvable", "", &still, "row 2, column 2: piece a is in two parts");
    let drawn = sliding("aB\n..", &goal("B.\n.B", "named"));
    refused(&drawn, "unsolvable", "", &still, "in the goal: row 2, column 2: piece B is in two parts");
    let apart = packing("o#o", &[piece("b", "1", "o.o")]);
    refused(&apart, "solutions 1 of 1", "", &[], "row 1, column 3: piece b is in two parts");
}

/// By the rules no tank may stand in sight of an enemy; moves look at the one that is moved alone.
#[test]
fn no_tank_begins_in_sight() {
    let start = encode(1, [(46, 0)].into_iter());
    let why = "row 1, column 1: on the board, an enemy sees the tank here";
    refused(&tanks("AoB\nooo", "ooB\nAoo"), "optimal 1", "1-4", &start, why);
    let why = "row 1, column 1: on the goal, an enemy sees the tank here";
    refused(&tanks("ooB\nAoo", "AoB\nooo"), "optimal 1", "4-1", &start, why);
}

fn tanks(board: &str, goal: &str) -> String {
    format!(
        "puzzle = \"tank-change\"\nboard = '''\n{board}'''\nfirst = \"A\"\ngoal = '''\n{goal}'''\nroads = \"orthogonal\"\n"
    )
}

fn packing(board: &str, pieces: &[String]) -> String {
    format!("puzzle = \"packing\"\nboard = '''\n{board}'''\n{}", pieces.concat())
}

fn piece(name: &str, count: &str, shape: &str) -> String {
    format!(
        "[[piece]]\nname = \"{name}\"\ncount = {count}\nflip = false\nrotate = false\nshape = '''\n{shape}'''\n"
    )
}

/// What `tejun` takes for a mistake is no puzzle here, either.
#[test]
fn a_mistake_is_no_puzzle() {
    let gate = "gates.\"-\" = [\"b\"]\n";
    let axis = "axis = [\"a\"]\n";
    let sliding = [
        (sliding("aa.", &goal("#aa", "named")), "in the goal: row 1, column 1: board and goal differ here"),
        (sliding("a.\n..", &goal("..\n.", "named")), "in the goal: row 2, column 2: a row of length 1"),
        (sliding("a.", &goal("..", "named")), "the goal has no piece"),
        (sliding("a.", "goal_match = \"shape\"\n"), "where \"metric = \" belongs"),
        (sliding("a.", axis), "piece a is as wide as it is high"),
        (sliding("ab-", &format!("{gate}{}", goal("..a", "named"))), "'a' that can never stand there"),
        (sliding("bb.\n.#-", gate), "fits through the gate"),
        (sliding("a#.#", &goal(".#.a", "named")), "'a' that never gets there"),
        (
            sliding("ab.", &goal("abc", "shape")),
            "row 1, column 3: the goal has a piece 'c' that the board does not have",
        ),
        // Pieces that are alike may leave, but the goal for one that stays is never reached.
        (sliding("ab.#.", &goal("..aab", "shape")), "that the board does not have"),
        (sliding("ab##.", &goal("..a#b", "shape")), "'b' that never gets there"),
    ];
    let packings = [
        (packing("oo", &[]), "has no piece"),
        (packing("oo", &[piece("", "1", "oo")]), "no name"),
        (packing("oo", &[piece("a:", "1", "oo")]), "no name"),
        (packing("oo", &[piece("a b", "1", "oo")]), "no name"),
        (packing("oo", &[piece(&"a".repeat(33), "1", "oo")]), "no name"),
        (packing("oo", &[piece("a", "1", "o"), piece("a", "1", "o")]), "two pieces have the name a"),
        (packing("oo", &[piece("a", "100", "o"), piece("b", "29", "o")]), "more than 128 pieces"),
        (packing("##", &[piece("a", "1", "o")]), "1 to 128 cells"),
    ];
    let pegs = "puzzle = \"peg-solitaire\"\nboard = '''\n##'''\n";
    let others = [
        (tanks("Aoo", "ooA"), "a side has no tank"),
        (tanks("A.\n.o\n.B", "A..\n.o.\n.B."), "differ"),
        (tanks("Ao.\n..B", "oA.\n..o"), "the goal has other tanks"),
        (
            "puzzle = \"pacman\"\ntime = 5\nboard = '''\n#####\n#@#.#\n#####'''\n".to_owned(),
            "row 2, column 4: this dot",
        ),
        (pegs.to_owned(), "holes"),
    ];
    for (statement, why) in sliding.into_iter().chain(packings).chain(others) {
        refused(&statement, "unsolvable", "", &NONE, why);
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
        let level = sokoban(&format!("######\n#@${wall}.#\n######"));
        refused(&level, "optimal 2", "c2-d2 d2-e2", &NONE, "is no sign");
    }
    for beyond in ["$", ".", "@", "*", " "] {
        let level = sokoban(&format!("#######\n#@$.#{beyond}#\n#######"));
        refused(&level, "optimal 1", "c2-d2", &NONE, "row 2, column 6: this is floor beyond the walls");
    }
    refused(&tanks("A.o\n.o.\no.B", "BAo\n.o.\no.A"), "unsolvable", "", &NONE, "differ");
    let pegs = "puzzle = \"peg-solitaire\"\nboard = '''\noo.'''\ngoal = '''\n..'''\n";
    refused(pegs, "unsolvable", "", &NONE, "differ in size");
    let pegs = "puzzle = \"peg-solitaire\"\nboard = '''\noo.'''\ngoal = '''\n..#'''\n";
    refused(pegs, "unsolvable", "", &NONE, "in the goal: row 1, column 3: board and goal differ here");
    for keys in ["axis = [\"b\"]\n", "axis = [\".\"]\n"] {
        refused(&sliding("a-.", keys), "reachable 2", "", &NONE, "do not name pieces of the board");
    }
    refused(&sliding("a-.", "gates.\"-\" = [\"b\"]\n"), "reachable 2", "", &NONE, "do not name pieces");
    refused(
        &sliding("a.", "gates.\"-\" = [\"a\"]\n"),
        "reachable 2",
        "",
        &NONE,
        "a gate is not on the board",
    );
    refused(
        &sliding("a.", "gates.\".\" = [\"a\"]\n"),
        "reachable 2",
        "",
        &NONE,
        "a gate is not on the board",
    );
}

#[test]
fn a_play_without_dots_is_over() {
    let maze = "puzzle = \"pacman\"\ntime = 5\nboard = '''\n#####\n#V@V#\n#####'''\n";
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
    lost_positions_count(Sokoban::read, &sokoban("#######\n#@    #\n# $ . #\n#     #\n#######"), 15);
    let pegs = "puzzle = \"peg-solitaire\"\nboard = '''\nooo.oo.'''\ngoal = '''\n.o.o.oo'''\n";
    lost_positions_count(PegSolitaire::read, pegs, 8);
    let lost = "puzzle = \"peg-solitaire\"\nboard = '''\noo.'''\ngoal = '''\noo.'''\n";
    assert_eq!(levels(PegSolitaire::read, lost).1.len(), 2);
    refused("puzzle = \"peg-solitaire\"\nboard = '''\n...'''\n", "reachable 0", "", &NONE, "the start");
}

#[test]
fn little_that_asks_for_much_is_refused_at_once() {
    let large = vec!["o".repeat(700); 700].join("\n");
    let tiles = format!("puzzle = \"sliding-tiles\"\nboard = '''\n{large}'''\n");
    let pegs = format!("puzzle = \"peg-solitaire\"\nboard = '''\n{large}'''\n");
    for statement in
        [tiles, pegs, sokoban(&large), tanks(&large, "o"), sliding(&large, ""), packing(&large, &[])]
    {
        refused(&statement, "reachable 1", "", &NONE, "is larger than");
    }
    // Rows that differ in length are not filled.
    let ragged = format!("{}{}o", "o".repeat(40_000), "\n".repeat(40_000));
    refused(&sliding(&ragged, ""), "reachable 1", "", &NONE, "a row of length 0, where the first has 40000");
    let row = "o".repeat(40_000);
    refused(&tanks(&row, &row), "unsolvable", "", &NONE, "too large");
    let boxes = sokoban(&format!(
        "{}\n#@{}{}#\n{}",
        "#".repeat(60_000),
        "$.".repeat(255),
        " ".repeat(59_487),
        "#".repeat(60_000)
    ));
    refused(&boxes, "unsolvable", "", &NONE, "too large");
    refused(&sliding(&row, &goal(&row, "shape")), "unsolvable", "", &NONE, "too large");
    let letters: String = ('\u{4e00}'..='\u{9fff}').collect();
    refused(&sliding(&letters, ""), "reachable 1", "", &NONE, "too large");
    let tiles =
        format!("puzzle = \"sliding-tiles\"\nboard = '''\n{}'''\ngoal = '''\n{0}'''\n", "1".repeat(40_000));
    refused(&tiles, "unsolvable", "", &NONE, "not the same tiles");
    let mut zeros = (1_u64 << 62).to_le_bytes().to_vec();
    zeros.extend([0; 20_000]);
    let pegs = format!("puzzle = \"peg-solitaire\"\nboard = '''\n{}'''\n", "o".repeat(63));
    refused(&pegs, "reachable 4611686018427387904", "", &zeros, "too many for so short");
}
