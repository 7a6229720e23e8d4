use pathfinding::prelude::bfs;
fn slides(tiles: &[u8; 9]) -> Vec<[u8; 9]> {
    let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
    let near = |&at: &usize| (at / 3).abs_diff(gap / 3) + (at % 3).abs_diff(gap % 3) == 1;
    let slide = |at| {
        let mut next = *tiles;
        next.swap(gap, at);
        next
    };
    (0..9).filter(near).map(slide).collect()
}
pub fn main() {
    let is_goal = |tiles: &[u8; 9]| *tiles == [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let line = bfs(&[8, 6, 7, 2, 5, 4, 3, 0, 1], slides, is_goal).unwrap();
    assert_eq!(line.len() - 1, 31);
}
