//! A cache that beams share: the estimates of positions that come up again. Estimates do not depend on the
//! weights, and beams around the same best line meet mostly the same positions.

use std::sync::{Mutex, PoisonError};

use super::cover::{self, Estimate};
use super::position::Position;

/// Maximum number of positions that one thread remembers.
const REMEMBERED: usize = 1 << 17;

/// The working memory of one thread.
#[derive(Debug)]
pub struct Memory<const N: usize> {
    /// Working memory to compute an estimate that is not cached.
    pub cover: cover::Scratch,
    /// Indexed by the hash of the position. A newer entry replaces an older one.
    known: Vec<(Position<N>, Estimate)>,
}

impl<const N: usize> Memory<N> {
    /// The estimate of a position without its chasers, from the cache if it is there.
    pub fn estimate(
        &mut self,
        position: Position<N>,
        work_out: impl FnOnce(&mut cover::Scratch) -> Estimate,
    ) -> Estimate {
        let place = position.hashed() as usize & (self.known.len() - 1);
        let known = &mut self.known[place];
        if known.0 != position {
            *known = (position, work_out(&mut self.cover));
        }
        known.1
    }
}

/// The working memories of all threads, lent to one search after another.
#[derive(Debug)]
pub struct Pool<const N: usize> {
    free: Mutex<Vec<Memory<N>>>,
    size: usize,
}

impl<const N: usize> Pool<N> {
    /// A pool of memories of at most `bytes` bytes each.
    pub fn new(bytes: u64) -> Self {
        let fit = bytes / size_of::<(Position<N>, Estimate)>() as u64;
        let size = usize::try_from(fit).unwrap_or(usize::MAX).clamp(1, REMEMBERED);
        Pool { free: Mutex::new(Vec::new()), size: 1 << size.ilog2() }
    }

    /// Size of one memory, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.size * size_of::<(Position<N>, Estimate)>()) as u64
    }

    /// Borrows a memory.
    pub fn lend(&self) -> Lent<'_, N> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let memory = free.unwrap_or_else(|| Memory {
            cover: cover::Scratch::default(),
            known: vec![(Position::NOWHERE, Estimate { walk: 0, joining: 0 }); self.size],
        });
        Lent { pool: self, memory: Some(memory) }
    }
}

/// A borrowed memory, which returns to its pool when dropped.
#[derive(Debug)]
pub struct Lent<'a, const N: usize> {
    pool: &'a Pool<N>,
    memory: Option<Memory<N>>,
}

impl<const N: usize> Lent<'_, N> {
    /// The memory.
    pub fn get(&mut self) -> &mut Memory<N> {
        self.memory.as_mut().expect("it is here until it goes back")
    }
}

impl<const N: usize> Drop for Lent<'_, N> {
    fn drop(&mut self) {
        self.pool.free.lock().unwrap_or_else(PoisonError::into_inner).extend(self.memory.take());
    }
}
