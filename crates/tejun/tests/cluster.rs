//! Searches that processes share: the answers of one process, whatever happens to another.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const TEJUN: &str = env!("CARGO_BIN_EXE_tejun");

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(TEJUN);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn run(arguments: &[&str]) -> Output {
    start(arguments).wait_with_output().unwrap()
}

/// The answer, without what differs from run to run.
fn told(output: &Output) -> Value {
    let mut answer: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    answer.as_object_mut().unwrap().remove("stats").unwrap();
    answer
}

fn refused(output: &Output, why: &str) {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains(why), "{error}");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

/// A file with free addresses for processes on this host.
fn hosts(directory: &Path, count: usize) -> String {
    let listeners: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let file = directory.join("hosts");
    let ports: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().port().to_string()).collect();
    std::fs::write(&file, ports.join("\n")).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn processes_answer_like_one() {
    for question in [
        &["explore", "euler-766-small"][..],
        &["explore", "heng-dao-li-ma"],
        &["explore", "heng-dao-li-ma", "--terminal-goals"],
        &["solve", "heng-dao-li-ma"],
        &["solve", "heng-dao-li-ma", "--all"],
        &["explore", "tank-change"],
        &["solve", "tank-change"],
        &["explore", "tiles-eight", "--depth", "20"],
        &["explore", "peg-pyramid"],
    ] {
        let alone = told(&run(&[question, &["--json", "--threads", "1"]].concat()));
        for [processes, workers] in [["1", "2"], ["2", "1"], ["3", "1"]] {
            let cluster = ["cluster", "run", "--json", "--processes", processes, "--workers", workers, "--"];
            let output = run(&[&cluster, question].concat());
            assert_eq!(told(&output), alone, "{question:?} in {processes} processes");
        }
    }
}

/// A search that takes a while.
const LONG: [&str; 4] = ["explore", "tiles-fifteen", "--depth", "18"];

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let is_child = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        parent == Some(of.to_string().as_str())
    };
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_child).collect()
}

fn kill(process: u32) {
    Command::new("kill").args(["-9", &process.to_string()]).status().unwrap();
}

/// Waits until the search in a directory has found this many positions.
fn reached(directory: &str, positions: u64) {
    let begin = Instant::now();
    loop {
        let status: Value = serde_json::from_slice(&run(&["resume", directory, "--status", "--json"]).stdout)
            .unwrap_or_default();
        let levels = status["levels"][0].as_array().cloned().unwrap_or_default();
        if levels.iter().filter_map(Value::as_u64).sum::<u64>() >= positions {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "the search does not get on");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_lost_process_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let cluster =
        ["cluster", "run", "--json", "--processes", "3", "--memory", "60MiB", "--spill", place, "--"];
    let running = start(&[&cluster[..], &LONG].concat());
    reached(place, 1_000);
    let processes = children(running.id());
    assert_eq!(processes.len(), 3);
    kill(processes[1]);
    let output = running.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("all go on from the last point"), "{output:?}");
    let alone = told(&run(&[&LONG[..], &["--json"]].concat()));
    assert_eq!(told(&output), alone);
    // The answer is kept.
    let again = ["cluster", "run", "--json", "--resume", place, "--"];
    assert_eq!(told(&run(&[&again[..], &LONG].concat())), alone);
}

#[test]
fn other_processes_go_on_with_a_search() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let cluster =
        ["cluster", "run", "--json", "--processes", "3", "--memory", "60MiB", "--spill", place, "--"];
    let mut running = start(&[&cluster[..], &LONG].concat());
    reached(place, 1_000);
    let processes = children(running.id());
    running.kill().unwrap();
    running.wait().unwrap();
    // Nobody is left who writes.
    let begin = Instant::now();
    while processes.iter().any(|process| Path::new(&format!("/proc/{process}/exe")).exists()) {
        assert!(
            begin.elapsed() < Duration::from_secs(10),
            "the processes go on without the one that started them"
        );
        thread::sleep(Duration::from_millis(5));
    }
    let alone = told(&run(&[&LONG[..], &["--json"]].concat()));
    let too_many =
        run(&[&["cluster", "run", "--processes", "4", "--resume", place, "--"][..], &LONG].concat());
    refused(&too_many, "3 processes at most");
    let two = ["cluster", "run", "--json", "--processes", "2", "--resume", place, "--"];
    assert_eq!(told(&run(&[&two[..], &LONG].concat())), alone);
}

#[test]
fn processes_that_differ_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let hosts = hosts(directory.path(), 2);
    let worker = |process: &'static str, search: &[&str]| {
        let cluster = ["cluster", "worker", "--json", "--hosts", &hosts, "--process", process, "--"];
        start(&[&cluster, search].concat())
    };
    let first = worker("0", &["explore", "heng-dao-li-ma"]);
    let other = worker("1", &["explore", "euler-766-small"]).wait_with_output().unwrap();
    refused(&other, "it searches something else".replace("it ", "this one ").as_str());
    let shallow = worker("1", &["explore", "heng-dao-li-ma", "--depth", "3"]).wait_with_output().unwrap();
    refused(&shallow, "refuses this process");
    // Whoever else comes is sent away, and the cluster still waits for its process.
    let address = std::fs::read_to_string(&hosts).unwrap().lines().next().unwrap().to_owned();
    let mut stranger = TcpStream::connect(format!("127.0.0.1:{address}")).unwrap();
    stranger.write_all(&[b'x'; 100]).unwrap();
    assert_eq!(stranger.read(&mut [0; 10]).unwrap(), 1);
    let second = worker("1", &["explore", "heng-dao-li-ma"]).wait_with_output().unwrap();
    assert_eq!((second.status.code(), second.stdout.len()), (Some(0), 0));
    let answer = told(&first.wait_with_output().unwrap());
    assert_eq!(answer, told(&run(&["explore", "heng-dao-li-ma", "--json"])));
}

#[test]
fn what_cannot_be_shared_is_said_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("hosts");
    let place = file.to_str().unwrap();
    let worker = ["cluster", "worker", "--time", "0.2", "--hosts", place, "--process", "1", "--"];
    let explore = ["explore", "heng-dao-li-ma"];
    refused(&run(&[&worker, &explore[..]].concat()), "cannot be read");
    for (hosts, why) in [
        ("", "there is no address"),
        ("node-7\n", "line 1: write a host and a port"),
        ("4570\n\n127.0.0.1:4570\n", "line 3: this address is there before"),
        ("45700\n", "there is no process 1"),
        ("1.2.3.4:x", "line 1"),
    ] {
        std::fs::write(&file, hosts).unwrap();
        refused(&run(&[&worker, &explore[..]].concat()), why);
    }
    let hosts = self::hosts(directory.path(), 2);
    let alone = ["cluster", "worker", "--time", "0.2", "--hosts", &hosts, "--process", "1", "--"];
    refused(&run(&[&alone, &explore[..]].concat()), "process 0 did not come");
    let cluster = ["cluster", "run", "--"];
    for (search, why) in [
        (&["list"][..], "write solve or explore"),
        (&["solve"], "after --"),
        (&["solve", "-"], "standard input"),
        (&["solve", "no-such-puzzle"], "no-such-puzzle"),
        (&["solve", "pentominoes:6x10"], "not breadth-first"),
        (&["explore", "heng-dao-li-ma", "--spill", place], "before the --"),
        (&["explore", "heng-dao-li-ma", "--threads", "2"], "--workers"),
    ] {
        refused(&run(&[&cluster, search].concat()), why);
    }
    refused(&run(&["cluster", "run"]), "required");
    let little = ["cluster", "run", "--processes", "3", "--memory", "20MiB", "--spill", place, "--"];
    refused(&run(&[&little, &explore[..]].concat()), "24MiB");
    // A directory that holds something else.
    let full = directory.path().to_str().unwrap();
    refused(&run(&[&["cluster", "run", "--spill", full, "--"], &explore[..]].concat()), "is not empty");
}
