//! The puzzle families of tejun: their rules, notation and drawing. Knows no front end.

pub mod pacman;
