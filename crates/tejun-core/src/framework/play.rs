//! Puzzles and positions, as front ends see them, from what their authors write.

use std::sync::Arc;

use super::anytime::Anytime;
use super::instance::{Instance, Position};
use super::puzzle::Puzzle;
use super::step_search::StepSearch;
use super::words;
use crate::framework::info::FamilyInfo;
use crate::vocabulary::about::About;
use crate::vocabulary::answer::{Status, Verdict};
use crate::vocabulary::cell::CellId;
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::certificate::Theorem;
use crate::vocabulary::input::{Header, InputError, Keys};
use crate::vocabulary::line::PlayError;
use crate::vocabulary::means::{Means, Observer, SolveError};
use crate::vocabulary::notation::Notation;
use crate::vocabulary::options::QuestionOption;
use crate::vocabulary::question::{Answer, Question, QuestionKind, Wanted};
use crate::vocabulary::scene::{Choice, Course, Gesture, Scene};
use crate::vocabulary::sentence::Reason;

/// A puzzle that was read.
struct Opened<P> {
    puzzle: Arc<P>,
    about: Arc<About>,
}

// Derived, this would ask for `P: Clone`.
impl<P> Clone for Opened<P> {
    fn clone(&self) -> Self {
        Opened { puzzle: self.puzzle.clone(), about: self.about.clone() }
    }
}

/// A position of its play.
struct Play<P: Puzzle> {
    instance: Opened<P>,
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
pub fn make<P: Puzzle>(mut keys: Keys) -> Result<P, InputError> {
    let puzzle = P::read(&mut keys)?;
    keys.finish()?;
    Ok(puzzle)
}

/// Opens the puzzle of a file.
///
/// # Errors
/// If the keys do not make a puzzle, or it has no start.
pub fn open<P: Puzzle>(header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
    start(header, make::<P>(keys)?)
}

/// Starts a puzzle of a file with this header.
///
/// # Errors
/// If it has no start.
pub fn start<P: Puzzle>(header: Header, puzzle: P) -> Result<Box<dyn Instance>, InputError> {
    first(&puzzle).ok_or_else(|| InputError::new("the puzzle has no start"))?;
    let FamilyInfo { name, scored, .. } = P::FAMILY;
    let Header { title, source, about, optimal, level, .. } = header;
    let (metric, left_out) = (puzzle.metric(), puzzle.left_out());
    let about = About { puzzle: name, title, source, about, level, metric, optimal, left_out, scored };
    Ok(Box::new(Opened { puzzle: Arc::new(puzzle), about: Arc::new(about) }))
}

/// The first start.
fn first<P: Puzzle>(puzzle: &P) -> Option<P::State> {
    let mut first = None;
    puzzle.starts(|state| first = first.take().or(Some(state)));
    first
}

/// The refusal of a question that the family has no search for.
fn no_search<T>() -> Result<T, SolveError> {
    Err(SolveError::new("this family has no search for that"))
}

/// The refusal of a question about the other of the two: a puzzle, and a position of it.
fn about_other(question: &Question, other: &str) -> SolveError {
    SolveError::new(format!("{} is a question about {other}: ask that", question.kind().name()))
}

impl<P: Puzzle> Opened<P> {
    fn first(&self) -> P::State {
        first(&*self.puzzle).expect("a puzzle that was opened has a start")
    }

    #[cfg(not(target_family = "wasm"))]
    fn prove(
        &self,
        asked: crate::vocabulary::certificate::Asked,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        let Some((prove, statement)) = P::SEARCHES.prove.zip(self.statement()) else {
            return self.puzzle.unproved().map_or_else(no_search, |why| Err(why.into()));
        };
        let theorem = Theorem { statement, asked };
        prove(&self.puzzle, &self.first(), &theorem, means, observer).map(Answer::Prove)
    }
}

impl<P: Puzzle> Instance for Opened<P> {
    fn family(&self) -> &'static FamilyInfo {
        const { &P::FAMILY }
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn objective(&self) -> Option<Reason> {
        self.puzzle.objective()
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Play { instance: self.clone(), state: self.first(), played: 0, cost: 0, last: None })
    }

    #[cfg(not(target_family = "wasm"))]
    fn statement(&self) -> Option<String> {
        self.puzzle.normal_form()
    }

    fn bytes(&self) -> u64 {
        self.puzzle.bytes()
    }

    fn can(&self, question: QuestionKind) -> bool {
        let searches = &P::SEARCHES;
        match question {
            QuestionKind::Solve => searches.solve.is_some() && (searches.has_goal)(&self.puzzle),
            QuestionKind::Explore => searches.explore.is_some(),
            QuestionKind::Map => searches.map.is_some(),
            QuestionKind::Count => searches.count.is_some(),
            QuestionKind::Why => searches.why.is_some() && (searches.has_goal)(&self.puzzle),
            QuestionKind::Hardest => searches.hardest.is_some(),
            QuestionKind::Steps => searches.steps.is_some() || searches.key.is_some(),
            #[cfg(not(target_family = "wasm"))]
            QuestionKind::Prove => searches.prove.is_some(),
            #[cfg(not(target_family = "wasm"))]
            // Which formats it writes, the answer says.
            QuestionKind::Export => true,
        }
    }

    fn options_of(&self, question: QuestionKind) -> Vec<QuestionOption> {
        let of_some = [QuestionOption::Width, QuestionOption::All, QuestionOption::First];
        let has = |option: &&QuestionOption| {
            !of_some.contains(option)
                || P::SEARCHES.solve_options.contains(option)
                || (**option == QuestionOption::First && P::SEARCHES.finder.is_some())
        };
        question.options().iter().filter(has).copied().collect()
    }

    fn unproved(&self) -> Option<Reason> {
        self.puzzle.unproved()
    }

    fn solutions_cost_alike(&self) -> bool {
        P::SEARCHES.solutions_cost_alike
    }

    fn can_spill(&self, question: &Question) -> bool {
        match question {
            Question::Hardest(_) => P::SEARCHES.hardest.is_some(),
            #[cfg(not(target_family = "wasm"))]
            Question::Prove(_) => P::SEARCHES.prove_spills,
            _ => false,
        }
    }

    fn answer(
        &self,
        question: &Question,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        self.check_options(question, means)?;
        let (searches, puzzle) = (&P::SEARCHES, &self.puzzle);
        match question {
            Question::Hardest(hardest) => searches
                .hardest
                .map_or_else(no_search, |find| find(puzzle, hardest, means, observer).map(Answer::Hardest)),
            Question::Steps(asked) => match searches.steps {
                Some(steps) => steps(puzzle, *asked).map(Answer::Steps),
                None if searches.key.is_some() => {
                    Ok(Answer::Steps(Box::new(StepSearch::new(self.start(), *asked, means))))
                }
                None => no_search(),
            },
            #[cfg(not(target_family = "wasm"))]
            Question::Prove(prove) => self.prove(prove.asked, means, observer),
            _ => Err(about_other(question, "a position")),
        }
    }
}

impl<P: Puzzle> Play<P> {
    fn play_one(&mut self, text: &str) -> Result<(), PlayError> {
        let before = self.state.clone();
        let played = self.instance.puzzle.play(&mut self.state, text);
        self.cost += i64::from(played.map_err(|reason| PlayError::new(self.played, text, reason))?);
        self.last = Some((before, text.to_owned()));
        self.played += 1;
        Ok(())
    }
}

impl<P: Puzzle> Position for Play<P> {
    fn instance(&self) -> &dyn Instance {
        &self.instance
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        let Play { instance, state, played, cost, last } = self;
        let (instance, state, last) = (instance.clone(), state.clone(), last.clone());
        Box::new(Play { instance, state, played: *played, cost: *cost, last })
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let moves = P::FAMILY.line_format.split(text);
        if let [by] = &moves[..] {
            return self.play_one(by);
        }
        // A word may hold several moves: all of them are legal, or none is played.
        let (state, played, cost, last) = (self.state.clone(), self.played, self.cost, self.last.clone());
        let end = moves.iter().try_for_each(|by| self.play_one(by));
        if end.is_err() {
            (self.state, self.played, self.cost, self.last) = (state, played, cost, last);
        }
        end
    }

    fn scene(&self) -> Scene {
        let scene = self.instance.puzzle.scene(&self.state);
        if P::FAMILY.dead_ends_lose && self.status() == Status::Lost {
            scene.captioned(Reason::new(&words::NO_MOVE_LEFT))
        } else {
            scene
        }
    }

    fn said(&self) -> Vec<String> {
        match &self.last {
            Some((before, by)) => self.instance.puzzle.said(before, Some(by)),
            None => self.instance.puzzle.said(&self.state, None),
        }
    }

    fn course(&self) -> Course {
        let last = self.last.as_ref();
        last.map(|(before, by)| self.instance.puzzle.course(before, by)).unwrap_or_default()
    }

    fn pinned(&self, cells: &[CellId]) -> Option<String> {
        self.instance.puzzle.pinned(&self.state, cells)
    }

    fn choices(&self) -> Vec<Choice> {
        self.instance.puzzle.choices(&self.state)
    }

    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason> {
        self.instance.puzzle.read_gesture(&self.state, gesture)
    }

    fn hopeless(&self) -> Option<Reason> {
        self.instance.puzzle.hopeless(&self.state)
    }

    fn key(&self) -> Option<Box<[u8]>> {
        P::SEARCHES.key.map(|key| key(&self.instance.puzzle, &self.state))
    }

    fn verdict(&self) -> Verdict {
        self.instance.puzzle.verdict(&self.state, self.cost)
    }

    fn status(&self) -> Status {
        self.instance.puzzle.status(&self.state)
    }

    fn notations(&self) -> Vec<Notation> {
        self.instance.puzzle.notations(&self.state)
    }

    fn line_notations(&self, line: &[String]) -> Vec<Notation> {
        self.instance.puzzle.foreign_lines(&self.state, line)
    }

    fn can_spill(&self, question: &Question) -> bool {
        match question {
            // A finder's first line is not the work of a search that spills.
            Question::Solve(solve) if P::SEARCHES.finder.is_some() && solve.wanted == Wanted::First(1) => {
                false
            }
            Question::Solve(solve) => (P::SEARCHES.solve_spills)(&self.instance.puzzle, &self.state, solve),
            Question::Explore(_) => P::SEARCHES.explore.is_some(),
            _ => false,
        }
    }

    fn answer(
        &self,
        question: &Question,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        self.instance.check_options(question, means)?;
        let (searches, puzzle, state) = (&P::SEARCHES, &*self.instance.puzzle, &self.state);
        match question {
            Question::Solve(solve) => searches.solve.map_or_else(no_search, |find| {
                let solution = match &searches.finder {
                    Some(finder) => {
                        Anytime { puzzle, state, prove: find, finder }.solve(solve, means, observer)
                    }
                    None => find(puzzle, state, solve, means, observer),
                };
                solution.map(Answer::Solve)
            }),
            Question::Explore(explore) => searches.explore.map_or_else(no_search, |find| {
                find(puzzle, state, explore, means, observer).map(Answer::Explore)
            }),
            Question::Map(map) => searches
                .map
                .map_or_else(no_search, |find| find(puzzle, state, map, means, observer).map(Answer::Map)),
            Question::Count(_) => searches
                .count
                .map_or_else(no_search, |find| find(puzzle, state, means, observer).map(Answer::Count)),
            Question::Why(why) => searches
                .why
                .map_or_else(no_search, |find| find(puzzle, state, why, means, observer).map(Answer::Why)),
            #[cfg(not(target_family = "wasm"))]
            Question::Export(export) => Ok(Answer::Export(puzzle.export(state, export.format, export.depth))),
            _ => Err(about_other(question, "the puzzle")),
        }
    }
}
