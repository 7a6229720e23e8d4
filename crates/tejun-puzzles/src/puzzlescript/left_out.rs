//! What is left out of a game: rules and the action key, where that is asked for, and what is only looked at, so that a level
//! can be searched though some of its rules are random.

use std::sync::Arc;

use tejun_puzzlescript::{Game, Level, Look, Model, ModelError, compile_without};

use crate::Reason;
use tejun_core::input::{InputError, Keys};
use tejun_core::{NO_ACTION, WITHOUT};

crate::sentences! {
    LOOK = "look",
        "random rules that only choose a look are left out, as on line {line}",
        "{line} 行目のルールのように、ランダムに見た目だけを選ぶルールは除いています",
        "只随机选择外观的规则（如第 {line} 行）不计在内";
    RULE = "without-rule",
        "this is about the game without the rule on line {line}",
        "{line} 行目のルールを除いたゲームについての答えです",
        "这里说的是去掉第 {line} 行规则后的游戏";
    RULES = "without-rules",
        "this is about the game without the rules on lines {lines}",
        "{lines} 行目のルールを除いたゲームについての答えです",
        "这里说的是去掉第 {lines} 行规则后的游戏";
    ACTION = "no-action",
        "this is about the game without its action key",
        "アクションキーを使わないゲームについての答えです",
        "这里说的是不使用动作键的游戏";
    NOT_STATED = "not-stated",
        "a certificate states a whole game: there is none of a level of which rules are left out",
        "証明書はゲーム全体について述べるものです。ルールを除いたレベルの証明書はありません",
        "证书陈述的是整个游戏：去掉了规则的关卡没有证书";
}

/// What a file leaves out of its game.
#[derive(Clone, Default)]
pub(super) struct Omitted {
    /// The lines of rules, ascending.
    pub lines: Vec<usize>,
    /// The action key.
    pub no_action: bool,
}

impl Omitted {
    /// Takes the keys of a file.
    pub fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let mut lines: Vec<usize> = keys.take(WITHOUT)?.unwrap_or_default();
        lines.sort_unstable();
        lines.dedup();
        Ok(Omitted { lines, no_action: keys.take(NO_ACTION)?.unwrap_or_default() })
    }

    pub fn is_nothing(&self) -> bool {
        self.lines.is_empty() && !self.no_action
    }

    /// The game of a source without it.
    ///
    /// # Errors
    /// If the source has an error, or no rule on one of the lines.
    pub fn compile(&self, source: &str) -> Result<Game, InputError> {
        let game = compile_without(source, &self.lines);
        let mut game = game.map_err(|error| InputError::new(error.to_string()))?;
        game.settings.noaction |= self.no_action;
        Ok(game)
    }

    /// Says what it is.
    pub fn sentences(&self) -> impl Iterator<Item = Reason> {
        let rules = match &self.lines[..] {
            [] => None,
            [line] => Some(Reason::new(&RULE).with("line", line)),
            lines => {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                Some(Reason::new(&RULES).with("lines", lines.join(", ")))
            }
        };
        rules.into_iter().chain(self.no_action.then(|| Reason::new(&ACTION)))
    }
}

/// The model of a level, and if random rules that only choose a look had to be left out, the line of the first.
///
/// # Errors
/// If the level cannot be searched.
pub(super) fn model(game: &Arc<Game>, level: &Level) -> Result<(Box<dyn Model>, Option<usize>), ModelError> {
    let why = match tejun_puzzlescript::model(game.clone(), level) {
        Err(why @ ModelError::Random(_)) => why,
        model => return Ok((model?, None)),
    };
    let Some(Look { game, lines, .. }) = Look::leave_out(game, level) else { return Err(why) };
    Ok((tejun_puzzlescript::model(Arc::new(game), level)?, lines.first().copied()))
}
