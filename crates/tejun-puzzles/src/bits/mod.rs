//! Building blocks of packed states, shared by several families.

mod chunk;
mod rectangle;
mod words;

pub(crate) use chunk::Chunk;
pub(crate) use rectangle::{SYMMETRIES, turned};
pub(crate) use words::{Bits, Cells, Wide, each, set_of};
