//! Pac-Man: steps of the rules, estimates of the covering walk, a beam, and the proof of level 1.

#[path = "../../tejun-puzzles/tests/common/mod.rs"]
mod common;

use common::AtLine;
use divan::Bencher;
use divan::counter::ItemsCount;
use tejun_puzzles::pacman::arena::Arena;
use tejun_puzzles::pacman::cover::{Cover, Scratch};
use tejun_puzzles::pacman::generate;
use tejun_puzzles::pacman::map::{Kind, Map};
use tejun_puzzles::pacman::memory::Pool;
use tejun_puzzles::pacman::play::Play;
use tejun_puzzles::pacman::position::{Layout, Position};
use tejun_puzzles::pacman::problem::{MOVE, Problem};
use tejun_puzzles::pacman::schedule::Schedule;
use tejun_puzzles::{Line, Means, Registry};
use tejun_search::Unwatched;
use tejun_search::layered::beam;

fn main() {
    divan::main();
}

fn map() -> Map {
    generate(41, 17, &[Kind::V, Kind::H, Kind::L, Kind::R, Kind::J, Kind::J], None, 4).unwrap()
}

/// The positions of a play that dodges enemies, with their times and moves.
fn play(game: &Arena) -> Vec<(u32, usize, Position<16>)> {
    let schedule = Schedule::new(game);
    let layout = Layout::<16>::new(&schedule);
    let (mut position, mut die, mut played) = (layout.start(), 1_u64, Vec::new());
    for time in 0..game.time() {
        let mut ways = Vec::new();
        layout.expand(time, &position, |way, after, _| ways.push((way, after)));
        if ways.is_empty() {
            break;
        }
        die = die.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let (way, after) = ways[(die >> 33) as usize % ways.len()];
        played.push((time, way, position));
        position = after;
    }
    played
}

/// All moves from each position of a play, using the tables.
#[divan::bench]
fn expand(bencher: Bencher) {
    let game = Arena::new(map());
    let schedule = Schedule::new(&game);
    let layout = Layout::<16>::new(&schedule);
    let played = play(&game);
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        let mut moves = 0;
        for (time, _, position) in &played {
            layout.expand(*time, position, |_, after, _| moves += usize::from(after.cell() > 0));
        }
        moves
    });
}

/// The same play by the plain rules, as `check` replays it, without packed positions.
#[divan::bench]
fn steps(bencher: Bencher) {
    let game = Arena::new(map());
    let played = play(&game);
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        let mut play = Play::new(&game);
        for &(_, way, _) in &played {
            play.step(way).unwrap();
        }
        play.eaten()
    });
}

/// The estimate of each position of a play. `fresh` discards the working memory between positions.
#[divan::bench(args = [false, true])]
fn covering_walk(bencher: Bencher, fresh: bool) {
    let game = Arena::new(map());
    let schedule = Schedule::new(&game);
    let layout = Layout::<16>::new(&schedule);
    let cover = Cover::new(game.maze()).unwrap();
    let played = play(&game);
    let mut scratch = Scratch::default();
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        let mut sum = 0;
        for (_, _, position) in &played {
            if fresh {
                scratch = Scratch::default();
            }
            sum += u32::from(cover.estimate(layout.dots(position), position.cell(), &mut scratch).walk);
        }
        sum
    });
}

/// A beam from start to end, with an empty cache and with a full one.
#[divan::bench(args = [false, true], sample_count = 10)]
fn beam_of_300(bencher: Bencher, remembered: bool) {
    let game = Arena::new(map());
    let schedule = Schedule::new(&game);
    let cover = Cover::new(game.maze());
    let weights = vec![0; game.dots()];
    let mut pool = Pool::<16>::new(1 << 24);
    bencher.bench_local(|| {
        if !remembered {
            pool = Pool::new(1 << 24);
        }
        let plan = Problem::new(&schedule, cover.as_ref(), &pool, &weights, MOVE);
        beam(&plan, 300, tejun_search::Request::default()).outcome.found()
    });
}

#[divan::bench]
fn level_1_proved(bencher: Bencher) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/library/pacman-lv1.toml");
    let instance = Registry::standard().read(&std::fs::read_to_string(path).unwrap(), None).unwrap();
    bencher.bench_local(|| instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap());
}
