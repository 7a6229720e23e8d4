//! What is refused, what only warned of, and on which line: as the original does, which was run on these sources.

use tejun_puzzlescript::{Severity, compile_with_diagnostics};

/// A game with something in one of its sections.
#[derive(Default)]
struct Parts<'a> {
    objects: &'a str,
    legend: &'a str,
    sounds: &'a str,
    layer: &'a str,
    rules: &'a str,
    wins: &'a str,
    levels: &'a str,
}

impl Parts<'_> {
    fn source(&self) -> String {
        let Parts { objects, legend, sounds, layer, rules, wins, levels } = self;
        format!(
            "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nA\ngreen\n\nB\nred\n\nC\nblue\n\n{objects}\n\nLEGEND\n. = Background\nP = Player\n\
             AB = A or B\nAC = A or C\nPA = Player and A\n{legend}\n\nSOUNDS\n{sounds}\n\nCOLLISIONLAYERS\nBackground\nC\nPlayer\nA, B\n{layer}\n\n\
             RULES\n{rules}\n\nWINCONDITIONS\n{wins}\n\nLEVELS\n{levels}\n\nP.\n"
        )
    }

    /// Whether it is refused, and the lines that are named, each once.
    fn found(&self) -> (bool, Vec<String>) {
        let source = self.source();
        let found = compile_with_diagnostics(&source).diagnostics;
        let lines: Vec<&str> = source.lines().collect();
        let mut named: Vec<String> = found
            .list()
            .iter()
            .map(|diagnostic| diagnostic.line.map_or(String::new(), |line| lines[line - 1].to_owned()))
            .collect();
        named.dedup();
        (found.list().iter().any(|diagnostic| diagnostic.severity == Severity::Error), named)
    }
}

/// Refused, warned of, or taken without a word.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Error,
    Warning,
    Nothing,
}
use Outcome::{Error, Nothing, Warning};

fn check<'a>(cases: &[(&'a str, Outcome)], part: impl Fn(&'a str) -> Parts<'a>) {
    for &(text, outcome) in cases {
        let (refused, named) = part(text).found();
        let found = match () {
            () if refused => Error,
            () if named.is_empty() => Nothing,
            () => Warning,
        };
        assert_eq!(found, outcome, "{text}: {named:?}");
    }
}

#[test]
fn rules() {
    check(
        &[
            ("[ A ] -> [ A no AB ]", Error),
            ("[ A ] -> [ B no AB ]", Error),
            ("[ A ] -> [ Player no A ]", Nothing),
            ("[ AB ] -> [ AB no A ]", Nothing),
            ("[ A no AB ] -> [ ]", Warning),
            ("[ AB no A ] -> [ ]", Nothing),
            ("[ A no A ] -> [ ]", Error),
            ("[ Player no C no C ] -> [ ]", Warning),
            ("[ AC Player no A ] -> [ Player ]", Warning),
            ("late rigid [ A ] -> [ B ]", Error),
            ("late [ > A ] -> [ B ]", Error),
            ("late [ randomdir A ] -> [ B ]", Nothing),
            ("[ randomdir Player ] -> [ Player ]", Nothing),
            ("[ random AB ] -> [ Player ]", Error),
            ("[ A ] -> [ random B ]", Warning),
            ("[ A ] -> [ random AB ]", Nothing),
            ("[ A ] [ B ] -> [ A ]", Warning),
            ("[ A | -> ] -> [ A | ]", Warning),
            ("[ A ] -> [ B ] -> [ A ]", Error),
            ("[ A ] -> [ B", Warning),
            ("[ A ] -> again [ B ]", Warning),
            ("[ A again ] -> [ B ]", Error),
            ("[ A ] -> [ B ] sfx3", Warning),
        ],
        |rules| Parts { rules, ..Parts::default() },
    );
}

#[test]
fn comments() {
    check(
        &[
            ("[ A (x) ] -> [ B ]", Error),
            ("(x) [ A ] -> [ B ]", Error),
            ("startloop (x)\n[ A ] -> [ B ]\nendloop", Error),
            ("[ A ] -> [ B ] (x)", Nothing),
            ("[ A ] -> [ B (x) ]", Warning),
            ("[ A ] -> [ B ] (x) again", Nothing),
            ("[ A ] -> [ B ] (x) junk", Error),
            ("[ A ] -> [ B ] again(x)", Error),
            ("[ A ] -> message hello (world", Nothing),
        ],
        |rules| Parts { rules, ..Parts::default() },
    );
    check(
        &[("all A (x) on B", Nothing), ("(x) all A on B", Error), ("all A on B (x) junk", Error)],
        |wins| Parts { wins, ..Parts::default() },
    );
    check(&[("P(x).", Nothing), ("P(x)q", Error), ("P).", Error)], |levels| Parts {
        levels,
        ..Parts::default()
    });
}

#[test]
fn loops() {
    let rule = |edges: [&str; 3]| {
        format!("{}[ A ] -> [ B ]\n{}+ [ B ] -> [ C ]\n{}[ C ] -> [ A ]", edges[0], edges[1], edges[2])
    };
    for (edges, refused) in [
        (["startloop\n", "", "endloop\n"], false),
        (["startloop\n", "endloop\n", ""], true),
        (["", "startloop\n", "endloop\n"], true),
        (["", "startloop\nendloop\n", ""], true),
    ] {
        let rules = rule(edges);
        let (found, named) = Parts { rules: &rules, ..Parts::default() }.found();
        assert_eq!(found, refused, "{rules}: {named:?}");
        assert_eq!(named, if refused { vec!["startloop"] } else { vec![] }, "{rules}");
    }
}

#[test]
fn sounds() {
    check(
        &[
            ("sfx3 1234", Nothing),
            ("sfx3", Warning),
            ("sfx3 1234\nsfx3 5678", Warning),
            ("sfx3 1234 5678", Error),
            ("sfx3 loud", Error),
            ("A move up down 1234", Nothing),
            ("AB create 1234", Nothing),
            ("A", Warning),
            ("A move", Error),
            ("A move 1234 5678", Error),
            ("A create up 1234", Error),
            ("A boop 1234", Error),
            ("boop 1234", Error),
            ("PA move 1234", Error),
            ("! 1234", Warning),
        ],
        |sounds| Parts { sounds, ..Parts::default() },
    );
}

#[test]
fn messages_win_conditions_and_levels() {
    let message = Parts { levels: "messagewelcome (home)", ..Parts::default() };
    assert_eq!(message.found(), (false, vec!["messagewelcome (home)".to_owned()]));
    let game = tejun_puzzlescript::compile(&message.source()).unwrap();
    assert!(
        matches!(&game.stages[0], tejun_puzzlescript::game::Stage::Message(text) if text == "welcome (home)")
    );
    check(&[("all A on", Nothing), ("all", Error), ("some A B", Error), ("some A on B C", Error)], |wins| {
        Parts { wins, ..Parts::default() }
    });
    check(&[("P.\nP.x", Error), ("P.\nP..", Warning)], |levels| Parts { levels, ..Parts::default() });
}

#[test]
fn declarations() {
    check(&[("D\n00000", Error), ("D\nred\n0 0000\n00000\n00000\n00000\n00000", Nothing)], |objects| Parts {
        objects,
        layer: "D",
        ..Parts::default()
    });
    check(&[("= = A", Error), ("=== A", Error), ("===(x)", Nothing), ("AA = A and A", Error)], |legend| {
        Parts { legend, ..Parts::default() }
    });
    check(&[("Background Background", Error)], |layer| Parts { layer, ..Parts::default() });
}
