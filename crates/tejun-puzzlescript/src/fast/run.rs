//! Running the rules of a turn.

use super::board::{FastBoard, Rigid};
use super::cells::{self, Cells};
use super::cycle::Cycle;
use super::layout::Layout;
use super::program::{Change, FastGroup, FastList, FastRow, FastRule, RandomReplacement, Segment};

use crate::engine::{Effects, TurnError, Work, limits};
use crate::game::Direction;
use crate::random::Random;

/// Where a row was found: its first cell, and how long its gaps are.
#[derive(Clone, Copy)]
struct Place {
    cell: usize,
    gaps: [usize; 2],
}

/// What the rules of a turn work on.
pub(super) struct Run<'a, const W: usize> {
    pub layout: &'a Layout,
    pub board: &'a mut FastBoard<W>,
    pub effects: &'a mut Effects,
    pub random: &'a mut Random,
    pub work: &'a mut Work,
    pub rigid: Option<&'a mut Rigid>,
}

/// All that the rules depend on when they begin again with a group.
struct Landmark<const W: usize> {
    group: usize,
    sets: Vec<Cells<W>>,
    effects: Effects,
    random: Random,
    rigid: Option<Rigid>,
}

impl<const W: usize> Run<'_, W> {
    /// Applies all groups in order, and loops.
    pub fn apply(&mut self, list: &FastList<W>, banned: &[bool]) -> Result<(), TurnError> {
        let mut changed = false;
        // The limit is passed by one round.
        let mut rounds = Cycle::new(limits::LOOP_ROUNDS + 1);
        self.work.spend(list.groups.len())?;
        let mut index = 0;
        while index < list.groups.len() {
            if !banned.get(index).is_some_and(|&banned| banned) {
                changed |= self.group(&list.groups[index])?;
            }
            let mut back = list.loops[index].filter(|_| changed);
            if back.is_none() {
                index += 1;
                // A loop without an end ends after the last group.
                back = list.loops[index].filter(|_| changed && index == list.groups.len());
            }
            if let Some(start) = back {
                self.work.spend(list.groups.len() - start)?;
                index = start;
                changed = false;
                if !rounds.goes_on(|landmark| self.is(landmark, start), || self.landmark(start)) {
                    break;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn group(&mut self, group: &FastGroup<W>) -> Result<bool, TurnError> {
        if group.rules.is_empty() || group.needs.iter().any(|&set| cells::is_empty(&self.board.sets[set])) {
            return Ok(false);
        }
        if group.random {
            return self.random_match(group);
        }
        let mut changed = false;
        let mut passes = Cycle::new(limits::GROUP_PASSES);
        loop {
            self.work.spend(group.cost)?;
            let mut pass = false;
            for rule in &group.rules {
                pass |= self.rule(rule, group)?;
            }
            changed |= pass;
            if !pass || !passes.goes_on(|landmark| self.is(landmark, 0), || self.landmark(0)) {
                return Ok(changed);
            }
        }
    }

    #[cold]
    fn landmark(&self, group: usize) -> Landmark<W> {
        Landmark {
            group,
            sets: self.board.sets.clone(),
            effects: *self.effects,
            random: self.random.clone(),
            rigid: self.rigid.as_deref().cloned(),
        }
    }

    fn is(&self, landmark: &Landmark<W>, group: usize) -> bool {
        landmark.group == group
            && landmark.sets == self.board.sets
            && landmark.effects == *self.effects
            && landmark.rigid.as_ref() == self.rigid.as_deref()
            && landmark.random == *self.random
    }

    /// Applies one match of one rule, chosen at random.
    fn random_match(&mut self, group: &FastGroup<W>) -> Result<bool, TurnError> {
        let mut all: Vec<(usize, &FastRule<W>, Vec<Vec<Place>>)> = Vec::new();
        let (mut count, mut room) = (0usize, limits::PLACES);
        self.work.spend(group.cost)?;
        for rule in &group.rules {
            let Some(matches) = self.places(rule, &mut room)? else { continue };
            let tuples =
                matches.iter().try_fold(1, |product: usize, places| product.checked_mul(places.len()));
            all.push((count, rule, matches));
            count = tuples.and_then(|tuples| count.checked_add(tuples)).ok_or(TurnError::TooMuchWork)?;
        }
        if count == 0 {
            return Ok(false);
        }
        let chosen = self.random.below(count);
        let (before, rule, matches) = &all[all.partition_point(|(before, ..)| *before <= chosen) - 1];
        // The place of the first row changes fastest.
        let mut rest = chosen - before;
        let mut places = Vec::with_capacity(matches.len());
        for row in matches {
            places.push(row[rest % row.len()]);
            rest /= row.len();
        }
        self.work.spend(rule.cost_to_replace)?;
        let changed = self.replace(rule, group, &places);
        self.finish(rule, changed);
        Ok(changed)
    }

    #[inline]
    fn rule(&mut self, rule: &FastRule<W>, group: &FastGroup<W>) -> Result<bool, TurnError> {
        let ([row], true) = (&rule.rows[..], rule.parallel) else { return self.several_rows(rule, group) };
        let segment = &row.segments[0];
        let starts = self.starts(segment);
        if cells::is_empty(&starts) {
            return Ok(false);
        }
        if self.overlaps(&starts, segment.length, rule.step) {
            return self.apply_sequentially(rule, group);
        }
        self.work.spend(rule.cost_to_replace)?;
        let changed = self.apply_in_parallel(&segment.changes, &starts);
        self.finish(rule, changed);
        Ok(changed)
    }

    fn several_rows(&mut self, rule: &FastRule<W>, group: &FastGroup<W>) -> Result<bool, TurnError> {
        for row in &rule.rows {
            for segment in &row.segments {
                if cells::is_empty(&self.starts(segment)) {
                    return Ok(false);
                }
            }
        }
        if !rule.parallel {
            let changed = self.apply_sequentially(rule, group)?;
            return Ok(changed);
        }
        let overlap = rule.rows.iter().any(|row| {
            let starts = self.starts(&row.segments[0]);
            self.overlaps(&starts, row.length, rule.step)
        });
        if overlap {
            return self.apply_sequentially(rule, group);
        }
        self.work.spend(rule.cost_to_replace)?;
        let mut changed = false;
        for row in &rule.rows {
            let segment = &row.segments[0];
            if !segment.changes.is_empty() {
                let starts = self.starts(segment);
                changed |= self.apply_in_parallel(&segment.changes, &starts);
            }
        }
        self.finish(rule, changed);
        Ok(changed)
    }

    /// Gives the commands of a rule that matched.
    #[inline(always)]
    fn finish(&mut self, rule: &FastRule<W>, changed: bool) {
        self.effects.queue_commands(&rule.commands);
        self.work.record(rule.line, changed, &rule.commands);
    }

    /// Where a part of a row is now.
    #[inline(always)]
    fn starts(&self, segment: &Segment<W>) -> Cells<W> {
        let mut starts = segment.starts;
        for condition in &segment.conditions {
            let set = cells::at(&self.board.sets[condition.set], condition.offset);
            starts = if condition.wanted { cells::and(&starts, &set) } else { cells::and_not(&starts, &set) };
            if cells::is_empty(&starts) {
                return starts;
            }
        }
        for one_of in &segment.one_of {
            let mut any = cells::empty();
            for &set in &one_of.sets {
                any = cells::or(&any, &self.board.sets[set]);
            }
            let any = cells::or(&cells::at(&any, one_of.offset), &one_of.given);
            starts = cells::and(&starts, &any);
        }
        starts
    }

    /// Whether rows of `length` cells that begin at these have a cell in common.
    #[inline(always)]
    fn overlaps(&self, starts: &Cells<W>, length: usize, step: isize) -> bool {
        if length == 1 {
            return false;
        }
        if cells::count(starts) == 1 {
            return false;
        }
        (1..length).any(|k| cells::intersects(starts, &cells::at(starts, step * k as isize)))
    }

    /// Changes the cells of all matches, which have no cell in common.
    #[inline(always)]
    fn apply_in_parallel(&mut self, changes: &[Change], starts: &Cells<W>) -> bool {
        let mut changed = false;
        for change in changes {
            let there = cells::at(starts, -change.offset);
            let set = &mut self.board.sets[change.set];
            let new = if change.value { cells::or(set, &there) } else { cells::and_not(set, &there) };
            changed |= new != *set;
            *set = new;
        }
        changed
    }

    /// Replaces match by match, as the language describes it.
    fn apply_sequentially(&mut self, rule: &FastRule<W>, group: &FastGroup<W>) -> Result<bool, TurnError> {
        let Some(matches) = self.places(rule, &mut { limits::PLACES })? else { return Ok(false) };
        let mut changed = false;
        if rule.replaces {
            let mut tuple = vec![0; matches.len()];
            let mut places: Vec<Place> = matches.iter().map(|places| places[0]).collect();
            let mut first = true;
            loop {
                let mut cost = 1;
                // What was found may be gone by now.
                let is_at = |(row, place): (&FastRow<W>, &Place)| {
                    cost += row.cost;
                    self.is_at(rule, row, place)
                };
                if first || rule.rows.iter().zip(&places).all(is_at) {
                    cost += rule.cost_to_replace;
                    changed |= self.replace(rule, group, &places);
                }
                self.work.spend(cost)?;
                first = false;
                if !advance(&mut tuple, &mut places, &matches) {
                    break;
                }
            }
        }
        self.finish(rule, changed);
        Ok(changed)
    }

    /// All places of each row, in order, if there is room for them; `None` if a row is nowhere.
    fn places(&mut self, rule: &FastRule<W>, room: &mut usize) -> Result<Option<Vec<Vec<Place>>>, TurnError> {
        let mut all = Vec::with_capacity(rule.rows.len());
        for row in &rule.rows {
            let places = self.places_of(rule, row, *room)?;
            *room -= places.len();
            self.work.spend(1 + places.len())?;
            if places.is_empty() {
                return Ok(None);
            }
            all.push(places);
        }
        Ok(Some(all))
    }

    /// The places of a row, in order, if there is room for them.
    fn places_of(
        &mut self,
        rule: &FastRule<W>,
        row: &FastRow<W>,
        room: usize,
    ) -> Result<Vec<Place>, TurnError> {
        let size = self.layout.size;
        let parts: Vec<Cells<W>> = row.segments.iter().map(|segment| self.starts(segment)).collect();
        if parts.iter().any(cells::is_empty) {
            return Ok(Vec::new());
        }
        let mut starts: Vec<usize> = cells::each(&parts[0]).collect();
        if rule.direction.is_some_and(Direction::is_horizontal) {
            // Row by row.
            starts.sort_unstable_by_key(|cell| (cell % size.height, cell / size.height));
        }
        let mut places = Vec::new();
        for cell in starts {
            let spare = size.room(rule.direction, cell) - row.length;
            let part = |index: usize, skipped: usize| {
                let before: usize = row.segments[..index].iter().map(|segment| segment.length).sum();
                let cell = cell as isize + rule.step * (before + skipped) as isize;
                cells::contains(&parts[index], cell as usize)
            };
            match parts.len() {
                1 => places.push(Place { cell, gaps: [0; 2] }),
                2 => {
                    self.work.spend(spare)?;
                    let gaps = (0..=spare).filter(|&a| part(1, a));
                    places.extend(gaps.map(|a| Place { cell, gaps: [a, 0] }));
                }
                _ => {
                    for a in (0..=spare).filter(|&a| part(1, a)) {
                        self.work.spend(spare - a)?;
                        if places.len() > room {
                            return Err(TurnError::TooMuchWork);
                        }
                        let gaps = (0..=spare - a).filter(|&b| part(2, a + b));
                        places.extend(gaps.map(|b| Place { cell, gaps: [a, b] }));
                    }
                }
            }
            if places.len() > room {
                return Err(TurnError::TooMuchWork);
            }
        }
        Ok(places)
    }

    /// The first cells of the parts of a row at a place.
    fn parts<'r>(
        rule: &FastRule<W>,
        row: &'r FastRow<W>,
        place: &Place,
    ) -> impl Iterator<Item = (&'r Segment<W>, usize)> + use<'r, W> {
        let (step, place) = (rule.step, *place);
        let mut skipped = 0;
        row.segments.iter().enumerate().map(move |(index, segment)| {
            if index > 0 {
                skipped += place.gaps[index - 1];
            }
            let cell = place.cell as isize + step * skipped as isize;
            skipped += segment.length;
            (segment, cell as usize)
        })
    }

    fn is_at(&self, rule: &FastRule<W>, row: &FastRow<W>, place: &Place) -> bool {
        Self::parts(rule, row, place).all(|(segment, start)| {
            let has = |set: usize, offset: isize| {
                cells::contains(&self.board.sets[set], (start as isize + offset) as usize)
            };
            cells::contains(&segment.starts, start)
                && segment.conditions.iter().all(|c| has(c.set, c.offset) == c.wanted)
                && segment.one_of.iter().all(|one_of| {
                    cells::contains(&one_of.given, start)
                        || one_of.sets.iter().any(|&set| has(set, one_of.offset))
                })
        })
    }

    fn replace(&mut self, rule: &FastRule<W>, group: &FastGroup<W>, places: &[Place]) -> bool {
        let mut changed = false;
        for (row, place) in rule.rows.iter().zip(places) {
            for (segment, start) in Self::parts(rule, row, place) {
                let mut changes = &segment.changes[..];
                // Cell by cell, in the order in which random numbers are drawn.
                for random in &segment.random {
                    let count = changes.partition_point(|change| {
                        change.offset.unsigned_abs() <= random.offset.unsigned_abs()
                    });
                    let (these, rest) = changes.split_at(count);
                    let earlier =
                        these.partition_point(|c| c.offset.unsigned_abs() < random.offset.unsigned_abs());
                    for change in &these[..earlier] {
                        changed |= self.change(change, start);
                    }
                    changed |= self.draw(random, &these[earlier..], start);
                    changes = rest;
                }
                for change in changes {
                    changed |= self.change(change, start);
                }
                if let Some(number) = group.rigid.filter(|_| rule.rigid) {
                    changed |= self.bind(number, segment, start);
                }
            }
        }
        changed
    }

    #[inline]
    fn change(&mut self, change: &Change, start: usize) -> bool {
        let cell = (start as isize + change.offset) as usize;
        let set = &mut self.board.sets[change.set];
        if cells::contains(set, cell) == change.value {
            return false;
        }
        set[cell / 64] ^= 1 << (cell % 64);
        true
    }

    /// Draws the random numbers of a cell, and makes its constant changes.
    fn draw(&mut self, random: &RandomReplacement, changes: &[Change], start: usize) -> bool {
        let cell = (start as isize + random.offset) as usize;
        let game = &self.layout.game;
        let sets = &self.layout.sets;
        let before: Vec<bool> = self.board.sets.iter().map(|set| cells::contains(set, cell)).collect();
        let object =
            (!random.objects.is_empty()).then(|| random.objects[self.random.below(random.objects.len())]);
        if let Some(object) = object {
            let layer = game.objects[object].layer;
            let objects = game.layers[layer].iter().filter_map(|other| sets.of_object[other]);
            for set in objects.chain(sets.of_movement[layer].into_iter().flatten()) {
                cells::remove(&mut self.board.sets[set], cell);
            }
        }
        for change in changes {
            self.change(change, start);
        }
        if let Some(set) = object.and_then(|object| sets.of_object[object]) {
            cells::insert(&mut self.board.sets[set], cell);
        }
        for &layer in &random.directions {
            if let Some(set) = sets.of_movement[layer][self.random.below(4)] {
                cells::insert(&mut self.board.sets[set], cell);
            }
        }
        self.board.sets.iter().zip(before).any(|(set, before)| cells::contains(set, cell) != before)
    }

    /// Marks the layers that a rigid rule moves. What another rigid group has marked stays with that.
    fn bind(&mut self, number: u8, segment: &Segment<W>, start: usize) -> bool {
        let layers = self.layout.game.layers.len();
        let Some(rigid) = &mut self.rigid else { return false };
        let mut changed = false;
        for binding in &segment.bindings {
            let cell = (start as isize + binding.offset) as usize;
            let slots = || binding.layers.iter().map(|layer| cell * layers + layer);
            let marked = slots().all(|slot| rigid.groups[slot] & number == number);
            let bound = slots().all(|slot| rigid.bound[slot]);
            if !marked && !bound {
                for slot in slots() {
                    rigid.groups[slot] |= number;
                    rigid.bound[slot] = true;
                }
                changed = true;
            }
        }
        changed
    }
}

/// Goes on to the next combination of places; the place of the first row changes fastest.
fn advance(tuple: &mut [usize], places: &mut [Place], matches: &[Vec<Place>]) -> bool {
    for ((index, place), matches) in tuple.iter_mut().zip(places).zip(matches) {
        *index += 1;
        if *index < matches.len() {
            *place = matches[*index];
            return true;
        }
        *index = 0;
        *place = matches[0];
    }
    false
}
