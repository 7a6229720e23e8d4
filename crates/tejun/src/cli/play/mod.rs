//! `play`: a puzzle in the terminal.

mod game;
mod view;
mod words;

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Direction, Lang, Line, Means, Observer, QuestionKind, Reason, Solution, Status, Wanted};
use tejun_search::{Outcome, Progress, Proof, StopReason, Watch};

use self::game::Game;
use self::view::{Said, safe};
use super::app::App;
use super::language::count;
use super::output::print_line;
use crate::status::ExitStatus;

/// How long each move of a solution is shown.
const STANDS: Duration = Duration::from_millis(350);
/// How often a search looks at the keyboard and says how far it is.
const LOOK: Duration = Duration::from_millis(150);
/// Time limit for proving that nothing is shorter than what was played.
const PROOF: Duration = Duration::from_secs(2);

/// Plays until the user quits, and prints the line. The status is that of `check` for this line.
///
/// # Errors
/// If there is no terminal, or the puzzle cannot be read.
pub(super) fn run(app: &App, name: &str, from: &str) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let line = instance.read_line(from);
    let game = Game::new(instance, line)?;
    let (solve, means) = (app.solve(Wanted::Best), Means { threads: 1, ..app.means() });
    game.instance.check_options(&solve.into(), &means)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("play needs a terminal: use show to draw a position, and check to judge a line");
    }
    let mut table = Table {
        game,
        solve,
        means,
        lang: app.lang(),
        name,
        message: String::new(),
        hint_step: 0,
        typed: None,
    };
    let terminal = ratatui::init();
    let played = table.play(terminal);
    ratatui::restore();
    played?;
    let Game { instance, position, line, .. } = &table.game;
    let line = safe(&instance.write_line(&Line(line.clone())));
    // Nobody may read it any more: the game is over all the same.
    let _ = print_line(format!("{}\n{line}", table.count()).trim_end())?;
    Ok(if position.status() == Status::Solved { ExitStatus::Done } else { ExitStatus::Unsolvable })
}

/// The game and what is said about it.
struct Table<'a> {
    game: Game,
    /// What hints ask.
    solve: Solve,
    means: Means,
    lang: Lang,
    name: &'a str,
    message: String,
    /// Hints given about this position.
    hint_step: usize,
    /// A move being typed.
    typed: Option<String>,
}

impl Table<'_> {
    fn play(&mut self, mut terminal: DefaultTerminal) -> Result<()> {
        loop {
            self.draw(&mut terminal)?;
            let Event::Key(key) = event::read()? else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            if self.key(key, &mut terminal)?.is_break() {
                return Ok(());
            }
        }
    }

    fn say(&self, sentence: &'static tejun_puzzles::Sentence) -> String {
        Reason::new(sentence).text(self.lang)
    }

    /// How many moves were played, and the best that is known.
    fn count(&self) -> String {
        let about = self.game.instance.about();
        let made = self.game.position.verdict().value;
        let made = made.cost.unwrap_or(self.game.line.len() as i64);
        let made = match self.game.position.verdict().value.score {
            Some(score) => Reason::new(&words::SCORE).with("n", score).text(self.lang),
            None => count(made, about.metric, self.lang),
        };
        let best = about
            .optimal
            .filter(|_| !about.scored)
            .map(|best| Reason::new(&words::BEST).with("n", best).text(self.lang));
        [Some(made), best].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn draw(&self, terminal: &mut DefaultTerminal) -> Result<()> {
        let position = &self.game.position;
        let about = self.game.instance.about();
        let title = about.title.text(self.lang).unwrap_or(self.name);
        let task = self
            .game
            .instance
            .objective()
            .map_or_else(|| self.say(&words::NO_GOAL), |task| task.text(self.lang));
        let notes = position.scene().caption.into_iter().map(|note| note.text(self.lang));
        let hints = (self.game.hints > 0)
            .then(|| Reason::new(&words::HINTS).with("n", self.game.hints).text(self.lang));
        let count: Vec<String> = [self.count()].into_iter().chain(notes).chain(hints).collect();
        let message = match &self.typed {
            Some(text) => Reason::new(&words::TYPED).with("text", text).text(self.lang),
            None if self.message.is_empty() => position.said().join("  "),
            None => self.message.clone(),
        };
        let (title, task, count) = (safe(title), safe(&task), safe(&count.join("  ")));
        let said =
            Said { title: &title, task: &task, count: &count, message: &safe(&message), lang: self.lang };
        terminal.draw(|frame| view::draw(frame, &self.game, &said))?;
        Ok(())
    }

    /// Does what a key stands for; `Break` to quit.
    fn key(&mut self, key: KeyEvent, terminal: &mut DefaultTerminal) -> Result<ControlFlow<()>> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let ends = matches!(key.code, KeyCode::Char('c' | 'd'));
            return Ok(if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        }
        if self.typed.is_some() {
            self.type_key(key.code);
            return Ok(ControlFlow::Continue(()));
        }
        let before = self.game.line.len();
        self.message.clear();
        let done = match key.code {
            KeyCode::Char(c) if self.game.scene.keys.iter().any(|key| key.key == c) => self.game.press(c),
            KeyCode::Char('q') => return Ok(ControlFlow::Break(())),
            KeyCode::Char('?' | 'h') => return self.hint(terminal).map(ControlFlow::Continue),
            KeyCode::Char('g') => return self.give_up(terminal).map(ControlFlow::Continue),
            code => self.act(code),
        };
        match done {
            Err(reason) => self.message = reason.text(self.lang),
            Ok(()) if self.game.line.len() != before => self.moved(),
            Ok(()) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What needs no search.
    fn act(&mut self, code: KeyCode) -> Result<(), Reason> {
        let space = self.game.scene.keys.iter().find(|key| key.arrow.is_none()).map(|key| key.key);
        match code {
            KeyCode::Up => return self.game.arrow(Direction::Up),
            KeyCode::Down => return self.game.arrow(Direction::Down),
            KeyCode::Left => return self.game.arrow(Direction::Left),
            KeyCode::Right => return self.game.arrow(Direction::Right),
            KeyCode::Char(' ') => match space {
                Some(key) => return self.game.press(key),
                None => return self.game.act(),
            },
            KeyCode::Enter => return self.game.act(),
            KeyCode::Esc => self.game.held = None,
            KeyCode::Char('t') => self.game.turn(false),
            KeyCode::Char('f') => self.game.turn(true),
            KeyCode::Char('u') | KeyCode::Backspace => self.game.undo(),
            KeyCode::Char('y') => self.game.redo(),
            KeyCode::Char('n') => self.game.restart(),
            KeyCode::Char(':') => self.typed = Some(String::new()),
            _ => {}
        }
        Ok(())
    }

    /// Types a move, or plays the one that was typed.
    fn type_key(&mut self, code: KeyCode) {
        let Some(text) = &mut self.typed else { return };
        match code {
            KeyCode::Char(c) => text.push(c),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Esc => self.typed = None,
            KeyCode::Enter => {
                let line = self.game.instance.read_line(text);
                self.typed = None;
                match self.game.play(line.0) {
                    Ok(()) => self.moved(),
                    Err(reason) => self.message = reason.text(self.lang),
                }
            }
            _ => {}
        }
    }

    /// Says what a move has led to.
    fn moved(&mut self) {
        self.hint_step = 0;
        let sentence = match self.game.position.status() {
            Status::Open => return,
            Status::Lost => &words::LOST,
            Status::Over => &words::OVER,
            Status::Solved if self.is_shortest() => &words::SHORTEST,
            Status::Solved => &words::SOLVED,
        };
        self.message = self.say(sentence);
    }

    /// Whether it is proved, in a moment, that nothing costs less than what was played.
    fn is_shortest(&self) -> bool {
        let Game { instance, position, .. } = &self.game;
        if instance.solutions_cost_alike() || !instance.can(QuestionKind::Solve) {
            return false;
        }
        let mut watch = Listener { end: Some(Instant::now() + PROOF), ..Listener::default() };
        let found = instance.start().ask(self.solve, &self.means, &mut watch);
        found.is_ok_and(|best| best.proof == Proof::Optimal && best.value == position.verdict().value)
    }

    /// The best way on from here, or the best one found when a key stopped the search. `None` if there is none, and the
    /// message says why.
    fn rest(&mut self, terminal: &mut DefaultTerminal) -> Result<Option<(Vec<String>, Solution)>> {
        if !self.game.instance.can(QuestionKind::Solve) || !self.game.is_open() {
            return Ok(None);
        }
        let position = self.game.position.boxed_clone();
        let (solve, means) = (self.solve, self.means.clone());
        let table = &mut *self;
        let mut news = |stored: u64| {
            table.message = Reason::new(&words::SEARCHING).with("n", stored).text(table.lang);
            // If it cannot be drawn now, it cannot be drawn afterwards, either, and that is reported.
            let _ = table.draw(terminal);
        };
        let mut watch = Listener { end: None, look: None, news: Some(&mut news) };
        let found = position.ask(solve, &means, &mut watch)?;
        self.message.clear();
        match &found.outcome {
            Outcome::Solved(line) | Outcome::Stopped(_, Some(line)) if !line.is_empty() => {
                return Ok(Some((line.clone(), found)));
            }
            Outcome::Unsolvable => {
                let why = found.reason.map_or_else(String::new, |reason| reason.text(self.lang));
                self.message = Reason::new(&words::HOPELESS).with("why", why).text(self.lang);
            }
            _ => self.message = self.say(&words::UNKNOWN),
        }
        Ok(None)
    }

    /// Tells more with each press: how far it is, which move; then plays it.
    fn hint(&mut self, terminal: &mut DefaultTerminal) -> Result<()> {
        let Some((line, found)) = self.rest(terminal)? else { return Ok(()) };
        self.hint_step += 1;
        self.game.hints += 1;
        let instance = &self.game.instance;
        self.message = match self.hint_step {
            1 => match (found.value.score, found.value.cost) {
                (Some(score), _) => Reason::new(&words::FAR_SCORE).with("n", score),
                _ if instance.solutions_cost_alike() => Reason::new(&words::FITS),
                (None, cost) => {
                    let proved = found.proof == Proof::Optimal;
                    Reason::new(if proved { &words::FAR_PROVED } else { &words::FAR }).with(
                        "n",
                        count(cost.unwrap_or(line.len() as i64), instance.about().metric, self.lang),
                    )
                }
            }
            .text(self.lang),
            2 => Reason::new(&words::MOVE).with("move", &line[0]).text(self.lang),
            _ => {
                match self.game.play(vec![line[0].clone()]) {
                    Ok(()) => self.moved(),
                    Err(reason) => self.message = reason.text(self.lang),
                }
                return Ok(());
            }
        };
        Ok(())
    }

    /// Plays the rest of a solution until a key is pressed; redo goes on.
    fn give_up(&mut self, terminal: &mut DefaultTerminal) -> Result<()> {
        let Some((line, _)) = self.rest(terminal)? else { return Ok(()) };
        self.game.expect(&line);
        self.game.hints += 1;
        self.message = self.say(&words::SHOWN);
        while self.game.has_future() {
            self.draw(terminal)?;
            if event::poll(STANDS)? {
                event::read()?;
                self.message.clear();
                return Ok(());
            }
            self.game.redo();
        }
        self.moved();
        Ok(())
    }
}

/// Listens to a search, and to the keyboard.
#[derive(Default)]
struct Listener<'a> {
    end: Option<Instant>,
    /// When the keyboard was looked at.
    look: Option<Instant>,
    /// Hears how many positions are stored; if there is nobody, keys are left alone.
    news: Option<&'a mut dyn FnMut(u64)>,
}

impl Watch for Listener<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        let now = Instant::now();
        if self.end.is_some_and(|end| now >= end) {
            return ControlFlow::Break(StopReason::Time);
        }
        let Some(news) = &mut self.news else { return ControlFlow::Continue(()) };
        if now.duration_since(*self.look.get_or_insert(now)) >= LOOK {
            self.look = Some(now);
            news(progress.stored.max(progress.expanded));
            if event::poll(Duration::ZERO).unwrap_or(true) {
                // The key that stops a search does nothing else.
                let _ = event::read();
                return ControlFlow::Break(StopReason::Interrupted);
            }
        }
        ControlFlow::Continue(())
    }
}

impl Observer for Listener<'_> {}
