//! From bytes to puzzles.

use std::sync::LazyLock;

use tejun_puzzles::{InputError, Instance, Registry};

/// Every family that ships.
pub(crate) static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);

/// The cells that an instance has here at most, as in the API: what comes from files is not limited,
/// but would take long to draw at every step.
const CELLS: usize = 128 * 128;

/// The instance that `INSTANCE NUL REST` begins with, and the rest.
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
        read(&file.text).expect("the library is good")
    };
    let scene = instance.start().scene();
    (scene.rows.saturating_mul(scene.columns) <= CELLS).then_some((instance, &data[at + 1..]))
}

/// Reads the text of a file; a refusal has to be one line.
pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, InputError> {
    REGISTRY.read(text, None).inspect_err(|error| one_line(&error.to_string()))
}

/// Asserts that a message is one line, without anything that would steer a terminal.
pub(crate) fn one_line(message: &str) {
    assert!(!message.is_empty() && !message.contains(char::is_control), "not one line: {message:?}");
}
