//! The puzzles keep to their rules, and plain searches agree with their solutions.

use std::collections::{HashMap, VecDeque};

use own_puzzles::ice_maze::IceMaze;
use own_puzzles::knights::Knights;
use own_puzzles::knights_again::PlainKnights;
use own_puzzles::lights_out::LightsOut;
use own_puzzles::registry;
use own_puzzles::river_crossing::RiverCrossing;
use tejun_puzzles::question::{ExportTo, Prove, Solve, Why};
use tejun_puzzles::{
    Asked, ExportFormat, FactKind, Gesture, InputError, Instance, Line, Means, Position, Puzzle, Random,
    Scene, kit,
};
use tejun_search::{Outcome, Unwatched};
use tejun_verify::{Certificate, Claim, Limits, check_by};

fn open(text: &str) -> Result<Box<dyn Instance>, InputError> {
    registry().read(text, None)
}

/// The cost of a best solution; `None` if there is none.
fn optimum(instance: &dyn Instance) -> Option<i64> {
    let solution = instance.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    match solution.outcome {
        Outcome::Solved(_) => solution.value.cost,
        Outcome::Unsolvable => None,
        Outcome::Stopped(reason, _) => panic!("stopped: {reason:?}"),
    }
}

#[test]
fn first_steps_are_a_few_moves() {
    let registry = registry();
    let shelves = registry.families().flat_map(|family| family.info.shelves);
    let steps: Vec<&str> = shelves.flat_map(|shelf| shelf.first_steps).copied().collect();
    let costs: Vec<Option<i64>> = steps.iter().map(|step| optimum(&*open(step).unwrap())).collect();
    assert_eq!(costs, [6, 8, 1, 2, 1, 3, 1, 2].map(Some));
}

#[test]
fn knights_keep_to_the_rules() {
    kit::conformance::<Knights>(20).unwrap();
}

/// The optimum is proved by the rules of this crate, written a second time, and a certificate with a mistake is refused.
#[test]
fn knights_have_certificates() {
    let read = |bytes: &[u8]| Certificate::read(bytes).unwrap();
    let check = |certificate| check_by(certificate, PlainKnights::read, &Limits::threads(1));
    for file in Knights::FAMILY.library() {
        let instance = open(&file.text).unwrap();
        let proved =
            instance.ask(Prove { asked: Asked::Solutions }, &Means::default(), &mut Unwatched).unwrap();
        let Outcome::Solved(certificate) = proved.outcome else { panic!("{:?}", proved.outcome) };
        let bytes = certificate.write();
        let verified = check(read(&bytes)).unwrap();
        let claim = optimum(&*instance).map_or(Claim::Unsolvable, |cost| Claim::Optimal(cost as u64));
        assert_eq!(verified.certificate.claim, claim);
        assert_eq!(instance.statement(), Some(certificate.statement.clone()));
        // The normal form is an instance, in normal form.
        assert_eq!(open(&certificate.statement).unwrap().statement(), instance.statement());
        assert!(check(Certificate { evidence: Vec::new(), ..certificate.clone() }).is_err());
        if let Claim::Optimal(cost) = claim {
            for wrong in [Claim::Optimal(cost - 1), Claim::Optimal(cost + 1), Claim::Unsolvable] {
                assert!(check(Certificate { claim: wrong, ..certificate.clone() }).is_err());
            }
            let longer = format!("{0} {0}", certificate.line);
            assert!(check(Certificate { line: longer, ..certificate }).is_err());
        } else {
            assert!(check(Certificate { claim: Claim::Optimal(1), ..certificate }).is_err());
        }
        // The program that tejun brings does not know these rules, and says so.
        let unknown = tejun_verify::verify(&bytes, 1).unwrap_err().to_string();
        assert_eq!(unknown, "the rules of knights are not known here");
    }
}

#[test]
fn knights_are_exported() {
    let start = open(Knights::FAMILY.template).unwrap().start();
    let written = |format, depth| {
        let export = start.ask(ExportTo { format, depth }, &Means::default(), &mut Unwatched).unwrap();
        export.expect("it has the format").unwrap()
    };
    let plan = written(ExportFormat::Pddl, None);
    assert_eq!(plan.iter().map(|file| file.name).collect::<Vec<_>>(), ["domain.pddl", "problem.pddl"]);
    assert!(plan[0].text.contains("jump-white") && plan[1].text.contains("(white a1)"), "{}", plan[1].text);
    // A formula for longer lines has more clauses.
    let length = |depth| written(ExportFormat::Dimacs, Some(depth))[0].text.len();
    assert!(length(2) < length(16));
}

#[test]
fn the_others_keep_to_theirs() {
    kit::conformance::<LightsOut>(5).unwrap();
    kit::conformance::<RiverCrossing>(20).unwrap();
    kit::conformance::<IceMaze>(20).unwrap();
}

/// Each set of taps solves one board, so the fewest taps of all boards come from all sets. On three by three lamps every
/// board can be solved.
#[test]
fn lights_out_takes_as_many_taps_as_the_smallest_set_of_taps() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3)] {
        let size = rows * columns;
        let mut fewest: HashMap<u32, u32> = HashMap::new();
        for taps in 0..1_u32 << size {
            let lit = (0..size).filter(|tap| taps >> tap & 1 == 1).fold(0, |lit, tap| {
                let near = |lamp: &usize| {
                    (lamp / columns).abs_diff(tap / columns) + (lamp % columns).abs_diff(tap % columns) < 2
                };
                (0..size).filter(near).fold(lit, |lit, lamp| lit ^ 1 << lamp)
            });
            let best = fewest.entry(lit).or_insert(u32::MAX);
            *best = taps.count_ones().min(*best);
        }
        for lit in 0..1_u32 << size {
            let lamp = |lamp: usize| if lit >> lamp & 1 == 1 { 'o' } else { '.' };
            let rows: Vec<String> = (0..rows)
                .map(|row| (0..columns).map(|column| lamp(row * columns + column)).collect())
                .collect();
            let session =
                open(&format!("puzzle = 'lights-out'\nboard = '''\n{}'''", rows.join("\n"))).unwrap();
            assert_eq!(optimum(&*session), fewest.get(&lit).map(|&taps| i64::from(taps)), "{rows:?}");
        }
    }
}

#[test]
fn the_published_exchange_of_knights() {
    let guarini = &Knights::FAMILY.library()[0].text;
    assert_eq!(optimum(&*open(guarini).unwrap()), Some(16));
}

#[test]
fn the_published_crossings() {
    let optimum = |text: &str| optimum(&*open(text).unwrap());
    assert_eq!(optimum(RiverCrossing::FAMILY.template), Some(7));
    let file = |party: &str, boat: u32| {
        format!(
            "puzzle = 'river-crossing'\nparty = '{party}'\nrowers = 'F'\nboat = {boat}\nquarrel = ['WG', 'GC']"
        )
    };
    assert_eq!(optimum(&file("FWGC", 4)), Some(1));
    assert_eq!(optimum(&file("FWGC", 1)), None);
}

/// What is drawn is a puzzle, and a plain breadth-first search over its moves agrees on the optimum.
#[test]
fn random_puzzles_are_solved_as_by_a_plain_search() {
    fn check<P: Puzzle>(draw: fn(&mut Random) -> String, number: u64)
    where
        P::State: std::hash::Hash + Eq,
    {
        for seed in 0..number {
            let text = draw(&mut Random::new(seed));
            let puzzle: P = kit::read(&text).unwrap();
            let mut open_states = VecDeque::new();
            let mut depths: HashMap<P::State, i64> = HashMap::new();
            puzzle.starts(|state| {
                depths.insert(state.clone(), 0);
                open_states.push_back(state);
            });
            let mut found = None;
            while let Some(state) = open_states.pop_front() {
                let depth = depths[&state];
                if puzzle.is_goal(&state) {
                    found = Some(depth);
                    break;
                }
                puzzle.expand(&state, |_, next| {
                    depths.entry(next.clone()).or_insert_with(|| {
                        open_states.push_back(next);
                        depth + 1
                    });
                });
            }
            assert_eq!(optimum(&*open(&text).unwrap()), found, "{text}");
        }
    }
    check::<RiverCrossing>(RiverCrossing::FAMILY.random.unwrap().draw, 60);
    check::<IceMaze>(IceMaze::FAMILY.random.unwrap().draw, 60);
}

#[test]
fn gestures_are_taps_and_pieces_carried_together() {
    let lamps = open(LightsOut::FAMILY.template).unwrap();
    assert_eq!(lamps.start().read_gesture(&Gesture::Tap(12)).unwrap(), "c3");
    assert!(lamps.start().read_gesture(&Gesture::Carry { piece: 0, to: vec![3] }).is_err());
    let river = open(RiverCrossing::FAMILY.template).unwrap();
    let mut goat = vec![(0, vec![3]), (2, vec![11])];
    assert_eq!(river.start().read_gesture(&Gesture::CarryAll(goat.clone())).unwrap(), "FG");
    goat.reverse();
    assert_eq!(river.start().read_gesture(&Gesture::CarryAll(goat)).unwrap(), "FG");
    // The goat is left with the cabbage.
    let wolf = Gesture::CarryAll(vec![(0, vec![3]), (1, vec![7])]);
    let refused = river.start().read_gesture(&wolf).unwrap_err();
    assert_eq!((refused.code(), refused.cells()), ("unsafe", &[3, 7][..]));
    let after = river.after(&"FG F FW".parse::<Line>().unwrap()).unwrap();
    assert_eq!(after.scene().pieces.last().unwrap().cells, [10]);
}

#[test]
fn mistakes_are_said() {
    for (text, message) in [
        ("puzzle = 'river-crossing'\nparty = 'FF'\nrowers = 'F'\nboat = 2", "a letter twice"),
        ("puzzle = 'river-crossing'\nparty = 'FW'\nrowers = 'X'\nboat = 2\nquarrel = []", "not in party"),
        ("puzzle = 'ice-maze'\nmaze = 'SF'", "odd number of rows"),
        ("puzzle = 'ice-maze'\nmaze = '''\n+-+-+\n|S F|\n+-+-?'''", "'?'"),
        ("puzzle = 'ice-maze'\nmaze = '''\n+-+-+\n|S S|\n+-+-+'''", "second"),
        ("puzzle = 'lights-out'\nboard = 'x'", "'x'"),
    ] {
        let error = open(text).err().unwrap().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// Whether a position is solved by some line along which every position is allowed.
fn solves(start: &dyn Position, allowed: &dyn Fn(&Scene) -> bool) -> bool {
    let key = |scene: &Scene| format!("{:?}", scene.pieces);
    let (mut seen, mut open) = (HashMap::new(), vec![start.boxed_clone()]);
    while let Some(position) = open.pop() {
        let scene = position.scene();
        if !allowed(&scene) || seen.insert(key(&scene), ()).is_some() {
            continue;
        }
        if position.verdict().solves {
            return true;
        }
        for choice in position.choices() {
            let mut next = position.boxed_clone();
            next.play(&choice.text).unwrap();
            open.push(next);
        }
    }
    false
}

/// The puzzles say nothing about why: it comes from the pieces of their scenes.
#[test]
fn why_comes_with_every_puzzle() {
    let mut leaving = HashMap::new();
    for (text, file) in registry().library().into_iter().map(|file| (file.text.clone(), file.name)) {
        let instance = open(&text).unwrap();
        let start = &*instance.start();
        let limits = tejun_search::Limits { states: 20_000, ..Default::default() };
        let means = Means { limits, ..Means::default() };
        let reasons = start.ask(Why::default(), &means, &mut Unwatched).unwrap();
        // Twenty-five lamps have too many positions for the plain search here.
        if reasons.unsettled > 0 {
            continue;
        }
        assert_eq!(reasons.fewest.map(|fewest| fewest as i64), optimum(&*instance), "{file}");
        for fact in reasons.facts.iter().filter(|fact| fact.kind == FactKind::Leaves) {
            let piece = &fact.pieces[0];
            let stays = |scene: &Scene| {
                scene.pieces.iter().any(|other| (&other.name, &other.cells) == (&piece.name, &piece.cells))
            };
            assert!(!solves(start, &stays), "{file}: {}", fact.reason);
            *leaving.entry(instance.about().puzzle).or_insert(0) += 1;
        }
        for fact in reasons.facts.iter().filter(|fact| fact.kind == FactKind::Covers) {
            let empty =
                |scene: &Scene| scene.pieces.iter().all(|piece| !piece.cells.contains(&fact.cells[0]));
            assert!(!solves(start, &empty), "{file}: {}", fact.reason);
        }
    }
    assert!(leaving.contains_key("knights") && leaving.contains_key("river-crossing"), "{leaving:?}");
}
