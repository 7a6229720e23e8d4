//! A family of your own: `cargo run --example collector serve` is tejun with one more family.
//!
//! A collector picks up coins in a cave full of pits while the lamp burns; leaving early, or being left in
//! the dark, keeps what is collected. It is played with keys, the hero faces the way he went, and there is a
//! score.

use std::collections::{HashMap, VecDeque};
use std::process::ExitCode;

use serde::Deserialize;
use tejun_puzzles::input::{self, Keys};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{
    Brush, Cell, Direction, Family, FamilyInfo, Gesture, Glyph, InputError, Key, LibraryFile, Mark, Means,
    Observer, Piece, Puzzle, Reason, Registry, Role, Scene, Searches, Shelf, Solution, SolveError, Status,
    Value, Verdict, sentences,
};
use tejun_search::{Moves, Outcome, Proof, Space, Stats};

fn main() -> ExitCode {
    tejun::run(Registry::standard().with(Family::of::<Cave>()))
}

/// Maximum number of coins: the search visits every state.
const COINS: usize = 6;
const CELLS: usize = 100;
const STEPS: u16 = 100;

const TEMPLATE: &str = "\
puzzle = \"collector\"
title = { en = \"Two Pits\", ja = \"二つの穴\", zh = \"两个坑\" }
steps = 12
board = '''
#######
#@.o  #
# ## ##
#  o. #
#     #
#######'''
";

sentences! {
    TITLE = "collector", "Collector", "コレクター", "收集者";
    ABOUT = "about", "collect the coins while the lamp burns", "明かりが消える前にコインを集める", "趁灯还亮收集硬币";
    WALL = "wall", "a wall", "壁", "墙";
    FLOOR = "floor", "floor", "床", "地板";
    COIN = "coin", "a coin", "コイン", "硬币";
    PIT = "pit", "a pit", "穴", "坑";
    START = "start", "the collector", "コレクター", "收集者";
    LEAVE = "leave", "leave", "出る", "离开";
    LAMP = "lamp", "steps of light: {left}, coins: {coins}", "明かり {left} 歩、コイン {coins}", "灯光 {left} 步，硬币 {coins}";
    NO_KEY = "no-key", "there is no key {key}", "{key} というキーはありません", "没有 {key} 键";
    BLOCKED = "blocked", "a rock is in the way", "岩があります", "有岩石挡路";
    ENDED = "ended", "it is over", "もう終わっています", "已经结束";
}

static KEYS: [Key; 5] = [
    Key::arrow('w', Direction::Up),
    Key::arrow('a', Direction::Left),
    Key::arrow('s', Direction::Down),
    Key::arrow('d', Direction::Right),
    Key { key: 'e', arrow: None, label: &LEAVE },
];

static BRUSHES: [Brush; 5] = [
    Brush { characters: "#", about: &WALL },
    Brush { characters: ".", about: &COIN },
    Brush { characters: "o", about: &PIT },
    Brush { characters: "@", about: &START },
    Brush { characters: " ", about: &FLOOR },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    steps: u16,
    board: String,
}

/// Everything that stays fixed.
#[derive(Default)]
struct Cave {
    rows: usize,
    columns: usize,
    places: Vec<(usize, usize)>,
    coins: Vec<usize>,
    pits: Vec<usize>,
    start: State,
}

/// Everything that changes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct State {
    cell: usize,
    /// One bit for each coin taken.
    taken: u32,
    /// Steps of light left.
    lamp: u16,
    gone: bool,
}

/// A state, and how it was reached.
#[derive(Clone)]
struct Walk {
    state: State,
    facing: Option<Direction>,
    played: usize,
}

impl Space for Cave {
    type State = Walk;
    /// A key.
    type Move = char;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(Walk)) {
        visit(Walk { state: self.start, facing: None, played: 0 });
    }

    fn is_goal(&self, at: &Walk) -> bool {
        self.standing(at.state) == Status::Solved
    }

    fn expand(&self, at: &Walk, mut visit: impl FnMut(char, Walk)) {
        for key in &KEYS {
            if let Ok(state) = self.press(at.state, key.key) {
                visit(key.key, Walk { state, facing: key.arrow.or(at.facing), played: at.played + 1 });
            }
        }
    }
}

impl Cave {
    /// The state after a key press.
    fn press(&self, state: State, key: char) -> Result<State, Reason> {
        let Some(key) = KEYS.iter().find(|known| known.key == key) else {
            return Err(Reason::new(&NO_KEY).with("key", key));
        };
        if self.standing(state) != Status::Open {
            return Err(Reason::new(&ENDED));
        }
        let (row, column) = self.places[state.cell];
        let to = match key.arrow {
            None => return Ok(State { gone: true, ..state }),
            Some(Direction::Up) => (row.wrapping_sub(1), column),
            Some(Direction::Down) => (row + 1, column),
            Some(Direction::Left) => (row, column.wrapping_sub(1)),
            Some(Direction::Right) => (row, column + 1),
        };
        let cell = self.places.iter().position(|&place| place == to).ok_or_else(|| Reason::new(&BLOCKED))?;
        let taken = self.coins.iter().position(|&coin| coin == cell).map_or(0, |coin| 1 << coin);
        Ok(State { cell, taken: state.taken | taken, lamp: state.lamp - 1, gone: false })
    }

    fn standing(&self, state: State) -> Status {
        if self.pits.contains(&state.cell) {
            Status::Lost
        } else if state.taken.count_ones() as usize == self.coins.len() {
            Status::Solved
        } else if state.gone || state.lamp == 0 {
            Status::Over
        } else {
            Status::Open
        }
    }

    /// All reachable states in breadth-first order, and for each the state before it and the key.
    fn reachable(&self, start: State) -> (Vec<State>, HashMap<State, (State, char)>) {
        let (mut order, mut from) = (Vec::new(), HashMap::from([(start, (start, ' '))]));
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            order.push(state);
            for key in KEYS {
                let Ok(next) = self.press(state, key.key) else { continue };
                from.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    (state, key.key)
                });
            }
        }
        (order, from)
    }
}

fn score(state: State) -> i64 {
    i64::from(state.taken.count_ones())
}

impl Puzzle for Cave {
    const FAMILY: FamilyInfo = FamilyInfo {
        title: Some(&TITLE),
        about: Some(&ABOUT),
        metrics: &["steps"],
        brushes: &BRUSHES,
        shelves: &[Shelf {
            first_steps: &[
                "puzzle = 'collector'\nsteps = 3\nboard = '@.'\n",
                "puzzle = 'collector'\nsteps = 6\nboard = '''\n@ .\no #\n. #'''\n",
            ],
            ..Shelf::PLAIN
        }],
        library: Some(|| vec![LibraryFile::new("two-pits", TEMPLATE)]),
        scored: true,
        dead_ends_lose: false,
        ..FamilyInfo::new("collector", TEMPLATE)
    };
    const SEARCHES: Searches<Self> = Searches { solve: Some(solve), ..Searches::NONE };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let File { steps, board } = keys.take_all()?;
        let rows = input::rows(&board)?;
        let mut cave = Cave { rows: rows.len(), columns: rows[0].len(), ..Cave::default() };
        let mut start = None;
        for (row, column, character) in
            rows.iter().enumerate().flat_map(|(row, line)| (0..).zip(line).map(move |(c, &s)| (row, c, s)))
        {
            let cell = cave.places.len();
            match character {
                '#' => continue,
                ' ' => {}
                '.' => cave.coins.push(cell),
                'o' => cave.pits.push(cell),
                '@' if start.is_none() => start = Some(cell),
                '@' => return Err(InputError::at(row, column, "a second collector: leave one @")),
                other => return Err(InputError::at(row, column, format!("{other:?} means nothing here"))),
            }
            cave.places.push((row, column));
        }
        let start = start.ok_or_else(|| InputError::new("there is no collector: put an @ on the board"))?;
        if cave.coins.len() > COINS || cave.places.len() > CELLS || steps > STEPS {
            return Err(InputError::new(format!("at most {COINS} coins, {CELLS} cells and {STEPS} steps")));
        }
        cave.start = State { cell: start, taken: 0, lamp: steps, gone: false };
        Ok(cave)
    }

    fn write(&self, _: &Walk, key: char) -> String {
        key.to_string()
    }

    fn gesture(&self, _: &Walk, _: &Scene, key: char) -> Gesture {
        Gesture::Key(key)
    }

    /// Says why a key does nothing.
    fn play(&self, at: &mut Walk, text: &str) -> Result<u32, Reason> {
        let mut characters = text.chars();
        let key = characters.next().filter(|_| characters.next().is_none()).unwrap_or('?');
        let state = self.press(at.state, key)?;
        let arrow = KEYS.iter().find(|known| known.key == key).and_then(|key| key.arrow);
        *at = Walk { state, facing: arrow.or(at.facing), played: at.played + 1 };
        Ok(1)
    }

    fn why_not(&self, at: &Walk, gesture: &Gesture) -> Reason {
        let key = if let Gesture::Key(key) = gesture { *key } else { '?' };
        self.press(at.state, key).err().unwrap_or(Reason::new(&ENDED))
    }

    fn scene(&self, at: &Walk) -> Scene {
        let mark = |cell| {
            let coin = self.coins.iter().position(|&coin| coin == cell);
            if coin.is_some_and(|coin| at.state.taken >> coin & 1 == 0) { Mark::Dot } else { Mark::Plain }
        };
        let piece =
            |name, cell, role, glyph| Piece { kind: role as usize, role, glyph, ..Piece::new(name, [cell]) };
        let cell = |(cell, &(row, column))| Cell { row, column, label: None, mark: mark(cell) };
        let hero = Piece { facing: at.facing, ..piece("C", at.state.cell, Role::Hero, Glyph::Disc) };
        let pits = self.pits.iter().map(|&pit| piece("o", pit, Role::Foe, Glyph::Block));
        let lamp = Reason::new(&LAMP).with("left", at.state.lamp).with("coins", score(at.state));
        Scene {
            rows: self.rows,
            columns: self.columns,
            cells: self.places.iter().enumerate().map(cell).collect(),
            pieces: pits.chain([hero]).collect(),
            walls: true,
            keys: &KEYS,
            caption: vec![lamp],
            ..Scene::default()
        }
    }

    fn status(&self, at: &Walk) -> Status {
        self.standing(at.state)
    }

    fn verdict(&self, at: &Walk, cost: i64) -> Verdict {
        let status = self.status(at);
        let score = (status != Status::Lost).then(|| score(at.state));
        let value = Value { cost: Some(cost), score };
        Verdict { solves: status == Status::Solved, value, ..Verdict::default() }
    }
}

/// Visits every state.
fn solve(cave: &Cave, at: &Walk, _: &Solve, _: &Means, _: &mut dyn Observer) -> Result<Solution, SolveError> {
    let (order, from) = cave.reachable(at.state);
    let stats = Stats { expanded: order.len() as u64, stored: order.len() as u64, ..Stats::default() };
    let is_end = |&state: &State| matches!(cave.standing(state), Status::Solved | Status::Over);
    // The first of those with the most coins has the fewest steps.
    let Some(mut best) = order.iter().copied().filter(is_end).rev().max_by_key(|&state| score(state)) else {
        return Ok(Solution::without_line(Outcome::Unsolvable, stats));
    };
    let score = Some(score(best));
    let mut line = Vec::new();
    while best != at.state {
        let (before, key) = from[&best];
        line.push(key.to_string());
        best = before;
    }
    line.reverse();
    let value = Value { cost: Some((at.played + line.len()) as i64), score };
    let optimal = Solution::without_line(Outcome::Solved(line), stats);
    Ok(Solution { proof: Proof::Optimal, value, bound: value, ..optimal })
}
