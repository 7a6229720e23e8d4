//! Gates, which only some sliding pieces may enter, and the levels of GNOME Klotski, which have them.

use crate::common;
use crate::plain_bounds;

use common::AtLine;
use plain_bounds::{Painted, Plain, painted};
use proptest::prelude::*;
use tejun_puzzles::{Gesture, InputError, Instance, Lang, Line, Mark, Means, Registry};
use tejun_search::{Outcome, Unwatched};

use crate::common::cases;

fn read(text: &str) -> Result<Box<dyn Instance>, InputError> {
    Registry::standard().read(text, None)
}

fn cost(text: &str) -> Option<i64> {
    let instance = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let solution = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    if let Outcome::Solved(line) = &solution.outcome {
        let line = Line(line.clone());
        assert_eq!(instance.read_line(&line.to_string()), line);
        assert!(instance.check(&line).solves, "{text}");
    }
    solution.value.cost
}

/// A board with up to two gates, and who may enter each.
fn puzzle() -> impl Strategy<Value = (String, String, [String; 2])> {
    (painted("-+"), any::<[u32; 2]>()).prop_map(|(Painted { board, goal, pieces }, enters)| {
        let may =
            |bits: u32| pieces.iter().filter(|&&letter| bits >> (letter as u32 - 97) & 1 == 1).collect();
        (board, goal, enters.map(may))
    })
}

/// The gates that are on the board, and who may enter each.
fn gates<'a>(board: &str, enters: [&'a str; 2]) -> Vec<(char, &'a str)> {
    ['-', '+'].into_iter().zip(enters).filter(|&(gate, _)| board.contains(gate)).collect()
}

fn file(board: &str, goal: &str, gates: &[(char, &str)], metric: &str) -> String {
    let keys: Vec<String> = gates.iter().map(|(gate, may)| format!("'{gate}' = '{may}'")).collect();
    format!(
        "puzzle = 'sliding'\nmetric = '{metric}'\ngates = {{ {} }}\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n",
        keys.join(", ")
    )
}

/// Files with a gate, not all of which are taken.
pub(crate) fn files() -> impl Strategy<Value = String> {
    let metric = prop::sample::select(vec!["moves", "slides", "steps"]);
    (puzzle(), metric).prop_filter_map("there is no gate", |((board, goal, [minus, plus]), metric)| {
        let gates = gates(&board, [&minus, &plus]);
        (!gates.is_empty()).then(|| file(&board, &goal, &gates, metric))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn random_boards((board, goal, [minus, plus]) in puzzle()) {
        let gates = gates(&board, [&minus, &plus]);
        prop_assume!(!gates.is_empty());
        for metric in ["moves", "slides", "steps"] {
            let text = file(&board, &goal, &gates, metric);
            // Not taken: a goal of another shape or on a gate, or a gate that nobody can pass.
            let instance = read(&text);
            prop_assume!(instance.is_ok());
            let instance = instance.unwrap();
            let plain = Plain::new(&board, &goal, |_| false, &gates);
            prop_assert_eq!(instance.choices_at(&Line::default()).unwrap().len(), plain.choices(metric));
            if let Some(expected) = plain.solve(metric, 1000) {
                prop_assert_eq!(cost(&text), expected, "{}", text);
            }
        }
    }
}

const GATED: &str =
    "puzzle = 'sliding'\ngates = { '-' = '*' }\nboard = '''\n*.-.\na...'''\ngoal = '''\n...*\n....'''\n";

#[test]
fn who_may_not_enter_is_told_so_in_three_languages() {
    let instance = read(GATED).unwrap();
    assert_eq!(cost(GATED), Some(1));
    let barred = read(&GATED.replace("= '*'", "= 'a'")).unwrap();
    let fault = barred.check(&Line(vec!["*rr".to_owned()])).fault.unwrap().reason;
    assert_eq!(
        [Lang::En, Lang::Ja, Lang::Zh].map(|lang| fault.text(lang)),
        ["piece * may not enter the gate -", "駒 * は門 - に入れません", "棋子 * 不能进入门 -"]
    );
    // The other way round is open to it.
    assert_eq!(cost(&GATED.replace("= '*'", "= 'a'")), Some(1));
    let carry = |piece: usize, to: usize| {
        let gesture = Gesture::Carry { piece, to: vec![to] };
        instance
            .read_gesture_at(&Line::default(), &gesture)
            .map_err(|reason| (reason.text(Lang::En), reason.cells().to_vec()))
    };
    assert_eq!(carry(0, 2), Ok("*rr".to_owned()));
    assert_eq!(carry(1, 2), Err(("piece a may not enter the gate -".to_owned(), vec![2])));
    let scene = instance.scene_at(&Line::default()).unwrap();
    assert_eq!((scene.cells[2].mark, scene.cells[3].mark), (Mark::Gate, Mark::Goal));
    assert_eq!(scene.caption[0].text(Lang::En), "only * may enter the gate -");
}

/// Pieces of one shape that differ in the gates they pass do not take each other's place.
#[test]
fn gates_tell_pieces_of_one_shape_apart() {
    let text = |may: &str| {
        format!(
            "puzzle = 'sliding'\ngoal_match = 'shape'\ngates = {{ '-' = '{may}' }}\nboard = '''\n#b#\na-.'''\n\
                 goal = '''\n#.#\n..a'''\n"
        )
    };
    assert_eq!([cost(&text("a")), cost(&text("b")), cost(&text("ab"))], [Some(1), Some(1), Some(1)]);
    // The board is its own mirror image; with one gate open to one of two pieces, the puzzle is not.
    let classes = |may: &str| {
        let text =
            format!("puzzle = 'sliding'\ngates = {{ '-' = '{may}' }}\nboard = '''\naa-bb\n.....\n#...#'''\n");
        let explored = read(&text).unwrap().explore_at(&Line::default(), &Means::default());
        (explored.states, explored.classes)
    };
    let (all, half) = classes("ab");
    assert!(half < all);
    let (all, half) = classes("a");
    assert!(half < all, "a and b keep to their kinds, and the mirror image of each is of its kind");
}

#[test]
fn bad_gates_are_refused_with_place_and_remedy() {
    let board = "board = '''\n*.-.\naa..'''\n";
    for (gates, message) in [
        ("{ '-' = 'x' }", "gates names piece \"x\", and the board has none: name pieces of the board"),
        ("{ '-' = '' }", "gates names no piece: name one, or leave gates out"),
        ("{ '+' = '*' }", "gates: there is no + on the board: draw it, or leave it out"),
        ("{ '--' = '*' }", "gates: \"--\" cannot stand for a gate: use one character other than '.' and '#'"),
        ("{ '#' = '*' }", "gates: \"#\" cannot stand for a gate: use one character other than '.' and '#'"),
        ("{ '' = '*' }", "gates: \"\" cannot stand for a gate: use one character other than '.' and '#'"),
        ("3", "invalid type: integer `3`, expected a map, in `gates`"),
    ] {
        let refused = read(&format!("puzzle = 'sliding'\ngates = {gates}\n{board}")).err().unwrap();
        assert_eq!(refused.to_string(), message);
    }
    let refused = |board: &str, goal: &str| {
        let text = format!(
            "puzzle = 'sliding'\ngates = {{ '-' = 'a' }}\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n"
        );
        read(&text).err().unwrap().to_string()
    };
    assert_eq!(
        refused("aa.\n#-#", "...\n#.#"),
        "row 2, column 2: nobody can pass the gate -: name a piece that fits into it, or draw a wall"
    );
    assert_eq!(
        refused("a.-b", "..b."),
        "row 1, column 3: in the goal: piece b can never stand here, its axis or a gate keeps it away: \
         move it in the goal"
    );
    // A foot in the gate, and an arm on floor that the goal adds.
    let text = |gates: &str, gate: char| {
        format!("puzzle = 'sliding'\n{gates}board = '''\nGGG\n.G{gate}'''\ngoal = '''\n.GGG\n..G#'''\n")
    };
    assert_eq!([cost(&text("gates = { '=' = 'G' }\n", '=')), cost(&text("", '.'))], [Some(1), Some(1)]);
    assert_eq!(
        refused(".aa\n#-#", "aa..\n.#.#"),
        "row 2, column 2: nobody can pass the gate -: name a piece that fits into it, or draw a wall"
    );
    // A gate stands only where the board has it.
    assert_eq!(
        refused("a.-b", "-..a"),
        "row 1, column 1: in the goal: it names piece -, and the board has none: name a piece of the board, or set \
         goal_match = \"shape\""
    );
}

#[test]
fn a_level_of_the_desktop_is_taken_as_it_stands() {
    let level = "######\n#ab**#\n#acdd#\n#eff #\n#g  h#\n##--##\n  ..";
    assert_eq!(cost(level), Some(17));
    assert_eq!(cost(&format!("\u{feff}{}\r\n\n", level.replace('\n', "\r\n"))), Some(17));
    // Rows of a level may lack blanks at their end; without a gate there is no key for it.
    assert_eq!(cost("####\n#*a#\n#  #\n#. #\n####\n"), Some(1));
    let refused = |text: &str| read(text).err().unwrap().to_string();
    assert_eq!(
        refused(&format!("{} ", &level[..level.len() - 1])),
        "row 7, column 3: in the goal: piece * has another shape here than on the board: pieces do not turn"
    );
    assert_eq!(
        refused(&format!("{}\n{level}", " ".repeat(80))),
        "the board is too large: 8 rows of 80 are 640 cells, the most is 512"
    );
    // Levels of Sokoban are still its own.
    let sokoban = read("Title: a *\n#####\n#@$.#\n#*  #\n#####\n").unwrap();
    assert_eq!(sokoban.about().puzzle, "sokoban");
}
