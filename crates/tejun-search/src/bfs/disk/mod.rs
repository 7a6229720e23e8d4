//! The store on disk.
//!
//! Its levels are files. As long as memory allows, a table holds the states that can recur (of the last two levels
//! and the open one, if moves are undirected), and new states are known at once. When the table no longer fits,
//! detection is delayed: generated states are sorted in runs ([`sorter`]), which the end of the level merges,
//! leaving out what earlier levels hold. Most states that are met again never get so far, because those met
//! recently are remembered ([`recent`]). All files are written and read from begin to end.

mod block;
mod check;
mod detection;
mod merge;
mod partition_dir;
mod path_counts;
mod pins;
mod recent_cache;
mod resume;
mod sorter;
mod state;
mod state_file;
mod store;

pub(crate) use partition_dir::PartitionDir;
pub(crate) use path_counts::{CountFile, CountReader, CountSorter, PathCount};
pub(crate) use state::DiskStore;
