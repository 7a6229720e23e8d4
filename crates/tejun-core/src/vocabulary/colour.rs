//! Colours.

use std::fmt;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl fmt::Display for Colour {
    /// Writes the colour as CSS and SVG do, as in `#ff8800`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Colour(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
