//! Peg solitaire: a peg jumps over another into an empty hole, and the one it jumped over leaves the board.

mod drawn;
#[cfg(not(target_family = "wasm"))]
mod finder;
mod lines;
#[cfg(not(target_family = "wasm"))]
mod pagoda;
#[cfg(not(target_family = "wasm"))]
mod veripb;
mod words;

use tejun_search::{Moves, Space};

use self::lines::Lines;
#[cfg(not(target_family = "wasm"))]
use self::pagoda::{Pagodas, TOO_LIGHT};
use self::words::{
    ABOUT, ALONG, AS_GOAL, BOTH, HOLE, JUMP, JUMPING, LAST, NEVER, NEVER_ON_TRIANGLES, ON_TRIANGLES,
    ONE_LEFT, OUTSIDE, PEG, PEGS, TITLE,
};

use crate::{
    Brush, CellId, FamilyInfo, FileLine, Gesture, Glyph, Mark, Notation, Piece, Puzzle, Reason, RuleExample,
    Scene, Searches, Shelf,
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::export::{self, Atom, Schema, Task};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::prove;
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Export, ExportFormat};
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Finder, NormalForm};
use tejun_core::{
    InputError,
    input::Keys,
    kit::{Board, Symmetries, cells_of, set_of},
};
#[cfg(not(target_family = "wasm"))]
use tejun_verify::Claim;

const TEMPLATE: &str = include_str!("../../library/peg-solitaire/peg-cross.toml");

/// Maximum number of holes. A state has a bit for each, and the one with all 64 bits set is never a state.
const HOLES: usize = 63;

/// A board with its first and its last pegs. A state is the set of holes with a peg.
pub struct PegSolitaire {
    board: Board,
    lines: Lines,
    start: u64,
    goals: Vec<u64>,
    /// The jumps, the pegs that each needs, and the holes that it changes: those two and the one it ends in.
    jumps: Vec<(Jump, u64, u64)>,
    /// The holes of each of three colours, in every way of colouring them so that a jump changes one hole of each.
    colours: Vec<u64>,
    // The page has more use for the room in its module.
    #[cfg(not(target_family = "wasm"))]
    pagodas: Pagodas,
    symmetries: Symmetries<u64>,
}

/// The holes where a jump begins and ends.
type Jump = (CellId, CellId);

impl Space for PegSolitaire {
    type State = u64;
    type Move = Jump;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.start);
    }

    fn is_goal(&self, pegs: &u64) -> bool {
        self.goals.contains(pegs)
    }

    fn expand(&self, pegs: &u64, mut visit: impl FnMut(Jump, u64)) {
        let legal = self.jumps.iter().filter(|(_, needed, changed)| pegs & changed == *needed);
        legal.for_each(|(jump, _, changed)| visit(*jump, pegs ^ changed));
    }

    /// The jumps to the goal, as each takes one peg.
    #[cfg(not(target_family = "wasm"))]
    fn bound(&self, pegs: &u64) -> Option<u32> {
        let jumps = pegs.count_ones().checked_sub(self.goals.first()?.count_ones())?;
        (!self.pagodas.rule_out(*pegs)).then_some(jumps)
    }

    fn has_symmetry(&self) -> bool {
        self.symmetries.any()
    }

    fn canonical(&self, pegs: &u64) -> u64 {
        self.symmetries.least(pegs)
    }
}

impl Puzzle for PegSolitaire {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&TITLE),
        about: Some(&ABOUT),
        names: &["solo noble", "pegu soritea", "duli zuanshi qi", "kongming qi", "孔明棋"],
        metrics: &["jumps"],
        brushes: &[Brush::new("o", &PEG), Brush::new(".", &HOLE), Brush::new("#", &OUTSIDE)],
        rule_examples: &[
            RuleExample::new(&JUMPING).shown(TEMPLATE),
            RuleExample::new(&ALONG).shown("puzzle = 'peg-solitaire'\nboard = '''\n  .\n . o\no o o'''\n"),
            RuleExample::new(&LAST).shown("puzzle = 'peg-solitaire'\nboard = '''\n....o'''\n"),
        ],
        lines: &[
            FileLine { text: "jumps = \"both\"", about: &BOTH, brush: None, letters: None },
            FileLine { text: "jumps = \"triangular\"", about: &ON_TRIANGLES, brush: None, letters: None },
        ],
        why_not: &JUMP,
        notations: &drawn::NOTATIONS,
        shelves: &[Shelf {
            fame: 30,
            known: &["peg-central"],
            first_steps: &[
                "puzzle = \"peg-solitaire\"\nboard = '''\noo.'''\n",
                "puzzle = \"peg-solitaire\"\nboard = '''\noo.\n##o\n##.'''\n",
                "puzzle = \"peg-solitaire\"\nboard = '''\noo.o.\n####o\n####.'''\n",
            ],
            ..Shelf::PLAIN
        }],
        library: Some(|| crate::library::of("peg-solitaire")),
        ..FamilyInfo::new("peg-solitaire", TEMPLATE)
    };
    const SEARCHES: Searches<Self> = Searches {
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, start, theorem, means, watch| {
            let read = tejun_verify::rules::peg_solitaire::PegSolitaire::read;
            let guides = |claim: &_| puzzle.guides(claim);
            prove::by_guide(read, &guides, (puzzle, start), theorem, means, watch)
        }),
        #[cfg(not(target_family = "wasm"))]
        finder: Some(Finder {
            find: |puzzle, start, means, observer| {
                finder::find((puzzle, &puzzle.board, &puzzle.goals), start, means, observer)
            },
            after: 1 << 16,
            pace: 1 << 6,
        }),
        ..Searches::depth_first().one_at_a_time()
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let drawing = keys.text("board").unwrap_or_default().to_owned();
        let board = Board::read(keys, "board", "o.", "#")?.at_most(HOLES)?;
        let goal = board.read_again(keys, "goal", "o.", "#")?.map(|goal| vec![set_of(goal.drawn("o"))]);
        let goals = goal.unwrap_or_else(|| board.cells().map(|hole| 1 << hole).collect());
        let lines = Lines::of(keys.take("jumps")?, &drawing, board);
        let (lines, board) = lines.map_err(|error| error.in_board("board"))?;
        let jump =
            |[from, over, to]: [CellId; 3]| ((from, to), set_of([from, over]), set_of([from, over, to]));
        let in_goals = |hole: CellId| goals.iter().filter(|goal| *goal >> hole & 1 == 1).count();
        Ok(PegSolitaire {
            start: set_of(board.drawn("o")),
            jumps: board.runs(lines.ways()).map(jump).collect(),
            colours: colours(&board, lines),
            #[cfg(not(target_family = "wasm"))]
            pagodas: Pagodas::new(&board, lines, &goals),
            symmetries: Symmetries::new(&lines.symmetries(&board, in_goals), 1),
            goals,
            lines,
            board,
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        let drawn = |pegs: u64| self.board.rows('#', |hole| if pegs >> hole & 1 == 1 { 'o' } else { '.' });
        let puzzle = NormalForm::of("peg-solitaire").rows("board", &drawn(self.start));
        // Otherwise it is one peg anywhere.
        let puzzle = match self.goals[..] {
            [goal] => puzzle.rows("goal", &drawn(goal)),
            _ => puzzle,
        };
        let puzzle = match self.lines {
            Lines::Orthogonal => puzzle,
            lines => puzzle.word("jumps", lines.name()),
        };
        Some(puzzle.finish())
    }

    fn objective(&self) -> Option<Reason> {
        Some(Reason::new(if self.goals.len() == 1 { &AS_GOAL } else { &ONE_LEFT }))
    }

    fn write(&self, _: &u64, (from, to): Jump) -> String {
        format!("{}-{}", self.board.name(from), self.board.name(to))
    }

    fn gesture(&self, _: &u64, scene: &Scene, (from, to): Jump) -> Gesture {
        scene.carry(from, [to])
    }

    fn scene(&self, pegs: &u64) -> Scene {
        let peg = |hole| Piece { glyph: Glyph::Marble, ..Piece::new("o", [hole]) };
        let scene = self.lines.scene(&self.board).with(cells_of(*pegs).map(peg));
        let goal = self.goals.iter().filter(|_| self.goals.len() == 1);
        let scene = scene.marked(Mark::Goal, goal.flat_map(|&goal| cells_of(goal)));
        scene.captioned(Reason::new(&PEGS).with("pegs", pegs.count_ones()))
    }

    fn notations(&self, pegs: &u64) -> Vec<Notation> {
        let text = drawn::write(&self.board, *pegs, self.goals.len() != 1 && self.lines == Lines::Orthogonal);
        drawn::NOTATIONS.iter().map(|notation| notation.written(text.clone())).collect()
    }

    /// A jump changes one hole of each colour. So the pegs of all but one colour stay odd or even. And it raises no pagoda.
    fn hopeless(&self, pegs: &u64) -> Option<Reason> {
        let is_even = |set: u64| set.count_ones().is_multiple_of(2);
        let fits = |goal: &u64| self.colours.iter().all(|colour| is_even((goal ^ pegs) & !colour));
        let never = if self.lines == Lines::Triangular { &NEVER_ON_TRIANGLES } else { &NEVER };
        if !self.goals.iter().any(fits) {
            return Some(Reason::new(never));
        }
        #[cfg(not(target_family = "wasm"))]
        if self.pagodas.rule_out(*pegs) {
            return Some(Reason::new(&TOO_LIGHT));
        }
        None
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, pegs: &u64, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        match format {
            ExportFormat::Veripb => {
                let names = self.board.cells().map(|hole| self.board.name(hole)).collect();
                let PegSolitaire { jumps, goals, colours, pagodas, .. } = self;
                Some(veripb::Game { names, jumps, pegs: *pegs, goals, colours, pagodas }.export(depth))
            }
            _ => export::plan(format, depth, || self.task(*pegs)),
        }
    }
}

/// The holes of each of three colours, in every way of colouring them so that a jump changes one hole of each.
fn colours(board: &Board, lines: Lines) -> Vec<u64> {
    let differ = |(row, column): &(isize, isize)| {
        lines.ways().iter().all(|(down, right)| (row * down + column * right) % 3 != 0)
    };
    let ways = [(1, 1), (1, 2)].into_iter().filter(differ);
    let of = |(row, column): (isize, isize), colour: isize| {
        let is_of = |hole: &CellId| {
            let (down, right) = board.place(*hole);
            (row * down as isize + column * right as isize) % 3 == colour
        };
        set_of(board.cells().filter(is_of))
    };
    ways.flat_map(|way| (0..3).map(move |colour| of(way, colour))).collect()
}

#[cfg(not(target_family = "wasm"))]
impl PegSolitaire {
    /// The functions of the holes that prove a claim of the start in a line: sets of which each jump changes none or two, or a
    /// pagoda function.
    fn guides(&self, claim: &Claim) -> Vec<prove::Guide> {
        if *claim != Claim::Unsolvable {
            return Vec::new();
        }
        let holes = self.board.len();
        let is_odd = |set: u64| !set.count_ones().is_multiple_of(2);
        let rules_out = |colour: &u64, goal: &u64| is_odd((goal ^ self.start) & !colour);
        let sets = self.colours.iter().filter(|colour| self.goals.iter().any(|goal| rules_out(colour, goal)));
        let drawn = |colour: &u64| -> String {
            (0..holes).map(|hole| if colour >> hole & 1 == 1 { '0' } else { '1' }).collect()
        };
        let sets: Vec<String> = sets.map(drawn).collect();
        let excluded = |goal: &u64| self.colours.iter().any(|colour| rules_out(colour, goal));
        let colours = self.goals.iter().all(excluded).then(|| format!("colours {}", sets.join(", ")));
        let weights = || {
            let weights = self.pagodas.against(self.start, holes)?;
            let words: Vec<String> = weights.iter().map(u64::to_string).collect();
            Some(format!("weights {}", words.join(" ")))
        };
        let bound = colours.or_else(weights);
        bound.map(|bound| prove::Guide { bound, positions: 0 }).into_iter().collect()
    }

    /// The puzzle from a state on as a planning task.
    fn task(&self, pegs: u64) -> Result<Task, InputError> {
        let mut task = Task::new("peg-solitaire");
        let holes: Vec<usize> =
            self.board.cells().map(|hole| task.object(self.board.name(hole), "hole")).collect();
        let all = |pegs: u64| {
            let is = |hole: CellId| if pegs >> hole & 1 == 1 { "peg" } else { "empty" };
            self.board.cells().map(|hole| Atom(is(hole), vec![holes[hole]])).collect::<Vec<Atom>>()
        };
        task.initial = all(pegs);
        task.goals = self.goals.iter().map(|&goal| all(goal)).collect();
        task.invariants =
            holes.iter().map(|&hole| ["peg", "empty"].map(|is| Atom(is, vec![hole])).to_vec()).collect();
        for &((from, to), needed, _) in &self.jumps {
            let over = cells_of(needed ^ 1 << from).next().expect("a peg is jumped over");
            let jump = || Schema {
                needs: vec![Atom("peg", vec![0]), Atom("peg", vec![1]), Atom("empty", vec![2])],
                adds: vec![Atom("empty", vec![0]), Atom("empty", vec![1]), Atom("peg", vec![2])],
                deletes: vec![Atom("peg", vec![0]), Atom("peg", vec![1]), Atom("empty", vec![2])],
                ..Schema::new("jump", &[("from", "hole"), ("over", "hole"), ("to", "hole")])
            };
            task.row("jump", vec![holes[from], holes[over], holes[to]], jump)?;
        }
        Ok(task)
    }
}
