//! Building blocks of packed states, shared by several families.

pub mod chunk;
pub mod rectangle;
pub mod words;

pub use chunk::Chunk;
pub use rectangle::{SYMMETRIES, turned};
pub use words::{Bits, Cells, Wide, each, set_of};
