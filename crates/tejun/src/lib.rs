//! The command line of tejun, as a library.
