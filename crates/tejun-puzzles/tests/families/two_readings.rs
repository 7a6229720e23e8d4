//! Texts that could be read in two ways: each is read in one, or refused with the remedy.

use std::collections::{HashMap, VecDeque};

use tejun_puzzles::question::Solve;
use tejun_puzzles::{
    Family, FamilyInfo, Instance, Means, NotationInfo, PegSolitaire, Registry, Sentence, SlidingTiles,
};
use tejun_search::{Outcome, Unwatched};

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, None).map_err(|error| error.to_string())
}

/// The families whose notations take a text.
fn family(text: &str) -> Option<&'static str> {
    read(text).ok().map(|instance| instance.family().name)
}

#[test]
fn rows_of_numbers_are_tiles_and_no_map() {
    for text in ["1 2 3\n4 0 5\n7 8 6\n", "1\n0\n", "2\n0\n1\n", "5 3\n1 2\n4 0\n"] {
        assert_eq!(family(text), Some("sliding-tiles"), "{text:?}: {:?}", read(text).err());
    }
    // Digits in a row, and the size before the rows.
    for text in ["123456780", "867254301", "2\n1 2\n3 0\n", "3\n1 2 3\n4 5 6\n7 8 0\n"] {
        assert_eq!(family(text), Some("sliding-tiles"), "{text:?}: {:?}", read(text).err());
    }
    // What is neither is not said to be a map.
    for text in ["1230\n", "123456788"] {
        let error = read(text).err().unwrap_or_else(|| panic!("{text:?} is read"));
        assert!(
            !error.contains("time limit") && !error.contains("width") && !error.contains("height"),
            "{error}"
        );
    }
}

#[test]
fn a_word_beside_a_level_does_not_make_it_a_game() {
    for word in ["Levels", "RULES", "Legend", "sounds"] {
        let level = format!("{word}\n\n#####\n#@$.#\n#####\n");
        assert_eq!(family(&level), Some("sokoban"), "{level}");
    }
    // What has its headings is one, whatever else its levels could be.
    let game = include_str!("../../library/puzzlescript/a-push.toml");
    let (_, source) = game.split_once("'''\n").unwrap();
    let source = source.rsplit_once("'''").unwrap().0;
    assert_eq!(family(source), Some("puzzlescript"));
}

/// Boards that look alike in several games, and whose they are by what is on them.
#[test]
fn boards_of_walls_are_told_apart_by_what_is_on_them() {
    let sokoban = "#####\n#@$.#\n#####\n";
    let desktop = "######\n#a**b#\n#a**b#\n#cdde#\n#c  e#\n##--##\n    ..\n    ..\n";
    let digits = desktop.replace(['a', 'b', 'c', 'd', 'e'], "1").replacen("1**1", "2**3", 2);
    let contest = "20\n5 3\n#####\n#@..#\n#####\n";
    for (text, whose) in [(sokoban, "sokoban"), (desktop, "sliding"), (contest, "pacman")] {
        assert_eq!(family(text), Some(whose), "{text}");
    }
    // Digits number pieces here, and repeat nothing as in levels on one line.
    assert_eq!(read(&digits).err(), None, "{digits}");
}

#[test]
fn levels_of_sokoban_are_not_taken_for_blocks() {
    // One line with bars is Sokoban's, also where the man is missing.
    let error = read("5#|#*.#|5#").err().unwrap();
    assert!(error.contains("man"), "{error}");
    let letters = "#####\n#pb.#\n# * #\n#####\n";
    let error = read(letters).err().unwrap();
    assert_eq!(
        error,
        "this is a level of GNOME Klotski, or of Sokoban with p and b for man and boxes: write those as @ and $, or name the pieces of Klotski with other letters"
    );
    // Both remedies are some.
    assert_eq!(family(&letters.replace('p', "@").replace('b', "$")), Some("sokoban"));
    assert_eq!(family(&letters.replace('p', "c").replace('b', "d")), Some("sliding"));
}

/// A family whose notation is a single word.
fn of_a_word(info: &'static FamilyInfo, like: Family) -> Family {
    Family { info, ..like }
}

#[test]
fn a_text_of_two_families_is_refused_with_their_names() {
    fn pegs(text: &str) -> Option<Result<String, tejun_puzzles::InputError>> {
        (text.trim() == "oo.").then(|| Ok("puzzle = 'peg-solitaire'\nboard = 'oo.'\n".to_owned()))
    }
    fn tiles(text: &str) -> Option<Result<String, tejun_puzzles::InputError>> {
        (text.trim() == "oo.").then(|| Ok("puzzle = 'sliding-tiles'\nboard = '.1'\n".to_owned()))
    }
    fn no_tiles(text: &str) -> Option<Result<String, tejun_puzzles::InputError>> {
        (text.trim() == "oo.").then(|| Ok("puzzle = 'sliding-tiles'\nboard = '1'\n".to_owned()))
    }
    let leak = |info: FamilyInfo| -> &'static FamilyInfo { Box::leak(Box::new(info)) };
    fn table(read: fn(&str) -> Option<Result<String, tejun_puzzles::InputError>>) -> &'static [NotationInfo] {
        static ABOUT: Sentence = Sentence::english("word", "a word");
        Box::leak(Box::new([NotationInfo::new("word", &ABOUT, "oo.", read)]))
    }
    let as_pegs = || {
        let family = Family::of::<PegSolitaire>();
        of_a_word(leak(FamilyInfo { notations: table(pegs), ..*family.info }), family)
    };
    let as_tiles = |read| {
        let family = Family::of::<SlidingTiles>();
        of_a_word(leak(FamilyInfo { notations: table(read), ..*family.info }), family)
    };
    let both = Registry::default().with(as_pegs()).with(as_tiles(tiles));
    assert_eq!(
        both.read("oo.", None).err().unwrap().to_string(),
        "the text makes a puzzle of peg-solitaire and one of sliding-tiles: write a file that says which, with puzzle = \"peg-solitaire\" and its board"
    );
    // Where the text makes a puzzle of one of them alone, it is that one, in whichever order they are asked.
    for registry in [
        Registry::default().with(as_pegs()).with(as_tiles(no_tiles)),
        Registry::default().with(as_tiles(no_tiles)).with(as_pegs()),
    ] {
        assert_eq!(registry.read("oo.", None).unwrap().family().name, "peg-solitaire");
    }
}

/// The boards that slides reach from one, by plain rules.
fn reached(from: &[u8], columns: usize) -> HashMap<Vec<u8>, u32> {
    let mut found = HashMap::from([(from.to_vec(), 0)]);
    let mut queue = VecDeque::from([from.to_vec()]);
    while let Some(board) = queue.pop_front() {
        let far = found[&board] + 1;
        let gap = board.iter().position(|&tile| tile == 0).unwrap();
        for other in 0..board.len() {
            let (row, column) =
                ((gap / columns).abs_diff(other / columns), (gap % columns).abs_diff(other % columns));
            if row + column == 1 {
                let mut next = board.clone();
                next.swap(gap, other);
                if !found.contains_key(&next) {
                    found.insert(next.clone(), far);
                    queue.push_back(next);
                }
            }
        }
    }
    found
}

/// Rows of numbers go in order with the gap last. Where that cannot be and the other usual order can, the answer says so.
#[test]
fn tiles_that_can_be_put_in_order_only_with_the_gap_first_are_told_so() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let cells = rows * columns;
        let gap_last: Vec<u8> = (1..cells as u8).chain([0]).collect();
        let gap_first: Vec<u8> = (0..cells as u8).collect();
        let [last, first] = [&gap_last, &gap_first].map(|goal| reached(goal, columns));
        let mut boards = vec![Vec::new()];
        for _ in 0..cells {
            boards = boards
                .into_iter()
                .flat_map(|board: Vec<u8>| {
                    let free = (0..cells as u8).filter(|tile| !board.contains(tile)).collect::<Vec<_>>();
                    free.into_iter().map(move |tile| [&board[..], &[tile]].concat())
                })
                .collect();
        }
        let drawn = |board: &[u8], between: &str| {
            let row = |row: &[u8]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
            board.chunks(columns).map(row).collect::<Vec<_>>().join("\n")
        };
        for board in boards.into_iter().step_by(7) {
            let solve = |text: &str| {
                let start = read(text).unwrap().start();
                start.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap()
            };
            let solution = solve(&drawn(&board, " "));
            assert_eq!(solution.value.cost, last.get(&board).map(|&far| far.into()), "{board:?}");
            let hint =
                solution.reason.is_some_and(|reason| reason.to_string().contains("with the gap first"));
            assert_eq!(hint, !last.contains_key(&board) && first.contains_key(&board), "{board:?}");
            if hint {
                // The remedy is one.
                let [board, goal] = [&board, &gap_first].map(|board| drawn(board, "").replace('0', "."));
                let file =
                    format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n");
                assert!(matches!(solve(&file).outcome, Outcome::Solved(_)), "{file}");
            }
        }
    }
}
