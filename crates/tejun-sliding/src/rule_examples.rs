//! The rules as the page explains them, and the levels of random puzzles.

use super::rules::{Rules, Target};
use super::words;
use tejun_core::{Draw, Levels, Reason, RuleExample, sentences};

sentences! {
    BRING = "bring",
        "bring the red piece ({pieces}) to the marked place",
        "赤い駒（{pieces}）を枠の位置へ運ぶ",
        "把红色棋子（{pieces}）移到框里";
    DRIVE = "drive",
        "drive the red car ({pieces}) to the exit",
        "赤い車（{pieces}）を出口まで動かす",
        "把红车（{pieces}）开到出口";
    BRING_ALL = "bring-all",
        "bring the pieces {pieces} to their marked places",
        "駒 {pieces} をそれぞれの枠の位置へ運ぶ",
        "把棋子 {pieces} 分别移到框里";
    BRING_OUT = "bring-out",
        "take {pieces} out of the board",
        "{pieces} を盤の外へ出す",
        "把 {pieces} 移出棋盘";
    FILL = "fill",
        "fill the marked places with pieces of their shapes",
        "枠の位置を、同じ形の駒で埋める",
        "用形状相同的棋子填满框内";
    SLIDE = "slide",
        "Pieces slide on free floor. They do not turn, jump, or lie on each other.",
        "駒は空いた床の上を滑ります。回したり、持ち上げたり、重ねたりはできません。",
        "棋子在空地上滑动，不能旋转、跳跃或重叠。";
    GOAL = "goal",
        "The puzzle is solved when the marked places are filled as the goal says. Pieces that it names are red.",
        "枠の位置に目標の駒が入れば完成です。目標に指定された駒は赤です。",
        "目标棋子进入框内就算解开。指定的棋子为红色。";
    CARS = "cars",
        "Cars drive only forwards and backwards, as in Rush Hour.",
        "車はラッシュアワーのように、前後にしか動けません。",
        "车只能前进和后退，就像塞车游戏里那样。";
    GATES = "gates",
        "Bars are a gate: only the pieces named below the board may enter it.",
        "格子は門です。盤の下に書かれた駒だけが入れます。",
        "栅栏是门：只有棋盘下方写明的棋子能进入。";
    COUNTED = "counted",
        "A move takes one piece along any path. Counted in slides, it goes in one straight line; in steps, by one cell.",
        "「手数」では一つの駒を好きな道筋で動かすまでを一手と数えます。「滑らせた回数」では一直線、「マス数」では一マスが一つです。",
        "按“步数”计，一个棋子沿任意路线移动算一步；按“滑动次数”计，一次只走一条直线；按“格数”计，一次只走一格。";
}

const KLOTSKI: &str = "puzzle = 'sliding'\nboard = '''\naBBc\naBBc\ndEEf\ndghf\ni..j'''\ngoal = '''\n....\n....\n....\n.BB.\n.BB.'''\n";
const CARS_HOME: &str = "puzzle = 'sliding'\naxis = 'long'\nboard = '''\nbbc.\nAAc.\n.dee\n.dff'''\ngoal = '''\n....\n..AA\n....\n....'''\n";
const GATED: &str = "puzzle = 'sliding'\ngates = { '-' = 'A' }\nboard = '''\nAb#.\n..-.\nc.#.'''\ngoal = '''\n....\n....\n...A'''\n";

pub(super) static RULE_EXAMPLES: [RuleExample; 5] = [
    RuleExample::new(&SLIDE).shown(KLOTSKI).after("ir"),
    RuleExample::new(&GOAL),
    RuleExample::new(&CARS).shown(CARS_HOME),
    RuleExample::new(&GATES).shown(GATED),
    RuleExample::new(&COUNTED),
];

/// What is to be done; nothing is if there is no goal.
pub(super) fn objective(rules: &Rules) -> Option<Reason> {
    let letter = |target: &Target| match target.pieces[..] {
        [piece] => Some(rules.pieces[piece].letter),
        _ => None,
    };
    let letters: Option<String> = rules.targets.iter().map(letter).collect();
    let leaves = |letters: &str| {
        let mut leaving = rules.gates.iter().filter(|gate| gate.sign.is_none()).flat_map(|gate| &gate.pieces);
        leaving.clone().next().is_some() && leaving.all(|&piece| letters.contains(rules.pieces[piece].letter))
    };
    let drives = |piece: usize| rules.pieces[piece].axis.is_some();
    let sentence = match &letters {
        _ if rules.targets.is_empty() => return None,
        None => &FILL,
        Some(letters) if leaves(letters) => &BRING_OUT,
        Some(_) if rules.targets.len() == 1 && drives(rules.targets[0].pieces[0]) => &DRIVE,
        Some(_) if rules.targets.len() == 1 => &BRING,
        Some(_) => &BRING_ALL,
    };
    Some(Reason::new(sentence).with("pieces", letters.unwrap_or_default()))
}

/// How many moves the best solution takes is what makes a board hard.
pub(super) static DRAWS: [Draw; 2] = [
    Draw {
        verb: "rushhour",
        title: &words::TRAFFIC,
        levels: Levels::Moves(&[4..=6, 7..=9, 10..=12, 13..=15, 16..=18]),
    },
    Draw {
        verb: "sliding",
        title: &words::BLOCKS,
        levels: Levels::Moves(&[6..=10, 11..=18, 19..=28, 29..=40, 41..=70]),
    },
];
