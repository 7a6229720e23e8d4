//! The KATAMINO table: sets of pieces that fill 5 rows of 3 to 12 columns.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Serialize;
use tejun_search::tiling::Tiling;
use tejun_search::{StopReason, Watch};

use super::format::{File, Rule, file, rectangle};
use super::rules::Position;
use super::shape::{katamino_number, pentomino_letters};
use tejun_core::{Call, Details, Ending, InputError, Means, Observer, VerbAnswer, input::Keys};

/// For each set of pieces that fills a board, its number of solutions up to symmetry, and in all. A set has a
/// bit for each piece, in the order of the letters.
pub(super) type Sets = BTreeMap<u32, (u64, u64)>;

/// The letters of a set.
pub(super) fn letters(set: u32) -> String {
    pentomino_letters().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, letter)| letter).collect()
}

/// Lists every filling of a board with any pentominoes once and counts them by set. Returns `Err` with the
/// reason if the search was stopped.
///
/// # Errors
/// If the text is not an instance.
pub(super) fn sets(
    board: &str,
    rule: Rule,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Result<Sets, StopReason>, InputError> {
    let all: String = pentomino_letters().collect();
    let unruled = all.replace('I', "");
    let whole = tiling(&all, rule, board)?;
    let without = tiling(&unruled, rule, board)?;
    let mut sets = match list(&whole, &all, means, watch) {
        Ok(sets) => sets,
        Err(reason) => return Ok(Err(reason)),
    };
    // On a square, the rule for I breaks some symmetries; sets without I keep them all.
    if without.symmetries() > whole.symmetries() {
        match list(&without, &unruled, means, watch) {
            Ok(others) => sets.extend(others),
            Err(reason) => return Ok(Err(reason)),
        }
    }
    Ok(Ok(sets))
}

/// The tiling of the board with any of these pieces, each used at most once.
fn tiling(pieces: &str, rule: Rule, board: &str) -> Result<Tiling, InputError> {
    let (_, keys) = Keys::split(&file(pieces, rule, board))?;
    let rules = keys.into::<File>()?.rules()?;
    let (tiling, _) = rules.tiling(&Position::default()).map_err(InputError::new)?;
    Ok(tiling)
}

/// Counts the fillings of a tiling by set. The kinds of the tiling are these letters, in order.
fn list(tiling: &Tiling, pieces: &str, means: &Means, watch: &mut dyn Watch) -> Result<Sets, StopReason> {
    let bits: Vec<u32> = pentomino_letters()
        .enumerate()
        .filter(|&(_, letter)| pieces.contains(letter))
        .map(|(at, _)| 1 << at)
        .collect();
    let kinds: Vec<u32> = tiling.placements().iter().map(|placement| bits[placement.kind as usize]).collect();
    let mut sets = Sets::new();
    let request = tejun_search::Request::new(watch).limits(means.limits).threads(means.threads);
    let done = tiling.fillings(request, &mut |ids, images| {
        let set = ids.iter().fold(0, |set, &id| set | kinds[id as usize]);
        let (classes, raw) = sets.entry(set).or_default();
        *classes += 1;
        *raw += images as u64;
        ControlFlow::Continue(())
    });
    done.outcome.stopped().map_or(Ok(sets), Err)
}

/// A row of the table.
struct Row {
    columns: usize,
    total: u64,
    sets: Sets,
}

impl Row {
    fn classes(&self) -> u64 {
        self.sets.values().map(|set| set.0).sum()
    }

    fn raw(&self) -> u64 {
        self.sets.values().map(|set| set.1).sum()
    }

    fn unique(&self) -> usize {
        self.sets.values().filter(|set| set.0 == 1).count()
    }

    /// The set with the most solutions; the first by letters if several tie.
    fn richest(&self) -> (u64, String) {
        let most = self.sets.values().map(|set| set.0).max().unwrap_or(0);
        let sets = self.sets.iter().filter(|set| set.1.0 == most).map(|set| letters(*set.0));
        (most, sets.min().unwrap_or_default())
    }
}

/// `tejun katamino table`.
pub(super) fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let rule = match call.option("rule") {
        None | Some("free") => Rule::Free,
        Some("katamino") => Rule::Katamino,
        Some(other) => {
            return Err(InputError::new(format!("{other:?} is not a rule: --rule is free or katamino")));
        }
    };
    let mut rows = Vec::new();
    for columns in 3..=12_usize {
        let Ok(sets) = sets(&rectangle(5, columns), rule, &call.means, observer)? else { break };
        let total = (0..columns as u64).fold(1, |n, i| n * (12 - i) / (i + 1));
        rows.push(Row { columns, total, sets });
    }
    let mut text = format!(
        "{:>2} {:>6} {:>9} {:>9} {:>9} {:>7} {:>5}  most in\n",
        "N", "sets", "solvable", "solutions", "raw", "unique", "most"
    );
    for row in &rows {
        let (most, set) = row.richest();
        text += &format!(
            "{:>2} {:>6} {:>9} {:>9} {:>9} {:>7} {most:>5}  {set}\n",
            row.columns,
            row.total,
            row.sets.len(),
            row.classes(),
            row.raw(),
            row.unique(),
        );
    }
    let whole = rows.len() == 10;
    Ok(VerbAnswer {
        text,
        details: Details::new(Table { rows: rows.iter().map(TableRow::of).collect(), whole }),
        ending: if whole { Ending::Done } else { Ending::Stopped },
    })
}

/// What programs get.
#[derive(Serialize)]
struct Table {
    rows: Vec<TableRow>,
    whole: bool,
}

#[derive(Serialize)]
struct TableRow {
    columns: usize,
    subsets_total: u64,
    subsets_solvable: usize,
    solutions: u64,
    solutions_raw: u64,
    subsets_unique: usize,
    max_solutions: u64,
    max_subset: String,
    max_subset_numbers: Vec<u32>,
}

impl TableRow {
    fn of(row: &Row) -> Self {
        let (most, set) = row.richest();
        TableRow {
            columns: row.columns,
            subsets_total: row.total,
            subsets_solvable: row.sets.len(),
            solutions: row.classes(),
            solutions_raw: row.raw(),
            subsets_unique: row.unique(),
            max_solutions: most,
            max_subset_numbers: set.chars().filter_map(katamino_number).collect(),
            max_subset: set,
        }
    }
}
