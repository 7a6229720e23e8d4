//! The family's texts: its description, the messages of a play, and the names of what the editor paints.

use tejun_core::sentences;

sentences! {
    TITLE = "pacman", "Pac-Man", "パックマン", "吃豆人";
    ABOUT = "about",
        "eat all dots before time runs out, with five kinds of enemies (DevQuiz Pac-Man)",
        "五種の敵を避け、時間内にすべてのドットを食べる（DevQuiz のパックマン）",
        "避开五种敌人，在时限内吃光所有豆子（DevQuiz 吃豆人）";
    CONTEST = "contest",
        "Pac-Man, a map of the contest",
        "パックマン（DevQuiz のマップ）",
        "吃豆人（DevQuiz 的地图）";
    CLOCK = "clock",
        "t = {time} of {limit}, {eaten} of {dots} {dots|dot|dots}",
        "時刻 {time} / {limit}、ドット {eaten} / {dots}",
        "时刻 {time} / {limit}，豆子 {eaten} / {dots}";
    SCORE = "score", "score {score}", "得点 {score}", "得分 {score}";
    WALL = "wall", "a wall", "壁", "墙";
    DOT = "dot", "a dot", "ドット", "豆子";
    FLOOR = "floor", "floor", "床", "地面";
    PACMAN = "pacman", "Pac-Man", "パックマン", "吃豆人";
    ENEMY = "enemy",
        "an enemy: V and H chase, up-down or left-right first; L and R turn left or right; J alternates",
        "敵：V は縦、H は横を優先して追い、L は左折、R は右折、J は交互",
        "敌人：V 先竖后横追击，H 先横后竖，L 左转，R 右转，J 交替";
    STAY = "stay", "stay", "その場で待つ", "原地等待";
}

/// A small puzzle to start from.
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
