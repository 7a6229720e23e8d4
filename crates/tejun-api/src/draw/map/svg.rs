//! A map as an SVG file.

use std::fmt::Write;

use super::colour::{BACKGROUND, PATH, colour};
use super::layout::Layout;

/// Side of the picture in pixels.
const SIDE: f32 = 1000.0;
/// Between the outermost position and the edge, in pixels.
const MARGIN: f32 = 16.0;

/// Draws a map with the positions of a line on it, the first and the last of them ringed.
pub fn map_svg(map: &Layout, path: &[u32]) -> String {
    let middle = SIDE / 2.0;
    let at = |position: u32| map.places[position as usize].map(|x| middle + x * (middle - MARGIN));
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" \
         fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\
         <rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>\n",
        hex(BACKGROUND)
    );
    let last = map.distances.iter().flatten().copied().max().unwrap_or(0);
    // One path for each distance: a file of tens of thousands of elements opens slowly.
    let rings = last as usize + 2;
    let ring = |position: u32| map.distances[position as usize].map_or(rings - 1, |ring| ring as usize);
    let (mut lines, mut dots) = (vec![String::new(); rings], vec![String::new(); rings]);
    for &[a, b] in &map.links {
        let ([x, y], [u, v]) = (at(a), at(b));
        let _ = write!(lines[ring(a).max(ring(b))], "M{x:.1} {y:.1}L{u:.1} {v:.1}");
    }
    for position in 0..map.places.len() as u32 {
        let [x, y] = at(position);
        let _ = write!(dots[ring(position)], "M{x:.1} {y:.1}h0");
    }
    let dot = (600.0 / (map.places.len() as f32).sqrt()).clamp(1.2, 12.0);
    for (paths, width, opacity) in [(lines, dot / 5.0, 0.35), (dots, dot, 0.9)] {
        let _ = writeln!(svg, "<g stroke-width=\"{width:.2}\" stroke-opacity=\"{opacity}\">");
        for (ring, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
            let colour = hex(colour((ring < rings - 1).then_some(ring as u32), last));
            let _ = writeln!(svg, "<path stroke=\"{colour}\" d=\"{path}\"/>");
        }
        svg += "</g>\n";
    }
    if let (Some(&first), Some(&end)) = (path.first(), path.last()) {
        let points: Vec<String> =
            path.iter().map(|&by| at(by).map(|x| format!("{x:.1}")).join(" ")).collect();
        let white = hex(PATH);
        let _ =
            writeln!(svg, "<g stroke=\"{white}\" stroke-width=\"2\">\n<path d=\"M{}\"/>", points.join("L"));
        for end in [first, end] {
            let [x, y] = at(end);
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"/>");
        }
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}
