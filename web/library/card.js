// A puzzle of the library: its picture, its title, how hard it is, and what the player has made of it.

import { thumbnail } from "../board/thumbnail.js";
import * as progress from "../game/progress.js";
import { say, t, unit } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { starRow } from "../table/finish.js";

/** @typedef {Scene | (() => Promise<Scene>)} Pictured a scene, or what gets it when it is to be seen */

/** @type {WeakMap<Element, Pictured>} */
const pictures = new WeakMap();
/** Where a picture is to be drawn, one after the other: between two of them the page answers. @type {Element[]} */
const waiting = [];
async function drawNext() {
  const [place] = waiting;
  const scene = pictures.get(place);
  try {
    // What is not there any more needs no picture.
    if (scene && place.isConnected)
      place.replaceChildren(thumbnail(typeof scene === "function" ? await scene() : scene));
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

/** A place for a picture, which is drawn when it scrolls into view. @param {Pictured} scene */
export function picture(scene) {
  const place = h("span", { class: "picture" });
  pictures.set(place, scene);
  seen.observe(place);
  return place;
}

/** A level of difficulty as dots. @param {number} level @param {number} [levels] */
export const dots = (level, levels = 5) => "●".repeat(level) + "○".repeat(Math.max(0, levels - level));

/** How hard a puzzle is, as dots with words. @param {number} level from 1 to 5 */
export function difficultyMark(level) {
  const name = t("difficulty", { n: level });
  return h("span", { class: "dots-of-five", role: "img", "aria-label": name, title: name }, dots(level));
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
      picture(entry.scene),
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
