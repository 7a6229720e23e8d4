//! A sliding puzzle for front ends: play, drawing and search.

use tejun_search::{Limits, Outcome, Stats, StopReason, Watch};

use super::model::{Carry, Model, Plan};
use super::rules::{Position, Rules};
use super::{atlas, desktop, hand, reasons, rule_examples, rush_hour, view, words};
use crate::answer::{Details, Exploration, Solution};
use crate::breadth_first;
use crate::instance::{Choice, Explore, Solve, Survey};
use crate::move_writer::MoveWriter;
use crate::notation::Notation;
use crate::options::{Observer, SolveError, SolveOptions, Wanted};
use crate::packed::Wide;
use crate::play::{self, Game, Play};
use crate::scene::{Gesture, Scene};
use crate::sentence::Reason;
use crate::some_line;

impl play::Rules for Rules {
    type Position = Position;

    fn play(&self, position: &mut Position, text: &str) -> Result<(), Reason> {
        self.play(position, text)
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.is_solved(position)
    }

    fn objective(&self) -> Option<Reason> {
        rule_examples::objective(self)
    }

    fn scene(&self, position: &Position) -> Scene {
        view::scene(self, position)
    }

    fn choices(&self, position: &Position) -> Vec<Choice> {
        let ids = view::cell_ids(self);
        let mut choices = Vec::new();
        for piece in 0..self.pieces.len() {
            for (head, path) in self.reach(position, piece) {
                let to = view::cells(self, piece, head, &ids);
                choices.push(Choice { text: self.text(piece, &path), gesture: Gesture::Carry { piece, to } });
            }
        }
        choices
    }

    fn read_gesture(&self, position: &Position, gesture: &Gesture) -> Result<String, Reason> {
        match gesture {
            Gesture::Carry { piece, to } => hand::carried(self, position, *piece, to),
            Gesture::Key(key) => Err(Reason::new(&reasons::NO_DIRECTION).with("move", key)),
        }
    }

    fn notations(&self, position: &Position) -> Vec<Notation> {
        vec![
            Notation {
                name: "rushhour",
                about: &words::AS_RUSH_HOUR,
                text: rush_hour::write(self, position),
            },
            Notation { name: "desktop", about: &words::AS_DESKTOP, text: desktop::write(self, position) },
        ]
    }

    fn solver(play: &Play<Self>) -> Option<&dyn Solve> {
        (!play.rules.targets.is_empty()).then_some(play)
    }

    fn explorer(play: &Play<Self>) -> Option<&dyn Explore> {
        Some(play)
    }

    fn surveyor(game: &Game<Self>) -> Option<&dyn Survey> {
        Some(game)
    }
}

/// Runs code with the model of a position, in words just wide enough for the puzzle, and with the question that has the
/// memory that the tables of the model leave. If they do not fit, the value is `$full`.
macro_rules! with_model {
    ($play:expr, $options:expr, |$model:ident, $left:ident| $work:expr, $full:expr) => {{
        let plan = Plan::new(&$play.rules);
        macro_rules! in_words {
            ($set:ty, $state:ty) => {
                match beside_tables::<$set, $state>(&plan, $options) {
                    Some($left) => {
                        let $model = Model::<$set, $state>::new(&plan, &$play.position);
                        $work
                    }
                    None => $full,
                }
            };
        }
        match (plan.cell_bits(), plan.word_bits()) {
            (..=64, ..=64) => in_words!(u64, u64),
            (..=64, ..=128) => in_words!(u64, u128),
            (..=128, ..=128) => in_words!(u128, u128),
            (..=128, ..=256) => in_words!(u128, [u64; 4]),
            (_, ..=512) => in_words!(Wide<8>, [u64; 8]),
            _ => in_words!(Wide<8>, [u64; 16]),
        }
    }};
}

/// The question with the memory that the tables of a model leave; `None` if they do not fit.
fn beside_tables<B, S>(plan: &Plan, options: &SolveOptions) -> Option<SolveOptions> {
    let bytes = options.limits.bytes.checked_sub(plan.table_bytes(size_of::<B>(), size_of::<S>()))?;
    Some(SolveOptions { limits: Limits { bytes, ..options.limits }, ..options.clone() })
}

/// The answer if the tables do not fit.
fn no_room() -> Solution {
    Solution::without_line(Outcome::Stopped(StopReason::Memory, None), Stats::default())
}

/// Writes the moves of a search. A search does not tell pieces of a class apart; the board does.
fn writer(play: &Play<Rules>) -> MoveWriter<Position, impl Fn(&mut Position, Carry) -> String> {
    MoveWriter::new(play.position.clone(), |position: &mut Position, by: Carry| {
        play.rules.carry(position, by.from.into(), by.to.into())
    })
}

/// Finds some line. Looking at features takes longer than words wider than needed, so two widths are enough.
fn solve_wide(
    play: &Play<Rules>,
    width: usize,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Solution {
    let plan = Plan::new(&play.rules);
    if plan.cell_bits() <= 128 && plan.word_bits() <= 256 {
        let Some(options) = beside_tables::<u128, [u64; 4]>(&plan, options) else { return no_room() };
        let model = Model::<u128, [u64; 4]>::new(&plan, &play.position);
        some_line::solve(&model, width, &options, observer, &writer(play))
    } else {
        let Some(options) = beside_tables::<Wide<8>, [u64; 16]>(&plan, options) else { return no_room() };
        let model = Model::<Wide<8>, [u64; 16]>::new(&plan, &play.position);
        some_line::solve(&model, width, &options, observer, &writer(play))
    }
}

/// Details of an answer whose atlas exists but is unusable.
#[derive(serde::Serialize)]
struct Unusable {
    atlas_unusable: String,
}

impl Solve for Play<Rules> {
    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError> {
        let unusable = match atlas::solve(&self.rules, &self.position, options) {
            Ok(Some(solution)) => return Ok(solution),
            Ok(None) => None,
            Err(error) => Some(error),
        };
        let mut solution = match (options.width, options.wanted) {
            (Some(width), Wanted::Best) => solve_wide(self, width, options, observer),
            _ => with_model!(
                self,
                options,
                |model, options| breadth_first::solve(&model, &options, observer, &writer(self))?,
                no_room()
            ),
        };
        if let Some(error) = unusable {
            solution.details = Details::new(Unusable { atlas_unusable: error.to_string() });
        }
        Ok(solution)
    }

    fn spills(&self, options: &SolveOptions) -> bool {
        options.width.is_none() || options.wanted != Wanted::Best
    }
}

impl Explore for Play<Rules> {
    fn explore(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Exploration, SolveError> {
        Ok(with_model!(
            self,
            options,
            |model, options| breadth_first::explore(&model, &options, watch, &writer(self)),
            Exploration::stopped(StopReason::Memory)
        ))
    }

    fn spills(&self, _: &SolveOptions) -> bool {
        true
    }
}
