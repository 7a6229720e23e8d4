//! Oversized and absurd inputs are rejected with a one-line message before anything is built.

use crate::common;

use common::{AtLine, value};
use tejun_puzzles::Registry;
use tejun_puzzles::input::MAX_CELLS;

fn error(text: &str) -> String {
    match Registry::standard().read(text, None) {
        Ok(_) => panic!("accepted: {} bytes", text.len()),
        Err(error) => error.to_string(),
    }
}

/// A file of each family with this board.
fn files(board: &str) -> [String; 7] {
    let file = |head: &str| format!("{head}\nboard = '''\n{board}'''\n");
    [
        file("puzzle = 'sliding'"),
        file("puzzle = 'tank-change'"),
        file("puzzle = 'packing'\npieces = 'P'"),
        file("puzzle = 'pacman'\ntime = 9"),
        file("puzzle = 'peg-solitaire'"),
        file("puzzle = 'sokoban'"),
        file("puzzle = 'sliding-tiles'"),
    ]
}

#[test]
fn boards_are_measured_before_they_are_read() {
    let wide = "#".repeat(MAX_CELLS + 1);
    let tall = "#\n".repeat(MAX_CELLS + 1);
    let square = format!("{}\n", "#".repeat(600)).repeat(600);
    for board in [&wide, &tall, &square, &"\n".repeat(2 * MAX_CELLS)] {
        for text in files(board) {
            let error = error(&text);
            assert!(error.contains("262144") && error.len() < 100, "{error}");
        }
    }
    // The largest board that is read. Families with smaller limits report theirs.
    for text in files(&format!("{}\n", "#".repeat(512)).repeat(512)) {
        assert!(!error(&text).contains("it may have"));
    }
}

#[test]
fn texts_are_measured_before_they_are_read() {
    let long = "x".repeat((1 << 20) + 1);
    for text in [format!("9\n5 3\n#####\n#@..#\n#####\n{long}"), format!("puzzle = 'sliding' # {long}"), long]
    {
        assert!(error(&text).contains("the most is 1048576"));
    }
}

#[test]
fn pieces_are_counted_before_they_are_made() {
    let packing = |pieces: &str| format!("puzzle = 'packing'\n{pieces}\nboard = '''\nooooo'''\n");
    // In TOML, tables come last.
    let tables = |number: usize, table: &str| {
        format!(
            "puzzle = 'packing'\nboard = '''\nooooo'''\n{}",
            (0..number).map(|n| format!("[[piece]]\nname = 'p{n}'\n{table}\n")).collect::<String>()
        )
    };
    for text in [
        packing(&format!("pieces = '{}'", "P".repeat(129))),
        packing(&format!("pieces = '{}'", "P".repeat(1_000_000))),
        tables(129, "shape = 'o'"),
        tables(3_900, "shape = 'oo'"),
        tables(2, "shape = 'o'\ncount = 100"),
        tables(3, "shape = 'o'\ncount = 4294967295"),
    ] {
        let error = error(&text);
        assert!(error.contains("128") && error.len() < 100, "{error}");
    }
    for text in [
        packing(&format!("pieces = '{}'", "P".repeat(128))),
        packing("pieces = 'hexominoes'"),
        tables(128, "shape = 'o'"),
        tables(2, "shape = 'o'\ncount = 64"),
    ] {
        assert!(Registry::standard().read(&text, None).is_ok(), "{}", &text[..100]);
    }
    let name = |name: &str| tables(1, "shape = 'o'").replace("p0", name);
    assert!(error(&name(&"n".repeat(33))).contains("32 characters"));
    assert!(Registry::standard().read(&name(&"名".repeat(32)), None).is_ok());
}

/// The letters of drawings: a piece with a one-character name keeps it; the others get free letters.
#[test]
fn pieces_with_long_names_take_free_letters() {
    let text = "puzzle = 'packing'\nboard = '''\noooo'''\n[[piece]]\nname = 'long'\nshape = 'o'\n[[piece]]\nname = 'A'\nshape = 'o'\n[[piece]]\nname = 'other'\nshape = 'o'\n[[piece]]\nname = 'C'\nshape = 'o'\n";
    let instance = Registry::standard().read(text, None).unwrap();
    let report = instance.solve_at(
        &instance.read_line("long:1 A:2 other:3 C:4"),
        &tejun_puzzles::Means::default(),
        &mut tejun_search::Unwatched,
    );
    assert_eq!(value(&report.unwrap().details)["grid"][0], "BADC");
}

#[test]
fn what_nobody_sees_is_no_piece() {
    for c in ['\u{a0}', '\u{3000}', '\u{2028}', '\u{2003}', '\u{85}', '\u{200b}', '\u{feff}', '\u{ad}', '\t']
    {
        let [sliding, tanks, packing, pacman, pegs, sokoban, tiles] = files(&format!("####\n#a{c}#\n####"));
        assert!(error(&sliding).starts_with("row 2, column 3: "), "{c:?}");
        for text in [
            tanks.replace('#', ".").replace(&format!("a{c}"), &format!("A{c}")),
            packing.replace(&format!("a{c}"), &format!("o{c}")),
            pacman.replace(&format!("a{c}"), &format!("@{c}")),
            pegs.replace(&format!("a{c}"), &format!("o{c}")),
            sokoban.replace(&format!("a{c}"), &format!("@{c}")),
            tiles.replace('#', ".").replace(&format!("a{c}"), &format!("1{c}")),
        ] {
            assert!(error(&text).starts_with("row 2, column 3: "), "{c:?}: {}", error(&text));
        }
        let goal = format!("goal_match = 'shape'\ngoal = '''\n####\n#.{c}#\n####'''\n");
        let [sliding, ..] = files("####\n#a.#\n####");
        assert!(error(&(sliding + &goal)).starts_with("row 2, column 3: in the goal: "), "{c:?}");
        let name = format!(
            "puzzle = 'packing'\nboard = 'o'\n[[piece]]\nname = \"a\\u{:04x}b\"\nshape = 'o'",
            u32::from(c)
        );
        assert!(error(&name).contains("cannot name a piece"), "{c:?}: {}", error(&name));
    }
    for c in ['é', '兵', '🐎', '1'] {
        let [sliding, ..] = files(&format!("####\n#{c}.#\n####"));
        assert!(Registry::standard().read(&sliding, None).is_ok(), "{c}");
    }
}

#[test]
fn short_forms_take_no_other_white_space() {
    let registry = Registry::standard();
    for name in ["klotski:vBBvvBBvvhhvv11v1.\u{a0}1", "katamino:FP\u{3000}U", "pentominoes:6x\u{2003}10"] {
        assert!(registry.expand_short_form(name).unwrap().is_err(), "{name}");
    }
    let long = format!("pentominoes:{}", "9".repeat(1 << 20));
    assert!(registry.expand_short_form(&long).unwrap().unwrap_err().to_string().len() < 500);
}
