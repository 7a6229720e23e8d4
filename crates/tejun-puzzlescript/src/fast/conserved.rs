//! Conservation laws: objects of a layer whose number no rule changes.

use super::flow::Flow;
use super::geometry::Size;
use super::program::rows_are_disjoint;
use crate::game::{Game, Pattern, Replacement, Rule};
use crate::object_set::ObjectSet;

/// Splits the objects of a layer into classes, and tells of each whether every rule that can match on the level keeps
/// its number.
pub(super) fn classes<const W: usize>(
    game: &Game,
    flow: &Flow<W>,
    size: Size,
    objects: &ObjectSet,
) -> Vec<(ObjectSet, bool)> {
    let rules: Vec<&Rule> = game.all_rules().filter(|rule| flow.starts(rule, size).is_some()).collect();
    let layer = objects.iter().next().map(|object| game.objects[object].layer);
    let Some(layer) = layer else { return Vec::new() };
    let whole = game.layers[layer];
    // Each class is tried with each rule, and again when two are merged.
    if rules.len() * objects.len() * objects.len() > WORK {
        return vec![(*objects, false)];
    }
    let mut classes: Vec<ObjectSet> = objects.iter().map(|object| [object].into_iter().collect()).collect();
    // Objects that a rule turns into each other belong together.
    loop {
        let broken: Option<(usize, usize)> = rules.iter().find_map(|rule| {
            let mut changed = (0..classes.len()).filter(|&class| !keeps(game, rule, &whole, &classes[class]));
            Some((changed.next()?, changed.next()?))
        });
        let Some((first, second)) = broken else { break };
        let other = classes.remove(second);
        classes[first] = classes[first].union(&other);
    }
    classes
        .into_iter()
        .map(|class| {
            (class, !game.is_crowded() && rules.iter().all(|rule| keeps(game, rule, &whole, &class)))
        })
        .collect()
}

/// The most classes tried with rules.
const WORK: usize = 20_000_000;

/// Whether a rule keeps the number of objects of a class of a layer.
fn keeps(game: &Game, rule: &Rule, layer: &ObjectSet, class: &ObjectSet) -> bool {
    rule.rows.iter().all(|row| {
        let mut sum = 0;
        let mut touched = false;
        for pattern in &row.cells {
            let Some(replacement) = &pattern.replacement else { continue };
            match difference(pattern, replacement, layer, class) {
                Some(difference) => {
                    sum += difference;
                    touched |= difference != 0;
                }
                None => return false,
            }
        }
        // Rows that match the same cells see changes of each other.
        sum == 0 && (!touched || rule.rows.len() == 1 || rows_are_disjoint(game, rule))
    })
}

/// By how much the number in a cell changes, if that is known.
fn difference(
    pattern: &Pattern,
    replacement: &Replacement,
    layer: &ObjectSet,
    class: &ObjectSet,
) -> Option<i32> {
    if replacement.random_object.intersects(layer) {
        return None;
    }
    let before = if pattern.present.intersects(layer) {
        Some(i32::from(pattern.present.intersects(class)))
    } else if let Some(set) = pattern.one_of.iter().find(|set| layer.contains_all(set)) {
        match (class.contains_all(set), class.intersects(set)) {
            (true, _) => Some(1),
            (_, false) => Some(0),
            _ => None,
        }
    } else {
        pattern.absent.contains_all(class).then_some(0)
    };
    if replacement.set.intersects(layer) {
        return Some(i32::from(replacement.set.intersects(class)) - before?);
    }
    if !replacement.clear.intersects(class) || before == Some(0) {
        return Some(0);
    }
    // What is there goes for sure only if all that it can be goes.
    let clear = &replacement.clear;
    let here = pattern.present.intersection(class);
    let gone = clear.contains_all(class)
        || (!here.is_empty() && clear.contains_all(&here))
        || pattern.one_of.iter().any(|set| class.contains_all(set) && clear.contains_all(set));
    (gone && before == Some(1)).then_some(-1)
}
