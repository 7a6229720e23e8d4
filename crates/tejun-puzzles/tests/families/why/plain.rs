//! All positions of an instance, by the moves that a player has, and searches among them.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use tejun_puzzles::{Fact, FactKind, FactPiece, Mark, Piece, Position, Role, Scene};

/// Most positions of an instance.
pub const MOST: usize = 700;

/// A thing on the board: what it is, and its cells in order.
pub type Thing = (String, Vec<usize>);

/// How things are told apart in a family.
#[derive(Clone, Copy)]
pub struct Kind {
    pub things: fn(&Scene) -> Vec<Thing>,
    pub name: fn(&Piece) -> String,
    /// Whether a thing that is in its place is the one that was there.
    pub one_at_a_time: bool,
}

pub const BY_NAME: Kind = Kind {
    things: |scene| scene.pieces.iter().map(|piece| (piece.name.clone(), sorted(&piece.cells))).collect(),
    name: |piece| piece.name.clone(),
    one_at_a_time: true,
};

/// Boxes are boxes, at home or not.
pub const BOXES: Kind = Kind {
    things: |scene| {
        let boxes = scene.pieces.iter().filter(|piece| piece.name != "@");
        boxes.map(|piece| ("box".to_owned(), piece.cells.clone())).collect()
    },
    name: |_| "box".to_owned(),
    one_at_a_time: true,
};

/// What comes and goes, whatever is drawn on top of it.
pub const OBJECTS: Kind = Kind {
    things: |scene| {
        let sprites = &scene.sheet.as_ref().unwrap().sprites;
        let moves = |object: &&u16| {
            ["player", "crate", "key", "door"].contains(&&*sprites[usize::from(**object)].name.to_lowercase())
        };
        let on = |(cell, objects): (usize, &Vec<u16>)| {
            objects.iter().filter(moves).map(|object| (object.to_string(), vec![cell])).collect::<Vec<_>>()
        };
        scene.stacks.iter().enumerate().flat_map(on).collect()
    },
    name: |piece| piece.kind.to_string(),
    one_at_a_time: false,
};

pub fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// The objects that are not on the same cells in two scenes of a game.
fn changed(before: &Scene, after: &Scene) -> BTreeSet<String> {
    let Some(sheet) = &before.sheet else { return BTreeSet::new() };
    let on = |scene: &Scene, object: u16| -> Vec<bool> {
        scene.stacks.iter().map(|stack| stack.contains(&object)).collect()
    };
    let all = sheet.sprites.iter().enumerate();
    let changed = all.filter(|(object, _)| on(before, *object as u16) != on(after, *object as u16));
    changed.map(|(_, sprite)| sprite.name.clone()).collect()
}

/// The line of a fact about a rule.
pub fn rule(fact: &Fact) -> usize {
    let text = fact.reason.to_string();
    let (_, text) = text.split_once("line ").unwrap();
    text.split(' ').next().unwrap().parse().unwrap()
}

/// What a move does on its way: the lines of rules that act, and the names of objects that change.
pub struct Acts {
    pub lines: Vec<usize>,
    pub objects: BTreeSet<String>,
}

/// All positions from one on.
pub struct Plain {
    pub kind: Kind,
    pub scenes: Vec<Scene>,
    pub things: Vec<BTreeSet<Thing>>,
    pub next: Vec<Vec<usize>>,
    /// Of each move in `next`.
    pub acts: Vec<Vec<Acts>>,
    pub solved: Vec<bool>,
}

impl Plain {
    /// Plays every move from every position; `None` if there are many.
    pub fn new(start: &dyn Position, kind: Kind) -> Option<Plain> {
        // A game may be won by an input that changes nothing.
        let key = |position: &dyn Position| {
            let scene = position.scene();
            let pieces: Vec<_> =
                scene.pieces.iter().map(|piece| (&piece.name, sorted(&piece.cells))).collect();
            let caption: Vec<String> = scene.caption.iter().map(ToString::to_string).collect();
            format!("{pieces:?} {:?} {caption:?} {}", scene.stacks, position.verdict().solves)
        };
        let mut plain = Plain {
            kind,
            scenes: Vec::new(),
            things: Vec::new(),
            next: Vec::new(),
            acts: Vec::new(),
            solved: Vec::new(),
        };
        let mut positions = vec![start.boxed_clone()];
        let mut numbers = HashMap::from([(key(start), 0)]);
        while plain.scenes.len() < positions.len() {
            let position = positions[plain.scenes.len()].boxed_clone();
            let scene = position.scene();
            let (mut next, mut acts) = (Vec::new(), Vec::new());
            for choice in position.choices() {
                let mut after = position.boxed_clone();
                after.play(&choice.text).unwrap();
                acts.push(Acts { lines: after.course().lines, objects: changed(&scene, &after.scene()) });
                let number = *numbers.entry(key(&*after)).or_insert(positions.len());
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
            plain.acts.push(acts);
        }
        Some(plain)
    }

    /// The fewest moves to a solution among the positions allowed.
    pub fn fewest(&self, from: usize, leave: Option<usize>, allowed: &dyn Fn(usize) -> bool) -> Option<u64> {
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

    /// Whether the start can be solved by moves all of which do what `allows`.
    pub fn solves_by(&self, allows: &dyn Fn(&Acts) -> bool) -> bool {
        let (mut reached, mut open) = (BTreeSet::from([0]), vec![0]);
        while let Some(at) = open.pop() {
            if self.solved[at] {
                return true;
            }
            let moves = self.next[at].iter().zip(&self.acts[at]).filter(|(_, acts)| allows(acts));
            open.extend(moves.map(|(next, _)| *next).filter(|next| reached.insert(*next)));
        }
        false
    }

    /// The lines of the rules that act in every solution.
    pub fn needed_rules(&self) -> BTreeSet<usize> {
        let lines: BTreeSet<usize> = self.acts.iter().flatten().flat_map(|acts| acts.lines.clone()).collect();
        lines.into_iter().filter(|line| !self.solves_by(&|acts| !acts.lines.contains(line))).collect()
    }

    pub fn reached(&self, from: usize) -> BTreeSet<usize> {
        let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = open.pop() {
            open.extend(self.next[at].iter().filter(|next| reached.insert(**next)));
        }
        reached
    }

    /// Whether in a solution the second thing leaves its place before the first one, or with it.
    pub fn leaves_first(&self, from: usize, first: &Thing, second: &Thing) -> bool {
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

    pub fn is_empty(&self, at: usize, cell: usize) -> bool {
        !self.things[at].iter().any(|(_, cells)| cells.contains(&cell))
    }

    pub fn is_on(&self, at: usize, name: &str, cell: usize) -> bool {
        self.things[at].iter().any(|(other, cells)| other == name && cells.contains(&cell))
    }

    /// The thing that a piece of a fact is, in the position `at`.
    pub fn thing(&self, at: usize, piece: &FactPiece) -> Thing {
        let is_it = |other: &&Piece| other.name == piece.name && sorted(&other.cells) == sorted(&piece.cells);
        let found = self.scenes[at].pieces.iter().find(is_it).expect("the piece is on the board");
        ((self.kind.name)(found), sorted(&piece.cells))
    }

    pub fn stays(&self, from: usize, thing: &Thing) -> Option<u64> {
        self.fewest(from, None, &|at| self.things[at].contains(thing))
    }

    /// Whether a fact about the start, or about the move to `after`, is true.
    pub fn holds(&self, fact: &Fact, after: Option<usize>, unit: bool) -> bool {
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
            (FactKind::Rule, []) => self.needed_rules().contains(&rule(fact)),
            (FactKind::Changes, []) => {
                let text = fact.reason.to_string();
                let (_, text) = text.split_once("while no ").unwrap();
                let (object, _) = text.split_once(" moves").unwrap();
                !self.solves_by(&|acts| !acts.objects.contains(object))
            }
            other => panic!("no such fact: {other:?}"),
        }
    }
}
