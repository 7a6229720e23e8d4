//! Scenes and gestures for front ends that draw scenes themselves.

use serde::Serialize;
use serde_json::{Map, Value, json};
use tejun_puzzles::{Arrows, Direction, Gesture, Glyph, Key, Mark, Piece, Role, Scene, Sheet, Wrap};

use super::parts::{Localized, ReasonAnswer};

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// A piece of a scene.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Piece"))]
pub(super) struct PieceAnswer<'a> {
    name: &'a str,
    cells: &'a [usize],
    kind: usize,
    #[cfg_attr(test, schemars(extend("enum" = ["plain", "hero", "foe"])))]
    role: &'static str,
    #[cfg_attr(test, schemars(extend("enum" = ["block", "car", "disc", "tank", "mouth", "ghost", "text", "path"])))]
    glyph: &'static str,
    /// What is drawn in place of the plain glyph, if that is something of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = ["crate", "man", "marble", "tile", "wood", "flat"])))]
    look: Option<&'static str>,
    /// The `d` of an SVG path in a square of 100, if that is its glyph.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'static str>,
    /// As in `#ff8800`, if it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
    #[cfg_attr(test, schemars(extend("enum" = ["up", "down", "left", "right", null])))]
    facing: Option<&'static str>,
    /// The move that placed it, if the line stays legal without that move.
    played: Option<usize>,
}

impl<'a> From<&'a Piece> for PieceAnswer<'a> {
    fn from(piece: &'a Piece) -> Self {
        let role = match piece.role {
            Role::Plain => "plain",
            Role::Hero => "hero",
            Role::Foe => "foe",
        };
        let (glyph, look) = glyph(piece.glyph);
        let path = if let Glyph::Path(path) = piece.glyph { Some(path) } else { None };
        PieceAnswer {
            name: &piece.name,
            cells: &piece.cells,
            kind: piece.kind,
            role,
            glyph,
            look,
            path,
            colour: piece.colour.map(|colour| colour.to_string()),
            facing: piece.facing.map(direction),
            played: piece.played,
        }
    }
}

/// What a piece is drawn as: the plain glyph, and what is drawn in its place, if that is something of its own.
pub(super) fn glyph(glyph: Glyph) -> (&'static str, Option<&'static str>) {
    match glyph {
        Glyph::Block => ("block", None),
        Glyph::Car => ("car", None),
        Glyph::Disc => ("disc", None),
        Glyph::Tank => ("tank", None),
        Glyph::Mouth => ("mouth", None),
        Glyph::Ghost => ("ghost", None),
        Glyph::Crate => ("block", Some("crate")),
        Glyph::Man => ("disc", Some("man")),
        Glyph::Marble => ("disc", Some("marble")),
        Glyph::Tile => ("block", Some("tile")),
        Glyph::Wood => ("block", Some("wood")),
        Glyph::Flat => ("block", Some("flat")),
        Glyph::Text => ("text", None),
        Glyph::Path(_) => ("path", None),
    }
}

/// What changes from one position to the next.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Frame"))]
pub(super) struct FrameAnswer<'a> {
    /// One character per cell: `.` to eat, `g` goal, `-` gate, `t` tray, space for nothing.
    marks: String,
    pieces: Vec<PieceAnswer<'a>>,
    notes: Vec<ReasonAnswer>,
    /// Floors with a colour of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    floors: Vec<(usize, String)>,
    /// Short texts on floors.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    texts: &'a [(usize, String)],
    /// The sprites of each cell: numbers of those of the sheet, from the lowest up.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stacks: &'a [Vec<u16>],
}

impl<'a> From<&'a Scene> for FrameAnswer<'a> {
    fn from(scene: &'a Scene) -> Self {
        let mark = |mark| match mark {
            Mark::Plain => ' ',
            Mark::Goal => 'g',
            Mark::Dot => '.',
            Mark::Gate => '-',
            Mark::Tray => 't',
        };
        // Sprites show everything else: a frame of a large level stays small.
        let sprites = !scene.stacks.is_empty();
        let shown = |piece: &&Piece| !sprites || piece.role == Role::Hero;
        let floors = scene.floors.iter().filter(|_| !sprites);
        FrameAnswer {
            marks: scene.cells.iter().map(|cell| mark(cell.mark)).collect(),
            pieces: scene.pieces.iter().filter(shown).map(PieceAnswer::from).collect(),
            notes: scene.caption.iter().map(ReasonAnswer::from).collect(),
            floors: floors.map(|(cell, colour)| (*cell, colour.to_string())).collect(),
            texts: &scene.texts,
            stacks: &scene.stacks,
        }
    }
}

/// A key that plays a move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Key"))]
pub(super) struct KeyAnswer {
    key: char,
    /// The arrow key that does the same; null for the space bar.
    #[cfg_attr(test, schemars(extend("enum" = ["up", "down", "left", "right", null])))]
    arrow: Option<&'static str>,
    label: Localized<'static>,
}

impl From<&Key> for KeyAnswer {
    fn from(key: &Key) -> Self {
        KeyAnswer { key: key.key, arrow: key.arrow.map(direction), label: key.label.into() }
    }
}

/// A small square picture.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Sprite"))]
pub(super) struct SpriteAnswer<'a> {
    name: &'a str,
    colours: Vec<String>,
    /// Row by row: each pixel the number of a colour as a digit to base 36, or `.` where it is transparent.
    pixels: &'a str,
}

/// The sprites of a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Sheet"))]
pub(super) struct SheetAnswer<'a> {
    sprites: Vec<SpriteAnswer<'a>>,
    /// What is below all sprites; null for black.
    background: Option<String>,
    /// The colour of the texts that the puzzle shows, if it has one of its own.
    text: Option<String>,
}

impl<'a> From<&'a Sheet> for SheetAnswer<'a> {
    fn from(sheet: &'a Sheet) -> Self {
        let sprites = sheet.sprites.iter().map(|sprite| SpriteAnswer {
            name: &sprite.name,
            colours: sprite.colours.iter().map(ToString::to_string).collect(),
            pixels: &sprite.pixels,
        });
        SheetAnswer {
            sprites: sprites.collect(),
            background: sheet.background.map(|colour| colour.to_string()),
            text: sheet.text.map(|colour| colour.to_string()),
        }
    }
}

/// What stays the same in all positions of a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Ground<'a> {
    rows: usize,
    columns: usize,
    /// Whether there is a wall wherever there is no cell.
    walls: bool,
    /// The original name of `walls`.
    maze: bool,
    /// The keys it is played with.
    keys: Vec<KeyAnswer>,
    /// What arrow keys do: `slide` plays the only move in their direction, `walk` makes the hero walk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = ["slide", "walk"])))]
    arrows: Option<&'static str>,
    roads: &'a [[usize; 2]],
    /// In a box: how many rows below one layer the next begins, in the tray, too. The lowest layer is the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    layer_rows: Option<usize>,
    /// Which sides join: `columns`, the last column is beside the first; `both`, the rows, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = ["columns", "both"])))]
    wrap: Option<&'static str>,
    /// What is written on pieces in place of their names, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, Localized<'static>>"))]
    faces: Map<String, Value>,
    /// Neighbouring cells with a thin wall between them.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    thin_walls: &'a [[usize; 2]],
    /// The sprites that cells are drawn with.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<SheetAnswer<'a>>,
    /// Row, column, and name in moves.
    cells: Vec<(usize, usize, Option<&'a str>)>,
}

impl<'a> From<&'a Scene> for Ground<'a> {
    fn from(scene: &'a Scene) -> Self {
        let cells = scene.cells.iter().map(|cell| (cell.row, cell.column, cell.label.as_deref()));
        Ground {
            rows: scene.rows,
            columns: scene.columns,
            walls: scene.walls,
            maze: scene.walls,
            keys: scene.keys.iter().map(KeyAnswer::from).collect(),
            arrows: scene.arrows.map(|arrows| match arrows {
                Arrows::Slide => "slide",
                Arrows::Walk => "walk",
            }),
            roads: &scene.roads,
            layer_rows: scene.layer_rows,
            wrap: scene.wrap.map(|wrap| match wrap {
                Wrap::Columns => "columns",
                Wrap::Both => "both",
            }),
            faces: scene
                .faces
                .iter()
                .map(|(name, face)| (name.clone(), json!(Localized::from(*face))))
                .collect(),
            thin_walls: &scene.thin_walls,
            sheet: scene.sheet.as_deref().map(SheetAnswer::from),
            cells: cells.collect(),
        }
    }
}

/// A whole scene.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Scene"))]
pub(super) struct SceneAnswer<'a> {
    #[serde(flatten)]
    frame: FrameAnswer<'a>,
    #[serde(flatten)]
    ground: Ground<'a>,
}

impl<'a> From<&'a Scene> for SceneAnswer<'a> {
    fn from(scene: &'a Scene) -> Self {
        SceneAnswer { frame: scene.into(), ground: scene.into() }
    }
}

/// A piece, by its index in the scene, and the cells it is carried to.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Carried<'a> {
    piece: usize,
    to: &'a [usize],
}

/// What plays a move: a piece and the cells it is carried to, several of them, a cell to tap, or a key.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Gesture"))]
pub(super) struct GestureAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'a [usize]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carried: Option<Vec<Carried<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tap: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<char>,
}

impl<'a> From<&'a Gesture> for GestureAnswer<'a> {
    fn from(gesture: &'a Gesture) -> Self {
        let none = GestureAnswer::default();
        match gesture {
            Gesture::Carry { piece, to } => GestureAnswer { piece: Some(*piece), to: Some(to), ..none },
            Gesture::CarryAll(pieces) => {
                let carried = pieces.iter().map(|(piece, to)| Carried { piece: *piece, to });
                GestureAnswer { carried: Some(carried.collect()), ..none }
            }
            Gesture::Tap(cell) => GestureAnswer { tap: Some(*cell), ..none },
            Gesture::Key(key) => GestureAnswer { key: Some(*key), ..none },
        }
    }
}
