//! The kit: a whole family of puzzles from a search space and a few methods.
//!
//! A [`Puzzle`] is a [`Space`](tejun_search::Space) that also says how a file is read, how a move is
//! written, which gesture plays it, and what a state looks like. [`family`] makes a [`Family`](crate::Family)
//! of it: lines and their replay, gestures, dead ends, `check`, `solve`, `explore`, hints, the editor, the
//! library. Front ends cannot tell it from any other. [`Board`] and [`Symmetries`] help with boards drawn in
//! text, [`least_matching`] and [`Shelf`] with bounds.
//!
//! # What each form promises
//!
//! **The kit** has one set of rules, [`Space::expand`](tejun_search::Space::expand): lines are replayed by
//! it, and searches expand it. So `check` confirms that the moves of a solution, as written, can be played one
//! after the other and end in a goal; but a mistake in the rules is a mistake of both, and no check can show
//! it.
//!
//! **The long form** is a [`Family`](crate::Family) of one's own, with plain [`Rules`](crate::Rules) and a
//! packed model for the searches that shares nothing with them but the puzzle. There `check` is an oracle for
//! `solve`. That is worth its length if the model is intricate: tightly packed states, moves from tables.
//!
//! # Example
//!
//! Frogs in a row, each of which hops one or two places to the right:
//!
//! ```
//! use tejun_puzzles::input::Keys;
//! use tejun_puzzles::kit::{self, Board, Puzzle, cells_of, set_of};
//! use tejun_puzzles::{Ask, Gesture, InputError, Piece, Registry, Scene};
//! use tejun_search::{Moves, Priced, Space, Unwatched};
//!
//! struct Frogs {
//!     pond: Board,
//!     start: u64,
//!     goal: u64,
//! }
//!
//! impl Space for Frogs {
//!     type State = u64; // one bit for each place
//!     type Move = (usize, usize);
//!     const MOVES: Moves = Moves::OneWay;
//!
//!     fn starts(&self, mut visit: impl FnMut(u64)) {
//!         visit(self.start);
//!     }
//!
//!     fn is_goal(&self, frogs: &u64) -> bool {
//!         *frogs == self.goal
//!     }
//!
//!     fn expand(&self, frogs: &u64, mut visit: impl FnMut((usize, usize), u64)) {
//!         let free = |place: &usize| *place < self.pond.len() && frogs >> place & 1 == 0;
//!         for from in cells_of(*frogs) {
//!             for to in [from + 1, from + 2].into_iter().filter(free) {
//!                 visit((from, to), frogs ^ 1 << from ^ 1 << to);
//!             }
//!         }
//!     }
//! }
//!
//! impl Priced for Frogs {}
//!
//! impl Puzzle for Frogs {
//!     const NAME: &'static str = "frogs";
//!     const TEMPLATE: &'static str = "puzzle = 'frogs'\nboard = 'ff...'\n";
//!
//!     fn read(keys: &mut Keys) -> Result<Self, InputError> {
//!         let pond = Board::read(keys, "board", "f.", "")?;
//!         let frogs = pond.drawn("f").count();
//!         let goal = set_of(pond.cells().skip(pond.len() - frogs));
//!         Ok(Frogs { start: set_of(pond.drawn("f")), goal, pond })
//!     }
//!
//!     fn write(&self, _: &u64, (from, to): (usize, usize)) -> String {
//!         format!("{}-{}", self.pond.name(from), self.pond.name(to))
//!     }
//!
//!     fn gesture(&self, _: &u64, scene: &Scene, (from, to): (usize, usize)) -> Gesture {
//!         scene.carry(from, [to])
//!     }
//!
//!     fn scene(&self, frogs: &u64) -> Scene {
//!         self.pond.scene().with(cells_of(*frogs).map(|place| Piece::new("f", [place])))
//!     }
//! }
//!
//! // A registry of its own; `Registry::standard().with(...)` has the families that ship as well.
//! let registry = Registry::default().with(kit::family::<Frogs>());
//! let puzzle = registry.read(Frogs::TEMPLATE, None)?;
//! let start = puzzle.start();
//! let solution = start.solver().unwrap().solve(&Ask::default(), &mut Unwatched).unwrap();
//! assert_eq!(solution.worth.cost, Some(3));
//! assert!(puzzle.check(&"b1-d1 a1-c1 c1-e1".parse().unwrap()).solves);
//! # Ok::<(), InputError>(())
//! ```

mod board;
mod deepen;
mod family;
mod matching;
mod onward;
mod rules;
mod sets;
mod shelf;
mod symmetries;
mod words;

use tejun_search::{Priced, StopReason};

pub use self::board::Board;
pub use self::family::{Kit, conformance, family, read};
pub use self::matching::least_matching;
pub use self::sets::{cells_of, set_of};
pub use self::shelf::Shelf;
pub use self::symmetries::Symmetries;
use crate::family::{Brush, LibraryFile};
use crate::input::{InputError, Keys};
use crate::scene::{Gesture, Scene};
use crate::sentence::{Reason, Sentence};

/// A puzzle: a search space with one start, and how people see it.
///
/// An empty `impl Priced` says that every move costs 1 and nothing is known ahead. States whose bound is `None`
/// are left out of the search for a solution, and a position of that kind is called hopeless.
///
/// The moves of a state differ from each other, and so do their texts and their gestures. The cells of its
/// scenes never change.
pub trait Puzzle: Priced + Send + Sized + 'static {
    /// The name of the family, as in `puzzle = "..."`.
    const NAME: &'static str;
    /// The text of a small instance file, as a starting point for a new puzzle.
    const TEMPLATE: &'static str;
    /// The title of the family.
    const TITLE: &'static Sentence = &Sentence::english("title", Self::NAME);
    /// A one-line description of the family.
    const ABOUT: &'static Sentence = Self::TITLE;
    /// What a move may be called, the default first; several if a file may choose by its key `metric`.
    const METRICS: &'static [&'static str] = &["moves"];
    /// What the editor can paint, the emptiest last.
    const BRUSHES: &'static [Brush] = &[];
    /// What is said of a gesture that plays no move.
    const WHY_NOT: &'static Sentence = &words::NOT_PLAYED;
    /// The search that finds solutions.
    const SEARCH: Search = Search::BreadthFirst;

    /// Makes a puzzle from the keys of a file. Keys that it does not take are refused.
    ///
    /// # Errors
    /// If the keys do not make a puzzle; the error says where and how to fix it.
    fn read(keys: &mut Keys) -> Result<Self, InputError>;

    /// Writes a move of `state`, without white space.
    fn write(&self, state: &Self::State, by: Self::Move) -> String;

    /// The gesture that plays a move of `state` on its scene.
    fn gesture(&self, state: &Self::State, scene: &Scene, by: Self::Move) -> Gesture;

    /// The drawing of a state.
    fn scene(&self, state: &Self::State) -> Scene;

    /// What a move of this puzzle is called: one of [`METRICS`](Puzzle::METRICS).
    fn metric(&self) -> &'static str {
        Self::METRICS[0]
    }

    /// Why a gesture that plays no move of `state` does not.
    fn why_not(&self, _state: &Self::State, _gesture: &Gesture) -> Reason {
        Reason::new(Self::WHY_NOT)
    }

    /// Why no goal can be reached from `state`, if that can be told without a search.
    fn hopeless(&self, _state: &Self::State) -> Option<Reason> {
        None
    }

    /// Gets the pattern databases that the [bound](Priced::bound) uses from then on. Called before a search by
    /// [`Search::IterativeDeepening`] that turns out not to be easy; perhaps by several threads at once, and
    /// again and again.
    ///
    /// # Errors
    /// If that is stopped, or there is no memory for it.
    fn prepare(&self, _shelf: &mut Shelf) -> Result<(), StopReason> {
        Ok(())
    }

    /// Converts a text in a foreign notation to the text of an instance file; `None` if it is in no such
    /// notation.
    fn import(_text: &str) -> Option<Result<String, InputError>> {
        None
    }

    /// The puzzles that ship with the family: by default the template.
    fn library() -> Vec<LibraryFile> {
        vec![LibraryFile::new(Self::NAME, Self::TEMPLATE)]
    }
}

/// The search that finds a solution of a [`Puzzle`]. To explore, and to find a line to every exit, is always the
/// work of a breadth-first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Finds a line with the fewest moves, from both ends if the space lists its goals. For moves that all cost 1.
    BreadthFirst,
    /// A*: finds a cheapest line by the [bound](Priced::bound). It stores every state it meets.
    AStar,
    /// IDA*: finds a cheapest line by the [bound](Priced::bound). It stores none, and meets states again and
    /// again: for good bounds and few ways to one state. Pattern databases make the bound good
    /// ([`Puzzle::prepare`]).
    IterativeDeepening,
    /// Finds any line, which is often much quicker. For puzzles all of whose solutions have the same number of
    /// moves: none is better than another.
    DepthFirst,
}
