//! Answers requests: parses and checks them, and hands out the searches that they ask for.

use std::time::Duration;

use serde_json::Value;
use tejun_puzzles::question::StepThrough;
use tejun_puzzles::{Observer, Position, Question, QuestionKind};
use tejun_search::Unwatched;

use crate::api_request::{ApiRequest, ResolvedRequest};
use crate::body::object;
use crate::clock::Clock;
use crate::endpoints::{self, Ask, Endpoint, Handler};
use crate::engine::Engine;
use crate::error::ApiError;
use crate::error_kind::ErrorKind;
use crate::generate::Drawing;
use crate::limits;
use crate::options::Takes;
use crate::walk::Walk;

/// The search to watch. It takes no options of its own.
pub const STEPS: &str = "steps";

/// What becomes of a request that waits for its answer.
pub enum Task {
    /// The answer, as the text of a JSON object.
    Answer(String),
    /// A search is to be run for it.
    Search(Box<Search>),
    /// A puzzle is to be drawn for it.
    Draw(Box<Drawing>),
}

/// What becomes of a request for a job.
pub enum Job {
    /// A search, and the position it starts from.
    Search(Box<Search>, Box<dyn Position>),
    /// A search to watch.
    Steps(Walk),
}

/// A search that is ready to run.
pub struct Search {
    /// Its verb.
    pub verb: &'static str,
    question: Question,
    ask: Ask,
    request: ResolvedRequest,
}

impl Search {
    /// Its time limit.
    pub fn time(&self) -> Duration {
        self.request.time
    }

    /// The position that it starts from.
    ///
    /// # Errors
    /// If the line that leads there is not legal, or takes longer than `clock` allows.
    pub fn position(&self, clock: &Clock) -> Result<Box<dyn Position>, ApiError> {
        clock.limit(|| Ok(self.request.position(clock)?))
    }

    /// Runs it and returns its answer as the text of a JSON object. `observer` stops it when `clock` says so.
    ///
    /// # Errors
    /// If the position does not support it.
    pub fn run(
        &self,
        position: &dyn Position,
        clock: &Clock,
        observer: &mut dyn Observer,
    ) -> Result<String, ApiError> {
        let _limits = clock.thread_limits().enter();
        (self.ask)(&self.request, &self.question, position, observer)
    }
}

impl Engine {
    /// Answers a request at once, or returns the search that it asks for.
    ///
    /// # Errors
    /// If the request is invalid, or the answer takes longer than `clock` allows.
    pub fn begin(&self, endpoint: &Endpoint, body: &[u8], clock: &Clock) -> Result<Task, ApiError> {
        clock.limit(|| self.try_begin(endpoint, body, clock))
    }

    fn try_begin(&self, endpoint: &Endpoint, body: &[u8], clock: &Clock) -> Result<Task, ApiError> {
        if let Handler::Draw = endpoint.handler {
            return Ok(Task::Draw(Box::new(Drawing::new(self, object(body)?)?)));
        }
        let request = ApiRequest::new(endpoint.name, object(body)?, endpoint.keys, endpoint.takes)?;
        match endpoint.handler {
            Handler::Draw => unreachable!("it is no question about an instance"),
            Handler::General(answer) => {
                if request.has_instance() {
                    let name = endpoint.name;
                    return Err(ApiError::malformed(format!(
                        "{name} takes no instance: leave out instance and line"
                    )));
                }
                answer(self, clock).map(Task::Answer)
            }
            Handler::Text(most, answer) => {
                let (_, text) = request.text(self, most)?;
                answer(self, text, clock).map(Task::Answer)
            }
            Handler::Light(answer) => {
                answer(&request.resolve(self, limits::REQUEST)?, clock).map(Task::Answer)
            }
            Handler::Search(kind, ask) => {
                let request = request.resolve(self, limits::REQUEST)?;
                let question = endpoints::question(&request, kind)?;
                Ok(Task::Search(Box::new(Search { verb: endpoint.name, question, ask, request })))
            }
        }
    }

    /// Returns the search that a request for a job asks for.
    ///
    /// # Errors
    /// If the request is invalid, or its line takes longer than `clock` allows.
    pub fn begin_job(&self, body: &[u8], clock: &Clock) -> Result<Job, ApiError> {
        clock.limit(|| self.try_begin_job(body, clock))
    }

    fn try_begin_job(&self, body: &[u8], clock: &Clock) -> Result<Job, ApiError> {
        let mut object = object(body)?;
        let Some(Value::String(verb)) = object.remove("verb") else {
            return Err(ApiError::malformed("verb is missing: solve, explore, count, hardest or steps"));
        };
        if verb == STEPS {
            let takes = Takes { instance: true, question: QuestionKind::Steps.options() };
            let request = ApiRequest::new(STEPS, object, &["pruning"], takes)?.resolve(self, limits::JOB)?;
            request.position(clock)?;
            return Ok(Job::Steps(walk(&request)?));
        }
        let endpoint = endpoints::endpoint(&verb)?;
        let Handler::Search(kind, ask) = endpoint.handler else {
            return Err(ApiError::impossible(
                ErrorKind::Usage,
                format!("{verb} is not a long search: use POST /api/{verb}"),
            ));
        };
        let request = ApiRequest::new(endpoint.name, object, endpoint.keys, endpoint.takes)?;
        let request = request.resolve(self, limits::JOB)?;
        let question = endpoints::question(&request, kind)?;
        // An illegal line is reported here rather than by an event.
        let position = request.position(clock)?;
        Ok(Job::Search(Box::new(Search { verb: endpoint.name, question, ask, request }), position))
    }
}

fn walk(request: &ResolvedRequest) -> Result<Walk, ApiError> {
    if !request.line.0.is_empty() {
        return Err(ApiError::impossible(
            ErrorKind::Usage,
            "the steps begin at the first position: leave out line",
        ));
    }
    request.refuse_unless_can(QuestionKind::Steps)?;
    let pruning = match request.more.get("pruning") {
        None | Some(Value::Null) => true,
        Some(Value::Bool(pruning)) => *pruning,
        Some(_) => return Err(ApiError::malformed("pruning is true or false")),
    };
    let asked = StepThrough { unpruned: !pruning };
    Ok(Walk::new(request.puzzle.instance.ask(asked, &request.means, &mut Unwatched)?))
}
