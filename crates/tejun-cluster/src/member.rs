//! What a process of a cluster must know to join it.

use std::time::Duration;

use crate::hosts::Hosts;
use crate::peer_error::PeerError;

/// How long a process waits between two calls of what it calls while it waits.
pub(crate) const WAIT: Duration = Duration::from_millis(5);

/// What a process of a cluster must know to join it.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Where all processes are.
    pub hosts: &'a Hosts,
    /// Which of them this one is, from 0 on.
    pub process: usize,
    /// What is searched, and whatever else the processes must agree on: any text. A process with another text, or
    /// another version of this crate, is refused.
    pub search: &'a str,
    /// How long the others may take to send their part, once this process is to stop. Whoever does not may be hung; the
    /// search cannot go on without it, nor end with an answer. To the half second in which a search stops add the
    /// seconds that its host may be out of breath.
    pub patience: Duration,
    /// Called on any thread, perhaps on several at a time, when the search cannot go on, and must not return.
    pub lost: fn(PeerError) -> !,
}
