//! The searches by cost and bound, and those for any path.

use super::keyed::{Codec, Keyed};
use super::options::Search;
use super::run::{ByCost, ByMoves, by_cost, by_moves};
use super::searchable::Searchable;
use crate::dfs;
use crate::heuristic::{self, Featured};
#[cfg(doc)]
use crate::limits::StopReason;
use crate::state::Packed;

impl<P> Search<'_, '_, P> {
    /// Finds a cheapest path from a start to a goal, or proves that there is none: A*, guided by the
    /// [bound](crate::Space::bound) of the space.
    ///
    /// The proof is as good as the bound: with one that is too high somewhere, the path may cost more than need be and is
    /// called optimal all the same. [`check_space`](crate::check_space) finds such states.
    ///
    /// States are expanded in the order of the cost so far plus the bound. A state is expanded again if a cheaper path to
    /// it is found later, which does not happen where the bound never drops by more than a move costs. Of symmetric
    /// states only one is searched. Runs on one thread.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // A king on a board of 100 by 100 squares, which cost between 1 and 3.
    /// let board = graph([(5_u8, 7_u8)], |&(x, y)| {
    ///     let cost = 1 + u32::from(x) * u32::from(y) % 3;
    ///     (x.saturating_sub(1)..=99.min(x + 1)).flat_map(move |to_x| {
    ///         (y.saturating_sub(1)..=99.min(y + 1)).map(move |to_y| ((to_x, to_y), cost))
    ///     })
    /// });
    /// let board = board.goal(|&at| at == (95, 80)).bound(|&(x, y)| u32::from(x.abs_diff(95).max(y.abs_diff(80))));
    /// let guided = Search::new(&board).astar()?;
    /// let blind = Search::new(&board).dijkstra()?;
    /// assert_eq!(guided.cost, blind.cost);
    /// assert!(guided.stats.expanded < blind.stats.expanded);
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: time proportional to the moves of the states expanded, times a logarithm; memory for each state reached.
    ///
    /// # Errors
    /// If there is no path, or the search is stopped; it may have found some path until then.
    ///
    /// # Panics
    /// If what a path costs does not fit into the type of its costs.
    pub fn astar<S, M, C>(mut self) -> ByCost<S, M, C>
    where
        P: Searchable<State = S, Move = M, Cost = C>,
    {
        let keyed = self.space.keyed();
        let answer = heuristic::astar(&keyed, self.request());
        by_cost::<P>(&keyed, answer)
    }

    /// Finds a cheapest path from a start to a goal, or proves that there is none: Dijkstra's search, which is
    /// [A*](Search::astar) with a bound of 0. The bound of the space is only asked which states are hopeless.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // Steps by 1, 3 or 4, each at the price of its square, from 0 to 11.
    /// let steps = graph([0_u32], |at| [1, 3, 4].map(|step| (at + step, u64::from(step * step))));
    /// let line = Search::new(&steps.goal(|&at| at == 11)).dijkstra()?;
    /// assert_eq!(line.cost, 11);
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// # Errors
    /// As [`astar`](Search::astar).
    ///
    /// # Panics
    /// As [`astar`](Search::astar).
    pub fn dijkstra<S, M, C>(mut self) -> ByCost<S, M, C>
    where
        P: Searchable<State = S, Move = M, Cost = C>,
    {
        let keyed = self.space.keyed();
        let answer = heuristic::dijkstra(&keyed, self.request());
        by_cost::<P>(&keyed, answer)
    }

    /// Finds a cheapest path from a start to a goal, or proves that there is none, in the memory of one path: IDA*,
    /// depth-first searches up to a rising threshold of cost and bound. Like that of [A*](Search::astar), its proof is as good
    /// as the bound.
    ///
    /// A state that several paths lead to is searched once on each of them. So this is for spaces where such states are few
    /// or the [bound](crate::Space::bound) is good, and where the sums of cost and bound take few values. Symmetry is not
    /// used. The limit on [states](Search::states) counts those expanded, all rounds together. Runs on one thread.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // Pancakes are sorted by turning over the upper ones. The bound counts neighbours that do not belong together.
    /// let pile = graph([[5_u8, 2, 7, 4, 1, 6, 3, 8]], |pile| {
    ///     let pile = *pile;
    ///     (2..=8).map(move |upper| {
    ///         let mut turned = pile;
    ///         turned[..upper].reverse();
    ///         turned
    ///     })
    /// });
    /// let pile = pile.goal(|pile| pile.is_sorted()).bound(|pile| {
    ///     let gaps = pile.windows(2).filter(|two| two[0].abs_diff(two[1]) > 1).count();
    ///     gaps as u32 + u32::from(pile[7] != 8)
    /// });
    /// assert_eq!(Search::new(&pile).idastar()?.cost, 8);
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    ///
    /// # Panics
    /// If what a path costs does not fit into the type of its costs.
    pub fn idastar<S, M, C>(mut self) -> ByCost<S, M, C>
    where
        P: Searchable<State = S, Move = M, Cost = C>,
    {
        let keyed = self.space.keyed();
        let answer = heuristic::idastar(&keyed, self.request());
        by_cost::<P>(&keyed, answer)
    }

    /// Finds any path from a start to a goal, or proves that there is none: depth-first search. Often much the fastest where
    /// many paths lead to a goal, or where all of them have the same length. Nothing is proved of the path, and there is no
    /// bound.
    ///
    /// Of symmetric states only one is visited. As a state visited at the limit on [depth](Search::depth) is not visited
    /// again on a shorter path, a search stopped by it may have missed a path of so few moves. Runs on one thread.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // A knight visits every cell of a board of five by five once.
    /// let tour = graph([(1_u32, 0_u8)], |&(visited, at)| {
    ///     let near = move |to: &u8| (at % 5).abs_diff(to % 5) * (at / 5).abs_diff(to / 5) == 2;
    ///     (0..25).filter(near).map(move |to| (visited | 1 << to, to)).filter(move |next| next.0 != visited)
    /// });
    /// let line = Search::new(&tour.goal(|&(visited, _)| visited.count_ones() == 25)).any()?;
    /// assert_eq!(line.moves.len(), 24);
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: time proportional to the moves of the states visited; memory for each of these states.
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    pub fn any<S, M>(mut self) -> ByMoves<S, M>
    where
        P: Searchable<State = S, Move = M>,
    {
        let keyed = self.space.keyed();
        let answer = dfs::any_path(&keyed, self.request());
        by_moves::<P>(&keyed, answer)
    }

    /// Finds some path where an exact search would have to store too many states: a beam that keeps at most `width` states
    /// of a level, those of the least sum of cost and [bound](crate::Space::bound).
    ///
    /// It ends at the first level with a goal, whose path is proved to be a cheapest one only if it costs no more than the
    /// bound of the start. It always ends: it gives up with [`StopReason::Width`] if no state has come nearer to a goal, by
    /// the bound, for two hundred levels; so a space needs a bound of some use. `Unsolvable` if it has dropped no state.
    /// Of symmetric states only one is kept. Runs on one thread.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // Sixteen pancakes; the bound as in the example of `idastar`.
    /// let start = [4_u8, 11, 2, 16, 9, 7, 13, 5, 1, 15, 8, 3, 12, 10, 6, 14];
    /// let pile = graph([start], |pile| {
    ///     let pile = *pile;
    ///     (2..=16).map(move |upper| {
    ///         let mut turned = pile;
    ///         turned[..upper].reverse();
    ///         turned
    ///     })
    /// });
    /// let pile = pile.goal(|pile| pile.is_sorted()).bound(|pile| {
    ///     let gaps = pile.windows(2).filter(|two| two[0].abs_diff(two[1]) > 1).count();
    ///     gaps as u32 + u32::from(pile[15] != 16)
    /// });
    /// let line = Search::new(&pile).beam(100)?;
    /// assert!((15..20).contains(&line.cost));
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: time proportional to the moves of the states kept; memory for each of them.
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    pub fn beam<S, M, C>(mut self, width: usize) -> ByCost<S, M, C>
    where
        P: Searchable<State = S, Move = M, Cost = C>,
    {
        let keyed = self.space.keyed();
        let answer = heuristic::beam(&keyed, width, self.request());
        by_cost::<P>(&keyed, answer)
    }

    /// Finds a path of fewest moves among `room` states: those fewest moves from any of `around`, such as the states of a
    /// path that is to be shortened. What moves cost does not matter.
    ///
    /// If these are all states that moves lead to from `around` and from the starts, no path has fewer moves, and the proof
    /// says so; or there is none at all. Otherwise nothing is proved, and [`StopReason::Width`] says that there is no path
    /// among them. Of the limits, only the memory counts. Runs on one thread.
    ///
    /// ```
    /// use tejun_search::{Proof, Search, graph};
    ///
    /// let grid = graph([(0_u8, 0_u8)], |&(x, y)| {
    ///     [(x.saturating_sub(1), y), (x, y.saturating_sub(1)), ((x + 1).min(200), y), (x, (y + 1).min(200))]
    /// });
    /// let grid = grid.goal(|&at| at == (3, 3));
    /// // A way with a detour.
    /// let long = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (4, 3), (3, 3)];
    /// let line = Search::new(&grid).near(&long, 40)?;
    /// assert_eq!((line.cost, line.proof), (6, Proof::Unproved));
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    ///
    /// Cost: time proportional to the moves of `room` states, twice; memory for them.
    ///
    /// # Errors
    /// If there is no path among them, or the search is stopped.
    pub fn near<S, M>(mut self, around: &[S], room: usize) -> ByMoves<S, M>
    where
        P: Searchable<State = S, Move = M>,
    {
        let keyed = self.space.keyed();
        let around: Vec<P::Key> = around.iter().map(|state| keyed.encode(state)).collect();
        let answer = heuristic::shortest_near(&keyed, &around, room, self.request());
        by_moves::<P>(&keyed, answer.map(|found| found.path))
    }

    /// Finds some path where an exact search would have to store too many states, and nothing is known of the goal: a beam
    /// that keeps at most `width` states of a level, those with the most combinations of three
    /// [features](Featured::features) that no state kept before had. That is the *novelty* of Lipovetzky and Geffner (2012);
    /// it spreads the beam over all kinds of states.
    ///
    /// It ends at the first level with a goal, whose path is proved to be a cheapest one only if it costs no more than the
    /// [bound](crate::Space::bound) of the start. `Unsolvable` if no state was dropped; [`StopReason::Width`] if some were.
    /// Of symmetric states only one is searched, hopeless ones are left out.
    ///
    /// On a large space without a goal within reach it goes on for as long as there are new states: set a
    /// [depth](Search::depth) or a [timeout](Search::timeout).
    ///
    /// Cost: for each move of the states kept, time in the square of the number of features, times that of the new ones. Memory for a state of `w`
    /// bytes: `w` and 23 to 33 more for each ever kept; `w` and 24 for two to four times `width`, and as much for each
    /// thread, with 8,192 successors more; and for the combinations met 16 KiB times `width`, up to 128 MiB and a quarter
    /// of the limit.
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    ///
    /// # Examples
    /// See [`Featured`].
    pub fn novelty_beam<S, M>(mut self, width: usize) -> ByCost<S, M, u32>
    where
        P: Featured<State = S, Move = M>,
        S: Packed,
    {
        let keyed = Keyed(self.space);
        let answer = heuristic::novelty_beam(&keyed, width, self.request());
        by_cost::<P>(&keyed, answer)
    }

    /// Finds some path, the states first that are new: which have a [feature](Featured::features), or if not that two
    /// together, that no state at the same [distance](Featured::distance) had before; of equally new ones those at the least
    /// distance. That is the best-first width search of Lipovetzky and Geffner (2017).
    ///
    /// It ends at the first goal; nothing is proved of the path. `Unsolvable` if all states were searched. Of symmetric
    /// states only one is searched, hopeless ones are left out. Runs on one thread.
    ///
    /// Cost: for each move of the states expanded, time in the number of features, times that of the new ones. Memory for a
    /// state of `w` bytes: `w` and 31 to 49 more; and for the features met 64 MiB, or an eighth of the limit.
    ///
    /// # Errors
    /// If there is no path, or the search is stopped.
    ///
    /// # Examples
    /// As [`novelty_beam`](Search::novelty_beam): see [`Featured`].
    pub fn novelty_first<S, M>(mut self) -> ByCost<S, M, u32>
    where
        P: Featured<State = S, Move = M>,
        S: Packed,
    {
        let keyed = Keyed(self.space);
        let answer = heuristic::novelty_first(&keyed, self.request());
        by_cost::<P>(&keyed, answer)
    }
}
