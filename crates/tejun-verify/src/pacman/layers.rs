//! That no play scores more: from layer to layer, that is, from one time to the next, by all moves that the rules allow.
//!
//! The evidence says of each state that is reached whether the search goes on from it. It need not where another state of the
//! layer, with Pac-Man and all enemies in the same places, has no dot left that this one has not: whatever is eaten from here is
//! eaten from there by the same moves. And it need not where no walk eats all dots left within the moves that would make a
//! better score.

use std::collections::HashSet;

use super::budget::{Budget, state_bytes, state_work};
use super::code::{Reader, Said};
use super::corridors::Corridors;
use super::cover::Cover;
use super::maze::{Cell, Enemy, Maze};
use crate::error::VerifyError;
use crate::limits::Limits;

/// Pac-Man's cell; the cell of each enemy that chases him, and the one that it has come from; a bit for each dot that is left,
/// 16 to a number.
type State = Box<[u16]>;

/// A search at some time.
pub(super) struct Layers<'a> {
    maze: &'a Maze,
    time: u32,
    /// The enemies that chase Pac-Man, at the start: where they are belongs to the state.
    chasers: Vec<Enemy>,
    /// The other enemies, at this time.
    others: Vec<Enemy>,
    /// The states from which the search goes on.
    states: Vec<State>,
}

/// What has been checked.
#[derive(Default)]
pub(super) struct Checked {
    pub states: u64,
    pub cuts: u64,
}

impl<'a> Layers<'a> {
    fn new(maze: &'a Maze) -> Layers<'a> {
        let (chasers, others): (Vec<Enemy>, Vec<Enemy>) =
            maze.enemies.iter().cloned().partition(Enemy::chases);
        let mut state = vec![maze.start];
        state.extend(chasers.iter().flat_map(|enemy| [enemy.at, enemy.from]));
        let dots = maze.dots as u16;
        state.extend((0..dots.div_ceil(16)).map(|word| match dots - 16 * word {
            0..16 => (1 << (dots - 16 * word)) - 1,
            _ => u16::MAX,
        }));
        Layers { maze, time: 0, chasers, others, states: vec![state.into()] }
    }

    /// The states that the moves lead to, each once, in the order of the states and the moves: down, left, up, right, stay.
    fn reach(&mut self, budget: &mut Budget) -> Result<Vec<State>, VerifyError> {
        let Layers { maze, time, chasers, others, states } = self;
        others.iter_mut().for_each(|enemy| enemy.step(maze, *time, maze.start));
        let mut occupied = vec![false; maze.cells()];
        others.iter().for_each(|enemy| occupied[usize::from(enemy.at)] = true);
        let moves: HashSet<(Cell, Cell)> = others.iter().map(|enemy| (enemy.from, enemy.at)).collect();
        let (mut seen, mut reached) = (HashSet::new(), Vec::new());
        let each = state_bytes(states.first().map_or(0, |state| state.len()));
        for state in &*states {
            budget.spend(state_work(state.len()))?;
            let pacman = state[0];
            let chasers: Vec<Enemy> = chasers
                .iter()
                .zip(state[1..].chunks(2))
                .map(|(enemy, place)| {
                    let mut enemy = enemy.placed(place[0], place[1]);
                    enemy.step(maze, *time, pacman);
                    enemy
                })
                .collect();
            for to in maze.around(pacman).chain([pacman]) {
                let caught = occupied[usize::from(to)]
                    || moves.contains(&(to, pacman))
                    || chasers.iter().any(|enemy| enemy.catches(pacman, to));
                if caught {
                    continue;
                }
                let mut next = state.clone();
                next[0] = to;
                for (place, enemy) in next[1..].chunks_mut(2).zip(&chasers) {
                    place.copy_from_slice(&[enemy.at, enemy.from]);
                }
                if let Some(dot) = maze.dot(to) {
                    next[1 + 2 * chasers.len() + usize::from(dot / 16)] &= !(1 << (dot % 16));
                }
                if seen.insert(next.clone()) {
                    reached.push(next);
                }
                budget.hold(reached.len() * each)?;
            }
        }
        *time += 1;
        Ok(reached)
    }

    /// The dots left of a state.
    fn left<'s>(&self, state: &'s State) -> &'s [u16] {
        &state[1 + 2 * self.chasers.len()..]
    }
}

/// Checks that Pac-Man is caught after a time, whatever he does. Dots do not matter for that.
fn check_horizon(maze: &Maze, horizon: u32, budget: &mut Budget) -> Result<(), VerifyError> {
    let mut layers = Layers::new(maze);
    let places = 1 + 2 * layers.chasers.len();
    while layers.time <= horizon {
        layers.states = layers.reach(budget)?;
        layers.states.iter_mut().for_each(|state| state[places..].fill(0));
        let mut seen = HashSet::new();
        layers.states.retain(|state| seen.insert(state.clone()));
    }
    if layers.states.is_empty() {
        Ok(())
    } else {
        Err(VerifyError::new("Pac-Man can live longer than is said"))
    }
}

/// Checks that no play scores more than `score`; -1 if all are caught.
///
/// # Errors
/// If one does, or may. If the limits end the check.
pub(super) fn check(
    maze: &Maze,
    score: i64,
    evidence: &[u8],
    limits: &Limits,
) -> Result<Checked, VerifyError> {
    let graph = Corridors::new(maze)?;
    let (budget, checked) = (&mut Budget::new(limits), &mut Checked::default());
    let reader = &mut Reader::new(evidence, graph.junctions.len(), graph.corridors.len());
    let horizon = reader.horizon;
    if horizon > maze.time {
        return Err(VerifyError::new("Pac-Man cannot live beyond the end"));
    }
    if horizon < maze.time {
        check_horizon(maze, horizon, budget)?;
    }
    let order = reader.order.take();
    let mut cover = order.map(|order| Cover::new(maze, &graph, &order)).transpose()?;
    let dots = maze.dots as i64;
    let mut layers = Layers::new(maze);
    while !layers.states.is_empty() && layers.time < maze.time {
        let mut reached = layers.reach(budget)?;
        let rest = i64::from(maze.time - layers.time);
        let left = |state: &State| layers.left(state).iter().map(|word| i64::from(word.count_ones())).sum();
        // A better score is made by eating all dots within so many moves.
        let most = (dots + rest - score - 1).min(i64::from(horizon) - i64::from(layers.time));
        // Or by living on with some left, and eating one in each move.
        let may_live = |left: i64| horizon == maze.time && (dots - 1).min(dots - left + rest) > score;
        if reached.iter().any(|state| left(state) == 0 && dots + rest > score)
            || rest == 0 && reached.iter().any(|state| dots - left(state) > score)
        {
            return Err(VerifyError::new(format!("a play scores more than {score}")));
        }
        reached.retain(|state| left(state) > 0 && (left(state) <= most || may_live(left(state))));
        checked.states += reached.len() as u64;
        let mut kept = vec![false; reached.len()];
        let mut dominated = Vec::new();
        for (number, state) in reached.iter().enumerate() {
            match reader.decision(reached.len()) {
                Said::Keep => kept[number] = true,
                Said::Dominated(by) => dominated.push((number, by as usize)),
                Said::Cut => {
                    let cover = cover.as_mut().filter(|_| !may_live(left(state)));
                    let cover =
                        cover.ok_or_else(|| VerifyError::new("a state is left out without a proof"))?;
                    let is_left = |dot: u16| layers.left(state)[usize::from(dot / 16)] >> (dot % 16) & 1 == 1;
                    budget.spend((64 * graph.corridors.len() + maze.cells()) as u64)?;
                    let question = cover.question(state[0], is_left, most as u16);
                    cover.check(&question, reader, budget)?;
                    checked.cuts += 1;
                }
            }
        }
        let places = 1 + 2 * layers.chasers.len();
        for (number, by) in dominated {
            let better = kept.get(by) == Some(&true)
                && reached[by][..places] == reached[number][..places]
                && layers
                    .left(&reached[by])
                    .iter()
                    .zip(layers.left(&reached[number]))
                    .all(|(a, b)| a & !b == 0);
            if !better {
                return Err(VerifyError::new("a state is left out for another that is not as good"));
            }
        }
        let mut kept = kept.into_iter();
        reached.retain(|_| kept.next() == Some(true));
        layers.states = reached;
    }
    if !reader.is_at_end() {
        return Err(VerifyError::new("the evidence goes on after its end"));
    }
    Ok(std::mem::take(checked))
}
