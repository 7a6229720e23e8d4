//! `hardest --pieces polyominoes` compared with brute force over all sets of polyominoes.

use crate::plain_polyominoes;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use plain_polyominoes::{Floor, Goal, Mask, Row, Start, add, least_image};
use tejun_puzzles::question::{Hardest, Solve};
use tejun_puzzles::{Means, Observer, PieceRecord, Registry, SolveError, Start as Listed, Surveyed};
use tejun_search::{Limits, Outcome, Progress, StopReason, Unwatched, Watch};

use crate::common::step;

const METRICS: [&str; 3] = ["moves", "slides", "steps"];

/// What is asked, as a file and options have it.
#[derive(Clone, Copy, Debug)]
struct Question<'a> {
    board: &'a str,
    /// Without one, a piece goes from corner to corner.
    goal: Option<&'a str>,
    by_shape: bool,
    /// The most cells of a piece.
    most: Option<u32>,
    metric: &'a str,
    threads: usize,
}

impl<'a> Question<'a> {
    fn corner(board: &'a str, metric: &'a str) -> Self {
        Question { board, goal: None, by_shape: false, most: None, metric, threads: 1 }
    }

    fn text(&self) -> String {
        let shape = if self.by_shape { "goal_match = 'shape'\n" } else { "" };
        let goal = self.goal.map_or(String::new(), |goal| format!("goal = '''\n{goal}'''\n"));
        format!("puzzle = 'sliding'\n{shape}board = '''\n{}'''\n{goal}", self.board)
    }

    fn ask(&self, options: &Means, watch: &mut dyn Observer) -> Result<Surveyed, SolveError> {
        let text = self.text();
        let read = Registry::standard().read(&text, Some(self.metric));
        let instance = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let pieces = self.most.map_or("polyominoes".to_owned(), |most| format!("polyominoes:{most}"));
        let goal = self.goal.is_none().then(|| "corner".to_owned());
        instance.ask(Hardest { pieces: Some(pieces), goal, sets: true }, options, watch)
    }

    fn told(&self) -> Surveyed {
        let options = Means { threads: self.threads, ..Means::default() };
        self.ask(&options, &mut Unwatched).unwrap()
    }

    fn plain(&self) -> Plain {
        let floor = Floor::new(self.board);
        let goal = match self.goal.map(drawn) {
            None => Goal::Corner,
            Some(drawn) if self.by_shape => Goal::Shapes(drawn.into_values().collect()),
            Some(drawn) => Goal::Piece(drawn.into_values().next().unwrap()),
        };
        let placements = floor.placements(self.most.unwrap_or(32));
        let starts = floor.starts(&placements, &goal, self.metric);
        let rows = floor.rows(&placements, &starts, &goal);
        Plain { floor, goal, starts, rows }
    }
}

/// What brute force knows.
struct Plain {
    floor: Floor,
    goal: Goal,
    starts: HashMap<Start, usize>,
    rows: BTreeMap<usize, Row>,
}

/// The rows of an answer, by number of pieces.
fn rows(found: &Surveyed) -> &[PieceRecord] {
    found.by_pieces.as_deref().unwrap()
}

/// The mask of each piece of a drawing.
fn drawn(drawing: &str) -> BTreeMap<char, Mask> {
    let mut masks = BTreeMap::new();
    for (cell, c) in drawing.chars().filter(|c| !c.is_whitespace()).enumerate() {
        if !".#".contains(c) {
            *masks.entry(c).or_insert(0) |= 1 << cell;
        }
    }
    masks
}

/// The drawing of a key of an instance file.
fn drawing<'a>(file: &'a str, key: &str) -> &'a str {
    let (_, rest) = file.split_once(&format!("\n{key} = '''\n")).unwrap_or_else(|| panic!("{key}: {file}"));
    rest.split_once("'''").unwrap().0
}

impl Plain {
    /// The start that a listed one means: two, of opposite corners, if the piece lies along an edge from corner to corner.
    fn meant(&self, listed: &Listed) -> Vec<Start> {
        let file = listed.instance.as_ref().unwrap();
        let mut pieces = drawn(drawing(file, "board"));
        assert_eq!(drawing(file, "board").trim_end(), listed.board.join("\n"), "{file}");
        let goal = drawn(drawing(file, "goal"));
        if let Goal::Shapes(places) = &self.goal {
            assert!(file.contains("shape"), "{file}");
            assert_eq!(&goal.into_values().collect::<BTreeSet<Mask>>(), places, "{file}");
            let mut others: Vec<Mask> = pieces.into_values().collect();
            others.sort_unstable();
            return vec![((0, others), (0, 0))];
        }
        assert!(goal.len() == 1 && !file.contains("shape"), "{file}");
        let (letter, to) = goal.into_iter().next().unwrap();
        let from = pieces.remove(&letter).unwrap();
        assert_eq!(self.floor.shape(from), self.floor.shape(to), "{file}");
        let mut others: Vec<Mask> = pieces.into_values().collect();
        others.sort_unstable();
        let mut ways = self.floor.ways();
        match self.goal {
            Goal::Piece(place) => {
                assert_eq!(place, to, "{file}");
                ways = BTreeSet::from([(0, 0)]);
            }
            _ => ways.retain(|way| from >> way.0 & 1 == 1 && to >> way.1 & 1 == 1),
        }
        ways.into_iter().map(|way| ((from, others.clone()), way)).collect()
    }

    /// Each listed start is as far away as is claimed.
    fn check_listed(&self, listed: &[Listed], distance: usize, classes: u64, what: &Question) {
        let symmetries = self.floor.symmetries(&self.goal);
        let mut seen = BTreeSet::new();
        for listed in listed {
            let meant = self.meant(listed);
            let at = |start: &Start| self.starts.get(start) == Some(&distance);
            assert!(!meant.is_empty() && meant.iter().all(at), "{meant:?} {what:?}");
            // None is the image of another.
            let new = meant.iter().any(|start| seen.insert(least_image(start, &symmetries)));
            assert!(new, "{meant:?} {what:?}");
        }
        assert_eq!(listed.len() as u64, classes.min(100), "{what:?}");
    }
}

/// Compares every figure and every start with brute force.
fn compare(what: &Question) -> (Surveyed, Plain) {
    let (told, plain) = (what.told(), what.plain());
    let numbers: Vec<usize> = rows(&told).iter().map(|row| row.pieces as usize).collect();
    assert_eq!(numbers, plain.rows.keys().copied().collect::<Vec<_>>(), "{what:?}");
    for (row, (&number, plain_row)) in rows(&told).iter().zip(&plain.rows) {
        let Row { placements, levels, class_levels } = plain_row;
        let distance = levels.len().checked_sub(1);
        let classes = class_levels.last().copied().unwrap_or(0);
        assert_eq!(
            (row.placements, row.solvable, row.distance, row.classes, row.complete),
            (*placements, levels.iter().sum(), distance.map(|distance| distance as u32), classes, true),
            "{number} pieces, {what:?}"
        );
        plain.check_listed(&row.hardest, distance.unwrap_or(0), classes, what);
    }
    let (mut levels, mut class_levels) = (Vec::new(), Vec::new());
    for row in plain.rows.values() {
        for (all, more) in [(&mut levels, &row.levels), (&mut class_levels, &row.class_levels)] {
            more.iter().enumerate().for_each(|(distance, &number)| add(all, distance, number));
        }
    }
    let total = &told;
    assert_eq!((&total.levels, &total.class_levels), (&levels, &class_levels), "{what:?}");
    assert_eq!(
        total.starts,
        Some(plain.rows.values().map(|row| u128::from(row.placements)).sum()),
        "{what:?}"
    );
    let solved = if levels.is_empty() { Outcome::Unsolvable } else { Outcome::Solved(()) };
    assert_eq!(total.outcome, solved, "{what:?}");
    let classes = class_levels.last().copied().unwrap_or(0);
    plain.check_listed(&total.hardest, levels.len().saturating_sub(1), classes, what);
    (told, plain)
}

fn rectangle(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("\n")
}

#[test]
fn from_corner_to_corner_on_rectangles() {
    let sizes = (1..=3).flat_map(|rows| (1..=3).map(move |columns| (rows, columns)));
    let sizes = sizes.chain([(1, 4), (1, 8), (7, 1), (2, 4), (4, 2)]);
    let questions = sizes.flat_map(|size| METRICS.map(|metric| (size, metric)));
    for ((rows, columns), metric) in questions.step_by(step()) {
        compare(&Question::corner(&rectangle(rows, columns), metric));
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % end as u64) as usize
    }
}

fn with_walls(columns: usize, cells: usize, walls: usize) -> String {
    let cells: Vec<char> = (0..cells).map(|cell| if walls >> cell & 1 == 1 { '#' } else { '.' }).collect();
    let rows: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
    rows.join("\n")
}

/// Every floor of 2x3 and of 3x2, many of 3x3, some of 2x5 and 3x4.
#[test]
fn from_corner_to_corner_around_walls() {
    for walls in 0..63 {
        compare(&Question::corner(&with_walls(3, 6, walls), METRICS[walls % 3]));
        compare(&Question::corner(&with_walls(2, 6, walls), METRICS[walls % 2]));
    }
    let mut random = Random(3);
    let mut farthest = 0;
    for (columns, cells, least, number) in [(3, 9, 1, 24), (5, 10, 2, 3), (4, 12, 4, 3)] {
        for at in 0..number {
            let mut walls = 0_usize;
            while (walls.count_ones() as usize) < least + at % 3 {
                walls |= 1 << random.below(cells);
            }
            let board = with_walls(columns, cells, walls);
            let (told, _) = compare(&Question::corner(&board, METRICS[at % 3]));
            farthest = farthest.max(told.levels.len());
        }
    }
    assert!(farthest > 20, "{farthest}");
}

/// A board with these pieces on it.
fn draw(board: &str, pieces: &[Mask]) -> String {
    let mut cell = 0;
    let draw = |c: char| {
        if c == '\n' {
            return c;
        }
        cell += 1;
        ('A'..).zip(pieces).find(|(_, mask)| *mask >> (cell - 1) & 1 == 1).map_or(c, |(letter, _)| letter)
    };
    board.chars().map(draw).collect()
}

/// A piece told from others of its shape, and one or two that any of their shapes may be.
#[test]
fn goals_of_files() {
    let mut number = 0;
    for (board, goal, by_shape) in [
        ("A..\n...", "...\n..A", false),
        // The goal, and a symmetry that keeps it.
        (".A.\n...", "...\n.A.", false),
        ("AA.\n...", "...\n.AA", true),
        ("A..\nA..\n...", "...\n.A.\n.A.", false),
        ("A..\n...\n...", "...\n.A.\n...", false),
        ("A..\n...\n...", "...\n.A.\n...", true),
        ("A..\nB..\n...", "..A\n...\nB..", true),
        ("A..\nB..\n...", "...\nAB.\n...", true),
        ("AAB\n..B\n...", "B..\nB..\n.AA", true),
        ("AAB\nA.B\n...", "...\nBAA\nBA.", true),
        ("ABB\nA..\n#..", "..A\n..A\n#BB", true),
        ("AA.B\n....", "..AA\nB...", true),
    ] {
        for metric in METRICS {
            for most in [None, Some(2), Some(3)] {
                number += 1;
                if number % step() != 0 {
                    continue;
                }
                let question = Question { board, goal: Some(goal), by_shape, most, metric, threads: 2 };
                let largest = drawn(goal).into_values().map(Mask::count_ones).max().unwrap();
                if most.is_some_and(|most| most < largest) {
                    let error = question.ask(&Means::default(), &mut Unwatched).unwrap_err();
                    assert!(error.0.contains("the goal wants a piece of 3 cells"), "{error}");
                } else {
                    compare(&question);
                }
            }
        }
    }
    // Where the pieces of the file stand does not matter: here in their places.
    let mut random = Random(8);
    for at in 0..60 {
        let (columns, cells) = [(3, 6), (4, 8), (3, 9)][at % 3];
        let board = with_walls(columns, cells, (1 << random.below(cells)) * (at / 3 % 2));
        let pieces: Vec<Vec<Mask>> = Floor::new(&board)
            .placements(4)
            .into_iter()
            .filter(|pieces| [1, 2].contains(&pieces.len()))
            .collect();
        let pieces = &pieces[random.below(pieces.len())];
        let goal = draw(&board, pieces);
        let by_shape = pieces.len() == 2 || random.below(2) == 0;
        let metric = METRICS[random.below(3)];
        let most = (random.below(3) == 0).then_some(4);
        compare(&Question { board: &goal, goal: Some(&goal), by_shape, most, metric, threads: 1 });
    }
}

#[test]
fn pieces_of_few_cells() {
    for (at, most) in (1..=4).enumerate() {
        for (rows, columns) in [(3, 3), (2, 4)] {
            let board = rectangle(rows, columns);
            compare(&Question { most: Some(most), ..Question::corner(&board, METRICS[at % 3]) });
        }
    }
}

/// What is listed as a file is solved in as many moves as is claimed.
#[test]
fn listed_starts_are_as_far_from_the_goal_as_is_claimed() {
    let corner = |board: &'static str| (board, None, false);
    let mut random = Random(17);
    let mut solved = 0;
    for (board, goal, by_shape) in [
        corner("..\n.."),
        corner("...\n..."),
        corner("...\n.#.\n..."),
        corner("...\n...\n..."),
        corner("....\n...."),
        corner(".....\n..#.."),
        corner(FOUR),
        ("A..\nA..\n...", Some("...\n.A.\n.A."), false),
        ("AAB\nA.B\n...", Some("...\nBAA\nBA."), true),
    ] {
        for metric in METRICS {
            let question = Question { board, goal, by_shape, most: None, metric, threads: 2 };
            for row in question.told().by_pieces.unwrap() {
                let Some(distance) = row.distance else { continue };
                for _ in 0..2 {
                    let listed = &row.hardest[random.below(row.hardest.len())];
                    let file = listed.instance.as_ref().unwrap();
                    let read = Registry::standard().read(file, None);
                    let instance = read.unwrap_or_else(|error| panic!("{error}\n{file}"));
                    assert_eq!(instance.about().metric, metric, "{file}");
                    let solution =
                        instance.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
                    assert_eq!(solution.value.cost, Some(distance.into()), "{metric}\n{file}");
                    solved += 1;
                }
            }
        }
    }
    assert!(solved > 250, "{solved}");
}

const FOUR: &str = "....\n....\n....";

#[test]
fn threads_and_little_memory_change_nothing() {
    for metric in METRICS.into_iter().step_by(step()) {
        let whole = Question::corner(FOUR, metric).told();
        for (threads, bytes) in [(2, u64::MAX), (5, u64::MAX), (1, 16 << 20), (2, 32 << 20)] {
            let limits = Limits { bytes, ..Limits::default() };
            let options = Means { threads, limits, ..Means::default() };
            let told = Question::corner(FOUR, metric).ask(&options, &mut Unwatched).unwrap();
            assert_eq!(told.by_pieces, whole.by_pieces, "{threads} threads, {bytes} bytes");
            assert_eq!((&told.levels, told.starts), (&whole.levels, whole.starts));
            assert_eq!(told.hardest, whole.hardest);
        }
    }
}

/// Stops at this tick.
struct Stop(u32);

impl Observer for Stop {}

impl Watch for Stop {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

/// Complete rows are those of the whole, and of the others no more is told than what was found.
fn assert_is_part(told: &Surveyed, whole: &Surveyed, plain: &Plain) {
    assert!(rows(told).len() <= rows(whole).len());
    for (row, all) in rows(told).iter().zip(rows(whole)) {
        if row.complete {
            assert_eq!(row, all);
        }
        assert!(row.placements <= all.placements && row.solvable <= all.solvable);
        for start in row.hardest.iter().flat_map(|listed| plain.meant(listed)) {
            assert_eq!(plain.starts.get(&start).map(|&distance| distance as u32), row.distance);
        }
    }
    if told.outcome.stopped().is_none() {
        assert_eq!(told.by_pieces, whole.by_pieces);
    }
}

#[test]
fn what_stops_it_is_told_and_complete_rows_are_exact() {
    let question = Question::corner("...\n...\n...", "moves");
    let (whole, plain) = compare(&question);
    let limited = |limits: Limits| {
        let options = Means { limits, threads: 1, ..Means::default() };
        question.ask(&options, &mut Unwatched).unwrap()
    };
    let unlimited = Limits::default();
    // All levels up to a depth are of all sets.
    for depth in 0..30 {
        let told = limited(Limits { depth, ..unlimited });
        assert_is_part(&told, &whole, &plain);
        let levels = &whole.levels[..whole.levels.len().min(depth as usize + 1)];
        let found = levels.iter().rposition(|&starts| starts > 0).map_or(&[][..], |last| &levels[..=last]);
        assert_eq!(told.levels, found, "{depth}");
        assert_eq!((told.starts, rows(&told).len()), (whole.starts, rows(&whole).len()));
        let stopped = told.outcome.stopped();
        assert!(stopped == Some(StopReason::Depth) || stopped.is_none() && levels == whole.levels);
    }
    let mut reasons = BTreeMap::new();
    let mut stopped = |told: Surveyed| {
        assert_is_part(&told, &whole, &plain);
        let reason = told.outcome.stopped();
        *reasons.entry(reason.map_or("", StopReason::code)).or_insert(0) += 1;
        told
    };
    for states in [0, 1, 2, 100, 1000, 5000, 13_000] {
        let told = stopped(limited(Limits { states, ..unlimited }));
        assert_eq!(told.outcome, Outcome::Stopped(StopReason::States, None), "{states}");
        assert!(rows(&told).iter().any(|row| !row.complete), "{states}");
    }
    assert!(stopped(limited(Limits { bytes: 1000, ..unlimited })).by_pieces.unwrap().is_empty());
    for bytes in (82_000..100_000).step_by(1000).chain((100_000..2_000_000).step_by(100_000)) {
        stopped(limited(Limits { bytes, ..unlimited }));
    }
    for tick in 1..30 {
        stopped(question.ask(&Means::default(), &mut Stop(tick)).unwrap());
    }
    let number = |reason| reasons.get(reason).copied().unwrap_or(0);
    assert!(number("memory") > 2 && number("") > 2 && number("interrupted") > 20, "{reasons:?}");
}

#[test]
fn what_is_not_searched_is_refused() {
    let refused = |text: &str, pieces: &str, goal: Option<&str>| {
        let instance = Registry::standard().read(text, None).unwrap();
        let asked = Hardest { pieces: Some(pieces.to_owned()), goal: goal.map(str::to_owned), sets: true };
        instance.ask(asked, &Means::default(), &mut Unwatched).unwrap_err().0
    };
    let board = |board: &str, keys: &str| format!("puzzle = 'sliding'\n{keys}board = '''\n{board}'''\n");
    let (all, corner) = ("polyominoes", Some("corner"));
    let (plain, goal) = (board("A..\nB..", ""), "goal = '''\n..A\n..B'''\n");
    for pieces in
        ["", "any", "1h", "polyominoes:", "polyominoes:0", "polyominoes:-1", "polyominoes:x", "polyominoes3"]
    {
        assert!(refused(&plain, pieces, corner).contains("are not all sets"), "{pieces}");
    }
    for goal in ["", "edge", "corner ", "Corner", &"x".repeat(100_000)] {
        let error = refused(&plain, all, Some(goal));
        assert!(error.contains("is no goal: write corner") && error.len() < 400, "{error}");
    }
    assert!(refused(&plain, all, None).contains("no goal to be far from"));
    assert!(refused(&format!("{plain}{goal}"), all, None).contains("a goal is of one piece"));
    let large = refused(&board(&rectangle(3, 7).replacen('.', "A", 1), ""), all, corner);
    assert!(large.contains("this board has 21 cells") && large.contains("at most 20"), "{large}");
    let others = "axis, gates and goals off the board are for the pieces of the file";
    for text in [
        board("AA.\n...", "axis = 'long'\n"),
        board("AA.\n.-.", "gates = { '-' = 'A' }\n"),
        format!("{}goal = '''\n...A\n....'''\n", board("A..\n...", "")),
    ] {
        for goal in [None, corner] {
            let error = refused(&text, all, goal);
            assert!(error.contains(others), "{error}");
        }
    }
}
