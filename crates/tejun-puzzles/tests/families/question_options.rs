//! No option is silently ignored: of every question in every family, each is refused, or it arrives and changes something.

use std::cell::RefCell;

use tejun_puzzles::input::Keys;
use tejun_puzzles::question::{Count, Explore, Hardest, Map, Prove, Solve, StepThrough, Why};
use tejun_puzzles::{
    Answer, Asked, Family, FamilyInfo, Gesture, InputError, Instance, Key, Means, Puzzle, Question,
    QuestionKind, QuestionOption, Registry, Scene, Searches, SolveError, Wanted, sentences,
};
use tejun_search::{Limits, Moves, Outcome, Space, StopReason, Unwatched};

const KINDS: [QuestionKind; 8] = [
    QuestionKind::Solve,
    QuestionKind::Explore,
    QuestionKind::Map,
    QuestionKind::Count,
    QuestionKind::Why,
    QuestionKind::Hardest,
    QuestionKind::Steps,
    QuestionKind::Prove,
];

/// A question with an option and nothing else; `None` if it cannot be asked so.
fn with(kind: QuestionKind, option: Option<QuestionOption>) -> Option<(Question, Means)> {
    let mut means = Means::default();
    let mut solve = Solve::default();
    let mut terminal_goals = false;
    match option {
        None => {}
        Some(QuestionOption::Depth) => means.limits.depth = 1,
        Some(QuestionOption::TerminalGoals) if kind == QuestionKind::Explore => terminal_goals = true,
        Some(QuestionOption::Width) if kind == QuestionKind::Solve => solve.width = Some(3),
        Some(QuestionOption::All) if kind == QuestionKind::Solve => solve.wanted = Wanted::All,
        Some(QuestionOption::First) if kind == QuestionKind::Solve => solve.wanted = Wanted::First(2),
        Some(_) => return None,
    }
    let question = match kind {
        QuestionKind::Solve => solve.into(),
        QuestionKind::Explore => Explore { terminal_goals }.into(),
        QuestionKind::Map => Map::default().into(),
        QuestionKind::Count => Count.into(),
        QuestionKind::Why => Why::default().into(),
        QuestionKind::Hardest => Hardest::default().into(),
        QuestionKind::Steps => StepThrough::default().into(),
        QuestionKind::Prove => Prove { asked: Asked::Solutions }.into(),
        QuestionKind::Export => return None,
    };
    Some((question, means))
}

/// Asks a question of the one of the two that answers it; the other refuses it.
fn ask(instance: &dyn Instance, question: &Question, means: &Means) -> Result<Answer, SolveError> {
    let start = instance.start();
    let answer = |of_position: bool| match of_position {
        true => start.answer(question, means, &mut Unwatched),
        false => instance.answer(question, means, &mut Unwatched),
    };
    let of_position = matches!(
        question.kind(),
        QuestionKind::Solve
            | QuestionKind::Explore
            | QuestionKind::Map
            | QuestionKind::Count
            | QuestionKind::Why
    );
    if instance.check_options(question, means).is_ok() {
        let other = answer(!of_position).err().expect("it is a question of the other").to_string();
        assert!(other.ends_with(": ask that"), "{other}");
    }
    answer(of_position)
}

sentences! {
    NEXT = "next", "next";
}

static KEYS: [Key; 1] = [Key { key: 'n', arrow: None, label: &NEXT }];

thread_local! {
    /// What the last question came with.
    static ARRIVED: RefCell<Option<(Question, Means)>> = const { RefCell::new(None) };
}

/// A puzzle that answers nothing and notes what it is asked. It has the options of `solve` that are in the set.
struct Probe<const SET: usize>;

impl<const SET: usize> Space for Probe<SET> {
    type State = u32;
    type Move = char;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 9
    }

    fn expand(&self, state: &u32, mut visit: impl FnMut(char, u32)) {
        visit('n', state + 1);
    }
}

fn note<T>(question: impl Into<Question>, means: &Means) -> Result<T, SolveError> {
    ARRIVED.set(Some((question.into(), means.clone())));
    Err(SolveError::new("it arrived"))
}

const OF_SOLVE: [QuestionOption; 3] = [QuestionOption::Width, QuestionOption::All, QuestionOption::First];
const SETS: [&[QuestionOption]; 5] = [
    &[],
    &[QuestionOption::Width],
    &[QuestionOption::All],
    &[QuestionOption::All, QuestionOption::First],
    &[QuestionOption::Width, QuestionOption::All],
];

impl<const SET: usize> Puzzle for Probe<SET> {
    const FAMILY: FamilyInfo = FamilyInfo::new("probe", "puzzle = 'probe'\n");
    const SEARCHES: Searches<Self> = Searches {
        solve: Some(|_, _, solve, means, _| note(*solve, means)),
        solve_options: SETS[SET],
        explore: Some(|_, _, explore, means, _| note(*explore, means)),
        map: Some(|_, _, map, means, _| note(map.clone(), means)),
        count: Some(|_, _, means, _| note(Count, means)),
        why: Some(|_, _, why, means, _| note(why.clone(), means)),
        hardest: Some(|_, hardest, means, _| note(hardest.clone(), means)),
        steps: Some(|_, asked| note(asked, &Means::default())),
        prove: Some(|_, _, theorem, means, _| note(Prove { asked: theorem.asked }, means)),
        ..Searches::NONE
    };

    fn read(_: &mut Keys) -> Result<Self, InputError> {
        Ok(Probe)
    }

    fn normal_form(&self) -> Option<String> {
        Some(String::new())
    }

    fn write(&self, _: &u32, key: char) -> String {
        key.to_string()
    }

    fn gesture(&self, _: &u32, _: &Scene, key: char) -> Gesture {
        Gesture::Key(key)
    }

    fn scene(&self, _: &u32) -> Scene {
        Scene { keys: &KEYS, ..Scene::default() }
    }
}

fn probed<const SET: usize>() {
    let family = Family::of::<Probe<SET>>();
    let instance = Registry::default().with(family).read(family.info.template, None).unwrap();
    for kind in KINDS {
        for option in QuestionOption::ALL {
            let Some((question, means)) = with(kind, Some(option)) else {
                assert!(!kind.options().contains(&option), "{kind:?} {option:?}");
                continue;
            };
            ARRIVED.set(None);
            let said = ask(&*instance, &question, &means).err().unwrap().to_string();
            let is_had = kind.options().contains(&option)
                && (!OF_SOLVE.contains(&option) || SETS[SET].contains(&option));
            match ARRIVED.take() {
                Some((arrived, means)) => {
                    assert!(is_had && said == "it arrived", "{kind:?} {option:?}: {said}");
                    assert!(arrived == question && arrived.options_given(&means) == [option]);
                }
                None => {
                    assert!(!is_had, "{kind:?} {option:?}: {said}");
                    assert!(said.contains("leave ") || said.contains("ask for "), "{said}");
                }
            }
            assert_eq!(instance.check_options(&question, &means).is_ok(), is_had);
        }
        // Without options, every question arrives; the means belong to each.
        let some = Means {
            threads: 2,
            seed: 7,
            limits: Limits { states: 5, bytes: 1 << 20, ..Limits::default() },
            ..Means::default()
        };
        let (question, none) = with(kind, None).unwrap();
        for means in [none, some] {
            ARRIVED.set(None);
            assert_eq!(ask(&*instance, &question, &means).err().unwrap().to_string(), "it arrived");
            let (arrived, got) = ARRIVED.take().unwrap();
            let seen = |means: &Means| (means.threads, means.seed, means.limits);
            assert!(
                arrived == question && (kind == QuestionKind::Steps || seen(&got) == seen(&means)),
                "{kind:?}"
            );
        }
    }
}

#[test]
fn an_option_is_refused_or_arrives() {
    probed::<0>();
    probed::<1>();
    probed::<2>();
    probed::<3>();
    probed::<4>();
}

/// What `solve` has in each family that ships, as the documents say.
const DOCUMENTED: [(&str, &[QuestionOption]); 8] = [
    ("tank-change", &[QuestionOption::All]),
    ("sliding", &[QuestionOption::Width, QuestionOption::All]),
    ("packing", &[QuestionOption::All, QuestionOption::First]),
    ("pacman", &[QuestionOption::Width]),
    ("peg-solitaire", &[QuestionOption::All]),
    ("sokoban", &[]),
    ("sliding-tiles", &[]),
    ("puzzlescript", &[QuestionOption::Width, QuestionOption::All]),
];

/// Whether an option shows in what a question comes to.
fn shows(instance: &dyn Instance, kind: QuestionKind, option: QuestionOption) -> bool {
    let (question, means) = with(kind, Some(option)).unwrap();
    let asked = |means: &Means| ask(instance, &question, means).unwrap();
    match (option, asked(&means)) {
        (QuestionOption::Depth, Answer::Solve(solution)) => {
            solution.outcome.stopped() == Some(StopReason::Depth)
        }
        (QuestionOption::Width, Answer::Solve(_)) => {
            let few = Means { limits: Limits { states: 300, ..means.limits }, ..means.clone() };
            let stats = |solve: Solve| instance.start().ask(solve, &few, &mut Unwatched).unwrap().stats;
            // A small maze is proved before a beam is of use.
            stats(Solve { wanted: Wanted::Best, width: Some(3) }) != stats(Solve::default())
                || instance.family().scored
        }
        (QuestionOption::All | QuestionOption::First, Answer::Solve(solution)) => {
            solution.exits.is_some() || solution.drawings.is_some()
        }
        (QuestionOption::Depth, Answer::Explore(explored)) => {
            explored.outcome.stopped() == Some(StopReason::Depth)
        }
        (QuestionOption::Depth, Answer::Map(map)) => {
            let explored = instance.start().ask(Explore::default(), &means, &mut Unwatched).unwrap();
            // It is of the same positions.
            map.parents.len() as u64 == explored.states && map.outcome.stopped() == Some(StopReason::Depth)
        }
        (QuestionOption::TerminalGoals, Answer::Explore(explored)) => explored.goal_levels.is_some(),
        (QuestionOption::Depth, Answer::Count(counted)) => {
            counted.outcome.stopped() == Some(StopReason::Depth)
        }
        (QuestionOption::Depth, Answer::Hardest(found)) => found.levels.len() == 2,
        (QuestionOption::Depth, Answer::Prove(proved)) => {
            matches!(proved.outcome, Outcome::Stopped(StopReason::Depth, _))
        }
        _ => panic!("{kind:?} has no {option:?}"),
    }
}

#[test]
fn the_families_that_ship_have_what_is_documented_and_refuse_the_rest() {
    let registry = Registry::standard();
    let mut tried = 0;
    for family in registry.families() {
        let name = family.info.name;
        let (_, of_solve) = DOCUMENTED.into_iter().find(|(known, _)| *known == name).expect("documented");
        let instance = registry.read(family.info.template, None).unwrap();
        for kind in KINDS.into_iter().filter(|&kind| instance.can(kind)) {
            for option in QuestionOption::ALL {
                let Some((question, means)) = with(kind, Some(option)) else { continue };
                let is_had = kind.options().contains(&option)
                    && (!OF_SOLVE.contains(&option) || of_solve.contains(&option));
                if is_had {
                    assert!(shows(&*instance, kind, option), "{name} {kind:?} {option:?}");
                } else {
                    let said = ask(&*instance, &question, &means).err();
                    let said = said.unwrap_or_else(|| panic!("{name} {kind:?} ignores {option:?}"));
                    assert!(!said.to_string().contains('\n'), "{said}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn refusals_name_what_is_to_be_left_out() {
    let template = |name: &str| {
        let registry = Registry::standard();
        let family = registry.families().find(|family| family.info.name == name).unwrap();
        registry.read(family.info.template, None).unwrap()
    };
    let refused = |name: &str, question: Question, means: &Means| {
        template(name).check_options(&question, means).unwrap_err().to_string()
    };
    for (name, kind, option, said) in [
        (
            "peg-solitaire",
            QuestionKind::Solve,
            QuestionOption::Width,
            "peg-solitaire is not solved by a beam: leave out the width",
        ),
        (
            "sokoban",
            QuestionKind::Solve,
            QuestionOption::All,
            "this family gives one best line: ask for the best",
        ),
        (
            "pacman",
            QuestionKind::Solve,
            QuestionOption::All,
            "this family gives one best line: ask for the best",
        ),
        ("packing", QuestionKind::Steps, QuestionOption::Depth, "steps takes no depth: leave it out"),
    ] {
        let (question, means) = with(kind, Some(option)).unwrap();
        assert_eq!(refused(name, question, &means), said, "{name}");
    }
    let both = Solve { wanted: Wanted::All, width: Some(9) };
    assert_eq!(
        refused("sliding", both.into(), &Means::default()),
        "a beam finds one line: ask for the best, or leave out the width"
    );
}

/// The verbs of families take a limit on moves where they look for solutions move by move.
#[test]
fn verbs_of_families_refuse_what_they_have_no_use_for() {
    let registry = Registry::standard();
    for verb in registry.families().flat_map(|family| family.verbs()) {
        let arguments = vec![String::new(); verb.arguments.len()];
        let mut means = Means::default();
        means.limits.depth = 1;
        if verb.options.iter().all(|own| own.name != "depth") {
            let call = tejun_puzzles::Call { arguments, given: Default::default(), means };
            let said = verb.answer(&call, &mut Unwatched).err().unwrap().to_string();
            assert_eq!(said, format!("{} takes no depth: leave it out", verb.path.join(" ")));
        }
    }
}
