//! State shared by all requests, and the threads that work for them.

use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::response::Response;
use futures_util::FutureExt;
use tejun_api::limits::LIGHT;
use tejun_api::{ApiError, Clock, Engine};
use tejun_puzzles::Registry;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::jobs::Jobs;
use super::lanes::{Lanes, Passage};
use super::limits::{self, Allowance};
use super::response::ResponseBudget;
use crate::page::files::ProgramTitle;
use crate::{data, machine};

/// The server's state.
pub(crate) struct App {
    pub engine: Engine,
    pub title: ProgramTitle,
    pub most: Allowance,
    pub(super) jobs: Jobs,
    /// Cancelled when all work is to stop.
    pub stop: CancellationToken,
    // A permit belongs to a thread and not, as with tower's `ConcurrencyLimit`, to a response: when a client
    // disconnects, its search still takes a moment to stop.
    searches: Arc<Semaphore>,
    lanes: Lanes,
    responses: ResponseBudget,
}

impl App {
    pub fn new(registry: Registry, most: Allowance) -> Self {
        App {
            title: ProgramTitle::new(&registry),
            engine: Engine::new(registry, most.search, data::directory(), now),
            jobs: Jobs::default(),
            stop: CancellationToken::new(),
            searches: Arc::new(Semaphore::new(most.searches)),
            lanes: Lanes {
                quick: Arc::new(Semaphore::new(most.quick)),
                slow: Arc::new(Semaphore::new(most.slow)),
            },
            responses: ResponseBudget::new(limits::RESPONSE_BUDGET),
            most,
        }
    }

    /// Number of running searches.
    pub fn searching(&self) -> usize {
        self.most.searches - self.searches.available_permits()
    }

    /// A permit for one search.
    ///
    /// # Errors
    /// If the maximum number of searches is running and none ends soon.
    pub async fn search_permit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        permit(&self.searches, limits::QUEUE).await.ok_or_else(|| {
            let most = self.most.searches;
            ApiError::busy(format!("{most} searches are at work, which is the most: try again in a while"))
        })
    }

    /// Searches for a client that waits for the answer. If it disconnects, this future is dropped and the
    /// search stops.
    ///
    /// # Errors
    /// Those of the search, and if no permit is free.
    pub async fn search<T: Send + 'static>(
        &self,
        time: Duration,
        search: impl FnOnce(Clock) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let stop = self.stop.child_token();
        let _stops = stop.clone().drop_guard();
        let permit = self.search_permit().await?;
        let clock = clock(time, stop);
        on_search_thread(permit, move || search(clock)).await
    }

    /// Runs work without a search on a thread of its own. If the client disconnects, this future is dropped
    /// and the work stops.
    ///
    /// # Errors
    /// Those of the work, and if too many requests wait.
    pub async fn short<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&App, &Clock) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let stop = self.stop.child_token();
        let _stops = stop.clone().drop_guard();
        let refused = || ApiError::busy("too many long requests are waiting: try again in a while");
        let Some(quick) = permit(&self.lanes.quick, LIGHT).await else {
            return Err(ApiError::busy("too many requests are waiting: try again in a while"));
        };
        let (passage, gate) = Passage::new(quick, stop);
        let (app, passage) = (self.clone(), Arc::new(passage));
        let answer = spawn(move |sender| {
            let (answer, is_slow) = {
                let passage = passage;
                let asked = passage.clone();
                let clock = Clock::new(now, LIGHT, Some(Arc::new(move || asked.is_over())));
                (work(&app, &clock), passage.is_slow())
            };
            // The client may be gone.
            let _ = sender.send(answer);
            if is_slow {
                machine::release_memory();
            }
        })?;
        let answer = answer.map(|answer| answer.unwrap_or_else(|_| Err(ApiError::broken())));
        let mut answer = pin!(answer);
        // What ends before it asks does not ask any more.
        tokio::select! {
            answer = &mut answer => return answer,
            Ok(()) = gate.asked => {}
        }
        let Some(slow) = permit(&self.lanes.slow, limits::QUEUE).await else { return Err(refused()) };
        let _ = gate.grant.send(slow);
        answer.await
    }

    /// The response with this answer.
    ///
    /// # Errors
    /// If too many long ones are being sent.
    pub fn respond(&self, answer: String) -> Result<Response, ApiError> {
        let refused = || ApiError::busy("too many long answers are on their way: try again in a while");
        self.responses.respond(answer).ok_or_else(refused)
    }
}

/// Runs a search on a thread that yields the processor to all other work.
///
/// # Errors
/// Those of the search, and if the system has no thread left.
pub(super) async fn on_search_thread<T: Send + 'static>(
    permit: OwnedSemaphorePermit,
    search: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let answer = spawn(move |sender| {
        machine::lower_priority(limits::SEARCH_PRIORITY);
        let answer = {
            let _permit = permit;
            search()
        };
        // The client may be gone.
        let _ = sender.send(answer);
        machine::release_memory();
    })?;
    answer.await.unwrap_or_else(|_| Err(ApiError::broken()))
}

/// Does work on a thread of its own, which sends the answer.
///
/// # Errors
/// If the system has no thread left.
fn spawn<T: Send + 'static>(
    work: impl FnOnce(oneshot::Sender<T>) + Send + 'static,
) -> Result<oneshot::Receiver<T>, ApiError> {
    let (sender, receiver) = oneshot::channel();
    let spawned = std::thread::Builder::new().name("work".to_owned()).spawn(move || work(sender));
    match spawned {
        Ok(_) => Ok(receiver),
        Err(_) => Err(ApiError::busy("the system has no thread left: try again in a while")),
    }
}

/// Starts a clock that runs for `time`, or until `stop` is cancelled.
pub(super) fn clock(time: Duration, stop: CancellationToken) -> Clock {
    Clock::new(now, time, Some(Arc::new(move || stop.is_cancelled())))
}

/// The time since the server first asked for it.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

async fn permit(semaphore: &Arc<Semaphore>, wait: Duration) -> Option<OwnedSemaphorePermit> {
    timeout(wait, semaphore.clone().acquire_owned()).await.ok()?.ok()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::mpsc;

    use tejun_search::StopReason;

    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_refusal_and_returns_its_permit() {
        let app = Arc::new(App::new(Registry::standard(), Allowance::new(None)));
        let error = app.short::<()>(|_, _| panic!("as it is meant to")).await.unwrap_err();
        assert_eq!(error.json(), ApiError::broken().json());
        let error = app.search::<()>(LIGHT, |_| panic!("as it is meant to")).await.unwrap_err();
        assert_eq!(error.json(), ApiError::broken().json());
        assert_eq!(app.lanes.quick.available_permits(), app.most.quick);
        assert_eq!(app.searching(), 0);
    }

    #[tokio::test]
    async fn work_stops_when_its_client_is_gone() {
        let app = Arc::new(App::new(Registry::standard(), Allowance::new(None)));
        let (begun, mut has_begun) = tokio::sync::mpsc::channel(2);
        let (sender, receiver) = mpsc::channel();
        let until_stopped = move |clock: &Clock| {
            begun.try_send(()).unwrap();
            // Even if it is never stopped, its time runs out.
            let reason = loop {
                if let ControlFlow::Break(reason) = clock.check() {
                    break reason;
                }
            };
            sender.send(reason).unwrap();
            Ok(())
        };
        let short = until_stopped.clone();
        tokio::select! { _ = app.short(move |_, clock| short(clock)) => unreachable!(), _ = has_begun.recv() => {} }
        let search = app.search(LIGHT, move |clock| until_stopped(&clock));
        tokio::select! { _ = search => unreachable!(), _ = has_begun.recv() => {} }
        assert_eq!(receiver.iter().collect::<Vec<_>>(), [StopReason::Interrupted; 2]);
    }
}
