//! A sliding puzzle as a space of packed states, for the searches.
//!
//! A state holds, for each class of pieces that can stand in for each other, where their heads are.
//! Moves are found on bitboards: the cells that a whole class newly covers in a step are looked up
//! at once, by shifting the empty cells.

mod class;
mod codec;
mod image;
mod mover;
mod symmetry;

use tejun_search::Space;

use self::class::Class;
use self::codec::{Field, HeadBits, Need};
use self::image::Image;
use self::mover::Mover;
use super::rules::{Metric, Position, Rules};
use crate::packed::{Bits, Cells};

/// Pieces of a board at most.
const MOST_PIECES: usize = super::format::MOST_CELLS;
/// Goals that are worth searching from.
const MOST_GOALS: usize = 16;

/// What a state of a puzzle needs, from which the width of the words is chosen.
pub(super) struct Plan<'r> {
    rules: &'r Rules,
    classes: Vec<Class>,
    fields: Vec<Field>,
}

impl<'r> Plan<'r> {
    /// Divides the pieces into classes and lays out their fields.
    pub fn new(rules: &'r Rules) -> Self {
        let classes = class::classes(rules);
        let needs: Vec<Need> = classes
            .iter()
            .map(|class| Need { count: class.pieces.len(), heads: class.heads.clone() })
            .collect();
        Plan { rules, fields: Field::layout(&needs), classes }
    }

    /// Bits of a state.
    pub fn state_bits(&self) -> u32 {
        self.fields.iter().map(Field::width).sum()
    }

    /// Bits of a set of cells.
    pub fn cell_bits(&self) -> u32 {
        self.rules.floor.inside.len() as u32
    }

    fn pack<S: Bits>(&self, position: &Position) -> S {
        let mut state = S::ZERO;
        for (class, field) in self.classes.iter().zip(&self.fields) {
            let mut heads: Vec<usize> = class.pieces.iter().map(|&piece| position.heads[piece]).collect();
            heads.sort_unstable();
            field.pack(&mut state, &heads);
        }
        state
    }
}

/// The space of a puzzle from one position on, with cells in words `B` and states in words `S`.
pub(super) struct Model<B, S> {
    metric: Metric,
    movers: Vec<Mover<B>>,
    /// For each class the bits of a state that each of its heads stands for.
    bits: Vec<HeadBits<S>>,
    floor: B,
    start: S,
    /// A state is a goal when it has just `goal` among the bits of `goal_mask`, and on top of that
    /// all of `goal_numbers`.
    goal_mask: S,
    goal: S,
    /// Heads wanted of classes kept as several numbers.
    goal_numbers: Vec<(Field, B)>,
    has_goal: bool,
    goals: Option<Vec<S>>,
    images: Vec<Image<S>>,
}

impl<B: Cells, S: Bits> Model<B, S> {
    /// The space from `start` on. `B` must have [`Plan::cell_bits`] bits and `S` more than
    /// [`Plan::state_bits`].
    pub fn new(plan: &Plan, start: &Position) -> Self {
        let Plan { rules, classes, fields } = plan;
        let movers: Vec<Mover<B>> =
            classes.iter().zip(fields).map(|(class, field)| Mover::new(rules, class, field)).collect();
        let inside = &rules.floor.inside;
        let floor = (0..inside.len())
            .filter(|&cell| inside[cell])
            .fold(B::NONE, |set, cell| set | (B::FIRST << cell as u32));
        let (mut goal_mask, mut goal, mut goal_numbers) = (S::ZERO, S::ZERO, Vec::new());
        for (class, field) in classes.iter().zip(fields).filter(|(class, _)| !class.goals.is_empty()) {
            match *field {
                Field::Board { .. } => {
                    field.pack(&mut goal, &class.goals);
                    field.pack(&mut goal_mask, &class.goals);
                }
                Field::Numbers { shift, width, count: 1, .. } => {
                    field.pack(&mut goal, &class.goals);
                    goal_mask.flip(shift, u64::MAX >> (64 - width));
                }
                Field::Numbers { .. } => {
                    let heads =
                        class.goals.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head as u32));
                    goal_numbers.push((field.clone(), heads));
                }
            }
        }
        let images = symmetry::symmetries(rules, classes)
            .iter()
            .map(|symmetry| Image::new(fields, &symmetry.classes, &symmetry.heads))
            .collect();
        let mut model = Model {
            metric: rules.metric,
            movers,
            bits: classes
                .iter()
                .zip(fields)
                .map(|(class, field)| HeadBits::new(field, &class.heads, |head| head))
                .collect(),
            floor,
            start: plan.pack(start),
            goal_mask,
            goal,
            goal_numbers,
            has_goal: !rules.targets.is_empty(),
            goals: None,
            images,
        };
        if model.has_goal {
            model.goals = model.list_goals(classes);
        }
        model
    }

    /// Every goal, if there are few.
    fn list_goals(&self, classes: &[Class]) -> Option<Vec<S>> {
        let mut listing = Listing { model: self, classes, goals: Vec::new(), tries: 0 };
        let mut state = S::ZERO;
        let mut empty = self.floor;
        // What the goal draws comes first: the rest goes where it leaves room.
        for (class, mover) in classes.iter().zip(&self.movers) {
            let drawn = class.goals.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head as u32));
            empty = empty & !mover.cover(drawn);
        }
        listing.place(0, &mut Vec::new(), &mut state, empty).then_some(listing.goals)
    }

    /// The state after a piece of `class` went from head `from` to head `to`.
    #[inline(always)]
    fn carry(&self, state: &S, class: usize, from: u32, to: u32) -> S {
        match self.bits[class].get(from, to) {
            Some(bits) => state.xor(&bits),
            None => {
                let mut next = *state;
                self.movers[class].field.carry(&mut next, from, to);
                next
            }
        }
    }

    #[inline(always)]
    fn empty(&self, state: &S) -> B {
        let mut cover = B::NONE;
        for mover in &self.movers {
            cover = cover | mover.cover(mover.field.unpack(state));
        }
        self.floor & !cover
    }
}

/// Lists the ways in which a goal that leaves pieces out can be completed.
struct Listing<'m, B, S> {
    model: &'m Model<B, S>,
    classes: &'m [Class],
    goals: Vec<S>,
    tries: usize,
}

impl<B: Cells, S: Bits> Listing<'_, B, S> {
    /// Places the pieces of `class` that the goal leaves out (`placed` are already) and of those
    /// after it. False when there are too many ways.
    fn place(&mut self, class: usize, placed: &mut Vec<usize>, state: &mut S, empty: B) -> bool {
        self.tries += 1;
        if self.goals.len() > MOST_GOALS || self.tries > 64 * MOST_GOALS {
            return false;
        }
        let Some(Class { pieces, goals, .. }) = self.classes.get(class) else {
            self.goals.push(*state);
            return true;
        };
        let mover = &self.model.movers[class];
        if placed.len() + goals.len() == pieces.len() {
            let mut heads: Vec<usize> = placed.iter().chain(goals).copied().collect();
            heads.sort_unstable();
            let mut packed = *state;
            mover.field.pack(&mut packed, &heads);
            return self.place(class + 1, &mut Vec::new(), &mut packed, empty);
        }
        let mut heads = mover.fit(empty);
        while heads != B::NONE {
            let head = B::FIRST << heads.lowest();
            heads = heads & !head;
            // In ascending order, so that each set of heads comes once.
            if placed.last().is_some_and(|&last| last > head.lowest() as usize) {
                continue;
            }
            placed.push(head.lowest() as usize);
            let goes_on = self.place(class, placed, state, empty & !mover.cover(head));
            placed.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// A piece of a class taken from one head to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carry {
    pub from: u8,
    pub to: u8,
}

impl<B: Cells, S: Bits> Space for Model<B, S> {
    type State = S;
    type Move = Carry;
    const UNDIRECTED: bool = true;

    fn starts(&self, mut visit: impl FnMut(S)) {
        visit(self.start);
    }

    #[inline(always)]
    fn is_goal(&self, state: &S) -> bool {
        self.has_goal
            && state.and(&self.goal_mask) == self.goal
            && self
                .goal_numbers
                .iter()
                .all(|(field, wanted)| field.unpack::<B, S>(state) & *wanted == *wanted)
    }

    fn goals(&self, visit: impl FnMut(S)) -> bool {
        let listed = self.goals.is_some();
        self.goals.iter().flatten().copied().for_each(visit);
        listed
    }

    #[inline(always)]
    fn expand(&self, state: &S, mut visit: impl FnMut(Carry, S)) {
        let empty = self.empty(state);
        for (class, mover) in self.movers.iter().enumerate() {
            mover.moves(self.metric, mover.field.unpack(state), empty, |from, to| {
                visit(Carry { from: from as u8, to: to as u8 }, self.carry(state, class, from, to));
            });
        }
    }

    #[inline(always)]
    fn canonical(&self, state: &S) -> S {
        let mut least = *state;
        for image in &self.images {
            least = least.min(image.of(state));
        }
        least
    }

    #[inline(always)]
    fn expand_classes(&self, state: &S, mut visit: impl FnMut(S)) {
        let [image] = &self.images[..] else {
            return self.expand(state, |_, next| visit(self.canonical(&next)));
        };
        // The common case, a board with one mirror: the mirror image follows the move.
        let mirrored = image.of(state);
        let empty = self.empty(state);
        for (class, mover) in self.movers.iter().enumerate() {
            mover.moves(self.metric, mover.field.unpack(state), empty, |from, to| {
                let next = self.carry(state, class, from, to);
                visit(next.min(image.of_next(&mirrored, class, from, to, &next)));
            });
        }
    }
}
