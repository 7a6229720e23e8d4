//! What is found out about a level.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::graph::{Graph, GraphLimits};
use crate::input::Input;
use crate::model::{Model, ModelError};

/// What is known of a level.
#[derive(Clone, Debug)]
pub struct LevelAudit {
    /// Its number, from 1.
    pub number: usize,
    /// The line of its first row, from 1.
    pub line: usize,
    /// Whether it can be won.
    pub verdict: Verdict,
    /// What the positions say, if it was searched.
    pub searched: Option<Searched>,
}

/// Whether a level can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A shortest win.
    Won(Vec<Input>),
    /// Proved: all positions were seen, and none is won.
    Unwinnable,
    /// The game does not say how it is won.
    NoGoal,
    /// The search reached a limit before it found a win.
    Undecided,
    /// After some inputs a turn has no end or takes too much work: they were left out, so nothing is proved.
    Endless,
    /// The level cannot be searched.
    NotSearched(ModelError),
}

/// What the positions of a level say.
#[derive(Clone, Debug)]
pub struct Searched {
    /// How many were seen.
    pub positions: usize,
    /// Whether these are all. What is said of all positions, or that there is no such line, is then proved.
    pub complete: bool,
    /// Whether the win is among the positions of which it is known what acts on the way.
    pub traced_win: bool,
    /// How many lines win with as few inputs as possible.
    pub shortest_lines: u128,
    /// Whether there are no more of them: else a limit was reached.
    pub shortest_lines_exact: bool,
    /// How many positions were met before the first win: what a search without hints goes through.
    pub before_win: Option<usize>,
    /// How many positions cannot be won any more, if the search is complete.
    pub lost: Option<usize>,
    /// The fewest inputs to such a position.
    pub first_loss: Option<Vec<Input>>,
    /// How many positions of the shortest win have an input that loses, if the search is complete.
    pub traps: Option<usize>,
    /// The lines of the rules that act in an input that changes something.
    pub acting: BTreeSet<usize>,
    /// The lines of the rules that act in an input that changes nothing, perhaps because of them.
    pub stopping: BTreeSet<usize>,
    /// Of rules that act somewhere: a shortest win in which they do not, among the positions seen.
    pub without_rule: Vec<Without>,
    /// The lines of the rules that act in every win. Only if the search is complete.
    pub needed_rules: Vec<usize>,
    /// Of objects that move, come or go somewhere: a shortest win in which their cells stay the same.
    pub without_object: Vec<Without>,
}

/// A win without something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Without {
    /// The line of the rule, or the number of the object.
    pub what: usize,
    /// The win.
    pub inputs: Vec<Input>,
}

/// Finds out about a level.
pub(super) fn audit(
    model: &dyn Model,
    number: usize,
    limits: GraphLimits,
    progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> (LevelAudit, Graph) {
    let graph = Graph::new(model, limits, progress);
    let complete = graph.is_complete() && !model.is_incomplete();
    // Without the lost positions a search gets farther.
    let has_goal = model.game().has_goal();
    let live =
        (has_goal && graph.first_won().is_none() && !complete).then(|| Graph::live(model, limits, progress));
    let wins = live.as_ref().unwrap_or(&graph);
    let won = wins.first_won();
    // Inputs without an end were left out: the shortest win may be another one.
    let endless = model.is_incomplete();
    let shortest = won.map(|won| wins.line_to(won)).filter(|_| !endless);
    let verdict = match &shortest {
        _ if !has_goal => Verdict::NoGoal,
        _ if endless => Verdict::Endless,
        Some(line) => Verdict::Won(line.clone()),
        None if wins.is_complete() => Verdict::Unwinnable,
        None => Verdict::Undecided,
    };
    let mut searched = Searched {
        positions: graph.len(),
        complete,
        traced_win: graph.first_won().is_some(),
        shortest_lines: wins.count_shortest(),
        shortest_lines_exact: wins.has_all_shortest(),
        before_win: graph.first_won(),
        lost: None,
        first_loss: None,
        traps: None,
        acting: graph.traces().iter().flat_map(|trace| trace.rules.iter().copied()).collect(),
        stopping: graph.void().clone(),
        without_rule: Vec::new(),
        needed_rules: Vec::new(),
        without_object: Vec::new(),
    };
    if let (true, Some(shortest)) = (complete, &shortest) {
        let distances = graph.inputs_to_win();
        searched.lost = Some(distances.iter().filter(|distance| distance.is_none()).count());
        let first = distances.iter().position(Option::is_none);
        searched.first_loss = first.map(|position| graph.line_to(position));
        let (mut position, mut traps) = (0, 0);
        for &input in shortest {
            let edges = graph.edges(position);
            traps += usize::from(edges.iter().any(|edge| distances[edge.to as usize].is_none()));
            let taken = edges.iter().find(|edge| edge.input == input).expect("the line is in the graph");
            position = taken.to as usize;
        }
        searched.traps = Some(traps);
    }
    if shortest.is_some() && graph.first_won().is_some() {
        for &rule in &searched.acting {
            if progress(graph.len()).is_break() {
                break;
            }
            match graph.shortest_win(|trace| !trace.rules.contains(&rule)) {
                Some(inputs) => searched.without_rule.push(Without { what: rule, inputs }),
                None if complete => searched.needed_rules.push(rule),
                None => {}
            }
        }
        let objects: BTreeSet<usize> =
            graph.traces().iter().flat_map(|trace| trace.objects.iter().collect::<Vec<_>>()).collect();
        for object in objects {
            if progress(graph.len()).is_break() {
                break;
            }
            if let Some(inputs) = graph.shortest_win(|trace| !trace.objects.contains(object)) {
                searched.without_object.push(Without { what: object, inputs });
            }
        }
    }
    let line = model.level().line;
    (LevelAudit { number, line, verdict, searched: Some(searched) }, graph)
}
