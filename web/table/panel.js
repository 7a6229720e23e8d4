// The place below the message where one thing at a time is shown: a replay, a search, a chart.

import { button } from "../i18n/controls.js";
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
 * Something to show in it, below its title and the way back, which stays in sight however much there is.
 * @param {import("../i18n/language.js").Phrase} title
 * @param {() => void} done goes back
 * @param {...(Node | string | null | false)} parts
 */
export const titledGroup = (title, done, ...parts) =>
  h(
    "div",
    { class: "watch", role: "group", "aria-label": t(title) },
    h(
      "div",
      { class: "row head" },
      h("p", { class: "replay-label" }, t(title)),
      button("done", done, "quiet done"),
    ),
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
