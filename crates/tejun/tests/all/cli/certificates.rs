//! Certificates: written, checked, refused.

use super::*;

#[test]
fn a_certificate_is_made_and_checked() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.cert").display().to_string();
    let made = run(&["prove", KLOTSKI, "--output", &file]);
    assert_eq!(status(&made), 0);
    let said = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(said.starts_with("No line is shorter than the one of 81"), "{said}");
    let answer = json(&run(&["verify", &file, KLOTSKI, "--json"]));
    assert_eq!((&answer["claim"], &answer["instance"]), (&"optimal 81".into(), &KLOTSKI.into()));
    let line = answer["line"].as_str().unwrap();
    assert_eq!(json(&run(&["check", KLOTSKI, "--line", line, "--json"]))["cost"], 81);
    let text = String::from_utf8(run(&["verify", &file]).stdout).unwrap();
    assert!(
        text.starts_with("puzzle = \"sliding\"\n") && text.contains("Verified by the rules alone"),
        "{text}"
    );
    // Another puzzle; the same board in another metric.
    let other = [&["bing-fen-san-lu"][..], &[KLOTSKI, "--metric", "steps"]];
    for other in other {
        let refused = run(&[&["verify", &file][..], other].concat());
        assert_refused(
            &refused,
            &format!(
                "{file}: it is about another puzzle than {}, or states the same one otherwise",
                other[0]
            ),
        );
    }
    let answer = json(&run(&["prove", "zou-tou-wu-lu", "--json", "-o", &file]));
    assert_eq!((&answer["outcome"], &answer["claim"]), (&"proved".into(), &"unsolvable".into()));
    let digest = json(&run(&["verify", &file, "--json"]))["digest"].clone();
    assert_eq!(answer["digest"], digest);
    let answer = json(&run(&["prove", KLOTSKI, "--reachable", "--json", "-o", &file]));
    assert_eq!(answer["claim"], "reachable 13011");
}

#[test]
fn a_fact_is_certified_by_the_puzzle_in_which_the_piece_stays() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).display().to_string();
    let why = |number: &str, more: &[&str]| {
        run(&[&["why", "rush-bottleneck", "--counterfactual", number][..], more].concat())
    };
    let written = why("1", &[]);
    assert_eq!(status(&written), 0);
    std::fs::write(at("c.toml"), &written.stdout).unwrap();
    let answer = json(&run(&["prove", &at("c.toml"), "-o", &at("c.cert"), "--json"]));
    assert_eq!(answer["claim"], "unsolvable");
    let answer = json(&run(&["verify", &at("c.cert"), &at("c.toml"), "--json"]));
    assert_eq!(answer["claim"], "unsolvable");
    // Each fact has it in JSON, too.
    let text = json(&why("1", &["--json"]))["counterfactual"].clone();
    let facts = json(&run(&["why", "rush-bottleneck", "--json"]))["facts"].clone();
    assert_eq!(facts[0]["counterfactual"], text);
    assert_eq!(text.as_str().unwrap().trim_end(), String::from_utf8_lossy(&written.stdout).trim_end());
    let facts = facts.as_array().unwrap();
    let before = facts.iter().position(|fact| fact["kind"] == "before").unwrap();
    let refused = why(&(before + 1).to_string(), &[]);
    assert_eq!(status(&refused), 2);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("only that of a piece that must leave; try 1"), "{said}");
    for number in ["0", "1000"] {
        let refused = format!("there is no fact {number}: why finds {} here", facts.len());
        assert_refused(&why(number, &[]), &refused);
    }
}

/// docs/explained.md tells a line as the program does.
#[test]
fn an_explained_line_in_the_documents_is_what_is_printed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/explained.md");
    let document = std::fs::read_to_string(path).unwrap();
    let printed = String::from_utf8(run(&["explain", "tank-change"]).stdout).unwrap();
    let chapters = printed.split_once("\n\nMoves").unwrap().1;
    let chapters = format!("Moves{}", chapters.rsplit_once("\n\n").unwrap().0);
    assert!(document.contains(&format!("```text\n{chapters}\n```")), "{chapters}");
}

#[test]
fn a_guided_certificate_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.cert").display().to_string();
    let made = run(&["prove", "tiles-twenty-four", "-o", &file]);
    let said = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(said.ends_with("It names what guides a search, which a check repeats.\n"), "{said}");
    let answer = json(&run(&["prove", "tiles-twenty-four", "-o", &file, "--json"]));
    assert_eq!((&answer["claim"], &answer["guided"]), (&"optimal 40".into(), &true.into()));
    assert!(answer["bytes"].as_u64().unwrap() < 1 << 10, "{answer}");
    let answer = json(&run(&["verify", &file, "tiles-twenty-four", "--json"]));
    assert_eq!((&answer["claim"], &answer["guided"]), (&"optimal 40".into(), &true.into()));
    let stopped = run(&["verify", &file, "--states", "10", "--json"]);
    assert_eq!((status(&stopped), &json(&stopped)["reason"]), (3, &"states".into()));
    let answer = json(&run(&["prove", "tiles-five", "-o", &file, "--json"]));
    assert_eq!(answer["guided"], false);
}

#[test]
fn what_is_no_proof_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.cert").display().to_string();
    let stopped = run(&["prove", KLOTSKI, "-o", &file, "--states", "1000", "--json"]);
    assert_eq!((status(&stopped), json(&stopped)["reason"].as_str()), (3, Some("states")));
    assert!(!std::path::Path::new(&file).exists());
    assert_eq!(status(&run(&["prove", "tank-change", "-o", &file])), 0);
    let right = std::fs::read(&file).unwrap();
    for (bytes, why) in [
        (Vec::new(), "this is no certificate"),
        (right[..right.len() / 2].to_vec(), "the file is damaged, or cut off"),
        ([&right[..], b"\n"].concat(), "the file goes on after its end"),
        (right.iter().map(|byte| if *byte == b'8' { b'9' } else { *byte }).collect(), "damaged"),
    ] {
        std::fs::write(&file, bytes).unwrap();
        let refused = run(&["verify", &file, "--json"]);
        assert_eq!((status(&refused), json(&refused)["kind"].as_str()), (2, Some("instance")));
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(error.contains(why) && error.lines().count() == 1, "{error}");
    }
    assert_eq!(status(&run(&["verify", "/nowhere.cert"])), 2);
    let goalless = run_on(&["prove", "-", "-o", &file], b"puzzle = 'sliding'\nboard = 'a..'\n");
    assert_refused(&goalless, "- has nothing to be solved: ask for --reachable");
    // Nothing is searched for what cannot be written.
    let folder = directory.path().display().to_string();
    for place in [folder.clone(), format!("{folder}/nowhere/a.cert"), format!("{file}/a.cert")] {
        let refused = run(&["prove", "pandemonium", "-o", &place]);
        assert_eq!(status(&refused), 2);
        assert!(String::from_utf8_lossy(&refused.stderr).contains(&format!("{place} cannot be written: ")));
    }
}

#[test]
fn a_level_of_a_text_game_has_a_certificate() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.cert").display().to_string();
    let answer = json(&run(&["prove", "ice-rink", "--level", "2", "--json", "-o", &file]));
    assert_eq!(answer["claim"], "optimal 8");
    assert_eq!(json(&run(&["verify", &file, "ice-rink", "--level", "2", "--json"]))["claim"], "optimal 8");
    // Another level.
    assert_eq!(status(&run(&["verify", &file, "ice-rink"])), 2);
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../library/puzzlescript/ice-rink.toml");
    let source = std::fs::read_to_string(source).unwrap();
    let timed = source.replacen("game = '''\n", "game = '''\nrealtime_interval 1\n", 1);
    assert_ne!(timed, source);
    let refused = run_on(&["prove", "-", "-o", &file], timed.as_bytes());
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!((status(&refused), error.lines().count()), (2, 1), "{error}");
    assert!(error.contains("there is no certificate of this: the game is played in real time"), "{error}");
}

/// A packing with more partial fillings than a check gets through in minutes.
fn endless(file: &str) {
    let board = format!("{}\n", "o".repeat(11)).repeat(10);
    let text =
        format!("puzzle = \"packing\"\nboard = '''\n{board}'''\npieces = \"FFIILLNNPPTTUUVVWWXXYY\"\n");
    let puzzle = tejun_puzzles::Registry::standard().read(&text, None).unwrap();
    let certificate = tejun_verify::Certificate {
        claim: "unsolvable".parse().unwrap(),
        statement: puzzle.statement().unwrap(),
        line: String::new(),
        evidence: Vec::new(),
    };
    std::fs::write(file, certificate.write()).unwrap();
}

#[test]
fn a_check_stops_at_its_limits() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.cert").display().to_string();
    assert_eq!(status(&run(&["prove", KLOTSKI, "-o", &file])), 0);
    for (option, value, reason, said) in [
        ("--time", "0.000001", "time", "the time was over"),
        ("--memory", "1000", "memory", "the memory limit was reached"),
    ] {
        let stopped = run(&["verify", &file, option, value, "--json"]);
        let answer = json(&stopped);
        assert_eq!((&answer["outcome"], &answer["reason"]), (&"stopped".into(), &reason.into()));
        assert!(answer.get("claim").is_none() && stopped.stderr.is_empty(), "{stopped:?}");
        assert_eq!(status(&stopped), 3);
        let text = String::from_utf8(run(&["verify", &file, option, value]).stdout).unwrap();
        assert!(text.contains(said) && text.lines().count() == 1, "{text}");
    }
    let verified = run(&["verify", &file, "--time", "1000", "--memory", "1GiB", "--json"]);
    assert_eq!((status(&verified), &json(&verified)["outcome"]), (0, &"verified".into()));
    endless(&file);
    let stopped = run(&["verify", &file, "--time", "0.2", "--json"]);
    assert_eq!((status(&stopped), &json(&stopped)["reason"]), (3, &"time".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_a_check() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.cert").display().to_string();
    endless(&file);
    let child = start_on(&["verify", &file], b"");
    wait_until_caught(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("it was interrupted") && text.lines().count() == 1, "{output:?}");
    assert_eq!((status(&output), output.stderr.len()), (3, 0));
}

/// Files that are long, and hold nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_long_file_takes_no_memory() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.cert");
    for (head, length, why) in [
        ("", 10 << 30, " cannot be read: it is longer than any certificate"),
        ("", (1 << 32) - 1, ": this is no certificate: it does not begin with \"tejun certificate 1\""),
        ("tejun certificate 1\n", (1 << 32) - 1, ": the file is damaged, or cut off: byte 20"),
    ] {
        std::fs::write(&path, head).unwrap();
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().set_len(length).unwrap();
        // A program with many threads has much address space, but not gigabytes.
        let script =
            format!("ulimit -v 2000000; exec {} verify {}", env!("CARGO_BIN_EXE_tejun"), path.display());
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((status(&output), error), (2, format!("tejun: {}{why}\n", path.display())));
    }
}
