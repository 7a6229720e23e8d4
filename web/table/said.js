// What the puzzle itself says: a text of its author, above the board until it is put away or a move is played.

import { SIDE } from "../board/figure.js";
import { iconButton } from "../i18n/controls.js";
import { h } from "../lib/dom.js";

/** Between it and the foot of the board, in pixels. */
const EDGE = 8;

export class Said {
  element = h("div", { class: "said", role: "status", onclick: () => this.show([]) });

  /**
   * Says it where the hero is not.
   * @param {string[]} texts
   * @param {import("../board/board.js").Board} [board]
   */
  show(texts, board) {
    const { style } = this.element;
    const { sheet } = board?.scene ?? {};
    style.color = sheet?.text ?? "";
    style.background = sheet?.text ? (sheet.background ?? "#000") : "";
    const away = iconButton("×", "close", () => this.show([]), "quiet");
    // Nobody knows in which language it is.
    const lines = texts.map((text) => h("p", { lang: "", dir: "auto" }, text));
    this.element.replaceChildren(...lines, ...(texts.length > 0 ? [away] : []));
    // The board has its size once it is in the page.
    if (board && texts.length > 0) requestAnimationFrame(() => this.#place(board));
  }

  /** @param {import("../board/board.js").Board} board */
  #place({ svg, scene }) {
    const { element } = this;
    const [at, stage] = [svg.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()];
    const hero = scene?.pieces.find(({ role }) => role === "hero");
    if (!hero || !scene || !stage) return;
    const { y, height } = svg.viewBox.baseVal;
    const middle = (scene.cells[hero.cells[0]][0] + 0.5) * SIDE;
    const above = (at.height * (middle - y)) / height;
    const half = SIDE * (at.height / height);
    element.style.maxHeight = `${Math.max(48, Math.max(above, at.height - above) - half)}px`;
    const low = at.bottom - stage.top - element.offsetHeight - EDGE;
    element.style.top = above < at.height / 2 ? `${low}px` : "";
  }
}
