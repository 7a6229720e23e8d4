// The phrases of boards in space: boxes of cubes, and towers.

export const SPACE_PHRASES = /** @satisfies {Record<string, readonly [string, string, string]>} */ ({
  layer: ["Layer {n}", "{n} 段目", "第 {n} 层"],
  lowest: ["Layer {n}, bottom", "{n} 段目・底", "第 {n} 层·底"],
  cellInLayer: ["layer {l}, row {r}, column {c}", "{l} 段目、{r} 行 {c} 列", "第 {l} 层第 {r} 行第 {c} 列"],
  turning: [
    "Picture in space: arrow keys turn it",
    "立体図。矢印キーで向きが変わります",
    "立体图：用方向键转动",
  ],
  turnedBy: ["turned by {n} degrees", "{n} 度回した向き", "已转 {n} 度"],
  tip: ["Tip over", "倒す", "翻倒"],
  keyTip: ["tip the piece over", "倒す", "翻倒"],
  tipped: [
    "{piece} tipped over: {r} by {c}",
    "{piece} を倒しました（縦 {r}、横 {c}）",
    "{piece} 已翻倒：{r} 行 {c} 列",
  ],
  layersHigh: [", {l} {l|layer|layers} high", "、高さ {l} 段", "，高 {l} 层"],
  helpTip: [
    "Wheel or R turns, right click or T tips over.",
    "ホイールか R で回し、右クリックか T で倒します。",
    "滚轮或 R 旋转，右键或 T 翻倒。",
  ],
});
