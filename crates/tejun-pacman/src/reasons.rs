//! Why a move is not legal, and how a play is lost.

use tejun_core::sentences;

sentences! {
    NO_MOVE = "no-move",
        "{move} is not a move: h left, j down, k up, l right, . stay",
        "{move} は手ではありません。h 左、j 下、k 上、l 右、. 待つ",
        "{move} 不是走法：h 左、j 下、k 上、l 右、. 停";
    WALL = "wall",
        "at time {time} there is a wall in the way",
        "そちらは壁です（{time} 手目）",
        "这边是墙（第 {time} 步）";
    TIME_OVER = "time-over",
        "time ran out at {time}: a line cannot be longer",
        "制限時間 {time} を過ぎています。手順はそれより長くできません",
        "时间 {time} 已到：走法不能更长";
    MET = "met",
        "caught at time {time} at row {row}, column {column}: met by {letter} of row {from_row}, column {from_column}",
        "{time} 手目、{row} 行 {column} 列で敵 {letter}（{from_row} 行 {from_column} 列から出発）に捕まりました",
        "第 {time} 步在第 {row} 行第 {column} 列被敌人 {letter} 抓住（它从第 {from_row} 行第 {from_column} 列出发）";
    SWAPPED = "swapped",
        "caught at time {time} on the way to row {row}, column {column}: changed places with {letter} of row {from_row}, column {from_column}",
        "{time} 手目、{row} 行 {column} 列へ向かう途中で敵 {letter}（{from_row} 行 {from_column} 列から出発）と鉢合わせして捕まりました",
        "第 {time} 步走向第 {row} 行第 {column} 列时，与敌人 {letter} 迎面相撞（它从第 {from_row} 行第 {from_column} 列出发）";
    NO_ESCAPE = "no-escape",
        "Pac-Man is caught whatever he does",
        "どう動いても捕まります",
        "无论怎么走都会被抓";
    DOOMED = "doomed",
        "whatever he does, Pac-Man is caught by time {time}",
        "どう動いても、{time} 手目までに捕まります",
        "无论怎么走，最迟第 {time} 步被抓";
    ONLY = "only",
        "only {move} is survived: after every other move, Pac-Man is caught whatever he does",
        "助かるのは {move} だけです。ほかの手では、そのあとどう動いても捕まります",
        "只有 {move} 能活：走别的，之后无论怎么走都会被抓";
    TOO_FAR = "too-far",
        "too far for the {left} {left|move that is|moves that are} left: {number} of the dots",
        "残り {left} 手では届かないドット：{number} 個",
        "剩下 {left} 步够不到的豆子：{number} 颗";
    GUARDED = "guarded",
        "out of reach: {number} of the dots, since on every way there Pac-Man is caught or comes too late",
        "どの道でも捕まるか間に合わないドット：{number} 個",
        "无论走哪条路都会被抓或来不及的豆子：{number} 颗";
    GIVES_UP = "gives-up",
        "after {move}, more of the dots are too far for the moves that are left: {number}",
        "{move} のあと、残りの手では届かなくなるドット：{number} 個",
        "走 {move} 之后，剩下的步数再也够不到的豆子：{number} 颗";
}
