//! What puzzles and front ends talk about: scenes and gestures, lines and sentences, questions and answers.

pub(crate) mod about;
pub(crate) mod answer;
pub(crate) mod cell;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod certificate;
pub(crate) mod colour;
pub(crate) mod diagnosis;
pub(crate) mod direction;
pub(crate) mod draw;
pub(crate) mod export;
pub mod input;
pub(crate) mod line;
pub(crate) mod means;
pub(crate) mod notation;
pub(crate) mod options;
pub mod question;
pub(crate) mod rule_example;
pub(crate) mod scene;
pub(crate) mod sentence;
pub(crate) mod sheet;
pub(crate) mod state_graph;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod statement;
pub(crate) mod steps;
pub(crate) mod title;
pub(crate) mod verb;
