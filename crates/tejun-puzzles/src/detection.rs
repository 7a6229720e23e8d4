//! Notation detection: which notation of which family a text is in. The tables of all families decide together.

use tejun_core::input::{self, Keys};
use tejun_core::kit::plain_text;
use tejun_core::{Family, InputError, NotationInfo, Status};

/// A notation that takes a text.
struct Candidate<'a> {
    family: &'a Family,
    notation: &'static NotationInfo,
    file: Result<String, InputError>,
}

/// How sure it is that a text is meant in a notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Confidence {
    /// It makes no puzzle.
    None,
    /// It makes one that is solved from the start: that is hardly meant.
    Solved,
    /// It makes a puzzle.
    Puzzle,
}

impl Candidate<'_> {
    fn confidence(&self) -> Confidence {
        let split = self.file.as_ref().ok().and_then(|file| Keys::split(file).ok());
        match split.and_then(|(header, keys)| self.family.open(header, keys).ok()) {
            None => Confidence::None,
            Some(puzzle) if puzzle.start().status() == Status::Solved => Confidence::Solved,
            Some(_) => Confidence::Puzzle,
        }
    }

    /// Whether text around a board belongs to the notation, as titles do to levels.
    fn takes_text(&self, text: &str) -> bool {
        (self.family.info.collection)(text).is_some()
    }
}

/// Converts a text in a notation of one of the families to the text of an instance file; `None` if it is in none.
///
/// # Errors
/// If the text makes no puzzle, or one in each of several notations.
pub(crate) fn read(families: &[Family], text: &str) -> Option<Result<String, InputError>> {
    if input::names_its_family(text) {
        return None;
    }
    // What says itself which notation it is in is looked for first, and stays as it is.
    let plain = plain_text(text);
    let mut candidates = candidates(families, text, true);
    if candidates.is_empty() {
        candidates = self::candidates(families, &plain, false);
    }
    let confidences: Vec<Confidence> = match candidates.len() {
        0 => return None,
        1 if candidates[0].notation.marked => vec![Confidence::Puzzle],
        1 if candidates[0].file.is_err() => vec![Confidence::None],
        1 if !is_prose(&plain) => vec![Confidence::Puzzle],
        _ => candidates.iter().map(Candidate::confidence).collect(),
    };
    let best = confidences.iter().copied().max()?;
    // Nobody is told what is wrong with the board that words would be.
    if best == Confidence::None && is_prose(&plain) {
        candidates.retain(|candidate| candidate.takes_text(&plain));
        return candidates.pop().map(|candidate| candidate.file);
    }
    let first = confidences.iter().position(|&confidence| confidence == best)?;
    if best == Confidence::Puzzle {
        let others = candidates.iter().zip(&confidences).skip(first + 1);
        let mut others = others.filter(|&(_, &confidence)| confidence == best).map(|(other, _)| other);
        if let Some(other) = others.find(|other| other.file != candidates[first].file) {
            return Some(Err(in_two_notations(&candidates[first], other)));
        }
    }
    Some(candidates.swap_remove(first).file)
}

fn candidates<'a>(families: &'a [Family], text: &str, marked: bool) -> Vec<Candidate<'a>> {
    let notations = families.iter().flat_map(|family| {
        let notations = family.info.notations.iter().filter(move |notation| notation.marked == marked);
        notations.map(move |notation| (family, notation))
    });
    let read = |(family, notation): (&'a Family, &'static NotationInfo)| {
        let file = (notation.read)(text)?;
        Some(Candidate { family, notation, file })
    };
    notations.filter_map(read).collect()
}

fn in_two_notations(one: &Candidate, other: &Candidate) -> InputError {
    let [names, notations] =
        [[one.family.info.name, other.family.info.name], [one.notation.about.en, other.notation.about.en]];
    if names[0] == names[1] {
        let [one, other] = notations;
        return InputError::new(format!(
            "the text makes a puzzle in each of two notations of {}: {one}, and {other}: write a file that says which, with puzzle = {:?} and its board",
            names[0], names[0]
        ));
    }
    let [one, other] = names;
    InputError::new(format!(
        "the text makes a puzzle of {one} and one of {other}: write a file that says which, with puzzle = {one:?} and its board"
    ))
}

/// Whether a line of a text has three words and more, as boards have not.
pub(crate) fn is_prose(text: &str) -> bool {
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        let mut letters = word.chars();
        let first = letters.next();
        letters.clone().any(|c| Some(c) != first) && letters.all(char::is_lowercase)
    };
    text.lines().any(|line| line.split_whitespace().filter(is_word).count() > 2)
}
