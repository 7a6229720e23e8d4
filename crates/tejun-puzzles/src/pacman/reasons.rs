//! Why a move is not legal, and how a play is lost.

use crate::reason::Sentence;

pub(super) static NO_MOVE: Sentence = Sentence {
    code: "no-move",
    en: "{move} is no move: h left, j down, k up, l right, . stay",
    ja: "{move} は手ではありません。h 左、j 下、k 上、l 右、. 待つ",
    zh: "{move} 不是走法：h 左、j 下、k 上、l 右、. 停",
};

pub(super) static WALL: Sentence = Sentence {
    code: "wall",
    en: "at time {time} there is a wall in the way",
    ja: "時刻 {time} では壁があって進めません",
    zh: "时刻 {time} 被墙挡住",
};

pub(super) static TIME_OVER: Sentence = Sentence {
    code: "time-over",
    en: "the time, {time}, is over: a line is no longer than that",
    ja: "制限時間 {time} を過ぎています。手順はそれより長くできません",
    zh: "时间 {time} 已到：走法不能更长",
};

pub(super) static MET: Sentence = Sentence {
    code: "met",
    en: "caught at time {time} at row {row}, column {column}: met by {enemy}",
    ja: "時刻 {time}、{row} 行 {column} 列で {enemy} に捕まりました",
    zh: "时刻 {time} 在第 {row} 行第 {column} 列遇上 {enemy} 被抓",
};

pub(super) static SWAPPED: Sentence = Sentence {
    code: "swapped",
    en: "caught at time {time} on the way to row {row}, column {column}: changed places with {enemy}",
    ja: "時刻 {time}、{row} 行 {column} 列へ向かう途中で {enemy} とすれ違い、捕まりました",
    zh: "时刻 {time} 在走向第 {row} 行第 {column} 列时与 {enemy} 互换位置被抓",
};

pub(super) static NO_ESCAPE: Sentence = Sentence {
    code: "no-escape",
    en: "whatever Pac-Man does, he is caught",
    ja: "どう動いても捕まります",
    zh: "无论怎么走都会被抓",
};
