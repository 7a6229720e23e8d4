//! Boards drawn with the sprites of a game.

use std::fmt::Write;

use tejun_puzzlescript::game::Color;
use tejun_puzzlescript::{Game, ObjectSet};

/// A symbol for each object, to be used by [`board`].
pub(super) fn symbols(game: &Game) -> String {
    let mut svg = String::from("<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>");
    for (number, object) in game.objects.iter().enumerate() {
        let _ = write!(svg, "<symbol id=\"o{number}\" viewBox=\"0 0 5 5\" width=\"1\" height=\"1\">");
        for (y, row) in object.sprite.iter().enumerate() {
            let mut x = 0;
            while x < 5 {
                let width = row[x..].iter().take_while(|color| **color == row[x]).count();
                if let Color::Rgb(rgb) = row[x] {
                    let _ = write!(svg, "<path fill=\"#{rgb:06x}\" d=\"M{x} {y}h{width}v1h-{width}z\"/>");
                }
                x += width;
            }
        }
        svg.push_str("</symbol>");
    }
    svg.push_str("</defs></svg>");
    svg
}

/// A board of cells that are listed column by column.
pub(super) fn board(width: usize, height: usize, cells: &[ObjectSet], label: &str) -> String {
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" style=\"width:{}px\" shape-rendering=\"crispEdges\" role=\"img\" aria-label=\"{label}\">",
        (24 * width).min(480)
    );
    for (index, cell) in cells.iter().enumerate() {
        for object in cell.iter() {
            let _ =
                write!(svg, "<use href=\"#o{object}\" x=\"{}\" y=\"{}\"/>", index / height, index % height);
        }
    }
    svg.push_str("</svg>");
    svg
}
