//! The instance files that ship with tejun, and boards by others that do not.

use crate::common;

use common::AtLine;
use tejun_puzzles::{Family, LibraryFile, Line, Means, Registry, SlidingBlocks, TankChange};
use tejun_search::{Outcome, Proof, Unwatched};

/// Solves an instance whose best cost is known, and checks the solution by the rules.
fn solve_as_known(name: &str, text: &str) {
    let instance = Registry::standard().read(text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let Some(optimal) = instance.about().optimal else { return };
    let options = Means { threads: 2, ..Means::default() };
    let report = instance.solve_at(&Line::default(), &options, &mut Unwatched).unwrap();
    assert_eq!((report.value.cost, report.proof), (Some(optimal), Proof::Optimal), "{name}");
    let Outcome::Solved(line) = report.outcome else { panic!("{name}") };
    let verdict = instance.check(&Line(line));
    assert!(verdict.solves && verdict.value.cost == Some(optimal), "{name}: {:?}", verdict.fault);
}

#[test]
fn names_are_unique() {
    let files = Registry::standard().library();
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), files.len());
    assert!(names.len() > 60);
}

#[test]
fn each_family_brings_its_own_files() {
    for family in Registry::standard().families() {
        let files = family.info.library();
        let folder = format!("{}/library/{}", env!("CARGO_MANIFEST_DIR"), family.info.name);
        assert_eq!(files.len(), std::fs::read_dir(folder).unwrap().count());
        assert!(files.iter().all(|LibraryFile { text, .. }| {
            Registry::standard().read(text, None).unwrap().about().puzzle == family.info.name
        }));
    }
    let tanks = Registry::new(vec![Family::of::<TankChange>()]).library();
    assert_eq!(tanks.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["tank-change"]);
}

/// The puzzles of a first visit, each with the family that it is from.
fn first_steps(registry: &Registry) -> Vec<(&'static str, &'static str)> {
    let shelves =
        registry.families().flat_map(|family| family.info.shelves.iter().map(|it| (family.info, it)));
    shelves.flat_map(|(family, shelf)| shelf.first_steps.iter().map(|step| (family.name, *step))).collect()
}

#[test]
fn every_shelf_begins_with_three_puzzles_of_a_few_moves() {
    let registry = Registry::standard();
    assert!(registry.families().all(|it| it.info.shelves.iter().all(|shelf| shelf.first_steps.len() == 3)));
    let files = registry.library();
    for (family, step) in first_steps(&registry) {
        let file = files.iter().find(|file| file.name == step).map(|file| file.text.clone());
        let text = file.or_else(|| registry.expand_short_form(step).map(Result::unwrap));
        let instance = registry.read(&text.unwrap_or_else(|| step.to_owned()), None).unwrap();
        assert_eq!(instance.about().puzzle, family, "{step}");
        let solution = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        let line = Line(solution.outcome.found().unwrap());
        assert!((1..=20).contains(&line.0.len()), "{step}: {} moves", line.0.len());
        assert!(instance.check(&line).solves, "{step}");
    }
}

#[test]
fn what_comes_first_on_a_shelf_is_in_the_library() {
    for family in Registry::standard().families() {
        let names: Vec<String> = family.info.library().into_iter().map(|file| file.name).collect();
        for shelf in family.info.shelves {
            assert!(
                shelf.known.iter().all(|known| names.iter().any(|name| name == known)),
                "{:?}",
                shelf.known
            );
        }
    }
}

#[test]
fn sliding_and_tank_files_have_the_optimum_that_they_name() {
    for family in [Family::of::<SlidingBlocks>(), Family::of::<TankChange>()] {
        for LibraryFile { name, text } in family.info.library() {
            solve_as_known(&name, &text);
        }
    }
}

#[test]
fn irregular_boards_of_others_have_their_known_optimum() {
    solve_as_known("From Right to Left", include_str!("../data/layton/from-right-to-left.toml"));
    solve_as_known("The Greatest Escape 2", include_str!("../data/layton/greatest-escape-2.toml"));
    solve_as_known("The Time Machine", include_str!("../data/layton/the-time-machine.toml"));
}
