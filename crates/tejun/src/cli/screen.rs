//! Full-screen terminal mode: single key presses, and a page that is redrawn.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::style::Print;
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute, queue};

use super::output::escape_control;
use super::pace::Control;

/// Clears the terminal and moves the cursor to the top left.
pub(super) fn clear() -> io::Result<()> {
    execute!(io::stdout(), cursor::MoveTo(0, 0), Clear(ClearType::FromCursorDown))
}

/// Restores the terminal when dropped.
pub(super) struct Screen;

impl Screen {
    /// Takes over the terminal; `None` if input or output is not a terminal.
    pub fn take() -> io::Result<Option<Screen>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(None);
        }
        terminal::enable_raw_mode()?;
        // From here on, errors also restore the terminal.
        let screen = Screen;
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(Some(screen))
    }

    /// Draws as much of a page as fits, and a last line.
    pub fn draw(&self, page: &str, last: &str) -> io::Result<()> {
        let (columns, rows) = terminal::size()?;
        let mut out = io::stdout().lock();
        let room = usize::from(rows).saturating_sub(1);
        // Place each line explicitly: in raw mode a line break does not return to the first column, and one
        // after the last line would scroll the page.
        for (row, line) in escape_control(page).lines().take(room).chain([last]).enumerate() {
            let line: String = line.chars().take(columns.into()).collect();
            queue!(out, cursor::MoveTo(0, row as u16), Clear(ClearType::CurrentLine), Print(line))?;
        }
        queue!(out, Clear(ClearType::FromCursorDown))?;
        out.flush()
    }

    /// Waits up to `time` for a key that controls the pace.
    pub fn control(&self, time: Duration) -> io::Result<Option<Control>> {
        if !event::poll(time)? {
            return Ok(None);
        }
        let Event::Key(key) = event::read()? else { return Ok(None) };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        Ok(match key.code {
            _ if key.kind == KeyEventKind::Release => None,
            KeyCode::Char('c' | 'd') if control => Some(Control::Quit),
            _ if control => None,
            KeyCode::Char(' ' | 'p') => Some(Control::Toggle),
            KeyCode::Char('s' | '.') | KeyCode::Right | KeyCode::Enter => Some(Control::Step),
            KeyCode::Char('+' | '=') | KeyCode::Up => Some(Control::Faster),
            KeyCode::Char('-') | KeyCode::Down => Some(Control::Slower),
            KeyCode::Char('q') | KeyCode::Esc => Some(Control::Quit),
            _ => None,
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // If the terminal is gone, nothing can be done.
        let _ = execute!(io::stdout(), cursor::Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}
