//! Packings compared with published counts, and the format of instance files.

use crate::common;

use common::{AtLine, value};
use serde_json::Value;
use tejun_puzzles::question::{Solve, StepThrough};
use tejun_puzzles::{Ending, Instance, Line, Means, Registry, StepKind, Wanted};
use tejun_search::{Outcome, Unwatched};

use crate::common::full;

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let registry = Registry::standard();
    let text = match registry.expand_short_form(text) {
        Some(file) => file.map_err(|error| error.to_string())?,
        None => text.to_owned(),
    };
    registry.read(&text, None).map_err(|error| error.to_string())
}

fn library(name: &str) -> Box<dyn Instance> {
    let path = format!("{}/library/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn count(instance: &dyn Instance) -> (u128, u128) {
    let counted = instance.count_at(&Line::default(), &Means::default());
    (counted.solutions, counted.solutions_raw)
}

fn solve(instance: &dyn Instance, wanted: Wanted) -> tejun_puzzles::Solution {
    instance.ask_at(&Line::default(), Solve { wanted, width: None }, &mut Unwatched).unwrap()
}

/// Haselgrove 1960 (6x10), Scott 1958 (the hole), Fletcher 1965, and the one-sided rectangles.
#[test]
fn published_counts() {
    for (name, solutions, raw) in [
        ("pentominoes:6x10", 2339, 9356),
        ("pentominoes:10x6", 2339, 9356),
        ("pentominoes:5x12", 1010, 4040),
        ("pentominoes:4x15", 368, 1472),
        ("pentominoes:3x20", 2, 8),
        ("katamino:FPU", 1, 4),
    ] {
        assert_eq!(count(&*read(name).unwrap()), (solutions, raw), "{name}");
    }
    assert_eq!(count(&*library("pentominoes-8x8-hole")), (65, 520));
    assert_eq!(count(&*library("pentominoes-8x8-square")), (16_146, 129_168));
    assert_eq!(count(&*library("one-sided-3x30")), (46, 184));
    if full() {
        assert_eq!(count(&*library("one-sided-5x18")), (686_628, 2_746_512));
    }
}

#[test]
fn all_solutions_are_listed_legal_and_different() {
    let instance = read("pentominoes:6x10").unwrap();
    struct Lines(Vec<String>);
    impl tejun_search::Watch for Lines {
        fn tick(&mut self, _: &tejun_search::Progress) -> std::ops::ControlFlow<tejun_search::StopReason> {
            std::ops::ControlFlow::Continue(())
        }
    }
    impl tejun_puzzles::Observer for Lines {
        fn found(&mut self, found: &tejun_puzzles::Found) {
            self.0.push(found.line.join(" "));
        }
    }
    let mut lines = Lines(Vec::new());
    let all = Solve { wanted: Wanted::All, width: None };
    let report = instance.ask_at(&Line::default(), all, &mut lines).unwrap();
    assert_eq!(report.drawings.unwrap().len(), 2339);
    assert_eq!(lines.0.len(), 2339);
    for line in lines.0.iter().step_by(100) {
        let verdict = instance.check(&line.parse().unwrap());
        assert!(verdict.fault.is_none() && verdict.solves, "{line}");
    }
    lines.0.sort();
    lines.0.dedup();
    assert_eq!(lines.0.len(), 2339);
    let first = solve(&*instance, Wanted::First(7));
    assert_eq!(first.drawings.unwrap().len(), 7);
    assert!(matches!(first.outcome, Outcome::Solved(_)));
}

/// Plays half of a solution and asks for the rest.
#[test]
fn a_later_position_is_solved_from_there() {
    let instance = read("pentominoes:5x12").unwrap();
    let Outcome::Solved(moves) = solve(&*instance, Wanted::Best).outcome else { panic!("it has solutions") };
    let half = Line(moves[..6].to_vec());
    let report = instance.solve_at(&half, &Means::default(), &mut Unwatched).unwrap();
    let Outcome::Solved(rest) = report.outcome else { panic!("it has a solution") };
    assert_eq!((rest.len(), report.value.cost), (6, Some(6)));
    let line = Line([&moves[..6], &rest[..]].concat());
    assert!(instance.check(&line).solves);
    for (at, text) in line.0.iter().enumerate() {
        let choices = instance.choices_at(&Line(line.0[..at].to_vec())).unwrap();
        assert!(choices.iter().any(|choice| choice.text == *text));
        assert_eq!(instance.scene_at(&Line(line.0[..at].to_vec())).unwrap().pieces.len(), 12);
    }
}

#[test]
fn illegal_moves_have_a_reason() {
    let instance = read("pentominoes:5x12").unwrap();
    for (line, code) in [
        ("P1", "no-move"),
        ("P:1,1,2,13,14", "no-move"),
        ("Q:1,2,3,13,14", "no-piece"),
        ("P:1,2,3,13,61", "no-cell"),
        ("P:1,2,3,4,5", "wrong-form"),
        ("P:1,2,3,13,14 P:25,26,27,37,38", "none-left"),
        ("P:1,2,3,13,14 I:3,4,5,6,7", "overlap"),
    ] {
        let verdict = instance.check(&line.parse().unwrap());
        assert_eq!(verdict.fault.map(|fault| fault.reason.code()), Some(code), "{line}");
    }
}

fn file(pieces: &str, board: &str) -> String {
    format!("puzzle = \"packing\"\n{pieces}\nboard = '''\n{board}'''\n")
}

/// The largest region, where some cell numbers in moves have three digits, in a rectangle with more cells
/// than are numbered, nearly all of them outside the region.
#[test]
fn the_largest_regions_are_solved() {
    let gap = format!("oo{}oo", "#".repeat(2200));
    let nothing = format!("\n{}", "#".repeat(gap.len()));
    let far = format!("{gap}\n{gap}{}", nothing.repeat(29));
    for (board, count) in [(vec!["o".repeat(16); 8].join("\n"), 32), (far, 2)] {
        let text = format!(
            "puzzle = \"packing\"\nboard = \"\"\"\n{board}\"\"\"\n\
             [[piece]]\nname = \"O\"\nshape = \"\"\"\noo\noo\"\"\"\ncount = {count}\n"
        );
        let instance = read(&text).unwrap();
        let Outcome::Solved(line) = solve(&*instance, Wanted::Best).outcome else { panic!("it is solved") };
        assert_eq!(line.len(), count);
        assert!(instance.check(&Line(line)).solves);
        assert_eq!(self::count(&*instance).1, 1);
    }
}

#[test]
fn impossible_regions_need_no_search() {
    for (text, code) in [
        ("pentominoes:6x9".to_owned(), "area"),
        (file("pieces = \"IP\"", "oooo\noooo\noo##"), "fits-nowhere"),
        (file("pieces = \"tetrominoes\"", "ooooo\nooooo\nooooo\nooooo"), "checkerboard"),
        (file("pieces = \"LLP\"", "ooo#ooooo\nooo#oooo#"), "part"),
        (file("rotate = false\npiece = [{ name = \"a\", shape = \"oooo\" }]", "oo\noo"), "fits-nowhere"),
    ] {
        let report = solve(&*read(&text).unwrap(), Wanted::Best);
        assert_eq!(report.outcome, Outcome::Unsolvable, "{text}");
        assert_eq!(report.reason.map(|reason| reason.code()), Some(code), "{text}");
        assert_eq!(report.stats.expanded, 0);
    }
    // No quick argument excludes this set; the search proves it.
    let report = solve(&*library("katamino-impossible-ten"), Wanted::Best);
    assert_eq!((report.outcome, report.reason), (Outcome::Unsolvable, None));
    assert!(report.stats.expanded > 0);
}

#[test]
fn mistakes_are_said_in_one_line() {
    for (text, what) in [
        ("katamino:FPX1".to_owned(), "'1' is not a piece"),
        ("katamino:FPF".to_owned(), "comes twice"),
        ("katamino:FP".to_owned(), "3 to 12 letters"),
        ("pentominoes:6".to_owned(), "is not a size"),
        ("pentominoes:100x100".to_owned(), "is not a size"),
        (file("pieces = \"FPQ\"", "ooo"), "'Q' is not a piece"),
        (file("pieces = \"F\"", "oo\nox"), "row 2, column 2"),
        (file("pieces = \"F\"", "oo\no"), "row 2, column 2"),
        (file("pieces = \"F\"", "##"), "0 cells"),
        (file("piecs = \"F\"", "oo"), "unknown key `piecs`"),
        (file("rule = \"chess\"\npieces = \"F\"", "oo"), "chess"),
        (file("", "oo"), "there is no piece"),
        (file("piece = [{ name = \"a\", shape = \"o.o\" }]", "oo"), "two parts"),
        (file("piece = [{ name = \"a\", shape = \"ox\" }]", "oo"), "row 1, column 2"),
        (file("piece = [{ name = \"a\", shape = \"o\", count = 0 }]", "oo"), "the count is 0"),
        (file("pieces = \"F\"\npiece = [{ name = \"F\", shape = \"o\" }]", "oo"), "two pieces are called F"),
        (file("piece = [{ name = \"a b\", shape = \"o\" }]", "oo"), "cannot name a piece"),
        (file("pieces = \"F\"", &"o".repeat(129)), "129 cells"),
    ] {
        let error = read(&text).err().unwrap_or_else(|| panic!("{text} was taken"));
        assert!(error.contains(what) && !error.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn flips_and_turns_can_be_forbidden() {
    let l =
        |flags: &str| count(&*read(&file(&format!("{flags}\npieces = \"LL\""), "ooooo\nooooo")).unwrap()).1;
    assert_eq!(
        [l(""), l("flip = false"), l("rotate = false"), l("flip = false\nrotate = false")],
        [2, 1, 0, 0]
    );
}

/// The step search fills 5x12, and replaying its events gives legal boards.
#[test]
fn steps_replay() {
    let instance = read("pentominoes:5x12").unwrap();
    let mut steps = instance.ask(StepThrough::default(), &Means::default(), &mut Unwatched).unwrap();
    let mut moves = Vec::new();
    let mut events = 0;
    while let Some(step) = steps.advance() {
        events += 1;
        match step.kind {
            StepKind::Placed => moves.push(step.cells),
            StepKind::TakenBack => assert_eq!(moves.pop(), Some(step.cells)),
            StepKind::Pruned => assert!(moves.iter().flatten().all(|cell| !step.cells.contains(cell))),
            StepKind::Solution => break,
            StepKind::Try | StepKind::Misfit | StepKind::Exhausted | StepKind::Stopped => {}
        }
        if events % 997 == 0 {
            assert!(instance.check(&steps.line()).fault.is_none());
        }
    }
    assert!(instance.check(&steps.line()).solves);
}

fn verb(words: &[&str], given: &[(&'static str, &str)]) -> tejun_puzzles::VerbAnswer {
    let registry = Registry::standard();
    let verb = registry.families().flat_map(|family| family.verbs()).find(|verb| verb.path == words).unwrap();
    let call = tejun_puzzles::Call {
        arguments: Vec::new(),
        given: given.iter().map(|&(name, value)| (name, value.to_owned())).collect(),
        means: Means::default(),
    };
    (verb.run)(&call, &mut Unwatched).unwrap()
}

type Row = std::collections::BTreeMap<String, u64>;

/// The table by N: the numbers by key, and the set with the most solutions.
fn table(given: &[(&'static str, &str)]) -> std::collections::BTreeMap<u64, (Row, String)> {
    let rows = value(&verb(&["katamino", "table"], given).details)["rows"].clone();
    let row = |row: &Value| {
        let numbers = row.as_object().unwrap().iter().filter_map(|(key, n)| Some((key.clone(), n.as_u64()?)));
        let set = row["max_subset"].as_str().unwrap().to_owned();
        (row["columns"].as_u64().unwrap(), (numbers.collect(), set))
    };
    rows.as_array().unwrap().iter().map(row).collect()
}

#[test]
fn table_of_katamino() {
    let rows = table(&[]);
    let numbers =
        |columns: u64, keys: &[&str]| keys.iter().map(|&key| rows[&columns].0[key]).collect::<Vec<_>>();
    assert_eq!(rows.keys().copied().collect::<Vec<u64>>(), (3..=12).collect::<Vec<u64>>());
    // ILNTUVWXYZ is the only set of ten that cannot be packed.
    assert_eq!(numbers(10, &["subsets_total", "subsets_solvable"]), [66, 65]);
    assert!(matches!(
        solve(&*read("katamino:ILNTUVWXYZ").unwrap(), Wanted::Best).outcome,
        Outcome::Unsolvable
    ));
    // Up to the eight symmetries of the square.
    let square = ["solutions", "subsets_unique", "max_solutions"];
    assert_eq!(numbers(5, &square), [107, 19, 10]);
}

/// Every column of the published table. It counts 5x5 up to the four symmetries of a rectangle, in all
/// columns but one.
#[test]
fn table_of_katamino_as_published() {
    let csv = include_str!("../data/katamino-table.csv");
    let (free, lying) = (table(&[]), table(&[("rule", "katamino")]));
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let mut compared = Vec::new();
    for line in lines {
        let columns: u64 = line[0].parse().unwrap();
        let (free, set) = &free[&columns];
        // No solution of 5x5 is symmetric, so each solution up to the square's eight symmetries is two up to
        // the rectangle's four. So no set of pieces has exactly one up to the four.
        let square = columns == 5;
        let by_four = |n: u64| if square { 2 * n } else { n };
        assert_eq!(free["solutions_raw"], free["solutions"] * by_four(4), "5x{columns}");
        for (&name, &published) in head.iter().zip(&line) {
            let ours = match name {
                "N" => columns.to_string(),
                "subsets_total" | "subsets_solvable" | "solutions_raw" => free[name].to_string(),
                "solutions_up_to_symmetry_square8" => free["solutions"].to_string(),
                "solutions_up_to_symmetry" => by_four(free["solutions"]).to_string(),
                "max_solutions" => by_four(free[name]).to_string(),
                "subsets_unique" if square => "0".to_owned(),
                "subsets_unique" => free[name].to_string(),
                "max_subset" => set.clone(),
                "subsets_solvable_I_horizontal" => lying[&columns].0["subsets_solvable"].to_string(),
                // Here the published number uses four symmetries for the sets without I, too.
                "solutions_up_to_symmetry_I_horizontal" => {
                    (lying[&columns].0["solutions_raw"] / 4).to_string()
                }
                other => panic!("{other} is not compared"),
            };
            assert_eq!(ours, published, "5x{columns}, {name}");
        }
        compared.push(columns);
    }
    assert_eq!(compared, [3, 4, 5, 6, 7, 8, 12]);
}

#[test]
fn generated_puzzles_have_one_solution() {
    for given in [&[("board", "5x6"), ("n", "8")][..], &[("pieces", "FLPUV"), ("n", "4")]] {
        let answer = verb(&["generate", "packing"], given);
        assert_eq!(answer.ending, Ending::Done);
        let puzzles = value(&answer.details)["puzzles"].as_array().unwrap().clone();
        assert_eq!(puzzles.len().to_string(), given[1].1);
        for puzzle in puzzles {
            let Value::String(file) = &puzzle["file"] else { panic!("{puzzle}") };
            assert_eq!(count(&*read(file).unwrap()).0, 1, "{file}");
        }
    }
}
