// Letters on pieces that have faces or colours, for those who want them: then all that is said has them, too.

import { telling } from "../board/piece-names.js";
import { labelled } from "../i18n/controls.js";
import { h } from "../lib/dom.js";
import { preference, setPreference } from "../lib/preferences.js";

export class Names {
  /** The switch; null if no letters are hidden that tell pieces apart. */
  setting;
  #board;

  /** @param {import("../board/board.js").Board} board @param {() => void} changed */
  constructor(board, changed) {
    this.#board = board;
    const box = h("input", {
      type: "checkbox",
      checked: preference("letters") === "on",
      onchange: () => {
        setPreference("letters", box.checked ? "on" : "off");
        this.#show();
        changed();
      },
    });
    const hidden = board.scene && telling(board.scene) && board.svg.querySelector(".letter");
    this.setting = hidden ? labelled(box, "letters") : null;
    this.#show();
  }

  #show() {
    this.#board.showNames(preference("letters") === "on");
  }
}
