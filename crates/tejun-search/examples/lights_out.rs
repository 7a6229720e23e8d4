//! Lights Out on four by four lamps: pressing a lamp toggles it and its neighbours. The space has the
//! symmetries of the square, so the search runs on symmetry classes.
//!
//! `cargo run --example lights_out`

use tejun_search::{Moves, Search, Space, check_space};

const SIDE: usize = 4;
const LAMPS: usize = SIDE * SIDE;

struct LightsOut {
    /// The lamps that each lamp toggles.
    switches: [u32; LAMPS],
    start: u32,
}

impl LightsOut {
    fn new(start: u32) -> Self {
        let near = |a: usize, b: usize| (a / SIDE).abs_diff(b / SIDE) + (a % SIDE).abs_diff(b % SIDE) <= 1;
        let switched = |lamp| (0..LAMPS).filter(|&other| near(lamp, other)).map(|other| 1 << other).sum();
        LightsOut { switches: std::array::from_fn(switched), start }
    }
}

/// The lamps after a rotation or a reflection of the board.
fn image(state: u32, to: impl Fn(usize, usize) -> (usize, usize)) -> u32 {
    let lit = (0..LAMPS).filter(|lamp| state >> lamp & 1 == 1);
    lit.map(|lamp| to(lamp / SIDE, lamp % SIDE)).map(|(row, column)| 1 << (row * SIDE + column)).sum()
}

impl Space for LightsOut {
    /// One bit per lamp, set if it is on.
    type State = u32;
    type Move = usize;
    type Cost = u32;
    // Pressing a lamp twice changes nothing.
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(self.start);
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 0
    }

    fn goals(&self) -> Option<Vec<u32>> {
        Some(vec![0])
    }

    fn expand(&self, state: &u32, mut visit: impl FnMut(usize, u32)) {
        for (lamp, switched) in self.switches.iter().enumerate() {
            visit(lamp, state ^ switched);
        }
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn canonical(&self, state: &u32) -> u32 {
        let (mut least, mut turned) = (*state, *state);
        for _ in 0..4 {
            turned = image(turned, |row, column| (column, SIDE - 1 - row));
            least = least.min(turned).min(image(turned, |row, column| (column, row)));
        }
        least
    }
}

fn main() {
    let space = LightsOut::new(0b1111_1001_1001_1111);
    check_space(&space, 1000).expect("the space keeps its contract");

    // Searches from both ends, because the goal is listed and moves can be taken back.
    let path = Search::new(&space).shortest().expect("this start is solvable");
    println!("lamps to press: {:?}; {} classes of states were stored", path.moves, path.stats.stored);

    let all = Search::new(&space).explore().expect("nothing stops the search");
    println!("{:?} states by distance, {} classes", all.levels, all.classes.unwrap());
    assert!(all.levels.iter().sum::<u64>() <= 1 << LAMPS);
}
