//! The instance files that ship, and boards of others that do not.

use std::path::{Path, PathBuf};

use tejun_puzzles::input::Keys;
use tejun_puzzles::{Line, Registry, Request};
use tejun_search::{Outcome, Proof, Unwatched};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Solves the instance of a file, if its best cost is known, and holds it against the rules.
fn solve_as_known(file: &Path) {
    let name = file.display();
    let text = std::fs::read_to_string(file).unwrap();
    let instance = Registry::standard().read(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (header, _) = Keys::split(&text).unwrap();
    let Some(optimal) = header.optimal else { return };
    let ask = Request { threads: 2, ..Request::default() };
    let report = instance.solve(&Line::default(), &ask, &mut Unwatched).unwrap();
    assert_eq!((report.cost, report.proof), (Some(optimal), Proof::Optimal), "{name}");
    let Outcome::Solved(line) = report.outcome else { panic!("{name}") };
    let verdict = instance.check(&Line(line));
    assert!(verdict.solves && verdict.cost == Some(optimal), "{name}: {:?}", verdict.fault);
}

#[test]
fn names_are_unique() {
    let folders = files(&root().join("library"));
    let mut names: Vec<_> = folders
        .iter()
        .flat_map(|folder| files(folder))
        .map(|file| file.file_stem().unwrap().to_owned())
        .collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(count > 60);
}

#[test]
fn sliding_and_tank_files_have_the_optimum_that_they_name() {
    for family in ["sliding", "tank-change"] {
        for file in files(&root().join("library").join(family)) {
            solve_as_known(&file);
        }
    }
}

#[test]
fn irregular_boards_of_others_have_their_known_optimum() {
    let folder = root().join("../shared/klotski/layton");
    if !folder.is_dir() {
        eprintln!("{} is missing: its boards are not tested", folder.display());
        return;
    }
    for file in files(&folder) {
        solve_as_known(&file);
    }
}
