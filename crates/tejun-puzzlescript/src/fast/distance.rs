//! Roughly how far a board is from a win: an order for searches that prove nothing.
//!
//! Each object that a win condition asks for counts how far it is from the nearest partner, around what never moves. Where
//! the [relaxation](super::bound) of one object says more, in sum, that counts.

use super::cells::{self, Cells};
use super::flow::Flow;
use super::geometry::Size;
use crate::game::{Direction, Game, Quantifier};

/// The ways from each cell to each, if nothing moves out of its place that never does.
pub(super) struct Ways {
    cells: usize,
    table: Vec<u16>,
}

/// A win condition on a board: how many of these cells it asks to be among those.
pub(super) struct Asked<const W: usize> {
    pub quantifier: Quantifier,
    pub what: Cells<W>,
    pub on: Cells<W>,
}

/// Two cells that no way joins.
const APART: u16 = u16::MAX;

/// The most pairs of cells that are looked at for a condition.
const MOST_PAIRS: usize = 1 << 14;

/// The most players whose ways are looked at.
const MOST_PLAYERS: usize = 20;

impl Ways {
    /// The ways of what win conditions name.
    pub fn new<const W: usize>(game: &Game, flow: &Flow<W>, size: Size) -> Self {
        let named = game.wins.iter().flat_map(|win| [win.what.objects(), win.on.objects()]);
        let named = named.chain([game.player.objects()]).flatten();
        let layers = named.flat_map(|objects| objects.iter()).map(|object| game.objects[object].layer);
        let blocked = layers
            .filter(|&layer| {
                game.layers[layer].iter().any(|object| flow.possible[object] != flow.always[object])
            })
            .map(|layer| flow.union(&game.layers[layer], &flow.always))
            .reduce(|a, b| cells::and(&a, &b));
        let blocked = blocked.unwrap_or(cells::empty());
        let count = size.cells();
        let mut ways = Ways { cells: count, table: vec![APART; count * count] };
        let directions = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
        let mut queue = Vec::with_capacity(count);
        for from in 0..count {
            let row = &mut ways.table[from * count..][..count];
            queue.clear();
            queue.push(from);
            row[from] = 0;
            let mut next = 0;
            while let Some(&cell) = queue.get(next) {
                next += 1;
                for direction in directions {
                    if size.room(Some(direction), cell) < 2 {
                        continue;
                    }
                    let to = cell.wrapping_add_signed(size.step(Some(direction)));
                    if row[to] == APART && !cells::contains(&blocked, to) {
                        row[to] = row[cell] + 1;
                        queue.push(to);
                    }
                }
            }
        }
        ways
    }

    /// From a cell to the nearest of these; what is apart counts as far as can be.
    fn nearest<const W: usize>(&self, from: usize, to: &Cells<W>) -> u32 {
        let row = &self.table[from * self.cells..][..self.cells];
        let nearest = cells::each(to).map(|cell| row[cell]).min().unwrap_or(APART);
        if nearest == APART { self.cells as u32 } else { nearest.into() }
    }

    /// How far a player is from the nearest object that is not yet as a condition wants it; `None` if there is none, or
    /// too many players.
    pub fn to_player<const W: usize>(&self, asked: &Asked<W>, players: &Cells<W>) -> Option<u32> {
        let Asked { what, on, .. } = asked;
        let open = match asked.quantifier {
            Quantifier::No => cells::and(what, on),
            Quantifier::All => cells::and_not(what, on),
            Quantifier::Some if cells::intersects(what, on) => return None,
            Quantifier::Some => *what,
        };
        if cells::is_empty(&open) || cells::count(players) > MOST_PLAYERS {
            return None;
        }
        cells::each(players).map(|player| self.nearest(player, &open)).min()
    }

    /// How far a board is from what a condition asks.
    pub fn to_condition<const W: usize>(&self, asked: &Asked<W>) -> u32 {
        let Asked { what, on, .. } = asked;
        let others = cells::and_not(what, on);
        let count = cells::count(&others) as u32;
        let is_many = cells::count(&others) * cells::count(on) > MOST_PAIRS;
        match asked.quantifier {
            Quantifier::No => cells::count(&cells::and(what, on)) as u32,
            Quantifier::All if is_many => count,
            Quantifier::All => cells::each(&others).map(|cell| self.nearest(cell, on)).sum(),
            Quantifier::Some if cells::intersects(what, on) => 0,
            Quantifier::Some if is_many => 1,
            Quantifier::Some => {
                let nearest = cells::each(&others).map(|cell| self.nearest(cell, on)).min();
                nearest.unwrap_or(self.cells as u32)
            }
        }
    }
}
