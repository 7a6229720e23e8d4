//! The kit: searches, boards and bounds for puzzles whose own graph can be searched.
//!
//! A [`Puzzle`](crate::Puzzle) whose states are [packed](tejun_search::Packed) takes its
//! [searches](crate::Puzzle::SEARCHES) from here: [`Searches::auto`](crate::Searches::auto) and the others. [`Board`] and
//! [`Symmetries`] help with boards drawn in text, [`least_matching`] and [`PatternDbCache`] with bounds.
//!
//! Such a puzzle has one set of rules, [`Space::expand`](tejun_search::Space::expand): lines are replayed by it, and
//! searches expand it. So `check` confirms that the moves of a solution, as written, can be played one after the other
//! and end in a goal; but a mistake in the rules is a mistake of both, and no check can show it. A puzzle with plain rules
//! and a packed model of its own for the searches takes more lines, and there `check` is an oracle for `solve`. That is
//! worth its length if the model is intricate: tightly packed states, moves from tables.
//!
//! # Example
//!
//! Frogs in a row, each of which hops one or two places to the right:
//!
//! ```
//! use tejun_puzzles::input::Keys;
//! use tejun_puzzles::kit::{Board, cells_of, set_of};
//! use tejun_puzzles::question::Solve;
//! use tejun_puzzles::{
//!     Family, FamilyInfo, Gesture, InputError, Piece, Puzzle, Registry, Scene, Searches, Means,
//! };
//! use tejun_search::{Moves, Space, Unwatched};
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
//!     type Cost = u32;
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
//! impl Puzzle for Frogs {
//!     const FAMILY: FamilyInfo = FamilyInfo::new("frogs", "puzzle = 'frogs'\nboard = 'ff...'\n");
//!     const SEARCHES: Searches<Self> = Searches::auto();
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
//! let registry = Registry::default().with(Family::of::<Frogs>());
//! let puzzle = registry.read(Frogs::FAMILY.template, None)?;
//! let start = puzzle.start();
//! let solution = start.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
//! assert_eq!(solution.value.cost, Some(3));
//! assert!(puzzle.check(&"b1-d1 a1-c1 c1-e1".parse().unwrap()).solves);
//! # Ok::<(), InputError>(())
//! ```

mod board;
pub mod breadth_first;
mod check;
mod deepen;
#[cfg(not(target_family = "wasm"))]
pub mod export;
mod found;
mod from_state;
mod matching;
mod pasted;
mod plain_text;
#[cfg(not(target_family = "wasm"))]
pub mod prove;
mod sets;
mod solve;
pub mod some_line;
mod symmetries;
mod unit_cost;

pub use self::board::Board;
pub use self::check::{conformance, read};
pub use self::matching::least_matching;
pub use self::pasted::Pasted;
pub use self::plain_text::plain_text;
pub use self::sets::{cells_of, set_of};
#[cfg(not(target_family = "wasm"))]
pub use self::solve::deepen_by_stages;
pub use self::solve::{astar, explore_in};
pub use self::symmetries::Symmetries;
pub use crate::framework::pattern_db_cache::PatternDbCache;
pub use crate::framework::searches::Search;
