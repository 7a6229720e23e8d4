//! `replay`: the changes from position to position along a line.

use std::cell::{Cell, RefCell};

use serde::ser::{Error, Serialize, SerializeSeq, Serializer};
use tejun_puzzles::{Choice, PlayError, Position};

use super::scene::{FrameAnswer, GestureAnswer};

/// Frames from position to position.
#[derive(serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ReplayAnswer"))]
pub(super) struct Replay<'a> {
    from: usize,
    #[cfg_attr(test, schemars(with = "Vec<ReplayFrame<'static>>"))]
    frames: Frames<'a>,
}

/// Frames that are drawn while they are written, because all of them may not fit in memory.
struct Frames<'a> {
    position: RefCell<Box<dyn Position>>,
    moves: &'a [String],
    fault: &'a Cell<Option<PlayError>>,
}

/// A frame, with the gesture that led to it.
#[derive(serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ReplayFrame<'a> {
    #[serde(flatten)]
    frame: FrameAnswer<'a>,
    by: Option<GestureAnswer<'a>>,
}

fn write<S: SerializeSeq>(
    frames: &mut S,
    position: &dyn Position,
    by: Option<&Choice>,
) -> Result<(), S::Error> {
    let by = by.map(|choice| GestureAnswer::from(&choice.gesture));
    frames.serialize_element(&ReplayFrame { frame: (&position.scene()).into(), by })
}

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut position = self.position.borrow_mut();
        let mut frames = serializer.serialize_seq(Some(1 + self.moves.len()))?;
        write(&mut frames, &**position, None)?;
        for text in self.moves {
            let by = position.choices().into_iter().find(|choice| choice.text == *text);
            if let Err(fault) = position.play(text) {
                self.fault.set(Some(fault));
                return Err(S::Error::custom("a move is not legal"));
            }
            write(&mut frames, &**position, by.as_ref())?;
        }
        frames.end()
    }
}

/// The frames of `position`, which comes after `from` moves, and of the positions after each of `moves`. Can
/// be written once. If a move is not legal, writing fails and stores the reason in `fault`.
pub fn replay<'a>(
    from: usize,
    position: Box<dyn Position>,
    moves: &'a [String],
    fault: &'a Cell<Option<PlayError>>,
) -> impl Serialize + 'a {
    Replay { from, frames: Frames { position: RefCell::new(position), moves, fault } }
}
