//! The verb `generate rushhour`: Rush Hour positions of a given length.

use super::draw::{self, Kind, METRIC, UNIQUE};
use crate::format::File;
use crate::rules::{Position, Rules};
use crate::{rush_hour, write};
use tejun_core::{
    Call, FamilyVerb, InputError, Observer, Random, VerbAnswer, VerbOption,
    generate::{MOVES, NUMBER},
    input::{self, Keys},
};

const SIDE: usize = rush_hour::SIDE;
/// The row of the red car.
const EXIT_ROW: usize = 2;
/// The least and the greatest number of cars besides the red one.
const CARS: (u64, u64) = (8, 12);

/// The greatest number of walls.
const MOST_WALLS: usize = 6;

const WALLS: VerbOption =
    VerbOption { name: "walls", value: Some("N"), about: "cells that are walls, up to 6 (default: none)" };

/// The verb.
pub(super) fn verb() -> FamilyVerb {
    FamilyVerb {
        path: &["generate", "rushhour"],
        about: "random Rush Hour positions of a given length, among the hardest of their cars",
        arguments: &[],
        options: &[MOVES, WALLS, UNIQUE, NUMBER, METRIC],
        run,
    }
}

fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let walls = call.option(WALLS.name).map_or(Ok(0), |text| {
        text.parse().ok().filter(|&walls| walls <= MOST_WALLS).ok_or_else(|| {
            let text = input::quoted(text);
            InputError::new(format!(
                "{text} is not a number of walls: --{} takes 0 to {MOST_WALLS}",
                WALLS.name
            ))
        })
    })?;
    draw::run(call, 15..=u32::MAX, &Cars { walls }, observer)
}

/// Cars on a board with some walls. Where the cars stand on their lines does not matter.
struct Cars {
    walls: usize,
}

type Cells = [char; SIDE * SIDE];

impl Kind for Cars {
    type Pieces = Cells;

    fn draw(&self, random: &mut Random) -> Option<Cells> {
        let mut cells = ['.'; SIDE * SIDE];
        let red = EXIT_ROW * SIDE + random.below(SIDE as u64 - 1) as usize;
        cells[red..red + 2].fill(rush_hour::RED);
        (0..self.walls).try_for_each(|_| wall(&mut cells, random))?;
        let cars = CARS.0 + random.below(CARS.1 - CARS.0 + 1);
        (0..cars).try_for_each(|_| add(&mut cells, random))?;
        Some(cells)
    }

    /// A car less, a car more, another car, or a wall elsewhere.
    fn change(&self, cells: &Cells, random: &mut Random) -> Option<Cells> {
        let mut cells = *cells;
        if self.walls > 0 && random.below(4) == 0 {
            let walls: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == rush_hour::WALL).collect();
            cells[walls[random.below(walls.len() as u64) as usize]] = '.';
            return wall(&mut cells, random).map(|()| cells);
        }
        let is_car = |c: &char| !['.', rush_hour::RED, rush_hour::WALL].contains(c);
        let mut cars: Vec<char> = cells.iter().copied().filter(is_car).collect();
        cars.sort_unstable();
        cars.dedup();
        let change = random.below(4);
        if change > 0 && !cars.is_empty() {
            let gone = cars[random.below(cars.len() as u64) as usize];
            cells.iter_mut().filter(|c| **c == gone).for_each(|c| *c = '.');
        }
        if change != 1 {
            add(&mut cells, random)?;
        }
        Some(cells)
    }

    fn rules(&self, cells: &Cells) -> Option<Rules> {
        let text = rush_hour::expand(&cells.iter().collect::<String>()).ok()?;
        let (_, keys) = Keys::split(&text).ok()?;
        let (rules, _) = keys.into::<File>().ok()?.rules().ok()?;
        Some(rules)
    }

    /// Letters the cars in reading order.
    fn write(&self, rules: &Rules, position: &Position) -> Option<(String, String)> {
        let drawn = write::board(rules, position).concat();
        let mut cars: Vec<char> = Vec::new();
        let lettered = drawn.chars().map(|c| match c {
            '.' => 'o',
            '#' => rush_hour::WALL,
            rush_hour::RED => c,
            car => {
                let number = cars.iter().position(|&known| known == car).unwrap_or_else(|| {
                    cars.push(car);
                    cars.len() - 1
                });
                (b'B' + number as u8) as char
            }
        });
        let cells: String = lettered.collect();
        let text = rush_hour::expand(&cells).ok()?;
        Some((format!("rushhour:{cells}"), text))
    }
}

/// Adds a wall; `None` if there is no room for it. One in the red car's row would only shorten the row, or shut it.
fn wall(cells: &mut Cells, random: &mut Random) -> Option<()> {
    let fits = |&cell: &usize| cells[cell] == '.' && cell / SIDE != EXIT_ROW;
    let free: Vec<usize> = (0..cells.len()).filter(fits).collect();
    let cell = *free.get(random.below((free.len() as u64).max(1)) as usize)?;
    cells[cell] = rush_hour::WALL;
    Some(())
}

/// Adds a random car; `None` if there is no room for it.
fn add(cells: &mut Cells, random: &mut Random) -> Option<()> {
    let letter = ('B'..='Z').find(|letter| !cells.contains(letter))?;
    let length = if random.below(4) == 0 { 3 } else { 2 };
    let (step, lies) = if random.below(2) == 0 { (1, true) } else { (SIDE, false) };
    let fits = |&head: &usize| {
        let end = if lies { head % SIDE } else { head / SIDE } + length;
        // A second car in the red one's row could never let it out.
        end <= SIDE
            && !(lies && head / SIDE == EXIT_ROW)
            && (0..length).all(|part| cells[head + part * step] == '.')
    };
    let heads: Vec<usize> = (0..cells.len()).filter(fits).collect();
    if heads.is_empty() {
        return None;
    }
    let head = heads[random.below(heads.len() as u64) as usize];
    (0..length).for_each(|part| cells[head + part * step] = letter);
    Some(())
}
