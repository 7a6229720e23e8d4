//! Scenes as SVG files.

use std::fmt::Write;

use tejun_puzzles::{Cell, Glyph, Mark, Piece, Role, Scene, Sheet};

/// Side of a cell in pixels.
const SIDE: f64 = 48.0;
/// Gap between a piece and the edge of its cells, in pixels.
const GAP: f64 = 2.0;
const HERO: &str = "#c0392b";
const FOE: &str = "#2c6fbb";
/// Colours of plain pieces by kind. Their letters also tell them apart.
const PLAIN: [&str; 8] =
    ["#d9a441", "#5b8c5a", "#8d6a9f", "#4f8a8b", "#b5651d", "#7a8450", "#a26769", "#5f6caf"];

/// Draws a scene as a complete SVG file.
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (scene.columns as f64 * SIDE, scene.rows as f64 * SIDE);
    let caption = if !scene.caption.is_empty() { SIDE / 2.0 } else { 0.0 };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-6 -6 {} {}\" width=\"{}\" height=\"{}\" \
         font-family=\"sans-serif\" font-size=\"16\" text-anchor=\"middle\">\n",
        width + 12.0,
        height + caption + 12.0,
        width + 12.0,
        height + caption + 12.0,
    );
    let on_roads = !scene.roads.is_empty();
    for cell in &scene.cells {
        floor(&mut svg, cell, on_roads);
    }
    for &(cell, colour) in &scene.floors {
        if on_roads {
            // It is seen around the stop.
            let (x, y) = centre(&scene.cells[cell]);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"19\" fill=\"{colour}\"/>");
            continue;
        }
        let (x, y) = corner(&scene.cells[cell]);
        let _ =
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\"/>");
    }
    for &[a, b] in &scene.thin_walls {
        let ((x, y), (u, v)) = (corner(&scene.cells[a]), corner(&scene.cells[b]));
        let (across, down) = if y == v { (0.0, SIDE) } else { (SIDE, 0.0) };
        let path = format!("M{} {}l{across} {down}", x.max(u), y.max(v));
        let _ =
            writeln!(svg, "<path d=\"{path}\" stroke=\"#444\" stroke-width=\"4\" stroke-linecap=\"round\"/>");
    }
    for (cell, text) in &scene.texts {
        let (x, y) = centre(&scene.cells[*cell]);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"#444\">{}</text>", y + 6.0, escape(text));
    }
    for &[a, b] in &scene.roads {
        let ((x, y), (u, v)) = (centre(&scene.cells[a]), centre(&scene.cells[b]));
        let _ = writeln!(svg, "<path d=\"M{x} {y}L{u} {v}\" stroke=\"#999\" stroke-width=\"4\"/>");
    }
    if on_roads {
        for cell in &scene.cells {
            let (x, y) = centre(cell);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#eee\" stroke=\"#999\"/>");
            if let Some(label) = &cell.label {
                let _ =
                    writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"#666\">{}</text>", y + 6.0, escape(label));
            }
        }
    }
    match &scene.sheet {
        Some(sheet) => sprites(&mut svg, scene, sheet),
        None => scene.pieces.iter().for_each(|piece| draw(&mut svg, scene, piece)),
    }
    if !scene.caption.is_empty() {
        let caption: Vec<String> = scene.caption.iter().map(ToString::to_string).collect();
        let text = &caption.join(", ");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", width / 2.0, height + 18.0, escape(text));
    }
    svg + "</svg>\n"
}

fn corner(cell: &Cell) -> (f64, f64) {
    (cell.column as f64 * SIDE, cell.row as f64 * SIDE)
}

fn centre(cell: &Cell) -> (f64, f64) {
    let (x, y) = corner(cell);
    (x + SIDE / 2.0, y + SIDE / 2.0)
}

fn floor(svg: &mut String, cell: &Cell, on_roads: bool) {
    let ((x, y), (cx, cy)) = (corner(cell), centre(cell));
    if !on_roads && cell.mark != Mark::Tray {
        let fill = match cell.mark {
            Mark::Goal => "#f6dfc9",
            Mark::Gate => "#cfd8e3",
            _ => "#efece6",
        };
        let _ =
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>");
    }
    if cell.mark == Mark::Dot {
        let _ = writeln!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"5\" fill=\"#444\"/>");
    }
}

/// Draws what lies on the cells, each row of pixels of one colour as a rectangle.
fn sprites(svg: &mut String, scene: &Scene, sheet: &Sheet) {
    let (width, height) = (scene.columns as f64 * SIDE, scene.rows as f64 * SIDE);
    let background = sheet.background.map_or_else(|| "#000000".to_owned(), |colour| colour.to_string());
    let _ = writeln!(
        svg,
        "<g shape-rendering=\"crispEdges\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
    );
    for (cell, stack) in scene.cells.iter().zip(&scene.stacks) {
        let (left, top) = corner(cell);
        for sprite in stack.iter().filter_map(|&number| sheet.sprites.get(number as usize)) {
            let side = sprite.side();
            let (pixel, pixels) = (SIDE / side as f64, sprite.pixels().collect::<Vec<_>>());
            for (row, pixels) in pixels.chunks(side.max(1)).enumerate() {
                let mut column = 0;
                for run in pixels.chunk_by(PartialEq::eq) {
                    let (x, y) = (left + column as f64 * pixel, top + row as f64 * pixel);
                    column += run.len();
                    let Some(colour) = run[0] else { continue };
                    let width = run.len() as f64 * pixel;
                    let _ = writeln!(
                        svg,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{pixel}\" fill=\"{colour}\"/>"
                    );
                }
            }
        }
    }
    svg.push_str("</g>\n");
}

/// Draws a piece: its cells, each extended across the gap to neighbours that are also the piece's.
fn draw(svg: &mut String, scene: &Scene, piece: &Piece) {
    let colour = match (piece.colour, piece.role) {
        (Some(colour), _) => colour.to_string(),
        (None, Role::Hero) => HERO.to_owned(),
        (None, Role::Foe) => FOE.to_owned(),
        (None, Role::Plain) => PLAIN[piece.kind % PLAIN.len()].to_owned(),
    };
    let (x, y) = centre(&scene.cells[piece.cells[0]]);
    let (left, top, size) = (x - SIDE / 2.0 + GAP, y - SIDE / 2.0 + GAP, (SIDE - 2.0 * GAP) / 100.0);
    match piece.glyph {
        Glyph::Path(path) => {
            let at = format!("translate({left} {top}) scale({size})");
            let _ = writeln!(svg, "<path d=\"{}\" transform=\"{at}\" fill=\"{colour}\"/>", escape(path));
            return;
        }
        Glyph::Text => {
            let name = escape(&piece.name);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"28\" fill=\"{colour}\">{name}</text>",
                y + 10.0
            );
            return;
        }
        _ => {}
    }
    let covers = |row: usize, column: usize| {
        piece.cells.iter().any(|&cell| (scene.cells[cell].row, scene.cells[cell].column) == (row, column))
    };
    let _ = writeln!(svg, "<g fill=\"{colour}\">");
    for &cell in &piece.cells {
        let cell = &scene.cells[cell];
        let ((x, y), side) = (corner(cell), SIDE - 2.0 * GAP);
        let right = if covers(cell.row, cell.column + 1) { 2.0 * GAP } else { 0.0 };
        let down = if covers(cell.row + 1, cell.column) { 2.0 * GAP } else { 0.0 };
        let (x, y) = (x + GAP, y + GAP);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{side}\"/>", side + right);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{}\"/>", side + down);
        if right > 0.0 && down > 0.0 && covers(cell.row + 1, cell.column + 1) {
            let (x, y) = (x + side, y + side);
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{right}\" height=\"{down}\"/>");
        }
    }
    let _ =
        writeln!(svg, "</g>\n<text x=\"{x}\" y=\"{}\" fill=\"#fff\">{}</text>", y + 6.0, escape(&piece.name));
}

/// A text as a part of XML or HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
