//! Boards in the notations in which people copy them.

use tejun_puzzles::question::Solve;
use tejun_puzzles::{Instance, Means, Registry};
use tejun_search::Unwatched;

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, None).map_err(|error| error.to_string())
}

/// The instance file that a text makes.
fn file(text: &str) -> Result<String, String> {
    let registry = Registry::standard();
    let Some(file) = registry.import(text) else { return Err("no notation".to_owned()) };
    let file = file.map_err(|error| error.to_string())?;
    registry.read(&file, None).map_err(|error| error.to_string())?;
    Ok(file)
}

fn cost(text: &str) -> Option<i64> {
    let instance = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    instance.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap().value.cost
}

#[track_caller]
fn all_like(plain: &str, others: &[String]) {
    let plain = file(plain).unwrap_or_else(|error| panic!("{plain}: {error}"));
    for other in others {
        assert_eq!(file(other).as_ref(), Ok(&plain), "{other}");
    }
}

/// A board in all ways in which it is framed, quoted and spaced.
fn around(rows: &[&str]) -> Vec<String> {
    let each = |row: &dyn Fn(&str) -> String, between: &str| {
        rows.iter().map(|text| row(text)).collect::<Vec<_>>().join(between)
    };
    let spaced =
        |row: &str, between: &str| row.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(between);
    let plain = each(&str::to_owned, "\n");
    let rule = format!("+{}+", "-".repeat(rows[0].len()));
    let wide = format!("+{}", "---+".repeat(rows[0].len()));
    vec![
        plain.clone() + "\n",
        format!("\u{feff}{plain}"),
        plain.replace('\n', "\r\n") + "\r\n",
        format!("\n\n{plain}\n\n"),
        format!("```\n{plain}\n```"),
        format!("# Card 1 of 40\n{plain}"),
        each(&|row| spaced(row, " "), "\n"),
        each(&|row| spaced(row, ", "), "\n"),
        each(&|row| format!("    {row}"), "\n"),
        each(&|row| format!("|{row}|"), "\n"),
        format!("{rule}\n{}\n{rule}", each(&|row| format!("|{row}|"), "\n")),
        format!("{rule}\n{}\n{rule}", each(&|row| format!("| {} |", spaced(row, " ")), "\n")),
        format!(
            "{wide}\n{}\n{wide}",
            each(&|row| format!("| {} |", spaced(row, " | ")), &format!("\n{wide}\n"))
        ),
        format!("┌──┐\n{}\n└──┘", each(&|row| format!("│{row}│"), "\n")),
        format!("[{}]", each(&|row| format!("\"{row}\""), ",\n ")),
        each(&|row| format!("'{row}'"), ",\n"),
        format!("board = [{}]", each(&|row| format!("['{}']", spaced(row, "', '")), ", ")),
        each(&str::to_owned, "/"),
        each(&str::to_owned, " "),
    ]
}

const CARD: [&str; 6] = ["AA...O", "P..Q.O", "PXXQ.O", "P..Q..", "B...CC", "B.RRR."];

#[test]
fn rows_of_cars_are_read_in_all_their_frames() {
    let word = CARD.concat();
    assert_eq!(cost(&word), Some(8));
    all_like(&word, &around(&CARD));
    for sign in [".", "o", "0", "_", "-", " "] {
        let rows: Vec<String> = CARD.iter().map(|row| row.replace('.', sign)).collect();
        let framed = rows.iter().map(|row| format!("|{row}|")).collect::<Vec<_>>().join("\n");
        all_like(&word, &[rows.join("\n"), framed]);
        if sign != " " {
            all_like(&word, &[rows.concat()]);
        }
    }
    all_like(
        &word,
        &[format!("8 {word} 1234"), format!("{word} 8"), format!("1,{word},8"), format!("{word};8")],
    );
    // The exit may be marked.
    let marked = |mark: &str| CARD.join("\n").replace("PXXQ.O", &format!("PXXQ.O{mark}"));
    all_like(&word, &[marked(">"), marked("  ->")]);
    let framed = |row: &&str| if row.contains('X') { format!("|{row}") } else { format!("|{row}|") };
    all_like(&word, &[CARD.iter().map(framed).collect::<Vec<_>>().join("\n")]);
    let elsewhere = CARD.join("\n").replace("P..Q..\n", "P..Q..>\n");
    assert_eq!(
        file(&elsewhere).unwrap_err(),
        "the exit is marked in row 4, and the red car is in row 3: draw both in one row"
    );
}

#[test]
fn boards_of_other_sizes_are_read_in_rows_and_in_a_word() {
    for rows in [
        vec![".....", "..B..", "AAB..", ".....", "....."],
        vec!["..B...", "..B...", "AAB...", "......", "......", "......"],
        vec!["...B...", "...B...", "...B...", "XX.C...", "...C...", ".......", "......."],
    ] {
        let text = rows.join("\n");
        assert!(cost(&text).is_some(), "{text}");
        all_like(&text, &[rows.concat()]);
    }
    // A rectangle.
    assert_eq!(cost("AA...B.\n.....B.\n.......\n.......\n"), Some(2));
}

#[test]
fn which_car_is_red_is_not_guessed_in_rows() {
    let card = CARD.join("\n");
    let with_r = card.replace('R', "S").replace('X', "R");
    assert_eq!(
        file(&with_r).unwrap_err(),
        "row 3, column 2: R lies where the red car should, and A does not: name the red car X, or the other one with another letter than A"
    );
    let small = card.to_lowercase();
    assert!(file(&small).unwrap_err().contains("o may be a car here"));
    assert!(file(&small.replace('o', "t")).unwrap_err().contains("the red car A is missing"));
    let digits = card.replace('A', "1").replace('B', "2");
    assert!(read(&digits).is_err());
}

const KLOTSKI: [&str; 5] = ["abbc", "abbc", "deef", "dghf", "i..j"];

#[test]
fn boards_of_blocks_are_read_by_pieces_and_by_shapes() {
    let plain = KLOTSKI.join("\n");
    assert_eq!(cost(&plain), Some(81));
    let mut texts = around(&KLOTSKI);
    texts.push(KLOTSKI.concat());
    for sign in ["0", " ", "_", "-"] {
        texts.push(plain.replace('.', sign));
    }
    all_like(&plain, &texts);
    // Codes and shapes name the pieces anew.
    let layout = file("vBBvvBBvvhhvv11v1..1").unwrap();
    for text in ["1A9BF0C00", "1A9BF0C", "1a9bf0c", "1A9BF0C0"] {
        assert_eq!(file(text).as_ref(), Ok(&layout), "{text}");
    }
    let shapes = "2112\n2112\n2332\n2442\n4004";
    assert_eq!(file(shapes).as_ref(), Ok(&layout));
    all_like(shapes, &around(&shapes.lines().collect::<Vec<_>>()));
    // The second example of the code's definition.
    assert_eq!(file("4FEA13400"), file("111vBBvvBBvv.hhv.1hh"));
    assert!(file("3A9BF0C00").is_err() && file("1A9BF0C01").is_err());
}

#[test]
fn what_is_missing_on_a_board_of_blocks_is_said() {
    for (text, message) in [
        ("abcd\nabcd\nefgh\nefgh\ni..j", "a board of Klotski has one 2x2 block"),
        ("abbc\nabbc\ndeef\ndeef\ni..j", "there is a second 2x2 block"),
        ("abbc\nabbc\ndeea\ndghf\ni..j", "a is neither one piece"),
        ("0110\n0110\n0220\n0000\n0000", "these can be several pieces"),
    ] {
        let error = file(text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn tiles_are_read_in_all_their_lists() {
    let plain = "1 2 6\n4 0 5\n8 3 7\n";
    let rows = ["126", "405", "837"];
    let mut texts = around(&rows);
    for text in [
        "1 2 6 4 0 5 8 3 7",
        "1,2,6,4,0,5,8,3,7",
        "3\n1 2 6\n4 0 5\n8 3 7",
        "3 3\n1 2 6\n4 0 5\n8 3 7",
        "3x3\n1 2 6\n4 0 5\n8 3 7",
        "3\n1 2 6 4 0 5 8 3 7",
        "# This puzzle is solvable\n3\n1 2 6 # first\n4 0 5\n8 3 7",
        "[[1, 2, 6], [4, 0, 5], [8, 3, 7]]",
        "[[1, 2, 6],\n [4, 0, 5],\n [8, 3, 7]]",
        "board = [[1, 2, 6], [4, None, 5], [8, 3, 7]]",
        "puzzle = [[1, 2, 6], [4, 0, 5], [8, 3, 7]]",
        "int a[3][3] = {{1,2,6},{4,0,5},{8,3,7}};",
        "(1, 2, 6, 4, 0, 5, 8, 3, 7)",
        "[1, 2, 6, 4, 0, 5, 8, 3, 7]",
        "1 2 6\n4 _ 5\n8 3 7",
        "1 2 6\n4 x 5\n8 3 7",
        "1 2 6\n4 . 5\n8 3 7",
        "1 2 6\n4   5\n8 3 7",
        "1,2,6\n4,,5\n8,3,7",
        "1,2,6,\n4,0,5,\n8,3,7,",
        "1\t2\t6\n4\t\t5\n8\t3\t7",
        " 1  2  6\n 4     5\n 8  3  7",
        "| 1 | 2 | 6 |\n| 4 |   | 5 |\n| 8 | 3 | 7 |",
        "1 2 6 / 4 0 5 / 8 3 7",
        "1 2 6; 4 0 5; 8 3 7",
        "3x3:1,2,6,4,0,5,8,3,7",
        "126405837",
        "126\n4.5\n837",
    ] {
        texts.push(text.to_owned());
    }
    all_like(plain, &texts);
    all_like("1 2 3\n4 5 6\n7 8 0", &["1 2 3\n4 5 6\n7 8".to_owned(), "1,2,3\n4,5,6\n7,8,".to_owned()]);
    all_like("0 1 2\n3 4 5\n6 7 8", &["  1 2\n3 4 5\n6 7 8".to_owned()]);
    let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    all_like(
        korf,
        &[
            "14 13 15 7\n11 12 9 5\n6 0 2 1\n4 8 10 3".to_owned(),
            format!("4x4:{}", korf.replace(' ', ",")),
            "14 13 15  7\n11 12  9  5\n 6     2  1\n 4  8 10  3".to_owned(),
            "edf7bc9560214 8a3".replace(' ', ""),
        ],
    );
}

#[test]
fn numbers_in_doubt_are_refused() {
    for (text, message) in [
        ("1\n2\n3\n0\n", "4 numbers, one in a line"),
        ("1 2 3 4 5 0", "6 numbers in one line make no square board"),
        ("1 2 3 4 5 6 7 8", "one number is missing"),
        ("10 2 3 1\n4   5 6\n7 8 9 11\n12 13 14 15", "one number is missing"),
        ("1 2 3\n4 5\n6 7", "no rectangle"),
        ("3 2\n1 2 3 4 5 0", "the first line says 3 and 2"),
        ("1 2 3\n4 5 6\n7 8 9", "there is no gap"),
        ("1 1 2\n3 4 5\n6 7 0", "a second tile 1"),
        ("0 2 3\n4 0 6\n7 8 5", "a second gap"),
        ("36 1 2 3\n4 5 6 7\n0 8 9 10\n11 12 13 14", "there is no tile 36"),
    ] {
        let error = read(text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(error.contains(message), "{text}: {error}");
    }
}

const CROSS: [&str; 7] = ["  ooo  ", "  ooo  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  "];

#[test]
fn bare_boards_of_pegs_are_read_where_the_signs_are_certain() {
    let plain = CROSS.join("\n");
    let as_file = format!("puzzle = 'peg-solitaire'\nboard = '''\n{}'''\n", plain.replace(' ', "#"));
    assert_eq!(file(&plain).as_ref(), Ok(&as_file));
    let signs =
        [("o", "."), ("O", "."), ("X", "."), ("1", "0"), ("*", "."), ("o", "_"), ("●", "○"), ("X", "0")];
    for (peg, hole) in signs {
        let drawn = |text: &str| text.replace('o', "p").replace('.', hole).replace('p', peg);
        let rows: Vec<String> = CROSS.iter().map(|row| drawn(row)).collect();
        let trimmed: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
        let spaced = |row: &String| row.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
        let mut texts = vec![rows.join("\n"), trimmed.join("\n")];
        texts.push(rows.iter().map(spaced).collect::<Vec<_>>().join("\n"));
        texts.push(rows.iter().map(|row| format!("    {row}")).collect::<Vec<_>>().join("\n"));
        texts.push(rows.iter().map(|row| format!("|{row}|")).collect::<Vec<_>>().join("\n"));
        all_like(&plain, &texts);
    }
    // What is no hole may have a sign of its own.
    for outside in ["#", "-", "2"] {
        all_like(&plain, &[plain.replace(' ', outside)]);
    }
    let list = plain.replace(' ', "-1,").replace('o', "1,").replace('.', "0,");
    let list = list.lines().map(|row| format!("[{row}]")).collect::<Vec<_>>().join(",\n");
    all_like(&plain, &[format!("[{list}]")]);
    // Triangles, where spaces show them.
    assert!(read("    .\n   o o\n  o o o\n o o o o\no o o o o").is_ok());
    // Squares.
    assert!(file("ooo\no.o\nooo").is_ok() && file("111\n101\n111").is_ok());
}

#[test]
fn signs_in_doubt_are_refused() {
    for (text, message) in [
        (CROSS.join("\n").replace('.', "o"), "all is drawn with \"o\""),
        (CROSS.join("\n").replace(' ', "."), "the corners are drawn with \".\""),
        (CROSS.join("\n").replace('.', "X"), "it is not clear which of \"o\", \"X\" are pegs"),
        ("0010110\n1001001\n0110010\n1001000\n0100001\n0001101".to_owned(), "a matrix of an exact cover"),
        (".\noo\nooo\noooo\nooooo".to_owned(), "triangular board"),
    ] {
        let error = read(&text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(error.replace('\'', "\"").contains(message), "{text}: {error}");
    }
}

/// What is in no notation is one line without the words of TOML.
#[test]
fn what_is_in_no_notation_is_one_line_with_an_example() {
    for text in [
        "",
        "\n\n",
        "Hello, this is my puzzle.\nIt has five pieces.\n",
        "{\"board\": [1, 2]}",
        "5,4,\n1,1,1,1,\n1,0,3,1,\n1,0,2,1,\n",
        "A B C D\n0 1 1 0\n1 0 0 1",
        "ABCDEF\nGHIJKL\nMNOPQR\nSTUVWX\nYZABCD\nEFGHIJ",
        "||||\n||||",
        "....\n....",
        "12345",
        "board = '''\n###",
    ] {
        let error = read(text).err().unwrap_or_else(|| panic!("{text:?} is read"));
        assert!(!error.contains('\n') && error.len() < 700, "{error}");
        assert!(!error.contains("line 1") && !error.contains("expected `"), "{text:?}: {error}");
        assert!(error.contains("puzzle"), "{text:?}: {error}");
    }
    for (text, what) in [
        ("<?xml version='1.0'?>\n<puzzle version='2'>", "BurrTools"),
        ("<SokobanLevels>", "<Level>"),
        ("PK\u{3}\u{4}", "zip"),
        ("<!DOCTYPE html>\n<html>", "web page"),
        ("%PDF-1.7", "PDF"),
    ] {
        let error = read(text).err().unwrap();
        assert!(error.contains(what), "{error}");
    }
    // A file that says so is one, with the mistake in its line.
    assert!(read("puzzle = 'sliding\n").err().unwrap().contains("line 1"));
}

#[test]
fn every_notation_has_an_example_and_a_place_in_the_documents() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/file-format.md");
    let document = std::fs::read_to_string(document).unwrap();
    let registry = Registry::standard();
    let mut names = Vec::new();
    for family in registry.families() {
        for notation in family.info.notations {
            let name = (family.info.name, notation.name);
            let instance = read(notation.example).unwrap_or_else(|error| panic!("{name:?}: {error}"));
            assert_eq!(instance.family().name, family.info.name, "{name:?}");
            assert!((notation.read)(notation.example).is_some_and(|read| read.is_ok()), "{name:?}");
            assert!(document.contains(&format!("| `{}` | `{}` |", name.0, name.1)), "{name:?}");
            names.push(name);
        }
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// What looks like a notation and is none, or may be meant in another way, is refused in the words that help.
#[test]
fn doubtful_texts_are_refused() {
    for (text, what) in [
        ("1 2 3 4\n5 6 7 8\n9 10 12\n13 14 11 15", "write 0 for the gap"),
        ("3x3:1,2,3,4,5,6,7,0,9", "no tile 8"),
        ("1 2 3 4 5 6 7 9 0", "no tile 8"),
        ("#####\n#@ .#\n#####", "fits no notation"),
    ] {
        let error = read(text).err().unwrap_or_else(|| panic!("{text:?} is read"));
        assert!(error.contains(what), "{text:?}: {error}");
    }
    // A short form alone is a puzzle.
    assert!(read("calendar:07-14\n").is_ok() && read("# mine\nklotski:vBBvvBBvvhhvv11v1..1").is_ok());
}
