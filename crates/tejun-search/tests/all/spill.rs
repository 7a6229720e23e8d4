//! Searches that are kept on disk: what stands there is used as it was written, or refused.

use crate::spaces;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use tejun_search::bfs::{self, Goals, Spill};
use tejun_search::{Limits, Outcome, Progress, Request, StopReason, Watch};

use spaces::Tiles;

/// Stops after some ticks.
struct Ticks(u32);

impl Watch for Ticks {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

/// A depth at which the board has a few thousand states.
const DEPTH: u32 = 13;
/// Too little for a table of them.
const BYTES: u64 = 180 << 10;

/// Explores in a directory, and stops after so many ticks.
fn explore(directory: &Path, ticks: u32, bytes: u64) -> Result<Option<Vec<u64>>, String> {
    let spill = Spill::resume(directory, "tiles", 1).map_err(|error| error.to_string())?;
    let mut watch = Ticks(ticks);
    let limits = Limits { bytes, depth: DEPTH, ..Limits::default() };
    let answer = bfs::explore(&Tiles, Goals::Passed, Request::new(&mut watch).limits(limits).spill(&spill));
    match answer.outcome {
        Outcome::Stopped(StopReason::Depth, Some(found)) => Ok(Some(found.levels)),
        Outcome::Stopped(StopReason::Disk, _) => Err(spill.failure().expect("the disk says why")),
        Outcome::Stopped(StopReason::Interrupted, _) => Ok(None),
        other => panic!("{other:?}"),
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all.sort();
    all
}

/// Number of files that are parts of an open level.
fn runs(directory: &Path) -> usize {
    let is_run = |file: &&PathBuf| file.file_name().unwrap().to_str().unwrap().starts_with("run-");
    files(directory).iter().filter(is_run).count()
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let place = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(&file, place).unwrap();
    }
}

#[test]
fn damaged_files_are_refused_or_do_no_harm() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, stopped) = (directory.path().join("whole"), directory.path().join("stopped"));
    let expected = explore(&whole, u32::MAX, BYTES).unwrap().unwrap();
    // https://oeis.org/A089473
    assert_eq!(expected, [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442]);
    // Stopped in the middle, with runs and levels in files.
    let mut ticks = 10;
    while !stopped.exists() || runs(&stopped) < 2 {
        let _ = fs::remove_dir_all(&stopped);
        assert_eq!(explore(&stopped, ticks, BYTES), Ok(None), "{ticks}");
        ticks += 1;
    }
    let mut random = 7_u64;
    let mut next = |limit: usize| {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (random >> 33) as usize % limit
    };
    let (mut refused, mut unharmed) = (0, 0);
    let held = files(&stopped);
    for round in 0..1000 {
        let place = directory.path().join(format!("{round}"));
        copy(&stopped, &place);
        let victim = place.join(held[next(held.len())].strip_prefix(&stopped).unwrap());
        let mut bytes = fs::read(&victim).unwrap();
        match next(4) {
            0 => bytes.truncate(next(bytes.len() + 1)),
            1 => bytes.push(next(256) as u8),
            _ if bytes.is_empty() => (),
            _ => {
                let at = next(bytes.len());
                bytes[at] ^= 1 << next(8);
            }
        }
        fs::write(&victim, &bytes).unwrap();
        match explore(&place, u32::MAX, BYTES) {
            Ok(levels) => {
                assert_eq!(levels.as_ref(), Some(&expected), "{}", victim.display());
                unharmed += 1;
            }
            Err(why) => {
                assert!(!why.contains('\n') && why.contains(place.to_str().unwrap()), "{why}");
                refused += 1;
            }
        }
        fs::remove_dir_all(&place).unwrap();
    }
    assert!(refused > 20 && unharmed > 100, "{refused} {unharmed}");
    // What was not touched goes on, with more memory, too.
    assert_eq!(explore(&stopped, u32::MAX, 1 << 30), Ok(Some(expected)));
}

#[test]
fn a_directory_is_for_one_search_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |opened: Result<Spill, bfs::SpillError>| opened.map(drop).unwrap_err().to_string();
    let place = directory.path().join("search");
    let spill = Spill::begin(&place, "tiles", 2).unwrap();
    assert!(refused(Spill::begin(&place, "tiles", 2)).contains("this holds a search"));
    assert!(refused(Spill::resume(&place, "tiles", 2)).contains("another search uses this directory"));
    drop(spill);
    assert!(refused(Spill::resume(&place, "others", 2)).contains("this holds another search"));
    // The partitions stay.
    assert_eq!(Spill::resume(&place, "tiles", 5).unwrap().parts(), 2);
    let file = directory.path().join("file");
    fs::write(&file, "no directory").unwrap();
    for place in [file.clone(), file.join("below")] {
        assert!(refused(Spill::begin(&place, "tiles", 1)).starts_with(place.to_str().unwrap()));
        assert!(refused(Spill::resume(&place, "tiles", 1)).starts_with(place.to_str().unwrap()));
    }
    fs::write(place.join("search"), "00000000 tejun search 2").unwrap();
    assert!(refused(Spill::resume(&place, "tiles", 1)).contains("damaged"));
    let other = directory.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("letter"), "dear").unwrap();
    assert!(refused(Spill::begin(&other, "tiles", 1)).contains("not empty"));
    assert!(refused(Spill::resume(&other, "tiles", 1)).contains("holds no search"));
    assert_eq!(fs::read(other.join("letter")).unwrap(), b"dear");
}
