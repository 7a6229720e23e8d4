use pathfinding::prelude::astar;
fn slides(tiles: &[u8; 16]) -> Vec<([u8; 16], u32)> {
    let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
    let near = |&at: &usize| (at / 4).abs_diff(gap / 4) + (at % 4).abs_diff(gap % 4) == 1;
    let slide = |at| {
        let mut next = *tiles;
        next.swap(gap, at);
        (next, 1)
    };
    (0..16).filter(near).map(slide).collect()
}
fn distance(tiles: &[u8; 16]) -> u32 {
    let far = |(at, &tile): (usize, &u8)| (at / 4).abs_diff(tile as usize / 4) + (at % 4).abs_diff(tile as usize % 4);
    tiles.iter().enumerate().filter(|tile| *tile.1 > 0).map(far).sum::<usize>() as u32
}
pub fn main() {
    let start = [5, 4, 1, 3, 13, 11, 15, 0, 14, 8, 12, 9, 7, 6, 2, 10];
    let (_line, cost) = astar(&start, slides, distance, |tiles| tiles.is_sorted()).unwrap();
    assert_eq!(cost, 40);
}
