//! How long loops are watched: they report their work and are told whether to stop.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::limits::{Progress, StopReason, Watch};

/// Units of work between two calls of a watch: a few tens of microseconds.
const TICK: usize = 1 << 13;

/// Units of work allowed after a watch has stopped the search, to write out what was found.
const GRACE: usize = 1 << 23;

/// How long the starting thread waits for the others between two calls of the watch.
const WAIT: Duration = Duration::from_millis(5);

/// Receives reports of work and says whether to go on.
pub(crate) trait Pulse {
    /// Reports work. A unit is a few nanoseconds, such as one probe of a cached table. A loop calls this at
    /// least every few thousand units.
    ///
    /// # Errors
    /// The reason to stop.
    fn work(&mut self, units: usize) -> Result<(), StopReason>;
}

/// The pulse of the thread that started the search: it calls the watch.
pub(crate) struct Monitor<'w> {
    watch: &'w mut dyn Watch,
    /// What the watch is shown.
    pub progress: Progress,
    /// Work since the last call.
    since: usize,
    /// The watch's reason to stop, and the units still allowed.
    stopped: Option<StopReason>,
    grace: usize,
}

impl<'w> Monitor<'w> {
    /// Returns a monitor that calls `watch`.
    pub fn new(watch: &'w mut dyn Watch) -> Self {
        Monitor { watch, progress: Progress::default(), since: 0, stopped: None, grace: GRACE }
    }

    /// Calls the watch, unless it has already stopped the search.
    ///
    /// # Errors
    /// The watch's reason to stop.
    pub fn tick(&mut self) -> Result<(), StopReason> {
        if self.stopped.is_none()
            && let ControlFlow::Break(reason) = self.watch.tick(&self.progress)
        {
            self.stopped = Some(reason);
        }
        self.stopped.map_or(Ok(()), Err)
    }

    #[cold]
    fn overdue(&mut self) -> Result<(), StopReason> {
        let units = std::mem::take(&mut self.since);
        match self.stopped {
            None => self.tick(),
            Some(reason) => {
                self.grace = self.grace.checked_sub(units).ok_or(reason)?;
                Ok(())
            }
        }
    }
}

impl Pulse for Monitor<'_> {
    /// An error ends the search. Afterwards the search still writes out what it found; that takes a little
    /// longer, and the watch is not called again.
    #[inline]
    fn work(&mut self, units: usize) -> Result<(), StopReason> {
        self.since += units;
        if self.since < TICK { Ok(()) } else { self.overdue() }
    }
}

/// The pulse of any other thread: it checks whether the starting thread was told to stop.
struct Follower<'a>(&'a AtomicBool);

impl Pulse for Follower<'_> {
    fn work(&mut self, _: usize) -> Result<(), StopReason> {
        if self.0.load(Ordering::Relaxed) { Err(StopReason::Interrupted) } else { Ok(()) }
    }
}

/// The pulse of the starting thread while others run.
struct Leader<'a, 'w>(&'a mut Monitor<'w>, &'a AtomicBool);

impl Pulse for Leader<'_, '_> {
    fn work(&mut self, units: usize) -> Result<(), StopReason> {
        self.0.work(units).inspect_err(|_| self.1.store(true, Ordering::Relaxed))
    }
}

/// Counts a thread as finished when it is dropped, even by a panic.
struct Done<'a> {
    running: &'a AtomicUsize,
    waiting: Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Release);
        self.waiting.unpark();
    }
}

/// Runs `work` on every item: the first on this thread, each of the others on a thread of its own. This
/// thread keeps calling the watch, also while it waits for the others. If the watch says stop, all threads
/// stop.
///
/// # Errors
/// The watch's reason to stop, else the error of the first item that has one.
pub(crate) fn side_by_side<T: Send, R: Send>(
    items: &mut [T],
    monitor: &mut Monitor,
    work: impl Fn(&mut T, &mut dyn Pulse) -> Result<R, StopReason> + Sync,
) -> Result<Vec<R>, StopReason> {
    if let [item] = items {
        return work(item, monitor).map(|result| vec![result]);
    }
    let (work, mut results) = (&work, Vec::new());
    results.resize_with(items.len(), || None);
    let mut jobs: Vec<Job> = Vec::new();
    for (item, result) in items.iter_mut().zip(&mut results) {
        jobs.push(Box::new(move |pulse| {
            *result = Some(work(item, pulse)?);
            Ok(())
        }));
    }
    run(jobs, monitor)?;
    Ok(results.into_iter().flatten().collect())
}

/// What one thread does. Not generic: the code that starts threads and waits for them is compiled once.
type Job<'a> = Box<dyn FnOnce(&mut dyn Pulse) -> Result<(), StopReason> + Send + 'a>;

fn run(mut jobs: Vec<Job>, monitor: &mut Monitor) -> Result<(), StopReason> {
    let rest = jobs.split_off(1);
    let (halt, running) = (&AtomicBool::new(false), &AtomicUsize::new(rest.len()));
    let ends = thread::scope(|scope| {
        let threads: Vec<_> = rest
            .into_iter()
            .map(|job| {
                let done = Done { running, waiting: thread::current() };
                scope.spawn(move || {
                    let _done = done;
                    job(&mut Follower(halt))
                })
            })
            .collect();
        let first = jobs.pop().expect("there is a first job");
        let mut ends = vec![first(&mut Leader(monitor, halt))];
        while running.load(Ordering::Acquire) > 0 {
            thread::park_timeout(WAIT);
            if monitor.tick().is_err() {
                halt.store(true, Ordering::Relaxed);
            }
        }
        ends.extend(threads.into_iter().map(|thread| match thread.join() {
            Ok(end) => end,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        ends
    });
    if halt.load(Ordering::Relaxed)
        && let Some(reason) = monitor.stopped
    {
        return Err(reason);
    }
    ends.into_iter().collect()
}
