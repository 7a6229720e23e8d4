//! The rules of a game, made for one level: what is known of its cells is not looked up again.

use super::cells::{self, Cells};
use super::flow::{Flow, MOVEMENTS, is_excluded};
use super::geometry::{Size, segments};
use super::layout::Sets;
use crate::game::{Command, Direction, Game, Group, Pattern, Replacement, Rule, RuleList};
use crate::object_set::ObjectSet;

/// A set must have, or not have, the cell at an offset from the start.
#[derive(Clone, Copy)]
pub(super) struct Condition {
    pub set: usize,
    pub offset: isize,
    pub wanted: bool,
}

/// One of the sets must have the cell at an offset.
#[derive(Clone)]
pub(super) struct OneOf<const W: usize> {
    pub sets: Vec<usize>,
    pub offset: isize,
    /// The starts for which that is so in any case.
    pub given: Cells<W>,
}

/// A set gets, or loses, the cell at an offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Change {
    pub set: usize,
    pub offset: isize,
    pub value: bool,
}

/// What is done to a cell beyond constant changes.
#[derive(Clone)]
pub(super) struct RandomReplacement {
    pub offset: isize,
    /// Objects to choose from, in the order of their numbers.
    pub objects: Vec<usize>,
    /// Layers that get one of four directions.
    pub directions: Vec<usize>,
}

/// What a rigid rule binds.
#[derive(Clone)]
pub(super) struct Binding {
    pub offset: isize,
    pub layers: Vec<usize>,
}

/// Cells next to each other.
#[derive(Clone)]
pub(super) struct Segment<const W: usize> {
    pub length: usize,
    /// Where it may begin.
    pub starts: Cells<W>,
    pub conditions: Vec<Condition>,
    pub one_of: Vec<OneOf<W>>,
    /// In the order of the cells. Random numbers are drawn cell by cell, between the clearing and the setting of movements.
    pub changes: Vec<Change>,
    pub random: Vec<RandomReplacement>,
    pub bindings: Vec<Binding>,
}

/// A row with its gaps.
#[derive(Clone)]
pub(super) struct FastRow<const W: usize> {
    pub segments: Vec<Segment<W>>,
    /// Steps of work to look at a place of it.
    pub cost: usize,
    /// Cells without the gaps.
    pub length: usize,
}

/// A rule.
pub(super) struct FastRule<const W: usize> {
    pub rows: Vec<FastRow<W>>,
    pub direction: Option<Direction>,
    pub step: isize,
    pub commands: Vec<Command>,
    /// Whether all matches can be replaced at once, if those of a row do not overlap.
    pub parallel: bool,
    pub replaces: bool,
    /// Steps of work to replace matches.
    pub cost_to_replace: usize,
    pub rigid: bool,
    /// The line of the source.
    pub line: usize,
}

/// A group.
pub(super) struct FastGroup<const W: usize> {
    pub random: bool,
    pub rigid: Option<u8>,
    pub rules: Vec<FastRule<W>>,
    /// Steps of work to look for matches of its rules.
    pub cost: usize,
    /// Sets that must not be empty for any of its rules to match.
    pub needs: Vec<usize>,
}

/// Groups in order.
pub(super) struct FastList<const W: usize> {
    pub groups: Vec<FastGroup<W>>,
    /// Of each group, and of the end, where the rules go on if something changed.
    pub loops: Vec<Option<usize>>,
}

impl<const W: usize> FastList<W> {
    pub fn new(game: &Game, list: &RuleList, flow: &Flow<W>, sets: &Sets, size: Size) -> Self {
        let maker = Maker { game, flow, sets, size };
        Self {
            groups: list.groups.iter().map(|group| maker.group(group)).collect(),
            loops: (0..=list.groups.len()).map(|index| list.loop_after(index)).collect(),
        }
    }
}

/// What it takes to look through a set of cells, beside one of its cells.
const fn scale(words: usize) -> usize {
    1 + words / 8
}

impl<const W: usize> Segment<W> {
    /// Steps of work to look at a place of it.
    fn cost(&self) -> usize {
        let choices: usize = self.one_of.iter().map(|one_of| 1 + one_of.sets.len()).sum();
        self.length + self.conditions.len() + choices
    }
}

struct Maker<'a, const W: usize> {
    game: &'a Game,
    flow: &'a Flow<W>,
    sets: &'a Sets,
    size: Size,
}

impl<const W: usize> Maker<'_, W> {
    fn group(&self, group: &Group) -> FastGroup<W> {
        let rules: Vec<FastRule<W>> = group.rules.iter().filter_map(|rule| self.rule(rule, group)).collect();
        let needs = |rule: &FastRule<W>| -> Vec<usize> {
            let segments = rule.rows.iter().flat_map(|row| &row.segments);
            segments.flat_map(|segment| &segment.conditions).filter(|c| c.wanted).map(|c| c.set).collect()
        };
        let mut common = rules.first().map(needs).unwrap_or_default();
        for rule in &rules {
            let these = needs(rule);
            common.retain(|set| these.contains(set));
        }
        common.sort_unstable();
        common.dedup();
        // Movements are the rarest: their sets come last.
        common.reverse();
        common.truncate(3);
        // Each condition is looked up in all words of a set. A group that goes on and on compares all sets.
        let rows = rules.iter().flat_map(|rule| &rule.rows).map(|row| row.cost).sum::<usize>();
        let cost = rules.len() + rows * scale(W) + self.sets.count * W / 64;
        FastGroup { random: group.random, rigid: group.rigid, rules, cost, needs: common }
    }

    /// `None` if the rule can never match on this level.
    fn rule(&self, rule: &Rule, group: &Group) -> Option<FastRule<W>> {
        let starts = self.flow.starts(rule, self.size)?;
        let disjoint = rows_are_disjoint(self.game, rule);
        let step = self.size.step(rule.direction);
        let rows: Vec<FastRow<W>> = rule
            .rows
            .iter()
            .zip(&starts)
            .map(|(row, starts)| {
                let segments = segments(row).into_iter().zip(starts);
                let segments =
                    segments.map(|(range, starts)| self.segment(&row.cells[range], starts, step, disjoint));
                let segments: Vec<Segment<W>> = segments.collect();
                let cost = segments.iter().map(Segment::cost).sum();
                FastRow { segments, cost, length: row.cells.len() }
            })
            .collect();
        let plain = rows.iter().all(|row| row.segments.len() == 1 && row.segments[0].random.is_empty());
        let rigid = rule.rigid && group.rigid.is_some();
        let parallel = plain
            && !rigid
            && !group.random
            && (rows.len() == 1 || (disjoint && rows_are_independent(&rows)));
        let replaced = rows.iter().flat_map(|row| &row.segments).map(|segment| {
            let bound: usize = segment.bindings.iter().map(|binding| 1 + binding.layers.len()).sum();
            segment.changes.len() * scale(W) + segment.random.len() * self.sets.count + bound
        });
        Some(FastRule {
            cost_to_replace: replaced.sum(),
            rows,
            direction: rule.direction,
            step,
            commands: rule.commands.clone(),
            parallel,
            replaces: rule.replaces,
            rigid,
            line: rule.line,
        })
    }

    fn segment(&self, patterns: &[Pattern], starts: &Cells<W>, step: isize, disjoint: bool) -> Segment<W> {
        let mut segment = Segment {
            length: patterns.len(),
            starts: *starts,
            conditions: Vec::new(),
            one_of: Vec::new(),
            changes: Vec::new(),
            random: Vec::new(),
            bindings: Vec::new(),
        };
        for (k, pattern) in patterns.iter().enumerate() {
            let offset = step * k as isize;
            let here = cells::at(starts, -offset);
            self.conditions(pattern, offset, &here, &mut segment);
            if let Some(replacement) = &pattern.replacement {
                self.changes(pattern, replacement, offset, &here, disjoint, &mut segment);
            }
        }
        // The rarest first: movements, whose sets come last, then objects.
        segment.conditions.sort_by_key(|condition| {
            let object = self.sets.objects.get(condition.set);
            let cells = object.map_or(0, |&object| 1 + cells::count(&self.flow.possible[object]));
            (!condition.wanted, cells)
        });
        segment
    }

    fn conditions(&self, pattern: &Pattern, offset: isize, here: &Cells<W>, segment: &mut Segment<W>) {
        let flow = self.flow;
        for object in pattern.present.iter() {
            if let Some(set) =
                self.sets.of_object[object].filter(|_| !cells::is_subset(here, &flow.always[object]))
            {
                segment.conditions.push(Condition { set, offset, wanted: true });
            }
        }
        for object in pattern.absent.iter() {
            // Another object of the layer that must be there excludes it already.
            let layer = &self.game.layers[self.game.objects[object].layer];
            let excluded = !self.game.is_crowded()
                && !pattern.present.contains(object)
                && pattern.present.intersects(layer);
            let possible = cells::intersects(here, &flow.possible[object]);
            if let Some(set) = self.sets.of_object[object].filter(|_| possible && !excluded) {
                segment.conditions.push(Condition { set, offset, wanted: false });
            }
        }
        for objects in &pattern.one_of {
            let given = flow.union(objects, &flow.always);
            if !cells::is_subset(here, &given) {
                let sets: Vec<usize> =
                    objects.iter().filter_map(|object| self.sets.of_object[object]).collect();
                if let ([set], true) = (&sets[..], cells::is_empty(&cells::and(&given, here))) {
                    segment.conditions.push(Condition { set: *set, offset, wanted: true });
                } else {
                    segment.one_of.push(OneOf { sets, offset, given: cells::at(&given, offset) });
                }
            }
        }
        for (layer, index) in
            pattern.moving.iter().flat_map(|&(layer, bits)| bits_of(bits).map(move |i| (layer, i)))
        {
            if let Some(set) = self.sets.of_movement[layer][index] {
                segment.conditions.push(Condition { set, offset, wanted: true });
            }
        }
        for (layer, index) in pattern.stationary.iter().flat_map(|&layer| (0..5).map(move |i| (layer, i))) {
            let possible = cells::intersects(here, &flow.moving[layer][index]);
            if let Some(set) = self.sets.of_movement[layer][index].filter(|_| possible) {
                segment.conditions.push(Condition { set, offset, wanted: false });
            }
        }
    }

    fn changes(
        &self,
        pattern: &Pattern,
        replacement: &Replacement,
        offset: isize,
        here: &Cells<W>,
        disjoint: bool,
        segment: &mut Segment<W>,
    ) {
        let flow = self.flow;
        let draws = !replacement.random_object.is_empty() || !replacement.random_directions.is_empty();
        let disjoint = disjoint && !draws;
        let mut change = |set: usize, value: bool| segment.changes.push(Change { set, offset, value });
        // What a cell that matched has for sure need not be changed; unless another row of the rule has changed it.
        for object in replacement.clear.difference(&replacement.set).iter() {
            let absent = disjoint && is_excluded(self.game, pattern, object);
            let possible = cells::intersects(here, &flow.possible[object]) && !absent;
            if let Some(set) = self.sets.of_object[object].filter(|_| possible) {
                change(set, false);
            }
        }
        for object in replacement.set.iter() {
            // What is drawn takes away even what is always there, until this brings it back.
            let always = !draws && cells::is_subset(here, &flow.always[object]);
            let given = always || (disjoint && pattern.present.contains(object));
            if let Some(set) = self.sets.of_object[object].filter(|_| !given) {
                change(set, true);
            }
        }
        let bits_in = |list: &[(usize, u8)], layer: usize| {
            list.iter().find(|(other, _)| *other == layer).map_or(0, |(_, bits)| *bits)
        };
        for layer in 0..self.game.layers.len() {
            let sets_bits = bits_in(&replacement.set_movements, layer);
            let whole = replacement.layers.contains(&layer);
            let clears_bits = if whole { 31 } else { bits_in(&replacement.clear_movements, layer) };
            let had = bits_in(&pattern.moving, layer);
            let stood = pattern.stationary.contains(&layer);
            for (index, bit) in MOVEMENTS.into_iter().enumerate() {
                let Some(set) = self.sets.of_movement[layer][index] else { continue };
                if sets_bits & bit != 0 {
                    if !(disjoint && had & bit != 0) {
                        change(set, true);
                    }
                } else if clears_bits & bit != 0
                    && cells::intersects(here, &flow.moving[layer][index])
                    && !(disjoint && stood)
                {
                    change(set, false);
                }
            }
        }
        if draws {
            segment.random.push(RandomReplacement {
                offset,
                objects: replacement.random_object.iter().collect(),
                directions: replacement.random_directions.clone(),
            });
        }
        if !replacement.layers.is_empty() {
            segment.bindings.push(Binding { offset, layers: replacement.layers.clone() });
        }
    }
}

fn bits_of(bits: u8) -> impl Iterator<Item = usize> {
    MOVEMENTS.into_iter().enumerate().filter(move |(_, bit)| bits & bit != 0).map(|(index, _)| index)
}

/// Whether no two rows of a rule can match the same cell.
pub(crate) fn rows_are_disjoint(game: &Game, rule: &Rule) -> bool {
    rule.rows.iter().enumerate().all(|(index, row)| {
        rule.rows[..index]
            .iter()
            .all(|other| row.cells.iter().all(|a| other.cells.iter().all(|b| exclude_each_other(game, a, b))))
    })
}

fn exclude_each_other(game: &Game, a: &Pattern, b: &Pattern) -> bool {
    let needs = |pattern: &Pattern, excluded: &dyn Fn(usize) -> bool| {
        pattern.present.iter().any(excluded)
            || pattern.one_of.iter().any(|set: &ObjectSet| set.iter().all(excluded))
    };
    needs(a, &|object| is_excluded(game, b, object)) || needs(b, &|object| is_excluded(game, a, object))
}

/// Whether all matches of all rows can be replaced at once: no row changes what another one looks at, and if several
/// change something, none what it looks at itself. (A row that takes itself away takes its partners' match with it.)
fn rows_are_independent<const W: usize>(rows: &[FastRow<W>]) -> bool {
    let looks_at = |row: &FastRow<W>, set: usize| {
        row.segments.iter().any(|segment| {
            segment.conditions.iter().any(|condition| condition.set == set)
                || segment.one_of.iter().any(|one_of| one_of.sets.contains(&set))
        })
    };
    let changes = |row: &FastRow<W>| row.segments.iter().any(|segment| !segment.changes.is_empty());
    let alone = rows.iter().filter(|row| changes(row)).count() <= 1;
    rows.iter().enumerate().all(|(index, row)| {
        row.segments.iter().flat_map(|segment| &segment.changes).all(|change| {
            let mut others = rows.iter().enumerate().filter(|(other, _)| *other != index || !alone);
            others.all(|(_, other)| !looks_at(other, change.set))
        })
    })
}
