//! Several processes that search together.

use std::ops::ControlFlow;

/// The processes that run one search together, each on its share of the partitions.
///
/// All of them run the same search of the same space, with the same request but for its limit on bytes and its watch,
/// and get the same answer. What one of them has to tell the others goes through [`send`](Peers::send) and
/// [`receive`](Peers::receive), one after the other, equally often in every process. So a process that leaves a search
/// early, by a panic, leaves the others waiting: whoever implements this must end them.
///
/// Only breadth-first searches share their work. Any other search would be run as a whole by each of the processes.
pub trait Peers: std::fmt::Debug + Send + Sync {
    /// Which of the processes this one is, from 0 on.
    fn index(&self) -> usize;

    /// How many processes there are, this one included.
    fn count(&self) -> usize;

    /// Sends `messages[i]` to process `i`, for all of them. Does not wait.
    fn send(&self, messages: Vec<Vec<u8>>);

    /// Returns what each process sent to this one, in order; its own message comes back. Calls `wait` every few
    /// milliseconds while it waits. `Break` means that the search is to stop; `wait` need not be called again. The other
    /// processes learn of it from the messages or from watches of their own, and should send theirs within seconds. If one
    /// of them hangs, give it up, and this process with it: there is no answer without it.
    fn receive(&self, wait: &mut dyn FnMut() -> ControlFlow<()>) -> Vec<Vec<u8>>;

    /// Ends this process, because what `process` sent is nothing that a process of this search sends. Panics unless
    /// whoever implements this has a better way.
    fn refuse(&self, process: usize) -> ! {
        panic!("process {process} sent what no process of this search sends")
    }
}
