//! The search in memory and on disk, on small graphs.

use std::ops::ControlFlow;

use super::{Level, Levels, Ranked, Reached};
use crate::limits::{Limits, Progress, StopReason, Unwatched, Watch};

/// Positions joined to others that look random; some are joined to none.
struct Tangle {
    neighbours: Vec<Vec<u64>>,
}

impl Tangle {
    fn new(positions: u64, edges: u64, seed: u64) -> Self {
        let mut neighbours = vec![Vec::new(); positions as usize];
        let mut state = seed;
        let mut draw = |end: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % end
        };
        for _ in 0..edges {
            // Most of them near.
            let from = draw(positions);
            let to = if draw(4) == 0 { draw(positions) } else { (from + draw(50)) % positions };
            neighbours[from as usize].push(to);
            neighbours[to as usize].push(from);
        }
        Tangle { neighbours }
    }

    /// The levels, by the book.
    fn plain(&self, goals: &[u64], listed: usize) -> (Levels, Vec<Option<u32>>) {
        let mut distances = vec![None; self.neighbours.len()];
        let (mut level, mut depth) = (goals.to_vec(), 0);
        level.sort_unstable();
        level.dedup();
        level.iter().for_each(|&goal| distances[goal as usize] = Some(0));
        let mut found = Levels::default();
        while !level.is_empty() {
            found.levels.push(self.measure(&level));
            level.sort_unstable_by_key(|&rank| rank ^ 1);
            found.farthest = level.iter().copied().take(listed).collect();
            depth += 1;
            let mut next = Vec::new();
            for &to in level.iter().flat_map(|&from| &self.neighbours[from as usize]) {
                if distances[to as usize].is_none() {
                    distances[to as usize] = Some(depth);
                    next.push(to);
                }
            }
            level = next;
        }
        let all = 0..self.neighbours.len() as u64;
        let rest: Vec<u64> = all.filter(|&rank| distances[rank as usize].is_none()).collect();
        found.unreached = Some(self.measure(&rest));
        (found, distances)
    }

    fn measure(&self, ranks: &[u64]) -> Level {
        Level { number: ranks.len() as u64, weight: ranks.iter().map(|rank| 1 + rank % 3).sum() }
    }
}

impl Ranked for Tangle {
    type Cursor = u64;
    type Place = u64;

    fn positions(&self) -> u64 {
        self.neighbours.len() as u64
    }

    fn cursor(&self) -> u64 {
        0
    }

    fn go(&self, at: &mut u64, rank: u64) {
        *at = rank;
    }

    fn neighbours(&self, at: &mut u64, visit: impl FnMut(u64)) {
        self.neighbours[*at as usize].iter().copied().for_each(visit);
    }

    fn weight(&self, at: &u64) -> u64 {
        1 + at % 3
    }

    /// Not quite the order of the ranks.
    fn place(&self, at: &u64) -> u64 {
        at ^ 1
    }
}

fn tangles() -> impl Iterator<Item = (Tangle, Vec<u64>)> {
    [(1, 0), (31, 40), (32, 20), (33, 90), (5000, 4000), (5000, 9000), (40_000, 60_000), (100_000, 60_000)]
        .into_iter()
        .zip(1..)
        .map(|((positions, edges), seed)| {
            let goals = [0, positions / 2, positions / 3].into();
            (Tangle::new(positions, edges, seed), goals)
        })
        .chain([(Tangle { neighbours: (0..40_u64).map(|at| path(at, 40)).collect() }, vec![39])])
}

fn path(at: u64, length: u64) -> Vec<u64> {
    at.checked_sub(1).into_iter().chain(Some(at + 1).filter(|&next| next < length)).collect()
}

fn in_memory(space: &Tangle, goals: &[u64], limits: &Limits, threads: usize) -> (Reached, Levels) {
    let reached = Reached::new(space.positions()).unwrap();
    goals.iter().for_each(|&goal| reached.start(goal));
    let found = reached.search(space, 7, limits, threads, 0, &mut Unwatched);
    (reached, found)
}

#[test]
fn levels_are_those_of_a_plain_search() {
    for (space, goals) in tangles() {
        let (plain, distances) = space.plain(&goals, 7);
        for threads in [1, 3] {
            assert_eq!(in_memory(&space, &goals, &Limits::default(), threads).1, plain);
        }
        for depth in 0..plain.levels.len() as u32 {
            let (reached, found) = in_memory(&space, &goals, &Limits { depth, ..Limits::default() }, 2);
            assert_eq!(found.stopped, Some(StopReason::Depth));
            assert_eq!(found.levels, plain.levels[..=depth as usize]);
            let mut ranks = Vec::new();
            let mut visit = |rank| {
                ranks.push(rank);
                ControlFlow::Continue(())
            };
            reached.level(depth, &mut Unwatched, &mut visit).unwrap();
            let there = |&rank: &u64| distances[rank as usize] == Some(depth);
            assert!(ranks.iter().eq((0..space.positions()).filter(there).collect::<Vec<_>>().iter()));
        }
    }
}

/// Stops the search at the so manieth look.
struct Until(u32);

impl Watch for Until {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(all(feature = "disk", not(target_family = "wasm")))]
mod disk {
    use std::path::Path;

    use super::*;
    use crate::ranked::OnDisk;
    use crate::spill::Spill;

    fn on_disk(
        (space, goals): &(Tangle, Vec<u64>),
        directory: &Path,
        limits: Limits,
        threads: usize,
        watch: &mut dyn Watch,
    ) -> (Levels, Option<String>) {
        let spill = Spill::resume(directory, "a tangle", threads).unwrap();
        let on = OnDisk { spill: &spill, number: 0, listed: 7, limits: &limits, threads, held: 0 };
        let mut goals = goals.clone();
        goals.sort_unstable();
        let begin = |_: &mut dyn Watch, visit: &mut dyn FnMut(u64)| {
            goals.iter().for_each(|&goal| visit(goal));
            Ok(())
        };
        (on.search_in_blocks(space, Some(1 << 10), begin, watch), spill.failure())
    }

    #[test]
    fn the_disk_gives_the_same_levels_with_any_memory_and_threads() {
        for tangle in tangles().filter(|(space, _)| space.positions() < 50_000) {
            let plain = tangle.0.plain(&tangle.1, 7).0;
            for (threads, bytes) in [(1, u64::MAX), (2, u64::MAX), (3, 1 << 20)] {
                let directory = tempfile::tempdir().unwrap();
                let limits = Limits { bytes, ..Limits::default() };
                assert_eq!(
                    on_disk(&tangle, directory.path(), limits, threads, &mut Unwatched),
                    (plain.clone(), None)
                );
                // It is over: what is recorded is the answer.
                let again = on_disk(&tangle, directory.path(), limits, 1, &mut Until(1));
                assert_eq!(again, (plain.clone(), None));
            }
        }
    }

    #[test]
    fn a_search_goes_on_from_the_last_level_recorded() {
        for tangle in tangles().filter(|(space, _)| (1000..20_000).contains(&space.positions())) {
            let plain = tangle.0.plain(&tangle.1, 7).0;
            let directory = tempfile::tempdir().unwrap();
            let mut depth = 0;
            while depth < plain.levels.len() {
                let limits = Limits { depth: depth as u32, ..Limits::default() };
                let (found, _) = on_disk(&tangle, directory.path(), limits, 2, &mut Unwatched);
                assert_eq!(found.levels, plain.levels[..=depth]);
                assert_eq!(found.stopped, Some(StopReason::Depth));
                let recorded = || Spill::status(directory.path()).unwrap().levels[0].len();
                assert_eq!(recorded(), depth);
                // Stopped within the next level or the one after, it loses nothing of those before.
                let mut watch = Until(1 + depth as u32 % 5);
                let (found, _) = on_disk(&tangle, directory.path(), Limits::default(), 2, &mut watch);
                assert!(found.levels.len() >= depth && plain.levels.starts_with(&found.levels));
                depth = recorded().max(depth + 1);
            }
            assert_eq!(
                on_disk(&tangle, directory.path(), Limits::default(), 1, &mut Unwatched),
                (plain, None)
            );
        }
    }

    #[test]
    fn a_damaged_file_is_told() {
        let tangle = tangles().nth(6).unwrap();
        let damages: [fn(&mut Vec<u8>); 3] =
            [|bytes| *bytes.last_mut().unwrap() ^= 1, |bytes| bytes.truncate(bytes.len() - 1), Vec::clear];
        for damage in damages {
            for kind in ["marks-", "found-", "record"] {
                let directory = tempfile::tempdir().unwrap();
                let limits = Limits { depth: 4, ..Limits::default() };
                on_disk(&tangle, directory.path(), limits, 1, &mut Unwatched);
                let files = std::fs::read_dir(directory.path().join("numbered-0")).unwrap();
                let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
                files.retain(|file| file.file_name().unwrap().to_str().unwrap().starts_with(kind));
                let mut bytes = std::fs::read(&files[0]).unwrap();
                damage(&mut bytes);
                std::fs::write(&files[0], bytes).unwrap();
                let (found, why) = on_disk(&tangle, directory.path(), Limits::default(), 1, &mut Unwatched);
                assert_eq!(found.stopped, Some(StopReason::Disk), "{kind}");
                assert!(why.is_some_and(|why| why.contains("damaged")), "{kind}");
            }
        }
    }
}
