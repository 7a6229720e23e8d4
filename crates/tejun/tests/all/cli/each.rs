//! `solve --each`: a puzzle a line.

use super::*;

#[test]
fn each_puzzle_of_a_file_is_solved() {
    let hardest = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let stuck = format!("{}AABBoo{}", "o".repeat(12), "o".repeat(18));
    let file = format!("# Rush Hour and others\n{hardest}\n\nrushhour:{hardest}\r\n{KLOTSKI}\ntank-change\n");
    let solved = run_on(&["solve", "--each", "-", "--json"], file.as_bytes());
    assert_eq!(status(&solved), 0, "{solved:?}");
    let answers: Vec<Value> = solved
        .stdout
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let costs: Vec<i64> = answers.iter().map(|answer| answer["cost"].as_i64().unwrap()).collect();
    assert_eq!(costs[..3], [60, 60, 81]);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["instance"], hardest);
    // The same object as that of a puzzle alone.
    let alone = json(&run(&["solve", KLOTSKI, "--json"]));
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&answers[2]), keys(&alone));
    assert_eq!(answers[2]["line"], alone["line"]);

    let steps = run_on(&["solve", "--each", "-", "--metric", "steps"], hardest.as_bytes());
    let text = String::from_utf8_lossy(&steps.stdout);
    assert!(text.starts_with(&format!("{hardest}: 103 steps, proved optimal: ")), "{text}");
    assert_eq!(text.lines().count(), 1);

    // The others go on, and the worst counts.
    let with = |line: &str, options: &[&str]| {
        let args = [&["solve", "--each", "-"], options].concat();
        run_on(&args, format!("{hardest}\n{line}\n{hardest}\n").as_bytes())
    };
    for (line, options, expected, error) in [
        (
            "rushhour:abc",
            &[][..],
            2,
            "line 2: a Rush Hour position has 36 characters, 6 rows of 6, and this has 3",
        ),
        ("nothing", &[], 2, "line 2: there is no instance \"nothing\""),
        (&stuck, &[], 1, ""),
        ("tank-change", &["--states", "3"], 3, ""),
    ] {
        let output = with(line, options);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(status(&output), expected, "{line}: {text}");
        assert!(text.contains(error) && text.lines().count() == usize::from(!error.is_empty()), "{text}");
        let lines = String::from_utf8_lossy(&output.stdout).lines().count();
        assert_eq!(lines, if error.is_empty() { 3 } else { 2 }, "{line}");
    }
    let bytes = run_on(&["solve", "--each", "-"], b"\xff\n");
    assert_refused(&bytes, "line 1: it is not UTF-8: save the file as UTF-8");
    let long = run_on(&["solve", "--each", "-"], format!("{}\n{hardest}\n", "x".repeat(3 << 20)).as_bytes());
    assert_refused(&long, "line 1: it is too long: a puzzle has 1048576 bytes at most");
    assert!(!long.stdout.is_empty());
    assert_refused(&run_on(&["solve", "--each", "-"], b"\n# none\n"), "- has no puzzle: write one a line");
    let missing = run(&["solve", "--each", "no/such/file"]);
    assert_eq!(status(&missing), 2);
    assert_eq!(status(&run(&["solve", KLOTSKI, "--each", "-"])), 2);
}

/// None of these searches lasts until it asks whether to go on.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_file_of_short_searches() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("puzzles");
    std::fs::write(&file, format!("{KLOTSKI}\n").repeat(20_000)).unwrap();
    let mut child = start_on(&["solve", "--each", file.to_str().unwrap()], b"");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    interrupt(&child);
    assert!(lines.count() < 19_999, "it went on to the end");
    // Between two searches the signal ends it at once.
    assert!([3, 130].contains(&status(&child.wait_with_output().unwrap())));
}

/// Whatever a line holds, it gets one answer: a line on standard output, or one on standard error.
#[test]
fn every_line_gets_one_answer() {
    let parts = [
        "klotski:",
        "rushhour:",
        "IBBxoo",
        "v",
        ".",
        "o",
        "11",
        "katamino:",
        "tank-change",
        " ",
        "é",
        "\t",
        "{",
        "=",
    ];
    let mut seed = 7_u64;
    let mut below = |end: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % end
    };
    for _ in 0..12 {
        let lines: Vec<String> =
            (0..40).map(|_| (0..below(9)).map(|_| parts[below(parts.len())]).collect()).collect();
        let asked = lines.iter().filter(|line| !line.trim().is_empty()).count();
        let output = run_on(&["solve", "--each", "-", "--states", "1000"], lines.join("\n").as_bytes());
        let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(count(&output.stdout) + count(&output.stderr), asked, "{lines:?}: {output:?}");
        assert!((0..=3).contains(&status(&output)), "{lines:?}: {output:?}");
    }
}

/// A set of levels: solved one after the other, also after a bad one; some of them; as a table.
#[test]
fn each_level_of_a_collection_is_solved() {
    let set = "Tiny set\n\nFirst\n#####\n#@$.#\n#####\n\nSecond, \"broken\"\n#####\n#@$?#\n#  .#\n#####\n\n\
               Third\n######\n#@$ .#\n######\n\nLast\n######\n#$@ .#\n######\n";
    let run = |options: &[&str]| run_on(&[&["solve", "--each", "-"], options].concat(), set.as_bytes());
    let all = run(&[]);
    assert_eq!(status(&all), 2);
    let text = String::from_utf8(all.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "1 \"First\": 1 push, proved optimal: c2-d2");
    assert_eq!(lines[1], "3 \"Third\": 2 pushes, proved optimal: c2-d2 d2-e2");
    assert!(lines[2].starts_with("4 \"Last\": no solution: "), "{text}");
    let errors = String::from_utf8(all.stderr).unwrap();
    assert!(errors.starts_with("tejun: level 2, line 10, column 4: '?' does not belong"), "{errors}");
    assert_eq!(errors.lines().count(), 1);

    let some = run(&["--levels", "3-", "--json"]);
    assert_eq!(status(&some), 1);
    let answers: Vec<Value> = String::from_utf8(some.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(
        (&answers[0]["number"], &answers[0]["title"], &answers[0]["level"]["of"]),
        (&3.into(), &"Third".into(), &4.into())
    );
    assert_eq!(answers[0]["cost"], 2);

    let table = String::from_utf8(run(&["--csv"]).stdout).unwrap();
    let rows: Vec<&str> = table.lines().map(|row| row.rsplit_once(',').unwrap().0).collect();
    assert_eq!(
        rows,
        [
            "number,name,outcome,best,bound",
            "1,First,solved,1,1",
            "2,\"Second, \"\"broken\"\"\",error,,",
            "3,Third,solved,2,2",
            "4,Last,unsolvable,,",
        ]
    );
    for (options, error) in [
        (&["--level", "2"][..], "--each takes every level: leave out --level, or give --levels"),
        (&["--levels", "5"], "there is no level 5: - has 4"),
    ] {
        assert_refused(&run(options), error);
    }
    let lines = run_on(&["solve", "--each", "-", "--levels", "2"], b"tank-change\n");
    assert_refused(&lines, "- has a puzzle a line, and no levels: leave out --levels");
}

#[test]
fn a_level_is_chosen_by_number_or_title() {
    let set = "Tiny set\n\nFirst\n#####\n#@$.#\n#####\n\nThird\n######\n#@$ .#\n######\n";
    let run = |verb: &str, options: &[&str]| run_on(&[&[verb, "-"], options].concat(), set.as_bytes());
    let printed = |output: Output| String::from_utf8(output.stdout).unwrap();
    for (level, head, cost) in [
        (&[][..], "First (sokoban, counted in pushes), level 1 of 2", "1 push"),
        (&["--level", "2"], "Third (sokoban, counted in pushes), level 2 of 2", "2 pushes"),
        (&["--level", "third"], "Third (sokoban, counted in pushes), level 2 of 2", "2 pushes"),
    ] {
        let text = printed(run("solve", level));
        assert_eq!(text.lines().next(), Some(head));
        assert!(text.contains(&format!("Solved in {cost}, proved optimal.")), "{text}");
        assert!(printed(run("show", level)).starts_with(head));
    }
    assert_eq!(
        json(&run("solve", &["--level", "2", "--json"]))["level"],
        serde_json::json!({"number": 2, "of": 2})
    );
    assert_eq!(status(&run("check", &["--level", "2", "--line", "c2-d2 d2-e2"])), 0);
    assert_refused(
        &run("show", &["--level", "3"]),
        "standard input: there is no level 3: the file has 2, counted from 1",
    );
    assert_refused(
        &run("show", &["--level", "none"]),
        "standard input: no level is called \"none\": `list` with the file lists all",
    );
    let list = printed(run("list", &[]));
    assert_eq!(list, "Tiny set, levels: 2\n  1      3x5  First\n  2      3x6  Third\n");
    let list = json(&run("list", &["--json"]));
    assert_eq!((&list["title"], &list["count"]), (&"Tiny set".into(), &2.into()));
    let second = &list["levels"][1];
    assert_eq!((&second["number"], &second["line"], &second["columns"]), (&2.into(), &9.into(), &6.into()));
    assert!(second["text"].as_str().unwrap().starts_with("puzzle = 'sokoban'"));
}

#[test]
fn solutions_that_come_with_levels_are_checked() {
    let level = "######\n#@$ .#\n######\n";
    let run = |options: &[&str], text: &str| {
        run_on(&[&["check", "--each", "-"], options].concat(), text.as_bytes())
    };
    let set = format!(
        "First\n{level}Solution\n2(R)\n\nNone\n{level}\nBoth\n{level}Solution 1\nRR\nSolution 2\nR\n"
    );
    let output = run(&[], &set);
    assert_eq!(status(&output), 1);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "1 \"First\": solves in 2 pushes\n3 \"Both\", solution 1: solves in 2 pushes\n\
         3 \"Both\", solution 2: does not solve\n"
    );
    let output = run(&["--metric", "moves", "--json"], &set);
    let answers: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        answers.iter().map(|answer| answer["number"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1, 3, 3]
    );
    assert_eq!((&answers[2]["solution"], &answers[2]["solves"]), (&2.into(), &false.into()));
    let output = run(&[], &format!("First\n{level}Solution\nRl\n\nLast\n{level}Solution\nU\n"));
    assert_eq!(status(&output), 2);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("2 \"Last\": not legal: ") && !printed.contains("1 \"First\": solves"),
        "{printed}"
    );
    for (options, text, error) in [
        (&["--level", "1"][..], &*set, "--each takes every level: leave out --level"),
        (&[], level, "standard input has levels, and no solutions to check: give one with --line"),
    ] {
        assert_refused(&run(options, text), error);
    }
}

/// A file is read as a whole, as the other verbs read it.
#[test]
fn a_file_is_one_board_or_a_puzzle_a_line() {
    let file = |name: &str, text: &str| {
        let path = std::env::temp_dir().join(format!("tejun-each-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let board = file("board", "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n");
    let levels =
        file("levels", "8 6 7 2 5 4 3 0 1\n#####\n#@$.#\n#####\n\ncalendar:07-14\n######\n#@$ .#\n######\n");
    for (file, says) in [(&board, vec!["1 move"]), (&levels, vec!["1 push", "2 pushes"])] {
        let output = run(&["solve", "--each", file]);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.lines().count(), says.len(), "{printed}");
        assert!(printed.lines().zip(says).all(|(line, says)| line.contains(says)), "{printed}");
        std::fs::remove_file(file).unwrap();
    }
    for option in [&["--levels", "2"][..], &["--csv"]] {
        assert_eq!(status(&run(&[&["solve", "katamino:PUY"], option].concat())), 2);
    }
}

/// A pipe holds what a file of the same text holds, whatever its first line looks like.
#[test]
fn a_pipe_is_read_as_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("puzzles");
    let position = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    for text in [
        "5#|#@$.#|5#\nTitle: A\n\n#####\n#@$.#\n#####\nTitle: B\n".to_owned(),
        "A set\n\n1\n#####\n#@$.#\n#####\n\n2\n######\n#@$ .#\n######\n".to_owned(),
        "5#|#@$.#|5#\n6#|#@$ .#|6#\n".to_owned(),
        "1 2 3 0\n5 6 7 4\n".to_owned(),
        "3 1 2\n4 0 5\n6 7 8\n\n1 2 3\n4 0 5\n6 7 8\n".to_owned(),
        format!("{position}\n{KLOTSKI}\n"),
        format!("#####\n#@$.#\n#####\n\n{}\n", "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR."),
    ] {
        std::fs::write(&file, &text).unwrap();
        let [of_file, of_pipe] = [
            run(&["solve", "--each", file.to_str().unwrap()]),
            run_on(&["solve", "--each", "-"], text.as_bytes()),
        ];
        let said = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!((said(&of_file), status(&of_file)), (said(&of_pipe), status(&of_pipe)), "{text}");
        assert!(of_pipe.stderr.is_empty() || of_pipe.stdout.is_empty(), "{text}: {of_pipe:?}");
    }
    let mixed = format!("#####\n#@$.#\n#####\n\n{}\n", "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.");
    assert_refused(
        &run_on(&["solve", "--each", "-"], mixed.as_bytes()),
        "the text has a puzzle of sokoban (line 1) and one of sliding (line 5): put each kind into a file of its own",
    );
}
