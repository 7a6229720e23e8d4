//! `explore`: the whole reachable space.

use serde::{Serialize, Serializer};
use tejun_puzzles::{About, Exploration, Instance};

use super::parts::{Head, StatsAnswer, ended};

/// The distance of a farthest position from the start, in the [`unit()`] of the levels.
pub fn eccentricity(explored: &Exploration) -> usize {
    explored.levels.len().saturating_sub(1)
}

/// What the distances count, as a plural: the metric, unless moves are not what it counts.
pub fn unit(explored: &Exploration, about: &About) -> &'static str {
    explored.unit.unwrap_or(about.metric)
}

/// The distance of each goal, ascending, from the number of goals at each distance.
pub fn goal_depths(levels: &[u64]) -> impl Iterator<Item = usize> {
    levels.iter().enumerate().flat_map(|(depth, &goals)| (0..goals).map(move |_| depth))
}

/// What can be reached. The distances of goals may be very many, so they are computed while it is written.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ExploreAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "stopped"])))]
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    states: u64,
    classes: u64,
    /// What a level counts: the metric, or else what its name is for.
    unit: &'static str,
    levels: &'a [u64],
    eccentricity: usize,
    dead_ends: u64,
    goals: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<usize>"))]
    goal_depths: Option<GoalDepths<'a>>,
    shortest_lines: String,
    farthest: &'a [String],
    stats: StatsAnswer,
}

struct GoalDepths<'a>(&'a [u64]);

impl Serialize for GoalDepths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(goal_depths(self.0))
    }
}

/// The answer of `explore` for the instance called `name`.
pub fn explore<'a>(
    name: &'a str,
    instance: &dyn Instance,
    explored: &'a Exploration,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let (outcome, reason) = ended(&explored.outcome);
    ExploreAnswer {
        head: Head::new(name, instance),
        outcome,
        reason,
        states: explored.states,
        classes: explored.classes,
        unit: unit(explored, instance.about()),
        levels: &explored.levels,
        eccentricity: eccentricity(explored),
        dead_ends: explored.dead_ends,
        goals: explored.goals,
        goal_depths: explored.goal_levels.as_deref().map(GoalDepths),
        shortest_lines: explored.shortest_lines.to_string(),
        farthest: &explored.farthest,
        stats: StatsAnswer::new(&explored.stats, seconds),
    }
}
