//! The dataflow: in each round, every process sends a parcel to every process.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender};

use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks, WorkerGuards};
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Probe;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::error::ClusterError;
use crate::link::Link;

/// What one process sends to another in a round.
#[derive(Clone, Serialize, Deserialize)]
struct Parcel {
    round: u64,
    from: u64,
    to: u64,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// Starts the thread that runs the dataflow: for all parcels of a round that it is given, by receiver, it gives back
/// those of all senders. It ends when nothing can be given any more, in all processes.
pub(crate) fn start(
    links: Vec<Option<Link>>,
    index: usize,
    rounds: Receiver<Vec<Vec<u8>>>,
    came: Sender<Vec<Vec<u8>>>,
) -> Result<WorkerGuards<()>, ClusterError> {
    let refused = |error: String| ClusterError(format!("the dataflow does not start: {error}"));
    let local = ProcessBuilder::new_typed_vector(1, Hooks::default().refill, None);
    let (builders, guard) = initialize_networking_from_sockets(local, links, index, 1, Hooks::default())
        .map_err(|error| refused(error.to_string()))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let ends = Mutex::new(Some((rounds, came)));
    let work = move |worker: &mut Worker| {
        let ends = ends.lock().ok().and_then(|mut ends| ends.take());
        let (rounds, came) = ends.expect("there is one worker, and it starts once");
        run(worker, &rounds, &came);
    };
    timely::execute::execute_from(builders, Box::new(guard), WorkerConfig::default(), work).map_err(refused)
}

fn run(worker: &mut Worker, rounds: &Receiver<Vec<Vec<u8>>>, came: &Sender<Vec<Vec<u8>>>) {
    let (from, count) = (worker.index() as u64, worker.peers());
    let empty = || vec![Vec::new(); count];
    // One for each of two rounds: another process may learn before this one that a round is over, and begin the next.
    let inboxes = Rc::new(RefCell::new([empty(), empty()]));
    let mut input = InputHandle::<u64, _>::new();
    let done = ProbeHandle::new();
    let arrived = inboxes.clone();
    worker.dataflow(|scope| {
        input
            .to_stream(scope)
            .container::<Vec<Parcel>>()
            .unary::<timely::container::CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|parcel: &Parcel| parcel.to),
                "Inbox",
                |_, _| {
                    move |input, _| {
                        input.for_each_stamp(|_, data| {
                            for parcel in data.flat_map(|parcels| parcels.drain(..)) {
                                let inbox = &mut arrived.borrow_mut()[parcel.round as usize % 2];
                                inbox[parcel.from as usize] = parcel.bytes;
                            }
                        });
                    }
                },
            )
            .probe_with(&done);
    });
    for (round, parcels) in (0..).zip(rounds) {
        for (to, bytes) in (0..).zip(parcels) {
            input.send(Parcel { round, from, to, bytes });
        }
        input.advance_to(round + 1);
        // When nothing of this round is under way in any process, all parcels are there.
        while done.less_than(input.time()) {
            worker.step_or_park(None);
        }
        let inbox = std::mem::replace(&mut inboxes.borrow_mut()[round as usize % 2], empty());
        if came.send(inbox).is_err() {
            break;
        }
    }
}
