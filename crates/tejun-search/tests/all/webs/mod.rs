//! Small random spaces with costs and bounds, and their answers, computed plainly.

#![allow(dead_code, reason = "each test uses some of them")]

use crate::answers::CostedOf;
use tejun_search::PathOf;
use tejun_search::{Moves, Space};

/// Random numbers from a seed.
pub struct Random(pub u64);

impl Random {
    /// A number less than `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) % end
    }

    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// A graph given by its arcs. If mirrored, nodes n and n ^ 1 are mirror images.
#[derive(Clone, Debug)]
pub struct Web<const UNDIRECTED: bool> {
    /// Where the moves of each node lead, and what they cost.
    pub arcs: Vec<Vec<(u64, u32)>>,
    pub starts: Vec<u64>,
    pub goals: Vec<bool>,
    pub mirrored: bool,
    pub bounds: Vec<Option<u32>>,
    /// Whether every move costs 1.
    pub unit: bool,
}

impl<const U: bool> Web<U> {
    /// A web of at most `most` nodes.
    pub fn random(seed: u64, most: u64) -> Self {
        let random = &mut Random(seed);
        let mirrored = random.one_in(3);
        let nodes = (1 + random.below(most)).next_multiple_of(1 + u64::from(mirrored));
        let dear = [0, 1, 3, 20, 1000][random.below(5) as usize];
        let unit = dear == 0;
        let cost = |random: &mut Random| match dear {
            0 => 1,
            // Now and then a move back costs something else, or many moves cost nothing.
            1000 => 1000 * random.below(2) as u32,
            _ => random.below(1 + dear) as u32,
        };
        let mut arcs = vec![Vec::new(); nodes as usize];
        for _ in 0..random.below(3 * nodes) {
            let (from, to) = (random.below(nodes), random.below(nodes));
            let there = cost(random);
            let back = if random.one_in(2) { there } else { cost(random) };
            for image in 0..=u64::from(mirrored) {
                arcs[(from ^ image) as usize].push((to ^ image, there));
                if U {
                    arcs[(to ^ image) as usize].push((from ^ image, back));
                }
            }
        }
        let mut goals = vec![false; nodes as usize];
        for _ in 0..random.below(4) {
            let goal = random.below(nodes);
            goals[goal as usize] = true;
            goals[(goal ^ u64::from(mirrored)) as usize] = true;
        }
        let starts = (0..1 + random.below(5) / 3).map(|_| random.below(nodes)).collect();
        let mut web = Web { arcs, starts, goals, mirrored, bounds: vec![None; nodes as usize], unit };
        let manner = random.below(5);
        web.bounds = web.costs().into_iter().map(|cost| web.bound(cost, manner, random)).collect();
        web
    }

    /// A bound that is not too high: nothing, all, a random share (inconsistent), all or nothing.
    fn bound(&self, cost: Option<u32>, manner: u64, random: &mut Random) -> Option<u32> {
        let Some(cost) = cost else {
            return (!random.one_in(2)).then(|| random.below(5) as u32);
        };
        Some(match manner {
            0 => 0,
            1 => cost,
            2 => cost - cost.min(1),
            3 => (u64::from(cost) * random.below(257) / 256) as u32,
            _ => cost * random.below(2) as u32,
        })
    }

    /// What the cheapest line from each node to a goal costs: Bellman and Ford.
    pub fn costs(&self) -> Vec<Option<u32>> {
        let mut costs: Vec<Option<u32>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (from, arcs) in self.arcs.iter().enumerate() {
                for &(to, cost) in arcs {
                    let Some(way) = costs[to as usize].map(|rest| rest + cost) else { continue };
                    if costs[from].is_none_or(|known| way < known) {
                        costs[from] = Some(way);
                        changed = true;
                    }
                }
            }
        }
        costs
    }

    /// What a cheapest line costs.
    pub fn best(&self) -> Option<u32> {
        let costs = self.costs();
        self.starts.iter().filter_map(|&start| costs[start as usize]).min()
    }

    /// Replays a line from a start to a goal and returns its cost.
    pub fn replay(&self, path: &PathOf<Self>) -> u32 {
        assert!(self.starts.contains(&path.states[0]), "the line begins elsewhere");
        assert_eq!(path.states.len(), path.moves.len() + 1);
        assert!(self.is_goal(path.states.last().unwrap()), "the line ends elsewhere");
        let steps = path.states.windows(2).zip(&path.moves);
        let cost = |(two, &by): (&[u64], &usize)| {
            let (to, cost) = self.arcs[two[0] as usize][by];
            assert_eq!(to, two[1], "the move leads elsewhere");
            cost
        };
        steps.map(cost).sum()
    }

    /// Checks that a line is one and costs what it says.
    pub fn check(&self, line: &CostedOf<Self>) {
        assert_eq!(self.replay(&line.path), line.cost);
    }
}

impl<const U: bool> Space for Web<U> {
    type State = u64;
    type Move = usize;
    type Cost = u32;
    const MOVES: Moves = if U { Moves::Undirected } else { Moves::OneWay };

    fn starts(&self, visit: impl FnMut(u64)) {
        self.starts.iter().copied().for_each(visit);
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.goals[*state as usize]
    }

    fn goals(&self) -> Option<Vec<u64>> {
        let goals = (0..self.goals.len()).filter(|&node| self.goals[node]);
        Some(goals.map(|node| node as u64).collect())
    }

    fn expand(&self, state: &u64, mut visit: impl FnMut(usize, u64)) {
        for (by, &(to, _)) in self.arcs[*state as usize].iter().enumerate() {
            visit(by, to);
        }
    }

    fn has_symmetry(&self) -> bool {
        self.mirrored
    }

    fn canonical(&self, state: &u64) -> u64 {
        if self.mirrored { state & !1 } else { *state }
    }

    fn expand_costs(&self, from: &u64, mut visit: impl FnMut(usize, u64, u32)) {
        self.expand(from, |by, next| visit(by, next, self.arcs[*from as usize][by].1));
    }

    fn bound(&self, state: &u64) -> Option<u32> {
        self.bounds[*state as usize]
    }
}
