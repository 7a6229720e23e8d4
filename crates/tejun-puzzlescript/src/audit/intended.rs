//! A solution that the author had in mind, and those that he had not.

use std::collections::BTreeSet;

use super::graph::Graph;
use super::level::Without;
use crate::input::Input;

/// What is known of a line that is meant to be the solution of a level.
#[derive(Clone, Debug)]
pub struct Intended {
    /// The number of the level, from 1.
    pub level: usize,
    /// How many inputs it has.
    pub inputs: usize,
    /// After how many of them the level is won; `None` if it is not.
    pub wins_after: Option<usize>,
    /// After how many inputs it leaves the positions that were searched, which may be all that the limits allow.
    pub leaves_search_after: Option<usize>,
    /// A win with fewer inputs, as short as possible.
    pub shorter: Option<Vec<Input>>,
    /// Of each rule that acts in it: a shortest win in which the rule does not.
    pub without: Vec<Without>,
}

impl Intended {
    /// Whether it is proved that it does not win.
    pub fn fails(&self) -> bool {
        self.wins_after.is_none() && self.leaves_search_after.is_none()
    }
}

/// Compares a line with all wins of a graph. Inputs that change nothing are skipped; if some were left out because they
/// have no end, it is not known which these are.
pub(super) fn compare(graph: &Graph, level: usize, line: &[Input], endless: bool) -> Intended {
    let mut intended = Intended {
        level,
        inputs: line.len(),
        wins_after: None,
        leaves_search_after: None,
        shorter: None,
        without: Vec::new(),
    };
    if graph.is_won(0) {
        intended.wins_after = Some(0);
        return intended;
    }
    let (mut position, mut rules) = (0, BTreeSet::new());
    for (index, &input) in line.iter().enumerate() {
        let edge = graph.edges(position).iter().find(|edge| edge.input == input);
        if !graph.is_expanded(position) || (edge.is_none() && endless) {
            intended.leaves_search_after = Some(index);
            break;
        }
        if let Some(edge) = edge {
            position = edge.to as usize;
            rules.extend(&graph.traces()[edge.trace as usize].rules);
        }
        if graph.is_won(position) {
            intended.wins_after = Some(index + 1);
            break;
        }
    }
    let length = intended.wins_after.unwrap_or(line.len());
    intended.shorter = graph.shortest_win(|_| true).filter(|win| win.len() < length);
    let without = |&rule: &usize| {
        let inputs = graph.shortest_win(|trace| !trace.rules.contains(&rule))?;
        Some(Without { what: rule, inputs })
    };
    intended.without = rules.iter().filter_map(without).collect();
    intended
}
