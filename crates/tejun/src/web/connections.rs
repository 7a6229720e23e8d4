//! The open connections. If there are too many, an idle one is closed for a new one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::peer::Peer;

/// Interval at which the table is searched for an idle connection while all are busy.
const LOOK: Duration = Duration::from_millis(50);

/// The table of connections.
pub(super) struct Connections {
    most: usize,
    room: Arc<Semaphore>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    came: u64,
    entries: HashMap<u64, Entry>,
}

struct Entry {
    peer: Peer,
    /// Since when it has been waiting for the client: for a request, or for the rest of one.
    idle: Option<Instant>,
    hang_up: CancellationToken,
}

/// An open connection.
pub(super) struct Connection {
    pub peer: Peer,
    /// Cancelled when it has to close.
    pub hang_up: CancellationToken,
    id: u64,
    table: Arc<Connections>,
    _room: OwnedSemaphorePermit,
}

impl Connections {
    /// A table for at most `most` connections.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Connections { most, room: Arc::new(Semaphore::new(most)), open: Mutex::default() })
    }

    /// Admits a new connection. If there is no room, waits until an idle one is closed: of the peer with the
    /// most connections, the one that has been idle longest.
    pub async fn admit(self: &Arc<Self>, peer: Peer) -> Connection {
        let room = loop {
            if self.room.available_permits() == 0 {
                self.make_room();
            }
            if let Ok(room) = timeout(LOOK, self.room.clone().acquire_owned()).await {
                break room.expect("it is never closed");
            }
        };
        let hang_up = CancellationToken::new();
        let mut open = self.open();
        let id = open.came;
        open.came += 1;
        open.entries.insert(id, Entry { peer, idle: Some(Instant::now()), hang_up: hang_up.clone() });
        Connection { peer, hang_up, id, table: self.clone(), _room: room }
    }

    /// Waits until all are closed.
    pub async fn closed(&self) {
        let _ = self.room.acquire_many(self.most as u32).await;
    }

    fn make_room(&self) {
        let open = self.open();
        let mut of_peer: HashMap<Peer, usize> = HashMap::new();
        for entry in open.entries.values() {
            *of_peer.entry(entry.peer).or_default() += 1;
        }
        let idle = open.entries.values().filter_map(|entry| Some((of_peer[&entry.peer], entry.idle?, entry)));
        let first = idle.min_by_key(|&(of_peer, since, _)| (std::cmp::Reverse(of_peer), since));
        if let Some((.., entry)) = first {
            entry.hang_up.cancel();
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().expect("nothing panics while it holds the connections")
    }
}

impl Connection {
    /// Records that the client is waiting for the server.
    pub fn works(&self) {
        self.set(None);
    }

    /// Records that the server is waiting for the client.
    pub fn idles(&self) {
        self.set(Some(Instant::now()));
    }

    fn set(&self, idle: Option<Instant>) {
        if let Some(entry) = self.table.open().entries.get_mut(&self.id) {
            entry.idle = idle;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.table.open().entries.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    fn peer(last: u8) -> Peer {
        Peer::from(SocketAddr::from(([192, 0, 2, last], 1)))
    }

    /// Admits a connection while the others close as told.
    async fn admit(table: &Arc<Connections>, last: u8, others: &mut Vec<Connection>) -> Connection {
        let mut admitted = std::pin::pin!(table.admit(peer(last)));
        loop {
            if let Ok(connection) = timeout(LOOK, admitted.as_mut()).await {
                return connection;
            }
            others.retain(|other| !other.hang_up.is_cancelled());
        }
    }

    #[test]
    fn the_idlest_of_whoever_has_most_gives_way() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(async {
            let table = Connections::new(4);
            let mut open = Vec::new();
            for last in [1, 2, 2, 2] {
                let connection = admit(&table, last, &mut Vec::new()).await;
                open.push(connection);
            }
            // The first of the three is busy.
            open[1].works();
            let third = open[3].id;
            let new = admit(&table, 3, &mut open).await;
            let left: Vec<u64> = open.iter().map(|connection| connection.id).collect();
            assert_eq!(left, [0, 1, third]);
            open.push(new);
            open[0].works();
            open[2].works();
            // Only the newest is idle now.
            let new = admit(&table, 1, &mut open).await;
            assert_eq!((open.len(), new.id), (3, 5));
            new.works();
            // None is idle, so it waits until one is.
            let mut waits = std::pin::pin!(table.admit(peer(4)));
            assert!(timeout(10 * LOOK, waits.as_mut()).await.is_err());
            open[0].idles();
            assert!(timeout(10 * LOOK, waits.as_mut()).await.is_err());
            assert!(open[0].hang_up.is_cancelled());
            open.remove(0);
            assert!(timeout(LOOK, waits.as_mut()).await.is_ok());
        });
    }
}
