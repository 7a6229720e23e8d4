//! River crossings: a boat takes a few of a party across, and some must not be left alone together.

use tejun_puzzles::input::Keys;
use tejun_puzzles::kit::cells_of;
use tejun_puzzles::{
    Colour, FamilyInfo, Gesture, Glyph, InputError, LibraryFile, Piece, Puzzle, Random, RandomPuzzles, Scene,
    Searches, Sentence, Shelf,
};
use tejun_search::{Moves, Space};

const ABOUT: Sentence = Sentence::english("about", "everybody crosses the river, a few at a time");
const UNSAFE: Sentence =
    Sentence::english("unsafe", "somebody must row, and none who quarrel stay without a rower");
const WOLF: &str = "puzzle = 'river-crossing'\ntitle = 'Wolf, goat and cabbage'\noptimal = 7
party = 'FWGC'\nrowers = 'F'\nboat = 2\nquarrel = ['WG', 'GC']\n";
const TWO: &str = "puzzle = 'river-crossing'\ntitle = 'Two who row'\noptimal = 5
party = 'ABWGSC'\nrowers = 'AB'\nboat = 3\nquarrel = ['WG', 'WS', 'GC', 'SC']\n";
/// The bit of a state that is set if the boat is across; those below are the party's.
const BOAT: u64 = 1 << 32;

/// A party and its rules. A state is the set of those who are across, with the boat.
pub struct RiverCrossing {
    names: Vec<char>,
    rowers: u64,
    seats: u32,
    quarrels: Vec<u64>,
}

impl RiverCrossing {
    fn is_safe(&self, bank: u64) -> bool {
        bank & self.rowers != 0 || !self.quarrels.iter().any(|quarrel| bank & quarrel == *quarrel)
    }
}

impl Space for RiverCrossing {
    type State = u64;
    /// Those in the boat.
    type Move = u64;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(0);
    }

    fn is_goal(&self, across: &u64) -> bool {
        *across == BOAT | ((1 << self.names.len()) - 1)
    }

    fn expand(&self, across: &u64, mut visit: impl FnMut(u64, u64)) {
        let (all, far) = ((1 << self.names.len()) - 1, across & !BOAT);
        let here = if across & BOAT == 0 { all & !far } else { far };
        // Every subset of those who are here, from all to none.
        let mut aboard = here;
        while aboard != 0 {
            let far = far ^ aboard;
            let rowed = aboard & self.rowers != 0 && aboard.count_ones() <= self.seats;
            if rowed && self.is_safe(far) && self.is_safe(all & !far) {
                visit(aboard, across ^ aboard ^ BOAT);
            }
            aboard = (aboard - 1) & here;
        }
    }
}

impl Puzzle for RiverCrossing {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&Sentence::english("title", "River crossing")),
        about: Some(&ABOUT),
        metrics: &["crossings"],
        why_not: &UNSAFE,
        random: Some(RandomPuzzles { draw: random, levels: &[3..=6, 7..=10, 11..=30] }),
        shelves: &[Shelf {
            first_steps: &[
                "puzzle = 'river-crossing'\nparty = 'FG'\nrowers = 'F'\nboat = 2\nquarrel = []\n",
                "puzzle = 'river-crossing'\nparty = 'FWG'\nrowers = 'F'\nboat = 2\nquarrel = ['WG']\n",
            ],
            ..Shelf::PLAIN
        }],
        library: Some(|| {
            vec![LibraryFile::new("wolf-goat-cabbage", WOLF), LibraryFile::new("two-who-row", TWO)]
        }),
        ..FamilyInfo::new("river-crossing", WOLF)
    };
    const SEARCHES: Searches<Self> = Searches::auto();

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let names: Vec<char> = keys.need::<String>("party")?.chars().collect();
        if names.len() > 12 || (1..names.len()).any(|at| names[..at].contains(&names[at])) {
            return Err(InputError::new("party has a letter twice, or more than 12"));
        }
        let set = |letters: String| {
            let bit = |letter| names.iter().position(|&name| name == letter).map(|at| 1_u64 << at);
            let set = letters.chars().map(bit).sum::<Option<u64>>();
            set.ok_or_else(|| InputError::new(format!("{letters:?} has a letter that is not in party")))
        };
        let quarrels = keys.need::<Vec<_>>("quarrel")?.into_iter().map(set).collect::<Result<_, _>>()?;
        let (rowers, seats) = (set(keys.need("rowers")?)?, keys.need("boat")?);
        Ok(RiverCrossing { names, rowers, seats, quarrels })
    }

    fn write(&self, _: &u64, aboard: u64) -> String {
        cells_of(aboard).map(|at| self.names[at]).collect()
    }

    /// All in the boat are carried at once, each from a seat on one bank to the seat on the other.
    fn gesture(&self, across: &u64, scene: &Scene, aboard: u64) -> Gesture {
        let (from, to) = if across & BOAT == 0 { (0, 3) } else { (3, 0) };
        scene.carry_all(cells_of(aboard).map(|at| (4 * at + from, 4 * at + to)))
    }

    /// A row for each of the party: a seat on either bank, and two cells of water between.
    fn scene(&self, across: &u64) -> Scene {
        let (rows, columns) = (self.names.len(), 4);
        let seat = |at: usize| columns * at + if across >> at & 1 == 1 { 3 } else { 0 };
        let person = |(kind, name): (_, &char)| Piece { kind, ..Piece::new(*name, [seat(kind)]) };
        let hull = Piece {
            glyph: Glyph::Path("M5 40H95L78 72H22Z"),
            colour: Some(Colour(0x7a, 0x4a, 0x21)),
            ..Piece::new("=", [columns * (rows / 2) + if across & BOAT == 0 { 1 } else { 2 }])
        };
        let water = (0..rows * columns).filter(|cell| [1, 2].contains(&(cell % columns)));
        let river = Scene::grid(rows, columns).coloured(Colour(0x6f, 0xae, 0xd6), water);
        river.with(self.names.iter().enumerate().map(person)).with([hull])
    }
}

/// A party of four to six, with quarrels at random.
fn random(random: &mut Random) -> String {
    let party = &"FGHIJK"[..4 + random.below(3) as usize];
    let others = |at: usize| party[at + 1..].chars();
    let pairs = party.char_indices().skip(1).flat_map(|(at, a)| others(at).map(move |b| format!("'{a}{b}'")));
    let quarrel: Vec<String> = pairs.filter(|_| random.below(3) == 0).collect();
    let (boat, quarrel) = (2 + random.below(2), quarrel.join(", "));
    format!(
        "puzzle = 'river-crossing'\nparty = '{party}'\nrowers = 'F'\nboat = {boat}\nquarrel = [{quarrel}]\n"
    )
}
