//! Win conditions: `all A on B`, `some A`, `no A on B`.

use super::lines::Line;
use super::source::Source;
use super::syntax::{Quantifier, WinText};
use crate::diagnostic::{Diagnostics, quoted};

pub(super) fn read(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
    let words: Vec<&str> = line.lower.split_whitespace().collect();
    let quantifier = match words[0] {
        "all" => Quantifier::All,
        "some" | "any" => Quantifier::Some,
        "no" => Quantifier::No,
        other => {
            diagnostics.error(
                line.number,
                format!("a win condition begins with all, some or no, not {}", quoted(other)),
            );
            return;
        }
    };
    let (what, on) = match words[1..] {
        [what] => (what, None),
        [what, "on", on] => (what, Some(on)),
        _ => {
            diagnostics
                .error(line.number, "a win condition is: all A on B, some A on B, no A on B, some A, no A");
            return;
        }
    };
    for name in std::iter::once(what).chain(on) {
        if !source.is_declared(name) {
            diagnostics.error(line.number, format!("{} is not declared", quoted(name)));
            return;
        }
    }
    source.wins.push(WinText {
        line: line.number,
        quantifier,
        what: what.to_owned(),
        on: on.map(str::to_owned),
    });
}
