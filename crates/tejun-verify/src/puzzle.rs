//! The puzzles whose rules are known.

use crate::pacman::{self, Maze};
#[cfg(feature = "puzzlescript")]
use crate::puzzlescript::{self, Level};
use crate::rules::Rules;
use crate::rules::packing::Packing;
use crate::rules::peg_solitaire::PegSolitaire;
use crate::rules::sliding::Sliding;
use crate::rules::sliding_tiles::SlidingTiles;
use crate::rules::sokoban::Sokoban;
use crate::rules::tank_change::TankChange;
use crate::{Certificate, Limits, Statement, VerifyError, guided, levels, tilings};

/// A puzzle, read.
pub(crate) enum Puzzle {
    Packing(Packing),
    Pacman(Maze),
    PegSolitaire(PegSolitaire),
    #[cfg(feature = "puzzlescript")]
    Script(Box<Level>),
    Sliding(Sliding),
    SlidingTiles(SlidingTiles),
    Sokoban(Sokoban),
    TankChange(TankChange),
}

impl Puzzle {
    /// Reads the puzzle of a certificate.
    ///
    /// # Errors
    /// If there is none, one that is too large, or one of other rules.
    pub fn read(certificate: &Certificate) -> Result<Puzzle, VerifyError> {
        let statement = &Statement::read(&certificate.statement)?;
        match statement.puzzle.as_str() {
            "packing" => Packing::read(statement).map(Puzzle::Packing),
            "pacman" => Maze::read(statement).map(Puzzle::Pacman),
            "peg-solitaire" => PegSolitaire::read(statement).map(Puzzle::PegSolitaire),
            #[cfg(feature = "puzzlescript")]
            "puzzlescript" => puzzlescript::read(statement).map(Box::new).map(Puzzle::Script),
            #[cfg(not(feature = "puzzlescript"))]
            "puzzlescript" => Err(VerifyError::new(
                "the rules of PuzzleScript games are not known here: use `tejun verify`, or build this program with the feature puzzlescript",
            )),
            "sliding" => Sliding::read(statement).map(Puzzle::Sliding),
            // What is repeated needs no numbers.
            "sliding-tiles" if certificate.guide().is_some() => {
                SlidingTiles::without_numbers(statement).map(Puzzle::SlidingTiles)
            }
            "sliding-tiles" => SlidingTiles::read(statement).map(Puzzle::SlidingTiles),
            "sokoban" if certificate.guide().is_some() => {
                Sokoban::without_numbers(statement).map(Puzzle::Sokoban)
            }
            "sokoban" => Sokoban::read(statement).map(Puzzle::Sokoban),
            "tank-change" => TankChange::read(statement).map(Puzzle::TankChange),
            other => Err(VerifyError::new(format!("the rules of {other} are not known here"))),
        }
    }

    /// Checks what a certificate claims of it, within limits. What was looked at, in a few words.
    ///
    /// # Errors
    /// If that is not proved. If the limits end the check.
    pub fn check(self, certificate: &Certificate, limits: &Limits) -> Result<String, VerifyError> {
        match (self, certificate.guide()) {
            (Puzzle::Packing(packing), _) => {
                Ok(format!("{} partial fillings", tilings::check(&packing, certificate, limits)?))
            }
            (Puzzle::Pacman(maze), _) => pacman::check(&maze, certificate, limits),
            #[cfg(feature = "puzzlescript")]
            (Puzzle::Script(level), _) => puzzlescript::check(*level, certificate, limits),
            (Puzzle::PegSolitaire(rules), Some(guide)) => guided::pegs::check(&rules, certificate, guide),
            (Puzzle::SlidingTiles(rules), Some(guide)) => {
                guided::tiles::check(&rules, certificate, guide, limits)
            }
            (Puzzle::Sokoban(rules), Some(guide)) => {
                guided::sokoban::check(&rules, certificate, guide, limits)
            }
            (Puzzle::PegSolitaire(rules), None) => by_levels(&rules, certificate, limits),
            (Puzzle::SlidingTiles(rules), None) => by_levels(&rules, certificate, limits),
            (Puzzle::Sokoban(rules), None) => by_levels(&rules, certificate, limits),
            (Puzzle::Sliding(rules), _) => by_levels(&rules, certificate, limits),
            (Puzzle::TankChange(rules), _) => by_levels(&rules, certificate, limits),
        }
    }
}

/// Checks a certificate whose evidence are levels. What was looked at, in a few words.
///
/// # Errors
/// If what it claims is not proved. If the limits end the check.
pub(crate) fn by_levels(
    rules: &impl Rules,
    certificate: &Certificate,
    limits: &Limits,
) -> Result<String, VerifyError> {
    if certificate.guide().is_some() {
        return Err(VerifyError::new("nothing guides a search of this puzzle here"));
    }
    let levels::Checked { positions, moves } =
        levels::check(rules, certificate, &certificate.evidence, limits)?;
    Ok(format!("{positions} positions, {moves} moves"))
}
