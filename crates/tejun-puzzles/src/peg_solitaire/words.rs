//! The family's texts.

crate::sentences! {
    TITLE = "peg-solitaire", "Peg solitaire", "ペグ・ソリティア", "孔明棋（独立钻石）";
    ABOUT = "about",
        "pegs jump over each other and leave the board, until one is left",
        "ペグを飛び越えては取り除き、最後の一本を残す",
        "棋子跳过相邻的棋子并将其取走，直到只剩一子";
    PEG = "peg", "a peg", "ペグ", "棋子";
    HOLE = "hole", "an empty hole", "空いた穴", "空位";
    OUTSIDE = "outside", "no hole", "穴なし", "棋盘外";
    BOTH = "both",
        "Pegs jump diagonally, too",
        "斜めにも跳べる",
        "也可以斜着跳";
    ON_TRIANGLES = "on-triangles",
        "The board is of triangles",
        "三角形の格子の盤",
        "三角格棋盘";
    PEGS = "pegs", "pegs: {pegs}", "ペグ {pegs} 本", "棋子 {pegs} 枚";
    ONE_LEFT = "one-left",
        "jump until one peg is left",
        "ペグが最後の一本になるまで飛び越す",
        "跳到只剩一子";
    AS_GOAL = "as-goal",
        "jump until the pegs left fill just the outlined holes",
        "残ったペグがちょうど枠の穴に収まるまで飛び越す",
        "不断跳吃，让剩下的棋子正好落在框内";
    JUMPING = "jumping",
        "A peg jumps over a neighbour into the empty hole behind it, up, down, left or right. The one it jumps over leaves the board.",
        "ペグは上下左右に隣のペグを飛び越え、すぐ先の空いた穴に入ります。飛び越されたペグは取り除きます。",
        "棋子上下左右跳过相邻的棋子，落入其后的空位；被跳过的棋子离开棋盘。";
    ALONG = "along",
        "Where lines join the holes, pegs jump along the lines.",
        "穴が線で結ばれた盤では、線に沿って跳びます。",
        "孔与孔之间画有线的棋盘上，棋子沿线跳。";
    LAST = "last",
        "Solved: one peg is left, or those of the goal.",
        "ペグが一本だけ、または目標どおりに残れば完成です。",
        "只剩一子，或恰好剩下目标中的棋子，就算解开。";
    JUMP = "jump",
        "a peg jumps over a neighbour into the empty hole behind it",
        "ペグは隣のペグを飛び越え、そのすぐ先の空いた穴に入ります",
        "棋子跳过相邻的棋子，落入它后面的空位";
    TRIANGLE = "triangle",
        "rows of 1, 2, 3 and more holes may be a triangular board or stairs of squares: add jumps = \"triangular\" or jumps = \"orthogonal\"",
        "穴が 1、2、3…と増える行は、三角形の盤とも正方形のマスの階段とも読めます。jumps = \"triangular\" か jumps = \"orthogonal\" を書き足してください",
        "各行的孔数为 1、2、3……，可能是三角形棋盘，也可能是方格阶梯：请加上 jumps = \"triangular\" 或 jumps = \"orthogonal\"";
    SPACED = "spaced",
        "spaces lie between the holes: write the holes of a row side by side, and draw # where there is none",
        "穴と穴の間に空白があります。行の穴は詰めて書き、穴のない所には # を描いてください",
        "孔与孔之间有空格：请把一行的孔连着写，没有孔的地方画 #";
    UNCLEAR = "unclear",
        "which holes are neighbours is not clear here: put a space between the holes of a row, and shift each row by one character against the next",
        "どの穴が隣り合うのか分かりません。行の穴と穴の間に空白を一つ入れ、隣の行とは一文字ずつずらして書いてください",
        "看不出哪些孔相邻：请在同一行的孔之间加一个空格，并让相邻两行错开一个字符";
    NEVER = "never",
        "with the diagonals in three colours, the odd and even numbers of pegs do not fit the goal",
        "斜めの列を三色に塗り分けると、各色のペグの数の偶奇が目標と合いません",
        "把斜线染成三色后，各色棋子数的奇偶与目标不符";
    NEVER_ON_TRIANGLES = "never-on-triangles",
        "with the holes in three colours, neighbours never alike, the odd and even numbers of pegs do not fit the goal",
        "隣り合う穴が違う色になるように三色に塗り分けると、各色のペグの数の偶奇が目標と合いません",
        "把孔染成三色、相邻孔颜色不同之后，各色棋子数的奇偶与目标不符";
}
