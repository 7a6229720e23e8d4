//! `hardest` compared with brute force over all placements.

use crate::plain_placements;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use plain_placements::{Placed, Plain, masks};
use tejun_puzzles::question::{Hardest, Solve};
use tejun_puzzles::{Instance, Means, Observer, Registry, Surveyed};
use tejun_search::{Limits, Outcome, Progress, StopReason, Unwatched, Watch};

fn read(text: &str, metric: &str) -> Box<dyn Instance> {
    Registry::standard().read(text, Some(metric)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn survey(instance: &dyn Instance, pieces: Option<&str>, options: &Means) -> Surveyed {
    instance
        .ask(Hardest { pieces: pieces.map(str::to_owned), ..Hardest::default() }, options, &mut Unwatched)
        .unwrap()
}

/// Compares every figure with brute force. Returns the number of placements and the greatest distance.
fn compare(plain: &Plain, board: &str, text: &str, metric: &str, threads: usize) -> (usize, usize) {
    let instance = read(text, metric);
    let told = survey(&*instance, None, &Means { threads, ..Means::default() });
    let all = plain.placements();
    let distances = plain.distances(&all, metric);
    let last = distances.values().max().copied().unwrap_or(0);
    let mut levels = vec![0; last + 1];
    let mut classes = vec![BTreeSet::new(); last + 1];
    for (placed, &distance) in &distances {
        levels[distance] += 1;
        classes[distance].insert(plain.least_image(placed));
    }
    let everyone: BTreeSet<Placed> = all.iter().map(|placed| plain.least_image(placed)).collect();
    assert_eq!(told.starts, Some(all.len() as u128), "{text}");
    assert_eq!(told.classes, Some(everyone.len() as u64), "{text}");
    if distances.is_empty() {
        assert_eq!((told.outcome, told.levels.len(), told.hardest.len()), (Outcome::Unsolvable, 0, 0));
        return (all.len(), 0);
    }
    assert_eq!(told.outcome, Outcome::Solved(()));
    assert_eq!(told.levels, levels, "{metric}\n{text}");
    let numbers: Vec<u64> = classes.iter().map(|classes| classes.len() as u64).collect();
    assert_eq!(told.class_levels, numbers, "{metric}\n{text}");
    // One start of each class is listed, up to a hundred; a file that starts there takes as many moves.
    let farthest = &classes[last];
    assert_eq!(told.hardest.len(), farthest.len().min(100), "{text}");
    let mut seen = BTreeSet::new();
    for (at, start) in told.hardest.iter().enumerate() {
        let placed = plain.read(board, &start.board.join("\n"));
        assert_eq!(distances.get(&placed), Some(&last), "{text}");
        assert!(seen.insert(plain.least_image(&placed)), "{text}");
        if let Some(file) = start.instance.as_ref().filter(|_| at < 3) {
            let again =
                Registry::standard().read(file, None).unwrap_or_else(|error| panic!("{error}\n{file}"));
            assert_eq!(again.about().metric, metric);
            let start = again.start();
            let solution = start.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
            assert_eq!(solution.value.cost, Some(last as i64), "{file}");
            // The same placements, whatever the file starts from.
            assert_eq!(survey(&*again, None, &Means::default()).levels, told.levels, "{file}");
        } else {
            assert!(at >= 3 || text.contains("gates"), "{text}");
        }
    }
    (all.len(), last)
}

fn file(board: &str, goal: &str, keys: &str) -> String {
    format!("puzzle = \"sliding\"\n{keys}board = '''\n{board}'''\ngoal = '''\n{goal}'''\n")
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % end as u64) as usize
    }
}

/// A random board of odd pieces: its rows, and the rows of a goal that draws one or two of them elsewhere.
fn draw(random: &mut Random) -> Option<(String, String, bool)> {
    let (rows, columns) = (2 + random.below(3), 2 + random.below(3));
    let mut cells = vec!['.'; rows * columns];
    for _ in 0..random.below(3) {
        cells[random.below(rows * columns)] = '#';
    }
    let empty = 2 + random.below(3);
    let mut letters = 'a'..='z';
    while cells.iter().filter(|&&c| c == '.').count() > empty {
        let letter = letters.next()?;
        let mut cell = random.below(rows * columns);
        let size = 1 + random.below(4);
        for _ in 0..size {
            if cells[cell] != '.' && cells[cell] != letter {
                break;
            }
            cells[cell] = letter;
            let next = match random.below(4) {
                0 if cell >= columns => cell - columns,
                1 if cell + columns < cells.len() => cell + columns,
                2 if !cell.is_multiple_of(columns) => cell - 1,
                3 if !(cell + 1).is_multiple_of(columns) => cell + 1,
                _ => cell,
            };
            cell = next;
        }
    }
    let text = |cells: &[char]| -> String {
        cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    let board = text(&cells);
    let pieces: Vec<(char, u32)> = masks(&board).into_iter().filter(|(c, _)| c.is_alphabetic()).collect();
    let mut goal: Vec<char> = cells.iter().map(|&c| if c == '#' { '#' } else { '.' }).collect();
    let plain = Plain::new(&board, "", false, |_| false, "");
    let mut drawn = 0;
    for _ in 0..1 + random.below(2) {
        let (letter, mask) = *pieces.get(random.below(pieces.len().max(1)))?;
        let kind = plain.kinds.iter().find(|kind| kind.0.contains(&mask)).unwrap();
        let places: Vec<u32> = kind.0.iter().copied().collect();
        let place = places[random.below(places.len())];
        let covered = |cell: &usize| place >> cell & 1 == 1;
        if goal.contains(&letter) || (0..goal.len()).filter(covered).any(|cell| goal[cell] != '.') {
            continue;
        }
        (0..goal.len()).filter(covered).for_each(|cell| goal[cell] = letter);
        drawn += 1;
    }
    (drawn > 0).then(|| (board, text(&goal), random.below(2) == 0))
}

#[test]
fn random_boards_of_odd_pieces() {
    let mut random = Random(5);
    let (mut compared, mut most, mut farthest) = (0, 0, 0);
    while compared < 30 {
        let Some((board, goal, by_shape)) = draw(&mut random) else { continue };
        let plain = Plain::new(&board, &goal, by_shape, |_| false, "");
        let keys = if by_shape { "goal_match = \"shape\"\n" } else { "" };
        let text = file(&board, &goal, keys);
        // Brute force takes long for more.
        if survey(&*read(&text, "moves"), None, &Means::default()).starts > Some(3000) {
            continue;
        }
        for (at, metric) in ["moves", "slides", "steps"].into_iter().enumerate() {
            if at != compared % 3 && compared > 12 {
                continue;
            }
            let (number, distance) = compare(&plain, &board, &text, metric, 1 + at % 2);
            (most, farthest) = (most.max(number), farthest.max(distance));
        }
        compared += 1;
    }
    assert!(most > 2000 && farthest > 30, "{most} {farthest}");
}

/// Pieces that stay in their lines, and gates that some may enter.
#[test]
fn axes_and_gates_take_places_away() {
    let lined = |letters: &'static str| move |c: char| letters.contains(c);
    let cars = "AA.b\n..cb\nddc.\ne.ff";
    let goal = "..AA\n....\n....\n....";
    for metric in ["moves", "slides", "steps"] {
        let plain = Plain::new(cars, goal, false, lined("Abcdf"), "");
        let text = file(cars, goal, "axis = \"long\"\n");
        let (number, distance) = compare(&plain, cars, &text, metric, 2);
        assert!(number > 100 && distance > 5, "{number} {distance}");
    }
    let board = "a-b\nccd\n.-.\ne#.";
    let goal = "...\n...\n...\n.#a";
    for (letters, by_shape) in [("a", false), ("abc", false), ("a", true), ("ad", true)] {
        let keys = format!("gates = {{ '-' = '{letters}' }}\n");
        let keys = if by_shape { keys + "goal_match = 'shape'\n" } else { keys };
        let plain = Plain::new(board, goal, by_shape, |_| false, letters);
        compare(&plain, board, &file(board, goal, &keys), "moves", 1);
    }
}

/// Each class is an orbit of the symmetries, also where a goal by shape lies out of reach of some of its pieces.
#[test]
fn a_goal_that_some_pieces_never_meet_breaks_no_symmetry() {
    let (board, goal) = ("C*\nAW", "AC\n.W");
    let text = file(board, goal, "goal_match = 'shape'\ngates = { '*' = 'C' }\n");
    let told = survey(&*read(&text, "moves"), None, &Means::default());
    assert_eq!((told.classes, &told.class_levels[..], told.hardest.len()), (Some(4), &[1, 1, 1][..], 1));
    let mut random = Random(11);
    let mut symmetric = 0;
    while symmetric < 12 {
        let Some((board, goal, _)) = draw(&mut random) else { continue };
        // Pieces of one shape, each on a line of its own.
        let text = file(&board, &goal, "goal_match = 'shape'\naxis = 'long'\n");
        let Ok(instance) = Registry::standard().read(&text, None) else { continue };
        if survey(&*instance, None, &Means::default()).starts > Some(600) {
            continue;
        }
        let plain = Plain::new(&board, &goal, true, |_| true, "");
        let all = plain.placements();
        let classes: BTreeSet<Placed> = all.iter().map(|placed| plain.least_image(placed)).collect();
        if classes.len() < all.len() {
            compare(&plain, &board, &text, "steps", 1);
            symmetric += 1;
        }
    }
}

/// A set names the same pieces as a board that draws them, also if the goal is met by any piece of a shape.
#[test]
fn a_set_is_the_board_that_draws_it() {
    let options = Means::default();
    let shape = "goal_match = 'shape'\n";
    for (few, set, many, goal) in [
        ("A..", "1u", "AB.", "..A"),
        ("...\nA..\nA..\n.BB", "1h,1v", "...\nA.C\nA.C\n.BB", "...\n...\n..A\n..A"),
    ] {
        let drawn = survey(&*read(&file(many, goal, shape), "moves"), None, &options);
        let named = survey(&*read(&file(few, goal, shape), "moves"), Some(set), &options);
        assert_eq!((&named.levels, named.starts), (&drawn.levels, drawn.starts));
        assert!(named.hardest.iter().all(|start| start.instance.as_ref().unwrap().contains("shape")));
    }
    let mut random = Random(23);
    let mut compared = [0; 2];
    while compared.iter().any(|&number| number < 15) {
        let Some((board, goal, by_shape)) = draw(&mut random) else { continue };
        let keys = if by_shape { shape } else { "" };
        let drawn = survey(&*read(&file(&board, &goal, keys), "moves"), None, &options);
        if drawn.starts > Some(100_000) {
            continue;
        }
        // All pieces but those that the goal draws, and the same board without them.
        let mut rest: Vec<(char, u32)> =
            masks(&board).into_iter().filter(|(c, _)| c.is_alphabetic() && !goal.contains(*c)).collect();
        let few: String = board
            .chars()
            .map(|c| if rest.iter().any(|(letter, _)| *letter == c) { '.' } else { c })
            .collect();
        // A set names rectangles, and each shape once.
        let columns = board.lines().next().unwrap().len() as u32;
        let mut set: Vec<(String, usize)> = Vec::new();
        rest.retain(|&(_, mask)| {
            let cells: Vec<u32> = (0..32).filter(|cell| mask >> cell & 1 == 1).collect();
            let span = |of: &dyn Fn(u32) -> u32| {
                let of: Vec<u32> = cells.iter().map(|&cell| of(cell)).collect();
                of.iter().max().unwrap() - of.iter().min().unwrap() + 1
            };
            let (high, wide) = (span(&|cell| cell / columns), span(&|cell| cell % columns));
            let shape = format!(":{high}x{wide}");
            match set.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, number)) => *number += 1,
                None => set.push((shape, 1)),
            }
            high * wide != cells.len() as u32
        });
        if !rest.is_empty() || set.is_empty() {
            continue;
        }
        let set: Vec<String> = set.iter().map(|(shape, number)| format!("{number}{shape}")).collect();
        let few = read(&file(&few, &goal, keys), "moves");
        let named = survey(&*few, Some(&set.join(",")), &options);
        assert_eq!(named.levels, drawn.levels, "{set:?}\n{}", file(&board, &goal, keys));
        assert_eq!((named.starts, named.classes), (drawn.starts, drawn.classes), "{set:?}\n{board}");
        compared[usize::from(by_shape)] += 1;
    }
}

#[test]
fn pieces_that_fit_nowhere_have_no_placement() {
    let ring = file(".a.\n#.#\n...", "...\n#.#\n.a.", "");
    for (text, set) in [
        (file("a..", "..a", ""), "1v"),
        (file("a\n.\n.", ".\n.\na", ""), "1h"),
        (file("A#.\n..#\n#..", "..#\n..#\n#.A", "").replace("..#\n..#", ".#.\n..#"), "1:2x2"),
        (ring, "1:2x2"),
    ] {
        let told = survey(&*read(&text, "moves"), Some(set), &Means::default());
        assert_eq!(
            (told.starts, told.outcome, told.classes),
            (Some(0), Outcome::Unsolvable, Some(0)),
            "{text}"
        );
    }
    // One row has room for units and bars that lie, and for nothing upright.
    let row = read(&file("a....", "....a", ""), "moves");
    let any = survey(&*row, Some("any"), &Means::default());
    let sets =
        ["0u", "1u", "2u", "1h"].map(|set| survey(&*row, Some(set), &Means::default()).starts.unwrap());
    assert_eq!(any.starts, Some(sets.iter().sum()));
}

/// A turn by a quarter and every other symmetry of a square.
#[test]
fn classes_of_a_square_board() {
    for (board, goal) in [("ab.\ncd.\n..e", "...\n.a.\n..."), ("aab\nc.b\ncdd", ".aa\n...\n...")] {
        let plain = Plain::new(board, goal, true, |_| false, "");
        compare(&plain, board, &file(board, goal, "goal_match = 'shape'\n"), "steps", 1);
    }
}

const FOUR: &str = "puzzle = 'sliding'\nboard = '''\naab.\naacc\nd.ef'''\ngoal = '''\n..aa\n..aa\n....'''\n";

/// The same pieces, by the file or by a set.
#[test]
fn piece_sets_replace_what_the_goal_does_not_name() {
    let options = Means::default();
    let plain = survey(&*read(FOUR, "moves"), None, &options);
    for set in ["4u,1h", "4u,1:1x2", "1h,1:=b,3:1x1"] {
        let instance = read(FOUR, "moves");
        let surveyor = &instance;
        match surveyor.ask(
            Hardest { pieces: Some(set.to_string()), ..Hardest::default() },
            &options,
            &mut Unwatched,
        ) {
            Ok(told) => {
                assert_eq!((&told.levels, &told.class_levels), (&plain.levels, &plain.class_levels), "{set}");
                assert_eq!((told.starts, told.classes), (plain.starts, plain.classes));
                let rows = |told: &Surveyed| -> Vec<String> {
                    let shape =
                        |row: &String| row.chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
                    told.hardest.iter().flat_map(|start| start.board.iter().map(shape)).collect()
                };
                assert_eq!(rows(&told), rows(&plain));
            }
            // A shape named twice.
            Err(error) => assert!(set.contains("=b") && error.0.contains("is not a piece set"), "{error}"),
        }
    }
    // All sets together: the sum of each.
    let any = survey(&*read(FOUR, "moves"), Some("any"), &options);
    let mut levels = vec![0; any.levels.len()];
    let mut starts = 0;
    for wide in 0..4 {
        for tall in 0..4 - wide {
            for units in 0..7 - 2 * (wide + tall) {
                let told =
                    survey(&*read(FOUR, "moves"), Some(&format!("{wide}h,{tall}v,{units}u")), &options);
                starts += told.starts.unwrap();
                levels.iter_mut().zip(&told.levels).for_each(|(sum, number)| *sum += number);
            }
        }
    }
    assert_eq!((any.starts, &any.levels), (Some(starts), &levels));
    for (set, why) in [
        ("", "is not a piece set"),
        ("h", "is not a piece set"),
        ("1q", "is not a piece set"),
        ("1:9x9", "is not a piece set"),
        ("1:=z", "is not a piece set"),
        ("300u", "is not a piece set"),
        ("12u", "more than the board has room for"),
    ] {
        let error = read(FOUR, "moves")
            .ask(Hardest { pieces: Some(set.to_string()), ..Hardest::default() }, &options, &mut Unwatched)
            .unwrap_err();
        assert!(error.0.contains(why), "{set}: {error}");
    }
    let cars = format!("axis = 'long'\n{FOUR}");
    let error = read(&cars, "moves")
        .ask(Hardest { pieces: Some("1h".to_string()), ..Hardest::default() }, &options, &mut Unwatched)
        .unwrap_err();
    assert!(error.0.contains("axis and gates are for the pieces of the file"), "{error}");
}

/// Stops at this tick, and is not asked again.
struct Stop(u32);

impl Observer for Stop {}

impl Watch for Stop {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        assert!(self.0 > 0, "the search goes on");
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn what_stops_it_is_told_and_the_levels_before_are_exact() {
    let instance = read(FOUR, "moves");
    let whole = survey(&*instance, None, &Means::default());
    let limited = |limits: Limits| survey(&*instance, None, &Means { limits, ..Means::default() });
    let unlimited = Limits::default();
    let shallow = limited(Limits { depth: 3, ..unlimited });
    assert_eq!(shallow.outcome, Outcome::Stopped(StopReason::Depth, None));
    assert_eq!(shallow.levels, whole.levels[..4]);
    assert_eq!((shallow.classes, shallow.hardest.len() as u64), (None, shallow.class_levels[3].min(100)));
    let few = limited(Limits { states: 50, ..unlimited });
    assert_eq!(few.outcome, Outcome::Stopped(StopReason::States, None));
    assert!(few.levels.iter().sum::<u64>() >= 50 && few.levels == whole.levels[..few.levels.len()]);
    let bytes = whole.bytes.unwrap() as u64;
    let tight = limited(Limits { bytes: bytes - 1, ..unlimited });
    assert_eq!(tight.outcome, Outcome::Stopped(StopReason::Memory, None));
    assert_eq!((tight.starts, tight.bytes), (whole.starts, whole.bytes));
    let surveyor = &instance;
    let mut stopped = 0;
    for tick in 1..40 {
        let told = surveyor.ask(Hardest::default(), &Means::default(), &mut Stop(tick)).unwrap();
        assert_eq!(told.levels, whole.levels[..told.levels.len()]);
        stopped += usize::from(told.outcome == Outcome::Stopped(StopReason::Interrupted, None));
    }
    assert!(stopped > 20);
}

/// Counts ticks, and the most nodes of a numbering, or placements, between two of them.
#[derive(Default)]
struct Ticks {
    number: u32,
    last: u64,
    most: u64,
}

impl Observer for Ticks {}

impl Watch for Ticks {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.number += 1;
        self.most = self.most.max(progress.stored.saturating_sub(self.last));
        self.last = progress.stored;
        ControlFlow::Continue(())
    }
}

/// Sixteen pieces of their own on sixteen cells: a node for each set of them.
#[test]
fn each_part_is_watched() {
    let board = "abcd\nefgh\nijkl\nmno.";
    let wide = read(&file(board, board, ""), "moves");
    let options = Means { limits: Limits { bytes: 1 << 30, ..Limits::default() }, ..Means::default() };
    let surveyor = &wide;
    let mut ticks = Ticks::default();
    let told = surveyor.ask(Hardest::default(), &options, &mut ticks).unwrap();
    assert_eq!(told.outcome, Outcome::Stopped(StopReason::Memory, None));
    // To find the nodes, to count what follows them, and to count those that lead to a placement.
    assert!(ticks.most < 1000 && ticks.number > 300, "{} {}", ticks.most, ticks.number);
    for tick in (1..ticks.number).step_by(ticks.number as usize / 20) {
        let told = surveyor.ask(Hardest::default(), &options, &mut Stop(tick)).unwrap();
        assert_eq!(told.outcome, Outcome::Stopped(StopReason::Interrupted, None), "{tick}");
    }
    // Goals, levels and what no goal reaches.
    let units = read(&file("a...\n....\n....", "....\n....\n...a", ""), "steps");
    let surveyor = &units;
    let whole = surveyor
        .ask(
            Hardest { pieces: Some("4u,1h".to_string()), ..Hardest::default() },
            &Means::default(),
            &mut Unwatched,
        )
        .unwrap();
    let mut ticks = Ticks::default();
    surveyor
        .ask(
            Hardest { pieces: Some("4u,1h".to_string()), ..Hardest::default() },
            &Means::default(),
            &mut ticks,
        )
        .unwrap();
    assert!(ticks.most <= 300, "{}", ticks.most);
    for tick in (1..ticks.number).step_by(ticks.number as usize / 40) {
        let told = surveyor
            .ask(
                Hardest { pieces: Some("4u,1h".to_string()), ..Hardest::default() },
                &Means::default(),
                &mut Stop(tick),
            )
            .unwrap();
        assert_eq!(told.outcome, Outcome::Stopped(StopReason::Interrupted, None), "{tick}");
        assert_eq!(told.levels, whole.levels[..told.levels.len()]);
        assert_eq!(told.hardest.is_empty(), told.levels.is_empty());
    }
    // Thousands of goals more than states are no level.
    let limits = Limits { states: 5, ..Limits::default() };
    let told = surveyor
        .ask(
            Hardest { pieces: Some("4u,1h".to_string()), ..Hardest::default() },
            &Means { limits, ..Means::default() },
            &mut Unwatched,
        )
        .unwrap();
    assert_eq!((told.outcome, told.levels.len()), (Outcome::Stopped(StopReason::States, None), 0));
}

/// Billions of placements: the distances of those that no goal has reached take no memory.
#[cfg(target_os = "linux")]
#[test]
fn distances_are_touched_where_the_search_gets() {
    /// Stops when so many goals are listed.
    struct Listed(u64);
    impl Observer for Listed {}

    impl Watch for Listed {
        fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
            let listed = if progress.depth == 0 { progress.stored } else { 0 };
            if listed < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(StopReason::Time) }
        }
    }
    let files = Registry::standard().library();
    let pandemonium = files.iter().find(|file| file.name == "pandemonium").unwrap();
    let instance = read(&pandemonium.text, "moves");
    let told = instance.ask(Hardest::default(), &Means::default(), &mut Listed(10_000)).unwrap();
    assert_eq!(told.starts, Some(7_800_844_464));
    // A system that promises no more memory than it has refuses it at once.
    let refused = Outcome::Stopped(StopReason::Memory, None);
    assert!([Outcome::Stopped(StopReason::Time, None), refused].contains(&told.outcome));
    // The most that this process has taken, with all tests before.
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 3 << 20, "{kilobytes}");
}

/// Far too many placements are counted all the same.
#[test]
fn a_board_too_large_says_how_large() {
    let board = "abcd\nefgh\nijkl\nmno.";
    let goal = "....\n....\n....\n...a";
    let limits = Limits { bytes: 1 << 30, ..Limits::default() };
    let options = Means { limits, ..Means::default() };
    let told = survey(&*read(&file(board, goal, ""), "moves"), None, &options);
    assert_eq!(told.outcome, Outcome::Solved(()));
    // One piece is named, the others are alike.
    assert_eq!(told.starts, Some(16 * 15));
    let told = survey(&*read(&file(board, board, ""), "moves"), None, &options);
    let factorial: u128 = (1..=16).product();
    assert_eq!(told.outcome, Outcome::Stopped(StopReason::Memory, None));
    assert_eq!(told.starts, Some(factorial));
    // Two bits each, and what their numbering takes: at least sixteen bytes for each set of pieces left.
    let marks = factorial / 4;
    assert!((marks + (16 << 15)..marks + factorial / 4096 + (1 << 26)).contains(&told.bytes.unwrap()));
    assert!(told.levels.is_empty());
}
