//! The starts farthest from the goal, within limits.

use tejun_puzzles::question::Hardest;
use tejun_puzzles::{Means, Surveyed};
use tejun_search::{Limits, Outcome};

use crate::input::{Stop, one_line, read, split};

/// Low, so that a search ends soon.
const LIMITS: Limits = Limits { states: 20_000, bytes: 1 << 18, depth: u32::MAX };

/// Every question about the starts of a puzzle is answered within its limits, and what it lists is read. The first
/// byte of the rest says when to stop, the other bytes are the piece set; without them it is that of the file.
pub(crate) fn hardest(data: &[u8]) {
    let Some((instance, rest)) = split(data) else { return };
    let Some((&when, rest)) = rest.split_first() else { return };
    let Ok(pieces) = str::from_utf8(rest) else { return };
    let pieces = Some(pieces.to_owned()).filter(|pieces| !pieces.is_empty());
    let options = Means { limits: LIMITS, threads: 1 + usize::from(when & 1), ..Means::default() };
    // A look at the watch is some ten microseconds of work, or more.
    let ticks = 1 + u32::from(when) * u32::from(when) / 16;
    let surveyed = match instance.ask(Hardest { pieces, ..Hardest::default() }, &options, &mut Stop(ticks)) {
        Ok(surveyed) => surveyed,
        Err(error) => return one_line(&error.to_string()),
    };
    let Surveyed { levels, class_levels, .. } = &surveyed;
    assert!(surveyed.stats.peak_bytes <= LIMITS.bytes, "{:?}", surveyed.stats);
    assert_eq!(levels.len(), class_levels.len());
    assert!(levels.iter().zip(class_levels).all(|(level, classes)| (1..=*level).contains(classes)));
    assert_eq!(surveyed.hardest.len() as u64, class_levels.last().map_or(0, |&classes| classes.min(100)));
    let solvable = levels.iter().sum::<u64>();
    if let Some(starts) = surveyed.starts {
        assert!(u128::from(solvable) <= starts);
    }
    if surveyed.outcome == Outcome::Unsolvable {
        assert!(levels.is_empty() && surveyed.starts.is_some());
    }
    if let Some(classes) = surveyed.classes {
        assert!(class_levels.iter().sum::<u64>() <= classes && Some(u128::from(classes)) <= surveyed.starts);
    }
    for start in &surveyed.hardest {
        if let Some(text) = &start.instance {
            let again = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(again.about().metric, instance.about().metric);
        }
    }
}
