//! The sliding tiles: numbered tiles on a board with one gap, to be put in order. The 15-puzzle and its kin.

#[cfg(not(target_family = "wasm"))]
mod certificate;
#[cfg(not(target_family = "wasm"))]
mod guided;
mod numbers;
mod strips;

use std::sync::{Arc, OnceLock};

use tejun_search::pattern::{Arrangements, Pattern, PatternDatabase};
use tejun_search::{Moves, Space, StopReason};

use self::numbers::{CELLS, NO_RECTANGLE, TILES};
use self::strips::in_strips;
use crate::{
    Arrows, Brush, CellId, Direction, FamilyInfo, Gesture, Glyph, LineFormat, Notation, Piece, Puzzle,
    Reason, RuleExample, Scene, Searches, Shelf,
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
    kit::{Board, PatternDbCache},
};

crate::sentences! {
    TITLE = "sliding-tiles", "15-Puzzle", "15パズル", "数字华容道";
    ABOUT = "about", "numbered tiles slide into the gap until they are in order: the 15-puzzle and its kin",
        "数字のタイルを空きマスへ滑らせて、順番どおりに並べる（15パズルなど）", "把数字方块滑进空格，直到排好顺序（十五数码等）";
    ORDER = "order", "put the tiles in order, the gap at the end",
        "タイルを番号順に並べ、最後を空きマスにする", "把方块按顺序排好，空格在最后";
    AS_GOAL = "as-goal", "put the tiles as the goal of the file has them",
        "タイルをファイルの目標どおりに並べる", "把方块排成题目文件中目标的样子";
    SLIDING = "sliding", "A tile beside the gap slides into it. Nothing else moves.",
        "空きマスの隣のタイルだけが、そこへ滑り込めます。", "只有空格旁边的方块能滑进空格。";
    ORDERED = "ordered", "Solved: the tiles are in order.", "番号順に並べば完成です。", "排好顺序就算解开。";
    TILE = "tile", "a tile: 1 to 9, a is 10, b is 11", "タイル：1～9、a は 10、b は 11", "方块：1～9，a 为 10，b 为 11";
    GAP = "gap", "the gap", "空きマス", "空格";
    SLIDE = "slide", "only a tile beside the gap slides, and only into the gap",
        "滑らせられるのは空きマスの隣のタイルだけです", "只有空格旁边的方块能滑动，而且只能滑进空格";
    AS_LETTERS = "as-letters", "UDLR, the moves of the gap", "UDLR（空きマスの動き）", "UDLR（空格的移动）";
    GAP_STAYS = "gap-stays",
        "the gap cannot go {move} here: letters are moves of the gap; where yours are those of the tile, exchange U with D and L with R",
        "空きマスはここで {move} へ動けません。文字は空きマスの動きを表します。タイルの動きを書いた手順なら、U と D、L と R を入れ替えてください",
        "空格在这里不能走 {move}：字母表示空格的移动；若写的是方块的移动，请把 U 与 D、L 与 R 对调";
    SMALL_LETTERS = "small-letters",
        "{move} is no move: write a tile's number, or U, D, L, R in capitals for moves of the gap",
        "{move} は手になりません。タイルの番号か、空きマスの動きを大文字の U・D・L・R で書いてください",
        "{move} 不是走法：请写方块的号码，或用大写的 U、D、L、R 表示空格的移动";
    ODD = "odd", "half of all orders cannot be reached, and this is one: two tiles would have to change places",
        "並べ方の半分は作れません。これはその一つで、二枚を入れ替えないと揃いません", "有一半排法无法到达，这里就是：除非对调两个方块，否则排不成";
    // The same reason, where the other usual goal is the remedy.
    ODD_GAP_LAST = "odd", "half of all orders cannot be reached, and this is one: two tiles would have to change places; it can be put in order with the gap first: draw that as the goal",
        "並べ方の半分は作れません。これはその一つで、二枚を入れ替えないと揃いません。先頭を空きマスにした番号順なら揃うので、その並びを目標（goal）として描いてください",
        "有一半排法无法到达，这里就是：除非对调两个方块，否则排不成；若改为空格在最前的顺序则可以排成：请把该顺序画为目标（goal）";
}

/// What is drawn on a board: tiles and a gap.
const DRAWN: &str = "123456789abcdefghijklmno.";
/// The moves of the gap, in the order of [`Direction::ALL`], as most programs write them.
const WAYS: &str = "UDLR";
/// Maximum number of distances in a pattern database while it is built, which takes a second or two.
const TABLE: usize = 1 << 23;

/// The cell of each tile and of the gap, by its home: its cell in the goal. [`NOWHERE`] if it has none.
type Places = [u8; CELLS];

const NOWHERE: u8 = u8::MAX;

/// A board with numbered tiles and a gap. In a pattern only some of the tiles have numbers, and all others slide
/// for nothing: so no move costs anything in two patterns that share no number, and their distances add up.
#[derive(Clone)]
pub struct SlidingTiles {
    board: Board,
    goal: Board,
    start: Places,
    beside: Vec<Vec<u8>>,
    /// The homes of the numbered tiles.
    tiles: Vec<CellId>,
    /// The home of the gap.
    gap: CellId,
    /// The symmetries of the board, as the images of its cells, that take the gap's home to where the patterns
    /// have it.
    symmetries: Vec<Vec<CellId>>,
    patterns: Vec<SlidingTiles>,
    databases: OnceLock<Vec<Arc<PatternDatabase>>>,
}

impl SlidingTiles {
    fn homes(&self) -> impl Iterator<Item = &CellId> {
        self.tiles.iter().chain([&self.gap])
    }

    /// Steps from cell to cell.
    fn distance(&self, from: CellId, to: u8) -> u32 {
        let ((row, column), (down, right)) = (self.board.place(from), self.board.place(to.into()));
        (row.abs_diff(down) + column.abs_diff(right)) as u32
    }

    /// Whether the goal is all tiles in order, the gap last.
    fn is_in_order(&self) -> bool {
        self.board.cells().map(|home| DRAWN.find(self.goal.character(home))).is_sorted()
    }

    /// The places after the gap has gone to a cell beside it.
    fn slid(&self, at: &Places, to: u8) -> Places {
        let gap = at[self.gap];
        let mut next = at.map(|cell| if cell == to { gap } else { cell });
        next[self.gap] = to;
        next
    }

    /// What the searches are told.
    #[cfg(not(target_family = "wasm"))]
    fn frame(&self) -> guided::Frame<'_> {
        let SlidingTiles { board, beside, tiles, gap, symmetries, .. } = self;
        guided::Frame { board, beside, tiles, gap: *gap, symmetries }
    }

    /// The number of the tile with a home.
    fn tile(&self, home: CellId) -> usize {
        DRAWN.find(self.goal.character(home)).expect("it is drawn") + 1
    }

    fn number(&self, home: CellId) -> String {
        self.tile(home).to_string()
    }
}

impl Space for SlidingTiles {
    type State = Places;
    /// The cell that the gap goes to.
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(Places)) {
        visit(self.start);
    }

    fn is_goal(&self, at: &Places) -> bool {
        self.homes().all(|&home| usize::from(at[home]) == home)
    }

    fn goals(&self) -> Option<Vec<Places>> {
        Some(vec![self.project(&std::array::from_fn(|home| home as u8))])
    }

    fn expand(&self, at: &Places, mut visit: impl FnMut(u8, Places)) {
        for &from in &self.beside[usize::from(at[self.gap])] {
            visit(from, self.slid(at, from));
        }
    }

    fn expand_costs(&self, at: &Places, mut visit: impl FnMut(u8, Places, u32)) {
        // The whole puzzle has a tile in every cell but the gap; in a pattern, others slide for nothing.
        let whole = self.tiles.len() + 1 == self.board.len();
        self.expand(at, |from, next| visit(from, next, (whole || at.contains(&from)).into()));
    }

    fn bound(&self, at: &Places) -> Option<u32> {
        let Some(databases) = self.databases.get() else {
            return Some(self.tiles.iter().map(|&home| self.distance(home, at[home])).sum());
        };
        let bound = |symmetry: &Vec<CellId>| {
            let mut image = [NOWHERE; CELLS];
            symmetry
                .iter()
                .zip(at)
                .for_each(|(&home, &cell)| image[home] = symmetry[usize::from(cell)] as u8);
            let far = |(pattern, database): (&SlidingTiles, &Arc<PatternDatabase>)| {
                database.distance(pattern.rank(&image) / (self.board.len() - pattern.tiles.len()))
            };
            self.patterns.iter().zip(databases).map(far).sum::<Option<u32>>()
        };
        self.symmetries.iter().map(bound).max().flatten()
    }
}

impl Pattern for SlidingTiles {
    type Whole = Places;

    fn project(&self, whole: &Places) -> Places {
        let mut at = [NOWHERE; CELLS];
        self.homes().for_each(|&home| at[home] = whole[home]);
        at
    }

    fn size(&self) -> usize {
        Arrangements::new(self.board.len() as u8, self.tiles.len() as u8 + 1).count()
    }

    fn rank(&self, at: &Places) -> usize {
        let mut cells = [0; CELLS];
        self.homes().zip(&mut cells).for_each(|(&home, cell)| *cell = at[home]);
        let (places, things) = (self.board.len() as u8, self.tiles.len() as u8 + 1);
        Arrangements::new(places, things).rank(&cells[..things.into()])
    }
}

impl Puzzle for SlidingTiles {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&TITLE),
        about: Some(&ABOUT),
        names: &["15-puzzle", "fifteen puzzle", "8-puzzle", "suraido pazuru", "shuzi tuipan"],
        rule_examples: &[
            RuleExample::new(&SLIDING).shown("puzzle = 'sliding-tiles'\nboard = '''\n123\n4.6\n758'''\n"),
            RuleExample::new(&ORDERED).shown("puzzle = 'sliding-tiles'\nboard = '''\n123\n456\n78.'''\n"),
        ],
        brushes: &[Brush::new(TILES, &TILE), Brush::new(".", &GAP)],
        why_not: &SLIDE,
        reversible: true,
        line_format: LineFormat::Steps(WAYS),
        notations: &numbers::NOTATIONS,
        shelves: &[Shelf {
            fame: 40,
            known: &["tiles-fifteen", "tiles-eight"],
            first_steps: &["12.\n453\n", "1.3\n425\n", "123\n.56\n478\n"],
            ..Shelf::PLAIN
        }],
        library: Some(|| crate::library::of("sliding-tiles")),
        ..FamilyInfo::new("sliding-tiles", include_str!("../library/sliding-tiles/tiles-eight.toml"))
    };
    const SEARCHES: Searches<Self> = Searches {
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, start, theorem, means, watch| {
            let read = tejun_verify::rules::sliding_tiles::SlidingTiles::read;
            let number = |home| puzzle.tile(home);
            let is_odd = puzzle.hopeless(start).is_some();
            let guides = |claim: &_| certificate::guides(&puzzle.board, puzzle.gap, number, claim, is_odd);
            prove::by_guide(read, &guides, (puzzle, start), theorem, means, watch)
        }),
        #[cfg(not(target_family = "wasm"))]
        solve: Some(|puzzle, start, solve, means, observer| {
            Ok(guided::solve((puzzle, puzzle.frame()), start, solve, means, observer))
        }),
        #[cfg(not(target_family = "wasm"))]
        finder: Some(Finder {
            find: |puzzle, start, means, observer| {
                guided::find((puzzle, puzzle.frame()), start, means, observer)
            },
            after: 1 << 17,
            pace: 1 << 8,
        }),
        ..Searches::iterative_deepening().one_at_a_time()
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let board = Board::read(keys, "board", DRAWN, "")?.at_most(CELLS)?;
        let (rows, columns) = board.size();
        if rows * columns != board.len() {
            return Err(Reason::new(&NO_RECTANGLE).into());
        }
        let mut tiles: Vec<char> = board.cells().map(|cell| board.character(cell)).collect();
        tiles.sort_by_key(|&tile| DRAWN.find(tile));
        let goal = board.read_again(keys, "goal", DRAWN, "")?;
        let goal = goal.unwrap_or_else(|| board.redrawn(tiles.clone()));
        let mut start = [NOWHERE; CELLS];
        for tile in tiles.iter().map(char::to_string) {
            let what = if tile == "." { "gap".to_owned() } else { format!("tile {tile}") };
            let cell = board.only(&tile, &what)?;
            start[goal.only(&tile, &what).map_err(InputError::in_goal)?] = cell as u8;
        }
        let gap = goal.only(".", "gap")?;
        let mut beside = vec![Vec::new(); board.len()];
        board.runs(&Board::SIDES).for_each(|[from, to]| beside[from].push(to as u8));
        let mut symmetries = board.symmetries(|_| ());
        symmetries.push(board.cells().collect());
        let corner = symmetries.iter().map(|symmetry| symmetry[gap]).min().unwrap_or(gap);
        symmetries.retain(|symmetry| symmetry[gap] == corner);
        let (patterns, databases) = (Vec::new(), OnceLock::new());
        let tiles = board.cells().filter(|&home| home != gap).collect();
        let whole = SlidingTiles { board, goal, start, beside, tiles, gap, symmetries, patterns, databases };
        let pattern = |tiles: &[CellId]| SlidingTiles { tiles: tiles.into(), gap: corner, ..whole.clone() };
        let tiles = in_strips(&whole.board, corner);
        let fits = |most: &usize| pattern(&tiles[..*most]).size() <= TABLE;
        let most = (1..=tiles.len()).take_while(fits).last().unwrap_or(1);
        let patterns = tiles.chunks(most).map(pattern).collect();
        Ok(SlidingTiles { patterns, ..whole })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        let drawn = |of: &Board| self.board.rows('.', |cell| of.character(cell));
        let puzzle = NormalForm::of("sliding-tiles").rows("board", &drawn(&self.board));
        Some(puzzle.rows("goal", &drawn(&self.goal)).finish())
    }

    fn objective(&self) -> Option<Reason> {
        Some(Reason::new(if self.is_in_order() { &ORDER } else { &AS_GOAL }))
    }

    fn load_heuristics(&self, cache: &mut PatternDbCache) -> Result<(), StopReason> {
        let (rows, columns) = self.board.size();
        let database = |pattern: &SlidingTiles| {
            let homes: Vec<String> = pattern.homes().map(ToString::to_string).collect();
            let name = format!("tiles-{rows}x{columns}-{}", homes.join("-"));
            // Without the gap, which says little and takes ten times the room.
            cache.database(&name, pattern, self.board.len() - pattern.tiles.len())
        };
        let databases = self.patterns.iter().map(database).collect::<Result<_, _>>()?;
        self.databases.get_or_init(|| databases);
        Ok(())
    }

    fn write(&self, at: &Places, from: u8) -> String {
        let home = at.iter().position(|&cell| cell == from);
        self.number(home.expect("there is a tile beside the gap"))
    }

    fn play_foreign(&self, at: &mut Places, text: &str) -> Option<Result<u32, Reason>> {
        if text.is_empty() || !text.chars().all(|c| WAYS.contains(c.to_ascii_uppercase())) {
            return None;
        }
        let wrong = |sentence| Some(Err(Reason::new(sentence).with("move", text)));
        let Some(way) = WAYS.find(text).filter(|_| text.len() == 1) else { return wrong(&SMALL_LETTERS) };
        let Some(to) = self.board.beside(at[self.gap].into(), Direction::ALL[way]) else {
            return wrong(&GAP_STAYS);
        };
        *at = self.slid(at, to as u8);
        Some(Ok(1))
    }

    fn foreign_lines(&self, from: &Places, line: &[String]) -> Vec<Notation> {
        let mut at = *from;
        let letters = line.iter().filter_map(|text| {
            let gap = usize::from(at[self.gap]);
            self.play(&mut at, text).ok()?;
            let went = |way: &Direction| self.board.beside(gap, *way) == Some(at[self.gap].into());
            WAYS.chars().nth(Direction::ALL.iter().position(went)?)
        });
        vec![Notation { name: "udlr", about: &AS_LETTERS, text: Ok(letters.collect()) }]
    }

    fn gesture(&self, at: &Places, scene: &Scene, from: u8) -> Gesture {
        scene.carry(from.into(), [at[self.gap].into()])
    }

    fn scene(&self, at: &Places) -> Scene {
        let tile = |home: &CellId| Piece {
            kind: usize::from(usize::from(at[*home]) == *home),
            glyph: Glyph::Tile,
            ..Piece::new(self.number(*home), [at[*home].into()])
        };
        let scene = Scene { arrows: Some(Arrows::Slide), ..self.board.scene() };
        scene.with(self.tiles.iter().map(tile))
    }

    fn notations(&self, at: &Places) -> Vec<Notation> {
        let (_, columns) = self.board.size();
        let mut cells = vec![0; self.board.len()];
        for &home in &self.tiles {
            cells[usize::from(at[home])] = 1 + TILES.find(self.goal.character(home)).expect("it is a tile");
        }
        let rows: Vec<Vec<usize>> = cells.chunks(columns).map(<[usize]>::to_vec).collect();
        let written = numbers::write(&rows, self.is_in_order());
        numbers::NOTATIONS.iter().zip(written).map(|(notation, text)| notation.written(text)).collect()
    }

    /// A slide exchanges the gap with a tile, and the gap goes by one cell. So the number of exchanges is as
    /// odd or even as the way of the gap.
    fn hopeless(&self, at: &Places) -> Option<Reason> {
        let pairs = self.board.cells().flat_map(|one| (0..one).map(move |other| (one, other)));
        let exchanged = pairs.filter(|&(one, other)| at[one] < at[other]).count() as u32;
        let way = self.distance(self.gap, at[self.gap]);
        // From one order to the other takes one exchange fewer than there are cells, and the gap crosses all rows and
        // columns: odd if both are even.
        let (rows, columns) = self.board.size();
        let gap_first_is_even = self.is_in_order() && rows % 2 == 0 && columns % 2 == 0;
        let odd = if gap_first_is_even { &ODD_GAP_LAST } else { &ODD };
        ((exchanged + way) % 2 == 1).then(|| Reason::new(odd))
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, at: &Places, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        export::plan(format, depth, || self.task(at))
    }
}

#[cfg(not(target_family = "wasm"))]
impl SlidingTiles {
    /// The puzzle from a state on as a planning task.
    fn task(&self, at: &Places) -> Result<Task, InputError> {
        let mut task = Task::new("sliding-tiles");
        let tiles: Vec<usize> =
            self.tiles.iter().map(|&home| task.object(format!("t{}", self.number(home)), "tile")).collect();
        let cells: Vec<usize> =
            self.board.cells().map(|cell| task.object(self.board.name(cell), "cell")).collect();
        let all = |at: &dyn Fn(CellId) -> CellId| {
            let tile = |(&tile, &home): (&usize, &CellId)| Atom("at", vec![tile, cells[at(home)]]);
            let gap = Atom("gap", vec![cells[at(self.gap)]]);
            tiles.iter().zip(&self.tiles).map(tile).chain([gap]).collect::<Vec<Atom>>()
        };
        task.initial = all(&|home| at[home].into());
        task.goals = vec![all(&|home| home)];
        let on = |cell: &usize| {
            tiles
                .iter()
                .map(|&tile| Atom("at", vec![tile, *cell]))
                .chain([Atom("gap", vec![*cell])])
                .collect()
        };
        task.invariants = cells.iter().map(on).collect();
        for (from, beside) in self.beside.iter().enumerate() {
            for (&to, &tile) in beside.iter().flat_map(|to| tiles.iter().map(move |tile| (to, tile))) {
                let slide = || Schema {
                    needs: vec![Atom("at", vec![0, 1]), Atom("gap", vec![2])],
                    adds: vec![Atom("at", vec![0, 2]), Atom("gap", vec![1])],
                    deletes: vec![Atom("at", vec![0, 1]), Atom("gap", vec![2])],
                    ..Schema::new("slide", &[("tile", "tile"), ("from", "cell"), ("to", "cell")])
                };
                task.row("slide", vec![tile, cells[from], cells[usize::from(to)]], slide)?;
            }
        }
        Ok(task)
    }
}
