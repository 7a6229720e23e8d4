//! Pagoda functions (J. D. Beasley and others): weights of the holes of which no jump raises the sum, because where a jump
//! ends weighs no more than both holes that it empties. Pegs that weigh less than the goal never get there.

use tejun_core::kit::{Board, cells_of};

use super::lines::Lines;

tejun_core::sentences! {
    TOO_LIGHT = "too-light",
        "by a weighting of the holes that no jump raises (a pagoda function), the pegs weigh less than the goal",
        "どの一手でも増えない穴の重み（パゴダ関数）で量ると、今のペグは目標より軽く、届きません",
        "按任何一跳都不会使之增加的孔的权重（宝塔函数）计算，现有棋子轻于目标，无法达成";
}

/// Number of pegs of a goal, the first ones, each of which has a function that is the largest at its hole.
const PEAKS: usize = 3;

/// The functions of a board and its goals.
pub(super) struct Pagodas {
    /// The holes of even or odd rows and columns, with the number of pegs that each goal has there at least. A peg that
    /// jumps stays among them.
    classes: Vec<(u64, u32)>,
    /// What is weighed otherwise, if there is one goal, and what that weighs.
    peaks: Vec<(Weights, u64)>,
}

/// The sums of weights, a byte of holes at a time.
struct Weights(Vec<[u64; 256]>);

impl Weights {
    fn new(weights: &[u64]) -> Self {
        let sums = |weights: &[u64]| {
            std::array::from_fn(|holes: usize| {
                (0..).zip(weights).filter(|(at, _)| holes >> at & 1 == 1).map(|(_, weight)| weight).sum()
            })
        };
        Weights(weights.chunks(8).map(sums).collect())
    }

    fn of(&self, pegs: u64) -> u64 {
        self.0.iter().zip(pegs.to_le_bytes()).map(|(sums, holes)| sums[usize::from(holes)]).sum()
    }
}

impl Pagodas {
    pub fn new(board: &Board, lines: Lines, goals: &[u64]) -> Self {
        let mut classes = [0; 4];
        for hole in board.cells() {
            let (row, column) = board.place(hole);
            classes[row % 2 * 2 + column % 2] |= 1_u64 << hole;
        }
        let least = |class: u64| goals.iter().map(|goal| (goal & class).count_ones()).min().unwrap_or(0);
        let peaks = match goals {
            [goal] => cells_of(*goal).take(PEAKS).collect(),
            _ => Vec::new(),
        };
        let peak = |peak| {
            let weights = Weights::new(&weights(board, lines, peak));
            let least = goals.iter().map(|&goal| weights.of(goal)).min().unwrap_or(0);
            (weights, least)
        };
        Pagodas {
            classes: classes
                .into_iter()
                .map(|class| (class, least(class)))
                .filter(|(_, least)| *least > 0)
                .collect(),
            peaks: peaks.into_iter().map(peak).collect(),
        }
    }

    /// Whether the pegs weigh less than every goal.
    pub fn rule_out(&self, pegs: u64) -> bool {
        self.classes.iter().any(|&(class, least)| (pegs & class).count_ones() < least)
            || self.peaks.iter().any(|(weights, least)| weights.of(pegs) < *least)
    }

    /// The weights of the holes of a board by which these pegs weigh less than every goal.
    pub fn against(&self, pegs: u64, holes: usize) -> Option<Vec<u64>> {
        let classes = self.classes.iter().filter(|(class, least)| (pegs & class).count_ones() < *least);
        let by_class = classes.map(|(class, _)| (0..holes).map(|hole| class >> hole & 1).collect());
        let peaks = self.peaks.iter().filter(|(weights, least)| weights.of(pegs) < *least);
        let by_peak = peaks.map(|(weights, _)| (0..holes).map(|hole| weights.of(1 << hole)).collect());
        by_class.chain(by_peak).next()
    }
}

/// Fibonacci numbers, from the largest at a hole down with every step away from it: each is the sum of the next two.
fn weights(board: &Board, lines: Lines, peak: usize) -> Vec<u64> {
    let mut far = vec![None; board.len()];
    far[peak] = Some(0);
    let mut reached = vec![peak];
    let mut beside = vec![Vec::new(); board.len()];
    board.runs(lines.ways()).for_each(|[from, to]| beside[from].push(to));
    let mut at = 0;
    while let Some(&hole) = reached.get(at) {
        let steps = far[hole].map_or(0, |steps: usize| steps + 1);
        for &next in &beside[hole] {
            if far[next].is_none() {
                far[next] = Some(steps);
                reached.push(next);
            }
        }
        at += 1;
    }
    let farthest = far.iter().flatten().max().copied().unwrap_or(0);
    let mut numbers = vec![1_u64, 1];
    while numbers.len() <= farthest {
        numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
    }
    far.into_iter().map(|far| far.map_or(0, |far| numbers[farthest - far])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_jump_raises_a_weight() {
        for (text, lines) in [
            ("##ooo##\n##ooo##\nooooooo\nooo.ooo\nooooooo\n##ooo##\n##ooo##", Lines::Orthogonal),
            ("ooooooooo\n".repeat(7).as_str(), Lines::Orthogonal),
            ("oo#oo\nooooo\no#ooo\nooooo", Lines::Both),
            ("o####\noo###\nooo##\noooo#\nooooo", Lines::Triangular),
            ("ooo#ooo", Lines::Orthogonal),
        ] {
            let board = Board::parse(text, "o.", "#").unwrap();
            for peak in board.cells() {
                let weights = weights(&board, lines, peak);
                assert!(weights.iter().all(|&weight| weight <= weights[peak]));
                for [from, over, to] in board.runs(lines.ways()) {
                    assert!(weights[to] <= weights[from] + weights[over], "{text}: {from} {over} {to}");
                }
            }
        }
    }
}
