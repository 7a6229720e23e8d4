//! Solvers with faults: what they certify is refused.

use tejun_verify::levels::encode;
use tejun_verify::rules::Rules;
use tejun_verify::rules::sliding::Sliding;
use tejun_verify::rules::sokoban::Sokoban;
use tejun_verify::{Certificate, Claim, Statement, verify};

use crate::solver::{Solver, rank, steps};

/// 前呼后拥, whose board is symmetric, left and right, and its goal as well.
const GATE: &str = "puzzle = \"sliding\"
board = '''
abcc
ddcc
eeff
gghh
..ij'''
goal = '''
....
....
....
.cc.
.cc.'''
goal_match = \"named\"
metric = \"steps\"
";

const ROOM: &str = "puzzle = \"sokoban\"
board = '''
########
#.@   ##
#  $ ###
# $   ##
#   . ##
########'''
metric = \"pushes\"
";

fn gate() -> Solver<'static, Sliding> {
    Solver::new(Sliding::read, GATE, steps("abcdefghij"))
}

/// All pairs of neighbouring cells, as pushes.
fn pushes() -> Vec<String> {
    let name = |column: u8, row: u8| format!("{}{}", (b'a' + column) as char, row + 1);
    let cells = (0..7_u8).flat_map(|column| (0..6_u8).map(move |row| (column, row)));
    cells
        .flat_map(|(column, row)| {
            let to = [
                (column + 1, row),
                (column, row + 1),
                (column.wrapping_sub(1), row),
                (column, row.wrapping_sub(1)),
            ];
            to.into_iter()
                .filter(|to| to.0 < 7 && to.1 < 6)
                .map(move |to| format!("{}-{}", name(column, row), name(to.0, to.1)))
        })
        .collect()
}

fn room() -> Solver<'static, Sokoban> {
    Solver::new(Sokoban::read, ROOM, pushes())
}

/// The claim of a certificate that is right.
fn proved(certificate: &Certificate) -> Claim {
    verify(&certificate.write(), 2).unwrap().certificate.claim
}

fn refused(certificate: &Certificate, why: &str) {
    let error = verify(&certificate.write(), 1).expect_err(&certificate.claim.to_string()).to_string();
    assert!(error.contains(why) && !error.contains('\n'), "{error}");
}

#[test]
fn a_right_solver_is_believed() {
    assert_eq!(proved(&gate().certificate()), Claim::Optimal(31));
    assert_eq!(proved(&room().certificate()), Claim::Optimal(6));
}

#[test]
fn a_lost_move() {
    let blind = gate().certificate();
    let solver = Solver { misses: &|_, word| word == "cd", ..gate() };
    let certificate = solver.certificate();
    assert_ne!(certificate.claim, blind.claim, "the fault must matter");
    refused(&certificate, "a move leads to");
}

/// Up and down are mirror images only as long as nobody asks for the goal.
#[test]
fn a_wrong_mirror_image() {
    let goalless = GATE.split("goal").next().unwrap().to_owned() + "metric = \"steps\"\n";
    let goalless = Sliding::read(&Statement::read(&goalless).unwrap()).unwrap();
    let wrong = |_: &Sliding, position: &_| goalless.rank(position).unwrap();
    let certificate = Solver { rank: &wrong, ..gate() }.certificate();
    refused(&certificate, "a move leads to a position that has no level");
}

/// A box beside a wall is not dead if a goal lies along the wall.
#[test]
fn a_live_position_taken_for_dead() {
    let by_the_wall = |_: &_, word: &str| word.ends_with("-b4") || word.ends_with("-e5");
    let certificate = Solver { misses: &by_the_wall, ..room() }.certificate();
    assert_ne!(certificate.claim, room().certificate().claim, "the fault must matter");
    refused(&certificate, "has no level");
}

/// Evidence with other levels.
fn relabelled(certificate: &Certificate, change: impl Fn(u64, u32) -> Option<u32>) -> Certificate {
    let solver = gate();
    let (mut position, mut waiting) = (solver.rules.start(), std::collections::BTreeMap::new());
    let Claim::Optimal(cost) = certificate.claim else { panic!("it has a line") };
    waiting.insert(rank(&solver.rules, &position), 0_u32);
    let mut all = waiting.clone();
    while let Some((at, level)) = waiting.pop_first() {
        solver.rules.unrank(at, &mut position);
        solver.rules.expand(&position, |next, _| {
            let (next, level) = (rank(&solver.rules, next), level + 1);
            if u64::from(level) < cost && all.get(&next).is_none_or(|&before| level < before) {
                all.insert(next, level);
                waiting.insert(next, level);
            }
        });
    }
    let levels: Vec<_> =
        all.into_iter().filter_map(|(rank, level)| Some((rank, change(rank, level)?))).collect();
    Certificate { evidence: encode(levels.len() as u64, levels.into_iter()), ..certificate.clone() }
}

#[test]
fn a_level_off_by_one() {
    let right = gate().certificate();
    assert_eq!(relabelled(&right, |_, level| Some(level)), right);
    for from in 1..31 {
        let wrong = relabelled(&right, |_, level| Some(if level >= from { level - 1 } else { level }));
        refused(&wrong, "a move leads to a position that has no level");
        if from < 30 {
            let wrong =
                relabelled(&right, |_, level| Some(if level >= from { (level + 1).min(30) } else { level }));
            refused(&wrong, "a move leads to level");
        }
    }
}

/// Nothing solves a puzzle without a goal: that is no theorem about it.
#[test]
fn a_puzzle_without_a_goal_is_not_unsolvable() {
    let statement = "puzzle = \"sliding\"\nboard = '''\na.b\n...'''\nmetric = \"steps\"\n";
    let certificate = Solver::new(Sliding::read, statement, steps("ab")).certificate();
    assert_eq!(certificate.claim, Claim::Unsolvable);
    refused(&certificate, "the puzzle has no goal");
    let reachable = Certificate { claim: Claim::Reachable(6), ..certificate };
    assert_eq!(proved(&reachable), Claim::Reachable(6));
}

/// A position whose mirror image is itself counts as much as two others.
#[test]
fn a_miscounted_symmetry() {
    let statement = "puzzle = \"sliding\"\nboard = '''\na.b\n...'''\nmetric = \"steps\"\n";
    let solver = Solver::new(Sliding::read, statement, steps("ab"));
    let certificate = solver.certificate();
    // Without a goal nothing is solved: these are all positions.
    let positions = |n: u64| Certificate { claim: Claim::Reachable(n), ..certificate.clone() };
    let right = (1..40).filter(|&n| verify(&positions(n).write(), 1).is_ok()).collect::<Vec<u64>>();
    // Two alike pieces on six cells: 15 placements; of these 3 are their own images under each reflection, and 3 under the half turn.
    assert_eq!(right, [6]);
    refused(&positions(15 / 4), "6 positions, not 3");
}
