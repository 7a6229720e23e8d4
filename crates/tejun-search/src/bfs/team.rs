//! What the processes of a search tell each other.
//!
//! Every process runs the same steps, on the partitions it owns. Wherever a step depends on more than those, all
//! processes take part in an exchange: it either succeeds in all of them, or fails in all of them for the same
//! reason. A process that fails on its own, because its memory or its disk is full or its watch says stop, leaves its
//! step, and sends the reason in place of what the others wait for: see [`Team::settle`].

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::bfs::exchange::Boxes;
use crate::bfs::part::owner;
use crate::bfs::store::Visit;
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::outcome::Stats;
use crate::packed::Packed;
use crate::peers::Peers;
use crate::pulse::Pulse;

/// Bytes of the states that a process sends at a time.
const BOXES: usize = 1 << 19;
/// Work reported while waiting: enough for the watch to be called.
const WAITED: usize = 1 << 13;

/// The processes of a search: this one alone, or several.
pub(crate) struct Team<'w> {
    peers: Option<&'w dyn Peers>,
    /// Whether the error under way is known to all.
    told: Cell<bool>,
    /// Whether something was sent that was not received yet.
    sent: Cell<bool>,
    /// Whether the watch of this process has said stop, as far as is known here.
    halted: Cell<bool>,
}

/// The first byte of a parcel: all is well, or the reason to stop.
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

impl<'w> Team<'w> {
    /// Returns the team of this process and its peers, if it has any.
    pub fn new(peers: Option<&'w dyn Peers>) -> Self {
        Team {
            peers: peers.filter(|peers| peers.count() > 1),
            told: Cell::new(false),
            sent: Cell::new(false),
            halted: Cell::new(false),
        }
    }

    /// Whether there is no other process.
    pub fn is_alone(&self) -> bool {
        self.peers.is_none()
    }

    /// The partitions that this process owns, of `parts`.
    pub fn own(&self, parts: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let (index, count) = self.peers.map_or((0, 1), |peers| (peers.index(), peers.count()));
        assert!(parts >= count, "each process needs a partition: {parts} are too few for {count}");
        (index..parts).step_by(count)
    }

    /// Sends each process its parcel, whose first byte is free.
    fn send(&self, mut parcels: Vec<Vec<u8>>, fault: Option<StopReason>) {
        let Some(peers) = self.peers else { return };
        let code = REASONS.iter().position(|reason| *reason == fault).expect("every reason has a code");
        parcels.iter_mut().for_each(|parcel| parcel[0] = code as u8);
        peers.send(parcels);
        self.sent.set(true);
        if matches!(fault, Some(StopReason::Time | StopReason::Interrupted)) {
            self.halted.set(true);
        }
    }

    /// Returns what the processes sent.
    fn receive(&self, pulse: &mut dyn Pulse) -> Result<Vec<Vec<u8>>, StopReason> {
        let Some(peers) = self.peers else { return Ok(Vec::new()) };
        self.sent.set(false);
        // If the watch says stop meanwhile, it says so again afterwards.
        let came = peers.receive(&mut || {
            self.halted.set(self.halted.get() || pulse.work(WAITED).is_err());
            if self.halted.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let mut reason = None;
        for (process, parcel) in came.iter().enumerate() {
            let code = parcel.first().and_then(|&code| REASONS.get(usize::from(code)));
            reason = reason.or(*self.sound(process, code));
        }
        match reason {
            None => Ok(came),
            Some(reason) => {
                self.told.set(true);
                Err(reason)
            }
        }
    }

    /// What was read in the parcel of a process, which ends this one if it is nothing that a process of this search
    /// sends.
    pub fn sound<T>(&self, process: usize, read: Option<T>) -> T {
        match (read, self.peers) {
            (Some(read), _) => read,
            (None, Some(peers)) => peers.refuse(process),
            (None, None) => unreachable!("a process alone sends itself nothing"),
        }
    }

    fn exchange(&self, parcels: Vec<Vec<u8>>, pulse: &mut dyn Pulse) -> Result<Vec<Vec<u8>>, StopReason> {
        self.send(parcels, None);
        self.receive(pulse)
    }

    /// Ends a step that all processes began together: it fails in all of them if it failed in one. No step may be
    /// within another unless both end together.
    ///
    /// # Errors
    /// Those of any process.
    pub fn settle<T>(&self, result: Result<T, StopReason>, pulse: &mut dyn Pulse) -> Result<T, StopReason> {
        let Some(peers) = self.peers else { return result };
        let mut all = Ok(Vec::new());
        if self.sent.get() {
            all = self.receive(pulse);
        }
        if all.is_ok() && !self.told.get() {
            self.send(vec![vec![0]; peers.count()], result.as_ref().err().copied());
            all = self.receive(pulse);
        }
        self.told.set(false);
        all.and(result)
    }

    /// Tells all processes what this one has, and returns what each has, in order.
    ///
    /// # Errors
    /// Those of another process.
    pub fn gather(&self, own: &[u8], pulse: &mut dyn Pulse) -> Result<Vec<Vec<u8>>, StopReason> {
        let Some(peers) = self.peers else { return Ok(vec![own.to_vec()]) };
        let mut parcel = vec![0];
        parcel.extend_from_slice(own);
        let came = self.exchange(vec![parcel; peers.count()], pulse)?;
        Ok(came.iter().map(|parcel| parcel[1..].to_vec()).collect())
    }

    /// Returns the lists of all processes, one after the other.
    ///
    /// # Errors
    /// If it does not fit, or another process fails.
    pub fn join<S: Packed>(
        &self,
        list: &mut Vec<S>,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        if self.is_alone() {
            return Ok(());
        }
        let came = self.gather(bytemuck::cast_slice(list), pulse)?;
        list.clear();
        for parcel in came {
            budget.grow(list, parcel.len() / size_of::<S>())?;
            list.extend(states::<S>(&parcel));
        }
        Ok(())
    }

    /// Empty boxes for [`Team::share`].
    pub fn boxes<S>(&self) -> Vec<Vec<S>> {
        (0..self.peers.map_or(1, Peers::count)).map(|_| Vec::new()).collect()
    }

    /// Sends states to the processes that own them, and visits those that came: now and then, when the boxes are full.
    ///
    /// # Errors
    /// Those of `visit`, or of another process.
    pub fn share<S: Packed>(
        &self,
        boxes: &mut [Vec<S>],
        list: &[S],
        visit: Visit<S>,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        let count = boxes.len();
        list.iter().for_each(|&state| boxes[owner(state, count)].push(state));
        if boxes.iter().map(|list| size_of_val(&list[..])).sum::<usize>() < BOXES {
            return Ok(());
        }
        self.swap(boxes, false, visit, pulse).map(drop)
    }

    /// Sends what is left in the boxes, and visits what comes until no process has anything left.
    ///
    /// # Errors
    /// Those of `visit`, or of another process.
    pub fn share_rest<S: Packed>(
        &self,
        mut boxes: Vec<Vec<S>>,
        visit: Visit<S>,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        while !self.swap(&mut boxes, true, visit, pulse)? {}
        Ok(())
    }

    /// Exchanges boxes. Returns whether this was the `last` time for all.
    fn swap<S: Packed>(
        &self,
        boxes: &mut [Vec<S>],
        last: bool,
        visit: Visit<S>,
        pulse: &mut dyn Pulse,
    ) -> Result<bool, StopReason> {
        let parcels = boxes.iter().map(|list| [&[0, u8::from(last)], bytemuck::cast_slice(list)].concat());
        let parcels = parcels.collect();
        boxes.iter_mut().for_each(Vec::clear);
        let came = self.exchange(parcels, pulse)?;
        let mut all = true;
        for (process, parcel) in came.iter().enumerate() {
            let (&over, list) = self.sound(process, parcel[1..].split_first());
            visit(&states(list).collect::<Vec<S>>(), pulse)?;
            all &= over != 0;
        }
        Ok(all)
    }

    /// Adds up the numbers of all processes, each in its place, as many in each process.
    ///
    /// # Errors
    /// Those of another process.
    pub fn sums<const N: usize>(&self, own: [u64; N], pulse: &mut dyn Pulse) -> Result<[u64; N], StopReason> {
        self.fold(own, u64::wrapping_add, pulse)
    }

    /// Adds up what all processes have spent.
    ///
    /// # Errors
    /// Those of another process.
    pub fn total(&self, own: Stats, pulse: &mut dyn Pulse) -> Result<Stats, StopReason> {
        let [expanded, stored, peak_bytes] = self.sums([own.expanded, own.stored, own.peak_bytes], pulse)?;
        Ok(Stats { expanded, stored, peak_bytes })
    }

    /// Returns the least number of any process.
    ///
    /// # Errors
    /// Those of another process.
    pub fn least(&self, own: u64, pulse: &mut dyn Pulse) -> Result<u64, StopReason> {
        self.fold([own], u64::min, pulse).map(|[least]| least)
    }

    /// Returns the least state of any process; `None` if no process has one.
    ///
    /// # Errors
    /// Those of another process.
    pub fn least_state<S: Packed>(
        &self,
        own: Option<S>,
        pulse: &mut dyn Pulse,
    ) -> Result<Option<S>, StopReason> {
        let came = self.gather(bytemuck::bytes_of(&own.unwrap_or(S::NONE)), pulse)?;
        Ok(came.iter().flat_map(|parcel| states(parcel)).filter(|state| *state != S::NONE).min())
    }

    fn fold<const N: usize>(
        &self,
        own: [u64; N],
        join: impl Fn(u64, u64) -> u64,
        pulse: &mut dyn Pulse,
    ) -> Result<[u64; N], StopReason> {
        if self.is_alone() {
            return Ok(own);
        }
        let came = self.gather(bytemuck::cast_slice(&own), pulse)?;
        let numbers = came.iter().enumerate().map(|(process, parcel)| {
            let mut numbers = states::<u64>(parcel);
            std::array::from_fn(|_| self.sound(process, numbers.next()))
        });
        let all = numbers.reduce(|a: [u64; N], b| std::array::from_fn(|at| join(a[at], b[at])));
        Ok(all.expect("this process is one of them"))
    }

    /// Sends off the outboxes that belong to partitions of other processes: the first half of an exchange, after which
    /// comes [`Team::deliver`]. `boxes` are those of the partitions of this process, and `own` is added up as by
    /// [`Team::sums`].
    pub fn post<S: Packed, const N: usize>(&self, boxes: &mut [&mut Boxes<S>], own: [u64; N]) {
        let Some(peers) = self.peers else { return };
        let parts = boxes[0].out.len();
        let parcel = |process| {
            let owned = (process..parts).step_by(peers.count()).filter(|_| process != peers.index());
            let lists = || owned.clone().flat_map(|to| boxes.iter().map(move |from| &from.out[to]));
            let bytes: usize = lists().map(|list| 8 + size_of_val(&list[..])).sum();
            let mut parcel = Vec::with_capacity(1 + 8 * N + bytes);
            parcel.push(0);
            parcel.extend(bytemuck::cast_slice::<u64, u8>(&own));
            for list in lists() {
                parcel.extend((list.len() as u64).to_le_bytes());
                parcel.extend(bytemuck::cast_slice::<S, u8>(list));
            }
            parcel
        };
        self.send((0..peers.count()).map(parcel).collect(), None);
        for from in boxes {
            let others = |to: usize| to % peers.count() != peers.index();
            from.out.iter_mut().enumerate().filter(|(to, _)| others(*to)).for_each(|(_, list)| list.clear());
        }
    }

    /// Moves every outbox to the inbox of its owner, with what the other processes sent: outbox `i` of partition `j`
    /// becomes inbox `j` of partition `i`, in order. The inboxes are empty before.
    ///
    /// # Errors
    /// If what came does not fit, or another process fails.
    pub fn deliver<S: Packed, const N: usize>(
        &self,
        boxes: &mut [&mut Boxes<S>],
        own: [u64; N],
        pulse: &mut dyn Pulse,
    ) -> Result<[u64; N], StopReason> {
        let parts = boxes[0].out.len();
        Boxes::swap(boxes, self.own(parts));
        let Some(peers) = self.peers else { return Ok(own) };
        let mut sums = [0; N];
        for (process, parcel) in self.receive(pulse)?.into_iter().enumerate() {
            let mut rest = &parcel[1..];
            for sum in &mut sums {
                *sum = u64::wrapping_add(*sum, self.sound(process, number(&mut rest)));
            }
            if process == peers.index() {
                continue;
            }
            for owner in boxes.iter_mut() {
                for from in (process..parts).step_by(peers.count()) {
                    let list = number(&mut rest).and_then(|length| cut(&mut rest, length, size_of::<S>()));
                    let list = self.sound(process, list);
                    owner.take_in(from, states(list), list.len() / size_of::<S>())?;
                }
            }
        }
        Ok(sums)
    }
}

/// Reads states, which may stand anywhere in memory.
pub(crate) fn states<S: Packed>(bytes: &[u8]) -> impl Iterator<Item = S> {
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
