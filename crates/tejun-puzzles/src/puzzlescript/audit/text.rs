//! The report as people read it.

use std::fmt::Write;

use super::report::{IntendedReport, LevelReport, Report, SearchReport};

/// The whole report.
pub(super) fn text(report: &Report) -> String {
    let mut text = format!("{}\n", report.title.as_deref().unwrap_or("untitled"));
    for level in &report.levels {
        let _ = write!(text, "\nlevel {}, line {}: {}\n", level.level, level.source_line, verdict(level));
        for line in level.line.iter().map(|line| format!("line: {line}")).chain(facts(level)) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text.push('\n');
    for line in whole(report) {
        let _ = writeln!(text, "{line}");
    }
    text.trim_end().to_owned()
}

/// Whether a level can be won.
pub(super) fn verdict(level: &LevelReport) -> String {
    match (level.cost, level.outcome, &level.search, &level.reason) {
        (Some(cost), _, Some(search), _) => {
            let ways = match (&search.shortest_lines[..], search.shortest_lines_exact) {
                ("1", true) => "one way".to_owned(),
                (ways, true) => format!("{ways} ways"),
                (ways, false) => format!("at least {ways} ways"),
            };
            format!("shortest win {}, {ways}", inputs(cost))
        }
        (_, "unsolvable", Some(search), _) if search.complete => {
            format!("cannot be won: none of its {} positions is won", search.positions)
        }
        (_, "unsolvable", ..) => {
            "cannot be won: every position was seen but those that show at once to be lost".to_owned()
        }
        (_, "no-goal", ..) => "no goal: the game has no win condition, and no rule with win".to_owned(),
        (_, "stopped", Some(search), _) => {
            format!(
                "not decided: no win among the first {} positions (--states N looks at more)",
                search.positions
            )
        }
        (_, _, _, Some(reason)) => reason.clone(),
        _ => "not decided".to_owned(),
    }
}

/// What else is known of a level, a line each.
pub(super) fn facts(level: &LevelReport) -> Vec<String> {
    let Some(search) = &level.search else { return Vec::new() };
    if level.cost.is_none() {
        return Vec::new();
    }
    let mut facts = vec![positions(search)];
    if let (Some(loss), Some(cost)) = (&search.first_loss, level.cost) {
        let traps = match search.traps {
            Some(0) | None => "no position".to_owned(),
            Some(1) => format!("1 of {cost} positions"),
            Some(traps) => format!("{traps} of {cost} positions"),
        };
        let has = if search.traps > Some(1) { "have" } else { "has" };
        facts.push(format!(
            "can be lost after {} ({loss}); on the shortest win, {traps} {has} a losing input",
            inputs(loss.chars().count())
        ));
    }
    if !search.needed_rules.is_empty() {
        facts.push(match search.needed_rules[..] {
            [rule] => format!("the rule on line {rule} acts in every win"),
            _ => format!("the rules on lines {} act in every win", numbers(&search.needed_rules)),
        });
    }
    let rules = search.without_rule.iter().map(|without| (&without.line[..], without.rule));
    facts.extend(by_win(rules).into_iter().map(|(win, rules)| {
        let which = if rules.len() == 1 { "the rule on line" } else { "the rules on lines" };
        format!("can be won without {which} {}: {}", numbers(&rules), counted(win))
    }));
    let objects = search.without_object.iter().map(|without| (&without.line[..], &without.object[..]));
    facts.extend(by_win(objects).into_iter().map(|(win, objects)| {
        let stay = if objects.len() == 1 { "stays as it is" } else { "stay as they are" };
        format!("can be won while {} {stay}: {}", objects.join(", "), counted(win))
    }));
    facts
}

fn positions(search: &SearchReport) -> String {
    let mut text = match search.complete {
        true => format!("{} positions", search.positions),
        false => format!("more than {} positions", search.positions),
    };
    if let (Some(lost), Some(share)) = (search.lost, search.lost_share) {
        let _ = match lost {
            0 => write!(text, ", none of them lost"),
            _ => write!(text, ", {lost} of them lost ({:.1} %)", 100.0 * share),
        };
    }
    if let Some(before) = search.positions_before_win {
        let _ = write!(text, "; a search meets {before} before it wins");
    }
    text
}

/// What a win does without, win by win in the order in which they are met.
fn by_win<'a, T>(all: impl Iterator<Item = (&'a str, T)>) -> Vec<(&'a str, Vec<T>)> {
    let mut wins: Vec<(&str, Vec<T>)> = Vec::new();
    for (win, what) in all {
        match wins.iter_mut().find(|(other, _)| *other == win) {
            Some((_, list)) => list.push(what),
            None => wins.push((win, vec![what])),
        }
    }
    wins
}

fn counted(win: &str) -> String {
    format!("{}, {win}", inputs(win.chars().count()))
}

/// What is known of the game, and of what was asked besides, a line each.
pub(super) fn whole(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    let searched = report.levels.iter().any(|level| level.search.is_some());
    // Of all levels, or of those that were asked for.
    let here = if report.whole { "" } else { " here" };
    let mut rules = |what: &str, proved: bool, rules: &[usize]| {
        if !rules.is_empty() && searched {
            let proof = if proved { "" } else { ", as far as was searched" };
            lines.push(format!("{what}{here}{proof}:"));
            let text = |line: usize| report.rules.iter().find(|rule| rule.line == line);
            let written = |&line: &usize| Some(format!("  {line}: {}", text(line)?.text));
            lines.extend(rules.iter().filter_map(written));
        }
    };
    rules("rules that never act", report.idle_rules_proved, &report.idle_rules);
    rules(
        "rules that act only in inputs that change nothing",
        report.idle_rules_proved,
        &report.stopping_rules,
    );
    rules(
        if report.whole { "rules that no level needs" } else { "rules that are not needed" },
        report.dispensable_rules_proved,
        &report.dispensable_rules,
    );
    if !report.unused_objects.is_empty() {
        lines.push(format!("objects never used: {}", report.unused_objects.join(", ")));
    }
    lines.extend(report.intended.iter().flat_map(intended));
    if let Some(changes) = &report.changes {
        lines.push(
            if changes.is_empty() { "no outcome or count of a level changed" } else { "changes:" }.to_owned(),
        );
        lines.extend(changes.iter().map(|change| format!("  {change}")));
    }
    lines.extend(report.failures.iter().map(|failure| format!("failed: {failure}")));
    if report.stopped {
        lines.push("stopped: what is said of undecided levels is incomplete".to_owned());
    }
    lines
}

fn intended(intended: &IntendedReport) -> Vec<String> {
    let mut lines = vec![match (intended.wins_after, intended.leaves_search_after) {
        (Some(after), _) => {
            format!("the intended line wins level {} after {}", intended.level, inputs(after))
        }
        (None, Some(after)) => format!(
            "the intended line leaves the positions of level {} that were searched after {} (--states N)",
            intended.level,
            inputs(after)
        ),
        (None, None) => format!("the intended line does not win level {}", intended.level),
    }];
    if let Some(shorter) = &intended.shorter {
        lines.push(format!("  a shorter win: {}, {shorter}", inputs(shorter.chars().count())));
    }
    let used = intended.without_rule.iter();
    lines.extend(used.map(|without| {
        format!(
            "  a win without the rule on line {}, which it uses: {}, {}",
            without.rule,
            inputs(without.cost),
            without.line
        )
    }));
    lines
}

fn inputs(count: usize) -> String {
    if count == 1 { "1 input".to_owned() } else { format!("{count} inputs") }
}

fn numbers(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
