//! Why: what all fillings of a position's free cells have in common, and what cannot be filled.
//!
//! Each fact is a search without the placements that it forbids, which came to its end.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tejun_search::tiling::{Kind, Tiling, cells_of};
use tejun_search::{Limits, Outcome, Request, Stats, StopReason, Watch};

use super::impossible;
use super::rules::{Placed, Position, Rules};
use super::words;
use tejun_core::{
    Fact, FactKind, FactPiece, Means, PlayError, Reason, Reasons, Sentence, SolveError, bits::set_of,
    question::Why, why_reasons,
};

/// Nodes that are searched in all if nothing else is asked for: some seconds.
const STATES: u64 = 1 << 20;
/// Fillings that are listed before single questions are asked, and nodes of that search.
const LISTED: (usize, u64) = (4096, 1 << 16);
/// Nodes that a question may take before others have their turn.
const CAPS: [u64; 4] = [1 << 12, 1 << 16, 1 << 20, u64::MAX];

/// Says why, from a position on.
///
/// # Errors
/// If the move is not legal, or the pieces have too many placements.
pub(super) fn why(
    rules: &Rules,
    position: &Position,
    why: &Why,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError> {
    let after = match &why.by {
        None => None,
        Some(by) => {
            let mut after = position.clone();
            rules
                .play(&mut after, by)
                .map_err(|reason| SolveError::new(PlayError::new(0, by, reason).to_string()))?;
            Some((by, after))
        }
    };
    let states = if means.limits.states == u64::MAX { STATES } else { means.limits.states };
    let mut inquiry = Inquiry {
        rules,
        watch,
        limits: Limits { states, ..means.limits },
        facts: Vec::new(),
        unsettled: 0,
        stopped: None,
        stats: Stats::default(),
    };
    let outcome = if rules.is_solved(position) {
        Outcome::Solved(())
    } else {
        match inquiry.is_lost(position)? {
            None => Outcome::Stopped(inquiry.stopped.unwrap_or(StopReason::States), None),
            Some(Some(proof)) => {
                inquiry.lost(position, proof)?;
                Outcome::Unsolvable
            }
            Some(None) => {
                inquiry.solvable(position, after.as_ref().map(|(by, after)| (by.as_str(), after)))?;
                Outcome::Solved(())
            }
        }
    };
    let fewest = matches!(outcome, Outcome::Solved(())).then(|| rules.moves_left(position).into());
    let Inquiry { facts, unsettled, stats, .. } = inquiry;
    Ok(Reasons { outcome, fewest, facts, unsettled, stats })
}

/// What shows that a position is lost.
struct Proof {
    reason: Option<Reason>,
    positions: u64,
}

/// What was found by a question.
enum Found {
    Filling(Vec<Placed>),
    /// There is none, as so many nodes show.
    Never(u64),
    /// A limit came first.
    Open,
}

struct Inquiry<'a> {
    rules: &'a Rules,
    watch: &'a mut dyn Watch,
    /// What is left of them.
    limits: Limits,
    facts: Vec<Fact>,
    unsettled: u64,
    stopped: Option<StopReason>,
    stats: Stats,
}

impl Inquiry<'_> {
    /// The fillings of a tiling, as sets of placements of it, until `take` has enough. Returns the nodes searched if the
    /// search came to its end.
    fn fillings(
        &mut self,
        tiling: &Tiling,
        nodes: u64,
        take: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Option<u64> {
        let limits = Limits { states: nodes.min(self.limits.states), ..self.limits };
        let request = Request::new(&mut *self.watch).limits(limits);
        let done = tiling.fillings(request, &mut |ids, _| take(ids));
        self.limits.states = self.limits.states.saturating_sub(done.stats.expanded);
        self.stats.expanded += done.stats.expanded;
        self.stats.peak_bytes = self.stats.peak_bytes.max(done.stats.peak_bytes);
        let stopped = done.outcome.stopped();
        // A question that is cut short has its turn again.
        if stopped != Some(StopReason::States) || self.limits.states == 0 {
            self.stopped = self.stopped.or(stopped);
        }
        stopped.is_none().then_some(done.stats.expanded)
    }

    /// A filling of a position by these rules.
    fn ask(&mut self, rules: &Rules, position: &Position, cap: u64) -> Result<Found, SolveError> {
        if impossible::reason(rules, position).is_some() {
            return Ok(Found::Never(0));
        }
        if rules.is_solved(position) {
            return Ok(Found::Filling(Vec::new()));
        }
        // Another question may need less memory; no limit but that one leaves anything for it.
        if self.stopped.is_some_and(|reason| reason != StopReason::Memory) {
            return Ok(Found::Open);
        }
        let (tiling, free) = rules.tiling(position).map_err(SolveError::new)?;
        let mut filling = None;
        let ended = self.fillings(&tiling, cap, &mut |ids| {
            filling = Some(placed(rules, &tiling, &free, ids));
            ControlFlow::Break(())
        });
        Ok(match (filling, ended) {
            (Some(filling), _) => Found::Filling(filling),
            (None, Some(nodes)) => Found::Never(nodes),
            (None, None) => Found::Open,
        })
    }

    /// Whether a position is lost, and what shows it; `None` if a limit comes first.
    fn is_lost(&mut self, position: &Position) -> Result<Option<Option<Proof>>, SolveError> {
        if let Some(reason) = impossible::reason(self.rules, position) {
            return Ok(Some(Some(Proof { reason: Some(reason), positions: 0 })));
        }
        let holes = self.holes(position);
        if let Some(hole) = holes.into_iter().next() {
            return Ok(Some(Some(Proof { reason: Some(hole.reason), positions: hole.positions })));
        }
        Ok(match self.ask(self.rules, position, u64::MAX)? {
            Found::Filling(_) => Some(None),
            Found::Never(positions) => Some(Some(Proof { reason: None, positions })),
            Found::Open => {
                self.unsettled += 1;
                None
            }
        })
    }

    /// The facts about a position that can be filled, and about a move from there.
    fn solvable(&mut self, position: &Position, moved: Option<(&str, &Position)>) -> Result<(), SolveError> {
        if let Some((by, after)) = moved
            && let Some(Some(proof)) = self.is_lost(after)?
        {
            let reason = why_reasons::loses(by, proof.reason.as_ref());
            let cells = reason.cells().to_vec();
            self.facts.push(Fact { cells, ..fact(FactKind::Loses, proof.positions, reason) });
            let holes = self.holes(after);
            self.facts.extend(holes);
            return Ok(());
        }
        self.common(position)?;
        let Some((_, after)) = moved else { return Ok(()) };
        let placed = after.placed.last().map(|placed| (&self.rules.pieces[placed.kind].name, placed.mask));
        let is_it = |fact: &&Fact| {
            fact.kind == FactKind::Lies
                && placed
                    == fact.pieces.first().map(|piece| (&piece.name, set_of(fact.cells.iter().copied())))
        };
        // What is true of the move comes first.
        if let Some(index) = self.facts.iter().position(|fact| is_it(&fact)) {
            self.facts[..=index].rotate_right(1);
        }
        Ok(())
    }

    /// What all fillings have in common: where a piece lies, and which pieces cover a cell.
    fn common(&mut self, position: &Position) -> Result<(), SolveError> {
        let (tiling, free) = self.rules.tiling(position).map_err(SolveError::new)?;
        let tiling = tiling.under(&[]);
        let mut witnesses = Witnesses::new(self.rules);
        let mut listed = 0;
        let rules = self.rules;
        let ended = self.fillings(&tiling, LISTED.1, &mut |ids| {
            witnesses.take(&placed(rules, &tiling, &free, ids));
            listed += 1;
            if listed == LISTED.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let all = ended.filter(|_| listed < LISTED.0);
        let mut lying = 0;
        let mut facts = Vec::new();
        let where_it_lies = |placed: &Placed| Question::Elsewhere(*placed);
        let questions = witnesses.always.iter().map(where_it_lies).collect();
        for (question, positions) in self.settle(position, questions, all, &mut witnesses)? {
            let Question::Elsewhere(placed) = question else { continue };
            lying |= placed.mask;
            facts.push(self.about(FactKind::Lies, &words::LIES, &[placed.kind], placed.mask, positions));
        }
        facts.sort_by_key(|fact| fact.positions);
        self.facts.append(&mut facts);
        let mut facts = self.covering(position, lying, all, &mut witnesses)?;
        self.facts.append(&mut facts);
        Ok(())
    }

    /// The cells, of those on which no piece is known to lie, that few pieces cover in any filling: all that one or two
    /// cover, or else the one that fewest do.
    fn covering(
        &mut self,
        position: &Position,
        lying: u128,
        all: Option<u64>,
        witnesses: &mut Witnesses,
    ) -> Result<Vec<Fact>, SolveError> {
        let rules = self.rules;
        let left = (0..rules.pieces.len()).filter(|&kind| rules.left(position, kind) > 0).count();
        let mut open: Vec<usize> = cells_of(rules.all() & !position.filled() & !lying).collect();
        let mut facts: Vec<Fact> = Vec::new();
        loop {
            let few = |cell: &usize| {
                let kinds = witnesses.by[*cell].len();
                !witnesses.empty[*cell] && 2 * kinds <= left && (kinds <= 2 || facts.is_empty())
            };
            open.retain(few);
            let Some(&cell) = open.iter().min_by_key(|&&cell| witnesses.by[cell].len()) else { break };
            let kinds: Vec<usize> = witnesses.by[cell].iter().copied().collect();
            let question = Question::By(cell, kinds);
            let positions = match all {
                Some(nodes) => Some(nodes),
                None => match self.ask(&question.restrict(rules), position, CAPS[1])? {
                    Found::Filling(filling) => {
                        witnesses.take(&filling);
                        continue;
                    }
                    Found::Never(nodes) => Some(nodes),
                    Found::Open => None,
                },
            };
            open.retain(|&other| other != cell);
            match (positions, question) {
                (Some(positions), Question::By(_, kinds)) => {
                    let sentence = if kinds.len() == 1 { &words::FILLED_BY } else { &words::FILLED_BY_SOME };
                    facts.push(self.about(FactKind::FilledBy, sentence, &kinds, 1 << cell, positions));
                }
                _ => self.unsettled += 1,
            }
        }
        facts.sort_by_key(|fact| (fact.pieces.len(), fact.positions));
        Ok(facts)
    }

    /// Those of the questions to which the answer is no, with the nodes that show it, the cheap ones first. What is found on
    /// the way answers others. If `all` fillings were listed, by so many nodes, everything is known.
    fn settle(
        &mut self,
        position: &Position,
        mut open: Vec<Question>,
        all: Option<u64>,
        witnesses: &mut Witnesses,
    ) -> Result<Vec<(Question, u64)>, SolveError> {
        if let Some(nodes) = all {
            return Ok(open.into_iter().map(|question| (question, nodes)).collect());
        }
        let mut settled = Vec::new();
        for cap in CAPS {
            for question in std::mem::take(&mut open) {
                if !witnesses.leave_open(&question) {
                    continue;
                }
                match self.ask(&question.restrict(self.rules), position, cap)? {
                    Found::Filling(filling) => witnesses.take(&filling),
                    Found::Never(nodes) => settled.push((question, nodes)),
                    Found::Open => open.push(question),
                }
            }
        }
        self.unsettled += open.len() as u64;
        Ok(settled)
    }

    /// That a position is lost, and which pieces are to blame.
    fn lost(&mut self, position: &Position, proof: Proof) -> Result<(), SolveError> {
        let reason = proof.reason.unwrap_or_else(why_reasons::lost);
        let cells = reason.cells().to_vec();
        self.facts.push(Fact { cells, ..fact(FactKind::Lost, proof.positions, reason) });
        let holes = self.holes(position);
        self.facts.extend(holes);
        // Without any piece it may be lost, too.
        if position.placed.is_empty() {
            return Ok(());
        }
        match self.ask(self.rules, &Position::default(), u64::MAX)? {
            Found::Filling(_) => (),
            Found::Never(_) => return Ok(()),
            Found::Open => {
                self.unsettled += 1;
                return Ok(());
            }
        }
        let (mut misplaced, mut back) = (Vec::new(), Vec::new());
        for (index, placed) in position.placed.iter().enumerate() {
            let alone = Position { placed: vec![*placed] };
            match self.ask(self.rules, &alone, u64::MAX)? {
                Found::Never(nodes) => {
                    misplaced.push(self.on_board(FactKind::Misplaced, &words::MISPLACED, *placed, nodes))
                }
                Found::Filling(_) => (),
                Found::Open => self.unsettled += 1,
            }
            let mut others = position.clone();
            others.placed.remove(index);
            let before = self.stats.expanded;
            match self.ask(self.rules, &others, u64::MAX)? {
                Found::Filling(_) => {
                    let nodes = self.stats.expanded - before;
                    back.push(self.on_board(FactKind::TakeBack, &words::TAKE_BACK, *placed, nodes));
                }
                Found::Never(_) => (),
                Found::Open => self.unsettled += 1,
            }
        }
        self.facts.append(&mut misplaced);
        self.facts.append(&mut back);
        Ok(())
    }

    /// The parts of the free cells, if there are several, that no choice of the pieces left fills.
    fn holes(&mut self, position: &Position) -> Vec<Fact> {
        let rules = self.rules;
        let parts = parts(rules, rules.all() & !position.filled());
        let mut holes = Vec::new();
        for part in parts.iter().copied().filter(|part| parts.len() > 1 && part & rules.optional == 0) {
            let free: Vec<usize> = cells_of(part).collect();
            let inside = |kind: usize| {
                let masks = rules.masks[kind].iter().filter(|&&mask| mask & !part == 0);
                masks.map(|&mask| {
                    set_of(cells_of(mask).map(|cell| free.binary_search(&cell).expect("it lies in the part")))
                })
            };
            let kind =
                |kind: usize| Kind { count: rules.left(position, kind), masks: inside(kind).collect() };
            let kinds: Vec<Kind> = (0..rules.pieces.len()).map(kind).collect();
            let Ok(tiling) = Tiling::new(free.len(), &kinds) else {
                self.unsettled += 1;
                continue;
            };
            let mut fits = false;
            let ended = self.fillings(&tiling, u64::MAX, &mut |_| {
                fits = true;
                ControlFlow::Break(())
            });
            match ended {
                Some(positions) if !fits => holes.push(self.hole(part, positions)),
                None if !fits => self.unsettled += 1,
                _ => (),
            }
        }
        holes
    }

    /// That a part cannot be filled. A part that has room for one piece only says which ones would have fitted.
    fn hole(&self, part: u128, positions: u64) -> Fact {
        let rules = self.rules;
        let least = rules.pieces.iter().map(|piece| piece.size() as u32).min().unwrap_or(1);
        let fitting = rules.pieces.iter().zip(&rules.masks).filter(|(_, masks)| masks.contains(&part));
        let names: Vec<&str> = fitting.map(|(piece, _)| piece.name.as_str()).collect();
        let only = part.count_ones() < 2 * least && !names.is_empty();
        let sentence = if only { &words::USED_UP } else { &words::UNFILLABLE };
        let reason = Reason::new(sentence)
            .with("number", part.count_ones())
            .with("cells", self.names(part))
            .with("pieces", names.join(" "));
        let cells: Vec<usize> = cells_of(part).collect();
        Fact { cells: cells.clone(), ..fact(FactKind::Hole, positions, reason.on(cells)) }
    }

    fn names(&self, cells: u128) -> String {
        cells_of(cells).map(|cell| self.rules.cell_name(cell)).collect::<Vec<_>>().join(" ")
    }

    /// A fact about pieces in the tray and cells.
    fn about(
        &self,
        kind: FactKind,
        sentence: &'static Sentence,
        pieces: &[usize],
        cells: u128,
        positions: u64,
    ) -> Fact {
        let reason = Reason::new(sentence).with("cells", self.names(cells)).on(cells_of(cells));
        let names: Vec<&str> = pieces.iter().map(|&piece| self.rules.pieces[piece].name.as_str()).collect();
        let reason = reason.with("piece", names.join(" "));
        let piece = |name: &str| FactPiece { name: name.to_owned(), cells: Vec::new() };
        let pieces = names.into_iter().map(piece).collect();
        Fact { pieces, cells: cells_of(cells).collect(), ..fact(kind, positions, reason) }
    }

    /// A fact about a piece on the board.
    fn on_board(&self, kind: FactKind, sentence: &'static Sentence, placed: Placed, positions: u64) -> Fact {
        let mut fact = self.about(kind, sentence, &[placed.kind], placed.mask, positions);
        fact.pieces[0].cells = std::mem::take(&mut fact.cells);
        fact
    }
}

fn fact(kind: FactKind, positions: u64, reason: Reason) -> Fact {
    Fact { kind, pieces: Vec::new(), cells: Vec::new(), fewest: None, positions, reason }
}

/// The pieces of a filling on the board.
fn placed(rules: &Rules, tiling: &Tiling, free: &[usize], ids: &[u32]) -> Vec<Placed> {
    let placements = ids.iter().map(|&id| tiling.placements()[id as usize]);
    // What stays empty is no piece.
    let pieces = placements.filter(|placement| (placement.kind as usize) < rules.pieces.len());
    let on_board = |mask| set_of(cells_of(mask).map(|at| free[at]));
    pieces.map(|piece| Placed { kind: piece.kind as usize, mask: on_board(piece.mask) }).collect()
}

/// The connected parts of a set of cells.
fn parts(rules: &Rules, mut cells: u128) -> Vec<u128> {
    let neighbours = rules.neighbours();
    let mut parts = Vec::new();
    while cells != 0 {
        let (mut part, mut edge) = (0_u128, cells & cells.wrapping_neg());
        while edge != 0 {
            part |= edge;
            edge = cells_of(edge).fold(0, |next, cell| next | neighbours[cell]) & cells & !part;
        }
        cells &= !part;
        parts.push(part);
    }
    parts
}

/// Is there a filling without what others have in common?
enum Question {
    /// In which no piece lies as this one does.
    Elsewhere(Placed),
    /// In which a piece of another kind covers the cell, or none.
    By(usize, Vec<usize>),
}

impl Question {
    /// The rules without the placements that it forbids.
    fn restrict(&self, rules: &Rules) -> Rules {
        let mut rules = rules.clone();
        match self {
            Question::Elsewhere(placed) => rules.masks[placed.kind].retain(|&mask| mask != placed.mask),
            Question::By(cell, kinds) => {
                kinds.iter().for_each(|&kind| rules.masks[kind].retain(|mask| mask >> cell & 1 == 0));
            }
        }
        rules
    }
}

/// What the fillings found so far leave open.
struct Witnesses {
    /// The pieces in all of them; `None` before the first.
    always: Vec<Placed>,
    is_first: bool,
    /// For each cell, the kinds of pieces that cover it in one.
    by: Vec<BTreeSet<usize>>,
    /// Whether it is empty in one.
    empty: Vec<bool>,
}

impl Witnesses {
    fn new(rules: &Rules) -> Self {
        let cells = rules.cells.len();
        let (by, empty) = (vec![BTreeSet::new(); cells], vec![false; cells]);
        Witnesses { always: Vec::new(), is_first: true, by, empty }
    }

    fn take(&mut self, filling: &[Placed]) {
        if std::mem::take(&mut self.is_first) {
            self.always = filling.to_vec();
        }
        self.always.retain(|placed| filling.contains(placed));
        let mut covered = 0;
        for placed in filling {
            covered |= placed.mask;
            cells_of(placed.mask).for_each(|cell| {
                self.by[cell].insert(placed.kind);
            });
        }
        (0..self.empty.len()).for_each(|cell| self.empty[cell] |= covered >> cell & 1 == 0);
    }

    /// Whether none of them answers a question.
    fn leave_open(&self, question: &Question) -> bool {
        match question {
            Question::Elsewhere(placed) => self.always.contains(placed),
            Question::By(cell, kinds) => {
                self.by[*cell].iter().all(|kind| kinds.contains(kind)) && !self.empty[*cell]
            }
        }
    }
}
