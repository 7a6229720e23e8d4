//! The `generate` verbs: they can be stopped, and report what they found. The tests of `generate klotski`,
//! which needs an atlas, are with those of the atlas.

use crate::common;

use std::ops::ControlFlow;

use common::value;
use tejun_puzzles::question::{Explore, Hardest, Solve};
use tejun_puzzles::{Call, Ending, Found, Means, Observer, Registry, VerbAnswer};
use tejun_search::{Limits, Progress, StopReason, Unwatched, Watch};

fn run(
    family: &str,
    given: &[(&'static str, &str)],
    means: Means,
    observer: &mut dyn Observer,
) -> VerbAnswer {
    let registry = Registry::standard();
    let verbs = registry.families().flat_map(|family| family.verbs());
    let verb = verbs.into_iter().find(|verb| verb.path == ["generate", family]).unwrap();
    let given = given.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    (verb.run)(&Call { arguments: Vec::new(), given, means }, observer).unwrap()
}

/// Stops at this tick.
struct Stop(u32);

impl Watch for Stop {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(StopReason::Time) } else { ControlFlow::Continue(()) }
    }
}

impl Observer for Stop {
    fn found(&mut self, _: &Found) {}
}

const MANY: &str = "18446744073709551615";

#[test]
fn each_stops_when_it_is_told_to() {
    for (family, given) in [
        ("pacman", vec![("n", MANY)]),
        ("pacman", vec![("n", MANY), ("size", "128x128")]),
        ("packing", vec![("n", MANY), ("pieces", "FLPUV")]),
        ("packing", vec![("n", MANY), ("board", "5x4")]),
        // So few boards that most of those drawn are duplicates.
        ("tank-change", vec![("n", MANY), ("size", "4x4"), ("tanks", "1"), ("moves", "1..90")]),
        ("sliding", vec![("n", MANY), ("size", "3x3"), ("moves", "1..90")]),
        ("rushhour", vec![("n", MANY), ("moves", "900")]),
        ("rushhour", vec![("n", MANY), ("moves", "900"), ("walls", "6")]),
        ("sokoban", vec![("n", MANY)]),
    ] {
        for ticks in [1, 2, 5] {
            let answer = run(family, &given, Means::default(), &mut Stop(ticks));
            assert_eq!(value(&answer.details)["outcome"], "stopped", "{family} {given:?}");
            assert_eq!(
                (value(&answer.details)["reason"].as_str(), answer.ending),
                (Some("time"), Ending::Stopped)
            );
            let found = value(&answer.details)["puzzles"].as_array().unwrap().len();
            assert_eq!(value(&answer.details)["found"], found);
            assert!(
                found < ticks as usize
                    && answer.text.contains(&format!("found {found} of the {MANY} wanted"))
            );
        }
    }
}

#[test]
fn each_keeps_to_its_memory() {
    let limits = Limits { bytes: 20_000, ..Limits::default() };
    let request = Means { limits, ..Means::default() };
    let answer = run("pacman", &[("n", "1000000")], request, &mut Unwatched);
    assert_eq!(value(&answer.details)["reason"], "memory");
    let found = value(&answer.details)["found"].as_u64().unwrap();
    assert!((5..50).contains(&found) && answer.text.len() < 20_000, "{found}");
}

#[test]
fn what_is_wanted_and_found_is_told() {
    let whole = run("pacman", &[("n", "3")], Means { seed: u64::MAX, ..Means::default() }, &mut Unwatched);
    assert_eq!((&value(&whole.details)["found"], &value(&whole.details)["wanted"]), (&3.into(), &3.into()));
    assert!(!whole.text.contains("found") && whole.ending == Ending::Done);
    assert_eq!(value(&whole.details)["puzzles"][1]["seed"], 0);
    // No other set of four pieces fills it in exactly one way.
    let few = run("packing", &[("board", "5x4"), ("n", "5000")], Means::default(), &mut Unwatched);
    let found = value(&few.details)["puzzles"].as_array().unwrap().len();
    assert_eq!(
        (&value(&few.details)["found"], &value(&few.details)["wanted"]),
        (&found.into(), &5000.into())
    );
    assert!(found > 0 && few.text.ends_with(&format!("found {found} of the 5000 wanted\n")));
    assert_eq!(few.ending, Ending::Done);
    // Puzzles found before patience runs out are kept.
    let given = [("size", "4x4"), ("tanks", "1"), ("moves", "1..90"), ("n", "5000")];
    let few = run("tank-change", &given, Means::default(), &mut Unwatched);
    let found = value(&few.details)["found"].as_u64().unwrap();
    assert!(found > 0 && found < 5000 && few.ending == Ending::Stopped, "{found}");
}

/// The default of `--limit` is the one given in its help.
#[test]
fn the_time_of_a_map_is_twice_its_dots_and_20() {
    for (size, least) in [("9x9", 0), ("127x127", 1000)] {
        let made = run("pacman", &[("size", size)], Means::default(), &mut Unwatched);
        let told = value(&made.details);
        let text = told["puzzles"][0]["text"].as_str().unwrap();
        let (time, dots) = (text.lines().next().unwrap(), text.matches('.').count());
        assert_eq!(time, (2 * dots + 20).min(1000).max(least).to_string());
    }
    let registry = Registry::standard();
    let verb = registry
        .families()
        .flat_map(|family| family.verbs())
        .find(|verb| verb.path == ["generate", "pacman"]);
    let options = verb.unwrap().options;
    assert!(options.iter().any(|option| option.about.contains("twice the number of dots plus 20")));
}

/// Solves a drawn puzzle anew.
fn fewest(instance: &str) -> (i64, String) {
    let registry = Registry::standard();
    let text = registry.expand_short_form(instance).map_or_else(|| instance.to_owned(), Result::unwrap);
    let start = registry.read(&text, Some("moves")).unwrap().start();
    let solution = start.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    let space = start.ask(Explore::default(), &Means::default(), &mut Unwatched).unwrap();
    (solution.value.cost.unwrap(), space.shortest_lines.to_string())
}

#[test]
fn sliding_puzzles_have_the_length_and_are_as_unique_as_wanted() {
    for (family, given) in [
        ("sliding", vec![("moves", "6..9"), ("size", "3x4"), ("n", "3")]),
        ("sliding", vec![("moves", "8..30"), ("size", "3x4"), ("pieces", "1h,1v,2u"), ("n", "1")]),
        ("sliding", vec![("moves", "8..30"), ("size", "3x4"), ("unique", "start"), ("n", "1")]),
        ("sliding", vec![("moves", "3..30"), ("size", "3x3"), ("unique", "line"), ("n", "2")]),
        ("rushhour", vec![("moves", "6..8")]),
        ("rushhour", vec![("moves", "6..8"), ("walls", "3"), ("n", "2")]),
    ] {
        let options = Means { seed: 3, ..Means::default() };
        let answer = run(family, &given, options.clone(), &mut Unwatched);
        let told = value(&answer.details);
        assert_eq!((answer.ending, &told["found"]), (Ending::Done, &told["wanted"]), "{given:?}");
        let again = run(family, &given, Means { threads: 2, ..options }, &mut Unwatched);
        assert_eq!(value(&again.details), told, "{given:?}");
        let option = |name: &str| given.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let (first, last) = option("moves").unwrap().split_once("..").unwrap();
        let wanted = first.parse::<i64>().unwrap()..=last.parse().unwrap();
        for puzzle in told["puzzles"].as_array().unwrap() {
            let instance = puzzle["instance"].as_str().unwrap();
            assert_eq!(instance.starts_with("rushhour:"), family == "rushhour");
            if family == "rushhour" {
                let walls = instance.matches('x').count();
                assert_eq!(walls.to_string(), option("walls").unwrap_or("0"), "{instance}");
            }
            if given == [("moves", "6..8")] {
                // Without walls, a seed gives the puzzles that it always gave.
                assert_eq!(instance, "rushhour:BCDDEEBCoooFAAoooFooGGoHoooooHoooIIH");
            }
            let (moves, lines) = fewest(instance);
            assert_eq!(
                (puzzle["moves"].as_i64(), puzzle["shortest_lines"].as_str()),
                (Some(moves), Some(&*lines))
            );
            assert!(wanted.contains(&moves), "{puzzle}");
            match option("unique") {
                Some("start") => {
                    assert_eq!((&puzzle["as_far"], &puzzle["farthest"]), (&1.into(), &puzzle["moves"]));
                }
                Some(_) => assert_eq!(lines, "1"),
                None => assert!(puzzle["farthest"].as_i64() >= Some(moves)),
            }
        }
    }
}

/// Lengths, uniqueness and the line are those of the metric asked for.
#[test]
fn a_sliding_puzzle_is_as_long_as_wanted_in_any_metric() {
    let registry = Registry::standard();
    for metric in ["moves", "slides", "steps"] {
        for (family, given) in [
            ("sliding", vec![("moves", "8..40"), ("size", "3x4"), ("unique", "start")]),
            ("sliding", vec![("moves", "1..30"), ("size", "3x3"), ("unique", "line")]),
            ("rushhour", vec![("moves", "6..9")]),
        ] {
            if metric == "steps" && given.contains(&("unique", "line")) {
                // Two pieces that take turns can mostly do so in another order.
                continue;
            }
            let given = [&given[..], &[("metric", metric)]].concat();
            let told =
                value(&run(family, &given, Means { seed: 3, ..Means::default() }, &mut Unwatched).details);
            let (first, last) = given[0].1.split_once("..").unwrap();
            let wanted = first.parse::<i64>().unwrap()..=last.parse().unwrap();
            assert_eq!(told["found"], told["wanted"], "{family} {given:?}");
            for puzzle in told["puzzles"].as_array().unwrap() {
                let instance = puzzle["instance"].as_str().unwrap();
                let text =
                    registry.expand_short_form(instance).map_or_else(|| instance.to_owned(), Result::unwrap);
                let asked = (family == "rushhour").then_some(metric);
                let instance = registry.read(&text, asked).unwrap();
                assert_eq!((instance.about().metric, &puzzle["metric"]), (metric, &metric.into()));
                let start = instance.start();
                let cost = start.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap().value.cost;
                let space = start.ask(Explore::default(), &Means::default(), &mut Unwatched).unwrap();
                assert!(wanted.contains(&cost.unwrap()), "{metric} {puzzle}");
                assert_eq!(puzzle[metric].as_i64(), cost);
                assert_eq!(puzzle["line"].as_array().unwrap().len() as i64, cost.unwrap());
                assert_eq!(puzzle["shortest_lines"], space.shortest_lines.to_string());
                let surveyed = instance.ask(Hardest::default(), &Means::default(), &mut Unwatched).unwrap();
                assert_eq!(puzzle["farthest"], surveyed.levels.len() as u64 - 1);
                assert_eq!(puzzle["as_far"], surveyed.class_levels[cost.unwrap() as usize]);
            }
        }
    }
}

#[test]
fn what_no_sliding_generator_can_draw_is_refused() {
    let registry = Registry::standard();
    let verbs = || registry.families().flat_map(|family| family.verbs());
    for (family, option, value, why) in [
        ("sliding", "size", "1x9", "is not a size"),
        ("sliding", "size", "9x9", "is not a size"),
        ("sliding", "pieces", "2z", "is not a piece set"),
        ("sliding", "pieces", "40u", "is not a piece set"),
        ("sliding", "pieces", "14u", "more than the board has room for"),
        ("sliding", "unique", "both", "--unique is one of start and line"),
        ("sliding", "metric", "hops", "there is no metric \"hops\": --metric is one of moves, slides, steps"),
        ("rushhour", "moves", "9..3", "is not a range"),
        ("rushhour", "n", "0", "is not a whole number"),
        ("rushhour", "walls", "7", "is not a number of walls: --walls takes 0 to 6"),
        ("rushhour", "walls", "x", "is not a number of walls: --walls takes 0 to 6"),
    ] {
        let verb = verbs().find(|verb| verb.path == ["generate", family]).unwrap();
        let known = verb.options.iter().filter(|known| known.name == option);
        let given = known.map(|known| (known.name, value.to_owned())).collect();
        let call = Call { arguments: Vec::new(), given, means: Means::default() };
        let error = (verb.run)(&call, &mut Unwatched).unwrap_err();
        assert!(error.message.contains(why), "{option} {value}: {error}");
    }
}

/// The verb that follows from a function that draws: what it says of a puzzle is found anew.
#[test]
fn drawn_levels_cost_what_is_wanted() {
    for (seed, moves) in [(1, "4..7"), (2, "8..11"), (3, "12..15")] {
        let options = Means { seed, ..Means::default() };
        let given = [("moves", moves), ("n", "3")];
        let answer = run("sokoban", &given, options.clone(), &mut Unwatched);
        let drawn = value(&answer.details);
        assert_eq!((answer.ending, &drawn["found"]), (Ending::Done, &3.into()));
        assert_eq!(value(&run("sokoban", &given, options, &mut Unwatched).details), drawn);
        let (first, last) = moves.split_once("..").unwrap();
        for puzzle in drawn["puzzles"].as_array().unwrap() {
            let start = Registry::standard().read(puzzle["instance"].as_str().unwrap(), None).unwrap();
            let solution = start.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
            assert_eq!(solution.value.cost, puzzle["moves"].as_i64());
            let wanted = first.parse().unwrap()..=last.parse().unwrap();
            assert!(solution.value.cost.is_some_and(|cost: i64| wanted.contains(&cost)), "{puzzle}");
        }
    }
}
