//! A sliding puzzle as a planning task.
//!
//! Pieces that go to the same places, and that the goal does not tell apart, are of one kind; a fact says that some piece
//! of a kind has its head on a cell. This is worked out from the plain rules alone, and shares nothing with the search.

use std::collections::BTreeSet;

use super::rules::{Direction, Metric, Position, Rules, Shape};
use tejun_core::{
    InputError,
    kit::export::{Atom, Schema, Task},
};

/// Maximum number of alternatives of the goal. There are several only if pieces that move differently satisfy a target.
const MOST_GOALS: usize = 1000;

/// Pieces that are alike.
struct Kind {
    shape: Shape,
    pieces: Vec<usize>,
    /// Where they may have their heads, ascending, and the cells that they cover there.
    heads: Vec<(usize, BTreeSet<usize>)>,
    /// The targets that they satisfy.
    targets: Vec<usize>,
}

impl Kind {
    fn cover(&self, head: usize) -> Option<&BTreeSet<usize>> {
        let at = self.heads.binary_search_by_key(&head, |(head, _)| *head).ok()?;
        Some(&self.heads[at].1)
    }
}

/// A move within one action: from one head to another.
struct Slide {
    from: usize,
    to: usize,
    /// The cells that it covers then and did not cover before, those the other way round, and those on the way.
    enters: Vec<usize>,
    leaves: Vec<usize>,
    passes: Vec<usize>,
}

/// The puzzle from a position on.
///
/// # Errors
/// If it has no goal, or is too large.
pub(super) fn task(rules: &Rules, position: &Position) -> Result<Task, InputError> {
    if rules.targets.is_empty() {
        return Err(InputError::new("the puzzle has no goal: add one to the file"));
    }
    let mut task = Task::new("sliding");
    let kinds = kinds(rules, &mut task)?;
    for (at, kind) in kinds.iter().enumerate() {
        let letters: String = kind.pieces.iter().map(|&piece| rules.pieces[piece].letter).collect();
        let name = format!("k{}", at + 1);
        task.remarks.push(format!("{name}: the pieces {}", letters.escape_default()));
        task.object(name, "kind");
    }
    task.remarks.push("a piece stands where its head is: its first cell in reading order".to_owned());
    let floor = &rules.floor;
    let mut cells = vec![0; floor.inside.len()];
    for cell in (0..floor.inside.len()).filter(|&cell| floor.inside[cell]) {
        cells[cell] =
            task.object(format!("r{}c{}", cell / floor.columns + 1, cell % floor.columns + 1), "cell");
    }
    let free = |cell: usize| Atom("free", vec![cells[cell]]);
    let at = |kind: usize, head: usize| Atom("at", vec![kind, cells[head]]);
    for (kind, of) in kinds.iter().enumerate() {
        task.initial.extend(of.pieces.iter().map(|&piece| at(kind, position.heads[piece])));
        for (head, _) in &of.heads {
            for slide in slides(rules, of, *head) {
                add(&mut task, rules.metric, kind, &slide, &cells)?;
            }
            if rules.metric == Metric::Moves {
                task.row("let-go", vec![kind, cells[*head]], let_go)?;
            }
        }
    }
    task.initial.extend(position.empty(floor).map(free));
    if rules.metric == Metric::Moves {
        task.initial.push(Atom("hands-free", Vec::new()));
    }
    task.goals = vec![Vec::new()];
    for (target, wanted) in rules.targets.iter().enumerate() {
        let fits = |kind: &Kind| kind.targets.contains(&target) && kind.cover(wanted.head).is_some();
        let fitting: Vec<usize> = (0..kinds.len()).filter(|&kind| fits(&kinds[kind])).collect();
        if task.goals.len() * fitting.len() > MOST_GOALS {
            return Err(InputError::new(format!(
                "the goal can be met in more than {MOST_GOALS} ways: name its pieces"
            )));
        }
        let more = |goal: &Vec<Atom>| {
            fitting.iter().map(|&kind| [&goal[..], &[at(kind, wanted.head)]].concat()).collect::<Vec<_>>()
        };
        task.goals = task.goals.iter().flat_map(more).collect();
    }
    // On each cell stands one piece, or none.
    let mut covered: Vec<Vec<Atom>> = vec![Vec::new(); floor.inside.len()];
    for (kind, of) in kinds.iter().enumerate() {
        for (head, cover) in &of.heads {
            cover.iter().for_each(|&cell| covered[cell].push(at(kind, *head)));
        }
        if of.pieces.len() == 1 {
            task.invariants.push(of.heads.iter().map(|(head, _)| at(kind, *head)).collect());
        }
    }
    for (cell, mut held) in covered.into_iter().enumerate().filter(|(cell, _)| floor.inside[*cell]) {
        held.push(free(cell));
        task.invariants.push(held);
    }
    Ok(task)
}

/// Divides the pieces into kinds.
fn kinds(rules: &Rules, task: &mut Task) -> Result<Vec<Kind>, InputError> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (index, piece) in rules.pieces.iter().enumerate() {
        let size = piece.shape.0.len();
        task.spend(rules.floor.inside.len() * size)?;
        let heads = (0..rules.floor.inside.len()).filter(|&head| rules.allows(index, head));
        let heads: Vec<_> =
            heads.map(|head| (head, rules.cells(index, head).into_iter().collect())).collect();
        let satisfies = |&target: &usize| rules.targets[target].pieces.contains(&index);
        let targets: Vec<usize> = (0..rules.targets.len()).filter(satisfies).collect();
        let alike =
            |kind: &&mut Kind| kind.shape == piece.shape && kind.targets == targets && kind.heads == heads;
        match kinds.iter_mut().find(alike) {
            Some(kind) => kind.pieces.push(index),
            None => kinds.push(Kind { shape: piece.shape.clone(), pieces: vec![index], heads, targets }),
        }
    }
    Ok(kinds)
}

/// What a piece does from a head in one action: a step, or in the metric `slides` any number of steps in a line.
fn slides(rules: &Rules, kind: &Kind, from: usize) -> Vec<Slide> {
    let most = if rules.metric == Metric::Slides { usize::MAX } else { 1 };
    let before = kind.cover(from).expect("it is a head");
    let mut slides = Vec::new();
    for direction in Direction::ALL {
        let (mut to, mut swept) = (from, BTreeSet::new());
        for _ in 0..most {
            let next = rules.floor.neighbour(to, direction);
            let Some((head, after)) = next.and_then(|head| Some((head, kind.cover(head)?))) else { break };
            to = head;
            let less =
                |some: &BTreeSet<usize>, others: &BTreeSet<usize>| some.difference(others).copied().collect();
            let passes = less(&swept, &(before | after));
            slides.push(Slide { from, to, enters: less(after, before), leaves: less(before, after), passes });
            swept.extend(after);
        }
    }
    slides
}

/// Adds a slide of pieces of a kind.
///
/// In the metric `moves`, a piece is moved by several actions: the first step takes it in hand and costs 1, others of the
/// same piece cost nothing, and it is let go before the next piece moves.
fn add(
    task: &mut Task,
    metric: Metric,
    kind: usize,
    slide: &Slide,
    cells: &[usize],
) -> Result<(), InputError> {
    let all = [&[slide.from, slide.to], &slide.enters[..], &slide.leaves, &slide.passes].concat();
    let row: Vec<usize> = [kind].into_iter().chain(all.into_iter().map(|cell| cells[cell])).collect();
    let (changed, passed) = (slide.enters.len(), slide.passes.len());
    let name = |what: &str| match passed {
        0 => format!("{what}-{changed}"),
        _ => format!("{what}-{changed}-{passed}"),
    };
    match metric {
        Metric::Steps => task.row(&name("step"), row, || schema(name("step"), changed, passed)),
        Metric::Slides => task.row(&name("slide"), row, || schema(name("slide"), changed, passed)),
        Metric::Moves => {
            task.row(&name("take"), row.clone(), || {
                let mut take = schema(name("take"), changed, passed);
                take.needs.push(Atom("hands-free", Vec::new()));
                take.deletes.push(Atom("hands-free", Vec::new()));
                take.adds.push(Atom("in-hand", vec![0, 2]));
                take
            })?;
            task.row(&name("go-on"), row, || {
                let mut go_on = Schema { cost: 0, ..schema(name("go-on"), changed, passed) };
                go_on.needs.push(Atom("in-hand", vec![0, 1]));
                go_on.deletes.push(Atom("in-hand", vec![0, 1]));
                go_on.adds.push(Atom("in-hand", vec![0, 2]));
                go_on
            })
        }
    }
}

/// A piece goes from one head to another.
fn schema(name: String, changed: usize, passed: usize) -> Schema {
    let mut schema = Schema::new(name, &[("kind", "kind"), ("from", "cell"), ("to", "cell")]);
    let free = |cell| Atom("free", vec![cell]);
    let enters = schema.more("enters", "cell", changed);
    let leaves = schema.more("leaves", "cell", changed);
    let passes = schema.more("passes", "cell", passed);
    schema.needs =
        [Atom("at", vec![0, 1])].into_iter().chain(enters.clone().chain(passes).map(free)).collect();
    schema.adds = [Atom("at", vec![0, 2])].into_iter().chain(leaves.map(free)).collect();
    schema.deletes = [Atom("at", vec![0, 1])].into_iter().chain(enters.map(free)).collect();
    schema
}

fn let_go() -> Schema {
    Schema {
        cost: 0,
        needs: vec![Atom("in-hand", vec![0, 1])],
        adds: vec![Atom("hands-free", Vec::new())],
        deletes: vec![Atom("in-hand", vec![0, 1])],
        ..Schema::new("let-go", &[("kind", "kind"), ("at", "cell")])
    }
}
