//! The `generate` verbs: they can be stopped, and report what they found. The tests of `generate klotski`,
//! which needs an atlas, are with those of the atlas.

mod common;

use std::ops::ControlFlow;

use common::value;
use tejun_puzzles::{Ask, Audience, Call, Ending, Found, Registry, VerbAnswer};
use tejun_search::{Limits, Progress, StopReason, Unwatched, Watch};

fn run(family: &str, options: &[(&'static str, &str)], ask: Ask, audience: &mut dyn Audience) -> VerbAnswer {
    let registry = Registry::standard();
    let verbs = registry.families().flat_map(|family| family.verbs());
    let verb = verbs.into_iter().find(|verb| verb.path == ["generate", family]).unwrap();
    let options = options.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    (verb.run)(&Call { arguments: Vec::new(), options, ask }, audience).unwrap()
}

/// Stops at this tick.
struct Stop(u32);

impl Watch for Stop {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(StopReason::Time) } else { ControlFlow::Continue(()) }
    }
}

impl Audience for Stop {
    fn found(&mut self, _: &Found) {}
}

const MANY: &str = "18446744073709551615";

#[test]
fn each_stops_when_it_is_told_to() {
    for (family, options) in [
        ("pacman", vec![("n", MANY)]),
        ("pacman", vec![("n", MANY), ("size", "128x128")]),
        ("packing", vec![("n", MANY), ("pieces", "FLPUV")]),
        ("packing", vec![("n", MANY), ("board", "5x4")]),
        // So few boards that most of those drawn are duplicates.
        ("tank-change", vec![("n", MANY), ("size", "4x4"), ("tanks", "1"), ("moves", "1..90")]),
    ] {
        for ticks in [1, 2, 5] {
            let answer = run(family, &options, Ask::default(), &mut Stop(ticks));
            assert_eq!(value(&answer.details)["outcome"], "stopped", "{family} {options:?}");
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
    let request = Ask { limits, ..Ask::default() };
    let answer = run("pacman", &[("n", "1000000")], request, &mut Unwatched);
    assert_eq!(value(&answer.details)["reason"], "memory");
    let found = value(&answer.details)["found"].as_u64().unwrap();
    assert!((5..50).contains(&found) && answer.text.len() < 20_000, "{found}");
}

#[test]
fn what_is_wanted_and_found_is_told() {
    let whole = run("pacman", &[("n", "3")], Ask { seed: u64::MAX, ..Ask::default() }, &mut Unwatched);
    assert_eq!((&value(&whole.details)["found"], &value(&whole.details)["wanted"]), (&3.into(), &3.into()));
    assert!(!whole.text.contains("found") && whole.ending == Ending::Done);
    assert_eq!(value(&whole.details)["puzzles"][1]["seed"], 0);
    // No other set of four pieces fills it in exactly one way.
    let few = run("packing", &[("board", "5x4"), ("n", "5000")], Ask::default(), &mut Unwatched);
    let found = value(&few.details)["puzzles"].as_array().unwrap().len();
    assert_eq!(
        (&value(&few.details)["found"], &value(&few.details)["wanted"]),
        (&found.into(), &5000.into())
    );
    assert!(found > 0 && few.text.ends_with(&format!("found {found} of the 5000 wanted\n")));
    assert_eq!(few.ending, Ending::Done);
    // Puzzles found before patience runs out are kept.
    let options = [("size", "4x4"), ("tanks", "1"), ("moves", "1..90"), ("n", "5000")];
    let few = run("tank-change", &options, Ask::default(), &mut Unwatched);
    let found = value(&few.details)["found"].as_u64().unwrap();
    assert!(found > 0 && found < 5000 && few.ending == Ending::Stopped, "{found}");
}

/// The default of `--limit` is the one given in its help.
#[test]
fn the_time_of_a_map_is_twice_its_dots_and_20() {
    for (size, least) in [("9x9", 0), ("127x127", 1000)] {
        let made = run("pacman", &[("size", size)], Ask::default(), &mut Unwatched);
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
