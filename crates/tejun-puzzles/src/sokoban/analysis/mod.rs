//! What a position is like: where the man gets to, what is cut off from him, and what can never be solved.

pub mod corral;
pub mod deadlock;
pub mod freeze;
pub mod map;
mod matching;
mod patterns;
mod subset;
#[cfg(test)]
mod tests;
pub mod walk;
