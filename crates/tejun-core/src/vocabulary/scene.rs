//! A drawing of a position, independent of any front end, and the gestures that play moves on it.
//!
//! A front end draws scenes and turns gestures into moves. It needs to know neither rules nor families.

use std::sync::Arc;

use crate::vocabulary::cell::{Cell, CellId, Mark};
use crate::vocabulary::colour::Colour;
use crate::vocabulary::direction::Direction;
use crate::vocabulary::sentence::{Reason, Sentence};
use crate::vocabulary::sheet::Sheet;

/// A drawing of a position: cells on a grid, roads between them, pieces on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The existing cells: those of the board in reading order, then those of a tray below it.
    pub cells: Vec<Cell>,
    /// In a box, whose layers lie one below the other, the lowest first: how many rows below one layer the next begins. Layers
    /// begin at its multiples, in the tray, too.
    pub layer_rows: Option<usize>,
    /// Which sides of the board join. They stay the same in all positions.
    pub wrap: Option<Wrap>,
    /// Pairs of cells joined by a road. If there are any, cells are drawn as stops on roads.
    pub roads: Vec<[CellId; 2]>,
    /// The pieces, each on at least one cell.
    pub pieces: Vec<Piece>,
    /// Whether there is a wall wherever the grid has no cell.
    pub walls: bool,
    /// Pairs of neighbouring cells with a thin wall between them. They stay the same in all positions.
    pub thin_walls: Vec<[CellId; 2]>,
    /// Floors with a colour of their own.
    pub floors: Vec<(CellId, Colour)>,
    /// Short texts on floors.
    pub texts: Vec<(CellId, String)>,
    /// The sprites that cells are drawn with. They stay the same in all positions.
    pub sheet: Option<Arc<Sheet>>,
    /// Of each cell the numbers of its sprites, ascending. A front end that can draw them leaves out floors and pieces.
    pub stacks: Vec<Vec<u16>>,
    /// What is written on pieces in place of their names, by name. It stays the same in all positions.
    pub faces: Vec<(String, &'static Sentence)>,
    /// The keys that play a move, in families played by keys.
    pub keys: &'static [Key],
    /// What the arrow keys do in a puzzle that has no keys of its own; by default they move a cursor.
    pub arrows: Option<Arrows>,
    /// Lines of text below the drawing, such as whose turn it is.
    pub caption: Vec<Reason>,
}

/// Which sides of a board join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// The last column is beside the first: a cylinder.
    Columns,
    /// The rows, too: a torus.
    Both,
}

/// What the arrow keys do in a puzzle whose moves carry pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrows {
    /// An arrow carries the only piece that can go one cell in its direction.
    Slide,
    /// The only hero walks over free floor, which is no move, and carries a piece in front of him along with him.
    Walk,
}

/// A piece of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in moves: a character or two.
    pub name: String,
    /// The cells it covers.
    pub cells: Vec<CellId>,
    /// Pieces of one kind look the same.
    pub kind: usize,
    /// Its role in the puzzle.
    pub role: Role,
    /// What it looks like.
    pub glyph: Glyph,
    /// Its colour; by default that of its role and kind.
    pub colour: Option<Colour>,
    /// The direction it faces, if it faces one.
    pub facing: Option<Direction>,
    /// The index of the move that placed it, if the line stays legal without that move: the player may then
    /// take the piece off again.
    pub played: Option<usize>,
}

/// The role of a piece in the puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// One of many.
    #[default]
    Plain,
    /// The main piece, or a piece of the player's side.
    Hero,
    /// A piece of the other side.
    Foe,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyph {
    /// A block that fills its cells.
    #[default]
    Block,
    /// A block that fills its cells and moves only along its longer side.
    Car,
    /// A disc.
    Disc,
    /// A tank.
    Tank,
    /// A disc with a mouth on the side it faces.
    Mouth,
    /// A ghost.
    Ghost,
    /// A wooden crate. Kind 1 stands where it should.
    Crate,
    /// A man, who turns to where he walks.
    Man,
    /// A marble, on a board of hollows.
    Marble,
    /// A tile with its name on it. Kind 1 lies where it should.
    Tile,
    /// A wooden block.
    Wood,
    /// A flat piece of several cells, to pack.
    Flat,
    /// Its name, and nothing else: a word, a number, an emoji.
    Text,
    /// A drawing of your own: the `d` of an SVG path, filled, in a square whose corners are (0, 0) and (100, 100).
    Path(&'static str),
}

/// A key that plays a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub key: char,
    /// The arrow key that does the same; the space bar if `None`.
    pub arrow: Option<Direction>,
    /// A description of the move.
    pub label: &'static Sentence,
}

crate::sentences! {
    LEFT = "left", "left", "左へ", "向左";
    DOWN = "down", "down", "下へ", "向下";
    UP = "up", "up", "上へ", "向上";
    RIGHT = "right", "right", "右へ", "向右";
}

impl Key {
    /// A key that moves in a direction, as the arrow does.
    pub const fn arrow(key: char, direction: Direction) -> Key {
        let label = match direction {
            Direction::Up => &UP,
            Direction::Down => &DOWN,
            Direction::Left => &LEFT,
            Direction::Right => &RIGHT,
        };
        Key { key, arrow: Some(direction), label }
    }
}

/// What a player does to play a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Moves the piece at this index of [`Scene::pieces`] to these cells.
    Carry {
        /// Index of the piece.
        piece: usize,
        /// The cells it covers afterwards.
        to: Vec<CellId>,
    },
    /// Moves several pieces at once, each piece at an index of [`Scene::pieces`] to cells of its own.
    CarryAll(Vec<(usize, Vec<CellId>)>),
    /// Taps a cell, whatever is on it.
    Tap(CellId),
    /// Presses a key.
    Key(char),
}

impl Gesture {
    /// Whether both gestures play the same move: the order of cells and of pieces does not matter.
    pub fn means(&self, other: &Gesture) -> bool {
        match (self, other) {
            (Gesture::Tap(_) | Gesture::Key(_), _) | (_, Gesture::Tap(_) | Gesture::Key(_)) => self == other,
            _ => self.carried() == other.carried(),
        }
    }

    /// The pieces that are carried, each with the set of cells it goes to, in order.
    fn carried(&self) -> Vec<(usize, Vec<CellId>)> {
        let mut carried = match self {
            Gesture::Carry { piece, to } => vec![(*piece, set(to))],
            Gesture::CarryAll(pieces) => pieces.iter().map(|(piece, to)| (*piece, set(to))).collect(),
            Gesture::Tap(_) | Gesture::Key(_) => Vec::new(),
        };
        carried.sort_unstable();
        carried
    }

    /// The cells that the gesture is about: those to which pieces go, or the one tapped.
    pub fn cells(&self) -> Vec<CellId> {
        match self {
            Gesture::Tap(cell) => vec![*cell],
            _ => self.carried().into_iter().flat_map(|(_, to)| to).collect(),
        }
    }
}

fn set(cells: &[CellId]) -> Vec<CellId> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as text, as lines write it.
    pub text: String,
    /// The gesture that plays it.
    pub gesture: Gesture,
}

impl Scene {
    /// An empty board of cells without names.
    pub fn grid(rows: usize, columns: usize) -> Self {
        let cell = |at| Cell { row: at / columns, column: at % columns, label: None, mark: Mark::Plain };
        Scene { rows, columns, cells: (0..rows * columns).map(cell).collect(), ..Scene::default() }
    }

    /// The same scene with these pieces after its own.
    #[must_use]
    pub fn with(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// The same scene with `mark` on the floor of these cells.
    #[must_use]
    pub fn marked(mut self, mark: Mark, cells: impl IntoIterator<Item = CellId>) -> Self {
        cells.into_iter().for_each(|cell| self.cells[cell].mark = mark);
        self
    }

    /// The same scene with this colour on the floor of these cells.
    #[must_use]
    pub fn coloured(mut self, colour: Colour, cells: impl IntoIterator<Item = CellId>) -> Self {
        self.floors.extend(cells.into_iter().map(|cell| (cell, colour)));
        self
    }

    /// The same scene with one more line of text below it.
    #[must_use]
    pub fn captioned(mut self, caption: Reason) -> Self {
        self.caption.push(caption);
        self
    }

    /// The gesture that carries the piece on the cell `from` to the cells `to`.
    ///
    /// # Panics
    /// Panics if there is no piece on that cell.
    pub fn carry(&self, from: CellId, to: impl Into<Vec<CellId>>) -> Gesture {
        Gesture::Carry { piece: self.piece_on(from), to: to.into() }
    }

    /// The gesture that carries pieces together, each from the first cell of a pair to the second.
    ///
    /// # Panics
    /// Panics if there is no piece on one of the first cells.
    pub fn carry_all(&self, moves: impl IntoIterator<Item = (CellId, CellId)>) -> Gesture {
        let pieces: Vec<_> = moves.into_iter().map(|(from, to)| (self.piece_on(from), vec![to])).collect();
        match <[_; 1]>::try_from(pieces) {
            Ok([(piece, to)]) => Gesture::Carry { piece, to },
            Err(pieces) => Gesture::CarryAll(pieces),
        }
    }

    fn piece_on(&self, cell: CellId) -> usize {
        let piece = self.pieces.iter().position(|piece| piece.cells.contains(&cell));
        piece.expect("a piece lies on the cell it is carried from")
    }
}

impl Piece {
    /// A plain block of the first kind.
    pub fn new(name: impl Into<String>, cells: impl Into<Vec<CellId>>) -> Self {
        Piece {
            name: name.into(),
            cells: cells.into(),
            kind: 0,
            role: Role::default(),
            glyph: Glyph::default(),
            colour: None,
            facing: None,
            played: None,
        }
    }
}

/// What a move does on its way to its outcome.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// What is to be seen one after the other before the outcome, if that is anything.
    pub scenes: Vec<Scene>,
    /// The lines of the puzzle's source, from 1, whose rules acted, if it has rules of its own.
    pub lines: Vec<usize>,
}
