// What stands above the table: the way back, the place in the set, the title, what is to be done.

import { headline, say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** @typedef {{at: number, of: number, go: (by: -1 | 1) => void}} Place where a puzzle is among those like it */

/** The ways to the puzzles beside this one. @param {Place} place */
function neighbours({ at, of, go }) {
  const step = (
    /** @type {-1 | 1} */ by,
    /** @type {import("../i18n/language.js").Phrase} */ word,
    /** @type {string} */ sign,
  ) => {
    const look = { type: "button", class: "icon quiet", "aria-label": t(word), title: t(word) };
    return h("button", { ...look, onclick: () => go(by) }, sign);
  };
  return [
    step(-1, "previousOf", "‹"),
    h("span", { class: "facts" }, `${at} / ${of}`),
    step(1, "nextOf", "›"),
  ];
}

/**
 * @param {Position} position
 * @param {{family: Family | null, set: Place | null}} around
 * @param {string} task what is to be done; what the puzzle says it is comes in its place, and the rules have both
 * @param {HTMLElement} rules the button for them
 * @param {HTMLElement | null} levels
 */
export function heading(position, { family, set }, task, rules, levels) {
  return h(
    "header",
    { class: "heading" },
    h(
      "nav",
      { class: "row way", "aria-label": t("library") },
      h("a", { class: "back", href: "#" }, "‹ ", t("library")),
      ...(set ? neighbours(set) : []),
    ),
    h("h1", {}, headline(position, family)),
    levels,
    h("p", { class: "objective" }, say(position.about) || task, " ", family ? rules : ""),
  );
}
