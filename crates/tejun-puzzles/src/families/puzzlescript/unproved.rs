//! Why nothing can be proved of a level.

use tejun_puzzlescript::ModelError;

use crate::Reason;

crate::sentences! {
    RANDOM = "random",
        "nothing can be proved of this level: the rule on line {line} is random",
        "{line} 行目のルールにランダムがあるため、このレベルについては何も証明できません",
        "第 {line} 行的规则带有随机性，因此这一关什么都无法证明";
    CHECKPOINT = "checkpoint",
        "this level can be played, but not searched: the rule on line {line} sets a checkpoint",
        "{line} 行目のルールがチェックポイントを使うため、このレベルは遊べますが、探索はできません",
        "第 {line} 行的规则设了存档点，因此这一关可以玩，但无法搜索";
    TOO_LARGE = "too-large",
        "this level can be played, but it is too large to be searched",
        "このレベルは遊べますが、大きすぎて探索できません",
        "这一关可以玩，但太大，无法搜索";
    ENDLESS = "endless",
        "nothing can be proved of this level: after some inputs its turns have no end",
        "入力によってはターンが終わらないため、このレベルについては何も証明できません",
        "某些输入之后回合不会结束，因此这一关什么都无法证明";
}

/// Why a level is only played.
pub(super) fn why(error: &ModelError) -> Reason {
    match error {
        ModelError::Random(line) => Reason::new(&RANDOM).with("line", line),
        ModelError::Checkpoint(line) => Reason::new(&CHECKPOINT).with("line", line),
        ModelError::TooLarge(_) | ModelError::TooManyBits(_) => Reason::new(&TOO_LARGE),
        ModelError::Start(_) => endless(),
    }
}

/// Why a search that left out moves proves nothing.
pub(super) fn endless() -> Reason {
    Reason::new(&ENDLESS)
}
