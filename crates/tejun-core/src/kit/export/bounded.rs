//! Whether there is a plan of at most so many actions, as a formula (Kautz and Selman 1992).

use super::formula::{Formula, Literal};
use super::task::{Ground, Task};
use crate::vocabulary::input::InputError;

/// The formula that holds if there is a plan of at most `depth` actions.
///
/// # Errors
/// If there is no `depth`, an action costs nothing, or the formula is too large.
pub(super) fn formula(task: &Task, depth: Option<u32>) -> Result<Formula, InputError> {
    let depth =
        depth.ok_or_else(|| InputError::new("a formula asks for a line of bounded length: say --depth N"))?;
    if task.schemas.iter().any(|schema| schema.cost != 1) {
        return Err(InputError::new(
            "in this metric a move is several actions, whose number no formula bounds: say another --metric",
        ));
    }
    let ground = task.ground();
    let mut formula = Formula::default();
    let first = formula.variables(ground.facts.len());
    for (&fact, &holds) in first.iter().zip(&ground.initial) {
        formula.clause([if holds { fact } else { -fact }])?;
    }
    let changes = Changes::of(&ground);
    let (mut facts, mut idle) = (first, None);
    for step in 0..depth {
        constrain(&mut formula, &ground, &facts)?;
        let layer = layer(&mut formula, &ground, &changes, &facts, idle)?;
        if step == 0 {
            formula.remarks = remarks(task, &ground, depth, &facts, &layer);
        }
        (facts, idle) = (layer.facts, Some(layer.idle));
    }
    constrain(&mut formula, &ground, &facts)?;
    let ends = formula.variables(ground.goals.len());
    for (&end, goal) in ends.iter().zip(&ground.goals) {
        goal.iter().try_for_each(|&fact| formula.clause([-end, facts[fact]]))?;
    }
    formula.clause(ends)?;
    Ok(formula)
}

/// For each fact, the actions that add it, and those that delete it.
struct Changes(Vec<[Vec<usize>; 2]>);

impl Changes {
    fn of(ground: &Ground) -> Changes {
        let mut changes = vec![[Vec::new(), Vec::new()]; ground.facts.len()];
        for (at, action) in ground.actions.iter().enumerate() {
            action.adds.iter().for_each(|&fact| changes[fact][0].push(at));
            action.deletes.iter().for_each(|&fact| changes[fact][1].push(at));
        }
        Changes(changes)
    }
}

/// The variables of a step and of the facts after it.
struct Layer {
    actions: Vec<Literal>,
    idle: Literal,
    facts: Vec<Literal>,
}

/// Adds a step after `before`: one action, or none from then on.
fn layer(
    formula: &mut Formula,
    ground: &Ground,
    changes: &Changes,
    before: &[Literal],
    was_idle: Option<Literal>,
) -> Result<Layer, InputError> {
    let actions = formula.variables(ground.actions.len());
    let idle = formula.variable();
    let all: Vec<Literal> = actions.iter().copied().chain([idle]).collect();
    formula.just_one(&all)?;
    if let Some(was_idle) = was_idle {
        formula.clause([-was_idle, idle])?;
    }
    let facts = formula.variables(before.len());
    for (&by, action) in actions.iter().zip(&ground.actions) {
        action.needs.iter().try_for_each(|&fact| formula.clause([-by, before[fact]]))?;
        action.adds.iter().try_for_each(|&fact| formula.clause([-by, facts[fact]]))?;
        action.deletes.iter().try_for_each(|&fact| formula.clause([-by, -facts[fact]]))?;
    }
    // A fact changes only by an action.
    for ((&was, &is), [adders, deleters]) in before.iter().zip(&facts).zip(&changes.0) {
        formula.clause([was, -is].into_iter().chain(adders.iter().map(|&at| actions[at])))?;
        formula.clause([-was, is].into_iter().chain(deleters.iter().map(|&at| actions[at])))?;
    }
    Ok(Layer { actions, idle, facts })
}

/// Adds what holds in every state.
fn constrain(formula: &mut Formula, ground: &Ground, facts: &[Literal]) -> Result<(), InputError> {
    let literals = |set: &Vec<usize>| set.iter().map(|&fact| facts[fact]).collect::<Vec<Literal>>();
    ground.invariants.iter().try_for_each(|set| formula.just_one(&literals(set)))?;
    let literal = |&(fact, holds): &(usize, bool)| if holds { facts[fact] } else { -facts[fact] };
    ground.clauses.iter().try_for_each(|clause| formula.clause(clause.iter().map(literal)))
}

/// Names the variables.
fn remarks(task: &Task, ground: &Ground, depth: u32, facts: &[Literal], layer: &Layer) -> Vec<String> {
    let mut remarks = task.remarks.clone();
    remarks.push(format!("satisfiable if and only if there is a line of at most {depth} moves"));
    let more = layer.facts.iter().zip(facts).map(|(after, before)| after - before).next().unwrap_or(0);
    remarks.push(format!("variables at first; those of each later step are {more} more"));
    let names = |numbers: &[Literal], names: &mut dyn Iterator<Item = &String>| {
        numbers.iter().zip(names).map(|(number, name)| format!("{number} {name}")).collect::<Vec<_>>()
    };
    remarks.extend(names(facts, &mut ground.facts.iter()));
    remarks.extend(names(&layer.actions, &mut ground.actions.iter().map(|action| &action.name)));
    remarks.push(format!("{} no-move", layer.idle));
    remarks
}
