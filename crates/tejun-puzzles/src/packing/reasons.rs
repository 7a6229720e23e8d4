//! Why a piece cannot be placed, and why a region cannot be filled.

use crate::reason::Sentence;

pub(super) static NO_MOVE: Sentence = Sentence {
    code: "no-move",
    en: "{move} is not a piece, a colon and the numbers of different cells, as in P:1,2,3,13,14",
    ja: "{move} は「P:1,2,3,13,14」のような、駒・コロン・異なるマス番号の形ではありません",
    zh: "{move} 不是“P:1,2,3,13,14”那样的棋子、冒号和互不相同的格号",
};

pub(super) static NO_PIECE: Sentence = Sentence {
    code: "no-piece",
    en: "there is no piece {piece} in this puzzle",
    ja: "この問題に駒 {piece} はありません",
    zh: "本题没有棋子 {piece}",
};

pub(super) static NO_CELL: Sentence = Sentence {
    code: "no-cell",
    en: "there is no cell {cell}: cells are numbered from 1 to {most}",
    ja: "マス {cell} はありません。マスの番号は 1 から {most} までです",
    zh: "没有 {cell} 号格：格号从 1 到 {most}",
};

pub(super) static NONE_LEFT: Sentence = Sentence {
    code: "none-left",
    en: "no piece {piece} is left",
    ja: "駒 {piece} はもう残っていません",
    zh: "棋子 {piece} 已经用完",
};

pub(super) static WRONG_FORM: Sentence = Sentence {
    code: "wrong-form",
    en: "piece {piece} cannot cover these cells",
    ja: "駒 {piece} ではこれらのマスを覆えません",
    zh: "棋子 {piece} 盖不成这些格",
};

pub(super) static OUTSIDE: Sentence = Sentence {
    code: "outside",
    en: "piece {piece} would stick out of the region",
    ja: "駒 {piece} が盤からはみ出します",
    zh: "棋子 {piece} 会伸出区域",
};

pub(super) static OVERLAP: Sentence = Sentence {
    code: "overlap",
    en: "piece {piece} would lie on piece {other} at cell {cell}",
    ja: "駒 {piece} がマス {cell} で駒 {other} と重なります",
    zh: "棋子 {piece} 会在 {cell} 号格压住棋子 {other}",
};

pub(super) static AREA: Sentence = Sentence {
    code: "area",
    en: "the pieces have {pieces} cells, the region has {region}",
    ja: "駒は合わせて {pieces} マス、盤は {region} マスです",
    zh: "棋子共 {pieces} 格，而区域有 {region} 格",
};

pub(super) static FITS_NOWHERE: Sentence = Sentence {
    code: "fits-nowhere",
    en: "piece {piece} fits nowhere",
    ja: "駒 {piece} はどこにも入りません",
    zh: "棋子 {piece} 哪里都放不下",
};

pub(super) static PART: Sentence = Sentence {
    code: "part",
    en: "a free part of {cells} cells cannot be made up of pieces",
    ja: "{cells} マスの空き部分は、駒の大きさの和になりません",
    zh: "有一块 {cells} 格的空区，棋子的格数凑不出来",
};

pub(super) static CHECKERBOARD: Sentence = Sentence {
    code: "checkerboard",
    en: "coloured like a chessboard, the region has {excess} more cells of one colour, and the pieces cannot differ by that",
    ja: "市松模様に塗ると盤の二色の差は {excess} マスですが、駒ではその差を作れません",
    zh: "按棋盘染色，区域两色相差 {excess} 格，而棋子凑不出这个差",
};

pub(super) static STRIPES: Sentence = Sentence {
    code: "stripes",
    en: "coloured in stripes along the {lines}, the region has {excess} more cells of one colour, and the pieces cannot differ by that",
    ja: "縞模様（{lines}）に塗ると盤の二色の差は {excess} マスですが、駒ではその差を作れません",
    zh: "按条纹（{lines}）染色，区域两色相差 {excess} 格，而棋子凑不出这个差",
};

pub(super) static TRY: Sentence = Sentence {
    code: "try",
    en: "try piece {piece} on cell {cell}",
    ja: "マス {cell} に駒 {piece} を試す",
    zh: "在 {cell} 号格试棋子 {piece}",
};

pub(super) static MISFIT: Sentence = Sentence {
    code: "misfit",
    en: "piece {piece} does not fit onto cell {cell}",
    ja: "駒 {piece} はマス {cell} に入らない",
    zh: "棋子 {piece} 放不到 {cell} 号格上",
};

pub(super) static PLACED: Sentence =
    Sentence { code: "placed", en: "put {move}", ja: "{move} を置く", zh: "放下 {move}" };

pub(super) static PRUNED: Sentence = Sentence {
    code: "pruned",
    en: "the pieces left cannot make up the enclosed area of {cells} cells",
    ja: "囲まれた {cells} マスは残りの駒では埋められない",
    zh: "剩下的棋子凑不出被围住的 {cells} 格",
};

pub(super) static TAKEN_BACK: Sentence =
    Sentence {
        code: "taken-back", en: "take {move} back", ja: "{move} を取り除く", zh: "取回 {move}"
    };

pub(super) static SOLUTION: Sentence =
    Sentence {
        code: "solution", en: "the region is filled", ja: "すべて埋まった", zh: "全部填满"
    };

pub(super) static EXHAUSTED: Sentence = Sentence {
    code: "exhausted",
    en: "everything has been tried",
    ja: "すべて試した",
    zh: "所有情况都试过了",
};
