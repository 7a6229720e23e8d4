// What the puzzle itself says: a text of its author, above the board until it is put away or a move is played.

import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

export class Said {
  element = h("div", { class: "said", role: "status", onclick: () => this.show([]) });

  /** @param {string[]} texts @param {Sheet} [sheet] the colours of the puzzle */
  show(texts, sheet) {
    const { style } = this.element;
    style.color = sheet?.text ?? "";
    style.background = sheet?.text ? (sheet.background ?? "#000") : "";
    const away = { type: "button", class: "icon quiet", "aria-label": t("close"), title: t("close") };
    // Nobody knows in which language it is.
    const lines = texts.map((text) => h("p", { lang: "", dir: "auto" }, text));
    this.element.replaceChildren(...lines, ...(texts.length > 0 ? [h("button", away, "×")] : []));
  }
}
