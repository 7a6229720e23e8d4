//! What the answers to the questions say.

use std::collections::BTreeMap;

use tejun_search::{Outcome, StopReason};

use super::board::NamedBoard;
use super::order;
use super::questions::{CAPS, Query, answer};
use super::reasons;
use super::state_table::{SearchResult, StateTable};
use super::words;
use crate::vocabulary::cell::CellId;
use crate::vocabulary::facts::{Fact, FactKind, FactPiece, Reasons};
use crate::vocabulary::sentence::{Reason, Sentence};

/// Most pieces of which the order is asked about: their pairs are many.
const ORDERED: usize = 24;

/// A position that is asked about.
pub(super) struct Subject {
    pub board: NamedBoard,
    pub number: u32,
    /// Why it is lost, if that shows without a search.
    pub hopeless: Option<Reason>,
}

/// A move from a position.
pub(super) struct Moved<'a> {
    pub by: &'a str,
    pub cost: u32,
    /// Whether no other move leads where it leads.
    pub is_only: bool,
    pub after: &'a Subject,
}

/// All facts about a position, and about a move from there.
pub(super) fn facts(table: &mut StateTable, start: &Subject, moved: Option<Moved>) -> Reasons {
    let mut finding = FactCollector { facts: Vec::new(), unsettled: 0, stopped: None };
    let mut whole = Asked::new(vec![Query::Solved]);
    let mut parts = Asked::new(parts(table, start));
    finding.answer(table, start, &mut whole, &CAPS[..1]);
    // Of a large puzzle the cheap facts come first, and do not wait until it is solved.
    if whole.answers[0].is_none() {
        finding.answer(table, start, &mut parts, &CAPS[..1]);
    }
    finding.answer(table, start, &mut whole, &CAPS[1..]);
    finding.count_open(&whole);
    let solved = whole.answers[0];
    let fewest = solved.and_then(|ran| ran.depth);
    let is_lost = solved.is_some_and(|ran| ran.depth.is_none());
    if is_lost {
        finding.lost(table, start, solved.map_or(0, |ran| ran.positions));
    } else if fewest != Some(0) {
        finding.must(table, start, parts, fewest);
        order::sort(&mut finding.facts, &can_move(table, start));
        if let Some(moved) = moved {
            finding.about_move(table, start, &moved, fewest);
        }
    }
    let FactCollector { facts, unsettled, stopped } = finding;
    let outcome = match (solved, stopped) {
        (None, stopped) => Outcome::Stopped(stopped.unwrap_or(StopReason::States), None),
        (Some(_), _) if is_lost => Outcome::Unsolvable,
        (Some(_), _) => Outcome::Solved(()),
    };
    let fewest = fewest.filter(|_| table.unit).map(u64::from);
    Reasons { outcome, fewest, facts, unsettled, stats: table.stats() }
}

/// The facts so far, and what was left open.
struct FactCollector {
    facts: Vec<Fact>,
    unsettled: u64,
    stopped: Option<StopReason>,
}

/// That it cannot be solved, and how many positions show it.
fn never(answer: &Option<SearchResult>) -> Option<u64> {
    answer.filter(|ran| ran.depth.is_none()).map(|ran| ran.positions)
}

/// Questions with the answers so far.
struct Asked {
    questions: Vec<Query>,
    answers: Vec<Option<SearchResult>>,
}

impl Asked {
    fn new(questions: Vec<Query>) -> Self {
        Self { answers: vec![None; questions.len()], questions }
    }
}

/// What is asked of each piece and of each empty cell: whether it can stay as it is.
fn parts(table: &StateTable, start: &Subject) -> Vec<Query> {
    let board = &start.board;
    let pieces = (0..board.pieces.len()).filter(|&piece| !board.pieces[piece].is_hero);
    let is_empty = |cell: &CellId| table.look(start.number).is_empty(*cell);
    let empty = (0..board.cells.len()).filter(|cell| is_empty(cell) && !board.goals.contains(cell));
    pieces.map(Query::Stays).chain(empty.map(Query::Empty)).collect()
}

impl FactCollector {
    /// Answers what is open by searches that are no longer than the caps.
    fn answer(&mut self, table: &mut StateTable, at: &Subject, asked: &mut Asked, caps: &[u64]) {
        let stopped = answer(table, &at.board, at.number, &asked.questions, &mut asked.answers, caps);
        self.stopped = self.stopped.or(stopped);
    }

    /// Counts the questions that stay open.
    fn count_open(&mut self, asked: &Asked) {
        self.unsettled += asked.answers.iter().filter(|answer| answer.is_none()).count() as u64;
    }

    fn ask(
        &mut self,
        table: &mut StateTable,
        at: &Subject,
        questions: &[Query],
    ) -> Vec<Option<SearchResult>> {
        let mut asked = Asked::new(questions.to_vec());
        self.answer(table, at, &mut asked, &CAPS);
        self.count_open(&asked);
        asked.answers
    }

    /// What every solution does.
    fn must(&mut self, table: &mut StateTable, start: &Subject, mut parts: Asked, fewest: Option<u32>) {
        let board = &start.board;
        self.answer(table, start, &mut parts, &CAPS);
        self.count_open(&parts);
        let mut leaving = Vec::new();
        let mut used = Vec::new();
        for (asked, answer) in parts.questions.iter().zip(&parts.answers) {
            match (*asked, never(answer)) {
                (Query::Stays(piece), Some(positions)) => {
                    leaving.push((positions, piece));
                    self.facts.push(about(board, FactKind::Leaves, &words::LEAVES, &[piece], &[], positions));
                }
                (Query::Stays(piece), None) => {
                    let with = answer.and_then(|ran| ran.depth);
                    let positions = answer.map_or(0, |ran| ran.positions);
                    let is_longer = |(with, best): &(u32, u32)| {
                        with > best && table.unit && board.pieces[piece].is_traced
                    };
                    if let Some((with, best)) = with.zip(fewest).filter(is_longer) {
                        let fact = about(board, FactKind::Longer, &words::LONGER, &[piece], &[], positions);
                        let reason = fact.reason.with("with", with).with("best", best);
                        self.facts.push(Fact { fewest: Some(with.into()), reason, ..fact });
                    }
                }
                (Query::Empty(cell), Some(positions)) => used.push((cell, positions)),
                _ => (),
            }
        }
        leaving.sort_by_key(|leaving: &(u64, usize)| leaving.0);
        let leaving: Vec<usize> = leaving.into_iter().map(|(_, piece)| piece).collect();
        self.places(table, start, &leaving, used);
        self.orders(table, start, &leaving);
    }

    /// The cells that must be cleared, reached and used.
    fn places(
        &mut self,
        table: &mut StateTable,
        start: &Subject,
        leaving: &[usize],
        mut used: Vec<(CellId, u64)>,
    ) {
        let board = &start.board;
        let covered = table.covered();
        let mut asked = Vec::new();
        for &piece in leaving {
            // A piece of one cell clears it if it leaves.
            let cells = &board.pieces[piece].seen.cells;
            asked.extend(cells.iter().filter(|_| cells.len() > 1).map(|&cell| (piece, Query::Filled(cell))));
        }
        let heroes = (0..board.pieces.len()).filter(|&piece| board.pieces[piece].is_hero);
        for piece in leaving.iter().copied().chain(heroes).filter(|&piece| board.pieces[piece].is_alone) {
            let named = &board.pieces[piece];
            let is_new = |cell: &CellId| {
                !(named.seen.cells.contains(cell) || named.is_hero && board.goals.contains(cell))
            };
            let cells = covered.iter().filter(|(class, _)| *class == named.seen.class).map(|(_, cell)| *cell);
            asked.extend(cells.filter(is_new).map(|cell| (piece, Query::Off(piece, cell))));
        }
        let questions: Vec<Query> = asked.iter().map(|(_, asked)| *asked).collect();
        let answers = self.ask(table, start, &questions);
        let proved = |piece: usize, clears: bool| {
            let of_piece = asked.iter().zip(&answers).filter(move |((other, _), _)| *other == piece);
            of_piece.filter_map(move |((_, asked), answer)| match asked {
                Query::Filled(cell) if clears => Some((*cell, never(answer)?)),
                Query::Off(_, cell) if !clears => Some((*cell, never(answer)?)),
                _ => None,
            })
        };
        for piece in 0..board.pieces.len() {
            for (kind, sentence) in [(FactKind::Clears, &words::CLEARS), (FactKind::Reaches, &words::REACHES)]
            {
                let (cells, positions): (Vec<CellId>, Vec<u64>) =
                    proved(piece, kind == FactKind::Clears).unzip();
                if cells.is_empty() {
                    continue;
                }
                if kind == FactKind::Reaches {
                    used.retain(|(cell, _)| !cells.contains(cell));
                }
                self.facts.push(about(
                    board,
                    kind,
                    sentence,
                    &[piece],
                    &cells,
                    positions.into_iter().max().unwrap_or(0),
                ));
            }
        }
        let covers =
            |(cell, positions)| about(board, FactKind::Covers, &words::COVERS, &[], &[cell], positions);
        self.facts.extend(used.into_iter().map(covers));
    }

    /// Which of two pieces has to leave first.
    fn orders(&mut self, table: &mut StateTable, start: &Subject, leaving: &[usize]) {
        let board = &start.board;
        let is_traced = |piece: &usize| board.pieces[*piece].is_traced;
        let leaving: Vec<usize> = leaving.iter().copied().filter(is_traced).collect();
        let heroes: Vec<usize> = (0..board.pieces.len())
            .filter(|piece| board.pieces[*piece].is_hero && is_traced(piece))
            .collect();
        let pairs = |first: usize| (first * (first + heroes.len()).saturating_sub(1)) as u64;
        self.unsettled += pairs(leaving.len()) - pairs(leaving.len().min(ORDERED));
        let leaving = &leaving[..leaving.len().min(ORDERED)];
        let later: Vec<usize> = leaving.iter().copied().chain(heroes).collect();
        let pairs = leaving.iter().flat_map(|&first| later.iter().map(move |&second| (first, second)));
        let pairs: Vec<(usize, usize)> = pairs.filter(|(first, second)| first != second).collect();
        let questions: Vec<Query> =
            pairs.iter().map(|&(first, second)| Query::After(first, second)).collect();
        let answers = self.ask(table, start, &questions);
        let proofs: BTreeMap<(usize, usize), u64> =
            pairs.iter().zip(&answers).filter_map(|(pair, answer)| Some((*pair, never(answer)?))).collect();
        for (&(first, second), &positions) in &proofs {
            // What follows from two others is left out.
            let is_between = |between: &usize| {
                proofs.contains_key(&(first, *between)) && proofs.contains_key(&(*between, second))
            };
            if !leaving.iter().any(is_between) {
                let pair = [first, second];
                self.facts.push(about(board, FactKind::Before, &words::BEFORE, &pair, &[], positions));
            }
        }
    }

    /// That a position is lost, and what shows it.
    fn lost(&mut self, table: &mut StateTable, at: &Subject, positions: u64) {
        let reason = at.hopeless.clone().unwrap_or_else(reasons::lost);
        let none = about(&at.board, FactKind::Lost, &words::LOST, &[], &[], positions);
        self.facts.push(Fact { cells: reason.cells().to_vec(), reason, ..none });
        self.never_again(table, at, &|_| true);
    }

    /// The pieces that can never move again, and the goals that are out of reach, as far as they are `new`.
    fn never_again(&mut self, table: &mut StateTable, at: &Subject, new: &dyn Fn(&Fact) -> bool) {
        let board = &at.board;
        let is_home =
            |piece: usize| board.pieces[piece].seen.cells.iter().all(|cell| board.goals.contains(cell));
        let pieces = (0..board.pieces.len())
            .filter(|&piece| board.pieces[piece].is_traced && !is_home(piece))
            .map(Query::Moves);
        let goals = board.goals.iter().map(|&cell| Query::Comes(cell));
        let questions: Vec<Query> = pieces.chain(goals).collect();
        let answers = self.ask(table, at, &questions);
        for (asked, answer) in questions.iter().zip(&answers) {
            let Some(positions) = never(answer) else { continue };
            let fact = match *asked {
                Query::Moves(piece) => about(board, FactKind::Stuck, &words::STUCK, &[piece], &[], positions),
                Query::Comes(cell) => {
                    about(board, FactKind::Unreached, &words::UNREACHED, &[], &[cell], positions)
                }
                _ => continue,
            };
            if new(&fact) {
                self.facts.push(fact);
            }
        }
    }

    /// What a move is good for, or why it loses; then what it does of all that must be done, and the rest.
    fn about_move(
        &mut self,
        table: &mut StateTable,
        start: &Subject,
        &Moved { by, cost, is_only, after }: &Moved,
        fewest: Option<u32>,
    ) {
        let must = std::mem::take(&mut self.facts);
        let of_move = |kind, sentence: &'static Sentence, positions| {
            let fact = about(&start.board, kind, sentence, &[], &[], positions);
            let reason = Reason::new(sentence).with("move", by);
            Fact { reason, ..fact }
        };
        let then = self.ask(table, after, &[Query::Solved])[0];
        if let Some(positions) = never(&then) {
            let reason = reasons::loses(by, after.hopeless.as_ref());
            let none = about(&start.board, FactKind::Loses, &words::LOSES, &[], &[], positions);
            let fact = Fact { cells: reason.cells().to_vec(), reason, ..none };
            self.facts.push(fact);
            let before = stuck_before(table, start);
            self.never_again(table, after, &|fact| {
                !before.iter().any(|(kind, pieces, cells)| {
                    (fact.kind, &fact.pieces, &fact.cells) == (*kind, pieces, cells)
                })
            });
            return;
        }
        // A text in the notation of other programs may be a part of a move, which no search leaves out.
        let can_leave = is_only && start.board.is_exact() && table.next(start.number).contains(&after.number);
        let asked: &[Query] = if can_leave { &[Query::Without(after.number)] } else { &[] };
        let without = self.ask(table, start, asked);
        if let Some(positions) = without.first().and_then(never) {
            self.facts.push(of_move(FactKind::Needed, &words::NEEDED, positions));
        }
        if let Some((ran, best)) = then.and_then(|ran| Some((ran, fewest?))).filter(|_| table.unit) {
            let left = ran.depth.expect("what is never solved was said above");
            let with = left.saturating_add(cost);
            let (kind, sentence) = match with == best {
                true => (FactKind::Shortest, &words::SHORTEST),
                false => (FactKind::Detour, &words::DETOUR),
            };
            let fact = of_move(kind, sentence, ran.positions);
            let reason = fact.reason.with("left", left).with("with", with).with("best", best);
            self.facts.push(Fact { fewest: Some(with.into()), reason, ..fact });
        }
        let look = table.look(after.number);
        let is_done = |fact: &Fact| match fact.kind {
            FactKind::Leaves | FactKind::Longer => start
                .board
                .pieces
                .iter()
                .any(|piece| fact.pieces[..] == [piece.piece.clone()] && !look.has(&piece.seen)),
            FactKind::Covers => fact.cells.iter().all(|&cell| !look.is_empty(cell)),
            FactKind::Clears => fact.cells.iter().any(|&cell| look.is_empty(cell)),
            _ => false,
        };
        let (done, rest): (Vec<Fact>, Vec<Fact>) = must.into_iter().partition(is_done);
        self.facts.extend(done);
        self.facts.extend(rest);
    }
}

/// The pieces that can never move and the goals that are out of reach before a move already.
fn stuck_before(table: &mut StateTable, start: &Subject) -> Vec<(FactKind, Vec<FactPiece>, Vec<CellId>)> {
    let mut before = FactCollector { facts: Vec::new(), unsettled: 0, stopped: None };
    before.never_again(table, start, &|_| true);
    before.facts.into_iter().map(|fact| (fact.kind, fact.pieces, fact.cells)).collect()
}

/// The pieces that a move takes from their places.
fn can_move(table: &StateTable, start: &Subject) -> Vec<FactPiece> {
    let pieces = start.board.pieces.iter();
    let leaves = |seen| table.next(start.number).iter().any(|&next| !table.look(next).has(seen));
    pieces.filter(|piece| leaves(&piece.seen)).map(|piece| piece.piece.clone()).collect()
}

/// A fact about pieces and cells of a board.
fn about(
    board: &NamedBoard,
    kind: FactKind,
    sentence: &'static Sentence,
    pieces: &[usize],
    cells: &[CellId],
    positions: u64,
) -> Fact {
    let named = |piece: &usize| &board.pieces[*piece];
    let on: Vec<CellId> =
        pieces.iter().flat_map(|piece| named(piece).piece.cells.clone()).chain(cells.to_vec()).collect();
    let mut reason = Reason::new(sentence).on(on).with("cells", board.names(cells));
    for (name, piece) in ["piece", "other"].into_iter().zip(pieces) {
        reason = reason.with_title(name, named(piece).title.clone());
    }
    let pieces = pieces.iter().map(|piece| named(piece).piece.clone()).collect();
    Fact { kind, pieces, cells: cells.to_vec(), fewest: None, positions, reason }
}
