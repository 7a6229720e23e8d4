//! Boards as few bits: what can change, and nothing else.

use super::board::FastBoard;
use super::cells::{self, Cells};
use super::conserved;
use super::flow::Flow;
use super::geometry::Size;
use super::layout::Sets;
use crate::game::{Game, Level};
use crate::object_set::ObjectSet;

/// Packs boards of one level into words, and unpacks them.
///
/// Objects whose number is [conserved](conserved) are packed as the cells they are in, others as a number for each cell
/// where they can be. The two highest bits are not used for the board: the highest is always 0, and the one below is
/// free for the one who packs.
pub(super) struct Codec<const W: usize> {
    fields: Vec<Field<W>>,
    template: FastBoard<W>,
    bits: usize,
}

enum Field<const W: usize> {
    Planes(Planes<W>),
    Places(Places),
}

/// A number for each cell of a domain: which of the objects is there, from 1, or 0. Stored bit by bit.
struct Planes<const W: usize> {
    sets: Vec<usize>,
    /// Where each always is: these cells are not stored.
    always: Vec<Cells<W>>,
    bits: u32,
    gather: Gather<W>,
}

/// The cells that a constant number of objects is in, each with its kind.
struct Places {
    sets: Vec<usize>,
    count: usize,
    /// The cells where they can be.
    cells: Vec<u16>,
    /// Of each cell of the board, its number among them.
    ranks: Vec<u16>,
    rank_bits: u32,
    kind_bits: u32,
}

fn bits_for(values: usize) -> u32 {
    usize::BITS - values.saturating_sub(1).leading_zeros()
}

impl<const W: usize> Codec<W> {
    pub fn new(
        game: &Game,
        level: &Level,
        flow: &Flow<W>,
        sets: &Sets,
        size: Size,
        template: FastBoard<W>,
    ) -> Self {
        let mut fields = Vec::new();
        for layer in &game.layers {
            let changing: ObjectSet =
                layer.iter().filter(|&object| sets.of_object[object].is_some()).collect();
            let sets_of = |objects: &ObjectSet| -> Vec<usize> {
                objects.iter().filter_map(|object| sets.of_object[object]).collect()
            };
            if game.is_crowded() {
                // A cell can have several of them.
                for object in changing.iter() {
                    let one: ObjectSet = [object].into_iter().collect();
                    fields.push(Field::Planes(Planes::new(&one, flow, sets)));
                }
                continue;
            }
            let mut rest = ObjectSet::EMPTY;
            for (class, conserved) in conserved::classes(game, flow, size, &changing) {
                let cells = flow.union(&class, &flow.possible);
                let count = level.cells.iter().map(|cell| cell.intersection(&class).len()).sum();
                let places = Places::new(sets_of(&class), count, &cells, size);
                let planes = cells::count(&cells) * bits_for(class.len() + 1) as usize;
                if conserved && places.bits() <= planes {
                    fields.push(Field::Places(places));
                } else {
                    rest = rest.union(&class);
                }
            }
            if !rest.is_empty() {
                fields.push(Field::Planes(Planes::new(&rest, flow, sets)));
            }
        }
        let bits = fields.iter().map(Field::bits).sum();
        let mut template = template;
        template.sets.fill(cells::empty());
        Self { fields, template, bits }
    }

    /// The words of a packed board.
    pub fn words(&self) -> usize {
        (self.bits + 2).div_ceil(64)
    }

    #[inline]
    pub fn pack(&self, board: &FastBoard<W>, words: &mut [u64]) {
        words.fill(0);
        let mut writer = Writer { words, at: 0 };
        for field in &self.fields {
            match field {
                Field::Planes(planes) => planes.pack(board, &mut writer),
                Field::Places(places) => places.pack(board, &mut writer),
            }
        }
    }

    #[inline]
    pub fn unpack(&self, words: &[u64], board: &mut FastBoard<W>) {
        board.clone_from(&self.template);
        let mut reader = Reader { words, at: 0 };
        for field in &self.fields {
            match field {
                Field::Planes(planes) => planes.unpack(&mut reader, board),
                Field::Places(places) => places.unpack(&mut reader, board),
            }
        }
    }
}

impl<const W: usize> Field<W> {
    fn bits(&self) -> usize {
        match self {
            Field::Planes(planes) => planes.bits as usize * planes.gather.count,
            Field::Places(places) => places.bits(),
        }
    }
}

impl<const W: usize> Planes<W> {
    fn new(objects: &ObjectSet, flow: &Flow<W>, numbers: &Sets) -> Self {
        let mut planes =
            Self { sets: Vec::new(), always: Vec::new(), bits: 0, gather: Gather::new(&cells::empty()) };
        let mut domain = cells::empty();
        for object in objects.iter() {
            planes.sets.extend(numbers.of_object[object]);
            planes.always.push(flow.always[object]);
            domain = cells::or(&domain, &cells::and_not(&flow.possible[object], &flow.always[object]));
        }
        planes.bits = bits_for(planes.sets.len() + 1);
        planes.gather = Gather::new(&domain);
        planes
    }

    #[inline]
    fn pack(&self, board: &FastBoard<W>, writer: &mut Writer) {
        for bit in 0..self.bits {
            let mut plane = cells::empty();
            for (index, &set) in self.sets.iter().enumerate() {
                if (index + 1) >> bit & 1 == 1 {
                    plane = cells::or(&plane, &board.sets[set]);
                }
            }
            self.gather.pack(&plane, writer);
        }
    }

    #[inline]
    fn unpack(&self, reader: &mut Reader, board: &mut FastBoard<W>) {
        if let [set] = self.sets[..] {
            board.sets[set] = cells::or(&self.gather.unpack(reader), &self.always[0]);
            return;
        }
        let mut planes = [cells::empty(); 10];
        for plane in &mut planes[..self.bits as usize] {
            *plane = self.gather.unpack(reader);
        }
        for (index, &set) in self.sets.iter().enumerate() {
            let mut here = [u64::MAX; W];
            for (bit, plane) in planes[..self.bits as usize].iter().enumerate() {
                here = if (index + 1) >> bit & 1 == 1 {
                    cells::and(&here, plane)
                } else {
                    cells::and_not(&here, plane)
                };
            }
            board.sets[set] = cells::or(&here, &self.always[index]);
        }
    }
}

impl Places {
    fn new<const W: usize>(sets: Vec<usize>, count: usize, domain: &Cells<W>, size: Size) -> Self {
        let cells: Vec<u16> = cells::each(domain).map(|cell| cell as u16).collect();
        let mut ranks = vec![0; size.cells()];
        for (rank, &cell) in cells.iter().enumerate() {
            ranks[cell as usize] = rank as u16;
        }
        Self { rank_bits: bits_for(cells.len()), kind_bits: bits_for(sets.len()), sets, count, cells, ranks }
    }

    fn bits(&self) -> usize {
        self.count * (self.rank_bits + self.kind_bits) as usize
    }

    #[inline]
    fn pack<const W: usize>(&self, board: &FastBoard<W>, writer: &mut Writer) {
        let mut all = cells::empty();
        for &set in &self.sets {
            all = cells::or(&all, &board.sets[set]);
        }
        // A state that is not the board would be a wrong proof.
        assert_eq!(cells::count(&all), self.count, "objects whose number is conserved");
        if let [set] = self.sets[..] {
            for cell in cells::each(&board.sets[set]) {
                writer.write(self.ranks[cell].into(), self.rank_bits);
            }
            return;
        }
        for cell in cells::each(&all) {
            writer.write(self.ranks[cell].into(), self.rank_bits);
            let kind = self.sets.iter().position(|&set| cells::contains(&board.sets[set], cell)).unwrap_or(0);
            writer.write(kind as u64, self.kind_bits);
        }
    }

    #[inline]
    fn unpack<const W: usize>(&self, reader: &mut Reader, board: &mut FastBoard<W>) {
        for _ in 0..self.count {
            let cell = self.cells[reader.read(self.rank_bits) as usize];
            let set = self.sets[reader.read(self.kind_bits) as usize];
            cells::insert(&mut board.sets[set], cell.into());
        }
    }
}

/// Brings the cells of a domain together: bit `i` is its `i`-th cell (Warren, Hacker's Delight, 7-4 and 7-5).
struct Gather<const W: usize> {
    domain: Cells<W>,
    steps: Vec<[u64; 6]>,
    count: usize,
}

impl<const W: usize> Gather<W> {
    fn new(domain: &Cells<W>) -> Self {
        let steps = domain.iter().map(|&word| moves(word)).collect();
        Self { domain: *domain, steps, count: cells::count(domain) }
    }

    #[inline]
    fn pack(&self, cells: &Cells<W>, writer: &mut Writer) {
        for (i, steps) in self.steps.iter().enumerate() {
            let mut x = cells[i] & self.domain[i];
            for (bit, &step) in steps.iter().enumerate() {
                let moving = x & step;
                x = x ^ moving | moving >> (1 << bit);
            }
            writer.write(x, self.domain[i].count_ones());
        }
    }

    #[inline]
    fn unpack(&self, reader: &mut Reader) -> Cells<W> {
        std::array::from_fn(|i| {
            let mut x = reader.read(self.domain[i].count_ones());
            for (bit, &step) in self.steps[i].iter().enumerate().rev() {
                let moved = x << (1 << bit);
                x = x & !step | moved & step;
            }
            x & self.domain[i]
        })
    }
}

/// Which bits move by 1, 2, 4, 8, 16 and 32 to the right when the bits of `mask` are brought together.
fn moves(mask: u64) -> [u64; 6] {
    let mut mask = mask;
    let mut zeros_below = !mask << 1;
    let mut moves = [0; 6];
    for (bit, step) in moves.iter_mut().enumerate() {
        let mut parity = zeros_below;
        for shift in 0..6 {
            parity ^= parity << (1 << shift);
        }
        let moving = parity & mask;
        *step = moving;
        mask = mask ^ moving | moving >> (1 << bit);
        zeros_below &= !parity;
    }
    moves
}

struct Writer<'a> {
    words: &'a mut [u64],
    at: usize,
}

impl Writer<'_> {
    #[inline(always)]
    fn write(&mut self, value: u64, bits: u32) {
        if bits == 0 {
            return;
        }
        let (word, shift) = (self.at / 64, self.at % 64);
        self.words[word] |= value << shift;
        if shift + bits as usize > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.at += bits as usize;
    }
}

struct Reader<'a> {
    words: &'a [u64],
    at: usize,
}

impl Reader<'_> {
    #[inline(always)]
    fn read(&mut self, bits: u32) -> u64 {
        if bits == 0 {
            return 0;
        }
        let (word, shift) = (self.at / 64, self.at % 64);
        let mut value = self.words[word] >> shift;
        if shift + bits as usize > 64 {
            value |= self.words[word + 1] << (64 - shift);
        }
        self.at += bits as usize;
        if bits == 64 { value } else { value & ((1 << bits) - 1) }
    }
}
