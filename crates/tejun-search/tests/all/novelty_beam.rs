//! The beam and the shortening of lines, on random spaces whose answers are computed plainly, and on sliding tiles.

use std::ops::ControlFlow;

use crate::answers::bfs::{self, Direction};
use crate::answers::dfs;
use crate::answers::heuristic::{Featured, novelty_beam, novelty_first, shortest_near};
use tejun_search::{Limits, Moves, Outcome, Progress, Proof, Request, Space, StopReason, Watch};

use crate::spaces::Tiles;
use crate::webs::{Random, Web};

impl<const U: bool> Featured for Web<U> {
    fn features(&self, node: &u64, mut visit: impl FnMut(u32)) {
        (0..4).for_each(|bit| visit(2 * bit + (node >> bit & 1) as u32));
    }

    fn distance(&self, node: &u64) -> u32 {
        (node % 3) as u32
    }
}

fn on_webs(seeds: std::ops::Range<u64>, most: u64, one: impl Fn(&Web<true>), other: impl Fn(&Web<false>)) {
    for seed in seeds {
        println!("seed {seed}");
        one(&Web::random(seed, most));
        other(&Web::random(seed, most));
    }
}

#[test]
fn a_beam_finds_lines_and_claims_no_more_than_it_knows() {
    fn check<const U: bool>(web: &Web<U>) {
        let best = web.best();
        let all = web.arcs.len();
        for width in [0, 1, 2, 5, all] {
            let answer = novelty_beam(web, width, Request::default());
            let mut beside = novelty_beam(web, width, Request::default().threads(3));
            // Each thread has lists of its own.
            beside.stats.peak_bytes = answer.stats.peak_bytes;
            assert_eq!(answer, beside);
            match (&answer.outcome, best) {
                (Outcome::Solved(line), Some(best)) => {
                    web.check(line);
                    assert!(line.cost >= best && answer.bound.unwrap() <= best.into());
                    assert!(answer.proof == Proof::Unproved || line.cost == best);
                    assert!(line.cost == best || !web.unit || width < all);
                }
                (Outcome::Unsolvable, None) => {}
                (Outcome::Stopped(StopReason::Width, None), _) => assert!(width < all),
                (outcome, best) => panic!("{outcome:?} of {best:?}, width {width}"),
            }
        }
    }
    on_webs(0..1500, 14, check, check);
    on_webs(0..60, 500, check, check);
}

#[test]
fn a_beam_keeps_its_limits() {
    fn check<const U: bool>(web: &Web<U>) {
        let random = &mut Random(web.arcs.len() as u64);
        let none = Limits::default();
        for (limits, reason) in [
            (Limits { states: 1 + random.below(9), ..none }, StopReason::States),
            (Limits { bytes: random.below(20_000), ..none }, StopReason::Memory),
            (Limits { depth: random.below(4) as u32, ..none }, StopReason::Depth),
        ] {
            let answer = novelty_beam(web, 4, Request::default().limits(limits));
            assert!(answer.stats.peak_bytes <= limits.bytes);
            assert!(answer.stats.stored <= limits.states.saturating_add(4));
            if let Outcome::Stopped(why, _) = answer.outcome {
                assert!(why == reason || why == StopReason::Width, "{why}");
            }
            if let Outcome::Solved(line) = answer.outcome {
                assert!(line.path.moves.len() as u64 <= u64::from(limits.depth));
            }
        }
    }
    on_webs(0..500, 200, check, check);
}

#[test]
fn the_newest_first_finds_a_line_wherever_there_is_one_and_keeps_its_limits() {
    fn check<const U: bool>(web: &Web<U>) {
        let best = web.best();
        // The features met take an eighth.
        let little = Limits { bytes: 1 << 18, ..Limits::default() };
        let answer = novelty_first(web, Request::default().limits(little));
        match (&answer.outcome, best) {
            (Outcome::Solved(line), Some(best)) => {
                web.check(line);
                assert!(line.cost >= best && answer.proof == Proof::Unproved && answer.bound.is_none());
            }
            (Outcome::Unsolvable, None) => {}
            (outcome, best) => panic!("{outcome:?} of {best:?}"),
        }
        let random = &mut Random(web.arcs.len() as u64);
        for (limits, reason) in [
            (Limits { states: 1 + random.below(9), ..little }, StopReason::States),
            (Limits { bytes: random.below(20_000), ..little }, StopReason::Memory),
            (Limits { depth: random.below(4) as u32, ..little }, StopReason::Depth),
        ] {
            let answer = novelty_first(web, Request::default().limits(limits));
            assert!(answer.stats.peak_bytes <= limits.bytes);
            match (answer.outcome, best) {
                (Outcome::Stopped(why, None), _) => assert_eq!(why, reason),
                (Outcome::Solved(line), Some(_)) => {
                    web.check(&line);
                    assert!(line.path.moves.len() as u64 <= u64::from(limits.depth));
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, best) => panic!("{outcome:?} of {best:?}"),
            }
        }
    }
    on_webs(0..500, 14, check, check);
    on_webs(0..60, 500, check, check);
}

/// Coins in a row, all heads up at first: a move turns one over, and all are to be tails up.
struct Coins;

impl Space for Coins {
    type State = u32;
    type Move = u32;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, coins: &u32) -> bool {
        coins.count_ones() == 30
    }

    fn expand(&self, coins: &u32, mut visit: impl FnMut(u32, u32)) {
        (0..30).for_each(|coin| visit(coin, coins ^ 1 << coin));
    }
}

impl Featured for Coins {
    fn features(&self, coins: &u32, mut visit: impl FnMut(u32)) {
        (0..30).for_each(|coin| visit(2 * coin + (coins >> coin & 1)));
    }

    fn distance(&self, coins: &u32) -> u32 {
        30 - coins.count_ones()
    }
}

#[test]
fn of_new_states_the_nearest_come_first() {
    // Of 2^30 states.
    let answer = novelty_first(&Coins, Request::default());
    let Outcome::Solved(line) = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(line.cost, 30);
    assert!(answer.stats.expanded < 100, "{}", answer.stats.expanded);
}

#[test]
fn a_line_is_shortened_among_the_states_near_it() {
    fn check<const U: bool>(web: &Web<U>) {
        let Outcome::Solved(line) = dfs::any_path(web, Request::default()).outcome else { return };
        let shortest = bfs::shortest(web, Direction::Forward, Request::default());
        let mut last = line.moves.len();
        for room in [0, 1 + last, 3 * last, 1000] {
            let answer = shortest_near(web, &line.states, room, Request::default());
            let Outcome::Solved(shorter) = &answer.outcome else { panic!("{:?}", answer.outcome) };
            let path = &shorter.path;
            web.replay(path);
            assert_eq!(shorter.cost as usize, path.moves.len());
            // More room never makes it longer.
            assert!(path.moves.len() <= last);
            last = path.moves.len();
            if answer.proof == Proof::Optimal {
                assert_eq!((last as i64, answer.bound), (shortest.bound.unwrap(), shortest.bound));
            } else {
                assert_eq!(answer.bound, None);
            }
        }
    }
    on_webs(0..1500, 14, check, check);
    on_webs(0..60, 500, check, check);
}

/// The tiles of three by four, with the first row to be brought to the last.
struct Rows;

impl Space for Rows {
    type State = u64;
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, visit: impl FnMut(u64)) {
        Tiles.starts(visit);
    }

    fn is_goal(&self, state: &u64) -> bool {
        state >> 36 & 0xFFF == 0x321
    }

    fn expand(&self, state: &u64, visit: impl FnMut(u8, u64)) {
        Tiles.expand(state, visit);
    }
}

impl Featured for Rows {
    fn features(&self, state: &u64, mut visit: impl FnMut(u32)) {
        (0..12).for_each(|cell| visit(16 * cell + (state >> (4 * cell) & 15) as u32));
    }
}

#[test]
fn tiles_are_solved_with_few_states_and_then_in_fewer_moves() {
    let exact = bfs::shortest(&Rows, Direction::Forward, Request::default());
    let best = exact.outcome.found().unwrap().moves.len();
    let answer = novelty_beam(&Rows, 30, Request::default());
    assert!(answer.stats.stored < exact.stats.stored / 10, "{} states", answer.stats.stored);
    assert_eq!(answer.proof, Proof::Unproved);
    let line = answer.outcome.found().unwrap().path;
    let near = shortest_near(&Rows, &line.states, 100_000, Request::default());
    assert_eq!((near.proof, near.bound), (Proof::Unproved, None));
    let shorter = near.outcome.found().unwrap().path;
    println!("{} moves, then {}, at best {best}", line.moves.len(), shorter.moves.len());
    assert!(best <= shorter.moves.len() && shorter.moves.len() < line.moves.len());
    // Nothing is near enough.
    let start = &line.states[..1];
    let none = shortest_near(&Rows, start, 100, Request::default());
    assert_eq!((none.outcome, none.bound), (Outcome::Stopped(StopReason::Width, None), None));
}

/// Stops at a look.
struct Impatient(u32);

impl Watch for Impatient {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(StopReason::Time) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn both_stop_when_they_are_told_and_keep_their_memory() {
    for looks in [1, 2, 5, 20] {
        let stopped = novelty_beam(&Rows, 1000, Request::new(&mut Impatient(looks)));
        assert_eq!(stopped.outcome, Outcome::Stopped(StopReason::Time, None));
        let line = novelty_beam(&Rows, 30, Request::default()).outcome.found().unwrap().path;
        let stopped = shortest_near(&Rows, &line.states, 1 << 20, Request::new(&mut Impatient(looks)));
        assert_eq!(stopped.outcome, Outcome::Stopped(StopReason::Time, None));
        let limits = Limits { bytes: 1 << 20, ..Limits::default() };
        let stopped = shortest_near(&Rows, &line.states, 1 << 20, Request::default().limits(limits));
        assert_eq!(stopped.outcome, Outcome::Stopped(StopReason::Memory, None));
        assert!(stopped.stats.peak_bytes <= limits.bytes);
    }
}

/// States of 200 features, of which a move changes all.
struct Flips;

impl Space for Flips {
    type State = u64;
    type Move = u32;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(0);
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == 2
    }

    fn expand(&self, state: &u64, mut visit: impl FnMut(u32, u64)) {
        visit(0, state + 1);
    }
}

impl Featured for Flips {
    fn features(&self, state: &u64, visit: impl FnMut(u32)) {
        (0..200).map(|number| 200 * *state as u32 + number).for_each(visit);
    }
}

/// Counts the looks.
struct Looks(u32);

impl Watch for Looks {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

#[test]
fn the_watch_is_asked_while_many_features_are_combined() {
    let mut looks = Looks(0);
    let answer = novelty_beam(&Flips, 1, Request::new(&mut looks));
    assert_eq!(answer.outcome.found().map(|line| line.cost), Some(2));
    // The state between is counted, then met, which counts again: three times, of 200 new features each with half of the
    // square of all. A look comes after a few thousand of these at the latest.
    let combinations = 3 * 200 * 200 * 201 / 2;
    assert!(looks.0 >= combinations / 20_000, "{} looks", looks.0);
}
