//! A map as pixels. Where positions lie dense it becomes bright: that shows millions of them.

use super::colour::{BACKGROUND, PATH, colour};
use super::layout::Layout;

/// Between the outermost position and the edge, in pixels.
const MARGIN: f32 = 16.0;
/// How bright a move is beside a position.
const LINE: f32 = 0.25;

/// Light that adds up, in red, green and blue, and how much of it there is.
struct Light {
    side: usize,
    pixels: Vec<([f32; 3], f32)>,
}

impl Light {
    fn add(&mut self, x: f32, y: f32, colour: [u8; 3], strength: f32) {
        let within = 0.0..self.side as f32;
        if within.contains(&x) && within.contains(&y) {
            let (sums, all) = &mut self.pixels[y as usize * self.side + x as usize];
            for (sum, part) in sums.iter_mut().zip(colour) {
                *sum += f32::from(part) * strength;
            }
            *all += strength;
        }
    }

    fn line(&mut self, [x, y]: [f32; 2], [u, v]: [f32; 2], colour: [u8; 3], strength: f32) {
        let (across, down) = (u - x, v - y);
        let steps = across.abs().max(down.abs()).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let along = step as f32 / steps;
            self.add(x + across * along, y + down * along, colour, strength);
        }
    }
}

/// Draws a map as a square of `side` pixels, three bytes each (red, green, blue), with the positions of a line on it.
pub fn map_pixels(map: &Layout, path: &[u32], side: usize) -> Vec<u8> {
    let mut light = Light { side, pixels: vec![([0.0; 3], 0.0); side * side] };
    let middle = side as f32 / 2.0;
    let at = |position: u32| map.places[position as usize].map(|x| middle + x * (middle - MARGIN));
    let last = map.distances.iter().flatten().copied().max().unwrap_or(0);
    let of = |position: u32| colour(map.distances[position as usize], last);
    // The more there is to see, the fainter is each.
    let each = (30_000.0 / map.places.len() as f32).sqrt().min(1.0);
    for &[a, b] in &map.links {
        light.line(at(a), at(b), of(b), LINE * each);
    }
    let dot = (0.6 * side as f32 / (map.places.len() as f32).sqrt()).clamp(1.0, side as f32 / 80.0);
    for position in 0..map.places.len() as u32 {
        let ([x, y], reach) = (at(position), (dot / 2.0) as i32);
        let inside = |dx: i32, dy: i32| (dx * dx + dy * dy) as f32 <= dot * dot / 4.0;
        for dy in -reach..=reach {
            for dx in (-reach..=reach).filter(|&dx| inside(dx, dy)) {
                light.add(x + dx as f32, y + dy as f32, of(position), each);
            }
        }
    }
    for ends in path.windows(2) {
        let ([x, y], [u, v]) = (at(ends[0]), at(ends[1]));
        for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            light.line([x + dx, y + dy], [u + dx, v + dy], PATH, 20.0);
        }
    }
    // The mean colour, so that what is bright keeps it.
    let shine = |&(sums, all): &([f32; 3], f32)| {
        let shade = 1.0 - (-1.2 * all).exp();
        let mix = move |(sum, dark): (f32, u8)| {
            let dark = f32::from(dark);
            (dark + (sum / all.max(f32::MIN_POSITIVE) - dark) * shade) as u8
        };
        sums.into_iter().zip(BACKGROUND).map(mix)
    };
    light.pixels.iter().flat_map(shine).collect()
}
