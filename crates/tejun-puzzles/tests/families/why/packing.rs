//! Facts about packings, by all fillings of a position, which are made of the moves that a player has.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use tejun_puzzles::question::Why;
use tejun_puzzles::{Fact, FactKind, Gesture, Means, Observer, Position, Random, Reasons, Registry};
use tejun_search::{Outcome, Progress, StopReason, Watch};

use super::ask;
use crate::common::cases;

/// Most fillings of an instance.
const MOST: usize = 300;

/// A piece and its cells, in order.
type Laid = (String, Vec<usize>);

/// The pieces and cells of a start.
struct Plain {
    cells: usize,
    optional: BTreeSet<usize>,
    /// Every placement that a player has at the start.
    placements: BTreeSet<Laid>,
    /// How many pieces there are of each name.
    pieces: BTreeMap<String, usize>,
}

impl Plain {
    fn new(start: &dyn Position, optional: BTreeSet<usize>) -> Plain {
        let scene = start.scene();
        let mut pieces = BTreeMap::new();
        for piece in &scene.pieces {
            *pieces.entry(piece.name.clone()).or_default() += 1;
        }
        let placement = |gesture: Gesture| match gesture {
            Gesture::Carry { piece, mut to } => {
                to.sort_unstable();
                (scene.pieces[piece].name.clone(), to)
            }
            other => panic!("{other:?}"),
        };
        let placements = start.choices().into_iter().map(|choice| placement(choice.gesture)).collect();
        let is_cell = |cell: &&tejun_puzzles::Cell| cell.label.is_some();
        Plain { cells: scene.cells.iter().filter(is_cell).count(), optional, placements, pieces }
    }

    /// All ways to place all pieces that are left on cells that are free, leaving empty only what may be; not all if there
    /// are more than [`MOST`].
    fn fillings(&self, laid: &[Laid]) -> Vec<BTreeSet<Laid>> {
        let mut filled = vec![false; self.cells];
        let mut left = self.pieces.clone();
        for (name, cells) in laid {
            *left.get_mut(name).unwrap() -= 1;
            cells.iter().for_each(|&cell| filled[cell] = true);
        }
        let mut found = Vec::new();
        self.fill(&mut filled, &mut left, 0, &mut Vec::new(), &mut found);
        found
    }

    fn fill(
        &self,
        filled: &mut Vec<bool>,
        left: &mut BTreeMap<String, usize>,
        from: usize,
        line: &mut Vec<Laid>,
        found: &mut Vec<BTreeSet<Laid>>,
    ) {
        if found.len() > MOST {
            return;
        }
        let Some(cell) = (from..self.cells).find(|&cell| !filled[cell]) else {
            if left.values().all(|&number| number == 0) {
                found.push(line.iter().cloned().collect());
            }
            return;
        };
        if self.optional.contains(&cell) {
            self.fill(filled, left, cell + 1, line, found);
        }
        let first =
            |laid: &&Laid| laid.1.contains(&cell) && laid.1.iter().all(|&cell| cell >= from && !filled[cell]);
        let fitting: Vec<&Laid> = self.placements.iter().filter(first).collect();
        for (name, cells) in fitting {
            // What was left empty stays so.
            if left[name] == 0 || cells[0] < cell {
                continue;
            }
            *left.get_mut(name).unwrap() -= 1;
            cells.iter().for_each(|&cell| filled[cell] = true);
            line.push((name.clone(), cells.clone()));
            self.fill(filled, left, cell + 1, line, found);
            line.pop();
            cells.iter().for_each(|&cell| filled[cell] = false);
            *left.get_mut(name).unwrap() += 1;
        }
    }

    fn holds(&self, fact: &Fact, laid: &[Laid], after: Option<&[Laid]>) -> bool {
        let fillings = self.fillings(laid);
        let name = |index: usize| fact.pieces[index].name.clone();
        let sorted = super::sorted;
        let without = |gone: &Laid| {
            let index = laid.iter().position(|other| other == gone).expect("the piece is on the board");
            let mut others = laid.to_vec();
            others.remove(index);
            others
        };
        match fact.kind {
            FactKind::Lost => fillings.is_empty(),
            FactKind::Loses => !fillings.is_empty() && self.fillings(after.unwrap()).is_empty(),
            FactKind::Lies => {
                let lies = (name(0), sorted(&fact.cells));
                !fillings.is_empty() && fillings.iter().all(|filling| filling.contains(&lies))
            }
            FactKind::FilledBy => {
                let names: Vec<String> = (0..fact.pieces.len()).map(name).collect();
                let covers = |laid: &Laid| names.contains(&laid.0) && laid.1.contains(&fact.cells[0]);
                fact.cells.len() == 1 && fillings.iter().all(|filling| filling.iter().any(covers))
            }
            // In a position that is lost already, nothing is said of a move.
            FactKind::Hole => {
                self.is_hole(&fact.cells, after.filter(|_| !fillings.is_empty()).unwrap_or(laid))
            }
            FactKind::Misplaced => {
                self.fillings(&[(name(0), sorted(&fact.pieces[0].cells))]).is_empty()
                    && !self.fillings(&[]).is_empty()
            }
            FactKind::TakeBack => {
                !self.fillings(&without(&(name(0), sorted(&fact.pieces[0].cells)))).is_empty()
            }
            other => panic!("no such fact of a packing: {other:?}"),
        }
    }

    /// Whether no choice of the pieces left fills exactly these cells, tried one piece after another.
    fn is_hole(&self, cells: &[usize], laid: &[Laid]) -> bool {
        let mut left = self.pieces.clone();
        for (name, covered) in laid {
            *left.get_mut(name).unwrap() -= 1;
            assert!(covered.iter().all(|cell| !cells.contains(cell)));
        }
        !self.fills(cells, &mut left)
    }

    fn fills(&self, cells: &[usize], left: &mut BTreeMap<String, usize>) -> bool {
        let Some(&first) = cells.first() else { return true };
        self.placements.iter().any(|(name, covered)| {
            let fits = covered.contains(&first) && covered.iter().all(|cell| cells.contains(cell));
            if !fits || left[name] == 0 {
                return false;
            }
            *left.get_mut(name).unwrap() -= 1;
            let rest: Vec<usize> = cells.iter().copied().filter(|cell| !covered.contains(cell)).collect();
            let fills = self.fills(&rest, left);
            *left.get_mut(name).unwrap() += 1;
            fills
        })
    }
}

/// A board cut into pieces, of which some cells may stay empty, with a wrong piece now and then.
fn draw(random: &mut Random) -> (String, BTreeSet<usize>) {
    let (rows, columns) = (2 + random.below(3) as usize, 3 + random.below(3) as usize);
    let mut board: Vec<char> =
        (0..rows * columns).map(|_| if random.below(9) == 0 { '#' } else { 'o' }).collect();
    let mut owner = vec![None; board.len()];
    let mut shapes: Vec<Vec<usize>> = Vec::new();
    while let Some(begin) = (0..board.len()).find(|&cell| board[cell] == 'o' && owner[cell].is_none()) {
        let mut shape = vec![begin];
        owner[begin] = Some(shapes.len());
        for _ in 0..1 + random.below(3) {
            let beside = |&cell: &usize| {
                let (row, column) = (cell / columns, cell % columns);
                let mut near = Vec::new();
                near.extend((row > 0).then(|| cell - columns));
                near.extend((row + 1 < rows).then_some(cell + columns));
                near.extend((column > 0).then(|| cell - 1));
                near.extend((column + 1 < columns).then_some(cell + 1));
                near
            };
            let free: Vec<usize> = shape
                .iter()
                .flat_map(beside)
                .filter(|&cell| board[cell] == 'o' && owner[cell].is_none())
                .collect();
            if free.is_empty() {
                break;
            }
            let next = free[random.below(free.len() as u64) as usize];
            owner[next] = Some(shapes.len());
            shape.push(next);
        }
        shapes.push(shape);
    }
    // One piece less, and its cells may stay empty.
    let mut optional = Vec::new();
    if shapes.len() > 2 && random.below(4) == 0 {
        let gone = shapes.swap_remove(random.below(shapes.len() as u64) as usize);
        gone.iter().for_each(|&cell| board[cell] = '?');
        if let Some(more) = shapes.first().and_then(|shape| shape.first()) {
            board[*more] = '?';
        }
        optional = (0..board.len()).filter(|&cell| board[cell] == '?').collect();
    }
    // Another piece of the same size: mostly unsolvable.
    if random.below(3) == 0
        && let Some(long) = shapes.iter_mut().find(|shape| shape.len() == 3)
        && columns > 2
    {
        *long = vec![0, 1, 2];
    }
    let sketch = |shape: &[usize]| {
        let top = shape.iter().map(|cell| cell / columns).min().unwrap();
        let left = shape.iter().map(|cell| cell % columns).min().unwrap();
        let bottom = shape.iter().map(|cell| cell / columns).max().unwrap();
        let right = shape.iter().map(|cell| cell % columns).max().unwrap();
        let sign = |row: usize, column: usize| {
            if shape.contains(&(row * columns + column)) { 'o' } else { '.' }
        };
        (top..=bottom)
            .map(|row| (left..=right).map(|column| sign(row, column)).collect::<String>())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let ids: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] != '#').collect();
    let optional = optional.into_iter().map(|cell| ids.binary_search(&cell).unwrap()).collect();
    let mut text = String::from("puzzle = 'packing'\n");
    let rows: Vec<String> = board.chunks(columns).map(|row| row.iter().collect()).collect();
    text += &format!("board = '''\n{}'''\n", rows.join("\n"));
    for (index, shape) in shapes.iter().enumerate() {
        let name = char::from(b'A' + index as u8);
        text += &format!("[[piece]]\nname = '{name}'\nshape = '''\n{}'''\n", sketch(shape));
    }
    (text, optional)
}

fn laid(position: &dyn Position) -> Vec<Laid> {
    let pieces = position.scene().pieces.into_iter().filter(|piece| piece.played.is_some());
    pieces.map(|piece| (piece.name, super::sorted(&piece.cells))).collect()
}

#[test]
fn facts_about_packings_are_true() {
    let (mut instances, mut tries, mut random) = (0, 0, Random::new(8));
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let wanted = cases(2000) as usize;
    while instances < wanted {
        tries += 1;
        assert!(tries < 100 * wanted, "{instances} of {tries}");
        let (text, optional) = draw(&mut random);
        let Ok(instance) = Registry::standard().read(&text, None) else { continue };
        let mut position = instance.start();
        let plain = Plain::new(&*position, optional);
        // Some moves, right or wrong.
        for _ in 0..random.below(3) {
            let choices = position.choices();
            if !choices.is_empty() {
                position.play(&choices[random.below(choices.len() as u64) as usize].text).unwrap();
            }
        }
        if position.verdict().solves {
            continue;
        }
        let on_board = laid(&*position);
        let fillings = plain.fillings(&on_board);
        if fillings.len() > MOST {
            continue;
        }
        let mut verify = |reasons: &Reasons, after: Option<&[Laid]>| {
            for fact in &reasons.facts {
                assert!(plain.holds(fact, &on_board, after), "{text}{on_board:?}\n{} {fact:?}", fact.reason);
                *kinds.entry(fact.kind.code()).or_default() += 1;
            }
        };
        let reasons = ask(&*position, None, u64::MAX);
        verify(&reasons, None);
        assert_eq!(reasons.unsettled, 0, "{text}");
        assert_eq!(reasons.outcome == Outcome::Solved(()), !fillings.is_empty(), "{text}{on_board:?}");
        // What lies in the same place in all of them is said.
        if let Some(first) = fillings.first() {
            let common = first.iter().filter(|laid| fillings.iter().all(|other| other.contains(laid)));
            let said = reasons.facts.iter().filter(|fact| fact.kind == FactKind::Lies).count();
            assert_eq!(said, common.count(), "{text}{on_board:?}");
        }
        let choices = position.choices();
        if !choices.is_empty() {
            let by = &choices[random.below(choices.len() as u64) as usize].text;
            let mut after = position.boxed_clone();
            after.play(by).unwrap();
            let after = laid(&*after);
            let reasons = ask(&*position, Some(by), u64::MAX);
            verify(&reasons, Some(&after));
            let loses = reasons.facts.iter().any(|fact| fact.kind == FactKind::Loses);
            let is_so = !fillings.is_empty() && plain.fillings(&after).is_empty();
            assert_eq!(loses, is_so, "{text}{on_board:?} {by}");
        }
        verify(&ask(&*position, None, random.below(20)), None);
        instances += 1;
    }
    println!("{instances}: {kinds:?}");
    for kind in ["lost", "loses", "lies", "filled-by", "hole", "misplaced", "take-back"] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
}

/// Stops at a tick, and is not to be asked again.
struct StopAt {
    ticks: u32,
    at: u32,
}

impl Watch for StopAt {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.ticks += 1;
        assert!(self.ticks <= self.at, "asked again after it stopped the search");
        if self.ticks == self.at { ControlFlow::Break(StopReason::Time) } else { ControlFlow::Continue(()) }
    }
}

impl Observer for StopAt {}

#[test]
fn a_stop_ends_all_questions() {
    let registry = Registry::standard();
    let file = registry.library().into_iter().find(|file| file.name == "bedlam-cube").unwrap();
    let start = registry.read(&file.text, None).unwrap().start();
    for at in [1, 2, 4, 8, 16, 32, 64] {
        let mut watch = StopAt { ticks: 0, at };
        let reasons = start.ask(Why { by: None }, &Means::default(), &mut watch).unwrap();
        assert!(watch.ticks < at || reasons.unsettled > 0, "{at}");
    }
}
