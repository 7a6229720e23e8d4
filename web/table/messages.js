// What the table says: a message beside the board, and news for those who listen to the page.

import { errorMessage } from "../i18n/errors.js";
import { h } from "../lib/dom.js";

export class Messages {
  /** Of what is shown, only what is new is announced. */
  element = h("div", { class: "message", role: "alert", "aria-atomic": "false" });
  live = h("p", { class: "live", role: "status", "aria-live": "polite" });
  #onShow;

  /** @param {() => void} onShow called when there is something to read */
  constructor(onShow) {
    this.#onShow = onShow;
  }

  /** Tells those who listen to the page. @param {string} text */
  announce(text) {
    this.live.textContent = text;
  }

  /** @param {string} text @param {string} [look] @param {...(Node | false)} more */
  show(text, look = "", ...more) {
    this.element.className = `message ${look}`;
    this.element.replaceChildren(...(text ? [h("p", {}, text)] : []), ...more.filter((one) => one !== false));
    if (text) this.#onShow();
  }

  /** Says something else above what is shown. @param {string} text */
  reword(text) {
    const words = this.element.querySelector("p");
    if (words) words.textContent = text;
  }

  clear() {
    this.show("");
  }

  /**
   * Does something that needs answers, and reports failures.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T | null>}
   */
  async guard(work) {
    try {
      return await work();
    } catch (error) {
      this.show(errorMessage(error), "wrong");
      return null;
    }
  }
}
