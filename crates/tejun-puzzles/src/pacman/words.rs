//! What the family says of itself and of a play, and of what a board is painted with.

use crate::reason::Sentence;

pub(super) static TITLE: Sentence =
    Sentence { code: "pacman", en: "Pac-Man", ja: "パックマン", zh: "吃豆人" };

pub(super) static ABOUT: Sentence = Sentence {
    code: "about",
    en: "eat all dots before time runs out, enemies of five kinds about (DevQuiz Pac-Man)",
    ja: "五種の敵を避け、時間内にすべてのドットを食べる（DevQuiz のパックマン）",
    zh: "避开五种敌人，在时限内吃光所有豆子（DevQuiz 吃豆人）",
};

pub(super) static CLOCK: Sentence = Sentence {
    code: "clock",
    en: "t = {time} of {limit}, {eaten} of {dots} dots",
    ja: "時刻 {time} / {limit}、ドット {eaten} / {dots}",
    zh: "时刻 {time} / {limit}，豆子 {eaten} / {dots}",
};

pub(super) static SCORE: Sentence =
    Sentence { code: "score", en: "score {score}", ja: "得点 {score}", zh: "得分 {score}" };

pub(super) static WALL: Sentence = Sentence { code: "wall", en: "a wall", ja: "壁", zh: "墙" };

pub(super) static DOT: Sentence = Sentence { code: "dot", en: "a dot", ja: "ドット", zh: "豆子" };

pub(super) static FLOOR: Sentence = Sentence { code: "floor", en: "floor", ja: "床", zh: "地板" };

pub(super) static PACMAN: Sentence =
    Sentence { code: "pacman", en: "Pac-Man", ja: "パックマン", zh: "吃豆人" };

pub(super) static ENEMY: Sentence = Sentence {
    code: "enemy",
    en: "an enemy: V and H chase, up-down or left-right first; L and R turn left or right; J by turns",
    ja: "敵：V は縦、H は横を優先して追い、L は左折、R は右折、J は交互",
    zh: "敌人：V 先竖后横追击，H 先横后竖，L 左转，R 右转，J 交替",
};

/// A small puzzle to begin with.
pub(super) const TEMPLATE: &str = "\
puzzle = \"pacman\"
title = \"My puzzle\"
time = 40
board = '''
###########
#....V....#
#.###.###.#
#....@....#
###########'''
";
