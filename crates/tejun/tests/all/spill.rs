//! Searches on disk: the answers of memory, whatever happens to the process.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

const TEJUN: &str = env!("CARGO_BIN_EXE_tejun");

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(TEJUN);
    command.args(arguments).args(["--threads", "2"]).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// The answer, without what differs from run to run.
fn answer(arguments: &[&str]) -> Value {
    told(&run(&[arguments, &["--json"]].concat()))
}

fn told(output: &Output) -> Value {
    let mut answer: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let answers = answer.as_object_mut().unwrap();
    // `resume` calls the puzzle by its directory.
    answers.remove("instance");
    // The memory that a search needs on disk is not what it needs without.
    answers.remove("bytes");
    let expanded = answers.remove("stats").unwrap()["expanded"].clone();
    // How much of the goals' level is stored depends on when states are known to be new.
    if answers["puzzle"] != "sliding" || answers.contains_key("levels") {
        answers.insert("expanded".to_owned(), expanded);
    }
    answer
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A search that takes a while: 12 million positions take seconds, 300,000 some tenths.
const LONG: [&str; 4] = ["explore", "tiles-fifteen", "--depth", "18"];

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn disk_and_memory_give_the_same_answers() {
    let directory = tempfile::tempdir().unwrap();
    for (number, question) in [
        &["explore", "euler-766-small"][..],
        &["explore", "heng-dao-li-ma"],
        &["explore", "heng-dao-li-ma", "--terminal-goals"],
        // Its goals alone would take an eighth of the memory.
        &["explore", "gate-house"],
        &["explore", "gate-house", "--terminal-goals"],
        &["solve", "heng-dao-li-ma"],
        &["solve", "heng-dao-li-ma", "--all"],
        &["solve", "tank-change"],
        &["explore", "tank-change"],
        &["explore", "peg-cross"],
        &["explore", "tiles-eight"],
        &["solve", "high-tide", "--level", "4"],
        &["hardest", "heng-dao-li-ma"],
        &["hardest", "heng-dao-li-ma", "--pieces", "2h,3v,4u", "--metric", "steps"],
        &["explore", "mirror-twins", "--level", "3"],
    ]
    .into_iter()
    .enumerate()
    {
        let place = directory.path().join(number.to_string());
        let place = place.to_str().unwrap();
        let expected = answer(question);
        let spilled = [question, &["--spill", place, "--memory", "8MiB"]].concat();
        assert_eq!(answer(&spilled), expected, "{question:?}");
        // What is over answers at once, asked again in either way.
        assert_eq!(answer(&[question, &["--resume", place]].concat()), expected);
        assert_eq!(answer(&["resume", place]), expected);
        assert!(error(&run(&spilled)).contains("this holds a search"));
    }
}

#[test]
fn a_killed_search_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let expected = answer(&LONG);
    let resumed = [&LONG[..], &["--resume", place, "--memory", "8MiB"]].concat();
    for round in 1..=10 {
        let child = command(&resumed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(23 * round));
        kill(child);
        let status = run(&["resume", place, "--status", "--json"]);
        assert!(status.status.success() || error(&status).contains("holds no search"), "{}", error(&status));
    }
    assert_eq!(answer(&resumed), expected);
}

/// Over every placement of the pieces, and piece set after piece set.
#[test]
fn a_survey_goes_on_after_any_level() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("small.toml");
    let board = r#"puzzle = "sliding"
board = "AA.\nAA.\n..."
goal = "...\n.AA\n.AA"
"#;
    std::fs::write(&file, board).unwrap();
    for (number, question) in
        [&["hardest", "heng-dao-li-ma"][..], &["hardest", file.to_str().unwrap(), "--pieces", "any"]]
            .into_iter()
            .enumerate()
    {
        let place = directory.path().join(number.to_string());
        let place = place.to_str().unwrap();
        let expected = answer(question);
        let levels = expected["levels"].as_array().unwrap().len();
        for depth in (0..levels).step_by(1 + levels / 6) {
            let depth = depth.to_string();
            let stopped = run(&[question, &["--resume", place, "--depth", &depth, "--json"]].concat());
            assert_eq!(stopped.status.code(), Some(3), "{question:?} {depth}");
            assert_eq!(told(&stopped)["reason"], "depth");
            let status = run(&["resume", place, "--status", "--json"]);
            let status: Value = serde_json::from_slice(&status.stdout).unwrap();
            assert_eq!((&status["verb"], &status["finished"]), (&"hardest".into(), &false.into()));
        }
        assert_eq!(answer(&["resume", place]), expected);
        assert_eq!(answer(&["resume", place]), expected);
    }
}

#[test]
fn a_search_of_all_sets_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("small.toml");
    std::fs::write(&file, "puzzle = \"sliding\"\nboard = \"A..\\n...\\n...\"\n").unwrap();
    let question = ["hardest", file.to_str().unwrap(), "--pieces", "polyominoes", "--goal", "corner"];
    let place = directory.path().join("search");
    let checkpoint = place.join("checkpoint");
    let place = place.to_str().unwrap();
    let expected = answer(&question);
    for states in ["1", "300", "5000", "12000"] {
        let stopped = run(&[&question[..], &["--resume", place, "--states", states, "--json"]].concat());
        assert_eq!(stopped.status.code(), Some(3), "{states}");
        assert_eq!(told(&stopped)["reason"], "states");
        let status = run(&["resume", place, "--status", "--json"]);
        let status: Value = serde_json::from_slice(&status.stdout).unwrap();
        assert_eq!((&status["verb"], &status["finished"]), (&"hardest".into(), &false.into()));
    }
    let saved = std::fs::read_to_string(&checkpoint).unwrap();
    assert!(saved.lines().filter(|line| line.starts_with("row ")).count() > 3, "{saved}");
    std::fs::write(&checkpoint, saved.replacen("row", "raw", 1)).unwrap();
    let damaged = run(&["resume", place]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(error(&damaged).contains("checkpoint"), "{}", error(&damaged));
    std::fs::write(&checkpoint, saved).unwrap();
    assert_eq!(answer(&["resume", place]), expected);
    assert_eq!(answer(&["resume", place]), expected);
    assert!(!checkpoint.exists());
}

/// The certificate is the same as from memory, although search and levels are on disk.
#[test]
fn a_certificate_is_made_on_disk_and_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (place, in_memory, on_disk) = (file("search"), file("memory.cert"), file("disk.cert"));
    let question = ["prove", "euler-766", "--reachable", "--output"];
    assert!(run(&[&question[..], &[&in_memory]].concat()).status.success());
    let resumed = |output| {
        let rest = [output, "--resume", &place, "--memory", "8MiB", "--json"];
        [&question[..], &rest].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run_all = |words: &[String], more: &[&str]| {
        run(&[&words.iter().map(String::as_str).collect::<Vec<_>>()[..], more].concat())
    };
    for depth in ["0", "30", "70"] {
        let stopped = run_all(&resumed(&on_disk), &["--depth", depth]);
        assert_eq!(stopped.status.code(), Some(3), "{}", error(&stopped));
        assert_eq!(told(&stopped)["reason"], "depth");
        assert!(!Path::new(&on_disk).exists());
    }
    // Killed while it collects the levels; what it leaves is of no use to the next.
    let mut child = Command::new(TEJUN)
        .args(resumed(&on_disk))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let levels = Path::new(&place).join("scratch");
    while child.try_wait().unwrap().is_none() && levels.metadata().map_or(0, |file| file.len()) == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    kill(child);
    let status = run(&["resume", &place, "--status", "--json"]);
    let status: Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!(status["verb"], "prove");
    let ended = run(&["resume", &place, "--memory", "8MiB", "--json"]);
    assert!(ended.status.success(), "{}", error(&ended));
    let ended: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert!(ended["stats"]["peak_disk_bytes"].as_u64() > Some(12 << 20), "levels went to disk: {ended}");
    assert!(std::fs::read(&on_disk).unwrap() == std::fs::read(&in_memory).unwrap());
    assert!(run(&["verify", &on_disk, "euler-766"]).status.success());
    // Over: the answer is known, and where the certificate is.
    assert!(run(&["resume", &place]).status.success());
    assert_eq!(run_all(&resumed(&in_memory), &[]).status.code(), Some(2));
    std::fs::remove_file(&on_disk).unwrap();
    refused(&["resume", &place], "make it again");
    refused(
        &["prove", "sokoban-corner", "--output", &in_memory, "--spill", &file("other")],
        "no states on disk",
    );
}

/// A certificate may go to another file than the search was begun for, and that is remembered.
#[test]
fn a_resumed_certificate_goes_where_it_is_wanted() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (place, first, second) = (file("search"), file("first.cert"), file("second.cert"));
    let prove = ["prove", "heng-dao-li-ma", "--output"];
    let stopped = run(&[&prove[..], &[&first, "--spill", &place, "--depth", "5"]].concat());
    assert_eq!(stopped.status.code(), Some(3), "{}", error(&stopped));
    let made = answer(&[&prove[..], &[&second, "--resume", &place]].concat());
    assert_eq!(made["file"], *second);
    assert!(!Path::new(&first).exists());
    assert!(run(&["resume", &place]).status.success());
    std::fs::remove_file(&second).unwrap();
    refused(&["resume", &place], &second);
}

#[test]
fn what_cannot_be_kept_is_said_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("file"), "").unwrap();
    let (file, below, new) = (at("file"), at("file/below"), at("new"));
    let kept = at("kept");
    let limited = run(&["explore", "heng-dao-li-ma", "--spill", &kept, "--depth", "20"]);
    assert_eq!(limited.status.code(), Some(3));
    for (arguments, fault) in [
        (&["explore", "heng-dao-li-ma", "--spill", &file][..], "file: "),
        (&["explore", "heng-dao-li-ma", "--resume", &below], "below: "),
        (&["explore", "heng-dao-li-ma", "--spill", &kept], "this holds a search"),
        (&["solve", "heng-dao-li-ma", "--resume", &kept], "this holds another search"),
        (&["explore", "heng-dao-li-ma", "--metric", "steps", "--resume", &kept], "this holds another search"),
        (&["explore", "heng-dao-li-ma", "--resume", &kept, "--memory", "8191KiB"], "give it 8MiB at least"),
        (&["solve", "pentominoes:6x10", "--spill", &new], "leave out --spill"),
        (&["solve", "pacman-lv1", "--spill", &new], "leave out --spill"),
        (&["solve", "tiles-fifteen", "--spill", &new], "leave out --spill"),
        (&["resume", &new], "new"),
        (&["resume", &file], "file"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error(&output).contains(fault) && error(&output).lines().count() == 1, "{}", error(&output));
        assert!(!Path::new(&new).exists());
    }
    let status = run(&["resume", &kept, "--status"]);
    assert!(status.status.success());
    assert!(String::from_utf8_lossy(&status.stdout).contains("depth 20"));
}

/// A search that was stopped after a few levels, in two partitions.
fn stopped(place: &str) {
    assert_eq!(run(&["explore", "tiles-nine", "--spill", place, "--depth", "12"]).status.code(), Some(3));
}

fn refused(arguments: &[&str], fault: &str) {
    let output = run(arguments);
    let error = error(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(error.contains(fault) && error.lines().count() == 1, "{error}");
    if arguments.contains(&"--json") {
        let failure: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(failure["kind"], "file", "{failure}");
    } else {
        assert!(output.stdout.is_empty(), "{output:?}");
    }
}

#[test]
fn partitions_in_each_others_place_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    stopped(place.to_str().unwrap());
    let at = |name: &str| place.join(name);
    std::fs::rename(at("forward-0"), at("aside")).unwrap();
    std::fs::rename(at("forward-1"), at("forward-0")).unwrap();
    std::fs::rename(at("aside"), at("forward-1")).unwrap();
    for more in [&[][..], &["--json"], &["--status"]] {
        let resume = [&["resume", place.to_str().unwrap()], more].concat();
        refused(&resume, "journal: this is of another search or another partition");
    }
}

#[test]
fn a_changed_answer_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let resume = ["resume", place.to_str().unwrap()];
    let solved = run(&["explore", "tiles-eight", "--spill", place.to_str().unwrap()]);
    assert!(solved.status.success());
    let kept = std::fs::read_to_string(place.join("answer")).unwrap();
    assert!(kept.contains("181440"));
    for changed in [
        kept.replace("181440", "777777"),
        kept.replacen("\"status\":0", "\"status\":1", 1),
        r#"{"status":200,"json":[],"text":"hello"}"#.to_owned(),
        String::new(),
    ] {
        std::fs::write(place.join("answer"), changed).unwrap();
        refused(&resume, "answer: this is damaged");
    }
    std::fs::write(place.join("answer"), kept).unwrap();
    assert_eq!(run(&resume).stdout, solved.stdout);
    // In the place of what the search is, it is quoted in no line.
    std::fs::copy(place.join("answer"), place.join("search")).unwrap();
    refused(&resume, "search: this is damaged");
}

#[cfg(unix)]
#[test]
fn nobody_waits_for_a_pipe() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let resume = ["resume", place.to_str().unwrap()];
    stopped(place.to_str().unwrap());
    for name in ["answer", "forward-1/journal", "search"] {
        let _ = std::fs::remove_file(place.join(name));
        assert!(Command::new("mkfifo").arg(place.join(name)).status().unwrap().success());
        refused(&resume, &format!("{name}: this is no plain file"));
        std::fs::remove_file(place.join(name)).unwrap();
    }
}

#[test]
fn too_little_memory_for_all_partitions_is_told_with_what_to_do() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let mut command = Command::new(TEJUN);
    command.args(["explore", "tiles-eight", "--spill", place, "--memory", "8MiB", "--threads", "100"]);
    let mut output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let mut asked = 0;
    while output.status.code() == Some(3) {
        let text = String::from_utf8(output.stdout).unwrap();
        let advice = text.lines().last().unwrap();
        let (_, todo) = advice.split_once("go on with `").unwrap_or_else(|| panic!("{advice}"));
        let todo: Vec<&str> = todo.trim_end_matches('`').split(' ').collect();
        assert_eq!(todo[..3], ["resume", place, "--memory"]);
        output = run(&todo);
        asked += 1;
        assert!(asked < 4, "{advice}");
    }
    assert!(String::from_utf8(output.stdout).unwrap().contains("181440"));
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    // No file may have more than 64 blocks of 512 bytes.
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\"";
    let question = [&LONG[..], &["--spill", place, "--memory", "8MiB", "--json"]].concat();
    let mut child = Command::new("sh")
        .args(["-c", script, TEJUN])
        .args(question)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{err}");
    let stopped: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(stopped["reason"], "disk");
    assert!(stopped["levels"].as_array().unwrap().len() > 5);
    assert!(err.contains("File too large") && err.contains(place) && err.lines().count() == 1, "{err}");
    let resumed = [&LONG[..], &["--resume", place, "--memory", "8MiB"]].concat();
    assert_eq!(answer(&resumed), answer(&LONG));
}

/// Neither search nor levels are lost, and the certificate may be written elsewhere than it was meant to be.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_certificate() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (place, output) = (file("search"), file("full.cert"));
    // No file may have more than 2000 blocks of 512 bytes.
    let script = "trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\"";
    let stopped = Command::new("sh")
        .args(["-c", script, TEJUN, "prove", "euler-766", "--reachable", "--memory", "8MiB"])
        .args(["--output", &output, "--spill", &place, "--json"])
        .output()
        .unwrap();
    assert_eq!(stopped.status.code(), Some(3), "{}", error(&stopped));
    let why = error(&stopped);
    assert!(why.contains("File too large") && why.contains("scratch") && why.lines().count() == 1, "{why}");
    let elsewhere = file("elsewhere.cert");
    let resumed = run(&["prove", "euler-766", "--reachable", "--output", &elsewhere, "--resume", &place]);
    assert!(resumed.status.success(), "{}", error(&resumed));
    assert!(run(&["verify", &elsewhere]).status.success() && !Path::new(&output).exists());
}

/// Each thread asks for a GiB of address space, and there is room for two of them.
#[cfg(unix)]
#[test]
fn threads_that_cannot_be_started_stop_the_search() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let limited = |arguments: &[&str]| {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 3000000; exec \"$0\" \"$@\"", TEJUN]).args(arguments);
        command.env("RUST_MIN_STACK", (1 << 30).to_string()).stdin(Stdio::null()).output().unwrap()
    };
    let kept = ["explore", "tiles-eight", "--spill", place.to_str().unwrap(), "--memory", "32MiB"];
    for search in [&["explore", "tiles-eight"][..], &kept] {
        let output = limited(&[search, &["--threads", "8", "--json"]].concat());
        assert_eq!((output.status.code(), error(&output).as_str()), (Some(3), ""));
        assert_eq!(told(&output)["reason"], "memory");
    }
    let expected = answer(&["explore", "tiles-eight"]);
    assert_eq!(answer(&["resume", place.to_str().unwrap(), "--memory", "32MiB"]), expected);
    // Others do their work, where it is not divided among them beforehand.
    let counted = limited(&["count", "pentominoes:3x20", "--threads", "8", "--json"]);
    assert_eq!((counted.status.code(), &told(&counted)["solutions"]), (Some(0), &2.into()));
}
