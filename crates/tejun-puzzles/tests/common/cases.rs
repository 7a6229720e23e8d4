//! How much is tried.

/// Whether all is tried, however long that takes.
pub fn full() -> bool {
    std::env::var("TEJUN_TESTS").is_ok_and(|tests| tests == "full")
}

/// How many cases one is tried of: a fifth, unless all are.
pub fn step() -> usize {
    if full() { 1 } else { 5 }
}

/// How many of so many cases are tried.
pub fn cases(full: u32) -> u32 {
    full.div_ceil(step() as u32)
}
