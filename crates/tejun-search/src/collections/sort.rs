//! Sorting that can be stopped.

use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;

/// Items sorted at once, without a check: a few milliseconds.
const RUN: usize = 1 << 15;

/// Sorts a list, in place. Not stable.
///
/// Cost: expected O(n log n). Quicksort partitions the list until the parts are short enough for the standard
/// library's sort.
///
/// # Errors
/// If the search is cancelled; the order of the list is then unspecified.
pub(crate) fn sort<T: Ord + Clone>(
    mut list: &mut [T],
    cancel: &mut dyn CancelCheck,
) -> Result<(), StopReason> {
    while list.len() > RUN {
        let pivot = pivot(list);
        // Below the pivot, equal to it, not yet compared, above it.
        let (mut below, mut at, mut above) = (0, 0, list.len());
        while at < above {
            let block = RUN.min(above - at);
            cancel.work(block)?;
            for _ in 0..block {
                if at == above {
                    break;
                }
                match list[at].cmp(&pivot) {
                    std::cmp::Ordering::Less => {
                        list.swap(below, at);
                        below += 1;
                        at += 1;
                    }
                    std::cmp::Ordering::Equal => at += 1,
                    std::cmp::Ordering::Greater => {
                        above -= 1;
                        list.swap(at, above);
                    }
                }
            }
        }
        let (low, rest) = list.split_at_mut(below);
        let high = &mut rest[above - below..];
        let (short, long) = if low.len() < high.len() { (low, high) } else { (high, low) };
        sort(short, cancel)?;
        list = long;
    }
    cancel.work(8 * list.len())?;
    list.sort_unstable();
    Ok(())
}

/// The median of a few items taken far apart.
fn pivot<T: Ord + Clone>(list: &[T]) -> T {
    const SAMPLE: usize = 63;
    // Uneven distances, so that a pattern in the list does not line up with the sample.
    let mut sample: [T; SAMPLE] =
        std::array::from_fn(|i| list[list.len() / SAMPLE * i + (i * i * 7) % 97].clone());
    sample.sort_unstable();
    sample[SAMPLE / 2].clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counting(usize);

    impl CancelCheck for Counting {
        fn work(&mut self, units: usize) -> Result<(), StopReason> {
            assert!(units <= 8 * RUN);
            self.0 += units;
            Ok(())
        }
    }

    #[test]
    fn sorts_in_steps() {
        let mut random = 1_u64;
        for (len, modulus) in
            [(0, 1), (1, 1), (RUN + 1, 3), (300_000, u64::MAX), (300_000, 5), (300_000, 1000)]
        {
            for pattern in 0..3 {
                let mut list: Vec<(u64, u64)> = (0..len as u64)
                    .map(|i| {
                        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                        let value = [random >> 3, i, u64::MAX / 2 - i][pattern];
                        (value % modulus, !value)
                    })
                    .collect();
                let mut expected = list.clone();
                expected.sort_unstable();
                let mut cancel = Counting(0);
                sort(&mut list, &mut cancel).unwrap();
                assert!(list == expected);
                assert!(cancel.0 < 64 * len + 64, "{} for {len}", cancel.0);
            }
        }
    }

    #[test]
    fn stops_when_told_to() {
        struct Stop;
        impl CancelCheck for Stop {
            fn work(&mut self, _: usize) -> Result<(), StopReason> {
                Err(StopReason::Time)
            }
        }
        let mut list: Vec<u32> = (0..100_000).rev().collect();
        assert_eq!(sort(&mut list, &mut Stop), Err(StopReason::Time));
    }
}
