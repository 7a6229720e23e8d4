//! What the game says: before a level, when rules show a message, and after the last level.

use std::sync::Arc;

use tejun_puzzlescript::game::Stage;
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{Game, Input, Level, ObjectSet, Random, Step, Stepper, TurnError, Work};

use super::drawing::Drawing;
use super::{info, text};
use crate::{Gesture, Reason};
use tejun_core::Course;

crate::sentences! {
    SAID = "said", "“{text}”", "「{text}」", "“{text}”";
}

/// Steps of work of one input of a level in play.
pub(super) const WORK: u64 = 30_000_000;

/// The messages around a level, and those of its rules.
pub(super) struct Messages {
    engine: Plain,
    start: Vec<ObjectSet>,
    before: Vec<String>,
    /// Those after the last level; none if another level follows, before which they are shown.
    after: Vec<String>,
}

impl Messages {
    /// The messages of a level of `game`.
    ///
    /// # Errors
    /// If it is stopped while the level starts.
    pub fn new(game: &Arc<Game>, level: &Level) -> Result<Self, TurnError> {
        let line = |stage: &Stage| matches!(stage, Stage::Level(other) if other.line == level.line);
        let at = game.stages.iter().position(line).unwrap_or(0);
        let text = |stage: &Stage| match stage {
            Stage::Message(text) => Some(text.clone()),
            Stage::Level(_) => None,
        };
        let mut before: Vec<String> = game.stages[..at].iter().rev().map_while(text).collect();
        before.reverse();
        let after: Option<Vec<String>> = game.stages.iter().skip(at + 1).map(text).collect();
        let mut messages = Self {
            engine: Plain::new(game.clone(), level.width, level.height),
            start: level.cells.clone(),
            before,
            after: after.unwrap_or_default(),
        };
        if game.settings.run_rules_on_level_start {
            let mut stepper = Stepper::new(game, level.cells.clone());
            let started =
                stepper.start(&messages.engine, &mut Random::new("0"), &mut Work::cancellable(WORK));
            match started {
                Ok(step) => messages.before.extend(messages.said(&step)),
                Err(TurnError::Cancelled) => return Err(TurnError::Cancelled),
                // Then nothing is known of what it says.
                Err(_) => {}
            }
        }
        Ok(messages)
    }

    fn texts(&self, numbers: &[usize]) -> Vec<String> {
        let messages = &tejun_puzzlescript::Engine::game(&self.engine).messages;
        numbers.iter().filter_map(|&number| messages.get(number).cloned()).collect()
    }

    /// Those of an input, or of the start, and those after the last level if it is won.
    fn said(&self, step: &Step) -> Vec<String> {
        let mut texts = self.texts(&step.messages);
        if step.won {
            texts.extend(self.after.iter().cloned());
        }
        texts
    }

    /// Those shown before the first input.
    pub fn before(&self) -> Vec<String> {
        self.before.clone()
    }

    /// Those that an input shows.
    pub fn of(&self, played: &Played, input: Input) -> Vec<String> {
        if tejun_puzzlescript::Engine::game(&self.engine).messages.is_empty() && self.after.is_empty() {
            return Vec::new();
        }
        let (step, _) = self.play(played, input, &mut Work::cancellable(WORK));
        step.map_or_else(|_| Vec::new(), |step| self.said(&step))
    }

    /// What an input does on its way: its `again` turns, and the rules that act.
    pub fn course(&self, drawing: &Drawing, played: &Played, by: &str) -> Course {
        let Some(input) = text::input(by) else { return Course::default() };
        let mut work = Work::tracing(WORK);
        // As far as it goes.
        let (_, boards) = self.play(played, input, &mut work);
        let scenes = boards.iter().map(|cells| drawing.scene(cells)).collect();
        Course { scenes, lines: work.acted().to_vec() }
    }

    /// Plays an input, and returns the boards before its `again` turns.
    fn play(
        &self,
        played: &Played,
        input: Input,
        work: &mut Work,
    ) -> (Result<Step, TurnError>, Vec<Vec<ObjectSet>>) {
        let game = tejun_puzzlescript::Engine::game(&self.engine);
        let restart = played.restart.unwrap_or(&self.start).to_vec();
        let mut stepper = Stepper::restarting_at(game, played.cells.to_vec(), restart).keeping();
        let step = stepper.step(&self.engine, input, &mut played.random.clone(), work);
        (step, stepper.into_between())
    }
}

/// A position that an input is played in.
pub(super) struct Played<'a> {
    pub cells: &'a [ObjectSet],
    /// What the command `restart` comes back to, if that is not the start.
    pub restart: Option<&'a [ObjectSet]>,
    pub random: &'a Random,
}

/// Why a key plays no move: it changes nothing, or all that it does is to show a message.
pub(super) fn why_not(gesture: &Gesture, said: impl Fn(&str) -> Vec<String>) -> Reason {
    let texts = match gesture {
        Gesture::Key(key) => said(key.encode_utf8(&mut [0; 4])),
        _ => Vec::new(),
    };
    if texts.is_empty() {
        return Reason::new(&info::NOTHING);
    }
    Reason::new(&SAID).with("text", texts.join(" "))
}
