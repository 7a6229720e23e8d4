//! The tests of the crate, in one program: it is linked once, and uses all cores to its end.

mod adding;
mod anytime;
mod certificates;
#[path = "../common/certified.rs"]
mod certified;
mod collections;
#[path = "../common/mod.rs"]
mod common;
mod diagnosis;
mod exports;
mod faults;
mod generators;
mod hand;
mod input_limits;
mod kit;
mod kit_claims;
mod kit_costs;
mod library;
mod notations;
mod notations_random;
mod pasted;
mod peg_solitaire;
#[path = "../../../tejun-sliding/tests/sliding/plain_bounds/mod.rs"]
mod plain_bounds;
mod plain_cover;
mod plain_cutting_planes;
mod plain_graph;
#[path = "../../../tejun-packing/tests/packing/plain_packing.rs"]
mod plain_packing;
mod plain_planner;
mod puzzlescript;
mod question_options;
mod sliding_tiles;
mod sokoban;
mod sokoban_lines;
mod sokoban_wide;
mod state_graph;
mod steps;
mod tank_change;
mod two_readings;
mod why;
