//! Caches the most recent puzzles and positions, so that each puzzle is read once, and a page that continues
//! a line plays only one move.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use tejun_puzzles::{InputError, Instance, Line, PlayError, Position, Registry};
use tejun_search::StopReason;

use crate::clock::Clock;
use crate::error::ApiError;

/// Maximum number of puzzles kept, and of positions of each.
const PUZZLES: usize = 32;
const POSITIONS: usize = 8;
/// Maximum number of bytes of all puzzles kept.
const BYTES: u64 = 64 << 20;
/// Larger inputs are not kept: bytes of a text, moves of a line.
const TEXT: usize = 16 << 10;
const MOVES: usize = 2000;

/// The puzzles, most recently used first.
#[derive(Default)]
pub(crate) struct PuzzleCache(Mutex<VecDeque<Arc<Opened>>>);

/// A puzzle, with its most recently used positions.
pub(crate) struct Opened {
    /// The text of its file.
    pub text: String,
    pub instance: Box<dyn Instance>,
    /// Rows and columns of its board.
    pub size: (usize, usize),
    metric: Option<String>,
    level: Option<usize>,
    positions: Mutex<VecDeque<(Line, Box<dyn Position>)>>,
}

impl PuzzleCache {
    /// The puzzle with this text, in `metric` and at `level` if given.
    ///
    /// # Errors
    /// If the text is invalid.
    pub fn open(
        &self,
        registry: &Registry,
        text: String,
        metric: Option<&str>,
        level: Option<usize>,
    ) -> Result<Arc<Opened>, InputError> {
        let known = self.find(|puzzles| {
            let at = puzzles.iter().position(|known| {
                known.text == text && known.metric.as_deref() == metric && known.level == level
            })?;
            puzzles.remove(at)
        });
        let opened = match known {
            Some(known) => known,
            None => {
                let instance = registry.read_level(&text, metric, level)?;
                let metric = metric.map(str::to_owned);
                let scene = instance.start().scene();
                let size = (scene.rows, scene.columns);
                Arc::new(Opened { text, instance, size, metric, level, positions: Mutex::default() })
            }
        };
        if opened.text.len() <= TEXT {
            self.find(|puzzles| {
                puzzles.push_front(opened.clone());
                puzzles.truncate(PUZZLES);
                let mut left = BYTES;
                puzzles.retain(|kept| {
                    let rest = left.checked_sub(kept.instance.bytes());
                    left = rest.unwrap_or(left);
                    rest.is_some()
                });
            });
        }
        Ok(opened)
    }

    fn find<T>(&self, find: impl FnOnce(&mut VecDeque<Arc<Opened>>) -> T) -> T {
        find(&mut self.0.lock().expect("nothing panics while it holds the cache"))
    }
}

/// Why there is no position after a line.
pub(crate) enum ReplayError {
    Illegal(PlayError),
    Stopped(StopReason),
}

impl From<ReplayError> for ApiError {
    fn from(unreached: ReplayError) -> Self {
        match unreached {
            ReplayError::Illegal(fault) => fault.into(),
            ReplayError::Stopped(reason) => reason.into(),
        }
    }
}

impl Opened {
    /// The position after `line`.
    ///
    /// # Errors
    /// If `line` is not legal, or takes longer than `clock` allows.
    pub fn after(&self, line: &Line, clock: &Clock) -> Result<Box<dyn Position>, ReplayError> {
        let (mut played, mut position) = self.before(line).unwrap_or_else(|| (0, self.instance.start()));
        for text in &line.0[played..] {
            if let ControlFlow::Break(reason) = clock.check() {
                return Err(ReplayError::Stopped(reason));
            }
            position.play(text).map_err(ReplayError::Illegal)?;
            played += 1;
        }
        if played <= MOVES && self.text.len() <= TEXT {
            let mut positions = self.positions.lock().expect("nothing panics while it holds the positions");
            positions.retain(|(known, _)| known != line);
            positions.push_front((line.clone(), position.boxed_clone()));
            positions.truncate(POSITIONS);
        }
        Ok(position)
    }

    /// The last cached position on the way along `line`, and the number of moves to it.
    fn before(&self, line: &Line) -> Option<(usize, Box<dyn Position>)> {
        let positions = self.positions.lock().expect("nothing panics while it holds the positions");
        let on_the_way = positions.iter().filter(|(known, _)| line.0.starts_with(&known.0));
        let (known, position) = on_the_way.max_by_key(|(known, _)| known.0.len())?;
        Some((known.0.len(), position.boxed_clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread::LocalKey;
    use std::time::Duration;

    use tejun_puzzles::input::Keys;
    use tejun_puzzles::{Family, FamilyInfo, Gesture, Puzzle, Reason, Scene, Searches, Sentence};
    use tejun_search::{Moves, Space};

    use super::*;

    thread_local! {
        /// Puzzles read and moves played by the test of this thread.
        static READ: Cell<usize> = const { Cell::new(0) };
        static PLAYED: Cell<usize> = const { Cell::new(0) };
    }

    fn add(counter: &'static LocalKey<Cell<usize>>) {
        counter.set(counter.get() + 1);
    }

    /// Counts puzzles read and moves played. Every move is legal.
    struct Counting;

    impl Space for Counting {
        type State = ();
        type Move = ();
        type Cost = u32;
        const MOVES: Moves = Moves::OneWay;

        fn starts(&self, mut visit: impl FnMut(())) {
            visit(());
        }

        fn is_goal(&self, (): &()) -> bool {
            false
        }

        fn expand(&self, (): &(), _: impl FnMut((), ())) {}
    }

    impl Puzzle for Counting {
        const FAMILY: FamilyInfo = FamilyInfo {
            why_not: &Sentence::english("counting", "counting"),
            ..FamilyInfo::new("counting", "")
        };
        const SEARCHES: Searches<Self> = Searches::NONE;

        fn read(_: &mut Keys) -> Result<Self, InputError> {
            add(&READ);
            Ok(Counting)
        }

        fn write(&self, (): &(), (): ()) -> String {
            unreachable!("no move is listed")
        }

        fn gesture(&self, (): &(), _: &Scene, (): ()) -> Gesture {
            unreachable!("no move is listed")
        }

        fn scene(&self, (): &()) -> Scene {
            Scene::default()
        }

        fn play(&self, (): &mut (), _: &str) -> Result<u32, Reason> {
            add(&PLAYED);
            Ok(1)
        }
    }

    #[test]
    fn a_page_that_goes_on_reads_nothing_and_plays_one_move() {
        let registry = Registry::new(vec![Family::of::<Counting>()]);
        let (cache, clock) = (PuzzleCache::default(), Clock::new(|| Duration::ZERO, Duration::MAX, None));
        let text = |number: usize| format!("puzzle = 'counting'\nsource = '{number}'\n");
        let open = |number| cache.open(&registry, text(number), None, None).unwrap();
        let moves = |from: usize, to: usize| Line((from..to).map(|at| at.to_string()).collect());
        let played = |line: &Line| {
            let before = PLAYED.get();
            assert!(open(0).after(line, &clock).is_ok());
            PLAYED.get() - before
        };
        assert_eq!(played(&moves(0, 80)), 80);
        for length in 81..=99 {
            assert_eq!(played(&moves(0, length)), 1);
        }
        // Back again, and along another line.
        assert_eq!([98, 97, 96].map(|length| played(&moves(0, length))), [0; 3]);
        assert_eq!(played(&Line([moves(0, 96).0, moves(7, 9).0].concat())), 2);
        assert_eq!(played(&moves(1, 5)), 4);
        // Lines that are too long are not kept.
        assert_eq!([played(&moves(0, MOVES + 1)), played(&moves(0, MOVES + 1))], [MOVES - 98; 2]);
        assert_eq!(READ.get(), 1);
        (1..=PUZZLES).for_each(|number| drop(open(number)));
        assert_eq!(played(&moves(0, 99)), 99);
        assert_eq!(READ.get(), 1 + PUZZLES + 1);
    }

    #[test]
    fn a_long_line_is_broken_off() {
        let registry = Registry::new(vec![Family::of::<Counting>()]);
        let opened =
            PuzzleCache::default().open(&registry, "puzzle = 'counting'\n".to_owned(), None, None).unwrap();
        let late = Clock::new(|| Duration::ZERO, Duration::ZERO, None);
        let unreached = opened.after(&Line(vec![String::new(); 2]), &late);
        assert!(matches!(unreached, Err(ReplayError::Stopped(StopReason::Time))));
    }
}
