//! From bytes to puzzles.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use tejun_puzzles::{Found, InputError, Instance, Observer, Registry};
use tejun_search::{Progress, StopReason, Watch};

/// Every family that ships.
pub(crate) static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);

/// The most cells of an instance in these checks, as in the API. Files may have more, but drawing them at
/// every step would take long.
const CELLS: usize = 128 * 128;

/// Splits `INSTANCE NUL REST` into the instance and the rest.
pub(crate) fn split(data: &[u8]) -> Option<(Box<dyn Instance>, &[u8])> {
    let at = data.iter().position(|&byte| byte == 0)?;
    let name = str::from_utf8(&data[..at]).ok()?;
    let instance = if name.contains(['\n', '=']) {
        read(name).ok()?
    } else if let Some(text) = REGISTRY.expand_short_form(name) {
        read(&text.ok()?).ok()?
    } else {
        let files = REGISTRY.library();
        let file = files.iter().find(|file| file.name == name)?;
        read(&file.text).expect("library files are valid")
    };
    let scene = instance.start().scene();
    (scene.rows.saturating_mul(scene.columns) <= CELLS).then_some((instance, &data[at + 1..]))
}

/// Reads the text of a file. An error must be one line.
pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, InputError> {
    REGISTRY.read(text, None).inspect_err(|error| one_line(&error.to_string()))
}

/// Asserts that a message is one line without control characters.
pub(crate) fn one_line(message: &str) {
    assert!(!message.is_empty() && !message.contains(char::is_control), "not one line: {message:?}");
}

/// Stops a search at this tick, which must be its last.
pub(crate) struct Stop(pub u32);

impl Watch for Stop {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        assert!(self.0 > 0, "the search goes on after it was stopped");
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

impl Observer for Stop {
    fn found(&mut self, _: &Found) {}
}
