//! Peg solitaire: a peg jumps over another into an empty hole, and the one it jumped over leaves the board.

use tejun_search::{Moves, Space};

use crate::{
    Brush, CellId, FamilyInfo, Gesture, Glyph, Mark, Piece, Puzzle, Reason, RuleExample, Scene, Searches,
    Sentence,
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::NormalForm;
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::export::{self, Atom, Schema, Task};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::prove;
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Export, ExportFormat};
use tejun_core::{
    InputError,
    input::Keys,
    kit::{Board, Symmetries, cells_of, set_of},
};

crate::sentences! {
    TITLE = "peg-solitaire", "Peg solitaire", "ペグ・ソリティア", "孔明棋（独立钻石）";
    ABOUT = "about",
        "pegs jump over each other and leave the board, until one is left",
        "ペグを飛び越えては取り除き、最後の一本を残す",
        "棋子跳过相邻的棋子并将其取走，直到只剩一子";
    PEG = "peg", "a peg", "ペグ", "棋子";
    HOLE = "hole", "an empty hole", "空いた穴", "空位";
    OUTSIDE = "outside", "no hole", "穴なし", "棋盘外";
    PEGS = "pegs", "pegs: {pegs}", "ペグ {pegs} 本", "棋子 {pegs} 枚";
    ONE_LEFT = "one-left",
        "jump until one peg is left",
        "ペグが最後の一本になるまで飛び越す",
        "跳到只剩一子";
    AS_GOAL = "as-goal",
        "jump until the pegs left fill just the outlined holes",
        "残ったペグがちょうど枠の穴に収まるまで飛び越す",
        "不断跳吃，让剩下的棋子正好落在框内";
    JUMPING = "jumping",
        "A peg jumps over a neighbour into the empty hole behind it, up, down, left or right. The one it jumps over leaves the board.",
        "ペグは上下左右に隣のペグを飛び越え、すぐ先の空いた穴に入ります。飛び越されたペグは取り除きます。",
        "棋子上下左右跳过相邻的棋子，落入其后的空位；被跳过的棋子离开棋盘。";
    LAST = "last",
        "Solved: one peg is left, or those of the goal.",
        "ペグが一本だけ、または目標どおりに残れば完成です。",
        "只剩一子，或恰好剩下目标中的棋子，就算解开。";
    JUMP = "jump",
        "a peg jumps over a neighbour into the empty hole behind it",
        "ペグは隣のペグを飛び越え、そのすぐ先の空いた穴に入ります",
        "棋子跳过相邻的棋子，落入它后面的空位";
    TRIANGLE = "triangle",
        "rows of 1, 2, 3 and more holes look like a triangular board, where pegs jump in three directions, but boards here are of squares: if stairs of squares are meant, fill up their rows with #",
        "穴が 1、2、3…と増える行は、三方向に跳ぶ三角形の盤のように見えますが、ここで遊べるのは正方形のマスの盤だけです。階段形の盤なら、各行の残りを # で埋めてください",
        "各行的孔数为 1、2、3……，看起来是可沿三个方向跳的三角形棋盘，而这里只有方格棋盘：若确实是阶梯形的方格棋盘，请用 # 把各行补齐";
    SPACED = "spaced",
        "spaces lie between the holes: write the holes of a row side by side, and draw # where there is none",
        "穴と穴の間に空白があります。行の穴は詰めて書き、穴のない所には # を描いてください",
        "孔与孔之间有空格：请把一行的孔连着写，没有孔的地方画 #";
    NEVER = "never",
        "with the diagonals in three colours, the odd and even numbers of pegs do not fit the goal",
        "斜めの列を三色に塗り分けると、各色のペグの数の偶奇が目標と合いません",
        "把斜线染成三色后，各色棋子数的奇偶与目标不符";
}

const TEMPLATE: &str = include_str!("../library/peg-solitaire/peg-cross.toml");

/// Maximum number of holes. A state has a bit for each, and the one with all 64 bits set is never a state.
const HOLES: usize = 63;

/// A board with its first and its last pegs. A state is the set of holes with a peg.
pub struct PegSolitaire {
    board: Board,
    start: u64,
    goals: Vec<u64>,
    /// The jumps, the pegs that each needs, and the holes that it changes: those two and the one it ends in.
    jumps: Vec<(Jump, u64, u64)>,
    /// The holes of each of three colours on the diagonals that rise, and on those that fall.
    colours: [u64; 6],
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
            RuleExample::new(&LAST).shown("puzzle = 'peg-solitaire'\nboard = '''\n....o'''\n"),
        ],
        why_not: &JUMP,
        library: Some(|| crate::library::of("peg-solitaire")),
        ..FamilyInfo::new("peg-solitaire", TEMPLATE)
    };
    const SEARCHES: Searches<Self> = Searches {
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, start, theorem, means, watch| {
            let read = tejun_verify::rules::peg_solitaire::PegSolitaire::read;
            prove::by_bound(read, (puzzle, start), theorem, means, watch)
        }),
        ..Searches::depth_first()
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let doubt = keys.text("board").and_then(of_other_kind);
        let board = Board::read(keys, "board", "o.", "#")?.at_most(HOLES)?;
        if let Some(sentence) = doubt {
            return Err(InputError::new(Reason::new(sentence)).in_board("board"));
        }
        let goal = board.read_again(keys, "goal", "o.", "#")?.map(|goal| vec![set_of(goal.drawn("o"))]);
        let goals = goal.unwrap_or_else(|| board.cells().map(|hole| 1 << hole).collect());
        let jump =
            |[from, over, to]: [CellId; 3]| ((from, to), set_of([from, over]), set_of([from, over, to]));
        let colour = |colour| {
            let of = |(row, column)| [row + column, row + 2 * column][colour / 3] % 3 == colour % 3;
            set_of(board.cells().filter(|&hole| of(board.place(hole))))
        };
        let in_goals = |hole: CellId| goals.iter().filter(|goal| *goal >> hole & 1 == 1).count();
        Ok(PegSolitaire {
            start: set_of(board.drawn("o")),
            jumps: board.runs().map(jump).collect(),
            colours: std::array::from_fn(colour),
            symmetries: Symmetries::new(&board.symmetries(in_goals), 1),
            goals,
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
        let scene = self.board.scene().with(cells_of(*pegs).map(peg));
        let goal = self.goals.iter().filter(|_| self.goals.len() == 1);
        let scene = scene.marked(Mark::Goal, goal.flat_map(|&goal| cells_of(goal)));
        scene.captioned(Reason::new(&PEGS).with("pegs", pegs.count_ones()))
    }

    /// A jump changes one hole of each colour. So the pegs of all but one colour stay odd or even.
    fn hopeless(&self, pegs: &u64) -> Option<Reason> {
        let odd = |set: &u64| self.colours.map(|colour| (set & !colour).count_ones() % 2);
        (!self.goals.iter().any(|goal| odd(goal) == odd(pegs))).then(|| Reason::new(&NEVER))
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, pegs: &u64, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        export::plan(format, depth, || self.task(*pegs))
    }
}

/// What a drawing seems to mean if it is no board of squares: that is sure only where squares without a hole are drawn.
fn of_other_kind(board: &str) -> Option<&'static Sentence> {
    if board.contains('#') {
        return None;
    }
    let rows: Vec<&str> = board.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let holes: Vec<usize> = rows.iter().map(|row| row.chars().filter(|&c| c != ' ').count()).collect();
    if holes.len() >= 3
        && (holes.iter().copied().eq(1..=holes.len()) || holes.iter().rev().copied().eq(1..=holes.len()))
    {
        return Some(&TRIANGLE);
    }
    let is_spaced = |row: &&&str| row.chars().skip(1).step_by(2).all(|c| c == ' ');
    let wide = || rows.iter().filter(|row| row.len() > 1);
    (wide().next().is_some() && wide().all(|row| is_spaced(&row))).then_some(&SPACED)
}

#[cfg(not(target_family = "wasm"))]
impl PegSolitaire {
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
