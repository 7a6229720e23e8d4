//! remedy: states of other types that are `Clone + Eq + Hash + Send + Sync`

use tejun_search::{Search, graph};

#[derive(Clone, PartialEq)]
struct Hand {
    cards: Vec<u8>,
}

fn main() {
    let hands = graph([Hand { cards: vec![7] }], |hand| [hand.clone()]).interned().goal(|hand| hand.cards.is_empty());
    let line = Search::new(&hands).shortest().unwrap();
    println!("{} {}", line.cost, line.states.len());
}
