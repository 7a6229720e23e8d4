//! Draws puzzles from the distances of all placements of random pieces.

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};

use serde::Serialize;
use tejun_search::ranked::{Level, Levels, Ranked};
use tejun_search::{Limits, StopReason, Watch};

use super::measure::{best_line, reachable};
use crate::hardest::reach;
use crate::placements::{NumberingError, Placements};
use crate::rules::{Metric, Position, Rules};
use tejun_core::{
    Call, InputError, Means, Observer, Random, VerbAnswer, VerbOption,
    generate::{self, MOVES, NUMBER},
    input,
};

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
/// Placements of one piece set, and bytes of their numbering, together at most, so that the search ends in a moment.
const MOST: u64 = 1 << 19;

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
    let limits = Limits { bytes: MOST.min(call.means.limits.bytes), ..Limits::default() };
    let mut random = Random::new(call.means.seed);
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
        if let Err(reason) = generate::tick(&call.means.limits, observer, (tries, made.len(), bytes)) {
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
        // Numbered in reading order: the seeds stand for what they always did.
        let room = |placements: u128| placements.next_multiple_of(8);
        let placements = match Placements::<u64>::new(&rules, false, &limits, room, observer) {
            Ok(placements) => placements,
            Err(NumberingError::Stopped(reason)) => return Ok(generate::answer(made, number, Some(reason))),
            Err(NumberingError::Uncounted | NumberingError::TooMany { .. }) => continue,
        };
        let levels = match reach(&placements, 0, &Limits::default(), call.means.threads, observer) {
            Ok((_, Levels { stopped: Some(reason), .. })) => {
                return Ok(generate::answer(made, number, Some(reason)));
            }
            Ok((_, found)) => found.levels,
            Err(_) => continue,
        };
        let Some(farthest) = levels.len().checked_sub(1) else { continue };
        let farthest = farthest as u32;
        match &best {
            Some((_, before, _)) if farthest < *before => {}
            Some((_, before, changed)) if farthest == *before => best = Some((pieces, farthest, *changed)),
            _ => best = Some((pieces, farthest, 0)),
        }
        let picked = pick(&placements, &levels, &lengths, unique, &mut random)
            .map(|(place, distance, nth)| {
                let start = start(&rules, &placements, distance, nth, call.means.threads, observer)?;
                Ok(start.map(|start| (start, place)))
            })
            .transpose();
        let (position, place) = match picked.map(Option::flatten) {
            Ok(Some(picked)) => picked,
            Ok(None) => continue,
            Err(reason) => return Ok(generate::answer(made, number, Some(reason))),
        };
        let Some((instance, text)) = kind.write(&rules, &position) else { continue };
        if seen.contains(&instance) {
            continue;
        }
        let measures = match Measures::take((instance, text), metric, place, &call.means, observer)? {
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

/// Draws a start at a wanted distance, if there is one; each symmetry class is equally likely. Returns its distance, too, and
/// its number among the classes there.
fn pick(
    placements: &Placements<u64>,
    levels: &[Level],
    lengths: &RangeInclusive<u32>,
    unique: Option<Unique>,
    random: &mut Random,
) -> Option<(Place, u32, u64)> {
    let farthest = levels.len().checked_sub(1)? as u32;
    let (&first, &last) = (lengths.start(), lengths.end());
    let distance = match farthest {
        _ if farthest < first => return None,
        _ if farthest <= last => farthest,
        _ if unique == Some(Unique::Start) => return None,
        _ => first + random.below(u64::from(last - first) + 1) as u32,
    };
    let as_far = levels[distance as usize].weight / placements.symmetries();
    if unique == Some(Unique::Start) && as_far > 1 {
        return None;
    }
    let nth = random.below(as_far);
    Some((Place { placements: placements.number(), farthest, as_far }, distance, nth))
}

/// The start of a number below that of the classes at a distance, counted in reading order. Two bits do not tell distances,
/// so it searches again, as far as that.
///
/// # Errors
/// Returns what stopped it.
fn start(
    rules: &Rules,
    placements: &Placements<u64>,
    distance: u32,
    number: u64,
    threads: usize,
    watch: &mut dyn Watch,
) -> Result<Option<Position>, StopReason> {
    let limits = Limits { depth: distance, ..Limits::default() };
    let reached = match reach(placements, 0, &limits, threads, watch) {
        Ok((reached, Levels { stopped: None | Some(StopReason::Depth), .. })) => reached,
        Ok((_, Levels { stopped: Some(reason), .. })) => return Err(reason),
        Err(_) => return Err(StopReason::Memory),
    };
    let mut cursor = placements.cursor();
    let (mut seen, mut found) = (0, None);
    reached.level(distance, watch, |rank| {
        if !placements.represents_its_class(&mut cursor, rank) {
            return ControlFlow::Continue(());
        }
        if seen == number {
            found = Some(rank);
            return ControlFlow::Break(());
        }
        seen += 1;
        ControlFlow::Continue(())
    })?;
    Ok(found.map(|rank| placements.position(rules, &mut cursor, rank)))
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
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Result<Measures, StopReason>, InputError> {
        let mut lines = Vec::new();
        for metric in Metric::NAMES {
            match best_line(&text, metric, means, observer)? {
                Ok(line) => lines.push(line),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        let [moves, slides, steps] = [0, 1, 2].map(|metric: usize| lines[metric].len());
        let space = match reachable(&text, metric.name(), means, observer)? {
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
