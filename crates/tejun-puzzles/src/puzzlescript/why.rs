//! Why: what every solution of a level does, by its objects and rules.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::ops::ControlFlow;

use tejun_core::question::Why;
use tejun_core::{
    Fact, FactKind, FactPiece, Means, Piece, Reason, Reasons, SolveError, Tracked, Tracking, why,
};
use tejun_puzzlescript::audit::{Event, GraphLimits, Landmark, Landmarks};
use tejun_search::{Key, Outcome, Progress, Space, Stats, StopReason, Watch};

use super::script::Script;
use super::search;
use crate::Puzzle;

/// States in which it is looked for objects that come and go.
const LOOKED_AT: usize = 1 << 10;
/// States, and units of work, between two calls of the watch.
const EXPANSIONS: usize = 64;
const WORK: usize = 1 << 22;
/// The most positions, and bytes, of a search for rules that are needed: of a second or two.
const TRACED: GraphLimits = GraphLimits { positions: 1 << 16, bytes: 1 << 26 };

/// The most characters of a rule in a sentence.
const RULE_CHARS: usize = 80;

crate::sentences! {
    RULE = "rule",
        "in every solution, the rule on line {line} acts: {rule}",
        "どの解でも {line} 行目のルールが働きます：{rule}",
        "每个解中第 {line} 行的规则都会起作用：{rule}";
    CHANGES = "changes",
        "while no {object} moves, comes or goes, nothing solves the puzzle",
        "{object} が動きも現れも消えもしないままでは解けません",
        "没有任何 {object} 移动、出现或消失就解不开";
}

/// Finds facts about all solutions. The pieces are objects that come and go, whatever is drawn on top of them: not walls.
///
/// # Errors
/// If the move is not legal, or inputs were left out.
pub(super) fn find<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    asked: &Why,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError>
where
    [u64; N]: Key,
{
    let changing = match changing(script, state, watch) {
        Ok(changing) => changing,
        Err((reason, stats)) => {
            let outcome = Outcome::Stopped(reason, None);
            return Ok(Reasons { outcome, fewest: None, facts: Vec::new(), unsettled: 1, stats });
        }
    };
    let look = |state: &[u64; N]| {
        let scene = script.scene(state);
        let on = |(cell, objects): (usize, &Vec<u16>)| {
            let top = scene.pieces.iter().find(|piece| piece.cells == [cell]).map(|piece| piece.kind);
            let seen = |object: &u16| Tracked {
                class: (*object).into(),
                cells: vec![cell],
                is_hidden: top != Some((*object).into()),
            };
            objects.iter().filter(|object| changing.contains(object)).map(seen).collect::<Vec<_>>()
        };
        scene.stacks.iter().enumerate().flat_map(on).collect()
    };
    let key = |state: &[u64; N]| script.words(state).iter().flat_map(|word| word.to_ne_bytes()).collect();
    let tracking = Tracking { space: script, state: <[u64; N]>::clone, key, look, one_at_a_time: false };
    let mut reasons = why(script, state, asked, &tracking, means, watch)?;
    if asked.by.is_none() && matches!(reasons.outcome, Outcome::Solved(())) && !script.is_goal(state) {
        landmarks(script, state, means, &mut reasons, watch);
    }
    search::complete(script)?;
    Ok(reasons)
}

/// Adds the rules that act in every solution, and the objects that change in it, but for what follows from a fact about one
/// piece of them.
fn landmarks<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    means: &Means,
    reasons: &mut Reasons,
    watch: &mut dyn Watch,
) {
    let left = |limit: u64, used: u64, most: usize| {
        usize::try_from(limit.saturating_sub(used)).unwrap_or(usize::MAX).min(most)
    };
    let limits = GraphLimits {
        positions: left(means.limits.states, reasons.stats.stored, TRACED.positions),
        bytes: left(means.limits.bytes, 0, TRACED.bytes),
    };
    let before = reasons.stats;
    let with = |positions: usize| Stats {
        expanded: before.expanded + positions as u64,
        stored: before.stored + positions as u64,
        ..before
    };
    let mut work = 0_usize;
    let landmarks = Landmarks::new(&*script.model, script.words(state), limits, &mut |positions| {
        work = work.saturating_add(script.take_work());
        if !positions.is_multiple_of(EXPANSIONS) && work < WORK {
            return ControlFlow::Continue(());
        }
        work = 0;
        let Stats { expanded, stored, .. } = with(positions);
        let progress = Progress { expanded, stored, ..Progress::default() };
        watch.tick(&progress).map_break(|_| ())
    });
    reasons.stats = with(landmarks.positions);
    reasons.unsettled += landmarks.unsettled as u64;
    let objects = &script.model.game().objects;
    let fact = |landmark: &Landmark| {
        let (kind, reason) = match landmark.what {
            Event::Rule(line) => (
                FactKind::Rule,
                Reason::new(&RULE).with("line", line).with("rule", rule(&script.origin.source, line)),
            ),
            Event::Object(object) => {
                (FactKind::Changes, Reason::new(&CHANGES).with("object", &objects[object].shown))
            }
        };
        Fact {
            kind,
            pieces: Vec::new(),
            cells: Vec::new(),
            fewest: None,
            positions: landmark.positions as u64,
            reason,
        }
    };
    let pieces = script.scene(state).pieces;
    let player = script.model.game().player.objects();
    let is_said = |landmark: &&Landmark| match landmark.what {
        Event::Rule(_) => true,
        Event::Object(object) => {
            let is_seen = |said: &FactPiece| {
                let is_it = |piece: &Piece| piece.name == said.name && piece.cells == said.cells;
                pieces.iter().any(|piece| piece.kind == object && is_it(piece))
            };
            let is_it = |fact: &Fact| fact.pieces.iter().any(is_seen);
            !player.is_some_and(|player| player.contains(object)) && !reasons.facts.iter().any(is_it)
        }
    };
    let facts: Vec<Fact> = landmarks.proved.iter().filter(is_said).map(fact).collect();
    reasons.facts.extend(facts);
}

/// The rule on a line, as far as it fits into a sentence.
fn rule(source: &str, line: usize) -> String {
    let text = source.lines().nth(line - 1).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(RULE_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The objects that are not on the same cells in all of the first states from the start, and from `state`.
///
/// # Errors
/// If the watch stops it.
fn changing<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    watch: &mut dyn Watch,
) -> Result<BTreeSet<u16>, (StopReason, Stats)>
where
    [u64; N]: Key,
{
    let mut queue = VecDeque::from([*state]);
    script.starts(|start| queue.push_back(start));
    let before = script.scene(state).stacks;
    let (mut seen, mut changing) = (HashSet::new(), BTreeSet::new());
    let mut work = 0_usize;
    while let Some(state) = queue.pop_front().filter(|_| seen.len() < LOOKED_AT) {
        if !seen.insert(state) {
            continue;
        }
        work = work.saturating_add(script.take_work());
        if seen.len().is_multiple_of(EXPANSIONS) || work >= WORK {
            work = 0;
            let expanded = seen.len() as u64;
            let progress = Progress { expanded, stored: expanded, ..Progress::default() };
            if let ControlFlow::Break(reason) = watch.tick(&progress) {
                return Err((reason, Stats { expanded, stored: expanded, ..Stats::default() }));
            }
        }
        for (before, now) in before.iter().zip(&script.scene(&state).stacks) {
            changing.extend(before.iter().filter(|object| !now.contains(object)));
            changing.extend(now.iter().filter(|object| !before.contains(object)));
        }
        script.expand(&state, |_, next| queue.push_back(next));
    }
    Ok(changing)
}
