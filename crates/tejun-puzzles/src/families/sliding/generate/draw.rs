//! Draws puzzles from the distances of all placements of random pieces.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use serde::Serialize;
use tejun_search::{Limits, StopReason, Watch};

use super::measure::{best_line, reachable};
use crate::families::sliding::hardest::DistanceMap;
use crate::families::sliding::placements::NumberingError;
use crate::families::sliding::rules::{Metric, Position, Rules};
use crate::framework::generate::{self, MOVES, NUMBER, Random};
use crate::vocabulary::input::{self, InputError};
use crate::vocabulary::options::{Observer, SolveOptions};
use crate::vocabulary::verb::{Call, VerbAnswer, VerbOption};

/// The option for puzzles that are the only ones of their kind.
pub(super) const UNIQUE: VerbOption = VerbOption {
    name: "unique",
    value: Some("start|line"),
    about: "start: no other placement of its pieces is as far from the goal, up to symmetry; line: one shortest line",
};

/// The option that sets what counts as a move.
pub(super) const METRIC: VerbOption = VerbOption {
    name: "metric",
    value: Some("METRIC"),
    about: "what counts as a move: moves, slides or steps (default: moves)",
};

/// Number of piece sets in a row that may give nothing before the generator gives up.
const PATIENCE: u32 = 600;
/// Bytes that the search of one piece set may take, so that it ends in a moment.
const MOST_BYTES: u64 = 1 << 19;

/// How often pieces are changed without a start farther away before others are drawn.
const CHANGES: u32 = 60;

/// What there may be only one of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unique {
    Start,
    Line,
}

/// How puzzles of one kind are drawn and written.
pub(super) trait Kind {
    /// Pieces on a board, with a goal.
    type Pieces;

    /// Random pieces; `None` if they do not fit.
    fn draw(&self, random: &mut Random) -> Option<Self::Pieces>;

    /// Pieces that differ a little from others; `None` if they do not fit.
    fn change(&self, pieces: &Self::Pieces, random: &mut Random) -> Option<Self::Pieces>;

    /// The puzzle with these pieces, whose board has 64 cells at most.
    fn rules(&self, pieces: &Self::Pieces) -> Option<Rules>;

    /// The name or the text by which other verbs know a start, and the text of its file.
    fn write(&self, rules: &Rules, position: &Position) -> Option<(String, String)>;
}

/// Runs a generator: for random pieces, the distances of all their placements, and of these one at a wanted distance.
/// If none is too far, it is one of the farthest. Pieces whose farthest start is too near are changed a little, time
/// after time, as long as it comes no nearer.
pub(super) fn run<K: Kind>(
    call: &Call,
    lengths: RangeInclusive<u32>,
    kind: &K,
    observer: &mut dyn Observer,
) -> Result<VerbAnswer, InputError> {
    let lengths = generate::lengths(call, lengths)?;
    let number = generate::number(call, &NUMBER, 1)?;
    let unique = match call.option(UNIQUE.name) {
        None => None,
        Some("start") => Some(Unique::Start),
        Some("line") => Some(Unique::Line),
        Some(_) => return Err(InputError::new("--unique is one of start and line")),
    };
    let metric = match call.option(METRIC.name) {
        None => Metric::default(),
        Some(name) => Metric::named(name).ok_or_else(|| {
            let (name, known) = (input::quoted(name), Metric::NAMES.join(", "));
            InputError::new(format!("there is no metric {name}: --{} is one of {known}", METRIC.name))
        })?,
    };
    let limits = Limits { bytes: MOST_BYTES.min(call.options.limits.bytes), ..Limits::default() };
    let mut random = Random::new(call.options.seed);
    let (mut made, mut seen) = (Vec::new(), HashSet::new());
    let (mut failed, mut tries, mut bytes) = (0, 0, 0);
    // The pieces to change, their greatest distance, and how often they were changed since it grew.
    let mut best: Option<(K::Pieces, u32, u32)> = None;
    while (made.len() as u64) < number {
        if failed == PATIENCE {
            if made.is_empty() {
                return Err(InputError::new(format!(
                    "none was found in {PATIENCE} piece sets: try other lengths with --{}, or another --seed",
                    MOVES.name
                )));
            }
            // Giving up counts as a limit on the states searched.
            return Ok(generate::answer(made, number, Some(StopReason::States)));
        }
        if let Err(reason) = generate::tick(&call.options.limits, observer, (tries, made.len(), bytes)) {
            return Ok(generate::answer(made, number, Some(reason)));
        }
        failed += 1;
        tries += 1;
        best = best.filter(|&(_, _, changed)| changed < CHANGES);
        let pieces = match &mut best {
            None => kind.draw(&mut random),
            Some((pieces, _, changed)) => {
                *changed += 1;
                kind.change(pieces, &mut random)
            }
        };
        let Some((pieces, rules)) =
            pieces.and_then(|pieces| kind.rules(&pieces).map(|rules| (pieces, Rules { metric, ..rules })))
        else {
            continue;
        };
        let searched = match DistanceMap::<u64>::new(&rules, 0, &limits, call.options.threads, observer) {
            Ok(DistanceMap { stopped: Some(reason), .. }) | Err(NumberingError::Stopped(reason)) => {
                return Ok(generate::answer(made, number, Some(reason)));
            }
            Ok(searched) => searched,
            Err(NumberingError::Uncounted | NumberingError::TooMany { .. }) => continue,
        };
        let Some(farthest) = searched.distances.levels.len().checked_sub(1) else { continue };
        let farthest = farthest as u32;
        match &best {
            Some((_, before, _)) if farthest < *before => {}
            Some((_, before, changed)) if farthest == *before => best = Some((pieces, farthest, *changed)),
            _ => best = Some((pieces, farthest, 0)),
        }
        let (position, place) = match pick(&searched, &lengths, unique, &mut random, observer) {
            Ok(Some(picked)) => picked,
            Ok(None) => continue,
            Err(reason) => return Ok(generate::answer(made, number, Some(reason))),
        };
        let Some((instance, text)) = kind.write(&rules, &position) else { continue };
        if seen.contains(&instance) {
            continue;
        }
        let measures = match Measures::take((instance, text), metric, place, &call.options, observer)? {
            Ok(measures) => measures,
            Err(reason) => return Ok(generate::answer(made, number, Some(reason))),
        };
        if unique == Some(Unique::Line) && measures.shortest_lines != "1" {
            continue;
        }
        seen.insert(measures.instance.clone());
        let puzzle = (measures.text(), measures);
        // The name is held twice more, and the value for programs takes about as much as the text.
        bytes += 4 * puzzle.0.len();
        made.push(puzzle);
        failed = 0;
        // The next one is to be quite another.
        best = None;
    }
    Ok(generate::answer::<Measures>(made, number, None))
}

/// Where a start stands among all placements of its pieces.
#[derive(Serialize)]
struct Place {
    /// Number of placements.
    placements: u64,
    /// The greatest distance of any.
    farthest: u32,
    /// Number of starts as far from the goal as this one, up to symmetry.
    as_far: u64,
}

/// Draws a start at a wanted distance, if there is one; each symmetry class is equally likely.
///
/// # Errors
/// Returns what stopped it.
fn pick(
    searched: &DistanceMap<u64>,
    lengths: &RangeInclusive<u32>,
    unique: Option<Unique>,
    random: &mut Random,
    watch: &mut dyn Watch,
) -> Result<Option<(Position, Place)>, StopReason> {
    let levels = &searched.distances.levels;
    let Some(farthest) = levels.len().checked_sub(1) else { return Ok(None) };
    let farthest = farthest as u32;
    let (&first, &last) = (lengths.start(), lengths.end());
    let distance = match farthest {
        _ if farthest < first => return Ok(None),
        _ if farthest <= last => farthest,
        _ if unique == Some(Unique::Start) => return Ok(None),
        _ => first + random.below(u64::from(last - first) + 1) as u32,
    };
    let as_far = levels[distance as usize].weight / searched.placements.symmetries();
    if unique == Some(Unique::Start) && as_far > 1 {
        return Ok(None);
    }
    let position = searched.start(distance, random.below(as_far), watch)?;
    let place = Place { placements: searched.placements.number(), farthest, as_far };
    Ok(position.map(|position| (position, place)))
}

/// Measures of a start for puzzle designers.
#[derive(Serialize)]
struct Measures {
    instance: String,
    /// What counts as a move in all that follows but these lengths.
    metric: &'static str,
    /// Length of the best line in moves, in slides and in steps.
    moves: usize,
    slides: usize,
    steps: usize,
    shortest_lines: String,
    /// Number of reachable positions.
    reachable: u64,
    #[serde(flatten)]
    place: Place,
    /// A best line.
    line: Vec<String>,
}

impl Measures {
    fn take(
        (instance, text): (String, String),
        metric: Metric,
        place: Place,
        options: &SolveOptions,
        observer: &mut dyn Observer,
    ) -> Result<Result<Measures, StopReason>, InputError> {
        let mut lines = Vec::new();
        for metric in Metric::NAMES {
            match best_line(&text, metric, options, observer)? {
                Ok(line) => lines.push(line),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        let [moves, slides, steps] = [0, 1, 2].map(|metric: usize| lines[metric].len());
        let space = match reachable(&text, metric.name(), options, observer)? {
            Ok(space) => space,
            Err(reason) => return Ok(Err(reason)),
        };
        Ok(Ok(Measures {
            instance,
            metric: metric.name(),
            moves,
            slides,
            steps,
            shortest_lines: space.shortest_lines.to_string(),
            reachable: space.states,
            place,
            line: lines.swap_remove(metric as usize),
        }))
    }

    fn text(&self) -> String {
        let Measures { instance, metric, moves, slides, steps, shortest_lines, reachable, place, line } =
            self;
        let Place { placements, farthest, as_far } = place;
        format!(
            "{}\n  {moves} moves, {slides} slides, {steps} steps at best; {shortest_lines} shortest lines; {reachable} \
             positions can be reached\n  of {placements} placements the farthest takes {farthest} {metric}; starts as far as this one, up to \
             symmetry: {as_far}\n  {}\n",
            instance.trim_end(),
            line.join(" ")
        )
    }
}
