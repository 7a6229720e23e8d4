//! What the packed states of several families are made of.

mod chunk;
mod rectangle;
mod words;

pub(crate) use chunk::Chunk;
pub(crate) use rectangle::{SYMMETRIES, turned};
pub(crate) use words::{Bits, Cells, each};
