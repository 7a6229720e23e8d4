//! remedy: number its values, with `graph(..).interned()`

use tejun_search::{Search, graph};

fn main() {
    let words = graph(["stop".to_owned()], |word| [word[1..].to_owned()]).goal(|word| word.is_empty());
    let line = Search::new(&words).shortest().unwrap();
    println!("{} {:?}", line.cost, line.states);
}
