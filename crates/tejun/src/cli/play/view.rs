//! The terminal game as it is seen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tejun_api::draw;
use tejun_puzzles::{Arrows, CellId, Lang, Mark, Piece, Reason, Role, Scene};

use super::game::Game;
use super::words;
use crate::cli::output::escape_control;

/// Colours of plain pieces by kind.
const PLAIN: [Color; 6] = [
    Color::Rgb(217, 164, 65),
    Color::Rgb(91, 140, 90),
    Color::Rgb(141, 106, 159),
    Color::Rgb(79, 138, 139),
    Color::Rgb(181, 101, 29),
    Color::Rgb(95, 108, 175),
];
const HERO: Color = Color::Rgb(192, 57, 43);
const FOE: Color = Color::Rgb(44, 111, 187);
const GOAL: Color = Color::Rgb(192, 57, 43);
/// Columns from which on the moves are shown beside the board.
const WIDE: u16 = 70;
/// Columns of the moves.
const MOVES: u16 = 24;

/// What is said around the board.
pub(super) struct Said<'a> {
    pub title: &'a str,
    pub task: &'a str,
    /// How far the game is.
    pub count: &'a str,
    pub message: &'a str,
    pub lang: Lang,
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame, game: &Game, said: &Said) {
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(2),
        Constraint::Length(2),
    ]);
    let [title, task, count, middle, message, keys] = rows.areas(frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Line::styled(said.title, bold), title);
    frame.render_widget(Line::styled(said.task, dim), task);
    frame.render_widget(Line::raw(said.count), count);
    let beside = if middle.width >= WIDE { MOVES } else { 0 };
    let [left, right] = Layout::horizontal([Constraint::Min(1), Constraint::Length(beside)]).areas(middle);
    board(frame, game, left);
    let moves = game.line.iter().enumerate().map(|(at, text)| format!("{:>4} {text}", at + 1));
    let from = game.line.len().saturating_sub(right.height.into());
    let moves: Vec<Line> = moves.skip(from).map(|text| Line::raw(safe(&text))).collect();
    frame.render_widget(Paragraph::new(moves), right);
    frame.render_widget(Paragraph::new(said.message).wrap(Wrap { trim: true }).style(bold), message);
    frame.render_widget(Paragraph::new(help(game, said.lang)).wrap(Wrap { trim: true }).style(dim), keys);
}

/// The keys of this puzzle.
fn help(game: &Game, lang: Lang) -> String {
    let say = |sentence| Reason::new(sentence).text(lang);
    let own = match (game.scene.keys, game.scene.arrows) {
        ([_, ..], _) => {
            game.scene.keys.iter().map(|key| format!("{} {}", key.key, key.label.text(lang))).collect()
        }
        (_, Some(Arrows::Walk)) => vec![say(&words::WALK)],
        (_, Some(Arrows::Slide)) => vec![say(&words::SLIDE)],
        _ => vec![say(&words::CURSOR)],
    };
    let turns = game.held.is_some().then(|| say(&words::TURN));
    own.into_iter().chain(turns).chain([say(&words::KEYS)]).collect::<Vec<_>>().join("  ")
}

fn board(frame: &mut Frame, game: &Game, area: Rect) {
    let (rows, cursor) = painted(game);
    // What does not fit is scrolled so that the cursor stays in the middle.
    let scroll = |at: usize, length: usize, room: u16| {
        let most = length.saturating_sub(room.into());
        at.saturating_sub(usize::from(room) / 2).min(most) as u16
    };
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let offset = (scroll(cursor.0, rows.len(), area.height), scroll(cursor.1, width, area.width));
    let lines = rows
        .into_iter()
        .map(|row| Line::from_iter(row.into_iter().map(|(c, style)| Span::styled(c.to_string(), style))));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).scroll(offset), area);
}

/// Characters with colours.
type Row = Vec<(char, Style)>;

/// The board as characters with colours, and where the cursor is among them.
fn painted(game: &Game) -> (Vec<Row>, (usize, usize)) {
    let scene = &game.scene;
    // The notes are told above the board, in the player's language.
    let text = safe(&draw::text(&Scene { caption: Vec::new(), ..scene.clone() }));
    let mut rows: Vec<Row> =
        text.lines().map(|row| row.chars().map(|c| (c, Style::new())).collect()).collect();
    let places = draw::places(scene);
    let mut paint = |cell: CellId, style: Style| {
        let (row, column, width) = places[cell];
        if rows.len() <= row {
            rows.resize(row + 1, Vec::new());
        }
        for at in column..column + width {
            if rows[row].len() <= at {
                rows[row].resize(at + 1, (' ', Style::new()));
            }
            rows[row][at].1 = rows[row][at].1.patch(style);
        }
    };
    for (cell, _) in scene.cells.iter().enumerate().filter(|(_, cell)| cell.mark == Mark::Goal) {
        paint(cell, Style::new().fg(GOAL).add_modifier(Modifier::UNDERLINED));
    }
    for piece in &scene.pieces {
        let style = Style::new().bg(colour(piece)).fg(Color::White);
        piece.cells.iter().for_each(|&cell| paint(cell, style));
    }
    let hinted = Style::new().bg(Color::Yellow).fg(Color::Black);
    for cell in game.target().unwrap_or_default() {
        paint(cell, hinted);
    }
    if has_cursor(scene) {
        paint(game.cursor, Style::new().add_modifier(Modifier::REVERSED));
    }
    (rows, (places[game.cursor].0, places[game.cursor].1))
}

/// Whether the arrow keys move a cursor.
fn has_cursor(scene: &Scene) -> bool {
    scene.keys.is_empty() && scene.arrows.is_none()
}

fn colour(piece: &Piece) -> Color {
    match (piece.colour, piece.role) {
        (Some(own), _) => Color::Rgb(own.0, own.1, own.2),
        (None, Role::Hero) => HERO,
        (None, Role::Foe) => FOE,
        (None, Role::Plain) => PLAIN[piece.kind % PLAIN.len()],
    }
}

/// Without characters that control the terminal.
pub(super) fn safe(text: &str) -> String {
    escape_control(text).into_owned()
}
