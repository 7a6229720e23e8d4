//! Every verb of every family, stopped at a random question of its watch and with random memory: it ends soon, and never
//! has more memory than it may. A test binary of its own, because it counts every allocation of the process.

#![allow(unsafe_code, reason = "an allocator is unsafe to write")]

#[path = "common/cases.rs"]
mod cases;

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use tejun_puzzles::question::{Count, Explore, Hardest, Solve};
use tejun_puzzles::{
    Call, Found, Instance, Means, Observer, QuestionKind, QuestionOption, Registry, ThreadLimits, Wanted,
};
use tejun_search::{Limits, Progress, StopReason, Watch};

/// Allows one measurement at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Counts what is allocated.
struct Counting {
    now: AtomicU64,
    peak: AtomicU64,
    /// All bytes ever allocated.
    total: AtomicU64,
    /// Number of allocations.
    number: AtomicU64,
}

#[global_allocator]
static MEMORY: Counting = Counting {
    now: AtomicU64::new(0),
    peak: AtomicU64::new(0),
    total: AtomicU64::new(0),
    number: AtomicU64::new(0),
};

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.now.fetch_sub(layout.size() as u64, Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

impl Counting {
    fn count(&self, bytes: usize) {
        let now = self.now.fetch_add(bytes as u64, Relaxed) + bytes as u64;
        self.peak.fetch_max(now, Relaxed);
        self.total.fetch_add(bytes as u64, Relaxed);
        self.number.fetch_add(1, Relaxed);
    }

    /// Allocations and bytes so far.
    fn so_far(&self) -> [u64; 2] {
        [self.number.load(Relaxed), self.total.load(Relaxed)]
    }
}

/// Bytes that may be allocated beyond the limit: the puzzle itself, tables of its model, threads.
const BESIDE: u64 = 5 << 20;
/// Allocations and bytes allowed between two questions, and after the last: a fraction of a second.
const STEPS: [u64; 2] = [400_000, 96 << 20];

/// Says stop at the n-th question.
struct Patience {
    left: u64,
    stopped: bool,
    last: [u64; 2],
    longest: [u64; 2],
}

impl Patience {
    fn new(questions: u64) -> Self {
        Patience { left: questions, stopped: false, last: MEMORY.so_far(), longest: [0; 2] }
    }

    /// Notes what was allocated since the last question.
    fn note(&mut self) {
        let now = MEMORY.so_far();
        for ((longest, now), last) in self.longest.iter_mut().zip(now).zip(self.last) {
            *longest = (*longest).max(now - last);
        }
        self.last = now;
    }
}

impl Watch for Patience {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.note();
        self.left = self.left.saturating_sub(1);
        self.stopped |= self.left == 0;
        if self.stopped { ControlFlow::Break(StopReason::Time) } else { ControlFlow::Continue(()) }
    }
}

impl Observer for Patience {
    fn found(&mut self, _: &Found) {}
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((u128::from(self.0 ^ self.0 >> 29) * u128::from(end)) >> 64) as u64
    }

    /// A number of up to `bits` bits, each length as likely.
    fn up_to(&mut self, bits: u64) -> u64 {
        let length = self.below(bits) + 1;
        1 + self.below(1 << length)
    }
}

/// Asks a question. Returns `false` if the puzzle's family cannot answer it.
type Verb = fn(&dyn Instance, &Means, &mut Patience) -> bool;

fn solve(instance: &dyn Instance, solve: Solve, means: &Means, watch: &mut Patience) -> bool {
    instance.start().ask(solve, means, watch).is_ok()
}

fn explore(instance: &dyn Instance, terminal_goals: bool, means: &Means, watch: &mut Patience) -> bool {
    instance.start().ask(Explore { terminal_goals }, means, watch).is_ok()
}

fn hardest(instance: &dyn Instance, pieces: Option<&str>, means: &Means, watch: &mut Patience) -> bool {
    instance.ask(Hardest { pieces: pieces.map(str::to_owned), ..Hardest::default() }, means, watch).is_ok()
}

const fn wanted(wanted: Wanted) -> Solve {
    Solve { wanted, width: None }
}

const fn wide(width: usize) -> Solve {
    Solve { wanted: Wanted::Best, width: Some(width) }
}

const VERBS: [(&str, Verb); 10] = [
    ("solve", |instance, means, watch| solve(instance, wanted(Wanted::Best), means, watch)),
    ("solve --all", |instance, means, watch| solve(instance, wanted(Wanted::All), means, watch)),
    ("solve --first 1000", |instance, means, watch| {
        solve(instance, wanted(Wanted::First(1000)), means, watch)
    }),
    ("solve --width 10", |instance, means, watch| solve(instance, wide(10), means, watch)),
    ("solve --width 2000", |instance, means, watch| solve(instance, wide(2000), means, watch)),
    ("explore", |instance, means, watch| explore(instance, false, means, watch)),
    ("explore --terminal-goals", |instance, means, watch| explore(instance, true, means, watch)),
    ("count", |instance, means, watch| instance.start().ask(Count, means, watch).is_ok()),
    ("hardest", |instance, means, watch| hardest(instance, None, means, watch)),
    ("hardest --pieces any", |instance, means, watch| hardest(instance, Some("any"), means, watch)),
];

/// Whether a puzzle's family has a verb, and its option.
fn can(instance: &dyn Instance, verb: &str) -> bool {
    let takes = |option| {
        instance.can(QuestionKind::Solve) && instance.options_of(QuestionKind::Solve).contains(&option)
    };
    match verb.split(' ').next() {
        Some("solve") if verb.contains("--all") => takes(QuestionOption::All),
        Some("solve") if verb.contains("--first") => takes(QuestionOption::First),
        Some("solve") if verb.contains("--width") => takes(QuestionOption::Width),
        Some("solve") => instance.can(QuestionKind::Solve),
        Some("explore") => instance.can(QuestionKind::Explore),
        Some("count") => instance.can(QuestionKind::Count),
        _ => instance.can(QuestionKind::Hardest),
    }
}

/// A board of so many rows and columns, every fourth cell of which holds a piece of its own.
fn crowd(rows: usize, columns: usize) -> String {
    let piece = |cell: usize| char::from_u32(0x4e00 + cell as u32).unwrap();
    let cell = |cell: usize| if cell.is_multiple_of(4) { piece(cell) } else { '.' };
    let row = |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
    let board: Vec<String> = (0..rows).map(row).collect();
    let mut goal = vec![".".repeat(columns); rows];
    goal[rows - 1].replace_range(columns - 1.., &piece(0).to_string());
    format!("puzzle = 'sliding'\nboard = '''\n{}'''\ngoal = '''\n{}'''", board.join("\n"), goal.join("\n"))
}

/// The library, and some boards that are far too large, by family.
fn puzzles(registry: &Registry) -> Vec<Vec<(String, Box<dyn Instance>)>> {
    let files = registry.library().into_iter().map(|file| (file.name, file.text));
    let crowds =
        [(8, 8), (16, 16), (16, 32)].map(|(rows, columns)| ("a crowd".to_owned(), crowd(rows, columns)));
    let mut families: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (name, text) in files.chain(crowds) {
        let instance = registry.read(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        families.entry(instance.about().puzzle).or_default().push((name, instance));
    }
    families.into_values().collect()
}

/// Runs a case and says what it is, if it breaks a limit.
fn check(
    name: &str,
    options: &Means,
    questions: u64,
    run: impl FnOnce(&mut Patience) -> bool,
) -> Option<String> {
    let before = MEMORY.now.load(Relaxed);
    MEMORY.peak.store(before, Relaxed);
    let mut watch = Patience::new(questions);
    if !run(&mut watch) {
        return None;
    }
    watch.note();
    let peak = MEMORY.peak.load(Relaxed) - before;
    let case = || {
        let Means { limits, threads, .. } = options;
        format!("{name}: {} bytes, {threads} threads, stopped at question {questions}", limits.bytes)
    };
    if peak > options.limits.bytes + BESIDE {
        return Some(format!("{}: it took {peak} bytes", case()));
    }
    let broken = watch.longest.iter().zip(STEPS).any(|(longest, most)| *longest > most);
    broken.then(|| format!("{}: {:?} without a question", case(), watch.longest))
}

#[test]
fn every_verb_keeps_its_limits_and_stops_when_told() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let registry = Registry::standard();
    let families = puzzles(&registry);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits");
    let mut random = Random(30);
    let mut faults = Vec::new();
    let mut asked: BTreeMap<&str, u64> = BTreeMap::new();
    let cases = cases::cases(900).into();
    for case in 0..cases {
        let _ = fs::remove_dir_all(&directory);
        let (verb, run) = VERBS[random.below(VERBS.len() as u64) as usize];
        // One of the families that can do this.
        let (name, instance) = loop {
            let family = &families[random.below(families.len() as u64) as usize];
            let (name, instance) = &family[random.below(family.len() as u64) as usize];
            if can(&**instance, verb) {
                break (name, instance);
            }
        };
        let options = Means {
            limits: Limits { bytes: random.up_to(14) << 13, ..Limits::default() },
            threads: 1 + random.below(3) as usize,
            seed: case,
            data: Some(directory.clone()).filter(|_| case % 2 == 0),
            ..Means::default()
        };
        let questions = random.up_to(12);
        faults.extend(check(&format!("{verb} {name}"), &options, questions, |watch| {
            let answered = run(&**instance, &options, watch);
            *asked.entry(verb).or_default() += u64::from(answered);
            answered
        }));
    }
    assert!(faults.is_empty(), "{} of {cases}:\n{}", faults.len(), faults.join("\n"));
    let often = |verb: &str| asked.get(verb).is_some_and(|number| *number > 10 / cases::step() as u64);
    assert!(VERBS.iter().all(|(verb, _)| often(verb)), "{asked:?}");
}

#[test]
fn the_verbs_of_families_keep_their_limits_too() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let registry = Registry::standard();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits-of-verbs");
    let mut random = Random(31);
    let mut faults = Vec::new();
    let verbs = registry.families().flat_map(|family| family.verbs()).collect::<Vec<_>>();
    for case in 0..cases::cases(300).into() {
        let _ = fs::remove_dir_all(&directory);
        let verb = &verbs[random.below(verbs.len() as u64) as usize];
        let options = Means {
            limits: Limits { bytes: random.up_to(14) << 13, ..Limits::default() },
            threads: 1 + random.below(3) as usize,
            seed: case,
            data: Some(directory.clone()),
            ..Means::default()
        };
        let arguments = verb.arguments.iter().map(|_| "vBBvvBBvvhhvv11v1..1".to_owned()).collect();
        let call = Call { arguments, given: BTreeMap::new(), means: options.clone() };
        let questions = random.up_to(12);
        faults.extend(check(&verb.path.join(" "), &options, questions, |watch| {
            (verb.run)(&call, watch).is_ok()
        }));
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

/// A game whose rules, of four choices of ten objects each, stand for 40,000 rules each.
fn choices(rules: usize) -> String {
    let kind = |k: usize| (0..10).map(|n| format!("o{k}_{n}")).collect::<Vec<_>>();
    let each = |line: fn(usize, &[String]) -> String| (0..4).map(|k| line(k, &kind(k))).collect::<String>();
    let objects = each(|_, names| names.iter().map(|name| format!("{name}\nred\n\n")).collect());
    let legend = each(|k, names| format!("R{k} = {}\n", names.join(" or ")));
    let layers = each(|_, names| format!("{}\n", names.join(", ")));
    let rule = "[ R0 | R1 | R2 | R3 ] -> [ R1 | R2 | R3 | R0 ]\n".repeat(rules);
    format!(
        "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\n{objects}LEGEND\n. = Background\nP = Player\n{legend}\nSOUNDS\n\n\
         COLLISIONLAYERS\nBackground\nPlayer\n{layers}\nRULES\n{rule}\nWINCONDITIONS\nsome Player\n\nLEVELS\n\nP..\n"
    )
}

#[test]
fn a_game_that_is_read_keeps_to_its_memory() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let registry = Registry::standard();
    for (rules, bytes) in [(1, 1 << 20), (8, 8 << 20), (1, ThreadLimits::default().bytes)] {
        let text = choices(rules);
        let limits = ThreadLimits { bytes, ..ThreadLimits::default() };
        let _limits = limits.enter();
        let before = MEMORY.now.load(Relaxed);
        MEMORY.peak.store(before, Relaxed);
        let refused = registry.read(&text, None).err().expect("it stands for too much");
        assert!(refused.message.contains("KiB of rules"), "{refused}");
        let peak = MEMORY.peak.load(Relaxed) - before;
        assert!(peak < bytes + (2 << 20), "{peak} bytes for {bytes}");
    }
}
