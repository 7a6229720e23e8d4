//! Maps that are rejected, with the position of the mistake, and maps that are not.

use tejun_puzzles::{Family, Pacman, Registry};

fn error(text: &str) -> String {
    match Registry::standard().read(text, None) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn board(rows: &str) -> String {
    let rows: Vec<&str> = rows.split('|').collect();
    format!("9\n{} {}\n{}\n", rows[0].chars().count(), rows.len(), rows.join("\n"))
}

#[test]
fn bad_maps_are_refused_with_row_and_column() {
    for (text, expected) in [
        (board("#####|#...#|#####"), "row 3, column 5: the map ends without '@'"),
        (board("#####|#@.@#|#####"), "row 2, column 4: a second '@'"),
        (board("#####|#@.. |#####"), "row 2, column 5: ' ' is a hole in the border"),
        (board("##.##|#@..#|#####"), "row 1, column 3: '.' is a hole in the border"),
        (board("#####|#@#.#|#####"), "row 2, column 4: this dot cannot be reached"),
        (board("#####|#@#V#|#####"), "row 2, column 4: V is walled in"),
        (board("#####|#@.x#|#####"), "row 2, column 4: 'x' means nothing here"),
        (board("#####|#@.点#|#####"), "row 2, column 4: '点' means nothing here"),
        ("1001\n5 3\n#####\n#@..#\n#####".into(), "row 1, column 1: the time limit is 1001"),
        (
            "99999999999999999999\n5 3\n#####\n#@..#\n#####".into(),
            "row 1, column 1: the time limit is 99999999999999999999",
        ),
        ("9\n5 3\n#####  \n#@..#\n#####".into(), "row 1, column 6: the row has 7 cells"),
        ("9\n5 3\n".into(), "row 1, column 1: the map has 0 rows"),
        ("+9\n5 3\n#####\n#@..#\n#####".into(), "row 1, column 1: \"+9\" is not a number"),
        (board("#####|#@.\t#|#####"), "row 2, column 4: '\\t' means nothing here"),
        ("9\n5 99999999999999999999\n###".into(), "row 2, column 3: the height is 99999999999999999999"),
        ("0\n5 3\n#####\n#@..#\n#####".into(), "row 1, column 1: the time limit is 0"),
        ("soon\n5 3\n#####\n#@..#\n#####".into(), "row 1, column 1: \"soon\" is not a number"),
        ("-5\n5 3\n#####\n#@..#\n#####".into(), "row 1, column 1: \"-5\" is not a number"),
        ("9 9\n5 3\n#####\n#@..#\n#####".into(), "row 1, column 3: \"9\" after the time limit"),
        ("9\n5 x\n#####\n#@..#\n#####".into(), "row 2, column 3: \"x\" is not a number"),
        ("9\n5\n#####\n#@..#\n#####".into(), "row 2, column 2: \"\" is not a number"),
        ("9\n5 3 1\n#####\n#@..#\n#####".into(), "row 2, column 5: \"1\" after the height"),
        ("9\n6 3\n#####\n#@..#\n#####".into(), "row 1, column 6: the row has 5 cells"),
        ("9\n5 3\n#####\n#@...#\n#####".into(), "row 2, column 6: the row has 6 cells"),
        ("9\n5 4\n#####\n#@..#\n#####".into(), "row 4, column 1: the map has 3 rows"),
        ("9\n5 2\n#####\n#@..#\n#####".into(), "row 2, column 3: the height is 2"),
        ("9\n129 3\n#####\n#@..#\n#####".into(), "row 2, column 1: the width is 129"),
        ("9\n5 129\n#####\n#@..#\n#####".into(), "row 2, column 3: the height is 129"),
        (
            "puzzle = 'pacman'\ntime = 9\nboard = '''\n#####\n#@.@#\n#####'''".into(),
            "row 2, column 4: a second",
        ),
    ] {
        let error = error(&text);
        assert!(error.starts_with(expected), "{text}\n{error}");
        assert!(!error.contains('\n'));
    }
    let wide = format!(
        "puzzle = 'pacman'\ntime = 9\nboard = '''\n{0}\n#@{1}#\n{0}'''",
        "#".repeat(129),
        ".".repeat(126)
    );
    assert!(error(&wide).starts_with("row 1, column 129: the map is 129x3; the most is 128x128"));
    for text in [
        "puzzle = 'pacman'\ntime = 9",
        "puzzle = 'pacman'\ntime = 9\nboard = '''\n###\n#@#\n###'''\nsize = 3",
    ] {
        error(text);
    }
}

/// Texts that are not recognised go to the other families; here there are none.
#[test]
fn other_notations_of_boards_are_left_alone() {
    for text in [
        "#####\n#@$.#\n#####\n",
        "  #####\n###   #\n#.@$  #\n#######\n",
        "1\n\n#####\n#@$.#\n#####\n",
        "1\n#####\n#@$.#\n#####\n",
        "; 1\n\n#####\n#@$.#\n#####\n",
        "5 5\n1 1\n2 2\n3\n",
        "#.#\n...\n#.#\n",
        "",
        "\n\n\n",
    ] {
        let alone = Registry::default().with(Family::of::<Pacman>());
        let error = alone.read(text, None).err().expect("it is no map").to_string();
        assert!(
            error.contains("fits no notation") || error.contains("the text is empty"),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let contest = board("#####|#@..#|#####");
    let toml = "puzzle = 'pacman'\ntime = 9\nboard = '''\n#####\n#@..#\n#####'''";
    for text in [&contest, toml] {
        assert!(Registry::standard().read(&format!("\u{feff}{text}"), None).is_ok(), "{text}");
    }
    assert!(error("\u{feff}0\n5 3\n#####\n#@..#\n#####").starts_with("row 1, column 1: the time limit is 0"));
}

/// A word of a megabyte does not make the message that long.
#[test]
fn long_words_are_quoted_in_part() {
    let long = "9".repeat(1 << 19);
    for text in [format!("{long}\n5 3\n"), format!("9 {long}\n5 3\n"), format!("9\n{long} 3\n#####")] {
        let error = error(&text);
        assert!(error.len() < 500, "{} bytes", error.len());
    }
}

#[test]
fn odd_maps_are_taken() {
    for rows in ["###|#@#|###", "#####|#@# #|#####", "#####|#@V.#|#####", "######|#@#V #|######"] {
        assert!(Registry::standard().read(&board(rows), None).is_ok(), "{rows}");
    }
    let lines = board("#####|#@..#|#####");
    for text in [lines.trim_end().to_owned(), lines.clone() + "\n \n", lines.replacen('\n', " \n", 2)] {
        assert!(Registry::standard().read(&text, None).is_ok(), "{text:?}");
    }
    let crlf = board("#####|#@..#|#####").replace('\n', "\r\n");
    assert!(Registry::standard().read(&crlf, None).is_ok());
    let side = 128;
    let open = format!("#{}#\n", ".".repeat(side - 2)).repeat(side - 2).replacen('.', "@", 1);
    let largest = format!("1000\n{side} {side}\n{0}\n{open}{0}\n", "#".repeat(side));
    assert!(Registry::standard().read(&largest, None).is_ok());
}
