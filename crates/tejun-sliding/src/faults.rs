//! What is wrong with a drawn board of pieces, its goal, its axes and its gates.

use tejun_core::sentences;

sentences! {
    TOO_LARGE = "board-size",
        "the board is too large: {rows} rows of {columns} are {cells} cells, the most is {most}",
        "盤が大きすぎます。{rows} 行 {columns} 列で {cells} マスになります（{most} マスまで）",
        "棋盘太大：{rows} 行 {columns} 列共 {cells} 格，最多 {most} 格";
    INVISIBLE = "invisible",
        "{c} cannot name a piece: use a character that can be seen",
        "{c} は駒の名前にできません。目に見える文字を使ってください",
        "{c} 不能作棋子的名字：请用看得见的字符";
    TWO_PARTS = "two-parts",
        "piece {letter} is in two parts: use another character for one of them",
        "駒 {letter} が二つに分かれています。一方を別の文字にしてください",
        "棋子 {letter} 分成了两块：请给其中一块换个字符";
    TWO_RED = "two-red-cars",
        "both A and X lie where the red car should: give the one that is not red another letter",
        "赤い車の行に A と X が両方あり、どちらが赤い車か決まりません。赤くない方を別の文字にしてください",
        "A 和 X 都横放在红车所在的行，分不清哪辆是红车：请给不是红车的那辆换个字母";
    SOKOBAN_TOO = "sokoban-too",
        "this is a level of GNOME Klotski, or of Sokoban with p and b for man and boxes: write those as @ and $, or name the pieces of Klotski with other letters",
        "GNOME Klotski のレベルとも、人を p、箱を b で書いた倉庫番の面とも読めます。倉庫番なら @ と $ で書き、Klotski なら駒を別の文字にしてください",
        "这既可以是 GNOME Klotski 的关卡，也可以是用 p 和 b 表示人和箱子的推箱子关卡：推箱子请写成 @ 和 $，Klotski 请给棋子换别的字母";
    NO_GOAL = "no-goal",
        "goal_match needs a goal: add one or leave goal_match out",
        "goal_match には目標が必要です。目標を描くか、goal_match を消してください",
        "goal_match 需要目标：请画出目标，或去掉 goal_match";
    GOAL_TOO_LARGE = "goal-size",
        "it is too large: {rows} rows of {columns} are {cells} cells, the most is {most}",
        "目標が大きすぎます。{rows} 行 {columns} 列で {cells} マスになります（{most} マスまで）",
        "目标太大：{rows} 行 {columns} 列共 {cells} 格，最多 {most} 格";
    FITS_NOWHERE = "fits-nowhere",
        "it has {rows} rows of {columns}, the board has {height} rows of {width}, and they do not fit together: draw both alike, with more rows or columns only where a piece leaves the board",
        "目標は {rows} 行 {columns} 列、盤は {height} 行 {width} 列で、重なりません。駒が盤の外へ出るところだけ行や列を増やし、ほかは同じに描いてください",
        "目标是 {rows} 行 {columns} 列，棋盘是 {height} 行 {width} 列，对不上：请画得一样，只在棋子离开棋盘处多画行或列";
    FITS_TWICE = "fits-twice",
        "it has {rows} rows of {columns}, the board has {height} rows of {width}, and they fit together in several ways: draw both alike, with more rows or columns only where a piece leaves the board",
        "目標は {rows} 行 {columns} 列、盤は {height} 行 {width} 列で、重ね方が一つに決まりません。駒が盤の外へ出るところだけ行や列を増やし、ほかは同じに描いてください",
        "目标是 {rows} 行 {columns} 列，棋盘是 {height} 行 {width} 列，对法不止一种：请画得一样，只在棋子离开棋盘处多画行或列";
    WALLED = "walled",
        "this is a wall, the board has a cell there: write '.' for a cell that may hold anything",
        "盤ではマスなのに、目標では壁になっています。何が来てもよいマスは '.' にしてください",
        "棋盘上这里是格子，目标中却是墙：放什么都行的格子请写 '.'";
    NO_PIECE = "goal-without-piece",
        "it names no piece: draw where a piece has to go, or leave the goal out",
        "目標に駒がありません。駒の行き先を描くか、目標を消してください",
        "目标里没有棋子：请画出棋子要去的地方，或去掉目标";
    TOO_MANY = "too-many",
        "it asks for {n} pieces of the shape of {letter}, and the board has {has}",
        "目標には {letter} の形の駒が {n} 個ありますが、盤には {has} 個です",
        "目标要 {n} 个与 {letter} 同形的棋子，棋盘上有 {has} 个";
    NEVER_STANDS = "never-stands",
        "piece {letter} can never stand here, its axis or a gate keeps it away: move it in the goal",
        "駒 {letter} は動ける向きか門のために、ここには置けません。目標で別の場所に描いてください",
        "棋子 {letter} 受移动方向或门的限制，不可能停在这里：请在目标中换个位置";
    NEVER_ARRIVES = "never-arrives",
        "piece {letter} never gets here, even on an empty board: draw its way out on the board, as floor or as a gate",
        "駒 {letter} は、ほかに駒がなくてもここへ来られません。外への通り道を床か門で盤に描いてください",
        "就算棋盘上没有别的棋子，棋子 {letter} 也到不了这里：请在棋盘上用地面或门画出它的出路";
    NOT_ON_BOARD = "not-on-board",
        "it names piece {letter}, and the board has none: name a piece of the board, or set goal_match = \"shape\"",
        "目標の駒 {letter} が盤にありません。盤にある駒にするか、goal_match = \"shape\" としてください",
        "目标中有棋子 {letter}，棋盘上却没有：请用棋盘上的棋子，或设 goal_match = \"shape\"";
    OTHER_SHAPE = "other-shape",
        "piece {letter} has another shape here than on the board: pieces do not turn",
        "駒 {letter} の形が盤と違います。駒は回りません",
        "棋子 {letter} 的形状与棋盘上不同：棋子不能转动";
    UNKNOWN = "unknown-piece",
        "{key} names piece {letter}, and the board has none: name pieces of the board",
        "{key} にある駒 {letter} が盤にありません。盤にある駒を挙げてください",
        "{key} 中的棋子 {letter} 不在棋盘上：请写棋盘上的棋子";
    NO_LETTER = "no-letter",
        "{key} names no piece: name one, or leave {key} out",
        "{key} に駒がありません。駒を挙げるか、{key} を消してください",
        "{key} 没有写棋子：请写上，或去掉 {key}";
    NO_AXIS = "no-axis",
        "piece {letter} has no long side to move along, it is {high} by {wide}: leave it out, or name it in axis.row or axis.column",
        "駒 {letter} は縦 {high} 横 {wide} で、長い辺がありません。外すか、axis.row か axis.column に挙げてください",
        "棋子 {letter} 高 {high} 宽 {wide}，没有可以沿着移动的长边：请去掉，或写在 axis.row 或 axis.column 中";
    TWO_AXES = "two-axes",
        "both {one} and {other} name piece {letter}: name it in one of them",
        "{one} と {other} の両方に駒 {letter} があります。どちらか一方にしてください",
        "{one} 和 {other} 中都有棋子 {letter}：请只写在其中一个";
    BAD_SIGN = "bad-sign",
        "gates: {sign} cannot stand for a gate: use one character other than '.' and '#'",
        "gates：{sign} は門の記号にできません。'.' と '#' 以外の一文字にしてください",
        "gates：{sign} 不能代表门：请用 '.' 和 '#' 以外的一个字符";
    NO_GATE = "no-gate",
        "gates: there is no {sign} on the board: draw it, or leave it out",
        "gates：盤に {sign} がありません。描くか、ここから外してください",
        "gates：棋盘上没有 {sign}：请画上，或从这里去掉";
    SHUT = "shut",
        "nobody can pass the gate {sign}: name a piece that fits into it, or draw a wall",
        "門 {sign} を通れる駒がありません。入れる大きさの駒を挙げるか、壁にしてください",
        "没有棋子能通过门 {sign}：请写上放得进去的棋子，或画成墙";
}
