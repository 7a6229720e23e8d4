// The phrases of first steps, of the puzzles of the days, and of positions that are kept.

export const DAY_PHRASES = /** @satisfies {Record<string, readonly [string, string, string]>} */ ({
  firstSteps: [
    "First steps: three tiny puzzles of each kind",
    "はじめの一歩：種類ごとに小さな三問",
    "入门：每类三道小题",
  ],
  stepNumber: ["{what} {n}", "{what} その{n}", "{what} 第 {n} 题"],
  path: ["Next: {what}", "次は：{what}", "下一题：{what}"],
  alsoToday: ["Also today", "今日のほかの問題", "今日其他题目"],
  calendar: ["Calendar", "カレンダー", "日历"],
  earlierMonth: ["Earlier month", "前の月", "上个月"],
  laterMonth: ["Later month", "次の月", "下个月"],
  keepPosition: ["Keep this position", "この局面を残す", "保存此局面"],
  keptAt: ["Back to move {n}", "{n} 手目に戻る", "回到第 {n} 步"],
  forgetKept: ["Forget this position", "この局面を消す", "删除此局面"],
});
