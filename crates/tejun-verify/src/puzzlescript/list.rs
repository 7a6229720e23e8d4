//! The list of positions in the evidence.
//!
//! First their number, the different contents of cells as lists of objects, and a bit for each cell whether it differs from the
//! start anywhere; then the positions, ascending: of each cell that differs, the number of its content, if it is another than
//! in the position before. All other cells are those of the start.

use std::collections::HashMap;

use tejun_puzzlescript::ObjectSet;

use super::level::{Level, Position};
use crate::VerifyError;
use crate::coder::{Bit, Decoder, Encoder};
use crate::levels;
use crate::limits::Limits;

/// Most bytes of the positions in memory: one for each cell that differs.
const MOST_BYTES: u64 = 1 << 29;
/// Most different contents.
const CONTENTS: usize = 1 << 8;

/// Positions in ascending order.
pub(super) struct List {
    start: Position,
    /// The contents of cells, and the number of each.
    contents: Vec<ObjectSet>,
    numbers: HashMap<ObjectSet, u8>,
    /// Whether a cell differs from the start anywhere, and which do.
    differs: Vec<bool>,
    cells: Vec<usize>,
    len: u64,
    /// The numbers of the contents of these cells, position by position.
    rows: Vec<u8>,
}

impl List {
    /// A list of no position.
    pub fn empty(start: &Position) -> List {
        List::new(start, Vec::new(), vec![false; start.len()])
    }

    /// An empty list of positions with these contents.
    fn new(start: &Position, contents: Vec<ObjectSet>, differs: Vec<bool>) -> List {
        let numbers = contents.iter().copied().zip(0..=u8::MAX).collect();
        let cells = (0..start.len()).filter(|&cell| differs[cell]).collect();
        List { start: start.clone(), contents, numbers, differs, cells, len: 0, rows: Vec::new() }
    }

    /// Reads the list that evidence begins with; returns also what follows it.
    ///
    /// # Errors
    /// If it is damaged, not in order, or too long. If the limits end that.
    pub fn read<'e>(
        evidence: &'e [u8],
        level: &Level,
        limits: &Limits,
    ) -> Result<(List, &'e [u8]), VerifyError> {
        let mut rest = evidence;
        let len = take_number(&mut rest, 8)?;
        let mut contents = Vec::new();
        for _ in 0..take_number(&mut rest, 2)? {
            let mut content = ObjectSet::EMPTY;
            for _ in 0..take_number(&mut rest, 2)? {
                let object = take_number(&mut rest, 2)? as usize;
                if object >= level.objects() {
                    return Err(VerifyError::new(format!("the evidence has an object {object}")));
                }
                content.insert(object);
            }
            contents.push(content);
        }
        let start = level.start();
        let bits = take(&mut rest, start.len().div_ceil(8))?;
        let differs = (0..start.len()).map(|cell| bits[cell / 8] >> (cell % 8) & 1 == 1).collect();
        let length = usize::try_from(take_number(&mut rest, 8)?).unwrap_or(usize::MAX);
        let coded = take(&mut rest, length)?;
        let mut list = List::new(start, contents, differs);
        if list.contents.len() > CONTENTS || list.numbers.len() != list.contents.len() {
            return Err(VerifyError::new("the evidence has too many contents of cells, or one twice"));
        }
        if len.checked_mul(list.cells.len() as u64).is_none_or(|bytes| bytes > MOST_BYTES) {
            return Err(VerifyError::new(format!("{len} positions are too many to be checked")));
        }
        limits.hold(len * list.cells.len() as u64)?;
        list.decode(len, coded, limits)?;
        Ok((list, rest))
    }

    fn decode(&mut self, len: u64, coded: &[u8], limits: &Limits) -> Result<(), VerifyError> {
        let (mut decoder, mut model) = (Decoder::new(coded), Model::new(self));
        let mut row = vec![0; self.cells.len()];
        for number in 0..len {
            limits.check_every(1 << 10, number)?;
            let ascends = model.read(&mut decoder, &mut row);
            if decoder.is_cut_off() {
                return Err(VerifyError::new("the evidence is cut off"));
            }
            if self.len > 0 && !ascends || row.iter().any(|&number| self.contents.len() <= number.into()) {
                return Err(VerifyError::new(format!(
                    "position {} of the evidence is out of order",
                    self.len
                )));
            }
            self.rows.extend(&row);
            self.len += 1;
        }
        match decoder.is_at_end() {
            true => Ok(()),
            false => Err(VerifyError::new("the evidence goes on after its end")),
        }
    }

    /// Writes it as evidence begins with it.
    fn write(&self) -> Vec<u8> {
        let mut bytes = self.len.to_le_bytes().to_vec();
        let short = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u16).to_le_bytes());
        short(&mut bytes, self.contents.len());
        for content in &self.contents {
            short(&mut bytes, content.len());
            content.iter().for_each(|object| short(&mut bytes, object));
        }
        let bit = |(place, &differs): (usize, &bool)| u8::from(differs) << place;
        bytes.extend(self.differs.chunks(8).map(|bits| bits.iter().enumerate().map(bit).sum::<u8>()));
        let (mut encoder, mut model) = (Encoder::default(), Model::new(self));
        (0..self.len).for_each(|number| model.write(&mut encoder, self.row(number)));
        let coded = encoder.finish();
        bytes.extend((coded.len() as u64).to_le_bytes());
        bytes.extend(coded);
        bytes
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    /// The bytes that the positions take.
    pub fn bytes(&self) -> u64 {
        self.rows.len() as u64
    }

    fn row(&self, number: u64) -> &[u8] {
        let width = self.cells.len();
        &self.rows[number as usize * width..][..width]
    }

    /// The numbers of the contents of a position; `None` if it is none of the list.
    fn numbers(&self, position: &Position) -> Option<Vec<u8>> {
        let others = |cell: usize| self.differs[cell] || position[cell] == self.start[cell];
        if !(0..self.start.len()).all(others) {
            return None;
        }
        self.cells.iter().map(|&cell| self.numbers.get(&position[cell]).copied()).collect()
    }

    /// The number of a position.
    pub fn find(&self, position: &Position) -> Option<u64> {
        let row = self.numbers(position)?;
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.row(middle).cmp(&row) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Makes `position` the one of a number.
    pub fn get(&self, number: u64, position: &mut Position) {
        position.clone_from(&self.start);
        for (&cell, &content) in self.cells.iter().zip(self.row(number)) {
            position[cell] = self.contents[usize::from(content)];
        }
    }
}

/// Makes the evidence of so many different positions and their levels, as `at` gives them for each number below that. `None`
/// if it takes more than so many bytes of memory.
///
/// # Errors
/// If cells have too many different contents.
pub fn evidence(
    start: &Position,
    len: usize,
    at: impl Fn(usize) -> (Position, u32),
    bytes: u64,
) -> Result<Option<Vec<u8>>, VerifyError> {
    let mut seen = HashMap::new();
    let mut contents = Vec::new();
    let mut differs = vec![false; start.len()];
    for number in 0..len {
        for (cell, content) in at(number).0.iter().enumerate() {
            seen.entry(*content).or_insert_with(|| contents.push(*content));
            differs[cell] |= *content != start[cell];
        }
        if contents.len() > CONTENTS {
            return Err(VerifyError::new(format!("cells have more than {CONTENTS} different contents")));
        }
    }
    let mut list = List::new(start, contents, differs);
    // The rows in the order of the numbers and in their own, the order and the levels.
    let each = (2 * list.cells.len() + size_of::<(u32, u32)>()) as u64;
    if len as u64 * each > bytes || len as u64 * list.cells.len() as u64 > MOST_BYTES {
        return Ok(None);
    }
    let width = list.cells.len();
    let (mut rows, mut levels) = (Vec::with_capacity(len * width), Vec::with_capacity(len));
    for number in 0..len {
        let (position, level) = at(number);
        rows.extend(list.numbers(&position).expect("all contents are known"));
        levels.push(level);
    }
    let row = |number: u32| &rows[number as usize * width..][..width];
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_unstable_by(|&a, &b| row(a).cmp(row(b)));
    list.len = len as u64;
    list.rows = order.iter().flat_map(|&number| row(number)).copied().collect();
    let mut evidence = list.write();
    let levels = (0..).zip(order.iter().map(|&number| levels[number as usize]));
    evidence.extend(levels::encode(list.len, levels));
    Ok(Some(evidence))
}

/// What is learned on the way of where positions differ from those before them, and of what is there.
struct Model {
    cells: Vec<Cell>,
    /// Bits of the number of a content.
    bits: u32,
    before: Vec<u8>,
}

struct Cell {
    /// Whether the content is another: after no other one, and after one that was and was not.
    changes: [Bit; 3],
    /// The bits of its number, after those before them.
    contents: Vec<Bit>,
}

impl Model {
    fn new(list: &List) -> Model {
        let bits = list.contents.len().next_power_of_two().trailing_zeros();
        let cell =
            |_: &usize| Cell { changes: Default::default(), contents: vec![Bit::default(); 1 << bits] };
        Model { cells: list.cells.iter().map(cell).collect(), bits, before: vec![0; list.cells.len()] }
    }

    fn write(&mut self, encoder: &mut Encoder, row: &[u8]) {
        let mut after = 0;
        for ((cell, before), &number) in self.cells.iter_mut().zip(&mut self.before).zip(row) {
            let changes = *before != number;
            encoder.bit(&mut cell.changes[after], changes);
            if changes {
                let mut node = 1;
                for bit in (0..self.bits).rev() {
                    let bit = number >> bit & 1 == 1;
                    encoder.bit(&mut cell.contents[node], bit);
                    node = node << 1 | usize::from(bit);
                }
            }
            after = if changes { 2 } else { after.min(1) };
            *before = number;
        }
    }

    /// Reads a row; returns whether it is above the one before.
    fn read(&mut self, decoder: &mut Decoder, row: &mut [u8]) -> bool {
        let (mut after, mut ascends) = (0, None);
        for ((cell, before), number) in self.cells.iter_mut().zip(&mut self.before).zip(row) {
            let changes = decoder.bit(&mut cell.changes[after]);
            if changes {
                let mut node = 1;
                for _ in 0..self.bits {
                    node = node << 1 | usize::from(decoder.bit(&mut cell.contents[node]));
                }
                *number = (node - (1 << self.bits)) as u8;
                ascends = ascends.or(Some(*number > *before));
            }
            after = if changes { 2 } else { after.min(1) };
            *before = *number;
        }
        ascends == Some(true)
    }
}

fn take<'e>(rest: &mut &'e [u8], bytes: usize) -> Result<&'e [u8], VerifyError> {
    let (taken, others) =
        rest.split_at_checked(bytes).ok_or_else(|| VerifyError::new("the evidence is cut off"))?;
    *rest = others;
    Ok(taken)
}

/// A number of so many bytes, at most 8.
fn take_number(rest: &mut &[u8], bytes: usize) -> Result<u64, VerifyError> {
    let taken = take(rest, bytes)?;
    Ok(taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}
