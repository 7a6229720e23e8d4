//! Why nothing can be proved of a level.

use tejun_puzzlescript::{Input, ModelError, TurnError};

use super::text;
use crate::Reason;

crate::sentences! {
    RANDOM = "random",
        "nothing can be proved of this level: the rule on line {line} is random",
        "{line} 行目のルールにランダムがあるため、このレベルについては何も証明できません",
        "第 {line} 行的规则带有随机性，因此关于这一关无法作出任何证明";
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
        "某些输入之后回合不会结束，因此关于这一关无法作出任何证明";
    EXPENSIVE = "expensive",
        "nothing can be proved of level {level}: after some inputs, such as {input}, a turn takes too much work: simplify rules that match in very many places",
        "{input} などの入力のあと、ターンの計算量が大きすぎるため、レベル {level} については何も証明できません。非常に多くの場所に一致するルールを簡単にしてください",
        "某些输入（例如 {input}）之后，一个回合的计算量过大，因此关于第 {level} 关无法作出任何证明：请简化会在大量位置匹配的规则";
    START_EXPENSIVE = "start-expensive",
        "nothing can be proved of this level: its start takes too much work: simplify rules that match in very many places",
        "開始時の計算量が大きすぎるため、このレベルについては何も証明できません。非常に多くの場所に一致するルールを簡単にしてください",
        "开局的计算量过大，因此关于这一关无法作出任何证明：请简化会在大量位置匹配的规则";
    TURN_EXPENSIVE = "turn-expensive",
        "in level {level}, the turn after {input} takes too much work: simplify rules that match in very many places",
        "レベル {level} では、{input} のあとのターンの計算量が大きすぎます。非常に多くの場所に一致するルールを簡単にしてください",
        "在第 {level} 关，{input} 之后的回合计算量过大：请简化会在大量位置匹配的规则";
    TURN_ENDLESS = "turn-endless",
        "in level {level}, the turns after {input} have no end",
        "レベル {level} では、{input} のあとのターンが終わりません",
        "在第 {level} 关，{input} 之后的回合不会结束";
    TURN_STOPPED = "turn-stopped",
        "in level {level}, the turn after {input} was stopped before its end",
        "レベル {level} では、{input} のあとのターンが途中で中断されました",
        "在第 {level} 关，{input} 之后的回合在结束前被中断";
}

/// Why a level is only played.
pub(super) fn why(error: &ModelError) -> Reason {
    match error {
        ModelError::Random(line) => Reason::new(&RANDOM).with("line", line),
        ModelError::Checkpoint(line) => Reason::new(&CHECKPOINT).with("line", line),
        ModelError::TooLarge(_) | ModelError::TooManyBits(_) => Reason::new(&TOO_LARGE),
        ModelError::Start(TurnError::EndlessAgain) => Reason::new(&ENDLESS),
        ModelError::Start(_) => Reason::new(&START_EXPENSIVE),
    }
}

/// Why a search that left out an input proves nothing of a level.
pub(super) fn left_out(level: usize, (input, error): (Input, TurnError)) -> Reason {
    match error {
        TurnError::EndlessAgain => Reason::new(&ENDLESS),
        _ => Reason::new(&EXPENSIVE).with("level", level).with("input", text::letter(input)),
    }
}

/// Why an input is not played in a level.
pub(super) fn not_played(level: usize, input: Input, error: TurnError) -> Reason {
    let sentence = match error {
        TurnError::TooMuchWork => &TURN_EXPENSIVE,
        TurnError::EndlessAgain => &TURN_ENDLESS,
        TurnError::Cancelled => &TURN_STOPPED,
    };
    Reason::new(sentence).with("level", level).with("input", text::letter(input))
}
