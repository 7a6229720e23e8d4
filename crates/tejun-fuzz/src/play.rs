//! Lines and walks.

use tejun_puzzles::{Gesture, Instance, Line, Position, conformance};

use crate::input::{read, split};

/// The most moves played.
const MOVES: usize = 200;
/// The most choices tried in one walk. A packing has hundreds in each position.
const TRIED: usize = 400;

/// Panics if a check of conformance found something wrong.
pub(crate) fn sound(checked: Result<(), String>) {
    checked.unwrap_or_else(|what| panic!("{what}"));
}

/// Any text is a line. Reading inverts writing, and the line is legal or wrong at a named move.
pub(crate) fn line(data: &[u8]) {
    let Some((instance, rest)) = split(data) else { return };
    let Ok(text) = str::from_utf8(rest) else { return };
    let mut line = instance.read_line(text);
    assert_eq!(instance.read_line(&instance.write_line(&line)), line, "a written line is read back");
    line.0.truncate(MOVES);
    let verdict = instance.check(&line);
    match instance.after(&line) {
        Ok(position) => {
            assert!(verdict.fault.is_none(), "{:?}", verdict.fault);
            sound(conformance::scene(&position.scene(), line.0.len()));
        }
        Err(fault) => {
            assert_eq!(verdict.fault.as_ref(), Some(&fault));
            assert_eq!(line.0.get(fault.at), Some(&fault.text), "the fault must quote the wrong move");
            let legal = Line(line.0[..fault.at].to_vec());
            let before = instance.after(&legal).expect("the moves before a fault are legal");
            sound(conformance::reason(&fault.reason, &before.scene()));
        }
    }
}

/// Plays one choice per byte. In each position every choice can be played and its gesture means it; other
/// gestures and texts never mean an illegal move.
pub(crate) fn walk(data: &[u8]) {
    let Some((instance, steps)) = split(data) else { return };
    let (position, line) = wander(&*instance, steps, |position, played, tried, data| {
        sound(conformance::position(position, played, *tried));
        *tried = tried.saturating_sub(position.choices().len());
        mischief(position, data);
    });
    assert_eq!(instance.read_line(&instance.write_line(&line)), line, "a written line is read back");
    let again = instance.after(&line).expect("a played line can be replayed");
    assert_eq!(again.scene(), position.scene());
    assert_eq!(again.choices(), position.choices());
    assert_eq!(again.status(), position.status());
    for notation in position.notations() {
        let Ok(text) = notation.text else { continue };
        let back = read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let start = back.start();
        assert_eq!(start.choices().len(), position.choices().len(), "{text}");
        let again = start.notations().into_iter().find(|again| again.name == notation.name);
        assert_eq!(again.map(|again| again.text), Some(Ok(text)), "what is read is written the same");
    }
}

/// Plays one choice per byte and passes every position on the way to `visit`, with the number of moves
/// played, the number of choices that may still be tried, and the remaining bytes.
pub(crate) fn wander(
    instance: &dyn Instance,
    mut steps: &[u8],
    mut visit: impl FnMut(&dyn Position, usize, &mut usize, &[u8]),
) -> (Box<dyn Position>, Line) {
    let (mut position, mut line, mut tried) = (instance.start(), Line::default(), TRIED);
    loop {
        visit(&*position, line.0.len(), &mut tried, steps);
        let Some((&step, rest)) = steps.split_first() else { return (position, line) };
        let choices = position.choices();
        // Spread over all choices, so that the last of many can be chosen too.
        let Some(choice) = choices.get(usize::from(step) * choices.len() / 256) else {
            return (position, line);
        };
        if line.0.len() == MOVES {
            return (position, line);
        }
        position.play(&choice.text).unwrap_or_else(|fault| panic!("a choice must be legal: {fault}"));
        line.0.push(choice.text.clone());
        steps = rest;
    }
}

/// Makes gestures and plays texts that may be meaningless. An error must change nothing.
fn mischief(position: &dyn Position, data: &[u8]) {
    let [piece, first, second, ..] = *data else { return };
    // Some bytes give an index far out of range.
    let index = |byte: u8| if byte < 250 { usize::from(byte) } else { usize::MAX - usize::from(255 - byte) };
    let drawn = position.scene();
    for gesture in [
        Gesture::Key(char::from(piece)),
        Gesture::Carry { piece: index(piece), to: Vec::new() },
        Gesture::Carry { piece: index(piece) % drawn.pieces.len().max(1), to: vec![index(first)] },
        Gesture::Carry { piece: index(piece), to: vec![index(first), index(second)] },
    ] {
        match position.read_gesture(&gesture) {
            Ok(text) => {
                position.boxed_clone().play(&text).unwrap_or_else(|fault| panic!("{gesture:?}: {fault}"));
            }
            Err(reason) => sound(conformance::reason(&reason, &drawn)),
        }
    }
    let text = String::from_utf8_lossy(&data[..data.len().min(8)]);
    let mut next = position.boxed_clone();
    if let Err(fault) = next.play(&text) {
        sound(conformance::reason(&fault.reason, &drawn));
        assert_eq!(next.scene(), drawn, "a refused move must change nothing");
    }
}
