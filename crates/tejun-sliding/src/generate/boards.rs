//! The verb `generate sliding`: small boards of a given length.

use super::draw::{self, Kind, METRIC, UNIQUE};
use crate::piece_set::{PieceSets, rectangle};
use crate::rules::{Floor, GoalMatch, Metric, Piece, Position, Rules, Shape, Target};
use crate::write;
use tejun_core::{
    Call, FamilyVerb, InputError, Observer, Random, VerbAnswer, VerbOption,
    generate::{self, MOVES, NUMBER},
};

const SIZE: VerbOption =
    VerbOption { name: "size", value: Some("RxC"), about: "rows and columns of the board (default: 4x4)" };
const PIECES: VerbOption = VerbOption {
    name: "pieces",
    value: Some("SET"),
    about: "the pieces besides the one that has a goal, as for hardest, such as 1h,2v,3u (default: random ones)",
};

/// The verb.
pub(super) fn verb() -> FamilyVerb {
    FamilyVerb {
        path: &["generate", "sliding"],
        about: "random boards of sliding blocks of a given length, among the hardest of their pieces",
        arguments: &[],
        options: &[MOVES, SIZE, PIECES, UNIQUE, NUMBER, METRIC],
        run,
    }
}

fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let (rows, columns) = generate::size(call.option(SIZE.name).unwrap_or("4x4"), "4x5", 2..=8)?;
    let base = Base { rows, columns };
    let sets = call.option(PIECES.name).map(|text| PieceSets::read(text, &base.hero(0))).transpose()?;
    // A set that does not fit is reported before any work.
    let all =
        sets.map(|sets| sets.puzzles(&base.hero(0)).map(|puzzles| (sets, puzzles.count()))).transpose()?;
    draw::run(call, 15..=u32::MAX, &Boards { base, sets: all }, observer)
}

/// Random boards of one size, with the pieces of one of some sets, or else random ones.
struct Boards {
    base: Base,
    sets: Option<(PieceSets, usize)>,
}

impl Kind for Boards {
    type Pieces = Rules;

    fn draw(&self, random: &mut Random) -> Option<Rules> {
        let hero = self.base.hero(random.below(u64::MAX));
        let (puzzles, which) = match &self.sets {
            Some((sets, number)) => (sets.puzzles(&hero), random.below(*number as u64) as usize),
            None => (PieceSets::One(self.base.pieces(random)).puzzles(&hero), 0),
        };
        puzzles.ok()?.nth(which)
    }

    /// Random pieces are hard enough without a climb.
    fn change(&self, _: &Rules, random: &mut Random) -> Option<Rules> {
        self.draw(random)
    }

    fn rules(&self, rules: &Rules) -> Option<Rules> {
        Some(rules.clone())
    }

    fn write(&self, rules: &Rules, position: &Position) -> Option<(String, String)> {
        let text = write::instance(rules, position)?;
        Some((text.clone(), text))
    }
}

/// An empty board.
struct Base {
    rows: usize,
    columns: usize,
}

impl Base {
    /// The board with the piece that has a goal: a 2x2, or on a narrow board a bar. `place` chooses the goal.
    fn hero(&self, place: u64) -> Rules {
        let Base { rows, columns } = *self;
        let (high, wide) = match (rows, columns) {
            (2, 2) => (1, 1),
            (2, _) => (1, 2),
            (_, 2) => (2, 1),
            _ => (2, 2),
        };
        let floor = Floor { rows, columns, inside: vec![true; rows * columns] };
        let (down, right) = ((rows - high + 1) as u64, (columns - wide + 1) as u64);
        let place = place % (down * right);
        let head = (place / right) as usize * columns + (place % right) as usize;
        Rules {
            floor,
            pieces: vec![Piece { letter: 'A', shape: rectangle(high, wide), axis: None }],
            gates: Vec::new(),
            targets: vec![Target { pieces: vec![0], head }],
            goal_match: GoalMatch::Named,
            metric: Metric::Moves,
        }
    }

    /// A random set of other pieces that leaves two cells or more, but less than a third of the board.
    fn pieces(&self, random: &mut Random) -> Vec<(u8, Shape)> {
        let corner = |without: (usize, isize)| {
            let cells = rectangle(2, 2).0.into_iter().filter(|&cell| cell != without).collect::<Vec<_>>();
            // The head is the first cell.
            let first = cells[0].1;
            Shape(cells.into_iter().map(|(down, right)| (down, right - first)).collect())
        };
        let shapes = [
            rectangle(1, 1),
            rectangle(1, 2),
            rectangle(2, 1),
            corner((0, 0)),
            corner((0, 1)),
            corner((1, 0)),
            corner((1, 1)),
        ];
        let cells = self.rows * self.columns;
        let empty = 2 + random.below((cells as u64 / 3).saturating_sub(2).max(1)) as usize;
        let mut room = cells.saturating_sub(empty + 4);
        let mut set: Vec<(u8, Shape)> = Vec::new();
        while room > 0 {
            // Bars and units come up more often than corners.
            let at = [0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6][random.below(12) as usize];
            let shape = if shapes[at].0.len() > room { &shapes[0] } else { &shapes[at] };
            room -= shape.0.len();
            match set.iter_mut().find(|(_, known)| known == shape) {
                Some((number, _)) => *number += 1,
                None => set.push((1, shape.clone())),
            }
        }
        set
    }
}
