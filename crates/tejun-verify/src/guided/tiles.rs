//! Sliding tiles: pattern databases lead a depth-first search. That half of all orders cannot be reached needs none.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::databases::{NONE, build, database_bytes};
use super::{Budget, MOST_BYTES, MOST_POSITIONS};
use crate::certificate::{Certificate, Claim};
use crate::error::VerifyError;
use crate::levels::replay;
use crate::limits::Limits;
use crate::rules::Rules;
use crate::rules::grid::WAYS;
use crate::rules::sliding_tiles::SlidingTiles;

/// Most cells of a board: there are signs for no more tiles.
const CELLS: usize = 25;
/// Most distances that a position is looked up in: each pattern as each symmetry of the goal sees it.
const SLOTS: usize = 24;
/// More slides than any best line on such a board has.
const LONGEST: u64 = 10_000;
/// No cell.
const NOWHERE: u8 = u8::MAX;
/// Positions from which threads begin, for each thread.
const BEGINNINGS: usize = 64;

/// Checks a certificate that names what leads the search. What was looked at, in a few words.
///
/// # Errors
/// If it does not prove what it claims. If the limits end the check.
pub(crate) fn check(
    rules: &SlidingTiles,
    certificate: &Certificate,
    guide: &str,
    limits: &Limits,
) -> Result<String, VerifyError> {
    match (&certificate.claim, guide.strip_prefix("patterns ")) {
        (&Claim::Optimal(cost), Some(patterns)) => {
            replay(rules, &certificate.line, cost)?;
            if cost > LONGEST {
                return Err(VerifyError::new("no best line is that long"));
            }
            let patterns = read(patterns, &rules.names)?;
            let search = Search::new(rules, &patterns, cost as u32, limits)?;
            let positions = search.run(rules, limits)?;
            let distances: usize = search.databases.iter().map(Vec::len).sum();
            let number = patterns.len();
            Ok(format!("{positions} positions, by {number} patterns with {distances} distances"))
        }
        (Claim::Unsolvable, None) if guide == "parity" && certificate.line.is_empty() => {
            match is_odd(rules) {
                true => Ok("an odd order".to_owned()),
                false => {
                    Err(VerifyError::new("the order is even: parity does not rule out that it is solved"))
                }
            }
        }
        (claim, _) => Err(VerifyError::new(format!("{guide:?} does not prove the claim {claim}"))),
    }
}

/// A slide exchanges the gap with a tile and takes the gap to the next cell, which has the other colour of a chessboard. So
/// the number of exchanges from the start to the goal is as odd as the way of the gap.
fn is_odd(rules: &SlidingTiles) -> bool {
    let start = rules.start();
    let gap = start.iter().position(|&tile| tile == 0).unwrap_or(0);
    let homes: Vec<usize> = start.iter().map(|&tile| rules.homes[usize::from(tile)]).collect();
    let earlier =
        |(cell, home): (usize, &usize)| homes[..cell].iter().filter(|before| *before > home).count();
    let exchanges = homes.iter().enumerate().map(earlier).sum::<usize>();
    let ((row, column), (down, across)) = (rules.grid.places[gap], rules.grid.places[homes[gap]]);
    (exchanges + row.abs_diff(down) + column.abs_diff(across)) % 2 == 1
}

/// Reads patterns: tiles that ascend, after a comma those of the next. Each tile is in one, because of patterns that share a tile the
/// distances do not add up.
fn read(text: &str, names: &[u8]) -> Result<Vec<Vec<usize>>, VerifyError> {
    let mut seen = vec![false; names.len()];
    let mut patterns = Vec::new();
    for of in text.split(", ") {
        let mut pattern = Vec::new();
        for word in of.split(' ') {
            let number = word.parse::<u8>().ok().filter(|number| number.to_string() == word);
            let tile = number.and_then(|number| names.binary_search(&number).ok()).filter(|&tile| tile != 0);
            let tile = tile.ok_or_else(|| VerifyError::new(format!("the pattern {of:?} has no tiles")))?;
            if std::mem::replace(&mut seen[tile], true) {
                return Err(VerifyError::new(format!(
                    "tile {word} is twice in the patterns: they do not add up"
                )));
            }
            pattern.push(tile);
        }
        patterns.push(pattern);
    }
    if let Some(tile) = (1..seen.len()).find(|&tile| !seen[tile]) {
        return Err(VerifyError::new(format!("tile {} is in no pattern", names[tile])));
    }
    if !patterns.is_sorted() || !patterns.iter().all(|pattern| pattern.is_sorted()) || patterns.len() > SLOTS
    {
        return Err(VerifyError::new("the patterns do not ascend"));
    }
    Ok(patterns)
}

/// A position on a line that costs less.
#[derive(Clone, Copy)]
struct At {
    /// The tile on each cell.
    tiles: [u8; CELLS],
    gap: u8,
    /// The cell that the gap has left.
    before: u8,
    spent: u32,
    /// The placement of each pattern as each symmetry sees it.
    placements: [u32; SLOTS],
}

/// The board as a symmetry that keeps the goal sees it.
struct View {
    /// The image of each cell.
    cells: Vec<u32>,
    /// For each tile the slot of the pattern that its image is in, and the weight of its digit there.
    digits: Vec<(usize, u32)>,
}

struct Search {
    cost: u32,
    beside: Vec<Vec<usize>>,
    databases: Vec<Vec<u8>>,
    views: Vec<View>,
}

impl Search {
    /// Builds the databases.
    ///
    /// # Errors
    /// If they take too much memory, or the check is to stop.
    fn new(
        rules: &SlidingTiles,
        patterns: &[Vec<usize>],
        cost: u32,
        limits: &Limits,
    ) -> Result<Search, VerifyError> {
        let number = rules.grid.len();
        let sizes: Vec<usize> = patterns.iter().map(Vec::len).collect();
        let taken = database_bytes(number, &sizes).filter(|&bytes| bytes <= MOST_BYTES);
        limits.hold(taken.ok_or_else(|| VerifyError::new("the patterns take too much memory"))?)?;
        let beside: Vec<Vec<usize>> = (0..number)
            .map(|cell| WAYS.iter().filter_map(|&way| rules.grid.beside(cell, way)).collect())
            .collect();
        let sets: Vec<u32> =
            beside.iter().map(|cells| cells.iter().fold(0, |set, cell| set | 1 << cell)).collect();
        let homes = &rules.homes;
        let database = |pattern: &Vec<usize>| {
            let homes: Vec<usize> = pattern.iter().map(|&tile| homes[tile]).collect();
            build(&sets, &homes, rules.homes[0], limits)
        };
        let databases = patterns.iter().map(database).collect::<Result<_, _>>()?;
        let digit = |tile: usize| {
            let of = |(slot, pattern): (usize, &Vec<usize>)| {
                let digit = pattern.iter().position(|&other| other == tile)?;
                Some((slot, (number as u32).pow(digit as u32)))
            };
            patterns.iter().enumerate().find_map(of).unwrap_or_default()
        };
        let identity: Vec<usize> = (0..number).collect();
        let symmetries = rules.grid.symmetries().into_iter().filter(|image| image[homes[0]] == homes[0]);
        let view = |(at, image): (usize, Vec<usize>)| {
            let tile = |&home: &usize| {
                let tile = homes.iter().position(|&other| other == image[home]).unwrap_or(0);
                let (slot, weight) = digit(tile);
                (at * patterns.len() + slot, weight)
            };
            let digits = homes.iter().map(tile).collect();
            View { cells: image.into_iter().map(|cell| cell as u32).collect(), digits }
        };
        let views = std::iter::once(identity).chain(symmetries).take(SLOTS / patterns.len());
        let views = views.enumerate().map(view).collect();
        Ok(Search { cost, beside, databases, views })
    }

    /// The slides that a position needs at least, as a view sees it; `None` if it is never solved.
    fn far(&self, view: usize, at: &At) -> Option<u32> {
        let placements = &at.placements[view * self.databases.len()..];
        let far = |(database, &placement): (&Vec<u8>, &u32)| {
            Some(database[placement as usize]).filter(|&far| far != NONE).map(u32::from)
        };
        self.databases.iter().zip(placements).map(far).sum()
    }

    fn start(&self, rules: &SlidingTiles) -> At {
        let mut at = At { tiles: [0; CELLS], gap: 0, before: NOWHERE, spent: 0, placements: [0; SLOTS] };
        for (cell, tile) in rules.start().into_iter().enumerate() {
            at.tiles[cell] = tile;
            if tile == 0 {
                at.gap = cell as u8;
                continue;
            }
            for view in &self.views {
                let (slot, weight) = view.digits[usize::from(tile)];
                at.placements[slot] += view.cells[cell] * weight;
            }
        }
        at
    }

    /// Adds the positions that the slides from one lead to, but for those that are ruled out. A shortest line never goes back at once.
    ///
    /// # Errors
    /// If one of them is solved.
    fn expand(&self, at: &At, next: &mut Vec<At>) -> Result<(), VerifyError> {
        let gap = usize::from(at.gap);
        'slides: for &from in &self.beside[gap] {
            if from == usize::from(at.before) {
                continue;
            }
            let tile = at.tiles[from];
            let mut slid = At { gap: from as u8, before: at.gap, spent: at.spent + 1, ..*at };
            (slid.tiles[gap], slid.tiles[from]) = (tile, 0);
            for (number, view) in self.views.iter().enumerate() {
                let (slot, weight) = view.digits[usize::from(tile)];
                // Modulo 2^32, what is added may be negative.
                let by = view.cells[gap].wrapping_sub(view.cells[from]).wrapping_mul(weight);
                slid.placements[slot] = slid.placements[slot].wrapping_add(by);
                match self.far(number, &slid) {
                    Some(0) if slid.spent < self.cost => {
                        return Err(VerifyError::new(format!("a line of {} slides solves it", slid.spent)));
                    }
                    Some(far) if slid.spent + far < self.cost => (),
                    _ => continue 'slides,
                }
            }
            next.push(slid);
        }
        Ok(())
    }

    /// Looks at all positions on lines that cost less, and returns how many they are.
    ///
    /// # Errors
    /// If one of them is solved. If they are too many, or the check is to stop.
    fn run(&self, rules: &SlidingTiles, limits: &Limits) -> Result<u64, VerifyError> {
        let start = self.start(rules);
        let budget = Budget::new(MOST_POSITIONS, limits);
        let mut layer = match self.far(0, &start) {
            Some(0) if self.cost > 0 => return Err(VerifyError::new("no slide is needed")),
            Some(far) if far < self.cost => vec![start],
            _ => Vec::new(),
        };
        let threads = limits.threads.max(1);
        while !layer.is_empty() && layer.len() < BEGINNINGS * threads {
            budget.spend(layer.len() as u64)?;
            let mut next = Vec::new();
            layer.iter().try_for_each(|at| self.expand(at, &mut next))?;
            layer = next;
        }
        let waiting = Mutex::new(layer);
        let work = || {
            let (mut stack, mut count) = (Vec::new(), 0);
            loop {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let Some(at) = stack.pop().or_else(next) else { break };
                self.expand(&at, &mut stack)?;
                count += 1;
                if count == Budget::STEP {
                    budget.spend(count)?;
                    count = 0;
                }
            }
            budget.spend(count)
        };
        let work = || {
            if let Err(fault) = work() {
                budget.end(fault)
            }
        };
        thread::scope(|scope| {
            // Where the system starts no thread, the others do its work.
            for _ in 1..threads {
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        budget.finish()
    }
}
