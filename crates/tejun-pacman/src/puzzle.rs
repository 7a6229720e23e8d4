//! A map for front ends.

use std::fmt::Display;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
#[cfg(not(target_family = "wasm"))]
use tejun_search::Watch;
use tejun_search::{Moves, Outcome, Proof, Space, Stats};

use super::arena::{Arena, MOVES};
#[cfg(not(target_family = "wasm"))]
use super::certificate::{self, Best};
use super::hunt::{HuntOptions, HuntResult, hunt, too_wide};
use super::info::FAMILY;
use super::map::{Kind, Map};
use super::play::{End, MoveError, Play, read_move};
use super::{maze, position, reasons, rule_examples, words};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::prove::Unheard;
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Asked, Fact, FactKind, PlayError, Proved, Reasons, Theorem, question::Why};
use tejun_core::{
    Cell, Choice, Details, Direction, FamilyInfo, Gesture, Glyph, InputError, Key, Mark, Means, Observer,
    Piece, Puzzle, QuestionOption, Reason, Role, Scene, Searches, Sentence, Solution, SolveError, Status,
    Value, Verdict,
    input::{self, Keys},
    question::Solve,
};

/// A puzzle of the family `pacman`: a map.
pub struct Pacman {
    arena: Arc<Arena>,
}

/// A position of a play. Moves after a capture or the last dot are ignored.
#[derive(Clone)]
pub struct Played {
    play: Play<Arc<Arena>>,
    /// Number of moves of the line, as given.
    played: usize,
    /// The moves actually played, as indices into [`MOVES`].
    ways: Vec<u8>,
}

/// The keys, in the order of [`MOVES`].
static KEYS: [Key; 5] = [
    Key::arrow('j', Direction::Down),
    Key::arrow('h', Direction::Left),
    Key::arrow('k', Direction::Up),
    Key::arrow('l', Direction::Right),
    Key { key: '.', arrow: None, label: &words::STAY },
];

/// What is said of a line besides its worth.
#[derive(Serialize)]
struct Ended {
    #[serde(flatten)]
    caught: Option<Caught>,
    eaten: usize,
}

/// How a play was caught.
#[derive(Serialize)]
struct Caught {
    /// The time.
    at: u32,
    /// The enemy.
    by: String,
    reason: String,
}

/// The whole play, in the contest's notation.
#[derive(Serialize)]
struct Whole {
    moves: String,
}

/// The keys of an instance file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    time: u32,
    board: String,
}

impl Space for Pacman {
    type State = Played;
    /// A move, as an index into [`MOVES`].
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(Played)) {
        visit(Played { play: Play::new(self.arena.clone()), played: 0, ways: Vec::new() });
    }

    fn is_goal(&self, at: &Played) -> bool {
        matches!(at.play.end(), Some(End::Cleared(_)))
    }

    fn expand(&self, at: &Played, mut visit: impl FnMut(u8, Played)) {
        if at.play.end().is_some() {
            return;
        }
        let next = &self.arena.maze().next[usize::from(at.play.pacman())];
        for way in (0..).take(MOVES.len()).filter(|&way| next[usize::from(way)] != maze::NONE) {
            let mut after = at.clone();
            if self.step(&mut after, MOVES[usize::from(way)]).is_ok() {
                visit(way, after);
            }
        }
    }
}

impl Puzzle for Pacman {
    const FAMILY: FamilyInfo = FAMILY;
    const SEARCHES: Searches<Self> = Searches {
        solve: Some(solve),
        solve_options: &[QuestionOption::Width],
        #[cfg(not(target_family = "wasm"))]
        prove: Some(prove),
        #[cfg(not(target_family = "wasm"))]
        why: Some(why),
        ..Searches::NONE
    };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let File { time, board } = keys.take_all()?;
        let rows: Vec<String> = input::rows(&board)?.into_iter().map(String::from_iter).collect();
        let map = Map::from_rows(time, &rows.iter().map(String::as_str).collect::<Vec<_>>())?;
        Ok(Pacman { arena: Arc::new(Arena::new(map)) })
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        Some(self.arena.map().file())
    }

    fn objective(&self) -> Option<Reason> {
        let dots = Reason::new(&rule_examples::EAT).with("dots", self.arena.dots());
        Some(dots.with("limit", self.arena.time()))
    }

    fn write(&self, _: &Played, way: u8) -> String {
        MOVES[usize::from(way)].to_string()
    }

    fn gesture(&self, _: &Played, _: &Scene, way: u8) -> Gesture {
        Gesture::Key(MOVES[usize::from(way)])
    }

    fn play(&self, at: &mut Played, text: &str) -> Result<u32, Reason> {
        let mut characters = text.chars();
        let character = characters.next().filter(|_| characters.next().is_none());
        let Some(character) = character else { return Err(self.refused(at, &reasons::NO_MOVE, text)) };
        self.step(at, character).map(|()| 1)
    }

    fn choices(&self, at: &Played) -> Vec<Choice> {
        if at.play.end().is_some() {
            return Vec::new();
        }
        let next = &self.arena.maze().next[usize::from(at.play.pacman())];
        let open = MOVES.iter().zip(next).filter(|&(_, &cell)| cell != maze::NONE);
        open.map(|(&key, _)| Choice { text: key.to_string(), gesture: Gesture::Key(key) }).collect()
    }

    fn scene(&self, at: &Played) -> Scene {
        let (map, maze, play) = (self.arena.map(), self.arena.maze(), &at.play);
        let cells = maze.place.iter().zip(0..).map(|(&(x, y), cell)| Cell {
            row: y as usize,
            column: x as usize,
            label: None,
            mark: if play.has_dot(cell) { Mark::Dot } else { Mark::Plain },
        });
        let piece = |name: char, cell: u16, kind, role, glyph| Piece {
            kind,
            role,
            glyph,
            ..Piece::new(name, [usize::from(cell)])
        };
        // Pac-Man faces the direction of his last real move.
        let facing = at.ways.iter().rev().find_map(|&way| KEYS[usize::from(way)].arrow);
        let hero = piece('@', play.pacman(), 0, Role::Hero, Glyph::Mouth);
        let mut pieces = vec![Piece { facing, ..hero }];
        pieces.extend(play.enemies().map(|(enemy, cell)| {
            let kind = Kind::ALL.iter().position(|&kind| kind == enemy.kind).expect("every kind is listed");
            piece(enemy.kind.letter(), cell, kind + 1, Role::Foe, Glyph::Ghost)
        }));
        let clock = Reason::new(&words::CLOCK).with("time", play.time()).with("limit", map.time());
        let mut caption = vec![clock.with("eaten", play.eaten()).with("dots", self.arena.dots())];
        caption.extend(play.end().and_then(|end| self.why_caught(end)).map(|(_, _, reason)| reason));
        caption.extend(play.score().map(|score| Reason::new(&words::SCORE).with("score", score)));
        Scene {
            rows: map.height(),
            columns: map.width(),
            cells: cells.collect(),
            pieces,
            caption,
            walls: true,
            keys: &KEYS,
            ..Scene::default()
        }
    }

    fn read_gesture(&self, at: &Played, gesture: &Gesture) -> Result<String, Reason> {
        let key = match gesture {
            Gesture::Key(key) => *key,
            _ => '?',
        };
        self.step(&mut at.clone(), key)?;
        Ok(key.to_string())
    }

    fn status(&self, at: &Played) -> Status {
        match at.play.end() {
            None => Status::Open,
            Some(End::Cleared(_)) => Status::Solved,
            Some(End::TimeOver) => Status::Over,
            Some(End::Caught { .. }) => Status::Lost,
        }
    }

    /// The value of the play if Pac-Man stays where he is from here on.
    fn verdict(&self, at: &Played, _: i64) -> Verdict {
        let mut play = at.play.clone();
        play.wait();
        let end = play.end().expect("a play that waits comes to an end");
        let caught =
            self.why_caught(end).map(|(at, by, reason)| Caught { at, by, reason: reason.to_string() });
        let cost = if let End::Cleared(time) = end { Some(i64::from(time)) } else { None };
        let score = play.score().map(i64::from);
        Verdict {
            fault: None,
            solves: score.is_some(),
            value: Value { cost, score },
            details: Details::new(Ended { caught, eaten: play.eaten() }),
        }
    }
}

impl Pacman {
    fn step(&self, at: &mut Played, character: char) -> Result<(), Reason> {
        let refused = |at: &Played, sentence| self.refused(at, sentence, character);
        let way = read_move(character).ok_or_else(|| refused(at, &reasons::NO_MOVE))?;
        if at.played >= self.arena.time() as usize {
            return Err(refused(at, &reasons::TIME_OVER));
        }
        let goes_on = at.play.end().is_none();
        if let Err(fault) = at.play.step(way) {
            return Err(match fault {
                MoveError::Wall => refused(at, &reasons::WALL),
                MoveError::TimeOver => refused(at, &reasons::TIME_OVER),
            });
        }
        if goes_on {
            at.ways.push(way as u8);
        }
        at.played += 1;
        Ok(())
    }

    fn refused(&self, at: &Played, sentence: &'static Sentence, by: impl Display) -> Reason {
        let time = at.played.min(self.arena.time() as usize);
        Reason::new(sentence).with("move", by).with("time", time)
    }

    /// Which enemy caught Pac-Man and when, with the sentence that says so.
    fn why_caught(&self, end: End) -> Option<(u32, String, Reason)> {
        let End::Caught { time, cell, enemy, swapped } = end else { return None };
        let (x, y) = self.arena.maze().place[usize::from(cell)];
        let enemy = &self.arena.enemies()[enemy];
        let (from_x, from_y) = self.arena.maze().place[usize::from(enemy.start)];
        let sentence = if swapped { &reasons::SWAPPED } else { &reasons::MET };
        let place = Reason::new(sentence).with("time", time).with("row", y + 1).with("column", x + 1);
        let from = place.with("from_row", from_y + 1).with("from_column", from_x + 1);
        Some((time, enemy.name(&self.arena), from.with("letter", enemy.kind.letter())))
    }

    fn solution(&self, at: &Played, result: HuntResult) -> Solution {
        let (dots, limit) = (self.arena.dots() as i64, i64::from(self.arena.time()));
        let value = |score: i64| Value {
            cost: (score >= dots).then_some(dots + limit - score),
            score: (score >= 0).then_some(score),
        };
        let (score, line) = result.best.map_or((-1, None), |(score, line)| (score, Some(line)));
        let text = |way: &u8| MOVES[usize::from(*way)];
        let whole = line.iter().flat_map(|line| at.ways.iter().chain(line).map(text)).collect();
        let reason = (line.is_none() && result.stopped.is_none()).then(|| Reason::new(&reasons::NO_ESCAPE));
        let proved = line.is_some() && score == result.bound;
        let outcome = match (line, result.stopped) {
            (Some(line), _) => Outcome::Solved(line.iter().map(|way| text(way).to_string()).collect()),
            (None, Some(reason)) => Outcome::Stopped(reason, None),
            (None, None) => Outcome::Unsolvable,
        };
        Solution {
            proof: if proved { Proof::Optimal } else { Proof::Unproved },
            value: value(score),
            bound: value(result.bound),
            reason,
            details: Details::new(Whole { moves: whole }),
            ..Solution::without_line(outcome, result.stats)
        }
    }
}

fn solve(
    puzzle: &Pacman,
    at: &Played,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    Ok(puzzle.solution(at, hunted(puzzle, at, solve.width, means, observer)?))
}

fn hunted(
    puzzle: &Pacman,
    at: &Played,
    width: Option<usize>,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<HuntResult, SolveError> {
    if at.play.end().is_some() {
        let score = at.play.score().map_or(-1, i64::from);
        let best = (score >= 0).then(|| (score, Vec::new()));
        return Ok(HuntResult { best, bound: score, stats: Stats::default(), stopped: None });
    }
    let hunting = HuntOptions {
        line: &at.ways,
        limits: means.limits,
        threads: means.threads.max(1),
        seed: means.seed,
        width,
    };
    let arena = &*puzzle.arena;
    // The number of words a position takes, rounded up to one of a few sizes.
    Ok(match position::words(arena) {
        0..=2 => hunt::<2>(arena, &hunting, observer),
        3..=4 => hunt::<4>(arena, &hunting, observer),
        5..=6 => hunt::<6>(arena, &hunting, observer),
        7..=8 => hunt::<8>(arena, &hunting, observer),
        9..=16 => hunt::<16>(arena, &hunting, observer),
        17..=64 => hunt::<64>(arena, &hunting, observer),
        65..=256 => hunt::<256>(arena, &hunting, observer),
        words => return Err(too_wide(words)),
    })
}

/// Says which moves are survived, and which dots are out of reach.
#[cfg(not(target_family = "wasm"))]
fn why(
    puzzle: &Pacman,
    at: &Played,
    why: &Why,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError> {
    let moment = |at: &Played| {
        let cells = 0..puzzle.arena.maze().place.len() as u16;
        cells.filter(|&cell| at.play.has_dot(cell)).collect()
    };
    let after = match &why.by {
        None => None,
        Some(by) => {
            let mut after = at.clone();
            puzzle
                .play(&mut after, by)
                .map_err(|reason| SolveError::new(PlayError::new(0, by, reason).to_string()))?;
            by.chars().next().map(|key| (key, after))
        }
    };
    if let Some(end) = at.play.end() {
        let caught = puzzle.why_caught(end).map(|(_, _, reason)| Fact {
            kind: FactKind::Lost,
            pieces: Vec::new(),
            cells: reason.cells().to_vec(),
            fewest: None,
            positions: 0,
            reason,
        });
        return Ok(Reasons {
            outcome: if caught.is_some() { Outcome::Unsolvable } else { Outcome::Solved(()) },
            fewest: None,
            facts: caught.into_iter().collect(),
            unsettled: 0,
            stats: Stats::default(),
        });
    }
    let (now, then) = (moment(at), after.as_ref().map(|(key, after)| (*key, moment(after))));
    let by = then.as_ref().map(|(key, dots)| (*key, dots));
    super::why::why(&puzzle.arena, &at.ways, &now, by, means, watch)
}

/// Hunts for the best play, then proves it best in a way that can be checked.
#[cfg(not(target_family = "wasm"))]
fn prove(
    puzzle: &Pacman,
    start: &Played,
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    if theorem.asked != Asked::Solutions {
        return Err(SolveError::new("certificates of this family are of the best play alone"));
    }
    let HuntResult { best, bound, stats, stopped } =
        hunted(puzzle, start, None, means, &mut Unheard(&mut *watch))?;
    if let Some(reason) = stopped {
        return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats });
    }
    let line: Vec<String> = best
        .iter()
        .flat_map(|(_, line)| line.iter().map(|&way| MOVES[usize::from(way)].to_string()))
        .collect();
    let best = Best { score: bound, line: line.join(" ") };
    certificate::prove(&puzzle.arena, best, theorem, means, watch, stats)
}
