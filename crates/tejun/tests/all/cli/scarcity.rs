//! Where the system refuses threads, descriptors or long files, the program says so in one line.

#[cfg(target_os = "linux")]
use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use super::*;

/// The program where anybody may run it, in a directory that goes with it.
#[cfg(target_os = "linux")]
fn for_anybody() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::set_permissions(directory.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = directory.path().join("tejun");
    std::fs::copy(env!("CARGO_BIN_EXE_tejun"), &program).unwrap();
    (directory, program)
}

/// Runs the program within a limit. That on processes holds for no superuser.
#[cfg(target_os = "linux")]
fn limited(program: &Path, limit: &str, args: &[&str]) -> Output {
    let is_superuser = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    let words: &[&str] =
        if is_superuser { &["setpriv", "--reuid=65534", "--clear-groups"] } else { &["env"] };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(["prlimit", limit]).arg(program).args(args);
    command.env("HOME", "/").env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

/// A game of two levels, which an audit searches at the same time.
#[cfg(target_os = "linux")]
const GATE: &str = include_str!("instances/gate.txt");

#[cfg(target_os = "linux")]
#[test]
fn an_audit_needs_no_thread_but_its_own() {
    let (directory, program) = for_anybody();
    let game = directory.path().join("gate.txt");
    std::fs::write(&game, GATE).unwrap();
    let game = game.to_str().unwrap();
    let args = ["puzzlescript", "audit", game, "--json"];
    let audited = limited(&program, "--nproc=1000", &args);
    let alone = limited(&program, "--nproc=1", &args);
    assert_eq!((status(&alone), alone.stderr.as_slice()), (status(&audited), &b""[..]), "{alone:?}");
    let levels = |output: &Output| json(output)["levels"].clone();
    assert!(levels(&audited).is_array());
    assert_eq!(levels(&alone), levels(&audited));
}

#[cfg(all(feature = "serve", feature = "mcp", target_os = "linux"))]
#[test]
fn servers_say_what_the_system_refuses() {
    let (_directory, program) = for_anybody();
    for args in [&["serve", "--port", "0"][..], &["mcp"]] {
        for (limit, refused) in [
            ("--nproc=1", "the system starts too few threads: "),
            ("--nproc=2", "the system starts too few threads: "),
            ("--nofile=6", "the system opens too few files: "),
        ] {
            let output = limited(&program, limit, args);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(error.starts_with(&format!("tejun: {refused}")), "{limit} {args:?}: {output:?}");
            assert_eq!((error.lines().count(), status(&output), output.stdout.len()), (1, 2, 0), "{error}");
        }
    }
}

#[test]
fn a_file_that_grows_too_long_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    for (args, expected) in [
        (&["show", KLOTSKI, "--svg", &at("board.svg")][..], 2),
        (&["prove", KLOTSKI, "-o", &at("a.cert")], 2),
        (&["explore", KLOTSKI, "--spill", &at("search")], 2),
    ] {
        let script = "ulimit -f 0; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_tejun")]).args(args).env("LC_ALL", "C");
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(expected), "{args:?}: {output:?}");
        assert!(error.contains("File too large") && error.lines().count() == 1, "{args:?}: {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for args in [&["--help"][..], &["--version"], &["help", "solve"], &["solve", "-h"], &["help"], &["list"]]
    {
        let output = tejun(args).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(status(&output), 2, "{args:?}");
        let line = "tejun: the answer cannot be written: No space left on device (os error 28)\n";
        assert_eq!(error, line, "{args:?}");
    }
    // Whoever stops reading knows enough.
    let script = "\"$0\" --help | true";
    let closed = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_tejun")]).output().unwrap();
    assert!(closed.stderr.is_empty(), "{closed:?}");
}
