// The page's texts in each language. Families bring their own.

import { Refused } from "./api.js";

/** @typedef {"en" | "ja" | "zh"} Lang */

const WORDS = {
  tagline: ["The order of moves: play, solve, prove, replay", "手順：遊ぶ、解く、証明する、再生する", "步序：游玩、求解、证明、回放"],
  library: ["Library", "問題集", "题库"],
  all: ["All", "すべて", "全部"],
  search: ["Search", "検索", "搜索"],
  none: ["There is no such puzzle", "当てはまる問題はありません", "没有符合的题目"],
  make: ["Make your own", "自分で作る", "自己出题"],
  openFile: ["Open a file…", "ファイルを開く…", "打开文件…"],
  pick: ["Pick pieces", "ピースを選ぶ", "选择拼块"],
  open: ["Open", "開く", "打开"],
  play: ["Play", "遊ぶ", "开始游玩"],
  best: ["best {n} {metric}", "最短 {n} {metric}", "最少 {n} {metric}"],
  difficulty: ["difficulty {n} of 5", "難しさ {n} / 5", "难度 {n} / 5"],
  moves: ["moves", "手", "步"],
  slides: ["slides", "スライド", "次滑动"],
  steps: ["steps", "ステップ", "格"],
  pieces: ["pieces", "ピース", "块"],
  jumps: ["jumps", "ジャンプ", "次跳跃"],
  pushes: ["pushes", "プッシュ", "次推动"],
  metric: ["Count", "数え方", "计步方式"],
  undo: ["Undo", "戻す", "撤销"],
  redo: ["Redo", "やり直す", "重做"],
  restart: ["Restart", "最初から", "重来"],
  hint: ["Hint", "ヒント", "提示"],
  giveUp: ["Give up", "降参", "放弃"],
  watch: ["Watch the search", "探索を見る", "观看搜索"],
  edit: ["Edit", "編集", "编辑"],
  share: ["Share", "共有", "分享"],
  judge: ["Judge my moves", "自分の手を評価", "评判每一步"],
  turn: ["Turn", "回す", "旋转"],
  flip: ["Flip", "裏返す", "翻面"],
  letGo: ["Let go", "放す", "放下"],
  solved: ["Solved!", "解けました！", "解开了！"],
  solvedBest: ["Solved, and nobody can do better!", "最短で解けました！", "解开了，而且是最优解！"],
  over: ["The game is over.", "終了です。", "本局结束。"],
  lost: ["Lost.", "失敗です。", "失败了。"],
  made: ["{n} {metric}", "{n} {metric}", "{n} {metric}"],
  time: ["time {t}", "時間 {t}", "用时 {t}"],
  score: ["score {n}", "得点 {n}", "得分 {n}"],
  searching: ["Searching…", "探索中…", "搜索中…"],
  searched: ["Searching… {n} positions", "探索中… {n} 局面", "搜索中… {n} 个局面"],
  stop: ["Stop", "止める", "停止"],
  hintBest: ["Best: {move}. {n} {metric} left, then {m}.", "最善：{move}。残り {n} → {m} {metric}。", "最佳：{move}。剩余 {n} → {m} {metric}。"],
  hintFits: ["{move} leads to a solution.", "{move} は解につながります。", "{move} 能通向一个解。"],
  hintFound: ["Best found: {move} (score {n}). It is not proved to be the best.", "見つかった中で最善：{move}（得点 {n}）。最善とは証明されていません。", "已找到的最佳：{move}（得分 {n}），未证明是最佳。"],
  hintFoundMoves: ["Best found: {move}, {n} {metric}. It is not proved to be the best.", "見つかった中で最善：{move}、{n} {metric}。最善とは証明されていません。", "已找到的最佳：{move}，{n} {metric}，未证明是最佳。"],
  hintProved: ["Best: {move}. Score {n}, and no play scores more.", "最善：{move}。得点 {n}、これを超える手順はありません。", "最佳：{move}。得分 {n}，没有更高的走法。"],
  bestPlay: ["The best play from here: score {n}", "ここからの最善：得点 {n}", "从这里的最佳：得分 {n}"],
  unsolvable: ["There is no solution from here.", "ここから解はありません。", "从这里无解。"],
  unsolvableStart: ["This puzzle has no solution.", "この問題に解はありません。", "本题无解。"],
  noneKnown: ["No earlier position is known to have a solution: the searches were stopped.", "解があると分かっている局面は前にありません：探索は途中で止まりました。", "不知道前面哪个局面有解：搜索被中止。"],
  laterUnknown: ["This position has a solution. Whether later ones have one is unknown: the searches were stopped.", "この局面には解があります。これより後の局面については不明です：探索は途中で止まりました。", "此局面有解；其后的局面是否有解未知：搜索被中止。"],
  unknown: ["Unknown: the search was stopped.", "不明：探索は途中で止まりました。", "未知：搜索被中止。"],
  memory: ["This needs more memory than a search may use.", "探索に使えるメモリが足りません。", "所需内存超出了搜索可用的内存。"],
  goBack: ["Back to the last solvable position", "解のある最後の局面へ戻る", "回到最后一个有解的局面"],
  isBest: ["best", "最善", "最佳"],
  stillFits: ["still solvable", "まだ解ける", "仍有解"],
  notBest: ["{n} longer than best", "{n} 手長い", "比最佳多 {n} 步"],
  deadEnd: ["no longer solvable", "もう解けない", "已无解"],
  first: ["First", "最初", "最前"],
  back: ["Back", "戻る", "后退"],
  run: ["Play", "再生", "播放"],
  pause: ["Pause", "一時停止", "暂停"],
  forward: ["Forward", "進む", "前进"],
  last: ["Last", "最後", "最后"],
  speed: ["Speed", "速さ", "速度"],
  done: ["Back to my game", "自分の局面に戻る", "回到我的局面"],
  position: ["Move {n} of {m}", "{m} 手中 {n} 手目", "第 {n} / {m} 步"],
  shortest: ["The shortest way from here: {n} {metric}", "ここからの最短：{n} {metric}", "从这里最短：{n} {metric}"],
  bestFound: ["The best way found from here", "ここから見つかった中で最善の手順", "从这里找到的最佳走法"],
  solution: ["A solution from here", "ここからの解", "从这里的一个解"],
  step: ["Single step", "一つ進む", "单步"],
  start: ["Start", "開始", "开始"],
  perSecond: ["{n} per second", "毎秒 {n}", "每秒 {n}"],
  events: ["{n} {n|step|steps}", "{n} ステップ", "{n} 步"],
  solutions: ["{n} {n|solution|solutions}", "解 {n} 個", "{n} 个解"],
  solutionsLeft: ["{n} {n|solution|solutions} from here", "ここから {n} 通り", "从这里有 {n} 个解"],
  states: ["{n} {n|position|positions}", "{n} 局面", "{n} 个局面"],
  depth: ["depth {n}", "深さ {n}", "深度 {n}"],
  frontier: ["Positions by distance", "距離ごとの局面数", "按距离的局面数"],
  explored: ["{n} positions, the farthest {m} {metric} away; {g} solved, {d} without a move.", "{n} 局面、最遠 {m} {metric}。解 {g}、動けない局面 {d}。", "{n} 个局面，最远 {m} {metric}；已解 {g}，无路可走 {d}。"],
  stopped: ["Stopped.", "止めました。", "已停止。"],
  improved: ["{n} after {t} s", "{t} 秒で {n}", "{t} 秒得 {n}"],
  board: ["Board", "盤", "棋盘"],
  goal: ["Goal", "目標", "目标"],
  addGoal: ["Add a goal", "目標を加える", "添加目标"],
  rows: ["Rows", "行", "行"],
  columns: ["Columns", "列", "列"],
  brush: ["Brush", "ブラシ", "画笔"],
  file: ["File", "ファイル", "文件"],
  save: ["Save", "保存", "保存"],
  valid: ["This is a puzzle with a solution.", "解のある問題です。", "题目有效，有解。"],
  copyLink: ["Copy link", "リンクをコピー", "复制链接"],
  copyAs: ["Copy: {what}", "コピー：{what}", "复制：{what}"],
  copyLine: ["Copy line", "手順をコピー", "复制走法"],
  copied: ["Copied.", "コピーしました。", "已复制。"],
  saveSvg: ["Board as SVG", "盤を SVG で", "棋盘 SVG"],
  savePng: ["Board as PNG", "盤を PNG で", "棋盘 PNG"],
  saveReplay: ["Replay as SVG", "再生を SVG で", "回放 SVG"],
  saveFile: ["Puzzle file", "問題ファイル", "题目文件"],
  language: ["Language", "言語", "语言"],
  sound: ["Sound", "効果音", "音效"],
  theme: ["Light or dark", "表示テーマ", "主题"],
  close: ["Close", "閉じる", "关闭"],
  failed: ["That did not work: {why}", "うまくいきませんでした（詳細は英語）：{why}", "操作失败（详情为英文）：{why}"],
  badLine: ["Move {n} of the line cannot be played: {why}. The board shows the position before it.", "手順の {n} 手目は指せません：{why}。その手前まで表示します。", "走法第 {n} 步不能走：{why}。只显示到此前。"],
  away: ["There is no answer from the server. Is tejun serve running?", "サーバーが応答しません。tejun serve は動いていますか。", "服务器没有回应。tejun serve 在运行吗？"],
  help: ["Drag, or click a piece and then its place. A click moves what can go one way only. Wheel or R turns, right click or F flips.", "ドラッグするか、動かすものと行き先をクリックします。行き先が一つだけならクリックで動きます。ホイールか R で回転、右クリックか F で裏返し。", "拖动，或先点要移动的再点目的地。只有一种走法时点一下即可。滚轮或 R 旋转，右键或 F 翻面。"],
  helpKeys: ["Arrow keys and space; by touch, the buttons or swipes.", "矢印キーとスペース。タッチではボタンかスワイプ。", "方向键和空格；触屏可用按钮或滑动。"],
  held: ["{piece} in hand", "{piece} を持っています", "拿着 {piece}"],
  cellAt: ["row {r}, column {c}", "{r} 行 {c} 列", "第 {r} 行第 {c} 列"],
  comma: [", ", "、", "，"],
  yours: ["Your moves", "あなたの手順", "你的走法"],
  skip: ["Skip to the board", "盤へ移動", "跳到棋盘"],
  inAll: ["{n} {metric}", "全 {n} {metric}", "共 {n} {metric}"],
  claimed: ["said to take {n} {metric}, not proved", "最短は {n} {metric} とされる（未証明）", "据称最少 {n} {metric}（未证明）"],
  hintLeft: ["Best: {move}. {n} {metric} left.", "最善：{move}。残り {n} {metric}。", "最佳：{move}。剩余 {n} {metric}。"],
  exploredSoFar: ["So far {n} positions, the farthest {m} {metric} away; {g} solved, {d} without a move.", "ここまでに {n} 局面、これまでの最遠 {m} {metric}。解 {g}、動けない局面 {d}。", "目前 {n} 个局面，迄今最远 {m} {metric}；已解 {g}，无路可走 {d}。"],
  provedBest: ["Proved: there is nothing better.", "証明済み：これより良い手順はありません。", "已证明：没有更好的走法。"],
  badLink: ["This link is damaged: the puzzle in it cannot be read.", "このリンクは壊れていて、問題を読み取れません。", "链接已损坏，无法读出其中的题目。"],
  largeLink: ["This link holds too large a file.", "このリンクのファイルは大きすぎます。", "链接中的文件过大。"],
  rules: ["Rules", "遊び方", "规则"],
  keys: ["Keys", "キー操作", "快捷键"],
  course: ["Graph", "グラフ", "曲线"],
  courseFacts: ["Distance to the goal: {n} at first, {m} {metric} now.", "目標までの距離：最初は {n}、今は {m} {metric}。", "到目标的距离：起初 {n}，现在 {m} {metric}。"],
  slips: ["{n} {n|move was|moves were} not the best.", "最善でない手：{n} 手。", "有 {n} 步不是最佳。"],
  noSlips: ["No move was worse than the best.", "すべて最善の手です。", "每一步都是最佳。"],
  slipsUnknown: ["No slip was found, but some searches were stopped.", "悪い手は見つかりませんが、途中で止まった探索があります。", "没有发现失误，但有些搜索被中止。"],
  learn: ["Learn from your mistakes:", "失敗から学ぶ：", "从失误中学习："],
  findBetter: ["You played {move} here. Find a better move.", "ここでは {move} と指しました。もっと良い手を探しましょう。", "你在这里走了 {move}。找找更好的一步。"],
  noGoal: ["There is no goal: move as you like.", "目標はありません。自由に動かせます。", "没有目标，可以随意移动。"],
  noMove: ["No move is left here. Take one back, or start again.", "動かせる手がありません。一手戻すか、最初からやり直してください。", "已经无路可走。请撤销一步或重来。"],
  playOn: ["Play on from here", "ここから自分で遊ぶ", "从这里接着玩"],
  game: ["Game", "ゲーム", "游戏"],
  replayed: ["Replay", "再生中", "回放"],
  space: ["Space", "スペース", "空格"],
  keyCursor: ["move the cursor", "カーソルを動かす", "移动光标"],
  keyPick: ["pick up, put down", "持つ、置く", "拿起、放下"],
  keyTurn: ["turn the piece", "回す", "旋转"],
  keyFlip: ["flip the piece", "裏返す", "翻面"],
  keyReplay: ["move by move", "一手ずつ", "逐步"],
  left: ["left", "左", "左"],
  right: ["right", "右", "右"],
  up: ["up", "上", "上"],
  down: ["down", "下", "下"],
  metricKept: ["Your line cannot be counted this way. It is kept: choose {metric} again.", "この数え方では手順を引き継げません。「{metric}」に戻すと続きから遊べます。", "这种计步方式无法沿用你的走法。改回“{metric}”即可继续。"],
  fault: ["Row {r}, column {c}:", "{r} 行 {c} 列：", "第 {r} 行第 {c} 列："],
  faulty: ["This is not a puzzle yet.", "まだ問題として成立していません（詳細は英語）。", "还不是有效的题目（详情为英文）。"],
  validUnsolvable: ["This is a puzzle, but it has no solution.", "問題として読めますが、解がありません。", "题目有效，但无解。"],
  validUnknown: ["This is a puzzle.", "問題として成立しています。", "题目有效。"],
  undoEdit: ["Undo", "元に戻す", "撤销"],
  setUnsolvable: ["These pieces cannot fill the board.", "このピースの組では盤を埋められません。", "这组拼块填不满盘面。"],
  atLeast: ["At least {n} pieces.", "{n} ピース以上選んでください。", "至少选 {n} 块。"],
  setSolvable: ["These pieces fill the board.", "このピースの組で盤を埋められます。", "这组拼块能填满盘面。"],
  order: ["Order", "並べ替え", "排序"],
  orderShelf: ["as on the shelf", "標準", "默认"],
  orderEasy: ["easiest first", "やさしい順", "由易到难"],
  orderHard: ["hardest first", "難しい順", "由难到易"],
  orderName: ["by name", "名前順", "按名称"],
  show: ["Show", "表示", "显示"],
  showAll: ["all", "すべて", "全部"],
  showOpen: ["not solved yet", "未解決", "未解开"],
  showSolved: ["solved", "解決済み", "已解开"],
  more: ["Show all {n}", "{n} 問すべて表示", "显示全部 {n} 题"],
  today: ["Puzzle of the day", "今日の問題", "每日一题"],
  todayDone: ["Puzzle of the day ✓", "今日の問題 ✓", "每日一题 ✓"],
  streak: ["{n} {n|day|days} in a row", "{n} 日連続", "连续 {n} 天"],
  random: ["New puzzle", "新しい問題", "新题目"],
  another: ["Another one", "もう一問", "再来一题"],
  next: ["Next puzzle", "次の問題", "下一题"],
  level: ["difficulty {n}", "難しさ {n}", "难度 {n}"],
  draw: ["Make", "出題", "出题"],
  noDraw: ["None was drawn this time. Try again.", "今回は作れませんでした。もう一度お試しください。", "这次没有出成，请再试一次。"],
  goOn: ["Play on", "続きから", "继续游玩"],
  mine: ["My results", "自分の記録", "我的记录"],
  mineFacts: ["{n} {n|puzzle|puzzles} solved in {t}; {m} begun.", "{n} 問を {t} で解きました。途中のもの {m} 問。", "用 {t} 解开 {n} 题；进行中 {m} 题。"],
  mineWhere: ["Kept on this device only.", "この端末にだけ保存されます。", "只保存在本设备上。"],
  exportAll: ["Save as a file", "ファイルに保存", "保存为文件"],
  importAll: ["Add from a file…", "ファイルから追加…", "从文件添加…"],
  imported: ["Added.", "追加しました。", "已添加。"],
  notProgress: ["This file does not hold results of this page.", "このページの記録ファイルではありません。", "这不是本页面的记录文件。"],
  forget: ["Forget all", "すべて消去", "全部清除"],
  forgetSure: ["Click again to forget all.", "もう一度押すと消去します。", "再点一次即全部清除。"],
  yourBest: ["yours {n}", "自己ベスト {n}", "我的最佳 {n}"],
  solvedMark: ["solved", "解決済み", "已解开"],
};

/** @type {Lang[]} */
export const LANGS = ["en", "ja", "zh"];
export const NAMES = { en: "English", ja: "日本語", zh: "简体中文" };

/** The user's earlier choice, or the browser's language. */
function preferred() {
  const wanted = [remembered("lang"), ...(globalThis.navigator?.languages ?? [])].map((tag) => (tag ?? "").slice(0, 2).toLowerCase());
  return /** @type {Lang} */ (wanted.find((tag) => LANGS.includes(/** @type {Lang} */ (tag))) ?? "en");
}

/** @param {string} key */
export function remembered(key) {
  try {
    return localStorage.getItem(`tejun-${key}`);
  } catch {
    return null; // Storage may be blocked; then nothing is remembered.
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`tejun-${key}`, value);
  } catch {
    // See above.
  }
}

/** @type {Lang} */
let lang = preferred();

export const language = () => lang;

/** @param {Lang} wanted */
export function speak(wanted) {
  lang = wanted;
  remember("lang", wanted);
}

/** @typedef {keyof typeof WORDS} Word */

/** A phrase in the user's language. @param {Word} word @param {Record<string, string | number>} [values] */
export function t(word, values = {}) {
  const text = WORDS[word][LANGS.indexOf(lang)];
  const counted = text.replace(/\{(\w+)\|(.*?)\|(.*?)\}/g, (_, name, one, many) => (values[name] === 1 ? one : many));
  return counted.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return typeof value === "number" ? value.toLocaleString(lang) : (value ?? whole);
  });
}

/** A family's text, in the user's language. @param {Said | null | undefined} said */
export const say = (said) => said?.[lang] ?? said?.en ?? "";

/** @param {string} plural in English */
const singular = (plural) => (/(ss|sh|ch|x)es$/.test(plural) ? plural.slice(0, -2) : plural.replace(/s$/, ""));

/** The name of a metric, for a number of units. @param {string} metric @param {number} [number] */
export function unit(metric, number = 2) {
  const name = metric in WORDS ? t(/** @type {Word} */ (metric)) : metric;
  return number === 1 && lang === "en" ? singular(name) : name;
}

/** A family's text as a sentence of its own. @param {string} text */
export function sentence(text) {
  if (text === "") return "";
  const first = lang === "en" ? text[0].toUpperCase() + text.slice(1) : text;
  return /[.!?。！？:：]$/.test(first) ? first : first + (lang === "en" ? "." : "。");
}

/** The longest part of a short form that is shown as a title. */
const SHORT = 12;

/**
 * The title of a puzzle. One that has none is called by its family and, if that is short, by what it is made of.
 * @param {{titles: Said, instance: string}} puzzle
 * @param {Family | null} [family]
 */
export function headline({ titles, instance }, family) {
  const title = say(titles);
  if (!family || title !== instance) return title;
  const made = instance.slice(instance.indexOf(":") + 1);
  return instance.includes(":") && made.length <= SHORT ? `${say(family.title)} ${made}` : say(family.title);
}

/** Something that failed for a reason that the page has words for. */
export class Told extends Error {
  /** @param {Word} word */
  constructor(word) {
    super(word);
    this.word = word;
  }
}

/** Why something was refused, and where on a board, if that is known in every language; else nothing. @param {Refused["error"]} error */
export function why({ reason, row, column }) {
  if (!reason) return "";
  const place = row === undefined || column === undefined ? "" : t("fault", { r: row, c: column }) + (language() === "en" ? " " : "");
  return place + sentence(say(reason));
}

/** The message for something that failed. @param {unknown} error */
export function failure(error) {
  if (error instanceof Told) return t(error.word);
  if (error instanceof Refused && error.error.code === "memory") return t("memory");
  if (error instanceof Refused) return why(error.error) || t("failed", { why: error.message });
  return error instanceof TypeError ? t("away") : String(error);
}

/** @param {number} seconds */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
