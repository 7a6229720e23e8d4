//! Rules in groups, groups in loops.

use super::budget::Budget;
use super::expand;
use super::expanded::Expanded;
use super::lints;
use super::names::Names;
use super::pattern::{self, Compiled};
use crate::diagnostic::{Diagnostics, quoted};
use crate::game::{Group, Pattern, Rule, RuleList};
use crate::text::{LoopEdge, Source};

/// A group with what it is known by in the source.
struct Numbered {
    number: usize,
    group: Group,
}

impl Numbered {
    /// The lines of its first and its last rule.
    fn lines(&self) -> (usize, usize) {
        let rules = &self.group.rules;
        (rules[0].line, rules[rules.len() - 1].line)
    }
}

/// The most groups with rigid rules.
const MAX_RIGID: usize = 30;

/// The early and the late rules.
pub(super) fn compile(
    source: &Source,
    names: &Names,
    budget: &mut Budget,
    diagnostics: &mut Diagnostics,
) -> (RuleList, RuleList) {
    let mut expanded: Vec<Expanded> = Vec::new();
    for rule in &source.rules {
        lints::warn_of_redundant_terms(rule, names, diagnostics);
        lints::refuse_contradictions(rule, names, diagnostics);
        if let Some(rules) = expand::expand(rule, names, budget, diagnostics) {
            budget.take(&rules);
            expanded.extend(rules);
        }
        if budget.is_spent() {
            // What is left out may be much: there is nothing to be said of the rest.
            expanded.clear();
            break;
        }
    }
    drop_duplicates(&mut expanded);
    warn_of_mixed_groups(&expanded, diagnostics);
    let mut early = Vec::new();
    let mut late = Vec::new();
    let mut rest = expanded.as_slice();
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|rule| rule.line == first.line).count();
        let (line, after) = rest.split_at(count);
        rest = after;
        add_line(line, names, if first.late { &mut late } else { &mut early }, diagnostics);
    }
    number_rigid_groups(&mut early, diagnostics);
    number_rigid_groups(&mut late, diagnostics);
    check_loops(source, diagnostics);
    for groups in [&early, &late] {
        check_loops_between(source, groups, diagnostics);
    }
    let list = |numbered: Vec<Numbered>| RuleList {
        loops: loops(source, &numbered),
        groups: numbered.into_iter().map(|numbered| numbered.group).collect(),
    };
    (list(early), list(late))
}

/// Of equal rules of a line the last remains.
fn drop_duplicates(rules: &mut Vec<Expanded>) {
    let mut seen = std::collections::HashSet::new();
    let mut keep: Vec<bool> = rules.iter().rev().map(|rule| seen.insert(spelling(rule))).collect();
    keep.reverse();
    let mut keep = keep.into_iter();
    rules.retain(|_| keep.next() == Some(true));
}

/// All that tells rules disjoint.
fn spelling(rule: &Expanded) -> Vec<usize> {
    let mut key = vec![rule.line, rule.direction as usize];
    for side in [&rule.left, &rule.right] {
        key.push(side.len());
        for row in side {
            key.push(row.len());
            for cell in row {
                key.push(cell.len());
                key.extend(cell.iter().flat_map(|term| [term.word as usize, term.name]));
            }
        }
    }
    key
}

fn warn_of_mixed_groups(rules: &[Expanded], diagnostics: &mut Diagnostics) {
    for pair in rules.windows(2) {
        if pair[0].group == pair[1].group && pair[0].late != pair[1].late {
            diagnostics.warning(
                pair[1].line,
                "this rule is joined (+) with one that is late where it is not, or the other way round: they do not run together",
            );
        }
    }
}

/// Adds the rules of one line to its group.
fn add_line(line: &[Expanded], names: &Names, groups: &mut Vec<Numbered>, diagnostics: &mut Diagnostics) {
    let first = &line[0];
    let mut compiled: Vec<Compiled> = Vec::with_capacity(line.len());
    for rule in line {
        match pattern::compile(rule, names, diagnostics) {
            Some(rule) => compiled.push(rule),
            None => return,
        }
    }
    let has = |rule: &Compiled, what: fn(&Pattern) -> bool| {
        rule.rule.rows.iter().flat_map(|row| &row.cells).any(what)
    };
    let count = compiled.len();
    let never = compiled.iter().any(|rule| has(rule, lints::leaves_no_choice));
    compiled.retain(|rule| !has(rule, lints::contradicts_itself));
    if never || compiled.len() < count {
        diagnostics.warning(
            first.line,
            "a cell of this rule wants an object and does not want it (for some of its choices): there it never matches",
        );
    }
    let Some(Compiled { impossible, .. }) = compiled.first() else { return };
    if let Some((a, b)) = impossible.filter(|_| compiled.iter().all(|rule| rule.impossible.is_some())) {
        diagnostics.error(
            first.line,
            format!(
                "this rule wants {} and {} in one cell, but they are of the same layer",
                quoted(names.spelled(a)),
                quoted(names.spelled(b))
            ),
        );
        return;
    }
    let rules: Vec<_> =
        compiled.into_iter().filter(|rule| rule.impossible.is_none()).map(|rule| rule.rule).collect();
    if first.late && rules.iter().any(moves) {
        diagnostics.error(first.line, "a late rule cannot make movements: all has moved by then");
        return;
    }
    match groups.last_mut().filter(|last| last.number == first.group) {
        Some(last) => last.group.rules.extend(rules),
        None => groups.push(Numbered {
            number: first.group,
            group: Group { random: first.random, rigid: None, rules },
        }),
    }
}

/// Whether a late rule moves something: other words for movements were refused where they stood.
fn moves(rule: &Rule) -> bool {
    let cells = rule.rows.iter().flat_map(|row| &row.cells);
    let mut made = cells.filter_map(|cell| cell.replacement.as_ref());
    made.any(|replacement| !replacement.random_directions.is_empty())
}

fn number_rigid_groups(groups: &mut [Numbered], diagnostics: &mut Diagnostics) {
    let mut count = 0;
    for numbered in groups {
        if numbered.group.rules.iter().any(|rule| rule.rigid) {
            count += 1;
            if count > MAX_RIGID {
                diagnostics.error(
                    numbered.lines().0,
                    format!("a game has {MAX_RIGID} groups with rigid rules at most"),
                );
                return;
            }
            numbered.group.rigid = Some(count as u8);
        }
    }
}

/// Starts and ends must alternate.
fn check_loops(source: &Source, diagnostics: &mut Diagnostics) {
    for (index, &(line, edge)) in source.loops.iter().enumerate() {
        match (edge, index % 2) {
            (LoopEdge::Start, 1) => {
                diagnostics.error(line, "startloop inside of a loop; end the loop before it with endloop");
            }
            (LoopEdge::End, 0) => diagnostics.error(line, "endloop without a startloop before it"),
            _ => {}
        }
    }
    if let (1, Some((line, _))) = (source.loops.len() % 2, source.loops.last()) {
        diagnostics
            .error(*line, "each startloop needs an endloop after it, and each endloop a startloop before it");
    }
}

/// The edges of a loop stand between groups.
fn check_loops_between(source: &Source, groups: &[Numbered], diagnostics: &mut Diagnostics) {
    // Groups come in the order of their lines.
    let is_within = |line: usize| {
        let after = groups.partition_point(|group| group.lines().0 <= line);
        after > 0 && line <= groups[after - 1].lines().1
    };
    for pair in source.loops.chunks_exact(2) {
        if pair.iter().any(|&(line, _)| is_within(line)) {
            diagnostics.error(
                pair[0].0,
                "this loop begins or ends between rules that + joins; move startloop or endloop",
            );
        }
    }
}

/// After which group to go on with which. The edges of a loop are lines; groups count from their first line on.
fn loops(source: &Source, groups: &[Numbered]) -> Vec<(usize, usize)> {
    let mut loops: Vec<(usize, usize)> = Vec::new();
    let mut start = None;
    for &(line, _) in &source.loops {
        let index = groups.partition_point(|group| group.lines().0 < line);
        if index == groups.len() {
            continue;
        }
        match start.take() {
            None => start = Some(index),
            // An empty loop before the first group has no last group.
            Some(first) if index > 0 => loops.push((index - 1, first)),
            Some(_) => {}
        }
    }
    if let Some(first) = start {
        loops.push((groups.len(), first));
    }
    // Of two with the same end the later counts.
    loops.reverse();
    loops
}
