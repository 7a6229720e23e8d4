//! Certificates by levels.

use std::collections::BTreeMap;

use tejun_puzzles::question::{Explore, Prove};
use tejun_puzzles::{Asked, Means, Registry};
use tejun_search::{Limits, StopReason, Unwatched};
use tejun_verify::Claim;

use super::{certificate, puzzle, says_what_solve_says};

use crate::common::{cases, full, step};

#[test]
fn the_library() {
    let slow =
        ["euler-766", "pandemonium", "tiles-fifteen", "tiles-fifteen-hidden", "tiles-swap", "sokoban-dock"];
    let families = ["sliding", "tank-change", "sokoban", "sliding-tiles", "peg-solitaire"];
    let mut counts = BTreeMap::new();
    for file in Registry::standard().library() {
        let session = puzzle(&file.text, None);
        let skipped = slow.contains(&&*file.name);
        if families.contains(&session.family().name) && !skipped && session.about().optimal.is_some() {
            // Of each family the first, and then every fifth.
            let count = counts.entry(session.family().name).or_insert(0);
            *count += 1;
            if (*count - 1) % step() != 0 {
                continue;
            }
            let certificate = says_what_solve_says(&file.name, &*session);
            assert_eq!(
                certificate.claim,
                Claim::Optimal(session.about().optimal.unwrap() as u64),
                "{}",
                file.name
            );
        }
    }
    assert!(counts.values().sum::<usize>() > 80, "{counts:?}");
}

#[test]
fn the_openings_in_every_metric() {
    let table =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tejun-sliding/tests/openings.csv"))
            .unwrap();
    assert_eq!(table.lines().count(), 1 + 39);
    for row in table.lines().skip(1).step_by(step()) {
        let fields: Vec<&str> = row.split(',').collect();
        for (metric, optimum) in ["moves", "slides", "steps"].into_iter().zip(&fields[2..5]) {
            let session = puzzle(&format!("klotski:{}", fields[1]), Some(metric));
            let certificate = certificate(&*session, Asked::Solutions);
            let claim = optimum.parse().map_or(Claim::Unsolvable, Claim::Optimal);
            assert_eq!(certificate.claim, claim, "{row}");
            assert!(certificate.write().len() <= 20 << 10, "{row}");
        }
        let session = puzzle(&format!("klotski:{}", fields[1]), None);
        let certificate = certificate(&*session, Asked::Reachable);
        assert_eq!(certificate.claim, Claim::Reachable(fields[6].parse().unwrap()), "{row}");
    }
    let famous = certificate(&*puzzle("heng-dao-li-ma", None), Asked::Solutions);
    assert!(famous.write().len() <= 16 << 10);
}

/// Boards as they are generated.
#[test]
fn generated_puzzles() {
    let verbs = Registry::standard();
    let verbs: Vec<_> = verbs.families().flat_map(|family| family.verbs()).collect();
    for family in ["sliding", "rushhour", "tank-change", "sokoban"] {
        let verb = verbs.iter().find(|verb| verb.path == ["generate", family]).unwrap();
        let means = Means { seed: 7, ..super::options() };
        let given = [("n", cases(12).to_string())].into();
        let call = tejun_puzzles::Call { arguments: Vec::new(), given, means };
        let answer = (verb.run)(&call, &mut Unwatched).unwrap();
        let details = crate::common::value(&answer.details);
        let made = details["puzzles"].as_array().unwrap_or_else(|| panic!("{details}"));
        assert!(!made.is_empty());
        for made in made {
            let text = made["instance"].as_str().unwrap_or_else(|| panic!("{made}"));
            says_what_solve_says(text, &*puzzle(text, None));
            assert!(super::reaches_what_explore_reaches(text, 50_000).is_some());
        }
    }
}

/// Lost positions are reached, too.
#[test]
fn the_reachable_sets_of_the_library() {
    let library = Registry::standard().library();
    let most = if full() { 50_000 } else { 10_000 };
    for (family, least) in
        [("sliding", 20), ("tank-change", 1), ("sokoban", 2), ("sliding-tiles", 1), ("peg-solitaire", 2)]
    {
        let is_of = |name: &&str| puzzle(name, None).family().name == family;
        let names = library.iter().map(|file| &*file.name).filter(is_of);
        let compared = names.filter(|name| super::reaches_what_explore_reaches(name, most).is_some()).count();
        assert!(compared >= least / step(), "{family}: {compared}");
    }
}

/// The central game on a board of 21 holes: all positions that it can come to.
#[test]
fn the_reachable_set_of_the_central_game() {
    let cross = "puzzle = 'peg-solitaire'\nboard = '''\n#ooo#\nooooo\noo.oo\nooooo\n#ooo#'''\n";
    let session = puzzle(cross, None);
    let explored = session.start().ask(Explore::default(), &super::options(), &mut Unwatched).unwrap();
    let certificate = certificate(&*session, Asked::Reachable);
    assert_eq!(certificate.claim, Claim::Reachable(explored.classes));
}

#[test]
fn what_stops_has_no_certificate() {
    let session = puzzle("heng-dao-li-ma", None);
    let options = Means { limits: Limits { bytes: 1 << 16, ..Default::default() }, ..super::options() };
    let proved = session.ask(Prove { asked: Asked::Solutions }, &options, &mut Unwatched).unwrap();
    assert_eq!(proved.outcome.stopped(), Some(StopReason::Memory));
    let session = puzzle("tiles-twenty-four", None);
    let error =
        session.ask(Prove { asked: Asked::Reachable }, &super::options(), &mut Unwatched).unwrap_err();
    assert!(error.to_string().contains("too many placements"), "{error}");
}

/// Files of other systems, and drawings with blanks at their ends.
#[test]
fn spellings_of_drawings_have_certificates() {
    for (text, optimum) in [
        ("puzzle = 'sokoban'\nboard = '''\n#####\n#@$.#\n#####\n\n'''\n", 1),
        ("puzzle = 'sliding'\nboard = '''\na.b\n...\n'''\ngoal = '''\n..a\n...\n\n\n'''\n", 2),
        ("puzzle = 'sliding-tiles'\nboard = '''\n12\n.3'''\ngoal = '''\n12  \n3.\n \n'''\n", 1),
        ("puzzle = 'peg-solitaire'\nboard = '''\n oo.\n\n\n'''\n", 1),
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let session = puzzle(&text, None);
            let statement = session.statement().unwrap();
            assert!(!statement.contains('\r'), "{statement}");
            assert_eq!(says_what_solve_says(&text, &*session).claim, Claim::Optimal(optimum), "{text}");
        }
    }
    // A first line that is blank, however it ends.
    let blank = "puzzle = 'sliding'\nboard = \"a.\"\ngoal = \"\\r\\n.a\"\n";
    assert_eq!(says_what_solve_says(blank, &*puzzle(blank, None)).claim, Claim::Optimal(1));
}
