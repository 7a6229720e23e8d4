//! The evidence: what is done with each state that is reached, in the order in which the rules lead to them.

use crate::coder::{Bit, Decoder, Encoder};

/// What is done with a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The search goes on from it.
    Keep,
    /// Another state of the layer, by its number among those reached, is at least as good.
    Dominated(u32),
    /// No walk eats the rest in time. The proof is a tree, each node before those below it.
    Cut(Vec<Node>),
}

/// A node of a proof that no walk eats the rest in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// By its length alone.
    Long,
    /// By cases: which corridor leads Pac-Man into this set of junctions, or that none does.
    Split(Vec<bool>),
}

/// Contexts of the bits.
struct Contexts {
    /// By the decision before: whether a state is kept; if not, whether it is dominated.
    kept: [Bit; 3],
    dominated: [Bit; 3],
    before: usize,
    /// By the node before: whether a node is a split.
    split: [Bit; 2],
    was_split: usize,
    /// For each junction, by whether it was in the last set, and whether the one before it is in this.
    sets: Vec<[Bit; 4]>,
    set: Vec<bool>,
    /// Bits of a number.
    number: [Bit; 32],
}

impl Contexts {
    fn new(junctions: usize) -> Contexts {
        Contexts {
            kept: Default::default(),
            dominated: Default::default(),
            before: 0,
            split: Default::default(),
            was_split: 0,
            sets: vec![Default::default(); junctions],
            set: vec![false; junctions],
            number: Default::default(),
        }
    }

    fn number(&mut self, width: u32, value: u32, mut bit: impl FnMut(&mut Bit, bool) -> bool) -> u32 {
        (0..width).rev().fold(0, |number, place| {
            number << 1 | u32::from(bit(&mut self.number[place as usize], value >> place & 1 == 1))
        })
    }

    /// Keep, dominated or cut: 0, 1 or 2.
    fn decision(&mut self, value: usize, mut bit: impl FnMut(&mut Bit, bool) -> bool) -> usize {
        let before = self.before;
        self.before = match bit(&mut self.kept[before], value != 0) {
            false => 0,
            true if bit(&mut self.dominated[before], value != 1) => 2,
            true => 1,
        };
        self.before
    }

    /// The set of a split, which replaces the last one; whether it is a split.
    fn node(&mut self, set: Option<&[bool]>, mut bit: impl FnMut(&mut Bit, bool) -> bool) -> bool {
        let is_split = bit(&mut self.split[self.was_split], set.is_some());
        self.was_split = usize::from(is_split);
        if is_split {
            let mut previous = false;
            for (number, contexts) in self.sets.iter_mut().enumerate() {
                let context = usize::from(self.set[number]) + 2 * usize::from(previous);
                previous = bit(&mut contexts[context], set.is_some_and(|set| set[number]));
                self.set[number] = previous;
            }
        }
        is_split
    }
}

/// Bits that tell so many things apart.
fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// Writes evidence.
pub struct Writer {
    contexts: Contexts,
    encoder: Encoder,
}

impl Writer {
    /// Begins: the last time at which Pac-Man can be alive, and the order in which the corridors are gone through to find
    /// how long a walk must be; empty if there are no cuts. As the graph numbers them.
    pub fn new(horizon: u32, order: &[u32], junctions: usize) -> Writer {
        let mut writer = Writer { contexts: Contexts::new(junctions), encoder: Encoder::default() };
        writer.number(10, horizon);
        writer.number(1, u32::from(!order.is_empty()));
        order.iter().for_each(|&corridor| writer.number(width(order.len()), corridor));
        writer
    }

    fn number(&mut self, width: u32, value: u32) {
        let Writer { contexts, encoder } = self;
        contexts.number(width, value, |context, value| {
            encoder.bit(context, value);
            value
        });
    }

    /// Writes what is done with a state, of a layer of which so many are reached.
    pub fn decision(&mut self, decision: &Decision, reached: usize) {
        let Writer { contexts, encoder } = self;
        let write = |context: &mut Bit, value: bool| {
            encoder.bit(context, value);
            value
        };
        match decision {
            Decision::Keep => {
                contexts.decision(0, write);
            }
            Decision::Dominated(by) => {
                contexts.decision(1, write);
                self.number(width(reached), *by);
            }
            Decision::Cut(tree) => {
                contexts.decision(2, write);
                for node in tree {
                    let set = if let Node::Split(set) = node { Some(&set[..]) } else { None };
                    contexts.node(set, |context, value| {
                        encoder.bit(context, value);
                        value
                    });
                }
            }
        }
    }

    /// The evidence.
    pub fn finish(self) -> Vec<u8> {
        self.encoder.finish()
    }
}

/// What is said of a state. The proof of a cut follows, node by node.
pub(super) enum Said {
    Keep,
    Dominated(u32),
    Cut,
}

/// Reads evidence.
pub(super) struct Reader<'a> {
    contexts: Contexts,
    decoder: Decoder<'a>,
    /// The last time at which Pac-Man can be alive.
    pub horizon: u32,
    /// The order of the corridors.
    pub order: Option<Vec<u32>>,
}

impl<'a> Reader<'a> {
    pub fn new(evidence: &'a [u8], junctions: usize, corridors: usize) -> Reader<'a> {
        let contexts = Contexts::new(junctions);
        let mut reader = Reader { contexts, decoder: Decoder::new(evidence), horizon: 0, order: None };
        reader.horizon = reader.number(10);
        let has_order = reader.number(1) == 1;
        reader.order = has_order.then(|| (0..corridors).map(|_| reader.number(width(corridors))).collect());
        reader
    }

    fn number(&mut self, width: u32) -> u32 {
        let Reader { contexts, decoder, .. } = self;
        contexts.number(width, 0, |context, _| decoder.bit(context))
    }

    pub fn decision(&mut self, reached: usize) -> Said {
        let Reader { contexts, decoder, .. } = self;
        match contexts.decision(0, |context, _| decoder.bit(context)) {
            0 => Said::Keep,
            1 => Said::Dominated(self.number(width(reached))),
            _ => Said::Cut,
        }
    }

    /// The set of a split; `None` if the node is none.
    pub fn node(&mut self) -> Option<&[bool]> {
        let Reader { contexts, decoder, .. } = self;
        contexts.node(None, |context, _| decoder.bit(context)).then_some(&contexts.set)
    }

    pub fn is_at_end(&self) -> bool {
        self.decoder.is_at_end()
    }
}
