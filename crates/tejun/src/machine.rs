//! The resources of this machine.

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

/// Lowers the priority of this thread, and of threads it starts, below everything else, if the system
/// supports that for single threads.
#[cfg(feature = "serve")]
pub(crate) fn go_after_others() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(15);
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
