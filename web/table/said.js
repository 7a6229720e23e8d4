// What the puzzle itself says: a text of its author, above the board until it is put away or a move is played.

import { iconButton } from "../i18n/controls.js";
import { h } from "../lib/dom.js";

export class Said {
  element = h("div", { class: "said", role: "status", onclick: () => this.show([]) });

  /** Says it where the hero is not. @param {string[]} texts @param {Scene} [scene] */
  show(texts, scene) {
    const { style } = this.element;
    const { sheet, rows = 0 } = scene ?? {};
    const hero = scene?.pieces.find(({ role }) => role === "hero");
    const row = hero && scene ? scene.cells[hero.cells[0]][0] : rows;
    this.element.classList.toggle("low", row < rows / 2);
    style.color = sheet?.text ?? "";
    style.background = sheet?.text ? (sheet.background ?? "#000") : "";
    const away = iconButton("×", "close", () => this.show([]), "quiet");
    // Nobody knows in which language it is.
    const lines = texts.map((text) => h("p", { lang: "", dir: "auto" }, text));
    this.element.replaceChildren(...lines, ...(texts.length > 0 ? [away] : []));
  }
}
