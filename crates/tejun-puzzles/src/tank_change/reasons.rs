//! Why a tank's move is not legal.

use crate::reason::Sentence;

pub(super) static NOT_A_MOVE: Sentence = Sentence {
    code: "not-a-move",
    en: "{move} is not of the form 1-4, from square, hyphen, to square",
    ja: "{move} は 1-4（出発マス、ハイフン、到着マス）の形ではありません",
    zh: "{move} 不是 1-4（起点、连字符、终点）的形式",
};

pub(super) static NO_SQUARE: Sentence = Sentence {
    code: "no-square",
    en: "there is no square {square}: they are numbered from 1 to {last}",
    ja: "マス {square} はありません。番号は 1 から {last} までです",
    zh: "没有 {square} 号格：编号从 1 到 {last}",
};

pub(super) static NO_TANK: Sentence = Sentence {
    code: "no-tank",
    en: "there is no tank on square {square}",
    ja: "マス {square} に戦車はいません",
    zh: "{square} 号格上没有坦克",
};

pub(super) static OTHER_TURN: Sentence = Sentence {
    code: "other-turn",
    en: "it is {side}'s turn, and the tank on square {square} is not theirs",
    ja: "{side} の番です。マス {square} の戦車は {side} のものではありません",
    zh: "轮到 {side}，{square} 号格上的坦克不是 {side} 的",
};

pub(super) static NO_ROAD: Sentence = Sentence {
    code: "no-road",
    en: "no straight road leads from square {from} to square {to}",
    ja: "マス {from} から {to} へまっすぐな道はありません",
    zh: "从 {from} 号格到 {to} 号格没有直路",
};

pub(super) static IN_THE_WAY: Sentence = Sentence {
    code: "in-the-way",
    en: "the tank on square {square} is in the way",
    ja: "マス {square} の戦車が道をふさいでいます",
    zh: "{square} 号格上的坦克挡住了路",
};

pub(super) static IN_SIGHT: Sentence = Sentence {
    code: "in-sight",
    en: "on square {to} the enemy on square {enemy} would see it",
    ja: "マス {to} ではマス {enemy} の敵に見つかります",
    zh: "在 {to} 号格会被 {enemy} 号格的敌人看见",
};
