// What is left lies below the board: drawn smaller, or, beside a box, as solids.

import { boxOf, EDGE } from "../engine/box.js";
import { s } from "../lib/dom.js";
import { bounds, VIEW } from "../lib/space.js";
import { figure, SIDE } from "./figure.js";
import { outline } from "./outline.js";
import { solid } from "./solid.js";

/** Scale of the pieces, relative to those on the board. */
const SMALL = 0.6;

export class Tray {
  /** The row where it begins. */
  top = Infinity;
  /** The column where it is drawn. */
  left = 0;
  /** Where board and tray are drawn: from which column on, how wide and how high, in cells. */
  area;

  /** @param {Scene} scene */
  constructor(scene) {
    const { cells, marks } = scene;
    this.cells = cells;
    this.box = boxOf(scene);
    this.area = { left: 0, width: scene.columns, height: scene.rows };
    const [tray, floor] = [true, false].map((own) => cells.filter((_, id) => (marks[id] === "t") === own));
    if (tray.length === 0 || floor.length === 0) return;
    this.top = this.box?.bottom ?? Math.min(...tray.map(([row]) => row));
    const own = Math.max(...floor.map(([, column]) => column + 1));
    const across = this.box
      ? scene.columns
      : Math.max(own, SMALL * Math.max(...tray.map(([, column]) => column + 1)));
    // The board is centred above it.
    const left = (own - across) / 2;
    if (this.box) this.area = { left, width: across, height: scene.rows };
    else this.area = { left, width: across, height: this.top + (scene.rows - this.top) * SMALL };
    this.left = left;
  }

  /** Whether a cell is in it. @param {number} id */
  holds(id) {
    return this.cells[id][0] >= this.top;
  }

  /** The solid that has a cell. @param {number} id */
  #solid(id) {
    return this.box?.solids.find(({ ids }) => ids.includes(id));
  }

  /** Where a cell is drawn. @param {number} id @returns {At} row and column of its corner */
  corner(id) {
    const [row, column] = this.cells[id];
    if (row < this.top) return [row, column];
    const at = this.#solid(id)?.at;
    return at ? [at[0] - 0.5, this.left + at[1] - 0.5] : this.spot([row, column]);
  }

  /** Where a point among the cells is drawn. @param {At} point @returns {At} */
  spot([row, column]) {
    return row < this.top ? [row, column] : [this.top + (row - this.top) * SMALL, this.left + column * SMALL];
  }

  /** The cell of the tray under a point; -1 if there is none. @param {At} point row and column, fractional */
  cellUnder([row, column]) {
    if (this.box) {
      const x = column - this.left;
      const under = this.box.solids.find(({ at, high, wide }) => {
        const [down, right] = [Math.abs(row - at[0]), Math.abs(x - at[1])];
        return down <= high / 2 && right <= wide / 2;
      });
      return under?.ids[0] ?? -1;
    }
    const [r, c] = [
      Math.floor(this.top + (row - this.top) / SMALL),
      Math.floor((column - this.left) / SMALL),
    ];
    return this.cells.findIndex(([u, v]) => u === r && v === c);
  }

  get #small() {
    return `translate(${this.left * SIDE} ${this.top * (1 - SMALL) * SIDE}) scale(${SMALL})`;
  }

  /** The picture of a piece that lies here. @param {Piece} piece @param {At[]} at its cells */
  figure(piece, at) {
    const own = this.#solid(piece.cells[0]);
    if (!this.box || !own) return s("g", { transform: this.#small }, ...figure(piece, at, "big"));
    const { places } = this.box;
    const cubes = own.ids.map((id) => places[id]);
    const { x, y, width, height } = bounds(cubes);
    const [row, column] = own.at;
    const by = [(this.left + column - (x + width / 2) * EDGE) * SIDE, (row - (y + height / 2) * EDGE) * SIDE];
    const name = s(
      "text",
      { class: "big letter", x: (x + width / 2) * EDGE * SIDE, y: (y + height / 2) * EDGE * SIDE },
      piece.name,
    );
    return s(
      "g",
      { class: "solid", transform: `translate(${by.join(" ")})` },
      ...solid(
        cubes.map((place) => ({ place, piece: 0 })),
        VIEW,
        EDGE * SIDE,
        (_, parts) => s("g", {}, ...parts),
      ),
      name,
    );
  }

  /** What marks cells of the tray. @param {number[]} ids */
  mark(ids) {
    const own = this.#solid(ids[0]);
    if (own) {
      const [y, x] = [own.at[0] - own.high / 2, this.left + own.at[1] - own.wide / 2];
      return s("rect", { x: x * SIDE, y: y * SIDE, width: own.wide * SIDE, height: own.high * SIDE, rx: 4 });
    }
    const at = ids.map((id) => /** @type {At} */ ([this.cells[id][0], this.cells[id][1]]));
    return s("path", { d: outline(at, SIDE, 3), transform: this.#small });
  }
}
