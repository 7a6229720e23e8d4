//! What the family says of itself, and of what a board is painted with.

use crate::reason::Sentence;

pub(super) static TITLE: Sentence =
    Sentence {
        code: "sliding", en: "Sliding blocks", ja: "スライディングブロック", zh: "华容道"
    };

pub(super) static ABOUT: Sentence = Sentence {
    code: "about",
    en: "sliding blocks: Klotski and any board of pieces that slide",
    ja: "箱入り娘（Klotski）をはじめ、駒を滑らせて目的の場所へ運ぶパズル",
    zh: "华容道以及各种滑块：滑动棋子，把目标棋子送到出口",
};

pub(super) static KLOTSKI: Sentence = Sentence {
    code: "klotski",
    en: "20 characters by rows, 4 wide: B 2x2, v 2 tall, h 2 wide, 1 unit, '.' empty",
    ja: "横 4、縦 5 の 20 文字：B 2×2、v 縦 2、h 横 2、1 一マス、. 空き",
    zh: "宽 4 高 5，按行 20 个字符：B 2×2，v 竖 2 格，h 横 2 格，1 单格，. 空",
};

pub(super) static PIECE: Sentence = Sentence {
    code: "piece",
    en: "a piece, one letter each",
    ja: "駒（一つに一文字）",
    zh: "棋子（每个一个字母）",
};

pub(super) static EMPTY: Sentence = Sentence {
    code: "empty",
    en: "empty; in the goal: anything",
    ja: "空き。目標では何でもよい",
    zh: "空；在目标中表示任意",
};

pub(super) static OUTSIDE: Sentence =
    Sentence { code: "outside", en: "no floor", ja: "床なし", zh: "无地板" };

/// A small puzzle to begin with.
pub(super) const TEMPLATE: &str = "\
puzzle = \"sliding\"
title = \"My puzzle\"
board = '''
aBBc
aBBc
dEEf
dghf
i..j'''
goal = '''
....
....
....
.BB.
.BB.'''
";
