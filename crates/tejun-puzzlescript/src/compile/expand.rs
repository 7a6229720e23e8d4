//! Spelling rules out: one rule of the text stands for one rule in each direction, of each movement, for each object
//! of a choice. The order of what comes out is meaning, and follows the original.

use super::budget::Budget;
use super::expanded::{Cell, Expanded};
use super::names::{Entity, NameId, Names};
use crate::diagnostic::{Diagnostics, quoted};
use crate::text::{Row, RuleText, Term, Word};
use std::collections::VecDeque;

/// All rules that a rule of the text stands for; `None` after an error.
pub(super) fn expand(
    rule: &RuleText,
    names: &Names,
    budget: &mut Budget,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Expanded>> {
    let looked_up = look_up(rule, names, diagnostics)?;
    let mut all = Vec::new();
    for direction in directions(rule, &looked_up) {
        let mut turned = Expanded { direction, ..looked_up.clone() };
        point(&mut turned);
        look_right_and_down(&mut turned);
        spell_aggregates(&mut turned, names, diagnostics)?;
        for moving in spell_movements(turned, budget, diagnostics)? {
            all.extend(spell_properties(moving, names, budget, diagnostics)?);
            budget.check(all.len(), &looked_up, diagnostics)?;
        }
    }
    for rule in &mut all {
        stop_newcomers(rule, names);
    }
    Some(all)
}

fn look_up(rule: &RuleText, names: &Names, diagnostics: &mut Diagnostics) -> Option<Expanded> {
    let mut missing = None;
    let mut side = |rows: &[Row<String>]| -> Vec<Row<NameId>> {
        let mut term = |term: &Term<String>| match names.id(&term.name) {
            Some(name) => Term { word: term.word, name },
            None => {
                if term.word != Word::Ellipsis {
                    missing = Some(term.name.clone());
                }
                Term { word: term.word, name: 0 }
            }
        };
        rows.iter().map(|row| row.iter().map(|cell| cell.iter().map(&mut term).collect()).collect()).collect()
    };
    let (left, right) = (side(&rule.left), side(&rule.right));
    if let Some(name) = missing {
        diagnostics.error(rule.line, format!("{} is in no collision layer; add it to one", quoted(&name)));
        return None;
    }
    let RuleText { line, group, late, rigid, random, commands, .. } = rule.clone();
    Some(Expanded { line, group, late, rigid, random, direction: Word::None, left, right, commands })
}

fn directions(rule: &RuleText, looked_up: &Expanded) -> Vec<Word> {
    let looks = looked_up.left.iter().any(|row| row.len() > 1)
        || looked_up
            .left
            .iter()
            .chain(&looked_up.right)
            .flatten()
            .flatten()
            .any(|term| term.word.is_relative());
    rule.directions.iter().flat_map(|&word| if looks { concrete(word) } else { vec![word] }).collect()
}

/// The movements that a word for several stands for, in order; any other word is itself.
fn concrete(word: Word) -> Vec<Word> {
    use Word::{Action, Down, Left, Right, Up};
    match word {
        Word::Horizontal => vec![Left, Right],
        Word::Vertical => vec![Up, Down],
        Word::Orthogonal => vec![Up, Down, Left, Right],
        Word::Moving => vec![Up, Down, Left, Right, Action],
        _ => vec![word],
    }
}

fn is_ambiguous(word: Word) -> bool {
    matches!(word, Word::Horizontal | Word::Vertical | Word::Orthogonal | Word::Moving)
}

/// Replaces words that are relative to the direction of the rule.
fn point(rule: &mut Expanded) {
    use Word::{Back, Down, Forward, Left, LeftOf, Parallel, Perpendicular, Right, RightOf, Up};
    let (ahead, back, left, right) = match rule.direction {
        Up => (Up, Down, Left, Right),
        Down => (Down, Up, Right, Left),
        Left => (Left, Right, Down, Up),
        _ => (Right, Left, Up, Down),
    };
    let [along, across] = if matches!(rule.direction, Up | Down) {
        [Word::Vertical, Word::Horizontal]
    } else {
        [Word::Horizontal, Word::Vertical]
    };
    for term in rule.left.iter_mut().chain(&mut rule.right).flatten().flatten() {
        term.word = match term.word {
            Forward => ahead,
            Back => back,
            LeftOf => left,
            RightOf => right,
            Parallel => along,
            Perpendicular => across,
            word => word,
        };
    }
}

/// A rule without an ellipsis that looks up or left looks down or right with its cells reversed: so its matches are
/// found in the order of the cells.
fn look_right_and_down(rule: &mut Expanded) {
    let ellipsis = rule.left.iter().flatten().flatten().any(|term| term.word == Word::Ellipsis);
    rule.direction = match rule.direction {
        Word::Up if !ellipsis => Word::Down,
        Word::Left if !ellipsis => Word::Right,
        _ => return,
    };
    for row in rule.left.iter_mut().chain(&mut rule.right) {
        row.reverse();
    }
}

/// Puts the members of an `and` in its place: the first where it stood, the others at the end of the cell.
fn spell_aggregates(rule: &mut Expanded, names: &Names, diagnostics: &mut Diagnostics) -> Option<()> {
    for cell in rule.left.iter_mut().chain(&mut rule.right).flatten() {
        let mut more = Vec::new();
        for term in cell.iter_mut() {
            if term.word == Word::Ellipsis {
                continue;
            }
            let Entity::Aggregate(members) = names.entity(term.name) else { continue };
            if term.word == Word::No {
                diagnostics.error(
                    rule.line,
                    format!(
                        "“no” cannot stand before {}, which means several objects at once; name them one by one",
                        quoted(names.spelled(term.name))
                    ),
                );
                return None;
            }
            term.name = members[0];
            more.extend(members[1..].iter().map(|&name| Term { word: term.word, name }));
        }
        cell.extend(more);
    }
    Some(())
}

/// A word for several movements that was replaced: what by, and in how many cells.
#[derive(Clone)]
struct WordReplaced {
    word: Word,
    name: NameId,
    by: Word,
    count: usize,
    at: (usize, usize),
}

/// Of the words on the left for several movements, one rule for each movement. Words of the right follow those on the
/// left: of the same object; or of any, if the word stands once on the left.
fn spell_movements(
    rule: Expanded,
    budget: &mut Budget,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Expanded>> {
    struct Item {
        rule: Expanded,
        by_name: Vec<WordReplaced>,
        by_word: Vec<(Word, Word, usize)>,
    }
    let line = rule.line;
    let mut queue = VecDeque::from([Item { rule, by_name: Vec::new(), by_word: Vec::new() }]);
    let mut done = Vec::new();
    while let Some(item) = queue.pop_front() {
        budget.check(queue.len() + done.len(), &item.rule, diagnostics)?;
        let mut split = false;
        // Not only the first such cell is split: the original makes a rule for each. Equal ones are dropped later.
        for (j, row) in item.rule.left.iter().enumerate() {
            for (k, cell) in row.iter().enumerate() {
                let Some(term) = cell.iter().find(|term| is_ambiguous(term.word)) else { continue };
                split = true;
                for by in concrete(term.word) {
                    let mut rule = item.rule.clone();
                    for cell in rule.pair((j, k)) {
                        replace_word(cell, term.word, Some(term.name), by);
                    }
                    let mut by_name = item.by_name.clone();
                    match by_name.iter_mut().find(|other| other.word == term.word && other.name == term.name)
                    {
                        Some(other) if other.at != (j, k) => other.count += 1,
                        Some(_) => {}
                        None => by_name.push(WordReplaced {
                            word: term.word,
                            name: term.name,
                            by,
                            count: 1,
                            at: (j, k),
                        }),
                    }
                    let mut by_word = item.by_word.clone();
                    match by_word.iter_mut().find(|(word, ..)| *word == term.word) {
                        Some((.., count)) => *count += 1,
                        None => by_word.push((term.word, by, 1)),
                    }
                    queue.push_back(Item { rule, by_name, by_word });
                }
            }
        }
        if !split {
            done.push(item);
        }
    }
    for item in &mut done {
        for replaced in item.by_name.iter().filter(|replaced| replaced.count == 1) {
            for cell in item.rule.right_cells() {
                replace_word(cell, replaced.word, Some(replaced.name), replaced.by);
            }
        }
        for (index, replaced) in item.by_name.iter().enumerate() {
            let alone =
                item.by_name.iter().enumerate().all(|(other, r)| other == index || r.word != replaced.word);
            if alone && replaced.count == 1 {
                for cell in item.rule.right_cells() {
                    replace_word(cell, replaced.word, None, replaced.by);
                }
            }
        }
        for &(word, by, _) in item.by_word.iter().filter(|(.., count)| *count == 1) {
            for cell in item.rule.right_cells() {
                replace_word(cell, word, None, by);
            }
        }
        if let Some(term) = item.rule.right_cells().flatten().find(|term| is_ambiguous(term.word)) {
            diagnostics.error(
                line,
                format!(
                    "{} after the arrow stands for several movements, and the left side does not tell which: \
                     write it in the same cell on the left, or once",
                    quoted(term.word.text())
                ),
            );
            return None;
        }
    }
    Some(done.into_iter().map(|item| item.rule).collect())
}

fn replace_word(cell: &mut Cell, word: Word, name: Option<NameId>, by: Word) {
    for term in cell.iter_mut().filter(|term| term.word == word && name.is_none_or(|name| term.name == name))
    {
        term.word = by;
    }
}

/// The choices that a cell names.
fn properties<'a>(cell: &'a Cell, names: &'a Names) -> impl Iterator<Item = NameId> + 'a {
    cell.iter()
        .filter(|term| !matches!(term.word, Word::Random | Word::Ellipsis))
        .map(|term| term.name)
        .filter(|&name| names.property(name).is_some())
}

/// Of each choice, one rule for each member. A choice within one layer stays whole, if the right side does not use it
/// where the left does not.
fn spell_properties(
    mut rule: Expanded,
    names: &Names,
    budget: &mut Budget,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Expanded>> {
    for cell in rule.left.iter_mut().chain(&mut rule.right).flatten() {
        *cell = spell_absent(cell, names);
    }
    let mut unclear: Vec<NameId> = Vec::new();
    for (left, right) in rule.left.iter().flatten().zip(rule.right.iter().flatten()) {
        unclear.extend(
            properties(right, names).filter(|&name| properties(left, names).all(|other| other != name)),
        );
    }
    let must_split = |name: NameId| {
        names.property(name).is_some_and(|property| property.layer.is_none()) || unclear.contains(&name)
    };
    let line = rule.line;
    /// Of a choice: the member in its place, and in how many cells.
    type Replaced = Vec<(NameId, NameId, usize)>;
    let mut queue: VecDeque<(Expanded, Replaced)> = VecDeque::from([(rule, Vec::new())]);
    let mut done = Vec::new();
    while let Some((rule, replaced)) = queue.pop_front() {
        budget.check(queue.len() + done.len(), &rule, diagnostics)?;
        let mut cells = rule
            .left
            .iter()
            .enumerate()
            .flat_map(|(j, row)| row.iter().enumerate().map(move |(k, cell)| ((j, k), cell)));
        let found = cells.find_map(|(at, cell)| {
            properties(cell, names).find(|&name| must_split(name)).map(|name| (at, name))
        });
        let Some((at, name)) = found else {
            done.push((rule, replaced));
            continue;
        };
        for &member in &names.property(name).expect("it is a choice").members {
            let mut rule = rule.clone();
            for cell in rule.pair(at) {
                replace_name(cell, name, member);
            }
            let mut replaced = replaced.clone();
            match replaced.iter_mut().find(|(other, ..)| *other == name) {
                Some((.., count)) => *count += 1,
                None => replaced.push((name, member, 1)),
            }
            queue.push_back((rule, replaced));
        }
    }
    let mut rules = Vec::with_capacity(done.len());
    for (mut rule, replaced) in done {
        for &(name, member, _) in replaced.iter().filter(|(.., count)| *count == 1) {
            for cell in rule.right_cells() {
                replace_name(cell, name, member);
            }
        }
        let rest = rule
            .right
            .iter()
            .flatten()
            .find_map(|cell| properties(cell, names).find(|&name| must_split(name)));
        if let Some(name) = rest {
            diagnostics.error(
                line,
                format!(
                    "{} after the arrow is a choice of objects, and the left side does not tell which: write it in the \
                     same cell on the left, or once",
                    quoted(names.spelled(name))
                ),
            );
            return None;
        }
        rules.push(rule);
    }
    Some(rules)
}

/// `no` before a choice is `no` before each of its members.
fn spell_absent(cell: &Cell, names: &Names) -> Cell {
    let mut spelled = Vec::with_capacity(cell.len());
    for term in cell {
        match names.property(term.name).filter(|_| term.word == Word::No) {
            Some(property) => {
                spelled.extend(property.members.iter().map(|&name| Term { word: Word::No, name }));
            }
            None => spelled.push(term.clone()),
        }
    }
    spelled
}

/// Words that say nothing about a movement keep their places: `random` keeps its choice.
fn replace_name(cell: &mut Cell, name: NameId, by: NameId) {
    for term in cell
        .iter_mut()
        .filter(|term| term.name == name && !matches!(term.word, Word::Random | Word::Ellipsis))
    {
        term.name = by;
    }
}

/// An object that the right side brings into a layer that the left side does not speak of comes to a stop there.
fn stop_newcomers(rule: &mut Expanded, names: &Names) {
    if rule.late {
        return;
    }
    for (left, right) in rule.left.iter().flatten().zip(rule.right.iter_mut().flatten()) {
        let layers: Vec<_> = left
            .iter()
            .filter(|term| !matches!(term.word, Word::Ellipsis | Word::Random))
            .filter_map(|term| names.layer(term.name))
            .collect();
        for term in right.iter_mut().filter(|term| term.word == Word::None) {
            let newcomer = names.property(term.name).is_none()
                && names.layer(term.name).is_some_and(|layer| !layers.contains(&layer));
            if newcomer {
                term.word = Word::Stationary;
            }
        }
    }
}
