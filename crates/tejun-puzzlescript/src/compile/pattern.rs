//! Cells of rules as sets of objects and bits of movements.

use super::expanded::Expanded;
use super::names::{NameId, Names};
use crate::diagnostic::{Diagnostics, quoted};
use crate::game::{Direction, Pattern, PatternRow, Replacement, Rule};
use crate::movement;
use crate::text::{Row, Term, Word};

/// A rule in sets, and whether it can match at all.
pub(super) struct Compiled {
    pub rule: Rule,
    /// Two objects of one layer that a cell must both have: it has one at most.
    pub impossible: Option<(NameId, NameId)>,
}

/// Puts a spelled-out rule into sets; `None` after an error.
pub(super) fn compile(rule: &Expanded, names: &Names, diagnostics: &mut Diagnostics) -> Option<Compiled> {
    let mut impossible = None;
    let mut rows = Vec::with_capacity(rule.left.len());
    for (index, left) in rule.left.iter().enumerate() {
        rows.push(row(rule, left, rule.right.get(index), names, &mut impossible, diagnostics)?);
    }
    let direction = match rule.direction {
        Word::Up => Some(Direction::Up),
        Word::Down => Some(Direction::Down),
        Word::Left => Some(Direction::Left),
        Word::Right => Some(Direction::Right),
        _ => None,
    };
    let compiled = Rule {
        line: rule.line,
        direction,
        rigid: rule.rigid,
        rows,
        replaces: !rule.right.is_empty(),
        commands: rule.commands.clone(),
    };
    Some(Compiled { rule: compiled, impossible })
}

fn row(
    rule: &Expanded,
    left: &Row<NameId>,
    right: Option<&Row<NameId>>,
    names: &Names,
    impossible: &mut Option<(NameId, NameId)>,
    diagnostics: &mut Diagnostics,
) -> Option<PatternRow> {
    let mut row = PatternRow { cells: Vec::with_capacity(left.len()), gaps: Vec::new() };
    for (index, cell) in left.iter().enumerate() {
        if cell.iter().any(|term| term.word == Word::Ellipsis) {
            row.gaps.push(row.cells.len());
            continue;
        }
        let mut before = Side::new(names);
        let mut pattern = match_side(rule, cell, names, &mut before, impossible, diagnostics)?;
        if let Some(right) = right {
            pattern.replacement = replace_side(
                rule,
                &right[index],
                names,
                &before,
                &pattern,
                impossible.is_some(),
                diagnostics,
            )?;
        }
        row.cells.push(pattern);
    }
    Some(row)
}

/// Which name stands on each layer of a cell.
struct Side {
    used: Vec<Option<NameId>>,
    /// Layers with an object, not a choice.
    by_object: Vec<bool>,
}

impl Side {
    fn new(names: &Names) -> Self {
        Self { used: vec![None; names.layers.len()], by_object: vec![false; names.layers.len()] }
    }
}

fn bits(word: Word) -> u8 {
    match word {
        Word::Up => movement::UP,
        Word::Down => movement::DOWN,
        Word::Left => movement::LEFT,
        Word::Right => movement::RIGHT,
        Word::Action => movement::ACTION,
        // Before the arrow, where it says nothing, the original looks for these two.
        Word::RandomDir => movement::UP | movement::LEFT,
        _ => 0,
    }
}

fn layer_of(
    rule: &Expanded,
    term: &Term<NameId>,
    names: &Names,
    diagnostics: &mut Diagnostics,
) -> Option<usize> {
    let layer = names.layer(term.name);
    if layer.is_none() {
        diagnostics.error(rule.line, format!("{} is in no single layer", quoted(names.spelled(term.name))));
    }
    layer
}

fn merge(list: &mut Vec<(usize, u8)>, layer: usize, bits: u8) {
    if bits == 0 {
        return;
    }
    match list.iter_mut().find(|(other, _)| *other == layer) {
        Some((_, all)) => *all |= bits,
        None => {
            list.push((layer, bits));
            list.sort_unstable();
        }
    }
}

fn note(list: &mut Vec<usize>, layer: usize) {
    if !list.contains(&layer) {
        list.push(layer);
        list.sort_unstable();
    }
}

fn match_side(
    rule: &Expanded,
    cell: &[Term<NameId>],
    names: &Names,
    side: &mut Side,
    impossible: &mut Option<(NameId, NameId)>,
    diagnostics: &mut Diagnostics,
) -> Option<Pattern> {
    let mut pattern = Pattern::default();
    for term in cell {
        let objects = names.objects_of(term.name);
        match term.word {
            Word::No => {
                pattern.absent = pattern.absent.union(&objects);
                continue;
            }
            Word::Random => {
                diagnostics.error(rule.line, "“random” makes something: it can only stand after the arrow");
                return None;
            }
            _ => {}
        }
        let layer = layer_of(rule, term, names, diagnostics)?;
        if let Some(other) = side.used[layer].replace(term.name) {
            *impossible = Some((other, term.name));
        }
        if names.property(term.name).is_some() {
            pattern.one_of.push(objects);
        } else {
            pattern.present = pattern.present.union(&objects);
            side.by_object[layer] = true;
        }
        if term.word == Word::Stationary {
            note(&mut pattern.stationary, layer);
        } else {
            merge(&mut pattern.moving, layer, bits(term.word));
        }
    }
    Some(pattern)
}

/// What becomes of a cell; the outer `None` is an error, the inner one: nothing.
fn replace_side(
    rule: &Expanded,
    cell: &[Term<NameId>],
    names: &Names,
    before: &Side,
    pattern: &Pattern,
    impossible: bool,
    diagnostics: &mut Diagnostics,
) -> Option<Option<Replacement>> {
    let mut replacement = Replacement::default();
    let mut after = Side::new(names);
    let mut random: Vec<Option<NameId>> = vec![None; names.layers.len()];
    for term in cell {
        let objects = names.objects_of(term.name);
        match term.word {
            Word::No => {
                replacement.clear = replacement.clear.union(&objects);
                continue;
            }
            Word::Random => {
                if names.property(term.name).is_none() {
                    diagnostics.warning(
                        rule.line,
                        format!(
                            "“random {0}” is as good as “{0}”; random needs a choice of objects (or)",
                            names.spelled(term.name)
                        ),
                    );
                }
                for object in objects.iter() {
                    let layer = names.objects[object].layer;
                    if let Some(other) = after.used[layer].filter(|&other| other != object) {
                        diagnostics.warning(
                            rule.line,
                            format!(
                                "random may bring {} here, where the rule wants {}, of the same layer",
                                quoted(names.spelled(object)),
                                quoted(names.spelled(other))
                            ),
                        );
                    }
                    random[layer] = Some(object);
                }
                replacement.random_object = replacement.random_object.union(&objects);
                continue;
            }
            _ => {}
        }
        let layer = layer_of(rule, term, names, diagnostics)?;
        if let Some(other) = after.used[layer].or(random[layer]).filter(|_| !impossible) {
            diagnostics.error(
                rule.line,
                format!(
                    "{} and {} are of the same layer: no cell can have both",
                    quoted(names.spelled(other)),
                    quoted(names.spelled(term.name))
                ),
            );
            return None;
        }
        after.used[layer] = Some(term.name);
        if term.word != Word::None {
            note(&mut replacement.layers, layer);
        }
        if names.property(term.name).is_none() {
            replacement.set = replacement.set.union(&objects);
            replacement.clear = replacement.clear.union(&names.layers[layer]);
            after.by_object[layer] = true;
        }
        match term.word {
            Word::Stationary => merge(&mut replacement.clear_movements, layer, movement::ALL),
            Word::RandomDir => note(&mut replacement.random_directions, layer),
            word => merge(&mut replacement.set_movements, layer, bits(word)),
        }
    }
    clear_what_left(&mut replacement, before, &after, pattern, names);
    Some((!replacement.is_nothing()).then_some(replacement))
}

/// What the left side names and the right side does not goes, and its movements with it.
fn clear_what_left(
    replacement: &mut Replacement,
    before: &Side,
    after: &Side,
    pattern: &Pattern,
    names: &Names,
) {
    if !replacement.set.contains_all(&pattern.present) {
        replacement.clear = replacement.clear.union(&pattern.present);
    }
    let keeps = |&(layer, bits): &(usize, u8)| {
        replacement.set_movements.iter().any(|&(other, set)| other == layer && set & bits == bits)
    };
    if !pattern.moving.iter().all(keeps) {
        for &(layer, bits) in &pattern.moving {
            merge(&mut replacement.clear_movements, layer, bits);
        }
    }
    for layer in 0..names.layers.len() {
        let gone = before.used[layer].is_some() && after.used[layer].is_none();
        if gone {
            replacement.clear = replacement.clear.union(&names.layers[layer]);
        }
        if gone || (before.by_object[layer] && !after.by_object[layer]) {
            note(&mut replacement.layers, layer);
        }
    }
}
