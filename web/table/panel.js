// The place below the message where one thing at a time is shown: a replay, a search, a chart.

import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/**
 * @typedef {object} Content
 * @property {HTMLElement} element
 * @property {() => void} stop ends what it works on
 * @property {import("./replay.js").Replay} [replay] what it is, if it is a replay
 * @property {string[]} [line] the line that it shows
 */

/**
 * Something to show in it, below its title.
 * @param {import("../i18n/language.js").Phrase} title
 * @param {...(Node | string | null | false)} parts
 */
export const titledGroup = (title, ...parts) =>
  h(
    "div",
    { class: "watch", role: "group", "aria-label": t(title) },
    h("p", { class: "replay-label" }, t(title)),
    ...parts,
  );

export class Panel {
  element = h("div", { class: "panel" });
  /** @type {Content | null} */
  content = null;

  /** @param {Content} content */
  show(content) {
    this.content = content;
    this.element.replaceChildren(content.element);
  }

  /** Ends what is shown. */
  close() {
    this.content?.stop();
    this.content = null;
    this.element.replaceChildren();
  }
}
