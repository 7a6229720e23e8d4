//! Boxes, cylinders and tori: published numbers, and a brute force on boards drawn by chance.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tejun_puzzles::question::{Prove, Solve, StepThrough};
use tejun_puzzles::{Asked, Found, Instance, Line, Means, Observer, Registry, StepKind, Wanted};
use tejun_search::{Outcome, Progress, StopReason, Unwatched, Watch};
use tejun_verify::Claim;

use crate::common::{AtLine, cases, full};
use crate::plain_lattice::{Filling, Packing, packings};

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let registry = Registry::standard();
    let text = match registry.expand_short_form(text) {
        Some(file) => file.map_err(|error| error.to_string())?,
        None => text.to_owned(),
    };
    registry.read(&text, None).map_err(|error| error.to_string())
}

fn count(text: &str) -> (u128, u128) {
    let means = Means { threads: 2, ..Means::default() };
    let counted = read(text).unwrap().count_at(&Line::default(), &means);
    assert_eq!(
        counted.outcome,
        if counted.solutions > 0 { Outcome::Solved(()) } else { Outcome::Unsolvable }
    );
    (counted.solutions, counted.solutions_raw)
}

/// Soma: Conway and Guy 1961. The pentominoes: Bouwkamp 1969. Of the tetracubes, 1,390 are counted up to the eight turns of the box:
/// its reflections exchange two of them. Bedlam: the number on the box, up to the turns of the cube, which are all its symmetries.
#[test]
fn published_counts() {
    assert_eq!(count("box:3x3x3"), (240, 48 * 240));
    assert_eq!(count("box:2x4x4"), (695, 8 * 1390));
    assert_eq!(count("box:2x3x10"), (12, 8 * 12));
    assert_eq!(count("box:5x2x6"), (264, 8 * 264));
    if full() {
        assert_eq!(count("box:3x4x5"), (3940, 8 * 3940));
        assert_eq!(count("box:4x4x4"), (19_186, 24 * 19_186));
    }
}

#[test]
fn certificates_are_checked() {
    for (form, different, all) in
        [("box:3x3x3", 240, 48 * 240), ("box:2x4x4", 695, 8 * 1390), ("box:2x3x10", 12, 96)]
    {
        let puzzle = read(form).unwrap();
        let proved =
            puzzle.ask(Prove { asked: Asked::Solutions }, &Means::default(), &mut Unwatched).unwrap();
        let Outcome::Solved(mut certificate) = proved.outcome else { panic!("{form}") };
        assert_eq!(certificate.claim, Claim::Solutions { different, all });
        tejun_verify::verify(&certificate.write(), 1).unwrap();
        certificate.claim = Claim::Solutions { different: different + 1, all };
        assert!(tejun_verify::verify(&certificate.write(), 1).is_err(), "{form}");
    }
}

/// Collects the lines found.
#[derive(Default)]
struct Lines(Vec<Vec<String>>);

impl Watch for Lines {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}

impl Observer for Lines {
    fn found(&mut self, found: &Found) {
        self.0.push(found.line.iter().map(|&text| text.to_owned()).collect());
    }
}

/// Compares everything the program says about a packing with the brute force. Returns what came up.
fn compare(packing: &Packing) -> Result<Vec<&'static str>, TestCaseError> {
    let expected = packing.fillings();
    let classes = packing.classes(&expected);
    let instance = read(&packing.file()).map_err(TestCaseError::fail)?;
    let nothing = Line::default();

    let mut lines = Lines::default();
    let report = instance.ask_at(&nothing, Solve { wanted: Wanted::All, width: None }, &mut lines).unwrap();
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

    let masks = |kind| packing.masks(kind).into_iter().map(move |mask| (kind, mask));
    let legal: BTreeSet<_> = (0..packing.pieces.len()).flat_map(masks).collect();
    let choices = instance.choices_at(&nothing).unwrap();
    let offered: Vec<_> =
        choices.iter().flat_map(|choice| packing.filling(std::slice::from_ref(&choice.text))).collect();
    prop_assert_eq!(offered.iter().copied().collect::<BTreeSet<_>>(), legal);
    prop_assert_eq!(offered.len(), choices.len(), "no move twice");

    let mut stepped = BTreeSet::new();
    if let Ok(mut steps) = instance.ask(StepThrough::default(), &Means::default(), &mut Unwatched) {
        while let Some(step) = steps.advance() {
            if step.kind == StepKind::Solution {
                stepped.insert(packing.filling(&steps.line().0));
            }
        }
    }
    let all: u32 = packing.pieces.iter().map(|piece| piece.1).sum();
    stepped.retain(|filling: &Filling| packing.spare || filling.len() == all as usize);
    prop_assert_eq!(&stepped, &expected, "the step search");

    let proved = instance.ask(Prove { asked: Asked::Solutions }, &Means::default(), &mut Unwatched).unwrap();
    let Outcome::Solved(certificate) = proved.outcome else { return Err(TestCaseError::fail("not proved")) };
    let claim = match expected.len() as u64 {
        0 => Claim::Unsolvable,
        all => Claim::Solutions { different: classes as u64, all },
    };
    prop_assert_eq!(&certificate.claim, &claim);
    prop_assert_eq!(tejun_verify::verify(&certificate.write(), 1).err(), None);

    let mut seen = vec![if expected.is_empty() { "unsolvable" } else { "solved" }];
    seen.push(match packing.joined {
        [_, true, _] => "torus",
        [_, _, true] => "cylinder",
        _ if packing.solid() => "box",
        _ => "flat",
    });
    if !expected.is_empty() {
        seen.extend((classes < expected.len()).then_some("images"));
        seen.extend((packing.optional > 0).then_some("cells stay empty"));
        let left_over = expected.iter().any(|filling| filling.len() < all as usize);
        seen.extend((packing.solid() && left_over).then_some("left over in a box"));
        seen.extend((packing.joined[2] && left_over).then_some("left over where sides join"));
        seen.extend((left_over && classes < expected.len()).then_some("images with pieces left over"));
        seen.extend(packing.pieces.iter().any(|piece| piece.1 > 1).then_some("count above one"));
        let is_chiral = |piece: &crate::plain_lattice::Piece| {
            let other = crate::plain_lattice::Piece { flip: !piece.flip, ..piece.clone() };
            packing.solid() && other.forms(true) != piece.forms(true)
        };
        seen.extend(packing.pieces.iter().any(|piece| is_chiral(&piece.0)).then_some("chiral"));
    }
    Ok(seen)
}

#[test]
fn all_agree_on_random_boards() {
    let cases = cases(1000);
    let seen: RefCell<BTreeMap<&str, u32>> = RefCell::default();
    let config = ProptestConfig { cases, ..ProptestConfig::default() };
    let result = TestRunner::new(config).run(&packings(), |packing| {
        for what in compare(&packing)? {
            *seen.borrow_mut().entry(what).or_default() += 1;
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    // The random boards cover all the cases they should.
    let seen = seen.into_inner();
    let kinds = [
        "solved",
        "unsolvable",
        "box",
        "cylinder",
        "torus",
        "images",
        "count above one",
        "cells stay empty",
        "left over in a box",
    ];
    for what in kinds {
        assert!(seen.get(what).is_some_and(|&n| n > cases / 50), "{what}: {seen:?}");
    }
    for what in ["chiral", "left over where sides join", "images with pieces left over"] {
        assert!(seen.contains_key(what), "{what}: {seen:?}");
    }
}

#[test]
fn a_box_is_drawn_layer_by_layer() {
    let puzzle = read("box:3x3x3").unwrap();
    let solution = puzzle.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    let grid = crate::common::value(&solution.details)["grid"].clone();
    let rows: Vec<&str> = grid.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!(rows.iter().map(|row| row.len()).collect::<Vec<_>>(), [3, 3, 3, 0, 3, 3, 3, 0, 3, 3, 3]);
    let letters: BTreeSet<char> = rows.iter().flat_map(|row| row.chars()).collect();
    assert_eq!(letters, "VLTZABP".chars().collect());
    let scene = puzzle.start().scene();
    // Moves number the cells layer by layer, and cell 10 is the first of the second layer.
    assert_eq!((scene.cells[9].row, scene.cells[9].column), (4, 0));
    // Layers begin at multiples of four rows, in the tray, too: its pieces have four connected cells, but one that has three.
    assert_eq!(scene.layer_rows, Some(4));
    for piece in &scene.pieces {
        let at = |&id: &usize| {
            [scene.cells[id].row / 4, scene.cells[id].row % 4, scene.cells[id].column].map(|at| at as i32)
        };
        let places: Vec<[i32; 3]> = piece.cells.iter().map(at).collect();
        let beside =
            |a: &[i32; 3], b: &[i32; 3]| (0..3).map(|axis| (a[axis] - b[axis]).abs()).sum::<i32>() == 1;
        let pairs = places.iter().flat_map(|a| places.iter().map(move |b| (a, b)));
        let joined = pairs.filter(|(a, b)| beside(a, b)).count() / 2;
        assert_eq!(
            joined,
            places.len() - 1,
            "{}: no four of the Soma cube's cells lie in a square",
            piece.name
        );
        assert!(places.iter().all(|place| place[1] < 3), "{} is no higher than the box", piece.name);
    }
    let play = |line: &str| puzzle.check(&line.parse().unwrap()).fault.map(|fault| fault.to_string());
    assert_eq!(play("V:1,2,10 L:3,6,9,8"), None);
    assert!(play("A:1,2,4,11").is_some() != play("A:1,2,4,13").is_some(), "A is not B");
}

#[test]
fn what_is_no_box_is_refused() {
    for (form, says) in [
        ("box:3x4", "is not the size of a box"),
        ("box:3x4x5x1", "is not the size of a box"),
        ("box:0x4x5", "is not the size of a box"),
        ("box:3x4x99999999999999999999", "is not the size of a box"),
        ("box:5x5x5", "no set fills 125 cells"),
        ("box:128x128x128", "no set fills"),
        ("box:1x6x10", "at least two layers"),
        ("cylinder:6", "is not a size"),
    ] {
        assert!(read(form).err().is_some_and(|error| error.contains(says)), "{form}: {:?}", read(form).err());
    }
    let file = |keys: &str| format!("puzzle = 'packing'\npieces = 'P'\n{keys}");
    for (keys, says) in [
        ("board = \"ooo\\n\\noo\"", "this row has 2 characters"),
        ("board = \"ooo\\nooo\\n\\nooo\"", "layer 2 has 1 rows, the first has 2"),
        ("board = \"ooo\\n\\n\\nooo\"", "layer 2 has 0 rows"),
        ("board = \"ooo\\n\\nooo\"\nwrap = 'columns'", "cannot wrap"),
        ("board = \"ooo\"\nwrap = 'rows'", "unknown variant"),
        ("board = \"ooo\\nooo\"\n[[piece]]\nname = 'Q'\nshape = \"o\\n\\no\"", "piece Q has layers"),
        ("board = \"oo\\n\\noo\"\n[[piece]]\nname = 'Q'\nshape = \"o.\\n\\n.o\"", "in two parts"),
        ("board = \"oo\\n\\nox\"", "means nothing here"),
    ] {
        let error = read(&file(keys)).err().unwrap_or_else(|| panic!("{keys}"));
        assert!(error.contains(says), "{keys}: {error}");
    }
    assert!(read("puzzle = 'packing'\npieces = 'soma'\nboard = 'ooo'").err().unwrap().contains("has layers"));
}
