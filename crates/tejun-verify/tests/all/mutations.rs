//! Any changed byte is refused, or proves the same claim.

use tejun_verify::rules::sliding::Sliding;
use tejun_verify::{Certificate, Claim, verify};

use crate::solver::{Solver, steps};

/// Seven lines of 7 steps solve it, and no shorter one.
const SMALL: &str = "puzzle = \"sliding\"
board = '''
aabd
c...'''
goal = '''
....
..aa'''
goal_match = \"named\"
metric = \"steps\"
";

pub fn small() -> Certificate {
    Solver::new(Sliding::read, SMALL, steps("abcd")).certificate()
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn mutate_text(&mut self, text: &mut String) {
        let mut bytes = std::mem::take(text).into_bytes();
        self.mutate(&mut bytes);
        *text = String::from_utf8_lossy(&bytes).into_owned();
    }

    /// Changes some bytes.
    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len().max(1));
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, self.below(256) as u8),
                2 if at < bytes.len() => drop(bytes.remove(at)),
                3 if at < bytes.len() => bytes[at] = self.below(256) as u8,
                4 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                _ if at < bytes.len() => bytes[at] = bytes[self.below(bytes.len())],
                _ => (),
            }
        }
    }
}

#[test]
fn ten_thousand_files() {
    let right = small();
    assert_eq!(verify(&right.write(), 1).unwrap().certificate, right);
    let mut random = Random(1);
    for _ in 0..10_000 {
        let mut bytes = right.write();
        random.mutate(&mut bytes);
        match verify(&bytes, 1) {
            Ok(verified) => assert_eq!(verified.certificate, right),
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
}

/// With all digests computed anew, it is what is proved that counts.
#[test]
fn two_thousand_contents() {
    let right = small();
    assert_eq!(right.claim, Claim::Optimal(7));
    let (mut random, mut accepted) = (Random(2), [0; 4]);
    for _ in 0..2_000 {
        let mut wrong = right.clone();
        let part = random.below(4);
        match part {
            0 => random.mutate_text(&mut wrong.statement),
            1 if random.below(2) == 0 => random.mutate_text(&mut wrong.line),
            1 => {
                let mut words: Vec<&str> = right.line.split(' ').collect();
                let (one, other) = (random.below(words.len()), random.below(words.len()));
                words.swap(one, other);
                wrong.line = words.join(" ");
            }
            2 => random.mutate(&mut wrong.evidence),
            _ if random.below(2) == 0 => wrong.claim = Claim::Optimal(random.below(20) as u64),
            _ => {
                wrong.claim = match random.below(2) {
                    0 => Claim::Unsolvable,
                    _ => Claim::Reachable(random.below(200) as u64),
                };
                wrong.line.clear();
            }
        }
        if wrong == right {
            continue;
        }
        let Ok(verified) = verify(&wrong.write(), 1) else { continue };
        accepted[part] += 1;
        if verified.certificate.statement == right.statement {
            assert_eq!(verified.certificate.claim, right.claim);
        } else {
            // Another puzzle, and what is claimed of it is right.
            let other = Solver::new(Sliding::read, &wrong.statement, steps("abcd"));
            assert_eq!(verified.certificate.claim, other.certificate().claim, "{}", wrong.statement);
        }
    }
    // Other puzzles with this proof, other lines as short, and other spellings of the evidence.
    assert!(accepted[..3].iter().all(|&accepted| accepted > 0) && accepted[3] == 0, "{accepted:?}");
}
