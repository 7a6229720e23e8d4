//! Shortest wins with the fast engine.
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use tejun_puzzlescript::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let limit: usize = args.get(2).map_or(300_000, |a| a.parse().unwrap());
    let only: Option<usize> = args.get(3).map(|a| a.parse().unwrap());
    let game = Arc::new(compile(&text).unwrap());
    for (n, level) in game.levels().enumerate() {
        if only.is_some_and(|o| o != n + 1) {
            continue;
        }
        let m = match model(game.clone(), level) {
            Ok(m) => m,
            Err(e) => {
                println!("level {}: {e}", n + 1);
                continue;
            }
        };
        let t = std::time::Instant::now();
        let start = m.start().to_vec();
        let mut seen: HashMap<Vec<u64>, (Option<(u32, Input)>, u32)> =
            HashMap::from([(start.clone(), (None, 0))]);
        let mut order = vec![start];
        let mut i = 0;
        let mut won = None;
        while i < order.len() && won.is_none() && order.len() < limit {
            let s = order[i].clone();
            let d = seen[&s].1;
            m.expand(&s, &mut |input, next| {
                if won.is_some() {
                    return;
                }
                if m.is_won(next) {
                    won = Some((i as u32, input, d + 1));
                    return;
                }
                if !seen.contains_key(next) {
                    seen.insert(next.to_vec(), (Some((i as u32, input)), d + 1));
                    order.push(next.to_vec());
                }
            });
            i += 1;
        }
        let _: VecDeque<u8> = VecDeque::new();
        println!(
            "level {}: {} words, {:?}, {} states, {} expanded, {:.0} expanded/s{}",
            n + 1,
            m.words(),
            won.map(|w| w.2),
            order.len(),
            i,
            i as f64 / t.elapsed().as_secs_f64(),
            if m.is_cut() { " CUT" } else { "" }
        );
    }
}
