//! The command line of tejun.

fn main() {}
