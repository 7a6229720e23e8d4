//! What every puzzle can say.

use crate::vocabulary::sentence::{Reason, sentences};

sentences! {
    NOT_A_MOVE = "not-a-move",
        "{move} is not a legal move here, as {other} is",
        "{move} はここではできません（例：{other}）",
        "{move} 在这里不是合法的一步（例如 {other}）";
    NOT_PLAYED = "not-played",
        "that is not a legal move",
        "その動きはできません",
        "这不是合法的一步";
    NO_MOVE_LEFT = "no-move-left",
        "no move is left",
        "動かせる手がもうありません",
        "已经无路可走";
    RANDOM = "random", "random puzzles", "ランダムな問題", "随机谜题";
    HOPELESS = "hopeless",
        "no solution can be reached from here",
        "ここからはもう解けません",
        "从这里已经无法求解";
}

impl Reason {
    /// No solution can be reached from here, and there is no more to say about it.
    pub fn hopeless() -> Self {
        Reason::new(&HOPELESS)
    }
}
