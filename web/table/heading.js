// What stands above the table: the way back, the place in the set, the title, what is to be done.

import { Board } from "../board/board.js";
import { solvedScene } from "../game/solved.js";
import { button, iconButton } from "../i18n/controls.js";
import { difficultyMark } from "../i18n/difficulty.js";
import { say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** @typedef {{number: number, count: number, go: (by: -1 | 1) => void}} Neighbours where a puzzle is among those like it */

/** @typedef {{hash: string, title: string}} Back the shelf that a puzzle was taken from */

/**
 * What a puzzle was drawn as.
 * @typedef {object} Drawn
 * @property {string} day as people write it; "" if it is of no day
 * @property {number} level of difficulty; 0 if it has none
 * @property {string} link to the puzzle of the day; "" if it is none
 * @property {() => number} row how many days in a row are solved
 * @property {(() => void) | null} again draws another one
 */

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
  const picture = h("span", { class: "goal-picture" });
  const draw = () => {
    if (picture.firstChild) return;
    const board = new Board({ small: true });
    board.draw(solved);
    board.svg.setAttribute("aria-label", t("goal"));
    picture.append(board.svg);
  };
  const open = (/** @type {boolean} */ wanted) => toggle.setAttribute("aria-expanded", String(wanted));
  const toggle = button(
    "goal",
    () => {
      draw();
      open(toggle.ariaExpanded !== "true");
    },
    "quiet",
  );
  toggle.onblur = () => open(false);
  open(false);
  return h("span", { class: "goal-look", onpointerenter: draw }, toggle, picture);
}

/**
 * @param {import("../game/midend.js").Midend} midend
 * @param {{family: Family | null, back: Back | null, set: Neighbours | null, drawn: Drawn | null}} around
 * @param {string} task what is to be done; what the puzzle says it is comes in its place, and the rules have both
 * @param {HTMLElement | null} levels
 */
export function heading(midend, { family, back, set, drawn }, task, levels) {
  return h(
    "header",
    { class: "heading" },
    h(
      "nav",
      { class: "row way", "aria-label": t("library") },
      back && h("a", { class: "back", href: back.hash }, "‹ ", back.title),
      // Of a puzzle that is alone there is no other.
      ...(set && set.count > 1 ? neighbours(set) : []),
      drawn && h("span", { class: "facts" }, drawn.day, " ", drawn.level > 0 && difficultyMark(drawn.level)),
      drawn?.again ? button("another", drawn.again, "quiet another") : null,
    ),
    h("h1", {}, midend.headline(family)),
    levels,
    h(
      "div",
      { class: "task" },
      h("p", { class: "objective" }, say(midend.position.about) || task),
      " ",
      goalLook(midend.position),
    ),
  );
}
