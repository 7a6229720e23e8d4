//! A designer's report: what a search of all positions says about the levels of a game.
//!
//! Each statement holds for the level as it is played: that a rule acts in no win, say, means that there is a line that
//! wins in whose turns it changes nothing and gives no command.

mod graph;
mod intended;
mod landmarks;
mod level;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

pub use graph::GraphLimits;
pub use intended::Intended;
pub use landmarks::{Event, Landmark, Landmarks};
pub use level::{LevelAudit, Searched, Verdict, Without};

use crate::game::{Game, Pattern};
use crate::input::Input;
use crate::model::model;
use crate::object_set::ObjectSet;

/// What is known of a game.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Its levels, those that were asked for.
    pub levels: Vec<LevelAudit>,
    /// The lines of rules that act in none of them, as far as that was searched.
    pub idle_rules: Vec<usize>,
    /// Whether that is proved: all positions of the levels were seen.
    pub idle_rules_proved: bool,
    /// The lines of rules that act in none of them but in inputs that change nothing: such as rules with `cancel`.
    pub stopping_rules: Vec<usize>,
    /// The lines of rules that act, but that each level can be won without, as far as wins were found.
    pub dispensable_rules: Vec<usize>,
    /// Whether that is proved: each level has a win, or has none.
    pub dispensable_rules_proved: bool,
    /// The objects that are in no level of the game and that no rule makes.
    pub unused_objects: Vec<usize>,
    /// The solution that the author has in mind.
    pub intended: Option<Intended>,
    /// Whether it was stopped before all levels were done.
    pub stopped: bool,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The numbers of the levels, from 1.
    pub levels: Vec<usize>,
    /// What the search of one level may take.
    pub limits: GraphLimits,
    /// How many levels are searched at a time, at least 1.
    pub threads: usize,
    /// The number of a level, and the solution that the author has in mind.
    pub intended: Option<(usize, Vec<Input>)>,
}

/// How far an audit is.
#[derive(Clone, Copy, Debug, Default)]
pub struct AuditProgress {
    /// Levels that are done.
    pub levels: usize,
    /// Positions seen.
    pub positions: usize,
}

/// Audits levels of a game. `progress` is asked several times a second on the calling thread, and may stop it: then the
/// levels that were not done yet are said to be undecided.
pub fn audit(
    game: &Arc<Game>,
    question: &Question,
    progress: &mut dyn FnMut(AuditProgress) -> ControlFlow<()>,
) -> Audit {
    let (next, done, positions) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let cancelled = AtomicBool::new(false);
    let results: Mutex<Vec<(LevelAudit, Option<Intended>)>> = Mutex::new(Vec::new());
    // Works on levels until there are none left, and calls `look` in between, and often.
    let work = |look: &mut dyn FnMut()| {
        while let Some(&number) = question.levels.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut seen = 0;
            let mut report = |now: usize| {
                // A second search of the level begins anew.
                positions.fetch_add(now.saturating_sub(seen), Ordering::Relaxed);
                seen = now;
                look();
                if cancelled.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let result = audit_level(game, number, question, &mut report);
            results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(result);
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let mut watch = || {
        let so_far = AuditProgress {
            levels: done.load(Ordering::Relaxed),
            positions: positions.load(Ordering::Relaxed),
        };
        if progress(so_far).is_break() {
            cancelled.store(true, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        let (alive, ended) = mpsc::channel::<()>();
        let threads = question.threads.clamp(1, question.levels.len().max(1));
        let start = |_| {
            let alive = alive.clone();
            let worker = move || {
                work(&mut || ());
                drop(alive);
            };
            std::thread::Builder::new().spawn_scoped(scope, worker).ok()
        };
        // Where the system starts no thread, the others do its work, or this one.
        let workers: Vec<_> = (0..threads).map_while(start).collect();
        drop(alive);
        if workers.is_empty() {
            work(&mut watch);
        }
        while ended.recv_timeout(Duration::from_millis(50)) == Err(mpsc::RecvTimeoutError::Timeout) {
            watch();
        }
        // The scope by itself waits for their work, not for their end.
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(level, _)| level.number);
    let intended = results.iter_mut().find_map(|(_, intended)| intended.take());
    let levels: Vec<LevelAudit> = results.into_iter().map(|(level, _)| level).collect();
    let acting: BTreeSet<usize> = levels
        .iter()
        .flat_map(|level| &level.searched)
        .flat_map(|searched| &searched.acting)
        .copied()
        .collect();
    let stopping: BTreeSet<usize> = levels
        .iter()
        .flat_map(|level| &level.searched)
        .flat_map(|searched| &searched.stopping)
        .copied()
        .collect();
    let lines: BTreeSet<usize> = game.all_rules().map(|rule| rule.line).collect();
    let does_without = |level: &LevelAudit, rule: usize| {
        let Some(searched) = &level.searched else { return true };
        let acts = searched.acting.contains(&rule);
        match level.verdict {
            Verdict::Won(_) => !acts || searched.without_rule.iter().any(|without| without.what == rule),
            Verdict::Unwinnable | Verdict::NoGoal | Verdict::NotSearched(_) => true,
            Verdict::Undecided | Verdict::Endless => !acts,
        }
    };
    let is_won = |level: &LevelAudit| matches!(level.verdict, Verdict::Won(_));
    let dispensable =
        |rule: &usize| levels.iter().any(is_won) && levels.iter().all(|level| does_without(level, *rule));
    Audit {
        dispensable_rules: acting.iter().copied().filter(dispensable).collect(),
        dispensable_rules_proved: levels.iter().all(|level| {
            // A win among the traced positions shows which rules it does without.
            let traced =
                level.searched.as_ref().is_some_and(|searched| searched.traced_win || searched.complete);
            traced && matches!(level.verdict, Verdict::Won(_) | Verdict::Unwinnable | Verdict::NoGoal)
        }),
        idle_rules: lines
            .iter()
            .copied()
            .filter(|line| !acting.contains(line) && !stopping.contains(line))
            .collect(),
        stopping_rules: stopping.difference(&acting).copied().collect(),
        idle_rules_proved: levels
            .iter()
            .all(|level| level.searched.as_ref().is_some_and(|searched| searched.complete)),
        unused_objects: unused_objects(game),
        levels,
        intended,
        stopped: cancelled.into_inner(),
    }
}

fn audit_level(
    game: &Arc<Game>,
    number: usize,
    question: &Question,
    progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<(LevelAudit, Option<Intended>)> {
    let level = game.level(number)?;
    let model = match model(game.clone(), level) {
        Ok(model) => model,
        Err(why) => {
            let verdict = Verdict::NotSearched(why);
            return Some((LevelAudit { number, line: level.line, verdict, searched: None }, None));
        }
    };
    let (audit, graph) = level::audit(&*model, number, question.limits, progress);
    let intended = question.intended.as_ref().filter(|(level, _)| *level == number);
    Some((audit, intended.map(|(_, line)| intended::compare(&graph, number, line, model.is_incomplete()))))
}

/// Objects that no level has and that no rule makes which has something to match.
fn unused_objects(game: &Game) -> Vec<usize> {
    let mut used: ObjectSet = [game.background].into_iter().collect();
    for cell in game.levels().flat_map(|level| &level.cells) {
        used = used.union(cell);
    }
    loop {
        let before = used;
        let can_match = |pattern: &Pattern| {
            before.contains_all(&pattern.present) && pattern.one_of.iter().all(|set| before.intersects(set))
        };
        for rule in game.all_rules() {
            let patterns = || rule.rows.iter().flat_map(|row| &row.cells);
            if patterns().all(can_match) {
                for replacement in patterns().filter_map(|pattern| pattern.replacement.as_ref()) {
                    used = used.union(&replacement.set).union(&replacement.random_object);
                }
            }
        }
        if used == before {
            return (0..game.objects.len()).filter(|&object| !used.contains(object)).collect();
        }
    }
}
