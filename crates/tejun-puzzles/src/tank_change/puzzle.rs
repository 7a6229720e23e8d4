//! Tank Change for front ends: play, drawing and search.

use tejun_search::{Moves, Space};

#[cfg(not(target_family = "wasm"))]
use super::export;
use super::info::FAMILY;
use super::rules::{Position, Rules, Side};
use super::{format, rule_examples, search, view};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit;
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Export, ExportFormat};
use tejun_core::{
    FamilyInfo, Gesture, InputError, Puzzle, QuestionOption, Reason, SAYS_WHY, Scene, Searches, Tracked,
    Tracking, input::Keys, state_graph, why,
};

/// A puzzle of the family `tank-change`: its rules and its start.
pub struct TankChange {
    rules: Rules,
    start: Position,
}

impl Space for TankChange {
    type State = Position;
    /// The squares from and to which a tank runs.
    type Move = (usize, usize);
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(Position)) {
        visit(self.start.clone());
    }

    fn is_goal(&self, position: &Position) -> bool {
        self.rules.is_solved(position)
    }

    fn expand(&self, position: &Position, mut visit: impl FnMut((usize, usize), Position)) {
        for (from, to) in self.rules.moves(position) {
            let mut next = position.clone();
            self.rules.run(&mut next, from, to).expect("it is a legal move");
            visit((from, to), next);
        }
    }
}

/// Tells positions apart.
fn key(position: &Position) -> Box<[u8]> {
    let code = |tank: &Option<Side>| tank.map_or(0, |side| 1 + side as u8);
    position.tanks.iter().map(code).chain([position.turn as u8]).collect()
}

impl Puzzle for TankChange {
    const FAMILY: FamilyInfo = FAMILY;
    const SEARCHES: Searches<Self> = Searches {
        solve: Some(|puzzle, position, solve, means, observer| {
            search::solve(&puzzle.rules, position, solve, means, observer)
        }),
        solve_spills: |_, _, _| true,
        solve_options: &[QuestionOption::All],
        explore: Some(|puzzle, position, explore, means, watch| {
            Ok(search::explore(&puzzle.rules, position, explore, means, watch))
        }),
        map: Some(|puzzle, position, map, means, watch| {
            state_graph(puzzle, position, map, means, watch, key)
        }),
        key: Some(|_, position| key(position)),
        why: if SAYS_WHY {
            Some(|puzzle, position, asked, means, watch| {
                let tank = |(square, side): (usize, &Option<Side>)| {
                    side.map(|side| Tracked { class: side as u32, cells: vec![square], is_hidden: false })
                };
                let look = |position: &Position| position.tanks.iter().enumerate().filter_map(tank).collect();
                let tracking =
                    Tracking { space: puzzle, state: Position::clone, key, look, one_at_a_time: true };
                why(puzzle, position, asked, &tracking, means, watch)
            })
        } else {
            None
        },
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, position, theorem, means, watch| {
            search::prove(&puzzle.rules, position, theorem, means, watch)
        }),
        #[cfg(not(target_family = "wasm"))]
        prove_spills: true,
        ..Searches::NONE
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let (rules, start) = keys.take_all::<format::File>()?.rules()?;
        Ok(TankChange { rules, start })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        Some(format::normal_form(&self.rules, &self.start))
    }

    fn objective(&self) -> Option<Reason> {
        let goal = &self.rules.goal;
        if self.rules.swap {
            return Some(Reason::new(&rule_examples::SWAP));
        }
        let squares = |side| {
            let held = (0..goal.len()).filter(|&square| goal[square] == Some(side));
            held.map(|square| (square + 1).to_string()).collect::<Vec<_>>().join(" ")
        };
        Some(Reason::new(&rule_examples::PLACES).with("a", squares(Side::A)).with("b", squares(Side::B)))
    }

    fn write(&self, _: &Position, (from, to): (usize, usize)) -> String {
        self.rules.text(from, to)
    }

    fn gesture(&self, position: &Position, _: &Scene, (from, to): (usize, usize)) -> Gesture {
        Gesture::Carry { piece: position.tanks[..from].iter().flatten().count(), to: vec![to] }
    }

    fn scene(&self, position: &Position) -> Scene {
        view::scene(&self.rules, position)
    }

    fn play(&self, position: &mut Position, text: &str) -> Result<u32, Reason> {
        self.rules.play(position, text).map(|()| 1)
    }

    fn read_gesture(&self, position: &Position, gesture: &Gesture) -> Result<String, Reason> {
        let text = match gesture {
            Gesture::Carry { piece, to } => {
                let mut squares = (0..position.tanks.len()).filter(|&at| position.tanks[at].is_some());
                match (squares.nth(*piece), &to[..]) {
                    (Some(from), &[to]) => self.rules.text(from, to),
                    _ => String::new(),
                }
            }
            Gesture::Key(key) => key.to_string(),
            Gesture::CarryAll(_) | Gesture::Tap(_) => String::new(),
        };
        self.rules.play(&mut position.clone(), &text).map(|()| text)
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, position: &Position, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        let in_formula = matches!(format, ExportFormat::Dimacs | ExportFormat::Smt2);
        kit::export::plan(format, depth, || export::task(&self.rules, position, in_formula))
    }
}
