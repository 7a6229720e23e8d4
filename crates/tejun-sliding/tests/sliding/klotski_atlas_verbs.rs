//! What the verbs of the atlas and the solver tell from it, compared with the atlas itself.

use crate::common;
use crate::klotski_atlas::{ATLAS, Scratch, layout, neighbours, puzzle};

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use common::{AtLine, value};
use serde_json::{Value, json};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Call, Ending, Line, Means, Observer, Registry, Scene, VerbAnswer, Wanted};
use tejun_search::{Limits, Outcome, Unwatched};

/// The layout shown by a scene.
fn drawn(scene: &Scene) -> String {
    let mut board = vec!['.'; 20];
    for piece in &scene.pieces {
        let kind = match piece.cells[..] {
            [_] => '1',
            [a, b] if b == a + 1 => 'h',
            [_, _] => 'v',
            _ => 'B',
        };
        piece.cells.iter().for_each(|&cell| board[cell] = kind);
    }
    board.into_iter().collect()
}

/// Runs a verb of the family with options and request settings.
pub(crate) fn run(
    path: &[&str],
    arguments: &[&str],
    given: &[(&'static str, &str)],
    means: Means,
    observer: &mut dyn Observer,
) -> Result<VerbAnswer, String> {
    let registry = Registry::standard();
    let verb = registry.families().flat_map(|family| family.verbs()).find(|verb| verb.path == path).unwrap();
    assert_eq!(verb.arguments.len(), arguments.len());
    let known = |name: &str| verb.options.iter().any(|option| option.name == name);
    assert!(given.iter().all(|(name, _)| known(name)));
    let call = Call {
        arguments: arguments.iter().map(|text| text.to_string()).collect(),
        given: given.iter().map(|&(name, value)| (name, value.to_owned())).collect(),
        means,
    };
    (verb.run)(&call, observer).map_err(|error| error.to_string())
}

/// A request whose data directory holds an atlas, which three threads have built.
pub(crate) static KEPT: LazyLock<Means> = LazyLock::new(|| {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("atlas-kept");
    let _ = fs::remove_dir_all(&data);
    let request = Means { data: Some(data), threads: 3, ..Means::default() };
    let built = run(&["atlas", "build"], &[], &[], request.clone(), &mut Unwatched).unwrap();
    assert_eq!(value(&built.details)["outcome"], "solved");
    request
});

fn options(path: &[&str], arguments: &[&str], given: &[(&'static str, &str)]) -> Result<VerbAnswer, String> {
    run(path, arguments, given, KEPT.clone(), &mut Unwatched)
}

#[test]
fn query_tells_the_distance_the_best_moves_and_the_place() {
    let answer = options(&["atlas", "query"], &["vBBvvBBvvhhvv11v1..1"], &[]).unwrap();
    assert_eq!(answer.ending, Ending::Done);
    assert_eq!(value(&answer.details)["distance"], 81);
    assert_eq!(value(&answer.details)["pieces"], "1h,4v,4u");
    assert_eq!(value(&answer.details)["best_moves"], json!(["gd", "hd", "ir", "jl"]));
    let place = |name: &str| value(&answer.details)["place"][name].as_u64().unwrap();
    assert_eq!(place("layouts"), 65_880);
    assert_eq!(place("farther") + place("same") + place("nearer") + place("unsolvable"), place("layouts"));
    assert_eq!(
        value(&options(&["atlas", "query"], &["klotski:vBBvvBBvvhhvv11v1..1"], &[]).unwrap().details),
        value(&answer.details)
    );

    let none = options(&["atlas", "query"], &["vBBvvBBvvv1vvv1v1..1"], &[]).unwrap();
    assert_eq!((none.ending, &value(&none.details)["distance"]), (Ending::Unsolvable, &Value::Null));
    assert_eq!(value(&none.details)["best_moves"], json!([]));
    let exit = options(&["atlas", "query"], &["...........1.BB1.BB."], &[]).unwrap();
    assert_eq!(
        (&value(&exit.details)["distance"], &value(&exit.details)["best_moves"]),
        (&json!(0), &json!([]))
    );
    assert!(options(&["atlas", "query"], &["vBBv"], &[]).unwrap_err().contains("20 characters"));
    let elsewhere = options(&["atlas", "query"], &["vBBvvBBvvhhvv11v1..1"], &[("atlas", "/no/such.atlas")]);
    assert!(elsewhere.unwrap_err().starts_with("/no/such.atlas: there is no atlas here"));
    let nowhere = run(&["atlas", "query"], &["vBBvvBBvvhhvv11v1..1"], &[], Means::default(), &mut Unwatched);
    assert!(nowhere.unwrap_err().contains("--atlas"));
}

#[test]
fn hardest_lists_the_farthest_of_all_or_of_a_piece_set() {
    let all = options(&["atlas", "hardest"], &[], &[]).unwrap();
    assert_eq!(value(&all.details)["distance"], 138);
    assert_eq!(value(&all.details)["layouts"].as_array().unwrap().len(), 3);
    let set = options(&["atlas", "hardest"], &[], &[("pieces", "4u,4v,1h")]).unwrap();
    let distance = value(&set.details)["distance"].as_u64().unwrap();
    for entry in value(&set.details)["layouts"].as_array().unwrap() {
        assert_eq!(entry["pieces"], "1h,4v,4u");
        let found = options(&["atlas", "query"], &[entry["layout"].as_str().unwrap()], &[]).unwrap();
        assert_eq!(
            (&value(&found.details)["distance"], &value(&found.details)["place"]["farther"]),
            (&json!(distance), &json!(0))
        );
    }
    assert!(options(&["atlas", "hardest"], &[], &[("pieces", "7h,7v")]).unwrap_err().contains("piece set"));
}

#[test]
fn stats_tell_all_of_it() {
    let stats = value(&options(&["atlas", "stats"], &[], &[]).unwrap().details);
    let expected = [
        ("layouts", 29_334_498),
        ("solvable", 28_913_089),
        ("classes", 14_673_066),
        ("solvable_classes", 14_462_140),
        ("maximum", 138),
    ];
    for (key, number) in expected {
        assert_eq!(stats[key], number);
    }
    let sum = |list: &str, key: &str| {
        stats[list].as_array().unwrap().iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(sum("per_distance", "layouts"), 28_913_089);
    assert_eq!(sum("per_distance", "classes"), 14_462_140);
    assert_eq!(sum("per_piece_set", "layouts"), 29_334_498);
    assert_eq!(sum("per_piece_set", "solvable_classes"), 14_462_140);
    assert_eq!(stats["per_distance"][138], json!({ "distance": 138, "layouts": 6, "classes": 3 }));
}

#[test]
fn solve_looks_it_up_where_it_can_and_says_so() {
    let instance = puzzle("vBBvvBBvvhhvv11v1..1");
    let solve = |line: &Line, options: &Means| instance.solve_at(line, options, &mut Unwatched).unwrap();
    let looked_up = solve(&Line::default(), &KEPT);
    assert!(value(&looked_up.details)["atlas"].as_str().unwrap().ends_with("klotski.atlas"));
    assert_eq!(
        (looked_up.value.cost, looked_up.bound.cost, looked_up.stats.expanded),
        (Some(81), Some(81), 0)
    );
    let Outcome::Solved(mut line) = looked_up.outcome else { panic!() };
    let verdict = instance.check(&Line(line.clone()));
    assert!(verdict.solves && verdict.value.cost == Some(81));

    line.truncate(80);
    let last = solve(&Line(line), &KEPT);
    assert_eq!((last.value.cost, value(&last.details)["atlas"].is_string()), (Some(1), true));

    let searched = |options: Means| !value(&solve(&Line::default(), &options).details)["atlas"].is_string();
    let all = Solve { wanted: Wanted::All, width: None };
    let exits = instance.start().ask(all, &KEPT, &mut Unwatched).unwrap();
    assert!(!value(&exits.details)["atlas"].is_string());
    assert!(searched(Means { data: None, ..KEPT.clone() }));
    assert!(searched(Means { limits: Limits { depth: 80, ..Limits::default() }, ..KEPT.clone() }));
    let registry = Registry::standard();
    let text = registry.expand_short_form("klotski:vBBvvBBvvhhvv11v1..1").unwrap().unwrap();
    for (change, to) in [("board = '''", "metric = \"slides\"\nboard = '''"), (".bb.\n.bb.", "bb..\nbb..")] {
        assert!(text.contains(change), "{text}");
        let other = registry.read(&text.replace(change, to), None).unwrap();
        let report = other.solve_at(&Line::default(), &KEPT, &mut Unwatched).unwrap();
        assert!(!value(&report.details)["atlas"].is_string());
    }

    let scratch = Scratch::new("atlas-unusable");
    fs::write(scratch.0.join("klotski.atlas"), "what is this").unwrap();
    let report = solve(&Line::default(), &Means { data: Some(scratch.0.clone()), ..KEPT.clone() });
    assert!(
        report.value.cost == Some(81)
            && value(&report.details)["atlas_unusable"].as_str().unwrap().contains("not an atlas")
    );

    let none = puzzle("vBBvvBBvvv1vvv1v1..1").solve_at(&Line::default(), &KEPT, &mut Unwatched).unwrap();
    assert!(none.outcome == Outcome::Unsolvable && value(&none.details)["atlas"].is_string());
}

#[test]
fn generated_puzzles_have_what_they_claim() {
    let given = [("moves", "60..70"), ("pieces", "1h,4v,4u"), ("n", "4")];
    let request = Means { seed: 7, ..KEPT.clone() };
    let answer = run(&["generate", "klotski"], &[], &given, request.clone(), &mut Unwatched).unwrap();
    let told = value(&answer.details);
    let puzzles = told["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 4);
    for made in puzzles {
        let registry = Registry::standard();
        let text = registry.expand_short_form(made["instance"].as_str().unwrap()).unwrap().unwrap();
        for metric in ["moves", "slides", "steps"] {
            let report = registry
                .read(&text, Some(metric))
                .unwrap()
                .solve_at(&Line::default(), &Means::default(), &mut Unwatched)
                .unwrap();
            assert_eq!(json!(report.value.cost), made[metric], "{made} in {metric}");
        }
        let instance = registry.read(&text, None).unwrap();
        let whole = instance.explore_at(&Line::default(), &Means::default());
        assert_eq!(json!(whole.states), made["reachable"], "{made}");
        assert_eq!(json!(whole.shortest_lines.to_string()), made["shortest_lines"], "{made}");
        assert!((60..=70).contains(&made["moves"].as_i64().unwrap()));
        let line: Vec<String> = serde_json::from_value(made["line"].clone()).unwrap();
        let forced = (0..line.len()).filter(|&played| {
            let text = drawn(&instance.scene_at(&Line(line[..played].to_vec())).unwrap());
            let left = Some((line.len() - played) as u8);
            assert_eq!(ATLAS.distance(layout(&text)).unwrap(), left, "{made} after {played} moves");
            let nearer =
                neighbours(&text).into_iter().filter(|next| ATLAS.distance(layout(next)).unwrap() < left);
            nearer.count() == 1
        });
        assert_eq!(made["one_best_move"].as_f64(), Some(forced.count() as f64 / line.len() as f64), "{made}");
        assert_eq!(made["pieces"], "1h,4v,4u");
    }
    let again = run(&["generate", "klotski"], &[], &given, request, &mut Unwatched).unwrap();
    assert_eq!(value(&again.details), value(&answer.details));
    let other = run(&["generate", "klotski"], &[], &given, Means { seed: 8, ..KEPT.clone() }, &mut Unwatched)
        .unwrap();
    assert_ne!(value(&other.details), value(&answer.details));

    let refused = |given: &[(&'static str, &str)]| options(&["generate", "klotski"], &[], given).unwrap_err();
    assert!(refused(&[("moves", "200..300")]).contains("138"));
    assert!(refused(&[("moves", "70..60")]).contains("60..70"));
    assert!(refused(&[("n", "0")]).contains("at least 1"));
    // There are only three layouts at this distance, the maximum.
    let farthest = options(&["generate", "klotski"], &[], &[("moves", "138"), ("n", "9")]).unwrap();
    assert_eq!(value(&farthest.details)["puzzles"].as_array().unwrap().len(), 3);
}
