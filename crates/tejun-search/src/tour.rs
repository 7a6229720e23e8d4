//! Five programs for the first day. Each is whole: put it into a `main` that returns `Result<(), tejun_search::SearchError>`.
//!
//! # The 8-puzzle: fewest moves
//!
//! A state is an array, and a successor the state alone. `shortest` searches breadth-first.
//!
//! ```
//! use tejun_search::{Search, graph};
//! fn slides(tiles: &[u8; 9]) -> Vec<[u8; 9]> {
//!     let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
//!     let near = |&at: &usize| (at / 3).abs_diff(gap / 3) + (at % 3).abs_diff(gap % 3) == 1;
//!     let slide = |at| {
//!         let mut next = *tiles;
//!         next.swap(gap, at);
//!         next
//!     };
//!     (0..9).filter(near).map(slide).collect()
//! }
//! let puzzle = graph([[8, 6, 7, 2, 5, 4, 3, 0, 1]], slides).goal(|tiles| *tiles == [1, 2, 3, 4, 5, 6, 7, 8, 0]);
//! let line = Search::new(&puzzle).shortest()?;
//! assert_eq!(line.cost, 31);
//! # Ok::<(), tejun_search::SearchError>(())
//! ```
//!
//! # A grid with teleporters: least cost
//!
//! A successor is a state and what it costs to go there. `dijkstra` finds the cheapest way.
//!
//! ```
//! use tejun_search::{Search, graph};
//! const SIZE: u32 = 200;
//! fn roads(&(x, y): &(u32, u32)) -> Vec<((u32, u32), u32)> {
//!     let toll = |(x, y): (u32, u32)| ((x, y), 1 + x * y % 7);
//!     let near = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
//!     let mut roads: Vec<_> = near.into_iter().filter(|at| at.0 < SIZE && at.1 < SIZE).map(toll).collect();
//!     if (x * 31 + y) % 100 == 0 {
//!         roads.push(((y, x), 3));
//!     }
//!     roads
//! }
//! let grid = graph([(0, 0)], roads).goal(|&at| at == (SIZE - 1, SIZE / 2));
//! let way = Search::new(&grid).dijkstra()?;
//! assert_eq!(way.cost, 308);
//! # Ok::<(), tejun_search::SearchError>(())
//! ```
//!
//! # The 15-puzzle: A* with a bound
//!
//! The bound says how many moves are needed at least: here, how far the tiles are from their places. A\* relies on it.
//!
//! ```
//! use tejun_search::{Search, graph};
//! fn slides(tiles: &[u8; 16]) -> Vec<[u8; 16]> {
//!     let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
//!     let near = |&at: &usize| (at / 4).abs_diff(gap / 4) + (at % 4).abs_diff(gap % 4) == 1;
//!     let slide = |at| {
//!         let mut next = *tiles;
//!         next.swap(gap, at);
//!         next
//!     };
//!     (0..16).filter(near).map(slide).collect()
//! }
//! fn distance(tiles: &[u8; 16]) -> u32 {
//!     let far = |(at, &tile): (usize, &u8)| (at / 4).abs_diff(tile as usize / 4) + (at % 4).abs_diff(tile as usize % 4);
//!     tiles.iter().enumerate().filter(|tile| *tile.1 > 0).map(far).sum::<usize>() as u32
//! }
//! let start = [5, 4, 1, 3, 13, 11, 15, 0, 14, 8, 12, 9, 7, 6, 2, 10];
//! let puzzle = graph([start], slides).goal(|tiles| tiles.is_sorted()).bound(distance);
//! let line = Search::new(&puzzle).astar()?;
//! assert_eq!(line.cost, 40);
//! # Ok::<(), tejun_search::SearchError>(())
//! ```
//!
//! # Water jugs: states that are tuples, moves with names
//!
//! A successor is a move, a state and a cost.
//!
//! ```
//! use tejun_search::{Search, graph};
//! fn pourings(&(a, b): &(u8, u8)) -> [(&'static str, (u8, u8), u32); 6] {
//!     let (to_b, to_a) = (a.min(3 - b), b.min(5 - a));
//!     let (into_b, into_a) = ((a - to_b, b + to_b), (a + to_a, b - to_a));
//!     let fills = [("fill A", (5, b), 1), ("fill B", (a, 3), 1)];
//!     let [one, two] = fills;
//!     [one, two, ("empty A", (0, b), 1), ("empty B", (a, 0), 1), ("A to B", into_b, 1), ("B to A", into_a, 1)]
//! }
//! let jugs = graph([(0, 0)], pourings).goal(|jugs| jugs.0 == 4);
//! let line = Search::new(&jugs).shortest()?;
//! assert_eq!(line.moves, ["fill A", "A to B", "empty B", "A to B", "fill A", "A to B"]);
//! # Ok::<(), tejun_search::SearchError>(())
//! ```
//!
//! # All shortest lines
//!
//! Of the 8-puzzle's position above there are forty. They come one after the other.
//!
//! ```
//! use tejun_search::{Search, graph};
//! fn slides(tiles: &[u8; 9]) -> Vec<[u8; 9]> {
//!     let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
//!     let near = |&at: &usize| (at / 3).abs_diff(gap / 3) + (at % 3).abs_diff(gap % 3) == 1;
//!     let slide = |at| {
//!         let mut next = *tiles;
//!         next.swap(gap, at);
//!         next
//!     };
//!     (0..9).filter(near).map(slide).collect()
//! }
//! let puzzle = graph([[8, 6, 7, 2, 5, 4, 3, 0, 1]], slides).goal(|tiles| *tiles == [1, 2, 3, 4, 5, 6, 7, 8, 0]);
//! let lines = Search::new(&puzzle).all_shortest()?;
//! assert_eq!(lines.moves(), 31);
//! assert_eq!(lines.count(), 40);
//! # Ok::<(), tejun_search::SearchError>(())
//! ```
