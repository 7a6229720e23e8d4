//! `play` in a pseudo-terminal: every family from start to end, by the keys that a player presses.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

/// How long the program may take to show something.
const PATIENCE: Duration = Duration::from_secs(60);
const SIZE: PtySize = PtySize { rows: 40, cols: 100, pixel_width: 0, pixel_height: 0 };

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
}

impl Terminal {
    fn open(args: &[&str], lang: &str) -> Terminal {
        let pair = native_pty_system().openpty(SIZE).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tejun"));
        command.args(["play"]);
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", lang);
        let child = pair.slave.spawn_command(command).unwrap();
        let [rows, columns] = [SIZE.rows, SIZE.cols].map(|size| size.try_into().unwrap());
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let (mut output, seen) = (pair.master.try_clone_reader().unwrap(), screen.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                seen.lock().unwrap().process(&bytes[..length]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        // The terminal lives as long as somebody may write to it.
        std::mem::forget(pair.master);
        Terminal { screen, keys, child }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows a text.
    fn shows(&self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.text().contains(text) {
            assert!(Instant::now() < end, "there is no {text:?} on the screen:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Quits, and returns the exit status.
    fn quit(mut self) -> u32 {
        self.press("q");
        self.child.wait().unwrap().exit_code()
    }
}

/// A shortest line, as the command line finds it.
fn solution(instance: &str) -> Vec<String> {
    let mut solve = std::process::Command::new(env!("CARGO_BIN_EXE_tejun"));
    let answer = solve.args(["solve", instance, "--json"]).output().unwrap().stdout;
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
    answer["line"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_family_is_played_to_its_end_by_typed_moves() {
    for (instance, end) in [
        ("tank-change", "Solved, and nobody can do better!"),
        ("bickford-4x4", "Solved, and nobody can do better!"),
        ("katamino-small-slam", "Solved!"),
        ("pacman-lv1", "Solved"),
        ("peg-cross", "Solved!"),
        ("sokoban-two", "Solved, and nobody can do better!"),
        ("tiles-five", "Solved, and nobody can do better!"),
    ] {
        let line = solution(instance);
        let mut terminal = Terminal::open(&[instance], "C");
        terminal.shows("? hint");
        for text in &line {
            terminal.press(&format!(":{text}\r"));
        }
        terminal.shows(end);
        terminal.press("u");
        terminal.press("y");
        terminal.shows(end);
        assert_eq!(terminal.quit(), 0, "{instance}");
    }
}

#[test]
fn a_man_walks_and_pushes_and_his_walk_is_undone() {
    let level = "puzzle = 'sokoban'\nboard = '''\n#######\n#@ $ .#\n#     #\n#######\n'''\n";
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("level.toml");
    std::fs::write(&file, level).unwrap();
    let mut terminal = Terminal::open(&[file.to_str().unwrap()], "C");
    terminal.shows("arrows walk and push");
    terminal.shows("0 pushes");
    terminal.press(RIGHT);
    terminal.press("u");
    terminal.press(DOWN);
    terminal.press(UP);
    terminal.press(RIGHT);
    terminal.press(RIGHT);
    terminal.shows("1 push");
    terminal.press(RIGHT);
    terminal.shows("Solved, and nobody can do better!");
    assert_eq!(terminal.quit(), 0);
}

#[test]
fn arrows_slide_tiles_and_drive_through_mazes() {
    let mut terminal = Terminal::open(&["tiles-five"], "C");
    terminal.shows("arrows slide");
    terminal.press(UP);
    terminal.press(DOWN);
    terminal.press(LEFT);
    terminal.press(RIGHT);
    terminal.shows("   1 ");
    assert_eq!(terminal.quit(), 1);
    let mut terminal = Terminal::open(&["pacman-lv1"], "C");
    terminal.shows("t = 0 of 50");
    terminal.press(LEFT);
    terminal.shows("t = 1 of 50");
    terminal.press(" ");
    terminal.shows("t = 2 of 50");
    assert_eq!(terminal.quit(), 1);
}

#[test]
fn pieces_are_picked_up_and_put_down_with_a_cursor() {
    let mut terminal = Terminal::open(&["peg-cross"], "C");
    terminal.shows("arrows move the cursor");
    // A jump that is none, and one that is.
    terminal.press(&format!(" {RIGHT} "));
    terminal.shows("peg");
    terminal.press("\x1b");
    std::thread::sleep(Duration::from_millis(100));
    let line = solution("peg-cross");
    terminal.press(&format!(":{}\r", line[0]));
    terminal.shows("   1 ");
    terminal.press("u?");
    terminal.shows("It can still be solved.");
    terminal.press("?");
    terminal.shows(&format!("Play {}.", line[0]));
    terminal.press("?");
    terminal.shows("   1 ");
    terminal.press("g");
    terminal.shows("Solved!");
    assert_eq!(terminal.quit(), 0);
}

#[test]
fn hints_and_reasons_speak_the_language_of_the_environment() {
    let mut terminal = Terminal::open(&["sokoban-two"], "ja_JP.UTF-8");
    terminal.shows("矢印：歩く・押す");
    terminal.press("?");
    terminal.shows("ここからは最短 3 プッシュで解けます。");
    terminal.press(":xx\r");
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(terminal.quit(), 1);
    let mut terminal = Terminal::open(&["sokoban-two", "--lang", "zh"], "ja_JP.UTF-8");
    terminal.shows("方向键");
    terminal.press("g");
    terminal.shows("而且是最优解");
    assert_eq!(terminal.quit(), 0);
}

#[test]
fn a_search_that_is_stopped_has_a_way_to_show() {
    let board = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13";
    let mut terminal = Terminal::open(&[board, "--states", "2000000"], "C");
    terminal.shows("? hint");
    terminal.press("?");
    terminal.shows("moves from here.");
    terminal.press("q");
    assert_eq!(terminal.child.wait().unwrap().exit_code(), 1);
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_tejun")).args(["play", "tank-change"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "tejun: play needs a terminal: use show to draw a position, and check to judge a line\n"
    );
}

/// A published set in the game: some of its levels, by number and title, each as `show` draws it.
#[test]
fn levels_of_a_published_set_are_played() {
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/sokoban/xsokoban-90.xsb");
    assert!(std::fs::exists(set).unwrap(), "{set} is missing");
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tejun"));
        let output = command.args(args).env("LC_ALL", "C").output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = run(&["list", set]);
    assert_eq!(listed.lines().filter(|line| line.contains("screen.")).count(), 90, "{listed}");
    assert!(!listed.contains('✗'), "{listed}");
    for level in ["1", "43", "screen.90"] {
        let shown = run(&["show", set, "--level", level]);
        let title =
            shown.lines().find_map(|line| line.split_whitespace().find(|word| word.starts_with("screen.")));
        let terminal = Terminal::open(&[set, "--level", level], "C");
        terminal.shows(title.unwrap_or_else(|| panic!("{shown}")));
        terminal.shows("0 pushes");
        assert_eq!(terminal.quit(), 1, "{level} is not solved");
    }
}
