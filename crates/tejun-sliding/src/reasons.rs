//! Why a move of a sliding piece is not legal.

use tejun_core::sentences;

sentences! {
    NO_PIECE = "no-piece",
        "there is no piece {piece} on the board",
        "盤上に駒 {piece} はありません",
        "棋盘上没有棋子 {piece}";
    NO_DIRECTION = "no-direction",
        "{move} is not a piece followed by the letters u, d, l, r",
        "{move} は、駒の文字に u, d, l, r を続けた形ではありません",
        "{move} 不是棋子字母后接 u、d、l、r 的形式";
    MOVES_FREELY = "moves-freely",
        "{move} says how far, but piece {piece} moves in all directions: write each step as u, d, l, r",
        "{move} では向きが分かりません。駒 {piece} はどの方向にも動けるので、一歩ずつ u, d, l, r で書いてください",
        "{move} 没有说明方向：棋子 {piece} 可以朝任何方向移动，请用 u、d、l、r 逐步写出";
    WALL = "wall", "piece {piece} runs into the wall", "駒 {piece} は壁に当たります", "棋子 {piece} 会撞到墙";
    ONLY_SIDEWAYS = "only-sideways",
        "piece {piece} moves only left and right",
        "駒 {piece} は左右にしか動けません",
        "棋子 {piece} 只能左右移动";
    ONLY_UP_AND_DOWN = "only-up-and-down",
        "piece {piece} moves only up and down",
        "駒 {piece} は上下にしか動けません",
        "棋子 {piece} 只能上下移动";
    GATE = "gate",
        "piece {piece} may not enter the gate {gate}",
        "駒 {piece} は門 {gate} に入れません",
        "棋子 {piece} 不能进入门 {gate}";
    STAYS = "stays",
        "piece {piece} may not leave the board here",
        "駒 {piece} はここから盤の外へは出られません",
        "棋子 {piece} 不能从这里离开棋盘";
    IN_THE_WAY = "in-the-way",
        "piece {other} is in the way of piece {piece}",
        "駒 {other} が駒 {piece} の行く手をふさいでいます",
        "棋子 {other} 挡住了棋子 {piece}";
    NO_WAY = "no-way",
        "piece {piece} cannot get there: no way is wide enough",
        "駒 {piece} はそこまで行けません。通れる道がありません",
        "棋子 {piece} 到不了那里：没有够宽的路";
    TOO_FAR = "too-far",
        "piece {piece} can get there, but not in one move (counted in {metric})",
        "駒 {piece} はそこへ行けますが、一手（{metric}）では行けません",
        "棋子 {piece} 能到那里，但不能一步（{metric}）到达";
    NO_PLACE = "no-place",
        "piece {piece} does not fit there",
        "駒 {piece} はそこに入りません",
        "棋子 {piece} 放不进那里";
    GOES_NOWHERE = "goes-nowhere",
        "piece {piece} ends where it began, which is not a move",
        "駒 {piece} が元の場所に戻るので、手になりません",
        "棋子 {piece} 回到原处，不算一步";
    NOT_STRAIGHT = "not-straight",
        "a slide is straight: {move} is more than one slide",
        "スライドは一直線です。{move} は一手ではありません",
        "滑动必须是直线：{move} 不止一次滑动";
    NOT_ONE_CELL = "not-one-cell",
        "a step is one cell: {move} is more than one step",
        "ステップは一マスです。{move} は一手ではありません",
        "一步只走一格：{move} 不止一步";
}
