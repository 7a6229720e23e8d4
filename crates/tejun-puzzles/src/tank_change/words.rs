//! The family's texts: its description, and the names of what the editor paints.

use tejun_core::sentences;

sentences! {
    TITLE = "tank-change", "Tank Change", "タンクチェンジ", "坦克换位";
    ABOUT = "about",
        "two armies on roads swap sides without ever being seen",
        "道の上の二つの軍が、一度も敵に見つからずに陣地を入れ替える",
        "道路上的两支军队互换阵地，始终不能被敌人看见";
    ORIGINAL = "original",
        "the original 18 squares, three tanks against three",
        "オリジナルの 18 マス、戦車は 3 両ずつ",
        "原版 18 格，双方各三辆坦克";
    TANK = "tank", "a tank of side A or B", "A 軍・B 軍の戦車", "A 方或 B 方的坦克";
    FREE = "free", "a free square", "空きマス", "空格";
    NOTHING = "nothing", "no square", "マスなし", "无格";
    TURN = "turn", "{side} to move", "{side} の番", "轮到 {side}";
}

/// A small puzzle to start from.
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

/// The original puzzle: three tanks against three on 18 squares.
pub(super) const ORIGINAL_FILE: &str = include_str!("../../library/tank-change/tank-change.toml");
