//! `explore --map`: a picture of the whole space.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tejun_api::draw;
use tejun_puzzles::question::Map;
use tejun_puzzles::{Instance, Line};
use tejun_search::Outcome;

use super::app::App;
use super::output::write_bytes;

/// Most positions of a map made of lines and dots; programs that show them become slow.
const MOST_SVG: usize = 200_000;
/// Side of a map made of pixels.
const SIDE: usize = 1600;

/// Draws every position that can be reached from the first one, and `path` among them. Returns a line about it.
///
/// # Errors
/// If the file cannot be written, or is of a kind that cannot hold so much.
pub(super) fn draw_map(app: &App, instance: &dyn Instance, path: &Line, file: &Path) -> Result<String> {
    let map = Map { path: Some(path.clone()), target: None };
    let mut watcher = app.watcher();
    let graph = instance.start().ask(map, &app.means(), &mut watcher)?;
    drop(watcher);
    let map = draw::layout(&graph);
    let positions = map.places.len();
    if file.extension().is_some_and(|ending| ending == "png") {
        write_bytes(file, &png(&draw::map_pixels(&map, &graph.path, SIDE))?)?;
    } else if positions > MOST_SVG {
        bail!("the map has {positions} positions, too many for an .svg file: write a .png file");
    } else {
        write_bytes(file, draw::map_svg(&map, &graph.path).as_bytes())?;
    }
    let from = if map.to_goal { "the nearest solved one" } else { "the start" };
    let part = match graph.outcome {
        Outcome::Stopped(reason, _) => format!(" of a larger space ({reason})"),
        _ => String::new(),
    };
    Ok(format!("Map: {positions} positions{part} by their distance from {from}, in {}\n", file.display()))
}

fn png(pixels: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().context("the picture cannot be made")?;
    writer.write_image_data(pixels).context("the picture cannot be made")?;
    writer.finish().context("the picture cannot be made")?;
    Ok(bytes)
}
