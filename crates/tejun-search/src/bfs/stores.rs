//! The stores of every search: in memory, or on disk if the request has a directory for them.

#[cfg(all(feature = "disk", not(target_family = "wasm")))]
use crate::bfs::disk::{DiskStore, PartitionDir};
use crate::bfs::memory_store::MemoryStore;
use crate::bfs::store::{PartitionId, Store};
use crate::limits::StopReason;
use crate::runtime::workspace::Workspace;
use crate::space::Moves;
use crate::spill::Spill;
use crate::state::key::Key;

/// Returns what creates the stores of a search.
pub(crate) fn stores<'s, S: Key + 's>(
    spill: Option<&'s Spill>,
    moves: Moves,
) -> impl Fn(PartitionId, &mut Workspace) -> Result<Box<dyn Store<S> + 's>, StopReason> {
    move |id, workspace| {
        // A WebAssembly module has no files, and is a tenth smaller without this.
        #[cfg(all(feature = "disk", not(target_family = "wasm")))]
        if let Some(spill) = spill {
            let dir = PartitionDir::new(spill, id.direction, id.index);
            return Ok(Box::new(DiskStore::open(dir, moves, workspace.budget)?));
        }
        let _ = (spill, id);
        Ok(Box::new(MemoryStore::new(moves, workspace)?))
    }
}
