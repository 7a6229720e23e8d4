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
