//! Why a piece cannot be placed, and why a region cannot be filled.

use tejun_core::sentences;

sentences! {
    NO_MOVE = "no-move",
        "{move} is not a piece, a colon and the numbers of different cells, as in P:1,2,3,13,14",
        "{move} は「P:1,2,3,13,14」のような、ピース・コロン・異なるマス番号の形ではありません",
        "{move} 不是“P:1,2,3,13,14”那样的拼块、冒号和互不相同的格号";
    NO_PIECE = "no-piece",
        "there is no piece {piece} in this puzzle",
        "この問題にピース {piece} はありません",
        "本题没有拼块 {piece}";
    NO_LABEL = "no-label",
        "no cell to fill is called {cell}",
        "{cell} という、埋めるマスはありません",
        "没有名为 {cell} 的待填格";
    NO_CELL = "no-cell",
        "there is no cell {cell}: cells are numbered from 1 to {most}",
        "マス {cell} はありません。マスの番号は 1 から {most} までです",
        "没有 {cell} 号格：格号从 1 到 {most}";
    NONE_LEFT = "none-left",
        "no piece {piece} is left",
        "ピース {piece} はもう残っていません",
        "拼块 {piece} 已经用完";
    WRONG_FORM = "wrong-form",
        "piece {piece} cannot cover these cells",
        "ピース {piece} ではこれらのマスを覆えません",
        "拼块 {piece} 盖不成这些格";
    OUTSIDE = "outside",
        "piece {piece} would stick out of the region",
        "ピース {piece} が盤からはみ出します",
        "拼块 {piece} 会伸出区域";
    OVERLAP = "overlap",
        "piece {piece} would lie on piece {other} at cell {cell}",
        "ピース {piece} がマス {cell} でピース {other} と重なります",
        "拼块 {piece} 会在 {cell} 号格压住拼块 {other}";
    AREA = "area",
        "the pieces have {pieces} {pieces|cell|cells}, the region has {region}",
        "ピースは合わせて {pieces} マス、盤は {region} マスです",
        "拼块共 {pieces} 格，而区域有 {region} 格";
    AREA_SHARE = "area-share",
        "the region has {region} {region|cell|cells}, which is no multiple of {size}",
        "盤は {region} マスで、{size} マスのピースでは割り切れません",
        "区域有 {region} 格，不是 {size} 的倍数";
    AREA_BETWEEN = "area-between",
        "the pieces have {pieces} {pieces|cell|cells}, the region has {region}, of which {optional} may stay empty",
        "ピースは合わせて {pieces} マス、盤は {region} マスで、うち {optional} マスまで空けられます",
        "拼块共 {pieces} 格，而区域有 {region} 格，其中 {optional} 格可以空着";
    TRY_EMPTY = "try-empty",
        "try to leave cell {cell} empty",
        "マス {cell} を空けてみる",
        "试着空出 {cell} 号格";
    NOT_EMPTY = "not-empty",
        "cell {cell} cannot stay empty",
        "マス {cell} は空けられない",
        "{cell} 号格不能空着";
    EMPTY = "empty", "leave cell {cell} empty", "マス {cell} を空ける", "空出 {cell} 号格";
    FREE_AGAIN = "free-again",
        "cell {cell} is free again",
        "マス {cell} をまた使えるようにする",
        "{cell} 号格重新可用";
    FITS_NOWHERE = "fits-nowhere",
        "piece {piece} fits nowhere",
        "ピース {piece} はどこにも入りません",
        "拼块 {piece} 哪里都放不下";
    PART = "part",
        "a free part of {cells} {cells|cell|cells} cannot be made up of pieces",
        "{cells} マスの空き部分は、ピースの大きさの和になりません",
        "有一块 {cells} 格的空区，拼块的格数凑不出来";
    CHECKERBOARD = "checkerboard",
        "coloured like a chessboard, the region has {excess} more {excess|cell|cells} of one colour, and the pieces cannot differ by that",
        "市松模様に塗ると盤の二色の差は {excess} マスですが、ピースではその差を作れません",
        "按棋盘染色，区域两色相差 {excess} 格，而拼块凑不出这个差";
    STRIPES = "stripes",
        "coloured in stripes along the {lines}, the region has {excess} more {excess|cell|cells} of one colour, and the pieces cannot differ by that",
        "縞模様（{lines}）に塗ると盤の二色の差は {excess} マスですが、ピースではその差を作れません",
        "按条纹（{lines}）染色，区域两色相差 {excess} 格，而拼块凑不出这个差";
    TRY = "try",
        "try piece {piece} on cell {cell}",
        "マス {cell} にピース {piece} を試す",
        "在 {cell} 号格试拼块 {piece}";
    MISFIT = "misfit",
        "piece {piece} does not fit onto cell {cell}",
        "ピース {piece} はマス {cell} に入らない",
        "拼块 {piece} 放不到 {cell} 号格上";
    PLACED = "placed", "put {move}", "{move} を置く", "放下 {move}";
    PRUNED = "pruned",
        "the pieces left cannot make up the enclosed area of {cells} {cells|cell|cells}",
        "囲まれた {cells} マスは残りのピースでは埋められない",
        "剩下的拼块凑不出被围住的 {cells} 格";
    TAKEN_BACK = "taken-back", "take {move} back", "{move} を取り除く", "取回 {move}";
    SOLUTION = "solution", "the region is filled", "すべて埋まった", "全部填满";
    EXHAUSTED = "exhausted", "everything has been tried", "すべて試した", "所有情况都试过了";
}
