//! What the family says of itself, and of what a board is painted with.

use crate::reason::Sentence;

pub(super) static TITLE: Sentence =
    Sentence { code: "packing", en: "Packing", ja: "詰め込みパズル", zh: "拼板" };

pub(super) static ABOUT: Sentence = Sentence {
    code: "about",
    en: "fill a region with polyominoes: KATAMINO, pentominoes, any set of pieces",
    ja: "盤をポリオミノで埋める：KATAMINO、ペントミノ、好きな駒の組",
    zh: "用多格骨牌填满区域：KATAMINO、五格骨牌、任意棋子组",
};

pub(super) static KATAMINO: Sentence = Sentence {
    code: "katamino",
    en: "5 rows and as many columns as letters of FILNPTUVWXYZ",
    ja: "縦 5、横は選んだ駒（FILNPTUVWXYZ）の数",
    zh: "5 行，列数等于所选棋子（FILNPTUVWXYZ）数",
};

pub(super) static PENTOMINOES: Sentence = Sentence {
    code: "pentominoes",
    en: "all twelve pentominoes in R rows, C columns",
    ja: "十二種のペントミノすべてを R 行 C 列に",
    zh: "十二个五格骨牌填 R 行 C 列",
};

pub(super) static FILL: Sentence =
    Sentence { code: "fill", en: "to fill", ja: "埋めるマス", zh: "要填的格" };

pub(super) static HOLE: Sentence = Sentence { code: "hole", en: "a hole", ja: "穴", zh: "洞" };

/// A small puzzle to begin with.
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
