//! Places for searches. When all are taken, a peer with many gives one up to a peer with few.

use std::sync::{Arc, Mutex, MutexGuard};

use tokio_util::sync::CancellationToken;

use super::peer::Peer;

/// The places, and the searches that hold them, oldest first.
pub(super) struct Searches {
    most: usize,
    taken: Mutex<Vec<Taken>>,
}

struct Taken {
    id: u64,
    peer: Peer,
    stop: CancellationToken,
    /// It was told to stop and no longer counts.
    gives_way: bool,
}

/// Holds a place.
pub(super) struct Place(Arc<Searches>, u64);

impl Searches {
    /// Makes `most` places.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Searches { most, taken: Mutex::default() })
    }

    /// Takes a place for a search of `peer`; `None` if all are taken and no other peer has at least two more
    /// than this one. If one has, the oldest search of the peer with the most is stopped.
    pub fn enter(self: &Arc<Self>, peer: Peer, stop: &CancellationToken) -> Option<Place> {
        let mut taken = self.lock();
        if taken.iter().filter(|search| !search.gives_way).count() >= self.most {
            let of = |peer| taken.iter().filter(|search| !search.gives_way && search.peer == peer).count();
            let (own, candidates) =
                (of(peer), taken.iter().enumerate().filter(|(_, search)| !search.gives_way));
            // Of peers with equally many, take the first, whose search is oldest.
            let (at, most) =
                candidates.map(|(at, search)| (at, of(search.peer))).rev().max_by_key(|&(_, most)| most)?;
            if most < own + 2 {
                return None;
            }
            taken[at].gives_way = true;
            taken[at].stop.cancel();
        }
        let id = taken.last().map_or(0, |search| search.id + 1);
        taken.push(Taken { id, peer, stop: stop.clone(), gives_way: false });
        Some(Place(self.clone(), id))
    }

    /// Number of running searches.
    pub fn at_work(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Taken>> {
        self.taken.lock().expect("nothing panics while it holds the places")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.lock().retain(|search| search.id != self.1);
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    fn peer(last: u8) -> Peer {
        Peer::from(SocketAddr::from(([192, 0, 2, last], 1)))
    }

    #[test]
    fn who_has_two_more_gives_the_oldest_up() {
        let searches = Searches::new(3);
        let enter = |last| {
            let stop = CancellationToken::new();
            searches.enter(peer(last), &stop).map(|place| (place, stop))
        };
        let many: Vec<_> = (0..3).map(|_| enter(1).unwrap()).collect();
        assert!(enter(1).is_none() && !many[0].1.is_cancelled());
        let other = enter(2).unwrap();
        assert!(many[0].1.is_cancelled() && !many[1].1.is_cancelled());
        // The first search still holds its place but no longer counts: the first peer now has two.
        assert!(searches.at_work() == 4 && enter(2).is_none());
        let third = enter(3).unwrap();
        assert!(many[1].1.is_cancelled() && !many[2].1.is_cancelled());
        assert!(enter(4).is_none());
        drop((many, other, third));
        assert_eq!(searches.at_work(), 0);
        assert!(enter(4).is_some());
    }
}
