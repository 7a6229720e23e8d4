//! The fixed facts.

use super::{levels, text, verbs};
use crate::{FamilyInfo, RuleExample, Script, Shelf};
use tejun_core::{LineFormat, NotationInfo};

crate::sentences! {
    TITLE = "puzzlescript", "PuzzleScript", "PuzzleScript", "PuzzleScript";
    ABOUT = "about",
        "games written in PuzzleScript, level by level",
        "PuzzleScriptで書かれたゲームをレベルごとに解く",
        "用 PuzzleScript 编写的游戏，逐关求解";
    PLAYING = "playing",
        "Step the arrow keys, and the space bar for an action, until the level is won. What moves and what wins, the game itself says in its rules.",
        "矢印キーとスペースキー（アクション）でレベルのクリアを目指します。何が動き、何で勝ちになるかは、ゲームのルール次第です。",
        "用方向键和空格键（动作）设法过关。什么会动、怎样算赢，由游戏自己的规则决定。";
    SOURCE = "source", "the source of a game", "ゲームのソース", "游戏的源代码";
    NOTHING = "nothing",
        "this key changes nothing here",
        "ここでそのキーを押しても何も変わりません",
        "在这里按这个键不会有任何变化";
}

/// A source in a few lines.
const EXAMPLE: &str = "title A game\n\nOBJECTS\n\nBackground\nblack\n\nPlayer\nred\n\nWall\nblue\n\nTarget\nyellow\n\nLEGEND\n\n. = Background\n# = Wall\nP = Player\nO = Target\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nTarget\nPlayer, Wall\n\nRULES\n\nWINCONDITIONS\n\nAll Player on Target\n\nLEVELS\n\n####\n#PO#\n####\n";

/// A small game of one level.
const TEMPLATE: &str = include_str!("../../library/puzzlescript/a-push.toml");

/// The fixed facts of the family.
pub(crate) const FAMILY: FamilyInfo = FamilyInfo {
    title: Some(&TITLE),
    about: Some(&ABOUT),
    names: &["puzzle script"],
    rule_examples: &[RuleExample::new(&PLAYING).shown(TEMPLATE)],
    why_not: &NOTHING,
    notations: &[NotationInfo {
        marked: true,
        ..NotationInfo::new("source", &SOURCE, EXAMPLE, text::import)
    }],
    collection: levels::collection,
    script: Some(Script { key: "game", diagnose: text::diagnose }),
    verbs: verbs::verbs,
    shelves: &[Shelf {
        fame: 60,
        known: &["caterpillar"],
        first_steps: &["a-push", "handle-with-care", "lodestone"],
        ..Shelf::PLAIN
    }],
    library: Some(|| crate::library::of("puzzlescript")),
    leveled: true,
    line_format: LineFormat::Characters,
    ..FamilyInfo::new("puzzlescript", TEMPLATE)
};
