//! A map as front ends see it.

use serde_json::{Map as Keys, Value, json};
use tejun_search::{Outcome, Proof, Stats};

use super::game::{Game, MOVES};
use super::hunt::{Bag, Quarry, hunt};
use super::map::{Kind, Map};
use super::play::{End, Fault, Play, read_move};
use super::{position, reasons, words};
use crate::about::About;
use crate::input::Header;
use crate::puzzle::{
    AskError, Audience, Choice, Instance, Line, PlayError, Report, Request, Standing, Verdict,
};
use crate::reason::Reason;
use crate::scene::{Cell, Gesture, Mark, Piece, Role, Scene};

/// A map to play.
pub(super) struct Contest {
    about: About,
    game: Game,
}

impl Contest {
    pub fn new(header: Header, map: Map) -> Self {
        let about = About {
            puzzle: "pacman",
            title: header.title,
            source: header.source,
            metric: "moves",
            optimal: header.optimal,
        };
        Contest { about, game: Game::new(map) }
    }

    /// The play of a line. Moves may stand together in it; what comes after a capture or the last
    /// dot is not played any more.
    fn after(&self, line: &Line) -> Result<(Play<'_>, Vec<u8>), PlayError> {
        let mut play = Play::new(&self.game);
        let mut ways = Vec::new();
        for (at, character) in line.0.iter().flat_map(|word| word.chars()).enumerate() {
            let text = character.to_string();
            let refuse = |sentence| {
                let time = at.min(self.game.time() as usize);
                Reason::new(sentence).with("move", &text).with("time", time)
            };
            let played = match read_move(character) {
                None => Err(refuse(&reasons::NO_MOVE)),
                Some(_) if at >= self.game.time() as usize => Err(refuse(&reasons::TIME_OVER)),
                Some(way) => {
                    if play.end().is_none() {
                        ways.push(way as u8);
                    }
                    play.step(way).map_err(|fault| match fault {
                        Fault::Wall => refuse(&reasons::WALL),
                        Fault::TimeOver => refuse(&reasons::TIME_OVER),
                    })
                }
            };
            played.map_err(|reason| PlayError { at, text, reason })?;
        }
        Ok((play, ways))
    }

    fn why_caught(&self, end: End) -> Option<(u32, String, Reason)> {
        let End::Caught { time, cell, enemy, swapped } = end else { return None };
        let (x, y) = self.game.maze().place[usize::from(cell)];
        let by = self.game.enemies()[enemy].name(&self.game);
        let sentence = if swapped { &reasons::SWAPPED } else { &reasons::MET };
        let reason = Reason::new(sentence)
            .with("time", time)
            .with("row", y + 1)
            .with("column", x + 1)
            .with("enemy", &by);
        Some((time, by, reason))
    }

    fn report(&self, ways: &[u8], bag: Bag) -> Report {
        let game = &self.game;
        let (dots, limit) = (game.dots() as i64, i64::from(game.time()));
        let clear_time = |score: i64| (score >= dots).then_some(dots + limit - score);
        let score = bag.best.as_ref().map(|(score, _)| *score);
        let optimal = score == Some(bag.bound);
        let text = |way: &u8| MOVES[usize::from(*way)];
        let line: Option<Vec<String>> =
            bag.best.as_ref().map(|(_, line)| line.iter().map(|way| text(way).to_string()).collect());
        let played: String =
            bag.best.iter().flat_map(|(_, line)| ways.iter().chain(line).map(text)).collect();
        let mut extra = Keys::new();
        extra.insert("score".to_owned(), score.into());
        extra.insert("score_bound".to_owned(), (bag.bound >= 0).then_some(bag.bound).into());
        extra.insert("moves".to_owned(), played.into());
        Report {
            outcome: match (line, bag.stopped) {
                (Some(line), _) => Outcome::Solved(line),
                (None, Some(reason)) => Outcome::Stopped(reason),
                (None, None) => Outcome::Unsolvable,
            },
            proof: if optimal { Proof::Optimal } else { Proof::None },
            cost: score.and_then(clear_time),
            bound: clear_time(bag.bound),
            exits: None,
            reason: (score.is_none() && bag.stopped.is_none()).then(|| Reason::new(&reasons::NO_ESCAPE)),
            stats: bag.stats,
            extra,
        }
    }
}

impl Instance for Contest {
    fn about(&self) -> &About {
        &self.about
    }

    fn read_line(&self, text: &str) -> Line {
        Line(text.chars().filter(|c| !c.is_whitespace()).map(String::from).collect())
    }

    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError> {
        let (play, _) = self.after(line)?;
        if play.end().is_some() {
            return Ok(Vec::new());
        }
        let next = &self.game.maze().next[usize::from(play.pacman())];
        let open = MOVES.iter().zip(next).filter(|&(_, &cell)| cell != super::maze::NONE);
        Ok(open.map(|(&key, _)| Choice { text: key.to_string(), gesture: Gesture::Key(key) }).collect())
    }

    fn scene(&self, line: &Line) -> Result<Scene, PlayError> {
        let (play, _) = self.after(line)?;
        let (map, maze) = (self.game.map(), self.game.maze());
        let cells = maze.place.iter().zip(0..).map(|(&(x, y), cell)| Cell {
            row: y as usize,
            column: x as usize,
            label: None,
            mark: if play.has_dot(cell) { Mark::Dot } else { Mark::Plain },
        });
        let piece = |name: char, cell: u16, kind, role| Piece {
            name: name.to_string(),
            cells: vec![usize::from(cell)],
            kind,
            role,
            played: None,
        };
        let mut pieces = vec![piece('@', play.pacman(), 0, Role::Hero)];
        pieces.extend(play.enemies().map(|(enemy, cell)| {
            let kind = Kind::ALL.iter().position(|&kind| kind == enemy.kind).expect("every kind is listed");
            piece(enemy.kind.letter(), cell, kind + 1, Role::Foe)
        }));
        let clock = Reason::new(&words::CLOCK).with("time", play.time()).with("limit", map.time());
        let mut caption = vec![clock.with("eaten", play.eaten()).with("dots", self.game.dots())];
        caption.extend(play.end().and_then(|end| self.why_caught(end)).map(|(_, _, reason)| reason));
        caption.extend(play.score().map(|score| Reason::new(&words::SCORE).with("score", score)));
        Ok(Scene {
            rows: map.height(),
            columns: map.width(),
            cells: cells.collect(),
            pieces,
            caption,
            maze: true,
            ..Scene::default()
        })
    }

    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, PlayError> {
        let text = match gesture {
            Gesture::Carry { .. } => "?".to_owned(),
            Gesture::Key(key) => key.to_string(),
        };
        let mut longer = line.clone();
        longer.0.push(text.clone());
        self.after(&longer).map(|_| text)
    }

    fn standing(&self, line: &Line) -> Result<Standing, PlayError> {
        Ok(match self.after(line)?.0.end() {
            None => Standing::Open,
            Some(End::Cleared(_)) => Standing::Solved,
            Some(End::TimeOver) => Standing::Over,
            Some(End::Caught { .. }) => Standing::Lost,
        })
    }

    fn check(&self, line: &Line) -> Verdict {
        let mut extra = Keys::new();
        let (mut play, _) = match self.after(line) {
            Ok(played) => played,
            Err(fault) => {
                extra.insert("score".to_owned(), Value::Null);
                return Verdict { fault: Some(fault), solves: false, cost: None, extra };
            }
        };
        play.wait();
        let end = play.end().expect("a play that waits comes to an end");
        extra.insert("score".to_owned(), play.score().into());
        if let Some((time, by, reason)) = self.why_caught(end) {
            extra.insert("at".to_owned(), time.into());
            extra.insert("by".to_owned(), by.into());
            extra.insert("reason".to_owned(), reason.to_string().into());
        }
        let cost = if let End::Cleared(time) = end { Some(i64::from(time)) } else { None };
        extra.insert("eaten".to_owned(), json!(play.eaten()));
        Verdict { fault: None, solves: play.score().is_some(), cost, extra }
    }

    fn solve(&self, line: &Line, ask: &Request, audience: &mut dyn Audience) -> Result<Report, AskError> {
        let (play, ways) = self.after(line)?;
        if play.end().is_some() {
            let score = play.score().map_or(-1, i64::from);
            let best = (score >= 0).then(|| (score, Vec::new()));
            return Ok(self.report(&ways, Bag { best, bound: score, stats: Stats::default(), stopped: None }));
        }
        let quarry = Quarry {
            line: &ways,
            limits: ask.limits,
            threads: ask.threads.max(1),
            seed: ask.seed,
            width: ask.width,
        };
        let game = &self.game;
        // As many words as the position takes, rounded up to one of a few sizes.
        let bag = match position::words(game) {
            0..=2 => hunt::<2>(game, &quarry, audience),
            3..=4 => hunt::<4>(game, &quarry, audience),
            5..=6 => hunt::<6>(game, &quarry, audience),
            7..=8 => hunt::<8>(game, &quarry, audience),
            9..=16 => hunt::<16>(game, &quarry, audience),
            17..=64 => hunt::<64>(game, &quarry, audience),
            65..=256 => hunt::<256>(game, &quarry, audience),
            words => {
                let most = "a position of 256 words at most";
                return Err(AskError::Unsupported(format!(
                    "the search takes {most}, this map {words}: fewer V and H"
                )));
            }
        };
        Ok(self.report(&ways, bag))
    }
}
