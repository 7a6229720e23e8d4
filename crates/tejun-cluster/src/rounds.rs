//! The dataflow: in each round, every process sends a message to every process.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks, WorkerGuards};
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

use crate::error::ClusterError;
use crate::link::Link;
use crate::peer_error::PeerError;

/// What one process sends to another in a round.
#[derive(Clone, Serialize, Deserialize)]
struct Message {
    round: u64,
    from: u64,
    to: u64,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// The number of rounds until the last one of which each process has sent its message.
pub(crate) type RoundsReceived = Arc<[AtomicU64]>;

/// Starts the thread that runs the dataflow: for all messages of a round that it is given, by receiver, it gives back
/// those of all senders. It ends when nothing can be given any more, in all processes.
pub(crate) fn start(
    links: Vec<Option<Link>>,
    index: usize,
    rounds: Receiver<Vec<Vec<u8>>>,
    received: Sender<Vec<Vec<u8>>>,
    rounds_received: RoundsReceived,
    lost: fn(PeerError) -> !,
) -> Result<WorkerGuards<()>, ClusterError> {
    let refused = |error: String| ClusterError(format!("the dataflow does not start: {error}"));
    let local = ProcessBuilder::new_typed_vector(1, Hooks::default().refill, None);
    let (builders, guard) = initialize_networking_from_sockets(local, links, index, 1, Hooks::default())
        .map_err(|error| refused(error.to_string()))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let ends = Mutex::new(Some((rounds, received)));
    let work = move |worker: &mut Worker| {
        let ends = ends.lock().ok().and_then(|mut ends| ends.take());
        let (rounds, received) = ends.expect("there is one worker, and it starts once");
        run(worker, &rounds, &received, rounds_received.clone(), lost);
    };
    timely::execute::execute_from(builders, Box::new(guard), WorkerConfig::default(), work).map_err(refused)
}

/// What received in two rounds, by sender: another process may learn before this one that a round is over, and begin the
/// next.
type Inboxes = [Vec<Option<Vec<u8>>>; 2];

/// Puts a message where its round will look for it. `None` if it is of no round that is open while round `now` is, or if
/// its sender is no process or has sent one before: no process of this version does that.
fn deliver(inboxes: &mut Inboxes, now: u64, message: Message) -> Option<()> {
    let Message { round, from, bytes, .. } = message;
    let slot = inboxes[round as usize % 2].get_mut(usize::try_from(from).ok()?)?;
    if !(now..=now + 1).contains(&round) || slot.is_some() {
        return None;
    }
    *slot = Some(bytes);
    Some(())
}

fn run(
    worker: &mut Worker,
    rounds: &Receiver<Vec<Vec<u8>>>,
    received: &Sender<Vec<Vec<u8>>>,
    rounds_received: RoundsReceived,
    lost: fn(PeerError) -> !,
) {
    let (from, count) = (worker.index() as u64, worker.peers());
    let empty = || vec![None; count];
    let inboxes: Rc<RefCell<Inboxes>> = Rc::new(RefCell::new([empty(), empty()]));
    let now = Rc::new(Cell::new(0));
    let mut input = InputHandle::<u64, _>::new();
    let (arrived, open) = (inboxes.clone(), now.clone());
    worker.dataflow(|scope| {
        input.to_stream(scope).container::<Vec<Message>>().sink(
            Exchange::new(|message: &Message| message.to),
            "Inbox",
            move |(input, _)| {
                input.for_each_stamp(|_, data| {
                    for message in data.flat_map(|messages| messages.drain(..)) {
                        let from = usize::try_from(message.from).ok().filter(|from| *from < count);
                        let round = message.round;
                        if deliver(&mut arrived.borrow_mut(), open.get(), message).is_none() {
                            lost(PeerError::Garbled(from));
                        }
                        if let Some(from) = from {
                            rounds_received[from].fetch_max(round + 1, Ordering::Relaxed);
                        }
                    }
                });
            },
        );
    });
    for (round, messages) in (0..).zip(rounds) {
        for (to, bytes) in (0..).zip(messages) {
            input.send(Message { round, from, to, bytes });
        }
        input.advance_to(round + 1);
        // Its own message comes back, so it takes a step at least, at the end of which its messages are on their way.
        let inbox = loop {
            worker.step_or_park(None);
            let inbox = &mut inboxes.borrow_mut()[round as usize % 2];
            if inbox.iter().all(Option::is_some) {
                break std::mem::replace(inbox, empty());
            }
        };
        now.set(round + 1);
        if received.send(inbox.into_iter().flatten().collect()).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_is_taken_once_and_in_its_round() {
        let mut inboxes: Inboxes = [vec![None; 3], vec![None; 3]];
        let message = |round, from| Message { round, from, to: 0, bytes: vec![7] };
        assert_eq!(deliver(&mut inboxes, 5, message(5, 2)), Some(()));
        // The next round may begin before this one is over.
        assert_eq!(deliver(&mut inboxes, 5, message(6, 2)), Some(()));
        assert_eq!(deliver(&mut inboxes, 5, message(6, 0)), Some(()));
        let known = inboxes.clone();
        for (round, from) in
            [(5, 2), (6, 0), (5, 3), (5, u64::MAX), (4, 0), (3, 1), (7, 0), (u64::MAX, 1), (0, 0)]
        {
            assert_eq!(deliver(&mut inboxes, 5, message(round, from)), None, "{round} {from}");
        }
        assert_eq!(inboxes, known);
    }
}
