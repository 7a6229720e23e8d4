//! A gate that admits only a few at once. Those waiting are admitted in the order in which they are due, not
//! in order of arrival.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::oneshot;

/// A gate.
pub(super) struct Gate {
    inside: Mutex<Inside>,
    /// Maximum number of heavy ones inside, and waiting.
    heavy: usize,
    heavy_waiting: usize,
}

/// The amount of work to be done inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Usual,
    Heavy,
}

struct Inside {
    free: usize,
    heavy: usize,
    waiting: BTreeMap<(Instant, u64), (Weight, oneshot::Sender<Pass>)>,
    came: u64,
}

/// Its holder is inside for as long as it lives.
pub(super) struct Pass(Arc<Gate>, Weight);

impl Gate {
    /// A gate with `places` places, one of which is never given to heavy work. At most `waiting` heavy ones
    /// may wait.
    pub fn new(places: usize, waiting: usize) -> Arc<Self> {
        let inside = Inside { free: places, heavy: 0, waiting: BTreeMap::new(), came: 0 };
        let heavy = places.saturating_sub(1).max(1);
        Arc::new(Gate { inside: Mutex::new(inside), heavy, heavy_waiting: waiting })
    }

    /// Waits for a place; `None` if too many heavy ones are already waiting.
    pub async fn enter(self: &Arc<Self>, due: Instant, weight: Weight) -> Option<Pass> {
        let (sender, receiver) = oneshot::channel();
        {
            let mut inside = self.lock();
            // Some may have given up in the meantime.
            inside.waiting.retain(|_, (_, sender)| !sender.is_closed());
            let heavy = inside.waiting.values().filter(|(weight, _)| *weight == Weight::Heavy).count();
            if weight == Weight::Heavy && heavy >= self.heavy_waiting {
                return None;
            }
            inside.came += 1;
            let came = inside.came;
            inside.waiting.insert((due, came), (weight, sender));
        }
        self.let_in();
        receiver.await.ok()
    }

    /// Number of free places.
    pub fn free(&self) -> usize {
        self.lock().free
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().expect("nothing panics while it holds the gate")
    }

    /// Admits everyone who may enter now.
    fn let_in(self: &Arc<Self>) {
        while let Some((weight, sender)) = self.next() {
            // If the receiver is gone, the pass is dropped, which frees the place at once.
            let _ = sender.send(Pass(self.clone(), weight));
        }
    }

    fn next(&self) -> Option<(Weight, oneshot::Sender<Pass>)> {
        let mut inside = self.lock();
        if inside.free == 0 {
            return None;
        }
        let room = inside.heavy < self.heavy;
        let mut waiting = inside.waiting.iter();
        let (&key, &(weight, _)) = waiting.find(|(_, (weight, _))| room || *weight == Weight::Usual)?;
        inside.free -= 1;
        inside.heavy += usize::from(weight == Weight::Heavy);
        inside.waiting.remove(&key)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = self.0.lock();
        inside.free += 1;
        inside.heavy -= usize::from(self.1 == Weight::Heavy);
        drop(inside);
        self.0.let_in();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};
    use std::time::Duration;

    use super::*;

    fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    fn entered(poll: Poll<Option<Pass>>) -> Pass {
        match poll {
            Poll::Ready(Some(pass)) => pass,
            _ => panic!("it is not let in"),
        }
    }

    #[test]
    fn they_go_in_when_they_are_due() {
        let (gate, now) = (Gate::new(1, 9), Instant::now());
        let at = |seconds| now + Duration::from_secs(seconds);
        let inside = entered(poll(pin!(gate.enter(at(0), Weight::Usual))));
        let mut late = pin!(gate.enter(at(9), Weight::Usual));
        let mut gone = Box::pin(gate.enter(at(1), Weight::Usual));
        let mut soon = pin!(gate.enter(at(2), Weight::Usual));
        assert!(poll(late.as_mut()).is_pending() && poll(soon.as_mut()).is_pending());
        assert!(poll(gone.as_mut()).is_pending());
        drop(gone);
        drop(inside);
        assert!(poll(late.as_mut()).is_pending());
        drop(entered(poll(soon.as_mut())));
        drop(entered(poll(late.as_mut())));
        assert_eq!(gate.free(), 1);
    }

    #[test]
    fn a_place_that_was_given_to_nobody_comes_back() {
        let (gate, now) = (Gate::new(1, 9), Instant::now());
        let inside = entered(poll(pin!(gate.enter(now, Weight::Usual))));
        let mut waits = Box::pin(gate.enter(now, Weight::Usual));
        assert!(poll(waits.as_mut()).is_pending());
        drop(inside);
        // It was admitted but never received its pass.
        drop(waits);
        assert_eq!(gate.free(), 1);
    }

    #[test]
    fn heavy_ones_leave_a_place_to_the_others() {
        let (gate, now) = (Gate::new(3, 2), Instant::now());
        let heavy = || gate.enter(now, Weight::Heavy);
        let first = entered(poll(pin!(heavy())));
        let second = entered(poll(pin!(heavy())));
        let (mut third, mut fourth) = (pin!(heavy()), pin!(heavy()));
        assert!(poll(third.as_mut()).is_pending() && poll(fourth.as_mut()).is_pending());
        assert!(matches!(poll(pin!(heavy())), Poll::Ready(None)));
        let later = now + Duration::from_secs(9);
        drop(entered(poll(pin!(gate.enter(later, Weight::Usual)))));
        drop(first);
        let third = entered(poll(third.as_mut()));
        assert!(poll(fourth.as_mut()).is_pending());
        drop((second, third));
        drop(entered(poll(fourth.as_mut())));
        assert_eq!(gate.free(), 3);
    }
}
