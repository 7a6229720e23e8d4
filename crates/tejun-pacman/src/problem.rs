//! Play as a layered problem, with time as the layer, and the evaluation of positions in a beam.

use tejun_search::layered::Layered;

use super::cover::Cover;
use super::maze::{NONE, STAY};
use super::memory::{Lent, Pool};
use super::position::{Layout, Position};
use super::schedule::Schedule;

/// Where a search starts and what guides it.
#[derive(Clone, Debug)]
pub struct Problem<'a, const N: usize> {
    layout: Layout<'a, N>,
    cover: Option<&'a Cover<'a>>,
    start: (u32, State<N>),
    /// The extra penalty for each dot left, beyond the walk to it.
    weights: &'a [i32],
    /// The weight of [`super::cover::Estimate::joining`].
    joining: i32,
    pool: &'a Pool<N>,
    greedy: bool,
}

/// The cost of one move, in units of the weights.
pub const MOVE: i32 = 16;

/// Work budget for proving one bound, in table entries; it limits the nodes visited.
const PROOF_WORK: usize = 1 << 25;
/// Maximum number of nodes for proving the first bound.
const ROOT_NODES: u32 = 10_000;

/// A position and the sum of the weights of its dots.
#[derive(Clone, Copy, Debug)]
pub struct State<const N: usize> {
    /// The position.
    pub position: Position<N>,
    weight: i32,
}

impl<const N: usize> State<N> {
    /// The state after a move that eats this dot, or none if it is [`NONE`].
    fn after(&self, position: Position<N>, dot: u16, weights: &[i32]) -> Self {
        let eaten = if dot == NONE { 0 } else { weights[usize::from(dot)] };
        State { position, weight: self.weight - eaten }
    }
}

impl<const N: usize> PartialEq for State<N> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}
impl<const N: usize> Eq for State<N> {}
impl<const N: usize> std::hash::Hash for State<N> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<'a, const N: usize> Problem<'a, N> {
    /// A search from the start of a game. `cover` is `None` only if the maze is too open for it.
    pub fn new(
        schedule: &'a Schedule<'a>,
        cover: Option<&'a Cover<'a>>,
        pool: &'a Pool<N>,
        weights: &'a [i32],
        joining: i32,
    ) -> Self {
        let layout = Layout::new(schedule);
        let start = (0, State { position: layout.start(), weight: weights.iter().sum() });
        Problem { layout, cover, start, weights, joining, pool, greedy: false }
    }

    /// The same search with a cheaper evaluation: the number of dots left, and the distance to the nearest.
    pub fn greedy(self) -> Self {
        Problem { greedy: true, ..self }
    }

    /// A proved upper bound on the score, ignoring enemies. It tightens for as long as `go_on` allows.
    pub fn score_bound(&self, mut go_on: impl FnMut() -> bool) -> i64 {
        let (time, state) = self.start;
        let arena = self.layout.arena();
        let left = state.position.left();
        let remaining = arena.time() - time;
        let least = match self.cover {
            Some(cover) if left > 0 => {
                let dots = self.layout.dots(&state.position);
                let most = remaining.min(u32::from(u16::MAX)) as u16;
                let mut nodes = 0;
                let mut go_on = || {
                    nodes += 1;
                    nodes <= ROOT_NODES && go_on()
                };
                let scratch = &mut self.pool.lend();
                u32::from(cover.least(
                    dots,
                    state.position.cell(),
                    most,
                    &mut go_on,
                    &mut scratch.get().cover,
                ))
            }
            _ => left,
        };
        let dots = arena.dots() as i64;
        let unfinished = dots - i64::from(left.saturating_sub(remaining).max(u32::from(left > 0)));
        if least <= remaining { dots + i64::from(remaining - least) } else { unfinished }
    }

    /// A rough cost of the dots left, for a maze too open for the covering walk: a move for each dot, more
    /// for isolated dots, which will cost a detour later, and the distance to the nearest.
    fn roughly(&self, position: &Position<N>) -> i32 {
        let left = |cell| self.is_left(position, cell);
        let lonely: i32 = (0..self.layout.arena().maze().place.len() as u16)
            .filter(|&cell| left(cell))
            .map(|cell| match self.beside(cell).filter(|&next| left(next)).count() {
                0 => 2 * MOVE,
                1 => MOVE / 2,
                _ => 0,
            })
            .sum();
        self.hastily(position) + lonely
    }

    /// A move for each dot left, and the distance to the nearest.
    fn hastily(&self, position: &Position<N>) -> i32 {
        let mut reached = vec![false; self.layout.arena().maze().place.len()];
        reached[usize::from(position.cell())] = true;
        let mut near = vec![position.cell()];
        let mut distance = 0;
        while !near.is_empty() && !near.iter().any(|&cell| self.is_left(position, cell)) {
            let beside = near.iter().flat_map(|&cell| self.beside(cell));
            near = beside.filter(|&cell| !std::mem::replace(&mut reached[usize::from(cell)], true)).collect();
            distance += 1;
        }
        MOVE * (position.left() as i32 + distance)
    }

    fn is_left(&self, position: &Position<N>, cell: u16) -> bool {
        let dot = self.layout.arena().maze().dot[usize::from(cell)];
        dot != NONE && self.layout.dots(position)[usize::from(dot / 64)] >> (dot % 64) & 1 != 0
    }

    fn beside(&self, cell: u16) -> impl Iterator<Item = u16> {
        let next = &self.layout.arena().maze().next[usize::from(cell)];
        next[..STAY].iter().copied().filter(|&next| next != NONE)
    }

    /// The layout of its positions.
    pub fn layout(&self) -> &Layout<'a, N> {
        &self.layout
    }

    /// The time and position it starts from.
    pub fn origin(&self) -> (u32, &Position<N>) {
        (self.start.0, &self.start.1.position)
    }

    /// The same search, starting after a line.
    pub fn after(mut self, line: &[u8]) -> Self {
        for &step in line {
            let (time, state) = self.start;
            let mut next = None;
            // Apply the plain rules without pruning: the line may lead to a lost position.
            self.layout.expand(time, &state.position, |way, position, dot| {
                if way == usize::from(step) {
                    next = Some(state.after(position, dot, self.weights));
                }
            });
            self.start = (time + 1, next.expect("the line was played before"));
        }
        self
    }
}

impl<'a, const N: usize> Layered for Problem<'a, N> {
    type State = State<N>;
    type Move = u8;
    type Group = Position<N>;
    type Scratch = Lent<'a, N>;

    fn scratch(&self) -> Lent<'a, N> {
        self.pool.lend()
    }

    fn start(&self) -> (u32, State<N>) {
        self.start
    }

    fn expand(&self, time: u32, state: &State<N>, mut visit: impl FnMut(u8, State<N>)) {
        let arena = self.layout.arena();
        if state.position.left() == 0 || time == arena.time() {
            return;
        }
        self.layout.expand(time, &state.position, |way, position, dot| {
            let life = u32::from(self.layout.schedule().life(time + 1, position.cell()));
            if life < u32::from(u16::MAX) && life < position.left() {
                return;
            }
            visit(way as u8, state.after(position, dot, self.weights));
        });
    }

    fn score(&self, time: u32, state: &State<N>) -> Option<i64> {
        let arena = self.layout.arena();
        let left = i64::from(state.position.left());
        if left == 0 {
            Some(arena.dots() as i64 + i64::from(arena.time() - time))
        } else {
            (time == arena.time()).then(|| arena.dots() as i64 - left)
        }
    }

    fn bound(&self, time: u32, state: &State<N>, value: i64, scratch: &mut Lent<'a, N>) -> i64 {
        let arena = self.layout.arena();
        let position = &state.position;
        let left = i64::from(position.left());
        let remaining = i64::from(arena.time() - time);
        let dots = arena.dots() as i64;
        // The best score if time runs out first: at least one dot stays, and at most one is eaten per move.
        let unfinished = (dots - 1).min(dots - left + remaining);
        if unfinished > value || left == 0 {
            return dots + remaining - left;
        }
        // So all dots must be eaten, within `most` moves.
        let most = (dots + remaining - value - 1).min(remaining);
        let Some(cover) = self.cover else {
            return if left > most { value } else { dots + remaining - left };
        };
        let mut nodes = PROOF_WORK / cover.work();
        let mut go_on = || {
            nodes = nodes.saturating_sub(1);
            nodes > 0
        };
        let (to_eat, scratch) = (self.layout.dots(position), &mut scratch.get().cover);
        match u16::try_from(most) {
            Ok(most) if cover.within(to_eat, position.cell(), most, &mut go_on, scratch) => {
                dots + remaining - left
            }
            _ => value,
        }
    }

    fn ceiling(&self, time: u32) -> i64 {
        let arena = self.layout.arena();
        arena.dots() as i64 + i64::from(arena.time()) - i64::from(time) - 1
    }

    fn value(&self, _: u32, state: &State<N>, scratch: &mut Lent<'a, N>) -> i64 {
        let estimate = match self.cover {
            _ if self.greedy => self.hastily(&state.position),
            Some(cover) => {
                let position = &state.position;
                let estimate = scratch.get().estimate(self.layout.without_chasers(position), |scratch| {
                    cover.estimate(self.layout.dots(position), position.cell(), scratch)
                });
                MOVE * i32::from(estimate.walk) + self.joining * i32::from(estimate.joining)
            }
            None => self.roughly(&state.position),
        };
        -i64::from(estimate + state.weight)
    }

    fn group(&self, state: &State<N>) -> Position<N> {
        self.layout.without_dots(&state.position)
    }

    fn dominates(&self, a: &State<N>, b: &State<N>) -> bool {
        self.layout.subset(&a.position, &b.position)
    }
}
