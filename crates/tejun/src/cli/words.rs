//! What the command line says to people.

use std::fmt::Display;

use tejun_puzzles::{Lang, Reason, Sentence};
use tejun_search::StopReason;

tejun_puzzles::sentences! {
    TITLE = "title", "{title} ({puzzle}, counted in {metric})", "{title}（{puzzle}、単位：{metric}）",
        "{title}（{puzzle}，单位：{metric}）";
    LEVEL = "level", ", level {n} of {of}", "　{of} 面中の {n} 面", " 第 {n} 关，共 {of} 关";
    LEVELS = "levels", "levels: {n}", "{n} 面", "共 {n} 关";
    SOLVED = "solved", "Solved in {cost}.", "{cost}で解けました。", "{cost}解开。";
    SOLVED_BEST = "solved-best", "Solved in {cost}, proved optimal.", "{cost}で解けました。最短であることを証明済みです。",
        "{cost}解开，已证明是最优解。";
    SOLVED_ANY = "solved-any", "Solved.", "解けました。", "已解开。";
    SOLVED_ANY_BEST = "solved-any-best", "Solved, proved optimal.", "解けました。最善であることを証明済みです。",
        "已解开，已证明是最优解。";
    UNSOLVABLE = "unsolvable", "There is no solution: {why}.", "解はありません：{why}。", "无解：{why}。";
    EXAMINED = "examined", "every reachable position was examined, and none is solved",
        "たどり着けるすべての局面を調べましたが、目標に達する局面はありません", "已检查所有能到达的局面，没有一个达到目标";
    STOPPED = "stopped", "Stopped before it was solved: {reason}.", "解ける前に止まりました：{reason}。",
        "在解开之前停止：{reason}。";
    BEST_SO_FAR = "best-so-far", "Stopped before it was proved: {reason}. The best line found takes {cost}.",
        "最短と証明する前に止まりました：{reason}。見つかった最もよい手順は{cost}です。",
        "在证明最优之前停止：{reason}。目前找到的最好走法是{cost}。";
    AT_LEAST = "at-least", "No solution has fewer than {cost}.", "{cost}より短い解はありません。",
        "没有少于{cost}的解。";
    EXIT = "exit", "Exit {n}, in {cost}:", "出口 {n}（{cost}）：", "出口 {n}（{cost}）：";
    SOLVES_IN = "solves-in", "It solves the puzzle in {cost}.", "{cost}で解けます。", "{cost}解开本题。";
    SOLVES = "solves", "It solves the puzzle.", "この手順で解けます。", "这个走法能解开本题。";
    SOLVES_NOT = "solves-not", "Legal, but it does not solve the puzzle.", "手順は正しいですが、解けていません。",
        "走法合法，但没有解开。";
    COST_SO_FAR = "cost-so-far", "So far it takes {cost}.", "ここまで{cost}です。", "到此为止用了{cost}。";
    AS_KNOWN = "as-known", "Nothing better is known.", "知られている最善の解と同じです。", "与已知的最好结果相同。";
    MORE_THAN_KNOWN = "more-than-known", "The best known takes {best}: this is {more} more.",
        "知られている最善は{best}で、それより{more}多くかかっています。", "已知最好的是{best}，这里多用了{more}。";
    BETTER_THAN_KNOWN = "better-than-known", "The best known takes {best}: this is {less} less.",
        "知られている最善は{best}で、それより{less}少なく済んでいます。", "已知最好的是{best}，这里少用了{less}。";
    ILLEGAL = "illegal", "Not legal; this is the board after {moves} of the line.",
        "動かせない手があります。その前まで {moves}進めた盤です。", "走法不合法；这是走了{moves}之后的棋盘。";
    COUNTED_PART = "counted-part", "Stopped before the count was complete: {reason}. So far:",
        "数え終わる前に止まりました：{reason}。ここまで：", "没有数完就停止了：{reason}。到此为止：";
    FEWEST = "fewest", "The fewest are {cost}.", "あと最短で{cost}です。", "最少还要 {cost}。";
    IS_SOLVED = "is-solved", "It is solved.", "もう解けています。", "已经解开。";
    IS_LOST = "is-lost", "It can no longer be solved.", "もう解けません。", "已经解不开了。";
    WHY_PART = "why-part", "Stopped before it was known whether it can be solved: {reason}.",
        "解けるかどうかが分かる前に止まりました：{reason}。", "还不知道能否解开就停止了：{reason}。";
    CHAPTER = "chapter", "Moves {from} to {to}: {fact}.", "{from}〜{to} 手目：{fact}。", "第 {from} 至 {to} 步：{fact}。";
    CHAPTER_OF_ONE = "chapter-of-one", "Move {from}: {fact}.", "{from} 手目：{fact}。", "第 {from} 步：{fact}。";
    REST = "rest", "the rest, of which no single thing is proved to be needed",
        "残りの手順（欠かせないことは見つかっていません）", "其余各步（未发现非做不可的事）";
    FACT = "fact", "{fact} ({n} positions examined)", "{fact}（{n} 局面を調べました）", "{fact}（已检查 {n} 个局面）";
    FACT_ONE = "fact-one", "{fact} (1 position examined)", "{fact}（1 局面を調べました）", "{fact}（已检查 1 个局面）";
    NO_FACT = "no-fact", "Nothing that was asked is true of every solution.",
        "調べたことのうち、どの解にも共通するものはありません。",
        "所查之中，没有哪一条是每个解都必须的。";
    MORE_FACTS = "more-facts", "{n} more: --json has them all.", "ほかに {n} 件：--json ですべて出ます。",
        "还有 {n} 条：--json 列出全部。";
    UNSETTLED = "unsettled", "{n} questions were too long for the limits: nothing is said of them.",
        "{n} 件は制限内に調べきれず、結論を出していません。",
        "有 {n} 个问题超出限制，不作结论。";
    UNSETTLED_ONE = "unsettled-one", "1 question was too long for the limits: nothing is said of it.",
        "1 件は制限内に調べきれず、結論を出していません。", "有 1 个问题超出限制，不作结论。";
    MOVE_UNJUDGED = "move-unjudged", "So there is nothing to say of {move}.", "そのため {move} について言えることはありません。",
        "因此对 {move} 无可评价。";
    SOLUTIONS = "solutions", "solutions", "解の数", "解的个数";
    IMAGES = "images", "with all images", "対称なものも数えると", "含对称的";
    CERTIFIED = "certified", "{file}: the certificate, {bytes} bytes, made in {seconds} s",
        "{file}：証明書、{bytes} バイト、作成に {seconds} 秒", "{file}：证书，{bytes} 字节，用时 {seconds} 秒";
    GUIDED = "guided", "It names what guides a search, which a check repeats.",
        "証明書は探索を導く下界だけを示し、検証では同じ探索をやり直します。", "证书只写明引导搜索的下界，核对时会重做这次搜索。";
    UNCERTIFIED = "uncertified", "Stopped before it was proved: {reason}. There is no certificate.",
        "証明が終わる前に止まりました：{reason}。証明書はありません。", "没有证完就停止了：{reason}。没有证书。";
    VERIFIED = "verified", "Verified by the rules alone: {checked}, {seconds} s",
        "規則だけで確かめました（{seconds} 秒）", "仅凭规则核对无误，用时 {seconds} 秒";
    UNVERIFIED = "unverified", "Stopped before the check was complete: {reason}. Whether the certificate holds is unknown.",
        "確かめ終わる前に止まりました：{reason}。証明書が正しいかどうかは分かりません。",
        "核对尚未完成就停止了：{reason}。无法断定证书是否成立。";
    CLAIM_OPTIMAL = "claim-optimal", "No line is shorter than the one of {n} that the certificate gives.",
        "証明書の解のコストは {n} で、これより小さいコストの解はありません。", "证书中的解法代价为 {n}，没有代价更小的解法。";
    CLAIM_UNSOLVABLE = "claim-unsolvable", "There is no solution.", "解はありません。", "没有解。";
    CLAIM_REACHABLE = "claim-reachable", "Exactly {n} positions can be reached.",
        "到達できる局面はちょうど {n} です。", "能到达的局面正好有 {n} 个。";
    CLAIM_SOLUTIONS = "claim-solutions", "There are {n} solutions, {all} with all images.",
        "解は {n} 通り、対称なものも数えると {all} 通りです。", "共有 {n} 个解，含对称的 {all} 个。";
    CLAIM_SCORE = "claim-score", "No play scores more than the {n} of the certificate's line.",
        "証明書の手順の {n} 点を超える得点はありません。", "没有得分超过证书中 {n} 分的玩法。";
    EXPLORED_PART = "explored-part", "Stopped before the space was complete: {reason}. This much is exact:",
        "すべて調べる前に止まりました：{reason}。ここまでは正確です：", "没有查完就停止了：{reason}。以下是准确的：";
    EXPLORED = "explored", "The whole space:", "すべての局面：", "全部局面：";
    POSITIONS = "positions", "positions", "局面", "局面";
    CLASSES = "classes", "classes under symmetry", "対称を除いた局面", "不计对称的局面";
    FARTHEST = "farthest", "farthest from the start", "最初から最も遠い局面まで", "离开局最远";
    GOALS = "goals", "solved positions", "解けた局面", "已解局面";
    DEAD_ENDS = "dead-ends", "positions without a move", "動けない局面", "无路可走的局面";
    LINES = "lines", "shortest lines to a goal", "最短手順の数", "最短走法数";
    GOAL_DEPTHS = "goal-depths", "depths of the goals", "解けた局面の深さ", "已解局面的深度";
    BY_DEPTH = "by-depth", "Positions by depth{unit}:", "深さごとの局面数{unit}：", "各深度的局面数{unit}：";
    A_FARTHEST = "a-farthest", "A farthest position:", "最も遠い局面：", "最远的一个局面：";
    EFFORT = "effort", "{expanded} positions expanded, {stored} stored, {seconds} s, {bytes}",
        "展開 {expanded} 局面、保存 {stored} 局面、{seconds} 秒、{bytes}",
        "展开 {expanded} 个局面，存储 {stored} 个，{seconds} 秒，{bytes}";
    STATES = "states", "the limit on states was reached", "局面数の上限に達しました", "达到局面数上限";
    MEMORY = "memory", "the memory limit was reached", "メモリの上限に達しました", "达到内存上限";
    DISK = "disk", "the disk refused", "ディスクに書けませんでした", "磁盘拒绝写入";
    DEPTH = "depth", "the depth limit was reached", "深さの上限に達しました", "达到深度上限";
    TIME = "time", "the time was over", "時間切れです", "时间用完";
    INTERRUPTED = "interrupted", "it was interrupted", "中断されました", "被中断";
    WIDTH = "width", "the beam was too narrow", "ビームの幅が足りませんでした", "集束宽度不足";
}

/// A sentence in a language, with its arguments.
pub(super) fn say(
    sentence: &'static Sentence,
    lang: Lang,
    arguments: &[(&'static str, &dyn Display)],
) -> String {
    let with = |reason: Reason, (name, value): &(&'static str, &dyn Display)| reason.with(name, value);
    arguments.iter().fold(Reason::new(sentence), with).text(lang)
}

/// Why a search stopped.
pub(super) fn why_stopped(reason: StopReason, lang: Lang) -> &'static str {
    let sentence: &Sentence = match reason {
        StopReason::States => &STATES,
        StopReason::Memory => &MEMORY,
        StopReason::Disk => &DISK,
        StopReason::Depth => &DEPTH,
        StopReason::Time => &TIME,
        StopReason::Interrupted => &INTERRUPTED,
        StopReason::Width => &WIDTH,
        _ => return reason.code(),
    };
    sentence.text(lang)
}
