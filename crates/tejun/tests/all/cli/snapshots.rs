//! What the program prints, as transcripts in snapshots/. `INSTA_UPDATE=always` accepts what has changed.

use super::*;

const INSTANCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/cli/instances");

const DATA: &str = env!("CARGO_TARGET_TMPDIR");

/// What differs between machines, runs or versions.
const REDACTED: [(&str, &str); 6] = [
    (r"\d+ positions expanded, .*", "[effort]"),
    (r#""stats":\{[^}]*\}"#, r#""stats":"[effort]""#),
    (r#""bytes":\d+"#, r#""bytes":"[bytes]""#),
    (r"take \d+ bytes", "take [bytes] bytes"),
    (r"did you mean [^?\n]*", "did you mean [names]"),
    (r"tejun \d+\.\d+\.\d+( \([^)]*\))?", "tejun [version]"),
];

/// Each command as a reader would type it among the instances, what it prints on both streams, and its exit status
/// unless that is 0.
fn transcript(commands: &[&str]) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_tejun"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let run = |command: &&str| {
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .env("PATH", &path)
            .env("XDG_DATA_HOME", DATA)
            .current_dir(INSTANCES)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap().replace(DATA, "[data]");
        let ending = match output.status.code() {
            Some(0) => String::new(),
            code => format!("[exit status {}]\n", code.unwrap()),
        };
        format!("$ {command}\n{printed}{ending}")
    };
    commands.iter().map(run).collect::<Vec<_>>().join("\n")
}

fn assert_prints(name: &str, commands: &[&str]) {
    let mut settings = insta::Settings::new();
    settings.set_filters(REDACTED);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, transcript(commands)));
}

#[test]
fn solve() {
    assert_prints(
        "solve",
        &[
            "tejun solve klotski:vBBvvBBvvhhvv11v1..1",
            "tejun solve rush-standstill --boards 30 --from Mll",
            "tejun solve tank-change",
            "tejun solve sokoban-two --metric moves --json",
            "tejun solve klotski:vBBvvBBvvv1vvv1v1..1",
            "tejun solve klotski:vBBvvBBvvv1vvv1v1..1 --json",
            "tejun solve fifteen.toml --depth 12",
            "tejun solve --each several.txt",
        ],
    );
}

#[test]
fn export() {
    assert_prints(
        "export",
        &[
            "tejun export corridor.toml --format pddl",
            "tejun export corridor.toml --format strips --metric moves",
            "tejun export corridor.toml --format dimacs --depth 1",
            "tejun export corridor.toml --format smt2 --depth 1 --from ar --json",
            "tejun export katamino:XII --format xcc",
            "tejun export pentominoes:1x5 --format dimacs",
            "tejun export pentominoes:1x5 --format pddl",
            "tejun export corridor.toml --format dimacs",
            "tejun export corridor.toml --format dimacs --metric moves --depth 1",
            "tejun export no-goal.toml --format pddl",
            "tejun export pacman-lv1 --format pddl",
            "tejun export corridor.toml --format sat",
        ],
    );
}

#[test]
fn check() {
    assert_prints(
        "check",
        &[
            "tejun check tank-change --line '1-7 17-15'",
            "tejun check klotski:vBBvvBBvvhhvv11v1..1 --line 'ir ad'",
            "tejun check klotski:vBBvvBBvvhhvv11v1..1 --line 'ir ad' --json",
            "tejun check pacman-lv1 --line hhhhhhhh --json",
            "tejun check sokoban-two --metric moves --line 'd3-d4 c3-b3 b3-b4'",
            // One push, which costs six steps.
            "tejun check sokoban-two --metric moves --line 'd3-d4 zzz'",
            "tejun check sokoban-two --line 'd3-d4 c3-b3 b3-b4 d4-e4 e4-d4'",
            "tejun check sokoban-two --metric moves --line 'lruURdD'",
            "tejun check sokoban-two --line 'R'",
            "tejun solve sokoban-two --line-as lurd",
            "tejun solve sokoban-two --line-as fen",
            "tejun solve tank-change --line-as lurd",
        ],
    );
}

#[test]
fn count() {
    assert_prints(
        "count",
        &[
            "tejun count pentominoes:6x10",
            "tejun count pentominoes:6x10 --json",
            "tejun count klotski:vBBvvBBvvhhvv11v1..1",
        ],
    );
}

#[test]
fn why() {
    assert_prints(
        "why",
        &[
            "tejun why heng-dao-li-ma --lang zh | grep -v 秒",
            "tejun why rush-standstill --move Mll",
            "tejun why sokoban-two --json",
            "tejun why sokoban-two --from 'd3-d2' --lang ja | grep -v 秒",
            "tejun why peg-cross --states 10",
            "tejun why sokoban-two --move zz",
            "tejun why sokoban-two --move zz --json",
            "tejun why sokoban-two --move r",
            "tejun why sokoban-two --from 'd3-d2' --move r",
            "tejun why rush-standstill --move 'Mll Mrr'",
            "tejun why no-goal.toml",
            "tejun why pacman-lv1",
            "tejun explain sokoban-two",
            "tejun explain sokoban-two --from 'd3-d2' --json",
            "tejun explain rush-standstill --states 10",
            "tejun explain rush-crossroads",
            "tejun explain rush-crossroads --json",
        ],
    );
}

/// The levels of Sokoban are pushes, also when steps of the man count.
#[test]
fn explore() {
    assert_prints(
        "explore",
        &[
            "tejun explore klotski:vBBvvBBvvhhvv11v1..1",
            "tejun explore sokoban-two",
            "tejun explore sokoban-two --metric moves",
            "tejun explore sokoban-two --metric moves --json",
            "tejun explore pentominoes:6x10",
        ],
    );
}

#[test]
fn hardest() {
    assert_prints(
        "hardest",
        &[
            // Those of the atlas.
            "tejun hardest klotski:vBBvvBBvvhhvv11v1..1 --pieces 4h,2v,2u",
            "tejun hardest klotski:vBBvvBBvvhhvv11v1..1 --pieces 4h,2v,2u --metric steps --json",
            "tejun hardest klotski:vBBvvBBvvhhvv11v1..1 --depth 2",
            "tejun hardest klotski:vBBvvBBvvhhvv11v1..1 --memory 1000 --json",
            "tejun hardest fifteen.toml --memory 1GiB",
            "tejun hardest full.toml --json",
            "tejun hardest no-goal.toml",
            "tejun hardest wide.toml",
            "tejun hardest tank-change",
        ],
    );
}

#[test]
fn hardest_sets() {
    assert_prints(
        "hardest_sets",
        &[
            "tejun hardest corridor.toml --pieces polyominoes",
            "tejun hardest no-goal.toml --pieces polyominoes:2 --goal corner",
            "tejun hardest no-goal.toml --pieces polyominoes:1 --goal corner --json",
            "tejun hardest no-goal.toml --pieces polyominoes --goal corner --metric steps --depth 2",
            "tejun hardest no-goal.toml --pieces polyominoes --goal corner --memory 1000",
            "tejun hardest no-goal.toml --pieces polyominoes --goal corner --memory 1000 --json",
            "printf 'puzzle = \"sliding\"\\nboard = \"a#b\"' | tejun hardest - --pieces polyominoes --goal corner",
            "tejun hardest no-goal.toml --pieces polyominoes",
            "tejun hardest no-goal.toml --pieces polyominoes:0 --goal corner",
            "tejun hardest no-goal.toml --pieces any --goal corner",
            "tejun hardest no-goal.toml --pieces polyominoes --goal edge",
            "tejun hardest no-goal.toml --goal corner",
            "tejun hardest fifteen.toml --pieces polyominoes",
            "tejun hardest wide.toml --pieces polyominoes",
            "tejun hardest tank-change --pieces polyominoes --goal corner",
        ],
    );
}

#[test]
fn generate() {
    assert_prints(
        "generate",
        &[
            "tejun generate sliding --size 3x3 --moves 5..9 --seed 7",
            "tejun generate packing --seed 3",
            "tejun generate packing --metric steps",
            "tejun generate klotski --moves 60..70",
        ],
    );
}

#[test]
fn show() {
    assert_prints(
        "show",
        &[
            "tejun show 横刀立马 --from ir",
            "tejun show peg-central",
            "tejun show pacman-lv1 --play --from hhhhhhhh",
            "tejun show rushhour:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --as rushhour",
            "tejun show gate.txt --as desktop --from gr",
            "tejun show klotski:vBBvvBBvvhhvv11v1..1 --as rushhour",
            "tejun show klotski:vBBvvBBvvhhvv11v1..1 --as xml",
            "tejun show tank-change --as desktop",
        ],
    );
}

#[test]
fn errors() {
    assert_prints(
        "errors",
        &[
            "tejun solve",
            "tejun sovle tank-change",
            "tejun solve hundrd",
            "tejun solve no/such.toml",
            "tejun solve not-utf-8.toml",
            "tejun solve ragged.toml",
            "tejun solve - < ragged.toml",
            "tejun show two-pac-men.txt",
            "tejun show tank-change --as desktop --play",
            "tejun solve tank-change --from zu",
            "tejun solve tank-change --metric hops",
            "tejun solve tank-change --memory lots",
            "tejun solve heng-dao-li-ma --metric hops",
            "tejun prove heng-dao-li-ma",
            "tejun cluster run solve heng-dao-li-ma",
            "tejun resume ragged.toml",
        ],
    );
}

#[test]
fn help() {
    assert_prints(
        "help",
        &[
            "tejun help",
            "tejun help solve",
            "tejun help export",
            "tejun help cluster worker",
            "tejun help generate sliding",
            "tejun --version",
        ],
    );
}

#[test]
fn puzzlescript() {
    assert_prints(
        "puzzlescript",
        &[
            "tejun puzzlescript audit gate.txt",
            "tejun puzzlescript audit gate.txt --level 1 --intended ludrrrrr --at-least 9",
            "tejun puzzlescript audit gate.txt --level 1 --json",
            "sed 's/^#k......#/#k#.....#/' gate.txt | tejun puzzlescript audit - --level 1 --since gate.txt",
            "tejun puzzlescript audit gate.txt --states 20",
            "tejun puzzlescript audit gate.txt --intended lud",
            "tejun puzzlescript audit gate.txt --level 1 --intended 'lu?'",
            "tejun puzzlescript audit gate.txt --level 3",
            "tejun puzzlescript audit gate.txt --at-least many",
            "tejun puzzlescript audit gate.txt --html no/such/folder.html",
            "sed 's/late/lat/' gate.txt | tejun puzzlescript audit -",
            "tejun puzzlescript replay ice-rink --inputs '3 1 undo'",
        ],
    );
}
