use pathfinding::prelude::bfs;
fn pourings(&(a, b): &(u8, u8)) -> [(&'static str, (u8, u8)); 6] {
    let (to_b, to_a) = (a.min(3 - b), b.min(5 - a));
    let (into_b, into_a) = ((a - to_b, b + to_b), (a + to_a, b - to_a));
    let fills = [("fill A", (5, b)), ("fill B", (a, 3))];
    let [one, two] = fills;
    [one, two, ("empty A", (0, b)), ("empty B", (a, 0)), ("A to B", into_b), ("B to A", into_a)]
}
pub fn main() {
    let line = bfs(&(0, 0), |jugs| pourings(jugs).map(|pouring| pouring.1), |jugs| jugs.0 == 4).unwrap();
    let name = |two: &[(u8, u8)]| pourings(&two[0]).into_iter().find(|pouring| pouring.1 == two[1]).unwrap().0;
    let moves: Vec<&str> = line.windows(2).map(name).collect();
    assert_eq!(moves, ["fill A", "A to B", "empty B", "A to B", "fill A", "A to B"]);
}
