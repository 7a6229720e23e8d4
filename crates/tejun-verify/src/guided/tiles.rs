//! Sliding tiles: pattern databases lead a depth-first search. That half of all orders cannot be reached needs none.

use super::databases::{NONE, build, database_bytes};
use super::{Budget, MOST_BYTES, MOST_POSITIONS, number};
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
            let even = "the order is even: parity does not rule out that it is solved";
            is_odd(rules).then(|| "an odd order".to_owned()).ok_or_else(|| VerifyError::new(even))
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
    let tile = |word: &str| names.binary_search(&number(word)?).ok().filter(|&tile| tile != 0);
    let pattern = |of: &str| {
        let tiles: Option<Vec<usize>> = of.split(' ').map(tile).collect();
        tiles.ok_or_else(|| VerifyError::new(format!("the pattern {of:?} has no tiles")))
    };
    let patterns: Vec<Vec<usize>> = text.split(", ").map(pattern).collect::<Result<_, _>>()?;
    for (tile, name) in names.iter().enumerate().skip(1) {
        let what = match patterns.iter().flatten().filter(|&&other| other == tile).count() {
            0 => "in no pattern",
            1 => continue,
            _ => "twice in the patterns: they do not add up",
        };
        return Err(VerifyError::new(format!("tile {name} is {what}")));
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

/// The board as a symmetry that keeps the goal sees it: for each tile the slot of the pattern that its image is in, and what it adds to
/// the placement from each cell.
type View = Vec<(usize, Vec<u32>)>;

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
        let mut digits = vec![(0, 0); homes.len()];
        for (slot, pattern) in patterns.iter().enumerate() {
            (0..).zip(pattern).for_each(|(digit, &tile)| digits[tile] = (slot, (number as u32).pow(digit)));
        }
        let symmetries = rules.grid.symmetries().into_iter().filter(|image| image[homes[0]] == homes[0]);
        let view = |(at, image): (usize, Vec<usize>)| {
            let tile = |&home: &usize| {
                let tile = homes.iter().position(|&other| other == image[home]).unwrap_or(0);
                let (slot, weight) = digits[tile];
                (at * patterns.len() + slot, image.iter().map(|&cell| cell as u32 * weight).collect())
            };
            homes.iter().map(tile).collect()
        };
        let views = std::iter::once((0..number).collect()).chain(symmetries).take(SLOTS / patterns.len());
        let views = views.enumerate().map(view).collect();
        Ok(Search { cost, beside, databases, views })
    }

    /// The slides that a position needs at least, as a view sees it; `None` if it is never solved.
    fn far(&self, view: usize, at: &At) -> Option<u32> {
        let placements = &at.placements[view * self.databases.len()..];
        let far = self.databases.iter().zip(placements).map(|(database, &at)| database[at as usize]);
        far.map(|far| (far != NONE).then_some(u32::from(far))).sum()
    }

    fn start(&self, rules: &SlidingTiles) -> At {
        let mut at = At { tiles: [0; CELLS], gap: 0, before: NOWHERE, spent: 0, placements: [0; SLOTS] };
        for (cell, tile) in rules.start().into_iter().enumerate() {
            at.tiles[cell] = tile;
            if tile == 0 {
                at.gap = cell as u8;
            }
            for view in &self.views {
                let (slot, adds) = &view[usize::from(tile)];
                at.placements[*slot] += adds[cell];
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
        'slides: for &from in self.beside[gap].iter().filter(|&&from| from != at.before.into()) {
            let tile = at.tiles[from];
            let mut slid = At { gap: from as u8, before: at.gap, spent: at.spent + 1, ..*at };
            (slid.tiles[gap], slid.tiles[from]) = (tile, 0);
            for (number, view) in self.views.iter().enumerate() {
                let (slot, adds) = &view[usize::from(tile)];
                slid.placements[*slot] = slid.placements[*slot] - adds[from] + adds[gap];
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
        let mut waiting = match self.far(0, &start) {
            Some(0) if self.cost > 0 => return Err(VerifyError::new("no slide is needed")),
            Some(far) if far < self.cost => vec![start],
            _ => Vec::new(),
        };
        let mut budget = Budget { seen: 0, most: MOST_POSITIONS, limits };
        while let Some(at) = waiting.pop() {
            budget.spend()?;
            self.expand(&at, &mut waiting)?;
        }
        Ok(budget.seen)
    }
}
