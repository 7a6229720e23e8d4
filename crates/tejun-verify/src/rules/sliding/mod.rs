//! Sliding blocks.

mod drawing;

use crate::error::VerifyError;
use crate::ranking::{Class, Ranking};
use crate::rules::Rules;
use crate::rules::grid::{Grid, Place, WAYS};
use crate::statement::Statement;
use drawing::{Drawing, Shape, Target, draw, shape};

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Metric {
    Moves,
    Slides,
    Steps,
}

/// A set of cells.
type Cells = u128;

const LETTERS: [char; 4] = ['u', 'd', 'l', 'r'];

/// A sliding puzzle. A position holds for each cell 0, or the class of the piece that has its head, its first cell, there.
pub struct Sliding {
    metric: Metric,
    classes: Vec<Kind>,
    ranking: Ranking,
    /// Each requirement of the goal: a cell, and the classes of which one may have its head there.
    goal: Vec<(usize, Vec<u8>)>,
    symmetries: Vec<Symmetry>,
    start: Vec<u8>,
    /// The character and the head of each piece at the start, from which lines are followed.
    pieces: Vec<(char, usize)>,
}

/// For each class, for each cell as its head, the class and the head of the image.
type Symmetry = Vec<(u8, u8)>;

/// A class of pieces.
struct Kind {
    /// The cells that a piece covers with its head on a cell; none if it cannot stand there.
    covers: Vec<Cells>,
    /// For each cell and direction the head after one step.
    steps: Vec<[Option<usize>; 4]>,
}

/// Pieces that are alike, while the puzzle is read.
struct Group {
    class: Class,
    /// The heads that the goal wants of such pieces, ascending.
    goals: Vec<usize>,
    shape: Shape,
}

/// A position, and the pieces by name.
#[derive(Clone)]
pub struct Position {
    heads: Vec<u8>,
    pieces: Vec<(char, usize)>,
}

impl Position {
    /// A position where each cell holds 0, or the head of a class.
    pub fn new(heads: Vec<u8>) -> Position {
        Position { heads, pieces: Vec::new() }
    }

    /// What each cell holds.
    pub fn heads_mut(&mut self) -> &mut Vec<u8> {
        &mut self.heads
    }
}

impl Sliding {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// If it is none, or too large to be numbered.
    pub fn read(statement: &Statement) -> Result<Sliding, VerifyError> {
        let mut keys = statement.keys();
        let drawing = draw(&mut keys)?;
        let metrics = [("moves", Metric::Moves), ("slides", Metric::Slides), ("steps", Metric::Steps)];
        let metric = keys.choice("metric", &metrics)?;
        keys.end()?;
        Sliding::of(&drawing, metric)
    }

    fn of(drawing: &Drawing, metric: Metric) -> Result<Sliding, VerifyError> {
        let Drawing { floor, pieces, gates, goal } = drawing;
        if floor.len() > Cells::BITS as usize {
            return Err(VerifyError::new("the board is too large for this program"));
        }
        let cell = |place: Place| floor.cell(place);
        // Where each piece may stand.
        let stands = |number: usize, head: Place| -> Option<Vec<usize>> {
            let piece = &pieces[number];
            let first = piece.cells[0];
            if piece.row.is_some_and(|row| row != head.0)
                || piece.column.is_some_and(|column| column != head.1)
            {
                return None;
            }
            let to = |&(row, column): &Place| {
                let place = (head.0 + row - first.0, (head.1 + column).checked_sub(first.1)?);
                let barred = |(cells, passing): &(Vec<Place>, Vec<usize>)| {
                    cells.contains(&place) && !passing.contains(&number)
                };
                cell(place).filter(|_| !gates.iter().any(barred))
            };
            piece.cells.iter().map(to).collect()
        };
        let mut groups: Vec<Group> = Vec::new();
        let mut class_of = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let covers: Vec<Option<Vec<usize>>> =
                floor.places.iter().map(|&head| stands(number, head)).collect();
            let wanted = goal.iter().filter(|target| target.pieces.contains(&number));
            let mut wanted: Vec<usize> = wanted.filter_map(|target| cell(target.head)).collect();
            wanted.retain(|&head| covers[head].is_some());
            wanted.sort_unstable();
            let shape = shape(&piece.cells);
            let alike =
                |group: &Group| group.class.covers == covers && group.goals == wanted && group.shape == shape;
            let class = groups.iter().position(alike).unwrap_or_else(|| {
                groups.push(Group { class: Class { count: 0, covers }, goals: wanted, shape });
                groups.len() - 1
            });
            groups[class].class.count += 1;
            class_of.push(class);
        }
        if groups.len() >= usize::from(u8::MAX) {
            return Err(VerifyError::new("the puzzle has too many kinds of pieces for this program"));
        }
        let kinds: Vec<Kind> = groups.iter().map(|group| kind(&group.class, floor)).collect();
        let kind_of = |piece: usize| &kinds[class_of[piece]];
        for (cells, passing) in gates {
            let gate =
                cells.iter().filter_map(|&place| cell(place)).fold(0, |bits: Cells, at| bits | 1 << at);
            if !passing.iter().any(|&piece| kind_of(piece).covers.iter().any(|covers| covers & gate != 0)) {
                return Err(VerifyError::new("none of the pieces that may pass it fits through the gate"));
            }
        }
        let requirement = |Target { letter, head, pieces: fulfilling, may_leave }: &Target| {
            let refused = |why: &str| {
                Err(VerifyError::at(*head, format!("the goal has a piece {letter:?} that {why}")))
            };
            let head = cell(*head).expect("what the goal draws beyond the board is floor");
            if fulfilling.iter().all(|&piece| kind_of(piece).covers[head] == 0) {
                return refused("can never stand there");
            }
            let arrives = |&piece: &usize| {
                let from = cell(pieces[piece].cells[0]).expect("a piece stands on the floor");
                let mut found = from == head;
                kind_of(piece).walk(0, from, |to| found |= to == head);
                found
            };
            if *may_leave && !fulfilling.iter().any(arrives) {
                return refused("never gets there");
            }
            let mut classes: Vec<u8> = fulfilling.iter().map(|&piece| class_of[piece] as u8 + 1).collect();
            classes.sort_unstable();
            classes.dedup();
            Ok((head, classes))
        };
        let goal: Vec<(usize, Vec<u8>)> = goal.iter().map(requirement).collect::<Result<_, _>>()?;
        let ranking =
            Ranking::new(floor.len(), &groups.iter().map(|group| group.class.clone()).collect::<Vec<_>>())?;
        let mut start = vec![0; floor.len()];
        let mut named = Vec::new();
        for (piece, class) in pieces.iter().zip(&class_of) {
            let head = cell(piece.cells[0]).expect("a piece stands on the floor");
            start[head] = *class as u8 + 1;
            named.push((piece.letter, head));
        }
        let symmetries = symmetries(floor, &groups);
        Ok(Sliding { metric, classes: kinds, ranking, goal, symmetries, start, pieces: named })
    }

    /// The class, counted from 1, of the piece with this character.
    pub fn class(&self, letter: char) -> Option<u8> {
        let (_, head) = self.pieces.iter().find(|piece| piece.0 == letter)?;
        Some(self.start[*head])
    }

    fn occupied(&self, heads: &[u8]) -> Cells {
        let pieces = heads.iter().enumerate().filter(|(_, class)| **class != 0);
        pieces.fold(0, |cells, (head, &class)| cells | self.classes[usize::from(class) - 1].covers[head])
    }

    /// Visits the heads that the piece at `head` can go to in one move.
    fn reach(&self, kind: &Kind, others: Cells, head: usize, mut visit: impl FnMut(usize)) {
        match self.metric {
            Metric::Steps => (0..4).filter_map(|way| kind.step(others, head, way)).for_each(visit),
            Metric::Slides => {
                for way in 0..4 {
                    let mut at = head;
                    while let Some(to) = kind.step(others, at, way) {
                        visit(to);
                        at = to;
                    }
                }
            }
            Metric::Moves => kind.walk(others, head, visit),
        }
    }
}

impl Kind {
    /// The head one step away, if the piece does not meet others there.
    #[inline]
    fn step(&self, others: Cells, head: usize, way: usize) -> Option<usize> {
        self.steps[head][way].filter(|&to| self.covers[to] & others == 0)
    }

    /// Visits the heads that the piece at `head` gets to, step by step.
    #[inline]
    fn walk(&self, others: Cells, head: usize, mut visit: impl FnMut(usize)) {
        let (mut seen, mut waiting): (Cells, Cells) = (1 << head, 1 << head);
        while waiting != 0 {
            let from = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            for to in (0..4).filter_map(|way| self.step(others, from, way)) {
                if seen >> to & 1 == 0 {
                    seen |= 1 << to;
                    waiting |= 1 << to;
                    visit(to);
                }
            }
        }
    }
}

/// What the pieces of a class can do.
fn kind(class: &Class, floor: &Grid) -> Kind {
    let bits =
        |cells: &Option<Vec<usize>>| cells.iter().flatten().fold(0, |bits: Cells, cell| bits | 1 << cell);
    let step =
        |head: usize| WAYS.map(|way| floor.beside(head, way).filter(|&head| class.covers[head].is_some()));
    Kind { covers: class.covers.iter().map(bits).collect(), steps: (0..floor.len()).map(step).collect() }
}

/// The symmetries of the board as it is drawn, walls too, but the identity, that take each class to one that is like it there, goals
/// to goals.
fn symmetries(floor: &Grid, groups: &[Group]) -> Vec<Symmetry> {
    let symmetry = |images: Vec<usize>| -> Option<Symmetry> {
        let becomes = |Group { class, goals, .. }: &Group| {
            let mut covers = vec![None; floor.len()];
            let mut heads = vec![usize::MAX; floor.len()];
            for (head, cells) in class.covers.iter().enumerate() {
                let Some(cells) = cells else { continue };
                let mut cells: Vec<usize> = cells.iter().map(|&cell| images[cell]).collect();
                cells.sort_unstable();
                heads[head] = cells[0];
                let at = cells[0];
                covers[at] = Some(cells);
            }
            let mut goals: Vec<usize> = goals.iter().map(|&goal| heads[goal]).collect();
            goals.sort_unstable();
            let like = |other: &Group| {
                other.class.count == class.count && other.class.covers == covers && other.goals == goals
            };
            let class = groups.iter().position(like)? as u8 + 1;
            Some(heads.into_iter().map(|head| (class, head as u8)).collect::<Symmetry>())
        };
        groups.iter().map(becomes).collect::<Option<Vec<Symmetry>>>().map(|classes| classes.concat())
    };
    floor.symmetries().into_iter().filter_map(symmetry).collect()
}

impl Rules for Sliding {
    type Position = Position;

    fn start(&self) -> Position {
        Position { heads: self.start.clone(), pieces: self.pieces.clone() }
    }

    fn has_goal(&self) -> bool {
        !self.goal.is_empty()
    }

    fn is_goal(&self, position: &Position) -> bool {
        self.has_goal() && self.goal.iter().all(|(head, classes)| classes.contains(&position.heads[*head]))
    }

    fn expand(&self, position: &Position, mut visit: impl FnMut(&Position, u32)) {
        let occupied = self.occupied(&position.heads);
        let mut next = Position::new(position.heads.clone());
        for (head, &class) in position.heads.iter().enumerate().filter(|(_, class)| **class != 0) {
            let kind = &self.classes[usize::from(class) - 1];
            next.heads[head] = 0;
            self.reach(kind, occupied & !kind.covers[head], head, |to| {
                next.heads[to] = class;
                visit(&next, 1);
                next.heads[to] = 0;
            });
            next.heads[head] = class;
        }
    }

    fn play(&self, position: &mut Position, by: &str) -> Result<u32, String> {
        let mut letters = by.chars();
        let letter = letters.next().ok_or("it is empty")?;
        let piece = position.pieces.iter().position(|piece| piece.0 == letter);
        let piece = piece.ok_or_else(|| format!("there is no piece {letter}"))?;
        let head = position.pieces[piece].1;
        let class = position.heads[head];
        let kind = &self.classes[usize::from(class) - 1];
        let others = self.occupied(&position.heads) & !kind.covers[head];
        let mut at = head;
        for sign in letters {
            let way = LETTERS.iter().position(|&letter| letter == sign).ok_or("it has no direction there")?;
            let to = kind.step(others, at, way);
            at = to.ok_or("something is in the way")?;
        }
        let mut found = false;
        self.reach(kind, others, head, |to| found |= to == at);
        if !found || at == head {
            return Err("this is not one move".to_owned());
        }
        (position.heads[head], position.heads[at], position.pieces[piece].1) = (0, class, at);
        Ok(1)
    }

    fn count(&self) -> u64 {
        self.ranking.count()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let mut least = self.ranking.rank(&position.heads)?;
        if self.symmetries.is_empty() {
            return Some(least);
        }
        let mut image = [0; Cells::BITS as usize];
        let image = &mut image[..position.heads.len()];
        for symmetry in &self.symmetries {
            image.fill(0);
            for (head, &class) in position.heads.iter().enumerate().filter(|(_, class)| **class != 0) {
                let (becomes, head) = symmetry[usize::from(class - 1) * image.len() + head];
                image[usize::from(head)] = becomes;
            }
            least = least.min(self.ranking.rank(image)?);
        }
        Some(least)
    }

    fn unrank(&self, rank: u64, position: &mut Position) {
        self.ranking.unrank(rank, &mut position.heads);
    }
}
