//! Generates puzzles with exactly one solution.

use std::ops::ControlFlow;

use serde::Serialize;
use tejun_search::{StopReason, Watch};

use super::format::{File, Rule, file, rectangle, size};
use super::katamino::{letters, sets};
use super::rules::{Position, Rules};
use super::shape::{Shape, pentomino, pentomino_letters};
use tejun_core::{
    Call, Ending, InputError, Means, Observer, Random, VerbAnswer,
    generate::{self},
    input::Keys,
};

/// Maximum number of regions tried per puzzle.
const TRIES: usize = 10_000;

/// A puzzle as its file gives it.
struct Generated {
    pieces: String,
    board: String,
}

/// What programs get for a puzzle.
#[derive(Serialize)]
struct Unique {
    pieces: String,
    board: Vec<String>,
    solutions: u32,
    file: String,
}

/// `tejun generate packing`.
pub(super) fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let number = generate::number(call, &generate::NUMBER, 1)? as usize;
    let mut draw = Random::new(call.means.seed);
    let (made, stopped) = match call.option("pieces") {
        Some(pieces) if call.option("board").is_none() => {
            regions(pieces, number, &mut draw, &call.means, observer)?
        }
        Some(_) => return Err(InputError::new("give --board or --pieces, not both")),
        None => {
            let board = call.option("board").unwrap_or("5x6");
            for_board(board, number, &mut draw, &call.means, observer)?
        }
    };
    let puzzle = |made: Generated| {
        let file = file(&made.pieces, Rule::Free, &made.board);
        let board = made.board.lines().map(str::to_owned).collect();
        (file.clone(), Unique { pieces: made.pieces, board, solutions: 1, file })
    };
    let none = made.is_empty() && stopped.is_none();
    let answer = generate::answer(made.into_iter().map(puzzle).collect(), number as u64, stopped);
    Ok(if none { VerbAnswer { ending: Ending::Unsolvable, ..answer } } else { answer })
}

/// Draws sets of pieces that fill a rectangle in exactly one way, from all such sets.
fn for_board(
    board: &str,
    number: usize,
    draw: &mut Random,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<(Vec<Generated>, Option<StopReason>), InputError> {
    let (rows, columns) = size(board)?;
    if rows * columns % 5 != 0 || rows * columns > 60 {
        let what = format!("{board} has {} cells: pentominoes fill 5, 10 ... 60", rows * columns);
        return Err(InputError::new(what));
    }
    let board = rectangle(rows, columns);
    let sets = match sets(&board, Rule::Free, means, watch)? {
        Ok(sets) => sets,
        Err(reason) => return Ok((Vec::new(), Some(reason))),
    };
    let mut unique: Vec<u32> = sets.into_iter().filter(|set| set.1.0 == 1).map(|set| set.0).collect();
    let mut made = Vec::new();
    while made.len() < number && !unique.is_empty() {
        if let Err(reason) = generate::tick(&means.limits, watch, (made.len() as u64, made.len(), 0)) {
            return Ok((made, Some(reason)));
        }
        let set = unique.swap_remove(draw.below(unique.len() as u64) as usize);
        let one = Generated { pieces: letters(set), board: board.clone() };
        match solutions(&one, means, watch)? {
            Err(reason) => return Ok((made, Some(reason))),
            Ok(n) => debug_assert_eq!(n, 1, "{}", one.pieces),
        }
        made.push(one);
    }
    Ok((made, None))
}

/// Makes regions that these pieces fill in exactly one way: lays the pieces side by side at random, as
/// tightly as possible, and keeps the outline if nothing else fills it.
fn regions(
    pieces: &str,
    number: usize,
    draw: &mut Random,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<(Vec<Generated>, Option<StopReason>), InputError> {
    if !(1..=12).contains(&pieces.chars().take(13).count()) {
        return Err(InputError::new("--pieces takes 1 to 12 letters, as in --pieces FPUV"));
    }
    let mut shapes = Vec::new();
    for letter in pieces.chars() {
        let letters = || pentomino_letters().collect::<String>();
        let shape = pentomino(letter).ok_or_else(|| {
            InputError::new(format!("{letter:?} is not a piece: the letters are {}", letters()))
        })?;
        shapes.push(shape.forms(true, true, false).into_iter().collect::<Vec<Shape>>());
    }
    let (mut made, mut bytes) = (Vec::<Generated>::new(), 0);
    for tries in 0..TRIES.saturating_mul(number) {
        if made.len() == number {
            break;
        }
        if let Err(reason) = generate::tick(&means.limits, watch, (tries as u64, made.len(), bytes)) {
            return Ok((made, Some(reason)));
        }
        let one = Generated { pieces: pieces.to_owned(), board: region(&shapes, draw) };
        if made.iter().any(|other| other.board == one.board) {
            continue;
        }
        match solutions(&one, means, watch)? {
            Err(reason) => return Ok((made, Some(reason))),
            Ok(1) => {
                bytes += one.pieces.len() + one.board.len();
                made.push(one);
            }
            Ok(_) => {}
        }
    }
    // The number of tries is a limit on the states searched.
    let stopped = (made.len() < number).then_some(StopReason::States);
    Ok((made, stopped))
}

/// A region that the pieces fill, as rows of text.
fn region(shapes: &[Vec<Shape>], draw: &mut Random) -> String {
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    draw.shuffle(&mut order);
    let mut filled: Vec<(i32, i32)> = Vec::new();
    for piece in order {
        let form = &shapes[piece][draw.below(shapes[piece].len() as u64) as usize];
        // Where the piece touches the others most, so that the outline is shortest; one such place at random.
        let mut best: (usize, Vec<Vec<(i32, i32)>>) = (0, Vec::new());
        for row in -12..13 {
            for column in -12..13 {
                let cells: Vec<(i32, i32)> =
                    form.0.iter().map(|&[_, r, c]| (r as i32 + row, c as i32 + column)).collect();
                if cells.iter().any(|cell| filled.contains(cell)) {
                    continue;
                }
                let beside = |a: &(i32, i32), b: &(i32, i32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
                let contacts = cells.iter().map(|a| filled.iter().filter(|b| beside(a, b)).count()).sum();
                if contacts > best.0 || filled.is_empty() {
                    best = (contacts, Vec::new());
                }
                if contacts == best.0 {
                    best.1.push(cells);
                }
            }
        }
        let at = draw.below(best.1.len() as u64) as usize;
        filled.extend(best.1.swap_remove(at));
    }
    let shape = Shape::flat(filled);
    let [_, rows, columns] = shape.size();
    let mut grid = vec![vec!['#'; columns]; rows];
    for &[_, row, column] in &shape.0 {
        grid[row][column] = 'o';
    }
    grid.into_iter().map(String::from_iter).collect::<Vec<String>>().join("\n")
}

/// Counts the solutions of a puzzle up to symmetry; 2 means more than one. Returns `Err` if stopped.
fn solutions(
    made: &Generated,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Result<u64, StopReason>, InputError> {
    let (_, keys) = Keys::split(&file(&made.pieces, Rule::Free, &made.board))?;
    let rules: Rules = keys.into::<File>()?.rules()?;
    let (tiling, _) = rules.tiling(&Position::default()).map_err(InputError::new)?;
    let mut found = 0;
    let done = tiling.fillings(tejun_search::Request::new(watch).limits(means.limits), &mut |_, _| {
        found += 1;
        if found == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Ok(done.outcome.stopped().map_or(Ok(found), Err))
}
