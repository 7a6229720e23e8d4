//! Why a move of a sliding piece is not legal.

use crate::reason::Sentence;

pub(super) static NO_PIECE: Sentence = Sentence {
    code: "no-piece",
    en: "there is no piece {piece} on the board",
    ja: "盤上に駒 {piece} はありません",
    zh: "棋盘上没有棋子 {piece}",
};

pub(super) static NO_DIRECTION: Sentence = Sentence {
    code: "no-direction",
    en: "{move} is not a piece followed by the letters u, d, l, r",
    ja: "{move} は、駒の文字に u, d, l, r を続けた形ではありません",
    zh: "{move} 不是棋子字母后接 u、d、l、r 的形式",
};

pub(super) static WALL: Sentence = Sentence {
    code: "wall",
    en: "piece {piece} runs into the wall",
    ja: "駒 {piece} は壁に当たります",
    zh: "棋子 {piece} 会撞到墙",
};

pub(super) static IN_THE_WAY: Sentence = Sentence {
    code: "in-the-way",
    en: "piece {other} is in the way of piece {piece}",
    ja: "駒 {other} が駒 {piece} の行く手をふさいでいます",
    zh: "棋子 {other} 挡住了棋子 {piece}",
};

pub(super) static NO_WAY: Sentence = Sentence {
    code: "no-way",
    en: "piece {piece} cannot get there: no way is wide enough",
    ja: "駒 {piece} はそこまで行けません。通れる道がありません",
    zh: "棋子 {piece} 到不了那里：没有够宽的路",
};

pub(super) static TOO_FAR: Sentence = Sentence {
    code: "too-far",
    en: "piece {piece} gets there, but not in one of the {metric}",
    ja: "駒 {piece} はそこへ行けますが、一手（{metric}）では行けません",
    zh: "棋子 {piece} 能到那里，但不能一步（{metric}）到达",
};

pub(super) static NO_PLACE: Sentence = Sentence {
    code: "no-place",
    en: "piece {piece} does not fit there",
    ja: "駒 {piece} はそこに入りません",
    zh: "棋子 {piece} 放不进那里",
};

pub(super) static GOES_NOWHERE: Sentence = Sentence {
    code: "goes-nowhere",
    en: "piece {piece} ends where it began, and that is no move",
    ja: "駒 {piece} が元の場所に戻るので、手になりません",
    zh: "棋子 {piece} 回到原处，不算一步",
};

pub(super) static NOT_STRAIGHT: Sentence = Sentence {
    code: "not-straight",
    en: "a slide is straight: {move} is more than one slide",
    ja: "スライドは一直線です。{move} は一手ではありません",
    zh: "滑动必须是直线：{move} 不止一次滑动",
};

pub(super) static NOT_ONE_CELL: Sentence = Sentence {
    code: "not-one-cell",
    en: "a step is one cell: {move} is more than one step",
    ja: "ステップは一マスです。{move} は一手ではありません",
    zh: "一步只走一格：{move} 不止一步",
};
