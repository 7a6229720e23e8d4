//! The rules in tables for the searches: what the enemies that ignore Pac-Man will do is tabulated over time,
//! and what can happen to Pac-Man next is one byte to look up.

use super::arena::{Arena, Enemy};
use super::map::Kind;
use super::maze::{Maze, NONE, STAY};

/// An enemy's cell and its heading, in one number.
///
/// At the start the heading is arbitrary: the first move does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chaser(pub u16);

impl Chaser {
    fn new(cell: u16, heading: usize) -> Chaser {
        Chaser(cell << 2 | heading as u16)
    }

    /// Its cell.
    pub fn cell(self) -> u16 {
        self.0 >> 2
    }

    fn heading(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// A game with its tables over time.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    arena: &'a Arena,
    chasers: Vec<Enemy>,
    /// For each time and cell, a bit for each move that meets neither a wall nor a scheduled enemy.
    safe: Vec<u8>,
    /// For each time and cell, the most moves that can be made before a scheduled enemy catches Pac-Man;
    /// `u16::MAX` if he can survive to the end.
    life: Vec<u16>,
}

impl<'a> Schedule<'a> {
    /// Builds the tables. Cost: [`Schedule::bytes`] of memory, and time in proportion.
    pub fn new(arena: &'a Arena) -> Self {
        let maze = arena.maze();
        let time = arena.time() as usize;
        let (cells, walls) = (maze.place.len(), walls(maze));
        let mut safe: Vec<u8> = walls.iter().copied().cycle().take(cells * time).collect();
        for enemy in arena.enemies().iter().filter(|enemy| !enemy.kind.chases()) {
            let mut scheduled = Scheduled::new(*enemy);
            for (t, now) in safe.chunks_exact_mut(cells).enumerate() {
                let from = scheduled.cell;
                scheduled.step(maze, t);
                let to = scheduled.cell;
                now[usize::from(to)] &= !(1 << STAY);
                for way in 0..STAY {
                    let beside = maze.next[usize::from(to)][way];
                    if beside != NONE {
                        now[usize::from(beside)] &= !(1 << (way ^ 2));
                    }
                    // The enemy moves this way, so moving back into its old cell would be a swap.
                    if beside == from {
                        now[usize::from(to)] &= !(1 << way);
                    }
                }
            }
        }
        let mut life = vec![u16::MAX; cells * (time + 1)];
        for t in (0..time).rev() {
            for cell in 0..cells {
                let mask = safe[t * cells + cell];
                let longest = (0..5)
                    .filter(|way| mask >> way & 1 != 0)
                    .map(|way| life[(t + 1) * cells + usize::from(maze.next[cell][way])].saturating_add(1))
                    .max();
                life[t * cells + cell] = longest.unwrap_or(0);
            }
        }
        let chasers = arena.enemies().iter().copied().filter(|enemy| enemy.kind.chases()).collect();
        Schedule { arena, chasers, safe, life }
    }

    /// Size of a game's tables in bytes: three for each open cell and unit of time.
    pub fn bytes(arena: &Arena) -> u64 {
        let cells = arena.maze().place.len() as u64;
        cells * (3 * u64::from(arena.time()) + 2)
    }

    /// The game.
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The V and H enemies in reading order, at the start.
    pub fn chasers(&self) -> impl ExactSizeIterator<Item = Chaser> {
        self.chasers.iter().map(|enemy| Chaser::new(enemy.start, 0))
    }

    /// The moves at this time and cell that meet neither a wall nor a scheduled enemy: bit `i` for
    /// `MOVES[i]`. Chasers are ignored.
    pub fn safe(&self, time: u32, cell: u16) -> u8 {
        self.safe[time as usize * self.arena.maze().place.len() + usize::from(cell)]
    }

    /// The most moves that can be made from this time and cell before a scheduled enemy catches Pac-Man;
    /// `u16::MAX` if he can survive to the end.
    pub fn life(&self, time: u32, cell: u16) -> u16 {
        self.life[time as usize * self.arena.maze().place.len() + usize::from(cell)]
    }

    /// The next step of chaser `index`, with Pac-Man at `pacman` before it.
    pub fn chase(&self, index: usize, chaser: Chaser, time: u32, pacman: u16) -> Chaser {
        let maze = self.arena.maze();
        let cell = usize::from(chaser.cell());
        let next = &maze.next[cell];
        let way = if time == 0 {
            first_open(next)
        } else {
            match maze.degree[cell] {
                1 | 2 => onwards(next, maze.degree[cell], chaser.heading()),
                _ => {
                    let (px, py) = maze.place[usize::from(pacman)];
                    let (ex, ey) = maze.place[cell];
                    let down = match py.cmp(&ey) {
                        std::cmp::Ordering::Greater => Some(0),
                        std::cmp::Ordering::Less => Some(2),
                        std::cmp::Ordering::Equal => None,
                    };
                    let right = match px.cmp(&ex) {
                        std::cmp::Ordering::Greater => Some(3),
                        std::cmp::Ordering::Less => Some(1),
                        std::cmp::Ordering::Equal => None,
                    };
                    let wishes =
                        if self.chasers[index].kind == Kind::V { [down, right] } else { [right, down] };
                    wishes
                        .into_iter()
                        .flatten()
                        .find(|&way| next[way] != NONE)
                        .unwrap_or_else(|| first_open(next))
                }
            }
        };
        Chaser::new(next[way], way)
    }
}

/// For each cell, a bit for each move that meets no wall.
fn walls(maze: &Maze) -> Vec<u8> {
    let open = |next: &[u16; 5]| (0..5).filter(|&way| next[way] != NONE).fold(0, |mask, way| mask | 1 << way);
    maze.next.iter().map(open).collect()
}

fn first_open(next: &[u16; 5]) -> usize {
    (0..STAY).find(|&way| next[way] != NONE).expect("an enemy can move")
}

/// The forced direction: back out of a dead end, or onwards through a corridor.
fn onwards(next: &[u16; 5], degree: u8, heading: usize) -> usize {
    let back = heading ^ 2;
    if degree == 1 {
        return back;
    }
    (0..STAY).find(|&way| way != back && next[way] != NONE).expect("a corridor goes on")
}

/// A moving enemy that ignores Pac-Man.
struct Scheduled {
    kind: Kind,
    cell: u16,
    heading: usize,
    left_first: bool,
}

impl Scheduled {
    fn new(enemy: Enemy) -> Self {
        Scheduled { kind: enemy.kind, cell: enemy.start, heading: 0, left_first: enemy.kind != Kind::R }
    }

    fn step(&mut self, maze: &Maze, time: usize) {
        let next = &maze.next[usize::from(self.cell)];
        let degree = maze.degree[usize::from(self.cell)];
        self.heading = if time == 0 {
            first_open(next)
        } else if degree <= 2 {
            onwards(next, degree, self.heading)
        } else {
            let (left, right) = ((self.heading + 3) % 4, (self.heading + 1) % 4);
            let wishes =
                if self.left_first { [left, self.heading, right] } else { [right, self.heading, left] };
            if self.kind == Kind::J {
                self.left_first = !self.left_first;
            }
            wishes.into_iter().find(|&way| next[way] != NONE).expect("an intersection has another way out")
        };
        self.cell = next[self.heading];
    }
}
