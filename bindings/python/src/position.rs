//! A puzzle and a position of its play.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use tejun_api::explain::explain;
use tejun_api::{ApiError, answers, draw, read_move, refuse_unless_can};
use tejun_puzzles::question::{Count, Explore, Why};
use tejun_puzzles::{
    Answer, InputError, Instance, Line, Means, Observer, PlayError, Question, QuestionKind, Verdict,
};

use crate::engine::{LIBRARY, NOW, REGISTRY, json};
use crate::error::{refused, refused_as_is};
use crate::options::Settings;
use crate::run::run;
use crate::stream::Stream;

/// Maximum length of the text of an instance in bytes, as on the command line.
const TEXT: usize = 1 << 20;
/// Moves played between two looks at the signals.
const MOVES: usize = 256;

/// A position, by the plain rules. Searches leave it as it is, so that several threads may ask about it.
#[pyclass(frozen, module = "tejun._tejun")]
pub(crate) struct Position(Arc<Played>);

pub(crate) struct Played {
    /// The name of the instance in answers: its name or short form, a path, or `-` for a text.
    name: String,
    instance: Box<dyn Instance>,
    position: Box<dyn tejun_puzzles::Position>,
}

/// A line as it was given.
#[derive(FromPyObject)]
pub(crate) enum Moves {
    /// One text, as the instance reads it.
    #[pyo3(transparent)]
    Text(String),
    /// One text per move, as in answers.
    #[pyo3(transparent)]
    List(Vec<String>),
}

impl Moves {
    fn line(self, instance: &dyn Instance) -> Line {
        match self {
            Moves::Text(text) => instance.read_line(&text),
            Moves::List(moves) => Line(moves),
        }
    }
}

#[pymethods]
impl Position {
    /// The position after `line` of the instance called `name`; `text` is that of its file unless the name stands for it.
    #[new]
    fn new(
        py: Python,
        name: String,
        text: Option<&Bound<PyString>>,
        line: Moves,
        metric: Option<String>,
        level: Option<usize>,
    ) -> PyResult<Self> {
        let text = text.map(|text| text.to_cow()).transpose()?;
        let read = || -> Result<Box<dyn Instance>, ApiError> {
            let text = match text {
                Some(text) => text.into_owned(),
                None => tejun_api::named(&REGISTRY, &LIBRARY, &name)?,
            };
            if text.len() > TEXT {
                let length = text.len();
                return Err(InputError::new(format!(
                    "the text of the instance has {length} bytes: at most {TEXT} are read"
                ))
                .into());
            }
            Ok(REGISTRY.read_level(&text, metric.as_deref(), level)?)
        };
        let instance = py.detach(read).map_err(|error| refused(py, "instance", error))?;
        let line = line.line(&*instance);
        let position = after(py, &*instance, &line)?.map_err(|error| refused(py, "line", error))?;
        Ok(Position(Arc::new(Played { name, instance, position })))
    }

    /// The answer of `solve`, `explore`, `explain`, `why`, about a move if there is one, or `count`.
    #[pyo3(signature = (verb, options, progress, by = None))]
    fn search(
        &self,
        py: Python,
        verb: &str,
        options: &Bound<PyDict>,
        progress: Option<&Bound<PyAny>>,
        by: Option<String>,
    ) -> PyResult<String> {
        let kind = match verb {
            "solve" => QuestionKind::Solve,
            "explore" => QuestionKind::Explore,
            "explain" | "why" => QuestionKind::Why,
            _ => QuestionKind::Count,
        };
        let (settings, played) = (Settings::read(verb, options, kind.options())?, &*self.0);
        let question = match kind {
            QuestionKind::Solve => settings.solve(py)?.into(),
            QuestionKind::Explore => {
                Explore { terminal_goals: settings.given.is_on("terminal_goals") }.into()
            }
            QuestionKind::Why => {
                let by = by.map(|by| read_move(&*played.position, &by)).transpose();
                Why { by: by.map_err(|error| refused_as_is(py, error))? }.into()
            }
            _ => Count.into(),
        };
        let work = |observer: &mut dyn Observer| match verb {
            "explain" => played.explain(&settings.means, observer),
            _ => played.answer(&question, &settings.means, observer),
        };
        let answer = run(py, settings.time, progress, work)?;
        answer.map_err(|error| refused_as_is(py, error))
    }

    /// The solutions one by one, as they are found.
    fn stream(&self, py: Python, options: &Bound<PyDict>, progress: Option<Py<PyAny>>) -> PyResult<Stream> {
        let settings = Settings::read("solve", options, QuestionKind::Solve.options())?;
        let question = settings.solve(py)?.into();
        Stream::new(self.0.clone(), question, settings.means, settings.time, progress)
    }

    /// The moves of a line.
    fn moves(&self, line: Moves) -> Vec<String> {
        line.line(&*self.0.instance).0
    }

    /// The answer of `check` for a line from the first position.
    fn check(&self, py: Python, line: Moves) -> PyResult<String> {
        let Played { name, instance, .. } = &*self.0;
        let line = line.line(&**instance);
        let verdict = match after(py, &**instance, &line)? {
            Ok(position) => position.verdict(),
            Err(fault) => Verdict { fault: Some(fault), ..Verdict::default() },
        };
        Ok(json(&answers::check(name, &**instance, &line, &verdict)))
    }

    /// The answer of `show`.
    fn show(&self) -> String {
        let Played { name, instance, position } = &*self.0;
        json(&answers::show(name, &**instance, &position.scene()))
    }

    /// The drawing, as the text of an SVG file.
    fn svg(&self) -> String {
        draw::svg(&self.0.position.scene())
    }
}

impl Played {
    /// The answer to a question about the position.
    pub fn answer(
        &self,
        question: &Question,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<String, ApiError> {
        let (name, instance) = (&self.name, &*self.instance);
        refuse_unless_can(instance, question.kind())?;
        let began = NOW();
        let answer = self.position.answer(question, means, observer)?;
        let seconds = (NOW() - began).as_secs_f64();
        Ok(match answer {
            Answer::Solve(solution) => json(&answers::solve(name, &*self.position, &solution, seconds)),
            Answer::Explore(explored) => json(&answers::explore(name, instance, &explored, seconds)),
            Answer::Why(reasons) => json(&answers::why(name, &*self.position, &reasons, seconds)),
            Answer::Count(counted) => json(&answers::count(name, instance, &counted, seconds)),
            _ => unreachable!("nothing else is asked"),
        })
    }

    /// The answer of `explain`.
    fn explain(&self, means: &Means, observer: &mut dyn Observer) -> Result<String, ApiError> {
        refuse_unless_can(&*self.instance, QuestionKind::Why)?;
        let began = NOW();
        let explanation = explain(&*self.position, means, observer)?;
        let seconds = (NOW() - began).as_secs_f64();
        Ok(json(&answers::explain(&self.name, &*self.instance, &explanation, seconds)))
    }
}

/// The position after `line`.
///
/// # Errors
/// What the handler of a signal raises; and within, if a move is illegal.
fn after(
    py: Python,
    instance: &dyn Instance,
    line: &Line,
) -> PyResult<Result<Box<dyn tejun_puzzles::Position>, PlayError>> {
    let mut position = instance.start();
    for moves in line.0.chunks(MOVES) {
        py.check_signals()?;
        let played = py.detach(|| moves.iter().try_for_each(|text| position.play(text)));
        if let Err(error) = played {
            return Ok(Err(error));
        }
    }
    Ok(Ok(position))
}
