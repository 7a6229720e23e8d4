//! The family's texts: its description, and the names of what the editor paints.

use tejun_core::sentences;

sentences! {
    BLOCKS = "blocks", "Sliding blocks", "スライディングブロック", "滑块";
    TITLE = "sliding", "Klotski & Rush Hour", "箱入り娘・ラッシュアワー", "华容道·塞车";
    ABOUT = "about",
        "sliding blocks: Klotski and any board of pieces that slide",
        "箱入り娘（Klotski）をはじめ、駒を滑らせて目的の場所へ運ぶパズル",
        "华容道以及各种滑块：滑动棋子，把目标棋子送到出口";
    KNOWN_AS = "known-as", "Klotski", "箱入り娘", "华容道";
    TRAFFIC = "traffic", "Rush Hour", "ラッシュアワー", "塞车游戏";
    ABOUT_TRAFFIC = "about-traffic",
        "cars and lorries move only lengthwise: let the red car out",
        "車は前後にしか動けない。赤い車を出口から出す",
        "车辆只能前后移动，让红车开出去";
    KLOTSKI = "klotski",
        "20 characters by rows, 4 wide: B 2x2, v 2 tall, h 2 wide, 1 unit, '.' empty",
        "横 4、縦 5 の 20 文字：B 2×2、v 縦 2、h 横 2、1 一マス、. 空き",
        "宽 4 高 5，按行 20 个字符：B 2×2，v 竖 2 格，h 横 2 格，1 单格，. 空";
    RUSH_HOUR = "rush-hour",
        "Rush Hour, 36 characters by rows: A or X the red car, other letters cars, 'o' or '.' empty, 'x' a wall",
        "ラッシュアワー、横から順に 36 文字：A か X 赤い車、ほかの文字は車、o か . 空き、x 壁",
        "塞车游戏（Rush Hour），按行 36 个字符：A 或 X 红车，其他字母为车，o 或 . 空，x 墙";
    AS_RUSH_HOUR = "as-rush-hour", "Rush Hour, 36 characters", "ラッシュアワーの 36 文字", "塞车游戏的 36 个字符";
    AS_RUSH_HOUR_LINE = "as-rush-hour-line", "the moves, as in A+2", "手順（A+2 の形）", "走法（A+2 的形式）";
    AS_RUSH_HOUR_ROWS = "as-rush-hour-rows",
        "Rush Hour, rows of letters",
        "ラッシュアワー（文字の行）",
        "塞车游戏（逐行的字母）";
    AS_LAYOUT = "as-layout",
        "Klotski, 20 characters: B, v, h, 1",
        "箱入り娘の 20 文字（B・v・h・1）",
        "华容道的 20 个字符（B、v、h、1）";
    AS_KLOTSKI_ROWS = "as-klotski-rows",
        "Klotski, rows of letters",
        "箱入り娘（文字の行）",
        "华容道（逐行的字母）";
    AS_KLOTSKI_CODE = "as-klotski-code",
        "Klotski, nine hexadecimal digits",
        "箱入り娘の 16 進 9 桁の符号",
        "华容道的九位十六进制编码";
    AS_DESKTOP = "as-desktop",
        "a level of GNOME Klotski",
        "GNOME Klotski のレベル",
        "GNOME Klotski 的关卡";
    PIECE = "piece", "a piece, one letter each", "駒（一つに一文字）", "棋子（每个一个字母）";
    EMPTY = "empty", "empty; in the goal: anything", "空き。目標では何でもよい", "空；在目标中表示任意";
    ALONG = "along",
        "only along their length: {pieces}",
        "長い向きにだけ動く駒：{pieces}",
        "只能沿长边方向移动的棋子：{pieces}";
    SIDEWAYS = "sideways",
        "only left and right: {pieces}",
        "左右にだけ動く駒：{pieces}",
        "只能左右移动的棋子：{pieces}";
    UPRIGHT = "upright",
        "only up and down: {pieces}",
        "上下にだけ動く駒：{pieces}",
        "只能上下移动的棋子：{pieces}";
    LONG = "long",
        "long pieces move only along their length",
        "長い駒は長い向きにだけ動く",
        "长条棋子只能沿长边方向移动";
    GATE = "gate", "a gate: the key gates says for whom", "門。だれが通れるかは gates に書く", "门：由键 gates 指定谁能通过";
    ENTERS = "enters",
        "only {pieces} may enter the gate {gate}",
        "門 {gate} に入れるのは {pieces} だけ",
        "只有 {pieces} 能进入门 {gate}";
    LEAVES = "leaves",
        "only {pieces} may leave the board",
        "盤の外に出られるのは {pieces} だけ",
        "只有 {pieces} 能离开棋盘";
    OUTSIDE = "outside", "no floor", "盤の外", "棋盘外";
}

/// A small puzzle to start from.
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
