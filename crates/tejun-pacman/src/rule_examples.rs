//! The rules as the page explains them, and the levels of random puzzles.

use super::words;
use tejun_core::{Draw, Levels, RuleExample, sentences};

sentences! {
    EAT = "eat",
        "eat {dots|the dot|all {dots} dots} within {limit} {limit|move|moves} without being caught; the time left over adds to the score",
        "捕まらずに {limit} 手以内でドット {dots} 個をすべて食べる。残り時間も得点になる",
        "在 {limit} 步内吃光 {dots} 颗豆子且不被抓；剩余时间计入得分";
    STEP = "step",
        "At each moment Pac-Man and all enemies move by one cell, at once. Pac-Man may also stay.",
        "毎時刻、パックマンとすべての敵が同時に一マス動きます。パックマンは待つこともできます。",
        "每一时刻，吃豆人与所有敌人同时走一格。吃豆人也可以原地不动。";
    CAUGHT = "caught",
        "An enemy catches him by coming to his cell, or by changing places with him.",
        "敵と同じマスに入るか、敵とすれ違うと捕まります。",
        "与敌人走进同一格，或与敌人互换位置，就会被抓。";
    WAYS = "ways",
        "In a corridor an enemy goes on, at a dead end it turns round. Only at junctions does it choose, by its kind. Nothing is left to chance.",
        "敵は通路では前へ進み、行き止まりでは引き返します。分かれ道でだけ種類ごとの規則で向きを選び、偶然はありません。",
        "敌人在走廊里一直前进，到死路掉头，只在岔路口按各自的规则选择方向，没有随机。";
    KIND_V = "kind-v",
        "V chases: up or down towards Pac-Man first, else left or right.",
        "V は追いかけます。まず縦にパックマンへ近づき、できなければ横に動きます。",
        "V 追击：先竖着靠近吃豆人，不行再横着走。";
    KIND_H = "kind-h",
        "H chases: left or right towards Pac-Man first, else up or down.",
        "H は追いかけます。まず横にパックマンへ近づき、できなければ縦に動きます。",
        "H 追击：先横着靠近吃豆人，不行再竖着走。";
    KIND_L = "kind-l",
        "L keeps left: at a junction it turns left if it can, else goes on, else turns right.",
        "L は左へ。分かれ道では左、だめなら前、それもだめなら右に曲がります。",
        "L 靠左：在岔路口能左转就左转，否则直行，再否则右转。";
    KIND_R = "kind-r",
        "R keeps right: at a junction it turns right if it can, else goes on, else turns left.",
        "R は右へ。分かれ道では右、だめなら前、それもだめなら左に曲がります。",
        "R 靠右：在岔路口能右转就右转，否则直行，再否则左转。";
    KIND_J = "kind-j",
        "J alternates: at its first junction it chooses as L does, at the next as R does, and so on.",
        "J は交互に選びます。最初の分かれ道では L、次は R のように曲がり、これを繰り返します。",
        "J 交替：第一个岔路口像 L，下一个像 R，如此反复。";
}

/// A small maze with one enemy.
macro_rules! maze {
    ($enemy:literal) => {
        concat!(
            "puzzle = 'pacman'\ntime = 30\nboard = '''\n#######\n#",
            $enemy,
            "....#\n#.#.#.#\n#...@.#\n#######'''\n"
        )
    };
}

pub(super) static RULE_EXAMPLES: [RuleExample; 8] = [
    RuleExample::new(&STEP).shown(words::TEMPLATE),
    RuleExample::new(&CAUGHT),
    RuleExample::new(&WAYS),
    RuleExample::new(&KIND_V).shown(maze!("V")),
    RuleExample::new(&KIND_H).shown(maze!("H")),
    RuleExample::new(&KIND_L).shown(maze!("L")),
    RuleExample::new(&KIND_R).shown(maze!("R")),
    RuleExample::new(&KIND_J).shown(maze!("J")),
];

/// The larger the maze and the more enemies, the harder.
pub(super) static DRAWS: [Draw; 1] = [Draw {
    verb: "pacman",
    title: &words::TITLE,
    levels: Levels::Options(&[
        &[("size", "9x7"), ("enemies", "V")],
        &[("size", "11x9"), ("enemies", "LR")],
        &[("size", "13x11"), ("enemies", "VHL")],
        &[("size", "17x13"), ("enemies", "VHLR")],
        &[("size", "21x15"), ("enemies", "VHLRJ")],
    ]),
}];
