//! A program with a family of its own, and no other: examples/frogs.rs.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn frogs(arguments: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_tejun")).with_file_name("examples").join("frogs");
    Command::new(program)
        .args(arguments)
        .output()
        .expect("cargo builds the examples before it runs all tests")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn it_lists_and_solves_its_puzzle_alone() {
    let list: Value = serde_json::from_slice(&frogs(&["list", "--json"]).stdout).unwrap();
    let names: Vec<&Value> =
        list["instances"].as_array().unwrap().iter().map(|instance| &instance["name"]).collect();
    assert_eq!(names, ["frogs"]);
    let solved: Value = serde_json::from_slice(&frogs(&["solve", "frogs", "--json"]).stdout).unwrap();
    assert_eq!((&solved["cost"], &solved["proof"]), (&15.into(), &"optimal".into()));
    let line: Vec<&str> = solved["line"].as_array().unwrap().iter().map(|by| by.as_str().unwrap()).collect();
    let checked = frogs(&["check", "frogs", "--line", &line.join(" ")]);
    assert_eq!(checked.status.code(), Some(0));
    let explored: Value = serde_json::from_slice(&frogs(&["explore", "frogs", "--json"]).stdout).unwrap();
    assert_eq!(explored["goals"], 1);
}

#[test]
fn it_goes_by_its_own_name() {
    assert!(text(&frogs(&["--help"]).stdout).starts_with("frogs: finds, proves"));
    assert!(text(&frogs(&["--version"]).stdout).starts_with("frogs (tejun "));
    assert_eq!(
        text(&frogs(&["show", "toads"]).stderr),
        "frogs: there is no instance \"toads\": did you mean frogs? `frogs list` lists them all\n"
    );
    assert!(text(&frogs(&["shwo"]).stderr).ends_with("(see frogs --help)\n"));
}

#[test]
fn other_families_are_refused() {
    let refused = frogs(&["show", "heng-dao-li-ma"]);
    assert_eq!(refused.status.code(), Some(2));
}
