//! The number of shortest paths.
//!
//! From the nearest goals back to the starts, each state of a level gets the sum of the numbers of those that it leads
//! to. If memory does not hold the states of a level that lie on such paths, those of the next level are taken few at a
//! time, and what they give is sorted and added up on disk.

use crate::state::key::Key;
use num_bigint::BigUint;

use crate::bfs::collective::{cut, number, states};
use crate::bfs::disk::{CountFile, CountReader, CountSorter, PartitionDir, PathCount};
use crate::bfs::trace::{Trace, index};
use crate::collections::sort::sort;
use crate::limits::StopReason;
use crate::runtime::workspace::Workspace;

/// The most states taken at a time when they are counted on disk.
const MOST: u64 = 1 << 20;
/// The fewest.
const FEWEST: u64 = 16;

/// States of a level that lie on shortest paths, and bytes that the budget counts for their numbers.
type Layer<S> = (Vec<PathCount<S>>, u64);

impl<S: Key> Trace<'_, '_, S> {
    /// Returns how many sequences of states lead from level 0 to any goal of `level`. The sweep must hold states, not
    /// classes. `dir` takes what memory cannot hold.
    ///
    /// Cost: one pass over the levels; on disk, one over each level for every few states of the next.
    ///
    /// # Errors
    /// If memory runs out and there is no directory, or the disk refuses, or the search is cancelled.
    pub fn count_paths(
        &self,
        level: u32,
        dir: Option<&PartitionDir>,
        workspace: &mut Workspace,
    ) -> Result<BigUint, StopReason> {
        debug_assert!(!self.0.mode.classes);
        let collective = self.0.collective;
        #[cfg(all(feature = "disk", not(target_family = "wasm")))]
        let used = workspace.budget.used();
        // A process that fails before is not to be taken for one whose memory is full.
        collective.agree(Ok(()), workspace.cancel)?;
        let counted = self.count_in_memory(level, workspace);
        match (collective.agree(counted, workspace.cancel), dir) {
            #[cfg(all(feature = "disk", not(target_family = "wasm")))]
            (Err(StopReason::Memory), Some(dir)) => {
                workspace.budget.rewind(used);
                self.count_on_disk(level, dir, workspace)
            }
            (counted, _) => counted,
        }
    }

    fn count_in_memory(&self, level: u32, workspace: &mut Workspace) -> Result<BigUint, StopReason> {
        let mut next = self.0.goals_of(level, workspace)?;
        let mut counts: Vec<BigUint> = workspace.budget.list(next.len())?;
        let mut heap = 16 * next.len() as u64;
        workspace.budget.take(heap)?;
        counts.resize(next.len(), BigUint::from(1u32));
        for level in (0..level).rev() {
            let (mut before, mut taken) = self.lead_on(level, &next, &counts, workspace)?;
            taken += self.join_counts(&mut before, workspace)?;
            sort(&mut before, workspace.cancel)?;
            workspace.cancel.work(8 * before.len())?;
            next.clear();
            counts.clear();
            workspace.budget.grow(&mut next, before.len())?;
            workspace.budget.grow(&mut counts, before.len())?;
            for (state, number) in before.drain(..) {
                next.push(state);
                counts.push(number);
            }
            workspace.budget.free(&mut before);
            workspace.budget.give(std::mem::replace(&mut heap, taken));
        }
        Ok(counts.iter().sum())
    }

    /// Returns the states of `level` that this process owns and that lead to any of `next`, each with the sum of the
    /// numbers of those it leads to.
    fn lead_on(
        &self,
        level: u32,
        next: &[S],
        counts: &[BigUint],
        workspace: &mut Workspace,
    ) -> Result<Layer<S>, StopReason> {
        let digits = counts.iter().map(BigUint::bits).max().unwrap_or(0) / 64 + 2;
        let mut before = Vec::new();
        let mut taken = 0;
        self.edges(level, next, workspace, &mut |state, after, budget| {
            budget.grow(&mut before, 1)?;
            budget.take(8 * digits)?;
            taken += 8 * digits;
            before.push((state, after.iter().map(|state| &counts[index(next, state)]).sum()));
            Ok(())
        })?;
        Ok((before, taken))
    }

    /// Puts together the states and numbers that the processes found. Returns the bytes that the budget counts for the
    /// numbers of the others.
    fn join_counts(
        &self,
        counts: &mut Vec<(S, BigUint)>,
        workspace: &mut Workspace,
    ) -> Result<u64, StopReason> {
        if self.0.collective.is_alone() {
            return Ok(0);
        }
        let mut own = Vec::new();
        for (state, count) in counts.iter() {
            let digits = count.to_bytes_le();
            own.extend_from_slice(bytemuck::bytes_of(state));
            own.extend((digits.len() as u64).to_le_bytes());
            own.extend(digits);
        }
        let mut taken = 0;
        let messages = self.0.collective.all_gather(&own, workspace.cancel)?;
        counts.clear();
        for (process, message) in messages.iter().enumerate() {
            let mut rest = &message[..];
            while !rest.is_empty() {
                let state = self.0.collective.validated(process, cut(&mut rest, 1, size_of::<S>()));
                let digits = number(&mut rest).and_then(|length| cut(&mut rest, length, 1));
                let digits = self.0.collective.validated(process, digits);
                let length = digits.len() as u64;
                workspace.budget.grow(counts, 1)?;
                workspace.budget.take(length + 8)?;
                taken += length + 8;
                counts.extend(states(state).map(|state| (state, BigUint::from_bytes_le(digits))));
            }
        }
        Ok(taken)
    }

    /// Each process keeps those states that it owns. Whatever fails is settled before the next exchange.
    fn count_on_disk(
        &self,
        level: u32,
        dir: &PartitionDir,
        workspace: &mut Workspace,
    ) -> Result<BigUint, StopReason> {
        let collective = self.0.collective;
        let listed = self.list_goals(level, dir, workspace);
        let (mut sorter, mut layer) = collective.agree(listed, workspace.cancel)?;
        for level in (0..level).rev() {
            self.step_back(level, &layer, dir, &mut sorter, workspace)?;
            layer.remove(dir);
            let sorted = sorter.finish::<S>(workspace.cancel);
            layer = collective.agree(sorted, workspace.cancel)?;
        }
        sorter.free(workspace.budget);
        let mut reader: CountReader<S> = CountReader::open(dir, &layer)?;
        let mut own = BigUint::ZERO;
        while let Some((_, number)) = reader.advance(dir)? {
            own += number;
            workspace.cancel.work(16)?;
        }
        layer.remove(dir);
        let all = collective.all_gather(&own.to_bytes_le(), workspace.cancel)?;
        Ok(all.iter().map(|digits| BigUint::from_bytes_le(digits)).sum())
    }

    /// Puts the goals of a level, each with the number 1, into a file of a new sorter.
    fn list_goals<'p, 'd>(
        &self,
        level: u32,
        dir: &'p PartitionDir<'d>,
        workspace: &mut Workspace,
    ) -> Result<(CountSorter<'p, 'd>, CountFile), StopReason> {
        let mut sorter = CountSorter::new(dir, workspace.budget)?;
        let mut goals: Vec<PathCount<S>> = Vec::new();
        let (room, bytes) = room::<S>(1, workspace.budget.left());
        workspace.budget.take(bytes)?;
        self.0.scan(level, |states| {
            for states in states.chunks(room) {
                if goals.len() + states.len() > room {
                    sorter.push_all(&mut goals, workspace.cancel)?;
                }
                self.0.space.visit_goals(states, &mut |state| goals.push((state, BigUint::from(1u32))));
            }
            workspace.cancel.work(4 * states.len())
        })?;
        sorter.push_all(&mut goals, workspace.cancel)?;
        workspace.budget.give(bytes);
        let layer = sorter.finish::<S>(workspace.cancel)?;
        Ok((sorter, layer))
    }

    /// Puts into `sorter` what leads from `level` to the states of `layer`, taking few of these at a time.
    fn step_back(
        &self,
        level: u32,
        layer: &CountFile,
        dir: &PartitionDir,
        sorter: &mut CountSorter,
        workspace: &mut Workspace,
    ) -> Result<(), StopReason> {
        let (mut most, bytes) = room::<S>(layer.longest, workspace.budget.left());
        let before = workspace.budget.used();
        let mut taken = workspace.budget.take(bytes);
        let used = workspace.budget.used();
        let mut reader = CountReader::open(dir, layer);
        let mut own: Vec<PathCount<S>> = Vec::new();
        loop {
            let reached = taken.and_then(|()| {
                let reader: &mut CountReader<S> = reader.as_mut().map_err(|reason| *reason)?;
                while own.len() < most
                    && let Some(counted) = reader.advance(dir)?
                {
                    own.push(counted);
                }
                let mut all = own[..own.len().min(most)].to_vec();
                self.join_counts(&mut all, workspace)?;
                sort(&mut all, workspace.cancel)?;
                let (next, counts): (Vec<S>, Vec<BigUint>) = all.into_iter().unzip();
                let some = !next.is_empty();
                Ok(if some { Some(self.lead_on(level, &next, &counts, workspace)?.0) } else { None })
            });
            match self.0.collective.agree(reached, workspace.cancel) {
                Ok(None) => break,
                Ok(Some(mut before)) => {
                    own.drain(..own.len().min(most));
                    taken = sorter.push_all(&mut before, workspace.cancel);
                }
                Err(StopReason::Memory) if most > 1 => most = most.div_ceil(2),
                Err(reason) => return Err(reason),
            }
            workspace.budget.rewind(used);
        }
        workspace.budget.rewind(before);
        Ok(())
    }
}

/// How many states to take at a time, and their bytes, twice: an eighth of the memory, if that is not too little. The
/// rest is for those that lead to them.
fn room<S>(longest: usize, left: u64) -> (usize, u64) {
    let state = 2 * (size_of::<PathCount<S>>() + longest) as u64 + 32;
    let states = (left / 8 / state).clamp(FEWEST, MOST);
    (states as usize, states * state)
}
