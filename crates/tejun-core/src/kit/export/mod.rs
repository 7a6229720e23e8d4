//! Puzzles as input for planners and for SAT and SMT solvers.
//!
//! A family states its puzzle once, as a planning [`Task`]. The writers know the formats and no puzzle.

mod bounded;
mod formula;
mod parts;
mod pddl;
mod task;

pub use self::formula::Formula;
pub use self::parts::Parts;
pub use self::task::{Atom, Object, Schema, Task};
use crate::vocabulary::export::{Export, ExportFile, ExportFormat};
use crate::vocabulary::input::InputError;

/// Exports a planning task in a format; `None` if planning tasks are not written in it. A formula asks for a line of at
/// most `depth` actions.
///
/// # Errors
/// Within: if the task is too large, or has a `depth` where a plan may have any length.
pub fn plan(
    format: ExportFormat,
    depth: Option<u32>,
    task: impl FnOnce() -> Result<Task, InputError>,
) -> Option<Export> {
    if depth.is_some() && matches!(format, ExportFormat::Pddl | ExportFormat::Strips) {
        let name = format.name();
        return Some(Err(InputError::new(format!(
            "a plan in {name} may have any length: leave out the depth"
        ))));
    }
    let written = |task: Task| match format {
        ExportFormat::Pddl => Ok(pddl::lifted(&task)),
        ExportFormat::Strips => Ok(pddl::grounded(&task)),
        _ => solver_input(&bounded::formula(&task, depth)?, format),
    };
    (!matches!(format, ExportFormat::Xcc | ExportFormat::Veripb)).then(|| task().and_then(written))
}

/// Writes a formula for SAT or SMT solvers.
pub fn solver_input(formula: &Formula, format: ExportFormat) -> Export {
    let (name, text) = match format {
        ExportFormat::Dimacs => ("puzzle.cnf", formula.dimacs()),
        _ => ("puzzle.smt2", formula.smt2()),
    };
    Ok(vec![ExportFile { name, text }])
}
