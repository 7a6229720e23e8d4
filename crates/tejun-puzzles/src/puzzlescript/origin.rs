//! Where a level comes from.

#[cfg(not(target_family = "wasm"))]
use tejun_core::NormalForm;

/// A level of a game.
#[cfg_attr(not(target_family = "wasm"), derive(Clone))]
pub(super) struct Origin {
    /// The source of the game.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "the page makes no certificates"))]
    pub source: String,
    /// The number of the level.
    pub number: usize,
}

#[cfg(not(target_family = "wasm"))]
impl Origin {
    /// The level in normal form: the source as it was read, in which every character may count.
    pub fn normal_form(&self) -> String {
        NormalForm::of("puzzlescript").text("game", &self.source).value("level", self.number).finish()
    }
}
