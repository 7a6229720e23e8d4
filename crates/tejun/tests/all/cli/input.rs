//! What is read, and what is refused in one line.

use super::*;

#[cfg(unix)]
#[test]
fn nothing_is_read_without_end() {
    let zeros = || Stdio::from(std::fs::File::open("/dev/zero").unwrap());
    for (args, line) in [
        (&["solve", "-"][..], "standard input has more than 1048576 bytes, the most that are read"),
        (&["show", "/dev/zero"], "/dev/zero has more than 1048576 bytes, the most that are read"),
        (
            &["check", KLOTSKI, "--line-file", "/dev/zero"],
            "/dev/zero has more than 16777216 bytes, the most that are read",
        ),
        (&["solve", "--each", "-"], "- cannot be read: line 1 does not end"),
        (
            &["cluster", "worker", "--hosts", "/dev/zero", "--process", "0", "--", "solve", KLOTSKI],
            "/dev/zero has more than 1048576 bytes, the most that are read",
        ),
        (&["solve", "/"], "/ is a directory: name a file in it"),
        (&["check", KLOTSKI, "--line-file", "/"], "/ cannot be read: Is a directory (os error 21)"),
    ] {
        assert_refused(&tejun(args).stdin(zeros()).output().unwrap(), line);
    }
    // A text and a line as long as they may be are read, whatever becomes of them.
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("text");
    let text = b"puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n".to_vec();
    let padded = |length: usize| [&text[..], &vec![b'\n'; length - text.len()]].concat();
    std::fs::write(&file, padded(1 << 20)).unwrap();
    assert_eq!(status(&run(&["solve", file.to_str().unwrap()])), 0);
    std::fs::write(&file, padded((1 << 20) + 1)).unwrap();
    assert_eq!(status(&run(&["solve", file.to_str().unwrap()])), 2);
    std::fs::write(&file, [&b"ir"[..], &vec![b' '; (16 << 20) - 2]].concat()).unwrap();
    assert_eq!(status(&run(&["check", KLOTSKI, "--line-file", file.to_str().unwrap()])), 1);
}

/// As in `tejun solve <(command)`.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let name = pipe.to_str().unwrap();
    let writing = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, "puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n").unwrap()
    });
    let answer = json(&run(&["solve", name, "--json"]));
    writing.join().unwrap();
    assert_eq!((&answer["cost"], &answer["instance"]), (&1.into(), &name.into()));
    // Several processes cannot all read it.
    assert_refused(
        &run(&["cluster", "run", "--", "solve", name]),
        "processes cannot share standard input or a pipe: name a file",
    );
}

/// Rules that are written wrongly are one line and exit status 2, whatever asks for them.
#[test]
fn bad_rules_of_sliding_pieces_are_one_line() {
    let board = "board = '''\nab.-\nab..\ncc..'''\n";
    let goal = "goal = '''\n....\n....\n..cc'''\n";
    let rush = |position: &str| format!("rushhour:{position}");
    let keys = [
        "axis = true",
        "axis = 1.5",
        "axis = ''",
        "axis = []",
        "axis = ['']",
        "axis = 'z'",
        "axis = { a = 'row' }",
        "axis = 'long'\naxis = 'long'",
        "gates = '-'",
        "gates = ['-']",
        "gates = { '-' = 1 }",
        "gates = { '-' = '' }",
        "gates = { '-' = 'z' }",
        "gates = { '+' = 'a' }",
        "gates = { '.' = 'a' }",
        "gates = { '\\t' = 'a' }",
        "gates = { '\u{200b}' = 'a' }",
        "gates = { 'a' = 'a' }",
        "gates = { '-' = '-' }",
        "gates = { '-' = 'c', '-' = 'a' }",
        "gate = { '-' = 'c' }",
        "axes = 'long'",
        "exit = 'right'",
        "metric = 'turns'",
        "goal_match = 'any'",
    ];
    for key in keys {
        for verb in ["solve", "show", "explore"] {
            refused_in_one_line(
                &run_on(&[verb, "-"], format!("puzzle = 'sliding'\n{key}\n{board}{goal}").as_bytes()),
                key,
            );
        }
    }
    for (board, rest) in [
        // A square piece has no long side; nobody fits through the gate; a goal across the axis.
        ("aa.\naa.", "axis = 'a'"),
        ("aa.\n#-#", "gates = { '-' = 'a' }"),
        ("aa.\n...", "axis = 'long'\ngoal = '''\n...\n.aa'''"),
        ("aa.\n...", "goal = '''\n...\n....\n...'''"),
        ("aa.\n...", "goal = '''\n...\n.aa.\n....aa'''"),
    ] {
        let text = format!("puzzle = 'sliding'\nboard = '''\n{board}'''\n{rest}\n");
        refused_in_one_line(&run_on(&["solve", "-"], text.as_bytes()), &text);
    }
    for position in [
        // No red car, one that is upright, one in two parts, one of one cell and of four.
        "o".repeat(36),
        format!("AooooA{}", "o".repeat(30)),
        format!("AoooooA{}", "o".repeat(29)),
        format!("A{}", "o".repeat(35)),
        format!("AAAA{}", "o".repeat(32)),
        format!("oooAAx{}", "o".repeat(30)),
        format!("AA{}", "o".repeat(33)),
        format!("AA{}é", "o".repeat(33)),
        String::new(),
    ] {
        refused_in_one_line(&run(&["solve", &rush(&position)]), &position);
    }
}

fn refused_in_one_line(output: &Output, what: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(status(output), 2, "{what}: {output:?}");
    assert!(
        error.starts_with("tejun: ") && error.lines().count() == 1 && error.len() < 300,
        "{what}: {error}"
    );
    assert!(output.stdout.is_empty(), "{what}");
}
