// The levels of a game to choose from, each with what is known of its shortest win.

import { sentence, t } from "../../i18n/language.js";
import { h } from "../../lib/dom.js";

/** @typedef {import("./solver.js").Finding} Finding */

/**
 * What is known of a level, in a word.
 * @param {Finding | undefined} found
 * @param {boolean} sought whether it is looked at
 */
export function badge(found, sought) {
  if (sought) return "…";
  if (!found) return "";
  const { what, proved, line } = found;
  if (what === "won") return proved ? String(line.length) : `≤ ${line.length}`;
  return what === "impossible" ? "✗" : "?";
}

/**
 * What is known of a level, as a sentence.
 * @param {Finding | undefined} found
 * @param {boolean} sought whether it is looked at
 */
export function told(found, sought) {
  if (sought) return t("seeking");
  if (!found) return "";
  const { what, proved, line, seconds, memory, why } = found;
  if (what === "won") return t(proved ? "winShortest" : "winFound", { n: line.length });
  if (what === "impossible") return t("cannotWin");
  if (what === "refused") return sentence(why);
  return memory ? t("memory") : t("nothingFound", { n: seconds });
}

export class LevelPicker {
  element = h("div", { class: "level-picker", role: "group", "aria-label": t("levelList") });
  /** @type {HTMLButtonElement[]} */
  #buttons = [];

  /** @param {(level: number) => void} choose by its number, from 1 */
  constructor(choose) {
    this.choose = choose;
  }

  /**
   * @param {number} chosen from 1
   * @param {{found: Finding | undefined, sought: boolean}[]} levels
   */
  show(chosen, levels) {
    while (this.#buttons.length < levels.length) {
      const number = this.#buttons.length + 1;
      const button = h("button", { type: "button", onclick: () => this.choose(number) });
      this.#buttons.push(button);
      this.element.append(button);
    }
    for (const gone of this.#buttons.splice(levels.length)) gone.remove();
    for (const [at, { found, sought }] of levels.entries()) {
      const button = this.#buttons[at];
      const mark = badge(found, sought);
      button.replaceChildren(
        String(at + 1),
        ...(mark ? [h("small", { class: mark === "✗" ? "bad" : "" }, mark)] : []),
      );
      button.setAttribute("aria-pressed", String(at + 1 === chosen));
      button.setAttribute("aria-label", [t("levelOf", { n: at + 1 }), told(found, sought)].join(" ").trim());
    }
  }
}
