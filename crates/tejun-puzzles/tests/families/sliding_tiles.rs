//! The sliding tiles compared with plain rules on lists of tiles, and their pattern databases.

use crate::common;

use std::cmp::Ordering::{Greater, Less};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::AtLine;
use proptest::prelude::*;
use tejun_puzzles::kit::{self, PatternDbCache};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Instance, LibraryFile, Line, Means, Puzzle, Registry, SlidingTiles, Wanted};
use tejun_search::{Limits, Outcome, Proof, Search, Space, SpaceAdapter, StopReason, Unwatched, check_space};

use crate::common::{cases, full, step};

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, None).map_err(|error| error.to_string())
}

fn file(board: &str) -> String {
    format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\n")
}

/// A board by plain rules: the tiles in reading order, 0 for the gap.
type Tiles = Vec<u8>;

/// The boards one slide away, with the tile that slides.
fn slides(tiles: &Tiles, columns: usize) -> Vec<(u8, Tiles)> {
    let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
    let beside = |place: usize| {
        let (row, column) = (place / columns, place % columns);
        row.abs_diff(gap / columns) + column.abs_diff(gap % columns) == 1
    };
    let slide = |place| {
        let mut next = tiles.clone();
        next.swap(place, gap);
        (tiles[place], next)
    };
    (0..tiles.len()).filter(|&place| beside(place)).map(slide).collect()
}

/// The slides from a board to all that can be reached.
fn distances(from: Tiles, columns: usize) -> HashMap<Tiles, u32> {
    let mut known = HashMap::from([(from.clone(), 0)]);
    let mut level = vec![from];
    for distance in 1.. {
        let next = level.iter().flat_map(|tiles| slides(tiles, columns));
        level = next.map(|(_, tiles)| tiles).filter(|tiles| !known.contains_key(tiles)).collect();
        level.sort();
        level.dedup();
        if level.is_empty() {
            break;
        }
        known.extend(level.iter().map(|tiles| (tiles.clone(), distance)));
    }
    known
}

/// The tiles in order, the gap at last.
fn ordered(cells: usize) -> Tiles {
    (1..cells as u8).chain([0]).collect()
}

/// A board as files have it.
fn drawn(tiles: &[u8], columns: usize) -> String {
    let character = |&tile: &u8| if tile == 0 { '.' } else { char::from_digit(tile.into(), 36).unwrap() };
    tiles.chunks(columns).map(|row| row.iter().map(character).collect::<String>() + "\n").collect()
}

/// Solves a puzzle and plays the solution by plain rules; gives its length.
fn solved(instance: &dyn Instance, start: &Tiles, columns: usize, options: &Means) -> Option<u32> {
    let report = instance.solve_at(&Line::default(), options, &mut Unwatched).unwrap();
    let Outcome::Solved(line) = report.outcome else {
        assert_eq!(report.outcome, Outcome::Unsolvable);
        return None;
    };
    let mut tiles = start.clone();
    for text in &line {
        let slides = slides(&tiles, columns);
        tiles = slides.into_iter().find(|(tile, _)| tile.to_string() == *text).expect(text).1;
    }
    assert_eq!(tiles, ordered(tiles.len()));
    assert!(instance.check(&Line(line.clone())).solves);
    assert_eq!((report.value.cost, report.proof), (Some(line.len() as i64), Proof::Optimal));
    Some(line.len() as u32)
}

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tejun-tiles-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn options(&self) -> Means {
        Means { data: Some(self.0.clone()), ..Means::default() }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn it_keeps_to_what_front_ends_rely_on() {
    kit::conformance::<SlidingTiles>(1).unwrap();
}

/// A puzzle from another start on.
struct From<'a>(&'a SlidingTiles, State);

type State = <SlidingTiles as Space>::State;

impl SpaceAdapter for From<'_> {
    type Inner = SlidingTiles;

    fn inner(&self) -> &SlidingTiles {
        self.0
    }

    fn starts(&self, mut visit: impl FnMut(State)) {
        visit(self.1);
    }
}

/// The state of a puzzle whose goal has the tiles in order: where each is.
fn state(tiles: &[u8]) -> State {
    let mut state = [u8::MAX; 25];
    for (cell, &tile) in tiles.iter().enumerate() {
        state[(usize::from(tile) + tiles.len() - 1) % tiles.len()] = cell as u8;
    }
    state
}

#[test]
fn all_positions_of_the_eight_puzzle_agree_with_plain_breadth_first_search() {
    let plain = distances(ordered(9), 3);
    assert_eq!((plain.len(), plain.values().max()), (181_440, Some(&31)));
    let puzzle: SlidingTiles = kit::read(&file("123\n456\n78.")).unwrap();
    let cost =
        |tiles: &Tiles| Search::new(&From(&puzzle, state(tiles))).idastar().expect("it has a solution").cost;
    // By the distances of the tiles alone, and by the databases.
    let mut sample: Vec<&Tiles> = plain.keys().collect();
    sample.sort();
    for tiles in sample.iter().step_by(4999) {
        assert_eq!(cost(tiles), plain[*tiles], "{tiles:?}");
    }
    puzzle.load_heuristics(&mut PatternDbCache::new(&Means::default(), &mut Unwatched)).unwrap();
    for tiles in sample.into_iter().step_by(step()) {
        assert!(puzzle.bound(&state(tiles)).unwrap() <= plain[tiles], "{tiles:?}");
        assert_eq!(cost(tiles), plain[tiles], "{tiles:?}");
    }
}

#[test]
fn databases_never_say_too_much() {
    // Two patterns, and a gap whose home is no corner.
    for (board, goal) in
        [("1234\n5678\n9ab.", None), ("12\n34\n5.", Some(".1\n23\n45")), ("123\n4.5", Some("123\n4.5"))]
    {
        let goal = goal.map_or(String::new(), |goal| format!("goal = '''\n{goal}'''\n"));
        let puzzle: SlidingTiles = kit::read(&(file(board) + &goal)).unwrap();
        let goal = puzzle.goals().unwrap()[0];
        puzzle.load_heuristics(&mut PatternDbCache::new(&Means::default(), &mut Unwatched)).unwrap();
        assert_eq!(puzzle.bound(&goal), Some(0));
        check_space(&puzzle, 5000).unwrap();
        let mut known = HashMap::from([(goal, 0)]);
        let mut level = vec![goal];
        for distance in 1..=12 {
            let mut next = Vec::new();
            for state in &level {
                puzzle.expand(state, |_, other| {
                    known.entry(other).or_insert_with(|| {
                        next.push(other);
                        distance
                    });
                });
            }
            level = next;
        }
        for (state, distance) in known {
            assert!(puzzle.bound(&state).unwrap() <= distance, "{board}");
        }
    }
}

/// Solves the puzzles of the library that are wanted by their names and cells.
fn library_is_solved(name: &str, least: usize, wanted: impl Fn(&str, usize) -> bool) {
    let scratch = Scratch::new(name);
    let mut solved = 0;
    for LibraryFile { name, text } in SlidingTiles::FAMILY.library() {
        let instance = read(&text).unwrap();
        if wanted(&name, instance.start().scene().cells.len()) {
            let report = instance.solve_at(&Line::default(), &scratch.options(), &mut Unwatched).unwrap();
            assert_eq!(report.value.cost, instance.about().optimal, "{name}");
            assert_eq!(report.outcome.found().is_some(), report.value.cost.is_some(), "{name}");
            solved += 1;
        }
    }
    assert!(solved >= least, "{solved}");
}

#[test]
fn the_library_is_solved_as_its_files_say() {
    library_is_solved("library", 4, |_, cells| cells != 16);
}

// Apart from the others, because they take longest.
#[test]
fn the_librarys_fifteen_puzzles_are_solved_as_their_files_say() {
    let all = full();
    library_is_solved("fifteen", if all { 4 } else { 1 }, |name, cells| {
        cells == 16 && (all || name == "tiles-fifteen")
    });
}

/// The names and contents of the files kept.
fn kept(directory: &Path) -> HashMap<String, Vec<u8>> {
    let files = fs::read_dir(directory.join("patterns")).unwrap();
    files
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .collect()
}

#[test]
fn databases_are_kept_and_damaged_ones_are_not_used() {
    let scratch = Scratch::new("kept");
    let bound = |scratch: &Scratch| {
        let puzzle: SlidingTiles = kit::read(&file("123\n456\n87.")).unwrap();
        puzzle.load_heuristics(&mut PatternDbCache::new(&scratch.options(), &mut Unwatched)).map(|()| {
            let mut bound = None;
            puzzle.starts(|state| bound = puzzle.bound(&state));
            bound
        })
    };
    let right = bound(&scratch);
    let files = kept(&scratch.0);
    let (name, bytes) = files.iter().next().unwrap();
    assert_eq!((files.len(), bytes.starts_with(b"tejun patterns\r\n")), (1, true));
    let path = scratch.0.join("patterns").join(name);
    let mut flipped = bytes.clone();
    flipped[5000] ^= 1;
    let mut newer = bytes.clone();
    newer[16] = 2;
    for damaged in [&flipped[..], &newer, &bytes[..5000], &[], b"something else"] {
        fs::write(&path, damaged).unwrap();
        assert_eq!(bound(&scratch), right);
        assert_eq!(kept(&scratch.0), files);
    }
    // What is kept is what is read.
    let mut other = bytes.clone();
    let distances = other.len() - 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2;
    other[distances..].fill(3);
    let sum = {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&other[36..]);
        hasher.finalize()
    };
    other[32..36].copy_from_slice(&sum.to_le_bytes());
    fs::write(&path, &other).unwrap();
    assert_eq!(bound(&scratch), Ok(Some(3)));
    // A directory that cannot be written: the answer is the same, and nothing is lost.
    let blocked = Scratch::new("blocked");
    fs::write(blocked.0.join("patterns"), "a file").unwrap();
    assert_eq!(bound(&blocked), right);
    assert_eq!(fs::read(blocked.0.join("patterns")).unwrap(), b"a file");
}

#[test]
fn building_counts_and_keeps_to_the_limits() {
    // 52 slides from the order, and no easy ones.
    let hard = file("cb8a\n9d74\nf362\n51e.");
    let instance = read(&hard).unwrap();
    let with = |limits| Means { limits, ..Means::default() };
    // With a mebibyte there is none that looks for lines, and no database: the search goes on without.
    for (limits, has_line) in [
        (Limits { states: 3_000_000, ..Limits::default() }, true),
        (Limits { states: 1_000_000, bytes: 1 << 20, ..Limits::default() }, false),
    ] {
        let report = instance.solve_at(&Line::default(), &with(limits), &mut Unwatched).unwrap();
        let Outcome::Stopped(stopped, line) = report.outcome else { panic!("{:?}", report.outcome) };
        assert_eq!((stopped, line.is_some()), (StopReason::States, has_line));
        if let Some(line) = line {
            let verdict = instance.after(&Line(line)).unwrap().verdict();
            assert!(verdict.solves && verdict.value == report.value && report.value.cost.unwrap() >= 52);
        }
        assert!(report.bound.cost.unwrap() > 30);
        assert!(report.stats.peak_bytes <= limits.bytes);
    }
}

#[test]
fn half_of_all_orders_are_told_apart_without_a_search() {
    let swapped = read(&file("1234\n5678\n9abc\ndfe.")).unwrap();
    let report = swapped.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((report.outcome, report.stats.expanded), (Outcome::Unsolvable, 0));
    assert_eq!(report.reason.unwrap().code(), "odd");
}

#[test]
fn no_finder_looks_for_the_first_line_of_what_is_impossible() {
    let swapped = read(&file("1234\n5678\n9abc\ndfe.")).unwrap();
    let first = Solve { wanted: Wanted::First(1), width: None };
    let report = swapped.start().ask(first, &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((report.outcome, report.stats.expanded), (Outcome::Unsolvable, 0));
    assert_eq!(report.reason.unwrap().code(), "odd");
}

#[test]
fn in_a_single_row_or_column_tiles_keep_their_order() {
    let first = Solve { wanted: Wanted::First(1), width: None };
    for board in ["21.", "231.", "2314567.", "2\n1\n.", "2\n3\n1\n."] {
        let instance = read(&file(board)).unwrap();
        for solve in [first, Solve::default()] {
            let report = instance.start().ask(solve, &Means::default(), &mut Unwatched).unwrap();
            assert_eq!(report.outcome, Outcome::Unsolvable, "{board}");
        }
    }
    for board in [".123456", "1\n.\n2"] {
        let instance = read(&file(board)).unwrap();
        for solve in [first, Solve::default()] {
            let report = instance.start().ask(solve, &Means::default(), &mut Unwatched).unwrap();
            let least = if board.len() == 7 { 6 } else { 1 };
            assert_eq!(report.outcome.found().map(|line| line.len()), Some(least), "{board}");
        }
    }
}

#[test]
fn boards_may_be_rows_of_numbers() {
    for (text, first) in [
        ("1 2 3\n4 5 6\n7 0 8\n", "8"),
        ("1,2,3\n4,5,6\n7,0,8", "8"),
        (" 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14  0 15", "15"),
    ] {
        let report =
            read(text).unwrap().solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!(report.outcome, Outcome::Solved(vec![first.to_owned()]), "{text}");
    }
}

#[test]
fn bad_boards_are_refused_with_place_and_remedy() {
    for (text, message) in [
        (file("12\n3"), "the board is no rectangle: make its rows equally long"),
        (file("12\n34"), "there is no gap: draw '.'"),
        (file("12\n.."), "row 2, column 2: a second gap: there is only one"),
        (file("12\n2."), "row 2, column 1: a second tile 2: there is only one"),
        (file("12\n3.") + "goal = '''\n12\n4.'''", "in the goal: there is no tile 3: draw '3'"),
        (
            file("12\n3.") + "goal = '''\n12\n33'''",
            "row 2, column 2: in the goal: a second tile 3: there is only one",
        ),
    ] {
        assert_eq!(read(&text).err().unwrap(), message);
    }
}

#[test]
fn letters_are_moves_of_the_gap() {
    let instance = read(&file("123\n4.6\n758")).unwrap();
    for text in ["DR", "D R", "5 8", "D 8", "1D1R", "5 R"] {
        let verdict = instance.check(&instance.read_line(text));
        assert!(verdict.solves && verdict.value.cost == Some(2), "{text}");
    }
    for (text, at, said) in [
        (
            "DD",
            1,
            "the gap cannot go D here: letters are moves of the gap; where yours are those of the tile, exchange U with D and L with R",
        ),
        ("dr", 0, "dr is no move: write a tile's number, or U, D, L, R in capitals for moves of the gap"),
        ("D8", 0, "D8 is not a legal move here, as 2 is"),
        ("3", 0, "3 is not a legal move here, as 2 is"),
    ] {
        let fault = instance.check(&instance.read_line(text)).fault.expect(text);
        assert_eq!((fault.at, fault.reason.to_string()), (at, said.to_owned()), "{text}");
    }
}

/// Rows, columns, and an order of the tiles.
fn board() -> impl Strategy<Value = (usize, Tiles)> {
    (1..=3_usize, 1..=3_usize).prop_flat_map(|(rows, columns)| {
        Just(ordered(rows * columns)).prop_shuffle().prop_map(move |tiles| (columns, tiles))
    })
}

/// Files, half of which have no solution.
pub(crate) fn files() -> impl Strategy<Value = String> {
    board().prop_map(|(columns, tiles)| file(&drawn(&tiles, columns)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(40), ..ProptestConfig::default() })]

    #[test]
    fn random_lines_are_written_in_letters_and_read_back(
        (columns, mut tiles) in board(), choices in prop::collection::vec(0..4_usize, 0..30),
    ) {
        let instance = read(&file(&drawn(&tiles, columns))).unwrap();
        let (mut line, mut letters) = (Vec::new(), String::new());
        let place = |tiles: &Tiles| {
            let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
            (gap / columns, gap % columns)
        };
        for choice in choices {
            let slides = slides(&tiles, columns);
            if slides.is_empty() {
                return Ok(());
            }
            let (tile, next) = slides[choice % slides.len()].clone();
            let ((row, column), (to, across)) = (place(&tiles), place(&next));
            letters.push(match (to.cmp(&row), across.cmp(&column)) {
                (Less, _) => 'U',
                (Greater, _) => 'D',
                (_, Less) => 'L',
                _ => 'R',
            });
            line.push(tile.to_string());
            tiles = next;
        }
        let written = |line: &[String]| instance.start().line_notations(line)[0].text.clone().unwrap();
        prop_assert_eq!(written(&line), &letters[..]);
        let read = instance.read_line(&letters);
        prop_assert_eq!(written(&read.0), letters);
        let scene = |line| instance.scene_at(&line).unwrap();
        prop_assert_eq!(scene(read), scene(Line(line)));
    }

    #[test]
    fn random_boards_agree_with_plain_breadth_first_search((columns, tiles) in board()) {
        let instance = read(&file(&drawn(&tiles, columns))).unwrap();
        let plain = distances(tiles.clone(), columns).get(&ordered(tiles.len())).copied();
        prop_assert_eq!(solved(&*instance, &tiles, columns, &Means::default()), plain);
    }
}
