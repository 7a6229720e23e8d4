//! The decisions that lead to placements, cell by cell, before it is known how many placements follow each.

use tejun_search::StopReason;

use crate::meter::Meter;
use crate::model::Class;
use crate::rules::Floor;
use tejun_core::bits::set_of;

/// What can follow depends on this alone. The cell to decide is known from where it is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// The cells covered, from that one on.
    taken: u128,
    /// The numbers of pieces left of each class, side by side. A number of at most `n` takes at most `n` bits, and
    /// there are no more pieces than cells.
    left: u128,
}

/// A decision.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    /// The node that it leads to, by its number among those of its cell.
    pub node: u32,
    /// The cell that this node decides.
    pub cell: u8,
    /// The class whose head is put on the cell, if any.
    pub class: Option<u8>,
}

/// The nodes that decide one cell.
#[derive(Default)]
pub(super) struct Layer {
    /// For each node, where its decisions end in the list of all.
    ends: Vec<u32>,
    leads: Vec<Lead>,
}

impl Layer {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The decisions of a node: none, then the classes in ascending order.
    pub fn leads(&self, node: usize) -> &[Lead] {
        let begin = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.leads[begin as usize..self.ends[node] as usize]
    }
}

/// The states of a cell that is not decided yet, each once. A slot holds the number of a state plus one, or 0.
#[derive(Default)]
struct Open {
    states: Vec<State>,
    slots: Vec<u32>,
}

impl Open {
    /// The number of a state, which is added unless it is known.
    fn number(&mut self, state: State, meter: &mut Meter) -> Result<u32, StopReason> {
        if 2 * self.states.len() >= self.slots.len() {
            self.grow(meter)?;
        }
        let slot = self.slot(state);
        if self.slots[slot] == 0 {
            meter.push(&mut self.states, state)?;
            self.slots[slot] = u32::try_from(self.states.len()).map_err(|_| StopReason::Memory)?;
            meter.progress.stored += 1;
        }
        Ok(self.slots[slot] - 1)
    }

    /// The slot of a state, or the free one where it belongs.
    fn slot(&self, state: State) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(state) as usize & mask;
        while self.slots[slot] != 0 && self.states[self.slots[slot] as usize - 1] != state {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        let slots = meter.zeros((2 * self.slots.len()).max(8))?;
        meter.free(std::mem::replace(&mut self.slots, slots));
        for (number, &state) in (1..).zip(&self.states) {
            meter.work(8)?;
            let slot = self.slot(state);
            self.slots[slot] = number;
        }
        Ok(())
    }
}

fn hash(State { taken, left }: State) -> u64 {
    let words = [taken as u64, (taken >> 64) as u64, left as u64, (left >> 64) as u64];
    let factors =
        [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93_u64];
    let sum = words.iter().zip(factors).fold(0_u64, |sum, (word, factor)| {
        (sum ^ word.wrapping_mul(factor)).rotate_left(29).wrapping_mul(factor)
    });
    sum ^ sum >> 32
}

/// A class, prepared.
struct Kind {
    /// For each cell, what a piece covers with its head there, if it may be there.
    covers: Vec<Option<u128>>,
    /// For each cell, how many heads there are from that cell on.
    heads_left: Vec<u32>,
    area: u32,
    /// Where the number of pieces left is in [`State::left`].
    shift: u32,
    mask: u128,
}

impl Kind {
    fn left(&self, left: u128) -> u32 {
        (left.checked_shr(self.shift).unwrap_or(0) & self.mask) as u32
    }
}

/// The classes, prepared, and the numbers of their pieces as in [`State::left`].
fn kinds(floor: &Floor, classes: &[Class], filler: Option<usize>) -> (Vec<Kind>, u128) {
    let cells = floor.inside.len();
    let (mut shift, mut left) = (0, 0);
    let kind = |(index, class): (usize, &Class)| {
        let mut covers = vec![None; cells];
        for &head in &class.heads {
            let cover = floor.cover(&class.shape, head).unwrap_or_default();
            covers[head] = Some(set_of(cover));
        }
        let heads_from = |cell| (class.heads.len() - class.heads.partition_point(|&head| head < cell)) as u32;
        let number = if filler == Some(index) { 0 } else { class.pieces.len() as u128 };
        let bits = u128::BITS - number.leading_zeros();
        let kind = Kind {
            covers,
            heads_left: (0..=cells).map(heads_from).collect(),
            area: class.shape.0.len() as u32,
            shift,
            mask: u128::MAX.checked_shr(u128::BITS - bits).unwrap_or(0),
        };
        left |= number.checked_shl(shift).unwrap_or(0);
        shift += bits;
        kind
    };
    (classes.iter().enumerate().map(kind).collect(), left)
}

/// The nodes of each cell, and of the one past the board, that can be reached from the first. That one is the only node
/// of its cell. The pieces of the class `filler` are left out.
///
/// # Errors
/// Why the meter stops it.
pub(super) fn draft(
    floor: &Floor,
    classes: &[Class],
    filler: Option<usize>,
    meter: &mut Meter,
) -> Result<Vec<Layer>, StopReason> {
    let cells = floor.inside.len();
    let inside: u128 = set_of((0..cells).filter(|&cell| floor.inside[cell]));
    let from = |cell: usize| u128::MAX.checked_shl(cell as u32).unwrap_or(0);
    let next_free =
        |taken: u128, cell: usize| ((inside & !taken & from(cell)).trailing_zeros() as usize).min(cells);
    let (kinds, left) = kinds(floor, classes, filler);
    // Whether the pieces left, which cover so many cells, may fit from a cell on.
    let may_fit = |left: u128, area: u32, taken: u128, next: usize| {
        area <= (inside & !taken & from(next)).count_ones()
            && kinds.iter().all(|kind| kind.left(left) <= kind.heads_left[next])
    };
    let mut open: Vec<Open> = (0..=cells).map(|_| Open::default()).collect();
    open[next_free(0, 0)].number(State { taken: 0, left }, meter)?;
    let mut layers = Vec::new();
    for cell in 0..=cells {
        let Open { states, slots } = std::mem::take(&mut open[cell]);
        meter.free(slots);
        meter.progress.depth = cell as u32;
        let mut layer = Layer { ends: meter.list(states.len())?, leads: Vec::new() };
        for &State { taken, left } in &states {
            let area = kinds.iter().map(|kind| kind.left(left) * kind.area).sum();
            let mut lead = |class: Option<u8>, taken: u128, left: u128, area: u32| {
                meter.work(8 + kinds.len())?;
                let next = next_free(taken, cell + 1);
                if may_fit(left, area, taken, next) {
                    let node = open[next].number(State { taken: taken & from(next), left }, meter)?;
                    meter.push(&mut layer.leads, Lead { node, cell: next as u8, class })?;
                }
                Ok(())
            };
            if cell < cells {
                lead(None, taken, left, area)?;
                for (class, kind) in (0..).zip(&kinds) {
                    let cover = kind.covers[cell].filter(|cover| cover & taken == 0);
                    if let Some(cover) = cover.filter(|_| kind.left(left) > 0) {
                        lead(Some(class), taken | cover, left - (1 << kind.shift), area - kind.area)?;
                    }
                }
            }
            meter.work(2 * kinds.len())?;
            layer.ends.push(u32::try_from(layer.leads.len()).map_err(|_| StopReason::Memory)?);
        }
        meter.free(states);
        layers.push(layer);
    }
    Ok(layers)
}
