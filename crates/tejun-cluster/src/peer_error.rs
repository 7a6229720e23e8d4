//! Why a search that processes share cannot go on.

use std::fmt;

/// Why a search that processes share cannot go on in this one. Shown as one line, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PeerError {
    /// The connection to this process broke: it has ended, or its host was silent for 30 seconds.
    Gone(usize),
    /// This process is to stop, and these have not sent what it waits for, for as long as its [patience] lasts.
    ///
    /// [patience]: crate::Member::patience
    Silent(Vec<usize>),
    /// A message that no process of this search sends; and its sender, if known.
    Garbled(Option<usize>),
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PeerError::Gone(process) => write!(f, "process {process} is lost"),
            PeerError::Silent(processes) => match &processes[..] {
                [process] => write!(f, "process {process} is silent"),
                [] => write!(f, "a process is silent"),
                [rest @ .., last] => {
                    let rest: Vec<String> = rest.iter().map(usize::to_string).collect();
                    write!(f, "processes {} and {last} are silent", rest.join(", "))
                }
            },
            PeerError::Garbled(Some(process)) => {
                write!(f, "process {process} sent what no process of this search sends")
            }
            PeerError::Garbled(None) => write!(f, "what came is nothing that a process of this search sends"),
        }
    }
}
