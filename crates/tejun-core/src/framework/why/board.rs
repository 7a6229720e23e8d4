//! A position as people see it: what its pieces and cells are called.

use super::tracking::{Tracked, shape, sorted};
use super::words;
use crate::vocabulary::cell::{CellId, Mark};
use crate::vocabulary::facts::FactPiece;
use crate::vocabulary::scene::{Piece, Role, Scene};
use crate::vocabulary::sentence::Reason;
use crate::vocabulary::title::Title;

/// A piece that searches and people see.
pub(super) struct NamedPiece {
    pub seen: Tracked,
    pub piece: FactPiece,
    /// What it is called in a sentence.
    pub title: Title,
    /// Whether it is the main piece: that it must move goes without saying.
    pub is_hero: bool,
    /// Whether no other piece is of its class, so that a position says where it is.
    pub is_alone: bool,
    /// Whether a position says if it is still in its place.
    pub is_traced: bool,
}

pub(super) struct NamedBoard {
    pub pieces: Vec<NamedPiece>,
    pub cells: Vec<String>,
    /// The cells of the goal.
    pub goals: Vec<CellId>,
    /// The class of the main piece if the goal has its shape: nothing else belongs there.
    pub belongs: Option<u32>,
}

/// The column as a letter, and the row from the top.
fn place(row: usize, column: usize) -> String {
    let mut letters = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.insert(0, char::from(b'a' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{letters}{}", row + 1)
}

impl NamedBoard {
    /// Whether pieces of one class also have one name. If not, a position that comes back may have them in each other's
    /// places.
    pub fn is_exact(&self) -> bool {
        let pieces = || self.pieces.iter().map(|piece| (piece.seen.class, &piece.piece.name));
        pieces().all(|(class, name)| pieces().all(|other| other.0 != class || other.1 == name))
    }

    pub fn new(scene: &Scene, seen: Vec<Tracked>, one_at_a_time: bool) -> Self {
        let cells: Vec<String> = scene
            .cells
            .iter()
            .map(|cell| cell.label.clone().unwrap_or_else(|| place(cell.row, cell.column)))
            .collect();
        let face = |piece: &Piece| {
            let face = scene.faces.iter().find(|(name, _)| *name == piece.name);
            face.map_or_else(|| Title::each(|_| piece.name.clone()), |(_, face)| Title::from(*face))
        };
        let faces: Vec<Title> = scene.pieces.iter().map(face).collect();
        let title = |index: usize, cells: &[String]| {
            let face = &faces[index];
            if faces.iter().filter(|other| *other == face).count() == 1 {
                return face.clone();
            }
            // Several look like it: it is told by where it is.
            let first = scene.pieces[index].cells.first().map_or("", |&cell| &cells[cell]);
            let on = Reason::new(&words::ON).with_title("piece", face.clone()).with("cell", first);
            Title::each(|lang| on.text(lang))
        };
        let heroes = scene.pieces.iter().filter(|piece| piece.role == Role::Hero).count();
        let classes: Vec<u32> = seen.iter().map(|seen| seen.class).collect();
        let named = |seen: Tracked| {
            let seen = Tracked { cells: sorted(&seen.cells), ..seen };
            let is_it = |piece: &Piece| sorted(&piece.cells) == seen.cells;
            let index = scene.pieces.iter().rposition(is_it)?;
            let piece = &scene.pieces[index];
            let is_alone = classes.iter().filter(|&&class| class == seen.class).count() == 1;
            Some(NamedPiece {
                piece: FactPiece { name: piece.name.clone(), cells: piece.cells.clone() },
                title: title(index, &cells),
                is_hero: piece.role == Role::Hero && heroes == 1,
                is_alone,
                is_traced: is_alone || one_at_a_time,
                seen,
            })
        };
        let mut pieces: Vec<NamedPiece> = Vec::new();
        for named in seen.into_iter().filter(|seen| !seen.is_hidden).filter_map(named) {
            // Of several things on the same cells, the last is on top.
            pieces.retain(|other| other.piece.cells != named.piece.cells);
            pieces.push(named);
        }
        let goals: Vec<CellId> =
            (0..scene.cells.len()).filter(|&cell| scene.cells[cell].mark == Mark::Goal).collect();
        let fits =
            |piece: &&NamedPiece| piece.is_hero && shape(scene, &piece.seen.cells) == shape(scene, &goals);
        let belongs = pieces.iter().find(fits).map(|piece| piece.seen.class);
        NamedBoard { pieces, cells, goals, belongs }
    }

    /// The names of cells, in a row.
    pub fn names(&self, cells: &[CellId]) -> String {
        cells.iter().map(|&cell| self.cells[cell].as_str()).collect::<Vec<_>>().join(" ")
    }
}
