//! From where to where: which pieces are sources of the search, and which are starts.

use super::board::{Board, CellSet, Placement};
use super::shapes::{CellMap, Shapes, map};

/// A set of heads for each lane of the search, two lanes in a word. The piece with this head is the one that has to reach
/// the goal.
pub type Heads<const WORDS: usize> = [u64; WORDS];

/// The lowest bit of each lane of a word.
pub const LOWEST: u64 = 1 << 32 | 1;

/// The sets of each lane.
pub fn lanes<const WORDS: usize>(heads: &Heads<WORDS>) -> impl Iterator<Item = CellSet> {
    heads.iter().flat_map(|&word| [word as CellSet, (word >> 32) as CellSet])
}

/// The bit of a lane in which no piece is told from the others of its shape.
pub const ANY: CellSet = 1 << 31;

/// A way from one corner of the board to the opposite one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagonal {
    pub from: u32,
    pub to: u32,
    pub rising: bool,
}

/// What is to be reached.
#[derive(Clone, Debug)]
pub enum Goal {
    /// One piece, whichever, has to go from its corner to the opposite one.
    Corners(Vec<Diagonal>),
    /// One piece of this shape, told from the others, has to reach these cells.
    Piece(CellSet),
    /// Pieces of these shapes have to stand on these cells.
    Shapes(Vec<CellSet>),
}

impl Goal {
    /// From each corner of the board to the opposite one.
    pub fn corners(board: &Board) -> Self {
        let (last, right) = (board.cells - 1, board.columns - 1);
        let left = board.cells - board.columns;
        let ways = [(0, last, false), (last, 0, false), (right, left, true), (left, right, true)];
        let mut diagonals: Vec<Diagonal> = Vec::new();
        for (from, to, rising) in ways {
            let known = diagonals.iter().any(|known| (known.from, known.to) == (from, to));
            if !known && from != to && board.floor >> from & board.floor >> to & 1 == 1 {
                diagonals.push(Diagonal { from, to, rising });
            }
        }
        Goal::Corners(diagonals)
    }

    /// Whether a map of the board leaves the question as it is. Ways between corners may change places.
    pub fn keeps(&self, symmetry: &CellMap) -> bool {
        match self {
            Goal::Corners(_) => true,
            Goal::Piece(cells) => map(symmetry, *cells) == *cells,
            Goal::Shapes(targets) => targets.iter().all(|&target| targets.contains(&map(symmetry, target))),
        }
    }

    /// The lane that a symmetry makes of one.
    pub fn lane(&self, symmetry: &CellMap, lane: usize) -> Option<usize> {
        let Goal::Corners(diagonals) = self else { return Some(lane) };
        let Diagonal { from, to, .. } = diagonals[lane];
        let image = (symmetry[from as usize], symmetry[to as usize]);
        diagonals.iter().position(|diagonal| (diagonal.from, diagonal.to) == image)
    }

    /// For each lane, the pieces of a placement that stand where they have to, and those that may be what goes there.
    /// `None` if it lacks pieces that the goal wants.
    #[inline]
    pub fn roles<const WORDS: usize>(
        &self,
        board: &Board,
        shapes: &Shapes,
        placement: Placement,
    ) -> Option<[Heads<WORDS>; 2]> {
        let (mut sources, mut starts) = ([0; WORDS], [0; WORDS]);
        match self {
            Goal::Corners(diagonals) => {
                let unpacked = board.unpack(placement);
                let at = |cell: u32, rising: bool| {
                    let covered = unpacked.covered >> cell & 1 == 1;
                    let piece = covered.then(|| unpacked.piece_at(cell));
                    piece
                        .filter(|&piece| shapes.has_diagonal(piece, rising))
                        .map_or(0, |piece| u64::from(head(piece)))
                };
                for (lane, &Diagonal { from, to, rising }) in diagonals.iter().enumerate() {
                    sources[lane / 2] |= at(to, rising) << (lane % 2 * 32);
                    starts[lane / 2] |= at(from, rising) << (lane % 2 * 32);
                }
            }
            Goal::Piece(target) => {
                let shape = shapes.of(*target);
                for piece in board.pieces(placement).filter(|&piece| shapes.of(piece) == shape) {
                    starts[0] |= u64::from(head(piece));
                    if piece == *target {
                        sources[0] = u64::from(head(piece));
                    }
                }
                if starts[0] == 0 {
                    return None;
                }
            }
            Goal::Shapes(targets) => {
                let count = |shape: u32, pieces: &mut dyn Iterator<Item = CellSet>| {
                    pieces.filter(|&piece| shapes.of(piece) == shape).count()
                };
                let wants = |&target: &CellSet| {
                    let shape = shapes.of(target);
                    count(shape, &mut targets.iter().copied()) > count(shape, &mut board.pieces(placement))
                };
                if targets.iter().any(wants) {
                    return None;
                }
                starts[0] = ANY.into();
                if targets.iter().all(|target| board.pieces(placement).any(|piece| piece == *target)) {
                    sources[0] = ANY.into();
                }
            }
        }
        Some([sources, starts])
    }
}

/// The head of a piece, as a set.
fn head(piece: CellSet) -> CellSet {
    piece & piece.wrapping_neg()
}
