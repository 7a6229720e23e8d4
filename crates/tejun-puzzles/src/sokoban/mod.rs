//! Sokoban: a man pushes boxes through a warehouse until each is on a goal.

#[cfg(not(target_family = "wasm"))]
mod analysis;
#[cfg(not(target_family = "wasm"))]
mod bound;
#[cfg(not(target_family = "wasm"))]
mod certificate;
#[cfg(not(target_family = "wasm"))]
mod export;
#[cfg(not(target_family = "wasm"))]
mod finder;
mod level;
mod lurd;
mod notations;
#[cfg(not(target_family = "wasm"))]
mod prover;
mod random;
mod rows;
mod rules;
#[cfg(test)]
mod small_levels;
mod sok;
mod word;
mod xml;

use std::sync::Arc;

pub use self::rules::Sokoban;
use self::rules::{Floor, Push, cells};
use self::word::{EVERY_WIDTH, Widest, Word};
use crate::{
    Arrows, Brush, CellId, FamilyInfo, Gesture, Glyph, LineFormat, Mark, Notation, NotationInfo, Piece,
    Puzzle, RandomPuzzles, Reason, Role, RuleExample, Scene, Searches, Shelf,
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Export, ExportFormat, Finder, NormalForm};
use tejun_core::{
    InputError, SAYS_WHY, Tracked, Tracking,
    bits::Cells,
    input::{self, Keys},
    kit::{self, Board},
    moves, state_graph, why,
};

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
    LEVEL = "level", "a level of Sokoban", "倉庫番の面", "推箱子的关卡";
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
    SURPLUS = "surplus",
        "there are more boxes than goals ({some} and {all}), so that one is always left over",
        "荷物 {some} 個に対してゴールが {all} 個しかなく、必ず荷物が余ります",
        "箱子有 {some} 个，目标点只有 {all} 个，总会有箱子多出来";
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

/// Takes the text of a level, the first if there are several. One without a box in any row is a board of another game.
fn read_level(text: &str) -> Option<Result<String, InputError>> {
    let is_xml = || text.trim_start_matches('\u{feff}').trim_start().starts_with('<');
    // A row may be broken.
    let is_row =
        |line: &str| rows::is_row(line) || rows::is_unwalled(line) || line.trim_start().starts_with('#');
    let has_box = |line: &str| is_row(line.trim_end()) && line.contains(['$', '*', 'b', 'B']);
    notations::import(text).filter(|_| text.split(['\n', '\r']).any(has_box) || is_xml())
}

/// Runs code with the puzzle from a state on, in words just wide enough for it.
macro_rules! packed {
    ($puzzle:expr, $state:expr, |$packed:ident| $work:expr) => {{
        let cells = $puzzle.floor.board.len();
        macro_rules! in_words {
            ($word:ty) => {{
                let $packed = $puzzle.packed::<$word>($state);
                $work
            }};
        }
        if cells <= <u128 as Word>::CELLS {
            in_words!(u128)
        } else if cells <= <[u64; 4] as Word>::CELLS && EVERY_WIDTH {
            in_words!([u64; 4])
        } else {
            in_words!(Widest)
        }
    }};
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
        line_format: LineFormat::Steps(lurd::LETTERS),
        notations: &[NotationInfo::new("level", &LEVEL, "#####\n#@$.#\n#####", read_level)],
        collection: notations::collection,
        random: Some(RandomPuzzles {
            draw: random::draw,
            levels: &[4..=7, 8..=11, 12..=15, 16..=20, 21..=30],
        }),
        shelves: &[Shelf {
            fame: 70,
            known: &["sokoban-two", "sokoban-corners"],
            first_steps: &["sokoban-first", "sokoban-corner", "sokoban-two"],
            ..Shelf::PLAIN
        }],
        library: Some(|| crate::library::of("sokoban")),
        ..FamilyInfo::new("sokoban", TEMPLATE)
    };
    const SEARCHES: Searches<Self> = Searches {
        // The module of a page has no room for more, nor for a finder.
        #[cfg(target_family = "wasm")]
        solve: Some(|puzzle, state, solve, means, observer| {
            Ok(packed!(puzzle, state, |space| kit::astar(puzzle, state, &space, solve, means, observer)))
        }),
        #[cfg(not(target_family = "wasm"))]
        solve: Some(|puzzle, state, solve, means, observer| {
            Ok(packed!(puzzle, state, |space| prover::solve(puzzle, state, &space, solve, means, observer)))
        }),
        #[cfg(target_family = "wasm")]
        finder: None,
        #[cfg(not(target_family = "wasm"))]
        finder: Some(Finder { find: finder::find, after: 1 << 14, pace: 1 << 7 }),
        explore: Some(|puzzle, state, explore, means, watch| {
            if !EVERY_WIDTH {
                let space = puzzle.packed::<Widest>(state);
                return Ok(kit::explore_in(puzzle, state, &space, explore, means, watch));
            }
            Ok(packed!(puzzle, state, |space| kit::explore_in(puzzle, state, &space, explore, means, watch)))
        }),
        map: Some(|puzzle, state, map, means, watch| {
            state_graph(puzzle, state, map, means, watch, |state| puzzle.key(state))
        }),
        key: Some(Self::key),
        why: if SAYS_WHY {
            Some(|puzzle, state, asked, means, watch| {
                // The man goes anywhere: only boxes are in the way, and all are alike.
                let look = |state: &Widest| {
                    let seen = |cell| Tracked { class: 0, cells: vec![cell], is_hidden: false };
                    cells(state.boxes()).map(seen).collect()
                };
                let key = |state: &Widest| puzzle.key(state);
                why(
                    puzzle,
                    state,
                    asked,
                    &Tracking { space: puzzle, state: Widest::clone, key, look, one_at_a_time: true },
                    means,
                    watch,
                )
            })
        } else {
            None
        },
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, start, theorem, means, watch| {
            let read = tejun_verify::rules::sokoban::Sokoban::read;
            let guides = |claim: &_| certificate::guides(puzzle, start, claim);
            kit::prove::by_guide(read, &guides, (puzzle, start), theorem, means, watch)
        }),
        ..Searches::astar()
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let metric = keys.take("metric")?.unwrap_or_else(|| METRICS[0].to_owned());
        let metric = *METRICS.iter().find(|known| **known == metric).ok_or_else(|| {
            InputError::new(format!("there is no metric {}: it is pushes or moves", input::quoted(&metric)))
        })?;
        let board = room(&Board::read(keys, "board", level::DRAWN, "#")?)?.at_most(Widest::CELLS)?;
        let (boxes, man) = (board.drawn("$*").collect::<Vec<_>>(), board.only("@+", "man")?);
        let floor = Floor::new(board, metric, metric == METRICS[1]);
        Ok(Sokoban::new(Arc::new(floor), boxes.into_iter(), man))
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        let board = &self.floor.board;
        let floor = |cell| if "-_".contains(board.character(cell)) { ' ' } else { board.character(cell) };
        let puzzle = NormalForm::of("sokoban").rows("board", &board.rows('#', floor));
        Some(puzzle.word("metric", self.floor.metric).finish())
    }

    fn objective(&self) -> Option<Reason> {
        Some(Reason::new(&STORE))
    }

    fn write(&self, _: &Widest, (from, to, _): Push) -> String {
        format!("{}-{}", self.floor.board.name(from), self.floor.board.name(to))
    }

    fn play_foreign(&self, state: &mut Widest, text: &str) -> Option<Result<u32, Reason>> {
        self.step(state, text)
    }

    fn foreign_lines(&self, from: &Widest, line: &[String]) -> Vec<Notation> {
        let mut state = *from;
        let steps = line.iter().map(|text| {
            if self.step(&mut state, text).is_some() {
                return text.clone();
            }
            let push = moves(self, &state).into_iter().find(|(push, _)| self.write(&state, *push) == *text);
            let Some((push, next)) = push else { return String::new() };
            let steps = self.steps(&state, push);
            state = next;
            steps
        });
        vec![Notation { name: "lurd", about: &lurd::AS_LURD, text: Ok(steps.collect()) }]
    }

    fn gesture(&self, _: &Widest, scene: &Scene, (from, to, _): Push) -> Gesture {
        scene.carry(from, [to])
    }

    fn scene(&self, state: &Widest) -> Scene {
        let boxes = state.boxes();
        let is_home = |cell: CellId| usize::from(self.goals.has(cell as u32));
        let drawn = |cell| Piece {
            kind: is_home(cell),
            glyph: Glyph::Crate,
            ..Piece::new(["$", "*"][is_home(cell)], [cell])
        };
        let man = Piece::new("@", [state.man()]);
        let man = Piece { glyph: Glyph::Man, role: Role::Hero, kind: 2, ..man };
        let scene = Scene { walls: true, arrows: Some(Arrows::Walk), ..self.floor.board.scene() }
            .marked(Mark::Goal, self.floor.goals.iter().copied());
        let home = (boxes & self.goals).count();
        let caption = Reason::new(&HOME).with("home", home).with("all", boxes.count());
        scene.with(cells(boxes).map(drawn)).with([man]).captioned(caption)
    }

    fn metric(&self) -> &'static str {
        self.floor.metric
    }

    fn hopeless(&self, state: &Widest) -> Option<Reason> {
        let boxes = state.boxes();
        if self.has_surplus(boxes) {
            let goals = self.floor.goals.len();
            return Some(Reason::new(&SURPLUS).with("some", boxes.count()).with("all", goals));
        }
        let stuck = self.stuck(boxes);
        (stuck != Cells::NONE).then(|| Reason::new(&STUCK).on(cells(stuck)))
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, state: &Widest, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        let boxes: Vec<CellId> = cells(state.boxes()).collect();
        kit::export::plan(format, depth, || export::task(&self.floor, &boxes, state.man()))
    }
}

impl Sokoban {
    /// Tells states apart: their words, without those above the last cell, all of which are 0.
    fn key(&self, state: &Widest) -> Box<[u8]> {
        let words = self.floor.board.len().div_ceil(64);
        let words = state[..words].iter().chain([&state[state.len() - 1]]);
        words.flat_map(|word| word.to_ne_bytes()).collect()
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
