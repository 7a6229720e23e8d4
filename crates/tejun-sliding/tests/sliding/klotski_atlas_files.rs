//! Things that are not atlas files where one is to be read or written; and the messages of the verb
//! `generate klotski`.

use crate::common;
use crate::klotski_atlas::ATLAS;

use std::path::{Path, PathBuf};

use common::{AtLine, value};
use tejun_puzzles::sliding::atlas::{Atlas, AtlasErrorKind};
use tejun_puzzles::{Call, Ending, InputError, Line, Means, Registry, VerbAnswer};
use tejun_search::{Limits, StopReason, Unwatched};

/// A temporary directory.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("tejun-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(path: &[&str], given: &[(&'static str, &str)], options: Means) -> Result<VerbAnswer, InputError> {
    let registry = Registry::standard();
    let verb = registry.families().flat_map(|family| family.verbs()).find(|verb| verb.path == path).unwrap();
    let given = given.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    (verb.run)(&Call { arguments: Vec::new(), given, means: options }, &mut Unwatched)
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    fn pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn an_atlas_is_written_through_links() {
        let directory = Directory::new("links");
        std::fs::create_dir(directory.join("kept")).unwrap();
        std::fs::write(directory.join("kept/old"), "not an atlas").unwrap();
        symlink("kept/old", directory.join("one")).unwrap();
        symlink(directory.join("one"), directory.join("two")).unwrap();
        // A link to a file that does not exist yet.
        symlink("kept/new", directory.join("three")).unwrap();
        for link in ["two", "three"] {
            let link = directory.join(link);
            ATLAS.write(&link).unwrap();
            assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(Atlas::open(&link).unwrap().stats(), ATLAS.stats());
        }
        assert_eq!(names(&directory.0), ["kept", "one", "three", "two"]);
        assert_eq!(names(&directory.join("kept")), ["new", "old"]);
        assert!(std::fs::metadata(directory.join("kept/old")).unwrap().len() > 14_000_000);
    }

    #[test]
    fn what_is_no_regular_file_is_neither_replaced_nor_opened() {
        let directory = Directory::new("irregular");
        pipe(&directory.join("pipe"));
        let _socket = UnixListener::bind(directory.join("socket")).unwrap();
        std::fs::create_dir(directory.join("directory")).unwrap();
        symlink("pipe", directory.join("link")).unwrap();
        symlink("b", directory.join("a")).unwrap();
        symlink("a", directory.join("b")).unwrap();
        let before = names(&directory.0);
        for name in ["pipe", "socket", "directory", "link"] {
            let place = directory.join(name);
            let (written, opened) = (ATLAS.write(&place), Atlas::open(&place));
            assert!(matches!(written.unwrap_err().fault, AtlasErrorKind::Irregular), "{name}");
            assert!(matches!(opened.unwrap_err().fault, AtlasErrorKind::Irregular), "{name}");
            // The path is checked before the build starts: the smallest limit would stop that.
            let limits = Limits { bytes: 0, ..Limits::default() };
            let place = place.to_str().unwrap();
            let refused =
                run(&["atlas", "build"], &[("output", place)], Means { limits, ..Means::default() });
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("not a regular file") && !refused.contains('\n'), "{refused}");
        }
        assert!(ATLAS.write(&directory.join("a")).is_err());
        assert_eq!(names(&directory.0), before);
        assert!(std::fs::metadata(directory.join("pipe")).unwrap().file_type().is_fifo());
    }

    /// A pipe without a writer must not block a search.
    #[test]
    fn a_pipe_in_the_place_of_the_atlas_is_passed_over() {
        let directory = Directory::new("pipe");
        pipe(&directory.join("klotski.atlas"));
        let registry = Registry::standard();
        let file = registry.expand_short_form("klotski:vBBvvBBvvhhvv11v1..1").unwrap().unwrap();
        let options = Means { data: Some(directory.0.clone()), ..Means::default() };
        let report =
            registry.read(&file, None).unwrap().solve_at(&Line::default(), &options, &mut Unwatched).unwrap();
        assert_eq!(report.value.cost, Some(81));
        assert!(value(&report.details)["atlas_unusable"].as_str().unwrap().contains("not a regular file"));
    }
}

#[test]
fn a_generator_says_how_many_it_found() {
    let directory = Directory::new("generate");
    let path = directory.join("atlas");
    ATLAS.write(&path).unwrap();
    let atlas = path.to_str().unwrap();
    let path = &["generate", "klotski"];
    // There are only three layouts at this distance, the maximum.
    let few = [("atlas", atlas), ("moves", "138"), ("n", "9")];
    let answer = run(path, &few, Means::default()).unwrap();
    assert_eq!((&value(&answer.details)["found"], &value(&answer.details)["wanted"]), (&3.into(), &9.into()));
    assert!(answer.text.contains("found 3 of the 9 wanted") && answer.ending == Ending::Done);
    // The fourteen million layouts would need more memory than that.
    let many = [("atlas", atlas), ("moves", "1..138"), ("n", "99999999999")];
    let limits = Limits { bytes: 1 << 20, ..Limits::default() };
    let answer = run(path, &many, Means { limits, ..Means::default() }).unwrap();
    assert_eq!(
        (value(&answer.details)["reason"].as_str(), &value(&answer.details)["found"]),
        (Some(StopReason::Memory.code()), &0.into())
    );
    assert_eq!(answer.ending, Ending::Stopped);
}
