//! The facts of the family.

use super::{generate, rule_examples, words};
use tejun_core::{Brush, FamilyInfo, Shelf, ShortForm};

/// The facts of the family.
pub(super) const FAMILY: FamilyInfo = FamilyInfo {
    title: Some(&words::TITLE),
    about: Some(&words::ABOUT),
    names: &["tanku chenji", "tanke huanwei", "sensha"],
    rule_examples: &rule_examples::RULE_EXAMPLES,
    draws: &rule_examples::DRAWS,
    short_forms: &[ShortForm {
        form: "tank-change",
        about: &words::ORIGINAL,
        expand: |name| (name == "tank-change").then(|| Ok(words::ORIGINAL_FILE.to_owned())),
        letters: None,
        least: 0,
    }],
    brushes: &[
        Brush::new("AB", &words::TANK),
        Brush::new("o", &words::FREE),
        Brush::new(".", &words::NOTHING),
    ],
    shelves: &[Shelf {
        fame: 10,
        known: &["tank-change"],
        first_steps: &[
            "puzzle = \"tank-change\"\nboard = '''\n..o\n.o.\nA.B\n.o.\n..o'''\n",
            "puzzle = \"tank-change\"\nboard = '''\n.ooo\nBoAo\n.o.o'''\n",
            "puzzle = \"tank-change\"\nboard = '''\nA.o.o\n.o.o.\no.o.B'''\n",
        ],
        ..Shelf::PLAIN
    }],
    library: Some(|| crate::library::of("tank-change")),
    verbs: || vec![generate::verb()],
    dead_ends_lose: false,
    ..FamilyInfo::new("tank-change", words::TEMPLATE)
};
