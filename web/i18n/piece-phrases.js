// What pieces are called by what is seen of them.

/** The colours of pieces, as styles/pieces.css numbers them, and that of the main piece. */
export const COLOURS = /** @satisfies {(readonly [string, string, string])[]} */ ([
  ["brown", "茶色の", "棕"],
  ["green", "緑の", "绿"],
  ["purple", "紫の", "紫"],
  ["teal", "青緑の", "青"],
  ["orange", "オレンジの", "橙"],
  ["olive", "オリーブ色の", "橄榄绿"],
  ["pink", "ピンクの", "粉"],
  ["blue", "青い", "蓝"],
  ["grey", "灰色の", "灰"],
  ["yellow", "黄色の", "黄"],
  ["light blue", "水色の", "浅蓝"],
  ["magenta", "赤紫の", "紫红"],
  ["red", "赤い", "红"],
]);

export const PIECE_PHRASES = /** @satisfies {Record<string, readonly [string, string, string]>} */ ({
  car: ["{c} car", "{c}車", "{c}车"],
  truck: ["{c} truck", "{c}トラック", "{c}卡车"],
  tank: ["{c} tank", "{c}戦車", "{c}坦克"],
  form: ["{c} {n}", "{c} {n}", "{c}色 {n}"],
  hero: ["{c} piece", "{c}駒", "{c}色棋子"],
  heroes: ["the red pieces", "赤い駒", "红色棋子"],
  wood: ["piece", "駒", "棋子"],
  crate: ["box", "荷物", "箱子"],
  marble: ["peg", "ペグ", "棋子"],
  man: ["man", "倉庫番", "人"],
  the: ["the {piece}", "{piece}", "{piece}"],
  placed: ["{piece} at {place}", "{place}の{piece}", "{place}的{piece}"],
  red: ["Red", "赤", "红方"],
  blue: ["Blue", "青", "蓝方"],
});
