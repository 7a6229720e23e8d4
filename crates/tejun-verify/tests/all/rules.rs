//! The rules against what is known of them.

use std::collections::HashSet;

use tejun_verify::rules::Rules;
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
    let klotski = "puzzle = \"sliding\"\nboard = '''\nabbc\nabbc\ndeef\ndghf\ni..j'''\ngoal = '''\n....\n....\n....\n.bb.\n.bb.'''\n";
    let (all, classes) = numbers_are_those_of_positions(&Sliding::read(&read(klotski)).unwrap());
    assert_eq!(all, 65_880);
    assert!(classes > all / 2 && classes < all / 2 + 1000);
    let tiles = "puzzle = \"sliding-tiles\"\nboard = '''\n123\n45.'''\n";
    assert_eq!(numbers_are_those_of_positions(&SlidingTiles::read(&read(tiles)).unwrap()), (720, 720));
    let tanks = "puzzle = \"tank-change\"\nboard = '''\nA.A\n.o.\no.o\n.o.\nB.B'''\n";
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

/// Whether PuzzleScript games are known is a feature.
#[test]
fn text_games_are_known_or_refused() {
    let statement = "puzzle = \"puzzlescript\"\ngame = '''\ntitle None\n'''\n".to_owned();
    let (line, evidence) = (String::new(), Vec::new());
    let certificate = Certificate { claim: Claim::Unsolvable, statement, line, evidence };
    let error = verify(&certificate.write(), 1).unwrap_err().to_string();
    let known = error.contains("the game has no objects");
    let unknown = error.contains("the rules of PuzzleScript games are not known here: use `tejun verify`");
    assert!(if cfg!(feature = "puzzlescript") { known } else { unknown }, "{error}");
}

#[test]
fn other_statements_are_refused() {
    for (wrong, why) in [
        ("", "does not begin with its puzzle"),
        ("puzzle = \"sliding\"", "where \"\\n\" belongs"),
        ("board = 1\npuzzle = 1\n", "does not begin"),
        ("puzzle = \"sliding\"\nboard = \"a.\"\naxis = \"long\"\n", "out of order"),
        ("puzzle = \"sliding\"\nboard = 'a.'\n", "no known kind"),
        ("puzzle = \"sliding\"\nboard = [[[[[[[[[[1]]]]]]]]]]\n", "too deeply"),
    ] {
        let error = Statement::read(wrong).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let strange = read("puzzle = \"sliding\"\nboard = \"a.\"\ncolour = \"red\"\n");
    assert!(Sliding::read(&strange).err().unwrap().to_string().contains("colour"));
}
