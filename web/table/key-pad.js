// Buttons for a puzzle's keys, for users without a keyboard.

import { ARROWS } from "../game/move-geometry.js";
import { say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

export class KeyPad {
  element;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {Key[]} keys @param {(key: string) => void} press */
  constructor(keys, press) {
    for (const { key, arrow, label } of keys) {
      const look = {
        type: "button",
        class: `key key-${arrow ?? "none"}`,
        title: say(label),
        "data-key": key,
        "aria-label": say(label),
        onclick: () => press(key),
      };
      this.#buttons.set(key, h("button", look, arrow ? ARROWS[arrow] : say(label)));
    }
    const group = { class: "pad", role: "group", "aria-label": t("keys") };
    this.element = h("div", group, ...this.#buttons.values());
  }

  /** Shows a key as the one to press. @param {string} key */
  point(key) {
    this.#buttons.get(key)?.classList.add("pressed");
  }

  /** Shows no key as the one to press. */
  clear() {
    for (const button of this.#buttons.values()) button.classList.remove("pressed");
  }
}
