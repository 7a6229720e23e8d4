//! Sokoban: a man pushes boxes through a warehouse until each is on a goal.

#[cfg(not(target_family = "wasm"))]
mod export;
mod level;
mod notations;
mod random;
mod rows;
mod sok;
mod xml;

use std::collections::VecDeque;

use tejun_search::{Moves, Space};

use crate::{
    Arrows, Brush, CellId, FamilyInfo, Gesture, Glyph, Mark, Piece, Puzzle, RandomPuzzles, Reason, Role,
    RuleExample, Scene, Searches,
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::NormalForm;
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit;
use tejun_core::{
    Direction, InputError,
    bits::{each, set_of},
    input::{self, Keys},
    kit::{Board, least_matching},
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Export, ExportFormat};

crate::sentences! {
    TITLE = "sokoban", "Sokoban", "倉庫番", "推箱子";
    ABOUT = "about", "a man pushes boxes, and never pulls them, until each is on a goal",
        "荷物を押して、すべてをゴールに納める。引くことはできない",
        "把所有箱子推到目标点上，只能推，不能拉";
    STORE = "store",
        "push every box onto a goal",
        "すべての荷物をゴールに押し込む",
        "把所有箱子推到目标点上";
    PUSHING = "pushing",
        "The man pushes one box at a time, from behind. He cannot pull it, nor push two at once: a box in a corner is stuck. Drag a box, and he walks behind it by himself.",
        "荷物は一つずつ、後ろから押して動かします。引くことも、二つ同時に押すこともできません。角に入った荷物は動かせません。荷物をドラッグすると、倉庫番が自分で後ろへ回り込みます。",
        "人从后面推箱子，一次一个，不能拉，也不能同时推两个；推进死角的箱子就动不了了。拖动箱子时，人会自己走到后面。";
    WALL = "wall", "a wall", "壁", "墙";
    FLOOR = "floor", "floor", "床", "地面";
    GOAL = "goal", "a goal", "ゴール", "目标点";
    BOX = "box", "a box, also on a goal", "荷物（ゴール上も）", "箱子（也可在目标点上）";
    MAN = "man", "the man, also on a goal", "倉庫番（ゴール上も）", "工人（也可在目标点上）";
    HOME = "home", "boxes on goals: {home} of {all}", "ゴール上の荷物：{all} 個中 {home} 個", "到位的箱子：{home}/{all}";
    PUSH = "push",
        "the man pushes a box by one cell: he must be able to get behind it, and the cell ahead must be free",
        "荷物は、後ろに回り込めて先のマスが空いていれば、一マス押せます",
        "工人能走到箱子背后，且前方一格空着，才能把箱子推动一格";
    GOALS = "goals",
        "{some} boxes and {all} goals: draw as many goals ('.') as boxes ('$')",
        "荷物 {some} 個に対してゴールが {all} 個です。ゴール（'.'）と荷物（'$'）を同じ数にしてください",
        "箱子 {some} 个，目标点 {all} 个：请让目标点（'.'）和箱子（'$'）一样多";
    OPEN = "open",
        "the floor is open here: close it with walls",
        "ここで床が外へ開いています。壁で囲ってください",
        "此处的地面没有封闭：请用墙围住";
    UNREACHED = "unreached",
        "the man can never get here: open the walls",
        "倉庫番はここへ来られません。壁を開けてください",
        "工人永远到不了这里：请打开墙";
    STUCK = "stuck", "a box can never get to a goal", "もう運べない荷物があります", "有箱子再也推不到目标点了";
}

const TEMPLATE: &str = include_str!("../../library/sokoban/sokoban-two.toml");
/// By the number of pushes.
const METRICS: [&str; 2] = ["pushes", "moves"];

/// Maximum number of cells within the walls. A state has a bit for each, and the man's cell above them.
const CELLS: usize = 120;

/// A warehouse. A state is the set of cells with a box, and the cell of the man, who stands behind the box that he
/// pushed last. If pushes count, only the part of the floor that he can walk over matters, so that searches go by
/// the first cell of it.
pub struct Sokoban {
    board: Board,
    metric: &'static str,
    start: u128,
    goals: u128,
    /// The neighbours of each cell, in the order of [`Direction::ALL`].
    beside: Vec<[Option<CellId>; 4]>,
    /// For each cell, how many pushes take a box from there to each goal if it is alone.
    pushes: Vec<Vec<Option<u32>>>,
    /// The cells from which a box gets to no goal.
    dead: u128,
    /// The two cells that must be free for a box to move in its column, and in its row. All cells if there is a
    /// wall, or both are dead.
    needed: Vec<[u128; 2]>,
}

/// From where a box is pushed, the next cell, and what that costs with the walk before it.
type Push = (CellId, CellId, u32);

fn set(cells: impl IntoIterator<Item = CellId>) -> u128 {
    set_of(cells)
}

fn cells(set: u128) -> impl Iterator<Item = CellId> {
    each(set).map(|cell| cell as CellId)
}

fn boxes(state: &u128) -> u128 {
    state & ((1 << CELLS) - 1)
}

impl Sokoban {
    /// Shows the cells that the man can walk to in 0 steps, in 1 and so on; returns all of them.
    fn walk(&self, state: &u128, mut show: impl FnMut(u32, u128)) -> u128 {
        let (mut reached, mut last, mut steps) = (0, 1 << (state >> CELLS), 0);
        while last != 0 {
            show(steps, last);
            reached |= last;
            last = set(cells(last).flat_map(|cell| self.beside[cell]).flatten()) & !reached & !state;
            steps += 1;
        }
        reached
    }

    /// The boxes that can never get to a goal: those on dead cells, and those that block each other for good.
    fn stuck(&self, boxes: u128) -> u128 {
        let mut frozen = boxes;
        loop {
            let moves = |cell: &CellId| self.needed[*cell].iter().any(|needed| needed & frozen == 0);
            let free = set(cells(frozen).filter(moves));
            if free == 0 {
                return boxes & self.dead | frozen & !self.goals;
            }
            frozen ^= free;
        }
    }
}

impl Space for Sokoban {
    type State = u128;
    type Move = Push;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u128)) {
        visit(self.start);
    }

    fn is_goal(&self, state: &u128) -> bool {
        boxes(state) == self.goals
    }

    fn expand(&self, state: &u128, mut visit: impl FnMut(Push, u128)) {
        let boxes = boxes(state);
        let is_box = |cell: &CellId| boxes >> cell & 1 == 1;
        self.walk(state, |steps, last| {
            for (cell, direction) in cells(last).flat_map(|cell| (0..4).map(move |to| (cell, to))) {
                let Some(from) = self.beside[cell][direction].filter(is_box) else { continue };
                let Some(to) = self.beside[from][direction].filter(|to| !is_box(to)) else { continue };
                let cost = if self.has_symmetry() { 1 } else { steps + 1 };
                visit((from, to, cost), boxes ^ set([from, to]) | (from as u128) << CELLS);
            }
        });
    }

    fn has_symmetry(&self) -> bool {
        self.metric == "pushes"
    }

    fn canonical(&self, state: &u128) -> u128 {
        let first = || self.walk(state, |_, _| ()).trailing_zeros();
        if self.has_symmetry() { boxes(state) | u128::from(first()) << CELLS } else { *state }
    }

    fn expand_costs(&self, state: &u128, mut visit: impl FnMut(Push, u128, u32)) {
        self.expand(state, |push, next| visit(push, next, push.2));
    }

    fn bound(&self, state: &u128) -> Option<u32> {
        let costs: Vec<_> = cells(boxes(state)).map(|cell| &self.pushes[cell]).collect();
        let pushes = least_matching(&costs).filter(|_| self.stuck(boxes(state)) == 0)?;
        // The first push is the nearest.
        let mut walk = None;
        self.expand(state, |(.., cost), _| walk = walk.or(Some(cost - 1)));
        if self.is_goal(state) { Some(0) } else { Some(pushes + walk?) }
    }
}

impl Puzzle for Sokoban {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&TITLE),
        about: Some(&ABOUT),
        names: &["soukoban", "tui xiangzi", "xsokoban"],
        rule_examples: &[RuleExample::new(&PUSHING).shown(TEMPLATE)],
        metrics: &METRICS,
        move_name: "pushes",
        brushes: &[
            Brush::new("#", &WALL),
            Brush::new("$*", &BOX),
            Brush::new(".", &GOAL),
            Brush::new("@+", &MAN),
            Brush::new(" ", &FLOOR),
        ],
        why_not: &PUSH,
        import: notations::import,
        collection: notations::collection,
        random: Some(RandomPuzzles {
            draw: random::draw,
            levels: &[4..=7, 8..=11, 12..=15, 16..=20, 21..=30],
        }),
        library: Some(|| crate::library::of("sokoban")),
        ..FamilyInfo::new("sokoban", TEMPLATE)
    };
    const SEARCHES: Searches<Self> = Searches {
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, start, theorem, means, watch| {
            let read = tejun_verify::rules::sokoban::Sokoban::read;
            kit::prove::by_bound(read, (puzzle, start), theorem, means, watch)
        }),
        ..Searches::astar()
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let metric = keys.take("metric")?.unwrap_or_else(|| METRICS[0].to_owned());
        let metric = *METRICS.iter().find(|known| **known == metric).ok_or_else(|| {
            InputError::new(format!("there is no metric {}: it is pushes or moves", input::quoted(&metric)))
        })?;
        let board = room(&Board::read(keys, "board", level::DRAWN, "#")?)?.at_most(CELLS)?;
        let (boxes, goals) = (set(board.drawn("$*")), set(board.drawn(".*+")));
        let (some, all) = (boxes.count_ones(), goals.count_ones());
        if some != all {
            return Err(Reason::new(&GOALS).with("some", some).with("all", all).into());
        }
        let beside = board.cells().map(|cell| Direction::ALL.map(|to| board.beside(cell, to)));
        let beside: Vec<_> = beside.collect();
        let mut pushes = vec![vec![None; cells(goals).count()]; board.len()];
        for (at, goal) in cells(goals).enumerate() {
            pushes[goal][at] = Some(0);
            let mut found = VecDeque::from([goal]);
            // Pulls, away from the goal.
            while let Some(cell) = found.pop_front() {
                for (direction, from) in (0..4).filter_map(|to| Some((to, beside[cell][to]?))) {
                    if beside[from][direction].is_some() && pushes[from][at].is_none() {
                        pushes[from][at] = pushes[cell][at].map(|pushes: u32| pushes + 1);
                        found.push_back(from);
                    }
                }
            }
        }
        let dead = set(board.cells().filter(|&cell| pushes[cell].iter().all(Option::is_none)));
        let needed = |[up, down, left, right]: [Option<CellId>; 4]| {
            [(up, down), (left, right)].map(|pair| match pair {
                (Some(one), Some(other)) if set([one, other]) & !dead != 0 => set([one, other]),
                _ => u128::MAX,
            })
        };
        let needed = beside.iter().copied().map(needed).collect();
        let start = boxes | u128::from(set(board.drawn("@+")).trailing_zeros()) << CELLS;
        Ok(Sokoban { board, metric, start, goals, beside, pushes, dead, needed })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        let floor =
            |cell| if "-_".contains(self.board.character(cell)) { ' ' } else { self.board.character(cell) };
        let puzzle = NormalForm::of("sokoban").rows("board", &self.board.rows('#', floor));
        Some(puzzle.word("metric", self.metric).finish())
    }

    fn objective(&self) -> Option<Reason> {
        Some(Reason::new(&STORE))
    }

    fn write(&self, _: &u128, (from, to, _): Push) -> String {
        format!("{}-{}", self.board.name(from), self.board.name(to))
    }

    fn gesture(&self, _: &u128, scene: &Scene, (from, to, _): Push) -> Gesture {
        scene.carry(from, [to])
    }

    fn scene(&self, state: &u128) -> Scene {
        let home = boxes(state) & self.goals;
        let is_home = |cell| (home >> cell & 1) as usize;
        let drawn = |cell| Piece {
            kind: is_home(cell),
            glyph: Glyph::Crate,
            ..Piece::new(["$", "*"][is_home(cell)], [cell])
        };
        let man = Piece::new("@", [(state >> CELLS) as CellId]);
        let man = Piece { glyph: Glyph::Man, role: Role::Hero, kind: 2, ..man };
        let scene = Scene { walls: true, arrows: Some(Arrows::Walk), ..self.board.scene() }
            .marked(Mark::Goal, cells(self.goals));
        let caption = Reason::new(&HOME).with("home", home.count_ones()).with("all", self.goals.count_ones());
        scene.with(cells(boxes(state)).map(drawn)).with([man]).captioned(caption)
    }

    fn metric(&self) -> &'static str {
        self.metric
    }

    fn hopeless(&self, state: &u128) -> Option<Reason> {
        let stuck = self.stuck(boxes(state));
        (stuck != 0).then(|| Reason::new(&STUCK).on(cells(stuck)))
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, state: &u128, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        let man = (state >> CELLS) as CellId;
        let places = export::Places { boxes: boxes(state), goals: self.goals, man };
        let walk = u32::from(!self.has_symmetry());
        kit::export::plan(format, depth, || export::task(&self.board, &self.beside, &places, walk))
    }
}

/// The part of a drawn board that the man and the boxes can get to.
fn room(board: &Board) -> Result<Board, InputError> {
    let wrong =
        |cell, sentence| InputError::at(board.place(cell).0, board.place(cell).1, Reason::new(sentence));
    let man = board.only("@+", "man")?;
    let room = board.room(man).map_err(|cell| wrong(cell, &OPEN))?;
    // A box that is walled in on a goal is an ornament.
    let is_outside = |cell: &CellId| room.at(board.place(*cell).0, board.place(*cell).1).is_none();
    match board.drawn("$.").find(is_outside) {
        Some(cell) => Err(wrong(cell, &UNREACHED)),
        None => Ok(room),
    }
}
