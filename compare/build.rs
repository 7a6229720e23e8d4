//! Makes functions of the programs in the documentation of `tejun_search::tour`, as its reader is told to.

use std::fmt::Write;
use std::{env, fs};

const TOUR: &str = "../crates/tejun-search/src/tour.rs";

fn main() {
    println!("cargo::rerun-if-changed={TOUR}");
    let tour = fs::read_to_string(TOUR).expect("the tour can be read");
    let mut programs: Vec<Vec<&str>> = Vec::new();
    let mut inside = false;
    for line in tour.lines().map(|line| line.strip_prefix("//!").expect("the tour is documentation")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line == "```" {
            inside = !inside;
            if inside {
                programs.push(Vec::new());
            }
        } else if inside && !line.starts_with("# ") {
            programs.last_mut().expect("one has begun").push(line);
        }
    }
    let mut texts = String::new();
    let mut functions = String::new();
    for (number, program) in programs.iter().enumerate() {
        let program = format!(
            "pub fn main() -> Result<(), tejun_search::SearchError> {{\n{}\nOk(())\n}}\n",
            program.join("\n")
        );
        writeln!(functions, "mod tour_{number} {{\n{program}}}").expect("a string takes everything");
        writeln!(texts, "({program:?}, tour_{number}::main),").expect("a string takes everything");
    }
    let all = format!(
        "{functions}\n/// The programs, as texts and as functions.\npub const TOUR: [(&str, Program); {}] = [\n{texts}];\n",
        programs.len()
    );
    let folder = env::var("OUT_DIR").expect("cargo says it");
    fs::write(format!("{folder}/tour.rs"), all).expect("cargo's folder can be written to");
}
