//! What is written on the blocks of Klotski: the people of 華容道, in Japanese those of 箱入り娘.

use super::rules::{Piece, Rules};
use tejun_core::Sentence;

tejun_core::sentences! {
    CAO_CAO = "cao-cao", "曹操", "娘", "曹操";
    GUAN_YU = "guan-yu", "關羽", "兄弟", "关羽";
    ZHANG_FEI = "zhang-fei", "張飛", "父親", "张飞";
    ZHAO_YUN = "zhao-yun", "趙雲", "母親", "赵云";
    MA_CHAO = "ma-chao", "馬超", "祖父", "马超";
    HUANG_ZHONG = "huang-zhong", "黃忠", "祖母", "黄忠";
    GENERAL = "general", "將", "番頭", "将";
    SOLDIER = "soldier", "卒", "小僧", "卒";
}

/// The generals beside Guan Yu, who is the first to lie across.
const GENERALS: [&Sentence; 4] = [&ZHANG_FEI, &ZHAO_YUN, &MA_CHAO, &HUANG_ZHONG];

/// The face of each piece, by its letter; none if this is not the 4x5 board with one 2x2 block and smaller ones.
pub(super) fn faces(rules: &Rules) -> Vec<(String, &'static Sentence)> {
    let size = |piece: &Piece| piece.shape.size();
    let big = rules.pieces.iter().filter(|piece| size(piece) == (2, 2)).count();
    let known =
        rules.pieces.iter().all(|piece| matches!(size(piece), (1 | 2, 1 | 2)) && piece.axis.is_none());
    let board =
        (rules.floor.rows, rules.floor.columns) == (5, 4) && rules.floor.inside.iter().all(|&inside| inside);
    if !(known && board && big == 1) {
        return Vec::new();
    }
    let across = rules.pieces.iter().position(|piece| size(piece) == (1, 2));
    let mut generals = GENERALS.into_iter();
    let face = |(index, piece): (usize, &Piece)| {
        let face = match size(piece) {
            (2, 2) => &CAO_CAO,
            (1, 1) => &SOLDIER,
            _ if Some(index) == across => &GUAN_YU,
            _ => generals.next().unwrap_or(&GENERAL),
        };
        (piece.letter.to_string(), face)
    };
    rules.pieces.iter().enumerate().map(face).collect()
}
