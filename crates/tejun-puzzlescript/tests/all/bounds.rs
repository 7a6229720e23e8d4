//! What is said of positions without a search: how far it is at least, and whether all is lost.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::common::random_games::{SplitMix, random_game};
use crate::common::{cases, directory, step};
use tejun_puzzlescript::{Game, Level, Model, compile_with_diagnostics, model};

/// The states of a level, and how far from a win each is; `None` if there are more than `most`.
fn explore(model: &dyn Model, most: usize) -> Option<Vec<(Vec<u64>, Option<u32>)>> {
    let mut numbers: HashMap<Vec<u64>, usize> = HashMap::from([(model.start().to_vec(), 0)]);
    let mut states = vec![model.start().to_vec()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut next = 0;
    while next < states.len() {
        if states.len() > most {
            return None;
        }
        let state = states[next].clone();
        model.expand(&state, &mut |_, to| {
            let number = *numbers.entry(to.to_vec()).or_insert_with(|| {
                states.push(to.to_vec());
                before.push(Vec::new());
                states.len() - 1
            });
            before[number].push(next);
        });
        next += 1;
    }
    let mut distances: Vec<Option<u32>> = vec![None; states.len()];
    let mut queue: VecDeque<usize> =
        (0..states.len()).filter(|&state| model.is_won(&states[state])).collect();
    for &won in &queue {
        distances[won] = Some(0);
    }
    while let Some(state) = queue.pop_front() {
        for &from in &before[state] {
            if distances[from].is_none() {
                distances[from] = distances[state].map(|distance| distance + 1);
                queue.push_back(from);
            }
        }
    }
    Some(states.into_iter().zip(distances).collect())
}

/// What came of levels.
#[derive(Debug, Default)]
struct Counts {
    levels: usize,
    lost: usize,
    seen_to_be_lost: usize,
    /// Sums of distances and of bounds.
    distances: u64,
    bounds: u64,
}

fn compare(game: &Arc<Game>, level: &Level, most: usize, counts: &mut Counts) -> Result<(), String> {
    let Ok(model) = model(game.clone(), level) else { return Ok(()) };
    let Some(states) = explore(&*model, most) else { return Ok(()) };
    if model.is_incomplete() {
        return Ok(());
    }
    counts.levels += 1;
    for (state, distance) in &states {
        let bound = model.bound(state);
        match (bound, distance) {
            (None, Some(distance)) => {
                return Err(format!("called lost, {distance} from a win: {:?}", model.cells(state)));
            }
            (Some(bound), Some(distance)) if bound > *distance => {
                return Err(format!("{bound} for {distance}: {:?}", model.cells(state)));
            }
            (_, None) => {
                counts.lost += 1;
                counts.seen_to_be_lost += usize::from(bound.is_none());
            }
            (Some(bound), Some(distance)) => {
                counts.distances += u64::from(*distance);
                counts.bounds += u64::from(bound);
            }
        }
        // To expand without the lost ones leaves out these, and no others.
        let (mut all, mut live) = (Vec::new(), Vec::new());
        model.expand(state, &mut |input, next| all.push((input, next.to_vec())));
        model.expand_live(state, &mut |input, next| live.push((input, next.to_vec())));
        all.retain(|(_, next)| model.bound(next).is_some());
        if all != live {
            return Err(format!("leaves out others: {:?}", model.cells(state)));
        }
    }
    Ok(())
}

#[test]
fn on_explored_levels_no_bound_is_too_high() {
    let Some(directory) = directory() else { return };
    let (mut counts, mut levels) = (Counts::default(), 0);
    for entry in std::fs::read_dir(directory.join("games")).expect("there are games") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let game = compile_with_diagnostics(&text).game.map(Arc::new).expect("a game");
        for (index, level) in game.levels().enumerate() {
            levels += 1;
            if levels % step() != 0 {
                continue;
            }
            let compared = compare(&game, level, 3_000, &mut counts);
            assert_eq!(compared, Ok(()), "{}, level {}", path.display(), index + 1);
        }
    }
    println!("{counts:?}");
    assert!(counts.levels > cases(100) && counts.seen_to_be_lost > cases(1_000), "{counts:?}");
}

#[test]
fn in_small_random_games_no_bound_is_too_high() {
    let (mut counts, mut seed) = (Counts::default(), 1_000_000);
    while counts.levels < cases(4_000) {
        seed += 1;
        let text = random_game(&mut SplitMix(seed));
        let compilation = compile_with_diagnostics(&text);
        if compilation.diagnostics.has_errors() {
            continue;
        }
        let game = compilation.game.map(Arc::new).expect("a game");
        let compared = compare(&game, game.level(1).expect("a level"), 300, &mut counts);
        assert_eq!(compared, Ok(()), "seed {seed}\n{text}");
        assert!(seed < 1_200_000, "{counts:?}");
    }
    println!("{counts:?}");
    assert!(counts.seen_to_be_lost > cases(1_000), "{counts:?}");
}
