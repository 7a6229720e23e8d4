//! The verbs of the API. Each answers like the command-line verb of the same name.

use std::cell::Cell;

use serde::Deserialize;
use serde_json::Value;
use tejun_puzzles::question::{Count, Explore, Hardest, Map, Solve, Why};
use tejun_puzzles::{
    Answer, Diagnosis, Gesture, Line, Observer, Position, Question, QuestionKind, SAYS_WHY, Verdict,
};

use crate::answers;
use crate::api_request::ResolvedRequest;
use crate::clock::Clock;
use crate::draw;
use crate::engine::Engine;
use crate::error::ApiError;
use crate::generate;
use crate::limited_writer::write;
use crate::limits;
use crate::options::Takes;
use crate::puzzle_cache::ReplayError;
use crate::refusal::read_move;

/// A verb of the API.
pub struct Endpoint {
    /// Its name in the path.
    pub name: &'static str,
    /// The options that it takes.
    pub(crate) takes: Takes,
    /// Keys of the request that it takes in addition to `instance`, `line` and `options`.
    pub(crate) keys: &'static [&'static str],
    /// Its handler.
    pub(crate) handler: Handler,
}

/// The handler of a verb. It returns the text of a JSON object.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// Needs no instance.
    General(fn(&Engine, &Clock) -> Result<String, ApiError>),
    /// Is about the text of an instance, of so many bytes, which may be invalid.
    Text(usize, fn(&Engine, String, &Clock) -> Result<String, ApiError>),
    /// Takes a moment.
    Light(fn(&ResolvedRequest, &Clock) -> Result<String, ApiError>),
    /// Asks a question, which takes a search, and answers.
    Search(QuestionKind, Ask),
    /// Draws a puzzle at random.
    Draw,
}

/// Asks the question of a request, from the position after its line if it is about one, and writes the answer.
pub(crate) type Ask =
    fn(&ResolvedRequest, &Question, &dyn Position, &mut dyn Observer) -> Result<String, ApiError>;

impl Endpoint {
    /// A verb about an instance, without options of its own.
    const fn new(name: &'static str, handler: Handler) -> Self {
        Endpoint { name, takes: Takes { instance: true, question: &[] }, keys: &[], handler }
    }

    /// A verb that asks a question.
    const fn search(question: QuestionKind) -> Self {
        let takes = Takes { instance: true, question: question.options() };
        Endpoint { takes, ..Endpoint::new(question.name(), Handler::Search(question, ask)) }
    }
}

/// All verbs.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::search(QuestionKind::Solve),
    Endpoint::search(QuestionKind::Explore),
    Endpoint { keys: &["to"], ..Endpoint::search(QuestionKind::Map) },
    Endpoint::search(QuestionKind::Count),
    #[cfg(not(target_family = "wasm"))]
    Endpoint { keys: &["move"], ..Endpoint::search(QuestionKind::Why) },
    #[cfg(not(target_family = "wasm"))]
    Endpoint::new("explain", Handler::Search(QuestionKind::Solve, explain)),
    Endpoint { keys: &["pieces"], ..Endpoint::search(QuestionKind::Hardest) },
    Endpoint::new("check", Handler::Light(check)),
    Endpoint::new("show", Handler::Light(show)),
    Endpoint { takes: Takes::NOTHING, ..Endpoint::new("list", Handler::General(list)) },
    Endpoint {
        takes: Takes::NOTHING,
        ..Endpoint::new("collection", Handler::Text(limits::BODY, collection))
    },
    Endpoint { takes: Takes::NOTHING, ..Endpoint::new("diagnose", Handler::Text(limits::TEXT, diagnose)) },
    Endpoint::new("puzzle", Handler::Light(puzzle)),
    Endpoint::new("position", Handler::Light(position)),
    Endpoint::new("notations", Handler::Light(notations)),
    Endpoint { keys: &["from"], ..Endpoint::new("replay", Handler::Light(replay)) },
    Endpoint { takes: generate::TAKES, ..Endpoint::new("generate", Handler::Draw) },
    Endpoint { keys: &["gesture"], ..Endpoint::new("gesture", Handler::Light(gesture)) },
];

/// Finds the verb with this name.
///
/// # Errors
/// If there is none.
pub fn endpoint(name: &str) -> Result<&'static Endpoint, ApiError> {
    ENDPOINTS.iter().find(|endpoint| endpoint.name == name).ok_or_else(|| {
        let known: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.name).collect();
        ApiError::unknown(format!("there is no verb {name:?}: there are {}", known.join(", ")))
    })
}

/// The names of the verbs that search, which takes longer than a moment.
pub fn searching_verbs() -> impl Iterator<Item = &'static str> {
    let searches = |endpoint: &&Endpoint| matches!(endpoint.handler, Handler::Search(..) | Handler::Draw);
    ENDPOINTS.iter().filter(searches).map(|endpoint| endpoint.name)
}

/// A clock for writing the result of a search, which is also needed after the search was stopped.
fn delivery(request: &ResolvedRequest) -> Clock {
    Clock::new(request.now, limits::LIGHT, None)
}

/// The question of a request.
///
/// # Errors
/// If a key has the wrong type, or options exclude each other.
pub(crate) fn question(request: &ResolvedRequest, kind: QuestionKind) -> Result<Question, ApiError> {
    Ok(match kind {
        QuestionKind::Solve => Solve::of(&request.options).map_err(ApiError::malformed)?.into(),
        QuestionKind::Explore => Explore { terminal_goals: request.options.is_on("terminal_goals") }.into(),
        QuestionKind::Map => {
            let target = match request.more.get("to") {
                None => None,
                Some(to) => {
                    let to = number(to).and_then(|to| u32::try_from(to).ok());
                    Some(to.ok_or_else(|| ApiError::malformed("to is the number of a position of the map"))?)
                }
            };
            Map { path: Some(request.line.clone()), target }.into()
        }
        QuestionKind::Hardest => {
            Hardest { pieces: optional_text(request, "pieces")?, ..Hardest::default() }.into()
        }
        QuestionKind::Why if SAYS_WHY => Why { by: optional_text(request, "move")? }.into(),
        QuestionKind::Count => Count.into(),
        _ => return Err(ApiError::broken()),
    })
}

/// A text that a request may have.
fn optional_text(request: &ResolvedRequest, key: &str) -> Result<Option<String>, ApiError> {
    match request.more.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(ApiError::malformed(format!("{key} is a string"))),
    }
}

/// Answers a request by its question alone.
///
/// # Errors
/// If the puzzle has no answer to it.
fn ask(
    request: &ResolvedRequest,
    question: &Question,
    position: &dyn Position,
    observer: &mut dyn Observer,
) -> Result<String, ApiError> {
    let began = request.stopwatch();
    request.refuse_unless_can(question.kind())?;
    let (name, instance) = (&request.name, &*request.puzzle.instance);
    let answer = match question {
        Question::Hardest(_) => instance.answer(question, &request.means, observer)?,
        Question::Map(_) => {
            let mut means = request.means.clone();
            means.limits.states = means.limits.states.min(limits::MAP);
            instance.start().answer(question, &means, observer)?
        }
        Question::Why(Why { by: Some(by) }) if SAYS_WHY => {
            let by = Some(read_move(position, by)?);
            position.answer(&Why { by }.into(), &request.means, observer)?
        }
        _ => position.answer(question, &request.means, observer)?,
    };
    let seconds = began.seconds();
    let clock = &delivery(request);
    match (question, answer) {
        (_, Answer::Solve(solution)) => write(&answers::solve(name, position, &solution, seconds), clock),
        (_, Answer::Explore(explored)) => write(&answers::explore(name, instance, &explored, seconds), clock),
        (Question::Map(Map { target: Some(_), .. }), Answer::Map(graph)) => {
            write(&answers::way(&graph), clock)
        }
        (_, Answer::Map(graph)) => write(&answers::map(name, instance, &graph, &draw::layout(&graph)), clock),
        (_, Answer::Count(counted)) => write(&answers::count(name, instance, &counted, seconds), clock),
        (_, Answer::Why(reasons)) if SAYS_WHY => {
            write(&answers::why(name, position, &reasons, seconds), clock)
        }
        (Question::Hardest(hardest), Answer::Hardest(found)) => {
            write(&answers::hardest(name, hardest, instance, &found, seconds), clock)
        }
        _ => Err(ApiError::broken()),
    }
}

/// Answers a request by the reasons of a best line.
#[cfg(not(target_family = "wasm"))]
fn explain(
    request: &ResolvedRequest,
    _: &Question,
    position: &dyn Position,
    observer: &mut dyn Observer,
) -> Result<String, ApiError> {
    let began = request.stopwatch();
    request.refuse_unless_can(QuestionKind::Why)?;
    let explanation = crate::explain::explain(position, &request.means, observer)?;
    let (name, instance) = (&request.name, &*request.puzzle.instance);
    write(&answers::explain(name, instance, &explanation, began.seconds()), &delivery(request))
}

fn check(request: &ResolvedRequest, clock: &Clock) -> Result<String, ApiError> {
    let verdict = match request.position(clock) {
        Ok(position) => position.verdict(),
        Err(ReplayError::Illegal(fault)) => Verdict { fault: Some(fault), ..Verdict::default() },
        Err(stopped) => return Err(stopped.into()),
    };
    let instance = &*request.puzzle.instance;
    write(&answers::check(&request.name, instance, &request.line, &verdict), clock)
}

fn show(request: &ResolvedRequest, clock: &Clock) -> Result<String, ApiError> {
    let scene = request.position(clock)?.scene();
    write(&answers::show(&request.name, &*request.puzzle.instance, &scene), clock)
}

fn position(request: &ResolvedRequest, clock: &Clock) -> Result<String, ApiError> {
    let position = request.position(clock)?;
    let (scene, course, choices) = (position.scene(), position.course(), position.choices());
    write(&answers::position(&request.line, &*position, &scene, &course, &choices), clock)
}

fn puzzle(request: &ResolvedRequest, clock: &Clock) -> Result<String, ApiError> {
    let ResolvedRequest { name, puzzle, .. } = request;
    let scene = puzzle.instance.start().scene();
    write(&answers::puzzle(name, &puzzle.text, &*puzzle.instance, &scene), clock)
}

fn notations(request: &ResolvedRequest, clock: &Clock) -> Result<String, ApiError> {
    let notations = request.position(clock)?.notations();
    let start = request.puzzle.instance.start();
    let lines = if request.line.0.is_empty() { Vec::new() } else { start.line_notations(&request.line.0) };
    write(&answers::notations(&notations, &lines), clock)
}

fn replay(request: &ResolvedRequest, clock: &Clock) -> Result<String, ApiError> {
    let moves = &request.line.0;
    let from = match request.more.get("from") {
        None => 0,
        Some(from) => number(from).ok_or_else(|| ApiError::malformed("from is a number of moves"))?,
    };
    let (before, after) = moves.split_at(from.min(moves.len()));
    let position = request.puzzle.after(&Line(before.to_vec()), clock)?;
    let fault = Cell::new(None);
    let written = write(&answers::replay(from, position, after, &fault), clock);
    fault.take().map_or(written, |fault| Err(fault.into()))
}

/// A gesture as a request gives it.
#[derive(Deserialize)]
#[serde(untagged)]
enum GivenGesture {
    Key { key: char },
    Tap { tap: usize },
    CarryAll { carried: Vec<Carried> },
    Carry(Carried),
}

#[derive(Deserialize)]
struct Carried {
    piece: usize,
    to: Vec<usize>,
}

fn gesture(request: &ResolvedRequest, clock: &Clock) -> Result<String, ApiError> {
    let given = request.more.get("gesture").and_then(|given| GivenGesture::deserialize(given).ok());
    let gesture = match given {
        Some(GivenGesture::Key { key }) => Gesture::Key(key),
        Some(GivenGesture::Tap { tap }) => Gesture::Tap(tap),
        Some(GivenGesture::Carry(Carried { piece, to })) => Gesture::Carry { piece, to },
        Some(GivenGesture::CarryAll { carried }) => {
            Gesture::CarryAll(carried.into_iter().map(|Carried { piece, to }| (piece, to)).collect())
        }
        None => {
            return Err(ApiError::malformed(
                "gesture is missing or has an unknown form: it is {\"piece\": 0, \"to\": [4, 5]}, \
                 {\"carried\": [{\"piece\": 0, \"to\": [4]}, {\"piece\": 1, \"to\": [5]}]}, {\"tap\": 4} or {\"key\": \"h\"}",
            ));
        }
    };
    write(&answers::gesture(&*request.position(clock)?, &gesture, clock), clock)
}

fn collection(engine: &Engine, text: String, clock: &Clock) -> Result<String, ApiError> {
    let collection = engine.registry.collection(&text)?;
    let answer = answers::collection(&engine.registry, &collection, &mut || clock.check().is_continue());
    write(&answer, clock)
}

fn diagnose(engine: &Engine, text: String, clock: &Clock) -> Result<String, ApiError> {
    let written = engine.registry.diagnose(&text);
    // Where nothing is wrong with a source, its puzzle may still be.
    let is_wrong =
        |(_, found): &(_, Diagnosis)| found.diagnostics.iter().any(|diagnostic| diagnostic.is_error);
    let refusal = match &written {
        Some(written) if is_wrong(written) => None,
        _ => engine.cache.open(&engine.registry, text, None, None).err(),
    };
    write(&answers::diagnose(written, refusal), clock)
}

fn number(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

fn list(engine: &Engine, clock: &Clock) -> Result<String, ApiError> {
    let instances = engine.library.instances(&engine.registry)?;
    write(&answers::list(&engine.registry, &instances.iter().collect::<Vec<_>>()), clock)
}
