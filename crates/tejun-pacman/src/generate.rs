//! Random maps: connected, walled in, with loops to escape through and enemies that can move.

use serde::Serialize;

use super::map::{DIRECTIONS, Kind, MAX_SIDE, MAX_TIME, Map};
use tejun_core::{Call, InputError, Observer, Random, VerbAnswer};

/// Percentage of dead ends that are opened. High, so that there is usually a way round.
const BRAID: u64 = 90;
/// Percentage of other walls that are opened.
const LOOPS: u64 = 8;
/// Percentage of pillars that are removed.
const ROOMS: u64 = 3;

/// Makes a random map of a size with these enemies; the same seed gives the same map. `time` defaults to
/// twice the number of dots plus 20, at most [`MAX_TIME`].
///
/// # Errors
///
/// If the size is out of range or too small for the enemies.
pub fn generate(
    width: usize,
    height: usize,
    enemies: &[Kind],
    time: Option<u32>,
    seed: u64,
) -> Result<Map, InputError> {
    if !(5..=MAX_SIDE).contains(&width) || !(5..=MAX_SIDE).contains(&height) {
        let problem = format!("a random map is 5x5 to {MAX_SIDE}x{MAX_SIDE}, not {width}x{height}");
        return Err(InputError::new(problem));
    }
    let mut random = Random::new(seed);
    let mut open = vec![vec![false; width]; height];
    let (columns, rows) = ((width - 1) / 2, (height - 1) / 2);
    let inside = |x: usize, y: usize, (dx, dy): (isize, isize)| {
        let (x, y) = (x as isize + 2 * dx, y as isize + 2 * dy);
        x > 0 && y > 0 && x < 2 * columns as isize + 1 && y < 2 * rows as isize + 1
    };
    let towards = |x: usize, y: usize, (dx, dy): (isize, isize), steps: isize| {
        (x.wrapping_add_signed(steps * dx), y.wrapping_add_signed(steps * dy))
    };

    // A spanning tree of the rooms: extend it from the newest room that has an unvisited neighbour.
    let mut path =
        vec![(2 * random.below(columns as u64) as usize + 1, 2 * random.below(rows as u64) as usize + 1)];
    open[path[0].1][path[0].0] = true;
    while let Some(&(x, y)) = path.last() {
        let ways: Vec<_> = DIRECTIONS
            .into_iter()
            .filter(|&way| {
                inside(x, y, way) && {
                    let (x, y) = towards(x, y, way, 2);
                    !open[y][x]
                }
            })
            .collect();
        if ways.is_empty() {
            path.pop();
            continue;
        }
        let way = ways[random.below(ways.len() as u64) as usize];
        for steps in 1..=2 {
            let (x, y) = towards(x, y, way, steps);
            open[y][x] = true;
        }
        path.push(towards(x, y, way, 2));
    }
    for y in (1..2 * rows).step_by(2) {
        for x in (1..2 * columns).step_by(2) {
            let (closed, opened): (Vec<_>, Vec<_>) =
                DIRECTIONS.into_iter().filter(|&way| inside(x, y, way)).partition(|&way| {
                    let (x, y) = towards(x, y, way, 1);
                    !open[y][x]
                });
            let chance = if opened.len() == 1 { BRAID } else { LOOPS };
            if !closed.is_empty() && random.below(100) < chance {
                let (x, y) = towards(x, y, closed[random.below(closed.len() as u64) as usize], 1);
                open[y][x] = true;
            }
            if x > 1 && y > 1 && random.below(100) < ROOMS {
                open[y - 1][x - 1] = true;
            }
        }
    }
    // A removed pillar with all four walls standing would be an isolated room.
    for y in (2..2 * rows).step_by(2) {
        for x in (2..2 * columns).step_by(2) {
            open[y][x] &= DIRECTIONS.into_iter().any(|way| {
                let (x, y) = towards(x, y, way, 1);
                open[y][x]
            });
        }
    }

    let mut cells: Vec<Vec<u8>> =
        open.iter().map(|row| row.iter().map(|&open| if open { b'.' } else { b'#' }).collect()).collect();
    let mut free: Vec<(usize, usize)> =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|&(x, y)| open[y][x]).collect();
    if free.len() < enemies.len() + 2 {
        let problem = format!("{} enemies do not fit on {width}x{height}: take a larger map", enemies.len());
        return Err(InputError::new(problem));
    }
    let (px, py) = free.swap_remove(random.below(free.len() as u64) as usize);
    cells[py][px] = b'@';
    for &enemy in enemies {
        // The farthest of a few cells from Pac-Man, so that nobody is caught at once.
        let chosen = (0..4)
            .map(|_| random.below(free.len() as u64) as usize)
            .max_by_key(|&index| free[index].0.abs_diff(px) + free[index].1.abs_diff(py))
            .expect("four places were drawn");
        let (x, y) = free.swap_remove(chosen);
        cells[y][x] = enemy.letter() as u8;
    }
    let time = time.unwrap_or((2 * free.len() as u32 + 20).min(MAX_TIME));
    let rows: Vec<String> = cells.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
    Map::from_rows(time, &rows.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What programs get for a map.
#[derive(Serialize)]
struct Generated {
    file: String,
    text: String,
    seed: u64,
}

/// `tejun generate pacman`.
pub(super) fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let size = call.option("size").unwrap_or("21x15");
    let sides =
        size.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let Some((width, height)) = sides else {
        return Err(InputError::new(format!(
            "--size {size:?} is not a size: write it as 21x15, columns first"
        )));
    };
    let mut enemies = Vec::new();
    for letter in call.option("enemies").unwrap_or("VHLRJ").chars() {
        enemies.push(Kind::from_letter(letter).ok_or_else(|| {
            InputError::new(format!("--enemies: {letter:?} is not an enemy: use V, H, L, R and J"))
        })?);
    }
    let time =
        call.option("limit").map(|text| text.parse().ok().filter(|time| (1..=MAX_TIME).contains(time)));
    if time == Some(None) {
        return Err(InputError::new(format!("--limit takes a time from 1 to {MAX_TIME}")));
    }
    let number = tejun_core::generate::number(call, &tejun_core::generate::NUMBER, 1)?;
    let (mut made, mut bytes) = (Vec::new(), 0);
    for index in 0..number {
        if let Err(reason) =
            tejun_core::generate::tick(&call.means.limits, observer, (index, made.len(), bytes))
        {
            return Ok(tejun_core::generate::answer(made, number, Some(reason)));
        }
        let seed = call.means.seed.wrapping_add(index);
        let map = generate(width, height, &enemies, time.flatten(), seed)?;
        let (file, text) = (map.file(), map.text());
        bytes += 2 * file.len() + text.len();
        made.push((file.clone(), Generated { file, text, seed }));
    }
    Ok(tejun_core::generate::answer(made, number, None))
}
