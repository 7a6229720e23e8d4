//! Connectivity on a grid.

/// Returns which of `cells` cells can be reached from `start`; `beside` lists the neighbours of a cell.
pub fn reached<I>(start: usize, cells: usize, beside: impl Fn(usize) -> I) -> Vec<bool>
where
    I: IntoIterator<Item = usize>,
{
    let mut reached = vec![false; cells];
    reached[start] = true;
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        for next in beside(cell) {
            if !std::mem::replace(&mut reached[next], true) {
                open.push(next);
            }
        }
    }
    reached
}

/// Returns a cell (row and column) that is not connected by sides with the first one; `None` if all cells are
/// connected. Cost: quadratic in their number.
pub fn detached(cells: &[(usize, usize)]) -> Option<(usize, usize)> {
    let touch = |a: usize, b: usize| cells[a].0.abs_diff(cells[b].0) + cells[a].1.abs_diff(cells[b].1) == 1;
    let reached = reached(0, cells.len(), |cell| (0..cells.len()).filter(move |&other| touch(cell, other)));
    let at = reached.iter().position(|&reached| !reached)?;
    Some(cells[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_do_not_connect() {
        assert_eq!(detached(&[(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)]), None);
        assert_eq!(detached(&[(3, 3)]), None);
        assert_eq!(detached(&[(0, 0), (0, 1), (1, 2)]), Some((1, 2)));
    }
}
