//! Levels: for each position within a bound how far it is from the start. One position at a time shows, by the rules
//! alone, that no line is shorter.
//!
//! Let the start have level 0, and let every move from a position lead to one that has a level which is not higher by
//! more than the move costs. Then no position is nearer than its level. So if every position whose level is below `n` has
//! all its moves lead to such positions or to a level of at least `n`, and none of them is solved, no line that costs
//! less than `n` solves the puzzle. If there is no bound at all, none does. That each level but the first is reached from
//! a lower one by what a move costs shows besides that they are no lower than the distances.
//!
//! A position may go without a level if the rules show that what solves the puzzle from there costs too much. Where the claim
//! is how many positions can be reached, none may.
//!
//! Levels modulo 3 would take less room, but prove nothing one position at a time: around a shortcut from level 2 to
//! level 7, all look as they should.

mod code;
mod table;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::certificate::{Certificate, Claim};
use crate::error::VerifyError;
use crate::limits::Limits;
use crate::rules::Rules;
pub use code::encode;
use table::Table;

/// What is known after a check.
pub struct Checked {
    /// Positions looked at.
    pub positions: u64,
    /// Moves looked at.
    pub moves: u64,
}

/// Checks a certificate by the levels that are its evidence, or the end of that.
///
/// # Errors
/// If it does not prove what it claims; the error says where. If the limits end the check.
pub fn check<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    levels: &[u8],
    limits: &Limits,
) -> Result<Checked, VerifyError> {
    let threads = limits.threads.max(1);
    let bound = match certificate.claim {
        Claim::Optimal(cost) => {
            replay(rules, &certificate.line, cost)?;
            u32::try_from(cost).map_err(|_| VerifyError::new("no line is that long"))?
        }
        Claim::Unsolvable if !rules.has_goal() => {
            return Err(VerifyError::new("the puzzle has no goal: there is nothing to be solved"));
        }
        Claim::Unsolvable | Claim::Reachable(_) if certificate.line.is_empty() => u32::MAX,
        Claim::Unsolvable | Claim::Reachable(_) => {
            return Err(VerifyError::new("there is a line, and no claim about it"));
        }
        _ => return Err(VerifyError::new(format!("levels do not prove the claim {}", certificate.claim))),
    };
    if bound == 0 {
        return match levels.is_empty() {
            true => Ok(Checked { positions: 0, moves: 0 }),
            false => Err(VerifyError::new("there is evidence for what needs none")),
        };
    }
    let table = Table::read(levels, rules.count(), bound, limits)?;
    match certificate.claim {
        Claim::Reachable(positions) if positions != table.len() => {
            return Err(VerifyError::new(format!(
                "the evidence has {} positions, not {positions}",
                table.len()
            )));
        }
        _ => (),
    }
    let may_be_solved = matches!(certificate.claim, Claim::Reachable(_));
    limits.hold(table.indices().div_ceil(8) as u64)?;
    // Positions that a move from a lower level reaches at its cost.
    let reached: Vec<AtomicU64> = (0..table.indices().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    let check = Check { rules, table: &table, bound, may_be_solved, reached: &reached, limits };
    let start = rules.start();
    let first = match rules.rank(&start).and_then(|rank| table.find(rank)) {
        Some((_, 0)) => 1,
        None if check.may_go_without(&start, 0) => 0,
        _ => return Err(VerifyError::new("the start is not a position of level 0")),
    };
    // Many parts, since positions lie closer in some than in others.
    let parts = table.parts(64 * threads as u64);
    let next = AtomicUsize::new(0);
    let work = || {
        let mine = std::iter::from_fn(|| parts.get(next.fetch_add(1, Ordering::Relaxed)).cloned());
        let sum = mine.map(|part| check.part(part)).sum::<Result<u64, VerifyError>>();
        if sum.is_err() {
            // The others need not go on.
            next.store(parts.len(), Ordering::Relaxed);
        }
        sum
    };
    let moves = std::thread::scope(|scope| {
        // Where the system starts no thread, the others do its work.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        let first = work();
        let others = others.into_iter().map(|thread| thread.join().expect("a check does not panic"));
        std::iter::once(first).chain(others).sum::<Result<u64, VerifyError>>()
    })?;
    let reached =
        reached.iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum::<u64>();
    if reached + first != table.len() {
        let other = table.len() - reached - first;
        return Err(VerifyError::new(format!("{other} positions are not reached at their levels")));
    }
    Ok(Checked { positions: table.len(), moves })
}

struct Check<'a, R: Rules> {
    rules: &'a R,
    table: &'a Table,
    bound: u32,
    may_be_solved: bool,
    reached: &'a [AtomicU64],
    limits: &'a Limits,
}

impl<R: Rules> Check<'_, R> {
    /// Whether a position may go without a level: what solves the puzzle from there costs too much. That says nothing of
    /// what can be reached.
    fn may_go_without(&self, position: &R::Position, at: u32) -> bool {
        !self.may_be_solved && at.saturating_add(self.rules.bound(position)) >= self.bound
    }

    /// Checks a part of the positions, and returns how many moves they have.
    fn part(&self, part: table::Part) -> Result<u64, VerifyError> {
        let mut moves = 0;
        let mut fault = None;
        let mut position = self.rules.start();
        for (count, (rank, level)) in (0..).zip(self.table.iter(part)) {
            self.limits.check_every(256, count)?;
            self.rules.unrank(rank, &mut position);
            let place = |what: &str| VerifyError::new(format!("position {rank} of level {level}: {what}"));
            if self.rules.rank(&position) != Some(rank) {
                return Err(place("it is not the one that stands for its mirror images"));
            }
            if !self.may_be_solved && self.rules.is_goal(&position) {
                return Err(place("it is solved"));
            }
            self.rules.expand(&position, |next, cost| {
                moves += 1;
                let at = level.saturating_add(cost);
                if at == u32::MAX {
                    fault = fault.take().or(Some(place("its level is too high")));
                }
                if at >= self.bound {
                    return;
                }
                match self.rules.rank(next).and_then(|rank| self.table.find(rank)) {
                    Some((index, found)) if found == at => {
                        let (word, bit) = (&self.reached[index as usize / 64], 1 << (index % 64));
                        // To write where others write takes long.
                        if word.load(Ordering::Relaxed) & bit == 0 {
                            word.fetch_or(bit, Ordering::Relaxed);
                        }
                    }
                    Some((_, found)) if found < at => (),
                    None if self.may_go_without(next, at) => (),
                    Some((_, found)) => {
                        fault = fault.take().or(Some(place(&format!("a move leads to level {found}"))))
                    }
                    None => {
                        fault = fault.take().or(Some(place("a move leads to a position that has no level")))
                    }
                }
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        Ok(moves)
    }
}

/// Plays a line by the rules.
///
/// # Errors
/// If it is not legal, does not solve the puzzle, or has another cost.
pub(crate) fn replay<R: Rules>(rules: &R, line: &str, cost: u64) -> Result<(), VerifyError> {
    let mut position = rules.start();
    let mut sum = 0;
    for (at, by) in line.split(' ').filter(|word| !word.is_empty()).enumerate() {
        let fault = |what: String| VerifyError::new(format!("move {} of the line, {by}: {what}", at + 1));
        sum += u64::from(rules.play(&mut position, by).map_err(fault)?);
        if sum > cost {
            return Err(VerifyError::new(format!("the line costs more than {cost}")));
        }
    }
    if !rules.is_goal(&position) {
        return Err(VerifyError::new("the line does not solve the puzzle"));
    }
    if sum != cost {
        return Err(VerifyError::new(format!("the line costs {sum}, not {cost}")));
    }
    Ok(())
}
