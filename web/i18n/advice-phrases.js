// The phrases of hints, and of what is proved about a position.

export const ADVICE_PHRASES = /** @satisfies {Record<string, readonly [string, string, string]>} */ ({
  hintBest: [
    "Best: {move}. {n} {metric} left, then {m}.",
    "最善：{move}。残り {n} → {m} {metric}。",
    "最佳：{move}。剩余 {n} → {m} {metric}。",
  ],
  why: ["Why?", "なぜ？", "为什么？"],
  otherReason: ["Another reason", "ほかの理由", "另一个理由"],
  noReason: [
    "Nothing was found that every solution must do.",
    "どの解にも欠かせないことは見つかりませんでした。",
    "没有发现每个解都必须做的事。",
  ],
  moreHint: ["Next hint", "次のヒント", "下一条提示"],
  playHint: ["Play it", "この手を動かす", "走这一步"],
  farProved: [
    "It can be solved in {n} {metric} from here, and not in fewer.",
    "ここからは最短 {n} {metric}で解けます。",
    "从这里最少 {n} {metric}就能解开。",
  ],
  far: [
    "It can be solved in {n} {metric} from here; whether in fewer is not proved.",
    "ここから {n} {metric}で解けます（最短かどうかは未証明）。",
    "从这里 {n} {metric}能解开（未证明是否最少）。",
  ],
  farBetween: [
    "It can be solved in {n} {metric} from here, and not in fewer than {b}.",
    "ここから {n} {metric}で解けます（少なくとも {b} は必要です）。",
    "从这里 {n} {metric}能解开，至少需要 {b}。",
  ],
  farFits: ["It can still be solved.", "まだ解けます。", "还能解开。"],
  farScoreProved: [
    "A score of {n} is still possible, and no more.",
    "まだ得点 {n} まで取れます（それが最高です）。",
    "还能得到 {n} 分，这是最高分。",
  ],
  farScore: [
    "A score of {n} is still possible; whether more is not proved.",
    "まだ得点 {n} は取れます（最高かどうかは未証明）。",
    "还能得到 {n} 分（未证明是否最高）。",
  ],
  hintPiece: ["Look at what is marked.", "印のついたところに注目。", "看标出来的地方。"],
  hintsUsed: ["{n} {n|hint|hints}", "ヒント {n} 回", "提示 {n} 次"],
  hintFits: ["{move} leads to a solution.", "{move} は解につながります。", "{move} 能通向一个解。"],
  hintFound: [
    "Best found: {move} (score {n}). It is not proved to be the best.",
    "見つかった中で最善：{move}（得点 {n}）。最善とは証明されていません。",
    "已找到的最佳：{move}（得分 {n}），未证明是最佳。",
  ],
  hintFoundMoves: [
    "Best found: {move}, {n} {metric}. It is not proved to be the best.",
    "見つかった中で最善：{move}、{n} {metric}。最善とは証明されていません。",
    "已找到的最佳：{move}，{n} {metric}，未证明是最佳。",
  ],
  hintProved: [
    "Best: {move}. Score {n}, and no play scores more.",
    "最善：{move}。得点 {n}、これを超える手順はありません。",
    "最佳：{move}。得分 {n}，没有更高的走法。",
  ],
  bestPlay: ["The best play from here: score {n}", "ここからの最善：得点 {n}", "从这里的最佳：得分 {n}"],
  unsolvable: ["There is no solution from here.", "ここからは解けません。", "已成死局。"],
  unsolvableStart: ["This puzzle has no solution.", "この問題に解はありません。", "本题无解。"],
  noneKnown: [
    "No earlier position is known to have a solution: the searches were stopped.",
    "解があると分かっている局面は前にありません：探索は途中で止まりました。",
    "不知道前面哪个局面有解：搜索被中止。",
  ],
  laterUnknown: [
    "This position has a solution. Whether later ones have one is unknown: the searches were stopped.",
    "この局面には解があります。これより後の局面については不明です：探索は途中で止まりました。",
    "此局面有解；其后的局面是否有解未知：搜索被中止。",
  ],
  unknown: ["Unknown: the search was stopped.", "不明：探索は途中で止まりました。", "未知：搜索被中止。"],
  memory: [
    "This needs more memory than a search may use.",
    "探索に使えるメモリが足りません。",
    "所需内存超出了搜索可用的内存。",
  ],
  goBack: ["Back to the last solvable position", "解のある最後の局面へ戻る", "回到最后一个有解的局面"],
  hintLeft: [
    "Best: {move}. {n} {metric} left.",
    "最善：{move}。残り {n} {metric}。",
    "最佳：{move}。剩余 {n} {metric}。",
  ],
  provedBest: [
    "Proved: there is nothing better.",
    "証明済み：これより良い手順はありません。",
    "已证明：没有更好的走法。",
  ],
});
