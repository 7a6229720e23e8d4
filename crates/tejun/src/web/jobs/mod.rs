//! Long searches, started by one request and followed by others.

mod job;
mod routes;
mod stream;

use std::sync::{Arc, Mutex, MutexGuard};

use tejun_api::ApiError;

use self::job::Job;
pub(super) use self::routes::routes;
use super::limits;

/// The known jobs, oldest first.
#[derive(Default)]
pub(super) struct Jobs(Mutex<Vec<Arc<Job>>>);

impl Jobs {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.0.lock().expect("nothing panics while it holds the jobs")
    }

    /// Adds a new job. If there is no room, it replaces the oldest finished one.
    ///
    /// # Errors
    /// If all are running.
    fn add(&self, job: Job) -> Result<Arc<Job>, ApiError> {
        let mut jobs = self.all();
        if jobs.len() >= limits::JOBS {
            let ended = jobs.iter().position(|job| job.has_ended());
            jobs.remove(
                ended.ok_or_else(|| ApiError::busy("there are too many jobs: end one, or try again"))?,
            );
        }
        let job = Arc::new(job);
        jobs.push(job.clone());
        Ok(job)
    }

    /// Finds the job with this ID.
    ///
    /// # Errors
    /// If there is none.
    fn get(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let jobs = self.all();
        let job = jobs.iter().find(|job| job.id == id);
        job.cloned().ok_or_else(|| ApiError::unknown("there is no such job: it may have been forgotten"))
    }

    fn forget(&self, id: &str) {
        self.all().retain(|job| job.id != id);
    }

    /// Number of running jobs.
    pub fn running(&self) -> usize {
        self.all().iter().filter(|job| !job.has_ended()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        Job::new("solve", Default::default(), None)
    }

    #[test]
    fn there_is_room_for_some_jobs_and_ended_ones_make_room() {
        let jobs = Jobs::default();
        let all: Vec<_> = (0..limits::JOBS).map(|_| jobs.add(job()).unwrap()).collect();
        assert!(jobs.add(job()).is_err());
        all[7].end(Ok("null".to_owned()));
        assert!(jobs.add(job()).is_ok() && jobs.add(job()).is_err());
        assert!(jobs.get(&all[7].id).is_err() && jobs.get(&all[8].id).is_ok());
    }
}
