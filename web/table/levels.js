// The levels of a file with several: numbers to go to, and which are solved.

import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/**
 * @typedef {object} Levels
 * @property {number} number of the level at the table, from 1
 * @property {number} of how many there are
 * @property {(number: number) => boolean} solved on this device
 * @property {(number: number) => void} go
 */

/** Of more levels than these, those around this one. */
const MAX_BUTTONS = 300;

/** @param {Levels} levels */
function buttons({ number, of, solved, go }) {
  const first = Math.max(1, Math.min(number - MAX_BUTTONS / 2, of - MAX_BUTTONS + 1));
  return Array.from({ length: Math.min(of, MAX_BUTTONS) }, (_, at) => {
    const [n, done] = [first + at, solved(first + at)];
    const name = [t("levelNumber", { n }), ...(done ? [t("solvedMark")] : [])].join(", ");
    const look = { type: "button", class: done ? "level solved" : "level", "aria-label": name, title: name };
    return h("button", { ...look, "aria-current": n === number && "true", onclick: () => go(n) }, String(n));
  });
}

/** @param {Levels} levels */
export function levelList(levels) {
  const element = h("nav", { class: "row levels", "aria-label": t("levels") });
  const update = () => element.replaceChildren(...buttons(levels));
  update();
  // Of many, the rows around this one are seen.
  requestAnimationFrame(() => {
    const current = element.querySelector("[aria-current]");
    if (current instanceof HTMLElement)
      element.scrollTop = current.offsetTop - element.offsetTop - current.offsetHeight;
  });
  return { element, update };
}
