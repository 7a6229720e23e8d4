//! The 8-puzzle with two pattern databases: eight tiles on three by three places, of which four are looked at
//! and the others are forgotten. As every move is counted in one of the halves only, their distances add up.
//!
//! `cargo run --release --example eight_puzzle`

use tejun_search::pattern::{Arrangements, Pattern, PatternDatabase, check_pattern};
use tejun_search::{Moves, Outcome, Request, Search, Space, check_space};

/// Where the gap and the tiles are. In the goal, each is at the place of its number.
type Places = [u8; 9];

/// The places next to a place.
fn near(place: u8) -> impl Iterator<Item = u8> {
    let next = move |other: &u8| (place % 3).abs_diff(other % 3) + (place / 3).abs_diff(other / 3) == 1;
    (0..9).filter(next)
}

struct EightPuzzle {
    start: Places,
    halves: Vec<(Half, PatternDatabase)>,
}

impl Space for EightPuzzle {
    type State = Places;
    /// The tile that moves.
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(Places)) {
        visit(self.start);
    }

    fn is_goal(&self, state: &Places) -> bool {
        state.is_sorted()
    }

    fn expand(&self, state: &Places, mut visit: impl FnMut(u8, Places)) {
        for place in near(state[0]) {
            let tile =
                state.iter().position(|&at| at == place).expect("there is a tile at every other place");
            let mut next = *state;
            next.swap(0, tile);
            visit(tile as u8, next);
        }
    }

    fn bound(&self, state: &Places) -> Option<u32> {
        self.halves.iter().map(|(half, database)| database.bound(half, state)).sum()
    }
}

/// The gap and four of the tiles, from this one on.
struct Half(u8);

const PLACES_OF_HALF: usize = 5;

impl Half {
    fn tiles(&self) -> [u8; PLACES_OF_HALF] {
        [0, self.0, self.0 + 1, self.0 + 2, self.0 + 3]
    }

    fn arrangements(&self) -> Arrangements {
        Arrangements::new(9, PLACES_OF_HALF as u8)
    }
}

impl Space for Half {
    type State = [u8; PLACES_OF_HALF];
    /// The place from which a tile moves, looked at or not.
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    // A database is built from the goals.
    fn starts(&self, _: impl FnMut(Self::State)) {}

    fn is_goal(&self, state: &Self::State) -> bool {
        *state == self.tiles()
    }

    fn goals(&self) -> Option<Vec<Self::State>> {
        Some(vec![self.tiles()])
    }

    fn expand(&self, state: &Self::State, mut visit: impl FnMut(u8, Self::State)) {
        for place in near(state[0]) {
            let mut next = state.map(|at| if at == place { state[0] } else { at });
            next[0] = place;
            visit(place, next);
        }
    }

    fn expand_costs(&self, from: &Self::State, mut visit: impl FnMut(u8, Self::State, u32)) {
        self.expand(from, |place, next| visit(place, next, from[1..].contains(&place).into()));
    }
}

impl Pattern for Half {
    type Whole = Places;

    fn project(&self, whole: &Places) -> Self::State {
        self.tiles().map(|tile| whole[usize::from(tile)])
    }

    fn size(&self) -> usize {
        self.arrangements().count()
    }

    fn rank(&self, state: &Self::State) -> usize {
        self.arrangements().rank(state)
    }
}

fn main() {
    // One of the two positions that are the farthest from the goal.
    let mut puzzle = EightPuzzle { start: [1, 8, 6, 7, 4, 3, 2, 5, 0], halves: Vec::new() };
    for half in [Half(1), Half(5)] {
        check_pattern(&puzzle, &half, 2000).expect("the pattern keeps its contract");
        let answer = PatternDatabase::build(&half, Request::default());
        println!("{} entries from {} states", answer.stats.stored, answer.stats.expanded);
        let Outcome::Solved(database) = answer.outcome else { panic!("there is no limit") };
        puzzle.halves.push((half, database));
    }
    check_space(&puzzle, 2000).expect("the space keeps its contract");

    let line = Search::new(&puzzle).idastar().expect("this position has a solution");
    println!("{} states expanded", line.stats.expanded);
    println!("{} moves, and no way has fewer: {:?}", line.cost, line.moves);
    assert_eq!(line.cost, 31);
}
