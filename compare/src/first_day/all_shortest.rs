use pathfinding::prelude::astar_bag;
fn slides(tiles: &[u8; 9]) -> Vec<([u8; 9], u32)> {
    let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
    let near = |&at: &usize| (at / 3).abs_diff(gap / 3) + (at % 3).abs_diff(gap % 3) == 1;
    let slide = |at| {
        let mut next = *tiles;
        next.swap(gap, at);
        (next, 1)
    };
    (0..9).filter(near).map(slide).collect()
}
pub fn main() {
    let is_goal = |tiles: &[u8; 9]| *tiles == [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let (lines, moves) = astar_bag(&[8, 6, 7, 2, 5, 4, 3, 0, 1], slides, |_| 0, is_goal).unwrap();
    assert_eq!(moves, 31);
    assert_eq!(lines.count(), 40);
}
