//! The search for fillings by fewest choices: next is the cell, or the piece, that the fewest placements are left for.
//!
//! A level is a list of the placements that still fit, kind by kind. One pass over it writes the next level, without what
//! overlaps the new piece, and adds up how many placements cover each cell: in binary, a word for each digit, so that one
//! addition serves all cells. A cell that nothing covers, or a kind with fewer placements than pieces, ends the branch.

use std::ops::{ControlFlow, Range};

use super::pin::{Purpose, pins};
use super::problem::{Tiling, cells_of};
use super::run::Run;
use super::search::{Allowance, Deliver, Halt, Pause, TICK};
use super::split::{Parts, Searched};
use super::symmetry::{Symmetry, first_of_images};
use super::word::Word;
use crate::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;

/// Digits of the number of placements that cover a cell. Larger numbers are counted one by one: they are rare.
const DIGITS: usize = 5;

/// A tiling for this search.
pub(super) struct Fewest<'a, W> {
    tiling: &'a Tiling,
    /// The cells of each placement.
    masks: Vec<W>,
    all: W,
    /// Whether each piece is used.
    exact: bool,
    starts: Vec<Start<'a>>,
    parts: Vec<Part>,
}

/// Where a search starts: with one piece pinned to a placement of each orbit, or with nothing placed.
struct Start<'a> {
    pinned: Option<u32>,
    /// The symmetries that leave the pinned piece in its place.
    group: Vec<&'a Symmetry>,
    /// A kind of which one placement of each orbit under them is enough.
    halved: Option<usize>,
}

/// What is below these placements of a start.
struct Part {
    start: usize,
    path: Vec<u32>,
}

/// Calls `$call` with the search prepared for the narrowest words that hold the cells, the run and the arguments, and releases
/// the memory afterwards.
macro_rules! with_fewest {
    ($tiling:expr, $run:expr, $call:ident ( $($argument:expr),* )) => {{
        let used = $run.budget.used();
        let result = match $tiling.cells <= 64 {
            true => Fewest::<u64>::new($tiling, $run).and_then(|fewest| $call(fewest, $run, $($argument),*)),
            false => Fewest::<u128>::new($tiling, $run).and_then(|fewest| $call(fewest, $run, $($argument),*)),
        };
        $run.budget.rewind(used);
        result
    }};
}
pub(super) use with_fewest;

impl<'a, W: Word> Fewest<'a, W> {
    /// Prepares a search, which has one part for each start. Memory is taken from the run's budget.
    ///
    /// # Errors
    /// If memory runs out or the watch stops the search.
    pub(super) fn new(tiling: &'a Tiling, run: &mut Run) -> Result<Self, StopReason> {
        let number = tiling.placements.len();
        run.budget.take((number * size_of::<W>()) as u64)?;
        run.work(number)?;
        let masks = tiling.placements.iter().map(|placement| W::from_bits(placement.mask)).collect();
        let pins = if tiling.symmetries.is_empty() { None } else { pins(tiling, Purpose::Roots, run)? };
        let mut starts = Vec::new();
        for pin in pins.into_iter().flatten() {
            let halved = halved(tiling, pin.placement, &pin.stabiliser, run)?;
            starts.push(Start { pinned: Some(pin.placement), group: pin.stabiliser, halved });
        }
        if starts.is_empty() {
            starts.push(Start { pinned: None, group: tiling.symmetries.iter().collect(), halved: None });
        }
        let symmetries: usize = starts.iter().map(|start| size_of_val(&start.group[..])).sum();
        run.budget.take((starts.len() * (size_of::<Start>() + size_of::<Part>()) + symmetries) as u64)?;
        let parts = (0..starts.len()).map(|start| Part { start, path: Vec::new() }).collect();
        let all = W::from_bits(u128::MAX >> (128 - tiling.cells));
        Ok(Fewest { tiling, masks, all, exact: tiling.is_exact(), starts, parts })
    }

    /// Cuts the search into at least that many parts, if it has them, in the order in which one thread reaches them.
    ///
    /// # Errors
    /// If memory runs out or the watch stops the search.
    pub(super) fn cut(&mut self, wanted: usize, run: &mut Run) -> Result<(), StopReason> {
        let used = run.budget.used();
        for depth in 2..=8 {
            run.budget.rewind(used);
            let before = self.parts.len();
            let mut parts = Vec::new();
            for start in 0..self.starts.len() {
                let allowance =
                    Allowance { nodes: u64::MAX, pieces: run.limits.depth, bytes: run.budget.left() };
                let mut search = Search::new(self, start, allowance);
                (search.cut, search.aside) = (search.cut.min(depth), Some(Vec::new()));
                let end = search.run(&[], &mut |_, _| ControlFlow::Continue(()), &mut |_, _| match run
                    .work(1 << 14)
                {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(reason) => ControlFlow::Break(reason),
                });
                if let ControlFlow::Break(Some(reason)) = end {
                    return Err(reason);
                }
                let aside = search.aside.take().unwrap_or_default();
                let bytes: usize = aside.iter().map(|path| size_of::<Part>() + size_of_val(&path[..])).sum();
                run.budget.take(2 * bytes as u64)?;
                parts.extend(aside.into_iter().map(|path| Part { start, path }));
            }
            let done = parts.len() >= wanted || (depth > 4 && parts.len() <= before);
            self.parts = parts;
            if done {
                break;
            }
        }
        Ok(())
    }
}

impl<W: Word> Parts for Fewest<'_, W> {
    fn number(&self) -> usize {
        self.parts.len()
    }

    fn search(
        &self,
        part: usize,
        allowance: Allowance,
        deliver: &mut Deliver,
        pause: &mut Pause,
    ) -> Searched {
        let Part { start, path } = &self.parts[part];
        let mut search = Search::new(self, *start, allowance);
        let end = search.run(path, deliver, pause);
        Searched {
            end,
            nodes: search.granted - search.credit,
            bytes: search.budget.peak(),
            is_cut: search.is_cut,
        }
    }
}

/// A kind with a single piece that is not the pinned one, and that these symmetries take to itself: the one that they leave in
/// the fewest places.
fn halved(
    tiling: &Tiling,
    pinned: u32,
    group: &[&Symmetry],
    cancel: &mut dyn CancelCheck,
) -> Result<Option<usize>, StopReason> {
    if group.is_empty() {
        return Ok(None);
    }
    let pinned = tiling.placements[pinned as usize].kind as usize;
    let mut best: Option<(usize, usize)> = None;
    for kind in (0..tiling.counts.len()).filter(|&kind| kind != pinned && tiling.counts[kind] == 1) {
        let own = tiling.of_kind(kind);
        cancel.work(8 * own.len() * group.len())?;
        let images =
            || own.clone().flat_map(|id| group.iter().map(move |s| (id, s.image(id as u32) as usize)));
        if own.is_empty() || images().any(|(_, image)| !own.contains(&image)) {
            continue;
        }
        let stay = images().filter(|(id, image)| id == image).count() * tiling.placements.len() / own.len();
        if best.is_none_or(|(fewest, _)| stay < fewest) {
            best = Some((stay, kind));
        }
    }
    Ok(best.map(|best| best.1))
}

/// The placements of one kind in a level.
#[derive(Clone, Copy)]
struct Group {
    kind: u32,
    /// Where the next begins.
    end: u32,
}

/// What is left to choose from.
struct Level<W> {
    free: W,
    groups: Range<usize>,
    /// The first placement.
    begin: usize,
    next: Choice,
}

/// What is covered, or placed, next.
#[derive(Clone, Copy)]
enum Choice {
    Cell(usize),
    Group(usize),
}

/// A depth-first search from one start.
struct Search<'a, W> {
    of: &'a Fewest<'a, W>,
    start: &'a Start<'a>,
    /// The placements of all levels, their cells and their numbers.
    masks: Vec<W>,
    ids: Vec<u32>,
    groups: Vec<Group>,
    /// Number of remaining pieces of each kind.
    left: Vec<u32>,
    placed: Vec<u32>,
    /// Nodes until the next tick, nodes granted so far, and nodes after which to stop.
    credit: u64,
    granted: u64,
    allowed: u64,
    /// The depth at which nodes are set aside, or dropped if there is no list for that.
    cut: usize,
    aside: Option<Vec<Vec<u32>>>,
    is_cut: bool,
    budget: Budget,
    owner: Vec<u32>,
}

impl<'a, W: Word> Search<'a, W> {
    fn new(of: &'a Fewest<'a, W>, start: usize, Allowance { nodes, pieces, bytes }: Allowance) -> Self {
        Search {
            of,
            start: &of.starts[start],
            masks: Vec::new(),
            ids: Vec::new(),
            groups: Vec::new(),
            left: of.tiling.counts.clone(),
            placed: Vec::new(),
            credit: 0,
            granted: 0,
            allowed: nodes,
            cut: pieces as usize,
            aside: None,
            is_cut: false,
            budget: Budget::new(bytes),
            owner: vec![0; of.tiling.cells],
        }
    }

    /// Searches everything below these placements.
    fn run(&mut self, path: &[u32], deliver: &mut Deliver, pause: &mut Pause) -> ControlFlow<Halt> {
        let Start { pinned, group, halved } = self.start;
        let first_of_orbit = |id: u32| group.iter().all(|symmetry| id <= symmetry.image(id));
        self.room(self.of.masks.len())?;
        let mut end = 0;
        for kind in (0..self.left.len()).filter(|&kind| self.of.tiling.counts[kind] > 0) {
            for id in self.of.tiling.of_kind(kind).map(|id| id as u32) {
                if *halved != Some(kind) || first_of_orbit(id) {
                    (self.masks[end], self.ids[end]) = (self.of.masks[id as usize], id);
                    end += 1;
                }
            }
            self.groups.push(Group { kind: kind as u32, end: end as u32 });
        }
        let mut level =
            Level { free: self.of.all, groups: 0..self.groups.len(), begin: 0, next: Choice::Cell(0) };
        let path: Vec<u32> = if path.is_empty() { pinned.iter().copied().collect() } else { path.to_vec() };
        if path.is_empty() {
            // As after a piece of no cells.
            let Some(first) = self.narrow(&level, W::EMPTY)? else { return ControlFlow::Continue(()) };
            level = first;
        }
        for (at, &id) in path.iter().enumerate() {
            if self.placed.len() == self.cut {
                self.is_cut = true;
                return ControlFlow::Continue(());
            }
            self.put(id);
            let free = level.free & !self.of.masks[id as usize];
            if free == W::EMPTY {
                debug_assert_eq!(at + 1, path.len());
                return self.leaf(deliver);
            }
            let Some(next) = self.narrow(&level, self.of.masks[id as usize])? else {
                return ControlFlow::Continue(());
            };
            level = next;
        }
        self.expand(&level, deliver, pause)
    }

    fn put(&mut self, id: u32) {
        self.left[self.of.tiling.placements[id as usize].kind as usize] -= 1;
        self.placed.push(id);
    }

    fn take_back(&mut self) {
        if let Some(id) = self.placed.pop() {
            self.left[self.of.tiling.placements[id as usize].kind as usize] += 1;
        }
    }

    /// Makes room for as many placements in all.
    fn room(&mut self, room: usize) -> ControlFlow<Halt> {
        if room > self.masks.len() {
            let grown = room.max(2 * self.masks.len());
            let bytes = (grown - self.masks.len()) * (size_of::<W>() + size_of::<u32>());
            if let Err(reason) = self.budget.take(bytes as u64) {
                return ControlFlow::Break(Some(reason));
            }
            self.masks.resize(grown, W::EMPTY);
            self.ids.resize(grown, 0);
        }
        ControlFlow::Continue(())
    }

    /// Writes what still fits once these cells are covered, and chooses what is next; `None` if there is a cell or a piece that
    /// nothing is left for.
    fn narrow(&mut self, level: &Level<W>, covered: W) -> ControlFlow<Halt, Option<Level<W>>> {
        let old_end = self.groups[level.groups.end - 1].end as usize;
        self.room(2 * old_end - level.begin)?;
        self.groups.truncate(level.groups.end);
        let (masks, new_masks) = self.masks.split_at_mut(old_end);
        let (ids, new_ids) = self.ids.split_at_mut(old_end);
        let mut sums = Sums { digits: [W::EMPTY; DIGITS], more: W::EMPTY };
        let (mut begin, mut end) = (level.begin, 0);
        let mut fewest = (usize::MAX, 0);
        for group in level.groups.clone() {
            let Group { kind, end: group_end } = self.groups[group];
            let left = self.left[kind as usize];
            let own = begin..group_end as usize;
            begin = own.end;
            if left == 0 {
                continue;
            }
            let before = end;
            for (&mask, &id) in masks[own.clone()].iter().zip(&ids[own]) {
                (new_masks[end], new_ids[end]) = (mask, id);
                let fits = mask & covered == W::EMPTY;
                end += usize::from(fits);
                sums.add(if fits { mask } else { W::EMPTY });
            }
            if self.of.exact {
                let number = end - before;
                if number < left as usize {
                    return ControlFlow::Continue(None);
                }
                if left == 1 && number < fewest.0 {
                    fewest = (number, self.groups.len());
                }
            }
            self.groups.push(Group { kind, end: (old_end + end) as u32 });
        }
        let free = level.free & !covered;
        let groups = level.groups.end..self.groups.len();
        if groups.is_empty() || free & !sums.any() != W::EMPTY {
            return ControlFlow::Continue(None);
        }
        let (number, cell) = sums.least(free).unwrap_or_else(|| self.least(free, old_end..old_end + end));
        let next = if fewest.0 < number { Choice::Group(fewest.1) } else { Choice::Cell(cell) };
        ControlFlow::Continue(Some(Level { free, groups, begin: old_end, next }))
    }

    /// The number of these placements that cover a cell, and the cell that the fewest cover.
    fn least(&self, free: W, placements: Range<usize>) -> (usize, usize) {
        let mut numbers = [0; 128];
        for &id in &self.ids[placements] {
            cells_of(self.of.tiling.placements[id as usize].mask).for_each(|cell| numbers[cell] += 1);
        }
        let cells = (0..self.of.tiling.cells).filter(|&cell| free & W::bit(cell) != W::EMPTY);
        cells.map(|cell| (numbers[cell], cell)).min().expect("a cell is free")
    }

    fn expand(&mut self, level: &Level<W>, deliver: &mut Deliver, pause: &mut Pause) -> ControlFlow<Halt> {
        if self.placed.len() >= self.cut {
            return self.put_aside();
        }
        if self.credit == 0 {
            self.grant(pause)?;
        }
        self.credit -= 1;
        let end = self.groups[level.groups.end - 1].end as usize;
        let (range, cell) = match level.next {
            Choice::Cell(cell) => (level.begin..end, W::bit(cell)),
            Choice::Group(group) => {
                let begin = if group == level.groups.start {
                    level.begin
                } else {
                    self.groups[group - 1].end as usize
                };
                (begin..self.groups[group].end as usize, W::FULL)
            }
        };
        for at in range {
            let mask = self.masks[at];
            if mask & cell == W::EMPTY {
                continue;
            }
            self.put(self.ids[at]);
            if level.free & !mask == W::EMPTY {
                self.leaf(deliver)?;
            } else if let Some(next) = self.narrow(level, mask)? {
                self.expand(&next, deliver, pause)?;
            }
            self.take_back();
        }
        ControlFlow::Continue(())
    }

    /// Sets what is below the pieces placed aside.
    fn put_aside(&mut self) -> ControlFlow<Halt> {
        let Some(aside) = &mut self.aside else {
            self.is_cut = true;
            return ControlFlow::Continue(());
        };
        let room = self.budget.take(size_of_val(&self.placed[..]) as u64);
        match room.and_then(|()| self.budget.grow(aside, 1)) {
            Ok(()) => aside.push(self.placed.clone()),
            Err(reason) => return ControlFlow::Break(Some(reason)),
        }
        ControlFlow::Continue(())
    }

    /// Grants credit for more nodes, unless the search is to stop.
    #[cold]
    fn grant(&mut self, pause: &mut Pause) -> ControlFlow<Halt> {
        if self.granted > 0
            && let ControlFlow::Break(reason) = pause(self.granted, self.placed.len())
        {
            return ControlFlow::Break(Some(reason));
        }
        let more = TICK.min(self.allowed - self.granted);
        if more == 0 {
            return ControlFlow::Break(Some(StopReason::States));
        }
        self.credit = more;
        self.granted += more;
        ControlFlow::Continue(())
    }

    /// Delivers the filling, unless it is the image of another one.
    fn leaf(&mut self, deliver: &mut Deliver) -> ControlFlow<Halt> {
        if self.aside.is_some() {
            return self.put_aside();
        }
        let tiling = self.of.tiling;
        let mut images = tiling.symmetries();
        if !self.start.group.is_empty() {
            let mut piece = None;
            for &id in &self.placed {
                let placement = tiling.placements[id as usize];
                cells_of(placement.mask).for_each(|cell| self.owner[cell] = id);
                piece = piece.or(Some(id).filter(|_| Some(placement.kind as usize) == self.start.halved));
            }
            let stays = |symmetry: &&&Symmetry| piece.is_none_or(|piece| symmetry.image(piece) == piece);
            let group: Vec<&Symmetry> = self.start.group.iter().filter(stays).copied().collect();
            match first_of_images(&group, &self.owner) {
                None => return ControlFlow::Continue(()),
                Some(fixed) => images /= fixed + 1,
            }
        }
        deliver(&self.placed, images).map_break(|()| None)
    }
}

/// How many placements cover each cell: for each binary digit the cells whose number has it, and the cells whose number needs more.
struct Sums<W> {
    digits: [W; DIGITS],
    more: W,
}

impl<W: Word> Sums<W> {
    #[inline(always)]
    fn add(&mut self, mask: W) {
        let mut carry = mask;
        for digit in &mut self.digits {
            let both = *digit & carry;
            *digit = (*digit | carry) & !both;
            carry = both;
        }
        self.more = self.more | carry;
    }

    /// The cells that any placement covers.
    fn any(&self) -> W {
        self.digits.iter().fold(self.more, |any, &digit| any | digit)
    }

    /// The least number of these cells, and the first cell with it; `None` if all numbers are too large.
    fn least(&self, of: W) -> Option<(usize, usize)> {
        let mut cells = of & !self.more;
        if cells == W::EMPTY {
            return None;
        }
        let mut number = 0;
        for digit in self.digits.iter().rev() {
            let fewer = cells & !*digit;
            number *= 2;
            if fewer == W::EMPTY {
                number += 1;
            } else {
                cells = fewer;
            }
        }
        Some((number, (!cells).filled()))
    }
}
