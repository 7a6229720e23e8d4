//! Any text is compiled or refused, in bounded time.

use std::sync::{Arc, LazyLock};

use crate::common::{cases, data};
use proptest::prelude::*;
use serde_json::Value;
use tejun_puzzlescript::{EngineKind, Replay, compile_with_diagnostics, model};

/// The recorded plays, with their sources.
static TESTS: LazyLock<Option<Value>> =
    LazyLock::new(|| data("tests.json").map(|tests| serde_json::from_str(&tests).expect("JSON")));

/// Compiles a text and, if it is a game, plays a little.
fn use_it(text: &str) {
    let Some(game) = compile_with_diagnostics(text).game.map(Arc::new) else { return };
    for (index, level) in game.levels().take(2).enumerate().filter(|(_, level)| level.cells.len() <= 300) {
        if let Ok(model) = model(game.clone(), level) {
            let mut states = 0;
            model.expand(model.start(), &mut |_, _| states += 1);
            assert!(states <= 6);
        }
        let replay =
            Replay::new(game.clone(), index + 1, EngineKind::Plain, "seed").expect("the level is there");
        if let Ok(mut replay) = replay {
            for word in ["0", "3", "undo", "4", "tick", "restart"] {
                let _ = replay.act(tejun_puzzlescript::Action::read(word).expect("a word of replays"));
            }
        }
    }
}

const WORDS: &[&str] = &[
    "OBJECTS",
    "LEGEND",
    "SOUNDS",
    "COLLISIONLAYERS",
    "RULES",
    "WINCONDITIONS",
    "LEVELS",
    "\n",
    "\n",
    "\n",
    " ",
    " ",
    "Background",
    "Player",
    "crate",
    "wall",
    "black",
    "#fff",
    "00000",
    ".....",
    "0.1.0",
    "=",
    "and",
    "or",
    ",",
    "[",
    "]",
    "|",
    "->",
    "...",
    ">",
    "<",
    "^",
    "v",
    "no",
    "moving",
    "late",
    "rigid",
    "random",
    "randomdir",
    "+",
    "startloop",
    "endloop",
    "again",
    "cancel",
    "win",
    "message",
    "all",
    "some",
    "on",
    "(",
    ")",
    ".",
    "#",
    "P",
    "*",
    "title x\n",
    "again_interval 1\n",
    "\u{b}",
    "🦀",
    "É",
    "\r\n",
    "\t",
    "color_palette 41\n",
    "flickscreen 3x3\n",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(2_000) as u32) })]

    #[test]
    fn words_in_any_order(words in prop::collection::vec(prop::sample::select(WORDS), 0..120)) {
        use_it(&words.join(" "));
    }

    #[test]
    fn any_characters(text in any::<String>()) {
        use_it(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(300) as u32) })]

    /// Real sources with lines dropped, doubled and exchanged.
    #[test]
    fn sources_with_changed_lines(
        which in 0usize..293,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8), 1..6),
    ) {
        let Some(tests) = &*TESTS else { return Ok(()) };
        let mut lines: Vec<&str> = tests[which]["source"].as_str().unwrap().lines().collect();
        for (a, b, kind) in changes {
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            match kind {
                0 => { lines.remove(a); }
                1 => lines.insert(a, lines[b]),
                2 => lines.swap(a, b),
                _ => lines[a] = lines[a].get(..lines[a].len() / 2).unwrap_or(""),
            }
        }
        use_it(&lines.join("\n"));
    }
}
