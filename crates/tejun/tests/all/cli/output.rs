//! Pictures, terminals, notations and lists.

use super::*;

#[test]
fn pictures_go_to_files() {
    for (verb, file) in [("show", "board.svg"), ("explore", "levels.svg")] {
        let path = format!("{}/{file}", env!("CARGO_TARGET_TMPDIR"));
        assert_eq!(status(&run(&[verb, KLOTSKI, "--from", "ir", "--svg", &path])), 0);
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
    // Sprites are drawn in place of pieces and their names.
    let path = format!("{}/level.svg", env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(status(&run(&["show", "ice-rink", "--level", "2", "--svg", &path])), 0);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.contains("crispEdges") && svg.contains("#e8434f") && !svg.contains("<text"));
}

#[test]
fn a_map_shows_every_position() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).display().to_string();
    let explored = run(&["explore", KLOTSKI, "--from", "ir", "--map", &at("map.svg")]);
    assert_eq!(status(&explored), 0);
    let about = String::from_utf8(explored.stdout).unwrap();
    let told = "Map: 25955 positions by their distance from the nearest solved one, in ";
    assert!(about.contains(told), "{about}");
    let svg = std::fs::read_to_string(at("map.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    // A dot without length for each position.
    assert_eq!(svg.matches("h0").count(), 25_955);
    let part = run(&["explore", KLOTSKI, "--states", "5000", "--map", &at("map.png"), "--json"]);
    assert_eq!(status(&part), 3);
    let png = std::fs::read(at("map.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 10_000);
    assert_refused(
        &run(&["explore", KLOTSKI, "--map", "map.gif"]),
        "invalid value 'map.gif' for '--map <FILE>': write a file that ends in .svg or .png (see tejun --help)",
    );
    let nowhere = run(&["explore", KLOTSKI, "--map", "/nowhere/map.svg"]);
    assert_eq!(status(&nowhere), 2);
    assert!(
        String::from_utf8_lossy(&nowhere.stderr).starts_with("tejun: /nowhere/map.svg cannot be written")
    );
}

/// A board whose title and source contain terminal control sequences.
const HARMFUL: &str = "puzzle = 'sliding'\ntitle = \"\\u001b]0;owned\\u0007\\u001b[2J\\u202e\"\n\
                       source = \"\\u009b31m\"\nboard = 'a.'\ngoal = '.a'\n";

#[test]
fn no_file_gives_a_terminal_orders() {
    for args in [
        &["show", "-"][..],
        &["show", "-", "--json"],
        &["show", "-", "--play", "--from", "ar"],
        &["solve", "-"],
        &["solve", "-", "--json"],
        &["explore", "-"],
        &["check", "-", "--line", "ar \u{1b}\u{7}x"],
        &["check", "-", "--line", "\u{1b}\u{9b}", "--json"],
        &["solve", "-", "--from", "\u{1b}\nx"],
    ] {
        let output = run_on(args, HARMFUL.as_bytes());
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!told.is_empty() && !told.contains(obeyed), "{args:?}: {told:?}");
    }
    let shown = run_on(&["show", "-", "--json"], HARMFUL.as_bytes());
    assert_eq!(json(&shown)["titles"][0], "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}");
    assert_refused(
        &run(&["solve", "no\nsuch\u{1b}[2J.toml"]),
        "no such\\u001b[2J.toml: there is no such file",
    );
}

#[cfg(unix)]
#[test]
fn a_picture_that_cannot_be_written_leaves_what_was_there() {
    let full = run(&["show", KLOTSKI, "--svg", "/dev/full"]);
    assert_refused(&full, "/dev/full cannot be written: No space left on device (os error 28)");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("board.svg");
    std::fs::write(&path, "kept").unwrap();
    // Limit the size of files to zero.
    let limited =
        format!("ulimit -f 0; exec {} show {KLOTSKI} --svg {}", env!("CARGO_BIN_EXE_tejun"), path.display());
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    assert_eq!(status(&output), 2, "{output:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "kept");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    std::fs::remove_file(&path).unwrap();
    Command::new("sh").args(["-c", &limited]).output().unwrap();
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn people_read_their_language_and_programs_always_the_same() {
    let in_japanese = |args: &[&str]| {
        let output = tejun(args).env("LC_ALL", "ja_JP.UTF-8").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let solved = in_japanese(&["solve", "sokoban-two"]);
    assert!(solved.contains("3 プッシュで解けました。最短であることを証明済みです。"), "{solved}");
    assert!(!solved.contains("boxes on goals"), "{solved}");
    assert!(in_japanese(&["explore", "sokoban-two"]).contains("最も遠い局面："));
    assert!(in_japanese(&["solve", "katamino:FILNP", "--lang", "zh"]).contains("单位：块"));
    let json = |text: String| serde_json::from_str::<Value>(&text).unwrap()["line"].clone();
    let english = run(&["solve", "sokoban-two", "--json"]);
    let english = String::from_utf8(english.stdout).unwrap();
    assert_eq!(json(in_japanese(&["solve", "sokoban-two", "--json"])), json(english));
    assert_refused(
        &run(&["list", "--lang", "fr"]),
        "invalid value 'fr' for '--lang <LANG>': write en, ja or zh (see tejun --help)",
    );
}

#[test]
fn a_word_finds_puzzles() {
    let listed = |word: &str| String::from_utf8(run(&["list", word]).stdout).unwrap();
    assert!(listed("横刀").contains("heng-dao-li-ma") && !listed("横刀").contains("sokoban"));
    assert_eq!(listed("SOKOBAN").matches("  sokoban-").count(), 15);
    assert!(listed("klotski").contains("heng-dao-li-ma"));
    let found = json(&run(&["list", "peg-cross", "--json"]));
    assert_eq!(found["instances"].as_array().unwrap().len(), 1);
    assert_refused(
        &run(&["list", "nosuch"]),
        "no puzzle is called nosuch: list without a word names all of them",
    );
}

#[test]
fn the_library_is_listed() {
    let answer = json(&run(&["list", "--json"]));
    for instance in answer["instances"].as_array().unwrap() {
        let name = instance["name"].as_str().unwrap();
        assert_eq!(status(&run(&["show", name])), 0, "{name}");
    }
    let text = run(&["list"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("klotski:LAYOUT"));
}
