//! The family's texts: its description, and the names of what the editor paints.

use tejun_core::sentences;

sentences! {
    TITLE = "packing", "Packing", "敷き詰めパズル", "五连方拼板";
    KNOWN_AS = "known-as", "KATAMINO", "KATAMINO", "KATAMINO";
    ABOUT = "about",
        "fill a region with polyominoes: KATAMINO, pentominoes, any set of pieces",
        "盤をポリオミノで埋める：KATAMINO、ペントミノ、好きなピースの組",
        "用多连方填满区域：KATAMINO、五连方、任意一组拼块";
    KATAMINO = "katamino",
        "5 rows and as many columns as letters of FILNPTUVWXYZ",
        "縦 5、横は選んだピース（FILNPTUVWXYZ）の数",
        "5 行，列数等于所选拼块（FILNPTUVWXYZ）数";
    PENTOMINOES = "pentominoes",
        "all twelve pentominoes in R rows, C columns",
        "十二種のペントミノすべてを R 行 C 列に",
        "用十二个五连方填满 R 行 C 列";
    CALENDAR = "calendar",
        "a board of months and days that leaves this date free; MM-DD-WEEKDAY: with weekdays",
        "月と日の盤で、この日付だけを空ける。MM-DD-WEEKDAY なら曜日も",
        "由月和日组成的盘面，只露出这一天；MM-DD-WEEKDAY 还带星期";
    BOX = "box",
        "a box of L layers, R rows, C columns, filled by the set of its size: Soma, tetracubes, pentominoes, Bedlam",
        "L 層 R 行 C 列の箱を、大きさの合う組（ソーマ、テトラキューブ、ペントミノ、ベドラム）で埋める",
        "L 层 R 行 C 列的盒子，用格数相符的一套（索玛、四连立方、五连方、贝德拉姆）填满";
    CYLINDER = "cylinder",
        "all twelve pentominoes on a cylinder of R rows, C columns around; torus:RxC joins all sides",
        "十二種のペントミノを、縦 R、周囲 C の円筒に。torus:RxC なら上下もつながる",
        "十二个五连方铺满 R 行、一圈 C 列的圆柱；torus:RxC 上下也相接";
    PIECES = "pieces", "pentominoes, one of each letter", "ペントミノ（文字ごとに一つ）", "五连方（每个字母一块）";
    FILL = "fill", "to fill", "埋めるマス", "要填的格";
    HOLE = "hole", "a hole", "穴", "洞";
    OPTIONAL = "optional", "may stay empty", "空いてもよいマス", "可以空着的格";
    STAYS_EMPTY = "stays-empty",
        "cells with ? may stay empty",
        "? のマスは空いたままでもよい",
        "带 ? 的格可以空着";
    LIES = "lies",
        "in every solution, {piece} lies on {cells}",
        "どの解でも、{piece} は {cells} に入ります",
        "每个解里，{piece} 都放在 {cells}";
    FILLED_BY = "filled-by",
        "only {piece} can cover {cells}: with another piece there, the rest cannot be filled",
        "{cells} に入るのは {piece} だけです。ほかのピースでは残りが埋まりません",
        "{cells} 只能由 {piece} 盖住：换成别的拼块，其余就填不满";
    FILLED_BY_SOME = "filled-by",
        "only one of {piece} can cover {cells}: with another piece there, the rest cannot be filled",
        "{cells} に入るのは {piece} のどれかだけです。ほかのピースでは残りが埋まりません",
        "{cells} 只能由 {piece} 之一盖住：换成别的拼块，其余就填不满";
    UNFILLABLE = "hole",
        "no choice of the pieces left fills the hole of {number} {number|cell|cells} at {cells}",
        "残りのピースをどう選んでも、{cells} の {number} マスの穴は埋まりません",
        "剩下的拼块怎么选都填不满 {cells} 这 {number} 格的洞";
    USED_UP = "hole-used",
        "the hole of {number} {number|cell|cells} at {cells} takes only {pieces}, and none of that is left",
        "{cells} の {number} マスの穴に入るのは {pieces} だけですが、もう残っていません",
        "{cells} 这 {number} 格的洞只放得下 {pieces}，而它们已经用掉了";
    MISPLACED = "misplaced",
        "with {piece} on {cells} the board cannot be filled, wherever the others lie",
        "{piece} を {cells} に置いたままでは、ほかをどう置いても埋まりません",
        "{piece} 放在 {cells}，其余无论怎么放都填不满";
    TAKE_BACK = "take-back",
        "take {piece} back from {cells}: without it there, the rest can be filled",
        "{piece} を {cells} から取り除けば、残りを埋められます",
        "把 {piece} 从 {cells} 取回，其余就能填满";
}

/// A small puzzle to start from.
pub(super) const TEMPLATE: &str = "\
puzzle = \"packing\"
title = \"My puzzle\"
pieces = \"LPUVWY\"
board = '''
oooooo
oooooo
oooooo
oooooo
oooooo'''
";
