//! A puzzle as a session.

use std::sync::Arc;

use tejun_search::Watch;

use super::puzzle::Puzzle;
use super::session::Session;
use super::words;
use crate::framework::info::FamilyInfo;
use crate::vocabulary::about::About;
use crate::vocabulary::answer::{Counted, Exploration, Solution, Status, Surveyed, Verdict};
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::certificate::{Asked, Proved, Theorem};
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::export::{Export, ExportFormat};
use crate::vocabulary::input::{Header, InputError, Keys};
use crate::vocabulary::line::{LineFormat, PlayError};
use crate::vocabulary::notation::Notation;
use crate::vocabulary::options::{Observer, SolveError, SolveOptions};
use crate::vocabulary::question::{Question, QuestionOption};
use crate::vocabulary::scene::{Choice, Gesture, Scene};
use crate::vocabulary::sentence::Reason;
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::sets::{SetsAsked, SetsSurveyed};
use crate::vocabulary::state_graph::{Highlight, StateGraph};
use crate::vocabulary::steps::Steps;

/// A position of a puzzle's play.
pub(crate) struct Play<P: Puzzle> {
    puzzle: Arc<P>,
    about: Arc<About>,
    state: P::State,
    /// Number of moves played.
    played: usize,
    /// What they cost.
    cost: i64,
    /// The state before the last move, and that move.
    last: Option<(P::State, String)>,
}

/// Makes a puzzle of the keys of a file.
///
/// # Errors
/// If they do not make one; the error says where and how to fix it.
pub(crate) fn make<P: Puzzle>(mut keys: Keys) -> Result<P, InputError> {
    let puzzle = P::read(&mut keys)?;
    keys.finish()?;
    Ok(puzzle)
}

/// Opens the puzzle of a file at its first position.
///
/// # Errors
/// If the keys do not make a puzzle, or it has no start.
pub(crate) fn open<P: Puzzle>(header: Header, keys: Keys) -> Result<Box<dyn Session>, InputError> {
    start(header, make::<P>(keys)?)
}

/// Starts a puzzle of a file with this header.
///
/// # Errors
/// If it has no start.
pub(crate) fn start<P: Puzzle>(header: Header, puzzle: P) -> Result<Box<dyn Session>, InputError> {
    let state = first(&puzzle).ok_or_else(|| InputError::new("the puzzle has no start"))?;
    let FamilyInfo { name, scored, .. } = P::FAMILY;
    let Header { title, source, about, optimal, level, .. } = header;
    let about = About { puzzle: name, title, source, about, level, metric: puzzle.metric(), optimal, scored };
    Ok(Box::new(Play {
        puzzle: Arc::new(puzzle),
        about: Arc::new(about),
        state,
        played: 0,
        cost: 0,
        last: None,
    }))
}

/// The first start.
fn first<P: Puzzle>(puzzle: &P) -> Option<P::State> {
    let mut first = None;
    puzzle.starts(|state| first = first.take().or(Some(state)));
    first
}

impl<P: Puzzle> Play<P> {
    fn at(&self, state: P::State) -> Self {
        Play { puzzle: self.puzzle.clone(), about: self.about.clone(), state, played: 0, cost: 0, last: None }
    }

    fn play_one(&mut self, text: &str) -> Result<(), PlayError> {
        let before = self.state.clone();
        let played = self.puzzle.play(&mut self.state, text);
        self.cost += i64::from(played.map_err(|reason| PlayError::new(self.played, text, reason))?);
        self.last = Some((before, text.to_owned()));
        self.played += 1;
        Ok(())
    }
}

/// The refusal of a question that the family has no search for.
fn no_search<T>() -> Result<T, SolveError> {
    Err(SolveError::new("this family has no search for that"))
}

impl<P: Puzzle> Session for Play<P> {
    fn family(&self) -> &'static FamilyInfo {
        const { &P::FAMILY }
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn objective(&self) -> Option<Reason> {
        self.puzzle.objective()
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        let (played, cost, last) = (self.played, self.cost, self.last.clone());
        Box::new(Play { played, cost, last, ..self.at(self.state.clone()) })
    }

    fn start(&self) -> Box<dyn Session> {
        Box::new(self.at(first(&*self.puzzle).expect("a puzzle that was opened has a start")))
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        if P::FAMILY.line_format == LineFormat::Words || text.chars().count() == 1 {
            return self.play_one(text);
        }
        // A word may hold several moves: all of them are legal, or none is played.
        let (state, played, cost, last) = (self.state.clone(), self.played, self.cost, self.last.clone());
        let end = text.chars().try_for_each(|by| self.play_one(by.encode_utf8(&mut [0; 4])));
        if end.is_err() {
            (self.state, self.played, self.cost, self.last) = (state, played, cost, last);
        }
        end
    }

    fn scene(&self) -> Scene {
        let scene = self.puzzle.scene(&self.state);
        if P::FAMILY.dead_ends_lose && self.status() == Status::Lost {
            scene.captioned(Reason::new(&words::NO_MOVE_LEFT))
        } else {
            scene
        }
    }

    fn said(&self) -> Vec<String> {
        match &self.last {
            Some((before, by)) => self.puzzle.said(before, Some(by)),
            None => self.puzzle.said(&self.state, None),
        }
    }

    fn choices(&self) -> Vec<Choice> {
        self.puzzle.choices(&self.state)
    }

    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason> {
        self.puzzle.read_gesture(&self.state, gesture)
    }

    fn verdict(&self) -> Verdict {
        self.puzzle.verdict(&self.state, self.cost)
    }

    fn status(&self) -> Status {
        self.puzzle.status(&self.state)
    }

    fn notations(&self) -> Vec<Notation> {
        self.puzzle.notations(&self.state)
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        self.puzzle.export(&self.state, format, depth)
    }

    fn bytes(&self) -> u64 {
        self.puzzle.bytes()
    }

    fn can(&self, question: Question) -> bool {
        let searches = &P::SEARCHES;
        match question {
            Question::Solve => searches.solve.is_some() && (searches.has_goal)(&self.puzzle),
            Question::Explore => searches.explore.is_some(),
            Question::Count => searches.count.is_some(),
            Question::Survey => searches.survey.is_some(),
            Question::Steps => searches.steps.is_some(),
            #[cfg(not(target_family = "wasm"))]
            Question::Prove => P::PROVE.is_some(),
        }
    }

    fn options_of(&self, question: Question) -> Vec<QuestionOption> {
        let of_some = [QuestionOption::Width, QuestionOption::All, QuestionOption::First];
        let has = |option: &&QuestionOption| {
            !of_some.contains(option) || P::SEARCHES.solve_options.contains(option)
        };
        question.options().iter().filter(has).copied().collect()
    }

    fn unproved(&self) -> Option<Reason> {
        self.puzzle.unproved()
    }

    fn can_spill(&self, question: Question, options: &SolveOptions) -> bool {
        match question {
            Question::Solve => (P::SEARCHES.solve_spills)(&self.puzzle, &self.state, options),
            // Every exploration is a breadth-first search.
            Question::Explore => P::SEARCHES.explore.is_some(),
            // So is every survey, from all goals.
            Question::Survey => P::SEARCHES.survey.is_some(),
            Question::Count | Question::Steps => false,
            #[cfg(not(target_family = "wasm"))]
            Question::Prove => P::PROVE_SPILLS,
        }
    }

    fn solutions_cost_alike(&self) -> bool {
        P::SEARCHES.solutions_cost_alike
    }

    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError> {
        self.check_options(Question::Solve, options)?;
        P::SEARCHES.solve.map_or_else(no_search, |solve| solve(&self.puzzle, &self.state, options, observer))
    }

    fn explore(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Exploration, SolveError> {
        self.check_options(Question::Explore, options)?;
        P::SEARCHES
            .explore
            .map_or_else(no_search, |explore| explore(&self.puzzle, &self.state, options, watch))
    }

    fn map(
        &self,
        highlight: Highlight,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<StateGraph, SolveError> {
        self.check_options(Question::Explore, options)?;
        P::SEARCHES
            .map
            .map_or_else(no_search, |map| map(&self.puzzle, &self.state, highlight, options, watch))
    }

    fn count(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Counted, SolveError> {
        self.check_options(Question::Count, options)?;
        P::SEARCHES.count.map_or_else(no_search, |count| count(&self.puzzle, &self.state, options, watch))
    }

    fn survey(
        &self,
        pieces: Option<&str>,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<Surveyed, SolveError> {
        self.check_options(Question::Survey, options)?;
        P::SEARCHES.survey.map_or_else(no_search, |survey| survey(&self.puzzle, pieces, options, watch))
    }

    #[cfg(not(target_family = "wasm"))]
    fn survey_sets(
        &self,
        asked: &SetsAsked,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<SetsSurveyed, SolveError> {
        self.check_options(Question::Survey, options)?;
        P::SURVEY_SETS.map_or_else(no_search, |sets| (sets.survey)(&self.puzzle, asked, options, watch))
    }

    #[cfg(not(target_family = "wasm"))]
    fn sets_word(&self) -> Option<&'static str> {
        P::SURVEY_SETS.map(|sets| sets.word)
    }

    #[cfg(not(target_family = "wasm"))]
    fn prove(
        &self,
        asked: Asked,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<Proved, SolveError> {
        self.check_options(Question::Prove, options)?;
        let Some((prove, statement)) = P::PROVE.zip(self.statement()) else {
            return self.puzzle.unproved().map_or_else(no_search, |why| Err(why.into()));
        };
        let first = first(&*self.puzzle).expect("a puzzle that was opened has a start");
        prove(&self.puzzle, &first, &Theorem { statement, asked }, options, watch)
    }

    #[cfg(not(target_family = "wasm"))]
    fn statement(&self) -> Option<String> {
        self.puzzle.normal_form()
    }

    fn steps(&self) -> Result<Box<dyn Steps>, SolveError> {
        P::SEARCHES.steps.map_or_else(no_search, |steps| steps(&self.puzzle))
    }
}
