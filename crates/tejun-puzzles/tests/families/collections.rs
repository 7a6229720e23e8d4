//! Texts with several puzzles: what is taken for one, what its levels are called, and what is wrong with one of them.

use proptest::prelude::*;
use tejun_puzzles::{CollectedPuzzle, Collection, Registry};

use crate::common::cases;
use crate::sokoban::level;

fn collection(text: &str) -> Collection {
    Registry::standard().collection(text).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

/// Titles and first lines of the levels.
fn titles(collection: &Collection) -> Vec<(&str, usize)> {
    collection.puzzles.iter().map(|puzzle| (&*puzzle.title, puzzle.line)).collect()
}

/// The board of a level of Sokoban, as the file has it.
fn board(puzzle: &CollectedPuzzle) -> String {
    let table: toml::Table = puzzle.file.as_ref().unwrap_or_else(|error| panic!("{error}")).parse().unwrap();
    table["board"].as_str().unwrap().to_owned()
}

fn boards(text: &str) -> Vec<String> {
    collection(text).puzzles.iter().map(board).collect()
}

fn error(text: &str, level: Option<usize>) -> String {
    Registry::standard().read_level(text, None, level).err().expect(text).to_string()
}

const SMALL: &str = "#####\n#@$.#\n#####";
const WIDE: &str = "######\n#@$ .#\n######";
const TALL: &str = "###\n#@#\n#$#\n#.#\n###";

#[test]
fn levels_are_called_what_stands_before_or_after_them() {
    for (text, title, author, levels) in [
        (format!("{SMALL}\nTitle: A\n\n{WIDE}\nTitle: B\n"), "", "", [("A", 1), ("B", 6)]),
        (format!("Title: A\n{SMALL}\n\nTitle: B\nAuthor: me\n\n{WIDE}\n"), "", "", [("A", 2), ("B", 9)]),
        (format!("; 1\n\n{SMALL}\n\n; 2\n'The Dungeon'\n\n{WIDE}"), "", "", [("1", 3), ("The Dungeon", 10)]),
        (
            format!("Set of two\nby me\n\n 1\n{SMALL}\n\n 2\n{WIDE}\n"),
            "Set of two",
            "",
            [("1", 5), ("2", 10)],
        ),
        (format!("{SMALL}\n1\n\n{WIDE}\n2\n"), "", "", [("1", 1), ("2", 6)]),
        (format!("A set\n\n{SMALL}\n\n{WIDE}\n"), "A set", "", [("", 3), ("", 7)]),
        (
            format!("Title: A set\nAuthor: me\n\n1\n{SMALL}\n\n2\n{WIDE}\n"),
            "A set",
            "me",
            [("1", 5), ("2", 10)],
        ),
        (
            format!(
                ":: Sok 0.19 ::\nCollection: Tiny\nAuthor: me\n\nFirst\n\n{SMALL}\nAuthor: you\n\nSecond\n\n{WIDE}\nAuthor: me\n"
            ),
            "Tiny",
            "me",
            [("First", 7), ("Second", 14)],
        ),
    ] {
        let found = collection(&text);
        assert_eq!((&*found.title, &*found.author), (title, author), "{text}");
        assert_eq!(titles(&found), levels, "{text}");
        assert_eq!(found.puzzles.iter().map(board).collect::<Vec<_>>(), [SMALL, WIDE], "{text}");
    }
}

#[test]
fn comments_snapshots_and_solutions_are_no_levels() {
    let text = format!(
        "First\n\n{SMALL}\nComment:\n{TALL}\nTitle: none\nComment-End:\nSolution 1\nR\n\nSnapshot 1\n{WIDE}\n\n\
         Snapshot (play)\nrrl\n\nSecond\n{WIDE}\nComment: in a line\nSolution/me: rR\nSolution 2\nr\n2(R)\n\n\
         Solution of the last\n{TALL}\n"
    );
    let found = collection(&text);
    assert_eq!(found.puzzles.iter().map(board).collect::<Vec<_>>(), [SMALL, WIDE, TALL]);
    assert_eq!(
        titles(&found).iter().map(|(title, _)| *title).collect::<Vec<_>>(),
        ["First", "Second", "Solution of the last"]
    );
    let solutions: Vec<&[String]> = found.puzzles.iter().map(|puzzle| &puzzle.solutions[..]).collect();
    let expected: [&[&str]; 3] = [&["R"], &["rR", "rRR"], &[]];
    assert_eq!(solutions, expected);
    // A comment that nothing ends is a line, or a paragraph.
    for comment in ["Comment: one line", "Comment:\na paragraph\n", "Comment: one\nComment: two"] {
        assert_eq!(boards(&format!("{SMALL}\n{comment}\n{WIDE}\n")), [SMALL, WIDE], "{comment}");
    }
}

#[test]
fn rows_are_read_as_they_are_meant() {
    for (text, expected) in [
        ("5#|#@$.#|5#\n\n6#|#@$ .#|6#", vec![SMALL, WIDE]),
        // Each line is a level.
        ("5#|#@$.#|5#\n6#|#@$ .#|6#\n", vec![SMALL, WIDE]),
        ("3#|#@#|#$#\n#.#|3#", vec![TALL]),
        ("5#|#p(b).#|5(#)", vec![SMALL]),
        ("9#|#p2(2( ))b.#|9#", vec!["#########\n#@    $.#\n#########"]),
        ("###\n#p#\n#b#\n#.#\n###\n\n#####\n#pb.#\n#####", vec![TALL, SMALL]),
        ("####\n#PB#\n####\n\n5#|#@$.#|5#", vec!["####\n#+*#\n####", SMALL]),
        (" ####\n #  #\n-\n#####\n#@$.#\n#####", vec![" ####\n #  #\n-\n#####\n#@$.#\n#####"]),
        ("#####\n#@$.#\n#####\n---\n######\n#@$ .#\n######", vec![SMALL, WIDE]),
        ("#####\n#@$.#\n#####\n# the second\n######\n#@$ .#\n######", vec![SMALL, WIDE]),
        ("#####\r#@$.#\r#####\r\r######\r#@$ .#\r######\r", vec![SMALL, WIDE]),
        // Ornaments.
        (
            "########\n\n#####\n#@$.#\n#####\n\n########\n########\n########\n\n######\n#@$ .#\n######",
            vec![SMALL, WIDE],
        ),
    ] {
        assert_eq!(boards(text), expected, "{text}");
    }
}

#[test]
fn levels_of_xml_are_read() {
    let text = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- <Level> -->\n<SokobanLevels>\n\
        <Title>Two &amp; more</Title><Description>#</Description>\n<LevelCollection Copyright='A &#x42;.'>\n\
        <Level Id=\"1 &lt; 2\" Width=\"5\"><L>#####</L><L>#@$.#</L>\n<L>#####</L></Level>\n\
        <Level Id='2' Copyright='C'>\n<L>######</L>\n<L>#@$ .#</L><L><![CDATA[######]]></L>\n</Level>\n\
        </LevelCollection></SokobanLevels>";
    let found = collection(text);
    assert_eq!((&*found.title, &*found.author), ("Two & more", "A B."));
    assert_eq!(titles(&found), [("1 < 2", 6), ("2", 8)]);
    assert_eq!(found.puzzles.iter().map(board).collect::<Vec<_>>(), [SMALL, WIDE]);
    assert_eq!(found.puzzles[1].author, "C");
    for (text, message) in [
        ("<SokobanLevels>\n<Level>\n<L>###", "line 2: <Level> does not end: add </Level>"),
        ("<SokobanLevels>\n<Level", "line 2: \"<Level\" does not end: add the missing \">\""),
        ("<SokobanLevels/>", "there is no <Level> in <SokobanLevels>"),
        ("<SokobanLevels><L></L>", "line 1: a row </L> outside of a <Level>"),
        ("<SokobanLevels>\n</Level>", "line 2: a </Level> without its beginning"),
        ("<SokobanLevels><Level><Level>", "line 1: a <Level> within a <Level>, or without rows"),
    ] {
        assert_eq!(error(text, None), message);
    }
}

#[test]
fn a_level_is_taken_by_its_number_and_is_wrong_on_its_own() {
    let text = format!(
        "1\n{SMALL}\n\n2\n#####\n#@$?#\n#  .#\n#####\n\n3\n#####\n#@$\n\n4\n{WIDE}\n\n5\n#####\n#@$@#\n#####\n"
    );
    let registry = Registry::standard();
    for (level, number) in [(None, 1), (Some(1), 1), (Some(4), 4)] {
        let instance = registry.read_level(&text, None, level).unwrap();
        let about = instance.about();
        assert_eq!((about.level, about.title.all().next()), (Some((number, 5)), Some(&*number.to_string())));
    }
    let strange = "'?' does not belong on a board: draw it with ";
    assert!(error(&text, Some(2)).starts_with(&format!("level 2, line 8, column 4: {strange}")));
    assert_eq!(
        error(&text, Some(3)),
        "level 3, line 13: a level has at least three rows, and this has 2: draw the rows without empty lines between them"
    );
    assert_eq!(error(&text, Some(5)), "level 5, line 23, column 4: a second man: there is only one");
    assert_eq!(error(&text, Some(6)), "there is no level 6: the file has 5, counted from 1");
    let found = collection(&text);
    assert_eq!(found.puzzles.iter().filter(|puzzle| puzzle.file.is_err()).count(), 1);
    assert_eq!((found.named(" 4 "), found.named("6").is_err()), (Ok(4), true));
    // A file of levels may have one, and an instance file has none.
    assert!(registry.read_level(SMALL, None, Some(1)).unwrap().about().level.is_none());
    assert_eq!(error(SMALL, Some(2)), "there is no level 2: the file has 1, counted from 1");
    let file = format!("puzzle = 'sokoban'\nboard = '''\n{SMALL}'''\n");
    assert_eq!(error(&file, Some(1)), "\"sokoban\" has no levels: leave out the level");
    let twice = collection(&format!("A\n{SMALL}\n\nA\n{WIDE}\n"));
    assert_eq!(
        twice.named("a").unwrap_err().to_string(),
        "levels 1 and 2 are both called \"a\": give the number of one"
    );
}

#[test]
fn a_puzzle_a_line_is_a_collection() {
    let position = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let text = format!(
        "# positions\n60 {position} 2332\n\nrushhour:{position}\nklotski:vBBvvBBvvhhvv11v1..1\n{position}\nrushhour:abc\n"
    );
    let found = collection(&text);
    assert_eq!(found.puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [2, 4, 5, 6, 7]);
    assert_eq!(found.puzzles[0].file, found.puzzles[1].file);
    let registry = Registry::standard();
    let families =
        [1, 2, 3, 4].map(|level| registry.read_level(&text, None, Some(level)).unwrap().about().puzzle);
    assert_eq!(families, ["sliding"; 4]);
    assert_eq!(
        error(&text, Some(5)),
        "level 5, line 7: a Rush Hour position has 36 characters, 6 rows of 6, and this has 3"
    );
    // A level on a line is one of several puzzles here, and the others are not its title.
    let mixed = format!("{position}\n5#|#@$.#|5#\n");
    let families = [1, 2].map(|level| registry.read_level(&mixed, None, Some(level)).unwrap().about().puzzle);
    assert_eq!(families, ["sliding", "sokoban"]);
    // Databases have other fields, and a heading.
    let database = format!("name,moves,board\na,60,{position}\nb,60,{position}\n");
    assert_eq!(collection(&database).puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [2, 3]);
    // A heading is one line.
    let twice = format!("name,board\nname,board\na,{position}\nb,{position}\n");
    assert_eq!(error(&twice, Some(1)), "level 1, line 2: the line is no puzzle");
    assert_eq!(collection(&twice).puzzles.len(), 3);
    // Other texts are none.
    for text in
        [format!("{position}\n"), "a\nb\nc\n".to_owned(), format!("{position}\na\nb\n{position}\nc\nd\n")]
    {
        assert!(registry.collection(&text).map_or(true, |found| found.puzzles.len() == 1), "{text}");
    }
    assert!(error("a\nb\nc\n", None).contains("fits no notation"));
}

#[test]
fn the_levels_of_a_game_are_listed() {
    let game = include_str!("../../library/puzzlescript/a-push.toml");
    let source: toml::Table = game.parse().unwrap();
    let source = source["game"].as_str().unwrap();
    for text in [game, source] {
        let found = collection(text);
        let lines: Vec<_> = source.lines().collect();
        assert!(!found.puzzles.is_empty());
        for (number, puzzle) in (1..).zip(&found.puzzles) {
            assert_eq!(puzzle.level, Some(number));
            assert!(lines[puzzle.line - 1].starts_with('#'), "{}", lines[puzzle.line - 1]);
            let file = puzzle.file.as_ref().unwrap();
            let instance = Registry::standard().read_level(file, None, puzzle.level).unwrap();
            assert_eq!(instance.about().level, Some((number, found.puzzles.len())));
        }
    }
    // One puzzle is a collection, too.
    let alone = collection(&format!("puzzle = 'sokoban'\ntitle = 'Alone'\nboard = '''\n{SMALL}'''\n"));
    assert_eq!(titles(&alone), [("Alone", 1)]);
    assert!(Registry::standard().collection("nothing").is_err());
}

/// Published sets, with their numbers of levels.
#[test]
fn published_sets_have_all_their_levels() {
    for (file, count, first, last) in [
        ("sokoban/microban-155.xsb", 155, "1", "The Dungeon"),
        ("sokoban/xsokoban-90.xsb", 90, "screen.01", "screen.90"),
        ("review/wild/two.sok", 2, "A", "B"),
        ("review/wild/one.sok", 1, "First", "First"),
        ("review/wild/emptyrow.sok", 1, "Sokoban", "Sokoban"),
        ("review/wild/a.slc", 1, "1", "1"),
    ] {
        let path = format!("{}/../../../shared/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let found = collection(&text);
        assert_eq!(found.puzzles.len(), count, "{file}");
        assert_eq!([&*found.puzzles[0].title, &*found.puzzles[count - 1].title], [first, last], "{file}");
        assert!(found.puzzles.iter().all(|puzzle| puzzle.file.is_ok()), "{file}");
    }
}

/// A few thousand levels, and texts whose parts stand for much: in time that grows as their length.
#[test]
fn long_files_are_read() {
    let levels = format!("; a title\n{WIDE}\nAuthor: somebody\n\n").repeat(4000);
    assert_eq!(collection(&levels).puzzles.len(), 4000);
    for text in [
        "99999#|\n\n".repeat(10_000),
        "9(9(9(9(9(9(9(9(#|@".repeat(10_000),
        format!("{SMALL}\nComment:\n\n").repeat(10_000),
        format!("Title: {}\n{}", "t".repeat(100_000), format!("{SMALL}\n\n").repeat(4000)),
        format!("{SMALL}\nSolution\n").repeat(10_000),
        "#@$.#\n-\n".repeat(10_000),
        "<SokobanLevels><".repeat(10_000),
        "a = 1 b\n".repeat(10_000),
    ] {
        let found = Registry::standard().collection(&text);
        assert!(
            found.is_ok_and(|found| !found.puzzles.is_empty()) || error(&text, None).lines().count() == 1
        );
    }
}

/// The ways in which a level is written.
fn encoded(rows: &str, way: usize) -> String {
    let runs = |rows: &str| {
        let (mut text, mut rest) = (String::new(), rows);
        while let Some(c) = rest.chars().next() {
            let length = rest.len() - rest.trim_start_matches(c).len();
            let number = if length > 1 { length.to_string() } else { String::new() };
            text += &format!("{number}{}", if c == '\n' { '|' } else { c });
            rest = &rest[length..];
        }
        text
    };
    let letters = || rows.replace('@', "p").replace('$', "b").replace('+', "P").replace('*', "B");
    match way % 5 {
        0 => rows.to_owned(),
        1 => rows.replace(' ', "-"),
        2 => runs(rows),
        3 => letters(),
        _ => runs(&letters().replace(' ', "_")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), ..ProptestConfig::default() })]

    #[test]
    fn levels_are_the_same_in_every_notation(
        levels in prop::collection::vec((level().prop_filter("a box", |rows| rows.contains(['$', '*'])), 0..5_usize), 2..6),
        style in 0..4_usize, ends in 0..3_usize,
    ) {
        let mut text = if style == 3 { "<SokobanLevels>".to_owned() } else { String::new() };
        for (at, (rows, way)) in levels.iter().enumerate() {
            let written = encoded(rows, *way);
            text += &match style {
                0 => format!("{written}\nTitle: L{at}\n\n"),
                1 => format!("L{at}\n\n{written}\n\n"),
                2 => format!("; L{at}\n{written}\nSolution\nlurd\n\n"),
                _ => {
                    let rows: String = rows.lines().map(|row| format!("<L>{row}</L>\n")).collect();
                    format!("<Level Id=\"L{at}\">\n{rows}</Level>\n")
                }
            };
        }
        if style == 3 {
            text += "</SokobanLevels>";
        }
        let text = text.replace('\n', ["\n", "\r\n", "\r"][ends]);
        let found = collection(&text);
        prop_assert_eq!(found.puzzles.len(), levels.len(), "{}", text);
        for (at, (puzzle, (rows, _))) in found.puzzles.iter().zip(&levels).enumerate() {
            prop_assert_eq!(&puzzle.title, &format!("L{at}"));
            prop_assert_eq!(board(puzzle).replace(['-', '_'], " "), rows.as_str(), "{}", text);
        }
    }

    /// Cut and mixed, it is an answer or one line; and each level is that of the whole, or refused, or missing.
    #[test]
    fn what_is_damaged_is_read_or_refused(
        parts in prop::collection::vec((prop::sample::select(vec![
            "#####\n", "#@$.#\n", "# @#\n", "\n", "Title: x\n", "Comment:\n", "Comment-End:\n", "Solution\n", "rR\n",
            "Snapshot\n", "5#|#@$.#|5#\n", "-\n", "#?#\n", "; y\n", "<SokobanLevels>", "<Level>", "<L>", "</L>", "</Level>",
            "&lt;", "2(", ")", "p b\n", "::\n", "\r", "\u{feff}", "é", "rushhour:x\n",
            "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n",
        ]), 0..9_usize), 0..30),
    ) {
        let text: String = parts.into_iter().map(|(part, cut)| part.chars().skip(cut / 6).collect::<String>()).collect();
        match Registry::standard().collection(&text) {
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
            Ok(found) => {
                prop_assert!(!found.puzzles.is_empty());
                for (number, puzzle) in (1..).zip(&found.puzzles) {
                    let at = if found.puzzles.len() > 1 { Some(number) } else { None };
                    let read = Registry::standard().read_level(&text, None, at);
                    prop_assert!(puzzle.file.is_ok() || read.is_err(), "{}", text);
                    if let Err(error) = read {
                        prop_assert_eq!(error.to_string().lines().count(), 1);
                    }
                }
            }
        }
    }
}
