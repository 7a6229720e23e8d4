//! Collective operations of the processes of a search.
//!
//! Every process runs the same steps, on the partitions it owns. Wherever a step depends on more than those, all
//! processes take part in an exchange: it either succeeds in all of them, or fails in all of them for the same
//! reason. A process that fails on its own, because its memory or its disk is full or its watch says stop, leaves its
//! step, and sends the reason in place of what the others wait for: see [`Collective::agree`].

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::bfs::mailboxes::{Mailboxes, owner};
use crate::bfs::store::Visit;
use crate::limits::StopReason;
use crate::outcome::Stats;
use crate::peers::Peers;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// Bytes of the states that a process sends at a time.
const OUTBOX_BYTES: usize = 1 << 19;
/// Work reported while waiting: enough for the watch to be called.
const WAIT_UNITS: usize = 1 << 13;

/// The processes of a search: this one alone, or several.
pub(crate) struct Collective<'w> {
    peers: Option<&'w dyn Peers>,
    /// Whether the error under way is known to all.
    agreed: Cell<bool>,
    /// Whether something was sent that was not received yet.
    in_flight: Cell<bool>,
    /// Whether the watch of this process has said stop, as far as is known here.
    stopped: Cell<bool>,
}

/// The first byte of a message: all is well, or the reason to stop.
const REASONS: [Option<StopReason>; 8] = [
    None,
    Some(StopReason::States),
    Some(StopReason::Memory),
    Some(StopReason::Disk),
    Some(StopReason::Depth),
    Some(StopReason::Time),
    Some(StopReason::Interrupted),
    Some(StopReason::Width),
];

impl<'w> Collective<'w> {
    /// Returns the collective of this process and its peers, if it has any.
    pub fn new(peers: Option<&'w dyn Peers>) -> Self {
        Collective {
            peers: peers.filter(|peers| peers.count() > 1),
            agreed: Cell::new(false),
            in_flight: Cell::new(false),
            stopped: Cell::new(false),
        }
    }

    /// Whether there is no other process.
    pub fn is_alone(&self) -> bool {
        self.peers.is_none()
    }

    /// The partitions that this process owns, of `partitions`.
    pub fn owned_partitions(&self, partitions: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let (index, count) = self.peers.map_or((0, 1), |peers| (peers.index(), peers.count()));
        assert!(partitions >= count, "each process needs a partition: {partitions} are too few for {count}");
        (index..partitions).step_by(count)
    }

    /// Sends each process its message, whose first byte is free.
    fn send(&self, mut messages: Vec<Vec<u8>>, failure: Option<StopReason>) {
        let Some(peers) = self.peers else { return };
        let code = REASONS.iter().position(|reason| *reason == failure).expect("every reason has a code");
        messages.iter_mut().for_each(|message| message[0] = code as u8);
        peers.send(messages);
        self.in_flight.set(true);
        if matches!(failure, Some(StopReason::Time | StopReason::Interrupted)) {
            self.stopped.set(true);
        }
    }

    /// Returns what the processes sent.
    fn receive(&self, cancel: &mut dyn CancelCheck) -> Result<Vec<Vec<u8>>, StopReason> {
        let Some(peers) = self.peers else { return Ok(Vec::new()) };
        self.in_flight.set(false);
        // If the watch says stop meanwhile, it says so again afterwards.
        let received = peers.receive(&mut || {
            self.stopped.set(self.stopped.get() || cancel.work(WAIT_UNITS).is_err());
            if self.stopped.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let mut reason = None;
        for (process, message) in received.iter().enumerate() {
            let code = message.first().and_then(|&code| REASONS.get(usize::from(code)));
            reason = reason.or(*self.validated(process, code));
        }
        match reason {
            None => Ok(received),
            Some(reason) => {
                self.agreed.set(true);
                Err(reason)
            }
        }
    }

    /// Returns what was read from the message of a process; ends this process if nothing valid was.
    pub fn validated<T>(&self, process: usize, read: Option<T>) -> T {
        match (read, self.peers) {
            (Some(read), _) => read,
            (None, Some(peers)) => peers.refuse(process),
            (None, None) => unreachable!("a process alone sends itself nothing"),
        }
    }

    fn exchange(
        &self,
        messages: Vec<Vec<u8>>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<Vec<Vec<u8>>, StopReason> {
        self.send(messages, None);
        self.receive(cancel)
    }

    /// Ends a step that all processes began together: it fails in all of them if it failed in one. No step may be
    /// within another unless both end together.
    ///
    /// # Errors
    /// Those of any process.
    pub fn agree<T>(
        &self,
        result: Result<T, StopReason>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<T, StopReason> {
        let Some(peers) = self.peers else { return result };
        let mut all = Ok(Vec::new());
        if self.in_flight.get() {
            all = self.receive(cancel);
        }
        if all.is_ok() && !self.agreed.get() {
            self.send(vec![vec![0]; peers.count()], result.as_ref().err().copied());
            all = self.receive(cancel);
        }
        self.agreed.set(false);
        all.and(result)
    }

    /// Tells all processes what this one has, and returns what each has, in order.
    ///
    /// # Errors
    /// Those of another process.
    pub fn all_gather(&self, own: &[u8], cancel: &mut dyn CancelCheck) -> Result<Vec<Vec<u8>>, StopReason> {
        let Some(peers) = self.peers else { return Ok(vec![own.to_vec()]) };
        let mut message = vec![0];
        message.extend_from_slice(own);
        let received = self.exchange(vec![message; peers.count()], cancel)?;
        Ok(received.iter().map(|message| message[1..].to_vec()).collect())
    }

    /// Returns the lists of all processes, one after the other.
    ///
    /// # Errors
    /// If it does not fit, or another process fails.
    pub fn all_gather_list<S: Key>(
        &self,
        list: &mut Vec<S>,
        workspace: &mut Workspace,
    ) -> Result<(), StopReason> {
        if self.is_alone() {
            return Ok(());
        }
        let received = self.all_gather(bytemuck::cast_slice(list), workspace.cancel)?;
        list.clear();
        for message in received {
            workspace.budget.grow(list, message.len() / size_of::<S>())?;
            list.extend(states::<S>(&message));
        }
        Ok(())
    }

    /// Empty outboxes for [`Collective::all_to_all`].
    pub fn outboxes<S>(&self) -> Vec<Vec<S>> {
        (0..self.peers.map_or(1, Peers::count)).map(|_| Vec::new()).collect()
    }

    /// Sends states to the processes that own them, and visits those received, when enough are buffered.
    ///
    /// # Errors
    /// Those of `visit`, or of another process.
    pub fn all_to_all<S: Key>(
        &self,
        outboxes: &mut [Vec<S>],
        list: &[S],
        visit: Visit<S>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        let count = outboxes.len();
        list.iter().for_each(|&state| outboxes[owner(state, count)].push(state));
        if outboxes.iter().map(|list| size_of_val(&list[..])).sum::<usize>() < OUTBOX_BYTES {
            return Ok(());
        }
        self.swap_outboxes(outboxes, false, visit, cancel).map(drop)
    }

    /// Sends what is left in the outboxes, and visits what comes until no process has anything left.
    ///
    /// # Errors
    /// Those of `visit`, or of another process.
    pub fn finish_all_to_all<S: Key>(
        &self,
        mut outboxes: Vec<Vec<S>>,
        visit: Visit<S>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        while !self.swap_outboxes(&mut outboxes, true, visit, cancel)? {}
        Ok(())
    }

    /// Exchanges outboxes. Returns whether this was the `last` time for all.
    fn swap_outboxes<S: Key>(
        &self,
        outboxes: &mut [Vec<S>],
        last: bool,
        visit: Visit<S>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<bool, StopReason> {
        let messages =
            outboxes.iter().map(|list| [&[0, u8::from(last)], bytemuck::cast_slice(list)].concat());
        let messages = messages.collect();
        outboxes.iter_mut().for_each(Vec::clear);
        let received = self.exchange(messages, cancel)?;
        let mut all = true;
        for (process, message) in received.iter().enumerate() {
            let (&over, list) = self.validated(process, message[1..].split_first());
            visit(&states(list).collect::<Vec<S>>(), cancel)?;
            all &= over != 0;
        }
        Ok(all)
    }

    /// Adds up the numbers of all processes, each in its place, as many in each process.
    ///
    /// # Errors
    /// Those of another process.
    pub fn all_reduce_sum<const N: usize>(
        &self,
        own: [u64; N],
        cancel: &mut dyn CancelCheck,
    ) -> Result<[u64; N], StopReason> {
        self.all_reduce(own, u64::wrapping_add, cancel)
    }

    /// Adds up what all processes have spent.
    ///
    /// # Errors
    /// Those of another process.
    pub fn all_reduce_stats(&self, own: Stats, cancel: &mut dyn CancelCheck) -> Result<Stats, StopReason> {
        let [expanded, stored, peak_bytes] =
            self.all_reduce_sum([own.expanded, own.stored, own.peak_bytes], cancel)?;
        Ok(Stats { expanded, stored, peak_bytes })
    }

    /// Returns the least number of any process.
    ///
    /// # Errors
    /// Those of another process.
    pub fn all_reduce_min(&self, own: u64, cancel: &mut dyn CancelCheck) -> Result<u64, StopReason> {
        self.all_reduce([own], u64::min, cancel).map(|[least]| least)
    }

    /// Returns the least state of any process; `None` if no process has one.
    ///
    /// # Errors
    /// Those of another process.
    pub fn all_reduce_min_state<S: Key>(
        &self,
        own: Option<S>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<Option<S>, StopReason> {
        let received = self.all_gather(bytemuck::bytes_of(&own.unwrap_or(S::NONE)), cancel)?;
        Ok(received.iter().flat_map(|message| states(message)).filter(|state| *state != S::NONE).min())
    }

    fn all_reduce<const N: usize>(
        &self,
        own: [u64; N],
        join: impl Fn(u64, u64) -> u64,
        cancel: &mut dyn CancelCheck,
    ) -> Result<[u64; N], StopReason> {
        if self.is_alone() {
            return Ok(own);
        }
        let received = self.all_gather(bytemuck::cast_slice(&own), cancel)?;
        let numbers = received.iter().enumerate().map(|(process, message)| {
            let mut numbers = states::<u64>(message);
            std::array::from_fn(|_| self.validated(process, numbers.next()))
        });
        let all = numbers.reduce(|a: [u64; N], b| std::array::from_fn(|at| join(a[at], b[at])));
        Ok(all.expect("this process is one of them"))
    }

    /// Sends off the outboxes that belong to partitions of other processes: the first half of an exchange, after which
    /// comes [`Collective::finish_exchange`]. `mailboxes` are those of the partitions of this process, and `own` is added
    /// up as by [`Collective::all_reduce_sum`].
    pub fn start_exchange<S: Key, const N: usize>(&self, mailboxes: &mut [&mut Mailboxes<S>], own: [u64; N]) {
        let Some(peers) = self.peers else { return };
        let partitions = mailboxes[0].outboxes.len();
        let message = |process| {
            let owned = (process..partitions).step_by(peers.count()).filter(|_| process != peers.index());
            let lists = || owned.clone().flat_map(|to| mailboxes.iter().map(move |from| &from.outboxes[to]));
            let bytes: usize = lists().map(|list| 8 + size_of_val(&list[..])).sum();
            let mut message = Vec::with_capacity(1 + 8 * N + bytes);
            message.push(0);
            message.extend(bytemuck::cast_slice::<u64, u8>(&own));
            for list in lists() {
                message.extend((list.len() as u64).to_le_bytes());
                message.extend(bytemuck::cast_slice::<S, u8>(list));
            }
            message
        };
        self.send((0..peers.count()).map(message).collect(), None);
        for from in mailboxes {
            let others = |to: usize| to % peers.count() != peers.index();
            from.outboxes
                .iter_mut()
                .enumerate()
                .filter(|(to, _)| others(*to))
                .for_each(|(_, list)| list.clear());
        }
    }

    /// Moves every outbox to the inbox of its owner, with what the other processes sent: outbox `i` of partition `j`
    /// becomes inbox `j` of partition `i`, in order. The inboxes are empty before.
    ///
    /// # Errors
    /// If what was received does not fit, or another process fails.
    pub fn finish_exchange<S: Key, const N: usize>(
        &self,
        mailboxes: &mut [&mut Mailboxes<S>],
        own: [u64; N],
        cancel: &mut dyn CancelCheck,
    ) -> Result<[u64; N], StopReason> {
        let partitions = mailboxes[0].outboxes.len();
        Mailboxes::swap(mailboxes, self.owned_partitions(partitions));
        let Some(peers) = self.peers else { return Ok(own) };
        let mut sums = [0; N];
        for (process, message) in self.receive(cancel)?.into_iter().enumerate() {
            let mut rest = &message[1..];
            for sum in &mut sums {
                *sum = u64::wrapping_add(*sum, self.validated(process, number(&mut rest)));
            }
            if process == peers.index() {
                continue;
            }
            for owner in mailboxes.iter_mut() {
                for from in (process..partitions).step_by(peers.count()) {
                    let list = number(&mut rest).and_then(|length| cut(&mut rest, length, size_of::<S>()));
                    let list = self.validated(process, list);
                    owner.receive(from, states(list), list.len() / size_of::<S>())?;
                }
            }
        }
        Ok(sums)
    }
}

/// Reads states, which may stand anywhere in memory.
pub(crate) fn states<S: Key>(bytes: &[u8]) -> impl Iterator<Item = S> {
    bytes.chunks_exact(size_of::<S>()).map(bytemuck::pod_read_unaligned)
}

/// Takes a number off the front, if it is there.
pub(crate) fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

/// Takes `count` items of `size` bytes off the front, if they are there.
pub(crate) fn cut<'b>(bytes: &mut &'b [u8], count: u64, size: usize) -> Option<&'b [u8]> {
    let length = usize::try_from(count).ok()?.checked_mul(size)?;
    let (items, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(items)
}
