//! Layouts of the 4x5 Klotski family, as bit masks of cells.

use std::fmt;
use std::str::FromStr;

use crate::klotski;
use crate::rules::{Floor, Position, Rules, Target};
use tejun_core::InputError;

/// Cells in a row.
pub const WIDTH: u32 = 4;
/// Rows.
pub const HEIGHT: u32 = 5;
/// Number of cells. Cell `4 * row + column` is the bit of the same number in a mask.
pub const CELLS: u32 = WIDTH * HEIGHT;

const ALL: u32 = (1 << CELLS) - 1;
const FIRST_COLUMN: u32 = 0x11111;
const LAST_COLUMN: u32 = FIRST_COLUMN << 3;
/// The two left columns, one half of the board under its mirror symmetry.
pub(super) const LEFT: u32 = FIRST_COLUMN | FIRST_COLUMN << 1;
/// The head of the 2x2 at the bottom centre.
pub(super) const EXIT: u32 = 1 << 13;

/// The cells of a mask, in reading order.
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The mask with left and right swapped.
pub(super) fn mirror(mask: u32) -> u32 {
    let pairs = (mask & 0x55555) << 1 | (mask >> 1) & 0x55555;
    (pairs & 0x33333) << 2 | (pairs >> 2) & 0x33333
}

/// The cells of a mask and their neighbours.
fn grow(mask: u32) -> u32 {
    (mask | (mask & !LAST_COLUMN) << 1 | (mask & !FIRST_COLUMN) >> 1 | mask << WIDTH | mask >> WIDTH) & ALL
}

/// The cells of `within` connected to `from`.
fn flood(from: u32, within: u32) -> u32 {
    let mut reached = from;
    loop {
        let more = grow(reached) & within;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The four shapes. A piece's position is that of its head, its top left cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// The 2x2.
    Square,
    /// Two cells wide.
    Wide,
    /// Two cells tall.
    Tall,
    /// One cell.
    Unit,
}

impl Shape {
    /// The cells covered by pieces with these heads.
    pub(super) fn cells(self, heads: u32) -> u32 {
        match self {
            Shape::Square => heads | heads << 1 | heads << WIDTH | heads << (WIDTH + 1),
            Shape::Wide => heads | heads << 1,
            Shape::Tall => heads | heads << WIDTH,
            Shape::Unit => heads,
        }
    }

    /// All heads of pieces that lie within `free`.
    pub(super) fn fits(self, free: u32) -> u32 {
        match self {
            Shape::Square => {
                let wide = Shape::Wide.fits(free);
                wide & wide >> WIDTH
            }
            Shape::Wide => free & free >> 1 & !LAST_COLUMN,
            Shape::Tall => free & free >> WIDTH,
            Shape::Unit => free,
        }
    }

    /// All heads that the piece at `head` can reach along any path through the empty cells, its present one
    /// excluded.
    pub(super) fn reach(self, head: u32, empty: u32) -> u32 {
        flood(head, self.fits(empty | self.cells(head))) ^ head
    }

    /// Those of the pieces with these heads that can move.
    pub(super) fn movable(self, heads: u32, empty: u32) -> u32 {
        let towards = |cells: u32| heads & cells;
        match self {
            Shape::Unit => heads & grow(empty),
            Shape::Wide => {
                let pair = Shape::Wide.fits(empty);
                towards((empty & !LAST_COLUMN) << 1)
                    | towards((empty & !FIRST_COLUMN) >> 2)
                    | towards(pair << WIDTH)
                    | towards(pair >> WIDTH)
            }
            Shape::Tall => {
                let pair = Shape::Tall.fits(empty);
                towards(empty << WIDTH)
                    | towards(empty >> (2 * WIDTH))
                    | towards((pair & !LAST_COLUMN) << 1)
                    | towards((pair & !FIRST_COLUMN) >> 1)
            }
            Shape::Square => {
                let (wide, tall) = (Shape::Wide.fits(empty), Shape::Tall.fits(empty));
                towards(wide << WIDTH)
                    | towards(wide >> (2 * WIDTH))
                    | towards((tall & !LAST_COLUMN) << 1)
                    | towards((tall & !FIRST_COLUMN) >> 2)
            }
        }
    }

    /// The heads after left and right are swapped.
    pub(super) fn mirror(self, heads: u32) -> u32 {
        match self {
            Shape::Square | Shape::Wide => mirror(heads) >> 1,
            Shape::Tall | Shape::Unit => mirror(heads),
        }
    }
}

/// Where the 2x2 and the bars stand: a layout without its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    /// The head of the 2x2.
    pub square: u32,
    /// The heads of the 1x2 pieces.
    pub wide: u32,
    /// The heads of the 2x1 pieces.
    pub tall: u32,
}

impl Frame {
    /// The cells not covered by the frame.
    pub fn free(self) -> u32 {
        ALL & !(Shape::Square.cells(self.square)
            | Shape::Wide.cells(self.wide)
            | Shape::Tall.cells(self.tall))
    }

    pub fn mirror(self) -> Frame {
        Frame {
            square: Shape::Square.mirror(self.square),
            wide: Shape::Wide.mirror(self.wide),
            tall: Shape::Tall.mirror(self.tall),
        }
    }

    /// A 45-bit number unique to this frame.
    pub fn key(self) -> u64 {
        u64::from(self.square.trailing_zeros()) << (2 * CELLS)
            | u64::from(self.wide) << CELLS
            | u64::from(self.tall)
    }
}

/// A layout: a 2x2, any number of 1x2, 2x1 and 1x1, and at least two empty cells on a board four wide and
/// five tall. Pieces of one shape are interchangeable.
///
/// As text, a layout is twenty characters, row by row: `B` is the 2x2, `v` a piece two tall, `h` one two
/// wide, `1` a unit, and `.` an empty cell. The first unclaimed `v`, `h` or `B` in reading order is the top
/// left cell of a piece.
///
/// ```
/// use tejun_puzzles::sliding::atlas::Layout;
///
/// let layout: Layout = "vBBvvBBvvhhvv11v1..1".parse()?;
/// assert_eq!(layout.to_string(), "vBBvvBBvvhhvv11v1..1");
/// assert_eq!(layout.pieces().to_string(), "1h,4v,4u");
/// assert_eq!(layout.mirror(), layout);
/// # Ok::<(), tejun_puzzles::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    pub(super) frame: Frame,
    pub(super) empty: u32,
}

impl Layout {
    /// The layout with left and right swapped.
    pub fn mirror(self) -> Layout {
        Layout { frame: self.frame.mirror(), empty: mirror(self.empty) }
    }

    /// Whether the 2x2 is at the bottom centre.
    pub fn is_exit(self) -> bool {
        self.frame.square == EXIT
    }

    /// Number of pieces of each shape.
    pub fn pieces(self) -> Pieces {
        Pieces {
            wide: self.frame.wide.count_ones() as u8,
            tall: self.frame.tall.count_ones() as u8,
            units: self.units().count_ones() as u8,
        }
    }

    /// The cells covered by units.
    pub(super) fn units(self) -> u32 {
        self.frame.free() & !self.empty
    }

    /// The heads of the pieces of one shape.
    fn heads(self, shape: Shape) -> u32 {
        match shape {
            Shape::Square => self.frame.square,
            Shape::Wide => self.frame.wide,
            Shape::Tall => self.frame.tall,
            Shape::Unit => self.units(),
        }
    }

    /// The layout after the piece of this shape at head `from` has moved to head `to`.
    pub(super) fn moved(self, shape: Shape, from: u32, to: u32) -> Layout {
        let Layout { mut frame, empty } = self;
        match shape {
            Shape::Square => frame.square = to,
            Shape::Wide => frame.wide ^= from | to,
            Shape::Tall => frame.tall ^= from | to,
            Shape::Unit => {}
        }
        Layout { frame, empty: (empty | shape.cells(from)) & !shape.cells(to) }
    }

    /// Calls `visit` with every legal move, one piece along any path. Shapes come in the order of [`Shape`],
    /// pieces and targets in reading order.
    pub fn steps(self, mut visit: impl FnMut(Step)) {
        for shape in [Shape::Square, Shape::Wide, Shape::Tall, Shape::Unit] {
            for head in bits(shape.movable(self.heads(shape), self.empty)) {
                for target in bits(shape.reach(head, self.empty)) {
                    visit(Step {
                        from: head.trailing_zeros() as usize,
                        to: target.trailing_zeros() as usize,
                        layout: self.moved(shape, head, target),
                    });
                }
            }
        }
    }

    /// The layout of a position of a sliding puzzle; `None` if the puzzle is not in this family or its goal
    /// differs.
    pub(super) fn of(rules: &Rules, position: &Position) -> Option<Layout> {
        let Floor { rows, columns, inside } = &rules.floor;
        if (*rows, *columns) != (HEIGHT as usize, WIDTH as usize) || inside.contains(&false) {
            return None;
        }
        if !rules.gates.is_empty() || rules.pieces.iter().any(|piece| piece.axis.is_some()) {
            return None;
        }
        let mut frame = Frame { square: 0, wide: 0, tall: 0 };
        let mut units = 0;
        for (piece, &head) in rules.pieces.iter().zip(&position.heads) {
            let heads = match piece.shape.0[..] {
                [(0, 0)] => &mut units,
                [(0, 0), (0, 1)] => &mut frame.wide,
                [(0, 0), (1, 0)] => &mut frame.tall,
                [(0, 0), (0, 1), (1, 0), (1, 1)] if frame.square == 0 => &mut frame.square,
                _ => return None,
            };
            *heads |= 1 << head;
        }
        let [Target { pieces, head }] = &rules.targets[..] else { return None };
        let exit =
            pieces.iter().all(|&piece| 1 << position.heads[piece] == frame.square) && 1 << head == EXIT;
        let empty = frame.free() & !units;
        (exit && empty.count_ones() >= 2).then_some(Layout { frame, empty })
    }
}

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The cell of the piece's head before the move, numbered from 0 in reading order.
    pub from: usize,
    /// The cell of its head after the move.
    pub to: usize,
    /// The layout after the move.
    pub layout: Layout,
}

impl FromStr for Layout {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Layout, InputError> {
        let mut frame = Frame { square: 0, wide: 0, tall: 0 };
        let mut units = 0;
        for (c, cells) in klotski::pieces(text)? {
            let heads = match c {
                'B' => &mut frame.square,
                'h' => &mut frame.wide,
                'v' => &mut frame.tall,
                _ => &mut units,
            };
            *heads |= 1 << cells[0];
        }
        let empty = frame.free() & !units;
        match empty.count_ones() {
            0 | 1 => Err(InputError::new("fewer than two cells are empty: the atlas has no such layouts")),
            _ => Ok(Layout { frame, empty }),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let of = [
            (Shape::Square.cells(self.frame.square), "B"),
            (Shape::Wide.cells(self.frame.wide), "h"),
            (Shape::Tall.cells(self.frame.tall), "v"),
            (self.empty, "."),
        ];
        for cell in 0..CELLS {
            let found = of.iter().find(|(cells, _)| cells >> cell & 1 == 1);
            f.write_str(found.map_or("1", |(_, text)| text))?;
        }
        Ok(())
    }
}

/// The numbers of 1x2, 2x1 and 1x1 pieces besides the 2x2. As text, `1h,4v,4u`; a number left out is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    /// Number of pieces two wide.
    pub wide: u8,
    /// Number of pieces two tall.
    pub tall: u8,
    /// Number of units.
    pub units: u8,
}

impl FromStr for Pieces {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Pieces, InputError> {
        let error = || {
            InputError::new(format!(
                "{text:?} is not a piece set: name the pieces besides the 2x2 as in 1h,4v,4u, at most 14 cells"
            ))
        };
        let mut found = [None; 3];
        for part in text.split(',').map(str::trim) {
            let kind = part.chars().last().and_then(|c| "hvu".find(c)).ok_or_else(error)?;
            let number: u8 = part[..part.len() - 1].parse().map_err(|_| error())?;
            if number > 14 || found[kind].replace(number).is_some() {
                return Err(error());
            }
        }
        let [wide, tall, units] = found.map(Option::unwrap_or_default);
        if 2 * wide + 2 * tall + units > 14 {
            return Err(error());
        }
        Ok(Pieces { wide, tall, units })
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}h,{}v,{}u", self.wide, self.tall, self.units)
    }
}

impl serde::Serialize for Layout {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl serde::Serialize for Pieces {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
