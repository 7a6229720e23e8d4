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
    PLAYED = "played", "play {move}", "{move} を試す", "试走 {move}";
    TAKEN_BACK = "taken-back", "take {move} back", "{move} を戻す", "撤回 {move}";
    SEEN = "seen",
        "this position was met before",
        "この局面にはもう来た",
        "这个局面已经出现过";
    SOLVED = "solution", "solved", "解けた", "解开了";
    EXHAUSTED = "exhausted", "everything has been tried", "すべて試した", "所有情况都试过了";
    STOPPED = "stopped",
        "it stops here: a limit on positions, memory or moves is reached",
        "ここで打ち切り：局面数、メモリ、手数のどれかが上限に達した",
        "到此为止：局面数、内存或步数达到上限";
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
