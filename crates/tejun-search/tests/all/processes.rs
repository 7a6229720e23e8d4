//! Tests of searches in several processes, each played by a thread: the answers are those of one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;

use crate::answers::bfs::{Direction, Goals, exits, explore, shortest};
use tejun_search::{
    Answer, Limits, Moves, Outcome, Peers, Progress, Proof, Request, Space, Spill, StopReason, Unwatched,
    Watch,
};

/// The end of a process, with a channel to each of the others.
#[derive(Debug)]
struct Wire {
    index: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Mutex<Receiver<Vec<u8>>>>,
}

impl Peers for Wire {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn send(&self, messages: Vec<Vec<u8>>) {
        for (to, message) in self.to.iter().zip(messages) {
            to.send(message).expect("no process leaves before the others");
        }
    }

    fn receive(&self, wait: &mut dyn FnMut() -> ControlFlow<()>) -> Vec<Vec<u8>> {
        let _ = wait();
        let late = "no process leaves out an exchange";
        let receive = |from: &Mutex<Receiver<Vec<u8>>>| {
            from.lock().unwrap().recv_timeout(Duration::from_secs(20)).expect(late)
        };
        self.from.iter().map(receive).collect()
    }
}

/// Runs `work` in each of `count` processes.
fn processes<T: Send>(count: usize, work: impl Fn(&dyn Peers) -> T + Sync) -> Vec<T> {
    let mut wires: Vec<Wire> =
        (0..count).map(|index| Wire { index, to: Vec::new(), from: Vec::new() }).collect();
    for from in 0..count {
        for to in 0..count {
            let (sender, receiver) = channel();
            wires[from].to.push(sender);
            wires[to].from.push(Mutex::new(receiver));
        }
    }
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = wires.into_iter().map(|wire| scope.spawn(move || work(&wire))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a process ends well")).collect()
    })
}

/// A square of points, equivalent to its mirror image, with some points missing; of two mirror images, the smaller one
/// is listed. `KIND` selects `Space::MOVES`:
/// in a grid without undirected moves, one goes right and down only.
struct Grid<const KIND: u8> {
    side: u32,
    missing: BTreeSet<u32>,
    goals: Vec<u32>,
}

impl<const KIND: u8> Grid<KIND> {
    fn visit(&self, state: u32, forward: bool, mut visit: impl FnMut(u32)) {
        let (x, y) = (state % self.side, state / self.side);
        let both = Self::MOVES == Moves::Undirected;
        let mut to = |x: u32, y: u32| {
            let inside = x < self.side && y < self.side;
            if inside && !self.missing.contains(&self.canonical(&(y * self.side + x))) {
                visit(y * self.side + x);
            }
        };
        if forward || both {
            to(x + 1, y);
            to(x, y + 1);
        }
        if !forward || both {
            to(x.wrapping_sub(1), y);
            to(x, y.wrapping_sub(1));
        }
    }
}

impl<const KIND: u8> Space for Grid<KIND> {
    type State = u32;
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = [Moves::OneWay, Moves::Retractable, Moves::Undirected][KIND as usize];

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.goals.contains(&self.canonical(state))
    }

    fn goals(&self) -> Option<Vec<u32>> {
        let all = 0..self.side * self.side;
        Some(
            all.filter(|state| self.is_goal(state) && !self.missing.contains(&self.canonical(state)))
                .collect(),
        )
    }

    fn expand(&self, &state: &u32, mut visit: impl FnMut((), u32)) {
        self.visit(state, true, |next| visit((), next));
    }

    fn retract(&self, &state: &u32, visit: impl FnMut(u32)) {
        self.visit(state, false, visit);
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn canonical(&self, &state: &u32) -> u32 {
        state.min(state % self.side * self.side + state / self.side)
    }
}

type Summary<T> = (Outcome<T>, Option<i64>, Proof, u64);

/// The answer without what depends on the number of processes.
fn summary<T>(Answer { outcome, bound, proof, stats }: Answer<T>) -> Summary<T> {
    (outcome, bound, proof, stats.expanded)
}

/// Asks alone, then in processes: with everything in memory, and on disk with little memory. Then one of them, unless
/// it is `stopping` none, is stopped by its watch after some ticks, or has little memory: all stop, with one answer.
fn agree<T: Clone + PartialEq + Send + std::fmt::Debug>(
    (count, threads): (usize, usize),
    (ticks, stopping): (u32, usize),
    ask: impl Fn(Request) -> Answer<T> + Sync,
) {
    let alone = summary(ask(Request::default()));
    for each in processes(count, |peers| summary(ask(Request::default().threads(threads).peers(peers)))) {
        assert_eq!(each, alone);
    }
    let directory = tempfile::tempdir().unwrap();
    let on_disk = processes(count, |peers| {
        let path = directory.path().join(peers.index().to_string());
        let spill = Spill::begin(&path, "a grid", threads * count).unwrap();
        let limits = Limits { bytes: (threads as u64 * 2 * 170) << 10, ..Limits::default() };
        let mut watch = Unwatched;
        summary(ask(Request::new(&mut watch).threads(threads).limits(limits).spill(&spill).peers(peers)))
    });
    on_disk
        .into_iter()
        .for_each(|each| assert_eq!((each.0, each.1, each.2), (alone.0.clone(), alone.1, alone.2)));
    let stopped = processes(count, |peers| {
        let mut watch = Ticks(if peers.index() == stopping { ticks } else { u32::MAX });
        summary(ask(Request::new(&mut watch).threads(threads).peers(peers)))
    });
    assert!(stopped.iter().all(|each| *each == stopped[0]), "{stopped:?}");
    assert!(stopped[0] == alone || stopped[0].0.stopped() == Some(StopReason::Interrupted), "{stopped:?}");
    let cramped = processes(count, |peers| {
        let bytes = if peers.index() == stopping { u64::from(ticks) << 11 } else { u64::MAX };
        let mut watch = Unwatched;
        let limits = Limits { bytes, ..Limits::default() };
        summary(ask(Request::new(&mut watch).threads(threads).limits(limits).peers(peers)))
    });
    assert!(cramped.iter().all(|each| *each == cramped[0]), "{cramped:?}");
    assert!(cramped[0] == alone || cramped[0].0.stopped() == Some(StopReason::Memory), "{cramped:?}");
}

/// Stops after a number of ticks.
struct Ticks(u32);

impl Watch for Ticks {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn processes_together_answer_like_one(
        side in 1u32..60,
        missing in proptest::collection::btree_set(1u32..3_600, 0..400),
        goals in proptest::collection::vec(0u32..3_600, 0..5),
        count in 1usize..4,
        threads in 1usize..3,
        ticks in 1u32..80,
        stopping in 0usize..4,
    ) {
        fn all<const KIND: u8>(space: &Grid<KIND>, shape: (usize, usize), stop: (u32, usize)) {
            for goals in [Goals::Expanded, Goals::Terminal] {
                agree(shape, stop, |request| explore(space, goals, request));
            }
            agree(shape, stop, |request| exits(space, request));
            for direction in [Direction::Forward, Direction::Bidirectional] {
                agree(shape, stop, |request| shortest(space, direction, request));
            }
        }
        all(&Grid::<0> { side, missing: missing.clone(), goals: goals.clone() }, (count, threads), (ticks, stopping));
        all(&Grid::<1> { side, missing: missing.clone(), goals: goals.clone() }, (count, threads), (ticks, stopping));
        all(&Grid::<2> { side, missing, goals }, (count, threads), (ticks, stopping));
    }
}

/// What process 0 of two sends, beside which the tests play process 1.
#[derive(Debug)]
struct Odd {
    /// Exchanges in which it sends the same as this process; then come these bytes, or nothing for ever.
    validated: usize,
    then: Option<Vec<u8>>,
    sent: Vec<u8>,
}

#[derive(Debug)]
struct Beside(Mutex<Odd>);

/// Why a process was given up.
#[derive(Debug, PartialEq)]
enum GivenUp {
    Refused(usize),
    Silent,
}

impl Peers for Beside {
    fn index(&self) -> usize {
        // It owns the start.
        1
    }

    fn count(&self) -> usize {
        2
    }

    fn send(&self, messages: Vec<Vec<u8>>) {
        self.0.lock().unwrap().sent = messages.into_iter().nth(1).unwrap();
    }

    fn receive(&self, wait: &mut dyn FnMut() -> ControlFlow<()>) -> Vec<Vec<u8>> {
        let mut odd = self.0.lock().unwrap();
        let own = std::mem::take(&mut odd.sent);
        if odd.validated > 0 {
            odd.validated -= 1;
            return vec![own.clone(), own];
        }
        if let Some(bytes) = &odd.then {
            return vec![bytes.clone(), own];
        }
        drop(odd);
        // More waits than ticks.
        for _ in 0..100 {
            if wait().is_break() {
                resume_unwind(Box::new(GivenUp::Silent));
            }
        }
        panic!("it would be waited for for ever");
    }

    fn refuse(&self, process: usize) -> ! {
        resume_unwind(Box::new(GivenUp::Refused(process)))
    }
}

/// How a search of a small grid ends beside such a process.
fn beside(validated: usize, then: Option<Vec<u8>>, ticks: u32, ask: &dyn Fn(Request)) -> Option<GivenUp> {
    let peers = Beside(Mutex::new(Odd { validated, then, sent: Vec::new() }));
    let ended = catch_unwind(AssertUnwindSafe(|| ask(Request::new(&mut Ticks(ticks)).peers(&peers))));
    ended.err().map(|why| *why.downcast::<GivenUp>().expect("it ends in no other way"))
}

type Search = Box<dyn Fn(Request)>;

/// All searches that processes share, of a small grid.
fn asks() -> [Search; 4] {
    let grid = || Grid::<1> { side: 6, missing: BTreeSet::new(), goals: vec![35] };
    [
        Box::new(move |request| drop(explore(&grid(), Goals::Expanded, request))),
        Box::new(move |request| drop(exits(&grid(), request))),
        Box::new(move |request| drop(shortest(&grid(), Direction::Forward, request))),
        Box::new(move |request| drop(shortest(&grid(), Direction::Bidirectional, request))),
    ]
}

#[test]
fn a_process_that_sends_something_else_is_refused() {
    let long = [vec![0; 33], vec![0xff; 8]].concat();
    for (which, ask) in asks().iter().enumerate() {
        for bytes in [&[][..], &[200], &[0], &[0, 0, 0], &long] {
            let ends: Vec<_> =
                (0..30).map(|validated| beside(validated, Some(bytes.to_vec()), u32::MAX, ask)).collect();
            assert!(ends.contains(&Some(GivenUp::Refused(0))), "search {which}, {bytes:?}");
            assert!(!ends.contains(&Some(GivenUp::Silent)));
        }
    }
}

#[test]
fn whoever_waits_hears_that_the_watch_says_stop() {
    for ask in asks() {
        for ticks in [1, 2, 3, 10, 60] {
            assert_eq!(beside(0, None, ticks, &ask), Some(GivenUp::Silent), "{ticks} ticks");
        }
    }
}
