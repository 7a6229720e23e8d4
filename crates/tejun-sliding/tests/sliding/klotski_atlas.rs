//! The atlas compared with published figures, and with a second implementation of the rules.

use crate::common;
use crate::klotski_atlas_verbs::{KEPT, run};

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::LazyLock;

use common::{AtLine, value};
use serde_json::json;
use tejun_puzzles::question::Hardest;
use tejun_puzzles::sliding::atlas::{
    Atlas, AtlasErrorKind, CLASSES, FORMAT_VERSION, LAYOUTS, Layout, Pieces, SOLVABLE_CLASSES,
};
use tejun_puzzles::{Ending, Found, Instance, Line, Means, Observer, Registry};
use tejun_search::{Limits, Outcome, Progress, StopReason, Unwatched, Watch};

use crate::common::step;

pub(crate) static ATLAS: LazyLock<Atlas> =
    LazyLock::new(|| match Atlas::build(&Limits::default(), 1, &mut Unwatched) {
        Outcome::Solved(atlas) => atlas,
        other => panic!("{:?}", other.map(drop)),
    });

pub(crate) fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Random layouts; each mirror class is equally likely.
fn sample(number: usize, seed: u64) -> impl Iterator<Item = Layout> {
    let ranks = ATLAS.ranks();
    let mut state = seed;
    (0..number).map(move |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ranks.layout(((state >> 33) % u64::from(CLASSES)) as u32)
    })
}

/// A second implementation of the rules, on twenty characters and one cell at a time.
pub(crate) fn neighbours(text: &str) -> BTreeSet<String> {
    let board: Vec<char> = text.chars().collect();
    let cells = |kind: char, head: usize| match kind {
        'B' => vec![head, head + 1, head + 4, head + 5],
        'h' => vec![head, head + 1],
        'v' => vec![head, head + 4],
        _ => vec![head],
    };
    let mut claimed = [false; 20];
    let mut found = BTreeSet::new();
    for head in 0..20 {
        let kind = board[head];
        if claimed[head] || kind == '.' {
            continue;
        }
        cells(kind, head).into_iter().for_each(|cell| claimed[cell] = true);
        let mut lifted = board.clone();
        cells(kind, head).into_iter().for_each(|cell| lifted[cell] = '.');
        let (width, height) =
            (if "Bh".contains(kind) { 2 } else { 1 }, if "Bv".contains(kind) { 2 } else { 1 });
        let mut seen = vec![head];
        let mut next = 0;
        while next < seen.len() {
            let (row, column) = (seen[next] / 4, seen[next] % 4);
            next += 1;
            let ways = [
                (row > 0).then(|| (row - 1, column)),
                (row + height < 5).then_some((row + 1, column)),
                (column > 0).then(|| (row, column - 1)),
                (column + width < 4).then_some((row, column + 1)),
            ];
            for (row, column) in ways.into_iter().flatten() {
                let to = 4 * row + column;
                if cells(kind, to).iter().all(|&cell| lifted[cell] == '.') && !seen.contains(&to) {
                    seen.push(to);
                    let mut placed = lifted.clone();
                    cells(kind, to).into_iter().for_each(|cell| placed[cell] = kind);
                    found.insert(placed.into_iter().collect());
                }
            }
        }
    }
    found
}

/// A temporary directory, removed at the end of the test.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

pub(crate) fn puzzle(layout: &str) -> Box<dyn Instance> {
    let registry = Registry::standard();
    let text = registry.expand_short_form(&format!("klotski:{layout}")).unwrap().unwrap();
    registry.read(&text, None).unwrap()
}

#[test]
fn the_totals_and_the_tail_are_the_published_ones() {
    let total = ATLAS.total();
    assert_eq!(total.layouts.total(), LAYOUTS);
    assert_eq!(total.layouts.solvable_total(), 28_913_089);
    assert_eq!(total.classes.total(), CLASSES);
    assert_eq!(total.classes.solvable_total(), SOLVABLE_CLASSES);
    assert_eq!(total.classes.maximum(), Some(138));
    assert_eq!(total.classes.solvable[127..], [9, 5, 7, 8, 12, 16, 15, 14, 13, 5, 4, 3]);
}

#[test]
fn the_published_openings_agree() {
    let table = include_str!("../openings.csv");
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, text, moves, .., lines] = fields[..] else { panic!("{line}") };
        let layout = layout(text);
        let distance = ATLAS.distance(layout).unwrap().map_or(-1, i32::from);
        assert_eq!(distance.to_string(), moves, "{name}");
        assert_eq!(ATLAS.shortest_lines(layout).unwrap().to_string(), lines, "{name}");
    }
    assert_eq!(table.lines().count(), 1 + 39);
}

/// The general search over all placements of a piece set gives the figures of the atlas.
#[test]
fn hardest_gives_the_figures_of_each_piece_set() {
    let klotski = puzzle("vBBvvBBvvhhvv11v1..1");
    let surveyor = &klotski;
    let small = ATLAS.stats().iter().filter(|(_, tally)| tally.layouts.total() < 40_000).step_by(5);
    let mut compared = 0;
    for (pieces, tally) in small {
        let told = surveyor
            .ask(
                Hardest { pieces: Some(pieces.to_string()), ..Hardest::default() },
                &Means::default(),
                &mut Unwatched,
            )
            .unwrap();
        assert_eq!(told.starts, Some(tally.layouts.total().into()), "{pieces}");
        assert_eq!(told.classes, Some(tally.classes.total().into()), "{pieces}");
        let equal =
            |told: &[u64], counted: &[u32]| told.iter().copied().eq(counted.iter().map(|&n| u64::from(n)));
        assert!(equal(&told.levels, &tally.layouts.solvable), "{pieces}");
        assert!(equal(&told.class_levels, &tally.classes.solvable), "{pieces}");
        let farthest: Vec<Layout> = told
            .hardest
            .iter()
            .map(|start| {
                let mut letters: Vec<char> = start.board.concat().chars().collect();
                let board = letters.clone();
                for c in letters.iter_mut().filter(|c| **c != '.') {
                    let cells: Vec<usize> = (0..20).filter(|&cell| board[cell] == *c).collect();
                    *c = match cells[..] {
                        [_] => '1',
                        [a, b] if b == a + 1 => 'h',
                        [_, _] => 'v',
                        _ => 'B',
                    };
                }
                layout(&letters.into_iter().collect::<String>())
            })
            .collect();
        for start in &farthest {
            assert_eq!(ATLAS.distance(*start).unwrap().map(usize::from), told.levels.len().checked_sub(1));
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn each_distance_follows_from_those_of_the_neighbours() {
    let distance = |text: &str| ATLAS.distance(layout(text)).unwrap();
    for layout in sample(20_000, 1) {
        let text = layout.to_string();
        let around: Vec<Option<u8>> = neighbours(&text).iter().map(|next| distance(next)).collect();
        let nearest = around.iter().flatten().min();
        let expected = if layout.is_exit() { Some(0) } else { nearest.map(|nearest| nearest + 1) };
        assert_eq!(distance(&text), expected, "{text}");
        assert_eq!(layout.is_exit(), text[13..15] == *"BB" && text[17..19] == *"BB", "{text}");
        // If there is a way out from here, there is one from every neighbour.
        assert!(expected.is_none() || around.iter().all(Option::is_some), "{text}");
    }
}

/// Together with the tests before and after it, this proves the whole atlas if all of it is tried: the distances are the only
/// numbers that satisfy all three.
#[test]
fn every_distance_is_one_more_than_the_least_around_it() {
    let ranks = ATLAS.ranks();
    let holds = |rank: u32| {
        let layout = ranks.layout(rank);
        let mut least: Option<u8> = None;
        layout.steps(|step| {
            let there = ATLAS.distance(step.layout).unwrap();
            least = least.into_iter().chain(there).min();
        });
        let expected = if layout.is_exit() { Some(0) } else { least.map(|least| least + 1) };
        ATLAS.distance(layout).unwrap() == expected
    };
    let half = CLASSES / 2;
    std::thread::scope(|scope| {
        let first = scope.spawn(|| (0..half).step_by(step()).all(holds));
        assert!((half..CLASSES).step_by(step()).all(holds));
        assert!(first.join().unwrap());
    });
}

#[test]
fn moves_are_those_of_the_plain_rules() {
    for layout in sample(5_000, 2) {
        let mut found = BTreeSet::new();
        layout.steps(|step| {
            let next = step.layout.to_string();
            assert!(found.insert(next), "{layout}: {step:?} leads where another move leads");
        });
        assert_eq!(found, neighbours(&layout.to_string()), "{layout}");
    }
}

#[test]
fn best_moves_are_all_that_come_nearer() {
    for layout in sample(2_000, 4) {
        let distance = |text: &str| ATLAS.distance(text.parse().unwrap()).unwrap();
        let here = distance(&layout.to_string());
        let nearer = here.and_then(|here| here.checked_sub(1));
        let mut expected = neighbours(&layout.to_string());
        expected.retain(|next| nearer.is_some() && distance(next) == nearer);
        let best = ATLAS.best_moves(layout).unwrap();
        assert_eq!(
            best.iter().map(|step| step.layout.to_string()).collect::<BTreeSet<_>>(),
            expected,
            "{layout}"
        );
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let scratch = Scratch::new("atlas-threads");
    let one = scratch.0.join("one.atlas");
    ATLAS.write(&one).unwrap();
    let kept = fs::read_dir(KEPT.data.as_ref().unwrap()).unwrap().next().unwrap().unwrap().path();
    assert!(fs::read(one).unwrap() == fs::read(kept).unwrap());
}

#[test]
fn it_says_how_much_there_is_and_can_be_stopped() {
    #[derive(Default)]
    struct Impatient {
        expected: u64,
        last: Progress,
    }
    impl Watch for Impatient {
        fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
            assert!(progress.expanded >= self.last.expanded && progress.expanded <= self.expected);
            self.last = *progress;
            if progress.depth < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(StopReason::Interrupted)
            }
        }
        fn expect(&mut self, states: u64) {
            self.expected = states;
        }
    }
    impl Observer for Impatient {
        fn found(&mut self, _: &Found) {}
    }
    let mut watch = Impatient::default();
    let stopped = Atlas::build(&Limits::default(), 2, &mut watch);
    assert!(matches!(stopped, Outcome::Stopped(StopReason::Interrupted, _)));
    assert_eq!(watch.expected, u64::from(SOLVABLE_CLASSES));
    assert!(watch.last.expanded > 1_000_000);

    // A stopped build leaves no file behind.
    let scratch = Scratch::new("atlas-stopped");
    let output = scratch.0.join("klotski.atlas");
    let options = [("output", output.to_str().unwrap())];
    let answer =
        run(&["atlas", "build"], &[], &options, Means::default(), &mut Impatient::default()).unwrap();
    assert_eq!((answer.ending, &value(&answer.details)["reason"]), (Ending::Stopped, &json!("interrupted")));
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 0);

    let small = Limits { bytes: 19 << 20, ..Limits::default() };
    assert!(matches!(Atlas::build(&small, 1, &mut Unwatched), Outcome::Stopped(StopReason::Memory, _)));
}

#[test]
fn a_file_gives_back_what_was_written_and_nothing_lies_beside_it() {
    let scratch = Scratch::new("atlas-file");
    let path = scratch.0.join("some.atlas");
    fs::write(&path, "an older one").unwrap();
    ATLAS.write(&path).unwrap();
    let names: Vec<_> = fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["some.atlas"]);
    assert!(fs::metadata(&path).unwrap().len() < u64::from(CLASSES) + 50_000);

    let opened = Atlas::open(&path).unwrap();
    assert_eq!(opened.stats(), ATLAS.stats());
    for layout in sample(10_000, 3) {
        assert_eq!(opened.distance(layout).unwrap(), ATLAS.distance(layout).unwrap(), "{layout}");
    }
    // The statistics agree with the distances.
    let pieces: Pieces = "1h,4v,4u".parse().unwrap();
    let mut found = 0;
    opened.at_distance(&(0..=u8::MAX), Some(pieces), |_| found += 1).unwrap();
    assert_eq!(found, opened.stats()[&pieces].classes.solvable_total());
    let mut by_distance = BTreeMap::new();
    for distance in 120..=138 {
        opened
            .at_distance(&(distance..=distance), None, |_| *by_distance.entry(distance).or_insert(0) += 1)
            .unwrap();
    }
    let expected = opened.total().classes.solvable;
    assert!(by_distance.iter().all(|(&distance, &number)| expected[usize::from(distance)] == number));
}

#[test]
fn a_damaged_file_is_refused() {
    let scratch = Scratch::new("atlas-damage");
    let path = scratch.0.join("klotski.atlas");
    ATLAS.write(&path).unwrap();
    let good = fs::read(&path).unwrap();
    let start = good.len() - CLASSES as usize;
    let opened = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Atlas::open(&path)
    };
    let refused = |bytes: &[u8]| opened(bytes).unwrap_err().fault;
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        bytes
    };

    assert!(matches!(refused(b""), AtlasErrorKind::Foreign));
    assert!(matches!(
        refused(b"something else that is long enough to hold a whole preamble"),
        AtlasErrorKind::Foreign
    ));
    assert!(matches!(refused(&flipped(3)), AtlasErrorKind::Foreign));
    assert!(
        matches!(refused(&flipped(16)), AtlasErrorKind::Version(version) if version == FORMAT_VERSION ^ 0x10)
    );
    assert!(matches!(refused(&flipped(20)), AtlasErrorKind::Metric(16)));
    for at in (24..start).step_by(997).chain([24, 28, 32, 36, 40, 44, start - 1]) {
        assert!(matches!(refused(&flipped(at)), AtlasErrorKind::Checksum(_)), "byte {at}");
    }
    for length in [16, 30, start, start + 1, good.len() - 1] {
        let fault = refused(&good[..length]);
        assert!(
            matches!(fault, AtlasErrorKind::Length { found, .. } if found == length as u64),
            "{length}: {fault}"
        );
    }
    assert!(matches!(refused(&[&good[..], b"!"].concat()), AtlasErrorKind::Length { .. }));

    // Each part of the distances is checked when it is read.
    let layout = layout("vBBvvBBvvhhvv11v1..1");
    let at = start + ATLAS.ranks().rank(layout) as usize;
    let error = opened(&flipped(at)).unwrap().distance(layout).unwrap_err();
    assert!(matches!(error.fault, AtlasErrorKind::Checksum(_)), "{error}");
    assert!(error.to_string().contains("damaged"), "{error}");
    let elsewhere = opened(&flipped(if at < start + 1_000_000 { good.len() - 1 } else { start })).unwrap();
    assert_eq!(elsewhere.distance(layout).unwrap(), Some(81));
    let whole = elsewhere.at_distance(&(138..=138), None, |_| {});
    assert!(matches!(whole.unwrap_err().fault, AtlasErrorKind::Checksum(_)));

    fs::remove_file(&path).unwrap();
    let error = Atlas::open(&path).unwrap_err();
    assert!(matches!(error.fault, AtlasErrorKind::Missing));
    assert!(error.to_string().contains("tejun atlas build"), "{error}");
}

#[test]
fn bad_layouts_and_piece_sets_are_refused() {
    let error = |text: &str| text.parse::<Layout>().unwrap_err().to_string();
    assert!(error("vBBv").contains("20 characters"));
    assert!(error("vBBvvBBvvhhvv11v1.x1").starts_with("row 5, column 3: "));
    assert!(error("vBBvvBBvvhhvv11v11.1").contains("fewer than two cells are empty"));
    for text in ["", "1h,4v,4", "4", "1h,1h", "x", "15u", "4h,3v,1u", "-1h"] {
        assert!(text.parse::<Pieces>().is_err(), "{text}");
    }
    assert_eq!("4u, 4v,1h".parse::<Pieces>().unwrap().to_string(), "1h,4v,4u");
}

#[test]
fn random_layouts_agree_with_the_general_search() {
    for layout in sample(300, 5) {
        let report = puzzle(&layout.to_string())
            .solve_at(&Line::default(), &Means::default(), &mut Unwatched)
            .unwrap();
        let distance = ATLAS.distance(layout).unwrap();
        assert_eq!(report.value.cost, distance.map(i64::from), "{layout}");
        assert_eq!(report.outcome == Outcome::Unsolvable, distance.is_none(), "{layout}");
    }
}
