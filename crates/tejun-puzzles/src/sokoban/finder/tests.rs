//! The parts, compared with plain searches and plain rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tejun_core::{Found, Means, Observer, Random};
use tejun_search::{Limits, Outcome, Progress, StopReason, Unwatched, Watch};

use super::find;
use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::rules::Sokoban;
use crate::sokoban::small_levels::{draw, explored, level};

/// The cost of a line by plain rules on the drawn board; `None` if it is none or solves nothing.
fn replayed(puzzle: &Sokoban, line: &[String]) -> Option<i64> {
    let board = &puzzle.floor.board;
    let mut drawn: HashMap<(usize, usize), char> =
        board.cells().map(|cell| (board.place(cell), board.character(cell))).collect();
    let named: HashMap<String, (usize, usize)> =
        board.cells().map(|cell| (board.name(cell).to_string(), board.place(cell))).collect();
    let mut man = board.place(board.only("@+", "man").ok()?);
    let mut cost = 0;
    for text in line {
        let (from, to) = text.split_once('-')?;
        let (from, to) = (*named.get(from)?, *named.get(to)?);
        let behind = ((2 * from.0).checked_sub(to.0)?, (2 * from.1).checked_sub(to.1)?);
        if from.0.abs_diff(to.0) + from.1.abs_diff(to.1) != 1 {
            return None;
        }
        let is_free = |place: &(usize, usize)| drawn.get(place).is_some_and(|c| !"$*".contains(*c));
        let (mut reached, mut steps) = (vec![man], 0);
        while !reached.contains(&behind) {
            let mut more: Vec<(usize, usize)> = reached
                .iter()
                .flat_map(|&(r, c)| [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
                .filter(|place| is_free(place) && !reached.contains(place))
                .collect();
            more.sort_unstable();
            more.dedup();
            if more.is_empty() {
                return None;
            }
            reached.extend(more);
            steps += 1;
        }
        if is_free(&from) || !is_free(&to) {
            return None;
        }
        let old = drawn[&from];
        drawn.insert(from, if old == '*' { '.' } else { ' ' });
        let old = drawn[&to];
        drawn.insert(to, if ".+".contains(old) { '*' } else { '$' });
        man = from;
        cost += if puzzle.floor.counts_steps { steps + 1 } else { 1 };
    }
    (!drawn.values().any(|&c| c == '$')).then_some(cost)
}

/// The levels of a set beside the project.
fn levels(file: &str) -> Vec<String> {
    let path = format!("{}/../../../shared/sokoban/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut levels = vec![String::new()];
    for line in text.lines() {
        if line.contains('#') && !line.starts_with(';') {
            levels.last_mut().unwrap().push_str(&format!("{line}\n"));
        } else if !levels.last().unwrap().is_empty() {
            levels.push(String::new());
        }
    }
    levels.retain(|level| !level.is_empty());
    levels
}

/// Hears of lines, and stops after some ticks.
#[derive(Default)]
struct Ear {
    lines: Vec<(Vec<String>, Option<i64>)>,
    ticks: usize,
    most_ticks: Option<usize>,
    most_bytes: u64,
}

impl Watch for Ear {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.ticks += 1;
        self.most_bytes = self.most_bytes.max(progress.bytes);
        match self.most_ticks {
            Some(most) if self.ticks >= most => ControlFlow::Break(StopReason::Interrupted),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Ear {
    fn found(&mut self, found: &Found) {
        self.lines.push((found.line.iter().map(|&text| text.to_owned()).collect(), found.value));
    }
}

fn with_states(states: u64) -> Means {
    Means { limits: Limits { states, ..Limits::default() }, ..Means::default() }
}

/// Each line that is told of solves the level at its cost, each costs less than that before, and the answer is the last.
#[test]
fn lines_solve_levels() {
    let microban = levels("microban-155.xsb");
    let xsokoban = levels("xsokoban-90.xsb");
    // The 36th takes seconds.
    let small = microban.iter().take(60).enumerate().filter(|(at, _)| *at != 35).map(|(_, text)| text);
    let hard = [3, 12, 51, 53, 60, 78].map(|number| &xsokoban[number - 1]);
    for (number, text) in small.chain(hard).enumerate() {
        let (puzzle, start) = level(text, number % 2 == 1).unwrap();
        let mut ear = Ear::default();
        let solution = find(&puzzle, &start, &with_states(4_000), &mut ear);
        let Outcome::Solved(line) = solution.outcome else { panic!("{text}\n{:?}", solution.outcome) };
        for (line, value) in &ear.lines {
            assert_eq!(replayed(&puzzle, line), *value, "{text}");
        }
        assert!(ear.lines.is_sorted_by(|one, other| one.1 > other.1), "{text}");
        assert_eq!(ear.lines.last(), Some(&(line, solution.value.cost)), "{text}");
    }
}

/// Where pushes count, small levels get their shortest lines.
#[test]
fn small_levels_get_shortest_lines() {
    let random = &mut Random::new(2);
    let mut solved = 0;
    while solved < 40 {
        let text = draw(random);
        let Some((puzzle, start)) = level(&text, false) else { continue };
        let map = Map::new(&puzzle.floor);
        let board = &puzzle.floor.board;
        let boxes: Vec<Cell> = board.drawn("$*").map(|cell| cell as Cell).collect();
        let man = board.only("@+", "man").unwrap() as Cell;
        let Some(graph) = explored(&map, &boxes, man, 2000) else { continue };
        let solution = find(&puzzle, &start, &Means::default(), &mut Unwatched);
        if graph.least[0].is_none() {
            assert_eq!(solution.outcome, Outcome::Stopped(StopReason::Width, None), "{text}");
            continue;
        }
        assert_eq!(solution.value.cost, graph.least[0].map(i64::from), "{text}");
        solved += 1;
    }
}

#[test]
fn limits_hold() {
    let xsokoban = levels("xsokoban-90.xsb");
    for number in [1, 12, 29] {
        let (puzzle, start) = level(&xsokoban[number - 1], number == 12).unwrap();
        for states in [0, 1, 10, 2000] {
            let solution = find(&puzzle, &start, &with_states(states), &mut Unwatched);
            assert!(solution.stats.stored <= states + 300, "{states}: {:?}", solution.stats);
        }
        for bytes in [0, 1 << 10, 1 << 20] {
            let limits = Limits { bytes, states: 30_000, ..Limits::default() };
            let mut ear = Ear::default();
            let solution = find(&puzzle, &start, &Means { limits, ..Means::default() }, &mut ear);
            assert!(ear.most_bytes <= bytes, "{} of {bytes}: {:?}", ear.most_bytes, solution.outcome);
        }
        let limits = Limits { depth: 20, states: 3000, ..Limits::default() };
        let short = find(&puzzle, &start, &Means { limits, ..Means::default() }, &mut Unwatched);
        assert!(matches!(short.outcome, Outcome::Stopped(_, None)));
    }
}

/// Stopped at any moment, it returns the last line that it told of.
#[test]
fn nothing_is_lost_when_it_is_stopped() {
    let xsokoban = levels("xsokoban-90.xsb");
    let random = &mut Random::new(3);
    let (puzzle, start) = level(&xsokoban[1], false).unwrap();
    for _ in 0..12 {
        let most_ticks = 1 + random.below(400) as usize;
        let mut ear = Ear { most_ticks: Some(most_ticks), ..Ear::default() };
        let solution = find(&puzzle, &start, &Means::default(), &mut ear);
        assert_eq!(ear.ticks, most_ticks);
        match solution.outcome {
            Outcome::Solved(line) => assert_eq!(ear.lines.last(), Some(&(line, solution.value.cost))),
            Outcome::Stopped(StopReason::Interrupted, None) => assert_eq!(ear.lines, []),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_same_is_found_again() {
    let xsokoban = levels("xsokoban-90.xsb");
    for number in [2, 29] {
        let (puzzle, start) = level(&xsokoban[number - 1], true).unwrap();
        let [one, other] = [(); 2].map(|()| {
            let mut ear = Ear::default();
            let solution = find(&puzzle, &start, &with_states(5000), &mut ear);
            (solution.outcome, solution.stats, ear.lines, ear.ticks)
        });
        assert_eq!(one, other);
    }
}
