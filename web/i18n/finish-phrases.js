// The phrases of the end of a game.

export const FINISH_PHRASES = /** @satisfies {Record<string, readonly [string, string, string]>} */ ({
  solved: ["Solved!", "解けました！", "解开了！"],
  solvedBest: ["Solved, and nobody can do better!", "最短で解けました！", "解开了，而且是最优解！"],
  solvedMost: ["Solved, and nobody can score more!", "最高得点で解けました！", "解开了，而且是最高分！"],
  seen: [
    "Solved, but not all moves were yours.",
    "解けましたが、自分で考えて進めた手ばかりではありません。",
    "解开了，但有些步不是你自己走的。",
  ],
  seenMark: ["seen, not counted", "記録には残りません", "不计入成绩"],
  stars: ["{n} of 3 stars", "星 {n} / 3", "{n} / 3 星"],
  starsInAll: ["{n} {n|star|stars}", "星 {n}", "{n} 颗星"],
  provedShortest: ["(proved: nobody can do better)", "（証明済み）", "（已证明）"],
  allAlike: ["All solutions are equally good.", "どの解でも評価は同じです。", "所有解都一样好。"],
  solutionsInAll: [
    "There {n|is|are} {n} {n|solution|solutions} in all.",
    "解は全部で {n} 通りです。",
    "共有 {n} 个解。",
  ],
  leastProved: [
    "The best is {n} {metric}, as is proved.",
    "最短は {n} {metric}（証明済み）。",
    "最少 {n} {metric}（已证明）。",
  ],
  mostProved: [
    "The highest score is {n}, as is proved.",
    "最高得点は {n}（証明済み）。",
    "最高分为 {n}（已证明）。",
  ],
  bestUnknown: ["What is best here is not proved.", "最善かどうかは未証明です。", "尚未证明最优解。"],
  tryAgain: ["Try again", "もう一度試す", "重试"],
  notKept: [
    "The storage of this browser is full or blocked: your results last only as long as this page is open.",
    "ブラウザーの保存領域がいっぱいか、使えません。記録はこのページを閉じると消えます。",
    "浏览器的存储空间已满或被禁用：关闭本页后，成绩将会丢失。",
  ],
  replayMine: ["Replay my game", "自分の手順を再生", "回放我的走法"],
  shareResult: ["Copy result", "結果をコピー", "复制成绩"],
  sharePicture: ["Picture", "画像", "图片"],
});
