//! Solving from both sides: a search that proves, and one that finds lines.

use std::ops::ControlFlow;

use crate::common::{cases, full};
use crate::sokoban_lines::published;
use crate::why::draw::{push_game, rules_game};
use crate::why::plain::{OBJECTS, Plain};
use tejun_puzzles::input::Keys;
use tejun_puzzles::question::{Explore, Solve};
use tejun_puzzles::{
    Cell, Family, FamilyInfo, Finder, Found, Gesture, InputError, Instance, Key, Line, Mark, Means, Observer,
    Puzzle, Random, Registry, Scene, Searches, Solution, Value, Verdict, Wanted, sentences,
};
use tejun_search::{Limits, Moves, Outcome, Progress, Proof, Space, Stats, StopReason, Unwatched, Watch};

sentences! {
    AHEAD = "ahead", "ahead";
    ASIDE = "aside", "aside";
}

static KEYS: [Key; 4] = [
    Key { key: 'a', arrow: None, label: &AHEAD },
    Key { key: 'x', arrow: None, label: &ASIDE },
    Key { key: 'y', arrow: None, label: &ASIDE },
    Key { key: 'z', arrow: None, label: &ASIDE },
];

/// A way of so many steps ahead, with any number of steps aside, each to a place of its own. The lines that its finder
/// reports are written in the file, each with the ticks before it.
struct Way {
    length: u64,
    script: Vec<(u64, String)>,
}

impl Space for Way {
    /// Steps ahead, and above them what is remembered of those aside.
    type State = u64;
    type Move = char;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(0);
    }

    fn is_goal(&self, state: &u64) -> bool {
        state & 0xff == self.length
    }

    fn expand(&self, state: &u64, mut visit: impl FnMut(char, u64)) {
        if state & 0xff < self.length {
            visit('a', state + 1);
        }
        for (key, digit) in [('x', 1), ('y', 2), ('z', 3)] {
            if state >> 56 == 0 {
                visit(key, state & 0xff | ((state >> 8) * 4 + digit) << 8);
            }
        }
    }
}

/// What the finder of the file reports.
fn scripted(way: &Way, _: &u64, _: &Means, observer: &mut dyn Observer) -> Solution {
    let mut ticks = 0;
    for (at, line) in &way.script {
        while ticks < *at {
            ticks += 1;
            if observer.tick(&Progress::default()).is_break() {
                return Solution::without_line(
                    Outcome::Stopped(StopReason::Interrupted, None),
                    Stats::default(),
                );
            }
        }
        let moves: Vec<String> = line.chars().map(String::from).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        // What it is said to be worth is not believed.
        observer.found(&Found { line: &moves, value: Some(1) });
    }
    Solution::without_line(Outcome::Stopped(StopReason::Width, None), Stats::default())
}

impl Puzzle for Way {
    const FAMILY: FamilyInfo = FamilyInfo {
        metrics: &["steps"],
        ..FamilyInfo::new("way", "puzzle = 'way'\nlength = 6\nscript = ''")
    };
    const SEARCHES: Searches<Self> =
        Searches { finder: Some(Finder { find: scripted, after: 1, pace: 1 }), ..Searches::breadth_first() };

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let script: String = keys.need("script")?;
        let read = |entry: &str| {
            let (ticks, line) = entry.split_once(':').unwrap();
            (ticks.parse().unwrap(), line.to_owned())
        };
        Ok(Way { length: keys.need("length")?, script: script.split_whitespace().map(read).collect() })
    }

    fn write(&self, _: &u64, key: char) -> String {
        key.to_string()
    }

    fn gesture(&self, _: &u64, _: &Scene, key: char) -> Gesture {
        Gesture::Key(key)
    }

    fn scene(&self, _: &u64) -> Scene {
        let cell = Cell { row: 0, column: 0, label: None, mark: Mark::Plain };
        Scene { rows: 1, columns: 1, cells: vec![cell], keys: &KEYS, ..Scene::default() }
    }

    fn metric(&self) -> &'static str {
        "steps"
    }
}

fn way(length: u64, script: &str) -> Box<dyn Instance> {
    let registry = Registry::default().with(Family::of::<Way>());
    registry.read(&format!("puzzle = 'way'\nlength = {length}\nscript = '{script}'"), None).unwrap()
}

/// Notes what is found.
#[derive(Default)]
struct Lines(Vec<(usize, Option<i64>)>);

impl Watch for Lines {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}

impl Observer for Lines {
    fn found(&mut self, found: &Found) {
        self.0.push((found.line.len(), found.value));
    }
}

fn means(threads: usize, states: u64) -> Means {
    Means { threads, limits: Limits { states, ..Limits::default() }, ..Means::default() }
}

fn solve(way: &dyn Instance, means: &Means) -> (Solution, Lines) {
    let mut lines = Lines::default();
    let solution = way.start().ask(Solve::default(), means, &mut lines).unwrap();
    (solution, lines)
}

#[test]
fn both_stop_when_they_meet() {
    // Alone, the search that proves goes through 3^6 states and more.
    let (alone, _) = solve(&*way(6, ""), &means(1, u64::MAX));
    let (together, lines) = solve(&*way(6, "2:xaaaaaa 5:aaaaaa"), &means(1, u64::MAX));
    for solution in [&alone, &together] {
        assert_eq!((solution.proof, solution.value), (Proof::Optimal, Value::cost(6)));
        assert_eq!(solution.outcome, Outcome::Solved(vec!["a".to_owned(); 6]));
    }
    assert!(together.stats.expanded < alone.stats.expanded, "{:?} {:?}", together.stats, alone.stats);
    assert_eq!(lines.0, [(7, Some(7)), (6, Some(6))]);
}

#[test]
fn what_limits_leave_is_the_best_line_and_the_bound() {
    let (solution, lines) =
        solve(&*way(20, "3:xxaaaaaaaaaaaaaaaaaaaa 9:xaaaaaaaaaaaaaaaaaaaa"), &means(2, 5000));
    let Outcome::Stopped(StopReason::States, Some(line)) = &solution.outcome else {
        panic!("{:?}", solution.outcome)
    };
    assert_eq!((line.len(), solution.value), (21, Value::cost(21)));
    assert_eq!(lines.0, [(22, Some(22)), (21, Some(21))]);
    let bound = solution.bound.cost.unwrap();
    assert!((2..=20).contains(&bound) && solution.proof == Proof::Unproved, "{bound}");
}

#[test]
fn lines_that_are_illegal_or_too_long_or_worse_are_not_taken() {
    let wrong = "1:aab 2:aaaa 3:aaaaaaa 4:xaaaaaa 5:xyaaaaaa 6:xaaaaaa";
    let (solution, lines) = solve(&*way(6, wrong), &means(1, 300));
    assert_eq!(lines.0, [(7, Some(7))], "{:?}", solution.outcome);
    let limits = Limits { depth: 6, states: 300, ..Limits::default() };
    let (_, lines) = solve(&*way(6, wrong), &Means { limits, ..Means::default() });
    assert_eq!(lines.0, []);
}

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    // Two best lines: which one is the answer depends on who comes first.
    for ticks in [1, 50, 150, 300, 600, 3000] {
        let script = format!("{ticks}:aaaaaa");
        let way = way(6, &script);
        let (first, _) = solve(&*way, &means(1, u64::MAX));
        for threads in [1, 2, 3, 2] {
            let (solution, _) = solve(&*way, &means(threads, u64::MAX));
            assert_eq!(solution.outcome, first.outcome);
            assert_eq!(solution.stats.expanded, first.stats.expanded, "{ticks} ticks, {threads} threads");
        }
    }
}

#[test]
fn a_first_line_is_not_kept_on_disk() {
    let start = way(6, "2:zaaaaaa").start();
    let ask = |wanted| start.can_spill(&Solve { wanted, width: None }.into());
    assert_eq!([Wanted::Best, Wanted::First(1)].map(ask), [true, false]);
}

#[test]
fn the_first_line_is_enough() {
    let ask = |way: Box<dyn Instance>, first| {
        way.start().ask(
            Solve { wanted: Wanted::First(first), width: None },
            &Means::default(),
            &mut Unwatched,
        )
    };
    let solution = ask(way(6, "2:zaaaaaa 3:aaaaaa"), 1).unwrap();
    let Outcome::Solved(line) = &solution.outcome else { panic!() };
    assert_eq!((line.concat().as_str(), solution.proof), ("zaaaaaa", Proof::Unproved));
    // A finder that gives up leaves it to the search that proves.
    assert_eq!(ask(way(6, ""), 1).unwrap().proof, Proof::Optimal);
    assert!(ask(way(6, ""), 2).unwrap_err().0.contains("ask for 1"));
}

/// Number of files of a family's library that are tried.
const FIRST_FILES: usize = 6;

/// The first lines of puzzles of the library whose family has a finder.
#[test]
fn first_lines_of_the_library_solve() {
    let registry = Registry::standard();
    let mut families = std::collections::BTreeMap::new();
    for family in registry.families() {
        for file in family.info.library().into_iter().take(FIRST_FILES) {
            let Ok(instance) = registry.read(&file.text, None) else { continue };
            let first = Solve { wanted: Wanted::First(1), width: None };
            let means = means(1, 50_000);
            // Families whose solutions cost alike have their own first solutions.
            if instance.solutions_cost_alike() || !instance.can(tejun_puzzles::QuestionKind::Solve) {
                continue;
            }
            let Ok(solution) = instance.start().ask(first, &means, &mut Unwatched) else { continue };
            let Outcome::Solved(line) = solution.outcome else { continue };
            let Verdict { fault, solves, value, .. } = instance.after(&Line(line)).unwrap().verdict();
            assert!(fault.is_none() && solves && value == solution.value, "{}: {value:?}", file.name);
            *families.entry(family.info.name).or_insert(0) += 1;
        }
    }
    assert!(families.len() >= 4, "{families:?}");
}

/// Solves with both sides by several threads, and by the search that proves alone, which is all that there is memory for.
/// Returns that, and the answer of both with the finder's lines.
fn alone_and_together(instance: &dyn Instance, limits: Limits) -> [(Solution, Lines); 2] {
    let little = Limits { bytes: (1 << 24) - 1, ..limits };
    let alone = solve(instance, &Means { limits: little, ..Means::default() });
    assert!(alone.1.0.is_empty());
    let [(together, lines), (again, _)] =
        [1, 2].map(|threads| solve(instance, &Means { threads, limits, ..Means::default() }));
    assert_eq!((&together.outcome, together.stats.expanded), (&again.outcome, again.stats.expanded));
    let Outcome::Solved(line) = &together.outcome else { panic!("{:?}", together.outcome) };
    let Verdict { fault, solves, value, .. } = instance.after(&Line(line.clone())).unwrap().verdict();
    assert!(fault.is_none() && solves && value == together.value);
    assert_eq!((together.proof, together.bound), (Proof::Optimal, together.value));
    [alone, (together, lines)]
}

/// The bound of the search that proves rises to the cost of the finder's line, and the last, longest round is left out.
#[test]
fn both_sides_of_the_fifteen_meet() {
    // Puzzle 24 of R. E. Korf, 1985.
    let (board, goal) = ("73ed\n41a8\n5c9b\n2f6.", ".123\n4567\n89ab\ncdef");
    let text = format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n");
    // As little memory as the finder needs, so that both have the same databases.
    let limits = Limits { bytes: 17 << 20, ..Limits::default() };
    let instance = Registry::standard().read(&text, None).unwrap();
    let [(alone, _), (together, lines)] = alone_and_together(&*instance, limits);
    assert_eq!((alone.proof, alone.value), (Proof::Optimal, Value::cost(54)));
    assert_eq!((together.value, lines.0.last()), (Value::cost(54), Some(&(54, Some(54)))));
    assert!(together.stats.expanded < alone.stats.expanded, "{:?} {:?}", together.stats, alone.stats);
}

/// The bound of the search that proves rises to the cost of the finder's line before it has a line itself.
#[test]
fn both_sides_of_sokoban_meet() {
    let (text, _) = published("xsokoban-90.xsb");
    let instance = Registry::standard().read_level(&text, None, Some(6)).unwrap();
    let limits = Limits { bytes: 1 << 30, states: 60_000, ..Limits::default() };
    let [(alone, _), (together, lines)] = alone_and_together(&*instance, limits);
    assert!(matches!(alone.outcome, Outcome::Stopped(..)), "{:?}", alone.outcome);
    assert_eq!((together.value, lines.0.last()), (Value::cost(110), Some(&(110, Some(110)))));
}

/// The bound of the start is the cost, and lamps make many positions that are as near.
#[test]
fn both_sides_of_a_text_game_meet() {
    let text = LAMPS.replace("#O---", "#----");
    let instance = Registry::standard().read(&text, None).unwrap();
    let [(alone, _), (together, lines)] = alone_and_together(&*instance, Limits::default());
    assert_eq!((alone.proof, alone.value), (Proof::Optimal, Value::cost(11)));
    assert_eq!((together.value, lines.0.last()), (Value::cost(11), Some(&(11, Some(11)))));
    assert!(together.stats.expanded < alone.stats.expanded, "{:?} {:?}", together.stats, alone.stats);
}

/// Boards on which the search that proves is lost alone. As all lines are as long, any is a best one.
#[test]
fn the_finder_solves_large_boards_of_pegs() {
    let rectangle = |rows: usize, columns: usize| {
        let mut holes = vec![vec!['o'; columns]; rows];
        holes[rows / 2][columns / 2] = '.';
        holes.into_iter().map(String::from_iter).collect::<Vec<String>>().join("\n")
    };
    let wide_cross =
        "###ooo###\n###ooo###\n###ooo###\nooooooooo\noooo.oooo\nooooooooo\n###ooo###\n###ooo###\n###ooo###";
    let mut met = 0;
    let boards = [(rectangle(7, 9), true), (rectangle(7, 8), false), (wide_cross.to_owned(), true)];
    for (board, back) in boards.into_iter().skip(usize::from(!full())) {
        let pegs = board.matches('o').count() as i64;
        let goal = board.replace('o', "-").replace('.', "o").replace('-', ".");
        let goals = [String::new(), format!("goal = '''\n{goal}'''\n")];
        for goal in goals.iter().take(1 + usize::from(back)) {
            let text = format!("puzzle = 'peg-solitaire'\nboard = '''\n{board}'''\n{goal}");
            let instance = Registry::standard().read(&text, None).unwrap();
            let [(alone, _), (together, lines)] =
                alone_and_together(&*instance, Limits { states: 1 << 19, ..Limits::default() });
            assert_eq!(together.value, Value::cost(pegs - 1));
            let lost = matches!(alone.outcome, Outcome::Stopped(..));
            assert!(!lost || lines.0.last() == Some(&(pegs as usize - 1, Some(pegs - 1))));
            met += usize::from(lost);
        }
    }
    assert!(met > 0);
}

/// A room of lamps that a player may light, with a way out of it to the exit, and a longer one to a pit that one falls into
/// without end.
const LAMPS: &str = "OBJECTS
Background
black

Player
white

Wall
gray

Lamp
yellow

Lit
red

Exit
green

Pit
blue

Falling
blue

Fallen
blue

LEGEND
- = Background
P = Player and Lamp
l = Lamp
# = Wall
E = Exit
O = Pit

SOUNDS

COLLISIONLAYERS
Background
Lamp, Lit, Exit, Pit, Falling, Fallen
Player, Wall

RULES
[ action Player Lamp ] -> [ Player Lit ]
late [ Player Pit ] -> [ Player Falling ]
late [ Player Fallen ] -> [ Player Pit ] again
late [ Player Falling ] -> [ Player Fallen ] again

WINCONDITIONS
Some Player on Exit

LEVELS

################################
#O----------------llll--------E#
##################llPl##########
##################llll##########
##################llll##########
################################
";

#[test]
fn an_input_that_only_the_finder_leaves_out_does_the_proof_no_harm() {
    let level = Registry::standard().read(LAMPS, None).unwrap();
    for threads in 1..=1 + usize::from(full()) {
        let solution =
            level.start().ask(Solve::default(), &means(threads, u64::MAX), &mut Unwatched).unwrap();
        assert_eq!((solution.proof, solution.value), (Proof::Optimal, Value::cost(11)));
        // The search that proves is not at the pit by then, and the finder has begun.
        assert!(solution.stats.expanded > 1 << 12, "{:?}", solution.stats);
    }
    // Asked for all there is, it is said.
    let explored = level.start().ask(Explore { terminal_goals: false }, &means(1, u64::MAX), &mut Unwatched);
    assert_eq!(explored.unwrap_err().1.unwrap().code(), "endless");
}

/// Lines, bounds and proofs of both sides, whatever stops them, beside a graph of the moves that a player has.
#[test]
fn of_random_text_games_only_what_is_true_is_said() {
    let (registry, mut random) = (Registry::standard(), Random::new(9));
    let (mut games, mut tally) = (0, std::collections::BTreeMap::new());
    while games < cases(4000) {
        let draw = if random.below(4) == 0 { push_game } else { rules_game };
        let text = draw(&mut random);
        let Ok(instance) = registry.read(&text, None) else { continue };
        let start = instance.start();
        let Some(plain) = Plain::new(&*start, OBJECTS) else { continue };
        let best = plain.fewest(0, None, &|_| true).map(|best| best as i64);
        let states = random.below(plain.scenes.len() as u64);
        let first = Solve { wanted: Wanted::First(1), width: None };
        for (wanted, means) in [
            (first, means(1, u64::MAX)),
            (first, means(1, states)),
            (Solve::default(), means(1, states)),
            (Solve::default(), means(2, u64::MAX)),
        ] {
            let is_limited = means.limits.states < u64::MAX;
            let Solution { outcome, proof, value, bound, .. } =
                start.ask(wanted, &means, &mut Unwatched).unwrap();
            let said = match outcome {
                Outcome::Solved(line) => {
                    let Verdict { fault, solves, .. } =
                        instance.after(&Line(line.clone())).unwrap().verdict();
                    assert!(fault.is_none() && solves && value == Value::cost(line.len() as i64), "{text}");
                    assert!(best.is_some_and(|best| best <= line.len() as i64), "{text}");
                    assert!(proof != Proof::Optimal || value.cost == best, "{text}");
                    if proof == Proof::Optimal { "optimal" } else { "solved" }
                }
                Outcome::Unsolvable => {
                    assert_eq!(best, None, "{text}");
                    "unsolvable"
                }
                Outcome::Stopped(..) => {
                    assert!(is_limited, "{text}");
                    "stopped"
                }
            };
            assert!(best.is_none() || bound.cost <= best, "{text}");
            *tally.entry(said).or_insert(0) += 1;
        }
        games += 1;
    }
    println!("{tally:?}");
    assert_eq!(tally.len(), 4, "{tally:?}");
}
