//! Packings with user-drawn pieces, as instance files, compared with an independent brute force: all
//! solutions, counts, the step search, and the reasons given without a search.

use crate::common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use common::AtLine;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tejun_puzzles::question::{Solve, StepThrough};
use tejun_puzzles::{Found, Instance, Line, Means, Observer, Registry, StepKind, Wanted};
use tejun_search::{Outcome, Progress, StopReason, Unwatched, Watch};

use crate::common::cases;
use crate::plain_packing::{Cell, Filling, Packing, Piece, packings};

/// Collects the lines found.
#[derive(Default)]
struct Lines(Vec<Vec<String>>);

impl Watch for Lines {
    fn tick(&mut self, _: &Progress) -> std::ops::ControlFlow<StopReason> {
        std::ops::ControlFlow::Continue(())
    }
}

impl Observer for Lines {
    fn found(&mut self, found: &Found) {
        self.0.push(found.line.iter().map(|&text| text.to_owned()).collect());
    }
}

fn read(file: &str) -> Box<dyn Instance> {
    Registry::standard().read(file, None).unwrap_or_else(|error| panic!("{error}: {file}"))
}

/// Compares everything the program says about a packing with the brute force. Returns what came up.
fn compare(packing: &Packing) -> Result<Vec<&'static str>, TestCaseError> {
    let expected = packing.fillings();
    let classes = packing.classes(&expected);
    let instance = read(&packing.file());
    let nothing = Line::default();

    let all = Solve { wanted: Wanted::All, width: None };
    let mut lines = Lines::default();
    let report = instance.ask_at(&nothing, all, &mut lines).unwrap();
    prop_assert_eq!(matches!(report.outcome, Outcome::Solved(_)), !expected.is_empty());
    prop_assert_eq!(report.outcome == Outcome::Unsolvable, expected.is_empty());
    let found: BTreeSet<Filling> = lines.0.iter().map(|line| packing.filling(line)).collect();
    prop_assert!(found.is_subset(&expected), "a line is no solution");
    prop_assert_eq!(lines.0.len(), classes, "as many solutions as classes");
    prop_assert_eq!(packing.classes(&found), classes, "images of one another");
    for line in lines.0.iter().take(3) {
        prop_assert!(instance.check(&Line(line.clone())).solves);
    }

    let counted = instance.count_at(&nothing, &Means::default());
    prop_assert_eq!((counted.solutions, counted.solutions_raw), (classes as u128, expected.len() as u128));

    let mut stepped = BTreeSet::new();
    if let Ok(mut steps) = instance.ask(StepThrough::default(), &Means::default(), &mut Unwatched) {
        while let Some(step) = steps.advance() {
            if step.kind == StepKind::Solution {
                prop_assert!(stepped.insert(packing.filling(&steps.line().0)));
            }
        }
    }
    // The steps need not use all the pieces: they also fill a region with some of them.
    let all: u32 = packing.pieces.iter().map(|piece| piece.count).sum();
    stepped.retain(|filling: &Filling| packing.spare || filling.len() == all as usize);
    prop_assert_eq!(&stepped, &expected, "the step search");

    let forms = |flip, rotate| move |piece: &Piece| Piece { flip, rotate, ..piece.clone() }.forms().len();
    let matters = |piece: &Piece, free: usize| piece.forms().len() < free;
    let mut seen = vec![if expected.is_empty() { "unsolvable" } else { "solved" }];
    seen.extend(report.reason.map(|reason| reason.code()));
    seen.extend((packing.parts() > 1 && !expected.is_empty()).then_some("in parts"));
    seen.extend((classes < expected.len()).then_some("images"));
    seen.extend((report.stats.expanded > 0 && expected.is_empty()).then_some("searched in vain"));
    if !expected.is_empty() {
        seen.extend(packing.pieces.iter().any(|piece| piece.count > 1).then_some("count above one"));
        seen.extend((packing.empty() > 0).then_some("cells stay empty"));
        seen.extend(expected.iter().any(|filling| filling.len() < all as usize).then_some("left over"));
        seen.extend((packing.empty() > 0 && classes < expected.len()).then_some("images with empty cells"));
        let no_flip = |piece: &Piece| matters(piece, forms(true, piece.rotate)(piece));
        let no_turn = |piece: &Piece| matters(piece, forms(piece.flip, true)(piece));
        seen.extend(packing.pieces.iter().any(no_flip).then_some("may not flip"));
        seen.extend(packing.pieces.iter().any(no_turn).then_some("may not rotate"));
    }
    Ok(seen)
}

#[test]
fn all_agree_on_random_packings() {
    let cases = cases(2000);
    let seen: RefCell<BTreeMap<&str, u32>> = RefCell::default();
    let config = ProptestConfig { cases, ..ProptestConfig::default() };
    let result = TestRunner::new(config).run(&packings(), |packing| {
        for what in compare(&packing)? {
            *seen.borrow_mut().entry(what).or_default() += 1;
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    // The random packings cover all the cases they should.
    let seen = seen.into_inner();
    let kinds = [
        "solved",
        "unsolvable",
        "in parts",
        "images",
        "count above one",
        "may not flip",
        "may not rotate",
        "cells stay empty",
        "left over",
    ];
    for what in kinds {
        assert!(seen.get(what).is_some_and(|&n| n > cases / 50), "{what}: {seen:?}");
    }
    assert!(
        ["area-between", "images with empty cells"].iter().all(|what| seen.contains_key(what)),
        "{seen:?}"
    );
    assert!(
        seen.contains_key("area") && seen.contains_key("area-share") && seen.contains_key("searched in vain"),
        "{seen:?}"
    );
}

/// Three tetrominoes, any of the five, on twelve cells: the colouring arguments are sound, and some boards
/// are excluded by stripes alone.
#[test]
fn colourings_are_right() {
    let tetrominoes: [&[Cell]; 5] = [
        &[(0, 0), (0, 1), (0, 2), (0, 3)],
        &[(0, 0), (0, 1), (1, 0), (1, 1)],
        &[(0, 0), (0, 1), (0, 2), (1, 1)],
        &[(0, 0), (0, 1), (0, 2), (1, 2)],
        &[(0, 0), (0, 1), (1, 1), (1, 2)],
    ];
    let boards = [
        "oooo/oooo/oooo",
        "oooooo/oooooo",
        "oooo/o##o/o##o/oooo",
        "ooooo/ooooo/##oo#",
        "oooo/ooo#/ooo#/oo##",
    ];
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for board in boards {
        let rows = (0..).zip(board.split('/'));
        let cells: Vec<Cell> = rows
            .flat_map(|(r, row)| {
                (0..).zip(row.chars()).filter(|cell| cell.1 == 'o').map(move |(c, _)| (r, c))
            })
            .collect();
        for choice in 0..125_usize {
            let chosen = [choice % 5, choice / 5 % 5, choice / 25];
            if !chosen.is_sorted() {
                continue;
            }
            let mut pieces: Vec<Piece> = Vec::new();
            for (kind, shape) in tetrominoes.iter().enumerate() {
                let count = chosen.iter().filter(|&&own| own == kind).count() as u32;
                let shape = shape.to_vec();
                pieces.extend((count > 0).then_some(Piece { shape, count, flip: true, rotate: true }));
            }
            let packing = Packing { cells: cells.clone(), optional: 0, spare: false, pieces };
            let what = compare(&packing).unwrap_or_else(|error| panic!("{error}: {}", packing.file()));
            let report = read(&packing.file()).solve_at(&Line::default(), &Means::default(), &mut Unwatched);
            let reason = report.unwrap().reason.map(|reason| reason.text(tejun_puzzles::Lang::En));
            for word in ["chessboard", "stripes"] {
                let is_it = reason.as_ref().is_some_and(|reason| reason.contains(word));
                *seen.entry(word.to_owned()).or_default() += u32::from(is_it);
            }
            *seen.entry(what[0].to_owned()).or_default() += 1;
        }
    }
    for what in ["chessboard", "stripes", "solved", "unsolvable"] {
        assert!(seen[what] > 0, "{what}: {seen:?}");
    }
}

/// An L covers three cells of one stripe colour and one of the other, however it lies. So three of them
/// cannot fill a region with equally many cells of both colours, or with a multiple of four more of one. With
/// vertical stripes, each horizontal domino covers one cell of each colour. On a chessboard, both cover as
/// many cells of each colour.
#[test]
fn stripes_tell_where_the_chessboard_does_not() {
    for (board, shape, rotate, count, lines) in [
        ("oooo\\noooo\\noooo", "ooo\\no", true, 3, "rows"),
        ("ooo\\nooo\\nooo\\nooo", "ooo\\no", true, 3, "rows"),
        ("oooooo\\noooooo", "ooo\\no", true, 3, "rows"),
        ("ooo#o\\nooo#o", "oo", false, 4, "columns"),
    ] {
        let file = format!(
            "puzzle = \"packing\"\nboard = \"{board}\"\nrotate = {rotate}\n\
             [[piece]]\nname = \"a\"\nshape = \"{shape}\"\ncount = {count}\n"
        );
        let instance = read(&file);
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!((report.outcome, report.stats.expanded), (Outcome::Unsolvable, 0));
        let reason = report.reason.unwrap();
        assert_eq!(reason.code(), "stripes");
        assert!(reason.text(tejun_puzzles::Lang::En).contains(lines), "{board}");
        // The step search knows no colours and tries everything in vain.
        let mut steps = instance.ask(StepThrough::default(), &Means::default(), &mut Unwatched).unwrap();
        let mut last = None;
        while let Some(step) = steps.advance() {
            assert_ne!(step.kind, StepKind::Solution);
            last = Some(step.kind);
        }
        assert_eq!(last, Some(StepKind::Exhausted));
    }
}
