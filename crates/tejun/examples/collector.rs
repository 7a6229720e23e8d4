//! A family of your own: `cargo run --example collector serve` is tejun with one more family.
//!
//! A collector picks up coins in a cave full of pits while the lamp burns; leaving early, or being left in
//! the dark, keeps what is collected. It is played with keys, the hero faces the way he went, and there is a
//! score.

use std::collections::{HashMap, VecDeque};
use std::process::ExitCode;
use std::sync::Arc;

use serde::Deserialize;
use tejun_puzzles::input::{self, Header, Keys};
use tejun_puzzles::{
    About, Brush, Cell, Choice, Direction, Family, Gesture, Glyph, InputError, Instance, Key, LibraryFile,
    Mark, Observer, Piece, PlayError, Position, Reason, Registry, Role, Scene, Sentence, Solution, Solve,
    SolveError, SolveOptions, Status, Verdict, Worth, sentences,
};
use tejun_search::{Outcome, Proof, Stats};

fn main() -> ExitCode {
    tejun::run(Registry::standard().with(Collector))
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
    UP = "up", "up", "上", "上";
    LEFT = "left", "left", "左", "左";
    DOWN = "down", "down", "下", "下";
    RIGHT = "right", "right", "右", "右";
    LEAVE = "leave", "leave", "出る", "离开";
    LAMP = "lamp", "steps of light: {left}, coins: {coins}", "明かり {left} 歩、コイン {coins}", "灯光 {left} 步，硬币 {coins}";
    NO_KEY = "no-key", "there is no key {key}", "{key} というキーはありません", "没有 {key} 键";
    BLOCKED = "blocked", "a rock is in the way", "岩があります", "有岩石挡路";
    ENDED = "ended", "it is over", "もう終わっています", "已经结束";
}

static KEYS: [Key; 5] = [
    Key { key: 'w', arrow: Some(Direction::Up), label: &UP },
    Key { key: 'a', arrow: Some(Direction::Left), label: &LEFT },
    Key { key: 's', arrow: Some(Direction::Down), label: &DOWN },
    Key { key: 'd', arrow: Some(Direction::Right), label: &RIGHT },
    Key { key: 'e', arrow: None, label: &LEAVE },
];

static BRUSHES: [Brush; 5] = [
    Brush { characters: "#", about: &WALL },
    Brush { characters: ".", about: &COIN },
    Brush { characters: "o", about: &PIT },
    Brush { characters: "@", about: &START },
    Brush { characters: " ", about: &FLOOR },
];

struct Collector;

impl Family for Collector {
    fn name(&self) -> &'static str {
        "collector"
    }

    fn title(&self) -> &'static Sentence {
        &TITLE
    }

    fn about(&self) -> &'static Sentence {
        &ABOUT
    }

    fn template(&self) -> &'static str {
        TEMPLATE
    }

    fn brushes(&self) -> &'static [Brush] {
        &BRUSHES
    }

    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        let File { steps, board } = keys.into()?;
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
        let about = About { scored: true, ..About::new("collector", "steps", header) };
        let start = State { cell: start, taken: 0, lamp: steps, gone: false };
        Ok(Box::new(Trip { about, start: Walk { cave: Arc::new(cave), state: start, line: Vec::new() } }))
    }

    fn library(&self) -> Vec<LibraryFile> {
        vec![LibraryFile { name: "two-pits".to_owned(), text: TEMPLATE.to_owned() }]
    }
}

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
}

/// Everything that changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    cell: usize,
    /// One bit for each coin taken.
    taken: u32,
    /// Steps of light left.
    lamp: u16,
    gone: bool,
}

struct Trip {
    about: About,
    start: Walk,
}

#[derive(Clone)]
struct Walk {
    cave: Arc<Cave>,
    state: State,
    line: Vec<char>,
}

impl Instance for Trip {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self) -> Box<dyn Position> {
        self.start.boxed_clone()
    }
}

impl Cave {
    /// The state after a key press.
    fn press(&self, state: State, key: char) -> Result<State, Reason> {
        let Some(key) = KEYS.iter().find(|known| known.key == key) else {
            return Err(Reason::new(&NO_KEY).with("key", key));
        };
        if self.status(state) != Status::Open {
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

    fn status(&self, state: State) -> Status {
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

impl Walk {
    fn score(&self, state: State) -> i64 {
        i64::from(state.taken.count_ones())
    }
}

impl Position for Walk {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let mut characters = text.chars();
        let key = characters.next().filter(|_| characters.next().is_none()).unwrap_or('?');
        let pressed = self.cave.press(self.state, key);
        self.state = pressed.map_err(|reason| PlayError::new(self.line.len(), text, reason))?;
        self.line.push(key);
        Ok(())
    }

    fn scene(&self) -> Scene {
        let mark = |cell| {
            let coin = self.cave.coins.iter().position(|&coin| coin == cell);
            if coin.is_some_and(|coin| self.state.taken >> coin & 1 == 0) { Mark::Dot } else { Mark::Plain }
        };
        let places = self.cave.places.iter().enumerate();
        let piece = |name: &str, cell, role, glyph| {
            let (name, cells, kind) = (name.to_owned(), vec![cell], role as usize);
            Piece { name, cells, kind, role, glyph, facing: None, played: None }
        };
        let arrow = |key: &char| KEYS.iter().find(|known| known.key == *key).and_then(|key| key.arrow);
        let hero = piece("C", self.state.cell, Role::Hero, Glyph::Disc);
        let pits = self.cave.pits.iter().map(|&pit| piece("o", pit, Role::Foe, Glyph::Block));
        let lamp = Reason::new(&LAMP).with("left", self.state.lamp).with("coins", self.score(self.state));
        Scene {
            rows: self.cave.rows,
            columns: self.cave.columns,
            cells: places
                .map(|(cell, &(row, column))| Cell { row, column, label: None, mark: mark(cell) })
                .collect(),
            pieces: pits.chain([Piece { facing: self.line.iter().rev().find_map(arrow), ..hero }]).collect(),
            walls: true,
            keys: &KEYS,
            caption: vec![lamp],
            ..Scene::default()
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let legal = KEYS.iter().filter(|key| self.cave.press(self.state, key.key).is_ok());
        legal.map(|key| Choice { text: key.key.to_string(), gesture: Gesture::Key(key.key) }).collect()
    }

    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason> {
        let key = if let Gesture::Key(key) = gesture { *key } else { '?' };
        self.cave.press(self.state, key).map(|_| key.to_string())
    }

    fn status(&self) -> Status {
        self.cave.status(self.state)
    }

    fn verdict(&self) -> Verdict {
        let lost = self.status() == Status::Lost;
        let score = (!lost).then(|| self.score(self.state));
        let worth = Worth { cost: Some(self.line.len() as i64), score };
        Verdict { solves: self.status() == Status::Solved, worth, ..Verdict::default() }
    }

    fn solver(&self) -> Option<&dyn Solve> {
        Some(self)
    }
}

impl Solve for Walk {
    fn solve(&self, _: &SolveOptions, _: &mut dyn Observer) -> Result<Solution, SolveError> {
        let (order, from) = self.cave.reachable(self.state);
        let stats = Stats { expanded: order.len() as u64, stored: order.len() as u64, ..Stats::default() };
        let ended = order
            .iter()
            .copied()
            .filter(|&state| matches!(self.cave.status(state), Status::Solved | Status::Over));
        // The first of those with the most coins has the fewest steps.
        let Some(mut best) = ended.rev().max_by_key(|&state| self.score(state)) else {
            return Ok(Solution::without_line(Outcome::Unsolvable, stats));
        };
        let score = Some(self.score(best));
        let mut line = Vec::new();
        while best != self.state {
            let (before, key) = from[&best];
            line.push(key.to_string());
            best = before;
        }
        line.reverse();
        let worth = Worth { cost: Some((self.line.len() + line.len()) as i64), score };
        let optimal = Solution::without_line(Outcome::Solved(line), stats);
        Ok(Solution { proof: Proof::Optimal, worth, bound: worth, ..optimal })
    }
}
