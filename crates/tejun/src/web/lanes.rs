//! Requests without a search. Most take milliseconds; some make the rules work for seconds, and these must not stop the
//! others. Nobody can tell in advance: so all begin in the quick lane, and those that take longer go on in the slow one.

use std::mem;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio_util::sync::CancellationToken;

use super::limits::{QUICK, SLOW_PRIORITY};
use crate::machine;

/// The permits.
pub(super) struct Lanes {
    pub quick: Arc<Semaphore>,
    pub slow: Arc<Semaphore>,
}

/// Where a piece of work is.
enum Lane {
    Quick(OwnedSemaphorePermit, Crossing),
    Slow(#[expect(dead_code, reason = "it is held")] OwnedSemaphorePermit),
    /// It left the quick lane, and got no permit for the slow one.
    Neither,
}

/// How work asks for a permit for the slow lane, and gets it.
struct Crossing {
    ask: oneshot::Sender<()>,
    granted: mpsc::Receiver<OwnedSemaphorePermit>,
}

/// A piece of work, as its thread knows it.
pub(super) struct Passage {
    lane: Mutex<Lane>,
    start: Instant,
    stop: CancellationToken,
}

/// The same, as its client's task knows it.
pub(super) struct Gate {
    /// Whether the work has asked for a permit for the slow lane.
    pub asked: oneshot::Receiver<()>,
    /// If it is dropped, the work stops.
    pub grant: mpsc::Sender<OwnedSemaphorePermit>,
}

impl Passage {
    /// Work that begins in the quick lane, and ends with `stop`.
    pub fn new(permit: OwnedSemaphorePermit, stop: CancellationToken) -> (Passage, Gate) {
        let ((ask, asked), (grant, granted)) = (oneshot::channel(), mpsc::channel());
        let lane = Mutex::new(Lane::Quick(permit, Crossing { ask, granted }));
        (Passage { lane, start: Instant::now(), stop }, Gate { asked, grant })
    }

    /// Whether the work has to stop. It is asked on the thread of the work, which is its own: if it has taken too much time for
    /// the quick lane, it waits here until it may go on in the other.
    pub fn is_over(&self) -> bool {
        if self.stop.is_cancelled() {
            return true;
        }
        let mut lane = self.lane.lock().expect("nothing panics while it holds the lane");
        // To look at the clock is cheaper than to ask the system.
        let is_long = || self.start.elapsed() >= QUICK && machine::thread_time(self.start) >= QUICK;
        if matches!(*lane, Lane::Quick(..))
            && is_long()
            && let Lane::Quick(permit, crossing) = mem::replace(&mut *lane, Lane::Neither)
        {
            drop(permit);
            machine::lower_priority(SLOW_PRIORITY);
            let _ = crossing.ask.send(());
            // Where the client has gone, or the wait was too long, nobody grants it.
            if let Ok(permit) = crossing.granted.recv() {
                *lane = Lane::Slow(permit);
            }
        }
        matches!(*lane, Lane::Neither)
    }

    /// Whether it is in the slow lane.
    pub fn is_slow(&self) -> bool {
        matches!(*self.lane.lock().expect("nothing panics while it holds the lane"), Lane::Slow(_))
    }
}
