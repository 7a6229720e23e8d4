//! Changed certificates: each is refused, or proves what is true.

use tejun_verify::{Certificate, verify};

/// Numbers that look random, always the same.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ mixed >> 27) >> 16) as usize % bound
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// Whether this is the one case in so many.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Changes, inserts or removes a byte, or cuts the rest off.
    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        let byte = self.below(256) as u8;
        match (self.below(8), bytes.get_mut(at)) {
            (0, _) | (_, None) => bytes.insert(at, byte),
            (1, _) => drop(bytes.remove(at)),
            (2, _) => bytes.truncate(at),
            (3, Some(old)) => *old ^= 1 << (byte % 8),
            // A sign of the file itself elsewhere: what a text may have.
            (4..=6, _) => bytes[at] = bytes[usize::from(byte) % bytes.len()],
            (_, Some(old)) => *old = byte,
        }
    }

    pub fn change_text(&mut self, text: &mut String) {
        let mut bytes = std::mem::take(text).into_bytes();
        self.change(&mut bytes);
        *text = String::from_utf8_lossy(&bytes).into_owned();
    }
}

/// Checks so many changed files of a certificate: none proves anything else.
pub fn refuses_changed_bytes(certificate: &Certificate, times: usize) {
    let file = certificate.write();
    assert_eq!(verify(&file, 1).unwrap().certificate, *certificate);
    let mut numbers = Numbers(1);
    for _ in 0..times {
        let mut changed = file.clone();
        for _ in 0..=numbers.below(3) {
            numbers.change(&mut changed);
        }
        match verify(&changed, 1) {
            Ok(verified) => assert_eq!(verified.certificate, *certificate),
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
}

/// Checks so many certificates of which one part is changed, with digests that are right. One that proves another claim, or
/// one about another puzzle, is given to `is_true`; returns how many did.
pub fn refuses_changed_parts(
    certificate: &Certificate,
    times: usize,
    is_true: impl Fn(&Certificate) -> bool,
) -> usize {
    let mut numbers = Numbers(2);
    let mut proved = 0;
    for _ in 0..times {
        let mut changed = certificate.clone();
        match numbers.below(6) {
            0 => numbers.change(&mut changed.evidence),
            1 => numbers.change_text(&mut changed.line),
            2 | 3 => {
                let mut claim = changed.claim.to_string();
                numbers.change_text(&mut claim);
                let Ok(claim) = claim.parse() else { continue };
                changed.claim = claim;
            }
            _ => numbers.change_text(&mut changed.statement),
        }
        if changed == *certificate {
            continue;
        }
        match verify(&changed.write(), 1) {
            Ok(_) => {
                assert!(is_true(&changed), "{changed:?}");
                proved += 1;
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
    proved
}
