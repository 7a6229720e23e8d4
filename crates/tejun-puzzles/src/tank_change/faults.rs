//! What is wrong with a drawn board of roads.

use tejun_core::sentences;

sentences! {
    STRANGE = "strange-character",
        "{c} does not belong on a board: draw it with A, B, 'o' (free square) and '.' (no square)",
        "{c} は盤に使えません。A、B、'o'（空きマス）、'.'（マスなし）で描いてください",
        "棋盘上不能用 {c}：请用 A、B、'o'（空格）和 '.'（无格）来画";
    MOST_SQUARES = "board-size",
        "the board is too large: it has {squares} squares, the most is {most}",
        "盤が大きすぎます。{squares} マスありますが、{most} マスまでです",
        "棋盘太大：有 {squares} 格，最多 {most} 格";
    NO_TANK = "no-tank",
        "side {side} has no tank: draw at least one on each side",
        "{side} の戦車がありません。両軍に少なくとも 1 両ずつ描いてください",
        "{side} 方没有坦克：请给双方各画至少一辆";
    IN_SIGHT = "in-sight",
        "the tank here, on square {one}, and the enemy on square {other} see each other: move one of them or put a tank between",
        "ここ（マス {one}）の戦車とマス {other} の敵が互いに見えています。どちらかを動かすか、間に戦車を置いてください",
        "此处（{one} 号格）的坦克与 {other} 号格的敌人互相看得见：请移动其中一辆，或在中间放一辆坦克";
    UNEQUAL = "unequal",
        "the sides have different numbers of tanks and cannot swap: draw a goal, or as many A as B",
        "両軍の戦車の数が違うので入れ替われません。目標を描くか、A と B を同じ数にしてください",
        "双方坦克数量不同，无法互换：请画出目标，或让 A 和 B 一样多";
    OTHER_SQUARES = "other-cells",
        "a square here and none on the board, or the other way round: draw both with the same squares",
        "ここは盤と目標の一方にしかマスがありません。どちらにも同じマスを描いてください",
        "此处棋盘和目标只有一个有格子：请让两者的格子相同";
    TANKS = "tanks",
        "it has {wants} tanks of side {side}, the board has {has}",
        "目標には {side} の戦車が {wants} 両、盤には {has} 両あります",
        "目标中 {side} 方有 {wants} 辆坦克，棋盘上有 {has} 辆";
}
