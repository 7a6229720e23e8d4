// Buttons for keys, for users without a keyboard: those of a puzzle, or arrows for somebody who walks.

import { ARROWS } from "../game/move-geometry.js";
import { say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** Milliseconds after which a button that is held down is pressed again, and again. */
const [HELD, AGAIN] = [350, 120];

/**
 * @typedef {object} PadKey
 * @property {string} key
 * @property {Direction | null} arrow
 * @property {string} name
 */

/** The keys of a puzzle. @param {Key[]} keys @returns {PadKey[]} */
export const puzzleKeys = (keys) => keys.map(({ key, arrow, label }) => ({ key, arrow, name: say(label) }));

/** Those for walking. @returns {PadKey[]} */
export const arrowKeys = () =>
  /** @type {Direction[]} */ (Object.keys(ARROWS)).map((arrow) => ({ key: arrow, arrow, name: t(arrow) }));

export class KeyPad {
  element;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #timer = 0;

  /**
   * @param {PadKey[]} keys
   * @param {(key: string, again: boolean) => void} press
   * @param {AbortSignal} [repeats] ends the pressing again of what is held down; without it nothing is
   */
  constructor(keys, press, repeats) {
    for (const { key, arrow, name } of keys) {
      const look = {
        type: "button",
        class: `key key-${arrow ?? "none"}`,
        title: name,
        "data-key": key,
        "aria-label": name,
        // A key that is pressed again while it is held goes down with the finger; without one there is a click alone.
        onclick: (/** @type {MouseEvent} */ { detail }) => (!repeats || detail === 0) && press(key, false),
        onpointerdown: (/** @type {PointerEvent} */ { button }) => {
          if (!repeats || button > 0) return;
          press(key, false);
          this.#hold(() => press(key, true));
        },
      };
      this.#buttons.set(key, h("button", look, arrow ? ARROWS[arrow] : name));
    }
    const release = () => clearTimeout(this.#timer);
    repeats?.addEventListener("abort", release);
    const group = { class: `pad ${repeats ? "walks" : ""}`, role: "group", "aria-label": t("keys") };
    const ends = { onpointerup: release, onpointercancel: release, onpointerleave: release };
    this.element = h("div", { ...group, ...ends }, ...this.#buttons.values());
  }

  /** @param {() => void} press */
  #hold(press) {
    clearTimeout(this.#timer);
    const again = () => {
      press();
      this.#timer = setTimeout(again, AGAIN);
    };
    this.#timer = setTimeout(again, HELD);
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
