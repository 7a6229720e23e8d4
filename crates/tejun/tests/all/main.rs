//! The program as its users run it, in one program of tests: it is linked once, and uses all cores to its end.

mod cli;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "mcp")]
mod mcp;
mod own_families;
#[cfg(feature = "terminal")]
mod play;
#[cfg(feature = "serve")]
mod serve;
mod spill;
