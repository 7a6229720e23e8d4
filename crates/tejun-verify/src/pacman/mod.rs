//! DevQuiz Pac-Man: that a play scores so much, and that none scores more.

mod budget;
mod code;
mod corridors;
mod cover;
mod layers;
mod maze;

pub use budget::{DEEPEST, MOST_BYTES, MOST_WORK, state_bytes, state_work};
pub use code::{Decision, Node, Writer};

use crate::limits::Limits;
use crate::{Certificate, Claim, VerifyError};
use maze::Enemy;
pub(crate) use maze::Maze;

/// Checks a certificate, and says what was looked at.
///
/// # Errors
/// If it does not prove what it claims. If the limits end the check.
pub(crate) fn check(maze: &Maze, certificate: &Certificate, limits: &Limits) -> Result<String, VerifyError> {
    let score = match certificate.claim {
        Claim::Score(score) if score >= 0 => {
            replay(maze, &certificate.line, score)?;
            score
        }
        Claim::Unsolvable if certificate.line.is_empty() => -1,
        ref other => return Err(VerifyError::new(format!("nothing of this puzzle can be {other}"))),
    };
    if maze.dots == 0 {
        return match certificate.evidence.is_empty() && score == i64::from(maze.time) {
            true => Ok("a play that is over".to_owned()),
            false => Err(VerifyError::new("a play without dots is over at once, and scores its time")),
        };
    }
    let layers::Checked { states, cuts } = layers::check(maze, score, &certificate.evidence, limits)?;
    Ok(format!("{states} states, {cuts} of them left out because the rest takes too long"))
}

/// Plays a line. Pac-Man stays where he is after its end.
fn replay(maze: &Maze, line: &str, score: i64) -> Result<(), VerifyError> {
    let mut pacman = maze.start;
    let mut enemies: Vec<Enemy> = maze.enemies.clone();
    let mut eaten = vec![false; maze.dots];
    let mut moves = line.split(' ').filter(|word| !word.is_empty());
    let fault = |time: u32, what: &str| Err(VerifyError::new(format!("the line, time {time}: {what}")));
    let all = |eaten: &[bool]| eaten.iter().all(|&eaten| eaten);
    let mut time = 0;
    while time < maze.time && !all(&eaten) {
        let to = match moves.next() {
            None | Some(".") => Some(pacman),
            Some(key) => ["j", "h", "k", "l"]
                .iter()
                .position(|known| *known == key)
                .and_then(|way| maze.next(pacman, way)),
        };
        let Some(to) = to else { return fault(time, "no move, or one into a wall") };
        enemies.iter_mut().for_each(|enemy| enemy.step(maze, time, pacman));
        time += 1;
        if enemies.iter().any(|enemy| enemy.catches(pacman, to)) {
            return fault(time, "an enemy catches Pac-Man");
        }
        pacman = to;
        if let Some(dot) = maze.dot(pacman) {
            eaten[usize::from(dot)] = true;
        }
    }
    if moves.next().is_some() {
        return fault(time, "it goes on after the end of the play");
    }
    let dots = eaten.iter().filter(|&&eaten| eaten).count() as i64;
    let scored = if all(&eaten) { dots + i64::from(maze.time - time) } else { dots };
    if scored != score {
        return Err(VerifyError::new(format!("the line scores {scored}, not {score}")));
    }
    Ok(())
}
