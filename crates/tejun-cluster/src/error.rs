//! Why a process cannot join a cluster.

use std::fmt;

/// Why a process cannot join a cluster. One line, without a full stop.
#[derive(Debug)]
pub struct ClusterError(pub(crate) String);

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ClusterError {}
