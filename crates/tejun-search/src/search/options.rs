//! What a search may use, and who watches it.

use std::fmt;
use std::ops::ControlFlow;
#[cfg(not(target_family = "wasm"))]
use std::time::{Duration, Instant};

use super::watchers::{CancelToken, Watchers};
use crate::bfs::{Direction, Goals};
use crate::limits::{Limits, Progress, StopReason, Watch};
#[cfg(feature = "peers")]
use crate::peers::Peers;
use crate::request::Request;
use crate::space::Space;
#[cfg(feature = "disk")]
use crate::spill::Spill;
use crate::state::Packed;

/// A search of a space: set what it may use, then call what it is to find.
///
/// | method | finds | by |
/// |---|---|---|
/// | [`shortest`](Search::shortest) | a path of fewest moves | breadth-first, from both ends if it can |
/// | [`between`](Search::between) | the same, from any of some states to any of others | the same |
/// | [`all_shortest`](Search::all_shortest) | every path of fewest moves, one after the other | breadth-first |
/// | [`exits`](Search::exits), [`for_each_exit`](Search::for_each_exit) | a shortest path to every exit | breadth-first |
/// | [`explore`](Search::explore) | the number of states at each distance, and more | breadth-first |
/// | [`for_each_state`](Search::for_each_state), [`for_each_class`](Search::for_each_class) | every state, or one of each symmetry class, with its distance | breadth-first |
/// | [`astar`](Search::astar) | a cheapest path | A*, by the bound of the space |
/// | [`dijkstra`](Search::dijkstra) | a cheapest path | Dijkstra's search |
/// | [`idastar`](Search::idastar) | a cheapest path, in the memory of one path | IDA* |
/// | [`any`](Search::any) | any path | depth-first |
/// | [`beam`](Search::beam) | some path, where none of these can store the states | a beam led by the bound |
/// | [`novelty_first`](Search::novelty_first) | some path | best-first, by novelty and a rough distance |
/// | [`novelty_beam`](Search::novelty_beam), [`near`](Search::near) | some path, then a shorter one | a beam led by novelty |
///
/// Each ends with `Ok` if it found what it was to find, and with a [`SearchError`](crate::SearchError) if it is proved that
/// there is none, or if it was stopped; these are two kinds. What is found does not depend on the number of threads.
///
/// ```
/// use std::time::Duration;
/// use tejun_search::{Search, graph};
///
/// let jugs = graph([(0_u8, 0_u8)], |&(a, b)| {
///     let (to_b, to_a) = (a.min(3 - b), b.min(5 - a));
///     [(5, b), (a, 3), (0, b), (a, 0), (a - to_b, b + to_b), (a + to_a, b - to_a)]
/// });
/// let four = jugs.goal(|&(a, _)| a == 4);
/// let line = Search::new(&four).threads(2).memory(1 << 30).timeout(Duration::from_secs(10)).shortest()?;
/// assert_eq!(line.cost, 6);
/// assert_eq!(line.states.last(), Some(&(4, 3)));
/// # Ok::<(), tejun_search::SearchError>(())
/// ```
pub struct Search<'s, 'w, P> {
    pub(super) space: &'s P,
    pub(super) request: Request<'w>,
    pub(super) watchers: Watchers<'w>,
    pub(super) direction: Direction,
    pub(super) goals: Goals,
}

// Bounds are those of the methods that search: there, what cannot be searched is one error of the compiler.
impl<'s, 'w, P> Search<'s, 'w, P> {
    /// Returns a search of `space` on one thread, without limits.
    pub fn new(space: &'s P) -> Self {
        Search {
            space,
            request: Request::default(),
            watchers: Watchers::default(),
            direction: Direction::Bidirectional,
            goals: Goals::Expanded,
        }
    }

    /// Sets all that a request says: limits, threads, watch, directory, processes.
    #[must_use]
    pub fn with(mut self, mut request: Request<'w>) -> Self {
        self.watchers.watch = request.watch.take();
        Search { request, ..self }
    }

    /// Sets the number of threads; 0 counts as 1, and more than 512 as 512. Of the searches for one path, only the breadth-first ones and the
    /// [novelty beam](Search::novelty_beam) use more than one. [Interned](crate::Interned) graphs are searched on one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.request.threads = threads;
        self
    }

    /// Sets how many bytes the search may allocate at any one time; it stops before it exceeds them. Not counted: the
    /// threads' stacks, the answer, and what the space itself allocates.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.request.limits.bytes = bytes;
        self
    }

    /// Sets how many states the search may store, or expand if it stores none; see [`Limits::states`].
    #[must_use]
    pub fn states(mut self, states: u64) -> Self {
        self.request.limits.states = states;
        self
    }

    /// Sets how many moves a path may have.
    #[must_use]
    pub fn depth(mut self, moves: u32) -> Self {
        self.request.limits.depth = moves;
        self
    }

    /// Sets all three of these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.request.limits = limits;
        self
    }

    /// Stops the search when this much time has passed from now on. It ends within half a second, with what it has. Not on
    /// WebAssembly, which has no clock: cancel the search there.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.watchers.deadline = Instant::now().checked_add(time);
        self
    }

    /// Lets a token stop the search, from any thread.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.watchers.cancel = Some(token.clone());
        self
    }

    /// Shows the progress of the search to a closure, every few microseconds to milliseconds of work, always on the thread
    /// that started it. `Break` stops the search for that reason.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tejun_search::{Search, graph};
    ///
    /// let mut most = 0;
    /// let numbers = graph([0_u32], |n| [n + 1, n * 2 % 100_000]).goal(|&n| n == 99_999);
    /// let search = Search::new(&numbers).on_progress(|progress| {
    ///     most = most.max(progress.stored);
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(search.shortest().is_ok());
    /// assert!(most > 0);
    /// ```
    #[must_use]
    pub fn on_progress(mut self, on_progress: impl FnMut(&Progress) -> ControlFlow<StopReason> + 'w) -> Self {
        self.watchers.on_progress = Some(Box::new(on_progress));
        self
    }

    /// Lets `watch` see the progress and stop the search.
    #[must_use]
    pub fn watch(mut self, watch: &'w mut dyn Watch) -> Self {
        self.watchers.watch = Some(watch);
        self
    }

    /// Searches from the starts alone, also where both ends are known. The length found is the same, but the path may
    /// differ.
    #[must_use]
    pub fn forward(mut self) -> Self {
        self.direction = Direction::Forward;
        self
    }

    /// Does not expand goals: the space ends there. For [`explore`](Search::explore) and
    /// [`for_each_state`](Search::for_each_state).
    #[must_use]
    pub fn terminal_goals(mut self, terminal: bool) -> Self {
        self.goals = if terminal { Goals::Terminal } else { Goals::Expanded };
        self
    }
}

impl<'w, P: Space<State: Packed>> Search<'_, 'w, P> {
    /// Gives breadth-first searches a directory for what memory cannot hold, from which they can also go on later.
    #[cfg(feature = "disk")]
    #[must_use]
    pub fn spill(mut self, spill: &'w Spill) -> Self {
        self.request.spill = Some(spill);
        self
    }

    /// Lets breadth-first searches share their work with other processes. Each of them runs as many threads as are set
    /// here. With a directory on disk, its number of partitions must be at least that of the processes.
    #[cfg(feature = "peers")]
    #[must_use]
    pub fn peers(mut self, peers: &'w dyn Peers) -> Self {
        self.request.peers = Some(peers);
        self
    }
}

impl<P> fmt::Debug for Search<'_, '_, P> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Search").field("request", &self.request).finish_non_exhaustive()
    }
}
