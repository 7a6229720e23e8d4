//! Texts as mails, forums and editors show them, and texts that are no puzzle.

use tejun_puzzles::{Instance, Registry};

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, None).map_err(|error| error.to_string())
}

fn error(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("{text:?} is read"))
}

fn drawn(instance: &dyn Instance) -> String {
    format!("{} {:?}", instance.family().name, instance.start().scene())
}

const LEVEL: &str = "#####\n#@$.#\n#####";
const CARD: &str = "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.";
const BLOCKS: &str = "abbc\nabbc\ndeef\ndghf\ni..j";
const TILES: &str = "1 2 6\n4 0 5\n8 3 7";
const PEGS: &str = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo";
const MAP: &str = "20\n5 3\n#####\n#@..#\n#####";
const DESKTOP: &str = "######\n#a**b#\n#a**b#\n#cdde#\n#c  e#\n##--##\n    ..\n    ..";
const ALL: [&str; 7] = [LEVEL, CARD, BLOCKS, TILES, PEGS, MAP, DESKTOP];

fn each(text: &str, line: impl Fn(usize, &str) -> String) -> String {
    (1..).zip(text.lines()).map(|(number, text)| line(number, text)).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_around_lines_is_taken_away() {
    for text in ALL {
        let plain = drawn(&*read(text).unwrap_or_else(|error| panic!("{error}: {text}")));
        let wide = |c: char| match c {
            '!'..='~' => char::from_u32(c as u32 - 0x21 + 0xff01).unwrap(),
            ' ' => '\u{3000}',
            c => c,
        };
        let mut texts = vec![
            format!("```\n{text}\n```\n"),
            format!("```text\n{text}\n```\n"),
            format!("~~~\n{text}\n~~~"),
            each(text, |_, line| format!("> {line}")),
            each(text, |_, line| format!(">> {line}")),
            format!("<pre>\n{text}\n</pre>"),
            format!("<pre><code class=\"x\">{text}</code></pre>"),
            format!("[code]\n{text}\n[/code]"),
            text.replace(' ', "\u{a0}"),
            text.replace(' ', "&nbsp;"),
            text.chars().map(wide).collect(),
            text.replace('\n', "\u{200b}\n"),
            text.replace('\n', "\r"),
            format!("\u{feff}{}\r\n", text.replace('\n', "\r\n")),
            each(text, |_, line| format!("    {line}")),
            each(text, |_, line| format!("// {line}")),
        ];
        if ![TILES, MAP].contains(&text) {
            texts.extend([
                each(text, |number, line| format!("{number} {line}")),
                each(text, |number, line| format!("{:02}: {line}", number - 1)),
                each(text, |number, line| format!("{number:6}\t{line}")),
                each(text, |number, line| format!("{:4}| {line}", number + 44)),
                each(text, |number, line| format!("{number:>2}) {line}")),
            ]);
        }
        for pasted in texts {
            match read(&pasted) {
                // What is as wide as the board was indented by, is floor outside of its walls.
                Ok(instance) if text == DESKTOP || text == LEVEL => {
                    assert_eq!(instance.family().name, plain.split(' ').next().unwrap(), "{pasted}");
                }
                Ok(instance) => assert_eq!(drawn(&*instance), plain, "{pasted}"),
                Err(error) => panic!("{error}: {pasted}"),
            }
        }
    }
}

#[test]
fn what_is_no_puzzle_is_not_read_as_one() {
    for text in [
        "# Notes\n* A.\n",
        "# Title #\n\n* one.\n* two.\n## Sub ##\n",
        "# A #\n* b * .\n# c #\n",
        "#####################\n# This is * a note. #\n#####################\n",
        "#!/bin/sh\n# run * all.\nls *.txt\n",
        "#include <stdio.h>\nint main(void) {\n  /* a. */\n  return 0;\n}\n",
        "def f(x):\n    # a * b.\n    return x\n",
        "name,age\nbob,3\nann,4\n",
        "id,code\n1,104857600\n2,400315200\n3,123456789\n",
        "2024-01-02 10:11:12 INFO start\n2024-01-02 10:11:13 WARN x=1\n",
        "From: a@b.c\nTo: d@e.f\nSubject: hi\n\nHello you all.\n#1 is best. * x\n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR",
        "[Event \"x\"]\n[Site \"y\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n",
        "530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n060000280\n000419005\n000080079",
        "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79",
        "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 0 |",
        "{| class=\"wikitable\"\n|-\n| 1 || 2\n|-\n| 3 || 4\n|}",
        "a: 1\nb:\n  - 1\n  - 2\n",
        "- 1\n- 2\n- 0\n- 3\n",
        "{\"board\": [[1, 2], [3, 0]]}",
        "42",
        "42\n",
        "12\n30",
        "8f3c2d1",
        "#a { b: *; }\n.c { d: e }\n#f { }",
        " * 20\n * 5 3\n * #\n * #@..#\n * #\n",
        " _  _\n| || |\n|_||_|\n",
        "#########\n#   #   #\n# # # # #\n#########",
    ] {
        let error = error(text);
        assert!(!error.contains('\n') && error.len() < 700, "{error}");
        assert!(
            !error.contains("time limit") && !error.contains("car ") && !error.contains("piece "),
            "{text}: {error}"
        );
    }
}

#[test]
fn two_kinds_in_a_text_are_refused_with_their_lines() {
    for (at, one) in ALL.iter().enumerate() {
        for (other_at, other) in ALL.iter().enumerate() {
            let [family, other_family] = [one, other].map(|text| read(text).unwrap().family().name);
            let text = format!("{one}\n\n{other}\n");
            if family == other_family {
                // Both are listed.
                let found =
                    Registry::standard().collection(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                let lines: Vec<usize> = found.puzzles.iter().map(|puzzle| puzzle.line).collect();
                assert_eq!(lines, [1, one.lines().count() + 2], "{at} {other_at}: {text}");
                continue;
            }
            let line = one.lines().count() + 2;
            assert_eq!(
                error(&text),
                format!(
                    "the text has a puzzle of {family} (line 1) and one of {other_family} (line {line}): put each kind into a file of its own"
                ),
                "{text}"
            );
        }
    }
    // Without an empty line between, too.
    for other in [CARD, BLOCKS, TILES, PEGS] {
        assert!(
            error(&format!("{LEVEL}\n{other}"))
                .starts_with("the text has a puzzle of sokoban (line 1) and one of")
        );
    }
}

#[test]
fn boards_below_each_other_are_a_collection() {
    let collection =
        |text: &str| Registry::standard().collection(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    for board in [CARD, BLOCKS, TILES, PEGS] {
        let text = format!("Card 1\n{board}\n\nCard 2\n\n{board}\n\n# Card 3 #\n{board}\n");
        let found = collection(&text);
        let titles: Vec<&str> = found.puzzles.iter().map(|puzzle| &*puzzle.title).collect();
        assert_eq!(titles, ["Card 1", "Card 2", "Card 3"], "{text}");
        for (level, puzzle) in (1..).zip(&found.puzzles) {
            assert_eq!(text.lines().nth(puzzle.line - 1), board.lines().next());
            assert!(Registry::standard().read_level(&text, None, Some(level)).is_ok());
        }
    }
    let broken = format!("{CARD}\n\n{}\n", CARD.replace('Q', "9"));
    assert_eq!(collection(&broken).puzzles.len(), 2);
    assert!(Registry::standard().read_level(&broken, None, Some(2)).is_err());
    // Maps follow each other also without an empty line.
    for between in ["\n", "\n\n"] {
        let text = [MAP, MAP, MAP].join(between);
        let found = collection(&text);
        assert_eq!(found.puzzles.len(), 3, "{text}");
        assert_eq!(read(&text).unwrap().family().name, "pacman");
    }
    // A comment is none of the board, which is read alone.
    for text in [format!("# Card 1 of 40\n{CARD}"), format!("# Card 1 of 40\n\n{CARD}\n\n# End of card 1\n")]
    {
        assert_eq!(drawn(&*read(&text).unwrap()), drawn(&*read(CARD).unwrap()));
    }
    // One board in other text is not taken out of it.
    assert_eq!(
        error(&format!("Here is my puzzle.\n\n{CARD}\n\nThanks!\n")),
        "lines 3 to 8 are a puzzle of sliding, and there is other text around them: give those lines alone"
    );
}

#[test]
fn rows_have_one_width() {
    for (text, message) in [
        (
            format!("{BLOCKS}\n."),
            "row 6, column 2: this row is 1 long, most are 4 long: make them equally long",
        ),
        (
            BLOCKS.replace("deef", "deef."),
            "row 3, column 5: this row is 5 long, most are 4 long: make them equally long",
        ),
        (
            format!("{CARD}\n."),
            "row 7, column 2: this row is 1 long, most are 6 long: make them equally long",
        ),
        (
            CARD.replace("P..Q..", "P..Q."),
            "row 4, column 6: this row is 5 long, most are 6 long: make them equally long",
        ),
    ] {
        assert_eq!(error(&text), message, "{text}");
    }
    // A row of a level without walls does not get lost.
    assert_eq!(error(&format!("{LEVEL}\n.")), "row 4, column 1: the man can never get here: open the walls");
    assert_eq!(error("####\n@$ .\n####"), "row 2, column 1: the floor is open here: close it with walls");
    // Numbers are no counts of what follows them.
    assert_eq!(
        error("1 #####\n3 #@$.#\n5 #####"),
        "a row begins with the number 1, which says how often what follows comes: take the numbers of rows away"
    );
}

#[test]
fn places_are_those_of_the_text() {
    let man = "a second man: there is only one";
    for (text, message) in [
        (format!("Title\nby me\n\n{}", LEVEL.replace("$.", "$@")), format!("line 5, column 4: {man}")),
        (format!("\n\n\n{}", LEVEL.replace("$.", "$@")), format!("line 5, column 4: {man}")),
        (
            format!("; 1\n'The title'\n{}\nTitle: x\n", LEVEL.replace("$.", "$@")),
            format!("line 4, column 4: {man}"),
        ),
        // From the first line on, they are the rows.
        (LEVEL.replace("$.", "$@"), format!("row 2, column 4: {man}")),
        (each(&LEVEL.replace("$.", "$@"), |_, line| format!("> {line}")), format!("row 2, column 6: {man}")),
        (
            format!("# Card 1 of 40\n\n{}", CARD.replace("AA...O", "AAB..O")),
            "line 3, column 3: car B is not two or three cells in a line: draw it as one".to_owned(),
        ),
        (
            format!("\n    {}", CARD.replace("AA...O", "AAB..O").replace('\n', "\n    ")),
            "line 2, column 7: car B is not two or three cells in a line: draw it as one".to_owned(),
        ),
    ] {
        assert_eq!(error(&text), message, "{text}");
    }
}

#[test]
fn a_level_has_a_box() {
    let text = format!("1\n{LEVEL}\n\n2\n{}\n", LEVEL.replace('$', " "));
    let found = Registry::standard().collection(&text).unwrap();
    assert_eq!(found.puzzles.len(), 2);
    assert_eq!(
        Registry::standard().read_level(&text, None, Some(2)).err().unwrap().to_string(),
        "level 2, line 7: a level has a box, and this has none: draw it as $, or as * on a goal"
    );
}
