//! `map`: where every position lies.

use serde::{Serialize, Serializer};
use tejun_puzzles::{Instance, StateGraph};

use super::parts::{Head, ended};
use crate::draw::Layout;

/// Steps from the centre of a map to its edge: enough to tell positions apart at any zoom.
const STEPS: f32 = 32_767.0;

/// The map of the positions that can be reached. The lists have an entry for each position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct MapAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "stopped"])))]
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    states: usize,
    #[cfg_attr(test, schemars(extend("enum" = ["goal", "start"])))]
    distance_to: &'static str,
    distances: &'a [Option<u32>],
    #[cfg_attr(test, schemars(with = "Vec<i64>"))]
    x: Coordinates<'a>,
    #[cfg_attr(test, schemars(with = "Vec<i64>"))]
    y: Coordinates<'a>,
    links: &'a [[u32; 2]],
    goals: &'a [u32],
    path: &'a [u32],
}

/// One coordinate of each place.
struct Coordinates<'a> {
    places: &'a [[f32; 2]],
    axis: usize,
}

impl Serialize for Coordinates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.places.iter().map(|place| (place[self.axis] * STEPS) as i32))
    }
}

/// The answer of `map` for the instance called `name`.
pub fn map<'a>(
    name: &'a str,
    instance: &dyn Instance,
    graph: &'a StateGraph,
    layout: &'a Layout,
) -> impl Serialize + use<'a> {
    let (outcome, reason) = ended(&graph.outcome);
    MapAnswer {
        head: Head::new(name, instance),
        outcome,
        reason,
        states: layout.places.len(),
        distance_to: if layout.to_goal { "goal" } else { "start" },
        distances: &layout.distances,
        x: Coordinates { places: &layout.places, axis: 0 },
        y: Coordinates { places: &layout.places, axis: 1 },
        links: &layout.links,
        goals: &graph.goals,
        path: &graph.path,
    }
}

/// A way to a position of a map.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WayAnswer<'a> {
    line: &'a [String],
}

/// The answer of `map` for one of its positions.
pub fn way(graph: &StateGraph) -> impl Serialize {
    WayAnswer { line: &graph.line }
}
