//! Applying rules.

use super::board::Board;
use crate::engine::{Effects, TurnError, Work, limits};
use crate::game::{Direction, Game, Group, Pattern, PatternRow, Replacement, Rule, RuleList};
use crate::movement;
use crate::random::Random;

/// What rules work on during a turn.
pub(super) struct Turn<'a> {
    pub game: &'a Game,
    pub board: &'a mut Board,
    pub effects: &'a mut Effects,
    pub random: &'a mut Random,
    pub work: &'a mut Work,
}

/// Where a row was found: its first cell, and how long its gaps are.
#[derive(Clone, Copy)]
struct Place {
    cell: usize,
    gaps: [usize; 2],
}

impl Turn<'_> {
    /// Applies all groups in order, and loops.
    pub fn apply(&mut self, rules: &RuleList, banned: &[bool]) -> Result<(), TurnError> {
        let mut changed = false;
        let mut rounds = 0;
        self.work.spend(rules.groups.len())?;
        let mut index = 0;
        while index < rules.groups.len() {
            if !banned.get(index).is_some_and(|&banned| banned) {
                changed |= self.group(&rules.groups[index])?;
            }
            let mut back = rules.loop_after(index).filter(|_| changed);
            if back.is_none() {
                index += 1;
                // A loop without an end ends after the last group.
                back = rules.loop_after(index).filter(|_| changed && index == rules.groups.len());
            }
            if let Some(start) = back {
                self.work.spend(rules.groups.len() - start)?;
                index = start;
                changed = false;
                rounds += 1;
                if rounds > limits::LOOP_ROUNDS {
                    break;
                }
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group) -> Result<bool, TurnError> {
        if group.random {
            return self.random_match(group);
        }
        let mut changed = false;
        for _ in 0..limits::GROUP_PASSES {
            let mut pass = false;
            for rule in &group.rules {
                pass |= self.rule(rule, group)?;
            }
            if !pass {
                break;
            }
            changed = true;
        }
        Ok(changed)
    }

    /// Applies one match of one rule, chosen at random.
    fn random_match(&mut self, group: &Group) -> Result<bool, TurnError> {
        let mut found: Vec<(&Rule, Vec<Vec<Place>>)> = Vec::new();
        let (mut count, mut room) = (0usize, limits::PLACES);
        for rule in &group.rules {
            let Some(matches) = self.matches(rule, &mut room)? else { continue };
            let tuples =
                matches.iter().try_fold(1, |product: usize, places| product.checked_mul(places.len()));
            count = tuples.and_then(|tuples| count.checked_add(tuples)).ok_or(TurnError::TooMuchWork)?;
            found.push((rule, matches));
        }
        if count == 0 {
            return Ok(false);
        }
        let mut chosen = self.random.below(count);
        for (rule, matches) in &found {
            let tuples: usize = matches.iter().map(Vec::len).product();
            if chosen >= tuples {
                chosen -= tuples;
                continue;
            }
            let mut rest = chosen;
            let place = |places: &Vec<Place>| {
                let index = rest % places.len();
                rest /= places.len();
                places[index]
            };
            let places: Vec<Place> = matches.iter().map(place).collect();
            let changed = self.replace(rule, group, &places)?;
            self.finish(rule, changed);
            return Ok(changed);
        }
        unreachable!("one of the matches is chosen")
    }

    fn rule(&mut self, rule: &Rule, group: &Group) -> Result<bool, TurnError> {
        let Some(matches) = self.matches(rule, &mut { limits::PLACES })? else { return Ok(false) };
        let mut changed = false;
        if rule.replaces {
            let mut first = true;
            let mut tuples = Tuples::new(&matches);
            while let Some(places) = tuples.next() {
                // What was found may be gone by now.
                if std::mem::take(&mut first) || self.are_at(rule, places)? {
                    changed |= self.replace(rule, group, places)?;
                }
            }
        }
        self.finish(rule, changed);
        Ok(changed)
    }

    /// Gives the commands of a rule that matched.
    fn finish(&mut self, rule: &Rule, changed: bool) {
        self.effects.queue_commands(&rule.commands);
        self.work.record(rule.line, changed, &rule.commands);
    }

    /// Whether something on the board could fit a cell of the rule at all.
    fn can_fit(&self, pattern: &Pattern) -> bool {
        self.board.seen.contains_all(&pattern.present)
            && pattern.one_of.iter().all(|set| self.board.seen.intersects(set))
            && pattern.moving.iter().all(|&(layer, bits)| self.board.seen_movements[layer] & bits == bits)
    }

    /// All places of each row, in order, if there is room for them; `None` if a row is nowhere.
    fn matches(&mut self, rule: &Rule, room: &mut usize) -> Result<Option<Vec<Vec<Place>>>, TurnError> {
        let mut cost = 1;
        let mut patterns = rule.rows.iter().flat_map(|row| &row.cells);
        let can_fit = patterns.all(|pattern| {
            cost += cost_of(pattern);
            self.can_fit(pattern)
        });
        self.work.spend(cost)?;
        if !can_fit {
            return Ok(None);
        }
        let mut matches = Vec::with_capacity(rule.rows.len());
        for row in &rule.rows {
            let places = self.places(rule, row, *room)?;
            *room -= places.len();
            if places.is_empty() {
                return Ok(None);
            }
            matches.push(places);
        }
        Ok(Some(matches))
    }

    /// The places of a row, in order, if there is room for them.
    fn places(&mut self, rule: &Rule, row: &PatternRow, room: usize) -> Result<Vec<Place>, TurnError> {
        let (width, height) = (self.board.width, self.board.height);
        let mut places = Vec::new();
        if rule.direction.is_some_and(Direction::is_horizontal) {
            // Row by row.
            for cell in (0..height).flat_map(|y| (0..width).map(move |x| x * height + y)) {
                self.places_from(rule, row, cell, room, &mut places)?;
            }
        } else {
            // Column by column.
            for cell in 0..width * height {
                self.places_from(rule, row, cell, room, &mut places)?;
            }
        }
        Ok(places)
    }

    /// Adds the places that begin at `cell`, one for each length of the gaps, while there is room.
    fn places_from(
        &mut self,
        rule: &Rule,
        row: &PatternRow,
        cell: usize,
        room: usize,
        places: &mut Vec<Place>,
    ) -> Result<(), TurnError> {
        let Some(spare) = self.room(rule, cell).checked_sub(row.cells.len()) else { return Ok(()) };
        let [first, second] = [0, 1].map(|gap| if row.gaps.len() > gap { spare } else { 0 });
        for a in 0..=first {
            for b in 0..=second.min(spare - a) {
                let place = Place { cell, gaps: [a, b] };
                if self.is_at(rule, row, &place)? {
                    places.push(place);
                }
            }
            if places.len() > room {
                return Err(TurnError::TooMuchWork);
            }
        }
        Ok(())
    }

    /// How many cells there are from `cell` on to the edge.
    fn room(&self, rule: &Rule, cell: usize) -> usize {
        let (x, y) = (cell / self.board.height, cell % self.board.height);
        match rule.direction {
            Some(Direction::Up) => y + 1,
            Some(Direction::Down) => self.board.height - y,
            Some(Direction::Left) => x + 1,
            Some(Direction::Right) => self.board.width - x,
            None => 1,
        }
    }

    /// The cells of a row at a place.
    fn cells_of(&self, rule: &Rule, row: &PatternRow, place: &Place) -> impl Iterator<Item = usize> + use<> {
        let step = match rule.direction {
            Some(Direction::Up) => -1,
            Some(Direction::Down) | None => 1,
            Some(Direction::Left) => -(self.board.height as isize),
            Some(Direction::Right) => self.board.height as isize,
        };
        let place = *place;
        let gap = |index: usize| row.gaps.get(index).copied().unwrap_or(usize::MAX);
        let gaps = [gap(0), gap(1)];
        (0..row.cells.len()).map(move |index| {
            let skipped: usize = (0..2).filter(|&gap| gaps[gap] <= index).map(|gap| place.gaps[gap]).sum();
            (place.cell as isize + step * (index + skipped) as isize) as usize
        })
    }

    fn are_at(&mut self, rule: &Rule, places: &[Place]) -> Result<bool, TurnError> {
        for (row, place) in rule.rows.iter().zip(places) {
            if !self.is_at(rule, row, place)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_at(&mut self, rule: &Rule, row: &PatternRow, place: &Place) -> Result<bool, TurnError> {
        let mut cost = 0;
        let is_at = row.cells.iter().zip(self.cells_of(rule, row, place)).all(|(pattern, cell)| {
            cost += cost_of(pattern);
            self.fits(pattern, cell)
        });
        self.work.spend(cost)?;
        Ok(is_at)
    }

    fn fits(&self, pattern: &Pattern, cell: usize) -> bool {
        let objects = &self.board.cells[cell];
        let movements = &self.board.movements[cell * self.board.layers..];
        objects.contains_all(&pattern.present)
            && !objects.intersects(&pattern.absent)
            && pattern.one_of.iter().all(|set| objects.intersects(set))
            && pattern.moving.iter().all(|&(layer, bits)| movements[layer] & bits == bits)
            && pattern.stationary.iter().all(|&layer| movements[layer] == 0)
    }

    /// Replaces all rows of a rule; whether anything changed.
    fn replace(&mut self, rule: &Rule, group: &Group, places: &[Place]) -> Result<bool, TurnError> {
        let cells: usize = rule.rows.iter().map(|row| row.cells.len()).sum();
        self.work.spend(cells * (1 + self.board.layers / 4))?;
        let mut changed = false;
        for (row, place) in rule.rows.iter().zip(places) {
            for (pattern, cell) in row.cells.iter().zip(self.cells_of(rule, row, place)) {
                if let Some(replacement) = &pattern.replacement {
                    let rigid = group.rigid.filter(|_| rule.rigid);
                    changed |= self.replace_cell(replacement, rigid, cell);
                }
            }
        }
        Ok(changed)
    }

    fn replace_cell(&mut self, replacement: &Replacement, rigid: Option<u8>, cell: usize) -> bool {
        let slots = cell * self.board.layers..(cell + 1) * self.board.layers;
        let objects = self.board.cells[cell];
        let (mut set, mut clear) = (replacement.set, replacement.clear);
        self.board.scratch.clear();
        self.board.scratch.extend_from_slice(&self.board.movements[slots.clone()]);
        let moved = &mut self.board.scratch;
        for &layer in &replacement.layers {
            moved[layer] = 0;
        }
        for &(layer, bits) in &replacement.clear_movements {
            moved[layer] &= !bits;
        }
        let choices = replacement.random_object.len();
        if choices > 0 {
            let lot = self.random.below(choices);
            let object = replacement.random_object.iter().nth(lot).expect("the lot is one of the choices");
            set.insert(object);
            let layer = self.game.objects[object].layer;
            clear = clear.union(&self.game.layers[layer]);
            moved[layer] &= !movement::ALL;
        }
        for &(layer, bits) in &replacement.set_movements {
            moved[layer] |= bits;
        }
        for &layer in &replacement.random_directions {
            moved[layer] |= 1 << self.random.below(4);
        }
        let bound = rigid.is_some_and(|number| self.bind(number, replacement, cell));
        let after = objects.difference(&clear).union(&set);
        self.board.cells[cell] = after;
        self.board.seen = self.board.seen.union(&after);
        for (seen, moved) in self.board.seen_movements.iter_mut().zip(&self.board.scratch) {
            *seen |= moved;
        }
        let movements = &mut self.board.movements[slots];
        let changed = bound || after != objects || *movements != self.board.scratch[..];
        movements.copy_from_slice(&self.board.scratch);
        changed
    }

    /// Marks the layers that a rigid rule moves. What another rigid group has marked stays with that.
    fn bind(&mut self, number: u8, replacement: &Replacement, cell: usize) -> bool {
        let slots = replacement.layers.iter().map(|layer| cell * self.board.layers + layer);
        let marked = slots.clone().all(|slot| self.board.rigid_groups[slot] & number == number);
        let moved = slots.clone().all(|slot| self.board.rigid[slot]);
        if marked || moved {
            return false;
        }
        for slot in slots {
            self.board.rigid_groups[slot] |= number;
            self.board.rigid[slot] = true;
        }
        true
    }
}

/// Steps of work to look whether a cell fits.
fn cost_of(pattern: &Pattern) -> usize {
    1 + pattern.one_of.len() + pattern.moving.len() + pattern.stationary.len()
}

/// All combinations of places, one of each row; the place of the first row changes fastest.
struct Tuples<'a> {
    matches: &'a [Vec<Place>],
    indices: Vec<usize>,
    places: Vec<Place>,
    started: bool,
}

impl<'a> Tuples<'a> {
    fn new(matches: &'a [Vec<Place>]) -> Self {
        let places = matches.iter().map(|places| places[0]).collect();
        Self { matches, indices: vec![0; matches.len()], places, started: false }
    }

    fn next(&mut self) -> Option<&[Place]> {
        if !std::mem::replace(&mut self.started, true) {
            return Some(&self.places);
        }
        for ((index, place), matches) in self.indices.iter_mut().zip(&mut self.places).zip(self.matches) {
            *index += 1;
            if *index < matches.len() {
                *place = matches[*index];
                return Some(&self.places);
            }
            *index = 0;
            *place = matches[0];
        }
        None
    }
}
