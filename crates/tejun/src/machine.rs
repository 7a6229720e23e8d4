//! What this machine has.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// What the machine, or the group that this process is confined to, has free.
pub(crate) fn free_memory() -> u64 {
    let refresh = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    // On a system that does not tell, a size that nearly every machine has.
    let Ok(system) = System::new_with_specifics(refresh) else { return 4 << 30 };
    let confined = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(confined)
}

/// Lets everything else go before this thread and those that it starts, where the system can do that for
/// single threads.
pub(crate) fn go_after_others() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(15);
}
