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
