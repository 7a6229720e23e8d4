//! Maps and positions where Pac-Man is lost, whatever he does.

use crate::common;

use std::collections::HashSet;

use common::AtLine;
use tejun_puzzles::{Instance, Line, Means, Registry};
use tejun_search::{Limits, Outcome, Progress, StopReason, Watch};

use crate::common::cases;

/// An enemy's place, the place it came from, and the number of intersections it has left.
type Foe = ((usize, usize), (usize, usize), u32);

/// Everything the future depends on besides the time: Pac-Man, enemies, dots.
type State = ((usize, usize), Vec<Foe>, Vec<(usize, usize)>);

/// A second implementation of the contest's rules.
struct Plain {
    limit: usize,
    rows: Vec<Vec<char>>,
    kinds: Vec<char>,
    start: State,
}

const WAYS: [(char, isize, isize); 5] = [('j', 0, 1), ('h', -1, 0), ('k', 0, -1), ('l', 1, 0), ('.', 0, 0)];

impl Plain {
    fn new(text: &str) -> Plain {
        let mut lines = text.lines();
        let limit = lines.next().unwrap().parse().unwrap();
        let rows: Vec<Vec<char>> = lines.skip(1).map(|line| line.chars().collect()).collect();
        let all: Vec<((usize, usize), char)> = rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &c)| ((x, y), c)))
            .collect();
        let of = |wanted: &str| all.iter().copied().filter(|(_, c)| wanted.contains(*c)).collect::<Vec<_>>();
        let enemies = of("VHLRJ");
        let start = (
            of("@")[0].0,
            enemies.iter().map(|&(at, _)| (at, at, 0)).collect(),
            of(".").into_iter().map(|(at, _)| at).collect(),
        );
        Plain { limit, rows, kinds: enemies.into_iter().map(|(_, kind)| kind).collect(), start }
    }

    fn to(&self, (x, y): (usize, usize), (_, dx, dy): (char, isize, isize)) -> Option<(usize, usize)> {
        let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        (self.rows[y][x] != '#').then_some((x, y))
    }

    fn foe(&self, kind: char, (at, from, crossed): Foe, time: usize, pacman: (usize, usize)) -> Foe {
        let open: Vec<(usize, usize)> = WAYS[..4].iter().filter_map(|&way| self.to(at, way)).collect();
        if time == 0 || open.len() == 1 {
            return (open[0], at, crossed);
        }
        if open.len() == 2 {
            return (if open[0] == from { open[1] } else { open[0] }, at, crossed);
        }
        let (x, y) = (at.0 as isize, at.1 as isize);
        let (px, py) = (pacman.0 as isize, pacman.1 as isize);
        let (hx, hy) = (x - from.0 as isize, y - from.1 as isize);
        let upright = if py == y { None } else { Some((x, y + (py - y).signum())) };
        let level = if px == x { None } else { Some((x + (px - x).signum(), y)) };
        let [left, ahead, right] = [(x + hy, y - hx), (x + hx, y + hy), (x - hy, y + hx)].map(Some);
        let wishes = match (kind, crossed % 2) {
            ('V', _) => [upright, level, None],
            ('H', _) => [level, upright, None],
            ('L', _) | ('J', 0) => [left, ahead, right],
            _ => [right, ahead, left],
        };
        let mut wished = wishes.into_iter().flatten().map(|(x, y)| (x as usize, y as usize));
        let to = wished.find(|to| open.contains(to)).unwrap_or(open[0]);
        (to, at, crossed + 1)
    }

    /// The state after a move; `None` if it is illegal or Pac-Man is caught.
    fn after(&self, time: usize, state: &State, way: (char, isize, isize)) -> Option<State> {
        let (pacman, foes, dots) = state;
        let to = self.to(*pacman, way)?;
        let foes: Vec<Foe> =
            foes.iter().zip(&self.kinds).map(|(&foe, &kind)| self.foe(kind, foe, time, *pacman)).collect();
        if foes.iter().any(|&(at, from, _)| at == to || (at == *pacman && from == to)) {
            return None;
        }
        // Only J depends on the number of intersections, and only on its parity.
        let foes = foes.into_iter().map(|(at, from, crossed)| (at, from, crossed % 2)).collect();
        Some((to, foes, dots.iter().copied().filter(|&dot| dot != to).collect()))
    }

    /// The best score from a state on, over all plays; `None` if every play is caught.
    fn best(&self, time: usize, state: &State) -> Option<usize> {
        let dots = self.start.2.len();
        let mut layer = HashSet::from([state.clone()]);
        for time in time..=self.limit {
            if layer.iter().any(|state| state.2.is_empty()) {
                return Some(dots + self.limit - time);
            }
            if time == self.limit {
                break;
            }
            let after = |state: &State| WAYS.iter().filter_map(|&way| self.after(time, state, way)).collect();
            layer = layer.iter().flat_map(|state| -> Vec<State> { after(state) }).collect();
        }
        layer.into_iter().map(|state| dots - state.2.len()).max()
    }
}

/// Pseudo-random numbers, always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}

/// A small map full of dead ends: a tree of corridors with some dots and one to three enemies.
fn tree(dice: &mut Dice, widths: &[usize], heights: &[usize], dots: usize) -> String {
    let (width, height) = (widths[dice.below(widths.len())], heights[dice.below(heights.len())]);
    let mut rows = vec![vec!['#'; width]; height];
    let mut rooms: Vec<(usize, usize)> = vec![(1, 1)];
    rows[1][1] = ' ';
    let shut: Vec<(usize, usize)> =
        (1..height).step_by(2).flat_map(|y| (1..width).step_by(2).map(move |x| (x, y))).collect();
    while rooms.len() < shut.len() {
        let (x, y) = rooms[dice.below(rooms.len())];
        let (_, dx, dy) = WAYS[dice.below(4)];
        let to = (x.wrapping_add_signed(2 * dx), y.wrapping_add_signed(2 * dy));
        if shut.contains(&to) && rows[to.1][to.0] == '#' {
            rows[to.1][to.0] = ' ';
            rows[y.wrapping_add_signed(dy)][x.wrapping_add_signed(dx)] = ' ';
            rooms.push(to);
        }
    }
    let mut free: Vec<(usize, usize)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .filter(|&(x, y)| rows[y][x] == ' ')
        .collect();
    let enemies = (0..1 + dice.below(3)).map(|_| ['V', 'H', 'L', 'R', 'J'][dice.below(5)]);
    let things: Vec<char> =
        ['@'].into_iter().chain(enemies.collect::<Vec<_>>()).chain(vec!['.'; dots]).collect();
    for thing in things {
        if free.is_empty() {
            break;
        }
        let (x, y) = free.swap_remove(dice.below(free.len()));
        rows[y][x] = thing;
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!("{}\n{width} {height}\n{}\n", 10 + dice.below(50), rows.join("\n"))
}

fn instance(text: &str) -> Box<dyn Instance> {
    Registry::standard().read(text, None).unwrap()
}

/// The proved score of the best play after a line; `None` if every play is caught.
fn solved(instance: &dyn Instance, line: &Line, observer: &mut Ticks) -> Option<usize> {
    let report = instance.solve_at(line, &Means::default(), observer).unwrap();
    match report.outcome {
        Outcome::Solved(_) => Some(report.value.score.unwrap() as usize),
        Outcome::Unsolvable => None,
        Outcome::Stopped(reason, _) => panic!("{reason}"),
    }
}

/// Counts expanded states.
#[derive(Default)]
struct Ticks {
    expanded: u64,
}

impl Watch for Ticks {
    fn tick(&mut self, progress: &Progress) -> std::ops::ControlFlow<StopReason> {
        self.expanded = self.expanded.max(progress.expanded);
        std::ops::ControlFlow::Continue(())
    }
}

impl tejun_puzzles::Observer for Ticks {
    fn found(&mut self, _: &tejun_puzzles::Found) {}
}

/// Also after a prefix that leads to a lost position: the line is replayed by the rules, without the search's
/// pruning.
#[test]
fn any_prefix_is_solved_as_brute_force_solves_it() {
    let mut dice = Dice(1);
    let (mut lost, mut tried) = (0, 0);
    while tried < cases(240) as usize {
        let text = tree(&mut dice, &[7, 9, 9], &[5, 5, 7], 8);
        let (plain, instance) = (Plain::new(&text), instance(&text));
        let (mut state, mut line) = (plain.start.clone(), Line::default());
        for time in 0..1 + dice.below(8) {
            let ways: Vec<(char, State)> =
                WAYS.iter().filter_map(|&way| Some((way.0, plain.after(time, &state, way)?))).collect();
            if ways.is_empty() || state.2.is_empty() || time == plain.limit {
                break;
            }
            let (way, after) = ways[dice.below(ways.len())].clone();
            line.0.push(way.to_string());
            state = after;
        }
        let best = plain.best(line.0.len(), &state);
        assert_eq!(solved(&*instance, &line, &mut Ticks::default()), best, "after {line}:\n{text}");
        lost += usize::from(best.is_none());
        tried += 1;
    }
    assert!((cases(20) as usize..cases(200) as usize).contains(&lost), "{lost} of {tried} are lost");
}

/// A map from a bug report: in the dead end Pac-Man can still wait, but no move saves him.
#[test]
fn a_line_that_leads_into_a_dead_end_is_replayed() {
    let instance = instance("60\n3 6\n###\n###\n#@#\n#.#\n#J#\n###\n");
    for line in ["", "."] {
        assert_eq!(solved(&*instance, &instance.read_line(line), &mut Ticks::default()), None, "{line:?}");
    }
}

/// If Pac-Man cannot survive, hardly any beam runs.
#[test]
fn small_lost_maps_are_proved_at_once() {
    let mut dice = Dice(2);
    let (mut lost, mut most) = (0, 0);
    for _ in 0..cases(150) {
        let text = tree(&mut dice, &[9, 13, 17], &[7, 9, 13], 24);
        let mut observer = Ticks::default();
        let instance = instance(&text);
        let limits = Limits { states: 5_000, ..Limits::default() };
        let report =
            instance.solve_at(&Line::default(), &Means { limits, ..Means::default() }, &mut observer);
        if matches!(report.unwrap().outcome, Outcome::Unsolvable) {
            lost += 1;
            most = most.max(observer.expanded);
        }
    }
    assert!(lost >= cases(20) && most < 500, "{lost} are lost, {most} states");
}
