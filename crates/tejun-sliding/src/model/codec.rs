//! How a state encodes the heads of a class of pieces.

use std::cell::LazyCell;

use super::ranks::{FEW_SETS, MANY_SETS, MAX_WIDTH, Ranks};
use tejun_core::bits::Bits;

/// With more holes than this, to rank them takes longer than a wider state.
const MAX_HOLES: usize = 6;

/// The pieces of one class, before they have a field in the state.
pub(super) struct Need {
    /// Number of pieces.
    pub count: usize,
    /// All cells that the head of a piece can occupy, ascending.
    pub heads: Vec<usize>,
    /// The number of empty cells, if they tell where the pieces are: these are single cells that may be
    /// anywhere, and they are all such pieces.
    pub holes: Option<usize>,
    /// The first of the classes that symmetries take to this one. Classes with the same `orbit` get the same
    /// kind of field, so that the image of a field is a field of the same kind.
    pub orbit: usize,
}

/// The field of a state that holds the heads of a class.
#[derive(Clone, Debug)]
pub(super) enum Field {
    /// A bitboard: one bit per cell, from `first` on. The pieces need no order, and a move flips two bits.
    Board { shift: u32, first: u32, span: u32 },
    /// One number per piece, ascending: the index of its head among the cells it can occupy.
    Numbers { shift: u32, width: u32, count: u32, heads: Vec<u32>, numbers: Vec<u64> },
    /// The heads of several pieces as ranks of sets; with `holes`, the empty cells instead, and the pieces are
    /// on all others that no other piece covers.
    Ranks { shift: u32, ranks: Ranks, holes: bool },
}

impl Field {
    /// Width in bits.
    pub fn width(&self) -> u32 {
        match self {
            Field::Board { span, .. } => *span,
            Field::Numbers { width, count, .. } => width * count,
            Field::Ranks { ranks, .. } => ranks.width(),
        }
    }

    /// Whether it can never have all its bits set.
    fn is_never_full(&self) -> bool {
        match self {
            Field::Board { .. } => false,
            Field::Numbers { width, heads, .. } => heads.len() < 1 << width,
            Field::Ranks { ranks, .. } => ranks.groups().any(|(_, width, sets)| sets.len() < 1 << width),
        }
    }

    /// Whether each part of a value of the field, which has an order, stands for heads.
    pub fn holds(&self, value: u64) -> bool {
        let part = |shift: u32, width: u32| (value >> shift & (u64::MAX >> (64 - width))) as usize;
        match self {
            Field::Board { .. } => true,
            Field::Numbers { width, count, heads, .. } => {
                (0..*count).all(|place| part(place * width, *width) < heads.len())
            }
            Field::Ranks { ranks, .. } => {
                ranks.groups().all(|(shift, width, sets)| part(shift, width) < sets.len())
            }
        }
    }

    /// The bits that a word must have to hold these fields and never have all bits set.
    pub fn word_bits(fields: &[Field]) -> u32 {
        let spare = !fields.iter().any(Field::is_never_full);
        fields.iter().map(Field::width).sum::<u32>() + u32::from(spare)
    }

    /// Its first bit.
    pub fn shift(&self) -> u32 {
        match self {
            Field::Board { shift, .. } | Field::Numbers { shift, .. } | Field::Ranks { shift, .. } => *shift,
        }
    }

    fn shift_mut(&mut self) -> &mut u32 {
        match self {
            Field::Board { shift, .. } | Field::Numbers { shift, .. } | Field::Ranks { shift, .. } => shift,
        }
    }

    /// Whether it holds the empty cells, which tell where the pieces are.
    pub fn is_holes(&self) -> bool {
        matches!(self, Field::Ranks { holes: true, .. })
    }

    fn board(need: &Need) -> Field {
        let first = need.heads[0] as u32;
        Field::Board { shift: 0, first, span: need.heads[need.heads.len() - 1] as u32 - first + 1 }
    }

    fn numbers(need: &Need) -> Field {
        let last = need.heads.len() - 1;
        let mut numbers = vec![u64::MAX; need.heads[last] + 1];
        for (number, &head) in need.heads.iter().enumerate() {
            numbers[head] = number as u64;
        }
        Field::Numbers {
            shift: 0,
            width: (usize::BITS - last.leading_zeros()).max(1),
            count: need.count as u32,
            heads: need.heads.iter().map(|&head| head as u32).collect(),
            numbers,
        }
    }

    /// The smallest field for several pieces, with ranks of at most `sets` sets.
    fn small(need: &Need, sets: u64) -> Field {
        let ranks = |count, holes| {
            Ranks::new(count, &need.heads, sets).map(|ranks| Field::Ranks { shift: 0, ranks, holes })
        };
        let pieces = ranks(need.count, false);
        let holes = need.holes.filter(|&holes| 0 < holes && holes <= MAX_HOLES);
        let holes = holes.and_then(|holes| ranks(holes, true));
        let fields = [Some(Field::numbers(need)), pieces, holes];
        fields.into_iter().flatten().min_by_key(Field::width).expect("numbers are always possible")
    }

    /// Lays out the fields of all classes side by side, in 64 bits if possible, else in 128, 256, 512 or 1024 bits. One
    /// bit is left over unless a state never has all bits set anyway.
    ///
    /// A bitboard is faster; for a single piece, a number is smaller. So single pieces are numbers, and
    /// classes of several pieces are bitboards as long as the word has room; where it has not, numbers, and where
    /// even they do not fit, ranks.
    pub fn layout(needs: &[Need]) -> Vec<Field> {
        let choose = |need: &Need| if need.count == 1 { Field::numbers(need) } else { Field::board(need) };
        let mut fields: Vec<Field> = needs.iter().map(choose).collect();
        if Field::word_bits(&fields) > 64 {
            let numbers: Vec<Field> = needs.iter().map(Field::numbers).collect();
            // Ranks have tables, which are made only if they are needed.
            let ranks = |sets| needs.iter().map(|need| Field::small(need, sets)).collect::<Vec<_>>();
            let (small, smallest) = (LazyCell::new(|| ranks(FEW_SETS)), LazyCell::new(|| ranks(MANY_SETS)));
            let mut tried = [64, 128, 256, 512, 1024].into_iter().filter_map(|word| {
                shrunk(&fields, &numbers, needs, word)
                    .or_else(|| shrunk(&fields, &small, needs, word))
                    .or_else(|| if word == 64 { shrunk(&fields, &smallest, needs, word) } else { None })
            });
            if let Some(first) = tried.next() {
                fields = first;
            }
        }
        let mut next = 0;
        for field in &mut fields {
            *field.shift_mut() = next;
            next += field.width();
        }
        fields
    }

    /// Adds the heads (or holes), in ascending order, to a state that holds none of this class yet.
    pub fn pack<S: Bits>(&self, state: &mut S, sorted_heads: &[usize]) {
        match self {
            Field::Board { shift, first, .. } => {
                sorted_heads.iter().for_each(|&head| state.flip(shift + head as u32 - first, 1));
            }
            Field::Numbers { shift, width, numbers, .. } => {
                for (piece, &head) in (0..).zip(sorted_heads) {
                    state.flip(shift + piece * width, numbers[head]);
                }
            }
            Field::Ranks { shift, ranks, .. } => {
                state.flip(*shift, ranks.of(sorted_heads.iter().map(|&head| head as u32)));
            }
        }
    }

    /// What each piece adds to a field whose pieces have an order: for each place in that order and each cell, the
    /// share of the piece. Nothing for a field that is no such sum, or too wide to be one number.
    pub fn shares(&self) -> Vec<Vec<i64>> {
        match self {
            Field::Ranks { holes: false, ranks, .. } => {
                (0..ranks.count()).map(|place| ranks.shares(place).to_vec()).collect()
            }
            Field::Numbers { width, count, numbers, .. } if *count > 1 && width * count <= MAX_WIDTH => {
                let share = |place: u32, &number: &u64| {
                    if number == u64::MAX { 0 } else { (number << (place * width)) as i64 }
                };
                (0..*count).map(|place| numbers.iter().map(|number| share(place, number)).collect()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The state after a head has moved, in a field of several numbers.
    pub fn carry<S: Bits>(&self, state: &S, from: u32, to: u32) -> S {
        let Field::Numbers { shift, width, count, numbers, .. } = self else {
            unreachable!("all other fields change by the bits or shares of heads")
        };
        let mut state = *state;
        // The numbers between the old and the new index shift by one.
        let (old, new) = (numbers[from as usize], numbers[to as usize]);
        let at = |state: &S, place: u32| state.get(shift + place * width, *width);
        let rank = |wanted: u64| (0..*count).filter(|&place| at(&state, place) < wanted).count() as u32;
        let mut place = rank(old);
        let end = if new > old { rank(new) - 1 } else { rank(new) };
        while place != end {
            let next = if new > old { place + 1 } else { place - 1 };
            let moved = at(&state, next) ^ at(&state, place);
            state.flip(shift + place * width, moved);
            place = next;
        }
        let there = at(&state, end);
        state.flip(shift + end * width, there ^ new);
        state
    }
}

/// The fields with some of them replaced by the smaller ones, as few as it takes to get into a word of `word` bits;
/// `None` if even all do not.
fn shrunk(fields: &[Field], smaller: &[Field], needs: &[Need], word: u32) -> Option<Vec<Field>> {
    let mut fields = fields.to_vec();
    while Field::word_bits(&fields) > word {
        let orbit = |first: usize| (0..needs.len()).filter(move |&class| needs[class].orbit == first);
        let width = |fields: &[Field], first| orbit(first).map(|class| fields[class].width()).sum::<u32>();
        let saving = |&first: &usize| width(&fields, first).saturating_sub(width(smaller, first));
        let best = (0..needs.len()).max_by_key(saving).filter(|best| saving(best) > 0)?;
        orbit(best).for_each(|class| fields[class] = smaller[class].clone());
    }
    Some(fields)
}

/// For each head of a class, the bits of a state that encode it, if a field is a sum of such bits; a move
/// then flips those of two heads. Empty for fields whose pieces have an order.
pub(super) struct HeadBits<S>(Vec<S>);

impl<S: Bits> HeadBits<S> {
    /// The bits of each of `heads`, or more precisely, of the head `image(head)` in its field.
    pub fn new(field: &Field, heads: &[usize], image: impl Fn(usize) -> usize) -> Self {
        if matches!(field, Field::Numbers { count: 2.., .. } | Field::Ranks { .. }) {
            return HeadBits(Vec::new());
        }
        let mut bits = vec![S::ZERO; heads.last().map_or(0, |last| last + 1)];
        for &head in heads {
            field.pack(&mut bits[head], &[image(head)]);
        }
        HeadBits(bits)
    }

    /// The bits of a head; none are set if no head can be there.
    pub fn of(&self, head: u32) -> S {
        self.0.get(head as usize).copied().unwrap_or(S::ZERO)
    }

    /// The range of heads that have bits.
    pub fn heads(&self) -> std::ops::Range<u32> {
        0..self.0.len() as u32
    }
}
