//! What all calls share: the families, the library, the clock, and what a search may use of this machine.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use serde::Serialize;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use tejun_api::{Library, Now, answers, versioned};
use tejun_puzzles::Registry;

use crate::error::refused;

pub(crate) static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);
pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::new(&REGISTRY));

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The clock of all searches.
pub(crate) const NOW: Now = || START.elapsed();

/// As long as a search without a time limit may take.
pub(crate) const FOREVER: Duration = Duration::MAX;

/// The text of an answer.
pub(crate) fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(&versioned(answer)).expect("answers have texts as keys and finite numbers")
}

/// Number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Half of the free memory of the machine, or of the control group of this process, in bytes.
pub(crate) fn memory() -> u64 {
    let refresh = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    // If the system does not report it, assume what nearly every machine has.
    let Ok(system) = System::new_with_specifics(refresh) else { return 2 << 30 };
    let confined = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(confined) / 2
}

/// Where families keep results that are expensive to compute: the directory of the command line.
pub(crate) fn data() -> Option<PathBuf> {
    // A relative path would depend on the working directory.
    let directory = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let system = if cfg!(windows) {
        directory("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        directory("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        directory("HOME").map(|home| home.join(".local/share"))
    };
    Some(directory("XDG_DATA_HOME").or(system)?.join("tejun"))
}

/// The answer of `list`: the library and the short forms.
#[pyfunction]
pub(crate) fn library(py: Python) -> PyResult<String> {
    let listed = py.detach(|| {
        LIBRARY
            .instances(&REGISTRY)
            .map(|all| json(&answers::list(&REGISTRY, &all.iter().collect::<Vec<_>>())))
    });
    listed.map_err(|error| refused(py, "instance", error))
}
