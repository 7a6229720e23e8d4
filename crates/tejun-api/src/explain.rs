//! A line in chapters: each does something that every solution must do.

use tejun_puzzles::question::{Solve, Why};
use tejun_puzzles::{
    CellId, Fact, FactKind, Glyph, Means, Observer, Piece, Position, Reasons, Scene, Solution, SolveError,
};
use tejun_search::{Outcome, Stats};

/// A part of a line.
pub struct Chapter {
    /// Index of its first move.
    pub from: usize,
    /// Its moves.
    pub moves: Vec<String>,
    /// What must be done, and is done with its last move; `None` for a rest of which nothing is proved.
    pub fact: Option<Fact>,
}

/// A best line in chapters, or the reasons why there is none.
pub struct Explanation {
    /// What was found.
    pub solution: Solution,
    /// The parts of its line, in order.
    pub chapters: Vec<Chapter>,
    /// Where there is no solution: what shows it.
    pub lost: Option<Reasons>,
    /// Number of questions that a limit left without an answer.
    pub unsettled: u64,
    /// Statistics of all searches together.
    pub stats: Stats,
}

impl Explanation {
    /// The line, which is empty if none was found.
    pub fn line(&self) -> &[String] {
        match &self.solution.outcome {
            Outcome::Solved(line) | Outcome::Stopped(_, Some(line)) => line,
            _ => &[],
        }
    }

    fn add(&mut self, reasons: &Reasons) {
        let (all, more) = (&self.stats, &reasons.stats);
        self.stats = Stats {
            expanded: all.expanded + more.expanded,
            stored: all.stored + more.stored,
            peak_bytes: all.peak_bytes.max(more.peak_bytes),
        };
        self.unsettled += reasons.unsettled;
    }
}

/// Finds a best line from a position and divides it into chapters. A chapter ends when that is done which [`Why`] says of
/// the position it begins with: if possible, something that could not be done at once.
///
/// Cost: that of [`Solve`], and a [`Why`] for each chapter.
///
/// # Errors
/// If the family does not say why.
pub fn explain(
    start: &dyn Position,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Explanation, SolveError> {
    let solution = start.ask(Solve::default(), means, observer)?;
    let stats = solution.stats;
    let mut explanation = Explanation { solution, chapters: Vec::new(), lost: None, unsettled: 0, stats };
    if let Outcome::Unsolvable = explanation.solution.outcome {
        let lost = start.ask(Why::default(), means, observer)?;
        explanation.add(&lost);
        explanation.lost = Some(lost);
        return Ok(explanation);
    }
    let line = explanation.line().to_vec();
    let mut positions = vec![start.boxed_clone()];
    for by in &line {
        let mut next = positions[positions.len() - 1].boxed_clone();
        next.play(by).map_err(|fault| SolveError::new(fault.to_string()))?;
        positions.push(next);
    }
    let scenes: Vec<Scene> = positions.iter().map(|position| position.scene()).collect();
    let mut from = 0;
    while from < line.len() {
        let reasons = positions[from].ask(Why::default(), means, observer)?;
        explanation.add(&reasons);
        let done = |fact: &Fact| Some(done(fact, &scenes[from..])?).filter(|&moves| moves > 0);
        let all: Vec<(usize, Fact)> =
            reasons.facts.into_iter().filter_map(|fact| Some((done(&fact)?, fact))).collect();
        // What takes more than a move, if there is such a thing; of these what cuts most.
        let takes = |(moves, fact): &&(usize, Fact)| *moves > 1 && fact.kind == FactKind::Leaves;
        let hard = all.iter().filter(takes).min_by_key(|(_, fact)| fact.positions);
        let chosen = hard.or_else(|| all.iter().find(|(moves, _)| *moves > 1)).or(all.first()).cloned();
        let (moves, fact) = chosen.map_or((line.len() - from, None), |(moves, fact)| (moves, Some(fact)));
        explanation.chapters.push(Chapter { from, moves: line[from..from + moves].to_vec(), fact });
        from += moves;
    }
    Ok(explanation)
}

/// After how many moves what a fact demands is done, along these scenes.
fn done(fact: &Fact, scenes: &[Scene]) -> Option<usize> {
    let first = |is_so: &dyn Fn(&Scene) -> bool| scenes.iter().position(is_so);
    // The man of Sokoban goes anywhere.
    let on = |scene: &Scene, cell: CellId, name: Option<&str>| {
        let is_it = |piece: &&Piece| {
            piece.glyph != Glyph::Man
                && piece.cells.contains(&cell)
                && name.is_none_or(|name| piece.name == name)
        };
        scene.pieces.iter().any(|piece| is_it(&piece))
    };
    let all = |is_so: &dyn Fn(&Scene, CellId) -> bool| {
        fact.cells.iter().map(|&cell| first(&|scene| is_so(scene, cell))).max().flatten()
    };
    match fact.kind {
        FactKind::Leaves => {
            let piece = &fact.pieces[0];
            let is_it = |other: &Piece| (&other.name, &other.cells) == (&piece.name, &piece.cells);
            first(&|scene| !scene.pieces.iter().any(is_it))
        }
        FactKind::Clears => all(&|scene, cell| !on(scene, cell, None)),
        FactKind::Reaches => all(&|scene, cell| on(scene, cell, Some(&fact.pieces[0].name))),
        FactKind::Covers | FactKind::FilledBy => all(&|scene, cell| on(scene, cell, None)),
        FactKind::Lies => {
            let is_it = |other: &Piece| {
                other.name == fact.pieces[0].name && sorted(&other.cells) == sorted(&fact.cells)
            };
            first(&|scene| scene.pieces.iter().any(is_it))
        }
        _ => None,
    }
}

fn sorted(cells: &[CellId]) -> Vec<CellId> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}
