//! What the program says about itself: its version, its manual, the completions of shells.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a program prints; it must succeed.
fn printed(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// tejun, and a program with a family of its own.
fn programs() -> [&'static Path; 2] {
    let tejun = Path::new(env!("CARGO_BIN_EXE_tejun"));
    let frogs = tejun.with_file_name("examples").join("frogs");
    [tejun, Path::new(frogs.to_str().unwrap().to_owned().leak())]
}

fn name(program: &Path) -> &str {
    program.file_stem().unwrap().to_str().unwrap()
}

/// The verbs that a help lists: lines with two spaces before a word, down to the options.
fn verbs(program: &Path, path: &[&str]) -> Vec<String> {
    let help = printed(program, &[path, &["--help"]].concat());
    let listed = help.split("\nOptions:").next().unwrap().split("\nUsage:").nth(1).unwrap();
    let listed = if path.is_empty() { Some(listed) } else { listed.split("\nCommands:").nth(1) };
    listed
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| {
            line.strip_prefix("  ").filter(|line| line.starts_with(|c: char| c.is_lowercase()))
        })
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .filter(|verb| verb != "help")
        .collect()
}

/// All verbs, and those below them, as words.
fn tree(program: &Path) -> BTreeSet<Vec<String>> {
    let heads = verbs(program, &[]);
    let below = |head: &String| {
        let inner = verbs(program, &[head]);
        let inner = inner.into_iter().map(|verb| vec![head.clone(), verb]);
        inner.chain([vec![head.clone()]]).collect::<Vec<_>>()
    };
    heads.iter().flat_map(below).collect()
}

#[test]
fn the_version_has_the_commit_if_there_is_one() {
    let [tejun, frogs] = programs();
    let version = printed(tejun, &["--version"]);
    let rest = version.strip_prefix(concat!("tejun ", env!("CARGO_PKG_VERSION"))).unwrap().trim_end();
    if let Some(commit) = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')')) {
        let (hash, date) = commit.split_once(' ').unwrap_or((commit, "2026-01-01"));
        assert!(hash.len() == 9 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{version}");
        let date: Vec<usize> =
            date.split('-').map(|part| part.parse::<u32>().map(|_| part.len()).unwrap()).collect();
        assert_eq!(date, [4, 2, 2], "{version}");
    } else {
        assert_eq!(rest, "");
    }
    assert_eq!(printed(frogs, &["--version"]), concat!("frogs (tejun ", env!("CARGO_PKG_VERSION"), ")\n"));
}

#[test]
fn the_manual_has_a_page_for_every_verb_with_all_its_options() {
    for program in programs() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("man/man1");
        printed(program, &["man", folder.to_str().unwrap()]);
        let mut pages: BTreeSet<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|page| page.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(pages.remove(&format!("{}.1", name(program))));
        let verbs = tree(program);
        assert!(verbs.iter().any(|verb| verb == &["solve"]));
        for verb in verbs {
            let page = format!("{}-{}.1", name(program), verb.join("-"));
            assert!(pages.remove(&page), "there is no {page}");
            let text = std::fs::read_to_string(folder.join(page)).unwrap().replace('\\', "");
            let words: Vec<&str> = verb.iter().map(String::as_str).chain(["--help"]).collect();
            let help = printed(program, &words);
            for option in help.lines().filter_map(|line| line.trim_start().strip_prefix("--")) {
                let option = option.split([' ', ',']).next().unwrap();
                assert!(text.contains(&format!("--{option}")), "{verb:?} --{option}");
            }
        }
        assert_eq!(pages, BTreeSet::new(), "pages of no verb");
        let page = printed(program, &["man"]);
        assert!(
            page.contains(".SH NAME\n") && page.contains(&format!("{} \\- finds, proves", name(program)))
        );
    }
}

#[test]
fn shells_complete_every_verb() {
    for program in programs() {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            let script = printed(program, &["completions", shell]);
            assert!(script.contains(name(program)), "{shell}");
            for verb in tree(program) {
                let word = verb.last().unwrap();
                assert!(script.contains(word), "{shell}: {verb:?}");
            }
        }
    }
}

/// What bash itself makes of its script.
#[cfg(unix)]
#[test]
fn bash_completes_a_verb_an_option_and_a_verb_below_another() {
    for (words, wanted) in
        [("tejun so", "solve"), ("tejun solve --bo", "--boards"), ("tejun cluster w", "worker")]
    {
        let script = printed(programs()[0], &["completions", "bash"]);
        let count = words.split(' ').count() - 1;
        // A file, since it is longer than an argument may be.
        let file = tempfile::NamedTempFile::new().unwrap();
        let script = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={count}\n_tejun tejun \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        std::fs::write(&file, script).unwrap();
        assert_eq!(printed(Path::new("bash"), &[file.path().to_str().unwrap()]).trim(), wanted);
    }
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/man");
    for arguments in [["man", folder], ["completions", "csh"]] {
        let output = Command::new(programs()[0]).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1, "{arguments:?}");
    }
}
