//! Pattern databases: the distances of all states of an abstraction.

use std::fmt;

use crate::collections::prefetch::prefetch;
use crate::collections::segments::Segments;
use crate::collections::slots::Slots;
use crate::heuristic::pattern::Pattern;
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::state::key::{Key, refuse_none};

/// The distance of a state from which no goal can be reached.
const UNREACHED: u8 = u8::MAX;
/// The largest distance that is stored exactly.
const FARTHEST: u8 = UNREACHED - 1;
/// States taken from a bucket at a time, so that their cache misses overlap.
const BATCH: usize = 32;

/// For each state of an abstraction, what the cheapest path to a goal costs there: a lower bound for every
/// state of the whole space, in one look-up.
///
/// One byte for each [rank](Pattern::rank). A distance of 254 or more is stored as 254, which is still a
/// lower bound.
///
/// The *maximum* of the distances in several databases is always a bound. Their *sum* is one only if no move
/// costs anything in more than one of the abstractions, or more precisely: if the costs of a move in all of
/// them together never exceed its cost in the whole space. That is the claim of whoever adds them up;
/// [`check_space`](crate::check_space) can test it on small spaces.
///
/// # Examples
///
/// Six tiles and a gap in a row; a tile moves into the gap from at most three places away. Each half of the
/// tiles is a pattern. Moves of other tiles cost nothing, so the two databases may be added up:
///
/// ```
/// use tejun_search::pattern::{Arrangements, Pattern, PatternDatabase, check_pattern};
/// use tejun_search::{Limits, Moves, Outcome, Request, Search, Space, check_space};
///
/// /// The tile at each place; 0 is the gap.
/// type Row = [u8; 7];
///
/// struct Tiles {
///     bounds: Vec<(Half, PatternDatabase)>,
/// }
///
/// impl Space for Tiles {
///     type State = Row;
///     type Move = usize;
///     type Cost = u32;
///     const MOVES: Moves = Moves::Undirected;
///     fn starts(&self, mut visit: impl FnMut(Row)) {
///         visit([6, 3, 5, 1, 2, 4, 0]);
///     }
///     fn is_goal(&self, row: &Row) -> bool {
///         *row == [0, 1, 2, 3, 4, 5, 6]
///     }
///     fn expand(&self, row: &Row, mut visit: impl FnMut(usize, Row)) {
///         let gap = row.iter().position(|&tile| tile == 0).unwrap();
///         for from in gap.saturating_sub(3)..7.min(gap + 4) {
///             let mut next = *row;
///             next.swap(gap, from);
///             if from != gap {
///                 visit(from, next);
///             }
///         }
///     }
///     fn bound(&self, row: &Row) -> Option<u32> {
///         self.bounds.iter().map(|(half, database)| database.bound(half, row)).sum()
///     }
/// }
///
/// /// Three tiles from this one on.
/// struct Half(u8);
///
/// impl Space for Half {
///     /// Where the gap and the three tiles are.
///     type State = [u8; 4];
///     type Move = u8;
///     type Cost = u32;
///     const MOVES: Moves = Moves::Undirected;
///     fn starts(&self, _: impl FnMut([u8; 4])) {}
///     fn is_goal(&self, at: &[u8; 4]) -> bool {
///         *at == [0, self.0, self.0 + 1, self.0 + 2]
///     }
///     fn goals(&self) -> Option<Vec<[u8; 4]>> {
///         Some(vec![[0, self.0, self.0 + 1, self.0 + 2]])
///     }
///     fn expand(&self, at: &[u8; 4], mut visit: impl FnMut(u8, [u8; 4])) {
///         let gap = at[0];
///         for from in (gap.saturating_sub(3)..7.min(gap + 4)).filter(|&from| from != gap) {
///             let mut next = at.map(|place| if place == from { gap } else { place });
///             next[0] = from;
///             visit(from, next);
///         }
///     }
///     fn expand_costs(&self, at: &[u8; 4], mut visit: impl FnMut(u8, [u8; 4], u32)) {
///         self.expand(at, |from, next| visit(from, next, at[1..].contains(&from).into()));
///     }
/// }
///
/// impl Pattern for Half {
///     type Whole = Row;
///     fn project(&self, row: &Row) -> [u8; 4] {
///         [0, self.0, self.0 + 1, self.0 + 2].map(|tile| row.iter().position(|&t| t == tile).unwrap() as u8)
///     }
///     fn size(&self) -> usize {
///         Arrangements::new(7, 4).count()
///     }
///     fn rank(&self, at: &[u8; 4]) -> usize {
///         Arrangements::new(7, 4).rank(at)
///     }
/// }
///
/// let mut space = Tiles { bounds: Vec::new() };
/// for half in [Half(1), Half(4)] {
///     check_pattern(&space, &half, 1000).unwrap();
///     let answer = PatternDatabase::build(&half, Request::default());
///     let Outcome::Solved(database) = answer.outcome else { panic!() };
///     space.bounds.push((half, database));
/// }
/// check_space(&space, 10_000).unwrap();
///
/// assert_eq!(Search::new(&space).idastar().unwrap().cost, 10);
/// ```
pub struct PatternDatabase {
    /// Bytes as states of one byte, which is what large pages are made for.
    distances: Slots<[u8; 1]>,
}

impl PatternDatabase {
    /// Computes the distances of all states of an abstraction, from its goals backwards: Dial's search, with
    /// a bucket for each distance.
    ///
    /// `Solved` if the database is complete; there is no bound. [`Limits::depth`] limits the distance,
    /// [`Limits::states`] the states reached. A stopped search gives no database.
    ///
    /// Cost: time proportional to the moves of the abstraction. Memory: a byte for each rank, and the states
    /// of two or more buckets. Runs on one thread; [`Request::threads`] is ignored.
    ///
    /// See [`PatternDatabase`] for an example.
    ///
    /// # Panics
    /// Panics if the abstraction does not list its goals, or a rank is not less than its size.
    pub fn build<A: Pattern>(pattern: &A, mut request: Request) -> Answer<PatternDatabase> {
        if let Some(watch) = &mut request.watch {
            watch.expect(pattern.size() as u64);
        }
        let mut search = Search {
            pattern,
            limits: request.limits,
            poller: WatchPoller::new(request.watch),
            budget: Budget::new(request.limits.bytes),
            distances: Slots::Heap(Vec::new()),
            buckets: Vec::new(),
            reached: Vec::new(),
            expanded: 0,
            stored: 0,
        };
        let result = search.run();
        let stats =
            Stats { expanded: search.expanded, stored: search.stored, peak_bytes: search.budget.peak() };
        let (outcome, proof) = match result {
            Ok(()) => (Outcome::Solved(PatternDatabase { distances: search.distances }), Proof::Optimal),
            Err(reason) => (Outcome::Stopped(reason, None), Proof::Unproved),
        };
        Answer { outcome, bound: None, proof, stats }
    }

    /// Returns the distance of the abstract state of this rank: what the cheapest path from it to a goal
    /// costs, or 254 if it costs more. `None` if there is no path: the state is hopeless.
    ///
    /// # Panics
    /// Panics if the rank is not less than the size of the database.
    #[inline]
    pub fn distance(&self, rank: usize) -> Option<u32> {
        let [distance] = self.distances[rank];
        (distance != UNREACHED).then_some(distance.into())
    }

    /// Returns the distance of the abstraction of a state: a [bound](crate::Space::bound) for it.
    ///
    /// # Panics
    /// Panics if the database was built for a smaller pattern.
    #[inline]
    pub fn bound<A: Pattern>(&self, pattern: &A, whole: &A::Whole) -> Option<u32> {
        self.distance(pattern.rank(&pattern.project(whole)))
    }

    /// Returns a smaller database: of each `ranks` ranks that follow each other, it keeps the least distance,
    /// at the rank divided by `ranks`. Its distances are still bounds, and weaker ones. (A. Felner and others,
    /// *Compressed pattern databases*, 2007.)
    ///
    /// ```
    /// use tejun_search::pattern::PatternDatabase;
    ///
    /// let database = PatternDatabase::from_bytes(&[4, 2, 255, 3, 255, 255], 6).unwrap();
    /// assert_eq!(database.compressed(2).unwrap().as_bytes(), [2, 3, 255]);
    /// ```
    ///
    /// `None` if the system refuses the memory.
    ///
    /// # Panics
    /// Panics if `ranks` is 0.
    pub fn compressed(&self, ranks: usize) -> Option<PatternDatabase> {
        let bytes = self.as_bytes();
        let mut distances = Slots::free(bytes.len().div_ceil(ranks), &mut WatchPoller::new(None)).ok()?;
        for (least, run) in distances.as_flattened_mut().iter_mut().zip(bytes.chunks(ranks)) {
            *least = *run.iter().min().expect("chunks are not empty");
        }
        Some(PatternDatabase { distances })
    }

    /// Returns the distances, one byte for each rank; 255 for a state without a path to a goal.
    pub fn as_bytes(&self) -> &[u8] {
        self.distances.as_flattened()
    }

    /// Returns the database with these distances, as [`as_bytes`](PatternDatabase::as_bytes) returned them
    /// for a pattern of this [size](Pattern::size). Returns `None` if there are not so many, or the system
    /// refuses the memory. Whether they are right is not checked: a file needs a checksum of its own.
    ///
    /// ```
    /// use tejun_search::pattern::PatternDatabase;
    ///
    /// let database = PatternDatabase::from_bytes(&[0, 1, 255], 3).unwrap();
    /// assert_eq!((database.distance(1), database.distance(2)), (Some(1), None));
    /// assert_eq!(database.as_bytes(), [0, 1, 255]);
    /// assert!(PatternDatabase::from_bytes(&[0, 1], 3).is_none());
    /// ```
    pub fn from_bytes(bytes: &[u8], size: usize) -> Option<PatternDatabase> {
        if bytes.len() != size {
            return None;
        }
        let copy = |distances: &mut [u8]| {
            distances.copy_from_slice(bytes);
            Ok::<_, StopReason>(())
        };
        PatternDatabase::filled(size, copy).ok()
    }

    /// Returns the database of this size whose distances `fill` writes, each of which is 255 before. For databases that
    /// are read, or built in a way of their own. Whether the distances are right is not checked.
    ///
    /// # Errors
    /// Those of `fill`, and [`StopReason::Memory`] if the system refuses the memory.
    pub fn filled<E: From<StopReason>>(
        size: usize,
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<PatternDatabase, E> {
        let mut distances = Slots::free(size, &mut WatchPoller::new(None))?;
        fill(distances.as_flattened_mut())?;
        Ok(PatternDatabase { distances })
    }
}

impl fmt::Debug for PatternDatabase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("PatternDatabase").field("size", &self.distances.len()).finish_non_exhaustive()
    }
}

impl PartialEq for PatternDatabase {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for PatternDatabase {}

struct Search<'a, 'w, A: Pattern> {
    pattern: &'a A,
    limits: Limits,
    poller: WatchPoller<'w>,
    budget: Budget,
    distances: Slots<[u8; 1]>,
    /// The states of each distance, some of them reached at a smaller one since.
    buckets: Vec<Segments<A::State>>,
    /// States that a batch has moves back to, with their ranks and their distances on this way.
    reached: Vec<(A::State, usize, u8)>,
    expanded: u64,
    stored: u64,
}

impl<A: Pattern> Search<'_, '_, A> {
    fn run(&mut self) -> Result<(), StopReason> {
        let size = self.pattern.size();
        self.budget.take(size as u64)?;
        // A free slot and a state that is not reached look alike.
        self.distances = Slots::free(size, &mut self.poller)?;
        let goals = self.pattern.goals().expect("a pattern must list its goals (Space::goals)");
        self.budget.grow(&mut self.buckets, usize::from(UNREACHED))?;
        self.buckets.resize_with(UNREACHED.into(), Segments::new);
        for goal in goals {
            refuse_none(&[goal]);
            let rank = self.pattern.rank(&goal);
            self.budget.grow(&mut self.reached, 1)?;
            self.reached.push((goal, rank, 0));
        }
        self.store()?;
        for distance in 0..=FARTHEST {
            let bucket = usize::from(distance);
            if self.buckets[bucket].len() > 0 && u32::from(distance) > self.limits.depth {
                return Err(StopReason::Depth);
            }
            while self.buckets[bucket].len() > 0 {
                if self.stored >= self.limits.states {
                    return Err(StopReason::States);
                }
                self.retract_batch(distance)?;
                self.store()?;
            }
            self.buckets[bucket].free(&mut self.budget);
        }
        self.buckets.clear();
        self.budget.free(&mut self.buckets);
        self.budget.free(&mut self.reached);
        Ok(())
    }

    /// Takes some states of this distance from their bucket, and the moves to them back.
    fn retract_batch(&mut self, distance: u8) -> Result<(), StopReason> {
        let Search { pattern, distances, buckets, reached, budget, .. } = self;
        let mut batch = [(A::State::NONE, 0); BATCH];
        let mut taken = 0;
        while taken < BATCH
            && let Some(state) = buckets[usize::from(distance)].pop()
        {
            let rank = pattern.rank(&state);
            prefetch(distances, rank);
            batch[taken] = (state, rank);
            taken += 1;
        }
        let mut grown = Ok(());
        for (state, rank) in &batch[..taken] {
            // Else it was reached at a smaller distance after it came into this bucket.
            if distances[*rank] == [distance] {
                self.expanded += 1;
                pattern.retract_with_cost(state, |before, cost| {
                    let far = u32::from(distance).saturating_add(cost).min(FARTHEST.into());
                    let rank = pattern.rank(&before);
                    prefetch(distances, rank);
                    if reached.len() == reached.capacity() {
                        grown = grown.and_then(|()| budget.grow(reached, 1));
                    }
                    if grown.is_ok() {
                        reached.push((before, rank, far as u8));
                    }
                });
            }
        }
        grown?;
        let progress = &mut self.poller.progress;
        (progress.depth, progress.frontier) = (distance.into(), buckets[usize::from(distance)].len() as u64);
        (progress.expanded, progress.stored) = (self.expanded, self.stored);
        progress.bytes = budget.used();
        self.poller.work(8 * (taken + reached.len()))
    }

    /// Notes the distances of the states reached that are smaller than those known.
    fn store(&mut self) -> Result<(), StopReason> {
        let Search { distances, buckets, reached, budget, stored, .. } = self;
        for (state, rank, distance) in reached.drain(..) {
            let [known] = &mut distances[rank];
            if distance < *known {
                *stored += u64::from(*known == UNREACHED);
                *known = distance;
                buckets[usize::from(distance)].push(state, budget)?;
            }
        }
        Ok(())
    }
}
