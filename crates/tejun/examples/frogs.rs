//! A puzzle of your own, in one file and alone: `cargo run --example frogs list`.
//!
//! Frogs come from the left and toads from the right along a row of stones. Each goes one stone forward or leaps
//! over one of the others, and never goes back. They want to change places.

use std::process::ExitCode;

use tejun_puzzles::input::Keys;
use tejun_puzzles::kit::{Board, cells_of, set_of};
use tejun_puzzles::{
    CellId, Family, FamilyInfo, Gesture, Glyph, InputError, Piece, Puzzle, Registry, Role, Scene, Searches,
    Sentence,
};
use tejun_search::{Moves, Space};

fn main() -> ExitCode {
    tejun::run(Registry::default().with(Family::of::<Frogs>()))
}

/// A state is the set of stones with a frog, and that of stones with a toad.
struct Frogs {
    row: Board,
    start: [u64; 2],
}

impl Space for Frogs {
    type State = [u64; 2];
    type Move = (CellId, CellId);
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut([u64; 2])) {
        visit(self.start);
    }

    fn is_goal(&self, &[frogs, toads]: &[u64; 2]) -> bool {
        let mirrored = |set| set_of(cells_of(set).map(|stone| self.row.len() - 1 - stone));
        [frogs, toads] == [mirrored(self.start[0]), mirrored(self.start[1])]
    }

    fn expand(&self, &[frogs, toads]: &[u64; 2], mut visit: impl FnMut((CellId, CellId), [u64; 2])) {
        let free = |stone: CellId| stone < self.row.len() && (frogs | toads) >> stone & 1 == 0;
        let stop = |next: CellId, second: CellId| [next, second].into_iter().find(|&stone| free(stone));
        for from in cells_of(frogs) {
            if let Some(to) = stop(from + 1, from + 2) {
                visit((from, to), [frogs ^ set_of([from, to]), toads]);
            }
        }
        for from in cells_of(toads) {
            if let Some(to) = stop(from.wrapping_sub(1), from.wrapping_sub(2)) {
                visit((from, to), [frogs, toads ^ set_of([from, to])]);
            }
        }
    }
}

impl Puzzle for Frogs {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&Sentence::english("frogs", "Frogs and Toads")),
        about: Some(&Sentence::english("about", "frogs and toads change places")),
        ..FamilyInfo::new("frogs", "puzzle = 'frogs'\ntitle = 'Three and Three'\nboard = '''\nfff.ttt'''\n")
    };
    const SEARCHES: Searches<Self> = Searches::depth_first();

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let row = Board::read(keys, "board", "ft.", "")?.at_most(63)?;
        Ok(Frogs { start: [set_of(row.drawn("f")), set_of(row.drawn("t"))], row })
    }

    fn write(&self, _: &[u64; 2], (from, to): (CellId, CellId)) -> String {
        format!("{}-{}", self.row.name(from), self.row.name(to))
    }

    fn gesture(&self, _: &[u64; 2], scene: &Scene, (from, to): (CellId, CellId)) -> Gesture {
        scene.carry(from, [to])
    }

    fn scene(&self, &[frogs, toads]: &[u64; 2]) -> Scene {
        let piece = |name, stone| Piece { glyph: Glyph::Disc, ..Piece::new(name, [stone]) };
        let frogs = cells_of(frogs).map(|stone| Piece { role: Role::Hero, ..piece("f", stone) });
        let toads = cells_of(toads).map(|stone| Piece { role: Role::Foe, kind: 1, ..piece("t", stone) });
        self.row.scene().with(frogs).with(toads)
    }
}
