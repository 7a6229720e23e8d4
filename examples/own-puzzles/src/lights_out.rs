//! Lights Out: a tap switches a lamp and its neighbours. All lamps are to go out.

use tejun_puzzles::input::Keys;
use tejun_puzzles::kit::{Board, cells_of, set_of};
use tejun_puzzles::{
    Brush, CellId, Colour, Direction, FamilyInfo, Gesture, Glyph, InputError, Piece, Puzzle, Random,
    RandomPuzzles, Reason, Scene, Searches, Sentence, Shelf,
};
use tejun_search::{Moves, Space};

const ABOUT: Sentence = Sentence::english("about", "a tap switches a lamp and its neighbours");
const OBJECTIVE: Sentence = Sentence::english("objective", "switch all lamps off");
const LIT: Sentence = Sentence::english("lit", "a lamp that is lit");
const DARK: Sentence = Sentence::english("dark", "a dark lamp");
const NEVER: Sentence = Sentence::english(
    "never",
    "the marked lamps never go out together: each tap switches an even number of them",
);
const CROSS: &str =
    "puzzle = 'lights-out'\ntitle = 'Cross'\nboard = '''\n..o..\n.ooo.\nooooo\n.ooo.\n..o..'''\n";

const NIGHT: Colour = Colour(0x2b, 0x31, 0x42);
const GLOW: Colour = Colour(0xff, 0xd2, 0x4a);

/// Lamps on a board. A state is the set of those that are lit.
pub struct LightsOut {
    board: Board,
    start: u64,
    /// The lamps that a tap on each lamp switches.
    switched: Vec<u64>,
}

impl Space for LightsOut {
    type State = u64;
    type Move = CellId;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.start);
    }

    fn is_goal(&self, lit: &u64) -> bool {
        *lit == 0
    }

    fn goals(&self) -> Option<Vec<u64>> {
        Some(vec![0])
    }

    fn expand(&self, lit: &u64, mut visit: impl FnMut(CellId, u64)) {
        self.board.cells().for_each(|lamp| visit(lamp, lit ^ self.switched[lamp]));
    }
}

impl Puzzle for LightsOut {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&Sentence::english("title", "Lights Out")),
        about: Some(&ABOUT),
        metrics: &["taps"],
        brushes: &[Brush::new("o", &LIT), Brush::new(".", &DARK)],
        random: Some(RandomPuzzles { draw: random, levels: &[3..=5, 6..=9, 10..=15] }),
        shelves: &[Shelf {
            first_steps: &[
                "puzzle = 'lights-out'\nboard = '''\n.o.\nooo\n.o.'''\n",
                "puzzle = 'lights-out'\nboard = '''\noo.o\no.oo'''\n",
            ],
            ..Shelf::PLAIN
        }],
        ..FamilyInfo::new("lights-out", CROSS)
    };
    const SEARCHES: Searches<Self> = Searches::auto();

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let board = Board::read(keys, "board", "o.", "#")?.at_most(36)?;
        let switched = |lamp| {
            let neighbours = Direction::ALL.into_iter().filter_map(|direction| board.beside(lamp, direction));
            set_of(neighbours.chain([lamp]))
        };
        Ok(LightsOut {
            start: set_of(board.drawn("o")),
            switched: board.cells().map(switched).collect(),
            board,
        })
    }

    fn objective(&self) -> Option<Reason> {
        Some(Reason::new(&OBJECTIVE))
    }

    fn write(&self, _: &u64, lamp: CellId) -> String {
        self.board.name(lamp)
    }

    fn gesture(&self, _: &u64, _: &Scene, lamp: CellId) -> Gesture {
        Gesture::Tap(lamp)
    }

    fn scene(&self, lit: &u64) -> Scene {
        let lamp = |cell| Piece {
            glyph: Glyph::Path("M50 6a44 44 0 1 0 .1 0Z"),
            colour: Some(GLOW),
            ..Piece::new("*", [cell])
        };
        self.board.scene().coloured(NIGHT, self.board.cells()).with(cells_of(*lit).map(lamp))
    }

    /// A set of lamps of which each tap switches an even number stays even. The basis of these sets is what is left of the
    /// equations after elimination.
    fn hopeless(&self, lit: &u64) -> Option<Reason> {
        let mut rows: Vec<(u64, u64)> =
            self.board.cells().map(|lamp| (self.switched[lamp], 1 << lamp)).collect();
        for column in self.board.cells() {
            if let Some(at) = rows.iter().position(|(sum, _)| sum >> column & 1 == 1) {
                let (sum, taps) = rows.swap_remove(at);
                let with = rows.iter_mut().filter(|(other, _)| other >> column & 1 == 1);
                with.for_each(|row| *row = (row.0 ^ sum, row.1 ^ taps));
            }
        }
        let odd = rows.iter().find(|(_, taps)| (taps & lit).count_ones() % 2 == 1)?;
        Some(Reason::new(&NEVER).on(cells_of(odd.1)))
    }
}

/// A board on which some lamps were tapped, so that it can be solved.
fn random(random: &mut Random) -> String {
    let lit = (0..25).filter(|_| random.below(2) == 0).fold([false; 25], |mut lit, tapped: usize| {
        let (row, column) = (tapped / 5, tapped % 5);
        let near = |lamp: usize| (lamp / 5).abs_diff(row) + (lamp % 5).abs_diff(column) < 2;
        lit.iter_mut().enumerate().filter(|(lamp, _)| near(*lamp)).for_each(|(_, lit)| *lit = !*lit);
        lit
    });
    let row = |row: &[bool]| row.iter().map(|&lit| if lit { 'o' } else { '.' }).collect::<String>();
    let rows: Vec<String> = lit.chunks(5).map(row).collect();
    format!("puzzle = 'lights-out'\nboard = '''\n{}'''\n", rows.join("\n"))
}
