//! `explore`: the whole reachable space.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use tejun_puzzles::{About, Exploration, Session};
use tejun_search::Outcome;

use super::parts::{head, stats};

/// The distance of a farthest position from the start, in the [`unit()`] of the levels.
pub fn eccentricity(explored: &Exploration) -> usize {
    explored.levels.len().saturating_sub(1)
}

/// What the distances count, as a plural: the metric, unless moves are not what it counts.
pub fn unit(explored: &Exploration, about: &About) -> &'static str {
    explored.unit.unwrap_or(about.metric)
}

/// The distance of each goal, ascending, told from how many there are at each distance.
pub fn goal_depths(levels: &[u64]) -> impl Iterator<Item = usize> {
    levels.iter().enumerate().flat_map(|(depth, &goals)| (0..goals).map(move |_| depth))
}

/// The answer of `explore`. The distances of goals, of which there may be very many, are told while it is written.
#[derive(Serialize)]
pub struct ExploreAnswer<'a> {
    #[serde(flatten)]
    head: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_depths: Option<GoalDepths<'a>>,
    #[serde(flatten)]
    tail: Map<String, Value>,
}

struct GoalDepths<'a>(&'a [u64]);

impl Serialize for GoalDepths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(goal_depths(self.0))
    }
}

/// The answer of `explore` for the instance called `name`.
pub fn explore<'a>(
    name: &str,
    instance: &dyn Session,
    explored: &'a Exploration,
    seconds: f64,
) -> ExploreAnswer<'a> {
    let mut answer = head(name, instance);
    match &explored.outcome {
        Outcome::Stopped(reason, _) => {
            answer.insert("outcome".into(), "stopped".into());
            answer.insert("reason".into(), reason.code().into());
        }
        _ => drop(answer.insert("outcome".into(), "solved".into())),
    }
    answer.insert("states".into(), explored.states.into());
    answer.insert("classes".into(), explored.classes.into());
    answer.insert("unit".into(), unit(explored, instance.about()).into());
    answer.insert("levels".into(), explored.levels.clone().into());
    answer.insert("eccentricity".into(), eccentricity(explored).into());
    answer.insert("dead_ends".into(), explored.dead_ends.into());
    answer.insert("goals".into(), explored.goals.into());
    let mut tail = Map::new();
    tail.insert("shortest_lines".into(), explored.shortest_lines.to_string().into());
    tail.insert("farthest".into(), explored.farthest.clone().into());
    tail.insert("stats".into(), stats(&explored.stats, seconds));
    let goal_depths = explored.goal_levels.as_deref().map(GoalDepths);
    ExploreAnswer { head: answer, goal_depths, tail }
}
