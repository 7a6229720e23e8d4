//! No option is silently ignored: of every question in every family, each is refused, or it arrives and changes something.

use std::cell::RefCell;

use tejun_puzzles::input::Keys;
use tejun_puzzles::{
    Asked, Family, FamilyInfo, Gesture, Highlight, InputError, Key, Proved, Puzzle, Question, QuestionOption,
    Registry, Scene, Searches, Session, SolveError, SolveOptions, Theorem, Wanted, sentences,
};
use tejun_search::{Limits, Moves, Outcome, Space, StopReason, Unwatched, Watch};

const QUESTIONS: [Question; 6] =
    [Question::Solve, Question::Explore, Question::Count, Question::Survey, Question::Steps, Question::Prove];

/// The settings with an option and nothing else.
fn with(option: QuestionOption) -> SolveOptions {
    let none = SolveOptions::default();
    match option {
        QuestionOption::Depth => SolveOptions { limits: Limits { depth: 1, ..none.limits }, ..none },
        QuestionOption::Width => SolveOptions { width: Some(3), ..none },
        QuestionOption::All => SolveOptions { wanted: Wanted::All, ..none },
        QuestionOption::First => SolveOptions { wanted: Wanted::First(2), ..none },
        QuestionOption::TerminalGoals => SolveOptions { terminal_goals: true, ..none },
    }
}

/// Asks a question, as far as its answer is no matter.
fn ask(position: &dyn Session, question: Question, options: &SolveOptions) -> Result<(), SolveError> {
    let watch = &mut Unwatched;
    match question {
        Question::Solve => position.solve(options, watch).map(drop),
        Question::Explore => {
            let nothing = Highlight { path: None, target: None };
            let map = position.map(nothing, options, watch).map(drop);
            let explored = position.explore(options, watch).map(drop);
            assert_eq!(map.is_err(), explored.is_err());
            explored
        }
        Question::Count => position.count(options, watch).map(drop),
        Question::Survey => position.survey(None, options, watch).map(drop),
        Question::Steps => {
            position.check_options(question, options).and_then(|()| position.steps().map(drop))
        }
        Question::Prove => position.prove(Asked::Solutions, options, watch).map(drop),
    }
}

sentences! {
    NEXT = "next", "next";
}

static KEYS: [Key; 1] = [Key { key: 'n', arrow: None, label: &NEXT }];

thread_local! {
    /// What the last question came with.
    static ARRIVED: RefCell<Option<SolveOptions>> = const { RefCell::new(None) };
}

type Prove<P> = fn(&P, &u32, &Theorem, &SolveOptions, &mut dyn Watch) -> Result<Proved, SolveError>;

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

fn note<T>(options: &SolveOptions) -> Result<T, SolveError> {
    ARRIVED.set(Some(options.clone()));
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
        solve: Some(|_, _, options, _| note(options)),
        solve_options: SETS[SET],
        explore: Some(|_, _, options, _| note(options)),
        map: Some(|_, _, _, options, _| note(options)),
        count: Some(|_, _, options, _| note(options)),
        survey: Some(|_, _, options, _| note(options)),
        steps: Some(|_| note(&SolveOptions::default())),
        ..Searches::NONE
    };
    const PROVE: Option<Prove<Self>> = Some(|_, _, _, options, _| note(options));

    fn read(_: &mut Keys) -> Result<Self, InputError> {
        Ok(Probe)
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
    let start = Registry::default().with(family).read(family.info.template, None).unwrap().start();
    for question in QUESTIONS {
        for option in QuestionOption::ALL {
            let options = with(option);
            ARRIVED.set(None);
            let said = ask(&*start, question, &options).unwrap_err().to_string();
            let is_had = question.options().contains(&option)
                && (!OF_SOLVE.contains(&option) || SETS[SET].contains(&option));
            let arrived = ARRIVED.take();
            assert_eq!(arrived.is_some(), is_had, "{question:?} {option:?}: {said}");
            match arrived {
                Some(arrived) => assert!(option.is_given(&arrived) && said == "it arrived"),
                None => assert!(said.contains("leave ") || said.contains("ask for "), "{said}"),
            }
            assert_eq!(start.check_options(question, &options).is_ok(), is_had);
        }
        // Without options, every question arrives; what says how to work belongs to each.
        let means = SolveOptions {
            threads: 2,
            seed: 7,
            limits: Limits { states: 5, bytes: 1 << 20, ..Limits::default() },
            ..SolveOptions::default()
        };
        for options in [SolveOptions::default(), means] {
            ARRIVED.set(None);
            assert_eq!(ask(&*start, question, &options).unwrap_err().to_string(), "it arrived");
            let arrived = ARRIVED.take().unwrap();
            let seen = |options: &SolveOptions| (options.threads, options.seed, options.limits);
            assert!(question == Question::Steps || seen(&arrived) == seen(&options), "{question:?}");
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
fn shows(position: &dyn Session, question: Question, option: QuestionOption) -> bool {
    let watch = &mut Unwatched;
    let options = with(option);
    let solve = |options: &SolveOptions| position.solve(options, &mut Unwatched).unwrap();
    match (question, option) {
        (Question::Solve, QuestionOption::Depth) => {
            solve(&options).outcome.stopped() == Some(StopReason::Depth)
        }
        (Question::Solve, QuestionOption::Width) => {
            let few = |options: SolveOptions| {
                solve(&SolveOptions { limits: Limits { states: 300, ..options.limits }, ..options })
            };
            let (wide, plain) = (few(options), few(SolveOptions::default()));
            // A small maze is proved before a beam is of use.
            wide.stats != plain.stats || position.family().scored
        }
        (Question::Solve, QuestionOption::All | QuestionOption::First) => {
            let solution = solve(&options);
            solution.exits.is_some() || solution.drawings.is_some()
        }
        (Question::Explore, QuestionOption::Depth) => {
            let nothing = Highlight { path: None, target: None };
            let map = position.map(nothing, &options, watch).unwrap();
            let explored = position.explore(&options, watch).unwrap();
            // The map is of the same positions.
            assert_eq!(map.parents.len() as u64, explored.states);
            map.outcome.stopped() == Some(StopReason::Depth)
                && explored.outcome.stopped() == Some(StopReason::Depth)
        }
        (Question::Explore, QuestionOption::TerminalGoals) => {
            position.explore(&options, watch).unwrap().goal_levels.is_some()
        }
        (Question::Count, QuestionOption::Depth) => {
            position.count(&options, watch).unwrap().outcome.stopped() == Some(StopReason::Depth)
        }
        (Question::Survey, QuestionOption::Depth) => {
            position.survey(None, &options, watch).unwrap().levels.len() == 2
        }
        (Question::Prove, QuestionOption::Depth) => {
            let proved = position.prove(Asked::Solutions, &options, watch).unwrap();
            matches!(proved.outcome, Outcome::Stopped(StopReason::Depth, _))
        }
        _ => panic!("{question:?} has no {option:?}"),
    }
}

#[test]
fn the_families_that_ship_have_what_is_documented_and_refuse_the_rest() {
    let registry = Registry::standard();
    let mut asked = 0;
    for family in registry.families() {
        let name = family.info.name;
        let (_, of_solve) = DOCUMENTED.into_iter().find(|(known, _)| *known == name).expect("documented");
        let start = registry.read(family.info.template, None).unwrap().start();
        for question in QUESTIONS.into_iter().filter(|&question| start.can(question)) {
            for option in QuestionOption::ALL {
                let is_had = question.options().contains(&option)
                    && (!OF_SOLVE.contains(&option) || of_solve.contains(&option));
                if is_had {
                    assert!(shows(&*start, question, option), "{name} {question:?} {option:?}");
                } else {
                    let said = ask(&*start, question, &with(option)).err();
                    let said = said.unwrap_or_else(|| panic!("{name} {question:?} ignores {option:?}"));
                    assert!(!said.to_string().contains('\n'), "{said}");
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn refusals_name_what_is_to_be_left_out() {
    let of = |file: &str| Registry::standard().read(file, None).unwrap().start();
    let template = |name: &str| {
        let registry = Registry::standard();
        let family = registry.families().find(|family| family.info.name == name).unwrap();
        of(family.info.template)
    };
    let refused = |name: &str, question, option| {
        template(name).check_options(question, &with(option)).unwrap_err().to_string()
    };
    for (name, question, option, said) in [
        (
            "peg-solitaire",
            Question::Solve,
            QuestionOption::Width,
            "peg-solitaire is not solved by a beam: leave out the width",
        ),
        (
            "sokoban",
            Question::Solve,
            QuestionOption::All,
            "this family gives one best line: ask for the best",
        ),
        ("pacman", Question::Solve, QuestionOption::All, "this family gives one best line: ask for the best"),
        ("sliding", Question::Explore, QuestionOption::Width, "explore takes no width: leave it out"),
        (
            "packing",
            Question::Count,
            QuestionOption::TerminalGoals,
            "count takes no terminal_goals: leave it out",
        ),
        ("packing", Question::Steps, QuestionOption::Depth, "steps takes no depth: leave it out"),
        ("sliding", Question::Survey, QuestionOption::Width, "hardest takes no width: leave it out"),
        ("sliding", Question::Prove, QuestionOption::Width, "prove takes no width: leave it out"),
    ] {
        assert_eq!(refused(name, question, option), said, "{name}");
    }
    let both = SolveOptions { width: Some(9), ..with(QuestionOption::All) };
    assert_eq!(
        template("sliding").check_options(Question::Solve, &both).unwrap_err().to_string(),
        "a beam finds one line: ask for the best, or leave out the width"
    );
}

/// The verbs of families take a limit on moves where they look for solutions move by move.
#[test]
fn verbs_of_families_refuse_what_they_have_no_use_for() {
    let registry = Registry::standard();
    for verb in registry.families().flat_map(|family| family.verbs()) {
        let arguments = vec![String::new(); verb.arguments.len()];
        for option in QuestionOption::ALL {
            let has = verb.options.iter().any(|own| own.name == option.name());
            let call = tejun_puzzles::Call {
                arguments: arguments.clone(),
                given: Default::default(),
                options: with(option),
            };
            if !has {
                let said = verb.answer(&call, &mut Unwatched).unwrap_err().to_string();
                let path = verb.path.join(" ");
                assert_eq!(said, format!("{path} takes no {}: leave it out", option.name()));
            }
        }
    }
}
