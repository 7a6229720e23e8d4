//! What bounds pieces apart from walls: the keys `axis` and `gates` of an instance file.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};

use super::faults::{BAD_SIGN, NO_AXIS, NO_GATE, NO_LETTER, SHUT, UNKNOWN};
use super::rules::{Axis, Gate, Piece, Rules};
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

/// Gives pieces the axes that the key `axis` asks for: `"long"` every piece that is longer than wide, letters
/// just those. `heads` are the heads of the pieces on the board of the file.
///
/// # Errors
/// If a letter names no piece, or a piece with no longer side.
pub(super) fn give_axes(
    pieces: &mut [Piece],
    heads: &[usize],
    columns: usize,
    letters: &Letters,
) -> Result<(), InputError> {
    let axis = |pieces: &[Piece], piece: usize| Axis::of(&pieces[piece].shape, heads[piece], columns);
    if matches!(letters, Letters::Text(text) if text == "long") {
        for piece in 0..pieces.len() {
            pieces[piece].axis = axis(pieces, piece);
        }
        return Ok(());
    }
    for piece in letters.pieces(pieces, "axis")? {
        let Some(axis) = axis(pieces, piece) else {
            let (high, wide) = pieces[piece].shape.size();
            return Err(InputError::at(
                heads[piece] / columns,
                heads[piece] % columns,
                Reason::new(&NO_AXIS)
                    .with("high", high)
                    .with("wide", wide)
                    .with("letter", pieces[piece].letter),
            ));
        };
        pieces[piece].axis = Some(axis);
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
