//! The searches as functions that answer with an outcome, whatever it is, so that tests can compare whole answers.

use tejun_search::{Answer, Outcome, Path, Proof, Request, Search, SearchError, SearchErrorKind, Stats};

/// A path and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costed<S, M, C = u32> {
    pub cost: C,
    pub path: Path<S, M>,
}

pub type CostedOf<P> = Costed<
    <P as tejun_search::Space>::State,
    <P as tejun_search::Space>::Move,
    <P as tejun_search::Space>::Cost,
>;

/// Turns the result of a search into its answer; `parts` takes apart what was found: what, proof, bound, stats.
fn answer<T, U>(
    result: Result<T, SearchError<T>>,
    parts: impl Fn(T) -> (U, Proof, Option<i64>, Stats),
) -> Answer<U> {
    match result {
        Ok(found) => {
            let (found, proof, bound, stats) = parts(found);
            Answer { outcome: Outcome::Solved(found), bound, proof, stats }
        }
        Err(error) => {
            let (kind, bound, stats) = (error.kind(), error.bound(), error.stats());
            let best = error.into_best().map(|best| parts(best).0);
            let outcome = match kind {
                SearchErrorKind::Stopped(reason) => Outcome::Stopped(reason, best),
                _ => Outcome::Unsolvable,
            };
            Answer { outcome, bound, proof: Proof::Unproved, stats }
        }
    }
}

pub mod bfs {
    use super::*;
    use tejun_search::{Exits, Explored, Packed, Space};

    pub type ExploredOf<P> = Explored<<P as Space>::State, <P as Space>::Move>;
    pub type PathOf<P> = Path<<P as Space>::State, <P as Space>::Move>;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Direction {
        Forward,
        Bidirectional,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Goals {
        Expanded,
        Terminal,
    }

    pub fn shortest<P: Space<State: Packed>>(
        space: &P,
        direction: Direction,
        request: Request,
    ) -> Answer<PathOf<P>> {
        let search = Search::new(space).with(request);
        let search = if direction == Direction::Forward { search.forward() } else { search };
        answer(search.shortest(), |it| {
            (Path { states: it.states, moves: it.moves }, it.proof, it.bound, it.stats)
        })
    }

    pub fn exits<P: Space<State: Packed>>(space: &P, request: Request) -> Answer<Vec<PathOf<P>>> {
        answer(Search::new(space).with(request).exits(), |Exits { paths, stats, .. }| {
            let nearest = paths.first().map(|path| path.moves.len() as i64);
            (paths, Proof::Optimal, nearest, stats)
        })
    }

    pub fn explore<P: Space<State: Packed>>(
        space: &P,
        goals: Goals,
        request: Request,
    ) -> Answer<ExploredOf<P>> {
        let search = Search::new(space).with(request).terminal_goals(goals == Goals::Terminal);
        answer(search.explore(), |mut it| {
            // They are compared by themselves.
            let stats = std::mem::take(&mut it.stats);
            (it, Proof::Optimal, None, stats)
        })
    }
}

pub mod heuristic {
    use super::*;
    pub use tejun_search::{Featured, pattern::*};
    use tejun_search::{Packed, Solution, Space};

    pub use super::{Costed, CostedOf};

    fn costed<S, M, C>(it: Solution<S, M, C>) -> (Costed<S, M, C>, Proof, Option<i64>, Stats) {
        let path = Path { states: it.states, moves: it.moves };
        (Costed { cost: it.cost, path }, it.proof, it.bound, it.stats)
    }

    pub fn astar<P: Space<State: Packed>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
        answer(Search::new(space).with(request).astar(), costed)
    }

    pub fn dijkstra<P: Space<State: Packed>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
        answer(Search::new(space).with(request).dijkstra(), costed)
    }

    pub fn idastar<P: Space<State: Packed>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
        answer(Search::new(space).with(request).idastar(), costed)
    }

    pub fn novelty_beam<P: Featured<State: Packed>>(
        space: &P,
        width: usize,
        request: Request,
    ) -> Answer<CostedOf<P>> {
        answer(Search::new(space).with(request).novelty_beam(width), costed)
    }

    pub fn novelty_first<P: Featured<State: Packed>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
        answer(Search::new(space).with(request).novelty_first(), costed)
    }

    pub fn shortest_near<P: Space<State: Packed>>(
        space: &P,
        around: &[P::State],
        room: usize,
        request: Request,
    ) -> Answer<Costed<P::State, P::Move>> {
        answer(Search::new(space).with(request).near(around, room), costed)
    }
}

pub mod dfs {
    use super::*;
    use tejun_search::{Packed, Space};

    pub fn any_path<P: Space<State: Packed>>(space: &P, request: Request) -> Answer<super::bfs::PathOf<P>> {
        answer(Search::new(space).with(request).any(), |it| {
            (Path { states: it.states, moves: it.moves }, it.proof, it.bound, it.stats)
        })
    }
}
