//! The rules, laid out for speed: what the enemies that do not look at Pac-Man will do is a table
//! over time, and what can happen to Pac-Man next is one byte to look up.

use super::map::{Kind, Map};
use super::maze::{Maze, NONE, STAY};

/// The characters of Pac-Man's moves, in the order of [`super::map::DIRECTIONS`], staying last.
pub const MOVES: [char; 5] = ['j', 'h', 'k', 'l', '.'];

/// An enemy's cell and the direction in which it came there, in one number.
///
/// At the start there is no direction yet, and any will do: the first move does not ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chaser(pub u16);

impl Chaser {
    fn new(cell: u16, heading: usize) -> Chaser {
        Chaser(cell << 2 | heading as u16)
    }

    /// Where it is.
    pub fn cell(self) -> u16 {
        self.0 >> 2
    }

    fn heading(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// An enemy as the map has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enemy {
    /// How it chooses its way.
    pub kind: Kind,
    /// Where it starts.
    pub start: u16,
}

/// A map made ready for play.
#[derive(Clone, Debug)]
pub struct Game {
    map: Map,
    maze: Maze,
    enemies: Vec<Enemy>,
    chasers: Vec<Enemy>,
    /// For each enemy that does not chase, its cell at every time.
    timetables: Vec<Vec<u16>>,
    /// For each time and cell a bit for each move that neither meets a wall nor a timetable.
    safe: Vec<u8>,
    /// For each time and cell: moves that can be made before a timetable catches Pac-Man, whatever
    /// he does; `u16::MAX` where he can last to the end.
    life: Vec<u16>,
}

impl Game {
    /// Makes the tables. They take three bytes for each open cell and unit of time.
    pub fn new(map: Map) -> Game {
        let maze = Maze::new(&map);
        let mut enemies = Vec::new();
        for (cell, &(x, y)) in maze.place.iter().enumerate() {
            if let Some(kind) = Kind::from_letter(map.at(x as usize, y as usize) as char) {
                enemies.push(Enemy { kind, start: cell as u16 });
            }
        }
        let time = map.time() as usize;
        let timetables: Vec<Vec<u16>> = enemies
            .iter()
            .filter(|enemy| !enemy.kind.chases())
            .map(|enemy| timetable(&maze, *enemy, time))
            .collect();
        let cells = maze.place.len();
        let walls: Vec<u8> = maze
            .next
            .iter()
            .map(|next| (0..5).filter(|&way| next[way] != NONE).fold(0, |mask, way| mask | 1 << way))
            .collect();
        let mut safe = Vec::with_capacity(cells * time);
        for t in 0..time {
            let base = safe.len();
            safe.extend_from_slice(&walls);
            let now = &mut safe[base..];
            for table in &timetables {
                let (from, to) = (table[t], table[t + 1]);
                now[usize::from(to)] &= !(1 << STAY);
                for way in 0..STAY {
                    let beside = maze.next[usize::from(to)][way];
                    if beside != NONE {
                        now[usize::from(beside)] &= !(1 << (way ^ 2));
                    }
                    // The enemy goes this way, so the way back into its old cell is a swap.
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
        let chasers = enemies.iter().copied().filter(|enemy| enemy.kind.chases()).collect();
        Game { map, maze, enemies, chasers, timetables, safe, life }
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The maze of the map.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// Every enemy, in reading order.
    pub fn enemies(&self) -> &[Enemy] {
        &self.enemies
    }

    /// The time limit.
    pub fn time(&self) -> u32 {
        self.map.time()
    }

    /// How many dots there are.
    pub fn dots(&self) -> usize {
        self.maze.dots
    }

    /// The V and H, in reading order, at the start.
    pub fn chasers(&self) -> impl Iterator<Item = Chaser> {
        self.chasers.iter().map(|enemy| Chaser::new(enemy.start, 0))
    }

    /// Where the enemies that do not chase are at a time, in reading order of their starts.
    pub fn scheduled(&self, time: u32) -> impl Iterator<Item = u16> {
        self.timetables.iter().map(move |table| table[time as usize])
    }

    /// The moves at a time and cell that neither meet a wall nor an enemy with a timetable: bit `i`
    /// for `MOVES[i]`. The chasers are not asked.
    pub fn safe(&self, time: u32, cell: u16) -> u8 {
        self.safe[time as usize * self.maze.place.len() + usize::from(cell)]
    }

    /// How many moves can be made at a time and cell before the timetables alone catch Pac-Man,
    /// whatever he does; `u16::MAX` where he can last to the end.
    pub fn life(&self, time: u32, cell: u16) -> u16 {
        self.life[time as usize * self.maze.place.len() + usize::from(cell)]
    }

    /// The `index`th chaser's next step, Pac-Man standing at `pacman` before it.
    pub fn chase(&self, index: usize, chaser: Chaser, time: u32, pacman: u16) -> Chaser {
        let cell = usize::from(chaser.cell());
        let next = &self.maze.next[cell];
        let way = if time == 0 {
            first_open(next)
        } else {
            match self.maze.degree[cell] {
                1 | 2 => onwards(next, self.maze.degree[cell], chaser.heading()),
                _ => {
                    let (px, py) = self.maze.place[usize::from(pacman)];
                    let (ex, ey) = self.maze.place[cell];
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

fn first_open(next: &[u16; 5]) -> usize {
    (0..STAY).find(|&way| next[way] != NONE).expect("an enemy can move")
}

/// Where the maze leaves no choice: back out of a dead end, on through a corridor.
fn onwards(next: &[u16; 5], degree: u8, heading: usize) -> usize {
    let back = heading ^ 2;
    if degree == 1 {
        return back;
    }
    (0..STAY).find(|&way| way != back && next[way] != NONE).expect("a corridor goes on")
}

fn timetable(maze: &Maze, enemy: Enemy, time: usize) -> Vec<u16> {
    let mut cell = enemy.start;
    let mut heading = 0;
    let mut left_first = enemy.kind != Kind::R;
    let mut table = vec![cell];
    for t in 0..time {
        let next = &maze.next[usize::from(cell)];
        let degree = maze.degree[usize::from(cell)];
        heading = if t == 0 {
            first_open(next)
        } else if degree <= 2 {
            onwards(next, degree, heading)
        } else {
            let (left, right) = ((heading + 3) % 4, (heading + 1) % 4);
            let wishes = if left_first { [left, heading, right] } else { [right, heading, left] };
            if enemy.kind == Kind::J {
                left_first = !left_first;
            }
            wishes.into_iter().find(|&way| next[way] != NONE).expect("an intersection has another way out")
        };
        cell = next[heading];
        table.push(cell);
    }
    table
}
