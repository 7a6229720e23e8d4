//! A sliding puzzle as a space of packed states, for the searches.
//!
//! For each class of interchangeable pieces, a state encodes where their heads are. Moves are generated on
//! bitboards: shifting the empty cells gives the moves of a whole class at once.

mod class;
mod codec;
mod crop;
mod footprint;
mod grid;
mod image;
mod mover;
mod ranks;
mod slider;
mod symmetry;
#[cfg(test)]
mod tests;

use tejun_search::{Featured, Moves, Space};

pub(super) use self::class::{Class, classes, key};
use self::codec::{Field, Need};
use self::crop::Crop;
pub(super) use self::grid::Grid;
use self::image::Image;
use self::mover::{Mover, Pieces};
pub(super) use self::slider::{Room, Slider};
pub(super) use self::symmetry::{Symmetry, symmetries};
use super::rules::{Metric, Position, Rules};
use tejun_core::{
    InputError,
    bits::{Bits, Cells, each},
};

/// Maximum number of bits of a state: the longest word, and one bit left over.
const MAX_STATE_BITS: u32 = 1023;
/// A board with no more cells than this never has a state that is too long.
const SMALL: usize = 128;
/// Maximum number of goals to search backwards from.
const MAX_GOALS: usize = 16;

/// Classes whose pieces are decoded once for each state; most puzzles have fewer.
const KEPT: usize = 12;

/// The encoding of a puzzle's states, which decides the width of the words.
pub(super) struct Plan {
    /// Where the board that is encoded lies on that of the puzzle, and the rules on it.
    crop: Crop,
    rules: Rules,
    classes: Vec<Class>,
    symmetries: Vec<Symmetry>,
    fields: Vec<Field>,
}

impl Plan {
    /// Divides the pieces into classes and lays out their fields.
    pub fn new(rules: &Rules) -> Self {
        let drawn = rules;
        let crop = Crop::new(&drawn.floor);
        let rules = crop.rules(drawn);
        let classes = classes(&rules);
        let mut symmetries = symmetries(&rules, &classes);
        if !symmetries.is_empty() && rules.floor != drawn.floor {
            // Answers count classes under the symmetries of the board as it is drawn: a wall on one side breaks them.
            let whole = symmetry::symmetries(drawn, &class::classes(drawn));
            symmetries.retain(|symmetry| whole.iter().any(|whole| whole.turn == symmetry.turn));
        }
        let cells: usize = rules.pieces.iter().map(|piece| piece.shape.0.len()).sum();
        let inside = rules.floor.inside.iter().filter(|&&inside| inside).count();
        let single = |class: &Class| class.shape.0.len() == 1;
        let all = |class: &Class| {
            class.heads.len() == inside && classes.iter().filter(|class| single(class)).count() == 1
        };
        let needs: Vec<Need> = classes
            .iter()
            .enumerate()
            .map(|(index, class)| Need {
                count: class.pieces.len(),
                heads: class.heads.clone(),
                holes: (index < KEPT && single(class) && all(class) && class.goals.is_empty())
                    .then(|| inside - cells),
                orbit: symmetries.iter().fold(index, |least, symmetry| least.min(symmetry.classes[index])),
            })
            .collect();
        Plan { crop, rules, fields: Field::layout(&needs), symmetries, classes }
    }

    /// Number of bits of a state.
    pub fn state_bits(&self) -> u32 {
        self.fields.iter().map(Field::width).sum()
    }

    /// Number of bits of a word that holds states.
    pub fn word_bits(&self) -> u32 {
        Field::word_bits(&self.fields)
    }

    /// Number of bits of a set of cells.
    pub fn cell_bits(&self) -> u32 {
        self.rules.floor.inside.len() as u32
    }

    /// A piece of each class.
    pub fn pieces(&self) -> impl Iterator<Item = usize> {
        self.classes.iter().map(|class| class.pieces[0])
    }

    /// Rejects a puzzle whose states no word can hold.
    ///
    /// # Errors
    /// If there are too many pieces that are not alike.
    pub fn check(rules: &Rules) -> Result<(), InputError> {
        if rules.floor.inside.len() <= SMALL {
            return Ok(());
        }
        let bits = Plan::new(rules).state_bits();
        if bits > MAX_STATE_BITS {
            return Err(InputError::new(format!(
                "too many pieces that differ: to say where they are takes {bits} bits, the most is \
                 {MAX_STATE_BITS}: use fewer, or more of one shape that the goal does not name"
            )));
        }
        Ok(())
    }

    /// The state of a position.
    pub fn pack<S: Bits>(&self, position: &Position) -> S {
        let position =
            self.rules.position(position.heads.iter().map(|&head| self.crop.inner(head)).collect());
        let mut state = S::ZERO;
        for (class, field) in self.classes.iter().zip(&self.fields) {
            let mut heads: Vec<usize> = class.pieces.iter().map(|&piece| position.heads[piece]).collect();
            heads.sort_unstable();
            if field.is_holes() {
                heads = position.empty(&self.rules.floor).collect();
            }
            field.pack(&mut state, &heads);
        }
        state
    }
}

/// The search space from a position on, with sets of cells in words `B` and states in words `S`.
pub(super) struct Model<B, S> {
    metric: Metric,
    movers: Vec<Mover<B, S>>,
    /// The class whose field holds the holes.
    holes: Option<usize>,
    grid: Grid<B>,
    /// The cells of the puzzle's board that are those here.
    cells: Vec<u16>,
    start: S,
    /// A state is a goal if its bits under `goal_mask` equal `goal`, and all of `goal_numbers` hold.
    goal_mask: S,
    goal: S,
    /// What bits cannot say: the heads that the goal wants of these classes together, because they are encoded
    /// as several numbers, or because it may be a piece of any of the classes.
    goal_heads: Vec<(Vec<usize>, B)>,
    has_goal: bool,
    /// The cells that the pieces of a goal cover, and the classes with a piece that may be one of these.
    goal_cells: B,
    goal_classes: Vec<usize>,
    goals: Option<Vec<S>>,
    images: Vec<Image<S>>,
}

impl<B: Cells, S: Bits> Model<B, S> {
    /// The space from `start` on. `B` must have [`Plan::cell_bits`] bits, and `S`
    /// [`Plan::word_bits`].
    pub fn new(plan: &Plan, start: &Position) -> Self {
        let Plan { crop, rules, classes, symmetries, fields } = plan;
        let (mut goal_mask, mut goal) = (S::ZERO, S::ZERO);
        let mut goal_heads: Vec<(Vec<usize>, B)> = Vec::new();
        for (index, (class, field)) in
            classes.iter().zip(fields).enumerate().filter(|(_, (class, _))| !class.goals.is_empty())
        {
            let heads = |class: &Class| {
                class.goals.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head as u32))
            };
            match *field {
                _ if class.shared => {
                    // All pieces of a shape share what the goal wants of it, as far as each may be there.
                    let alike = |other: &Class| other.shape == class.shape && !other.goals.is_empty();
                    let all: Vec<usize> =
                        (0..classes.len()).filter(|&other| alike(&classes[other])).collect();
                    if all[0] == index {
                        let wanted = all.iter().fold(B::NONE, |set, &other| set | heads(&classes[other]));
                        goal_heads.push((all, wanted));
                    }
                }
                Field::Board { .. } => {
                    field.pack(&mut goal, &class.goals);
                    field.pack(&mut goal_mask, &class.goals);
                }
                Field::Numbers { shift, width, count: 1, .. } => {
                    field.pack(&mut goal, &class.goals);
                    goal_mask.flip(shift, u64::MAX >> (64 - width));
                }
                Field::Numbers { .. } | Field::Ranks { .. } => goal_heads.push((vec![index], heads(class))),
            }
        }
        let images: Vec<Image<S>> = symmetries
            .iter()
            .map(|symmetry| Image::new(fields, &symmetry.classes, &symmetry.heads))
            .collect();
        let mirror = if let [image] = &images[..] { Some(image) } else { None };
        let mover = |(class, field)| {
            let mirror = mirror.map(|image| &image.bits[class]);
            Mover::new(rules.floor.columns, &classes[class], field, mirror)
        };
        let mut model = Model {
            metric: rules.metric,
            movers: (0..).zip(fields).map(mover).collect(),
            holes: fields.iter().position(Field::is_holes),
            grid: Grid::new(&rules.floor),
            cells: crop.outer().map(|cell| cell as u16).collect(),
            start: plan.pack(start),
            goal_mask,
            goal,
            goal_heads,
            has_goal: !rules.targets.is_empty(),
            goal_cells: B::NONE,
            goal_classes: (0..classes.len()).filter(|&class| !classes[class].goals.is_empty()).collect(),
            goals: None,
            images,
        };
        for &class in &model.goal_classes {
            let heads =
                classes[class].goals.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head as u32));
            model.goal_cells = model.goal_cells | model.movers[class].slider.cover(heads);
        }
        if model.has_goal {
            model.goals = model.list_goals(classes);
        }
        model
    }

    /// All goals, if there are few, and the goal says the class of each piece that it draws.
    fn list_goals(&self, classes: &[Class]) -> Option<Vec<S>> {
        if classes.iter().any(|class| class.shared) {
            return None;
        }
        let mut listing = Listing { model: self, classes, goals: Vec::new(), tries: 0 };
        let mut state = S::ZERO;
        let mut empty = self.grid.floor;
        // First the pieces that the goal fixes; the others go wherever there is room.
        for (class, mover) in classes.iter().zip(&self.movers) {
            let drawn = class.goals.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head as u32));
            empty = empty & !mover.slider.cover(drawn);
        }
        listing.place(0, &mut Vec::new(), &mut state, empty).then_some(listing.goals)
    }

    /// Visits the class and the head of each piece; the cell is that of the board as it is drawn.
    pub fn visit_heads(&self, state: &S, mut visit: impl FnMut(usize, usize)) {
        let mut free = self.grid.floor;
        for (class, mover) in self.movers.iter().enumerate().filter(|(class, _)| self.holes != Some(*class)) {
            let pieces = mover.pieces(state);
            free = free & !pieces.cover;
            each(pieces.heads).for_each(|head| visit(class, self.cells[head as usize].into()));
        }
        if let Some(class) = self.holes {
            let heads = free & !self.movers[class].pieces(state).heads;
            each(heads).for_each(|head| visit(class, self.cells[head as usize].into()));
        }
    }

    /// The heads of all pieces of these classes.
    fn heads(&self, classes: &[usize], state: &S) -> B {
        classes.iter().fold(B::NONE, |heads, &class| heads | self.movers[class].pieces(state).heads)
    }

    /// Visits the moves of a state: the mover, the heads of its class, the empty cells, the piece's head, and all
    /// heads it can move to.
    #[inline(always)]
    fn moves(&self, state: &S, mut visit: impl FnMut(&Mover<B, S>, B, B, u32, B)) {
        let mut kept = [Pieces::NONE; KEPT];
        let mut cover = B::NONE;
        for (class, mover) in self.movers.iter().enumerate() {
            let pieces = mover.pieces(state);
            cover = cover | pieces.cover;
            if let Some(kept) = kept.get_mut(class) {
                *kept = pieces;
            }
        }
        let mut empty = self.grid.floor & !cover;
        if let Some(holes) = self.holes {
            // What was read are the holes; the pieces are on what is neither a hole nor covered.
            let pieces = Pieces { heads: empty, cover: empty };
            empty = std::mem::replace(&mut kept[holes], pieces).heads;
        }
        let room = Room { empty, before: self.grid.before(empty) };
        let near = room.before.into_iter().fold(B::NONE, |near, before| near | before);
        for (class, mover) in self.movers.iter().enumerate() {
            let Pieces { heads, cover } = kept.get(class).copied().unwrap_or_else(|| mover.pieces(state));
            if cover & near == B::NONE {
                continue;
            }
            let visit = |from, to| visit(mover, heads, empty, from, to);
            mover.slider.moves(self.metric, &self.grid, heads, room, visit);
        }
    }

    /// Visits the states after the moves of a piece that changes more than the bits of its head, and where it
    /// goes. Not inlined, so that the code around it stays small for all other pieces.
    #[inline(never)]
    fn carry(
        &self,
        state: &S,
        mover: &Mover<B, S>,
        [heads, empty, reached]: [B; 3],
        from: u32,
        mut visit: impl FnMut(u32, S),
    ) {
        if self.holes.is_none() {
            return mover.carry(state, heads, from, reached, visit);
        }
        mover.carry(state, heads, from, reached, |to, next| {
            visit(to, self.fill(next, mover, empty, [from, to]))
        });
    }

    /// The state after a move with the holes where they are now.
    #[inline(always)]
    fn fill(&self, mut state: S, mover: &Mover<B, S>, empty: B, [from, to]: [u32; 2]) -> S {
        if let Some(Field::Ranks { shift, ranks, .. }) = self.holes.map(|holes| &self.movers[holes].field) {
            let now = (empty | mover.slider.cover(B::FIRST << from)) & !mover.slider.cover(B::FIRST << to);
            let old = state.get(*shift, ranks.width());
            state.flip(*shift, old ^ ranks.of(each(now)));
        }
        state
    }
}

/// Enumerates the completions of a goal that does not fix every piece.
struct Listing<'m, B, S> {
    model: &'m Model<B, S>,
    classes: &'m [Class],
    goals: Vec<S>,
    tries: usize,
}

impl<B: Cells, S: Bits> Listing<'_, B, S> {
    /// Places the pieces of `class` that the goal does not fix, except `placed`, and those of the classes
    /// after it. Returns `false` if there are too many ways.
    fn place(&mut self, class: usize, placed: &mut Vec<usize>, state: &mut S, empty: B) -> bool {
        self.tries += 1;
        if self.goals.len() > MAX_GOALS || self.tries > 64 * MAX_GOALS {
            return false;
        }
        let Some(Class { pieces, goals, .. }) = self.classes.get(class) else {
            let mut state = *state;
            if let Some(holes) = self.model.holes {
                let cells: Vec<usize> = each(empty).map(|cell| cell as usize).collect();
                self.model.movers[holes].field.pack(&mut state, &cells);
            }
            self.goals.push(state);
            return true;
        };
        let mover = &self.model.movers[class];
        if placed.len() + goals.len() == pieces.len() {
            let mut heads: Vec<usize> = placed.iter().chain(goals).copied().collect();
            heads.sort_unstable();
            let mut packed = *state;
            if !mover.field.is_holes() {
                mover.field.pack(&mut packed, &heads);
            }
            return self.place(class + 1, &mut Vec::new(), &mut packed, empty);
        }
        let mut heads = mover.slider.fit(empty);
        while heads != B::NONE {
            let head = B::FIRST << heads.lowest();
            heads = heads & !head;
            // Ascending order, so that each set of heads comes up once.
            if placed.last().is_some_and(|&last| last > head.lowest() as usize) {
                continue;
            }
            placed.push(head.lowest() as usize);
            let goes_on = self.place(class, placed, state, empty & !mover.slider.cover(head));
            placed.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// A move of a piece from one head to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carry {
    pub from: u16,
    pub to: u16,
}

impl<B: Cells, S: Bits> Space for Model<B, S> {
    type State = S;
    type Move = Carry;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(S)) {
        visit(self.start);
    }

    #[inline(always)]
    fn is_goal(&self, state: &S) -> bool {
        self.has_goal
            && state.and(&self.goal_mask) == self.goal
            && self.goal_heads.iter().all(|(classes, wanted)| self.heads(classes, state) & *wanted == *wanted)
    }

    /// In a goal, no other pieces are on the cells that those of the goal cover. Nor are they one move before: at most
    /// one of the goal's own pieces is then elsewhere, and it is the one that moves.
    // Not in WebAssembly, where searches are short and the module has to be small.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(never)]
    fn has_move_to_goal(&self, state: &S) -> bool {
        let mut free = B::NONE;
        for (class, mover) in self.movers.iter().enumerate() {
            let Pieces { heads, cover } = mover.pieces(state);
            if self.holes == Some(class) {
                free = free | heads;
            } else if self.goal_classes.contains(&class) {
                free = free | cover;
            } else if cover & self.goal_cells != B::NONE {
                return false;
            }
        }
        self.has_goal && (self.holes.is_none() || self.goal_cells & !free == B::NONE)
    }

    fn goals(&self) -> Option<Vec<S>> {
        self.goals.clone()
    }

    fn has_symmetry(&self) -> bool {
        !self.images.is_empty()
    }

    #[inline(always)]
    fn expand(&self, state: &S, mut visit: impl FnMut(Carry, S)) {
        // Most searches take no notice of moves. They pay nothing for it, as long as this cannot fail.
        let cell = |cell: u32| self.cells.get(cell as usize).copied().unwrap_or_default();
        let put = |from, to| Carry { from: cell(from), to: cell(to) };
        self.moves(state, |mover, heads, empty, from, reached| {
            let (Some([lift, _]), None) = (mover.flips.get(from as usize), self.holes) else {
                let sets = [heads, empty, reached];
                return self.carry(state, mover, sets, from, |to, next| visit(put(from, to), next));
            };
            let lifted = state.xor(lift);
            for to in each(reached) {
                visit(put(from, to), lifted.xor(&mover.flips[to as usize][0]));
            }
        });
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
        let ([image], None) = (&self.images[..], self.holes) else {
            return self.expand(state, |_, next| visit(self.canonical(&next)));
        };
        // The common case, a board with one reflection: the mirror image is updated along with the move.
        let mirrored = image.of(state);
        self.moves(state, |mover, heads, empty, from, reached| {
            let Some([lift, lift_image]) = mover.flips.get(from as usize) else {
                let sets = [heads, empty, reached];
                return self.carry(state, mover, sets, from, |_, next| visit(self.canonical(&next)));
            };
            let (lifted, lifted_image) = (state.xor(lift), mirrored.xor(lift_image));
            for to in each(reached) {
                let [put, put_image] = &mover.flips[to as usize];
                visit(lifted.xor(put).min(lifted_image.xor(put_image)));
            }
        });
    }
}

/// A feature says that a piece of a class has its head on a cell, or that a cell is empty.
impl<B: Cells, S: Bits> Featured for Model<B, S> {
    fn features(&self, state: &S, mut visit: impl FnMut(u32)) {
        let cells = self.grid.cells() as u32;
        for (class, mover) in (0..).zip(&self.movers) {
            each(mover.pieces(state).heads).for_each(|head| visit(class * cells + head));
        }
    }
}
