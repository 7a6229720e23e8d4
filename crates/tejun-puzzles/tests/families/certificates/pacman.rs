//! Certificates of Pac-Man agree with the solver, and those of solvers that know other rules are refused.

use std::ops::ControlFlow;

use tejun_puzzles::pacman::generate;
use tejun_puzzles::pacman::map::{Kind, Map};
use tejun_puzzles::question::{Prove, Solve};
use tejun_puzzles::{Asked, Instance, Line, Means, Observer, Registry};
use tejun_search::{Limits, Outcome, Progress, StopReason, Unwatched, Watch};
use tejun_verify::{Certificate, Claim, verify};

use crate::common::cases;

const LV1: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../library/pacman/pacman-lv1.toml"));

fn open(text: &str) -> Box<dyn Instance> {
    Registry::standard().read(text, None).unwrap()
}

/// The certificate of a puzzle, if it is proved with so many states.
fn prove(puzzle: &dyn Instance, states: u64) -> Option<Certificate> {
    let options = Means { limits: Limits { states, ..Limits::default() }, ..Means::default() };
    puzzle.ask(Prove { asked: Asked::Solutions }, &options, &mut Unwatched).unwrap().outcome.found()
}

fn lv1() -> Certificate {
    prove(&*open(LV1), u64::MAX).expect("a small map")
}

fn small_map(seed: u64) -> Map {
    let (width, height) = [(7, 7), (9, 7), (7, 9), (9, 9)][seed as usize % 4];
    let kinds: Vec<Kind> = (0..seed / 4 % 3).map(|nth| Kind::ALL[(seed + 2 * nth) as usize % 5]).collect();
    generate(width, height, &kinds, Some(15 + (seed * 7 % 40) as u32), seed).unwrap()
}

/// A mutation is drawn by a linear congruential generator.
fn draw(random: &mut u64, end: usize) -> usize {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*random >> 33) as usize % end
}

fn mutate(bytes: &mut Vec<u8>, random: &mut u64) {
    match draw(random, 4) {
        _ if bytes.is_empty() => bytes.push(draw(random, 256) as u8),
        0 => drop(bytes.remove(draw(random, bytes.len()))),
        1 => bytes.insert(draw(random, bytes.len() + 1), draw(random, 256) as u8),
        2 => bytes.truncate(draw(random, bytes.len())),
        _ => {
            let at = draw(random, bytes.len());
            bytes[at] ^= 1 << draw(random, 8);
        }
    }
}

#[test]
fn level_1_scores_41_and_no_more() {
    let certificate = lv1();
    assert_eq!(certificate.claim, Claim::Score(41));
    let verified = verify(&certificate.write(), 1).unwrap();
    assert_eq!(verified.certificate, certificate);
    let line = Line(certificate.line.split(' ').map(str::to_owned).collect());
    assert_eq!(open(LV1).check(&line).value.score, Some(41));
}

#[test]
fn certificates_say_what_solve_says() {
    let mut proved = [0; 3];
    let lost = [["#####", "#@.V#", "#####"], ["#######", "#.@..R#", "#######"]];
    let lost = lost.iter().map(|rows| Map::from_rows(9, rows).unwrap());
    for map in (0..60).map(small_map).chain(lost) {
        let puzzle = open(&map.file());
        let Some(certificate) = prove(&*puzzle, 20_000) else { continue };
        verify(&certificate.write(), 1).unwrap_or_else(|error| panic!("{}\n{error}", map.text()));
        let options = Means::default();
        let solved = puzzle.start().ask(Solve::default(), &options, &mut Unwatched).unwrap();
        let (claim, kind) = match solved.value.score {
            None => (Claim::Unsolvable, 0),
            Some(score) if solved.value.cost.is_none() => (Claim::Score(score), 1),
            Some(score) => (Claim::Score(score), 2),
        };
        assert_eq!(certificate.claim, claim, "{}", map.text());
        assert!(solved.outcome.stopped().is_none());
        proved[kind] += 1;
    }
    // Plays that are all caught, that live to the end, that eat everything.
    assert!(proved.iter().all(|&number| number > 0) && proved.iter().sum::<i32>() >= 40, "{proved:?}");
}

/// What a prover finds who plays by other rules, presented for the real map.
#[test]
fn solvers_with_wrong_rules_are_refused() {
    let real = lv1();
    let mut as_much = 0;
    let mut accepts = |text: &str, line: Option<&str>| {
        let Some(wrong) = prove(&*open(text), 1_000_000) else { panic!("{text}") };
        as_much += i32::from(wrong.claim == real.claim);
        let line = line.unwrap_or(&wrong.line).to_owned();
        let claimed = Certificate { statement: real.statement.clone(), line, ..wrong };
        verify(&claimed.write(), 1).is_ok()
    };
    assert!(accepts(LV1, None));
    let row = |from: &str, to: &str| {
        let text = LV1.replace(from, to);
        assert_ne!(text, LV1, "{from}");
        text
    };
    for wrong in [
        // A way that is not seen.
        row("#.#.###.#.#", "#.#.###.###"),
        // An enemy that turns the other way, that looks at columns first, that is not there.
        row("#L#..#..R.#", "#R#..#..R.#"),
        row("#L#..#..R.#", "#L#..#..L.#"),
        row("#.V..#..H.#", "#.H..#..H.#"),
        row("#.V..#..H.#", "#.V..#..V.#"),
        row("#.V..#..H.#", "#.V..#.. .#"),
        // A clock that is fast, or slow.
        row("time = 50", "time = 49"),
        row("time = 50", "time = 51"),
    ] {
        assert!(!accepts(&wrong, None), "{wrong}");
        // Nor with a line that does score what is claimed, if it is as much.
        assert!(!accepts(&wrong, Some(&real.line)), "{wrong}");
    }
    // A right one, and three of the wrong ones twice: where the score is another, a line is enough to refuse it.
    assert!(as_much > 2 * 3, "{as_much}");
}

/// As of a solver whose bound is wrong by one: it has a line, and what it leaves out would be right if that were the best.
#[test]
fn a_best_play_that_is_not_best_is_refused() {
    let text =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../library/pacman/pacman-courtyard.toml"));
    let (real, puzzle) = (prove(&*open(text), u64::MAX).expect("a small map"), open(text));
    let Claim::Score(best) = real.claim else { panic!("{}", real.claim) };
    // Here it costs but a point to wait at the start.
    let worse = format!(". {}", real.line);
    let line = Line(worse.split(' ').map(str::to_owned).collect());
    assert_eq!(puzzle.check(&line).value.score, Some(best - 1));
    let mut wrong = Certificate { claim: Claim::Score(best - 1), line: worse, ..real.clone() };
    assert!(verify(&wrong.write(), 1).is_err());
    let mut random = 1;
    for _ in 0..cases(1_000) {
        wrong.evidence.clone_from(&real.evidence);
        mutate(&mut wrong.evidence, &mut random);
        assert!(verify(&wrong.write(), 1).is_err());
    }
    for claim in [Claim::Score(best + 1), Claim::Score(-1), Claim::Unsolvable, Claim::Optimal(37)] {
        assert!(verify(&Certificate { claim, ..real.clone() }.write(), 1).is_err());
    }
    let caught = Certificate { claim: Claim::Unsolvable, line: String::new(), ..real };
    assert!(verify(&caught.write(), 1).is_err());
}

#[test]
fn a_damaged_certificate_is_refused_or_proves_the_same() {
    let real = lv1();
    let bytes = real.write();
    let mut random = 1;
    let random = &mut random;
    let one_line = |error: &tejun_verify::VerifyError| !error.to_string().contains('\n');
    for _ in 0..10_000 {
        let mut bytes = bytes.clone();
        mutate(&mut bytes, random);
        match verify(&bytes, 1) {
            Ok(verified) => assert_eq!(verified.certificate, real),
            Err(error) => assert!(one_line(&error), "{error}"),
        }
    }
    let (mut refused, mut accepted) = (0, 0);
    for number in 0..1_000 {
        let mut wrong = real.clone();
        let mut line = wrong.line.into_bytes();
        match number % 4 {
            0 => mutate(&mut line, random),
            _ => (0..=draw(random, 2)).for_each(|_| mutate(&mut wrong.evidence, random)),
        }
        wrong.line = String::from_utf8_lossy(&line).into_owned();
        match verify(&wrong.write(), 1) {
            // The claim is true: another proof of it, or another line, may be as good.
            Ok(verified) => {
                assert_eq!(verified.certificate.claim, real.claim);
                accepted += 1;
            }
            Err(error) => {
                assert!(one_line(&error), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 900, "{refused} refused, {accepted} accepted");
}

/// Stops a search after so many looks.
struct Countdown(u32);

impl Observer for Countdown {}

impl Watch for Countdown {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.checked_sub(1) {
            Some(left) => self.0 = left,
            None => return ControlFlow::Break(StopReason::Interrupted),
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn limits_and_the_watch_stop_a_proof() {
    let great =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../library/pacman/pacman-great-maze.toml"));
    let options = Means { limits: Limits { states: 2_000, ..Limits::default() }, ..Means::default() };
    let proved = open(great).ask(Prove { asked: Asked::Solutions }, &options, &mut Unwatched).unwrap();
    assert!(matches!(proved.outcome, Outcome::Stopped(StopReason::States, None)));
    assert!(open(LV1).ask(Prove { asked: Asked::Reachable }, &options, &mut Unwatched).is_err());
    // Whenever it is, in the hunt or in the proof.
    let (mut looks, mut stopped) = (0, 0);
    let lv1 = open(LV1);
    loop {
        let options = Means::default();
        match lv1.ask(Prove { asked: Asked::Solutions }, &options, &mut Countdown(looks)).unwrap().outcome {
            Outcome::Stopped(StopReason::Interrupted, None) => stopped += 1,
            Outcome::Solved(certificate) => break assert_eq!(certificate, self::lv1()),
            other => panic!("{other:?}"),
        }
        looks += 1 + looks / 8;
    }
    assert!(stopped > 10, "{stopped}");
}
