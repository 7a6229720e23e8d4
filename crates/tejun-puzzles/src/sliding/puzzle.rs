//! A sliding puzzle for front ends: play, drawing and search.

use tejun_search::{Limits, Moves, Outcome, Space, Stats, StopReason, Watch};

use super::model::{Carry, Model, Plan};
use super::rules::{Position, Rules};
use super::{FAMILY, atlas, desktop, format, hand, hardest, reasons, rule_examples, rush_hour, view, words};
use crate::answer::{Details, Exploration, Solution};
use crate::breadth_first;
use crate::family::FamilyInfo;
use crate::framework::puzzle::Puzzle;
use crate::framework::searches::Searches;
use crate::input::{InputError, Keys};
use crate::move_writer::MoveWriter;
use crate::notation::Notation;
use crate::options::{Observer, SolveError, SolveOptions, Wanted};
use crate::packed::Wide;
use crate::scene::{Choice, Gesture, Scene};
use crate::sentence::Reason;
use crate::some_line;

/// A puzzle of the family `sliding`: its rules and its start.
pub struct SlidingBlocks {
    pub(super) rules: Rules,
    start: Position,
}

impl Space for SlidingBlocks {
    type State = Position;
    /// A piece, and where it has its head afterwards.
    type Move = (usize, usize);
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
        solve: Some(solve),
        solve_spills: |_, _, options| options.width.is_none() || options.wanted != Wanted::Best,
        explore: Some(explore),
        survey: Some(|puzzle, pieces, options, watch| hardest::survey(&puzzle.rules, pieces, options, watch)),
        has_goal: |puzzle| !puzzle.rules.targets.is_empty(),
        ..Searches::NONE
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let (rules, start) = keys.take_all::<format::File>()?.rules()?;
        Ok(SlidingBlocks { rules, start })
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
        self.rules.play(position, text).map(|()| 1)
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
        }
    }

    fn notations(&self, position: &Position) -> Vec<Notation> {
        let rush_hour = rush_hour::write(&self.rules, position);
        let desktop = desktop::write(&self.rules, position);
        vec![
            Notation { name: "rushhour", about: &words::AS_RUSH_HOUR, text: rush_hour },
            Notation { name: "desktop", about: &words::AS_DESKTOP, text: desktop },
        ]
    }
}

/// Runs code with the model of a position, in words just wide enough for the puzzle, and with the question that has the
/// memory that the tables of the model leave. If they do not fit, the value is `$full`.
macro_rules! with_model {
    ($rules:expr, $position:expr, $options:expr, |$model:ident, $left:ident| $work:expr, $full:expr) => {{
        let plan = Plan::new($rules);
        macro_rules! in_words {
            ($set:ty, $state:ty) => {
                match beside_tables::<$set, $state>(&plan, $options) {
                    Some($left) => {
                        let $model = Model::<$set, $state>::new(&plan, $position);
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
fn writer(
    rules: &Rules,
    position: &Position,
) -> MoveWriter<Position, impl Fn(&mut Position, Carry) -> String> {
    MoveWriter::new(position.clone(), |position: &mut Position, by: Carry| {
        rules.carry(position, by.from.into(), by.to.into())
    })
}

/// Finds some line. Looking at features takes longer than words wider than needed, so two widths are enough.
fn solve_wide(
    rules: &Rules,
    position: &Position,
    width: usize,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Solution {
    let plan = Plan::new(rules);
    let writer = writer(rules, position);
    if plan.cell_bits() <= 128 && plan.word_bits() <= 256 {
        let Some(options) = beside_tables::<u128, [u64; 4]>(&plan, options) else { return no_room() };
        let model = Model::<u128, [u64; 4]>::new(&plan, position);
        some_line::solve(&model, width, &options, observer, &writer)
    } else {
        let Some(options) = beside_tables::<Wide<8>, [u64; 16]>(&plan, options) else { return no_room() };
        let model = Model::<Wide<8>, [u64; 16]>::new(&plan, position);
        some_line::solve(&model, width, &options, observer, &writer)
    }
}

/// Details of an answer whose atlas exists but is unusable.
#[derive(serde::Serialize)]
struct Unusable {
    atlas_unusable: String,
}

fn solve(
    SlidingBlocks { rules, .. }: &SlidingBlocks,
    position: &Position,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    let unusable = match atlas::solve(rules, position, options) {
        Ok(Some(solution)) => return Ok(solution),
        Ok(None) => None,
        Err(error) => Some(error),
    };
    let mut solution = match (options.width, options.wanted) {
        (Some(width), Wanted::Best) => solve_wide(rules, position, width, options, observer),
        _ => with_model!(
            rules,
            position,
            options,
            |model, options| breadth_first::solve(&model, &options, observer, &writer(rules, position))?,
            no_room()
        ),
    };
    if let Some(error) = unusable {
        solution.details = Details::new(Unusable { atlas_unusable: error.to_string() });
    }
    Ok(solution)
}

fn explore(
    SlidingBlocks { rules, .. }: &SlidingBlocks,
    position: &Position,
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<Exploration, SolveError> {
    Ok(with_model!(
        rules,
        position,
        options,
        |model, options| breadth_first::explore(&model, &options, watch, &writer(rules, position)),
        Exploration::stopped(StopReason::Memory)
    ))
}
