//! Where a level comes from.

#[cfg(not(target_family = "wasm"))]
use tejun_core::NormalForm;

use super::left_out::{self, Omitted};
use crate::Reason;

/// A level of a game.
#[cfg_attr(not(target_family = "wasm"), derive(Clone))]
pub(super) struct Origin {
    /// The source of the game.
    pub source: String,
    /// The number of the level.
    pub number: usize,
    /// What is left out of the game, as was asked.
    pub omitted: Omitted,
    /// The line of the first random rule that is left out because it only chooses a look.
    pub look: Option<usize>,
}

impl Origin {
    /// What is left out of questions about the level.
    pub fn left_out(&self) -> Vec<Reason> {
        let look = self.look.map(|line| Reason::new(&left_out::LOOK).with("line", line));
        self.omitted.sentences().chain(look).collect()
    }

    /// The level in normal form: the source as it was read, in which every character may count. A setting says of a game
    /// without the action key that it has none. No certificate states a game without some of its rules, whose lines make the
    /// form another one.
    #[cfg(not(target_family = "wasm"))]
    pub fn normal_form(&self) -> String {
        let Omitted { no_action, lines } = &self.omitted;
        let source = if *no_action { format!("noaction\n{}", self.source) } else { self.source.clone() };
        let form = NormalForm::of("puzzlescript").text("game", &source).value("level", self.number);
        lines.iter().fold(form, |form, line| form.value("without", *line)).finish()
    }

    /// Why certificates cannot state the level as it is asked about.
    #[cfg(not(target_family = "wasm"))]
    pub fn not_stated(&self) -> Option<Reason> {
        let is_whole = self.omitted.lines.is_empty() && self.look.is_none();
        (!is_whole).then(|| Reason::new(&left_out::NOT_STATED))
    }
}
