//! DevQuiz Pac-Man: eat all the dots before the time runs out, five kinds of enemies about.

pub mod cover;
pub mod game;
pub mod generate;
pub mod hunt;
pub mod map;
pub mod maze;
pub mod plan;
pub mod play;
pub mod position;
pub mod random;
