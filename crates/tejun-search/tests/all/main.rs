//! The tests of the crate, in one program: it is linked once, and uses all cores to its end.

mod beam;
mod check_space;
mod layered;
mod oracle;
mod patterns;
mod priced;
mod spaces;
mod spill;
mod tiling;
mod watch;
mod webs;
