//! Tank Change as a planning task.

use super::rules::{Position, Rules, Side};
use tejun_core::{
    InputError,
    kit::export::{Atom, Schema, Task},
};

/// What each road from a square must be like for a tank to be safe there: empty up to a tank of its own side, or to its
/// end. Sight is mutual and the other tanks did not see each other before, so no other pair can see each other then.
#[derive(Clone, Default)]
struct Safe {
    empty: Vec<usize>,
    friends: Vec<usize>,
}

/// The puzzle from a position on. A formula says of each state that no tanks see each other. A planner cannot be told
/// that: it gets an action for each way in which a tank that runs can be safe.
///
/// # Errors
/// If it is too large.
pub(super) fn task(rules: &Rules, position: &Position, in_formula: bool) -> Result<Task, InputError> {
    let mut task = Task::new("tank-change");
    let sides = [Side::A, Side::B].map(|side| task.object(side.letter().to_ascii_lowercase(), "side"));
    let squares: Vec<usize> =
        (1..=rules.cells.len()).map(|square| task.object(format!("s{square}"), "square")).collect();
    let holds = |square: usize, tank: Option<Side>| match tank {
        Some(side) => Atom("tank", vec![sides[side as usize], squares[square]]),
        None => Atom("empty", vec![squares[square]]),
    };
    let turn = |side: Side| Atom("turn", vec![sides[side as usize]]);
    let all = |tanks: &[Option<Side>]| {
        tanks.iter().enumerate().map(|(square, &tank)| holds(square, tank)).collect::<Vec<Atom>>()
    };
    task.initial = all(&position.tanks);
    task.initial.push(turn(position.turn));
    task.goals = vec![all(&rules.goal)];
    let states = [None, Some(Side::A), Some(Side::B)];
    task.invariants =
        (0..squares.len()).map(|square| states.map(|tank| holds(square, tank)).to_vec()).collect();
    task.invariants.push(vec![turn(Side::A), turn(Side::B)]);
    if in_formula {
        for (one, road) in
            rules.runs.iter().enumerate().flat_map(|(one, roads)| roads.iter().map(move |road| (one, road)))
        {
            for (at, &other) in road.iter().enumerate() {
                let tanks = [(holds(one, Some(Side::A)), false), (holds(other, Some(Side::B)), false)];
                let between = road[..at].iter().map(|&square| (holds(square, None), false));
                task.clauses.push(tanks.into_iter().chain(between).collect());
            }
        }
    }
    for from in 0..squares.len() {
        for road in &rules.runs[from] {
            for (at, &to) in road.iter().enumerate() {
                let roads: &[Vec<usize>] = if in_formula { &[] } else { &rules.runs[to] };
                for safe in safe(&mut task, roads, from, &road[..at])? {
                    let (empty, friends) = (safe.empty.len(), safe.friends.len());
                    let name = format!("run-{empty}-{friends}");
                    for [side, other] in [[sides[0], sides[1]], [sides[1], sides[0]]] {
                        let others = [&[from, to], &safe.empty[..], &safe.friends].concat();
                        let row =
                            [side, other].into_iter().chain(others.into_iter().map(|square| squares[square]));
                        task.row(&name, row.collect(), || schema(name.clone(), empty, friends))?;
                    }
                }
            }
        }
    }
    Ok(task)
}

/// The ways in which a tank that comes from `from` over `way` is safe on a square with these roads.
fn safe(task: &mut Task, roads: &[Vec<usize>], from: usize, way: &[usize]) -> Result<Vec<Safe>, InputError> {
    let mut all = vec![Safe { empty: way.to_vec(), friends: Vec::new() }];
    for road in roads {
        // The road as far as it is empty: to the tank before it, or to its end.
        let ends = (0..=road.len())
            .filter(|&end| road.get(end).is_none_or(|&square| square != from && !way.contains(&square)));
        let ways = ends.map(|end| (&road[..end], road.get(end)));
        let ways: Vec<_> = ways.collect();
        // A safe one takes as much room as its squares.
        task.spend(all.len() * ways.len() * road.len())?;
        let longer = |safe: &Safe| {
            let with = |&(empty, friend): &(&[usize], Option<&usize>)| {
                let mut safe = safe.clone();
                let new = empty.iter().filter(|square| **square != from && !way.contains(square));
                safe.empty.extend(new);
                safe.friends.extend(friend);
                safe
            };
            ways.iter().map(with).collect::<Vec<Safe>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    Ok(all)
}

/// A tank runs to a square, while squares are empty and hold tanks of its side.
fn schema(name: String, empty: usize, friends: usize) -> Schema {
    let parameters = [("side", "side"), ("other", "side"), ("from", "square"), ("to", "square")];
    let mut schema = Schema::new(name, &parameters);
    let empty = schema.more("empty", "square", empty);
    let friends = schema.more("friend", "square", friends);
    let tank = |square| Atom("tank", vec![0, square]);
    let empty = [3].into_iter().chain(empty).map(|square| Atom("empty", vec![square]));
    schema.needs =
        [Atom("turn", vec![0]), tank(2)].into_iter().chain(empty).chain(friends.map(tank)).collect();
    schema.adds = vec![tank(3), Atom("empty", vec![2]), Atom("turn", vec![1])];
    schema.deletes = vec![tank(2), Atom("empty", vec![3]), Atom("turn", vec![0])];
    schema
}
