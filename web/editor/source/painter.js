// A level as a grid to paint: what it looks like, under a button for each cell.

import { Board } from "../../board/board.js";
import { thumbnail } from "../../board/thumbnail.js";
import { arrowStep } from "../../game/arrow-keys.js";
import { t } from "../../i18n/language.js";
import { h, onRelease } from "../../lib/dom.js";
import { boardOf } from "./signs.js";

/** Cells of a level that is painted: of more, each change would take too long. */
const MAX_CELLS = 4096;

/** The sides of a level, and the phrase of what is added there. */
const SIDES = /** @type {const} */ ([
  ["up", "↑", "rows"],
  ["down", "↓", "rows"],
  ["left", "←", "columns"],
  ["right", "→", "columns"],
]);

/**
 * What painting does to the source.
 * @typedef {object} Actions
 * @property {(cell: [number, number], sign: string) => void} paint
 * @property {(side: import("./levels.js").Side, sign: string | null) => void} resize
 * @property {(begins: boolean) => void} stroke called when a stroke of the brush begins, and when it has ended
 */

export class Painter {
  #brush = "";
  brushes = h("div", { class: "brushes", role: "radiogroup", "aria-label": t("brush") });
  /** The brushes that are shown. */
  #shown = "";
  #board = new Board({ small: true });
  #cells = h("div", { class: "cells", role: "group", "aria-label": t("paintLevel") });
  /** @type {string[][]} */
  #rows = [];
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  element;

  /** @param {import("./signs.js").Signs} signs @param {Actions} actions */
  constructor(signs, actions) {
    this.signs = signs;
    this.actions = actions;
    this.#board.svg.setAttribute("aria-hidden", "true");
    const cells = this.#cells;
    cells.addEventListener("pointerdown", (event) => {
      const button = this.#buttonAt(event.target);
      if (!button || event.button !== 0) return;
      // The finger goes on to other cells.
      if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
      actions.stroke(true);
      onRelease(() => actions.stroke(false));
      this.#paint(button);
    });
    cells.addEventListener("pointerover", (event) => {
      const button = this.#buttonAt(event.target);
      if (button && event.buttons === 1) this.#paint(button);
    });
    cells.addEventListener("keydown", (event) => this.#key(event));
    this.element = h(
      "section",
      { class: "painter" },
      h("h2", {}, t("paintLevel")),
      h("div", { class: "canvas" }, this.#board.svg, cells),
      h("div", { class: "row sides" }, ...SIDES.flatMap((side) => this.#side(side))),
    );
  }

  /** @param {typeof SIDES[number]} side */
  #side([side, arrow, what]) {
    const button = (/** @type {string} */ mark, /** @type {"addAt" | "removeAt"} */ act) =>
      h(
        "button",
        {
          type: "button",
          class: "icon",
          "aria-label": `${t(what)} ${arrow} ${t(act)}`,
          title: `${t(what)} ${arrow} ${t(act)}`,
          onclick: () => this.actions.resize(side, act === "addAt" ? this.#filler : null),
        },
        `${arrow}${mark}`,
      );
    return [button("+", "addAt"), button("−", "removeAt")];
  }

  /** What new cells are filled with. */
  get #filler() {
    const { signs } = this.signs;
    return signs.includes(".") ? "." : (signs[0] ?? ".");
  }

  /** @param {EventTarget | null} target @returns {HTMLButtonElement | null} */
  #buttonAt(target) {
    return target instanceof HTMLButtonElement && this.#cells.contains(target) ? target : null;
  }

  /** @param {HTMLButtonElement} button */
  #paint(button) {
    const at = this.#buttons.indexOf(button);
    const width = this.#rows[0].length;
    this.paint([Math.floor(at / width), at % width]);
  }

  /** Paints a cell with the brush. @param {[number, number]} cell */
  paint(cell) {
    if (this.#brush !== "" && this.#rows[cell[0]]?.[cell[1]]) this.actions.paint(cell, this.#brush);
  }

  /** The level as it is painted; null while it is not known how it looks. */
  get scene() {
    return this.element.hidden ? null : this.signs.scene(this.#rows);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const button = this.#buttonAt(event.target);
    if (!button) return;
    const way = arrowStep(event.key);
    if (way) {
      event.preventDefault();
      const [at, width] = [this.#buttons.indexOf(button), this.#rows[0].length];
      const column = (at % width) + way[1];
      if (column < 0 || column >= width) return;
      const next = this.#buttons[at + way[0] * width + way[1]];
      if (!next) return;
      for (const other of this.#buttons) other.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.actions.stroke(true);
      this.#paint(button);
      this.actions.stroke(false);
    } else return;
    event.preventDefault();
  }

  /** Shows a level; none, if there is none. @param {import("./levels.js").Level | undefined} level */
  show(level) {
    const rows = level ? boardOf(level) : [];
    this.element.hidden = !level || rows.length * (rows[0]?.length ?? 0) > MAX_CELLS;
    this.brushes.hidden = this.element.hidden;
    if (this.element.hidden) return;
    this.#showBrushes();
    const before = this.#rows;
    this.#rows = rows;
    const [height, width] = [this.#rows.length, this.#rows[0].length];
    if (height !== before.length || width !== before[0].length) this.#lay(height, width);
    const scene = this.signs.scene(this.#rows);
    for (const [at, sign] of this.#rows.flat().entries()) {
      const button = this.#buttons[at];
      const cell = t("cellAt", { r: Math.floor(at / width) + 1, c: (at % width) + 1 });
      const name = `${cell}: ${sign}`;
      if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
      button.textContent = scene && this.signs.has(sign) ? "" : sign;
    }
    if (scene) this.#board.draw(scene, { glide: 0 });
    this.#board.svg.classList.toggle("hidden", scene === null);
  }

  /** @param {number} height @param {number} width */
  #lay(height, width) {
    this.#cells.style.setProperty("--columns", String(width));
    /** @type {HTMLElement | null} */ (this.#cells.parentElement)?.style.setProperty(
      "--ratio",
      String(width / height),
    );
    this.#buttons = Array.from({ length: height * width }, (_, at) =>
      h("button", { type: "button", tabindex: at === 0 ? 0 : -1 }),
    );
    this.#cells.replaceChildren(...this.#buttons);
  }

  #showBrushes() {
    const { signs } = this.signs;
    const key = this.signs.key;
    if (!signs.includes(this.#brush)) this.#brush = signs.find((sign) => sign !== ".") ?? signs[0] ?? "";
    if (key === this.#shown) return;
    this.#shown = key;
    this.brushes.replaceChildren(
      ...signs.map((sign) => {
        const scene = this.signs.scene([[sign]]);
        return h(
          "label",
          { class: "brush", title: sign },
          h("input", {
            type: "radio",
            name: "sign",
            value: sign,
            checked: sign === this.#brush,
            "aria-label": `${t("brush")} ${sign}`,
            onchange: () => {
              this.#brush = sign;
            },
          }),
          h("span", {}, scene && thumbnail(scene), h("b", {}, sign)),
        );
      }),
    );
  }
}
