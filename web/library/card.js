// A puzzle of the library: its picture, its title, how hard it is, and what the player has made of it.

import { thumbnail } from "../board/thumbnail.js";
import * as api from "../engine/api.js";
import * as progress from "../game/progress.js";
import { difficultyMark } from "../i18n/difficulty.js";
import { say, t, unit } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { starRow } from "../table/finish.js";

/** @typedef {Scene | (() => Promise<Scene>)} Pictured a scene, or what gets it when it is to be seen */

/** @type {WeakMap<Element, {scene: Pictured, tray: boolean}>} */
const pictures = new WeakMap();
/** Where a picture is to be drawn, one after the other: between two of them the page answers. @type {Element[]} */
const waiting = [];
async function drawNext() {
  const [place] = waiting;
  const wanted = pictures.get(place);
  try {
    // What is not there any more needs no picture.
    if (wanted && place.isConnected) {
      const { scene, tray } = wanted;
      place.replaceChildren(thumbnail(typeof scene === "function" ? await scene() : scene, tray));
    }
  } catch {
    // The card says what it is.
  }
  waiting.shift();
  if (waiting.length > 0) setTimeout(drawNext);
}
const seen = new IntersectionObserver(
  (sights) => {
    for (const { target, isIntersecting } of sights) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      waiting.push(target);
      if (waiting.length === 1) setTimeout(drawNext);
    }
  },
  { rootMargin: "300px" },
);

/**
 * A place for a picture, which is drawn when it scrolls into view.
 * @param {Pictured} scene
 * @param {boolean} [tray] whether what lies beside the board is drawn, too
 * @param {string} [look] its class
 */
export function picture(scene, tray = false, look = "picture") {
  const place = h("span", { class: look });
  pictures.set(place, { scene, tray });
  seen.observe(place);
  return place;
}

/** Seconds for finding a solution to draw. */
const QUICK = 1;

/**
 * What a puzzle is drawn as: one whose pieces lie beside the board as it looks when they do not.
 * @param {Entry} entry
 * @returns {Pictured}
 */
export function pictured({ name, scene, optimal }) {
  if (!scene.marks.includes("t") || optimal === null) return scene;
  return async () => {
    const { line } = await api.solve({ instance: name }, [], QUICK);
    return line ? (await api.position({ instance: name }, line)).scene : scene;
  };
}

/** @param {Entry} entry @param {number} difficulty @param {(puzzle: Puzzle) => void} play */
export function card(entry, difficulty, play) {
  const record = progress.of({ instance: entry.name });
  const { optimal, metric, alike, levels = 1 } = entry;
  const solved = progress.solvedLevels(entry);
  const best =
    levels > 1
      ? t("levelCount", { n: levels })
      : optimal === null
        ? ""
        : t(alike ? "inAll" : "best", { n: optimal, metric: unit(metric, optimal) });
  const own = record?.best[metric];
  // All solutions of some puzzles cost the same; then the mark says enough.
  const yours = own === undefined || alike || levels > 1 ? "" : t("yourBest", { n: own });
  return h(
    "li",
    { class: "card" },
    h(
      "button",
      { type: "button", onclick: () => play({ instance: entry.name }) },
      picture(pictured(entry), optimal === null),
      h("strong", {}, say(entry.titles)),
      h("span", { class: "facts" }, difficultyMark(difficulty), h("span", { class: "best" }, best)),
      solved > 0
        ? h(
            "span",
            { class: "mark-solved" },
            levels === 1 && record?.stars ? starRow(record.stars) : null,
            " ✓ ",
            solved < levels ? t("levelsSolved", { n: solved, m: levels }) : t("solvedMark"),
            yours && ` · ${yours}`,
          )
        : record?.open && record.line !== ""
          ? h("span", { class: "mark-open" }, t("goOn"))
          : null,
    ),
  );
}
