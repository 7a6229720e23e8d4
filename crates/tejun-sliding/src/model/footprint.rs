//! The memory of a model's tables, computed before they are made.

use super::Plan;
use super::codec::Field;
use super::image::MAX_TABLE;
use tejun_core::bits::Chunk;

impl Plan {
    /// Bytes that a model takes at most, also while it is made, with sets of cells of `set` bytes and states of `state`.
    pub fn table_bytes(&self, set: usize, state: usize) -> u64 {
        let bytes = self.classes.iter().zip(&self.fields).map(|(class, field)| {
            let heads = class.heads.last().map_or(0, |last| last + 1);
            let images = self.symmetries.len() * (heads * state + image_entries(field) * state);
            let shares = 2 * size_of::<i64>() * class.pieces.len() * heads;
            // The bits that a move flips, the cells before each, and pieces as sets.
            heads * (3 * state + set) + sets(field) * 2 * set + shares + images
        });
        bytes.sum::<usize>() as u64
    }
}

/// Sets of pieces that a mover lists.
fn sets(field: &Field) -> usize {
    match field {
        Field::Board { .. } => 0,
        Field::Numbers { heads, .. } => heads.len(),
        Field::Ranks { ranks, .. } => ranks.groups().map(|(_, _, sets)| sets.len()).sum(),
    }
}

/// States in the tables of an image.
fn image_entries(field: &Field) -> usize {
    let width = field.width();
    match field {
        Field::Board { span, .. } => {
            (*span as usize).div_ceil(Chunk::<u64>::BITS as usize) << Chunk::<u64>::BITS
        }
        Field::Numbers { count: 1, .. } => 1 << width,
        // Each value is listed before its image is.
        _ if width <= MAX_TABLE => 3 << width,
        _ => 0,
    }
}
