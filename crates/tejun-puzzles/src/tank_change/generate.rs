//! The verb `generate tank-change`: small boards of a given length, found by solving random ones.

use std::collections::HashSet;

use serde::Serialize;
use tejun_search::{Limits, Outcome, StopReason};

use super::format::File;
use super::rules::{Position, Rules};
use super::search;
use tejun_core::{
    Call, FamilyVerb, InputError, Means, Observer, Random, SolveError, VerbAnswer, VerbOption,
    generate::{self, DEPTH, Drawn, MOVES, NUMBER},
    input::Keys,
    question::{Explore, Solve},
};

const SIZE: VerbOption =
    VerbOption { name: "size", value: Some("RxC"), about: "rows and columns of the board (default: 5x5)" };
const TANKS: VerbOption =
    VerbOption { name: "tanks", value: Some("N"), about: "tanks on each side (default: 2)" };

/// Number of boards in a row that may have the wrong length before the generator gives up.
const PATIENCE: u32 = 2000;
/// Maximum number of squares, so that a board is solved and explored in a moment.
const MAX_SQUARES: usize = 24;

/// The verb.
pub(super) fn verb() -> FamilyVerb {
    FamilyVerb {
        path: &["generate", "tank-change"],
        about: "small random boards whose best solution has a given length",
        arguments: &[],
        options: &[MOVES, SIZE, TANKS, DEPTH, NUMBER],
        run,
    }
}

fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let lengths = generate::lengths(call, 10..=u32::MAX)?;
    let number = generate::number(call, &NUMBER, 1)?;
    let tanks = generate::number(call, &TANKS, 2)?;
    let size = generate::size(call.option(SIZE.name).unwrap_or("5x5"), "5x5", 2..=12)?;
    let squares = squares(size).len();
    if squares > MAX_SQUARES || tanks > squares as u64 / 3 {
        return Err(InputError::new(format!(
            "a board of {}x{} has {squares} squares: take {MAX_SQUARES} squares at most, \
             and three or more for each tank of a side",
            size.0, size.1
        )));
    }
    let mut random = Random::new(call.means.seed);
    let mut made = Vec::new();
    let (mut seen, mut failed, mut tries) = (HashSet::new(), 0, 0);
    while (made.len() as u64) < number {
        if failed == PATIENCE {
            if made.is_empty() {
                return Err(InputError::new(format!(
                    "none was found in {PATIENCE} boards: try other lengths, another size or other tanks"
                )));
            }
            // Giving up counts as a limit on the states searched.
            return Ok(generate::answer(made, number, Some(StopReason::States)));
        }
        // Memory for the boards drawn so far. The puzzles made from the good ones take little more.
        let bytes = seen.len() * (size_of::<String>() + size.0 * (size.1 + 1));
        if let Err(reason) = generate::tick(&call.means.limits, observer, (tries, made.len(), bytes)) {
            return Ok(generate::answer(made, number, Some(reason)));
        }
        failed += 1;
        tries += 1;
        let board = draw(&mut random, size, tanks as usize);
        if !seen.insert(board.clone()) {
            continue;
        }
        // A random board may have tanks that see each other, or a square without a road.
        let Ok((rules, start)) = read(&board) else { continue };
        // Longer than wanted counts as unsolvable.
        let depth = call.means.limits.depth.min(*lengths.end());
        let means = Means { limits: Limits { depth, ..call.means.limits }, ..call.means.clone() };
        let line = match solve(&rules, &start, &means, observer)? {
            Outcome::Solved(line) if lengths.contains(&(line.len() as u32)) => line,
            Outcome::Solved(_) | Outcome::Unsolvable | Outcome::Stopped(StopReason::Depth, _) => continue,
            Outcome::Stopped(reason, _) => return Ok(generate::answer(made, number, Some(reason))),
        };
        match measure((&rules, &start), &board, line, &call.means, observer)? {
            Ok(puzzle) => made.push(puzzle),
            Err(reason) => return Ok(generate::answer(made, number, Some(reason))),
        }
        failed = 0;
    }
    Ok(generate::answer(made, number, None))
}

/// The possible squares: every other cell, so that diagonal roads join them.
fn squares((rows, columns): (usize, usize)) -> Vec<usize> {
    (0..rows * columns).filter(|cell| (cell / columns + cell % columns).is_multiple_of(2)).collect()
}

/// Draws a random board: up to a sixth of the squares are left out, one side starts in the upper half and the
/// other in the lower.
fn draw(random: &mut Random, (rows, columns): (usize, usize), tanks: usize) -> String {
    let mut places = squares((rows, columns));
    let holes = random.below(places.len() as u64 / 6 + 1);
    random.shuffle(&mut places);
    places.truncate(places.len() - holes as usize);
    places.sort_unstable();
    let mut board = vec![b'.'; rows * columns];
    places.iter().for_each(|&cell| board[cell] = b'o');
    let middle = places.len() / 2;
    let (upper, lower) = places.split_at_mut(middle);
    for (side, half) in [(b'A', upper), (b'B', lower)] {
        random.shuffle(half);
        half.iter().take(tanks).for_each(|&cell| board[cell] = side);
    }
    let rows: Vec<&str> =
        board.chunks(columns).map(|row| std::str::from_utf8(row).expect("only ASCII was written")).collect();
    rows.join("\n")
}

fn read(board: &str) -> Result<(Rules, Position), InputError> {
    let (_, keys) = Keys::split(&file(board))?;
    keys.into::<File>()?.rules()
}

fn file(board: &str) -> String {
    format!("puzzle = \"tank-change\"\nboard = '''\n{board}'''\n")
}

fn solve(
    rules: &Rules,
    position: &Position,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Outcome<Vec<String>>, InputError> {
    Ok(search::solve(rules, position, &Solve::default(), means, observer).map_err(refused)?.outcome)
}

/// Measures of a board for puzzle designers.
#[derive(Serialize)]
struct Measures {
    instance: String,
    board: Vec<String>,
    moves: usize,
    line: Vec<String>,
    shortest_lines: String,
    one_best_move: f64,
    reachable: u64,
}

impl Measures {
    fn text(&self) -> String {
        format!(
            "{}\n  {} moves at best; {} shortest lines; on this one {:.0}% of the positions have one best move; \
             {} positions can be reached\n  {}\n",
            self.board.join("\n"),
            self.moves,
            self.shortest_lines,
            100.0 * self.one_best_move,
            self.reachable,
            self.line.join(" ")
        )
    }
}

/// Measures the board and reports the result for people and for programs.
fn measure(
    (rules, start): (&Rules, &Position),
    board: &str,
    line: Vec<String>,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Result<Drawn<Measures>, StopReason>, InputError> {
    let mut forced = 0;
    let mut position = start.clone();
    for (played, text) in line.iter().enumerate() {
        let left = (line.len() - played) as u32;
        let short = Means { limits: Limits { depth: left - 1, ..means.limits }, ..means.clone() };
        let mut best = 0;
        for (from, to) in rules.moves(&position) {
            let mut after = position.clone();
            rules.run(&mut after, from, to).expect("it is a legal move");
            match solve(rules, &after, &short, observer)? {
                Outcome::Solved(_) => best += 1,
                Outcome::Unsolvable | Outcome::Stopped(StopReason::Depth, _) => {}
                Outcome::Stopped(reason, _) => return Ok(Err(reason)),
            }
        }
        forced += u32::from(best == 1);
        rules.play(&mut position, text).expect("the line is legal");
    }
    let space = search::explore(rules, start, &Explore::default(), means, observer);
    if let Outcome::Stopped(reason, _) = space.outcome {
        return Ok(Err(reason));
    }
    let moves = line.len();
    let measures = Measures {
        instance: file(board),
        board: board.lines().map(str::to_owned).collect(),
        moves,
        line,
        shortest_lines: space.shortest_lines.to_string(),
        one_best_move: f64::from(forced) / moves as f64,
        reachable: space.states,
    };
    Ok(Ok((measures.text(), measures)))
}

fn refused(error: SolveError) -> InputError {
    InputError::new(error.to_string())
}
