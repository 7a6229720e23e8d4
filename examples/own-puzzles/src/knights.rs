//! Knights change places: white and black knights jump on a small board, two never in one square, until each
//! stands where the other colour began. The board of three by three squares is Guarini's problem of 1512.

use tejun_puzzles::input::Keys;
use tejun_puzzles::kit::{Board, cells_of, set_of};
use tejun_puzzles::{
    CellId, FamilyInfo, Gesture, InputError, LibraryFile, Piece, Puzzle, Scene, Searches, Sentence, Shelf,
};
#[cfg(not(target_family = "wasm"))]
use tejun_puzzles::{Export, ExportFormat, NormalForm, kit};
use tejun_search::{Moves, Space};

#[cfg(not(target_family = "wasm"))]
use crate::knights_again::{self, PlainKnights};

/// A board with two sets of knights. A state has the white ones in its low half, the black ones in its high half.
pub struct Knights {
    board: Board,
    start: u64,
    /// The squares that a knight on each square attacks.
    attacked: Vec<Vec<CellId>>,
}

/// Bits of a state for one colour.
const HALF: usize = 32;

impl Space for Knights {
    type State = u64;
    type Move = (CellId, CellId);
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.start);
    }

    fn is_goal(&self, knights: &u64) -> bool {
        *knights == self.start.rotate_left(HALF as u32)
    }

    fn goals(&self) -> Option<Vec<u64>> {
        Some(vec![self.start.rotate_left(HALF as u32)])
    }

    fn expand(&self, knights: &u64, mut visit: impl FnMut((CellId, CellId), u64)) {
        let taken = knights | knights >> HALF;
        for knight in cells_of(*knights) {
            let (colour, from) = (knight / HALF * HALF, knight % HALF);
            for &to in self.attacked[from].iter().filter(|&to| taken >> to & 1 == 0) {
                visit((from, to), knights ^ 1 << knight ^ 1 << (colour + to));
            }
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Knights {
    /// How a square is drawn.
    fn sign(&self, knights: u64, square: CellId) -> char {
        match (knights >> square & 1, knights >> (square + HALF) & 1) {
            (1, _) => 'w',
            (_, 1) => 'b',
            _ => '.',
        }
    }
}

impl Puzzle for Knights {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&Sentence::english("title", "Knights")),
        about: Some(&Sentence::english("about", "knights of two colours change places")),
        why_not: &Sentence::english(
            "knight",
            "a knight jumps two squares one way and one the other, to a free square",
        ),
        shelves: &[Shelf { first_steps: &[THREE_SQUARES, RING], ..Shelf::PLAIN }],
        library: Some(|| vec![LibraryFile::new("guarini", GUARINI), LibraryFile::new("lamp", LAMP)]),
        ..FamilyInfo::new("knights", GUARINI)
    };
    const SEARCHES: Searches<Self> = Searches {
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, start, theorem, means, watch| {
            kit::prove::by_bound(PlainKnights::read, (puzzle, start), theorem, means, watch)
        }),
        ..Searches::auto()
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let board = Board::read(keys, "board", "wb.", "#")?.at_most(HALF - 1)?;
        let attacked = |from| {
            let (row, column) = board.place(from);
            let is_jump = |to: &CellId| {
                let (r, c) = board.place(*to);
                r.abs_diff(row) * c.abs_diff(column) == 2
            };
            board.cells().filter(is_jump).collect()
        };
        let start = set_of(board.drawn("w")) | set_of(board.drawn("b")) << HALF;
        Ok(Knights { attacked: board.cells().map(attacked).collect(), start, board })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        let rows = self.board.rows('#', |square| self.sign(self.start, square));
        Some(NormalForm::of("knights").rows("board", &rows).finish())
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, knights: &u64, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        let squares = self.board.cells().map(|square| (self.board.name(square), self.sign(*knights, square)));
        let squares: Vec<(String, char)> = squares.collect();
        let jumps = self.board.cells().flat_map(|from| self.attacked[from].iter().map(move |&to| (from, to)));
        let jumps: Vec<(CellId, CellId)> = jumps.collect();
        kit::export::plan(format, depth, || knights_again::task(&squares, &jumps))
    }

    fn write(&self, _: &u64, (from, to): (CellId, CellId)) -> String {
        format!("{}-{}", self.board.name(from), self.board.name(to))
    }

    fn gesture(&self, _: &u64, scene: &Scene, (from, to): (CellId, CellId)) -> Gesture {
        scene.carry(from, [to])
    }

    fn scene(&self, knights: &u64) -> Scene {
        let knight = |bit| Piece::new(if bit < HALF { "w" } else { "b" }, [bit % HALF]);
        self.board.scene().with(cells_of(*knights).map(knight))
    }
}

const GUARINI: &str = "puzzle = 'knights'
title = \"Guarini's problem\"
board = '''
w.w
...
b.b'''
";

const LAMP: &str = "puzzle = 'knights'
title = 'Lamp'
board = '''
#b#.
.wb.
ww#b'''
";

const THREE_SQUARES: &str = "puzzle = 'knights'
board = '''
#.##
###.
w#b#'''
";

const RING: &str = "puzzle = 'knights'
board = '''
w..
.#.
..b'''
";
