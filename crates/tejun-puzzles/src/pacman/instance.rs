//! A map for front ends.

use std::sync::Arc;

use serde::Serialize;
use tejun_search::{Outcome, Proof, Stats};

use super::arena::{Arena, MOVES};
use super::hunt::{HuntOptions, HuntResult, hunt};
use super::map::{Kind, Map};
use super::play::{End, Fault, Play, read_move};
use super::{maze, position, reasons, rule_examples, words};
use crate::about::About;
use crate::answer::{Details, Solution, Status, Verdict, Worth};
use crate::cell::{Cell, Mark};
use crate::direction::Direction;
use crate::instance::{Choice, Instance, Position, Solve};
use crate::line::{Line, PlayError};
use crate::options::{Observer, SolveError, SolveOptions};
use crate::scene::{Gesture, Glyph, Key, Piece, Role, Scene};
use crate::sentence::Reason;

/// A map to play.
pub(super) struct Contest {
    about: About,
    arena: Arc<Arena>,
}

/// A play of it. Moves after a capture or the last dot are ignored.
#[derive(Clone)]
struct Contestant {
    arena: Arc<Arena>,
    play: Play<Arc<Arena>>,
    /// Number of moves of the line, as given.
    played: usize,
    /// The moves actually played, as indices into [`MOVES`].
    ways: Vec<u8>,
}

/// The keys, in the order of [`MOVES`].
static KEYS: [Key; 5] = [
    Key { key: 'j', arrow: Some(Direction::Down), label: &words::DOWN },
    Key { key: 'h', arrow: Some(Direction::Left), label: &words::LEFT },
    Key { key: 'k', arrow: Some(Direction::Up), label: &words::UP },
    Key { key: 'l', arrow: Some(Direction::Right), label: &words::RIGHT },
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
struct Moves {
    moves: String,
}

impl Contest {
    pub fn new(about: About, map: Map) -> Self {
        Contest { about: About { scored: true, ..about }, arena: Arc::new(Arena::new(map)) }
    }
}

impl Instance for Contest {
    fn about(&self) -> &About {
        &self.about
    }

    fn objective(&self) -> Option<Reason> {
        let dots = Reason::new(&rule_examples::EAT).with("dots", self.arena.dots());
        Some(dots.with("limit", self.arena.time()))
    }

    fn start(&self) -> Box<dyn Position> {
        let arena = self.arena.clone();
        Box::new(Contestant { play: Play::new(arena.clone()), arena, played: 0, ways: Vec::new() })
    }

    fn read_line(&self, text: &str) -> Line {
        Line(text.chars().filter(|c| !c.is_whitespace()).map(String::from).collect())
    }

    fn write_line(&self, line: &Line) -> String {
        line.0.concat()
    }
}

impl Contestant {
    fn step(&mut self, character: char) -> Result<(), PlayError> {
        let at = self.played;
        let refused = |sentence| {
            let time = at.min(self.arena.time() as usize);
            let reason = Reason::new(sentence).with("move", character).with("time", time);
            PlayError::new(at, character, reason)
        };
        let way = read_move(character).ok_or_else(|| refused(&reasons::NO_MOVE))?;
        if at >= self.arena.time() as usize {
            return Err(refused(&reasons::TIME_OVER));
        }
        let goes_on = self.play.end().is_none();
        self.play.step(way).map_err(|fault| match fault {
            Fault::Wall => refused(&reasons::WALL),
            Fault::TimeOver => refused(&reasons::TIME_OVER),
        })?;
        if goes_on {
            self.ways.push(way as u8);
        }
        self.played += 1;
        Ok(())
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

    fn solution(&self, bag: HuntResult) -> Solution {
        let (dots, limit) = (self.arena.dots() as i64, i64::from(self.arena.time()));
        let worth = |score: i64| Worth {
            cost: (score >= dots).then_some(dots + limit - score),
            score: (score >= 0).then_some(score),
        };
        let (score, line) = bag.best.map_or((-1, None), |(score, line)| (score, Some(line)));
        let text = |way: &u8| MOVES[usize::from(*way)];
        let whole = line.iter().flat_map(|line| self.ways.iter().chain(line).map(text)).collect();
        let reason = (line.is_none() && bag.stopped.is_none()).then(|| Reason::new(&reasons::NO_ESCAPE));
        let proved = line.is_some() && score == bag.bound;
        let outcome = match (line, bag.stopped) {
            (Some(line), _) => Outcome::Solved(line.iter().map(|way| text(way).to_string()).collect()),
            (None, Some(reason)) => Outcome::Stopped(reason, None),
            (None, None) => Outcome::Unsolvable,
        };
        Solution {
            proof: if proved { Proof::Optimal } else { Proof::Unproved },
            worth: worth(score),
            bound: worth(bag.bound),
            reason,
            details: Details::new(Moves { moves: whole }),
            ..Solution::without_line(outcome, bag.stats)
        }
    }
}

impl Position for Contestant {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    /// A word may hold several moves.
    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            return self.step(character);
        }
        let mut longer = self.clone();
        text.chars().try_for_each(|character| longer.step(character))?;
        *self = longer;
        Ok(())
    }

    fn scene(&self) -> Scene {
        let (map, maze, play) = (self.arena.map(), self.arena.maze(), &self.play);
        let cells = maze.place.iter().zip(0..).map(|(&(x, y), cell)| Cell {
            row: y as usize,
            column: x as usize,
            label: None,
            mark: if play.has_dot(cell) { Mark::Dot } else { Mark::Plain },
        });
        let piece = |name: char, cell: u16, kind, role, glyph| {
            let (name, cells) = (name.to_string(), vec![usize::from(cell)]);
            Piece { name, cells, kind, role, glyph, facing: None, played: None }
        };
        // Pac-Man faces the direction of his last real move.
        let facing = self.ways.iter().rev().find_map(|&way| KEYS[usize::from(way)].arrow);
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

    fn choices(&self) -> Vec<Choice> {
        if self.play.end().is_some() {
            return Vec::new();
        }
        let next = &self.arena.maze().next[usize::from(self.play.pacman())];
        let open = MOVES.iter().zip(next).filter(|&(_, &cell)| cell != maze::NONE);
        open.map(|(&key, _)| Choice { text: key.to_string(), gesture: Gesture::Key(key) }).collect()
    }

    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason> {
        let key = match gesture {
            Gesture::Carry { .. } => '?',
            Gesture::Key(key) => *key,
        };
        self.clone().step(key).map_err(|error| error.reason)?;
        Ok(key.to_string())
    }

    fn status(&self) -> Status {
        match self.play.end() {
            None => Status::Open,
            Some(End::Cleared(_)) => Status::Solved,
            Some(End::TimeOver) => Status::Over,
            Some(End::Caught { .. }) => Status::Lost,
        }
    }

    /// The worth of the play if Pac-Man stays where he is from here on.
    fn verdict(&self) -> Verdict {
        let mut play = self.play.clone();
        play.wait();
        let end = play.end().expect("a play that waits comes to an end");
        let caught =
            self.why_caught(end).map(|(at, by, reason)| Caught { at, by, reason: reason.to_string() });
        let cost = if let End::Cleared(time) = end { Some(i64::from(time)) } else { None };
        let score = play.score().map(i64::from);
        Verdict {
            fault: None,
            solves: score.is_some(),
            worth: Worth { cost, score },
            details: Details::new(Ended { caught, eaten: play.eaten() }),
        }
    }

    fn solver(&self) -> Option<&dyn Solve> {
        Some(self)
    }
}

impl Solve for Contestant {
    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError> {
        if self.play.end().is_some() {
            let score = self.play.score().map_or(-1, i64::from);
            let best = (score >= 0).then(|| (score, Vec::new()));
            return Ok(self.solution(HuntResult {
                best,
                bound: score,
                stats: Stats::default(),
                stopped: None,
            }));
        }
        let hunting = HuntOptions {
            line: &self.ways,
            limits: options.limits,
            threads: options.threads.max(1),
            seed: options.seed,
            width: options.width,
        };
        let arena = &*self.arena;
        // The number of words a position takes, rounded up to one of a few sizes.
        let bag = match position::words(arena) {
            0..=2 => hunt::<2>(arena, &hunting, observer),
            3..=4 => hunt::<4>(arena, &hunting, observer),
            5..=6 => hunt::<6>(arena, &hunting, observer),
            7..=8 => hunt::<8>(arena, &hunting, observer),
            9..=16 => hunt::<16>(arena, &hunting, observer),
            17..=64 => hunt::<64>(arena, &hunting, observer),
            65..=256 => hunt::<256>(arena, &hunting, observer),
            words => {
                let most = "positions of at most 256 words";
                return Err(SolveError(format!(
                    "the search takes {most}, this map has {words}: use fewer V and H"
                )));
            }
        };
        Ok(self.solution(bag))
    }
}
