//! Scenes as text: pieces as boxes, stops on roads, or one character per cell on wide boards.

use std::collections::BTreeSet;

use tejun_puzzles::{Cell, Lang, Mark, Scene};

/// From this many columns on, a board is drawn with one character per cell.
const WIDE: usize = 24;

/// Draws a scene with its caption in English.
pub fn text(scene: &Scene) -> String {
    text_in(scene, Lang::En)
}

/// Draws a scene with its caption in a language.
pub fn text_in(scene: &Scene, lang: Lang) -> String {
    let mut rows = match style(scene) {
        Style::Roads => roads(scene),
        Style::Plain => plain(scene),
        Style::Boxes => boxes(scene),
    };
    while rows.last().is_some_and(|row| row.trim().is_empty()) {
        rows.pop();
    }
    if !scene.caption.is_empty() {
        let caption: Vec<String> = scene.caption.iter().map(|note| note.text(lang)).collect();
        rows.push(format!("\n  {}", caption.join(", ")));
    }
    rows.iter().map(|row| format!("{}\n", row.trim_end())).collect()
}

/// Where the cells of a scene are in its [`text`]: row, column and width in characters.
pub fn places(scene: &Scene) -> Vec<(usize, usize, usize)> {
    let place = |cell: &Cell| match style(scene) {
        Style::Roads => (2 * cell.row, 6 * cell.column + 2, 3),
        Style::Plain => (cell.row, cell.column + 2, 1),
        Style::Boxes => (2 * cell.row + 1, 4 * cell.column + 3, 3),
    };
    scene.cells.iter().map(place).collect()
}

/// How a scene is drawn.
enum Style {
    Roads,
    Plain,
    Boxes,
}

fn style(scene: &Scene) -> Style {
    if !scene.roads.is_empty() {
        Style::Roads
    } else if scene.thin_walls.is_empty() && (scene.walls || scene.columns > WIDE) {
        Style::Plain
    } else {
        Style::Boxes
    }
}

/// The contents of a grid square: nothing (outside), floor, or a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    Outside,
    Floor(Mark),
    Piece(usize),
}

impl Square {
    /// Whether there is a line between two neighbours.
    fn is_apart_from(self, other: Square) -> bool {
        match (self, other) {
            (Square::Floor(_), Square::Floor(_)) => false,
            _ => self != other,
        }
    }
}

fn squares(scene: &Scene) -> Vec<Square> {
    let mut squares = vec![Square::Outside; scene.rows * scene.columns];
    let at = |cell: usize| scene.cells[cell].row * scene.columns + scene.cells[cell].column;
    for (index, cell) in scene.cells.iter().enumerate() {
        // Empty tray cells are not part of the board.
        if cell.mark != Mark::Tray {
            squares[at(index)] = Square::Floor(cell.mark);
        }
    }
    for (index, piece) in scene.pieces.iter().enumerate() {
        piece.cells.iter().for_each(|&cell| squares[at(cell)] = Square::Piece(index));
    }
    squares
}

/// The thin walls: the row and the column of the cell below a wall or right of it, and whether it is below.
fn thin_walls(scene: &Scene) -> BTreeSet<(isize, isize, bool)> {
    let side = |&[a, b]: &[usize; 2]| {
        let (a, b) = (&scene.cells[a], &scene.cells[b]);
        (a.row.max(b.row) as isize, a.column.max(b.column) as isize, a.row != b.row)
    };
    scene.thin_walls.iter().map(side).collect()
}

fn boxes(scene: &Scene) -> Vec<String> {
    let squares = squares(scene);
    let square = |row: isize, column: isize| {
        let inside = (0..scene.rows as isize).contains(&row) && (0..scene.columns as isize).contains(&column);
        if inside { squares[row as usize * scene.columns + column as usize] } else { Square::Outside }
    };
    // Lines between a square and the one above it, and between it and the one to its left.
    let walls = thin_walls(scene);
    let above = |row: isize, column: isize| {
        walls.contains(&(row, column, true)) || square(row, column).is_apart_from(square(row - 1, column))
    };
    let left = |row: isize, column: isize| {
        walls.contains(&(row, column, false)) || square(row, column).is_apart_from(square(row, column - 1))
    };
    let text = |row: isize, column: isize| {
        let here = |cell: usize| {
            (scene.cells[cell].row as isize, scene.cells[cell].column as isize) == (row, column)
        };
        scene.texts.iter().find(|(cell, _)| here(*cell)).map(|(_, text)| text.clone())
    };
    let mut named = vec![false; scene.pieces.len()];
    let mut rows = Vec::new();
    for row in 0..=scene.rows as isize {
        let mut edge = String::from("  ");
        let mut inside = String::from("  ");
        for column in 0..=scene.columns as isize {
            edge.push(corner(
                row > 0 && left(row - 1, column),
                row < scene.rows as isize && left(row, column),
                column > 0 && above(row, column - 1),
                column < scene.columns as isize && above(row, column),
            ));
            let line = column < scene.columns as isize && above(row, column);
            edge.push_str(if line { "───" } else { "   " });
            inside.push(if left(row, column) { '│' } else { ' ' });
            let mark = match square(row, column) {
                Square::Piece(piece) if !std::mem::replace(&mut named[piece], true) => {
                    scene.pieces[piece].name.clone()
                }
                Square::Floor(Mark::Dot) => "·".to_owned(),
                Square::Floor(Mark::Gate) => "-".to_owned(),
                Square::Floor(_) => text(row, column).unwrap_or_default(),
                _ => String::new(),
            };
            inside.push_str(&format!("{mark:^3}"));
        }
        rows.push(edge);
        if row < scene.rows as isize {
            rows.push(inside);
        }
    }
    rows
}

/// The character where lines from up to four sides meet.
fn corner(up: bool, down: bool, left: bool, right: bool) -> char {
    const CORNERS: [char; 16] =
        [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
    let index = [up, down, left, right].iter().rev().fold(0, |index, &line| 2 * index + usize::from(line));
    CORNERS[index]
}

fn roads(scene: &Scene) -> Vec<String> {
    // Two lines per row and six characters per column: a stop, and the roads half way to the next one.
    let mut canvas = vec![vec![' '; 6 * scene.columns]; 2 * scene.rows];
    let place = |cell: usize| (2 * scene.cells[cell].row, 6 * scene.cells[cell].column + 2);
    for &[a, b] in &scene.roads {
        let ((y, x), (v, u)) = (place(a), place(b));
        let (middle, between) = ((y + v) / 2, (x + u) / 2);
        match (y == v, x == u) {
            (true, _) => (x.min(u) + 3..x.max(u) - 1).for_each(|x| canvas[y][x] = '-'),
            (_, true) => canvas[middle][x] = '|',
            _ => {
                let falls = (y < v) == (x < u);
                let there = &mut canvas[middle][between];
                *there = match (*there, falls) {
                    (' ', true) => '\\',
                    (' ', false) => '/',
                    _ => 'X',
                };
            }
        }
    }
    let mut draw = |cell: usize, stop: &str| {
        let (y, x) = place(cell);
        let label = scene.cells[cell].label.as_deref().unwrap_or("");
        for (offset, c) in format!("{stop}{label}").chars().enumerate() {
            canvas[y][x + offset] = c;
        }
    };
    (0..scene.cells.len()).for_each(|cell| draw(cell, "·"));
    for piece in &scene.pieces {
        piece.cells.iter().for_each(|&cell| draw(cell, &piece.name));
    }
    canvas.into_iter().map(|row| row.into_iter().collect()).collect()
}

fn plain(scene: &Scene) -> Vec<String> {
    let squares = squares(scene);
    let character = |square: &Square| match square {
        Square::Outside => '#',
        Square::Floor(Mark::Dot | Mark::Goal) => '.',
        Square::Floor(Mark::Gate) => '-',
        Square::Floor(_) => ' ',
        Square::Piece(piece) => scene.pieces[*piece].name.chars().next().unwrap_or(' '),
    };
    squares
        .chunks(scene.columns)
        .map(|row| format!("  {}", row.iter().map(character).collect::<String>()))
        .collect()
}

#[cfg(test)]
mod tests {
    use tejun_puzzles::Registry;

    use super::*;

    fn drawn(file: &str) -> String {
        let instance = Registry::standard().read(file, None).unwrap();
        text(&instance.start().scene())
    }

    #[test]
    fn pieces_are_boxes() {
        let text = drawn("puzzle = 'sliding'\nboard = '''\naaB\na.B\n#cc'''");
        let expected = [
            "  ┌───────┬───┐",
            "  │ a     │ B │",
            "  │   ┌───┤   │",
            "  │   │   │   │",
            "  └───┼───┴───┤",
            "      │ c     │",
            "      └───────┘",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }
}
