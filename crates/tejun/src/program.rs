//! The name of the program, which may have families of its own and another name than tejun.

use std::path::Path;
use std::sync::OnceLock;

/// The name of this program, as it was called: messages and help show it.
pub(crate) fn program() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let called = std::env::args_os().next().unwrap_or_default();
        let name = Path::new(&called).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name.is_empty() { "tejun".to_owned() } else { name }
    })
}
