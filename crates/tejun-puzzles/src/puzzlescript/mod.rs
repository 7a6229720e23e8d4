//! Games written in PuzzleScript: each level is a puzzle.

mod audit;
#[cfg(not(target_family = "wasm"))]
mod certificate;
mod drawing;
mod info;
mod left_out;
mod levels;
mod messages;
mod origin;
mod play_only;
mod script;
mod search;
mod text;
mod unproved;
mod verbs;
mod why;

use std::sync::Arc;

use tejun_puzzlescript::{Input, MOST_WORDS, Random, TurnError};
use tejun_search::Key;

use self::left_out::Omitted;
use self::messages::Played;
use self::origin::Origin;
use self::play_only::PlayOnly;
use self::script::Script;
use crate::{FamilyInfo, Gesture, Puzzle, Reason, Scene, Searches, Status};
#[cfg(not(target_family = "wasm"))]
use tejun_core::Finder;
use tejun_core::{
    Course, Family, InputError, Instance, SAYS_WHY,
    input::{Header, Keys},
    moves, not_a_move, play,
};

/// Whether there are searches for every width of states. The page's module has two: each takes room.
const EVERY_WIDTH: bool = cfg!(not(target_arch = "wasm32"));

/// A family of all games, whatever their states need.
pub(crate) fn family() -> Family {
    Family { open, ..Family::of::<Script<8>>() }
}

/// Opens the level of a file.
///
/// # Errors
/// If the game has an error, with its line; if the level cannot be searched.
fn open(mut header: Header, mut keys: Keys) -> Result<Box<dyn Instance>, InputError> {
    let optima: Vec<i64> = keys.take("optima")?.unwrap_or_default();
    let (source, number) = text::read(&mut keys)?;
    let omitted = Omitted::read(&mut keys)?;
    let game = Arc::new(omitted.compile(&source)?);
    keys.finish()?;
    // What a file says of its costs holds for the whole game.
    let optimal = number.checked_sub(1).and_then(|at| optima.get(at).copied()).or(header.optimal);
    header.optimal = optimal.filter(|_| omitted.is_nothing());
    header.level = Some((number, game.levels().count()));
    let level = game.level(number).ok_or_else(|| text::no_level(&game, number))?;
    let stopped = |error: TurnError| InputError::new(format!("level {number}: {error}"));
    let (model, look) = match left_out::model(&game, level) {
        Ok(model) => model,
        Err(why) => {
            let played = PlayOnly::new(&game, level, Origin { source, number, omitted, look: None }, why);
            return play::start(header, played.map_err(stopped)?);
        }
    };
    let origin = Origin { source, number, omitted, look };
    Ok(match model.words() {
        1 if EVERY_WIDTH => play::start(header, Script::<1>::new(model, origin).map_err(stopped)?)?,
        2 if EVERY_WIDTH => play::start(header, Script::<2>::new(model, origin).map_err(stopped)?)?,
        3..=4 if EVERY_WIDTH => play::start(header, Script::<4>::new(model, origin).map_err(stopped)?)?,
        1..=8 => play::start(header, Script::<8>::new(model, origin).map_err(stopped)?)?,
        9..=16 if EVERY_WIDTH => play::start(header, Script::<16>::new(model, origin).map_err(stopped)?)?,
        17..=32 if EVERY_WIDTH => play::start(header, Script::<32>::new(model, origin).map_err(stopped)?)?,
        _ => play::start(header, Script::<MOST_WORDS>::new(model, origin).map_err(stopped)?)?,
    })
}

impl<const N: usize> Puzzle for Script<N>
where
    [u64; N]: Key,
{
    const FAMILY: FamilyInfo = info::FAMILY;
    const SEARCHES: Searches<Self> = Searches {
        solve: Some(search::solve),
        // The module of a page has no room for it.
        #[cfg(target_family = "wasm")]
        finder: None,
        #[cfg(not(target_family = "wasm"))]
        finder: Some(Finder { find: search::find, after: 1 << 12, pace: search::PACE }),
        solve_options: search::OPTIONS,
        explore: Some(search::explore),
        map: Some(search::map),
        why: if SAYS_WHY { Some(why::find) } else { None },
        has_goal: |puzzle| puzzle.model.game().has_goal(),
        #[cfg(not(target_family = "wasm"))]
        prove: Some(certificate::prove),
        ..Searches::breadth_first()
    };

    fn read(_: &mut Keys) -> Result<Self, InputError> {
        Err(InputError::new("how wide a level is shows when it is opened"))
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        Some(self.origin.normal_form())
    }

    fn write(&self, _: &[u64; N], by: Input) -> String {
        text::letter(by).to_string()
    }

    fn status(&self, state: &[u64; N]) -> Status {
        let words = self.words(state);
        if self.model.is_won(words) {
            return Status::Solved;
        }
        // An input whose turn was not played to its end is no proof that nothing is left.
        let may_go_on = |&input: &Input| self.model.step(words, input).map_or(true, |next| next != words);
        if self.model.game().inputs().iter().any(may_go_on) { Status::Open } else { Status::Lost }
    }

    fn play(&self, state: &mut [u64; N], text: &str) -> Result<u32, Reason> {
        let input = text::input(text).filter(|input| self.model.game().inputs().contains(input));
        if let Some(input) = input {
            let words = self.model.step(self.words(state), input);
            let words = words.map_err(|error| unproved::not_played(self.origin.number, input, error))?;
            if words != self.words(state) {
                *state = Self::state(&words);
                return Ok(1);
            }
        }
        Err(not_a_move(self, state, moves(self, state).first().map(|(by, _)| *by), text))
    }

    fn gesture(&self, _: &[u64; N], _: &Scene, by: Input) -> Gesture {
        Gesture::Key(text::letter(by))
    }

    fn scene(&self, state: &[u64; N]) -> Scene {
        self.drawing.scene(&self.model.cells(self.words(state)))
    }

    fn objective(&self) -> Option<Reason> {
        self.objective.clone()
    }

    fn left_out(&self) -> Vec<Reason> {
        self.origin.left_out()
    }

    fn bytes(&self) -> u64 {
        // The game, and its rules once more for the level.
        2 * self.model.game().bytes()
    }

    fn said(&self, state: &[u64; N], by: Option<&str>) -> Vec<String> {
        let Some(by) = by else { return self.messages.before() };
        let input = text::input(by);
        let said = |input| {
            let cells = self.model.cells(self.words(state));
            self.messages.of(&Played { cells: &cells, restart: None, random: &Random::new("") }, input)
        };
        input.map(said).unwrap_or_default()
    }

    fn course(&self, state: &[u64; N], by: &str) -> Course {
        let cells = self.model.cells(self.words(state));
        let played = Played { cells: &cells, restart: None, random: &Random::new("") };
        self.messages.course(&self.drawing, &played, by)
    }

    fn why_not(&self, state: &[u64; N], gesture: &Gesture) -> Reason {
        if let Gesture::Key(key) = gesture
            && let Some(input) = text::input_of(*key)
            && let Err(error) = self.model.step(self.words(state), input)
        {
            return unproved::not_played(self.origin.number, input, error);
        }
        messages::why_not(gesture, |by| self.said(state, Some(by)))
    }
}
