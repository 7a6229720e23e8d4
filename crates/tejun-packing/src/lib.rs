//! Packing: filling a region with polyominoes, or a box with polycubes. KATAMINO, pentominoes, any set of pieces.

mod calendar;
#[cfg(not(target_family = "wasm"))]
mod certificate;
mod count;
#[cfg(not(target_family = "wasm"))]
mod export;
mod faults;
mod format;
mod generate;
mod impossible;
mod info;
mod katamino;
mod lattice;
mod puzzle;
mod reasons;
mod rule_examples;
mod rules;
mod shape;
mod solve;
mod steps;
mod view;
#[cfg(not(target_family = "wasm"))]
mod why;
mod words;

pub use self::puzzle::Packing;
