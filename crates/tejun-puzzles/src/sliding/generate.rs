//! The verb `generate klotski`: puzzles of a wanted length out of the atlas.

use num_bigint::BigUint;
use serde_json::{Value, json};
use tejun_search::{Outcome, StopReason};

use super::atlas::{self, Atlas, Layout};
use super::{SlidingBlocks, format};
use crate::generate::{self, MOVES, NUMBER, Random};
use crate::input::InputError;
use crate::puzzle::{AskError, Audience, Instance, Line, Request};
use crate::registry::Registry;
use crate::verb::{Answer, Call, Verb};

/// The verb.
pub(super) fn verb() -> Verb {
    Verb {
        path: &["generate", "klotski"],
        about: "Klotski puzzles of a wanted length, drawn at random out of the atlas",
        arguments: &[],
        options: &[MOVES, atlas::PIECES, NUMBER, atlas::ATLAS],
        run,
    }
}

fn run(call: &Call, audience: &mut dyn Audience) -> Result<Answer, InputError> {
    let lengths = generate::lengths(call, 50..=100)?;
    let number = generate::number(call, &NUMBER, 1)?;
    let atlas = atlas::open(call)?;
    let pieces = atlas::wanted_pieces(call, &atlas)?;
    let longest = u8::MAX - 1;
    let wanted = (*lengths.start()).min(longest.into()) as u8..=(*lengths.end()).min(longest.into()) as u8;

    let tally = pieces.map_or_else(|| atlas.total(), |pieces| atlas.stats()[&pieces].clone());
    let classes = &tally.classes.solvable;
    let available: u32 = classes.iter().skip((*wanted.start()).into()).take(wanted.len()).sum();
    if available == 0 {
        return Err(InputError::new(match tally.classes.maximum() {
            Some(maximum) => format!("no layout takes so many moves: the farthest takes {maximum}"),
            None => "no layout of this piece set has a way out".to_owned(),
        }));
    }
    // Each mirror class is equally likely; which of its two layouts, and in what order they come,
    // is drawn too.
    let mut random = Random::new(call.request.seed);
    let chosen = random.sample(number, available.into());
    let mut next = chosen.iter().peekable();
    let mut layouts = Vec::with_capacity(chosen.len());
    let mut at = 0;
    atlas.at_distance(&wanted, pieces, |rank| {
        if next.next_if_eq(&&at).is_some() {
            layouts.push(atlas.ranks().layout(rank));
        }
        at += 1;
    })?;
    random.shuffle(&mut layouts);
    let mut made = Vec::with_capacity(layouts.len());
    for layout in layouts {
        let layout = if random.below(2) == 0 { layout } else { layout.mirror() };
        match Measures::take(&atlas, layout, &call.request, audience)? {
            Ok(measures) => made.push((measures.text(), measures.json())),
            Err(reason) => return Ok(generate::answer(made, Some(reason))),
        }
    }
    Ok(generate::answer(made, None))
}

/// What a designer wants to know of a layout.
struct Measures {
    layout: Layout,
    /// What the best line costs in moves, in slides and in steps.
    moves: i64,
    slides: i64,
    steps: i64,
    shortest_lines: BigUint,
    /// A line with the fewest moves.
    line: Vec<String>,
    /// Of the positions on it, the share that has only one best move.
    one_best: f64,
    /// Positions that can be reached.
    reachable: u64,
}

impl Measures {
    fn take(
        atlas: &Atlas,
        layout: Layout,
        ask: &Request,
        audience: &mut dyn Audience,
    ) -> Result<Result<Measures, StopReason>, InputError> {
        let moves = i64::from(atlas.distance(layout)?.expect("only solvable ones are drawn"));
        let line = atlas.best_line(layout)?;
        let forced = line.iter().filter(|best| best.len() == 1).count();
        let (rules, position) = format::klotski_rules(&layout.to_string())?;
        let mut costs = [0; 2];
        for (cost, metric) in costs.iter_mut().zip(["slides", "steps"]) {
            let report = instance(layout, metric)?.solve(&Line::default(), ask, audience).map_err(refused)?;
            match report.outcome {
                Outcome::Solved(_) => *cost = report.cost.expect("a solution has a cost"),
                Outcome::Unsolvable => unreachable!("it has a way out"),
                Outcome::Stopped(reason) => return Ok(Err(reason)),
            }
        }
        let [slides, steps] = costs;
        let whole = instance(layout, "moves")?;
        let explorer = whole.explorer().expect("every sliding puzzle can be explored");
        let space = explorer.explore(&Line::default(), false, ask, audience).map_err(refused)?;
        if let Outcome::Stopped(reason) = space.outcome {
            return Ok(Err(reason));
        }
        Ok(Ok(Measures {
            layout,
            moves,
            slides,
            steps,
            shortest_lines: atlas.shortest_lines(layout)?,
            one_best: forced as f64 / moves as f64,
            line: atlas::write(&rules, &position, &line),
            reachable: space.states,
        }))
    }

    fn text(&self) -> String {
        let Measures { layout, moves, slides, steps, shortest_lines, one_best, reachable, line } = self;
        format!(
            "klotski:{layout}\n  pieces {}; {moves} moves, {slides} slides, {steps} steps at best\n  \
{shortest_lines} shortest lines; on this one {:.0}% of the positions have one best move; \
             {reachable} positions can be reached\n  {}\n",
            layout.pieces(),
            100.0 * one_best,
            line.join(" ")
        )
    }

    fn json(&self) -> Value {
        json!({
            "instance": format!("klotski:{}", self.layout),
            "layout": self.layout.to_string(),
            "pieces": self.layout.pieces().to_string(),
            "moves": self.moves,
            "slides": self.slides,
            "steps": self.steps,
            "shortest_lines": self.shortest_lines.to_string(),
            "one_best_move": self.one_best,
            "reachable": self.reachable,
            "line": self.line,
        })
    }
}

fn instance(layout: Layout, metric: &str) -> Result<Box<dyn Instance>, InputError> {
    let registry = Registry::new(vec![Box::new(SlidingBlocks)]);
    let text =
        registry.expand_short_form(&format!("klotski:{layout}")).expect("a short form of this family")?;
    registry.read(&text, Some(metric))
}

fn refused(error: AskError) -> InputError {
    InputError::new(error.to_string())
}
