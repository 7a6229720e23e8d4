//! What bounds pieces apart from walls: the keys `axis` and `gates` of an instance file.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::faults::{BAD_SIGN, NO_AXIS, NO_GATE, NO_LETTER, SHUT, TWO_AXES, UNKNOWN};
use super::rules::{Axis, Gate, Piece, Rules, Shape};
use tejun_core::{InputError, Reason, input};

/// Letters of pieces: as one text (`"ABC"`), or as a list (`["A", "B", "C"]`).
pub(super) enum Letters {
    Text(String),
    List(Vec<char>),
}

impl Letters {
    fn iter(&self) -> impl Iterator<Item = char> {
        let (text, list) = match self {
            Letters::Text(text) => (text.as_str(), &[][..]),
            Letters::List(list) => ("", &list[..]),
        };
        text.chars().chain(list.iter().copied())
    }

    /// The pieces that the letters name, each once.
    ///
    /// # Errors
    /// If there is no letter, or no piece of that letter; `key` says where they are written.
    fn pieces(&self, pieces: &[Piece], key: &str) -> Result<Vec<usize>, InputError> {
        let mut named = Vec::new();
        for letter in self.iter() {
            let Some(piece) = pieces.iter().position(|piece| piece.letter == letter) else {
                let letter = input::quoted(&letter.to_string());
                return Err(Reason::new(&UNKNOWN).with("key", key).with("letter", letter).into());
            };
            if !named.contains(&piece) {
                named.push(piece);
            }
        }
        if named.is_empty() {
            return Err(Reason::new(&NO_LETTER).with("key", key).into());
        }
        Ok(named)
    }
}

impl<'de> Deserialize<'de> for Letters {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Letters;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("letters of pieces, as in \"AB\" or [\"A\", \"B\"]")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Letters, E> {
                Ok(Letters::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Letters, A::Error> {
                let mut letters = Vec::new();
                while let Some(letter) = list.next_element()? {
                    letters.push(letter);
                }
                Ok(Letters::List(letters))
            }
        }
        from.deserialize_any(Read)
    }
}

/// The key `axis`: `"long"`, letters of pieces, or a table.
pub(super) enum Axes {
    /// Every piece that is longer than wide moves along its longer side.
    Long,
    /// These pieces do.
    Of(Letters),
    /// Pieces by the line along which they move.
    Table(Table),
}

/// Pieces by the line along which they move.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// Those that move along their longer side; `true` for all others that have one.
    long: Option<Long>,
    /// Those that move left and right.
    row: Option<Letters>,
    /// Those that move up and down.
    column: Option<Letters>,
}

/// Which pieces move along their longer side.
enum Long {
    All(bool),
    Of(Letters),
}

impl<'de> Deserialize<'de> for Axes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Axes;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(
                    "letters of pieces, as in \"AB\" or [\"A\", \"B\"], or a table of `long`, `row` and `column`",
                )
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Axes, E> {
                Ok(if text == "long" { Axes::Long } else { Axes::Of(Letters::Text(text.to_owned())) })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Axes, A::Error> {
                Letters::deserialize(SeqAccessDeserializer::new(list)).map(Axes::Of)
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Axes, A::Error> {
                Table::deserialize(MapAccessDeserializer::new(table)).map(Axes::Table)
            }
        }
        from.deserialize_any(Read)
    }
}

impl<'de> Deserialize<'de> for Long {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Long;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("true, or letters of pieces, as in \"AB\" or [\"A\", \"B\"]")
            }

            fn visit_bool<E: de::Error>(self, all: bool) -> Result<Long, E> {
                Ok(Long::All(all))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Long, E> {
                Ok(Long::Of(Letters::Text(text.to_owned())))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Long, A::Error> {
                Letters::deserialize(SeqAccessDeserializer::new(list)).map(Long::Of)
            }
        }
        from.deserialize_any(Read)
    }
}

/// Gives pieces the axes that the key `axis` asks for. `heads` are the heads of the pieces on the board of the file.
///
/// # Errors
/// If a letter names no piece, a piece with no longer side, or one that was named before.
pub(super) fn give_axes(
    pieces: &mut [Piece],
    heads: &[usize],
    columns: usize,
    axes: &Axes,
) -> Result<(), InputError> {
    /// The axis of a shape with its head at a cell, on a board with so many columns.
    type Line = fn(&Shape, usize, usize) -> Option<Axis>;
    const ROW: Line = |_, head, columns| Some(Axis::Row(head / columns));
    const COLUMN: Line = |_, head, columns| Some(Axis::Column(head % columns));
    let mut lists: Vec<(&str, &Letters, Line)> = Vec::new();
    let all_long = match axes {
        Axes::Long => true,
        Axes::Of(letters) => {
            lists.push(("axis", letters, Axis::of));
            false
        }
        Axes::Table(Table { long, row, column }) => {
            lists.extend(long.iter().filter_map(|long| match long {
                Long::All(_) => None,
                Long::Of(letters) => Some(("axis.long", letters, Axis::of as Line)),
            }));
            lists.extend(row.iter().map(|letters| ("axis.row", letters, ROW)));
            lists.extend(column.iter().map(|letters| ("axis.column", letters, COLUMN)));
            matches!(long, Some(Long::All(true)))
        }
    };
    if all_long {
        for (piece, &head) in pieces.iter_mut().zip(heads) {
            piece.axis = Axis::of(&piece.shape, head, columns);
        }
    }
    let mut named: Vec<(usize, &str)> = Vec::new();
    for (key, letters, line) in lists {
        for piece in letters.pieces(pieces, key)? {
            let (head, Piece { letter, shape, axis }) = (heads[piece], &mut pieces[piece]);
            if let Some((_, other)) = named.iter().find(|(one, _)| *one == piece) {
                let twice = Reason::new(&TWO_AXES).with("one", *other).with("other", key);
                return Err(twice.with("letter", *letter).into());
            }
            named.push((piece, key));
            *axis = line(shape, head, columns);
            if axis.is_none() {
                let (high, wide) = shape.size();
                let none = Reason::new(&NO_AXIS).with("high", high).with("wide", wide);
                return Err(InputError::at(head / columns, head % columns, none.with("letter", *letter)));
            }
        }
    }
    Ok(())
}

/// The gates of a board, which becomes plain floor there. Who may enter is not known before the pieces are.
///
/// # Errors
/// If a key of `gates` is not one character, means something else on boards, or is not on the board.
pub(super) fn take_gates(
    board: &mut [Vec<char>],
    gates: &BTreeMap<String, Letters>,
) -> Result<Vec<Gate>, InputError> {
    let mut taken = Vec::new();
    for name in gates.keys() {
        let mut letters = name.chars();
        let sign =
            letters.next().filter(|&c| letters.next().is_none() && input::is_visible(c) && !".#".contains(c));
        let Some(sign) = sign else {
            return Err(Reason::new(&BAD_SIGN).with("sign", input::quoted(name)).into());
        };
        let mut cells = Vec::new();
        for (cell, c) in board.iter_mut().flatten().enumerate().filter(|(_, c)| **c == sign) {
            *c = '.';
            cells.push(cell);
        }
        if cells.is_empty() {
            return Err(Reason::new(&NO_GATE).with("sign", sign).into());
        }
        taken.push(Gate { sign: Some(sign), cells, pieces: Vec::new() });
    }
    Ok(taken)
}

/// Gives the gates the pieces that may enter them.
///
/// # Errors
/// If a letter names no piece.
pub(super) fn open_gates(rules: &mut Rules, gates: &BTreeMap<String, Letters>) -> Result<(), InputError> {
    for (gate, letters) in gates.values().enumerate() {
        rules.gates[gate].pieces = letters.pieces(&rules.pieces, "gates")?;
    }
    Ok(())
}

/// Checks that each gate that the board draws lets one of its pieces in, also with a part of it on floor that the goal
/// adds. `drawn_at` are the row and the column of each on the board of the file.
///
/// # Errors
/// If none of them fits into the gate.
pub(super) fn passable(rules: &Rules, drawn_at: &[(usize, usize)]) -> Result<(), InputError> {
    for (Gate { sign, cells, pieces }, &(row, column)) in rules.gates.iter().zip(drawn_at) {
        let enters = |&piece: &usize| {
            let shape = &rules.pieces[piece].shape;
            let heads = |&cell: &usize| shape.heads(cell, &rules.floor).collect::<Vec<_>>();
            cells.iter().flat_map(heads).any(|head| rules.allows(piece, head))
        };
        if !pieces.iter().any(enters) {
            let sign = sign.expect("the gates of the board come first");
            return Err(InputError::at(row, column, Reason::new(&SHUT).with("sign", sign)));
        }
    }
    Ok(())
}
