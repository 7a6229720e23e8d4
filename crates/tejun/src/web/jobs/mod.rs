//! Long searches, started by one request and followed by others.

mod job;
mod stream;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tejun_api::Refusal;
use tokio::time::Instant;

pub(super) use job::Job;
pub(super) use stream::events;

use super::limits;
use super::peer::Peer;

/// The known jobs, oldest first.
#[derive(Default)]
pub(super) struct Jobs(Mutex<Vec<Arc<Job>>>);

impl Jobs {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.0.lock().expect("nothing panics while it holds the jobs")
    }

    /// Adds a new job. If there is no room, it replaces a finished one, or a search to watch that nobody
    /// continues.
    ///
    /// # Errors
    /// If no job can be replaced.
    pub fn add(&self, job: Arc<Job>) -> Result<(), Refusal> {
        let mut jobs = self.all();
        if jobs.len() >= limits::JOBS {
            let ended = jobs.iter().position(|job| job.has_ended());
            let at = ended.or_else(|| gives_way(&jobs, job.peer));
            let at = at.ok_or_else(|| Refusal::busy("there are too many jobs: end one, or try again"))?;
            jobs.remove(at).stop.cancel();
        }
        jobs.push(job);
        Ok(())
    }

    /// Finds the job with this id.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let jobs = self.all();
        let job = jobs.iter().find(|job| job.id == id);
        job.cloned().ok_or_else(|| Refusal::unknown("there is no such job: it may have been forgotten"))
    }

    /// Forgets a job.
    pub fn forget(&self, id: &str) {
        self.all().retain(|job| job.id != id);
    }

    /// Forgets the oldest finished jobs until the answers kept are short enough in total.
    pub fn forget_long_answers(&self) {
        let mut jobs = self.all();
        let mut bytes: usize = jobs.iter().map(|job| job.answer_bytes()).sum();
        jobs.retain(|job| {
            let forgotten = bytes > limits::KEPT && job.answer_bytes() > 0;
            bytes -= if forgotten { job.answer_bytes() } else { 0 };
            !forgotten
        });
    }

    /// Number of running jobs.
    pub fn running(&self) -> usize {
        self.all().iter().filter(|job| !job.has_ended()).count()
    }
}

/// Which search to watch gives way to a job of `peer`: one of the peer with the most jobs, namely the one
/// whose last requested step is longest ago; but only if that is long enough ago or `peer` has at least two
/// jobs fewer.
fn gives_way(jobs: &[Arc<Job>], peer: Peer) -> Option<usize> {
    let mut of_peer: HashMap<Peer, usize> = HashMap::new();
    for job in jobs {
        *of_peer.entry(job.peer).or_default() += 1;
    }
    let own = of_peer.get(&peer).copied().unwrap_or(0);
    let watched =
        jobs.iter().enumerate().filter_map(|(at, job)| Some((at, of_peer[&job.peer], job.asked()?)));
    let (at, most, asked) = watched.min_by_key(|&(_, most, asked)| (std::cmp::Reverse(most), asked))?;
    let is_silent = Instant::now().duration_since(asked) >= limits::REPLACEABLE_AFTER;
    (is_silent || most >= own + 2).then_some(at)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tejun_api::Walk;
    use tejun_puzzles::{Step, Steps};
    use tokio_util::sync::CancellationToken;

    use super::*;

    fn peer(last: u8) -> Peer {
        Peer::from(SocketAddr::from(([192, 0, 2, last], 1)))
    }

    fn job(id: usize, last: u8, walk: Option<Walk>) -> Arc<Job> {
        Arc::new(Job::new(id.to_string(), "solve", peer(last), CancellationToken::new(), walk))
    }

    struct Nothing;

    impl Steps for Nothing {
        fn advance(&mut self) -> Option<Step> {
            None
        }

        fn line(&self) -> tejun_puzzles::Line {
            Default::default()
        }
    }

    fn watched(id: usize, last: u8) -> Arc<Job> {
        job(id, last, Some(Walk::new(Box::new(Nothing))))
    }

    #[test]
    fn there_is_room_for_some_jobs_and_ended_ones_make_room() {
        let jobs = Jobs::default();
        let all: Vec<_> = (0..limits::JOBS).map(|id| job(id, 1, None)).collect();
        all.iter().for_each(|job| jobs.add(job.clone()).unwrap());
        assert!(jobs.add(job(100, 2, None)).is_err());
        all[7].end(Ok("null".to_owned()));
        assert!(jobs.add(job(101, 1, None)).is_ok() && jobs.add(job(102, 1, None)).is_err());
        assert!(jobs.get("7").is_err() && jobs.get("8").is_ok());
    }

    #[test]
    fn whoever_has_most_searches_to_watch_gives_one_up() {
        let jobs = Jobs::default();
        jobs.add(watched(0, 2)).unwrap();
        jobs.add(watched(1, 2)).unwrap();
        let hoarded: Vec<_> = (2..limits::JOBS).map(|id| watched(id, 1)).collect();
        hoarded.iter().for_each(|job| jobs.add(job.clone()).unwrap());
        // Not by the same peer: none of its searches has been silent for long.
        let refused = jobs.add(watched(100, 1)).unwrap_err().json().to_string();
        assert!(refused.contains("there are too many jobs"), "{refused}");
        hoarded[0].ask();
        jobs.add(watched(101, 3)).unwrap();
        jobs.add(job(102, 2, None)).unwrap();
        assert!(hoarded[1].stop.is_cancelled() && hoarded[2].stop.is_cancelled());
        assert!(["0", "1", "2", "5", "101", "102"].iter().all(|id| jobs.get(id).is_ok()));
        assert!(["3", "4"].iter().all(|id| jobs.get(id).is_err()));
    }

    #[test]
    fn long_answers_are_forgotten_first() {
        let jobs = Jobs::default();
        let all: Vec<_> = (0..4).map(|id| job(id, 1, None)).collect();
        all.iter().for_each(|job| jobs.add(job.clone()).unwrap());
        all[0].end(Ok("x".repeat(limits::KEPT / 2)));
        all[2].end(Ok("x".repeat(limits::KEPT / 2)));
        jobs.forget_long_answers();
        assert_eq!(jobs.all().len(), 4);
        all[3].end(Ok("x".to_owned()));
        jobs.forget_long_answers();
        let left: Vec<String> = jobs.all().iter().map(|job| job.id.clone()).collect();
        assert_eq!(left, ["1", "2", "3"]);
    }
}
