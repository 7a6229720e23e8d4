//! The KATAMINO table compared with the count of each of its sets.

use crate::common;

use common::{AtLine, value};
use tejun_puzzles::{Call, Line, Means, Registry};
use tejun_search::{Limits, Outcome, Unwatched};

const LETTERS: &str = "FILNPTUVWXYZ";

/// All sets of `size` letters.
fn sets(size: usize) -> Vec<String> {
    let letters =
        |set: u32| LETTERS.chars().zip(0..).filter(|&(_, at)| set >> at & 1 == 1).map(|(c, _)| c).collect();
    (0..1_u32 << LETTERS.len()).filter(|set| set.count_ones() as usize == size).map(letters).collect()
}

#[test]
fn the_table_agrees_with_the_count_of_every_set() {
    let registry = Registry::standard();
    let verb =
        registry.families().flat_map(|family| family.verbs()).find(|verb| verb.path == ["katamino", "table"]);
    let verb = verb.unwrap();
    for rule in ["free", "katamino"] {
        // Enough for five columns, too few for six.
        let limits = Limits { states: 150_000, ..Limits::default() };
        let call = Call {
            arguments: Vec::new(),
            given: [("rule", rule.to_owned())].into(),
            means: Means { limits, ..Means::default() },
        };
        let table = value(&(verb.run)(&call, &mut Unwatched).unwrap().details);
        for columns in 3..=5 {
            let counts = sets(columns).into_iter().map(|pieces| {
                let file = registry.expand_short_form(&format!("katamino:{pieces}")).unwrap().unwrap();
                let file = file.replace("rule = \"free\"", &format!("rule = {rule:?}"));
                let instance = registry.read(&file, None).unwrap();
                let counted = instance.count_at(&Line::default(), &Means::default());
                assert!(!matches!(counted.outcome, Outcome::Stopped(..)));
                (pieces, counted.solutions, counted.solutions_raw)
            });
            let counts: Vec<(String, u128, u128)> = counts.collect();
            let row = &table["rows"][columns - 3];
            let number =
                |key: &str| u128::from(row[key].as_u64().unwrap_or_else(|| panic!("{key}: {table}")));
            assert_eq!(number("columns"), columns as u128);
            assert_eq!(number("subsets_total"), counts.len() as u128);
            let sum = |of: fn(&(String, u128, u128)) -> u128| counts.iter().map(of).sum::<u128>();
            assert_eq!(number("subsets_solvable"), sum(|set| u128::from(set.1 > 0)), "{rule} {columns}");
            assert_eq!(number("solutions"), sum(|set| set.1), "{rule} {columns}");
            assert_eq!(number("solutions_raw"), sum(|set| set.2), "{rule} {columns}");
            assert_eq!(number("subsets_unique"), sum(|set| u128::from(set.1 == 1)), "{rule} {columns}");
            let most = counts.iter().map(|set| set.1).max().unwrap();
            assert_eq!(number("max_solutions"), most, "{rule} {columns}");
            let richest = counts.iter().filter(|set| set.1 == most).map(|set| set.0.as_str()).min();
            assert_eq!(row["max_subset"].as_str(), richest, "{rule} {columns}");
        }
    }
}

/// All of a row of the table at once: of twelve pieces, as many as the board takes.
#[test]
fn a_row_of_the_table_is_one_count_with_spare_pieces() {
    for (columns, solutions) in [(3, 7), (4, 50), (5, 107)] {
        let board = vec!["o".repeat(columns); 5].join("\n");
        let file =
            format!("puzzle = 'packing'\npieces = 'pentominoes'\nspare = true\nboard = '''\n{board}'''\n");
        let instance = Registry::standard().read(&file, None).unwrap();
        let counted = instance.count_at(&Line::default(), &Means::default());
        assert_eq!(counted.solutions, solutions, "{columns}");
    }
}
