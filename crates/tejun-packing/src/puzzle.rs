//! A packing for front ends: play, drawing, search and counting.

use std::sync::Arc;

use tejun_search::tiling::cells_of;
use tejun_search::{Moves, Space};

#[cfg(not(target_family = "wasm"))]
use super::export;
use super::info::FAMILY;
use super::rules::{Placed, Position, Rules};
use super::{count, format, reasons, rule_examples, solve, steps, view};
use tejun_core::{
    Choice, FamilyInfo, Gesture, InputError, Puzzle, QuestionOption, Reason, Scene, Searches, SolveError,
    Steps, bits::set_of, input::Keys, question::StepThrough,
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Export, ExportFormat};

/// A puzzle of the family `packing`.
pub struct Packing {
    rules: Arc<Rules>,
}

impl Space for Packing {
    type State = Position;
    type Move = Placed;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(Position)) {
        visit(Position::default());
    }

    fn is_goal(&self, position: &Position) -> bool {
        self.rules.is_solved(position)
    }

    fn expand(&self, position: &Position, mut visit: impl FnMut(Placed, Position)) {
        self.rules.each_move(position, |by| {
            let mut next = position.clone();
            next.placed.push(by);
            visit(by, next);
        });
    }
}

impl Puzzle for Packing {
    const FAMILY: FamilyInfo = FAMILY;
    const SEARCHES: Searches<Self> = Searches {
        solve: Some(|puzzle, position, solve, means, observer| {
            solve::solve(&puzzle.rules, position, solve.wanted, means, observer)
        }),
        solve_options: &[QuestionOption::All, QuestionOption::First],
        count: Some(|puzzle, position, means, watch| count::count(&puzzle.rules, position, means, watch)),
        steps: Some(steps),
        #[cfg(not(target_family = "wasm"))]
        why: Some(|puzzle, position, why, means, watch| {
            super::why::why(&puzzle.rules, position, why, means, watch)
        }),
        solutions_cost_alike: true,
        #[cfg(not(target_family = "wasm"))]
        prove: Some(|puzzle, position, theorem, means, watch| {
            super::certificate::prove(&puzzle.rules, position, theorem, means, watch)
        }),
        ..Searches::NONE
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        Ok(Packing { rules: Arc::new(keys.take_all::<format::File>()?.rules()?) })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        Some(format::normal_form(&self.rules))
    }

    fn objective(&self) -> Option<Reason> {
        let pieces: u32 = self.rules.pieces.iter().map(|piece| piece.count).sum();
        let sentence = match self.rules.optional {
            0 if self.rules.spare => &rule_examples::COVER_SOME,
            0 => &rule_examples::COVER,
            _ => &rule_examples::COVER_MOST,
        };
        let used = self.rules.moves_left(&Position::default());
        Some(Reason::new(sentence).with("pieces", pieces).with("used", used))
    }

    fn write(&self, _: &Position, by: Placed) -> String {
        self.rules.text(by)
    }

    fn gesture(&self, position: &Position, _: &Scene, by: Placed) -> Gesture {
        let tray = view::in_tray(&self.rules, position);
        Gesture::Carry { piece: tray[by.kind], to: cells_of(by.mask).collect() }
    }

    fn scene(&self, position: &Position) -> Scene {
        view::scene(&self.rules, position)
    }

    fn play(&self, position: &mut Position, text: &str) -> Result<u32, Reason> {
        self.rules.play(position, text).map(|()| 1)
    }

    /// Looks at the tray once for all moves, which may be thousands.
    fn choices(&self, position: &Position) -> Vec<Choice> {
        let tray = view::in_tray(&self.rules, position);
        let mut choices = Vec::new();
        self.rules.each_move(position, |by| {
            let gesture = Gesture::Carry { piece: tray[by.kind], to: cells_of(by.mask).collect() };
            choices.push(Choice { text: self.rules.text(by), gesture });
        });
        choices
    }

    fn read_gesture(&self, position: &Position, gesture: &Gesture) -> Result<String, Reason> {
        let text = match gesture {
            Gesture::Carry { piece, to } => {
                let held = view::scene(&self.rules, position).pieces.into_iter().nth(*piece);
                let name = held.map_or_else(|| "?".to_owned(), |piece| piece.name);
                let kind = self.rules.pieces.iter().position(|piece| piece.name == name);
                let filled = position.filled();
                let fits = |kind: usize| self.rules.masks[kind].iter().any(|mask| mask & filled == 0);
                if to.is_empty() && kind.is_some_and(|kind| !fits(kind)) {
                    return Err(Reason::new(&reasons::FITS_NOWHERE).with("piece", name));
                }
                // Cells outside the scene have no id, so `to` may be too short.
                let size = kind.map_or(1, |kind| self.rules.pieces[kind].size());
                let outside = to.iter().any(|&cell| cell >= self.rules.cells.len());
                if outside || to.len() < size {
                    return Err(Reason::new(&reasons::OUTSIDE).with("piece", name));
                }
                let mask = set_of(to.iter().copied());
                self.rules.text_of(&name, mask)
            }
            Gesture::Key(key) => key.to_string(),
            Gesture::CarryAll(_) | Gesture::Tap(_) => String::new(),
        };
        self.rules.play(&mut position.clone(), &text).map(|()| text)
    }

    /// A formula needs no depth: every solution uses as many pieces.
    #[cfg(not(target_family = "wasm"))]
    fn export(&self, position: &Position, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
        let exported = export::cover(&self.rules, position, format)?;
        Some(match depth {
            None => exported,
            Some(_) => Err(InputError::new(match self.rules.spare {
                false => "every packing has as many moves as pieces: leave out the depth",
                true => "every packing has as many moves as pieces that fit: leave out the depth",
            })),
        })
    }
}

fn steps(puzzle: &Arc<Packing>, asked: StepThrough) -> Result<Box<dyn Steps>, SolveError> {
    let rules = &puzzle.rules;
    let (tiling, _) = rules.tiling(&Position::default()).map_err(SolveError::new)?;
    let search = tiling.steps(rules.neighbours());
    let search = if asked.unpruned { search.unpruned() } else { search };
    Ok(Box::new(steps::Events::new(rules.clone(), search)))
}
