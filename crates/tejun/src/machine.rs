//! The resources of this machine.

#[cfg(feature = "serve")]
use std::{
    io,
    sync::mpsc,
    time::{Duration, Instant},
};

#[cfg(feature = "serve")]
use anyhow::{Context, Result};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// More threads than this for each core make no search faster.
const THREADS_A_CORE: usize = 8;

/// Number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// As many of `threads` as may be of use: a few for each core. Each takes memory, and a share in every exchange with the
/// others, so with a thousand of them a search is late to see that its time is over.
pub(crate) fn useful(threads: usize) -> usize {
    threads.min(THREADS_A_CORE * cores())
}

/// Free memory of the machine, or of the control group of this process, in bytes.
pub(crate) fn free_memory() -> u64 {
    let refresh = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    // If the system does not report it, assume what nearly every machine has.
    let Ok(system) = System::new_with_specifics(refresh) else { return 4 << 30 };
    let confined = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(confined)
}

/// Lowers the priority of this thread, and of threads it starts, by so many levels, if the system supports that for single
/// threads. A thread cannot raise it again.
#[cfg(feature = "serve")]
pub(crate) fn lower_priority(levels: i32) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(levels);
    #[cfg(not(target_os = "linux"))]
    let _ = levels;
}

/// The processor time that this thread has taken, or the time since then where the system does not tell.
#[cfg(feature = "serve")]
pub(crate) fn thread_time(since: Instant) -> Duration {
    #[cfg(target_os = "linux")]
    {
        let _ = since;
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(target_os = "linux"))]
    since.elapsed()
}

/// Asks the system for so many threads and, on Unix, so many descriptors at a time, and gives them back. Where it refuses
/// them later, runtimes panic.
///
/// # Errors
/// If it refuses.
#[cfg(feature = "serve")]
pub(crate) fn probe(threads: usize, descriptors: usize) -> Result<()> {
    #[cfg(unix)]
    let _held = (0..descriptors.div_ceil(2))
        .map(|_| std::os::unix::net::UnixStream::pair())
        .collect::<io::Result<Vec<_>>>()
        .context("the system opens too few files")?;
    #[cfg(not(unix))]
    let _ = descriptors;
    // Each lives until its sender is dropped.
    let start = |_| {
        let (sender, receiver) = mpsc::channel::<()>();
        let wait = move || receiver.recv().unwrap_or_default();
        std::thread::Builder::new().spawn(wait).map(|thread| (sender, thread))
    };
    let started = (0..threads).map(start).collect::<io::Result<Vec<_>>>();
    for (sender, thread) in started.context("the system starts too few threads")? {
        drop(sender);
        let _ = thread.join();
    }
    Ok(())
}

/// Returns memory that was freed to the system, which glibc otherwise keeps for each thread. Takes a few milliseconds.
#[cfg(feature = "serve")]
pub(crate) fn release_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "no crate has a safe interface to this")]
    // SAFETY: it may be called at any time, from any thread, and changes no memory that is in use.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Makes a file that would be longer than the system allows an error for whoever writes it, not the end of the process.
pub(crate) fn survive_file_size_limit() {
    // Unlike a signal that is ignored, one that is handled is not so for the programs that this one starts.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}
