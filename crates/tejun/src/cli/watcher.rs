//! The clock, Ctrl-C and the progress bar, which searches see only as a watch.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use tejun_puzzles::{Cancel, Found, Observer};
use tejun_search::{Progress, StopReason, Watch};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether a search is being watched that stops when interrupted.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The exit status after Ctrl-C.
const ENDED_BY_INTERRUPT: i32 = 130;
const REDRAW: Duration = Duration::from_millis(100);

/// Makes Ctrl-C stop the search. A second Ctrl-C, or one while no search is running, ends the program.
fn catch_interrupts() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        // If the handler cannot be installed, Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) || !WATCHED.load(Ordering::Relaxed) {
                std::process::exit(ENDED_BY_INTERRUPT);
            }
        });
    });
}

/// Whether the user wants everything to end: Ctrl-C came while a search was being watched. A search that ends before
/// it asks its watch does not see that, so whoever runs several must ask.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Stops work that asks for it when `time` is over, from now on, or the user wants everything to end.
pub fn cancel(time: Option<Duration>) -> Cancel {
    let end = time.and_then(|time| Instant::now().checked_add(time));
    Arc::new(move || is_interrupted() || end.is_some_and(|end| Instant::now() >= end))
}

/// Stops what is being watched, and whatever is watched later, as Ctrl-C does.
#[cfg(feature = "cluster")]
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Watches a search for the command line.
pub struct Watcher {
    start: Instant,
    end: Option<Instant>,
    bar: Option<ProgressBar>,
    redraw: Instant,
    expected: Option<u64>,
    quiet: bool,
    /// No line costs less.
    bound: Option<i64>,
    /// What stands before the progress of the search.
    before: String,
}

impl Watcher {
    /// Starts watching. The search is stopped after `time`; with `quiet` no progress is shown.
    pub fn new(time: Option<Duration>, quiet: bool) -> Self {
        WATCHED.store(true, Ordering::Relaxed);
        catch_interrupts();
        let start = Instant::now();
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_style(
                ProgressStyle::with_template("{spinner} {msg}").expect("the template is well formed"),
            );
            bar
        });
        // A time beyond the range of the clock means no limit.
        let end = time.and_then(|time| start.checked_add(time));
        Watcher {
            start,
            end,
            bar,
            redraw: start + REDRAW,
            expected: None,
            bound: None,
            quiet,
            before: String::new(),
        }
    }

    /// The same, with a text before the progress: which search of several it is.
    #[must_use]
    pub fn after(mut self, before: String) -> Self {
        self.before = before;
        self
    }

    /// When the time is over, if it is limited.
    #[cfg(feature = "cluster")]
    pub fn end(&self) -> Option<Instant> {
        self.end
    }

    /// Seconds since watching started.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn message(&self, progress: &Progress, now: Instant) -> String {
        let elapsed = now - self.start;
        let mut message = format!(
            "{}depth {}, frontier {}, {} stored in {}, {:.0} s",
            self.before,
            progress.depth,
            HumanCount(progress.frontier),
            HumanCount(progress.stored),
            HumanBytes(progress.bytes),
            elapsed.as_secs_f64(),
        );
        if let Some(bound) = self.bound {
            message += &format!(", at least {bound}");
        }
        if let Some(expected) = self.expected.filter(|_| progress.expanded > 0) {
            let rest = expected.saturating_sub(progress.expanded) as f64 / progress.expanded as f64;
            message += &format!(", {} left", HumanDuration(elapsed.mul_f64(rest)));
        }
        message
    }
}

impl Watch for Watcher {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if is_interrupted() {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        let now = Instant::now();
        if self.end.is_some_and(|end| now >= end) {
            return ControlFlow::Break(StopReason::Time);
        }
        if let Some(bar) = self.bar.as_ref().filter(|_| now >= self.redraw) {
            bar.set_message(self.message(progress, now));
            bar.tick();
            self.redraw = now + REDRAW;
        }
        ControlFlow::Continue(())
    }

    fn expect(&mut self, states: u64) {
        self.expected = Some(states);
    }

    fn proved(&mut self, bound: i64, _: &Progress) -> ControlFlow<StopReason> {
        self.bound = self.bound.max(Some(bound));
        ControlFlow::Continue(())
    }
}

impl Observer for Watcher {
    fn found(&mut self, found: &Found) {
        let Some(value) = found.value.filter(|_| !self.quiet) else { return };
        let news = format!("{value} after {:.1} s", self.seconds());
        // Ignore errors: the answer will meet them again.
        let tell = || drop(writeln!(std::io::stderr(), "{news}"));
        match &self.bar {
            Some(bar) => bar.suspend(tell),
            None => tell(),
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        WATCHED.store(false, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
