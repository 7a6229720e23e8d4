//! The verb `generate klotski`: puzzles of a given length from the atlas.

use serde::Serialize;
use tejun_search::StopReason;

use super::measure::{best_line, reachable};
use crate::atlas::{self, Atlas, Layout, Pieces};
use crate::klotski;
use tejun_core::{
    Call, FamilyVerb, InputError, Means, Observer, Random, VerbAnswer,
    generate::{self, Drawn, MOVES, NUMBER},
};

/// The verb.
pub(super) fn verb() -> FamilyVerb {
    FamilyVerb {
        path: &["generate", "klotski"],
        about: "random Klotski puzzles of a given length, from the atlas",
        arguments: &[],
        options: &[MOVES, atlas::PIECES, NUMBER, atlas::ATLAS],
        run,
    }
}

fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
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
            Some(maximum) => format!("no layout takes that many moves: the farthest takes {maximum}"),
            None => "no layout of this piece set has a way out".to_owned(),
        }));
    }
    let mut random = Random::new(call.means.seed);
    let mut unseen = u64::from(available);
    let mut missing = number.min(unseen);
    let mut bytes = missing as usize * size_of::<Layout>();
    if let Err(reason) = generate::tick(&call.means.limits, observer, (0, 0, bytes)) {
        return Ok(generate::answer(Vec::<Drawn<Measures>>::new(), number, Some(reason)));
    }
    let mut layouts = Vec::with_capacity(missing as usize);
    atlas.at_distance(&wanted, pieces, |rank| {
        // Each mirror class is equally likely (selection sampling: Knuth, volume 2, 3.4.2).
        if random.below(unseen) < missing {
            layouts.push(atlas.ranks().layout(rank));
            missing -= 1;
        }
        unseen -= 1;
    })?;
    // The order, and which of the two layouts of a class to use, are random too.
    random.shuffle(&mut layouts);
    let mut made = Vec::new();
    for layout in layouts {
        if let Err(reason) =
            generate::tick(&call.means.limits, observer, (made.len() as u64, made.len(), bytes))
        {
            return Ok(generate::answer(made, number, Some(reason)));
        }
        let layout = if random.below(2) == 0 { layout } else { layout.mirror() };
        match Measures::take(&atlas, layout, &call.means, observer)? {
            Ok(measures) => {
                let text = measures.text();
                // The value for programs takes about as much again.
                bytes += 2 * text.len();
                made.push((text, measures));
            }
            Err(reason) => return Ok(generate::answer(made, number, Some(reason))),
        }
    }
    Ok(generate::answer(made, number, None))
}

/// Measures of a layout for puzzle designers.
#[derive(Serialize)]
struct Measures {
    instance: String,
    layout: Layout,
    pieces: Pieces,
    /// Length of the best line in moves, in slides and in steps.
    moves: i64,
    slides: i64,
    steps: i64,
    shortest_lines: String,
    /// Share of the positions on the line that have a single best move.
    one_best_move: f64,
    /// Number of reachable positions.
    reachable: u64,
    /// A line with the fewest moves.
    line: Vec<String>,
}

impl Measures {
    fn take(
        atlas: &Atlas,
        layout: Layout,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Result<Measures, StopReason>, InputError> {
        let moves = i64::from(atlas.distance(layout)?.expect("only solvable ones are drawn"));
        let line = atlas.best_line(layout)?;
        let forced = line.iter().filter(|best| best.len() == 1).count();
        let instance = format!("klotski:{layout}");
        let (rules, position) = klotski::rules(&layout.to_string())?;
        let mut costs = [0; 2];
        let text = klotski::expand(&layout.to_string())?;
        for (cost, metric) in costs.iter_mut().zip(["slides", "steps"]) {
            match best_line(&text, metric, means, observer)? {
                Ok(line) => *cost = line.len() as i64,
                Err(reason) => return Ok(Err(reason)),
            }
        }
        let [slides, steps] = costs;
        let space = match reachable(&text, "moves", means, observer)? {
            Ok(space) => space,
            Err(reason) => return Ok(Err(reason)),
        };
        Ok(Ok(Measures {
            instance,
            layout,
            pieces: layout.pieces(),
            moves,
            slides,
            steps,
            shortest_lines: atlas.shortest_lines(layout)?.to_string(),
            one_best_move: forced as f64 / moves as f64,
            line: atlas::write(&rules, &position, &line),
            reachable: space.states,
        }))
    }

    fn text(&self) -> String {
        let Measures { instance, pieces, moves, slides, steps, shortest_lines, reachable, line, .. } = self;
        format!(
            "{instance}\n  pieces {pieces}; {moves} moves, {slides} slides, {steps} steps at best\n  \
             {shortest_lines} shortest lines; on this one {:.0}% of the positions have one best move; \
             {reachable} positions can be reached\n  {}\n",
            100.0 * self.one_best_move,
            line.join(" ")
        )
    }
}
