//! What the family says of itself, and of what a board is painted with.

use crate::reason::Sentence;

pub(super) static TITLE: Sentence =
    Sentence { code: "tank-change", en: "Tank Change", ja: "タンクチェンジ", zh: "坦克换位" };

pub(super) static ABOUT: Sentence = Sentence {
    code: "about",
    en: "two armies on roads swap sides without ever being seen",
    ja: "道の上の二つの軍が、一度も敵に見つからずに陣地を入れ替える",
    zh: "道路上的两支军队互换阵地，始终不能被敌人看见",
};

pub(super) static ORIGINAL: Sentence = Sentence {
    code: "original",
    en: "the original 18 squares, three tanks against three",
    ja: "元の 18 マス、戦車 3 台ずつ",
    zh: "原版 18 格，双方各三辆坦克",
};

pub(super) static TANK: Sentence =
    Sentence {
        code: "tank", en: "a tank of side A or B", ja: "A 軍・B 軍の戦車", zh: "A 方或 B 方的坦克"
    };

pub(super) static FREE: Sentence =
    Sentence { code: "free", en: "a free square", ja: "空きマス", zh: "空格" };

pub(super) static NOTHING: Sentence =
    Sentence { code: "nothing", en: "no square", ja: "マスなし", zh: "无格" };

pub(super) static TURN: Sentence =
    Sentence { code: "turn", en: "{side} to move", ja: "{side} の番", zh: "轮到 {side}" };

/// A small puzzle to begin with.
pub(super) const TEMPLATE: &str = "\
puzzle = \"tank-change\"
title = \"My puzzle\"
roads = \"diagonal\"
first = \"A\"
board = '''
A.A.A
.o.o.
o.o.o
.o.o.
o.o.o
.o.o.
B.B.B'''
";
