//! Sliding puzzles written in notations of other programs, and read back.

use crate::common;
use crate::plain_bounds;

use common::AtLine;
use plain_bounds::{Painted, painted};
use proptest::prelude::*;
use tejun_puzzles::{Instance, Line, Means, Position, Registry};
use tejun_search::{Limits, Outcome};

use crate::common::cases;

const KLOTSKI: &str =
    "board = '''\naBBc\naBBc\ndEEf\ndghf\ni..j'''\ngoal = '''\n....\n....\n....\n.BB.\n.BB.'''\n";
const LEVEL: &str = "######\n#ab**#\n#acdd#\n#eff #\n#g  h#\n##--##\n    ..";
const RUSH_HOUR: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

fn read(text: &str) -> Box<dyn Instance> {
    let text = if text.contains("= ") { format!("puzzle = 'sliding'\n{text}") } else { text.to_owned() };
    Registry::standard().read(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position in the notation of this name, or why it has no place there.
fn written(position: &dyn Position, name: &str) -> Result<String, String> {
    let notation = position.notations().into_iter().find(|notation| notation.name == name).unwrap();
    notation.text.map_err(|error| error.to_string())
}

/// What tells puzzles apart, whatever their letters and however many walls are around them.
fn essence(instance: &dyn Instance) -> impl PartialEq + std::fmt::Debug + use<> {
    let options = Means { limits: Limits { states: 1500, ..Limits::default() }, ..Means::default() };
    let explored = instance.explore_at(&Line::default(), &options);
    let whole = matches!(explored.outcome, Outcome::Solved(_));
    let choices = instance.choices_at(&Line::default()).unwrap().len();
    let scene = instance.scene_at(&Line::default()).unwrap();
    let mut sizes: Vec<usize> = scene.pieces.iter().map(|piece| piece.cells.len()).collect();
    sizes.sort_unstable();
    (choices, sizes, scene.cells.len(), whole.then_some((explored.states, explored.levels, explored.goals)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), ..ProptestConfig::default() })]

    /// Random boards with a gate for the piece of the goal, which stands there or not.
    #[test]
    fn levels_of_the_desktop_read_back(painted in painted("-"), rename in any::<bool>()) {
        let Painted { board, goal, .. } = painted;
        let Some(hero) = goal.chars().find(|c| c.is_alphabetic()) else { return Ok(()) };
        let gates = if board.contains('-') { format!("gates = {{ '-' = '{hero}' }}\n") } else { String::new() };
        let mut text = format!("puzzle = 'sliding'\n{gates}board = '''\n{board}'''\ngoal = '''\n{goal}'''\n");
        if rename {
            // Characters that mean something in levels.
            text = text.replace('b', "@").replace('c', "_").replacen("@oard", "board", 1);
        }
        let Ok(instance) = Registry::standard().read(&text, None) else { return Ok(()) };
        match written(&*instance.start(), "desktop") {
            Ok(level) => {
                let back = read(&level);
                prop_assert_eq!(essence(&*back), essence(&*instance), "{}\n{}", text, level);
                prop_assert_eq!(written(&*back.start(), "desktop"), Ok(level));
            }
            Err(error) => {
                let known = ["stands on the goal", "a gate lies on the goal", "no other piece"];
                prop_assert!(known.iter().any(|known| error.contains(known)), "{}: {}", error, text);
            }
        }
    }
}

#[test]
fn what_was_read_is_written_as_it_was() {
    assert_eq!(written(&*read(LEVEL).start(), "desktop"), Ok(LEVEL.to_owned()));
    assert_eq!(written(&*read(RUSH_HOUR).start(), "rushhour"), Ok(RUSH_HOUR.to_owned()));
    // A position later in the play.
    let after = read(LEVEL).after(&Line(vec!["gr".to_owned()])).unwrap();
    assert_eq!(written(&*after, "desktop"), Ok(LEVEL.replace("#g  h#", "# g h#")));
}

#[test]
fn cars_are_renamed_only_if_they_must() {
    let cars = "axis = 'long'\nboard = '''\n..o...\n..o...\n11o...\n......\n.....x\n.....x'''\n\
                goal = '''\n......\n......\n....11\n......\n......\n......'''\n";
    let text = written(&*read(cars).start(), "rushhour").unwrap();
    assert_eq!(text, "ooBooo ooBooo AABooo oooooo oooooC oooooC".replace(' ', ""));
    assert_eq!(essence(&*read(&text)), essence(&*read(cars)));
}

#[test]
fn what_has_no_place_is_refused_in_one_line() {
    let six = |keys: &str, board: [&str; 6], goal: &str| {
        let goal = format!("......\n......\n{goal}\n......\n......\n......");
        format!("{keys}board = '''\n{}'''\ngoal = '''\n{goal}'''\n", board.join("\n"))
    };
    let plain = ["......", "......", "AA.B..", "...B..", "......", "......"];
    let no_position = |what: &str| format!("this is no Rush Hour position: {what}");
    let not_alone = "its goal is not just one car at the right end of its row";
    for (text, message) in [
        (KLOTSKI.to_owned(), "the board has 5 rows of 4, not 6 of 6"),
        (six("", plain, "....AA"), "piece A moves in all directions: add axis = \"long\""),
        (six("axis = 'A'\n", plain, "....AA"), "piece B moves in all directions: add axis = \"long\""),
        (six("axis = 'long'\n", plain, "...AA."), not_alone),
        (
            six("axis = 'long'\n", plain, "...BAA").replacen(
                "......\n......\n...BAA",
                "......\n...B..\n...BAA",
                1,
            ),
            not_alone,
        ),
        (
            six("axis = 'long'\nmetric = 'steps'\n", plain, "....AA"),
            "it counts steps, which the notation cannot say: choose --metric moves",
        ),
        (
            six("axis = 'AB'\n", ["......", "......", "AA.B..", "...B..", ".c....", "......"], "....AA"),
            "piece c is not two or three cells in a line",
        ),
        (
            six("axis = 'long'\n", ["BBBB..", "......", "AA....", "......", "......", "......"], "....AA"),
            "piece B is not two or three cells in a line",
        ),
        (
            six(
                "axis = 'long'\ngates = { '-' = 'A' }\n",
                ["......", "......", "AA.-..", "......", "......", "......"],
                "....AA",
            ),
            "it has gates",
        ),
        (six("axis = 'long'\n", plain, "......AA"), "the board has 6 rows of 8, not 6 of 6"),
    ] {
        assert_eq!(written(&*read(&text).start(), "rushhour"), Err(no_position(message)), "{text}");
    }
    let file = |keys: &str, board: &str, goal: &str| {
        format!("{keys}board = '''\n{board}'''\ngoal = '''\n{goal}'''\n")
    };
    let cannot = |what: &str| format!("a level of GNOME Klotski cannot say this: {what}");
    let one = "its goal is not just one piece at one place";
    for (text, message) in [
        (KLOTSKI.to_owned(), "piece g stands on the goal"),
        (format!("metric = 'slides'\n{KLOTSKI}"), "it counts slides: choose --metric moves"),
        (file("", "a.b", "b.a"), one),
        ("board = 'ab.'\n".to_owned(), one),
        (file("goal_match = 'shape'\n", "ab.", "..a"), one),
        (file("axis = 'long'\n", "aa.b", ".aa."), "piece a moves along one axis only"),
        (file("", "a..", "..a"), "it has no other piece than the one that goes to the goal"),
        (
            file("gates = { '-' = 'ab' }\n", "a-.b", "..a."),
            "its gates are not for the one piece that goes to the goal",
        ),
        (file("gates = { '-' = 'a' }\n", "a.-b", "..a."), "a gate lies on the goal"),
        (
            file("", "a..b\n....", "....\n....\na   "),
            "where its goal leaves the board, nobody else may go: draw a gate there",
        ),
    ] {
        assert_eq!(written(&*read(&text).start(), "desktop"), Err(cannot(message)), "{text}");
    }
}
