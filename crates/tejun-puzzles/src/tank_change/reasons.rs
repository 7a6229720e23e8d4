//! Why a tank's move is not legal.

use tejun_core::sentences;

sentences! {
    NOT_A_MOVE = "not-a-move",
        "{move} is not of the form 1-4, from square, hyphen, to square",
        "{move} は 1-4（出発マス、ハイフン、到着マス）の形ではありません",
        "{move} 不是 1-4（起点、连字符、终点）的形式";
    NO_SQUARE = "no-square",
        "there is no square {square}: they are numbered from 1 to {last}",
        "マス {square} はありません。番号は 1 から {last} までです",
        "没有 {square} 号格：编号从 1 到 {last}";
    NO_TANK = "no-tank",
        "there is no tank on square {square}",
        "マス {square} に戦車はいません",
        "{square} 号格上没有坦克";
    OTHER_TURN = "other-turn",
        "it is {side}'s turn, and the tank on square {square} is not theirs",
        "{side} の番です。マス {square} の戦車は {side} のものではありません",
        "轮到 {side}，{square} 号格上的坦克不是 {side} 的";
    NO_ROAD = "no-road",
        "no straight road leads from square {from} to square {to}",
        "マス {from} から {to} へまっすぐな道はありません",
        "从 {from} 号格到 {to} 号格没有直路";
    IN_THE_WAY = "in-the-way",
        "the tank on square {square} is in the way",
        "マス {square} の戦車が道をふさいでいます",
        "{square} 号格上的坦克挡住了路";
    IN_SIGHT = "in-sight",
        "on square {to} the enemy on square {enemy} would see it",
        "マス {to} ではマス {enemy} の敵に見つかります",
        "在 {to} 号格会被 {enemy} 号格的敌人看见";
}
