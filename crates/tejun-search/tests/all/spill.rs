//! Searches that are kept on disk: what stands there is used as it was written, or refused.

use crate::spaces;
use tejun_search::{Packed, Spill, SpillError};

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::answers::bfs::{self, Goals};
use tejun_search::{Limits, Outcome, Progress, Request, Space, StopReason, Watch};

use spaces::{Dials, Tiles};

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
    let answer = bfs::explore(&Tiles, Goals::Expanded, Request::new(&mut watch).limits(limits).spill(&spill));
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

/// Explores to a depth in a directory of so many partitions, and returns the levels.
fn begun<P: Space<State: Packed>>(
    space: &P,
    path: &Path,
    search: &str,
    threads: usize,
    depth: u32,
) -> Vec<u64> {
    let spill = Spill::resume(path, search, threads).unwrap();
    let limits = Limits { bytes: threads as u64 * BYTES, depth, ..Limits::default() };
    let request = Request::default().threads(threads).limits(limits).spill(&spill);
    let outcome = bfs::explore(space, Goals::Expanded, request).outcome;
    assert_eq!(outcome.stopped(), Some(StopReason::Depth), "{:?}", spill.failure());
    outcome.found().unwrap().levels
}

/// What a search says of its directory, which is of no use to it.
fn refused(path: &Path, search: &str) -> String {
    let spill = match Spill::resume(path, search, 1) {
        Ok(spill) => spill,
        Err(why) => return why.to_string(),
    };
    let threads = spill.parts();
    let limits = Limits { bytes: threads as u64 * BYTES, depth: DEPTH, ..Limits::default() };
    let request = Request::default().threads(threads).limits(limits).spill(&spill);
    let outcome = bfs::explore(&Tiles, Goals::Expanded, request).outcome;
    assert_eq!(outcome, Outcome::Stopped(StopReason::Disk, None), "{}", path.display());
    assert!(spill.is_damaged());
    let why = spill.failure().unwrap();
    assert!(!why.contains('\n') && why.contains(path.to_str().unwrap()), "{why}");
    why
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let path = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(&file, path).unwrap();
    }
}

#[test]
fn damaged_files_are_refused_or_do_no_harm() {
    let rounds = if crate::full() { 1000 } else { 100 };
    // Some thousand files are copied: in memory, where there is such a directory.
    let memory = Path::new("/dev/shm");
    let directory = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
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
    for round in 0..rounds {
        let path = directory.path().join(format!("{round}"));
        copy(&stopped, &path);
        let victim = path.join(held[next(held.len())].strip_prefix(&stopped).unwrap());
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
        match explore(&path, u32::MAX, BYTES) {
            Ok(levels) => {
                assert_eq!(levels.as_ref(), Some(&expected), "{}", victim.display());
                unharmed += 1;
            }
            Err(why) => {
                assert!(!why.contains('\n') && why.contains(path.to_str().unwrap()), "{why}");
                refused += 1;
            }
        }
        fs::remove_dir_all(&path).unwrap();
    }
    assert!(refused > rounds / 50 && unharmed > rounds / 10, "{refused} {unharmed}");
    // What was not touched goes on, with more memory, too.
    assert_eq!(explore(&stopped, u32::MAX, 1 << 30), Ok(Some(expected)));
}

#[test]
fn a_directory_is_for_one_search_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let no_use = |opened: Result<Spill, SpillError>| opened.map(drop).unwrap_err().to_string();
    let path = directory.path().join("search");
    let spill = Spill::begin(&path, "tiles", 2).unwrap();
    assert!(no_use(Spill::begin(&path, "tiles", 2)).contains("this holds a search"));
    assert!(no_use(Spill::resume(&path, "tiles", 2)).contains("another search uses this directory"));
    drop(spill);
    assert!(no_use(Spill::resume(&path, "others", 2)).contains("this holds another search"));
    // The partitions stay.
    assert_eq!(Spill::resume(&path, "tiles", 5).unwrap().parts(), 2);
    let file = directory.path().join("file");
    fs::write(&file, "no directory").unwrap();
    for path in [file.clone(), file.join("below")] {
        assert!(no_use(Spill::begin(&path, "tiles", 1)).starts_with(path.to_str().unwrap()));
        assert!(no_use(Spill::resume(&path, "tiles", 1)).starts_with(path.to_str().unwrap()));
    }
    fs::write(path.join("search"), "00000000 tejun search 2").unwrap();
    assert!(no_use(Spill::resume(&path, "tiles", 1)).contains("damaged"));
    let other = directory.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("letter"), "dear").unwrap();
    assert!(no_use(Spill::begin(&other, "tiles", 1)).contains("not empty"));
    assert!(no_use(Spill::resume(&other, "tiles", 1)).contains("holds no search"));
    assert_eq!(fs::read(other.join("letter")).unwrap(), b"dear");
}

#[test]
fn what_belongs_to_another_partition_or_search_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    begun(&Tiles, &at("one"), "tiles", 2, 11);
    begun(&Tiles, &at("further"), "tiles", 2, 12);
    begun(&Tiles, &at("alone"), "tiles", 1, 11);
    begun(&Tiles, &at("other"), "other tiles", 2, 11);
    // Of other rules under the same name: nobody could tell by the files alone.
    begun(&Dials, &at("misnamed"), "tiles", 2, 11);
    let expected = begun(&Tiles, &at("expected"), "tiles", 2, 13);
    let exchange = |name: &str, pairs: &[(&str, &str)]| {
        copy(&at("one"), &at(name));
        for (from, to) in pairs {
            let _ = fs::remove_dir_all(at(name).join(to));
            copy(&at(from), &at(name).join(to));
        }
        at(name)
    };
    for (name, pairs, why) in [
        (
            "exchanged",
            &[("one/forward-0", "forward-1"), ("one/forward-1", "forward-0")][..],
            "another partition",
        ),
        ("doubled", &[("one/forward-0", "forward-1")], "another partition"),
        ("foreign", &[("other/forward-1", "forward-1")], "another search"),
        ("of-one", &[("alone/forward-0", "forward-0")], "another search"),
        ("mixed", &[("misnamed/forward-1", "forward-1")], "its partitions are of different runs"),
    ] {
        let said = refused(&exchange(name, pairs), "tiles");
        assert!(said.contains(why), "{said}");
    }
    // The journal alone is told, too, and so are files of states: none was forced to the disk, so the search goes on
    // from before them.
    fs::copy(at("one/forward-0/journal"), exchange("journals", &[]).join("forward-1/journal")).unwrap();
    assert!(refused(&at("journals"), "tiles").contains("another partition"));
    let (from, to) = (at("one/forward-0"), exchange("files", &[]).join("forward-1"));
    let mut copied = 0;
    for file in files(&from).into_iter().filter(|file| !file.ends_with("journal")) {
        let path = to.join(file.file_name().unwrap());
        copied += u32::from(path.exists());
        fs::copy(&file, path).unwrap();
    }
    assert!(copied > 5);
    assert_eq!(begun(&Tiles, &at("files"), "tiles", 2, 13), expected);
    // A partition of another run of the same search is as good, at the end of a level.
    let other_run = exchange("other-run", &[("further/forward-1", "forward-1")]);
    assert_eq!(begun(&Tiles, &other_run, "tiles", 2, 13), expected);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    use std::os::unix::fs::symlink;

    let directory = tempfile::tempdir().unwrap();
    let whole = directory.path().join("whole");
    let levels = begun(&Tiles, &whole, "tiles", 1, 11);
    let replaced = |name: &str| {
        let path = directory.path().join(name.replace('/', "-"));
        copy(&whole, &path);
        let victim = path.join(name);
        fs::remove_file(&victim).or_else(|_| fs::remove_dir_all(&victim)).unwrap();
        symlink("/dev/zero", &victim).unwrap();
        path
    };
    for (name, why) in
        [("search", "no plain file"), ("forward-0/journal", "no plain file"), ("forward-0", "exists")]
    {
        let said = refused(&replaced(name), "tiles");
        assert!(said.contains(name) && said.contains(why), "{said}");
    }
    // A level that was never forced to the disk may be missing: the search goes on from the one before.
    assert_eq!(begun(&Tiles, &replaced("forward-0/found-3"), "tiles", 1, 11), levels);
    symlink("/dev/zero", whole.join("answer")).unwrap();
    assert!(
        Spill::answer(&whole, "tiles").unwrap_err().to_string().contains("answer: this is no plain file")
    );
    assert!(Spill::status(&whole).unwrap_err().to_string().contains("answer: this is no plain file"));
}

#[test]
fn an_answer_is_returned_as_it_was_kept_or_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search");
    assert_eq!(Spill::answer(&path, "tiles").unwrap(), None);
    begun(&Tiles, &path, "tiles", 2, 11);
    assert_eq!(Spill::answer(&path, "tiles").unwrap(), None);
    assert!(!Spill::status(&path).unwrap().finished);
    let text = "1814400\npositions\0\u{1f9e9}";
    Spill::resume(&path, "tiles", 2).unwrap().finish(text).unwrap();
    assert_eq!(Spill::answer(&path, "tiles").unwrap().as_deref(), Some(text));
    assert!(Spill::status(&path).unwrap().finished);
    assert!(Spill::answer(&path, "others").unwrap_err().to_string().contains("this holds another search"));
    // Nothing but the two texts is left.
    assert_eq!(files(&path), [path.join("answer"), path.join("search")]);
    let kept = fs::read(path.join("answer")).unwrap();
    for at in 0..kept.len() {
        let mut changed = kept.clone();
        changed[at] ^= 2;
        fs::write(path.join("answer"), &changed).unwrap();
        assert!(Spill::answer(&path, "tiles").unwrap_err().to_string().contains("damaged"), "byte {at}");
        fs::write(path.join("answer"), &kept[..at]).unwrap();
        assert!(Spill::answer(&path, "tiles").is_err(), "{at} bytes");
    }
    // The answer of another search, whole as it is.
    let other = directory.path().join("other");
    begun(&Tiles, &other, "others", 2, 3);
    fs::write(other.join("answer"), &kept).unwrap();
    assert!(
        Spill::answer(&other, "others").unwrap_err().to_string().contains("the answer of another search")
    );
}

/// Processes that share a directory end together.
#[test]
fn an_answer_may_be_kept_by_several_processes_at_once() {
    for _ in 0..50 {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("search");
        let shared: Vec<Spill> =
            (0..4).map(|process| Spill::share(&path, "tiles", 4, (process, 4)).unwrap()).collect();
        std::thread::scope(|scope| {
            for spill in &shared {
                scope.spawn(|| spill.finish("the answer").unwrap());
            }
        });
        drop(shared);
        assert_eq!(Spill::answer(&path, "tiles").unwrap().as_deref(), Some("the answer"));
    }
}

#[cfg(unix)]
#[test]
fn no_second_process_comes_in_when_locks_are_removed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search");
    let remove_locks = || {
        for file in files(&path) {
            if file.file_name().unwrap().to_str().unwrap().starts_with("lock") {
                fs::remove_file(file).unwrap();
            }
        }
    };
    let spill = Spill::begin(&path, "tiles", 2).unwrap();
    remove_locks();
    let in_use = "another search uses this directory";
    assert!(Spill::resume(&path, "tiles", 2).unwrap_err().to_string().contains(in_use));
    assert!(Spill::share(&path, "tiles", 2, (0, 2)).unwrap_err().to_string().contains(in_use));
    drop(spill);
    // Of processes that share the directory, one that has lost its lock stops before it writes anything more.
    let shared = Spill::share(&path, "tiles", 2, (0, 1)).unwrap();
    remove_locks();
    let again = Spill::share(&path, "tiles", 2, (0, 1)).unwrap();
    let answer = bfs::explore(&Tiles, Goals::Expanded, Request::default().threads(2).spill(&shared));
    assert_eq!(answer.outcome, Outcome::Stopped(StopReason::Disk, None));
    assert!(shared.failure().unwrap().contains("lock-0: this was removed"), "{:?}", shared.failure());
    drop(again);
}
