//! What a puzzle of the kit says about itself.

use tejun_search::{Space, StopReason};

use super::pattern_db_cache::PatternDbCache;
use super::words;
use crate::family::{Brush, LibraryFile};
use crate::input::{InputError, Keys};
use crate::rule_example::RuleExample;
use crate::scene::{Gesture, Scene};
use crate::sentence::{Reason, Sentence};

/// A puzzle: a search space with one start, and how people see it.
///
/// Without overrides of `cost` and `bound`, every move costs 1 and nothing is known ahead. States whose bound is `None`
/// are left out of the search for a solution, and a position of that kind is called hopeless.
///
/// The moves of a state differ from each other, and so do their texts and their gestures. The cells of its
/// scenes never change.
pub trait Puzzle: Space + Send + Sized + 'static {
    /// The name of the family, as in `puzzle = "..."`.
    const NAME: &'static str;
    /// The text of a small instance file, as a starting point for a new puzzle.
    const TEMPLATE: &'static str;
    /// The title of the family.
    const TITLE: &'static Sentence = &Sentence::english("title", Self::NAME);
    /// A one-line description of the family.
    const ABOUT: &'static Sentence = Self::TITLE;
    /// Other names that people know its puzzles by, also in Latin letters: words to search for.
    const NAMES: &'static [&'static str] = &[];
    /// Its rules, as it explains them to people.
    const RULE_EXAMPLES: &'static [RuleExample] = &[];
    /// What a cost may count, the default first; several if a file may choose by its key `metric`.
    const METRICS: &'static [&'static str] = &["moves"];
    /// What the moves of a line are called where they do not all cost 1, so that the metric does not count them: what
    /// `explore` counts then.
    const MOVE_NAME: &'static str = "moves";
    /// What the editor can paint, the emptiest last.
    const BRUSHES: &'static [Brush] = &[];
    /// What is said of a gesture that plays no move.
    const WHY_NOT: &'static Sentence = &words::NOT_PLAYED;
    /// The search that finds solutions. By default it follows from what the moves cost.
    const SEARCH: Search = Search::Auto;

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

    /// What a cost of this puzzle counts: one of [`METRICS`](Puzzle::METRICS). If every move costs 1, it counts moves.
    fn metric(&self) -> &'static str {
        Self::METRICS[0]
    }

    /// What is to be done, in one line.
    fn objective(&self) -> Option<Reason> {
        None
    }

    /// Why a gesture that plays no move of `state` does not.
    fn why_not(&self, _state: &Self::State, _gesture: &Gesture) -> Reason {
        Reason::new(Self::WHY_NOT)
    }

    /// Why no goal can be reached from `state`, if that can be told without a search.
    fn hopeless(&self, _state: &Self::State) -> Option<Reason> {
        None
    }

    /// Gets the pattern databases that the [bound](Space::bound) uses from then on. Called before a search by
    /// [`Search::IterativeDeepening`] that turns out not to be easy; perhaps by several threads at once, and
    /// again and again.
    ///
    /// # Errors
    /// If that is stopped, or there is no memory for it.
    fn prepare(&self, _shelf: &mut PatternDbCache) -> Result<(), StopReason> {
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
///
/// No search claims more than it has proved, whichever is chosen: those that count moves look at what each move costs
/// that they make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// [`BreadthFirst`](Search::BreadthFirst), unless it makes a move that does not cost 1; then [`AStar`](Search::AStar),
    /// from the beginning. As nothing promises that the moves not made yet cost 1, the bound of a search that is stopped is
    /// one less. Where moves differ in cost, it neither gives a line to every exit nor keeps states on disk.
    Auto,
    /// Finds a line with the fewest moves, from both ends if the space lists its goals. For moves that all cost 1: a search
    /// that makes another one is refused, and `conformance` fails.
    BreadthFirst,
    /// A*: finds a cheapest line by the [bound](Space::bound). It stores every state it meets.
    AStar,
    /// IDA*: finds a cheapest line by the [bound](Space::bound). It stores none, and meets states again and
    /// again: for good bounds and few ways to one state. Pattern databases make the bound good
    /// ([`Puzzle::prepare`]).
    IterativeDeepening,
    /// Finds any line, which is often much quicker. For puzzles all of whose solutions have the same number of
    /// moves, which all cost 1: none is better than another. Refused like [`BreadthFirst`](Search::BreadthFirst).
    DepthFirst,
}
