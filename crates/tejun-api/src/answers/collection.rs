//! `collection`: the puzzles of a text that has several.

use serde::Serialize;
use tejun_puzzles::{CollectedPuzzle, Collection, Registry};

use super::parts::ReasonAnswer;

/// The puzzles of a text, in its order.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CollectionAnswer<'a> {
    /// Perhaps empty, as those of the levels.
    title: &'a str,
    author: &'a str,
    /// How many there are.
    count: usize,
    levels: Vec<CollectedLevel<'a>>,
}

/// A puzzle of a collection, or what is wrong with it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CollectedLevel<'a> {
    /// From 1: the option level takes it.
    number: usize,
    title: &'a str,
    author: &'a str,
    /// The line of the text on which it begins, from 1.
    line: usize,
    /// The family.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'static str>,
    /// Rows and columns of its board.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<usize>,
    /// The text of an instance file, unless the levels are in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    /// What is wrong with it, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The same in every language, if there is a sentence for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonAnswer>,
}

/// The answer of `collection`, each level opened. It goes on until `goes_on` is false: then levels are missing.
pub fn collection<'a>(
    registry: &Registry,
    collection: &'a Collection,
    goes_on: &mut dyn FnMut() -> bool,
) -> impl Serialize + use<'a> {
    let level = |(number, puzzle): (usize, &'a CollectedPuzzle)| {
        let opened = registry.open_collected(collection, number, None);
        let (size, family, error) = match &opened {
            Ok(instance) => {
                let scene = instance.start().scene();
                (Some((scene.rows, scene.columns)), Some(instance.about().puzzle), None)
            }
            Err(error) => (None, None, Some(error)),
        };
        let (rows, columns) = size.unzip();
        CollectedLevel {
            number,
            title: &puzzle.title,
            author: &puzzle.author,
            line: puzzle.line,
            puzzle: family,
            rows,
            columns,
            text: puzzle.file.as_deref().ok().filter(|_| puzzle.level.is_none()),
            error: error.map(ToString::to_string),
            reason: error.and_then(|error| error.reason.as_ref()).map(ReasonAnswer::from),
        }
    };
    CollectionAnswer {
        title: &collection.title,
        author: &collection.author,
        count: collection.puzzles.len(),
        levels: (1..).zip(&collection.puzzles).take_while(|_| goes_on()).map(level).collect(),
    }
}
