//! Where families keep results that are expensive to compute.

use std::ffi::OsString;
use std::path::PathBuf;

/// The user's data directory for tejun, whether it exists or not: under `$XDG_DATA_HOME`, or else in the
/// system's usual place. `None` if the environment names no such place.
pub(crate) fn directory() -> Option<PathBuf> {
    below(|name| std::env::var_os(name))
}

fn below(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A relative path would depend on the working directory.
    let directory = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let system = || {
        if cfg!(windows) {
            directory("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            directory("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            directory("HOME").map(|home| home.join(".local/share"))
        }
    };
    Some(directory("XDG_DATA_HOME").or_else(system)?.join("tejun"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_directory_is_where_the_environment_says() {
        let with = |set: &[(&str, &str)]| {
            below(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into()))
        };
        let home = ("HOME", "/home/some");
        assert_eq!(with(&[home]), Some("/home/some/.local/share/tejun".into()));
        assert_eq!(with(&[home, ("XDG_DATA_HOME", "/data")]), Some("/data/tejun".into()));
        assert_eq!(with(&[home, ("XDG_DATA_HOME", "data")]), Some("/home/some/.local/share/tejun".into()));
        assert_eq!(with(&[("XDG_DATA_HOME", "")]), None);
    }
}
