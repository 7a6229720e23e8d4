//! State shared by all requests.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::response::Response;
use tejun_api::limits::LIGHT;
use tejun_api::{Clock, Engine, Refusal};
use tejun_puzzles::Registry;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::clock::{clock, now};
use super::gate::{Gate, Pass, Weight};
use super::jobs::Jobs;
use super::limits::{self, Allowance};
use super::peer::{Accounts, Peer};
use super::reply::AnswerBudget;
use super::searches::{Place, Searches};
use crate::{data, machine};

/// Each KiB of its body delays a request by this much.
const PER_KIB: Duration = Duration::from_millis(10);

/// The server's state.
pub(super) struct App {
    pub engine: Engine,
    pub most: Allowance,
    pub jobs: Jobs,
    searches: Arc<Searches>,
    /// Cancelled when all work is to stop.
    pub stop: CancellationToken,
    mailbag: AnswerBudget,
    accounts: Accounts,
    light: Arc<Gate>,
    lent: Arc<Gate>,
}

/// A place for the search of a request.
pub(super) enum SearchSlot {
    /// Held until the search ends.
    Own(#[expect(dead_code, reason = "it is held")] Place),
    /// Lent for a moment.
    Lent(#[expect(dead_code, reason = "it is held")] Pass),
}

impl App {
    pub fn new(registry: Registry, most: Allowance) -> Self {
        App {
            engine: Engine::new(registry, most.search, data::directory(), now),
            jobs: Jobs::default(),
            searches: Searches::new(most.searches),
            stop: CancellationToken::new(),
            mailbag: AnswerBudget::new(),
            accounts: Accounts::default(),
            light: Gate::new(most.light, limits::HEAVY_WAITING),
            lent: Gate::new(1, limits::QUEUED),
            most,
        }
    }

    /// Takes a place for a search of `peer` until dropped. `stop` stops the search.
    ///
    /// # Errors
    /// If there is no free place.
    pub fn place(&self, peer: Peer, stop: &CancellationToken) -> Result<Place, Refusal> {
        self.searches.enter(peer, stop).ok_or_else(|| self.all_places_are_taken())
    }

    /// Takes a place for a search that a request of `peer` waits for: a free one, or else the one that is
    /// lent for a moment.
    ///
    /// # Errors
    /// If too many requests wait for that.
    pub async fn seat(&self, peer: Peer, stop: &CancellationToken) -> Result<SearchSlot, Refusal> {
        if let Ok(place) = self.place(peer, stop) {
            return Ok(SearchSlot::Own(place));
        }
        let entering = self.lent.enter(self.due(peer, 0), Weight::Heavy);
        let pass = timeout(limits::QUEUE, entering).await.ok().flatten();
        pass.map(SearchSlot::Lent).ok_or_else(|| self.all_places_are_taken())
    }

    /// Number of running searches.
    pub fn searching(&self) -> usize {
        self.searches.at_work() + 1 - self.lent.free()
    }

    /// The refusal of a search when all places are taken.
    pub fn all_places_are_taken(&self) -> Refusal {
        let most = self.most.searches;
        Refusal::busy(format!("{most} searches are at work, which is the most: try again in a while"))
    }

    /// When work of `peer` on a body of `bytes` bytes is due: the less work `peer` has had lately and the
    /// shorter the body, the sooner.
    fn due(&self, peer: Peer, bytes: usize) -> Instant {
        let now = Instant::now();
        now + self.accounts.recent(peer, now) + PER_KIB * (bytes >> 10) as u32
    }

    /// Runs short work on a thread of its own, so that others are answered meanwhile. It is stopped when
    /// nobody waits for it any longer.
    ///
    /// # Errors
    /// Those of the work, and if there is too much of it.
    pub async fn light<T: Send + 'static>(
        self: &Arc<Self>,
        (peer, bytes): (Peer, usize),
        work: impl FnOnce(&App, &Clock) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let weight = if bytes >= limits::HEAVY { Weight::Heavy } else { Weight::Usual };
        let Some(pass) = self.light.enter(self.due(peer, bytes), weight).await else {
            return Err(Refusal::busy("too many long requests are waiting: try again in a while"));
        };
        // If the connection is lost, this is dropped with it, and the work stops.
        let stop = self.stop.child_token();
        let _waits = stop.clone().drop_guard();
        let app = self.clone();
        let working = tokio::task::spawn_blocking(move || {
            let _pass = pass;
            let clock = clock(LIGHT, stop);
            let done = work(&app, &clock);
            app.accounts.charge(peer, clock.elapsed(), Instant::now());
            done
        });
        working.await.unwrap_or_else(|_| Err(Refusal::broken()))
    }

    /// Runs a search on a thread that yields the processor to light work.
    pub async fn search<T: Send + 'static>(
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (tell, told) = oneshot::channel();
        let begun = std::thread::Builder::new().name("search".to_owned()).spawn(move || {
            machine::go_after_others();
            // There may be nobody left to receive it.
            let _ = tell.send(work());
            machine::release_memory();
        });
        match begun {
            Ok(_) => told.await.unwrap_or_else(|_| Err(Refusal::broken())),
            Err(_) => Err(Refusal::busy("the system has no thread left: try again in a while")),
        }
    }

    /// Makes the response with this answer.
    ///
    /// # Errors
    /// If too many long ones are under way.
    pub fn send(&self, answer: String) -> Result<Response, Refusal> {
        let refused = || Refusal::busy("too many long answers are on their way: try again in a while");
        self.mailbag.send(answer).ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    #[test]
    fn a_panic_is_a_refusal_and_leaves_no_trace() {
        let app = Arc::new(App::new(Registry::standard(), Allowance::new(None)));
        let peer = Peer::from(SocketAddr::from(([127, 0, 0, 1], 1)));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let refusal = app.light::<()>((peer, 0), |_, _| panic!("as it is meant to")).await.unwrap_err();
            assert_eq!(refusal.json(), Refusal::broken().json());
            let refusal = App::search::<()>(|| panic!("as it is meant to")).await.unwrap_err();
            assert_eq!(refusal.json(), Refusal::broken().json());
        });
        assert_eq!(app.light.free(), app.most.light);
    }

    #[test]
    fn light_work_hears_when_nobody_waits_for_it() {
        let app = Arc::new(App::new(Registry::standard(), Allowance::new(None)));
        let peer = Peer::from(SocketAddr::from(([127, 0, 0, 1], 1)));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (tell, told) = std::sync::mpsc::channel();
        let begun = Arc::new(tokio::sync::Notify::new());
        runtime.block_on(async {
            let notify = begun.clone();
            let work = app.light((peer, 0), move |_, clock| {
                notify.notify_one();
                // Even if it is never stopped, its time runs out.
                let stopped = loop {
                    if let std::ops::ControlFlow::Break(reason) = clock.check() {
                        break reason;
                    }
                };
                tell.send(stopped).unwrap();
                Ok(())
            });
            tokio::select! { _ = work => unreachable!(), () = begun.notified() => {} }
        });
        assert_eq!(told.recv().unwrap(), tejun_search::StopReason::Interrupted);
    }
}
