//! Ice mazes: a skater glides until a thin wall or the edge stops her, and has to stop on the flag.

use tejun_puzzles::input::Keys;
use tejun_puzzles::kit::Board;
use tejun_puzzles::{
    CellId, Direction, FamilyInfo, Gesture, Glyph, InputError, Key, Mark, Piece, Puzzle, Random,
    RandomPuzzles, Role, Scene, Searches, Sentence, Shelf,
};
use tejun_search::{Moves, Space};

const ABOUT: Sentence = Sentence::english("about", "glide until a wall stops you, and stop on the flag");
const POND: &str = "puzzle = 'ice-maze'
title = 'Pond'
maze = '''
+-+-+-+-+-+
|S        |
+ +-+ + + +
|     |   |
+ + + + +-+
|       |F|
+ + +-+ + +
|   |     |
+-+-+-+-+-+'''
";
const KEYS: [Key; 4] = [
    Key::arrow('l', Direction::Left),
    Key::arrow('d', Direction::Down),
    Key::arrow('u', Direction::Up),
    Key::arrow('r', Direction::Right),
];

/// A maze. A state is the cell of the skater.
pub struct IceMaze {
    board: Board,
    skater: CellId,
    flag: CellId,
    walls: Vec<[CellId; 2]>,
}

impl IceMaze {
    fn glide(&self, from: CellId, direction: Direction) -> CellId {
        let next = self.board.beside(from, direction);
        let open = next.filter(|&next| !self.walls.contains(&[from.min(next), from.max(next)]));
        open.map_or(from, |next| self.glide(next, direction))
    }
}

impl Space for IceMaze {
    type State = u64;
    type Move = char;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.skater as u64);
    }

    fn is_goal(&self, at: &u64) -> bool {
        *at == self.flag as u64
    }

    fn expand(&self, at: &u64, mut visit: impl FnMut(char, u64)) {
        for Key { key, arrow, .. } in KEYS {
            let to = arrow.map_or(*at, |direction| self.glide(*at as CellId, direction) as u64);
            if to != *at {
                visit(key, to);
            }
        }
    }
}

impl Puzzle for IceMaze {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&Sentence::english("title", "Ice maze")),
        about: Some(&ABOUT),
        metrics: &["glides"],
        why_not: &Sentence::english("stopped", "a wall is in the way"),
        random: Some(RandomPuzzles { draw: random, levels: &[4..=6, 7..=9, 10..=30] }),
        shelves: &[Shelf {
            first_steps: &[
                "puzzle = 'ice-maze'\nmaze = '''\n+-+-+-+\n|S   F|\n+-+-+-+'''\n",
                "puzzle = 'ice-maze'\nmaze = '''\n+-+-+-+\n|S    |\n+ + + +\n|    F|\n+-+-+-+'''\n",
            ],
            ..Shelf::PLAIN
        }],
        ..FamilyInfo::new("ice-maze", POND)
    };
    const SEARCHES: Searches<Self> = Searches::auto();

    /// In the drawing every second character of every second row is a cell; what lies between two cells is a wall or not.
    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let maze = Board::read(keys, "maze", "SF+-| ", "")?;
        let (rows, columns) = maze.size();
        if rows % 2 == 0 || columns % 2 == 0 || rows < 3 || columns < 3 || rows * columns > 4_000 {
            return Err(InputError::new("a maze has an odd number of rows and of columns"));
        }
        let drawn = |row, column| maze.at(row, column).map_or(' ', |at| maze.character(at));
        let row = |row| (1..columns).step_by(2).map(|column| drawn(row, column)).collect();
        let cells: Vec<String> = (1..rows).step_by(2).map(row).collect();
        let board = Board::parse(&cells.join("\n").replace(' ', "."), "SF.", "")?;
        let wall = |[a, b]: &[CellId; 2]| {
            let ((row, column), (r, c)) = (board.place(*a), board.place(*b));
            drawn(row + r + 1, column + c + 1) != ' '
        };
        let walls = board.runs(&Board::SIDES).filter(|[a, b]| a < b).filter(wall).collect();
        Ok(IceMaze { skater: board.only("S", "skater")?, flag: board.only("F", "flag")?, walls, board })
    }

    fn write(&self, _: &u64, key: char) -> String {
        key.to_string()
    }

    fn gesture(&self, _: &u64, _: &Scene, key: char) -> Gesture {
        Gesture::Key(key)
    }

    fn scene(&self, at: &u64) -> Scene {
        let skater = Piece { glyph: Glyph::Disc, role: Role::Hero, ..Piece::new("S", [*at as CellId]) };
        let scene = Scene { thin_walls: self.walls.clone(), keys: &KEYS, ..self.board.scene() };
        scene.marked(Mark::Goal, [self.flag]).with([skater])
    }
}

/// A maze of seven by nine cells with walls at random.
fn random(random: &mut Random) -> String {
    let skater = random.below(63);
    let flag = (skater + 1 + random.below(62)) % 63;
    let mut drawn = |row: u64, column: u64| match (row % 2, column % 2) {
        (0, 0) => '+',
        (1, 1) if row / 2 * 9 + column / 2 == skater => 'S',
        (1, 1) if row / 2 * 9 + column / 2 == flag => 'F',
        (0, 1) if [0, 14].contains(&row) || random.below(4) == 0 => '-',
        (1, 0) if [0, 18].contains(&column) || random.below(4) == 0 => '|',
        _ => ' ',
    };
    let rows: Vec<String> = (0..15).map(|row| (0..19).map(|column| drawn(row, column)).collect()).collect();
    format!("puzzle = 'ice-maze'\nmaze = '''\n{}'''\n", rows.join("\n"))
}
