//! What all requests share.

use std::sync::{Arc, OnceLock};

use tejun_puzzles::Registry;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::jobs::Jobs;
use super::limits::{self, Limits};
use super::listener::Stop;
use super::refusal::Refusal;

/// The server's state.
pub(super) struct App {
    pub registry: Registry,
    pub limits: Limits,
    pub jobs: Jobs,
    /// The wish that all work stops.
    pub stop: Stop,
    /// The answer about the library, once it was asked for: it never changes.
    pub library: OnceLock<serde_json::Value>,
    searches: Arc<Semaphore>,
    light: Arc<Semaphore>,
}

impl App {
    pub fn new(registry: Registry, limits: Limits) -> Self {
        App {
            registry,
            jobs: Jobs::default(),
            stop: Stop::default(),
            library: OnceLock::new(),
            searches: Arc::new(Semaphore::new(limits.searches)),
            light: Arc::new(Semaphore::new(limits::LIGHT)),
            limits,
        }
    }

    /// Room for a search, held as long as it works.
    ///
    /// # Errors
    /// When there are as many as are allowed.
    pub fn search(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        self.searches.clone().try_acquire_owned().map_err(|_| {
            let most = self.limits.searches;
            Refusal::busy(format!("{most} searches are at work, which is the most: try again in a while"))
        })
    }

    /// Searches that are at work.
    pub fn searching(&self) -> usize {
        self.limits.searches - self.searches.available_permits()
    }

    /// Does what takes a moment, on a thread on which it keeps nobody waiting.
    pub async fn light<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.light.clone().acquire_owned().await.expect("it is never closed");
        let working = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        working.await.unwrap_or_else(|_| Err(Refusal::broken()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_refusal_and_leaves_no_trace() {
        let app = App::new(Registry::standard(), Limits::new(None));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let refusal = runtime.block_on(app.light::<()>(|| panic!("as it is meant to"))).unwrap_err();
        assert_eq!(refusal.json(), Refusal::broken().json());
        assert_eq!(app.light.available_permits(), limits::LIGHT);
    }
}
