//! Of each object, where it may have which movement.

use super::context::Context;
use crate::fast::cells::{self, Cells};
use crate::fast::flow::{MOVEMENTS, is_excluded};
use crate::fast::geometry::segments;
use crate::fast::program::rows_are_disjoint;
use crate::game::{Game, Pattern, Replacement, Rule, Selector};

/// Movements by object, where [`Flow`](crate::fast::flow::Flow) has them by layer: a crate that shares its layer with the player is moved only
/// where something pushes it.
pub(super) struct Carried<const W: usize> {
    /// Of each object, where it may have each movement.
    pub moving: Vec<[Cells<W>; 5]>,
    /// Of each layer, whether a movement may be on a cell without an object of it: whatever comes there is moved on.
    pub stray: Vec<bool>,
}

/// Calls `visit` for each cell of a rule that may change: what is known of it then, what becomes of it, and where it
/// can lie.
fn each_change<const W: usize>(
    context: &Context<W>,
    rule: &Rule,
    mut visit: impl FnMut(&Pattern, &Replacement, &Cells<W>),
) {
    let Some(starts) = context.flow.starts(rule, context.size) else { return };
    // A row that matches cells of another one may find them changed: then nothing is known of them.
    let (exact, unknown) = (rows_are_disjoint(context.game, rule), Pattern::default());
    for (row, starts) in rule.rows.iter().zip(&starts) {
        for (range, starts) in segments(row).into_iter().zip(starts) {
            for (k, pattern) in row.cells[range].iter().enumerate() {
                if let Some(replacement) = &pattern.replacement {
                    let here = cells::at(starts, -context.size.step(rule.direction) * k as isize);
                    visit(if exact { pattern } else { &unknown }, replacement, &here);
                }
            }
        }
    }
}

impl<const W: usize> Carried<W> {
    pub fn new(context: &Context<W>) -> Self {
        let (game, flow) = (context.game, context.flow);
        let mut carried = Carried {
            moving: vec![[cells::empty(); 5]; game.objects.len()],
            stray: vec![false; game.layers.len()],
        };
        for rule in game.all_rules() {
            each_change(context, rule, |pattern, replacement, _| {
                carried.find_stray(game, pattern, replacement);
            });
        }
        for object in (0..game.objects.len()).filter(|&object| carried.stray[game.objects[object].layer]) {
            carried.moving[object] = flow.moving[game.objects[object].layer];
        }
        carried.press_keys(context);
        loop {
            let before = carried.moving.clone();
            for rule in game.all_rules() {
                each_change(context, rule, |pattern, replacement, here| {
                    carried.replace(context, pattern, replacement, here);
                });
            }
            if carried.moving == before {
                return carried;
            }
        }
    }

    /// A movement strays if a rule gives it to an empty cell, or takes an object away from under it.
    fn find_stray(&mut self, game: &Game, pattern: &Pattern, replacement: &Replacement) {
        for (layer, objects) in game.layers.iter().enumerate() {
            if replacement.set.intersects(objects) {
                continue;
            }
            let takes = replacement.clear.intersects(objects);
            let gives = replacement.set_movements.iter().any(|&(other, bits)| other == layer && bits != 0)
                || replacement.random_directions.contains(&layer);
            let occupied = pattern.present.intersects(objects)
                || pattern.one_of.iter().any(|set| objects.contains_all(set));
            if (gives && (takes || !occupied)) || (takes && !replacement.layers.contains(&layer)) {
                self.stray[layer] = true;
            }
        }
    }

    fn press_keys(&mut self, context: &Context<W>) {
        let (game, flow) = (context.game, context.flow);
        let Some(objects) = game.player.objects() else { return };
        let together = objects.iter().map(|object| flow.possible[object]).reduce(|a, b| cells::and(&a, &b));
        for object in objects.iter() {
            let here = match game.player {
                Selector::All(_) => together.unwrap_or(cells::empty()),
                _ => flow.possible[object],
            };
            for moving in &mut self.moving[object] {
                *moving = cells::or(moving, &here);
            }
        }
    }

    fn replace(
        &mut self,
        context: &Context<W>,
        pattern: &Pattern,
        replacement: &Replacement,
        here: &Cells<W>,
    ) {
        let (game, flow) = (context.game, context.flow);
        for (layer, objects) in game.layers.iter().enumerate() {
            let set = replacement.set_movements.iter().find(|(other, _)| *other == layer);
            let random = if replacement.random_directions.contains(&layer) { 15 } else { 0 };
            let given = set.map_or(0, |(_, bits)| *bits) | random;
            let whole = replacement.layers.contains(&layer);
            let placed = replacement.set.intersection(objects);
            if given == 0 && (placed.is_empty() || whole) {
                continue;
            }
            let may_be_there = |object: usize| !is_excluded(game, pattern, object);
            for (index, bit) in MOVEMENTS.into_iter().enumerate() {
                if given & bit != 0 {
                    let stays = |&object: &usize| may_be_there(object) && !replacement.clear.contains(object);
                    let moved: Vec<usize> = match placed.is_empty() {
                        true => objects.iter().filter(stays).collect(),
                        false => placed.iter().collect(),
                    };
                    for object in moved {
                        let here = cells::and(here, &flow.possible[object]);
                        self.moving[object][index] = cells::or(&self.moving[object][index], &here);
                    }
                } else if !whole {
                    // What comes in place of another object takes over its movement.
                    let others = objects.iter().filter(|&object| may_be_there(object));
                    let had =
                        others.fold(cells::empty(), |all, other| cells::or(&all, &self.moving[other][index]));
                    let had = cells::and(&had, here);
                    for object in placed.iter().filter(|&object| !pattern.present.contains(object)) {
                        self.moving[object][index] = cells::or(&self.moving[object][index], &had);
                    }
                }
            }
        }
    }
}
