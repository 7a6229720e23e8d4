//! Looks for hard Rush Hour boards by number of walls: simulated annealing, where the worth of a board is how many moves the
//! farthest start of its cars takes, over all their placements. What it prints is proved to take that many moves, not to be
//! the farthest of all boards.
//!
//! ```console
//! $ cargo run --release -p tejun-puzzles --example rush_hour_walls -- MINUTES SEED MOST_WALLS [BOARD...]
//! ```
//!
//! Each half minute, each thread works on the boards with one number of walls. It begins with the best known of them, with
//! those of one wall more or less, or with cars at random. Boards to begin with are 36 characters each.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use tejun_puzzles::question::Hardest;
use tejun_puzzles::{Means, Registry};
use tejun_search::{Limits, Unwatched};

const SIDE: usize = 6;
/// The first cell of the row of the red car.
const RED_ROW: usize = 2 * SIDE;
const EMPTY: u8 = b'o';
const WALL: u8 = b'x';

type Board = [u8; SIDE * SIDE];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % most as u64) as usize
    }

    fn chance(&mut self, probability: f64) -> bool {
        (self.below(1 << 30) as f64) < probability * f64::from(1 << 30)
    }
}

/// The cells of a car, if it fits there.
fn car(board: &Board, at: usize, length: usize, upright: bool) -> Option<Vec<usize>> {
    let (step, room) = if upright { (SIDE, SIDE - at / SIDE) } else { (1, SIDE - at % SIDE) };
    let cells: Vec<usize> = (0..length).map(|n| at + n * step).collect();
    (length <= room && cells.iter().all(|&cell| board[cell] == EMPTY)).then_some(cells)
}

fn remove(board: &mut Board, piece: u8) {
    board.iter_mut().filter(|cell| **cell == piece).for_each(|cell| *cell = EMPTY);
}

/// Adds a car with a letter that is free.
fn add(board: &mut Board, random: &mut Random) {
    let letter = (b'B'..=b'Z').find(|letter| !board.contains(letter));
    let (at, length, upright) = (random.below(SIDE * SIDE), 2 + random.below(2), random.below(2) == 0);
    if let Some((letter, cells)) = letter.zip(car(board, at, length, upright)) {
        cells.into_iter().for_each(|cell| board[cell] = letter);
    }
}

/// Adds a wall in an empty place outside the row of the red car.
fn add_wall(board: &mut Board, random: &mut Random) {
    let free = |&at: &usize| board[at] == EMPTY && at / SIDE != RED_ROW / SIDE;
    let places: Vec<usize> = (0..SIDE * SIDE).filter(free).collect();
    if !places.is_empty() {
        board[places[random.below(places.len())]] = WALL;
    }
}

fn change(board: &mut Board, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(SIDE * SIDE);
        match board[at] {
            EMPTY => add(board, random),
            WALL => {
                add_wall(board, random);
                board[at] = EMPTY;
            }
            b'A' => {
                remove(board, b'A');
                let at = RED_ROW + random.below(SIDE - 1);
                // It may be in the way of itself alone.
                match car(board, at, 2, false) {
                    Some(cells) => cells.into_iter().for_each(|cell| board[cell] = b'A'),
                    None => (0..SIDE - 1)
                        .find_map(|at| car(board, RED_ROW + at, 2, false))
                        .into_iter()
                        .flatten()
                        .for_each(|cell| board[cell] = b'A'),
                }
            }
            piece => {
                remove(board, piece);
                if random.below(4) > 0 {
                    add(board, random);
                }
            }
        }
    }
}

/// The farthest start of the cars of a board, and how many moves it takes.
fn hardest(registry: &Registry, board: &Board) -> Option<(usize, Board)> {
    let text = std::str::from_utf8(board).expect("cells are ASCII");
    // Refused with a wall before the exit.
    let session = registry.read(text, Some("moves")).ok()?;
    // Some 100,000 placements: what is hard has little room.
    let limits = Limits { bytes: 512 << 10, ..Limits::default() };
    let options = Means { limits, ..Means::default() };
    let surveyed =
        session.ask(Hardest::default(), &options, &mut Unwatched).expect("its cars can be placed otherwise");
    if surveyed.outcome.stopped().is_some() {
        return None;
    }
    let start = surveyed.hardest.first()?;
    let mut cells = start.board.iter().flat_map(|row| row.bytes()).map(|cell| match cell {
        b'#' => WALL,
        b'.' => EMPTY,
        car => car,
    });
    Some((surveyed.levels.len() - 1, std::array::from_fn(|_| cells.next().unwrap_or(EMPTY))))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default| words.get(at).map_or(default, |word| word.parse().expect("a number"));
    let (minutes, seed, most) = (number(0, 10), number(1, 1), number(2, 8) as usize);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let registry = &Registry::standard();
    let best: &Mutex<Vec<(usize, Board)>> = &Mutex::new(vec![(0, [EMPTY; SIDE * SIDE]); most + 1]);
    for word in words.iter().skip(3) {
        let board: Board = word.as_bytes().try_into().expect("36 characters");
        let walls = board.iter().filter(|&&cell| cell == WALL).count();
        let known = &mut best.lock().expect("no thread panics")[walls];
        *known = hardest(registry, &board)
            .into_iter()
            .chain([*known])
            .max_by_key(|known| known.0)
            .expect("one is");
    }
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let mut random = Random(seed << 8 | thread as u64);
                for round in thread.. {
                    if Instant::now() >= end {
                        return;
                    }
                    climb(registry, round % (most + 1), end, &mut random, best);
                }
            });
        }
    });
    for (walls, (moves, board)) in best.lock().expect("no thread panics").iter().enumerate() {
        println!("{walls} walls: {moves} moves  {}", String::from_utf8_lossy(board));
    }
}

/// Works on the boards with a number of walls for half a minute.
fn climb(
    registry: &Registry,
    walls: usize,
    end: Instant,
    random: &mut Random,
    best: &Mutex<Vec<(usize, Board)>>,
) {
    let begin = Instant::now();
    let round = Duration::from_secs(30);
    let known = best.lock().expect("no thread panics").clone();
    let from = (walls + random.below(3)).saturating_sub(1).min(known.len() - 1);
    let (mut moves, mut board) = (0, [EMPTY; SIDE * SIDE]);
    if known[from].0 == 0 || random.below(4) == 0 {
        board[RED_ROW..RED_ROW + 2].fill(b'A');
        (0..walls).for_each(|_| add_wall(&mut board, random));
        (0..40).for_each(|_| add(&mut board, random));
    } else if from == walls {
        (moves, board) = known[from];
    } else {
        // The best way to add a wall, or to take one away.
        let (there, instead) = if from < walls { (EMPTY, WALL) } else { (WALL, EMPTY) };
        for at in (0..SIDE * SIDE).filter(|&at| known[from].1[at] == there) {
            let mut next = known[from].1;
            next[at] = instead;
            let found = hardest(registry, &next).filter(|(found, _)| *found > moves);
            (moves, board) = found.unwrap_or((moves, board));
        }
        if moves == 0 {
            return;
        }
    }
    while begin.elapsed() < round && Instant::now() < end {
        let mut next = board;
        change(&mut next, random);
        let Some((found, start)) = hardest(registry, &next) else { continue };
        let heat = 1.2 * (1.0 - begin.elapsed().as_secs_f64() / round.as_secs_f64()) + 0.1;
        if found >= moves || random.chance(((found as f64 - moves as f64) / heat).exp()) {
            (moves, board) = (found, start);
            let best = &mut best.lock().expect("no thread panics")[walls];
            if moves > best.0 {
                *best = (moves, board);
                eprintln!("{walls} walls: {moves} moves  {}", String::from_utf8_lossy(&board));
            }
        }
    }
}
