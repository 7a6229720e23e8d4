//! What is refused before a search begins, in the same words wherever it is asked.

use tejun_puzzles::{Instance, Position, QuestionKind, SolveError};

use crate::error::ApiError;

/// Refuses a question that the puzzle has no answer to.
///
/// # Errors
/// If that is so.
pub fn refuse_unless_can(instance: &dyn Instance, question: QuestionKind) -> Result<(), ApiError> {
    let is_why = question == QuestionKind::Why;
    if let Some(reason) = instance.unproved().filter(|_| is_why) {
        return Err(SolveError::from(reason).into());
    }
    if instance.can(question) {
        return Ok(());
    }
    let what = match question {
        QuestionKind::Solve => "goal to solve it for",
        QuestionKind::Why if !instance.can(QuestionKind::Solve) => "goal to solve it for",
        QuestionKind::Hardest => "other starts to judge",
        QuestionKind::Why => "searches that say why",
        other => other.name(),
    };
    Err(ApiError::unsupported(format!("{} has no {what}", instance.about().puzzle)))
}

/// Reads a move that is asked about, as a line of this move alone.
///
/// # Errors
/// If it is not one move, or not legal in `position`.
pub fn read_move(position: &dyn Position, text: &str) -> Result<String, ApiError> {
    let line = position.instance().read_line(text);
    let [by] = &line.0[..] else {
        let number = line.0.len();
        return Err(ApiError::malformed(format!(
            "one move is asked about, and this has {number}: play the others first"
        )));
    };
    position.boxed_clone().play(by)?;
    Ok(by.clone())
}
