//! Every fact of `why` is true: by a graph of all positions that is made of the moves that a player has, and searched here.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use tejun_puzzles::question::Why;
use tejun_puzzles::{
    Fact, FactKind, FactPiece, Mark, Means, Piece, Position, Random, Reasons, Registry, Role, Scene,
};
use tejun_search::{Limits, Outcome, Unwatched};

use crate::common::cases;

/// Most positions of an instance.
const MOST: usize = 700;

/// A thing on the board: what it is, and its cells in order.
type Thing = (String, Vec<usize>);

/// How things are told apart in a family.
#[derive(Clone, Copy)]
struct Kind {
    things: fn(&Scene) -> Vec<Thing>,
    name: fn(&Piece) -> String,
    /// Whether a thing that is in its place is the one that was there.
    one_at_a_time: bool,
}

const BY_NAME: Kind = Kind {
    things: |scene| scene.pieces.iter().map(|piece| (piece.name.clone(), sorted(&piece.cells))).collect(),
    name: |piece| piece.name.clone(),
    one_at_a_time: true,
};

/// Boxes are boxes, at home or not.
const BOXES: Kind = Kind {
    things: |scene| {
        let boxes = scene.pieces.iter().filter(|piece| piece.name != "@");
        boxes.map(|piece| ("box".to_owned(), piece.cells.clone())).collect()
    },
    name: |_| "box".to_owned(),
    one_at_a_time: true,
};

/// The man and the crates, whatever is drawn on top of them.
const OBJECTS: Kind = Kind {
    things: |scene| {
        let sprites = &scene.sheet.as_ref().unwrap().sprites;
        let moves = |object: &&u16| {
            ["player", "crate"].contains(&&*sprites[usize::from(**object)].name.to_lowercase())
        };
        let on = |(cell, objects): (usize, &Vec<u16>)| {
            objects.iter().filter(moves).map(|object| (object.to_string(), vec![cell])).collect::<Vec<_>>()
        };
        scene.stacks.iter().enumerate().flat_map(on).collect()
    },
    name: |piece| piece.kind.to_string(),
    one_at_a_time: false,
};

fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// All positions from one on.
struct Plain {
    kind: Kind,
    scenes: Vec<Scene>,
    things: Vec<BTreeSet<Thing>>,
    next: Vec<Vec<usize>>,
    solved: Vec<bool>,
}

impl Plain {
    /// Plays every move from every position; `None` if there are many.
    fn new(start: &dyn Position, kind: Kind) -> Option<Plain> {
        let key = |scene: &Scene| {
            let pieces: Vec<_> =
                scene.pieces.iter().map(|piece| (&piece.name, sorted(&piece.cells))).collect();
            let caption: Vec<String> = scene.caption.iter().map(ToString::to_string).collect();
            format!("{pieces:?} {:?} {caption:?}", scene.stacks)
        };
        let mut plain =
            Plain { kind, scenes: Vec::new(), things: Vec::new(), next: Vec::new(), solved: Vec::new() };
        let mut positions = vec![start.boxed_clone()];
        let mut numbers = HashMap::from([(key(&start.scene()), 0)]);
        while plain.scenes.len() < positions.len() {
            let position = positions[plain.scenes.len()].boxed_clone();
            let scene = position.scene();
            let mut next = Vec::new();
            for choice in position.choices() {
                let mut after = position.boxed_clone();
                after.play(&choice.text).unwrap();
                let number = *numbers.entry(key(&after.scene())).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(after);
                }
                next.push(number);
            }
            if positions.len() > MOST {
                return None;
            }
            plain.things.push((kind.things)(&scene).into_iter().collect());
            plain.solved.push(position.verdict().solves);
            plain.scenes.push(scene);
            plain.next.push(next);
        }
        Some(plain)
    }

    /// The fewest moves to a solution among the positions allowed.
    fn fewest(&self, from: usize, leave: Option<usize>, allowed: &dyn Fn(usize) -> bool) -> Option<u64> {
        let mut depths = BTreeMap::from([(from, 0)]);
        let mut queue = VecDeque::from([from]);
        if !allowed(from) {
            return None;
        }
        while let Some(at) = queue.pop_front() {
            if self.solved[at] {
                return Some(depths[&at]);
            }
            for &next in &self.next[at] {
                let is_left = at == from && leave == Some(next);
                if !is_left && allowed(next) && !depths.contains_key(&next) {
                    depths.insert(next, depths[&at] + 1);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = open.pop() {
            open.extend(self.next[at].iter().filter(|next| reached.insert(**next)));
        }
        reached
    }

    /// Whether in a solution the second thing leaves its place before the first one, or with it.
    fn leaves_first(&self, from: usize, first: &Thing, second: &Thing) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([(from, false)]), vec![(from, false)]);
        while let Some((at, left)) = open.pop() {
            if left && self.solved[at] {
                return true;
            }
            for &next in &self.next[at] {
                let stay = [first, second].map(|thing| self.things[next].contains(thing));
                let entry = match (left, stay) {
                    (true, _) | (false, [_, false]) => (next, true),
                    (false, [true, true]) => (next, false),
                    (false, [false, true]) => continue,
                };
                if seen.insert(entry) {
                    open.push(entry);
                }
            }
        }
        false
    }

    fn is_empty(&self, at: usize, cell: usize) -> bool {
        !self.things[at].iter().any(|(_, cells)| cells.contains(&cell))
    }

    fn is_on(&self, at: usize, name: &str, cell: usize) -> bool {
        self.things[at].iter().any(|(other, cells)| other == name && cells.contains(&cell))
    }

    /// The thing that a piece of a fact is, in the position `at`.
    fn thing(&self, at: usize, piece: &FactPiece) -> Thing {
        let is_it = |other: &&Piece| other.name == piece.name && sorted(&other.cells) == sorted(&piece.cells);
        let found = self.scenes[at].pieces.iter().find(is_it).expect("the piece is on the board");
        ((self.kind.name)(found), sorted(&piece.cells))
    }

    fn stays(&self, from: usize, thing: &Thing) -> Option<u64> {
        self.fewest(from, None, &|at| self.things[at].contains(thing))
    }

    /// Whether a fact about the start, or about the move to `after`, is true.
    fn holds(&self, fact: &Fact, after: Option<usize>, unit: bool) -> bool {
        // In a position that is lost already, nothing is said of a move.
        let at = match fact.kind {
            FactKind::Stuck | FactKind::Unreached => {
                after.filter(|_| self.fewest(0, None, &|_| true).is_some()).unwrap_or(0)
            }
            _ => 0,
        };
        let things: Vec<Thing> = fact.pieces.iter().map(|piece| self.thing(at, piece)).collect();
        let any = |_: usize| true;
        let best = || self.fewest(0, None, &any);
        let each = |cells: &[usize], allowed: &dyn Fn(usize, usize) -> bool| {
            !cells.is_empty()
                && cells.iter().all(|&cell| self.fewest(0, None, &|at| allowed(at, cell)).is_none())
        };
        match (fact.kind, &things[..]) {
            (FactKind::Lost, []) => best().is_none(),
            (FactKind::Stuck, [thing]) => {
                self.reached(at).into_iter().all(|at| self.things[at].contains(thing))
            }
            (FactKind::Unreached, []) => {
                // Only the piece that the goal names belongs there; else whatever is of its shape, or any.
                let heroes: Vec<String> = self.scenes[at]
                    .pieces
                    .iter()
                    .filter(|piece| piece.role == Role::Hero)
                    .map(|piece| ((self.kind.name)(piece), sorted(&piece.cells)))
                    .filter(|hero| self.things[at].contains(hero))
                    .map(|hero| hero.0)
                    .collect();
                let goals = self.scenes[at].cells.iter().filter(|cell| cell.mark == Mark::Goal).count();
                let covers = |at: usize| {
                    let of_hero = |thing: &&Thing| heroes == [thing.0.clone()] && thing.1.len() == goals;
                    self.things[at].iter().any(|thing| of_hero(&thing))
                };
                let comes = |other: usize, cell: usize| match covers(at) {
                    false => !self.is_empty(other, cell),
                    true => self.is_on(other, &heroes[0], cell),
                };
                self.reached(at).into_iter().all(|at| fact.cells.iter().all(|&cell| !comes(at, cell)))
            }
            (FactKind::Loses, []) => self.fewest(after.unwrap(), None, &any).is_none(),
            (FactKind::Needed, []) => {
                let ways = self.next[0].iter().filter(|next| Some(**next) == after).count();
                ways == 1 && self.fewest(0, after, &any).is_none()
            }
            (FactKind::Shortest | FactKind::Detour, []) => {
                let then = self.fewest(after.unwrap(), None, &any).map(|left| left + 1);
                unit && then == fact.fewest && (then == best()) == (fact.kind == FactKind::Shortest)
            }
            (FactKind::Leaves, [thing]) => self.stays(0, thing).is_none(),
            (FactKind::Before, [first, second]) => {
                self.stays(0, first).is_none() && !self.leaves_first(0, first, second)
            }
            (FactKind::Clears, [thing]) => {
                fact.cells.iter().all(|cell| thing.1.contains(cell))
                    && each(&fact.cells, &|at, cell| !self.is_empty(at, cell))
            }
            (FactKind::Reaches, [thing]) => each(&fact.cells, &|at, cell| !self.is_on(at, &thing.0, cell)),
            (FactKind::Covers, []) => each(&fact.cells, &|at, cell| self.is_empty(at, cell)),
            (FactKind::Longer, [thing]) => {
                unit && self.stays(0, thing) == fact.fewest && fact.fewest > best()
            }
            other => panic!("no such fact: {other:?}"),
        }
    }
}

fn ask(position: &dyn Position, by: Option<&str>, states: u64) -> Reasons {
    let means = Means { limits: Limits { states, ..Limits::default() }, ..Means::default() };
    position.ask(Why { by: by.map(str::to_owned) }, &means, &mut Unwatched).unwrap()
}

/// What was found out about random instances.
#[derive(Default)]
struct Tally {
    instances: usize,
    solved: usize,
    kinds: BTreeMap<&'static str, usize>,
}

/// Checks all that is said of an instance; `false` if it has no place here.
fn check(text: &str, kind: Kind, tally: &mut Tally, random: &mut Random) -> bool {
    let registry = Registry::standard();
    let Ok(instance) = registry.read(text, None) else { return false };
    let start = &*instance.start();
    let Some(plain) = Plain::new(start, kind) else { return false };
    if plain.solved[0] {
        return false;
    }
    let reasons = ask(start, None, u64::MAX);
    let best = plain.fewest(0, None, &|_| true);
    assert_eq!(reasons.unsettled, 0, "{text}");
    assert_eq!(reasons.outcome == Outcome::Solved(()), best.is_some(), "{text}");
    assert!(reasons.fewest.is_none_or(|fewest| Some(fewest) == best), "{text}");
    let unit = reasons.fewest.is_some();
    let mut verify = |reasons: &Reasons, after: Option<usize>| {
        for fact in &reasons.facts {
            assert!(plain.holds(fact, after, unit), "{text}\n{} {:?}", fact.reason, fact);
            *tally.kinds.entry(fact.kind.code()).or_default() += 1;
        }
    };
    verify(&reasons, None);
    // Nothing is left out of what must move, and in which order.
    if best.is_some() {
        let heroes = plain.scenes[0].pieces.iter().filter(|piece| piece.role == Role::Hero).count();
        let is_hero = |piece: &Piece| piece.role == Role::Hero && heroes == 1;
        let on_board = |piece: &&Piece| plain.things[0].contains(&((kind.name)(piece), sorted(&piece.cells)));
        let pieces = plain.scenes[0].pieces.iter().filter(|piece| !is_hero(piece) && on_board(piece));
        let named = |piece: &Piece| FactPiece { name: piece.name.clone(), cells: piece.cells.clone() };
        let pieces: Vec<FactPiece> = pieces.map(named).collect();
        let said = |kind, pieces: &[&FactPiece]| {
            reasons
                .facts
                .iter()
                .any(|fact| fact.kind == kind && fact.pieces.iter().eq(pieces.iter().copied()))
        };
        let leaving = |piece: &&FactPiece| plain.stays(0, &plain.thing(0, piece)).is_none();
        let must: Vec<&FactPiece> = pieces.iter().filter(leaving).collect();
        assert_eq!(
            must.len(),
            reasons.facts.iter().filter(|fact| fact.kind == FactKind::Leaves).count(),
            "{text}"
        );
        // Orders that follow from others are not said.
        let order = |first: &FactPiece, second: &FactPiece| said(FactKind::Before, &[first, second]);
        let all: Vec<FactPiece> = plain.scenes[0].pieces.iter().map(named).collect();
        for first in &must {
            let (mut later, mut open) = (Vec::new(), vec![*first]);
            while let Some(at) = open.pop() {
                for next in all.iter().filter(|next| order(at, next)) {
                    if !later.contains(&next) {
                        later.push(next);
                        open.push(next);
                    }
                }
            }
            let is_traced = |piece: &FactPiece| {
                let class = plain.thing(0, piece).0;
                kind.one_at_a_time || plain.things[0].iter().filter(|thing| thing.0 == class).count() == 1
            };
            for second in must.iter().filter(|second| second != &first) {
                if !is_traced(first) || !is_traced(second) {
                    continue;
                }
                let [a, b] = [first, second].map(|piece| plain.thing(0, piece));
                let is_said = later.contains(second);
                assert_eq!(is_said, !plain.leaves_first(0, &a, &b), "{text} {first:?} {second:?}");
            }
        }
    }
    // Moves, and limits.
    let choices = start.choices();
    for _ in 0..2 {
        let Some(index) = (!choices.is_empty()).then(|| random.below(choices.len() as u64) as usize) else {
            break;
        };
        let (by, after) = (&choices[index].text, plain.next[0][index]);
        let reasons = ask(start, Some(by), u64::MAX);
        verify(&reasons, Some(after));
        let loses = reasons.facts.iter().any(|fact| fact.kind == FactKind::Loses);
        assert_eq!(loses, best.is_some() && plain.fewest(after, None, &|_| true).is_none(), "{text} {by}");
    }
    let states = random.below(plain.scenes.len() as u64);
    let limited = ask(start, None, states);
    verify(&limited, None);
    assert!(
        limited.facts.len() == reasons.facts.len()
            || limited.unsettled > 0
            || limited.outcome != reasons.outcome,
        "{text}"
    );
    tally.instances += 1;
    tally.solved += usize::from(best.is_some());
    true
}

/// Checks so many random instances of a family, and that they say something of each of these kinds.
fn family(seed: u64, kind: Kind, draw: fn(&mut Random) -> String, kinds: &[&str]) {
    let wanted = cases(2000) as usize;
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut tries = 0;
    while tally.instances < wanted {
        tries += 1;
        assert!(tries < 100 * wanted, "{} of {tries}", tally.instances);
        let text = draw(&mut random);
        check(&text, kind, &mut tally, &mut random);
    }
    println!("{} of {} solved: {:?}", tally.solved, tally.instances, tally.kinds);
    for kind in kinds {
        assert!(tally.kinds.contains_key(kind), "{kind}: {:?}", tally.kinds);
    }
}

fn pick<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[random.below(words.len() as u64) as usize]
}

/// Pieces of these sizes on an empty board, as many as there is room for in some tries.
fn pieces(
    random: &mut Random,
    (rows, columns): (usize, usize),
    sizes: &[(usize, usize)],
    tries: usize,
) -> Vec<Vec<char>> {
    let mut board = vec![vec!['.'; columns]; rows];
    let mut letter = b'A';
    for _ in 0..tries {
        let (high, wide) = sizes[random.below(sizes.len() as u64) as usize];
        let (row, column) = (random.below(rows as u64) as usize, random.below(columns as u64) as usize);
        let fits = row + high <= rows && column + wide <= columns;
        let cells = || {
            (row..row + high).flat_map(move |row| (column..column + wide).map(move |column| (row, column)))
        };
        if fits && cells().all(|(row, column)| board[row][column] == '.') {
            cells().for_each(|(row, column)| board[row][column] = char::from(letter));
            letter += 1;
        }
    }
    board
}

fn rows(board: &[Vec<char>]) -> String {
    board.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Another place for the piece A.
fn moved(random: &mut Random, board: &[Vec<char>], same_row: bool) -> Vec<Vec<char>> {
    let (rows, columns) = (board.len(), board[0].len());
    let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
    let cells: Vec<(usize, usize)> = cells.filter(|&(row, column)| board[row][column] == 'A').collect();
    let Some(&(top, left)) = cells.first() else { return board.to_vec() };
    let (high, wide) = (cells.last().unwrap().0 - top + 1, cells.last().unwrap().1 - left + 1);
    let row = if same_row { top } else { random.below((rows - high + 1) as u64) as usize };
    let column = if same_row { columns - wide } else { random.below((columns - wide + 1) as u64) as usize };
    let mut goal = vec![vec!['.'; columns]; rows];
    for (down, right) in (0..high).flat_map(|down| (0..wide).map(move |right| (down, right))) {
        goal[row + down][column + right] = 'A';
    }
    goal
}

fn rush_hour(random: &mut Random) -> String {
    let size = (3 + random.below(3) as usize, 4 + random.below(2) as usize);
    let mut board = vec![vec!['.'; size.1]; size.0];
    while !board.iter().any(|row| row.windows(2).any(|pair| pair == ['A', 'A'])) {
        board = pieces(random, size, &[(1, 2), (2, 1), (2, 1), (3, 1), (1, 3)], 30);
    }
    let goal = moved(random, &board, true);
    let metric = pick(random, &["moves", "slides", "steps"]);
    let (board, goal) = (rows(&board), rows(&goal));
    format!(
        "puzzle = 'sliding'\nmetric = '{metric}'\naxis = 'long'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n"
    )
}

fn sliding(random: &mut Random) -> String {
    let size = [(2, 3), (3, 2), (3, 3), (2, 4)][random.below(4) as usize];
    let board = pieces(random, size, &[(1, 1), (1, 2), (2, 1), (2, 2)], 10);
    let goal = moved(random, &board, false);
    let metric = pick(random, &["moves", "slides", "steps"]);
    let (board, goal) = (rows(&board), rows(&goal));
    let goal_match = pick(random, &["", "goal_match = 'shape'\n"]);
    format!(
        "puzzle = 'sliding'\n{goal_match}metric = '{metric}'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n"
    )
}

/// A walled room with these things in it.
fn room(random: &mut Random, things: &str, share_of_walls: u64) -> String {
    let (rows, columns) = (3 + random.below(2) as usize, 3 + random.below(3) as usize);
    let mut cells: Vec<char> =
        (0..rows * columns).map(|_| if random.below(share_of_walls) == 0 { '#' } else { ' ' }).collect();
    for thing in things.chars() {
        let free: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == ' ').collect();
        if !free.is_empty() {
            cells[free[random.below(free.len() as u64) as usize]] = thing;
        }
    }
    let wall = "#".repeat(columns + 2);
    let inside: String =
        cells.chunks(columns).map(|row| format!("#{}#\n", row.iter().collect::<String>())).collect();
    format!("{wall}\n{inside}{wall}")
}

fn sokoban(random: &mut Random) -> String {
    let things = pick(random, &["@$.", "@$$..", "@$$..", "@$$$...", "@*$."]);
    let metric = pick(random, &["pushes", "moves"]);
    format!("puzzle = 'sokoban'\nmetric = '{metric}'\nboard = '''\n{}'''\n", room(random, things, 6))
}

fn pegs(random: &mut Random) -> String {
    let (rows, columns) = (1 + random.below(4) as usize, 3 + random.below(3) as usize);
    let mut draw = |signs: &[&str]| {
        let row = |random: &mut Random| (0..columns).map(|_| pick(random, signs)).collect::<String>();
        (0..rows).map(|_| row(random)).collect::<Vec<_>>().join("\n")
    };
    let board = draw(&["o", "o", "."]);
    let goal = if draw(&["o", "."]).starts_with('o') {
        format!("goal = '''\n{}'''\n", draw(&["o", ".", ".", "."]))
    } else {
        String::new()
    };
    format!("puzzle = 'peg-solitaire'\nboard = '''\n{board}'''\n{goal}")
}

fn tiles(random: &mut Random) -> String {
    let (rows, columns) = [(2, 2), (2, 3), (3, 2)][random.below(3) as usize];
    let mut signs: Vec<char> =
        (1..rows * columns).map(|tile| char::from(b'0' + tile as u8)).chain(['.']).collect();
    random.shuffle(&mut signs);
    let board =
        signs.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n");
    format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\n")
}

fn tanks(random: &mut Random) -> String {
    let mut row = |even: bool, side: &str| {
        let mut square = || if random.below(3) == 0 { "o" } else { side }.to_owned();
        if even {
            format!("{}.{}", square(), square())
        } else {
            format!(".{}.", if random.below(8) == 0 { "." } else { "o" })
        }
    };
    let board = [row(true, "A"), row(false, "o"), row(true, "o"), row(false, "o"), row(true, "B")].join("\n");
    format!("puzzle = 'tank-change'\nboard = '''\n{board}'''\n")
}

fn push_game(random: &mut Random) -> String {
    let things = pick(random, &["P*O", "P**OO", "P*O", "PO*"]);
    let level = room(random, things, 6).replace(' ', ".");
    let text = include_str!("../../library/puzzlescript/a-push.toml");
    let (head, _) = text.split_once("LEVELS").unwrap();
    let head: String =
        head.lines().filter(|line| !line.starts_with("optimal")).map(|line| format!("{line}\n")).collect();
    format!("{}LEVELS\n======\n\n{level}\n'''\n", head.trim_end_matches('\n').to_owned() + "\n")
        .replace("======\nLEVELS", "======\nLEVELS")
}

#[test]
fn facts_about_rush_hour_are_true() {
    let kinds = [
        "leaves",
        "before",
        "clears",
        "reaches",
        "lost",
        "stuck",
        "unreached",
        "shortest",
        "detour",
        "needed",
    ];
    family(1, BY_NAME, rush_hour, &kinds);
}

#[test]
fn facts_about_sliding_blocks_are_true() {
    let kinds = ["leaves", "before", "covers", "reaches", "longer", "lost", "stuck", "shortest", "detour"];
    family(2, BY_NAME, sliding, &kinds);
}

#[test]
fn facts_about_sokoban_are_true() {
    let kinds = ["leaves", "before", "covers", "lost", "stuck", "unreached", "loses", "needed", "shortest"];
    family(3, BOXES, sokoban, &kinds);
}

#[test]
fn facts_about_pegs_are_true() {
    family(4, BY_NAME, pegs, &["leaves", "before", "lost", "stuck", "loses", "needed", "shortest"]);
}

#[test]
fn facts_about_sliding_tiles_are_true() {
    family(5, BY_NAME, tiles, &["leaves", "lost", "shortest", "detour"]);
}

#[test]
fn facts_about_tank_change_are_true() {
    family(6, BY_NAME, tanks, &["leaves", "covers", "lost", "shortest"]);
}

#[test]
fn facts_about_puzzlescript_are_true() {
    family(7, OBJECTS, push_game, &["leaves", "lost", "loses", "shortest", "reaches"]);
}

/// Two crates that move together leave their places at the same time, though a crate is still where the second one was.
#[test]
fn nothing_is_said_of_the_order_of_pieces_that_take_each_others_places() {
    let text = include_str!("../../library/puzzlescript/a-push.toml");
    let (head, _) = text.split_once("######\n#....#").unwrap();
    let push = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let train = format!("{push}\n[ > Crate | Crate ] -> [ > Crate | > Crate ]");
    let head = head.replace("optimal = 2\n", "").replace(push, &train);
    let level = "########\n#P**.O.#\n########\n'''\n";
    let registry = Registry::standard();
    let start = registry.read(&(head + level), None).unwrap().start();
    let choices = start.choices();
    for by in choices.iter().map(|choice| Some(&*choice.text)).chain([None]) {
        let reasons = ask(&*start, by, u64::MAX);
        let kinds: Vec<FactKind> = reasons.facts.iter().map(|fact| fact.kind).collect();
        assert_eq!(reasons.outcome, Outcome::Solved(()));
        assert!(kinds.contains(&FactKind::Leaves), "{kinds:?}");
        assert!(!kinds.contains(&FactKind::Before), "{:?}", reasons.facts);
    }
}

/// A step of the man is a part of a push: it costs nothing where pushes count, and no solution has to take it.
#[test]
fn a_step_of_the_man_is_no_detour() {
    let text = "puzzle = 'sokoban'\nboard = '''\n#######\n#@ $ .#\n#######'''\n";
    let start = Registry::standard().read(text, None).unwrap().start();
    let kinds = |by| {
        let reasons = ask(&*start, Some(by), u64::MAX);
        reasons.facts.iter().map(|fact| fact.kind).collect::<Vec<_>>()
    };
    assert!(kinds("r").contains(&FactKind::Shortest), "{:?}", kinds("r"));
    for kind in [FactKind::Detour, FactKind::Needed, FactKind::Loses] {
        assert!(!kinds("r").contains(&kind), "{:?}", kinds("r"));
    }
}

/// The piece of the first fact is one that most people move early: docs/design/why.md has the measure.
#[test]
fn the_first_fact_is_about_a_piece_that_people_move_early() {
    let file = |name: &str| {
        let path = format!("{}/../../../shared/rushhour/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    // Who moved which cars in the first five moves of the first try.
    let mut people: BTreeMap<String, BTreeMap<String, BTreeSet<char>>> = BTreeMap::new();
    for line in file("human.csv").lines().skip(1) {
        let [puzzle, person, _, moves] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let cars: BTreeSet<char> = moves.split(' ').take(5).filter_map(|by| by.chars().next()).collect();
        if !cars.is_empty() {
            people.entry(puzzle.to_owned()).or_default().entry(person.to_owned()).or_insert(cars);
        }
    }
    let (mut boards, mut agreed) = (0, 0);
    for line in file("human-puzzles.csv").lines().skip(1) {
        let [puzzle, _, board] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let registry = Registry::standard();
        let text = registry.expand_short_form(&format!("rushhour:{board}")).unwrap().unwrap();
        let reasons = ask(&*registry.read(&text, None).unwrap().start(), None, u64::MAX);
        let car = reasons.facts[0].pieces[0].name.chars().next().unwrap();
        let people = &people[puzzle];
        let moved = people.values().filter(|cars| cars.contains(&car)).count();
        boards += 1;
        agreed += usize::from(2 * moved >= people.len());
    }
    println!("{agreed} of {boards}");
    assert_eq!(boards, 50);
    // By chance it would be 24 of 50, and the next move of a shortest line has 39.
    assert!(agreed >= 42, "{agreed} of {boards}");
}
