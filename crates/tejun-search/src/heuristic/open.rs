//! The frontier of a best-first search, in the order in which it is expanded.

use crate::collections::segments::Segments;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::space::Cost;

/// An entry of the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<C> {
    /// The bound on paths through the node; 0 if the entry was [late](Open::push).
    pub f: C,
    /// The cost of the path to the node.
    pub g: C,
    pub node: u32,
}

/// A heap of nodes: late ones first, those of the smallest `g` before the others; then by the smallest `f`,
/// of these the largest `g`, of these the newest.
///
/// An entry holds a node by its number, so this code is compiled once for all kinds of states.
pub(super) struct Open<C: Cost>(Segments<C::Entry>);

/// Children of an item of the heap. Four lie in one cache line or two.
const WIDTH: usize = 4;

impl<C: Cost> Open<C> {
    /// Returns an empty frontier without memory.
    pub fn new() -> Self {
        Open(Segments::new())
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds an entry. It is `late` if its `f` is less than that of a node already expanded; its own `f` does
    /// not matter then.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    #[inline]
    pub fn push(&mut self, entry: Entry<C>, late: bool, budget: &mut Budget) -> Result<(), StopReason> {
        let (f, tie) = if late { (C::ZERO, entry.g) } else { (entry.f, entry.g.inverted()) };
        let key = C::entry(f, tie, !entry.node, entry.g);
        let heap = &mut self.0;
        let mut at = heap.len();
        heap.push(key, budget)?;
        while at > 0 {
            let above = (at - 1) / WIDTH;
            if heap[above] <= key {
                break;
            }
            heap[at] = heap[above];
            at = above;
        }
        heap[at] = key;
        Ok(())
    }

    /// Removes the first entry and returns it.
    pub fn pop(&mut self) -> Option<Entry<C>> {
        let heap = &mut self.0;
        let last = heap.pop()?;
        let len = heap.len();
        let mut first = last;
        if len > 0 {
            first = heap[0];
            // The last item moves down from the top.
            let mut at = 0;
            loop {
                let begin = WIDTH * at + 1;
                let Some(least) = (begin..len.min(begin + WIDTH)).min_by_key(|&below| heap[below]) else {
                    break;
                };
                if last <= heap[least] {
                    break;
                }
                heap[at] = heap[least];
                at = least;
            }
            heap[at] = last;
        }
        let (f, node, g) = C::parts(first);
        Some(Entry { f, g, node: !node })
    }

    /// Frees its memory.
    pub fn free(&mut self, budget: &mut Budget) {
        self.0.free(budget);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_out_in_order() {
        in_order::<u32>(u32::from);
        in_order::<u64>(u64::from);
    }

    fn in_order<C: Cost>(cost: fn(u32) -> C) {
        let mut budget = Budget::new(u64::MAX);
        let mut open = Open::<C>::new();
        let mut random = 1_u64;
        let mut expected = Vec::new();
        for node in 0..50_000_u32 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let (f, g) = ((random >> 40) as u32 % 50 + 1, (random >> 50) as u32 % 50);
            let (f, g) = (cost(f), cost(g));
            let late = random >> 20 & 15 == 0;
            open.push(Entry { f, g, node }, late, &mut budget).unwrap();
            expected.push(if late {
                (C::ZERO, g, !node, C::ZERO, g)
            } else {
                (f, g.inverted(), !node, f, g)
            });
        }
        expected.sort_unstable();
        for (_, _, node, f, g) in expected {
            assert_eq!(open.pop(), Some(Entry { f, g, node: !node }));
        }
        assert_eq!((open.pop(), open.len()), (None, 0));
        open.free(&mut budget);
        assert_eq!(budget.used(), 0);
    }
}
