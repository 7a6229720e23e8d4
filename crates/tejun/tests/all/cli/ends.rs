//! How searches end: limits, interrupts, closed pipes.

use super::*;

#[test]
fn limits_stop_with_their_name_and_a_bound() {
    for (option, value, reason) in [
        ("--time", "0.2", "time"),
        ("--states", "100000", "states"),
        ("--depth", "12", "depth"),
        ("--memory", "1MiB", "memory"),
    ] {
        let output = run_on(&["solve", "-", option, value, "--json"], FIFTEEN.as_bytes());
        let answer = json(&output);
        assert_eq!((&answer["outcome"], &answer["reason"]), (&"stopped".into(), &reason.into()));
        assert!(answer["bound"].as_i64().unwrap() > 0);
        assert_eq!(status(&output), 3, "{reason}");
    }
}

/// There are 86,000 sets, and one is made at a time.
#[test]
fn surveys_of_many_sets_stop_in_time() {
    let file = format!("puzzle = 'sliding'\nboard = 'a{0}'\ngoal = '{0}a'\n", ".".repeat(127));
    let stopped = run_on(&["hardest", "-", "--pieces", "any", "--time", "0.1", "--json"], file.as_bytes());
    assert_eq!((status(&stopped), &json(&stopped)["reason"]), (3, &Value::from("time")));
}

/// Billions of placements: what is found until then is printed.
#[test]
fn surveys_of_all_sets_stop_in_time() {
    let file = "puzzle = 'sliding'\nboard = '''\nA....\n.....\n.....\n.....'''\n";
    let args = ["hardest", "-", "--pieces", "polyominoes", "--goal", "corner", "--time", "0.1", "--json"];
    let stopped = run_on(&args, file.as_bytes());
    let answer = json(&stopped);
    assert_eq!((status(&stopped), &answer["reason"]), (3, &Value::from("time")));
    let rows = answer["by_pieces"].as_array().unwrap();
    assert!(rows.len() < 21 && rows.last().is_none_or(|row| row["complete"] == false), "{answer}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_keeps_what_is_known() {
    let child = start_on(&["solve", "-"], FIFTEEN.as_bytes());
    wait_until_caught(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 3, "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("it was interrupted") && text.contains("No solution has fewer than"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_best_play() {
    let mut child = start_on(&["solve", "pacman-great-maze"], b"");
    let mut news = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    news.read_line(&mut told).unwrap();
    assert!(told.ends_with(" s\n"), "{told}");
    interrupt(&child);
    news.read_to_string(&mut told).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 0, "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap().to_owned();
    let (score, bound) = (value("score: "), value("score bound: "));
    assert!(score.parse::<i64>().unwrap() < bound.parse().unwrap(), "{text}");
    // The last result reported is the one in the answer.
    assert!(told.lines().last().unwrap().starts_with(&format!("{score} after ")), "{told}{text}");
    let checked = run(&["check", "pacman-great-maze", "--json", "--line", &value("moves: ")]);
    assert_eq!((status(&checked), json(&checked)["score"].to_string()), (0, score));
}

/// Of `without pruning: 98 events to the first solution, branches cut: 7`, the two numbers.
fn tally(line: &str, how: &str) -> [u64; 2] {
    let rest = line.strip_prefix(how).unwrap_or_else(|| panic!("{line}"));
    let (events, cut) = rest.split_once(" events to the first solution, branches cut: ").unwrap();
    [events, cut].map(|number| number.parse().unwrap())
}

#[test]
fn a_search_is_watched_with_pruning_and_without() {
    for instance in ["katamino:PUY", "peg-cross"] {
        let output = run(&["solve", instance, "--watch", "--unpruned"]);
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let [.., unpruned, pruned] = &text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        let [without, none] = tally(unpruned, "without pruning: ");
        let [with, cut] = tally(pruned, "with pruning: ");
        assert!(with <= without, "{unpruned} {pruned}");
        assert!(instance != "peg-cross" || with < without && cut > 0 && none > 0, "{unpruned} {pruned}");
        assert_eq!(status(&output), 0);
    }
    let refused = run(&["solve", "katamino:PUY", "--unpruned"]);
    assert_eq!(status(&refused), 2);
    let none = run(&["solve", "katamino:FPV", "--watch"]);
    let text = String::from_utf8_lossy(&none.stdout);
    assert_eq!(text.lines().last(), Some("everything has been tried: there is no solution"));
    assert_eq!(status(&none), 1);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    // Each of them would print for a long time.
    for args in [
        &["solve", "pentominoes:6x10", "--watch"][..],
        &["solve", "pentominoes:6x10", "--all", "--threads", "1"],
    ] {
        let mut child = start_on(args, b"");
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut String::new()).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.stderr.as_slice(), status(&output)), (&b""[..], 3), "{args:?}");
    }
}

/// As many threads as anyone may ask for do not take the memory from the search.
#[test]
fn more_threads_than_are_of_use_are_not_started() {
    // A MiB for each of those that are.
    let memory = format!("{}MiB", 8 * std::thread::available_parallelism().unwrap().get());
    let args = ["explore", KLOTSKI, "--memory", &memory, "--json"];
    let [one, many] = ["1", "1024"].map(|threads| json(&run(&[&args[..], &["--threads", threads]].concat())));
    assert_eq!((&many["outcome"], &many["levels"]), (&"solved".into(), &one["levels"]));
    // A search on disk has the partitions that it was asked for: it may go on elsewhere.
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let begun =
        ["explore", KLOTSKI, "--depth", "3", "--threads", "200", "--memory", "1GiB", "--spill", place];
    assert_eq!(status(&run(&begun)), 3);
    assert_eq!(json(&run(&["resume", place, "--status", "--json"]))["partitions"], 200);
}
