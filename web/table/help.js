// How to play: in one line, and as sheets over the table, the rules of its puzzle and the keys.

import { Board } from "../board/board.js";
import { sayOf } from "../board/piece-names.js";
import { boxOf } from "../engine/box.js";
import { LETTERS } from "../game/arrow-keys.js";
import { ARROWS } from "../game/move-geometry.js";
import { showSheet } from "../i18n/controls.js";
import { language, say, sentence, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** How the puzzle is played, with what there is to play it with. @param {import("../game/hand.js").Hand} hand */
export function howTo({ keyed, spaced, taps, carries, turns, midend, arrows }) {
  const boxed = boxOf(midend.position.scene);
  const touch = matchMedia("(pointer: coarse)").matches;
  /** @type {(import("../i18n/language.js").Phrase | false)[]} */
  const ways = arrows.walks
    ? [touch ? "touchWalk" : "helpWalk"]
    : [
        keyed && (touch ? "touchKeys" : spaced ? "helpKeys" : "helpArrowKeys"),
        taps && (touch ? "touchTap" : "helpTap"),
        arrows.play && !touch && "helpArrows",
        carries && (touch ? "touchCarry" : "helpCarry"),
        turns && !touch && (boxed ? "helpTip" : "helpTurn"),
      ];
  return ways.flatMap((way) => (way ? [t(way)] : [])).join(language() === "en" ? " " : "");
}

/** @param {HTMLElement} page @param {Family} family @param {Reason | null} objective @param {Scene} scene */
export function rules(page, family, objective, scene) {
  const items = family.rules.map(({ about, scene }) => {
    const item = h("li", {}, h("p", {}, sentence(say(about))));
    if (scene) {
      const board = new Board();
      board.draw(scene, { glide: 0 });
      board.svg.setAttribute("aria-hidden", "true");
      item.prepend(board.svg);
    }
    return item;
  });
  showSheet(
    page,
    say(family.title),
    ...(objective ? [h("p", { class: "objective" }, sentence(sayOf(objective, scene)))] : []),
    items.length > 0 ? h("ul", { class: "rules" }, ...items) : h("p", {}, sentence(say(family.about))),
  );
}

/**
 * The keys of the page, without those that the puzzle takes for itself.
 * @param {Key[]} own
 * @returns {[string, string][]}
 */
function shortcuts(own) {
  /** @type {[string, import("../i18n/language.js").Phrase][]} */
  const all = [
    ["U", "undo"],
    ["Y", "redo"],
    ["H", "hint"],
    ["J", "judge"],
    ["G", "distance"],
    ["M", "map"],
    ["?", "keys"],
  ];
  const free = all.filter(([letter]) => own.every(({ key }) => key !== letter.toLowerCase()));
  return [
    ...free.map(([letter, word]) => /** @type {[string, string]} */ ([letter, t(word)])),
    ["Ctrl Z", t("undo")],
    ["Ctrl Y", t("redo")],
  ];
}

/**
 * What keys do on the board.
 * @param {Key[]} own the puzzle's keys
 * @param {import("../game/hand.js").Hand} hand
 * @returns {[string, string][]}
 */
function boardKeys(own, { arrows, turns, midend }) {
  const boxed = boxOf(midend.position.scene);
  const back = /** @type {[string, string][]} */ ([
    ["Z / ⌫", t("undo")],
    ["R", t("restart")],
  ]);
  if (own.length > 0) {
    const rows = own.map(({ key, arrow, label }) => {
      // The space bar is the first that has no arrow.
      const bar = own.find((one) => !one.arrow)?.key === key ? t("space") : "";
      const keys = arrow ? [ARROWS[arrow], LETTERS[arrow]] : [bar, key];
      return /** @type {[string, string]} */ ([keys.filter(Boolean).join(" / "), say(label)]);
    });
    return midend.position.scene.sheet ? [...rows, ...back] : rows;
  }
  const moves = "← ↓ ↑ → / A S W D";
  if (arrows.walks) return [[moves, t("keyWalk")], ...back];
  if (arrows.play) return [[moves, t("keySlide")]];
  return [
    ["← ↓ ↑ →", t("keyPieces")],
    ["Shift ← ↓ ↑ →", t("keyCursor")],
    ["Enter", t("keyPick")],
    ["Esc", t("letGo")],
    ...(turns
      ? /** @type {[string, string][]} */ ([
          ["R", t("keyTurn")],
          boxed ? ["T", t("keyTip")] : ["F", t("keyFlip")],
        ])
      : []),
  ];
}

/** @param {HTMLElement} page @param {Key[]} own the puzzle's keys @param {import("../game/hand.js").Hand} hand */
export function keys(page, own, hand) {
  const board = boardKeys(own, hand);
  const replay = /** @type {[string, string][]} */ ([
    ["← →", t("keyReplay")],
    [t("space"), `${t("run")} / ${t("pause")}`],
    ["Home End", `${t("first")} / ${t("last")}`],
  ]);
  const table = (/** @type {string} */ title, /** @type {[string, string][]} */ rows) => [
    h("h3", {}, title),
    h(
      "dl",
      { class: "keys" },
      ...rows.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
  ];
  showSheet(
    page,
    t("keys"),
    ...table(t("board"), board),
    ...table(t("game"), shortcuts(own)),
    ...table(t("replayed"), replay),
  );
}
