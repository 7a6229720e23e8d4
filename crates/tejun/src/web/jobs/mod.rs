//! Long searches, started by one request and listened to by others.

mod herald;
mod job;
mod routes;
mod steps;
mod stream;

use std::sync::{Arc, Mutex, MutexGuard};

pub(super) use herald::Herald;
pub(super) use routes::routes;

use self::job::Job;
use super::limits;
use super::refusal::Refusal;

/// The jobs that are known, the oldest first.
#[derive(Default)]
pub(super) struct Jobs(Mutex<Vec<Arc<Job>>>);

impl Jobs {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.0.lock().expect("nothing panics while it holds the jobs")
    }

    /// Takes in a new job, where there is room; an old one that has ended makes room.
    fn add(&self, job: Arc<Job>) -> Result<(), Refusal> {
        let mut jobs = self.all();
        if jobs.len() >= limits::JOBS {
            let ended = jobs.iter().position(|job| job.has_ended());
            jobs.remove(
                ended.ok_or_else(|| Refusal::busy("there are too many jobs: end one, or try again"))?,
            );
        }
        jobs.push(job);
        Ok(())
    }

    fn get(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let jobs = self.all();
        let job = jobs.iter().find(|job| job.id == id);
        job.cloned().ok_or_else(|| Refusal::unknown("there is no such job: it may have been forgotten"))
    }

    fn forget(&self, id: &str) {
        self.all().retain(|job| job.id != id);
    }

    /// How many are running.
    pub fn running(&self) -> usize {
        self.all().iter().filter(|job| !job.has_ended()).count()
    }
}
