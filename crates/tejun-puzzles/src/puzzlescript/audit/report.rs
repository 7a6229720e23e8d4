//! The report as programs read it.

use std::collections::BTreeSet;

use serde::Serialize;
use tejun_puzzlescript::audit::{Audit, Intended, LevelAudit, Verdict, Without};
use tejun_puzzlescript::{Game, Input};

use crate::puzzlescript::text::letter;

/// What is known of a game.
#[derive(Serialize)]
pub(super) struct Report {
    pub puzzle: &'static str,
    pub title: Option<String>,
    pub levels: Vec<LevelReport>,
    /// The lines of rules that act in none of the levels.
    pub idle_rules: Vec<usize>,
    /// Whether all positions of all levels were seen.
    pub idle_rules_proved: bool,
    /// The lines of rules that act in none of the levels but in inputs that change nothing.
    pub stopping_rules: Vec<usize>,
    /// The lines of rules that act, and that each level can be won without.
    pub dispensable_rules: Vec<usize>,
    /// Whether each level has a win, or none.
    pub dispensable_rules_proved: bool,
    /// All rules as written.
    pub rules: Vec<RuleText>,
    /// The names of objects that no level has and no rule makes.
    pub unused_objects: Vec<String>,
    /// Whether all levels of the game were asked for.
    pub whole: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<IntendedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<String>>,
    /// Why the exit status is 1.
    pub failures: Vec<String>,
    pub stopped: bool,
}

/// A rule as written.
#[derive(Serialize)]
pub(super) struct RuleText {
    pub line: usize,
    pub text: String,
}

/// What is known of a level.
#[derive(Serialize)]
pub(super) struct LevelReport {
    pub level: usize,
    /// The line of its first row.
    pub source_line: usize,
    /// `solved`, `unsolvable`, `no-goal`, `stopped` or `refused`.
    pub outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub cost: Option<usize>,
    pub line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchReport>,
}

/// What the positions of a level say.
#[derive(Serialize)]
pub(super) struct SearchReport {
    pub positions: usize,
    /// Whether these are all.
    pub complete: bool,
    /// Positions met before the first win.
    pub positions_before_win: Option<usize>,
    /// Lines that win with the fewest inputs; a text, as it may be long.
    pub shortest_lines: String,
    /// Whether there are no more of them.
    pub shortest_lines_exact: bool,
    pub lost: Option<usize>,
    pub lost_share: Option<f64>,
    /// The fewest inputs to a position that cannot be won.
    pub first_loss: Option<String>,
    /// Positions of the shortest win that have an input that loses.
    pub traps: Option<usize>,
    /// The lines of rules that act in every win.
    pub needed_rules: Vec<usize>,
    pub without_rule: Vec<WithoutRule>,
    pub without_object: Vec<WithoutObject>,
}

/// A win in which a rule does not act.
#[derive(Serialize)]
pub(super) struct WithoutRule {
    pub rule: usize,
    pub cost: usize,
    pub line: String,
}

/// A win in which the cells of an object stay the same.
#[derive(Serialize)]
pub(super) struct WithoutObject {
    pub object: String,
    pub cost: usize,
    pub line: String,
}

/// What is known of the solution that the author has in mind.
#[derive(Serialize)]
pub(super) struct IntendedReport {
    pub level: usize,
    pub inputs: usize,
    pub wins_after: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_search_after: Option<usize>,
    pub shorter: Option<String>,
    pub without_rule: Vec<WithoutRule>,
}

/// Inputs as `solve` writes them.
pub(super) fn written(inputs: &[Input]) -> String {
    inputs.iter().map(|&input| letter(input)).collect()
}

fn without_rule(without: &Without) -> WithoutRule {
    WithoutRule { rule: without.what, cost: without.inputs.len(), line: written(&without.inputs) }
}

impl Report {
    /// The report on a game with this source.
    pub fn new(source: &str, game: &Game, audit: &Audit, at_least: Option<usize>) -> Self {
        let levels: Vec<LevelReport> =
            audit.levels.iter().map(|level| LevelReport::new(game, level)).collect();
        let mut failures = Vec::new();
        for level in &levels {
            if level.outcome == "unsolvable" {
                failures.push(format!("level {} cannot be won", level.level));
            }
            if let (Some(cost), Some(least)) = (level.cost, at_least)
                && cost < least
            {
                failures
                    .push(format!("level {} can be won with {cost} inputs, fewer than {least}", level.level));
            }
        }
        let lines: BTreeSet<usize> = game.all_rules().map(|rule| rule.line).collect();
        let written = source.lines().enumerate().filter(|(index, _)| lines.contains(&(index + 1)));
        let rules = written.map(|(index, text)| RuleText { line: index + 1, text: text.trim().to_owned() });
        if let Some(intended) = audit.intended.as_ref().filter(|intended| intended.fails()) {
            failures.push(format!("the intended line does not win level {}", intended.level));
        }
        let name = |&object: &usize| game.objects[object].shown.clone();
        Self {
            puzzle: "puzzlescript",
            title: game.settings.title.clone(),
            idle_rules: audit.idle_rules.clone(),
            idle_rules_proved: audit.idle_rules_proved,
            stopping_rules: audit.stopping_rules.clone(),
            dispensable_rules: audit.dispensable_rules.clone(),
            dispensable_rules_proved: audit.dispensable_rules_proved,
            rules: rules.collect(),
            whole: levels.len() == game.levels().count(),
            unused_objects: audit.unused_objects.iter().map(name).collect(),
            intended: audit.intended.as_ref().map(IntendedReport::new),
            changes: None,
            levels,
            failures,
            stopped: audit.stopped,
        }
    }
}

impl LevelReport {
    fn new(game: &Game, level: &LevelAudit) -> Self {
        let (outcome, reason, won) = match &level.verdict {
            Verdict::Won(line) => ("solved", None, Some(line)),
            Verdict::Unwinnable => ("unsolvable", None, None),
            Verdict::NoGoal => ("no-goal", None, None),
            Verdict::Undecided => ("stopped", None, None),
            Verdict::Endless => (
                "refused",
                Some("after some inputs a turn has no end or takes too much work".to_owned()),
                None,
            ),
            Verdict::NotSearched(why) => ("refused", Some(why.to_string()), None),
        };
        let search = level.searched.as_ref().map(|searched| SearchReport {
            positions: searched.positions,
            complete: searched.complete,
            positions_before_win: searched.before_win,
            shortest_lines: searched.shortest_lines.to_string(),
            shortest_lines_exact: searched.shortest_lines_exact,
            lost: searched.lost,
            lost_share: searched.lost.map(|lost| lost as f64 / searched.positions as f64),
            first_loss: searched.first_loss.as_deref().map(written),
            traps: searched.traps,
            needed_rules: searched.needed_rules.clone(),
            without_rule: searched.without_rule.iter().map(without_rule).collect(),
            without_object: (searched.without_object.iter())
                .map(|without| WithoutObject {
                    object: game.objects[without.what].shown.clone(),
                    cost: without.inputs.len(),
                    line: written(&without.inputs),
                })
                .collect(),
        });
        Self {
            level: level.number,
            source_line: level.line,
            outcome,
            reason,
            cost: won.map(Vec::len),
            line: won.map(|line| written(line)),
            search,
        }
    }
}

impl IntendedReport {
    fn new(intended: &Intended) -> Self {
        Self {
            level: intended.level,
            inputs: intended.inputs,
            wins_after: intended.wins_after,
            leaves_search_after: intended.leaves_search_after,
            shorter: intended.shorter.as_deref().map(written),
            without_rule: intended.without.iter().map(without_rule).collect(),
        }
    }
}
