//! What is exported has the optimum, or the solutions, that tejun finds: by plain programs that know no puzzle.

use crate::common::value;
use crate::plain_bounds::{Painted, painted};
use crate::plain_cover::{dimacs, satisfiable, smt2, solutions};
use crate::plain_cutting_planes::{opb, refutes};
use crate::plain_planner::optimum;

use proptest::prelude::*;
use tejun_puzzles::question::{Count, Explore, ExportTo, Solve};
use tejun_puzzles::{Call, Export, ExportFile, ExportFormat, Means, Position, Registry};
use tejun_search::{Limits, Unwatched};

fn read(text: &str, metric: Option<&str>) -> Box<dyn Position> {
    Registry::standard().read(text, metric).unwrap_or_else(|error| panic!("{text}: {error}")).start()
}

fn cost(position: &dyn Position) -> Option<u32> {
    let solution = position.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    solution.value.cost.map(|cost| cost as u32)
}

fn written(position: &dyn Position, format: ExportFormat, depth: Option<u32>) -> Option<Export> {
    position.ask(ExportTo { format, depth }, &Means::default(), &mut Unwatched).unwrap()
}

fn export(position: &dyn Position, format: ExportFormat, depth: Option<u32>) -> Vec<ExportFile> {
    written(position, format, depth)
        .expect("the family has the format")
        .unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(position: &dyn Position, format: ExportFormat, depth: Option<u32>) -> String {
    written(position, format, depth).expect("the family has the format").unwrap_err().to_string()
}

/// A planner finds the same optimum with and without parameters.
fn planned(position: &dyn Position) -> Option<u32> {
    let [lifted, grounded] = [ExportFormat::Pddl, ExportFormat::Strips].map(|format| {
        let files = export(position, format, None);
        assert_eq!(files.iter().map(|file| file.name).collect::<Vec<_>>(), ["domain.pddl", "problem.pddl"]);
        optimum(&files[0].text, &files[1].text)
    });
    assert_eq!(lifted, grounded);
    lifted
}

/// Whether a SAT solver finds a line of at most so many moves.
fn bounded(position: &dyn Position, depth: u32) -> bool {
    let clauses = dimacs(&export(position, ExportFormat::Dimacs, Some(depth))[0].text);
    assert_eq!(smt2(&export(position, ExportFormat::Smt2, Some(depth))[0].text), clauses);
    satisfiable(&clauses)
}

/// Formulas are satisfiable from the optimum on, or not at all.
fn agrees_with_formulas(position: &dyn Position, cost: Option<u32>) {
    match cost {
        None => assert!(!bounded(position, 6)),
        Some(cost) => {
            assert!(bounded(position, cost) && bounded(position, cost + 1));
            assert!(cost == 0 || !bounded(position, cost - 1));
        }
    }
}

/// The instances that a generator draws.
fn drawn(family: &str, given: &[(&'static str, &str)]) -> Vec<String> {
    let registry = Registry::standard();
    let verbs = registry.families().flat_map(|family| family.verbs());
    let verb = verbs.into_iter().find(|verb| verb.path == ["generate", family]).unwrap();
    let given = given.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    let options = Means { seed: 7, ..Means::default() };
    let answer = (verb.run)(&Call { arguments: Vec::new(), given, means: options }, &mut Unwatched).unwrap();
    let puzzles = value(&answer.details)["puzzles"].as_array().unwrap().clone();
    let text = |puzzle: &serde_json::Value| {
        let text = ["file", "instance"].iter().find_map(|key| puzzle[key].as_str()).expect("it has a text");
        registry.expand_short_form(text).map_or_else(|| text.to_owned(), Result::unwrap)
    };
    puzzles.iter().map(text).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    /// With gates, axes, pieces that are alike, and goals by name and by shape.
    #[test]
    fn sliding_boards(
        Painted { board, goal, pieces } in painted("-+"),
        enters in any::<u32>(),
        axis in any::<bool>(),
        by_shape in any::<bool>(),
    ) {
        let may: String = pieces.iter().filter(|&&letter| enters >> (letter as u32 - 97) & 1 == 1).collect();
        let gates: Vec<String> =
            ['-', '+'].iter().filter(|&&gate| board.contains(gate)).map(|gate| format!("'{gate}' = '{may}'")).collect();
        let gates = if gates.is_empty() { String::new() } else { format!("gates = {{ {} }}\n", gates.join(", ")) };
        let axis = if axis { "axis = 'long'\n" } else { "" };
        let by = if by_shape { "goal_match = 'shape'\n" } else { "" };
        for metric in ["moves", "slides", "steps"] {
            let text = format!(
                "puzzle = 'sliding'\nmetric = '{metric}'\n{axis}{by}{gates}board = '''\n{board}'''\ngoal = '''\n{goal}'''\n"
            );
            let instance = Registry::standard().read(&text, None);
            prop_assume!(instance.is_ok());
            let position = instance.unwrap().start();
            // Plain programs are slow.
            let limits = Limits { states: 500, ..Limits::default() };
            let space = position
                .ask(Explore::default(), &Means { limits, ..Means::default() }, &mut Unwatched)
                .unwrap();
            prop_assume!(space.outcome.stopped().is_none());
            let cost = cost(&*position);
            prop_assert_eq!(planned(&*position), cost, "{}", text);
            if metric != "moves" && cost.is_none_or(|cost| cost < 12) {
                agrees_with_formulas(&*position, cost);
            }
        }
    }
}

#[test]
fn cars_and_pieces_that_leave_the_board() {
    for text in drawn("rushhour", &[("moves", "4..9"), ("n", "2")]) {
        for metric in ["moves", "slides", "steps"] {
            let position = read(&text, Some(metric));
            assert_eq!(planned(&*position), cost(&*position), "{text} {metric}");
        }
    }
    let text = "puzzle = 'sliding'\ngoal_match = 'shape'\nboard = '''\nab.\n...\ncc.'''\ngoal = '''\n...a\n...b\n....'''\n";
    for metric in ["moves", "slides", "steps"] {
        let position = read(text, Some(metric));
        assert!(cost(&*position).is_some());
        assert_eq!(planned(&*position), cost(&*position), "{metric}");
    }
}

#[test]
fn tanks() {
    let sizes = [("4x4", "1"), ("3x5", "1"), ("5x5", "2")];
    let given = |size, tanks| [("size", size), ("tanks", tanks), ("moves", "1..90"), ("n", "4")];
    let texts: Vec<String> =
        sizes.iter().flat_map(|(size, tanks)| drawn("tank-change", &given(size, tanks))).collect();
    assert!(texts.len() > 6, "{}", texts.len());
    for text in texts {
        let position = read(&text, None);
        let cost = cost(&*position);
        assert_eq!(planned(&*position), cost, "{text}");
        if cost.is_some_and(|cost| cost < 12) {
            agrees_with_formulas(&*position, cost);
        }
    }
}

#[test]
fn from_positions_on() {
    let instance = Registry::standard()
        .read(
            "puzzle = 'sliding'\nmetric = 'steps'\nboard = '''\na..\nbb.'''\ngoal = '''\n..a\n...'''\n",
            None,
        )
        .unwrap();
    for (line, cost) in [("", 2), ("ar", 1), ("ar ar", 0), ("br", 2)] {
        let position = instance.after(&instance.read_line(line)).unwrap();
        assert_eq!(planned(&*position), Some(cost), "{line}");
        agrees_with_formulas(&*position, Some(cost));
    }
}

#[test]
fn sokoban_pegs_and_tiles() {
    let sokoban = "puzzle = 'sokoban'\nboard = '''\n######\n#@ $.#\n# $ .#\n######'''\n";
    let free = "puzzle = 'sokoban'\nboard = '''\n######\n#@ $.#\n#  $.#\n#   .#\n######'''\n";
    let pegs = "puzzle = 'peg-solitaire'\nboard = '''\n.oo\noo.\no..'''\n";
    let one = "puzzle = 'peg-solitaire'\nboard = 'oo.o.'\ngoal = '..o..'\n";
    let triangle = "puzzle = 'peg-solitaire'\nboard = '''\n   .\n  o o\n o . o\no o . o'''\n";
    let both = "puzzle = 'peg-solitaire'\njumps = 'both'\nboard = '''\n.oo\noo.\no..'''\n";
    let tiles = "puzzle = 'sliding-tiles'\nboard = '''\n41.\n523'''\n";
    let levels = [sokoban, free].into_iter().flat_map(|text| [(text, Some("pushes")), (text, Some("moves"))]);
    for (text, metric) in levels.chain([pegs, one, triangle, both, tiles].map(|text| (text, None))) {
        let position = read(text, metric);
        let cost = cost(&*position);
        assert_eq!(planned(&*position), cost, "{text}");
        if metric != Some("pushes") {
            agrees_with_formulas(&*position, cost);
        }
    }
}

#[test]
fn packings() {
    let piece = |name: &str, shape: &str, count: u32| {
        format!("[[piece]]\nname = '{name}'\nshape = '''\n{shape}'''\ncount = {count}\n")
    };
    let dominoes = format!("board = '''\noooo\noooo\noooo'''\n{}", piece("d", "oo", 6));
    let mixed = format!(
        "board = '''\nooo\nooo\nooo'''\n{}{}",
        piece("d", "oo", 3),
        piece("l", "oo/o".replace('/', "\n").as_str(), 1)
    );
    let uneven = format!("board = '''\noo\noo'''\n{}", piece("d", "oo", 3));
    let loose = format!("board = '''\no?o\n?oo\noo?'''\n{}", piece("d", "oo", 3));
    let too_few = format!("board = '''\no?o\n?oo\nooo'''\n{}", piece("d", "oo", 3));
    let lonely = format!("board = '''\noo.\n'''\n{}", piece("d", "ooo", 1)).replace('.', "");
    let mut texts: Vec<String> = [dominoes, mixed, uneven, lonely, loose, too_few]
        .iter()
        .map(|keys| format!("puzzle = 'packing'\n{keys}"))
        .collect();
    texts.extend(drawn("packing", &[("board", "5x4"), ("n", "2")]));
    texts.push("puzzle = 'packing'\npieces = 'ILX'\nboard = '''\nooooo\nooooo\nooooo'''\n".to_owned());
    let mut seen = Vec::new();
    for text in texts {
        let position = read(&text, None);
        let counted =
            position.ask(Count, &Means::default(), &mut Unwatched).unwrap().solutions_raw.to_string();
        let found = solutions(&export(&*position, ExportFormat::Xcc, None)[0].text);
        seen.push(found);
        assert_eq!((counted, cost(&*position).is_some()), (found.to_string(), found > 0), "{text}");
        let clauses = dimacs(&export(&*position, ExportFormat::Dimacs, None)[0].text);
        assert_eq!(satisfiable(&clauses), found > 0, "{text}");
        assert_eq!(smt2(&export(&*position, ExportFormat::Smt2, None)[0].text), clauses);
    }
    assert!(seen[0] == 11 && seen.contains(&0), "{seen:?}");
}

/// The game of a row of pegs, `o` and `.`, broken by `/`, with its end, or any single peg.
fn pegs(board: &str, goal: &str, jumps: &str) -> Box<dyn Position> {
    let rows = |key: &str, rows: &str| format!("{key} = '''\n{}'''\n", rows.replace('/', "\n"));
    let goal = if goal.is_empty() { String::new() } else { rows("goal", goal) };
    read(&format!("puzzle = 'peg-solitaire'\njumps = '{jumps}'\n{}{goal}", rows("board", board)), None)
}

/// Whether the game is solved, which its constraints then allow, or ruled out by a proof; `None` if neither.
fn satisfied_or_refuted(position: &dyn Position) -> Option<bool> {
    let files = export(position, ExportFormat::Veripb, None);
    let formula = opb(&files[0].text);
    let solution = position.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    let Some(line) = solution.outcome.found() else {
        let proof = files.get(1)?;
        assert_eq!(refutes(&formula, &proof.text), Some(true), "{}{}", files[0].text, proof.text);
        return Some(false);
    };
    assert_eq!(files.len(), 1);
    let (mut holds, mut now): (Vec<String>, _) = (Vec::new(), position.boxed_clone());
    for at in 0..=line.len() {
        let scene = now.scene();
        let on = scene.pieces.iter().flat_map(|piece| &piece.cells);
        holds.extend(on.map(|&cell| format!("t{at}_{}", scene.cells[cell].label.as_ref().unwrap())));
        line.get(at).into_iter().for_each(|jump| now.play(jump).unwrap());
    }
    holds.extend((1..).zip(&line).map(|(at, jump)| format!("j{at}_{}", jump.replace('-', "_"))));
    for constraint in &formula {
        assert!(constraint.holds(|name| holds.iter().any(|held| held == name)), "{constraint:?} {line:?}");
    }
    Some(true)
}

/// A plain checker accepts what a function of the holes proves, of no game that has a solution.
#[test]
fn functions_of_the_holes_are_proofs_by_cutting_planes() {
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut seen = std::collections::BTreeMap::new();
    for round in 0..600 {
        let jumps = ["orthogonal", "orthogonal", "triangular", "both"][random(4)];
        let (rows, columns) = (1 + random(4), 2 + random(3));
        let mut drawn = |full: usize| -> String {
            let row = |random: &mut dyn FnMut(usize) -> usize| -> String {
                (0..columns).map(|_| if random(4) < full { 'o' } else { '.' }).collect()
            };
            (0..rows).map(|_| row(&mut random)).collect::<Vec<_>>().join("/")
        };
        let (board, goal) = (drawn(3), if round % 2 == 0 { drawn(1) } else { String::new() });
        let count = |text: &str| text.matches('o').count();
        if count(&board) < count(&goal) || count(&board) == 0 || (round % 2 == 0 && count(&goal) == 0) {
            continue;
        }
        *seen.entry((satisfied_or_refuted(&*pegs(&board, &goal, jumps)), round % 2)).or_insert(0) += 1;
    }
    for kind in [(Some(true), 0), (Some(true), 1), (Some(false), 0), (Some(false), 1)] {
        assert!(seen.get(&kind).is_some_and(|&number| number > 10), "{seen:?}");
    }
}

/// A proof of one game is none of another with as many pegs; and steps cannot be left out or changed.
#[test]
fn changed_proofs_by_cutting_planes_are_refused() {
    let (goal, unsolved) = ("..../..../o...", "oo../ooo./....");
    let files = export(&*pegs(unsolved, goal, "orthogonal"), ExportFormat::Veripb, None);
    let (formula, proof) = (opb(&files[0].text), &files[1].text);
    assert_eq!(refutes(&formula, proof), Some(true));
    let mut solved = 0;
    for (from, to) in (0..unsolved.len()).flat_map(|from| (0..unsolved.len()).map(move |to| (from, to))) {
        let mut signs: Vec<char> = unsolved.chars().collect();
        if (signs[from], signs[to]) != ('o', '.') {
            continue;
        }
        signs.swap(from, to);
        let other = pegs(&signs.into_iter().collect::<String>(), goal, "orthogonal");
        if cost(&*other).is_some() {
            let text = &export(&*other, ExportFormat::Veripb, None)[0].text;
            assert_ne!(refutes(&opb(text), proof), Some(true));
            solved += 1;
        }
    }
    assert!(solved > 0);
    let words: Vec<&str> = proof.split(' ').collect();
    let refused = (1..words.len()).filter(|&at| {
        let changed = [&words[..at], &words[at + 1..]].concat().join(" ");
        refutes(&formula, &changed) != Some(true)
    });
    let refused = refused.count();
    assert!(refused > words.len() / 2, "{refused} of {}", words.len());
}

#[test]
fn what_has_no_place_is_refused() {
    let sliding = "puzzle = 'sliding'\nboard = '''\na.'''\n";
    let goal = format!("{sliding}goal = '''\n.a'''\n");
    let no_goal = refusal(&*read(sliding, None), ExportFormat::Pddl, None);
    assert_eq!(no_goal, "the puzzle has no goal: add one to the file");
    let no_depth = refusal(&*read(&goal, Some("steps")), ExportFormat::Dimacs, None);
    assert_eq!(no_depth, "a formula asks for a line of bounded length: say --depth N");
    let moves = refusal(&*read(&goal, Some("moves")), ExportFormat::Smt2, Some(1));
    assert!(moves.starts_with("in this metric a move is several actions"), "{moves}");
    let deep = refusal(&*read(&goal, Some("steps")), ExportFormat::Dimacs, Some(u32::MAX));
    assert_eq!(deep, "the puzzle is too large for a formula: it would have more than 4194304 parts");
    // Where eight long roads cross, a tank is safe in millions of ways. A formula needs not name them.
    let open = |squares| "o".repeat(squares);
    let board = [format!("A{}", open(11)), format!("ooB{}", open(9))].into_iter().chain(vec![open(12); 8]);
    let board = board.collect::<Vec<String>>().join("\n");
    let wide = read(&format!("puzzle = 'tank-change'\nroads = 'both'\nboard = '''\n{board}'''\n"), None);
    assert!(
        refusal(&*wide, ExportFormat::Pddl, None).starts_with("the puzzle is too large for a planning task")
    );
    assert!(!bounded(&*wide, 1));
    assert!(written(&*read(&goal, None), ExportFormat::Xcc, None).is_none());
    assert!(written(&*read(&goal, None), ExportFormat::Veripb, None).is_none());
    let more = refusal(&*pegs("o../...", "o.o/...", "orthogonal"), ExportFormat::Veripb, None);
    assert_eq!(more, "there are fewer pegs than in the goal");
}

/// A limit on moves is for formulas alone; elsewhere it is refused.
#[test]
fn a_limit_on_moves_is_for_formulas() {
    let registry = Registry::standard();
    let start = |name: &str| {
        let family = registry.families().find(|family| family.info.name == name).unwrap();
        registry.read(family.info.template, None).unwrap().start()
    };
    for (family, format, why) in [
        ("peg-solitaire", ExportFormat::Pddl, "a plan in pddl may have any length: leave out the depth"),
        ("sliding-tiles", ExportFormat::Strips, "a plan in strips may have any length: leave out the depth"),
        (
            "peg-solitaire",
            ExportFormat::Veripb,
            "each jump takes a peg, so their number is known: leave out the depth",
        ),
        ("packing", ExportFormat::Dimacs, "every packing has as many moves as pieces: leave out the depth"),
        ("packing", ExportFormat::Xcc, "every packing has as many moves as pieces: leave out the depth"),
    ] {
        let start = start(family);
        assert_eq!(written(&*start, format, Some(3)).unwrap().unwrap_err().to_string(), why);
        assert!(written(&*start, format, None).unwrap().is_ok());
    }
    assert!(written(&*start("packing"), ExportFormat::Pddl, Some(3)).is_none());
}
