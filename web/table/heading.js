// What stands above the table: the way back, the place in the set, the title, what is to be done.

import { Board } from "../board/board.js";
import { solvedScene } from "../game/solved.js";
import { iconButton } from "../i18n/controls.js";
import { say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** @typedef {{number: number, count: number, go: (by: -1 | 1) => void}} Neighbours where a puzzle is among those like it */

/** @typedef {{hash: string, title: string}} Back the shelf that a puzzle was taken from */

/** The ways to the puzzles beside this one. @param {Neighbours} set */
const neighbours = ({ number, count, go }) => [
  iconButton("‹", "previousOf", () => go(-1), "quiet"),
  h("span", { class: "facts" }, `${number} / ${count}`),
  iconButton("›", "nextOf", () => go(1), "quiet"),
];

/** The solved position, to be seen under the pointer or by a press; null where there is not just one. @param {Position} position */
function goalLook({ scene, aim }) {
  const solved = solvedScene(scene, aim);
  if (!solved) return null;
  const board = new Board({ small: true });
  board.draw(solved);
  board.svg.setAttribute("aria-label", t("goal"));
  const toggle = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-expanded": "false",
      onclick: () => toggle.setAttribute("aria-expanded", String(toggle.ariaExpanded !== "true")),
      onblur: () => toggle.setAttribute("aria-expanded", "false"),
    },
    t("goal"),
  );
  return h("span", { class: "goal-look" }, toggle, h("span", { class: "picture" }, board.svg));
}

/**
 * @param {import("../game/midend.js").Midend} midend
 * @param {{family: Family | null, back: Back, set: Neighbours | null}} around
 * @param {string} task what is to be done; what the puzzle says it is comes in its place, and the rules have both
 * @param {HTMLElement | null} levels
 */
export function heading(midend, { family, back, set }, task, levels) {
  return h(
    "header",
    { class: "heading" },
    h(
      "nav",
      { class: "row way", "aria-label": t("library") },
      h("a", { class: "back", href: back.hash }, "‹ ", back.title),
      // Of a puzzle that is alone there is no other.
      ...(set && set.count > 1 ? neighbours(set) : []),
    ),
    h("h1", {}, midend.headline(family)),
    levels,
    h("p", { class: "objective" }, say(midend.position.about) || task, " ", goalLook(midend.position)),
  );
}
