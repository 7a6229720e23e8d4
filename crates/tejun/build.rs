//! Puts into the program which commit it is built from: `TEJUN_VERSION` is the version, with the commit if it is known.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = std::env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let commit = packaged().or_else(checked_out);
    let version = commit.map_or_else(|| version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=TEJUN_VERSION={version}");
}

/// Digits of a hash that are shown.
const DIGITS: usize = 9;

/// The commit that a published crate was packaged from. Its date is not recorded.
fn packaged() -> Option<String> {
    const INFO: &str = ".cargo_vcs_info.json";
    // A file that is missing would make every build begin with this script.
    if Path::new(INFO).exists() {
        println!("cargo::rerun-if-changed={INFO}");
    }
    let info = std::fs::read_to_string(INFO).ok()?;
    let (_, rest) = info.split_once("\"sha1\"")?;
    rest.split('"').nth(1)?.get(..DIGITS).map(str::to_owned)
}

/// The commit and its date, in a checkout of tejun itself: a copy of this crate within another repository is not that.
fn checked_out() -> Option<String> {
    if git(&["rev-parse", "--show-prefix"])? != "crates/tejun/" {
        return None;
    }
    // The log of HEAD grows with each commit and checkout. Nothing else tells of changes to a branch in one file.
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["log", "-1", &format!("--abbrev={DIGITS}"), "--format=%h %cs"])
}

/// What git prints; `None` if it fails or is not installed.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
