//! What can ever be where: an abstract interpretation of the rules on one level.
//!
//! Of each object it finds the cells where it may ever be and those where it always is; of each layer and direction,
//! the cells where such a movement may be. What it says holds at every moment of every turn: it starts with the level,
//! and adds what any rule, input or movement can do to what it says already, until nothing is new (P. and R. Cousot,
//! 1977, with pairs of sets of cells as domain).

use super::cells::{self, Cells};
use super::geometry::{Size, segments};
use crate::game::{Direction, Game, Level, Pattern, PatternRow, Replacement, Rule, Selector};
use crate::movement;
use crate::object_set::ObjectSet;

/// The bits of movements in the order of their sets.
pub(super) const MOVEMENTS: [u8; 5] =
    [movement::UP, movement::DOWN, movement::LEFT, movement::RIGHT, movement::ACTION];
const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// What can be where.
pub(super) struct Flow<const W: usize> {
    /// Of each object, where it may be.
    pub possible: Vec<Cells<W>>,
    /// Of each object, where it always is.
    pub always: Vec<Cells<W>>,
    /// Of each layer, where each movement may be.
    pub moving: Vec<[Cells<W>; 5]>,
    /// Of each length and direction, where a row of it fits on the board.
    fitting: Vec<[Cells<W>; 5]>,
}

/// Where the parts of a rule's rows may begin; `None` if one of them can be nowhere.
pub(super) type Starts<const W: usize> = Option<Vec<Vec<Cells<W>>>>;

impl<const W: usize> Flow<W> {
    /// Interprets all rules of a game on a level.
    pub fn new(game: &Game, level: &Level, size: Size) -> Self {
        let mut initial = vec![cells::empty(); game.objects.len()];
        for (cell, objects) in level.cells.iter().enumerate() {
            for object in objects.iter() {
                cells::insert(&mut initial[object], cell);
            }
        }
        let mut flow = Flow {
            possible: initial.clone(),
            always: initial,
            moving: vec![[cells::empty(); 5]; game.layers.len()],
            fitting: Vec::new(),
        };
        let lengths = game.all_rules().flat_map(|rule| &rule.rows).map(|row| row.cells.len());
        for length in 0..=lengths.max().unwrap_or(0).max(2) {
            let all = [
                Some(Direction::Up),
                Some(Direction::Down),
                Some(Direction::Left),
                Some(Direction::Right),
                None,
            ];
            flow.fitting.push(all.map(|direction| size.starts(direction, length)));
        }
        for _ in 0..rounds(game, size) {
            let before = (flow.possible.clone(), flow.always.clone(), flow.moving.clone());
            flow.press_keys(game);
            for rule in game.all_rules() {
                flow.apply(game, rule, size);
            }
            flow.move_all(game, size);
            if (&flow.possible, &flow.always, &flow.moving) == (&before.0, &before.1, &before.2) {
                return flow;
            }
        }
        flow.widen(size);
        flow
    }

    /// Gives up: everything that can be made, or move, may be anywhere, and nothing is always anywhere.
    fn widen(&mut self, size: Size) {
        let all = size.starts(None, 1);
        self.possible.fill(all);
        self.always.fill(cells::empty());
        self.moving.fill([all; 5]);
    }

    fn press_keys(&mut self, game: &Game) {
        let Some(objects) = game.player.objects() else { return };
        let together = objects.iter().map(|object| self.possible[object]).reduce(|a, b| cells::and(&a, &b));
        for object in objects.iter() {
            let cells = match game.player {
                Selector::All(_) => together.unwrap_or(cells::empty()),
                _ => self.possible[object],
            };
            for moving in &mut self.moving[game.objects[object].layer] {
                *moving = cells::or(moving, &cells);
            }
        }
    }

    /// Where the parts of the rows of a rule may begin.
    pub fn starts(&self, rule: &Rule, size: Size) -> Starts<W> {
        let row = |row: &PatternRow| -> Option<Vec<Cells<W>>> {
            let whole = row.cells.len();
            let segment = |(index, range): (usize, std::ops::Range<usize>)| {
                let length = if index == 0 { whole } else { range.len() };
                let mut starts =
                    self.fitting[length][rule.direction.map_or(4, |direction| direction as usize)];
                for (k, pattern) in row.cells[range].iter().enumerate() {
                    let here = self.may_fit(pattern);
                    starts = cells::and(&starts, &cells::at(&here, size.step(rule.direction) * k as isize));
                }
                (!cells::is_empty(&starts)).then_some(starts)
            };
            segments(row).into_iter().enumerate().map(segment).collect()
        };
        rule.rows.iter().map(row).collect()
    }

    fn may_fit(&self, pattern: &Pattern) -> Cells<W> {
        let mut fits = [u64::MAX; W];
        for object in pattern.present.iter() {
            fits = cells::and(&fits, &self.possible[object]);
        }
        for object in pattern.absent.iter() {
            fits = cells::and_not(&fits, &self.always[object]);
        }
        for set in &pattern.one_of {
            fits = cells::and(&fits, &self.union(set, &self.possible));
        }
        for &(layer, bits) in &pattern.moving {
            for (index, _) in MOVEMENTS.iter().enumerate().filter(|(_, bit)| bits & **bit != 0) {
                fits = cells::and(&fits, &self.moving[layer][index]);
            }
        }
        fits
    }

    pub fn union(&self, objects: &ObjectSet, of: &[Cells<W>]) -> Cells<W> {
        objects.iter().fold(cells::empty(), |all, object| cells::or(&all, &of[object]))
    }

    fn apply(&mut self, game: &Game, rule: &Rule, size: Size) {
        let Some(starts) = self.starts(rule, size) else { return };
        for (row, starts) in rule.rows.iter().zip(&starts) {
            for (range, starts) in segments(row).into_iter().zip(starts) {
                for (k, pattern) in row.cells[range].iter().enumerate() {
                    let here = cells::at(starts, -size.step(rule.direction) * k as isize);
                    if let Some(replacement) = &pattern.replacement {
                        self.replace(game, pattern, replacement, &here);
                    }
                }
            }
        }
    }

    fn replace(&mut self, game: &Game, pattern: &Pattern, replacement: &Replacement, here: &Cells<W>) {
        let mut clear = replacement.clear;
        for object in replacement.random_object.iter() {
            clear = clear.union(&game.layers[game.objects[object].layer]);
            self.possible[object] = cells::or(&self.possible[object], here);
        }
        for object in clear.iter().filter(|&object| !replacement.set.contains(object)) {
            if !is_excluded(game, pattern, object) {
                self.always[object] = cells::and_not(&self.always[object], here);
            }
        }
        for object in replacement.set.iter() {
            self.possible[object] = cells::or(&self.possible[object], here);
        }
        let random = replacement.random_directions.iter().map(|&layer| (layer, 15));
        for (layer, bits) in replacement.set_movements.iter().copied().chain(random) {
            for (index, _) in MOVEMENTS.iter().enumerate().filter(|(_, bit)| bits & **bit != 0) {
                self.moving[layer][index] = cells::or(&self.moving[layer][index], here);
            }
        }
    }

    fn move_all(&mut self, game: &Game, size: Size) {
        for (layer, objects) in game.layers.iter().enumerate() {
            let blocked = self.union(objects, &self.always);
            for (index, direction) in DIRECTIONS.into_iter().enumerate() {
                let step = size.step(Some(direction));
                let free = cells::and_not(&self.fitting[2][index], &cells::at(&blocked, step));
                for object in objects.iter() {
                    let leaving =
                        cells::and(&cells::and(&self.possible[object], &self.moving[layer][index]), &free);
                    if !cells::is_empty(&leaving) {
                        self.always[object] = cells::and_not(&self.always[object], &leaving);
                        self.possible[object] =
                            cells::or(&self.possible[object], &cells::at(&leaving, -step));
                    }
                }
            }
        }
    }
}

/// How often the rules are gone through at most. What goes on longer is found nowhere but in games made for it, and is
/// widened.
fn rounds(game: &Game, size: Size) -> usize {
    let patterns: usize = game.all_rules().flat_map(|rule| &rule.rows).map(|row| row.cells.len()).sum();
    WORK / (1 + size.cells().div_ceil(64) * (patterns + game.objects.len() + game.layers.len())) + 2
}

/// Words of sets that are looked at, roughly.
const WORK: usize = 400_000_000;

/// Whether a cell that fits the pattern cannot have `object`: it must have another one of its layer.
pub(super) fn is_excluded(game: &Game, pattern: &Pattern, object: usize) -> bool {
    let layer = &game.layers[game.objects[object].layer];
    if pattern.absent.contains(object) {
        return true;
    }
    !game.is_crowded()
        && (!pattern.present.contains(object) && pattern.present.intersects(layer)
            || pattern.one_of.iter().any(|set| layer.contains_all(set) && !set.contains(object)))
}
