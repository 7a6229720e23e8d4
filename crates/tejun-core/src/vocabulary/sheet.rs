//! Small pictures, and a sheet of them from which cells are drawn.

use crate::vocabulary::colour::Colour;

/// The sprites of a puzzle. Of those on a cell, the later lie on the earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The sprites.
    pub sprites: Vec<Sprite>,
    /// The colour below all sprites; black by default.
    pub background: Option<Colour>,
    /// The colour of the texts that the puzzle shows.
    pub text: Option<Colour>,
}

/// A small square picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// What it shows.
    pub name: String,
    /// Its colours, 36 at most.
    pub colours: Vec<Colour>,
    /// Its pixels, row by row: each the number of a colour as a digit to base 36, or `.` where it is transparent.
    pub pixels: String,
}

impl Sprite {
    /// Makes a sprite of its pixels, row by row; `None` is transparent.
    ///
    /// # Panics
    /// Panics if there are more than 36 colours.
    pub fn new(name: impl Into<String>, pixels: impl IntoIterator<Item = Option<Colour>>) -> Self {
        let mut colours = Vec::new();
        let pixels = pixels.into_iter().map(|pixel| {
            let Some(colour) = pixel else { return '.' };
            let known = colours.iter().position(|&known| known == colour);
            let number = known.unwrap_or_else(|| {
                colours.push(colour);
                colours.len() - 1
            });
            char::from_digit(number as u32, 36).expect("a sprite has 36 colours at most")
        });
        Sprite { name: name.into(), pixels: pixels.collect(), colours }
    }

    /// Pixels of a side.
    pub fn side(&self) -> usize {
        self.pixels.len().isqrt()
    }

    /// The colour of each pixel, row by row; `None` is transparent.
    pub fn pixels(&self) -> impl Iterator<Item = Option<Colour>> {
        self.pixels.chars().map(|pixel| self.colours.get(pixel.to_digit(36)? as usize).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_numbers_of_colours() {
        let (red, blue) = (Some(Colour(255, 0, 0)), Some(Colour(0, 0, 255)));
        let pixels = [red, None, blue, red];
        let sprite = Sprite::new("flag", pixels);
        assert_eq!((sprite.pixels.as_str(), sprite.colours.len(), sprite.side()), ("0.10", 2, 2));
        assert!(sprite.pixels().eq(pixels));
    }
}
