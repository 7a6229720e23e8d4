use pathfinding::prelude::dijkstra;
const SIZE: u32 = 200;
fn roads(&(x, y): &(u32, u32)) -> Vec<((u32, u32), u32)> {
    let toll = |(x, y): (u32, u32)| ((x, y), 1 + x * y % 7);
    let near = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    let mut roads: Vec<_> = near.into_iter().filter(|at| at.0 < SIZE && at.1 < SIZE).map(toll).collect();
    if (x * 31 + y) % 100 == 0 {
        roads.push(((y, x), 3));
    }
    roads
}
pub fn main() {
    let (_way, cost) = dijkstra(&(0, 0), roads, |&at| at == (SIZE - 1, SIZE / 2)).unwrap();
    assert_eq!(cost, 308);
}
