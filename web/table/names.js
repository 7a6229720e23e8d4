// The names on pieces that are told apart by their looks: shown while something speaks of them, or always.

import { labelled } from "../i18n/controls.js";
import { h } from "../lib/dom.js";
import { preference, setPreference } from "../lib/preferences.js";

/** Whether names tell pieces apart: two sides have colours, too. @param {string[]} names */
export const telling = (names) => new Set(names.filter((name) => /\p{L}/u.test(name))).size > 2;

export class Names {
  /** The switch; null if no names are hidden that tell pieces apart. */
  setting;
  #board;

  /** @param {import("../board/board.js").Board} board */
  constructor(board) {
    this.#board = board;
    const box = h("input", {
      type: "checkbox",
      checked: preference("letters") === "on",
      onchange: () => {
        setPreference("letters", box.checked ? "on" : "off");
        this.reset();
      },
    });
    const names = [...board.svg.querySelectorAll(".letter")].map(({ textContent }) => textContent ?? "");
    this.setting = telling(names) ? labelled(box, "letters") : null;
    this.reset();
  }

  /** Shows them while the player is at a list that names pieces. @param {HTMLElement} list */
  showFor(list) {
    if (!this.setting) return;
    for (const begin of ["pointerenter", "focusin"])
      list.addEventListener(begin, () => this.#board.showNames(true));
    for (const end of ["pointerleave", "focusout"]) list.addEventListener(end, () => this.reset());
  }

  /** Shows them only if they are to be shown always. */
  reset() {
    this.#board.showNames(preference("letters") === "on");
  }
}
