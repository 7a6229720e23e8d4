//! The tests of the crate, in one program: it is linked once, and uses all cores to its end.

mod check_space;
mod layered;
mod novelty_beam;
mod oracle;
mod patterns;
mod priced;
mod spaces;
mod spill;
mod tiling;
mod watch;
mod webs;
