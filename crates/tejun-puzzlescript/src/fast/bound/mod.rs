//! Lower bounds, and positions that are lost for sure: by the relaxation of one object.
//!
//! A win condition asks something of single objects: each crate must get onto a target, or each target must get a
//! crate. If all other objects may be anywhere, one object may take the steps of a [graph](steps): whatever it does on
//! the board is a way in that graph. So an object that no way leads from to where it must be is lost, and if moving
//! takes a turn, the length of the shortest way is a lower bound.

mod carried;
mod context;
mod steps;

use self::carried::Carried;
use self::context::Context;
use self::steps::{Steps, UNREACHABLE, WORK};
use super::board::FastBoard;
use super::cells::{self, Cells};
use super::flow::Flow;
use super::geometry::Size;
use super::layout::Sets;
use crate::game::{Command, Game, Quantifier, Selector, WinCondition};
use crate::object_set::ObjectSet;

/// What win conditions ask of single objects on one level.
pub(super) struct Bound<const W: usize> {
    requirements: Vec<Requirement<W>>,
}

/// The distances of the objects of a kind.
struct Kind<const W: usize> {
    set: usize,
    /// The cells from which there is a way.
    live: Cells<W>,
    /// Of each cell, the fewest turns.
    distances: Vec<u16>,
}

enum Requirement<const W: usize> {
    /// Each object must get there.
    Each(Vec<Kind<W>>),
    /// One of them must.
    One(Vec<Kind<W>>),
    /// So many of them must.
    Enough(Vec<Kind<W>>, usize),
}

/// The most cells of targets that each get a table of distances.
const MOST_TARGETS: usize = 64;

struct Maker<'a, const W: usize> {
    context: Context<'a, W>,
    carried: Carried<W>,
    turns: bool,
    /// What is left of it.
    work: usize,
    requirements: Vec<Requirement<W>>,
}

impl<const W: usize> Bound<W> {
    /// What is asked on a level. Nothing is known if a level can be won by the command `win`, if `restart` puts objects
    /// back, or if a cell may have two objects of one layer.
    pub fn new(game: &Game, flow: &Flow<W>, sets: &Sets, size: Size) -> Self {
        let can = |command: Command| {
            let mut rules = game.all_rules().filter(|rule| rule.commands.contains(&command));
            rules.any(|rule| flow.starts(rule, size).is_some())
        };
        if game.wins.is_empty() && !can(Command::Win) {
            // Nothing is enough.
            return Self { requirements: vec![Requirement::Enough(Vec::new(), 1)] };
        }
        if game.is_crowded() || can(Command::Win) || can(Command::Restart) {
            return Self { requirements: Vec::new() };
        }
        let context = Context { game, flow, sets, size };
        let mut maker = Maker {
            context,
            carried: Carried::new(&context),
            turns: !can(Command::Again),
            work: WORK,
            requirements: Vec::new(),
        };
        for win in &game.wins {
            maker.condition(win);
        }
        let mut requirements = maker.requirements;
        requirements.retain(Requirement::asks);
        Self { requirements }
    }

    /// The fewest turns to win from a board that is not won; `None` if it cannot be won.
    pub fn turns(&self, board: &FastBoard<W>) -> Option<u32> {
        let mut bound = 1;
        for requirement in &self.requirements {
            bound = bound.max(requirement.turns(board)?);
        }
        Some(bound)
    }

    /// The turns of all objects in sum, which is no bound.
    pub fn sum(&self, board: &FastBoard<W>) -> u32 {
        self.requirements.iter().map(|requirement| requirement.sum(board)).sum()
    }

    /// Whether a board cannot be won, as far as shows at once.
    pub fn is_lost(&self, board: &FastBoard<W>) -> bool {
        self.requirements.iter().any(|requirement| requirement.is_lost(board))
    }
}

impl<const W: usize> Kind<W> {
    fn live(&self, board: &FastBoard<W>) -> Cells<W> {
        cells::and(&board.sets[self.set], &self.live)
    }
}

impl<const W: usize> Requirement<W> {
    /// Whether it can say anything: it may be lost, or take more than a turn.
    fn asks(&self) -> bool {
        let (Requirement::Each(kinds) | Requirement::One(kinds) | Requirement::Enough(kinds, _)) = self;
        kinds.iter().any(|kind| kind.distances.iter().any(|&distance| distance > 1))
            || matches!(self, Requirement::Enough(..) | Requirement::One(..))
    }

    fn is_lost(&self, board: &FastBoard<W>) -> bool {
        match self {
            Requirement::Each(kinds) => {
                kinds.iter().any(|kind| !cells::is_subset(&board.sets[kind.set], &kind.live))
            }
            Requirement::One(kinds) => kinds.iter().all(|kind| cells::is_empty(&kind.live(board))),
            Requirement::Enough(kinds, wanted) => {
                kinds.iter().map(|kind| cells::count(&kind.live(board))).sum::<usize>() < *wanted
            }
        }
    }

    fn turns(&self, board: &FastBoard<W>) -> Option<u32> {
        if self.is_lost(board) {
            return None;
        }
        Some(match self {
            Requirement::Each(kinds) => distances(kinds, board).max().unwrap_or(0),
            Requirement::One(kinds) => distances(kinds, board).min()?,
            Requirement::Enough(..) => 0,
        })
    }

    fn sum(&self, board: &FastBoard<W>) -> u32 {
        match self {
            Requirement::Each(kinds) => distances(kinds, board).sum(),
            Requirement::One(kinds) => distances(kinds, board).min().unwrap_or(0),
            Requirement::Enough(..) => 0,
        }
    }
}

/// The turns of each object that is not lost.
fn distances<const W: usize>(kinds: &[Kind<W>], board: &FastBoard<W>) -> impl Iterator<Item = u32> {
    kinds.iter().flat_map(|kind| cells::each(&kind.live(board)).map(|cell| u32::from(kind.distances[cell])))
}

impl<const W: usize> Maker<'_, W> {
    fn condition(&mut self, win: &WinCondition) {
        match win.quantifier {
            Quantifier::All => {
                self.each(&win.what, &self.cells(&win.on, false));
                self.covered(&win.what, &win.on);
            }
            Quantifier::Some => {
                self.one(&win.what, &self.cells(&win.on, false));
                self.one(&win.on, &self.cells(&win.what, false));
            }
            Quantifier::No => {
                self.each(&win.what, &self.outside(&self.cells(&win.on, true)));
                self.each(&win.on, &self.outside(&self.cells(&win.what, true)));
            }
        }
    }

    /// The cells that a name may mean, or always means.
    fn cells(&self, selector: &Selector, always: bool) -> Cells<W> {
        let of = if always { &self.context.flow.always } else { &self.context.flow.possible };
        match selector {
            Selector::Any(objects) => self.context.flow.union(objects, of),
            Selector::All(objects) => {
                objects.iter().fold([u64::MAX; W], |all, object| cells::and(&all, &of[object]))
            }
            Selector::Every => [u64::MAX; W],
        }
    }

    fn outside(&self, cells: &Cells<W>) -> Cells<W> {
        cells::and_not(&[u64::MAX; W], cells)
    }

    /// The objects of which a cell must have one, layer by layer.
    fn classes(&self, selector: &Selector) -> Vec<ObjectSet> {
        let objects = match selector {
            Selector::Any(objects) => objects,
            Selector::All(objects) if objects.len() == 1 => objects,
            _ => return Vec::new(),
        };
        let classes = self.context.game.layers.iter().map(|layer| layer.intersection(objects));
        classes.filter(|class| !class.is_empty()).collect()
    }

    fn steps(&mut self, class: ObjectSet) -> Option<Steps> {
        Steps::new(&self.context, &self.carried, class, self.turns, &mut self.work)
    }

    /// The steps of all objects that may become one of the class.
    fn steps_from_all(&mut self, class: ObjectSet) -> Option<Steps> {
        let mut steps = self.steps(class)?;
        while let Some(grown) = steps.grown() {
            steps = self.steps(grown)?;
        }
        Some(steps)
    }

    fn kinds(&self, steps: &Steps, distances: &[u16]) -> Vec<Kind<W>> {
        let kind = |&object: &usize| {
            let distances = steps.of(object, distances)?.to_vec();
            let mut live = cells::empty();
            for (cell, _) in distances.iter().enumerate().filter(|&(_, &distance)| distance != UNREACHABLE) {
                cells::insert(&mut live, cell);
            }
            Some(Kind { set: self.context.sets.of_object[object]?, live, distances })
        };
        steps.kinds().iter().filter_map(kind).collect()
    }

    /// Each object that `what` means must get to one of these cells, or be no such object any more.
    fn each(&mut self, what: &Selector, cells: &Cells<W>) {
        for class in self.classes(what) {
            let Some(steps) = self.steps(class) else { continue };
            let distances = steps.distances(|_, cell| cells::contains(cells, cell), true);
            self.requirements.push(Requirement::Each(self.kinds(&steps, &distances)));
        }
    }

    /// One object that `what` means must get to one of these cells.
    fn one(&mut self, what: &Selector, cells: &Cells<W>) {
        let Some(all) = self.all_steps(what) else { return };
        if let Some(kinds) = self.some_of(what, &all, cells) {
            self.requirements.push(Requirement::One(kinds));
        }
    }

    /// The steps of all objects that can come to be one that `what` means, class by class; `None` if one of them never
    /// changes, as these have no set and cannot be asked for.
    fn all_steps(&mut self, what: &Selector) -> Option<Vec<(ObjectSet, Steps)>> {
        let classes = self.classes(what);
        let mut all = Vec::with_capacity(classes.len());
        for class in classes {
            let steps = self.steps_from_all(class)?;
            if steps.kinds().iter().any(|&kind| self.context.sets.of_object[kind].is_none()) {
                return None;
            }
            all.push((class, steps));
        }
        (!all.is_empty()).then_some(all)
    }

    /// The distances of these objects to one of these cells; `None` if such an object may be made, or is always there.
    fn some_of(
        &mut self,
        what: &Selector,
        all: &[(ObjectSet, Steps)],
        cells: &Cells<W>,
    ) -> Option<Vec<Kind<W>>> {
        if cells::intersects(cells, &self.cells(what, true)) {
            return None;
        }
        let mut kinds = Vec::new();
        for (class, steps) in all {
            self.work = self.work.checked_sub(steps.len())?;
            let is_goal = |kind: usize, cell: usize| class.contains(kind) && cells::contains(cells, cell);
            let distances = steps.distances(is_goal, false);
            if steps.may_appear(&distances) {
                return None;
            }
            kinds.extend(self.kinds(steps, &distances));
        }
        Some(kinds)
    }

    /// Each cell of `what`, if it never changes, must get an object that `on` means.
    fn covered(&mut self, what: &Selector, on: &Selector) {
        let targets = self.cells(what, true);
        if targets != self.cells(what, false) {
            return;
        }
        let open = cells::and_not(&targets, &self.cells(on, true));
        let wanted = cells::count(&open);
        if wanted == 0 || *what == Selector::Every {
            return;
        }
        // An object for each: as they are on different cells, they are different objects.
        let Some(all) = self.all_steps(on) else { return };
        let Some(kinds) = self.some_of(on, &all, &open) else { return };
        if all.len() == 1 {
            self.requirements.push(Requirement::Enough(kinds, wanted));
        }
        if wanted > MOST_TARGETS {
            return;
        }
        for cell in cells::each(&open) {
            let mut target = cells::empty();
            cells::insert(&mut target, cell);
            if let Some(kinds) = self.some_of(on, &all, &target) {
                self.requirements.push(Requirement::One(kinds));
            }
        }
    }
}
