//! Sets of heads as ranks, in the combinatorial number system.

/// The most sets that one rank should tell apart: their table is read for every state, so it should stay in the
/// caches.
pub(super) const FEW_SETS: u64 = 1 << 13;
/// The most sets where a wider state is the only other way: the second cache holds their table.
pub(super) const MANY_SETS: u64 = 1 << 16;
/// The most bits of a number, so that it and the difference of two have a sign.
pub(super) const MAX_WIDTH: u32 = 62;
/// The most heads in one set.
const MAX_HEADS: u32 = 4;

/// The heads of several pieces as one number: they are taken in ascending order, a few at a time, and each few
/// is the rank of its set among all sets of so many heads.
///
/// The number is a sum of shares, one for each piece. The share of a piece depends on its head and its place in
/// the order alone, so a move changes the shares of the piece and of those that it passes.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    groups: Vec<Group>,
    /// The share of the piece in each place of the order, for each cell.
    shares: Vec<Vec<i64>>,
}

/// Pieces that stand next to each other in the order.
#[derive(Clone, Debug)]
struct Group {
    shift: u32,
    width: u32,
    /// The heads of each rank.
    sets: Sets,
}

/// Sets of equally many heads, ascending in each.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// One set after the other.
    heads: Vec<u16>,
    size: usize,
}

impl Sets {
    /// All sets of `size` of these heads, by rank.
    fn of(heads: &[usize], size: usize) -> Self {
        let mut sets = Sets { heads: Vec::new(), size };
        sets.append(heads, &mut vec![0; size], size);
        sets
    }

    /// Appends all sets of which the first few heads are among these, and the others stand in `set`. A rank orders sets by
    /// their last head, then by the last but one, and so on.
    fn append(&mut self, heads: &[usize], set: &mut [u16], few: usize) {
        let Some(last) = few.checked_sub(1) else { return self.heads.extend_from_slice(set) };
        for (number, &head) in heads.iter().enumerate().skip(last) {
            set[last] = head as u16;
            self.append(&heads[..number], set, last);
        }
    }

    /// Number of sets.
    pub fn len(&self) -> usize {
        self.heads.len() / self.size
    }

    /// The sets, by rank.
    pub fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = u32>> {
        self.heads.chunks_exact(self.size).map(|set| set.iter().copied().map(u32::from))
    }

    /// The set of a rank.
    fn get(&self, rank: usize) -> &[u16] {
        &self.heads[rank * self.size..][..self.size]
    }
}

impl Ranks {
    /// Ranks for `count` pieces on these heads, ascending, each of at most `most_sets` sets; `None` if they take too many
    /// bits.
    pub fn new(count: usize, heads: &[usize], most_sets: u64) -> Option<Ranks> {
        let sets = |pieces: u32| {
            (0..u64::from(pieces))
                .try_fold(1_u64, |sets, i| Some(sets.checked_mul(heads.len() as u64 - i)? / (i + 1)))
        };
        let count = u32::try_from(count).ok()?;
        let fits = |&pieces: &u32| {
            pieces == 1 || pieces <= heads.len() as u32 && sets(pieces).is_some_and(|sets| sets <= most_sets)
        };
        let most = (1..=count.min(MAX_HEADS)).rev().find(fits)?;
        let groups = count.div_ceil(most);
        let mut ranks = Ranks { groups: Vec::new(), shares: Vec::new() };
        let cells = heads.last()? + 1;
        let mut shift = 0;
        for group in 0..groups {
            // As even as can be: a large table costs more than two small ones.
            let pieces = count / groups + u32::from(group < count % groups);
            let sets = sets(pieces).filter(|&sets| sets > 0)?;
            let width = (u64::BITS - (sets - 1).leading_zeros()).max(1);
            if shift + width > MAX_WIDTH {
                return None;
            }
            for place in 0..u64::from(pieces) {
                let mut shares = vec![0; cells];
                for (number, &head) in (0..).zip(heads) {
                    shares[head] = (choose(number, place + 1) << shift) as i64;
                }
                ranks.shares.push(shares);
            }
            ranks.groups.push(Group { shift, width, sets: Sets::of(heads, pieces as usize) });
            shift += width;
        }
        Some(ranks)
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.groups.iter().map(|group| group.width).sum()
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        self.shares.len()
    }

    /// The number of a set of heads, in ascending order.
    #[inline(always)]
    pub fn of(&self, heads: impl Iterator<Item = u32>) -> u64 {
        heads.zip(&self.shares).map(|(head, shares)| shares[head as usize] as u64).sum()
    }

    /// The shares of the piece in a place of the order, for each head.
    #[inline(always)]
    pub fn shares(&self, place: usize) -> &[i64] {
        &self.shares[place]
    }

    /// The first bit and the width of each rank, and the heads of each of its values.
    pub fn groups(&self) -> impl Iterator<Item = (u32, u32, &Sets)> {
        self.groups.iter().map(|group| (group.shift, group.width, &group.sets))
    }

    /// The heads that a number stands for, ascending.
    pub fn heads(&self, number: u64) -> impl Iterator<Item = u32> {
        let set = move |group: &Group| (number >> group.shift & (u64::MAX >> (64 - group.width))) as usize;
        self.groups.iter().flat_map(move |group| group.sets.get(set(group))).copied().map(u32::from)
    }
}

fn choose(from: u64, pieces: u64) -> u64 {
    (0..pieces).fold(1, |sets, i| sets * from.saturating_sub(i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_own_number_and_comes_back() {
        let heads: Vec<usize> = (0..40).filter(|head| head % 3 != 1).collect();
        for (count, most) in (1..=7).flat_map(|count| [(count, FEW_SETS), (count, MANY_SETS)]) {
            let ranks = Ranks::new(count, &heads, most).unwrap();
            assert_eq!(ranks.count(), count);
            for (shift, width, sets) in ranks.groups() {
                assert!(sets.len() as u64 <= most && sets.len() <= 1 << width);
                assert!(shift + width <= ranks.width());
            }
            let mut random = 1_u64;
            for _ in 0..1000 {
                let mut set: Vec<u32> = Vec::new();
                while set.len() < count {
                    random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    let head = heads[(random >> 33) as usize % heads.len()] as u32;
                    if !set.contains(&head) {
                        set.push(head);
                    }
                }
                set.sort_unstable();
                let number = ranks.of(set.iter().copied());
                assert!(number.leading_zeros() >= 64 - ranks.width());
                assert_eq!(ranks.heads(number).collect::<Vec<_>>(), set);
            }
        }
        assert!(Ranks::new(30, &heads[..20], FEW_SETS).is_none());
        assert!(Ranks::new(20, &(0..512).collect::<Vec<_>>(), FEW_SETS).is_none());
    }
}
