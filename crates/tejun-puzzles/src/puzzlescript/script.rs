//! A level as a space of packed states.

use tejun_puzzlescript::{Input, Model, TurnError};
use tejun_search::{Moves, Space};

use super::origin::Origin;
use super::{drawing, messages, text};
use crate::Reason;

/// A level whose states have `N` words.
pub(super) struct Script<const N: usize> {
    pub model: Box<dyn Model>,
    pub drawing: drawing::Drawing,
    pub messages: messages::Messages,
    pub objective: Option<Reason>,
    pub origin: Origin,
}

impl<const N: usize> Script<N> {
    /// Makes it of the model of a level.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn new(model: Box<dyn Model>, origin: Origin) -> Result<Self, TurnError> {
        let (game, level) = (model.game(), model.level());
        let drawing = drawing::Drawing::new(game, level);
        let messages = messages::Messages::new(game, level)?;
        let objective = text::objective(game);
        Ok(Self { model, drawing, messages, objective, origin })
    }

    pub fn words<'a>(&self, state: &'a [u64; N]) -> &'a [u64] {
        &state[..self.model.words()]
    }

    pub fn state(words: &[u64]) -> [u64; N] {
        let mut state = [0; N];
        state[..words.len()].copy_from_slice(words);
        state
    }
}

impl<const N: usize> Space for Script<N> {
    type State = [u64; N];
    type Move = Input;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut([u64; N])) {
        visit(Self::state(self.model.start()));
    }

    fn is_goal(&self, state: &[u64; N]) -> bool {
        self.model.is_won(self.words(state))
    }

    fn expand(&self, state: &[u64; N], mut visit: impl FnMut(Input, [u64; N])) {
        self.model.expand(self.words(state), &mut |input, next| visit(input, Self::state(next)));
    }

    fn bound(&self, state: &[u64; N]) -> Option<u32> {
        self.model.bound(self.words(state))
    }

    fn take_work(&self) -> usize {
        usize::try_from(self.model.take_work()).unwrap_or(usize::MAX)
    }
}
