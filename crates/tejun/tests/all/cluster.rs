//! Searches that processes share: the answers of one process, whatever happens to another.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tejun_cluster::Hosts;

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
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    // With `--json`, programs read it, too.
    if !output.stdout.is_empty() {
        let failure: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(
            failure["kind"].is_string() && error.contains(failure["error"].as_str().unwrap()),
            "{failure}"
        );
    }
}

/// A file with free addresses for processes on this host.
fn hosts(directory: &Path, count: usize) -> String {
    let file = directory.join("hosts");
    std::fs::write(&file, Hosts::loopback(count).unwrap().addresses().join("\n")).unwrap();
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
        &["solve", "high-tide", "--level", "4"],
        &["explore", "mirror-twins", "--level", "3"],
    ] {
        let alone = told(&run(&[question, &["--json", "--threads", "1"]].concat()));
        for [processes, workers] in [["1", "2"], ["2", "1"], ["3", "1"]] {
            let cluster = ["cluster", "run", "--json", "--processes", processes, "--workers", workers, "--"];
            let output = run(&[&cluster, question].concat());
            assert_eq!(told(&output), alone, "{question:?} in {processes} processes");
        }
    }
}

/// A search that nobody sees the end of. It is compared with one process to some depth.
const LONG: [&str; 2] = ["explore", "tiles-fifteen"];

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

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Waits until none of the processes is there any more, with all of its threads: until the last of them has ended, a
/// process holds its locks. Nobody may have asked yet for the status of one that has ended.
fn gone(processes: &[u32]) {
    let ended = |process: &u32| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let is_left = |line: &str| line.starts_with("State:\tZ") || line.starts_with("State:\tX");
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).map_or(0, Iterator::count);
        status.is_empty() || (status.lines().any(is_left) && threads <= 1)
    };
    while !processes.iter().all(ended) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// The number of levels that the search in a directory has.
fn levels(directory: &str) -> usize {
    let status = run(&["resume", directory, "--status", "--json"]);
    let status: Value = serde_json::from_slice(&status.stdout).unwrap_or_default();
    status["levels"][0].as_array().map_or(0, Vec::len)
}

/// Starts a search in three processes that is kept in a directory, and waits until it has some levels.
fn begin(directory: &str) -> Child {
    let cluster =
        ["cluster", "run", "--json", "--processes", "3", "--memory", "60MiB", "--spill", directory, "--"];
    let running = start(&[&cluster[..], &LONG].concat());
    while levels(directory) < 10 {
        thread::sleep(Duration::from_millis(5));
    }
    running
}

/// Asserts that processes that go on with the search in a directory, one level further, answer like one that begins.
fn goes_on(directory: &str, processes: &str) {
    let depth = levels(directory).to_string();
    let to_depth = [&LONG[..], &["--depth", &depth]].concat();
    let again = ["cluster", "run", "--json", "--processes", processes, "--resume", directory, "--"];
    let alone = told(&run(&[&to_depth[..], &["--json"]].concat()));
    assert_eq!(told(&run(&[&again[..], &to_depth].concat())), alone);
}

#[test]
fn a_lost_process_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let mut running = begin(place);
    let processes = children(running.id());
    assert_eq!(processes.len(), 3);
    signal("-KILL", processes[1]);
    let mut said = String::new();
    BufReader::new(running.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("process 1 ended") && said.contains("all go on from the last point"), "{said}");
    gone(&processes);
    // It alone gets the signal, and passes it on.
    signal("-TERM", running.id());
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    goes_on(place, "3");
}

/// Whoever starts a search in processes can end it with one signal.
#[test]
fn a_signal_is_passed_on() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["-INT", "-TERM"] {
        let place = directory.path().join(name);
        let place = place.to_str().unwrap();
        let running = begin(place);
        let processes = children(running.id());
        assert_eq!(processes.len(), 3);
        signal(name, running.id());
        let output = running.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert_eq!(told(&output)["reason"], "interrupted");
        gone(&processes);
    }
}

/// Time that is over before the processes have found each other is a limit like any other.
#[test]
fn a_search_can_stop_before_it_begins() {
    let cluster = ["cluster", "run", "--json", "--processes", "3", "--time", "0.001", "--"];
    let output = run(&[&cluster[..], &LONG].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), said.lines().count()), (Some(3), 1), "{said}");
    let failure: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(failure["error"].as_str().unwrap().contains("before there was an answer"), "{failure}");
}

#[test]
fn other_processes_go_on_with_a_search() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let mut running = begin(place);
    let processes = children(running.id());
    running.kill().unwrap();
    running.wait().unwrap();
    // They do not go on without the one that started them, so nobody is left who writes.
    gone(&processes);
    let too_many =
        run(&[&["cluster", "run", "--processes", "4", "--resume", place, "--"][..], &LONG].concat());
    refused(&too_many, "3 processes at most");
    goes_on(place, "2");
}

/// The answer of a search in a directory is kept.
#[test]
fn an_answer_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let search = ["explore", "tiles-eight"];
    let ask =
        |how: &str| told(&run(&[&["cluster", "run", "--json", how, place, "--"], &search[..]].concat()));
    let first = ask("--spill");
    assert_eq!(first, told(&run(&[&search[..], &["--json"]].concat())));
    assert_eq!(ask("--resume"), first);
}

/// A process that greets as it must, and then says what no process says.
#[test]
fn a_process_that_hears_nonsense_ends_with_a_line() {
    let directory = tempfile::tempdir().unwrap();
    // A port that was free may be taken by now.
    let (hosts, address, listener) = loop {
        let hosts = hosts(directory.path(), 2);
        let address = std::fs::read_to_string(&hosts).unwrap().lines().next().unwrap().to_owned();
        match TcpListener::bind(&address) {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            listener => break (hosts, address, listener.unwrap()),
        }
    };
    let worker = |process: &str| {
        let cluster = ["cluster", "worker", "--hosts", &hosts, "--process", process, "--"];
        start(&[&cluster[..], &LONG].concat())
    };
    // What process 1 says to process 0: a head, which ends with the length of the rest.
    let mut second = worker("1");
    let mut greeting = vec![0; 44];
    let (mut called, _) = listener.accept().unwrap();
    called.read_exact(&mut greeting).unwrap();
    let rest = u32::from_le_bytes(greeting[40..].try_into().unwrap()) as usize;
    greeting.resize(44 + rest, 0);
    called.read_exact(&mut greeting[44..]).unwrap();
    second.kill().unwrap();
    second.wait().unwrap();
    drop((called, listener));
    for nonsense in [vec![0; 1 << 16], vec![0xff; 1 << 16], vec![1; 40], b"GET / HTTP/1.1\r\n\r\n".repeat(9)]
    {
        let mut first = worker("0");
        // One that is gone before all are there is waited for again: then the nonsense comes again.
        while first.try_wait().unwrap().is_none() {
            let Ok(mut socket) = TcpStream::connect(&address) else {
                thread::sleep(Duration::from_millis(5));
                continue;
            };
            let mut reply = [9];
            if socket.write_all(&greeting).and_then(|()| socket.read_exact(&mut reply)).is_err() {
                continue;
            }
            assert_eq!(reply, [0], "it is not welcome");
            // It is there; after that, it may be gone before it has heard all.
            let _ = socket.write_all(&[1]).and_then(|()| socket.write_all(&nonsense));
            drop(socket);
            for _ in 0..100 {
                if first.try_wait().unwrap().is_none() {
                    thread::sleep(Duration::from_millis(20));
                }
            }
        }
        let output = first.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.lines().count()), (Some(4), 1), "{said}");
        assert!(said.starts_with("tejun: "), "{said}");
    }
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
    let mut stranger = TcpStream::connect(&address).unwrap();
    stranger.write_all(&[b'x'; 100]).unwrap();
    assert_eq!(stranger.read(&mut [0; 10]).unwrap(), 1);
    // Nor does it wait for who says nothing.
    let silent = [(); 2].map(|()| TcpStream::connect(&address).unwrap());
    let second = worker("1", &["explore", "heng-dao-li-ma"]).wait_with_output().unwrap();
    assert_eq!((second.status.code(), second.stdout.len()), (Some(0), 0));
    let answer = told(&first.wait_with_output().unwrap());
    assert_eq!(answer, told(&run(&["explore", "heng-dao-li-ma", "--json"])));
    drop(silent);
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
