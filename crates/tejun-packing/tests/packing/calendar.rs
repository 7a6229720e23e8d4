//! Calendars: published numbers of solutions, and dancing links on boards drawn here.

use std::collections::BTreeSet;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::make_problem;
use dlx::{OptOrder, Solver, Uint};
use tejun_puzzles::question::{Prove, Solve};
use tejun_puzzles::{Asked, Call, Instance, Line, Means, Registry, Status};
use tejun_search::{Outcome, Unwatched};
use tejun_verify::Claim;

use crate::common::{AtLine, step, value};

const PENTOMINOES: [(char, [(i32, i32); 5]); 10] = [
    ('L', [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]),
    ('N', [(0, 1), (1, 1), (2, 1), (2, 0), (3, 0)]),
    ('P', [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]),
    ('T', [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    ('U', [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]),
    ('V', [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
    ('W', [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
    ('Y', [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)]),
    ('Z', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
    ('F', [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]),
];

fn read(name: &str) -> Box<dyn Instance> {
    let registry = Registry::standard();
    let text = registry.expand_short_form(name).unwrap().unwrap_or_else(|error| panic!("{name}: {error}"));
    registry.read(&text, None).unwrap()
}

/// The number of ways to fill these cells, by dancing links.
fn plain(cells: &BTreeSet<(i32, i32)>, pieces: &[Vec<(i32, i32)>]) -> u128 {
    let index = |cell: &(i32, i32)| cells.iter().position(|other| other == cell);
    let mut rows = BTreeSet::new();
    for (piece, shape) in pieces.iter().enumerate() {
        for turn in 0..8 {
            let turned = shape.iter().map(|&(r, c)| {
                let c = if turn >= 4 { -c } else { c };
                (0..turn % 4).fold((r, c), |(r, c), _| (c, -r))
            });
            let turned: Vec<(i32, i32)> = turned.collect();
            for (top, left) in (-8..16).flat_map(|top| (-8..16).map(move |left| (top, left))) {
                let covered: Option<Vec<usize>> =
                    turned.iter().map(|&(r, c)| index(&(r + top, c + left))).collect();
                if let Some(mut covered) = covered {
                    covered.sort_unstable();
                    covered.push(cells.len() + piece);
                    rows.insert(covered);
                }
            }
        }
    }
    let rows: Vec<Vec<Uint>> =
        rows.into_iter().map(|row| row.into_iter().map(|item| item as Uint).collect()).collect();
    let mut problem = make_problem((cells.len() + pieces.len()) as Uint, 0, &rows, OptOrder::Seq);
    let mut solver = Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut found = 0;
    while solver.next_solution(&mut chooser) {
        found += 1;
    }
    found
}

/// The cells of a calendar with the date left free; days and months from 1, Sunday is 1.
fn board(month: i32, day: i32, weekday: Option<i32>) -> BTreeSet<(i32, i32)> {
    let mut cells: BTreeSet<(i32, i32)> = (0..12).map(|at| (at / 6, at % 6)).collect();
    cells.extend((0..31).map(|at| (2 + at / 7, at % 7)));
    let weekdays = [(6, 3), (6, 4), (6, 5), (6, 6), (7, 4), (7, 5), (7, 6)];
    cells.extend(weekday.map(|_| weekdays).into_iter().flatten());
    cells.remove(&((month - 1) / 6, (month - 1) % 6));
    cells.remove(&(2 + (day - 1) / 7, (day - 1) % 7));
    if let Some(weekday) = weekday {
        cells.remove(&weekdays[weekday as usize - 1]);
    }
    cells
}

fn pieces(letters: &str) -> Vec<Vec<(i32, i32)>> {
    PENTOMINOES
        .iter()
        .filter(|(letter, _)| letters.contains(*letter))
        .map(|(_, shape)| shape.to_vec())
        .collect()
}

fn table(weekdays: bool) -> serde_json::Value {
    let registry = Registry::standard();
    let mut verbs = registry.families().flat_map(|family| family.verbs());
    let verb = verbs.find(|verb| verb.path == ["calendar", "table"]).unwrap();
    let given = weekdays.then(|| ("weekdays", String::new())).into_iter().collect();
    let call = Call { arguments: Vec::new(), given, means: Means { threads: 2, ..Means::default() } };
    value(&(verb.run)(&call, &mut Unwatched).unwrap().details)
}

/// The published numbers: 24,405 solutions in all, 7 on 6 October, 216 on 25 January.
#[test]
fn a_year_has_its_published_solutions() {
    let table = table(false);
    assert_eq!((&table["dates"], &table["solutions"]), (&366.into(), &24_405.into()));
    let extremes = ["fewest", "most"].map(|key| table[key].clone());
    assert_eq!(extremes[0], serde_json::json!({"month": 10, "day": 6, "solutions": 7}));
    assert_eq!(extremes[1], serde_json::json!({"month": 1, "day": 25, "solutions": 216}));
    let dates = table["by_date"].as_array().unwrap();
    for date in dates.iter().step_by(6 * step()) {
        let (month, day) = (&date["month"], &date["day"]);
        let counted = read(&format!("calendar:{month}-{day}")).count_at(&Line::default(), &Means::default());
        assert_eq!(counted.solutions, u128::from(date["solutions"].as_u64().unwrap()), "{month}-{day}");
    }
}

#[test]
fn dancing_links_count_the_same() {
    let mut rectangle = pieces("LNPUVYZ");
    rectangle.push((0..6).map(|at| (at / 3, at % 3)).collect());
    for (month, day) in [(1, 1), (2, 29), (7, 14), (12, 31)] {
        let counted =
            read(&format!("calendar:{month:02}-{day:02}")).count_at(&Line::default(), &Means::default());
        assert_eq!(counted.solutions, plain(&board(month, day, None), &rectangle), "{month}-{day}");
    }
    let mut tetrominoes = pieces("LNPTUVZ");
    tetrominoes.push((0..4).map(|at| (0, at)).collect());
    tetrominoes.push(vec![(0, 0), (0, 1), (0, 2), (1, 0)]);
    tetrominoes.push(vec![(0, 1), (0, 2), (1, 0), (1, 1)]);
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    for (month, day, weekday) in [(2, 6, 5), (9, 30, 7)] {
        let name = format!("calendar:{month}-{day}-{}", names[weekday as usize - 1]);
        let counted = read(&name).count_at(&Line::default(), &Means { threads: 2, ..Means::default() });
        assert_eq!(counted.solutions, plain(&board(month, day, Some(weekday)), &tetrominoes), "{name}");
    }
}

#[test]
fn moves_name_cells_by_their_labels() {
    let puzzle = read("calendar:10-6");
    let solution = puzzle.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    let Outcome::Solved(line) = solution.outcome else { panic!() };
    assert_eq!(line.len(), 8);
    let named: BTreeSet<&str> = line.iter().flat_map(|by| by.split_once(':').unwrap().1.split(',')).collect();
    assert!(named.contains("Jan") && named.contains("31") && !named.contains("Oct") && !named.contains("6"));
    let line = Line(line);
    assert!(puzzle.check(&line).solves);
    assert_eq!(puzzle.after(&line).unwrap().status(), Status::Solved);
    // What stays free is seen, and is no cell to play on.
    let scene = puzzle.start().scene();
    let texts: BTreeSet<&str> = scene.texts.iter().map(|(_, text)| text.as_str()).collect();
    assert!(texts.contains("Oct") && texts.contains("6"));
    let refused = puzzle.check(&"O:Oct,Nov,Dec,4,5,6".parse().unwrap()).fault.unwrap().to_string();
    assert!(refused.contains("no cell to fill is called Oct"), "{refused}");
    let numbers = puzzle.check(&"O:40,41,42,43,44,45".parse().unwrap());
    assert!(numbers.fault.is_some(), "numbers name no cells of a board with labels");
}

/// The certificate is about the board without labels.
#[test]
fn a_certificate_says_the_same() {
    let puzzle = read("calendar:10-6");
    let proved = puzzle.ask(Prove { asked: Asked::Solutions }, &Means::default(), &mut Unwatched).unwrap();
    let Outcome::Solved(certificate) = proved.outcome else { panic!() };
    assert_eq!(certificate.claim, Claim::Solutions { different: 7, all: 7 });
    tejun_verify::verify(&certificate.write(), 1).unwrap();
}

#[test]
fn dates_and_labels_that_are_none_are_refused() {
    let refused = |name: &str| Registry::standard().expand_short_form(name).unwrap().unwrap_err().to_string();
    assert_eq!(refused("calendar:2-30"), "Feb has the days 1 to 29, not 30");
    for wrong in [
        "",
        "13-1",
        "0-1",
        "1-0",
        "1",
        "1-2-3",
        "1-1-mond",
        "1-1-fri-2",
        "today",
        "-1-1",
        "1-99999999999999999999",
    ] {
        assert!(!refused(&format!("calendar:{wrong}")).is_empty(), "{wrong}");
    }
    let error = |keys: &str| {
        let file = format!("puzzle = 'packing'\npieces = 'P'\nboard = '''\nooo\nooo'''\n{keys}");
        Registry::standard().read(&file, None).err().map(|error| error.to_string())
    };
    assert_eq!(error("labels = 'a b c d e f'\nempty = 'f'"), None);
    for (keys, says) in [
        ("empty = 'a'", "there are no labels"),
        ("labels = 'a b c'", "3 labels for 6 cells"),
        ("labels = 'a b c d e a'", "comes twice"),
        ("labels = 'a b c d e f,g'", "is no label"),
        ("labels = 'a b c d e toolongname'", "is no label"),
        ("labels = 'a b c d e f'\nempty = 'g'", "no cell has the label"),
        ("labels = 'a b c d e f'\nempty = 'a b c d e f'", "draw 1 to 128"),
    ] {
        let error = error(keys).unwrap_or_else(|| panic!("{keys}"));
        assert!(error.contains(says), "{keys}: {error}");
    }
}
