//! How a search is run, and its answer made a result.

use super::error::{SearchError, SearchErrorKind};
use super::keyed::Codec;
use super::options::Search;
use super::searchable::Searchable;
use super::solution::Solution;
use crate::heuristic::Costed;
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::space::Path;

/// What a search that counts moves returns: a path whose [`cost`](Solution::cost) is the number of its moves, whatever the
/// space says that they cost.
pub type ByMoves<S, M> = Result<Solution<S, M, u32>, SearchError<Solution<S, M, u32>>>;

/// What a search that sums up the costs of moves returns.
pub type ByCost<S, M, C> = Result<Solution<S, M, C>, SearchError<Solution<S, M, C>>>;

impl<P: Searchable> Search<'_, '_, P> {
    /// The request for the search, with all that watch it.
    pub(super) fn request(&mut self) -> Request<'_> {
        let Search { request, watchers, .. } = self;
        let Request { limits, threads, spill, peers, .. } = *request;
        let threads = threads.min(P::MOST_THREADS);
        Request { limits, threads, watch: watchers.as_watch(), spill, peers }
    }
}

/// What is proved of what was found, and what no solution costs less than.
pub(super) type Proved = (Proof, Option<i64>);

/// Turns an answer into a result.
pub(super) fn result<T, U>(
    Answer { outcome, bound, proof, stats }: Answer<T>,
    found: impl FnOnce(T, Proved, Stats) -> U,
) -> Result<U, SearchError<U>> {
    let (kind, best) = match outcome {
        Outcome::Solved(it) => return Ok(found(it, (proof, bound), stats)),
        Outcome::Unsolvable => (SearchErrorKind::Unsolvable, None),
        Outcome::Stopped(reason, best) => (SearchErrorKind::Stopped(reason), best),
    };
    let best = best.map(|best| Box::new(found(best, (Proof::Unproved, bound), stats)));
    Err(SearchError { kind, bound, best, stats })
}

pub(super) fn by_moves<P: Searchable>(
    keyed: &P::Keyed<'_>,
    answer: Answer<Path<P::Key, P::Move>>,
) -> ByMoves<P::State, P::Move> {
    result(answer, |path, (proof, bound), stats| {
        let Path { states, moves } = decode::<P>(keyed, path);
        Solution { cost: moves.len() as u32, states, moves, proof, bound, stats }
    })
}

pub(super) fn by_cost<P: Searchable>(
    keyed: &P::Keyed<'_>,
    answer: Answer<Costed<P::Key, P::Move, P::Cost>>,
) -> ByCost<P::State, P::Move, P::Cost> {
    result(answer, |Costed { cost, path }, (proof, bound), stats| {
        let Path { states, moves } = decode::<P>(keyed, path);
        Solution { states, moves, cost, proof, bound, stats }
    })
}

pub(super) fn decode<P: Searchable>(
    keyed: &P::Keyed<'_>,
    path: Path<P::Key, P::Move>,
) -> Path<P::State, P::Move> {
    let Path { states, moves } = path;
    Path { states: states.into_iter().map(|key| keyed.decode(key)).collect(), moves }
}
