//! A second, simple implementation of sliding blocks for tests to compare with.

use std::collections::{BTreeMap, BTreeSet};

pub type Cell = (i32, i32);
/// What makes pieces interchangeable: the shape, moved to the corner, and its places in the goal.
pub type Class = (BTreeSet<Cell>, BTreeSet<BTreeSet<Cell>>);
/// Pieces by class and cells, regardless of their letters.
pub type State = BTreeSet<(Class, BTreeSet<Cell>)>;

/// A sliding puzzle.
pub struct Plain {
    floor: BTreeSet<Cell>,
    size: Cell,
    pub start: State,
    metric: &'static str,
}

/// The cells of each character of a drawing.
pub fn cells(text: &str) -> BTreeMap<char, BTreeSet<Cell>> {
    let mut cells: BTreeMap<char, BTreeSet<Cell>> = BTreeMap::new();
    for (row, line) in (0..).zip(text.lines()) {
        for (column, c) in (0..).zip(line.chars()) {
            cells.entry(c).or_default().insert((row, column));
        }
    }
    cells
}

fn cornered(cells: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let row = cells.iter().map(|cell| cell.0).min().unwrap();
    let column = cells.iter().map(|cell| cell.1).min().unwrap();
    cells.iter().map(|cell| (cell.0 - row, cell.1 - column)).collect()
}

impl Plain {
    /// The puzzle of a board and a goal as a file draws them; an empty goal means none.
    pub fn new(board: &str, goal: &str, by_shape: bool, metric: &'static str) -> Self {
        let mut pieces = cells(board);
        let walls = pieces.remove(&'#').unwrap_or_default();
        let mut floor = pieces.remove(&'.').unwrap_or_default();
        floor.extend(pieces.values().flatten());
        let wanted: BTreeMap<char, BTreeSet<Cell>> =
            cells(goal).into_iter().filter(|(c, _)| c.is_alphabetic()).collect();
        let goals = |letter: &char, cells: &BTreeSet<Cell>| -> BTreeSet<BTreeSet<Cell>> {
            let meant = |(other, place): &(&char, &BTreeSet<Cell>)| {
                if by_shape { cornered(place) == cornered(cells) } else { *other == letter }
            };
            wanted.iter().filter(meant).map(|(_, place)| place.clone()).collect()
        };
        let start = pieces
            .iter()
            .map(|(letter, cells)| ((cornered(cells), goals(letter, cells)), cells.clone()))
            .collect();
        let all = floor.iter().chain(&walls);
        let size = all.fold((0, 0), |size, cell| (size.0.max(cell.0 + 1), size.1.max(cell.1 + 1)));
        Plain { floor, size, start, metric }
    }

    /// Whether everything that the goal draws is in place.
    pub fn is_goal(&self, state: &State) -> bool {
        let mut any = false;
        let met = state.iter().all(|((_, goals), _)| {
            any |= !goals.is_empty();
            goals.iter().all(|goal| state.iter().any(|((_, same), cells)| same == goals && cells == goal))
        });
        any && met
    }

    /// The states one move away.
    pub fn neighbours(&self, state: &State) -> BTreeSet<State> {
        let mut neighbours = BTreeSet::new();
        for piece in state {
            let others: BTreeSet<Cell> = state
                .iter()
                .filter(|other| *other != piece)
                .flat_map(|other| other.1.iter().copied())
                .collect();
            let step = |cells: &BTreeSet<Cell>, by: Cell| -> Option<BTreeSet<Cell>> {
                let moved: BTreeSet<Cell> = cells.iter().map(|cell| (cell.0 + by.0, cell.1 + by.1)).collect();
                (moved.is_subset(&self.floor) && moved.is_disjoint(&others)).then_some(moved)
            };
            let ways = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let mut places: BTreeSet<BTreeSet<Cell>> =
                ways.iter().filter_map(|&by| step(&piece.1, by)).collect();
            if self.metric == "slides" {
                for by in ways {
                    let mut place = step(&piece.1, by);
                    while let Some(cells) = place {
                        place = step(&cells, by);
                        places.insert(cells);
                    }
                }
            }
            if self.metric == "moves" {
                loop {
                    let more: BTreeSet<_> = places
                        .iter()
                        .flat_map(|place| ways.iter().filter_map(|&by| step(place, by)))
                        .collect();
                    if more.is_subset(&places) {
                        break;
                    }
                    places.extend(more);
                }
            }
            places.remove(&piece.1);
            for place in places {
                let mut next = state.clone();
                next.remove(piece);
                next.insert((piece.0.clone(), place));
                neighbours.insert(next);
            }
        }
        neighbours
    }

    /// The levels of the space, up to the one that brings the total to `most` states, and whether those are
    /// all.
    pub fn levels(&self, most: usize) -> (Vec<BTreeSet<State>>, bool) {
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut levels = vec![seen.clone()];
        while seen.len() < most {
            let last = levels.last().unwrap();
            let next: BTreeSet<State> = last
                .iter()
                .flat_map(|state| self.neighbours(state))
                .filter(|state| !seen.contains(state))
                .collect();
            if next.is_empty() {
                return (levels, true);
            }
            seen.extend(next.iter().cloned());
            levels.push(next);
        }
        (levels, false)
    }

    /// The smallest image of a state under the symmetries of the puzzle.
    pub fn least_image(&self, state: &State) -> State {
        (0..8).filter_map(|symmetry| self.image(symmetry, state)).min().expect("it is its own image")
    }

    /// The image of a state under one of the eight symmetries of a rectangle, if floor, goal and pieces have
    /// it.
    fn image(&self, symmetry: usize, state: &State) -> Option<State> {
        let (rows, columns) = self.size;
        let turn = |cell: &Cell| {
            let (mut row, mut column) = *cell;
            if symmetry & 1 != 0 {
                column = columns - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 4 != 0 { (column, row) } else { (row, column) }
        };
        let turn_all = |cells: &BTreeSet<Cell>| cells.iter().map(turn).collect::<BTreeSet<Cell>>();
        if turn_all(&self.floor) != self.floor {
            return None;
        }
        let image: State = state
            .iter()
            .map(|((shape, goals), cells)| {
                ((cornered(&turn_all(shape)), goals.iter().map(turn_all).collect()), turn_all(cells))
            })
            .collect();
        let count = |state: &State| {
            let mut count: BTreeMap<Class, usize> = BTreeMap::new();
            state.iter().for_each(|(class, _)| *count.entry(class.clone()).or_default() += 1);
            count
        };
        (count(&image) == count(state)).then_some(image)
    }
}
