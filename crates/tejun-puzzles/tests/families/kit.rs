//! The kit, with tiny families of a stranger.

use crate::common;

use common::AtLine;
use tejun_puzzles::input::Keys;
use tejun_puzzles::question::Solve;
use tejun_puzzles::{
    Cell, Family, Gesture, InputError, Key, Lang, Line, Mark, Means, PegSolitaire, Reason, Registry, Scene,
    Status, Wanted, conformance, sentences,
};
use tejun_puzzles::{FamilyInfo, Puzzle, Searches, kit};
use tejun_search::{Limits, Moves, Outcome, Proof, Space, StopReason, Unwatched};

sentences! {
    DOUBLE = "double", "double", "倍にする", "加倍";
    INCREASE = "increase", "increase";
    NUMBER = "number", "{number} of {goal}";
    ODD = "odd", "an odd number cannot be reached by doubling alone";
}

static KEYS: [Key; 2] =
    [Key { key: 'd', arrow: None, label: &DOUBLE }, Key { key: 'i', arrow: None, label: &INCREASE }];

/// A number to be doubled or increased until it is another.
struct Numbers {
    start: u64,
    goal: u64,
    metric: &'static str,
}

impl Space for Numbers {
    type State = u64;
    type Move = char;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.start);
    }

    fn is_goal(&self, number: &u64) -> bool {
        *number == self.goal
    }

    fn expand(&self, number: &u64, mut visit: impl FnMut(char, u64)) {
        for (key, next) in [('d', number * 2), ('i', number + 1)] {
            if next <= self.goal + 1 {
                visit(key, next);
            }
        }
    }
}

impl Puzzle for Numbers {
    const FAMILY: FamilyInfo = FamilyInfo {
        metrics: &["presses", "taps"],
        ..FamilyInfo::new("numbers", "puzzle = 'numbers'\nstart = 3\ngoal = 100")
    };
    const SEARCHES: Searches<Self> = Searches::auto();

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let (start, goal) = (keys.need("start")?, keys.need("goal")?);
        let metric: Option<String> = keys.take("metric")?;
        let named = |metric: String| Self::FAMILY.metrics.iter().find(|&&known| known == metric).copied();
        let metric = metric.map_or(Some("presses"), named);
        Ok(Numbers { start, goal, metric: metric.ok_or_else(|| InputError::new("no such metric"))? })
    }

    fn write(&self, _: &u64, key: char) -> String {
        key.to_string()
    }

    fn gesture(&self, _: &u64, _: &Scene, key: char) -> Gesture {
        Gesture::Key(key)
    }

    fn scene(&self, number: &u64) -> Scene {
        let cell = Cell { row: 0, column: 0, label: None, mark: Mark::Plain };
        let scene = Scene { rows: 1, columns: 1, cells: vec![cell], keys: &KEYS, ..Scene::default() };
        scene.captioned(Reason::new(&NUMBER).with("number", number).with("goal", self.goal))
    }

    fn metric(&self) -> &'static str {
        self.metric
    }

    fn hopeless(&self, number: &u64) -> Option<Reason> {
        (*number == 0 && self.goal == 7).then(|| Reason::new(&ODD))
    }
}

fn numbers(keys: &str) -> Box<dyn tejun_puzzles::Instance> {
    let registry = Registry::default().with(Family::of::<Numbers>());
    registry.read(&format!("puzzle = 'numbers'\n{keys}"), None).unwrap()
}

#[test]
fn families_of_the_kit_keep_to_what_front_ends_rely_on() {
    kit::conformance::<Numbers>(20).unwrap();
    kit::conformance::<PegSolitaire>(10).unwrap();
}

#[test]
fn families_of_the_long_form_keep_to_it_too() {
    for family in Registry::standard().families() {
        conformance::family(family, 1).unwrap();
    }
}

#[test]
fn the_template_is_the_library_unless_there_is_another() {
    let family = Family::of::<Numbers>();
    let names: Vec<String> = family.info.library().into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["numbers"]);
    assert_eq!(family.info.title().text(Lang::Zh), "numbers");
    assert_eq!(family.info.about(), family.info.title());
}

#[test]
fn lines_are_played_and_judged() {
    let instance = numbers("start = 3\ngoal = 14");
    let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((report.value.cost, report.proof), (Some(3), Proof::Optimal));
    let verdict = instance.check(&"d i d".parse().unwrap());
    assert!(verdict.solves && verdict.value.cost == Some(3));
    let fault = instance.check(&"d x".parse().unwrap()).fault.unwrap();
    assert_eq!(fault.to_string(), "move 2 (x): x is not a legal move here, as d is");
    assert_eq!(instance.read_gesture_at(&Line::default(), &Gesture::Key('i')).unwrap(), "i");
    let reason = instance.read_gesture_at(&Line::default(), &Gesture::Key('x')).unwrap_err();
    assert_eq!((reason.code(), reason.text(Lang::En)), ("not-played", "that is not a legal move".to_owned()));
    let lost: Line = "d d i i i".parse().unwrap();
    assert_eq!(instance.status_at(&lost).unwrap(), Status::Lost);
    assert_eq!(instance.status_at(&"d i d".parse().unwrap()).unwrap(), Status::Solved);
    let report = instance.solve_at(&lost, &Means::default(), &mut Unwatched).unwrap();
    assert_eq!(report.reason.unwrap().code(), "no-move-left");
}

#[test]
fn what_is_hopeless_is_told_with_its_reason() {
    let report = numbers("start = 0\ngoal = 7").solve_at(&Line::default(), &Means::default(), &mut Unwatched);
    assert_eq!(report.unwrap().reason.unwrap().code(), "odd");
}

#[test]
fn all_exits_are_listed_and_the_first_few_are_not() {
    let instance = numbers("start = 3\ngoal = 14");
    let some = |wanted| Solve { wanted, width: None };
    let all = instance.ask_at(&Line::default(), some(Wanted::All), &mut Unwatched).unwrap();
    assert_eq!(all.exits.unwrap().len(), 1);
    assert!(instance.ask_at(&Line::default(), some(Wanted::First(2)), &mut Unwatched).is_err());
}

#[test]
fn a_metric_is_one_of_the_family() {
    let registry = Registry::default().with(Family::of::<Numbers>());
    let text = Numbers::FAMILY.template;
    assert_eq!(registry.read(text, None).unwrap().about().metric, "presses");
    assert_eq!(registry.read(text, Some("taps")).unwrap().about().metric, "taps");
    assert!(registry.read(text, Some("steps")).is_err());
}

/// Numbers to be doubled or increased by a depth-first search.
struct Deep(Numbers);

impl Space for Deep {
    type State = u64;
    type Move = char;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, visit: impl FnMut(u64)) {
        self.0.starts(visit);
    }

    fn is_goal(&self, number: &u64) -> bool {
        self.0.is_goal(number)
    }

    fn expand(&self, number: &u64, mut visit: impl FnMut(char, u64)) {
        self.0.expand(number, |key, next| {
            if key == 'i' {
                visit(key, next);
            }
        });
    }
}

impl Puzzle for Deep {
    const FAMILY: FamilyInfo = FamilyInfo::new("deep", "puzzle = 'deep'\nstart = 0\ngoal = 5000");
    const SEARCHES: Searches<Self> = Searches::depth_first();

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        Numbers::read(keys).map(Deep)
    }

    fn write(&self, number: &u64, key: char) -> String {
        self.0.write(number, key)
    }

    fn gesture(&self, number: &u64, scene: &Scene, key: char) -> Gesture {
        self.0.gesture(number, scene, key)
    }

    fn scene(&self, number: &u64) -> Scene {
        self.0.scene(number)
    }
}

#[test]
fn a_depth_first_search_keeps_to_its_limits() {
    let registry = Registry::default().with(Family::of::<Deep>());
    let instance = registry.read(Deep::FAMILY.template, None).unwrap();
    assert!(instance.solutions_cost_alike());
    let solve = |limits| {
        let options = Means { limits, ..Means::default() };
        instance.solve_at(&Line::default(), &options, &mut Unwatched).unwrap()
    };
    let none = Limits::default();
    let solved = solve(none);
    assert_eq!((solved.value.cost, solved.proof), (Some(5000), Proof::Optimal));
    for (limits, reason) in [
        (Limits { states: 100, ..none }, StopReason::States),
        (Limits { depth: 100, ..none }, StopReason::Depth),
        (Limits { bytes: 10_000, ..none }, StopReason::Memory),
    ] {
        let stopped = solve(limits);
        assert_eq!((stopped.outcome, stopped.proof), (Outcome::Stopped(reason, None), Proof::Unproved));
        assert!(stopped.stats.peak_bytes <= limits.bytes);
    }
    assert!(matches!(solve(Limits { depth: 5000, ..none }).outcome, Outcome::Solved(_)));
}
