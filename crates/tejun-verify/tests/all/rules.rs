//! The rules against what is known of them.

use std::collections::HashSet;

use tejun_verify::rules::Rules;
use tejun_verify::rules::packing::Packing;
use tejun_verify::rules::peg_solitaire::PegSolitaire;
use tejun_verify::rules::sliding::Sliding;
use tejun_verify::rules::sliding_tiles::SlidingTiles;
use tejun_verify::rules::tank_change::TankChange;
use tejun_verify::{Certificate, Claim, Statement, verify};

fn read(statement: &str) -> Statement {
    Statement::read(statement).unwrap()
}

/// Each number is that of one placement, which stands for its images.
fn numbers_are_those_of_positions<R: Rules>(rules: &R) -> (u64, u64) {
    let (mut position, mut own) = (rules.start(), 0);
    let mut images = HashSet::new();
    for number in 0..rules.count() {
        rules.unrank(number, &mut position);
        let least = rules.rank(&position).unwrap();
        assert!(least <= number);
        own += u64::from(least == number);
        images.insert(least);
    }
    assert_eq!(images.len() as u64, own);
    (rules.count(), own)
}

/// Placements of 横刀立马 are 65,880 (published).
#[test]
fn placements_are_numbered_without_gaps() {
    let klotski = "puzzle = \"sliding\"\nboard = '''\nabbc\nabbc\ndeef\ndghf\ni..j'''\ngoal = '''\n....\n....\n....\n.bb.\n.bb.'''\ngoal_match = \"named\"\nmetric = \"moves\"\n";
    let (all, classes) = numbers_are_those_of_positions(&Sliding::read(&read(klotski)).unwrap());
    assert_eq!(all, 65_880);
    assert!(classes > all / 2 && classes < all / 2 + 1000);
    let tiles = "puzzle = \"sliding-tiles\"\nboard = '''\n123\n45.'''\ngoal = '''\n123\n45.'''\n";
    assert_eq!(numbers_are_those_of_positions(&SlidingTiles::read(&read(tiles)).unwrap()), (720, 720));
    let tanks = "puzzle = \"tank-change\"\nboard = '''\nA.A\n.o.\no.o\n.o.\nB.B'''\nfirst = \"A\"\ngoal = '''\nB.B\n.o.\no.o\n.o.\nA.A'''\nroads = \"diagonal\"\n";
    // Two of each side on 8 squares, either side's turn; 24 of these are their own mirror images, left and right.
    let classes = (2 * 28 * 15 + 24) / 2;
    let numbers = numbers_are_those_of_positions(&TankChange::read(&read(tanks)).unwrap());
    assert_eq!(numbers, (2 * 28 * 15, classes));
}

/// On the cross of 21 holes: four jumps at first, each the other's image, and each but once.
#[test]
fn jumps_are_those_of_the_board() {
    let cross = "puzzle = \"peg-solitaire\"\nboard = '''\n#ooo#\nooooo\noo.oo\nooooo\n#ooo#'''\n";
    let rules = PegSolitaire::read(&read(cross)).unwrap();
    let mut count = 0;
    rules.expand(&rules.start(), |_, _| count += 1);
    assert_eq!(count, 4);
    let mut pegs = rules.start();
    assert_eq!(rules.play(&mut pegs, "c1-c3"), Ok(1));
    assert_eq!(pegs.count_ones(), 19);
    assert!(rules.play(&mut pegs, "c1-c3").is_err());
}

/// Lines of triangles run along one diagonal, and turn the corners into each other; those of squares run along both.
#[test]
fn jumps_are_those_of_the_lines() {
    let triangle =
        "puzzle = \"peg-solitaire\"\nboard = '''\no###\noo##\n..o#\noooo'''\njumps = \"triangular\"\n";
    let rules = PegSolitaire::read(&read(triangle)).unwrap();
    let mut pegs = rules.start();
    let mut count = 0;
    rules.expand(&pegs, |_, _| count += 1);
    assert_eq!(count, 1);
    assert!(rules.play(&mut pegs, "a1-a3").is_ok());
    let images = |holes: [u32; 3]| holes.map(|hole| rules.rank(&(1 << hole)));
    assert_eq!(images([0, 6, 9]), [Some(1); 3]);
    let both = "puzzle = \"peg-solitaire\"\nboard = '''\n..o\n.oo\n...'''\njumps = \"both\"\n";
    let rules = PegSolitaire::read(&read(both)).unwrap();
    let mut count = 0;
    rules.expand(&rules.start(), |_, _| count += 1);
    assert_eq!(count, 3);
}

/// Whether PuzzleScript games are known is a feature.
#[test]
fn text_games_are_known_or_refused() {
    let statement = "puzzle = \"puzzlescript\"\ngame = '''\ntitle None\n'''\nlevel = 1\n".to_owned();
    let (line, evidence) = (String::new(), Vec::new());
    let certificate = Certificate { claim: Claim::Unsolvable, statement, line, evidence };
    let error = verify(&certificate.write(), 1).unwrap_err().to_string();
    let known = error.contains("the game has no objects");
    let unknown = error.contains("the rules of PuzzleScript games are not known here: use `tejun verify`");
    assert!(if cfg!(feature = "puzzlescript") { known } else { unknown }, "{error}");
}

/// A puzzle that tejun writes in another way is refused with what is not normal.
#[test]
fn other_statements_are_refused() {
    for (wrong, why) in [
        ("", "\"\" is where \"puzzle = \" belongs"),
        ("puzzle = \"sliding\"", "\"\" is where \"\\n\" belongs"),
        ("board = 1\npuzzle = 1\n", "where \"puzzle = \" belongs"),
        ("puzzle = \"sliding\n", "a text that ends"),
        ("puzzle = \"sl\\iding\"\n", "a text that ends"),
    ] {
        let error = Statement::read(wrong).unwrap_err().to_string();
        assert!(error.contains(why) && !error.contains('\n'), "{error}");
    }
    let board = "board = '''\na.-'''\n";
    let metric = "metric = \"steps\"\n";
    for (keys, why) in [
        (metric.to_owned(), "where \"board = \" belongs"),
        (board.to_owned(), "\"\" is where \"metric = \" belongs"),
        (format!("{metric}{board}"), "where \"board = \" belongs"),
        (format!("{board}{board}{metric}"), "where \"metric = \" belongs"),
        (format!("{board}colour = \"red\"\n{metric}"), "\"colour = \\\"red\\\""),
        (format!("{board}{metric}{metric}"), "where its end belongs"),
        (format!("{board}{metric}\n"), "where its end belongs"),
        (format!("{board}metric = \"leaps\"\n"), "moves or slides or steps belongs"),
        (format!("{board}metric = 'steps'\n"), "moves or slides or steps belongs"),
        (format!("board = \"a.-\"\n{metric}"), "three apostrophes"),
        (format!("board = \"a.'\\n\"\n{metric}"), "three apostrophes"),
        (format!("board = '''\na.'''\n'''\n{metric}"), "where \"metric = \" belongs"),
        (format!("board = 'a.'\n{metric}"), "where \"\\\"\" belongs"),
        (format!("board = [[[[[[1]]]]]]\n{metric}"), "where \"\\\"\" belongs"),
        (format!("board = '''\n\na.'''\n{metric}"), "row 1, column 1: a row of length 0"),
        (format!("board = '''\na.\n'''\n{metric}"), "row 2, column 1: a row of length 0"),
        (
            format!("board = '''\na.\na'''\n{metric}"),
            "row 2, column 2: a row of length 1, where the first has 2",
        ),
        (format!("board = '''\na. '''\n{metric}"), "row 1, column 3: ' ' is no sign of this drawing"),
        (format!("{board}gates.- = [\"a\"]\n{metric}"), "where \"\\\"\" belongs"),
        (format!("{board}gates = {{- = \"a\"}}\n{metric}"), "where \"metric = \" belongs"),
        (format!("{board}gates.\"-\" = \"a\"\n{metric}"), "where \" = [\" belongs"),
        (format!("{board}gates.\"-\" = [\"ab\"]\n{metric}"), "no single character"),
        (format!("{board}gates.\"-\" = [\"a\", \"a\"]\n{metric}"), "do not name pieces"),
        (format!("{board}gates.\"-\" = []\n{metric}"), "where \"\\\"\" belongs"),
        (
            format!("board = '''\na-+'''\ngates.\"-\" = [\"a\"]\ngates.\"+\" = [\"a\"]\n{metric}"),
            "not in order",
        ),
        (
            format!("board = '''\naabb'''\naxis = [\"b\", \"a\"]\n{metric}"),
            "do not name pieces of the board, in its order",
        ),
        (format!("board = '''\naa.'''\naxis = \"a\"\n{metric}"), "where \" = [\" belongs"),
        (format!("{board}goal = '''\n..a'''\n{metric}"), "where \"goal_match = \" belongs"),
        (
            format!("board = '''\na.'''\ngoal = '''\n..a'''\ngoal_match = \"named\"\n{metric}"),
            "differ in size",
        ),
        (
            format!("board = '''\nab.'''\ngoal = '''\n..b'''\ngoal_match = \"shape\"\n{metric}"),
            "row 1, column 3: the goal has a piece 'b' that the board does not have, or not in this order",
        ),
    ] {
        let error = Sliding::read(&read(&format!("puzzle = \"sliding\"\n{keys}"))).err();
        let error = error.unwrap_or_else(|| panic!("{keys}")).to_string();
        assert!(error.contains(why) && !error.contains('\n'), "{error}\n{keys}");
    }
    let right = format!("puzzle = \"sliding\"\nboard = '''\naabb'''\naxis = [\"a\", \"b\"]\n{metric}");
    assert!(Sliding::read(&read(&right)).is_ok());
}

/// What files leave out or put in another way is refused, so that one puzzle has one text.
#[test]
fn other_forms_of_the_same_puzzle_are_refused() {
    for (keys, why) in [
        ("sokoban\"\nboard = '''\n#####\n#@$.#\n#####'''\n", "where \"metric = \" belongs"),
        ("sokoban\"\nboard = '''\n#####\n#@$.#\n#####'''\nmetric = \"moves\"\n", ""),
        ("sokoban\"\nboard = '''\n######\n#-@$.#\n######'''\nmetric = \"moves\"\n", "'-' is no sign"),
        ("sokoban\"\nboard = '''\n########\n#@$.# ##\n########'''\nmetric = \"moves\"\n", "beyond the walls"),
        ("sokoban\"\nboard = '''\n#######\n#@$.#*#\n#######'''\nmetric = \"moves\"\n", "beyond the walls"),
        ("peg-solitaire\"\nboard = '''\noo.'''\n", ""),
        ("peg-solitaire\"\nboard = '''\no'''\n", "a single hole has a goal"),
        ("peg-solitaire\"\nboard = '''\noo. '''\n", "' ' is no sign"),
        ("peg-solitaire\"\nboard = '''\noo.\noo'''\n", "a row of length 2"),
        ("peg-solitaire\"\nboard = '''\noo.'''\njumps = \"both\"\n", ""),
        ("peg-solitaire\"\nboard = '''\noo.'''\njumps = \"orthogonal\"\n", "both or triangular belongs"),
        ("peg-solitaire\"\njumps = \"both\"\nboard = '''\noo.'''\n", "where \"board = \" belongs"),
        ("sliding-tiles\"\nboard = '''\n1.'''\n", "where \"goal = \" belongs"),
        ("sliding-tiles\"\nboard = '''\n1.'''\ngoal = '''\n1.'''\n", ""),
        (
            "tank-change\"\nboard = '''\nAoB'''\nfirst = \"A\"\nroads = \"both\"\n",
            "where \"goal = \" belongs",
        ),
        (
            "tank-change\"\nboard = '''\nAoB'''\ngoal = '''\nBoA'''\nroads = \"both\"\n",
            "where \"first = \" belongs",
        ),
        ("tank-change\"\nboard = '''\nAoB'''\nfirst = \"A\"\ngoal = '''\nBoA'''\nroads = \"diagonal\"\n", ""),
        ("pacman\"\ntime = 5\nboard = '''\n#####\n#@.J#\n#####'''\n", ""),
        ("pacman\"\nboard = '''\n#####\n#@.J#\n#####'''\ntime = 5\n", "where \"time = \" belongs"),
    ] {
        let statement = format!("puzzle = \"{keys}");
        let (claim, line, evidence) = (Claim::Unsolvable, String::new(), Vec::new());
        let read = tejun_verify::read_puzzle(&Certificate { claim, statement, line, evidence });
        match (read, why) {
            (Ok(()), "") => {}
            (Ok(()), _) => panic!("it is read, but for {why}"),
            (Err(error), "") => panic!("{error}"),
            (Err(error), why) => assert!(error.to_string().contains(why), "{error}, not {why}"),
        }
    }
    let piece = |name: &str, count: &str, ways: &str, shape: &str| {
        let piece = format!("[[piece]]\nname = \"{name}\"\ncount = {count}\n{ways}shape = '''\n{shape}'''\n");
        let puzzle = format!("puzzle = \"packing\"\nboard = '''\no#\noo'''\n{piece}");
        Packing::read(&read(&puzzle)).err().map(|error| error.to_string())
    };
    let turns = "flip = false\nrotate = true\n";
    assert_eq!(piece("V", "1", turns, "oo\no."), None);
    for (count, ways, shape, why) in [
        // Another form; flipping makes no more; rows and columns that are empty.
        ("1", turns, "o.\noo", "piece V is not in normal form"),
        ("1", "flip = true\nrotate = true\n", "oo\no.", "piece V is not in normal form"),
        ("1", turns, "oo\no.\n..", "piece V is not in normal form"),
        ("1", turns, ".oo\n.o.", "piece V is not in normal form"),
        ("1", turns, "..\n..", "there are not 1 to 128"),
        ("0", turns, "oo\no.", "there are not 1 to 128"),
        ("129", turns, "oo\no.", "there are not 1 to 128"),
        ("01", turns, "oo\no.", "where a number belongs"),
        ("1", "rotate = true\n", "oo\no.", "where \"flip = \" belongs"),
        ("1", "flip = no\nrotate = true\n", "oo\no.", "true or false belongs"),
        ("1", turns, "oo\no#", "'#' is no sign"),
    ] {
        let error = piece("V", count, ways, shape).unwrap_or_else(|| panic!("{ways}{shape}"));
        assert!(error.contains(why), "{error}, not {why}");
    }
}
