//! What every win from a position needs: rules that act, objects that change.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::graph::{Graph, GraphLimits, Walk};
use crate::model::{Model, Trace};

/// Something without which a position is never won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// What it is.
    pub what: Needed,
    /// How many positions are met without it, none of which is won.
    pub positions: usize,
}

/// What may be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needed {
    /// That the rule on this line acts.
    Rule(usize),
    /// That the object with this number moves, comes or goes.
    Object(usize),
}

impl Needed {
    fn is_in(self, trace: &Trace) -> bool {
        match self {
            Needed::Rule(line) => trace.rules.contains(&line),
            Needed::Object(object) => trace.objects.contains(object),
        }
    }
}

/// What every win from a position needs. Nothing is said of what the positions seen leave open.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// By line and number, rules first.
    pub proved: Vec<Need>,
    /// How many rules and objects are left open; 1 if no win is known.
    pub unsettled: usize,
    /// How many positions were seen.
    pub positions: usize,
}

impl Needs {
    /// Finds them. `progress` is called with the number of positions, and may stop it: the rest is left open.
    ///
    /// Cost: the positions are listed once, at most as many as the limits allow, and walked through once for each rule and
    /// object that changes something on a shortest win.
    pub fn new(
        model: &dyn Model,
        start: &[u64],
        limits: GraphLimits,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Self {
        let graph = Graph::traced(model, start, limits, progress);
        let mut needs = Needs { positions: graph.len(), ..Needs::default() };
        let Some(line) = graph.shortest_win(|_| true) else {
            needs.unsettled = 1;
            return needs;
        };
        // What one win does without is not needed.
        let mut asked = BTreeSet::new();
        let mut at = 0;
        for input in line {
            let edge = graph.edges(at).iter().find(|edge| edge.input == input);
            let edge = edge.expect("the line is in the graph");
            let trace = &graph.traces()[edge.trace as usize];
            asked.extend(trace.rules.iter().map(|&line| Needed::Rule(line)));
            asked.extend(trace.objects.iter().map(Needed::Object));
            at = edge.to as usize;
        }
        let mut is_stopped = false;
        for what in asked {
            is_stopped = is_stopped || progress(graph.len()).is_break();
            let walk = if is_stopped { Walk::Open } else { graph.walk(|trace| !what.is_in(trace)) };
            match walk {
                Walk::Never(positions) => needs.proved.push(Need { what, positions }),
                Walk::Open => needs.unsettled += 1,
                Walk::Wins => {}
            }
        }
        needs
    }
}
