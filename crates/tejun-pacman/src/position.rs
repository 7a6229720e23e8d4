//! A position packed into a few words: 16-bit lanes (Pac-Man's cell, dots left, chasers), then one bit for
//! each dot that is left.

use super::arena::{Arena, MOVES};
use super::maze::NONE;
use super::schedule::{Chaser, Schedule};

/// A position, which is its own key. The time is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<const N: usize>([u64; N]);

const CELL: usize = 0;
const LEFT: usize = 1;
const CHASERS: usize = 2;

/// Number of words that a position of this game takes.
pub fn words(arena: &Arena) -> usize {
    lane_words(arena) + arena.dots().div_ceil(64)
}

fn lane_words(arena: &Arena) -> usize {
    let chasers = arena.enemies().iter().filter(|enemy| enemy.kind.chases()).count();
    (CHASERS + chasers).div_ceil(4)
}

/// The layout of a game's positions, with the rules to expand them.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a, const N: usize> {
    schedule: &'a Schedule<'a>,
    chasers: usize,
    dots_at: usize,
}

impl<const N: usize> Position<N> {
    /// A value that is no position of any play: Pac-Man is in no cell.
    pub const NOWHERE: Position<N> = Position([u64::MAX; N]);

    /// A hash of the position.
    pub fn hashed(&self) -> u64 {
        self.0.iter().fold(0, |mixed, &word| {
            let product = u128::from(mixed ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd134_2543_de82_ef95_u128;
            product as u64 ^ (product >> 64) as u64
        })
    }

    fn lane(&self, lane: usize) -> u16 {
        (self.0[lane / 4] >> (lane % 4 * 16)) as u16
    }

    fn set_lane(&mut self, lane: usize, value: u16) {
        let shift = lane % 4 * 16;
        let word = &mut self.0[lane / 4];
        *word = *word & !(0xffff << shift) | u64::from(value) << shift;
    }

    /// Pac-Man's cell.
    pub fn cell(&self) -> u16 {
        self.lane(CELL)
    }

    /// Number of dots left.
    pub fn left(&self) -> u32 {
        u32::from(self.lane(LEFT))
    }
}

impl<'a, const N: usize> Layout<'a, N> {
    /// The layout for a game. `N` must be at least [`words`].
    pub fn new(schedule: &'a Schedule<'a>) -> Self {
        let arena = schedule.arena();
        assert!(words(arena) <= N, "a position of this arena takes {} words", words(arena));
        Layout { schedule, chasers: schedule.chasers().len(), dots_at: lane_words(arena) }
    }

    /// The game.
    pub fn arena(&self) -> &'a Arena {
        self.schedule.arena()
    }

    /// The game's tables over time.
    pub fn schedule(&self) -> &'a Schedule<'a> {
        self.schedule
    }

    /// The start position.
    pub fn start(&self) -> Position<N> {
        let arena = self.arena();
        let mut start = Position([0; N]);
        start.set_lane(CELL, arena.maze().start);
        start.set_lane(LEFT, arena.dots() as u16);
        for (index, chaser) in self.schedule.chasers().enumerate() {
            start.set_lane(CHASERS + index, chaser.0);
        }
        for dot in 0..arena.dots() {
            start.0[self.dots_at + dot / 64] |= 1 << (dot % 64);
        }
        start
    }

    /// The dots that are left, one bit each.
    pub fn dots<'p>(&self, position: &'p Position<N>) -> &'p [u64] {
        &position.0[self.dots_at..]
    }

    /// The chasers.
    pub fn chasers(&self, position: &Position<N>) -> impl Iterator<Item = Chaser> {
        let position = *position;
        (0..self.chasers).map(move |index| Chaser(position.lane(CHASERS + index)))
    }

    /// The position without its dots: equal for positions that differ only in what is eaten.
    pub fn without_dots(&self, position: &Position<N>) -> Position<N> {
        let mut rest = *position;
        rest.set_lane(LEFT, 0);
        rest.0[self.dots_at..].fill(0);
        rest
    }

    /// The position with all chasers at a fixed place: everything that a walk without enemies depends on.
    pub fn without_chasers(&self, position: &Position<N>) -> Position<N> {
        let mut rest = *position;
        for index in 0..self.chasers {
            rest.set_lane(CHASERS + index, 0);
        }
        rest
    }

    /// Whether every dot left in `a` is also left in `b`.
    pub fn subset(&self, a: &Position<N>, b: &Position<N>) -> bool {
        self.dots(a).iter().zip(self.dots(b)).all(|(a, b)| a & !b == 0)
    }

    /// Visits every legal move at `time` that does not get Pac-Man caught at once: its index in [`MOVES`],
    /// the position it leads to, and the dot it eats, or [`NONE`].
    pub fn expand(&self, time: u32, position: &Position<N>, mut visit: impl FnMut(usize, Position<N>, u16)) {
        let maze = self.arena().maze();
        let cell = position.cell();
        let safe = self.schedule.safe(time, cell);
        if safe == 0 {
            return;
        }
        let mut base = *position;
        for index in 0..self.chasers {
            let chaser = Chaser(position.lane(CHASERS + index));
            base.set_lane(CHASERS + index, self.schedule.chase(index, chaser, time, cell).0);
        }
        'moves: for way in 0..MOVES.len() {
            if safe >> way & 1 == 0 {
                continue;
            }
            let to = maze.next[usize::from(cell)][way];
            for index in 0..self.chasers {
                let now = Chaser(position.lane(CHASERS + index)).cell();
                let then = Chaser(base.lane(CHASERS + index)).cell();
                if then == to || (then == cell && now == to) {
                    continue 'moves;
                }
            }
            let mut after = base;
            after.set_lane(CELL, to);
            let dot = maze.dot[usize::from(to)];
            let mut eaten = NONE;
            if dot != NONE {
                let word = &mut after.0[self.dots_at + usize::from(dot) / 64];
                let bit = 1 << (dot % 64);
                if *word & bit != 0 {
                    *word &= !bit;
                    after.set_lane(LEFT, position.lane(LEFT) - 1);
                    eaten = dot;
                }
            }
            visit(way, after, eaten);
        }
    }
}
