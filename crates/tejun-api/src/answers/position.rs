//! `puzzle`, `position` and `gesture`: what a front end needs for play by hand.

use serde::Serialize;
use tejun_puzzles::{Course, Gesture, Instance, Lang, Line, Notation, Position, QuestionKind, Scene, Status};

use crate::clock::Clock;
use crate::limits;

use super::parts::{LevelAnswer, Localized, ReasonAnswer};
use super::scene::{FrameAnswer, GestureAnswer, Ground};

/// What stays the same in all positions of a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PuzzleAnswer<'a> {
    puzzle: &'static str,
    instance: &'a str,
    titles: Localized<'a>,
    source: Option<&'a str>,
    sources: Option<Localized<'a>>,
    /// What it is, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<Localized<'a>>,
    /// Which level of its file it is, if a file may have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<LevelAnswer>,
    /// What is to be done.
    aim: Option<ReasonAnswer>,
    metric: &'static str,
    optimal: Option<i64>,
    /// Whether lines are scored.
    scored: bool,
    /// Whether every solution costs the same.
    alike: bool,
    /// Why no search can tell anything about it, if that is so though it has a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    unproved: Option<ReasonAnswer>,
    abilities: Abilities,
    ground: Ground<'a>,
    /// The instance file.
    text: &'a str,
}

/// What can be asked about a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Abilities {
    solve: bool,
    explore: bool,
    count: bool,
    why: bool,
    steps: bool,
    /// Whether its starts can be told that are farthest from the goal.
    hardest: bool,
    /// Whether a position may be lost that has been reached from one with a solution.
    lose: bool,
}

/// The answer of `puzzle` for the instance called `name`. `text` is its file and `scene` one of its positions.
pub fn puzzle<'a>(
    name: &'a str,
    text: &'a str,
    instance: &'a dyn Instance,
    scene: &'a Scene,
) -> impl Serialize + 'a {
    let about = instance.about();
    let (source, unproved) = (about.source.text(Lang::En), instance.unproved());
    PuzzleAnswer {
        puzzle: about.puzzle,
        instance: name,
        titles: Localized::title(&about.title, name),
        source,
        sources: source.map(|source| Localized::title(&about.source, source)),
        about: Localized::own(&about.about),
        level: LevelAnswer::of(about),
        aim: instance.objective().as_ref().map(ReasonAnswer::from),
        metric: about.metric,
        optimal: about.optimal,
        scored: about.scored,
        alike: instance.solutions_cost_alike(),
        abilities: Abilities {
            solve: instance.can(QuestionKind::Solve) && unproved.is_none(),
            explore: instance.can(QuestionKind::Explore) && unproved.is_none(),
            count: instance.can(QuestionKind::Count),
            why: instance.can(QuestionKind::Why) && unproved.is_none(),
            steps: instance.can(QuestionKind::Steps),
            hardest: instance.can(QuestionKind::Hardest) && instance.can(QuestionKind::Solve),
            lose: !instance.family().reversible,
        },
        unproved: unproved.as_ref().map(ReasonAnswer::from),
        ground: scene.into(),
        text,
    }
}

/// What changes from one position to the next.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PositionAnswer<'a> {
    line: &'a [String],
    /// The line as one text.
    written: String,
    #[cfg_attr(test, schemars(extend("enum" = ["open", "solved", "over", "lost"])))]
    standing: &'static str,
    cost: Option<i64>,
    score: Option<i64>,
    scene: FrameAnswer<'a>,
    /// What the puzzle itself says here, in whatever language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<String>,
    /// What is to be seen one after the other between the position before the last move and this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    between: Vec<FrameAnswer<'a>>,
    /// The lines of the puzzle's source, from 1, whose rules acted in the last move.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    acted: &'a [usize],
    choices: Vec<Choice<'a>>,
}

/// A legal move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Choice<'a> {
    r#move: &'a str,
    #[serde(flatten)]
    gesture: GestureAnswer<'a>,
}

/// The answer of `position`: how the play stands after `line`, its drawing, and every legal move with its gesture.
/// `scene`, `course` and `choices` are those of `position`.
pub fn position<'a>(
    line: &'a Line,
    position: &dyn Position,
    scene: &'a Scene,
    course: &'a Course,
    choices: &'a [tejun_puzzles::Choice],
) -> impl Serialize + 'a {
    let status = position.status();
    let value = position.verdict().value;
    let choice = |choice: &'a tejun_puzzles::Choice| Choice {
        r#move: &choice.text,
        gesture: (&choice.gesture).into(),
    };
    PositionAnswer {
        line: &line.0,
        written: position.instance().write_line(line),
        standing: status.code(),
        cost: value.cost,
        score: value.score.filter(|_| status != Status::Open),
        scene: scene.into(),
        said: position.said(),
        between: course.scenes.iter().map(FrameAnswer::from).collect(),
        acted: &course.lines,
        choices: choices.iter().map(choice).collect(),
    }
}

/// A position or a line in a notation of other programs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Notation"))]
pub(super) struct NotationAnswer<'a> {
    name: &'static str,
    about: Localized<'static>,
    text: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct NotationsAnswer<'a> {
    notations: Vec<NotationAnswer<'a>>,
    /// Those of the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<NotationAnswer<'a>>,
}

/// The answer of `notations`: those in which the position can be written, and those for the line to it.
pub fn notations<'a>(notations: &'a [Notation], lines: &'a [Notation]) -> impl Serialize + 'a {
    let written = |notation: &'a Notation| {
        let text = notation.text.as_deref().ok()?;
        Some(NotationAnswer { name: notation.name, about: notation.about.into(), text })
    };
    let all = |notations: &'a [Notation]| notations.iter().filter_map(written).collect();
    NotationsAnswer { notations: all(notations), lines: all(lines) }
}

/// Whether a gesture is a move: which, or why not.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct GestureVerdict {
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    /// Several moves of the same piece that take it there, if no single one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonAnswer>,
}

/// The answer of `gesture`: the move that a gesture stands for in a position, or why it may not be played, and what
/// moves take the piece there instead, looked for during 200 ms.
pub fn gesture(position: &dyn Position, gesture: &Gesture, clock: &Clock) -> impl Serialize + use<> {
    let read = position.read_gesture(gesture);
    let reason = read.as_ref().err().map(ReasonAnswer::from);
    let moves = match gesture {
        Gesture::Carry { piece, to } if read.is_err() => {
            let in_time = || clock.check().is_continue() && clock.elapsed() < limits::CARRY;
            tejun_puzzles::carry(position, *piece, to, in_time)
        }
        _ => None,
    };
    GestureVerdict { legal: read.is_ok(), r#move: read.ok(), moves, reason }
}
