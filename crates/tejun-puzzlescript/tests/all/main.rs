//! The tests of the crate, in one program: it is linked once, and uses all cores to its end.

mod any_text;
mod audit;
mod bounds;
mod common;
mod engines;
mod limits;
mod look;
mod optima;
mod recorded;
mod refusals;
mod starts;
