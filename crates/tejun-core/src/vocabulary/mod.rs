//! What puzzles and front ends talk about: scenes and gestures, lines and sentences, questions and answers.

pub mod about;
pub mod answer;
pub mod cell;
#[cfg(not(target_family = "wasm"))]
pub mod certificate;
pub mod colour;
pub mod diagnosis;
pub mod direction;
pub mod draw;
pub mod export;
pub mod input;
pub mod line;
pub mod means;
pub mod notation;
pub mod options;
pub mod question;
pub mod rule_example;
pub mod scene;
pub mod sentence;
pub mod sheet;
pub mod state_graph;
#[cfg(not(target_family = "wasm"))]
pub mod statement;
pub mod steps;
pub mod title;
pub mod verb;
