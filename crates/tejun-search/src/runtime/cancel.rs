//! Progress reporting and cancellation for long loops.

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

/// Counts work, and now and then checks whether the search is cancelled.
pub(crate) trait CancelCheck {
    /// Reports work. A unit is a few nanoseconds, such as one probe of a cached table. A loop calls this at
    /// least every few thousand units.
    ///
    /// # Errors
    /// The reason to stop.
    fn work(&mut self, units: usize) -> Result<(), StopReason>;
}

/// The check of the thread that started the search: it calls the watch.
pub(crate) struct WatchPoller<'w> {
    watch: Option<&'w mut dyn Watch>,
    /// What the watch is shown.
    pub progress: Progress,
    /// Work since the last call.
    since: usize,
    /// The watch's reason to stop, and the units still allowed.
    stopped: Option<StopReason>,
    grace: usize,
}

impl<'w> WatchPoller<'w> {
    /// Returns a poller that calls `watch`, if there is one.
    pub fn new(watch: Option<&'w mut dyn Watch>) -> Self {
        WatchPoller { watch, progress: Progress::default(), since: 0, stopped: None, grace: GRACE }
    }

    /// Calls the watch, unless it has already stopped the search.
    ///
    /// # Errors
    /// The watch's reason to stop.
    pub fn tick(&mut self) -> Result<(), StopReason> {
        self.ask(|watch, progress| watch.tick(progress))
    }

    /// Tells the watch what is proved, unless it has already stopped the search.
    ///
    /// # Errors
    /// The watch's reason to stop.
    #[cold]
    pub fn proved(&mut self, bound: i64) -> Result<(), StopReason> {
        self.ask(|watch, progress| watch.proved(bound, progress))
    }

    fn ask(
        &mut self,
        call: impl FnOnce(&mut dyn Watch, &Progress) -> ControlFlow<StopReason>,
    ) -> Result<(), StopReason> {
        if self.stopped.is_none()
            && let Some(watch) = &mut self.watch
            && let ControlFlow::Break(reason) = call(&mut **watch, &self.progress)
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

impl CancelCheck for WatchPoller<'_> {
    /// An error ends the search. Afterwards the search still writes out what it found; that takes a little
    /// longer, and the watch is not called again.
    #[inline]
    fn work(&mut self, units: usize) -> Result<(), StopReason> {
        self.since += units;
        if self.since < TICK { Ok(()) } else { self.overdue() }
    }
}

/// The check of any other thread: it reads the flag that the starting thread sets.
struct StopFlagReader<'a>(&'a AtomicBool);

impl CancelCheck for StopFlagReader<'_> {
    fn work(&mut self, _: usize) -> Result<(), StopReason> {
        if self.0.load(Ordering::Relaxed) { Err(StopReason::Interrupted) } else { Ok(()) }
    }
}

/// The check of the starting thread while others run: it sets the flag.
struct StopFlagSetter<'a, 'w>(&'a mut WatchPoller<'w>, &'a AtomicBool);

impl CancelCheck for StopFlagSetter<'_, '_> {
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
/// The watch's reason to stop, else the error of the first item that has one. [`StopReason::Memory`] if the system
/// starts no thread for an item, for which it lacks memory.
pub(crate) fn par_map<T: Send, R: Send>(
    items: &mut [T],
    poller: &mut WatchPoller,
    work: impl Fn(&mut T, &mut dyn CancelCheck) -> Result<R, StopReason> + Sync,
) -> Result<Vec<R>, StopReason> {
    if let [item] = items {
        return work(item, poller).map(|result| vec![result]);
    }
    let (work, mut results) = (&work, Vec::new());
    results.resize_with(items.len(), || None);
    let mut jobs: Vec<Job> = Vec::new();
    for (item, result) in items.iter_mut().zip(&mut results) {
        jobs.push(Box::new(move |cancel| {
            *result = Some(work(item, cancel)?);
            Ok(())
        }));
    }
    run(jobs, poller)?;
    Ok(results.into_iter().flatten().collect())
}

/// What one thread does. Not generic: the code that starts threads and waits for them is compiled once.
type Job<'a> = Box<dyn FnOnce(&mut dyn CancelCheck) -> Result<(), StopReason> + Send + 'a>;

fn run(mut jobs: Vec<Job>, poller: &mut WatchPoller) -> Result<(), StopReason> {
    let rest = jobs.split_off(1);
    let (halt, running) = (&AtomicBool::new(false), &AtomicUsize::new(rest.len()));
    let ends = thread::scope(|scope| {
        let (mut threads, mut refused) = (Vec::new(), false);
        for job in rest {
            let done = Done { running, waiting: thread::current() };
            let started = thread::Builder::new().spawn_scoped(scope, move || {
                let _done = done;
                job(&mut StopFlagReader(halt))
            });
            match started {
                Ok(thread) => threads.push(thread),
                Err(_) => refused = true,
            }
        }
        let first = jobs.pop().expect("there is a first job");
        let mut ends = Vec::new();
        if refused {
            poller.stopped.get_or_insert(StopReason::Memory);
            halt.store(true, Ordering::Relaxed);
        } else {
            ends.push(first(&mut StopFlagSetter(poller, halt)));
        }
        while running.load(Ordering::Acquire) > 0 {
            thread::park_timeout(WAIT);
            if poller.tick().is_err() {
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
        && let Some(reason) = poller.stopped
    {
        return Err(reason);
    }
    ends.into_iter().collect()
}
