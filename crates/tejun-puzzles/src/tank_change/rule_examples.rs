//! The rules as the page explains them, and the levels of random puzzles.

use super::words;
use tejun_core::{Draw, Levels, RuleExample, sentences};

sentences! {
    SWAP = "swap",
        "the red and the blue army swap sides; no tank may ever stand in sight of an enemy",
        "赤と青の軍の場所をすべて入れ替える。どの戦車も一度も敵に見られてはならない",
        "红、蓝两军完全交换位置，任何坦克都始终不能被敌人看见";
    PLACES = "places",
        "bring the red tanks to {a} and the blue ones to {b}; no tank may ever stand in sight of an enemy",
        "赤を {a} へ、青を {b} へ動かす。どの戦車も一度も敵に見られてはならない",
        "把红方开到 {a}，蓝方开到 {b}；任何坦克都始终不能被敌人看见";
    TURNS = "turns",
        "The two sides swap places. They move in turn, one tank at a time.",
        "二つの軍の場所を入れ替えます。両軍は交互に、一台ずつ動かします。",
        "两军互换位置。双方轮流走，每次开动一辆坦克。";
    RUN = "run",
        "A tank runs along one straight road, as far as it likes, but not over another tank.",
        "戦車はまっすぐな道を好きなだけ進めます。ほかの戦車は飛び越せません。",
        "坦克沿一条直路开，远近不限，但不能越过别的坦克。";
    SIGHT = "sight",
        "Two enemies see each other if they stand on one straight road with no tank between them. No move may lead to that.",
        "まっすぐな一本の道の上で、間に戦車がなければ、敵どうしは互いに見えます。そうなる手は選べません。",
        "在同一条直路上、中间没有坦克隔开的敌对坦克会互相看见。不允许走出这样的局面。";
}

pub(super) static RULE_EXAMPLES: [RuleExample; 3] = [
    RuleExample::new(&TURNS).shown(super::words::ORIGINAL_FILE),
    RuleExample::new(&RUN).shown(super::words::ORIGINAL_FILE).after("1-7"),
    RuleExample::new(&SIGHT),
];

/// How many tanks there are, and how many moves the best solution takes, is what makes a board hard.
pub(super) static DRAWS: [Draw; 1] = [Draw {
    verb: "tank-change",
    title: &words::TITLE,
    levels: Levels::Options(&[
        &[("tanks", "1"), ("moves", "5..10")],
        &[("moves", "12..14")],
        &[("moves", "15..17")],
        &[("moves", "18..22")],
        &[("moves", "23..32")],
    ]),
}];
