//! The boundary of the WebAssembly module: the caller asks for room, writes a certificate there, has it checked, and reads
//! the answer as text. Names that others link to are unsafe to declare, because nothing checks that both sides mean the same
//! by them; they carry numbers only.
#![allow(unsafe_code)]

use std::sync::Mutex;

use crate::{Certificate, Limits, Verified, VerifyError};

/// The certificate, then the answer.
static BYTES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Most positions of a search that is repeated: a page stands still meanwhile.
const POSITIONS: u64 = 1 << 28;

fn verify(bytes: &[u8]) -> Result<Verified, VerifyError> {
    crate::check(Certificate::read(bytes)?, &Limits { positions: POSITIONS, ..Limits::threads(1) })
}

/// Returns where to write a certificate of `length` bytes.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let mut bytes = BYTES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    bytes.clear();
    bytes.resize(length, 0);
    bytes.as_mut_ptr()
}

/// Checks the certificate. Returns the length of the answer, which takes its place: a line `verified`, `refused` or, where
/// the check is too long for a page, `stopped`, then what is claimed or why not; for what is verified also what was looked at, in a line, and the instance.
#[unsafe(no_mangle)]
extern "C" fn check() -> usize {
    let mut bytes = BYTES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let answer = match verify(&bytes) {
        Ok(verified) => {
            let certificate = &verified.certificate;
            format!("verified\n{}\n{}\n{}", certificate.claim, verified.checked, certificate.statement)
        }
        Err(error) => format!("{}\n{error}", if error.stop().is_some() { "stopped" } else { "refused" }),
    };
    *bytes = answer.into_bytes();
    bytes.len()
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    BYTES.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).as_ptr()
}
