//! The plain engine: cell by cell, as the language is described.
//!
//! It is the measure of the fast one, and made to be read beside the description of the language.

mod board;
mod resolve;
mod rules;

pub use board::Board;

use crate::engine::{Effects, Engine, TurnError, Work, limits};
use crate::game::{Game, Level, Quantifier};
use crate::input::Input;
use crate::object_set::ObjectSet;
use crate::random::Random;
use std::sync::Arc;

/// Plays turns cell by cell.
pub struct Plain {
    game: Arc<Game>,
    width: usize,
    height: usize,
}

impl Plain {
    /// An engine for boards of `width` times `height` cells.
    pub fn new(game: Arc<Game>, width: usize, height: usize) -> Self {
        Self { game, width, height }
    }
}

impl Engine for Plain {
    type Board = Vec<ObjectSet>;

    fn game(&self) -> &Game {
        &self.game
    }

    fn board(&self, level: &Level) -> Self::Board {
        level.cells.clone()
    }

    fn cells(&self, board: &Self::Board) -> Vec<ObjectSet> {
        board.clone()
    }

    fn turn(
        &self,
        board: &mut Self::Board,
        input: Input,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Effects, TurnError> {
        let game = &*self.game;
        let mut start = Board::new(std::mem::take(board), self.width, self.height, game.layers.len());
        let players = match input.movement() {
            Some(movement) => start.start_movement(game, movement),
            None => Vec::new(),
        };
        work.spend(start.cells.len() * (1 + game.layers.len() / 4))?;
        let mut banned = vec![false; game.rules.groups.len()];
        let mut rounds = 0;
        let (end, mut effects) = loop {
            rounds += 1;
            let mut board = start.clone();
            let mut effects = Effects::default();
            let mut turn = rules::Turn { game, board: &mut board, effects: &mut effects, random, work };
            turn.apply(&game.rules, &banned)?;
            if resolve::resolve(game, turn.board, &mut banned, turn.work)? {
                turn.apply(&game.late_rules, &[])?;
                break (board, effects);
            }
            if rounds == limits::RIGID_ROUNDS {
                break (start, Effects::default());
            }
        };
        // One of the player's objects is enough to have stayed, even where the player is several at once.
        let player = game.player.objects().copied().unwrap_or_default();
        let still = |&cell: &usize| end.cells[cell].intersects(&player);
        effects.blocked =
            game.settings.require_player_movement && !players.is_empty() && players.iter().all(still);
        *board = end.cells;
        Ok(effects)
    }

    fn is_won(&self, board: &Self::Board) -> bool {
        let wins = &self.game.wins;
        !wins.is_empty()
            && wins.iter().all(|win| {
                let both = |cell: &ObjectSet| win.what.selects(cell) && win.on.selects(cell);
                match win.quantifier {
                    Quantifier::No => !board.iter().any(both),
                    Quantifier::Some => board.iter().any(both),
                    Quantifier::All => {
                        board.iter().all(|cell| !win.what.selects(cell) || win.on.selects(cell))
                    }
                }
            })
    }
}
