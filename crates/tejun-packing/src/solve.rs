//! Solves a packing by the fillings of its tiling.

use std::cell::RefCell;
use std::ops::ControlFlow;

use serde::Serialize;
use tejun_search::tiling::{Placement, Tiling, cells_of};
use tejun_search::{Limits, Outcome, Progress, Stats, StopReason, Watch};

use super::impossible;
use super::rules::{Placed, Position, Rules};
use tejun_core::{Details, Found, LetterGrid, Means, Observer, Solution, SolveError, Wanted, bits::set_of};

/// The first solution, drawn.
#[derive(Serialize)]
struct Grid {
    grid: Vec<String>,
}

/// Finds as many fillings of a position's free cells as are wanted.
///
/// # Errors
/// If none are wanted, or the pieces have too many placements.
pub(super) fn solve(
    rules: &Rules,
    position: &Position,
    wanted: Wanted,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    if wanted == Wanted::First(0) {
        return Err(SolveError::new("0 solutions were asked for: ask for at least 1"));
    }
    if rules.is_solved(position) {
        let drawing = rules.grid(position.placed.iter().copied());
        return Ok(solved(
            rules,
            position,
            Vec::new(),
            vec![LetterGrid::new(&drawing)],
            wanted,
            Stats::default(),
        ));
    }
    if let Some(reason) = impossible::reason(rules, position) {
        return Ok(Solution::impossible(reason));
    }
    let (tiling, free) = rules.tiling(position).map_err(SolveError::new)?;
    if rules.moves_left(position) > means.limits.depth {
        return Ok(Solution::without_line(Outcome::Stopped(StopReason::Depth, None), Stats::default()));
    }
    // What is listed and the search share the memory.
    let bytes = if wanted == Wanted::Best { means.limits.bytes } else { means.limits.bytes / 2 };
    let mut collector = Collector::new(
        rules,
        position,
        &tiling,
        &free,
        wanted,
        means.answer_bytes,
        means.limits.bytes - bytes,
    );
    let shared = RefCell::new(observer);
    let listener = &mut Listener(&shared);
    let request = means.request(listener).limits(Limits { bytes, ..means.limits });
    let done = tiling.fillings(request, &mut |ids, _| collector.take(ids, &mut **shared.borrow_mut()));
    if collector.length > means.answer_bytes {
        return Err(SolveError::too_long(means.answer_bytes));
    }
    let stats = Stats { peak_bytes: done.stats.peak_bytes + collector.bytes, ..done.stats };
    let stopped = if collector.full { Some(StopReason::Memory) } else { done.outcome.stopped() };
    let Some(line) = collector.first else {
        let outcome = stopped.map_or(Outcome::Unsolvable, |reason| Outcome::Stopped(reason, None));
        return Ok(Solution::without_line(outcome, stats));
    };
    let mut solution = solved(rules, position, line, collector.drawings, wanted, stats);
    if let Some(reason) = stopped {
        solution.outcome = Outcome::Stopped(reason, solution.outcome.found());
    }
    Ok(solution)
}

/// The answer with this line from a position. It is optimal: every solution uses as many pieces.
fn solved(
    rules: &Rules,
    position: &Position,
    line: Vec<String>,
    drawings: Vec<LetterGrid>,
    wanted: Wanted,
    stats: Stats,
) -> Solution {
    let mut end = position.clone();
    for text in &line {
        rules.play(&mut end, text).expect("a solution is legal");
    }
    let cost = line.len() as i64;
    Solution {
        drawings: (wanted != Wanted::Best).then_some(drawings),
        details: Details::new(Grid { grid: rules.grid(end.placed.iter().copied()) }),
        ..Solution::optimal(line, cost, stats)
    }
}

/// A piece as a solution places it.
#[derive(Clone, Debug)]
struct Laid {
    placed: Placed,
    /// Its first cell.
    first: u32,
    /// Its move.
    text: String,
}

/// Turns fillings into moves and drawings.
struct Collector<'a> {
    rules: &'a Rules,
    position: &'a Position,
    tiling: &'a Tiling,
    /// For each cell of the tiling, its cell on the board.
    free: &'a [usize],
    wanted: Wanted,
    /// Maximum length of the text of the answer.
    answer_bytes: u64,
    /// For each placement of a piece, the piece on the whole board and its move, made on first use.
    laid: Vec<Option<Laid>>,
    first: Option<Vec<String>>,
    drawings: Vec<LetterGrid>,
    /// Bytes held by the drawings, and how many they may hold.
    bytes: u64,
    most: u64,
    /// Length of the text of the answer, at least.
    length: u64,
    /// Whether the drawings would exceed the memory limit while more are wanted.
    full: bool,
}

impl<'a> Collector<'a> {
    fn new(
        rules: &'a Rules,
        position: &'a Position,
        tiling: &'a Tiling,
        free: &'a [usize],
        wanted: Wanted,
        answer_bytes: u64,
        most: u64,
    ) -> Self {
        let laid = vec![None; tiling.placements().len()];
        let (first, drawings) = (None, Vec::new());
        let (bytes, length, full) = (0, 0, false);
        Collector {
            rules,
            position,
            tiling,
            free,
            wanted,
            answer_bytes,
            laid,
            first,
            drawings,
            bytes,
            most,
            length,
            full,
        }
    }

    /// Takes a filling. Breaks once enough are found or memory is full.
    fn take(&mut self, ids: &[u32], observer: &mut dyn Observer) -> ControlFlow<()> {
        for &id in ids {
            let Placement { kind, mask } = self.tiling.placements()[id as usize];
            // What stays empty is no move.
            if kind as usize == self.rules.pieces.len() {
                continue;
            }
            self.laid[id as usize].get_or_insert_with(|| {
                let mask = set_of(cells_of(mask).map(|at| self.free[at]));
                let placed = Placed { kind: kind as usize, mask };
                Laid { placed, first: mask.trailing_zeros(), text: self.rules.text(placed) }
            });
        }
        let mut pieces: Vec<&Laid> = ids.iter().filter_map(|&id| self.laid[id as usize].as_ref()).collect();
        pieces.sort_unstable_by_key(|laid| laid.first);
        let line: Vec<&str> = pieces.iter().map(|laid| laid.text.as_str()).collect();
        let first = || line.iter().map(|&text| text.to_owned()).collect();
        if self.wanted == Wanted::Best {
            self.first.get_or_insert_with(first);
            return ControlFlow::Break(());
        }
        let before = self.position.placed.iter().copied();
        let drawing = LetterGrid::new(&self.rules.grid(before.chain(pieces.iter().map(|laid| laid.placed))));
        // The list doubles when it grows, and is then held twice.
        self.bytes += (drawing.bytes() + 3 * size_of::<LetterGrid>()) as u64;
        // Quotation marks and commas around rows and drawings.
        self.length += (drawing.bytes() + 2 * self.rules.rows + 3) as u64;
        self.full = self.bytes > self.most || self.length > self.answer_bytes;
        if self.full {
            return ControlFlow::Break(());
        }
        self.drawings.push(drawing);
        observer.found(&Found { line: &line, value: None });
        self.first.get_or_insert_with(first);
        match self.wanted {
            Wanted::First(number) if self.drawings.len() as u64 >= number => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Shares the audience between the search, which ticks, and the receiver of its solutions.
struct Listener<'a, 'b>(&'a RefCell<&'b mut dyn Observer>);

impl Watch for Listener<'_, '_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.0.borrow_mut().tick(progress)
    }
}
