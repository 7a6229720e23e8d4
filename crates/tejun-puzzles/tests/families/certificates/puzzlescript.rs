//! Certificates of PuzzleScript games agree with a plain search by the plain engine, and those of solvers with other rules are refused.

use std::collections::HashMap;
use std::sync::Arc;

use tejun_puzzles::question::Prove;
use tejun_puzzles::{Asked, Instance, Means, Registry};
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{Engine, Input, Random, Stepper, Work, compile};
use tejun_search::{Limits, StopReason, Unwatched};
use tejun_verify::puzzlescript::{Position, evidence, position};
use tejun_verify::{Certificate, Claim, verify};

use super::mutations::{refuses_changed_bytes, refuses_changed_parts};
use super::{certificate, options, puzzle, says_what_solve_says};

/// Two crates to two targets; what is pushed slides on where the floor is ice.
pub const GAME: &str = "\
OBJECTS
Background
black

Target
blue

Wall
brown

Player
white

Crate
orange

LEGEND
. = Background
# = Wall
P = Player
* = Crate
O = Target

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS
All Target on Crate

LEVELS
#######
#P....#
#.*.*.#
#..O.O#
#######

#####
#P*O#
#####

#####
#*PO#
#####
";

fn file(game: &str, level: usize) -> String {
    format!("puzzle = 'puzzlescript'\nlevel = {level}\ngame = '''\n{game}'''\n")
}

fn session(game: &str, level: usize) -> Box<dyn Instance> {
    puzzle(&file(game, level), None)
}

/// What a search by the plain engine alone finds.
struct Plainly {
    positions: Vec<(Position, u32)>,
    /// A shortest line.
    line: Option<String>,
}

impl Plainly {
    /// Searches a level; all of it, or until it is won.
    fn search(game: &str, number: usize, all: bool) -> Plainly {
        let game = Arc::new(compile(game).unwrap());
        let level = game.level(number).unwrap();
        let plain = Plain::new(game.clone(), level.width, level.height);
        let (mut random, mut line) = (Random::new(""), None);
        let mut stepper = Stepper::new(&game, plain.board(level));
        let started = stepper.start(&plain, &mut random, &mut Work::default()).unwrap();
        let start = position(stepper.board().clone(), started.won);
        let mut positions = vec![(start.clone(), 0)];
        let mut seen = HashMap::from([(start, String::new())]);
        let mut at = 0;
        while let Some((before, level)) = positions.get(at).cloned() {
            at += 1;
            let (is_won, cells) = before.split_last().unwrap();
            if !is_won.is_empty() {
                line = line.or_else(|| Some(seen[&before].clone()));
                if !all {
                    positions.retain(|(_, other)| *other < level);
                    break;
                }
                continue;
            }
            for (input, letter) in game.inputs().into_iter().zip(["u", "l", "d", "r", "x"]) {
                assert_ne!(input, Input::Tick);
                stepper.set_board(&cells.to_vec());
                let step = stepper.step(&plain, input, &mut random, &mut Work::default()).unwrap();
                let after = position(stepper.board().clone(), step.won);
                if !seen.contains_key(&after) {
                    seen.insert(after.clone(), format!("{} {letter}", seen[&before]).trim().to_owned());
                    positions.push((after, level + 1));
                }
            }
        }
        Plainly { positions, line }
    }

    /// The certificate that this search would make, of other positions than it has seen.
    fn certificate(&self, game: &str, number: usize, positions: &[(Position, u32)]) -> Certificate {
        let evidence =
            evidence(&self.positions[0].0, positions.len(), |at| positions[at].clone(), 1 << 30).unwrap();
        let line = self.line.clone().unwrap_or_default();
        let claim = self
            .line
            .as_ref()
            .map_or(Claim::Unsolvable, |line| Claim::Optimal(line.split(' ').count() as u64));
        let statement = session(game, number).statement().unwrap();
        Certificate { claim, statement, line, evidence: evidence.unwrap() }
    }
}

fn refused(certificate: &Certificate, why: &str) {
    let error = verify(&certificate.write(), 1).expect_err(&certificate.claim.to_string()).to_string();
    assert!(error.contains(why) && !error.contains('\n'), "{error}");
}

#[test]
fn a_plain_search_agrees() {
    for (number, claim) in [(1, Claim::Optimal(9)), (2, Claim::Optimal(1)), (3, Claim::Unsolvable)] {
        let plainly = Plainly::search(GAME, number, false);
        let certificate = says_what_solve_says(&number.to_string(), &*session(GAME, number));
        assert_eq!(certificate.claim, claim);
        let plain = plainly.certificate(GAME, number, &plainly.positions);
        assert_eq!(plain.claim, claim);
        verify(&plain.write(), 1).unwrap();
        let all = Plainly::search(GAME, number, true).positions.len() as u64;
        assert_eq!(
            super::certificate(&*session(GAME, number), Asked::Reachable).claim,
            Claim::Reachable(all)
        );
    }
}

/// The levels of the library have proved optima. The larger ones are left to a release.
#[test]
fn the_library() {
    let mut proved = 0;
    let registry = Registry::standard();
    let family = registry.families().find(|family| family.info.name == "puzzlescript").unwrap();
    for file in family.info.library() {
        let first = registry.read(&file.text, None).unwrap();
        let (_, levels) = first.about().level.unwrap();
        for number in 1..=levels.min(3) {
            let session = registry.read_level(&file.text, None, Some(number)).unwrap();
            let optimum = session.about().optimal.unwrap();
            let certificate = certificate(&*session, Asked::Solutions);
            assert_eq!(certificate.claim, Claim::Optimal(optimum as u64), "{} {number}", file.name);
            proved += 1;
        }
    }
    assert!(proved > 30, "{proved}");
}

/// What a solver finds by other rules, presented as if it were by those of the game.
#[test]
fn solvers_with_wrong_rules_are_refused() {
    let real = session(GAME, 1).statement().unwrap();
    for (from, to) in [
        // Crates that are pulled, that need no room, that stop the player, that only move along rows.
        ("[ > Player | Crate ] -> [ > Player | > Crate ]", "[ < Player | Crate ] -> [ < Player | < Crate ]"),
        ("[ > Player | Crate ] -> [ > Player | > Crate ]", "[ > Player | Crate ] -> [ > Player | ]"),
        ("[ > Player | Crate ] -> [ > Player | > Crate ]", ""),
        (
            "[ > Player | Crate ] -> [ > Player | > Crate ]",
            "horizontal [ > Player | Crate ] -> [ > Player | > Crate ]",
        ),
        // Another goal.
        ("All Target on Crate", "Some Target on Crate"),
        // Another board.
        ("#P....#", "#.P...#"),
        ("#.*.*.#", "#.*..*#"),
    ] {
        let game = GAME.replacen(from, to, 1);
        assert_ne!(game, GAME);
        let wrong = certificate(&*session(&game, 1), Asked::Solutions);
        let claimed = Certificate { statement: real.clone(), ..wrong };
        let error = verify(&claimed.write(), 1).expect_err(to).to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn solvers_with_faults_are_refused() {
    let plainly = Plainly::search(GAME, 1, false);
    let right = &plainly.positions;
    let certificate = |positions: &[(Position, u32)]| plainly.certificate(GAME, 1, positions);
    // A lost position.
    for lost in [1, right.len() / 2, right.len() - 1] {
        let mut wrong = right.clone();
        wrong.remove(lost);
        refused(&certificate(&wrong), "a move leads to a position that has no level");
    }
    let mut startless = right.clone();
    startless.remove(0);
    refused(&certificate(&startless), "the start is not a position of level 0");
    // One that is too far, too near, or not there.
    for (at, level, why) in [
        (1, 2, "a move leads to level 2"),
        (right.len() - 1, 1, "not reached at their levels"),
        (right.len() - 1, 0, "not reached at their levels"),
    ] {
        let mut wrong = right.clone();
        wrong[at].1 = level;
        let error = verify(&certificate(&wrong).write(), 1).unwrap_err().to_string();
        assert!(error.contains(why) || error.contains("a move leads to level"), "{error}");
    }
    let mut strange = right.clone();
    let empty = Default::default();
    strange.push((strange[0].0.iter().map(|_| empty).collect(), 3));
    refused(&certificate(&strange), "level");
    // A line that is not the best.
    let line = format!("d u {}", plainly.line.as_ref().unwrap());
    let longer = Plainly { line: Some(line), positions: right.clone() };
    refused(&longer.certificate(GAME, 1, right), "a move leads to a position that has no level");
    // No line, where there is one.
    let hopeless = Plainly { line: None, positions: right.clone() };
    refused(&hopeless.certificate(GAME, 1, right), "a move leads to a position that has no level");
    let all = Plainly::search(GAME, 1, true).positions;
    refused(&hopeless.certificate(GAME, 1, &all), "it is solved");
}

#[test]
fn changed_certificates_are_refused() {
    let certificate = certificate(&*session(GAME, 2), Asked::Solutions);
    refuses_changed_bytes(&certificate, 10_000);
    let solves_so = |changed: &Certificate| {
        let puzzle = Registry::standard().read(&changed.statement, None).expect("its rules are known here");
        let asked =
            if matches!(changed.claim, Claim::Reachable(_)) { Asked::Reachable } else { Asked::Solutions };
        super::certificate(&*puzzle, asked).claim == changed.claim
    };
    let proved = refuses_changed_parts(&certificate, 2_000, solves_so);
    assert!(proved > 0, "colours prove nothing");
    let larger = super::certificate(&*session(GAME, 1), Asked::Solutions);
    refuses_changed_bytes(&larger, 1_000);
    refuses_changed_parts(&larger, 1_000, solves_so);
}

#[test]
fn what_cannot_be_proved_has_no_certificate() {
    let error = |session: &dyn Instance| {
        let error = session
            .ask(Prove { asked: Asked::Solutions }, &options(), &mut Unwatched)
            .unwrap_err()
            .to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    let changed = |from: &str, to: &str| {
        let game = GAME.replacen(from, to, 1);
        assert_ne!(game, GAME);
        game
    };
    let random = changed("> Crate ]\n", "> Crate ]\n[ Player ] -> [ randomDir Player ]\n");
    let why = error(&*session(&random, 1));
    assert!(why.contains("random"), "{why}");
    let timed = changed("OBJECTS", "realtime_interval 0.5\nOBJECTS");
    let why = error(&*session(&timed, 1));
    assert!(why.contains("real time"), "{why}");
    let hidden = changed("OBJECTS", "title a\u{200b}\nOBJECTS");
    let why = error(&*session(&hidden, 1));
    assert!(why.contains("cannot be seen"), "{why}");
    let small = Means { limits: Limits { bytes: 1 << 12, ..Limits::default() }, ..options() };
    let stopped = session(GAME, 1).ask(Prove { asked: Asked::Solutions }, &small, &mut Unwatched).unwrap();
    assert_eq!(stopped.outcome.stopped(), Some(StopReason::Memory));
    // What the checker is given by hand.
    let real = certificate(&*session(GAME, 2), Asked::Solutions);
    for (game, why) in [(random, "random"), (timed, "real time")] {
        let statement = session(&game, 2).statement().unwrap();
        refused(&Certificate { statement, ..real.clone() }, why);
    }
    let goalless = changed("WINCONDITIONS\nAll Target on Crate\n", "WINCONDITIONS\n");
    let all = certificate(&*session(&goalless, 3), Asked::Reachable);
    refused(&Certificate { claim: Claim::Unsolvable, ..all }, "the puzzle has no goal");
}

/// What a restart comes to depends on the way once a checkpoint is set: both together are refused, and one alone is not.
#[test]
fn checkpoints_matter_where_something_restarts() {
    let moves = "[ > Player | Crate ] -> [ > Player | > Crate ]\n";
    let sets = GAME.replacen(moves, &moves.replace("Crate ]\n", "Crate ] checkpoint\n"), 1);
    assert_ne!(sets, GAME);
    // No level has a key.
    let key = sets.replacen("LEGEND", "Key\nyellow\n\nLEGEND", 1).replacen(
        "Wall, Crate\n",
        "Wall, Crate, Key\n",
        1,
    );
    let never = key.replacen("checkpoint\n", "checkpoint\n[ > Player | Key ] -> restart\n", 1);
    assert!(never.contains("Crate, Key\n") && never.contains("restart\n"));
    for game in [&sets, &never] {
        certificate(&*session(game, 2), Asked::Solutions);
        certificate(&*session(game, 2), Asked::Reachable);
    }
    let always = sets.replacen("checkpoint\n", "checkpoint\n[ > Player | Wall ] -> restart\n", 1);
    let statement = session(&always, 2).statement().unwrap();
    let real = certificate(&*session(GAME, 2), Asked::Reachable);
    refused(&Certificate { statement, ..real }, "sets a checkpoint");
}

/// Games that come with tabs and ends of lines of other systems.
#[test]
fn texts_of_other_systems_have_certificates() {
    let other = GAME.replace('\n', "\r\n").replace("black", "black\t");
    let text = format!("puzzle = 'puzzlescript'\nlevel = 2\ngame = {:?}\n", other);
    let session = puzzle(&text, None);
    assert_eq!(certificate(&*session, Asked::Solutions).claim, Claim::Optimal(1));
}

/// A cloud that drifts to the sun by itself, whatever the player does not.
const DRIFT: &str = "\
run_rules_on_level_start
require_player_movement
OBJECTS
Background
blue

Player
white

Cloud
gray

Sun
yellow

LEGEND
. = Background
P = Player
C = Cloud
S = Sun

SOUNDS

COLLISIONLAYERS
Background
Sun
Player, Cloud

RULES
[ Cloud no Sun ] -> [ right Cloud ] again
late [ Player Sun ] -> win

WINCONDITIONS
All Sun on Cloud

LEVELS
P....
C..S.
";

#[test]
fn a_level_that_its_start_wins_is_won_with_no_input() {
    let certificate = says_what_solve_says("drift", &*session(DRIFT, 1));
    assert_eq!(certificate.claim, Claim::Optimal(0));
    assert!(certificate.evidence.is_empty() && certificate.line.is_empty());
    assert_eq!(super::certificate(&*session(DRIFT, 1), Asked::Reachable).claim, Claim::Reachable(1));
    // What another reading of the start would claim.
    let unsolvable = Certificate { claim: Claim::Unsolvable, ..certificate.clone() };
    verify(&unsolvable.write(), 1).unwrap_err();
    let start = position(Plainly::search(DRIFT, 1, true).positions[0].0[..10].to_vec(), false);
    let positions = [(start.clone(), 0)];
    let evidence = evidence(&start, 1, |at| positions[at].clone(), 1 << 30).unwrap().unwrap();
    let unsolvable = Certificate { evidence, ..unsolvable };
    verify(&unsolvable.write(), 1).unwrap_err();
}

#[test]
fn a_level_on_which_no_rule_can_win_is_proved_to_have_no_solution() {
    let game = DRIFT.replace("All Sun on Cloud", "").replace("P....\nC..S.", "P....\n.....");
    let certificate = says_what_solve_says("no sun", &*session(&game, 1));
    assert_eq!(certificate.claim, Claim::Unsolvable);
}
