//! The verb `generate tank-change`: small boards of a wanted length, found by solving random ones.

use std::collections::HashSet;

use serde_json::{Value, json};
use tejun_search::{Limits, Outcome, StopReason};

use super::TankChange;
use crate::generate::{self, MOVES, NUMBER, Random};
use crate::input::InputError;
use crate::puzzle::{AskError, Audience, Instance, Line, Request};
use crate::registry::Registry;
use crate::verb::{Answer, Call, Verb, VerbOption};

const SIZE: VerbOption =
    VerbOption { name: "size", value: Some("RxC"), about: "rows and columns of the board (default: 5x5)" };
const TANKS: VerbOption =
    VerbOption { name: "tanks", value: Some("N"), about: "tanks on each side (default: 2)" };

/// Boards in a row that may fail to have the wanted length before it gives up.
const PATIENCE: u32 = 2000;
/// Squares at most, so that a board is solved and explored in a moment.
const MOST_SQUARES: usize = 24;

/// The verb.
pub(super) fn verb() -> Verb {
    Verb {
        path: &["generate", "tank-change"],
        about: "small random boards whose best solution has a wanted length",
        arguments: &[],
        options: &[MOVES, SIZE, TANKS, NUMBER],
        run,
    }
}

fn run(call: &Call, audience: &mut dyn Audience) -> Result<Answer, InputError> {
    let lengths = generate::lengths(call, 10..=u32::MAX)?;
    let number = generate::number(call, &NUMBER, 1)?;
    let tanks = generate::number(call, &TANKS, 2)?;
    let size = size(call.option(SIZE.name).unwrap_or("5x5"))?;
    let squares = squares(size).len();
    if squares > MOST_SQUARES || tanks > squares as u64 / 3 {
        return Err(InputError::new(format!(
            "a board of {}x{} has {squares} squares: take {MOST_SQUARES} squares at most, \
             and three or more for each tank of a side",
            size.0, size.1
        )));
    }
    let mut random = Random::new(call.request.seed);
    let mut made = Vec::new();
    let (mut seen, mut failed) = (HashSet::new(), 0);
    while (made.len() as u64) < number {
        if failed == PATIENCE {
            return Err(InputError::new(format!(
                "{} of the {number} wanted were found, then none in {PATIENCE} boards: \
                 try other lengths, another size or other tanks",
                made.len()
            )));
        }
        failed += 1;
        let board = draw(&mut random, size, tanks as usize);
        if !seen.insert(board.clone()) {
            continue;
        }
        // A board may put tanks into each other's sight, or leave a square without a road.
        let Ok(instance) = instance(&board) else { continue };
        // Longer than wanted is as good as unsolvable.
        let depth = call.request.limits.depth.min(*lengths.end());
        let ask = Request { limits: Limits { depth, ..call.request.limits }, ..call.request.clone() };
        let line = match instance.solve(&Line::default(), &ask, audience).map_err(refused)?.outcome {
            Outcome::Solved(line) if lengths.contains(&(line.len() as u32)) => line,
            Outcome::Solved(_) | Outcome::Unsolvable | Outcome::Stopped(StopReason::Depth) => continue,
            Outcome::Stopped(reason) => return Ok(generate::answer(made, Some(reason))),
        };
        match measure(&*instance, &board, line, &call.request, audience)? {
            Ok(puzzle) => made.push(puzzle),
            Err(reason) => return Ok(generate::answer(made, Some(reason))),
        }
        failed = 0;
    }
    Ok(generate::answer(made, None))
}

fn size(text: &str) -> Result<(usize, usize), InputError> {
    let parsed =
        text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    parsed.filter(|&(rows, columns)| (2..=12).contains(&rows) && (2..=12).contains(&columns)).ok_or_else(
        || InputError::new(format!("{text:?} is no size: write rows and columns as 5x5, each from 2 to 12")),
    )
}

/// The places for squares: every other cell, so that diagonal roads join them.
fn squares((rows, columns): (usize, usize)) -> Vec<usize> {
    (0..rows * columns).filter(|cell| (cell / columns + cell % columns).is_multiple_of(2)).collect()
}

/// A board at random: up to a sixth of the squares left out, one side in the upper half and the
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

fn instance(board: &str) -> Result<Box<dyn Instance>, InputError> {
    Registry::new(vec![Box::new(TankChange)]).read(&file(board), None)
}

fn file(board: &str) -> String {
    format!("puzzle = \"tank-change\"\nboard = '''\n{board}'''\n")
}

/// What a designer wants to know of the board, for people and for programs.
fn measure(
    instance: &dyn Instance,
    board: &str,
    line: Vec<String>,
    ask: &Request,
    audience: &mut dyn Audience,
) -> Result<Result<(String, Value), StopReason>, InputError> {
    let mut forced = 0;
    for played in 0..line.len() {
        let before = Line(line[..played].to_vec());
        let left = (line.len() - played) as u32;
        let short = Request { limits: Limits { depth: left - 1, ..ask.limits }, ..ask.clone() };
        let mut best = 0;
        for choice in instance.choices(&before).expect("the line is legal") {
            let mut after = before.clone();
            after.0.push(choice.text);
            match instance.solve(&after, &short, audience).map_err(refused)?.outcome {
                Outcome::Solved(_) => best += 1,
                Outcome::Unsolvable | Outcome::Stopped(StopReason::Depth) => {}
                Outcome::Stopped(reason) => return Ok(Err(reason)),
            }
        }
        forced += u32::from(best == 1);
    }
    let explorer = instance.explorer().expect("every board can be explored");
    let space = explorer.explore(&Line::default(), false, ask, audience).map_err(refused)?;
    if let Outcome::Stopped(reason) = space.outcome {
        return Ok(Err(reason));
    }
    let moves = line.len();
    let one_best = f64::from(forced) / moves as f64;
    let text = format!(
        "{board}\n  {moves} moves at best; {} shortest lines; on this one {:.0}% of the positions have one best move; \
         {} positions can be reached\n  {}\n",
        space.shortest_lines,
        100.0 * one_best,
        space.states,
        line.join(" ")
    );
    let json = json!({
        "instance": file(board),
        "board": board.lines().collect::<Vec<_>>(),
        "moves": moves,
        "line": line,
        "shortest_lines": space.shortest_lines.to_string(),
        "one_best_move": one_best,
        "reachable": space.states,
    });
    Ok(Ok((text, json)))
}

fn refused(error: AskError) -> InputError {
    InputError::new(error.to_string())
}
