// The phrases of the player's own collections.

export const COLLECTION_PHRASES = /** @satisfies {Record<string, readonly [string, string, string]>} */ ({
  bring: [
    "or drop or paste one here: several levels become a shelf",
    "ドロップや貼り付けでも開けます。複数の問題は棚になります",
    "也可拖放或粘贴；多道题目会成为一个书架",
  ],
  added: ["{what}: {n} {n|level|levels}.", "{what}：{n} 問。", "{what}：{n} 关。"],
  readInTime: [
    "Only {n} of {m} {m|level|levels} could be read in time.",
    "時間内に読めたのは {m} 問中 {n} 問です。",
    "限时内只读出 {m} 关中的 {n} 关。",
  ],
  largeFile: [
    "This is too large: at most 256 KiB are read.",
    "大きすぎます。読めるのは 256 KiB までです。",
    "文件过大：最多读取 256 KiB。",
  ],
  pasted: ["Pasted levels", "貼り付けた問題", "粘贴的关卡"],
  saveShelf: ["Save with my solutions", "自分の解を入れて保存", "连同我的解法保存"],
  noPlace: [
    "This notation has no place for solutions: the file is saved as it came.",
    "この書式には解を書く場所がないので、元のまま保存しました。",
    "这种格式没有写解法的位置，文件按原样保存。",
  ],
  remove: ["Remove", "取り除く", "移除"],
  removed: ["Removed: {what}.", "{what} を取り除きました。", "已移除：{what}。"],
  bestKnown: ["best known {n} {metric}", "既知の最短 {n} {metric}", "已知最少 {n} {metric}"],
  bestScore: ["best score {n}", "最高得点 {n}", "最高分 {n}"],
  bestScoreKnown: ["best known score {n}", "既知の最高得点 {n}", "已知最高分 {n}"],
  noSolution: ["no solution", "解なし", "无解"],
  earlierLevels: ["Previous levels", "前の問題へ", "前面的关卡"],
  laterLevels: ["Further levels", "次の問題へ", "后面的关卡"],
});
