//! The breadth-first searches.

use super::between::Between;
use super::error::SearchError;
use super::keyed::Codec;
use super::lines::ShortestLines;
use super::options::Search;
use super::run::{ByMoves, by_moves, decode, result};
use super::searchable::Searchable;
use super::solution::Exits;
use crate::bfs::{self, Explored, play, step};
use crate::limits::StopReason;
use crate::outcome::{Answer, Stats};
use crate::request::Request;
use crate::runtime::workspace::Workspace;
use crate::space::{Path, Space};

/// An exit, as [`Search::for_each_exit`] visits it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Exit<'a, M> {
    /// Its place among all exits, by length, then by goal.
    pub rank: usize,
    /// Number of first moves that the path has in common with the one visited before; 0 for the first.
    pub shared: usize,
    /// The moves of a shortest path to it.
    pub moves: &'a [M],
}

impl<'s, P> Search<'s, '_, P> {
    /// Finds a path of fewest moves from a start to a goal, or proves that there is none: breadth-first search, from both
    /// ends if the space lists its goals and its moves can be taken back.
    ///
    /// It counts moves, whatever they cost, and so does the [`cost`](super::Solution::cost) of its answer: where moves differ
    /// in cost, a path of more moves may be cheaper, which [`astar`](Search::astar) and [`dijkstra`](Search::dijkstra) find.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // By ferry for 9, or over the bridge in two stages, each for 2.
    /// let ways = graph(["here"], |&at| match at {
    ///     "here" => vec![("there", 9_u32), ("bridge", 2)],
    ///     "bridge" => vec![("there", 2)],
    ///     _ => vec![],
    /// });
    /// let ways = ways.goal(|&at| at == "there").interned();
    /// assert_eq!(Search::new(&ways).shortest()?.cost, 1); // a move
    /// assert_eq!(Search::new(&ways).dijkstra()?.cost, 4); // in two moves
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Of symmetric states only one is searched. The bound of an error says that no path has fewer moves.
    ///
    /// Cost: time proportional to the moves of the states searched; memory for each of these states.
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    pub fn shortest<S, M>(mut self) -> ByMoves<S, M>
    where
        P: Searchable<State = S, Move = M>,
    {
        let keyed = self.space.keyed();
        let (direction, classes) = (self.direction, keyed.has_symmetry());
        let mut path = None;
        let answer = bfs::shortest(&keyed, direction, self.request(), &mut |keys, cancel| {
            path = Some(play(&keyed, keys, classes, cancel)?);
            Ok(())
        });
        by_moves::<P>(&keyed, answer.map(|()| path.expect(PLAYED)))
    }

    /// Finds a path of fewest moves from any of some states to any of others, whatever the starts and goals of the space;
    /// from both ends if moves can be taken back. Symmetry is not used.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// let ring = graph([0_u32], |at| [(at + 1) % 100, (at + 99) % 100]).undirected();
    /// let way = Search::new(&ring).between([3, 50], [90, 95])?;
    /// assert_eq!((way.cost, way.states[0]), (8, 3));
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    pub fn between<S, M>(
        mut self,
        from: impl IntoIterator<Item = S>,
        to: impl IntoIterator<Item = S>,
    ) -> ByMoves<S, M>
    where
        P: Searchable<State = S, Move = M>,
    {
        let keyed = self.space.keyed();
        let keys =
            |states: &mut dyn Iterator<Item = P::State>| states.map(|state| keyed.encode(&state)).collect();
        let between = Between::new(&keyed, keys(&mut from.into_iter()), keys(&mut to.into_iter()));
        let direction = self.direction;
        let mut path = None;
        let answer = bfs::shortest(&between, direction, self.request(), &mut |keys, cancel| {
            path = Some(play(&keyed, keys, false, cancel)?);
            Ok(())
        });
        by_moves::<P>(&keyed, answer.map(|()| path.expect(PLAYED)))
    }

    /// Finds every path of fewest moves, as an iterator that gives one after the other. Two paths differ in their states;
    /// of several moves between the same states, the first is given. Symmetric states count as different.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// let grid = graph([(0_u8, 0_u8)], |&(x, y)| [(x + 1, y), (x, y + 1)]).goal(|&(x, y)| (x, y) == (3, 3));
    /// let lines = Search::new(&grid).all_shortest()?;
    /// assert_eq!(lines.moves(), 6);
    /// assert_eq!(lines.count(), 20); // 6 over 3
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: that of [`shortest`](Search::shortest) from the starts, a pass back over its levels, and memory for the
    /// states on the paths; then, for each path, the moves of the states that it does not share with the one before.
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    pub fn all_shortest(mut self) -> Result<ShortestLines<'s, P>, SearchError>
    where
        P: Searchable,
    {
        let keyed = self.space.keyed();
        let answer = bfs::all_shortest(&keyed, self.request());
        result(answer, |paths, _, stats| (paths, stats))
            .map(|(paths, stats)| ShortestLines::new(keyed, paths, stats))
            .map_err(SearchError::without_best)
    }

    /// Finds every exit and a shortest path to each, ordered by length, then by goal. An exit is a goal that can be
    /// reached without passing another goal. Symmetric states count as different.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // A corridor of the numbers 0 to 9, with exits at 2 and 7.
    /// let corridor = graph([4_u32], |&at| [at.saturating_sub(1), (at + 1).min(9)]).goal(|at| [2, 7].contains(at));
    /// let exits = Search::new(&corridor).exits()?;
    /// assert_eq!(exits.paths[0].states, [4, 3, 2]);
    /// assert_eq!(exits.paths[1].states, [4, 5, 6, 7]);
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: time proportional to the moves of the states reached; memory for each of these states and each path, which
    /// [`for_each_exit`](Search::for_each_exit) does without.
    ///
    /// # Errors
    /// If there is no exit. If the search is stopped; the paths found lead to the nearest exits.
    pub fn exits<S, M>(mut self) -> Result<Exits<S, M>, SearchError<Exits<S, M>>>
    where
        P: Searchable<State = S, Move = M>,
    {
        let keyed = self.space.keyed();
        let answer = exits::<P>(&keyed, self.request());
        let paths = |found: Vec<Path<P::Key, P::Move>>| {
            found.into_iter().map(|path| decode::<P>(&keyed, path)).collect()
        };
        result(answer, |found, _, stats| Exits { paths: paths(found), stats })
    }

    /// Finds every exit, as [`exits`](Search::exits) does, and visits the paths one by one, so that they need not fit
    /// into memory together.
    ///
    /// They come in an order in which paths share many first moves with those before them: some nearest exits first, then
    /// some more. `visit` works with the memory and the watch of the search; an error of it stops the search.
    ///
    /// Returns how many of the nearest exits were visited. If the search is stopped, other exits may have been visited,
    /// too: those whose rank is not below the number that the error has as its best.
    ///
    /// # Errors
    /// If there is no exit, or the search is stopped.
    pub fn for_each_exit<M>(
        mut self,
        mut visit: impl FnMut(Exit<M>, &mut Workspace) -> Result<(), StopReason>,
    ) -> Result<(usize, Stats), SearchError<usize>>
    where
        P: Searchable<Move = M>,
    {
        let keyed = self.space.keyed();
        let answer = visit_exits::<P>(&keyed, self.request(), |rank, shared, _, moves, workspace| {
            visit(Exit { rank, shared, moves }, workspace)
        });
        let stats = answer.stats;
        result(answer, |count, _, _| count).map(|count| (count, stats))
    }

    /// Explores every reachable state: how many there are at each distance, the goals among them, dead ends, the number of
    /// shortest paths, and a path to a farthest state.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // A knight on a board of three by three squares.
    /// let knight = graph([0_u8], |&at| {
    ///     let apart = move |to: &u8| (at / 3).abs_diff(to / 3) * (at % 3).abs_diff(to % 3) == 2;
    ///     (0..9).filter(apart)
    /// });
    /// let found = Search::new(&knight.goal(|&at| at == 8)).explore()?;
    /// assert_eq!(found.levels, [1, 2, 2, 2, 1]); // all squares but the middle
    /// assert_eq!(found.shortest_paths.unwrap().to_string(), "2");
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: time proportional to the moves of the reachable states; memory for each of them.
    ///
    /// # Errors
    /// If the search is stopped. What it found covers the complete levels; if its watch stopped it, results that would take
    /// long are left out.
    pub fn explore<S, M>(mut self) -> Result<Explored<S, M>, SearchError<Explored<S, M>>>
    where
        P: Searchable<State = S, Move = M>,
    {
        let (keyed, goals) = (self.space.keyed(), self.goals);
        let mut farthest = None;
        let answer = bfs::explore(&keyed, goals, self.request(), &mut |states, cancel| {
            farthest = Some(play(&keyed, states, false, cancel)?);
            Ok(())
        });
        result(answer, |found, _, stats| Explored {
            levels: found.levels,
            classes: found.classes,
            dead_ends: found.dead_ends,
            goals: found.goals,
            shortest_paths: found.shortest_paths,
            farthest: farthest.map(|path| decode::<P>(&keyed, path)),
            stats,
        })
    }

    /// Visits every reachable state with its distance from the start: nearest first, those of one distance in no particular
    /// order, and none of a distance that the search did not complete.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// let mut sum = 0;
    /// let halves = graph([100_u32], |n| [n / 2, n / 3]);
    /// Search::new(&halves).for_each_state(|state, distance| sum += state * distance)?;
    /// assert_eq!(sum, 50 + 33 + 2 * (25 + 16 + 11) + 3 * (12 + 8 + 5 + 3) + 4 * (6 + 4 + 2 + 1));
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: time proportional to the moves of the reachable states; memory for each of them.
    ///
    /// # Errors
    /// If the search is stopped.
    pub fn for_each_state<S>(self, visit: impl FnMut(S, u32)) -> Result<Stats, SearchError>
    where
        P: Searchable<State = S>,
    {
        self.visit_states(false, visit)
    }

    /// Visits one state of each symmetry class with its distance, as [`for_each_state`](Search::for_each_state) visits them
    /// all.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // A walk from 0, where n and -n are mirror images.
    /// let walk = graph([0_i8], |n| [n - 1, n + 1].into_iter().filter(|n| n.abs() <= 9));
    /// let mut seen = 0;
    /// Search::new(&walk.symmetry(|n| n.abs())).for_each_class(|_, _| seen += 1)?;
    /// assert_eq!(seen, 10);
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// # Errors
    /// If the search is stopped.
    pub fn for_each_class<S>(self, visit: impl FnMut(S, u32)) -> Result<Stats, SearchError>
    where
        P: Searchable<State = S>,
    {
        self.visit_states(true, visit)
    }

    fn visit_states(
        mut self,
        classes: bool,
        mut visit: impl FnMut(P::State, u32),
    ) -> Result<Stats, SearchError>
    where
        P: Searchable,
    {
        let (keyed, goals) = (self.space.keyed(), self.goals);
        let answer = bfs::visit_states(&keyed, (goals, classes), self.request(), &mut |key, distance| {
            visit(keyed.decode(key), distance)
        });
        result(answer, |(), _, stats| stats).map_err(SearchError::without_best)
    }
}

const PLAYED: &str = "a path that was found was played";

/// Lists the paths to the exits in the order of their ranks.
fn exits<P: Searchable>(keyed: &P::Keyed<'_>, request: Request) -> Answer<Vec<Path<P::Key, P::Move>>> {
    let mut paths = Vec::new();
    let answer = visit_exits::<P>(keyed, request, |rank, _, states, moves, workspace| {
        workspace.reserve(&mut paths, 1)?;
        workspace.take((size_of_val(states) + size_of_val(moves)) as u64)?;
        paths.push((rank, Path { states: states.to_vec(), moves: moves.to_vec() }));
        Ok(())
    });
    paths.sort_unstable_by_key(|path| path.0);
    answer.map(|count| paths.into_iter().take(count).map(|path| path.1).collect())
}

/// Visits the exits, each with its rank, the number of first moves that its path has in common with the one before, and
/// its states and moves.
fn visit_exits<P: Searchable>(
    keyed: &P::Keyed<'_>,
    request: Request,
    mut visit: impl FnMut(usize, usize, &[P::Key], &[P::Move], &mut Workspace) -> Result<(), StopReason>,
) -> Answer<usize> {
    let mut moves = Vec::new();
    bfs::visit_exits(keyed, request, &mut |exit, workspace| {
        moves.truncate(exit.shared);
        workspace.reserve(&mut moves, exit.states.len() - 1 - exit.shared)?;
        for pair in exit.states[exit.shared..].windows(2) {
            moves.push(step(keyed, &pair[0], &pair[1], false, workspace.cancel)?.0);
        }
        visit(exit.rank, exit.shared, exit.states, &moves, workspace)
    })
}
