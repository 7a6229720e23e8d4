//! The rules as the page explains them, and the levels of random puzzles.

use super::words;
use tejun_core::{Draw, Levels, RuleExample, sentences};

sentences! {
    COVER = "cover",
        "cover the whole board with {pieces|the one piece|all {pieces} pieces}, without gaps and without overlaps",
        "{pieces} 個のピースをすべて使い、盤をすき間なく、重ねずに埋める",
        "用全部 {pieces} 个拼块铺满整个盘面，不留空隙也不重叠";
    COVER_MOST = "cover-most",
        "put {pieces|the one piece|all {pieces} pieces} on the board without overlaps, so that only cells with ? stay empty",
        "{pieces} 個のピースをすべて重ねずに置き、空きが ? のマスだけになるようにする",
        "把全部 {pieces} 个拼块不重叠地放到盘上，只让带 ? 的格空着";
    COVER_SOME = "cover-some",
        "cover the whole board with {used} of the {pieces} {pieces|piece|pieces}, without gaps and without overlaps",
        "{pieces} 個のピースから {used} 個を選び、盤をすき間なく、重ねずに埋める",
        "从 {pieces} 个拼块中选 {used} 个铺满整个盘面，不留空隙也不重叠";
    REGION = "region",
        "Put every piece of the tray on the board, so that each cell is covered once.",
        "下のピースをすべて盤に置き、どのマスもちょうど一度ずつ覆います。",
        "把下方的拼块全部放到盘上，使每格恰好被覆盖一次。";
    TURNED = "turned",
        "Pieces may be turned and flipped over, unless the puzzle forbids it. A piece that lies can be moved, or taken off again.",
        "問題で禁じられていなければ、ピースは回しても裏返しても構いません。置いたピースは動かしたり外したりできます。",
        "除非题目禁止，拼块可以旋转和翻面。放好的拼块可以再移动或取下。";
    KATAMINO = "katamino",
        "In KATAMINO, the board has five rows, and as many columns as there are pieces.",
        "KATAMINO の盤は縦 5 マスで、横のマス数はピースの個数と同じです。",
        "KATAMINO 的盘面有五行，列数等于拼块数。";
}

const THREE: &str = "puzzle = 'packing'\npieces = 'PUY'\nboard = '''\nooo\nooo\nooo\nooo\nooo'''\n";

pub(super) static RULE_EXAMPLES: [RuleExample; 3] = [
    RuleExample::new(&REGION).shown(THREE),
    RuleExample::new(&TURNED).shown(THREE).after("Y:1,4,5,7,10 U:2,3,6,8,9"),
    RuleExample::new(&KATAMINO),
];

/// The more pieces, the harder.
pub(super) static DRAWS: [Draw; 1] = [Draw {
    verb: "packing",
    title: &words::KNOWN_AS,
    levels: Levels::Options(&[
        &[("board", "5x3")],
        &[("board", "5x4")],
        &[("board", "5x5")],
        &[("board", "5x6")],
        &[("board", "5x8")],
    ]),
}];
