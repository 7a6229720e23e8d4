//! What is written for other programs.

use tejun_puzzles::question::ExportTo;
use tejun_puzzles::{ExportFormat, Means};
use tejun_search::Unwatched;

use crate::input::{one_line, split};

/// The most bytes of an export.
const MOST: usize = 128 << 20;

/// A puzzle is exported in a bounded size, or refused in one line. The byte after the instance is the depth; 255 is no
/// bound at all.
pub(crate) fn export(data: &[u8]) {
    let Some((instance, rest)) = split(data) else { return };
    let mut means = Means::default();
    if let Some(&depth) = rest.first().filter(|&&depth| depth < u8::MAX) {
        means.limits.depth = depth.into();
    }
    let position = instance.start();
    for format in ExportFormat::ALL {
        match position.ask(ExportTo { format }, &means, &mut Unwatched).expect("it has no option") {
            None => {}
            Some(Err(error)) => one_line(&error.to_string()),
            Some(Ok(files)) => {
                let length: usize = files.iter().map(|file| file.text.len()).sum();
                assert!((1..=MOST).contains(&length), "{} has {length} bytes", format.name());
                // Some planners and solvers read nothing else.
                assert!(files.iter().all(|file| file.text.is_ascii()), "{} is not ASCII", format.name());
            }
        }
    }
}
