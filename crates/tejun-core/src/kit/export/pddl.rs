//! PDDL, with parameters and without: STRIPS with types, and with costs of actions where they differ.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::task::{Atom, Schema, Task};
use crate::vocabulary::export::ExportFile;

/// The domain and the problem with parameters.
pub(super) fn lifted(task: &Task) -> Vec<ExportFile> {
    let alternatives = task.goals.len() > 1;
    let costs = alternatives || task.schemas.iter().any(|schema| schema.cost != 1);
    let mut domain = head(task, ":strips :typing", costs);
    let mut kinds: Vec<&str> = task.objects.iter().map(|object| object.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    line(&mut domain, format_args!("  (:types {})", kinds.join(" ")));
    let mut objects = String::new();
    for kind in kinds {
        let of = task.objects.iter().filter(|object| object.kind == kind).map(|object| object.name.as_str());
        line(&mut objects, format_args!("    {} - {kind}", of.collect::<Vec<_>>().join(" ")));
    }
    if alternatives {
        // The actions that end a plan name objects.
        line(&mut domain, format_args!("  (:constants\n{objects}  )"));
    }
    domain.push_str("  (:predicates\n");
    for (name, kinds) in predicates(task) {
        let parameters = kinds.iter().enumerate().map(|(at, kind)| format!(" ?x{} - {kind}", at + 1));
        line(&mut domain, format_args!("    ({name}{})", parameters.collect::<String>()));
    }
    domain.push_str("  )\n");
    if costs {
        domain.push_str("  (:functions (total-cost) - number)\n");
    }
    for schema in &task.schemas {
        let parameters: String =
            schema.parameters.iter().map(|(name, kind)| format!(" ?{name} - {kind}")).collect();
        let put =
            |atom: &Atom| fact(atom.0, atom.1.iter().map(|&at| format!("?{}", schema.parameters[at].0)));
        let row = fact(&table(schema), schema.parameters.iter().map(|(name, _)| format!("?{name}")));
        let needs: Vec<String> = [row].into_iter().chain(schema.needs.iter().map(put)).collect();
        let adds: Vec<String> = schema.adds.iter().map(put).collect();
        let deletes: Vec<String> = schema.deletes.iter().map(put).collect();
        let cost = costs.then_some(schema.cost);
        action(&mut domain, &schema.name, Some(parameters.trim()), &needs, &adds, &deletes, cost);
    }
    if alternatives {
        for (at, goal) in task.goals.iter().enumerate() {
            let needs: Vec<String> = goal.iter().map(|atom| object_fact(task, atom)).collect();
            let adds = ["(solved)".to_owned()];
            action(&mut domain, &format!("end-{}", at + 1), Some(""), &needs, &adds, &[], Some(0));
        }
    }
    domain.push_str(")\n");

    let mut problem = format!("(define (problem {0}-puzzle)\n  (:domain {0})\n", task.name);
    if !alternatives {
        line(&mut problem, format_args!("  (:objects\n{objects}  )"));
    }
    problem.push_str("  (:init\n");
    for atom in &task.initial {
        line(&mut problem, format_args!("    {}", object_fact(task, atom)));
    }
    for schema in &task.schemas {
        let name = table(schema);
        for row in &schema.rows {
            let row = fact(&name, row.iter().map(|&object| task.objects[object].name.clone()));
            line(&mut problem, format_args!("    {row}"));
        }
    }
    let goal: Vec<String> = match &task.goals[..] {
        [goal] => goal.iter().map(|atom| object_fact(task, atom)).collect(),
        _ => vec!["(solved)".to_owned()],
    };
    tail(&mut problem, &goal, costs);
    files(domain, problem)
}

/// The domain and the problem with each action written out.
pub(super) fn grounded(task: &Task) -> Vec<ExportFile> {
    let ground = task.ground();
    let alternatives = ground.goals.len() > 1;
    let costs = alternatives || ground.actions.iter().any(|action| action.cost != 1);
    let of = |facts: &[usize]| facts.iter().map(|&at| format!("({})", ground.facts[at])).collect::<Vec<_>>();
    let solved = "(solved)".to_owned();
    let mut domain = head(task, ":strips", costs);
    domain.push_str("  (:predicates\n");
    for name in &ground.facts {
        line(&mut domain, format_args!("    ({name})"));
    }
    if alternatives {
        line(&mut domain, format_args!("    {solved}"));
    }
    domain.push_str("  )\n");
    if costs {
        domain.push_str("  (:functions (total-cost) - number)\n");
    }
    for by in &ground.actions {
        let (needs, adds, deletes) = (of(&by.needs), of(&by.adds), of(&by.deletes));
        action(&mut domain, &by.name, None, &needs, &adds, &deletes, costs.then_some(by.cost));
    }
    let goal = match &ground.goals[..] {
        [goal] => of(goal),
        goals => {
            for (at, goal) in goals.iter().enumerate() {
                let adds = std::slice::from_ref(&solved);
                action(&mut domain, &format!("end-{}", at + 1), None, &of(goal), adds, &[], Some(0));
            }
            vec![solved]
        }
    };
    domain.push_str(")\n");
    let mut problem = format!("(define (problem {0}-puzzle)\n  (:domain {0})\n  (:init\n", task.name);
    for (fact, _) in ground.facts.iter().zip(&ground.initial).filter(|(_, holds)| **holds) {
        line(&mut problem, format_args!("    ({fact})"));
    }
    tail(&mut problem, &goal, costs);
    files(domain, problem)
}

fn line(text: &mut String, what: std::fmt::Arguments) {
    text.write_fmt(what).expect("a text takes everything");
    text.push('\n');
}

fn head(task: &Task, requirements: &str, costs: bool) -> String {
    let remarks: String = task.remarks.iter().map(|remark| format!("; {remark}\n")).collect();
    let costs = if costs { " :action-costs" } else { "" };
    format!("{remarks}(define (domain {})\n  (:requirements {requirements}{costs})\n", task.name)
}

fn tail(problem: &mut String, goal: &[String], costs: bool) {
    if costs {
        problem.push_str("    (= (total-cost) 0)\n");
    }
    line(problem, format_args!("  )\n  (:goal (and {}))", goal.join(" ")));
    problem.push_str(if costs { "  (:metric minimize (total-cost))\n)\n" } else { ")\n" });
}

fn action(
    domain: &mut String,
    name: &str,
    parameters: Option<&str>,
    needs: &[String],
    adds: &[String],
    deletes: &[String],
    cost: Option<u32>,
) {
    line(domain, format_args!("  (:action {name}"));
    line(domain, format_args!("    :parameters ({})", parameters.unwrap_or_default()));
    line(domain, format_args!("    :precondition (and {})", needs.join(" ")));
    let deletes = deletes.iter().map(|fact| format!("(not {fact})"));
    let cost = cost.filter(|&cost| cost > 0).map(|cost| format!("(increase (total-cost) {cost})"));
    let effects: Vec<String> = adds.iter().cloned().chain(deletes).chain(cost).collect();
    line(domain, format_args!("    :effect (and {}))", effects.join(" ")));
}

fn files(domain: String, problem: String) -> Vec<ExportFile> {
    let file = |name, text| ExportFile { name, text };
    vec![file("domain.pddl", domain), file("problem.pddl", problem)]
}

fn fact(name: &str, arguments: impl Iterator<Item = String>) -> String {
    arguments.fold(format!("({name}"), |text, argument| text + " " + &argument) + ")"
}

fn object_fact(task: &Task, atom: &Atom) -> String {
    fact(atom.0, atom.1.iter().map(|&object| task.objects[object].name.clone()))
}

/// The predicate of a schema's rows.
fn table(schema: &Schema) -> String {
    format!("can-{}", schema.name)
}

/// Each predicate with the types of its arguments.
fn predicates(task: &Task) -> BTreeMap<String, Vec<&'static str>> {
    let mut predicates = BTreeMap::new();
    for schema in &task.schemas {
        let kinds: Vec<&str> = schema.parameters.iter().map(|(_, kind)| *kind).collect();
        for Atom(name, arguments) in schema.needs.iter().chain(&schema.adds).chain(&schema.deletes) {
            predicates.insert((*name).to_owned(), arguments.iter().map(|&at| kinds[at]).collect());
        }
        predicates.insert(table(schema), kinds);
    }
    for Atom(name, arguments) in task.initial.iter().chain(task.goals.iter().flatten()) {
        let kinds = arguments.iter().map(|&object| task.objects[object].kind).collect();
        predicates.insert((*name).to_owned(), kinds);
    }
    if task.goals.len() > 1 {
        predicates.insert("solved".to_owned(), Vec::new());
    }
    predicates
}
