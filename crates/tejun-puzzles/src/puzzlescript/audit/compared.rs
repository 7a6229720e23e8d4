//! Two versions of a game.

use super::report::{LevelReport, Report};

/// What changed from one version to the next, level by level and in the game as a whole. Levels are compared by number.
pub(super) fn changes(before: &Report, now: &Report, whole: bool) -> Vec<String> {
    let mut changes = Vec::new();
    for level in &now.levels {
        match before.levels.iter().find(|other| other.level == level.level) {
            Some(other) => level_changes(other, level, &mut changes),
            None => changes.push(format!("level {} is new", level.level)),
        }
    }
    if whole {
        let gone =
            before.levels.iter().filter(|other| now.levels.iter().all(|level| level.level != other.level));
        changes.extend(gone.map(|level| format!("level {} is gone", level.level)));
        names("no level has, and no rule makes", &before.unused_objects, &now.unused_objects, &mut changes);
    }
    changes
}

fn names(what: &str, before: &[String], now: &[String], changes: &mut Vec<String>) {
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|name| !those.contains(name)).cloned().collect()
    };
    for (list, when) in [(only(now, before), "now"), (only(before, now), "before")] {
        if !list.is_empty() {
            changes.push(format!("only {when} {what} {}", list.join(", ")));
        }
    }
}

fn level_changes(before: &LevelReport, now: &LevelReport, changes: &mut Vec<String>) {
    let outcome = |level: &LevelReport| match (level.cost, level.outcome) {
        (Some(cost), _) => format!("a shortest win of {cost} inputs"),
        (_, "unsolvable") => "no win".to_owned(),
        (_, "no-goal") => "no goal".to_owned(),
        (_, "stopped") => "no win found within the limits".to_owned(),
        _ => "no search".to_owned(),
    };
    let number = now.level;
    if outcome(before) != outcome(now) {
        changes.push(format!("level {number}: {} before, {} now", outcome(before), outcome(now)));
    }
    let (Some(search), Some(other)) = (&now.search, &before.search) else { return };
    if (search.complete, search.positions) != (other.complete, other.positions)
        || (search.lost, &search.shortest_lines) != (other.lost, &other.shortest_lines)
    {
        let facts = |search: &super::report::SearchReport| {
            let lost = search.lost.map_or(String::new(), |lost| format!(", {lost} of them lost"));
            let more = if search.complete { "" } else { "more than " };
            let wins = match &search.shortest_lines[..] {
                "1" => "one shortest win".to_owned(),
                count => format!("{count} shortest wins"),
            };
            format!("{more}{} positions{lost}, {wins}", search.positions)
        };
        changes.push(format!("level {number}: {} before, {} now", facts(other), facts(search)));
    }
}
