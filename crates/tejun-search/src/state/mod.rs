//! States, and how the searches store them.

mod fields;
pub(crate) mod key;
mod packed;

pub use fields::Fields;
pub use key::{Key, Pod};
pub use packed::Packed;
