//! Bits of movements of a layer.

/// Up.
pub const UP: u8 = 1;
/// Down.
pub const DOWN: u8 = 2;
/// Left.
pub const LEFT: u8 = 4;
/// Right.
pub const RIGHT: u8 = 8;
/// The action key.
pub const ACTION: u8 = 16;
/// All of them.
pub const ALL: u8 = 31;
