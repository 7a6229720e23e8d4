//! The boundary of the WebAssembly module: the caller asks for room, writes a certificate there, has it checked, and reads
//! the answer as text. Names that others link to are unsafe to declare, because nothing checks that both sides mean the same
//! by them; they carry numbers only.
#![allow(unsafe_code)]

use std::sync::Mutex;

/// The certificate, then the answer.
static BYTES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Returns where to write a certificate of `length` bytes.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let mut bytes = BYTES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    bytes.clear();
    bytes.resize(length, 0);
    bytes.as_mut_ptr()
}

/// Checks the certificate. Returns the length of the answer, which takes its place: a line `verified` or `refused`, then what
/// is claimed or why not; for what is verified also what was looked at, in a line, and the instance.
#[unsafe(no_mangle)]
extern "C" fn check() -> usize {
    let mut bytes = BYTES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let answer = match crate::verify(&bytes, 1) {
        Ok(verified) => {
            let certificate = &verified.certificate;
            format!("verified\n{}\n{}\n{}", certificate.claim, verified.checked, certificate.statement)
        }
        Err(error) => format!("refused\n{error}"),
    };
    *bytes = answer.into_bytes();
    bytes.len()
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    BYTES.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).as_ptr()
}
