//! Work on many items, spread over a few threads.

/// Does `work` on every item, on as many threads as there are scratches where there is enough to
/// do: `enough` items are worth the start of another thread. Which thread does which item must not matter.
pub(crate) fn spread<T: Send, S: Send>(
    items: &mut [T],
    scratches: &mut [S],
    enough: usize,
    work: impl Fn(&mut T, &mut S) + Sync,
) {
    let threads = scratches.len().min(items.len() / enough).max(1);
    let share = items.len().div_ceil(threads).max(1);
    let work_all = |part: &mut [T], scratch: &mut S| {
        for item in part {
            work(item, scratch);
        }
    };
    let work_all = &work_all;
    let (mine, others) = scratches.split_first_mut().expect("at least one thread works");
    if threads == 1 {
        return work_all(items, mine);
    }
    let (first, rest) = items.split_at_mut(share);
    std::thread::scope(|scope| {
        for (part, scratch) in rest.chunks_mut(share).zip(others) {
            scope.spawn(move || work_all(part, scratch));
        }
        work_all(first, mine);
    });
}
