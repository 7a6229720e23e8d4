//! A packing as front ends see it.

use std::ops::ControlFlow;

use serde_json::{Map, Value};
use tejun_search::tiling::{Placement, Tiling, cells_of};
use tejun_search::{Limits, Outcome, Proof, Stats, StopReason, Watch};

use super::rules::{Piece, Placed, Position, Rules};
use super::{impossible, reasons, steps, view};
use crate::about::About;
use crate::counting::{Count, Counted};
use crate::input::Header;
use crate::puzzle::{
    AskError, Audience, Choice, Found, Instance, Line, PlayError, Report, Request, Verdict, Wanted,
};
use crate::reason::Reason;
use crate::scene::{Gesture, Scene};
use crate::steps::Steps;

/// A packing.
pub(super) struct Packed {
    about: About,
    rules: Rules,
}

impl Packed {
    pub fn new(header: Header, rules: Rules) -> Self {
        let about = About {
            puzzle: "packing",
            title: header.title,
            source: header.source,
            metric: "pieces",
            optimal: header.optimal,
        };
        Packed { about, rules }
    }

    fn after(&self, line: &Line) -> Result<Position, PlayError> {
        let mut position = Position::default();
        line.replay(|text| self.rules.play(&mut position, text))?;
        Ok(position)
    }

    fn tiling(&self, position: &Position) -> Result<(Tiling, Vec<usize>), AskError> {
        self.rules.tiling(position).map_err(AskError::Unsupported)
    }
}

impl Instance for Packed {
    fn about(&self) -> &About {
        &self.about
    }

    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError> {
        let position = self.after(line)?;
        let filled = position.filled();
        let tray = view::in_tray(&self.rules, &position);
        let mut choices = Vec::new();
        for (kind, piece) in self.rules.pieces.iter().enumerate() {
            let used = position.placed.iter().filter(|placed| placed.kind == kind).count();
            if used as u32 == piece.count {
                continue;
            }
            for mask in self.rules.masks[kind].iter().copied().filter(|mask| mask & filled == 0) {
                let to = cells_of(mask).collect();
                let text = self.rules.text(Placed { kind, mask });
                choices.push(Choice { text, gesture: Gesture::Carry { piece: tray[kind], to } });
            }
        }
        Ok(choices)
    }

    fn scene(&self, line: &Line) -> Result<Scene, PlayError> {
        Ok(view::scene(&self.rules, &self.after(line)?))
    }

    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, PlayError> {
        let mut position = self.after(line)?;
        let refuse = |reason| PlayError { at: line.0.len(), text: String::new(), reason };
        let text = match gesture {
            Gesture::Carry { piece, to } => {
                let held = view::scene(&self.rules, &position).pieces.into_iter().nth(*piece);
                let name = held.map_or_else(|| "?".to_owned(), |piece| piece.name);
                // What lies beside the cells of a scene has no number, so that some are missing.
                let size = self.rules.pieces.iter().find(|piece| piece.name == name).map_or(1, Piece::size);
                let outside = to.iter().any(|&cell| cell >= self.rules.cells.len());
                if outside || to.len() < size {
                    return Err(refuse(Reason::new(&reasons::OUTSIDE).with("piece", name)));
                }
                let mask = to.iter().fold(0, |mask, &cell| mask | 1_u128 << cell);
                super::rules::text(&name, mask)
            }
            Gesture::Key(key) => key.to_string(),
        };
        line.then(text, |text| self.rules.play(&mut position, text))
    }

    fn check(&self, line: &Line) -> Verdict {
        Verdict::of_replay(line, self.after(line).map(|position| self.rules.is_solved(&position)))
    }

    fn solve(&self, line: &Line, ask: &Request, audience: &mut dyn Audience) -> Result<Report, AskError> {
        let position = self.after(line)?;
        if self.rules.is_solved(&position) {
            return Ok(solved(&self.rules, &position, Vec::new(), Stats::default()));
        }
        if let Some(reason) = impossible::reason(&self.rules, &position) {
            return Ok(Report { reason: Some(reason), ..unsolved(Outcome::Unsolvable, Stats::default()) });
        }
        let (tiling, free) = self.tiling(&position)?;
        let wanted = match ask.wanted {
            Wanted::Best => 1,
            Wanted::First(n) => n,
            Wanted::All => u64::MAX,
        };
        let pieces = position.placed.len() + tiling_pieces(&self.rules, &position);
        if ask.limits.depth < (pieces - position.placed.len()) as u32 {
            return Ok(unsolved(Outcome::Stopped(StopReason::Depth), Stats::default()));
        }
        // A placement on the whole board with its move is made when it is first needed.
        let mut laid: Vec<Option<Laid>> = vec![None; tiling.placements().len()];
        let mut first: Option<Vec<String>> = None;
        let mut grids: Vec<Value> = Vec::new();
        let mut bytes = 0_u64;
        let mut full = false;
        let mut collect = |ids: &[u32], audience: &mut dyn Audience| {
            for &id in ids {
                laid[id as usize].get_or_insert_with(|| {
                    let Placement { kind, mask } = tiling.placements()[id as usize];
                    let mask = cells_of(mask).fold(0, |mask, i| mask | 1_u128 << free[i]);
                    Laid::new(&self.rules, Placed { kind: kind as usize, mask })
                });
            }
            let mut pieces: Vec<&Laid> = ids.iter().filter_map(|&id| laid[id as usize].as_ref()).collect();
            pieces.sort_unstable_by_key(|laid| laid.first);
            let all = position.placed.iter().copied().chain(pieces.iter().map(|laid| laid.placed));
            let grid = self.rules.grid(all);
            bytes += (grid.len() * (size_of::<Value>() + self.rules.columns)) as u64;
            full = bytes > ask.limits.bytes;
            grids.push(grid.into());
            let line: Vec<&str> = pieces.iter().map(|laid| laid.text.as_str()).collect();
            if ask.wanted != Wanted::Best {
                audience.found(&Found { line: &line, value: None });
            }
            first.get_or_insert_with(|| line.iter().map(|&text| text.to_owned()).collect());
            if full || grids.len() as u64 >= wanted {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let (mut stats, mut stopped) = (Stats::default(), None);
        if wanted > 0 {
            let shared = std::cell::RefCell::new(audience);
            let mut listener = Listener(&shared);
            let done = tiling.fillings(ask.threads, &ask.limits, &mut listener, &mut |ids, _| {
                collect(ids, &mut **shared.borrow_mut())
            });
            (stats, stopped) = (done.stats, done.stopped);
        }
        stats.peak_bytes += bytes;
        if full && (grids.len() as u64) < wanted {
            stopped = Some(StopReason::Memory);
        }
        let Some(moves) = first else {
            let none = if wanted == 0 { Outcome::Solved(Vec::new()) } else { Outcome::Unsolvable };
            return Ok(unsolved(stopped.map_or(none, Outcome::Stopped), stats));
        };
        let mut position = position;
        for text in &moves {
            self.rules.play(&mut position, text).expect("a solution is legal");
        }
        let mut report = solved(&self.rules, &position, moves, stats);
        if ask.wanted != Wanted::Best {
            report.extra.insert("solutions".to_owned(), grids.into());
        }
        if let Some(reason) = stopped {
            report.outcome = Outcome::Stopped(reason);
        }
        Ok(report)
    }

    fn solutions_cost_alike(&self) -> bool {
        true
    }

    fn counter(&self) -> Option<&dyn Count> {
        Some(self)
    }

    fn steps(&self) -> Option<Box<dyn Steps + '_>> {
        let (tiling, _) = self.rules.tiling(&Position::default()).ok()?;
        Some(Box::new(steps::Steps::new(&self.rules, tiling.steps(self.rules.neighbours()))))
    }
}

/// A piece where a solution has it.
#[derive(Clone, Debug)]
struct Laid {
    placed: Placed,
    /// Its first cell.
    first: u32,
    /// Its move.
    text: String,
}

impl Laid {
    fn new(rules: &Rules, placed: Placed) -> Self {
        Laid { placed, first: placed.mask.trailing_zeros(), text: rules.text(placed) }
    }
}

/// Lets the search tick while the receiver of its solutions has the audience, too.
struct Listener<'a, 'b>(&'a std::cell::RefCell<&'b mut dyn Audience>);

impl Watch for Listener<'_, '_> {
    fn tick(&mut self, progress: &tejun_search::Progress) -> ControlFlow<StopReason> {
        self.0.borrow_mut().tick(progress)
    }
}

/// Pieces that are left in a position.
fn tiling_pieces(rules: &Rules, position: &Position) -> usize {
    rules.pieces.iter().map(|piece| piece.count as usize).sum::<usize>() - position.placed.len()
}

impl Count for Packed {
    fn count(&self, line: &Line, ask: &Request, watch: &mut dyn Watch) -> Result<Counted, AskError> {
        let position = self.after(line)?;
        let counted = |outcome, solutions, solutions_raw, reason: Option<Reason>, stats| Counted {
            outcome,
            solutions,
            solutions_raw,
            reason,
            stats,
        };
        if self.rules.is_solved(&position) {
            return Ok(counted(Outcome::Solved(()), 1, 1, None, Stats::default()));
        }
        if let Some(reason) = impossible::reason(&self.rules, &position) {
            return Ok(counted(Outcome::Unsolvable, 0, 0, Some(reason), Stats::default()));
        }
        let (tiling, _) = self.tiling(&position)?;
        let limits = Limits { depth: u32::MAX, ..ask.limits };
        let count = tiling.count(ask.threads, &limits, watch);
        let whole = if count.raw == 0 { Outcome::Unsolvable } else { Outcome::Solved(()) };
        let outcome = count.stopped.map_or(whole, Outcome::Stopped);
        Ok(counted(outcome, count.classes, count.raw, None, count.stats))
    }
}

fn unsolved(outcome: Outcome<Vec<String>>, stats: Stats) -> Report {
    Report {
        outcome,
        proof: Proof::None,
        cost: None,
        bound: None,
        exits: None,
        reason: None,
        stats,
        extra: Map::new(),
    }
}

/// The report of a solution: every solution uses every piece, so none costs less.
fn solved(rules: &Rules, position: &Position, moves: Vec<String>, stats: Stats) -> Report {
    let cost = Some(moves.len() as i64);
    let grid: Vec<Value> = rules.grid(position.placed.iter().copied()).into_iter().map(Value::from).collect();
    Report {
        proof: Proof::Optimal,
        cost,
        bound: cost,
        extra: Map::from_iter([("grid".to_owned(), Value::from(grid))]),
        ..unsolved(Outcome::Solved(moves), stats)
    }
}
