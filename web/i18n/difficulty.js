// How hard a puzzle is, to look at.

import { h } from "../lib/dom.js";
import { t } from "./language.js";

/** A level of difficulty as dots. @param {number} level @param {number} [levels] */
export const dots = (level, levels = 5) => "●".repeat(level) + "○".repeat(Math.max(0, levels - level));

/** How hard a puzzle is, as dots with words. @param {number} level from 1 to 5 */
export function difficultyMark(level) {
  const name = t("difficulty", { n: level });
  return h("span", { class: "dots-of-five", role: "img", "aria-label": name, title: name }, dots(level));
}
