//! Where the positions of a graph lie on its map.
//!
//! A position lies as far from the centre as it is from a solved one, in moves. Its direction comes from the tree of the
//! shortest ways to the centre, where each branch has a sector as wide as it has ends; then each position turns, again and
//! again, to the mean direction of its neighbours. So positions that are few moves apart lie close together, where the
//! ring allows.

use std::f32::consts::FRAC_PI_4;

use tejun_puzzles::StateGraph;
use tejun_search::Outcome;

/// Most times that each position turns to its neighbours.
const ROUNDS: f32 = 100.0;
/// Averages spread like heat: after about as many rounds as the square of its radius, a small space would point in one
/// direction. It gets this share of them.
const SHARE: f32 = 1.0 / 16.0;
/// No position, or no distance.
const NONE: u32 = u32::MAX;

/// The map of a graph. The lists have an entry for each position.
pub struct Layout {
    /// Whether distances are those to the nearest solved position, in moves. If there is none, or the graph is not
    /// complete, they are those from the start.
    pub to_goal: bool,
    /// The distance; `None` if no solved position can be reached.
    pub distances: Vec<Option<u32>>,
    /// Where it lies: the farther, the farther from the centre of a square from -1 to 1, whose sides they reach in one
    /// direction.
    pub places: Vec<[f32; 2]>,
    /// The positions between which there is a move, the smaller number first, ascending; none of them twice.
    pub links: Vec<[u32; 2]>,
}

/// Lists, for each position, some others.
struct Adjacency {
    /// Where the list of each position begins; one more entry tells where the last one ends.
    begins: Vec<u32>,
    others: Vec<u32>,
}

impl Adjacency {
    fn new(positions: usize, pairs: impl Iterator<Item = [u32; 2]> + Clone) -> Self {
        let mut begins = vec![0_u32; positions + 1];
        for [of, _] in pairs.clone() {
            begins[of as usize + 1] += 1;
        }
        for at in 0..positions {
            begins[at + 1] += begins[at];
        }
        let mut free = begins.clone();
        let mut others = vec![0; begins[positions] as usize];
        for [of, other] in pairs {
            others[free[of as usize] as usize] = other;
            free[of as usize] += 1;
        }
        Adjacency { begins, others }
    }

    fn of(&self, at: u32) -> &[u32] {
        let at = at as usize;
        &self.others[self.begins[at] as usize..self.begins[at + 1] as usize]
    }
}

/// The tree of the shortest ways to the centre.
struct Tree {
    /// The positions, each after its parent.
    order: Vec<u32>,
    /// The next position towards the centre; `NONE` at the centre.
    parents: Vec<u32>,
    /// Moves to the centre.
    rings: Vec<u32>,
}

impl Tree {
    fn new(positions: usize, roots: &[u32]) -> Self {
        let mut rings = vec![NONE; positions];
        for &root in roots {
            rings[root as usize] = 0;
        }
        Tree { order: roots.to_vec(), parents: vec![NONE; positions], rings }
    }

    /// Adds everything that is connected with it.
    fn grow(&mut self, adjacency: &Adjacency) {
        let mut next = 0;
        while let Some(&at) = self.order.get(next) {
            next += 1;
            for &other in adjacency.of(at) {
                if self.rings[other as usize] == NONE {
                    self.rings[other as usize] = self.rings[at as usize] + 1;
                    self.parents[other as usize] = at;
                    self.order.push(other);
                }
            }
        }
    }

    /// A direction for each position, as a vector of length 1.
    fn directions(&self) -> Vec<[f32; 2]> {
        let positions = self.rings.len();
        let mut ends = vec![0_u32; positions];
        let mut all = 0;
        for &at in self.order.iter().rev() {
            let at = at as usize;
            ends[at] = ends[at].max(1);
            match self.parents[at] {
                NONE => all += ends[at],
                parent => ends[parent as usize] += ends[at],
            }
        }
        // Where the free part of each sector begins.
        let mut free = vec![0_u32; positions];
        let mut whole = 0;
        let mut directions = vec![[1.0, 0.0]; positions];
        for &at in &self.order {
            let parent = self.parents[at as usize];
            let begin = if parent == NONE { &mut whole } else { &mut free[parent as usize] };
            let sector = *begin;
            *begin += ends[at as usize];
            free[at as usize] = sector;
            directions[at as usize] =
                direction((sector as f32 + ends[at as usize] as f32 / 2.0) / all as f32);
        }
        directions
    }
}

/// The direction after a part of a whole turn, as a vector of length 1: within half a degree, without the tables that a
/// sine brings into a small module.
fn direction(turn: f32) -> [f32; 2] {
    let quarters = turn * 4.0;
    let (quarter, rest) = (quarters as u32, quarters % 1.0);
    // The tangent of half the angle.
    let half = rest * (FRAC_PI_4 + (1.0 - FRAC_PI_4) * rest * rest);
    let (x, y) = ((1.0 - half * half) / (1.0 + half * half), 2.0 * half / (1.0 + half * half));
    match quarter % 4 {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    }
}

/// Turns each position to the mean direction of its neighbours.
fn turn(directions: &mut Vec<[f32; 2]>, neighbours: &Adjacency) {
    let turned = directions.iter().zip(0..).map(|(&own, at)| {
        let others = neighbours.of(at).iter().map(|&other| directions[other as usize]);
        let [x, y] = others.fold(own, |[x, y], [u, v]| [x + u, y + v]);
        let length = (x * x + y * y).sqrt();
        if length > 1e-6 { [x / length, y / length] } else { own }
    });
    *directions = turned.collect();
}

/// Enlarges places to reach the sides of the square from -1 to 1 in one direction, around their centre; those on one ray
/// from side to side.
fn fitted(mut places: Vec<[f32; 2]>, is_ray: bool) -> Vec<[f32; 2]> {
    if is_ray {
        let along = || places.iter().map(|place| place[0]);
        let middle = (along().fold(f32::MAX, f32::min) + along().fold(f32::MIN, f32::max)) / 2.0;
        for place in &mut places {
            place[0] -= middle;
        }
    }
    let widest = places.iter().flatten().map(|x| x.abs()).fold(f32::MIN_POSITIVE, f32::max);
    for x in places.iter_mut().flatten() {
        *x /= widest;
    }
    places
}

/// Makes the map of a graph. Cost: linear in its moves.
pub fn layout(graph: &StateGraph) -> Layout {
    let positions = graph.parents.len();
    // The positions that a stopped search did not expand have no moves: nothing is known about their distance.
    let to_goal = graph.outcome == Outcome::Solved(()) && !graph.goals.is_empty();
    let moves = graph.moves.iter().copied();
    let backwards = moves.clone().map(|[from, to]| [to, from]);
    let start = [0];
    let roots = if to_goal { &graph.goals[..] } else { &start };
    let mut tree = Tree::new(positions, roots);
    if to_goal {
        tree.grow(&Adjacency::new(positions, backwards.clone()));
    } else {
        tree.grow(&Adjacency::new(positions, moves.clone()));
    }
    let distances = tree.rings.iter().map(|&ring| (ring != NONE).then_some(ring)).collect();
    let neighbours = Adjacency::new(positions, moves.chain(backwards));
    tree.grow(&neighbours);
    let mut directions = tree.directions();
    let is_ray = directions.iter().all(|&direction| direction == directions[0]);
    let last = tree.rings.iter().copied().max().unwrap_or(0) as f32;
    let rounds = (last * last * SHARE).min(ROUNDS);
    for _ in 0..rounds as u32 {
        turn(&mut directions, &neighbours);
    }
    // A single position is the centre; several lie around it.
    let hole = if roots.len() == 1 { 0.0 } else { 1.0 + last / 16.0 };
    let radius = |ring: u32| if last + hole > 0.0 { (ring as f32 + hole) / (last + hole) } else { 0.0 };
    let place = |([x, y], &ring): ([f32; 2], &u32)| [x * radius(ring), y * radius(ring)];
    let places = fitted(directions.into_iter().zip(&tree.rings).map(place).collect(), is_ray);
    let mut links: Vec<[u32; 2]> = graph.moves.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    links.sort_unstable();
    links.dedup();
    Layout { to_goal, distances, places, links }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(positions: u32, goals: &[u32], moves: &[[u32; 2]]) -> StateGraph {
        StateGraph {
            outcome: Outcome::Solved(()),
            parents: vec![0; positions as usize],
            goals: goals.to_vec(),
            moves: moves.to_vec(),
            path: Vec::new(),
            line: Vec::new(),
        }
    }

    #[test]
    fn directions_turn_once_at_nearly_constant_speed() {
        let angle = |turn: f32| {
            let [x, y] = direction(turn);
            assert!((x * x + y * y - 1.0).abs() < 1e-4);
            y.atan2(x).rem_euclid(std::f32::consts::TAU)
        };
        for step in 0..1000 {
            let turn = step as f32 / 1000.0;
            assert!((angle(turn) - turn * std::f32::consts::TAU).abs() < 0.03, "{turn}: {}", angle(turn));
        }
    }

    #[test]
    fn a_position_lies_as_far_out_as_it_is_from_the_goal() {
        // 0 → 1 → 2, which is solved; 0 → 3, from where nothing leads on; 4 is met from 2 and leads back to it.
        let map = layout(&graph(5, &[2], &[[0, 1], [0, 3], [1, 2], [2, 4], [4, 2]]));
        assert!(map.to_goal);
        assert_eq!(map.distances, [Some(2), Some(1), Some(0), None, Some(1)]);
        assert_eq!(map.links, [[0, 1], [0, 3], [1, 2], [2, 4]]);
        let far = |at: usize| map.places[at].iter().map(|x| x * x).sum::<f32>();
        assert!(far(2) == 0.0 && far(1) > 0.0 && (far(1) - far(4)).abs() < 1e-3);
        assert!(far(1) < far(0) && far(0) < far(3));
        let mut apart = map.places.clone();
        apart.sort_by(|one, other| one.partial_cmp(other).unwrap());
        apart.dedup();
        assert_eq!(apart.len(), 5, "no two positions lie on each other");
        assert!(map.places.iter().flatten().all(|x| x.abs() <= 1.0 + 1e-4));
        assert_eq!(layout(&graph(1, &[0], &[])).places, [[0.0, 0.0]]);
        // A single way is a row.
        assert_eq!(layout(&graph(3, &[2], &[[0, 1], [1, 2]])).places, [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]);
    }

    #[test]
    fn without_a_goal_or_the_whole_space_distances_are_those_from_the_start() {
        let moves = [[0, 1], [1, 2]];
        let unsolved = layout(&graph(3, &[], &moves));
        assert!(!unsolved.to_goal);
        assert_eq!(unsolved.distances, [Some(0), Some(1), Some(2)]);
        let stopped = Outcome::Stopped(tejun_search::StopReason::States, None);
        let part = layout(&StateGraph { outcome: stopped, ..graph(3, &[2], &moves) });
        assert!(!part.to_goal);
        assert_eq!(part.distances, unsolved.distances);
    }
}
