//! The legend: signs and names for objects, for all of several, for one of several.

use super::lines::Line;
use super::source::{Source, warn_of_keyword};
use super::syntax::{LegendText, Meaning};
use crate::diagnostic::{Diagnostics, quoted};
use crate::object_set::MAX_OBJECTS;

pub(super) fn read(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
    let spaced = line.lower.replacen('=', " = ", 1);
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (name, members) = match words[..] {
        [name, "=", ref members @ ..] => (name, members),
        _ => {
            diagnostics.error(line.number, "an entry of the legend is: name = object, or name = one and another, or name = one or another");
            return;
        }
    };
    let Some(meaning) = meaning(name, members, line.number, source, diagnostics) else { return };
    if source.is_declared(name) {
        diagnostics.error(line.number, format!("{} is declared twice; rename one", quoted(name)));
        return;
    }
    warn_of_keyword(name, line.number, diagnostics);
    source.declare(LegendText { line: line.number, name: name.to_owned(), meaning });
}

fn meaning(
    name: &str,
    words: &[&str],
    line: usize,
    source: &mut Source,
    diagnostics: &mut Diagnostics,
) -> Option<Meaning> {
    let mut ok = !words.is_empty() && words.len() % 2 == 1;
    let joint = words.get(1).copied().unwrap_or_default();
    if words.len() > 1 && joint != "and" && joint != "or" {
        diagnostics
            .error(line, format!("between two objects there must be “and” or “or”, not {}", quoted(joint)));
        return None;
    }
    ok &= words.iter().skip(1).step_by(2).all(|word| *word == joint);
    if !ok {
        diagnostics.error(
            line,
            "an entry of the legend is: name = object, or name = one and another, or name = one or another, \
             without mixing the two",
        );
        return None;
    }
    let members: Vec<&str> = words.iter().step_by(2).copied().collect();
    if members.contains(&name) {
        diagnostics.error(line, format!("{} cannot be explained by itself", quoted(name)));
        return None;
    }
    if let Some(unknown) = members.iter().find(|member| !source.is_declared(member)) {
        diagnostics.error(line, format!("{} is not declared; declare it above this line", quoted(unknown)));
        return None;
    }
    if let [one] = members[..] {
        return Some(Meaning::Synonym(one.to_owned()));
    }
    for (index, member) in members.iter().enumerate() {
        if members[..index].contains(member) {
            diagnostics.warning(line, format!("{} is named twice", quoted(member)));
        }
    }
    let mut all = Vec::new();
    for member in members {
        match resolve(member, source) {
            Resolved::Objects(objects) if joint == "and" => all.extend(objects),
            Resolved::One(object) => all.push(object),
            Resolved::Choice(objects) if joint == "or" => all.extend(objects),
            Resolved::Objects(_) => {
                diagnostics.error(
                    line,
                    format!(
                        "{} means several objects at once (and): it cannot be one of a choice (or)",
                        quoted(member)
                    ),
                );
                return None;
            }
            Resolved::Choice(_) => {
                diagnostics.error(
                    line,
                    format!("{} is a choice of objects (or): it cannot be part of an “and”", quoted(member)),
                );
                return None;
            }
        }
    }
    source.members += all.len();
    if all.len() > MAX_MEMBERS || source.members > MAX_ALL_MEMBERS {
        diagnostics
            .error(line, format!("{} stands for more than {MAX_MEMBERS} objects; name fewer", quoted(name)));
        return None;
    }
    Some(if joint == "and" { Meaning::Aggregate(all) } else { Meaning::Property(all) })
}

/// The most objects that a name stands for, repeated ones included: names of names could double it line by line.
const MAX_MEMBERS: usize = 2 * MAX_OBJECTS;

/// The most members of all names together.
const MAX_ALL_MEMBERS: usize = 1 << 17;

/// What a declared name comes to.
pub(super) enum Resolved {
    One(String),
    Objects(Vec<String>),
    Choice(Vec<String>),
}

/// Follows a declared name to its objects. Names are declared before they are used, so this ends.
pub(super) fn resolve(name: &str, source: &Source) -> Resolved {
    let mut name = name;
    while source.object(name).is_none() {
        match source.meaning(name) {
            Some(Meaning::Synonym(other)) => name = other,
            Some(Meaning::Aggregate(objects)) => return Resolved::Objects(objects.clone()),
            Some(Meaning::Property(objects)) => return Resolved::Choice(objects.clone()),
            None => break,
        }
    }
    Resolved::One(name.to_owned())
}
