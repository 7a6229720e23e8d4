//! Planning tasks in STRIPS, with tables of what is possible.

use std::collections::BTreeMap;

use super::parts::Parts;
use crate::vocabulary::input::InputError;

/// A fact: a predicate and its arguments. In a [`Schema`] these are parameters, elsewhere objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(pub &'static str, pub Vec<usize>);

/// A thing that facts speak of.
pub struct Object {
    /// Lower-case letters, digits and hyphens.
    pub name: String,
    /// Its type.
    pub kind: &'static str,
}

/// Actions of one form: those of its parameters in each of its rows.
///
/// A row is a fact that never changes. So geometry, which differs between puzzles and metrics, is a table, and what an
/// action does to the position is the same for all rows.
pub struct Schema {
    /// Its name, of which an action's name is made.
    pub name: String,
    /// 0 or 1.
    pub cost: u32,
    /// The name and the type of each parameter.
    pub parameters: Vec<(String, &'static str)>,
    /// What must hold before.
    pub needs: Vec<Atom>,
    /// What holds afterwards.
    pub adds: Vec<Atom>,
    /// What does not hold any more.
    pub deletes: Vec<Atom>,
    /// The objects for the parameters, one action each.
    pub rows: Vec<Vec<usize>>,
}

impl Schema {
    /// A schema of cost 1, without rows or effects.
    pub fn new(name: impl Into<String>, parameters: &[(&str, &'static str)]) -> Schema {
        let parameters = parameters.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
        let (needs, adds, deletes, rows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Schema { name: name.into(), cost: 1, parameters, needs, adds, deletes, rows }
    }

    /// Adds `number` parameters called `name` with a number, and returns their indices.
    pub fn more(&mut self, name: &str, kind: &'static str, number: usize) -> std::ops::Range<usize> {
        let first = self.parameters.len();
        self.parameters.extend((1..=number).map(|at| (format!("{name}{at}"), kind)));
        first..first + number
    }
}

/// A planning task: which facts hold at first, what actions change, and what is wanted.
///
/// Actions cost 0 or 1, and the cost of a plan is that of the puzzle's line.
#[derive(Default)]
pub struct Task {
    /// The name of the domain.
    pub name: &'static str,
    /// What a reader should know, in lines.
    pub remarks: Vec<String>,
    /// The things that facts speak of.
    pub objects: Vec<Object>,
    /// The facts that hold at first.
    pub initial: Vec<Atom>,
    /// The alternatives of the goal: all facts of one of them are wanted.
    pub goals: Vec<Vec<Atom>>,
    /// The actions.
    pub schemas: Vec<Schema>,
    /// Sets of facts of which just one holds, in every state that can be reached. Formulas are easier with them.
    pub invariants: Vec<Vec<Atom>>,
    /// Clauses that every state must satisfy, of facts that hold or do not. Only formulas can say that: in a task for
    /// planners, the actions must see to it.
    pub clauses: Vec<Vec<(Atom, bool)>>,
    parts: Parts,
}

/// An action, with the numbers of its facts.
pub(super) struct Action {
    pub name: String,
    pub cost: u32,
    pub needs: Vec<usize>,
    pub adds: Vec<usize>,
    pub deletes: Vec<usize>,
}

/// A task without parameters.
pub(super) struct Ground {
    /// The names of the facts.
    pub facts: Vec<String>,
    /// Whether each holds at first.
    pub initial: Vec<bool>,
    pub goals: Vec<Vec<usize>>,
    pub actions: Vec<Action>,
    pub invariants: Vec<Vec<usize>>,
    pub clauses: Vec<Vec<(usize, bool)>>,
}

impl Task {
    /// A task without objects, facts and actions, in a domain of this name.
    pub fn new(name: &'static str) -> Task {
        Task { name, ..Task::default() }
    }

    /// Adds an object and returns its number.
    pub fn object(&mut self, name: impl Into<String>, kind: &'static str) -> usize {
        self.objects.push(Object { name: name.into(), kind });
        self.objects.len() - 1
    }

    /// Adds a row to the schema that `name` names, made by `schema` if there is none yet.
    ///
    /// # Errors
    /// If the task becomes too large.
    pub fn row(
        &mut self,
        name: &str,
        row: Vec<usize>,
        schema: impl FnOnce() -> Schema,
    ) -> Result<(), InputError> {
        let at = self.schemas.iter().position(|schema| schema.name == name).unwrap_or_else(|| {
            self.schemas.push(schema());
            self.schemas.len() - 1
        });
        let schema = &mut self.schemas[at];
        let facts = schema.needs.len() + schema.adds.len() + schema.deletes.len();
        schema.rows.push(row);
        // A fact and its arguments take as much room as about four literals.
        self.spend(4 * facts)
    }

    /// Counts parts of the task.
    ///
    /// # Errors
    /// If there are too many.
    pub fn spend(&mut self, parts: usize) -> Result<(), InputError> {
        self.parts.add(parts, "a planning task")
    }

    /// The name of a fact or an action without parameters.
    fn written(&self, name: &str, arguments: impl Iterator<Item = usize>) -> String {
        arguments.fold(name.to_owned(), |text, object| text + "_" + &self.objects[object].name)
    }

    /// Puts in objects for parameters. Actions that no state can ever allow, because a fact that they need is never made
    /// true, are left in.
    pub(super) fn ground(&self) -> Ground {
        let mut numbers = BTreeMap::new();
        let mut facts = Vec::new();
        let mut number = |atom: Atom| {
            *numbers.entry(atom).or_insert_with_key(|atom| {
                facts.push(self.written(atom.0, atom.1.iter().copied()));
                facts.len() - 1
            })
        };
        let initial: Vec<usize> = self.initial.iter().map(|atom| number(atom.clone())).collect();
        let mut actions = Vec::new();
        for schema in &self.schemas {
            for row in &schema.rows {
                let mut bound = |atoms: &[Atom]| {
                    let put = |atom: &Atom| Atom(atom.0, atom.1.iter().map(|&at| row[at]).collect());
                    atoms.iter().map(|atom| number(put(atom))).collect::<Vec<usize>>()
                };
                actions.push(Action {
                    name: self.written(&schema.name, row.iter().copied()),
                    cost: schema.cost,
                    needs: bound(&schema.needs),
                    adds: bound(&schema.adds),
                    deletes: bound(&schema.deletes),
                });
            }
        }
        let mut numbered = |sets: &[Vec<Atom>]| -> Vec<Vec<usize>> {
            sets.iter().map(|set| set.iter().map(|atom| number(atom.clone())).collect()).collect()
        };
        let (goals, invariants) = (numbered(&self.goals), numbered(&self.invariants));
        let mut literal = |(atom, holds): &(Atom, bool)| (number(atom.clone()), *holds);
        let clauses = self.clauses.iter().map(|clause| clause.iter().map(&mut literal).collect()).collect();
        let mut holds = vec![false; facts.len()];
        initial.iter().for_each(|&fact| holds[fact] = true);
        Ground { facts, initial: holds, goals, actions, invariants, clauses }
    }
}
