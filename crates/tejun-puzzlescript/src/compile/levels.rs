//! Levels: signs to objects.

use super::names::Names;
use crate::diagnostic::{Diagnostics, quoted};
use crate::game::{Level, Stage};
use crate::object_set::ObjectSet;
use crate::text::{LevelText, Source};
use std::collections::HashMap;

/// The most cells of all levels: a level of few signs can have many cells.
const MAX_ALL_CELLS: usize = 1 << 19;

/// The most cells of a level.
const MAX_CELLS: usize = 1 << 14;

/// What fills cells without a background.
#[derive(Clone, Copy)]
pub(super) struct Background {
    pub object: usize,
    pub layer: usize,
}

pub(super) fn compile(
    source: &Source,
    names: &Names,
    background: Background,
    diagnostics: &mut Diagnostics,
) -> Vec<Stage> {
    let signs: HashMap<char, Option<ObjectSet>> = names.signs().collect();
    let mut stages = Vec::with_capacity(source.levels.len());
    let mut room = MAX_ALL_CELLS;
    for text in &source.levels {
        match text {
            LevelText::Message { text } => stages.push(Stage::Message(text.clone())),
            LevelText::Level { line, rows } => {
                let Some(level) = level(*line, rows, &signs, names, background, diagnostics) else {
                    continue;
                };
                let Some(rest) = room.checked_sub(level.cells.len()) else {
                    diagnostics.error(*line, format!("all levels have {MAX_ALL_CELLS} cells at most"));
                    break;
                };
                room = rest;
                stages.push(Stage::Level(level));
            }
        }
    }
    if stages.iter().all(|stage| matches!(stage, Stage::Message(_))) {
        diagnostics.error_about_all("the game has no levels: add a section LEVELS");
    }
    stages
}

/// The width of a level is that of its first row; a shorter row goes on with its last sign.
fn level(
    line: usize,
    rows: &[String],
    signs: &HashMap<char, Option<ObjectSet>>,
    names: &Names,
    background: Background,
    diagnostics: &mut Diagnostics,
) -> Option<Level> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len(), rows.len());
    if width.saturating_mul(height) > MAX_CELLS {
        diagnostics
            .error(line, format!("a level has {MAX_CELLS} cells at most; this one has {width} x {height}"));
        return None;
    }
    let mut cells = Vec::with_capacity(width * height);
    for x in 0..width {
        for (y, row) in rows.iter().enumerate() {
            let sign = row.get(x).or(row.last()).copied().unwrap_or(' ');
            cells.push(match signs.get(&sign) {
                Some(Some(objects)) => *objects,
                unknown => {
                    let why = if unknown.is_some() {
                        "is a choice of objects (or): a level needs one of them, or all with “and”"
                    } else {
                        "is not in the legend"
                    };
                    diagnostics.error(line + y, format!("{} {why}", quoted(&sign.to_string())));
                    ObjectSet::EMPTY
                }
            });
        }
    }
    let backgrounds = names.layers[background.layer];
    let first = cells.iter().map(|cell| cell.intersection(&backgrounds)).find(|cell| !cell.is_empty());
    let ground = first.unwrap_or_else(|| [background.object].into_iter().collect());
    for cell in &mut cells {
        if !cell.intersects(&backgrounds) {
            *cell = cell.union(&ground);
        }
    }
    Some(Level { width, height, cells, line })
}
