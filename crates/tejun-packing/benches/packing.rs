//! Packings: all solutions, the first one, counts, and the KATAMINO table, compared with dancing links (the
//! `dlx` crate) on the same exact cover matrix.

#[path = "../../tejun-puzzles/tests/common/mod.rs"]
mod common;

use common::AtLine;
use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::make_problem;
use dlx::{OptOrder, Solver, Uint};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Call, Gesture, Instance, Line, Means, Registry, Wanted};
use tejun_search::Unwatched;

fn main() {
    divan::main();
}

fn instance(name: &str) -> Box<dyn Instance> {
    let registry = Registry::standard();
    let path = format!("{}/library/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = match registry.expand_short_form(name) {
        Some(text) => text.unwrap(),
        None => std::fs::read_to_string(path).unwrap(),
    };
    registry.read(&text, None).unwrap()
}

const BOARDS: [(&str, usize); 3] =
    [("pentominoes:6x10", 2339), ("pentominoes:5x12", 1010), ("pentominoes-8x8-hole", 65)];

/// All solutions, as moves and as rows of letters.
#[divan::bench(args = BOARDS.map(|board| board.0))]
fn all(bencher: divan::Bencher, name: &str) {
    let instance = instance(name);
    let expected = BOARDS.iter().find(|board| board.0 == name).unwrap().1;
    bencher.bench_local(|| {
        let all = Solve { wanted: Wanted::All, width: None };
        let report = instance.start().ask(all, &Means::default(), &mut Unwatched).unwrap();
        assert_eq!(report.drawings.as_ref().map(Vec::len), Some(expected));
        report
    });
}

#[divan::bench(args = BOARDS.map(|board| board.0))]
fn first(bencher: divan::Bencher, name: &str) {
    let instance = instance(name);
    bencher.bench_local(|| instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap());
}

/// The pentominoes and the square tetromino on a chessboard, by number of threads.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn chessboard(bencher: divan::Bencher, threads: usize) {
    let instance = instance("pentominoes-8x8-square");
    let (all, means) = (Solve { wanted: Wanted::All, width: None }, Means { threads, ..Means::default() });
    bencher.bench_local(|| instance.start().ask(all, &means, &mut Unwatched).unwrap());
}

/// The 686,628 packings of 5x18, counted by frontier.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn count_one_sided_5x18(bencher: divan::Bencher) {
    let instance = instance("one-sided-5x18");
    bencher.bench_local(|| {
        let counted = instance.count_at(&Line::default(), &Means::default());
        assert_eq!(counted.solutions, 686_628);
    });
}

/// Boxes, by number of threads.
#[divan::bench(args = [("box:2x5x6", 264, 1), ("box:3x4x5", 3940, 1), ("box:3x4x5", 3940, 2)], sample_count = 3, sample_size = 1)]
fn count_boxes(bencher: divan::Bencher, (name, expected, threads): (&str, u128, usize)) {
    let (instance, means) = (instance(name), Means { threads, ..Means::default() });
    bencher.bench_local(|| assert_eq!(instance.count_at(&Line::default(), &means).solutions, expected));
}

#[divan::bench]
fn katamino_table(bencher: divan::Bencher) {
    let registry = Registry::standard();
    let verbs: Vec<_> = registry.families().flat_map(|family| family.verbs()).collect();
    let verb = verbs.iter().find(|verb| verb.path == ["katamino", "table"]).unwrap();
    let call = Call { arguments: Vec::new(), given: Default::default(), means: Means::default() };
    bencher.bench_local(|| (verb.run)(&call, &mut Unwatched).unwrap());
}

/// The exact cover matrix of 6x10: cells, then pieces. With `pinned`, X is confined to one quarter.
fn matrix(pinned: bool) -> Vec<Vec<Uint>> {
    let instance = instance("pentominoes:6x10");
    let letters = "FILNPTUVWXYZ";
    let mut rows = Vec::new();
    for choice in instance.choices_at(&Line::default()).unwrap() {
        let Gesture::Carry { to, .. } = choice.gesture else { unreachable!("pieces are carried") };
        let piece = letters.find(&choice.text[..1]).unwrap();
        let first = to[0];
        if pinned && &choice.text[..1] == "X" && !(first / 10 < 2 && first % 10 < 5) {
            continue;
        }
        rows.push(to.into_iter().chain([60 + piece]).map(|item| item as Uint).collect());
    }
    rows
}

/// Dancing links on the whole matrix (which finds every symmetric image), and with X pinned by hand, as our
/// search does by itself.
#[divan::bench(args = [(false, 9356), (true, 2339)], sample_count = 3, sample_size = 1)]
fn dancing_links_6x10(bencher: divan::Bencher, (pinned, expected): (bool, usize)) {
    let rows = matrix(pinned);
    bencher.bench_local(|| {
        let mut problem = make_problem(72, 0, &rows, OptOrder::Seq);
        let mut solver = Solver::new(&mut problem);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        let mut found = 0;
        while solver.next_solution(&mut chooser) {
            found += 1;
        }
        assert_eq!(found, expected);
    });
}
