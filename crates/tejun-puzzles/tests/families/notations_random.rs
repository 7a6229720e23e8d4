//! Notations over random puzzles: what is written is read back, and what is damaged is no other puzzle.

use proptest::prelude::*;
use tejun_puzzles::question::Explore;
use tejun_puzzles::{CellId, Instance, Means, Position, Registry};
use tejun_search::{Limits, Outcome, Unwatched};

use crate::common::cases;

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, None).map_err(|error| error.to_string())
}

/// What tells positions apart, whatever the letters of their pieces.
fn essence(position: &dyn Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let means = Means { limits: Limits { states: 300, ..Limits::default() }, ..Means::default() };
    let explored = position.ask(Explore::default(), &means, &mut Unwatched).unwrap();
    let whole = matches!(explored.outcome, Outcome::Solved(_));
    let scene = position.scene();
    let place = |cell: &CellId| (scene.cells[*cell].row, scene.cells[*cell].column);
    let mut pieces: Vec<Vec<(usize, usize)>> =
        scene.pieces.iter().map(|piece| piece.cells.iter().map(place).collect()).collect();
    pieces.sort_unstable();
    let choices = position.choices().len();
    (pieces, choices, scene.cells.len(), whole.then_some((explored.states, explored.levels, explored.goals)))
}

/// Each notation of a position is read back as the same; their names are added.
fn read_back(position: &dyn Position, names: &mut Vec<&'static str>) {
    for notation in position.notations() {
        let Ok(text) = notation.text else { continue };
        let back = read(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", notation.name));
        assert_eq!(back.family().name, position.instance().family().name, "{text}");
        // Some levels get a wall around them.
        if notation.name != "desktop" {
            assert_eq!(essence(&*back.start()), essence(position), "{}\n{text}", notation.name);
        }
        let again = back.start().notations().into_iter().find(|again| again.name == notation.name);
        assert_eq!(again.and_then(|again| again.text.ok()).as_ref(), Some(&text), "{}", notation.name);
        names.push(notation.name);
    }
}

/// Writes the puzzle of a file, and again after some moves.
fn after(file: &str, steps: &[prop::sample::Index], names: &mut Vec<&'static str>) {
    let Ok(instance) = read(file) else { return };
    let mut position = instance.start();
    read_back(&*position, names);
    for step in steps {
        let choices = position.choices();
        if choices.is_empty() {
            break;
        }
        position.play(&step.get(&choices).text).unwrap();
    }
    read_back(&*position, &mut Vec::new());
}

fn rows(cells: &[char], columns: usize) -> String {
    cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Pieces of some shapes, each with a letter, as many as fit.
fn laid(shapes: &[(usize, usize, usize)], columns: usize, cells: usize, letters: &str) -> Vec<char> {
    let mut board = vec!['.'; cells];
    let mut letters = letters.chars();
    for &(high, wide, at) in shapes {
        let head = at % cells;
        let fits = head % columns + wide <= columns && head / columns + high <= cells / columns;
        let covered: Vec<usize> =
            (0..high).flat_map(|down| (0..wide).map(move |right| head + down * columns + right)).collect();
        if fits && covered.iter().all(|&cell| board[cell] == '.') {
            let Some(letter) = letters.next() else { break };
            covered.into_iter().for_each(|cell| board[cell] = letter);
        }
    }
    board
}

fn numbers(rows: usize, columns: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..rows * columns).collect::<Vec<usize>>()).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(400), ..ProptestConfig::default() })]

    #[test]
    fn tiles_read_back(
        (columns, tiles) in (1usize..=5, 1usize..=5)
            .prop_filter("two cells", |(rows, columns)| rows * columns > 1)
            .prop_flat_map(|(rows, columns)| (Just(columns), numbers(rows, columns))),
        steps in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let tile = |&tile: &usize| ".123456789abcdefghijklmno".chars().nth(tile).unwrap();
        let board = rows(&tiles.iter().map(tile).collect::<Vec<char>>(), columns);
        let mut names = Vec::new();
        after(&format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\n"), &steps, &mut names);
        prop_assert!(names.contains(&"id"));
        let height = tiles.len() / columns;
        prop_assert_eq!(names.contains(&"numbers"), height > 1 && (columns > 1 || height.isqrt().pow(2) != height));
        prop_assert_eq!(names.contains(&"digits"), height == columns && columns > 2);
    }

    #[test]
    fn pegs_read_back(
        columns in 1usize..=7,
        paint in prop::collection::vec(0usize..12, 4..49),
        walls in any::<bool>(),
        steps in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let sign = |&paint: &usize| match paint {
            0..=1 if walls => '#',
            0..=6 => 'o',
            _ => '.',
        };
        let whole = paint.len() / columns * columns;
        let board = rows(&paint[..whole].iter().map(sign).collect::<Vec<char>>(), columns);
        let mut names = Vec::new();
        after(&format!("puzzle = 'peg-solitaire'\nboard = '''\n{board}'''\n"), &steps, &mut names);
    }

    #[test]
    fn cars_read_back(
        (rows_, columns) in (3usize..=8, 3usize..=8),
        shapes in prop::collection::vec((0usize..4, 0usize..64), 0..14),
        red in any::<[prop::sample::Index; 2]>(),
        letters in Just("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".chars().collect::<Vec<char>>()).prop_shuffle(),
    ) {
        let cells = rows_ * columns;
        let red = red[0].index(rows_) * columns + red[1].index(columns - 1);
        let car = |&(kind, at): &(usize, usize)| {
            let (high, wide) = [(1, 2), (1, 3), (2, 1), (3, 1)][kind];
            (high, wide, at)
        };
        let shapes: Vec<(usize, usize, usize)> = [(1, 2, red)].into_iter().chain(shapes.iter().map(car)).collect();
        let letters: String = letters.into_iter().collect();
        let board = laid(&shapes, columns, cells, &letters);
        let mut goal = vec!['.'; cells];
        let end = (red / columns + 1) * columns;
        let letter = letters.chars().next().unwrap();
        goal[end - 2..end].fill(letter);
        let [board, goal] = [board, goal].map(|cells| rows(&cells, columns));
        let file = format!("puzzle = 'sliding'\naxis = 'long'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n");
        let mut names = Vec::new();
        after(&file, &[], &mut names);
        prop_assert!((rows_, columns) == (5, 4) || names.contains(&"rushhour-rows"), "{file}");
        prop_assert_eq!(names.contains(&"rushhour"), (rows_, columns) == (6, 6));
    }

    #[test]
    fn blocks_read_back(
        rows_ in 4usize..=7,
        shapes in prop::collection::vec((0usize..4, 0usize..28), 2..16),
        square in 0usize..20,
        steps in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let block = |&(kind, at): &(usize, usize)| {
            let (high, wide) = [(1, 1), (1, 2), (2, 1), (1, 1)][kind];
            (high, wide, at)
        };
        let square = square % 3 + square / 3 % (rows_ - 1) * 4;
        let shapes: Vec<(usize, usize, usize)> = [(2, 2, square)].into_iter().chain(shapes.iter().map(block)).collect();
        let board = laid(&shapes, 4, 4 * rows_, "abcdefghijklmnopqrstuvwxyz");
        let mut goal = vec!['.'; board.len()];
        let exit = (rows_ - 2) * 4 + 1;
        [0, 1, 4, 5].into_iter().for_each(|cell| goal[exit + cell] = 'a');
        let free = board.iter().filter(|c| **c == '.').count();
        let [board, goal] = [board, goal].map(|cells| rows(&cells, 4));
        let mut names = Vec::new();
        after(&format!("puzzle = 'sliding'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n"), &steps, &mut names);
        prop_assert_eq!(names.contains(&"klotski"), rows_ == 5);
        prop_assert_eq!(names.contains(&"klotski-code"), rows_ == 5 && free > 1);
    }
}

/// The texts of all notations, and the families that they are of.
fn examples() -> Vec<(&'static str, &'static str)> {
    let registry = Registry::standard();
    let families = registry.families();
    let of = |family: &tejun_puzzles::Family| {
        let name = family.info.name;
        family.info.notations.iter().map(move |notation| (name, notation.example)).collect::<Vec<_>>()
    };
    families.flat_map(of).collect()
}

fn one_line(text: &str) -> Option<&'static str> {
    match read(text) {
        Ok(instance) => Some(instance.family().name),
        Err(error) => {
            assert!(!error.contains(char::is_control), "{text:?}: {error:?}");
            assert!(text.contains("puzzle") || !error.contains("expected `"), "{text:?}: {error}");
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(20_000), ..ProptestConfig::default() })]

    /// A notation of which a part is missing is the same game or none.
    #[test]
    fn cut_notations_are_no_other_game(example in any::<prop::sample::Index>(), cut in any::<[prop::sample::Index; 2]>()) {
        let (family, text) = *example.get(&examples());
        let mut at = cut.map(|cut| cut.index(text.len() + 1));
        at.sort_unstable();
        let cut = format!("{}{}", &text[..at[0]], &text[at[1]..]);
        let is_part_of_a_level = family == "puzzlescript";
        let read = one_line(&cut);
        prop_assert!(is_part_of_a_level || read.is_none_or(|read| read == family), "{read:?}: {cut}");
    }

    /// Two notations in a text, and any characters, are an answer or one line.
    #[test]
    fn mixed_notations_and_any_characters_are_one_line(
        mixed in any::<[prop::sample::Index; 2]>(),
        cut in any::<[prop::sample::Index; 2]>(),
        noise in "[ -~\n.o0#|+1-9A-Ex]{0,60}",
        between in prop::sample::select(vec!["\n", "", "\n\n", " ", ",", "|"]),
    ) {
        let all = examples();
        let [one, other] = mixed.map(|index| index.get(&all).1);
        let (one, other) = (&one[..cut[0].index(one.len() + 1)], &other[cut[1].index(other.len() + 1)..]);
        one_line(&format!("{one}{between}{other}"));
        one_line(&format!("{one}{between}{noise}"));
        one_line(&noise);
    }
}
