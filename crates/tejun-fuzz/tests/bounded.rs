//! The checks on stable Rust: on the corpus of each fuzz target, and on a fixed number of mutations.

use std::alloc::System;
use std::fmt;
use std::path::{Path, PathBuf};

use cap::Cap;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestRunner};
use tejun_fuzz::{CHECKS, run};
use tejun_puzzles::Registry;

/// Bytes that all checks together may allocate at any one time. Exceeding this aborts the process.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, 512 << 20);

/// Length of an input, in bytes.
const LENGTH: usize = 8 << 10;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The files of a folder of `fuzz/`, sorted by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let listed = fuzz().join(folder).read_dir().unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = listed.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// An input, printed readably if it fails.
#[derive(Clone)]
struct Input(Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// A mutation of an input, at some position.
#[derive(Clone, Debug)]
enum Change {
    Byte(u8),
    Word(Index),
    Remove(u8),
    Repeat(u8, u8),
    Splice(Index, Index, u8),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>, at: Index, words: &[Vec<u8>], seeds: &[Vec<u8>]) {
        let at = at.index(bytes.len() + 1);
        let end = |length: &u8| (at + usize::from(*length)).min(bytes.len());
        match self {
            Change::Byte(byte) => {
                bytes.splice(at..end(&1), [*byte]);
            }
            Change::Word(word) => {
                bytes.splice(at..at, word.get(words).iter().copied());
            }
            Change::Remove(length) => {
                bytes.drain(at..end(length));
            }
            Change::Repeat(length, times) => {
                let more = bytes[at..end(length)].repeat((*times).into());
                bytes.splice(at..at, more);
            }
            Change::Splice(seed, from, length) => {
                let seed = seed.get(seeds);
                let from = from.index(seed.len() + 1);
                let to = (from + usize::from(*length)).min(seed.len());
                bytes.splice(at..at, seed[from..to].iter().copied());
            }
        }
        bytes.truncate(LENGTH);
    }
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        any::<u8>().prop_map(Change::Byte),
        select(&b"\0\n .#o'\"=1"[..]).prop_map(Change::Byte),
        any::<Index>().prop_map(Change::Word),
        any::<u8>().prop_map(Change::Remove),
        any::<(u8, u8)>().prop_map(|(length, times)| Change::Repeat(length, times)),
        any::<(Index, Index, u8)>().prop_map(|(seed, from, length)| Change::Splice(seed, from, length)),
    ]
}

/// The words of the dictionary. libFuzzer reads nothing but ASCII; other bytes are written as `\xNN`.
fn words() -> Vec<Vec<u8>> {
    let dictionary = std::fs::read_to_string(fuzz().join("tejun.dict")).unwrap();
    assert!(dictionary.is_ascii(), "libFuzzer refuses the dictionary: write bytes as \\xNN");
    let word = |line: &str| {
        let mut parts = line.trim_matches('"').split("\\x");
        let mut word = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            let (byte, rest) = part.split_at(2);
            word.push(u8::from_str_radix(byte, 16).unwrap());
            word.extend(rest.bytes());
        }
        word
    };
    dictionary.lines().map(word).collect()
}

/// Runs a check on its corpus, and on this many mutations of it if `TEJUN_TESTS` is `full`, else a fifth.
fn check(name: &'static str, all: u32) {
    let full = std::env::var("TEJUN_TESTS").is_ok_and(|tests| tests == "full");
    let cases = if full { all } else { all.div_ceil(5) };
    let mut seeds = Vec::new();
    for file in files(&format!("corpus/{name}")) {
        println!("{}", file.display());
        let seed = std::fs::read(file).unwrap();
        run(name, &seed);
        seeds.push(seed);
    }
    if name == "instance" {
        seeds.extend(Registry::standard().library().into_iter().map(|file| file.text.into_bytes()));
    }
    let words = words();
    let changes = vec((any::<Index>(), change()), 0..6);
    let inputs = (any::<Index>(), changes).prop_map(|(seed, changes)| {
        let mut bytes = seed.get(&seeds).clone();
        changes.iter().for_each(|(at, change)| change.apply(&mut bytes, *at, &words, &seeds));
        Input(bytes)
    });
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        max_shrink_iters: 500,
        ..ProptestConfig::default()
    };
    let tested = TestRunner::new(config).run(&inputs, |Input(bytes)| {
        run(name, &bytes);
        Ok(())
    });
    tested.unwrap_or_else(|failed| panic!("{name}: {failed}"));
}

#[test]
fn instances_are_read_or_refused() {
    check("instance", 2000);
}

#[test]
fn short_forms_are_expanded_or_refused() {
    check("short_form", 2000);
}

#[test]
fn lines_are_played_or_refused() {
    check("line", 1000);
}

#[test]
fn walks_are_legal() {
    check("walk", 500);
}

#[test]
fn exports_are_bounded_or_refused() {
    check("export", 150);
}

#[test]
fn searches_keep_to_their_limits() {
    check("search", 200);
}

#[test]
fn the_hardest_starts_are_found_or_refused() {
    check("hardest", 300);
}

#[test]
fn generators_draw_what_is_read() {
    check("generate", 150);
}

#[test]
fn requests_are_answered_or_refused() {
    check("request", 1000);
}

#[test]
fn games_are_refused_or_played_alike_by_both_engines() {
    check("puzzlescript", 1000);
}

#[test]
fn certificates_are_refused_or_true() {
    check("certificate", 1000);
}

#[test]
fn each_check_is_a_fuzz_target() {
    let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    names.sort_unstable();
    let targets = files("fuzz_targets");
    let targets: Vec<&str> = targets.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect();
    assert_eq!(targets, names);
}
