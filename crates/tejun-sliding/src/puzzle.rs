//! A sliding puzzle for front ends: play, drawing and search.

use tejun_search::{Moves, Space};

use super::info::{FAMILY, NOTATIONS};
use super::rules::{Position, Rules};
use super::{
    desktop, format, hand, hardest, klotski_text, model, reasons, rule_examples, rush_hour, rush_hour_line,
    search, view, why, words,
};
#[cfg(not(target_family = "wasm"))]
use super::{export, write};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit;
#[cfg(not(target_family = "wasm"))]
use tejun_core::{CellId, Export, ExportFormat};
use tejun_core::{
    Choice, FamilyInfo, Finder, Gesture, InputError, Notation, Puzzle, QuestionOption, Reason, SAYS_WHY,
    Scene, Searches, input::Keys, kit::some_line, state_graph,
};

/// A puzzle of the family `sliding`: its rules and its start.
pub struct SlidingBlocks {
    pub(super) rules: Rules,
    start: Position,
}

impl Space for SlidingBlocks {
    type State = Position;
    /// A piece, and where it has its head afterwards.
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
        for piece in 0..self.rules.pieces.len() {
            for (head, _) in self.rules.reach(position, piece) {
                let mut next = position.clone();
                self.rules.put(&mut next, piece, head);
                visit((piece, head), next);
            }
        }
    }
}

impl Puzzle for SlidingBlocks {
    const FAMILY: FamilyInfo = FAMILY;
    const SEARCHES: Searches<Self> = Searches {
        solve: Some(|puzzle, position, solve, means, observer| {
            search::solve(&puzzle.rules, position, solve, means, observer)
        }),
        finder: Some(Finder {
            find: |puzzle, position, means, observer| {
                search::find(&puzzle.rules, position, some_line::FIRST_WIDTH, means, observer)
            },
            after: 1 << 20,
            pace: 1 << 8,
        }),
        solve_options: &[QuestionOption::Width, QuestionOption::All],
        solve_spills: |_, _, solve| solve.width.is_none(),
        explore: Some(|puzzle, position, explore, means, watch| {
            Ok(search::explore(&puzzle.rules, position, explore, means, watch))
        }),
        map: Some(|puzzle, position, map, means, watch| {
            let classes = model::classes(&puzzle.rules);
            let key = |position: &Position| model::key(&classes, position);
            state_graph(puzzle, position, map, means, watch, key)
        }),
        why: if SAYS_WHY {
            Some(|puzzle, position, why, means, watch| {
                why::find(puzzle, &puzzle.rules, position, why, means, watch)
            })
        } else {
            None
        },
        hardest: Some(|puzzle, hardest, means, watch| hardest::find(&puzzle.rules, hardest, means, watch)),
        has_goal: |puzzle| !puzzle.rules.targets.is_empty(),
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
        Ok(SlidingBlocks { rules, start })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        Some(write::normal_form(&self.rules, &self.start))
    }

    #[cfg(not(target_family = "wasm"))]
    fn pinned(&self, position: &Position, cells: &[CellId]) -> Option<String> {
        let ids = view::cell_ids(&self.rules);
        let mut pieces = position.heads.iter().enumerate();
        let (piece, _) =
            pieces.find(|&(piece, &head)| view::cells(&self.rules, piece, head, &ids) == cells)?;
        write::pinned(&self.rules, position, piece)
    }

    fn metric(&self) -> &'static str {
        self.rules.metric.name()
    }

    fn objective(&self) -> Option<Reason> {
        rule_examples::objective(&self.rules)
    }

    fn write(&self, position: &Position, (piece, head): (usize, usize)) -> String {
        self.rules.carry(&mut position.clone(), position.heads[piece], head)
    }

    fn gesture(&self, _: &Position, _: &Scene, (piece, head): (usize, usize)) -> Gesture {
        Gesture::Carry { piece, to: view::cells(&self.rules, piece, head, &view::cell_ids(&self.rules)) }
    }

    fn scene(&self, position: &Position) -> Scene {
        view::scene(&self.rules, position)
    }

    fn play(&self, position: &mut Position, text: &str) -> Result<u32, Reason> {
        self.play_foreign(position, text).unwrap_or_else(|| self.rules.play(position, text).map(|()| 1))
    }

    fn play_foreign(&self, position: &mut Position, text: &str) -> Option<Result<u32, Reason>> {
        rush_hour_line::play(&self.rules, position, text).map(|played| played.map(|()| 1))
    }

    fn foreign_lines(&self, from: &Position, line: &[String]) -> Vec<Notation> {
        let text = rush_hour_line::write(&self.rules, from, line);
        vec![Notation { name: "rushhour", about: &words::AS_RUSH_HOUR_LINE, text }]
    }

    /// Finds the paths of a piece once for all its moves.
    fn choices(&self, position: &Position) -> Vec<Choice> {
        let ids = view::cell_ids(&self.rules);
        let mut choices = Vec::new();
        for piece in 0..self.rules.pieces.len() {
            for (head, path) in self.rules.reach(position, piece) {
                let to = view::cells(&self.rules, piece, head, &ids);
                let text = self.rules.text(piece, &path);
                choices.push(Choice { text, gesture: Gesture::Carry { piece, to } });
            }
        }
        choices
    }

    fn read_gesture(&self, position: &Position, gesture: &Gesture) -> Result<String, Reason> {
        match gesture {
            Gesture::Carry { piece, to } => hand::carried(&self.rules, position, *piece, to),
            Gesture::Key(key) => Err(Reason::new(&reasons::NO_DIRECTION).with("move", key)),
            Gesture::CarryAll(_) | Gesture::Tap(_) => {
                Err(Reason::new(&reasons::NO_DIRECTION).with("move", "?"))
            }
        }
    }

    fn notations(&self, position: &Position) -> Vec<Notation> {
        let written = [
            rush_hour::write,
            rush_hour::write_rows,
            klotski_text::write_layout,
            klotski_text::write_rows,
            klotski_text::write_code,
            desktop::write,
        ];
        let notations = NOTATIONS.iter().zip(written);
        notations.map(|(notation, write)| notation.written(write(&self.rules, position))).collect()
    }

    #[cfg(not(target_family = "wasm"))]
    fn export(&self, position: &Position, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        kit::export::plan(format, depth, || export::task(&self.rules, position))
    }
}
