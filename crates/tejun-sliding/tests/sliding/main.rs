//! The tests of the family, in one program: it is linked once, and uses all cores to its end.

mod axis;
mod certificates;
#[path = "../../../tejun-puzzles/tests/common/certified.rs"]
mod certified;
#[path = "../../../tejun-puzzles/tests/common/mod.rs"]
mod common;
mod gates;
mod hardest;
mod klotski;
mod klotski_atlas;
mod klotski_atlas_files;
mod klotski_atlas_verbs;
mod notations;
mod outside;
mod plain_bounds;
mod plain_placements;
mod plain_polyominoes;
mod plain_sliding;
mod polyominoes;
mod rules;
mod rush_hour;
mod symmetric;
