//! Klotski compared with published tables.

use crate::common;

use common::AtLine;
use tejun_puzzles::question::{Explore, Solve};
use tejun_puzzles::{Exploration, Instance, Line, Means, Registry, Wanted};
use tejun_search::{Outcome, Proof, Unwatched};

struct Opening {
    name: &'static str,
    layout: &'static str,
    /// In moves, slides and steps; `None` if there is no way out.
    optimal: [Option<i64>; 3],
    states: u64,
    classes: u64,
    shortest_lines: &'static str,
}

fn openings() -> Vec<Opening> {
    let rows = include_str!("../openings.csv").lines().skip(1);
    rows.map(|row| {
        let columns: Vec<&str> = row.split(',').collect();
        let number = |at: usize| columns[at].parse::<i64>().unwrap();
        Opening {
            name: columns[0],
            layout: columns[1],
            optimal: [2, 3, 4].map(|at| Some(number(at)).filter(|&cost| cost >= 0)),
            states: number(5) as u64,
            classes: number(6) as u64,
            shortest_lines: columns[7],
        }
    })
    .collect()
}

fn klotski(layout: &str, metric: &str) -> Box<dyn Instance> {
    let registry = Registry::standard();
    let text = registry.expand_short_form(&format!("klotski:{layout}")).unwrap().unwrap();
    registry.read(&text, Some(metric)).unwrap()
}

fn explore(instance: &dyn Instance, terminal_goals: bool) -> Exploration {
    instance.ask_at(&Line::default(), Explore { terminal_goals }, &mut Unwatched).unwrap()
}

#[test]
fn every_opening_in_every_metric() {
    assert_eq!(openings().len(), 39);
    for opening in openings() {
        for (metric, optimal) in ["moves", "slides", "steps"].into_iter().zip(opening.optimal) {
            let instance = klotski(opening.layout, metric);
            let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
            let name = opening.name;
            assert_eq!(report.value.cost, optimal, "{name} in {metric}");
            match report.outcome {
                Outcome::Solved(line) => {
                    assert_eq!(report.proof, Proof::Optimal);
                    let verdict = instance.check(&Line(line));
                    assert!(verdict.solves, "{name} in {metric}: {:?}", verdict.fault);
                    assert_eq!(verdict.value.cost, optimal);
                }
                outcome => assert_eq!((outcome, optimal), (Outcome::Unsolvable, None), "{name}"),
            }
        }
        let explored = explore(&*klotski(opening.layout, "moves"), false);
        assert_eq!(
            (explored.states, explored.classes),
            (opening.states, opening.classes),
            "{}",
            opening.name
        );
        assert_eq!(explored.shortest_lines.to_string(), opening.shortest_lines, "{}", opening.name);
    }
}

#[test]
fn every_exit_of_the_three_famous_openings() {
    let depths = [
        ("横刀立马", [81, 81, 85, 85, 97, 97, 100, 100]),
        ("指挥若定", [70, 70, 82, 82, 83, 83, 86, 86]),
        ("兵分三路", [72, 72, 76, 76, 90, 90, 93, 93]),
    ];
    for (name, depths) in depths {
        let opening = openings().into_iter().find(|opening| opening.name == name).unwrap();
        let instance = klotski(opening.layout, "moves");
        let levels = explore(&*instance, true).goal_levels.unwrap();
        let expected =
            (0..levels.len()).map(|level| depths.iter().filter(|&&depth| depth == level as i64).count());
        assert!(levels.iter().map(|&goals| goals as usize).eq(expected), "{levels:?}");
        let all = Solve { wanted: Wanted::All, width: None };
        let exits = instance.ask_at(&Line::default(), all, &mut Unwatched).unwrap().exits.unwrap();
        assert_eq!(exits.iter().map(|exit| exit.cost).collect::<Vec<_>>(), depths);
        for exit in exits {
            let verdict = instance.check(&exit.text.parse().unwrap());
            assert!(verdict.solves && verdict.value.cost == Some(exit.cost));
        }
    }
}
