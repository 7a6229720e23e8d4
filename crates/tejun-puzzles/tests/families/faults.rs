//! What is wrong with an instance is said in three languages.

use tejun_puzzles::{Lang, Registry};

/// Every fault that has a sentence: its family and code, and the keys of a file that has it.
const FAULTS: &[(&str, &str, &str)] = &[
    ("sliding", "row-length", "board = '''\nab\na'''"),
    ("sliding", "empty-board", "board = ''"),
    ("sliding", "invisible", "board = 'a\u{200b}'"),
    ("sliding", "two-parts", "board = 'a.a'"),
    ("sliding", "no-goal", "board = 'a.'\ngoal_match = 'shape'"),
    ("sliding", "walled", "board = 'a.'\ngoal = 'a#'"),
    ("sliding", "goal-without-piece", "board = 'a.'\ngoal = '..'"),
    ("sliding", "too-many", "board = 'ab..'\ngoal = 'x.yz'\ngoal_match = 'shape'"),
    ("sliding", "never-stands", "board = '''\naa..\n....'''\ngoal = '''\n....\n..aa'''\naxis = 'a'"),
    ("sliding", "never-arrives", "board = 'a##'\ngoal = '..a'"),
    ("sliding", "fits-nowhere", "board = 'a.'\ngoal = '..a.'"),
    ("sliding", "fits-twice", "board = '###'\ngoal = 'abcd'"),
    ("sliding", "other-size", "board = '''\na.\n..'''\ngoal = '.a'"),
    ("sliding", "not-on-board", "board = 'a.'\ngoal = '.b'"),
    ("sliding", "other-shape", "board = 'a..'\ngoal = '.aa'"),
    ("sliding", "unknown-piece", "board = 'aa.'\naxis = 'b'"),
    ("sliding", "no-letter", "board = 'aa.'\naxis = ''"),
    ("sliding", "no-axis", "board = 'a.'\naxis = 'a'"),
    ("sliding", "two-axes", "board = 'a.'\naxis = { row = 'a', column = 'a' }"),
    ("sliding", "bad-sign", "board = 'a.'\ngates = { '#' = 'a' }"),
    ("sliding", "no-gate", "board = 'a.'\ngates = { '-' = 'a' }"),
    ("sliding", "shut", "board = '''\naa.\n#-#'''\ngates = { '-' = 'a' }"),
    ("packing", "strange-character", "pieces = 'P'\nboard = 'oox'"),
    ("packing", "board-size", "pieces = 'P'\nboard = '###'"),
    ("packing", "no-piece", "board = 'ooooo'"),
    ("packing", "no-letter", "pieces = 'q'\nboard = 'ooooo'"),
    ("packing", "twice", "pieces = 'P'\nboard = 'ooooo'\n[[piece]]\nname = 'P'\nshape = 'o'"),
    ("packing", "bad-name", "board = 'o'\n[[piece]]\nname = 'a b'\nshape = 'o'"),
    ("packing", "count", "board = 'o'\n[[piece]]\nname = '{n}'\ncount = 0\nshape = 'o'"),
    ("packing", "strange-shape", "board = 'o'\n[[piece]]\nname = 'a'\nshape = 'x'"),
    ("packing", "piece-size", "board = 'o'\n[[piece]]\nname = 'a'\nshape = '.'"),
    ("packing", "two-parts", "board = 'o'\n[[piece]]\nname = 'a'\nshape = 'o.o'"),
    ("pacman", "time-limit", "time = 0\nboard = '''\n####\n#@.#\n####'''"),
    ("pacman", "board-size", "time = 9\nboard = '##'"),
    ("pacman", "row-length", "time = 9\nboard = '''\n####\n#@.#\n###'''"),
    ("pacman", "row-length", "time = 9\nboard = '''\n####\n#@.##\n####'''"),
    ("pacman", "second", "time = 9\nboard = '''\n####\n#@@#\n####'''"),
    ("pacman", "strange-character", "time = 9\nboard = '''\n####\n#@x#\n####'''"),
    ("pacman", "border", "time = 9\nboard = '''\n####\n#@..\n####'''"),
    ("pacman", "missing", "time = 9\nboard = '''\n####\n#..#\n####'''"),
    ("pacman", "unreached", "time = 9\nboard = '''\n#####\n#@#.#\n#####'''"),
    ("pacman", "walled-in", "time = 9\nboard = '''\n######\n#@.#V#\n######'''"),
    ("tank-change", "strange-character", "board = 'AxB'"),
    ("tank-change", "no-tank", "board = 'Aoo'"),
    ("tank-change", "in-sight", "board = 'AoB'\nroads = 'orthogonal'"),
    ("tank-change", "unequal", "board = 'AAB'"),
    ("tank-change", "other-size", "board = 'AB'\ngoal = 'B'"),
    ("tank-change", "other-cells", "board = 'AB.'\ngoal = 'ABo'"),
    ("tank-change", "tanks", "board = 'AB'\ngoal = 'BB'"),
    ("peg-solitaire", "strange-character", "board = 'oox'"),
    ("peg-solitaire", "no-cell", "board = '##'"),
    ("peg-solitaire", "other-cells", "board = 'oo.'\ngoal = 'o.'"),
    ("peg-solitaire", "triangle", "board = '''\no\noo\nooo'''"),
    ("peg-solitaire", "spaced", "board = 'o o o'"),
    ("peg-solitaire", "unclear", "jumps = 'triangular'\nboard = '''\noo\nooo'''"),
    ("sokoban", "missing", "board = '''\n####\n#$.#\n####'''"),
    ("sokoban", "second", "board = '''\n#####\n#@@ #\n#####'''"),
    ("sokoban", "open", "board = '''\n#####\n#@$.\n#####'''"),
    ("sokoban", "unreached", "board = '''\n######\n#@ #$#\n######'''"),
    ("sliding-tiles", "no-rectangle", "board = '''\n12\n.'''"),
];

/// Faults of boards too large to be written down here.
fn large() -> Vec<(&'static str, &'static str, String)> {
    let rows = |row: &str, many: usize| vec![row; many].join("\n");
    vec![
        ("sliding", "board-size", format!("board = '''\n{}'''", rows(&"a".repeat(40), 40))),
        ("sliding", "goal-size", format!("board = 'a'\ngoal = '''\n{}'''", rows(&"a".repeat(40), 40))),
        ("sliding", "board-size", format!("board = '''\n{}'''", "a".repeat(300_000))),
        ("packing", "most-pieces", format!("pieces = '{}'\nboard = 'o'", "P".repeat(70_000))),
        (
            "packing",
            "long-name",
            format!("board = 'o'\n[[piece]]\nname = '{}'\nshape = 'o'", "a".repeat(200)),
        ),
        ("pacman", "board-size", format!("time = 9\nboard = '''\n{}'''", rows(&"#".repeat(500), 500))),
        ("tank-change", "board-size", format!("board = '''\n{}'''", rows(&"o".repeat(40), 40))),
        (
            "sokoban",
            "board-size",
            format!("board = '''\n{}\n#@$.{}#\n{}'''", "#".repeat(600), " ".repeat(595), "#".repeat(600)),
        ),
        ("sliding-tiles", "board-size", format!("board = '''\n{}'''", rows(".123456", 7))),
    ]
}

#[test]
fn each_is_said_in_three_languages() {
    let registry = Registry::standard();
    let large = large();
    let faults = FAULTS.iter().map(|&(family, code, keys)| (family, code, keys));
    for (family, code, keys) in
        faults.chain(large.iter().map(|(family, code, keys)| (*family, *code, &**keys)))
    {
        let text = format!("puzzle = '{family}'\n{keys}\n");
        let shown: String = text.chars().take(200).collect();
        let error =
            registry.read(&text, None).err().unwrap_or_else(|| panic!("nothing is wrong with {shown}"));
        let reason = error.reason.unwrap_or_else(|| panic!("no sentence for {:?}: {shown}", error.message));
        assert_eq!(reason.code(), code, "{shown}");
        assert!(error.message.ends_with(&reason.text(Lang::En)), "{}: {shown}", error.message);
        for lang in [Lang::En, Lang::Ja, Lang::Zh] {
            let said = reason.text(lang).replace("{n}", "").replace("{200b}", "");
            assert!(!said.contains(['{', '}']), "{said}: {shown}");
            assert_eq!(said.is_ascii(), lang == Lang::En, "{said}");
        }
    }
}
