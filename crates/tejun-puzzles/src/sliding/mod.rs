//! Sliding blocks.

pub mod atlas;
