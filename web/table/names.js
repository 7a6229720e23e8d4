// The names on pieces that are told apart by their looks: shown while something speaks of them, or always.

import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { preference, setPreference } from "../lib/preferences.js";

export class Names {
  /** The switch; null if all names that there are can be read anyway. */
  setting;
  #board;

  /** @param {import("../board/board.js").Board} board @param {...HTMLElement} lists what names pieces */
  constructor(board, ...lists) {
    this.#board = board;
    const box = h("input", {
      type: "checkbox",
      checked: preference("letters") === "on",
      onchange: () => {
        setPreference("letters", box.checked ? "on" : "off");
        this.reset();
      },
    });
    const some = board.svg.querySelector(".letter");
    this.setting = some ? h("label", { class: "check" }, box, " ", t("letters")) : null;
    for (const list of lists) {
      for (const begin of ["pointerenter", "focusin"]) list.addEventListener(begin, () => board.letter(true));
      for (const end of ["pointerleave", "focusout"]) list.addEventListener(end, () => this.reset());
    }
    this.reset();
  }

  /** Shows them only if they are to be shown always. */
  reset() {
    this.#board.letter(preference("letters") === "on");
  }
}
