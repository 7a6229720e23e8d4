// A board of the editor as it is drawn, under the squares that are painted.

import { Board } from "../board/board.js";
import { SIDE } from "../board/figure.js";
import { extent } from "../board/outline.js";
import { faceOf, thumbnail } from "../board/thumbnail.js";
import { h } from "../lib/dom.js";

/** What is on a cell of a scene, alone: the whole piece, or the floor. @param {Scene} scene @param {number} id @returns {Scene} */
function alone(scene, id) {
  const piece = scene.pieces.find(({ cells }) => cells.includes(id));
  const ids = piece?.cells ?? [id];
  const at = ids.map((one) => scene.cells[one]);
  const { top, left, high, wide } = extent(at);
  return {
    ...scene,
    rows: high,
    columns: wide,
    cells: at.map(([r, c]) => [r - top, c - left, null]),
    marks: ids.map((one) => (scene.marks[one] === "." ? "." : " ")).join(""),
    walls: true,
    roads: [],
    thin_walls: [],
    notes: [],
    floors: [],
    texts: [],
    pieces: piece ? [{ ...piece, cells: ids.map((_, at) => at) }] : [],
  };
}

export class DrawnBoard {
  #board = new Board({ small: true });
  /** The rows that are drawn. @type {string[][]} */
  #rows = [];
  element = h("div", { class: "drawing" }, this.#board.svg);

  constructor() {
    this.#board.svg.setAttribute("aria-hidden", "true");
  }

  /** Draws rows of a file. @param {Scene} scene what they are @param {string[][]} rows */
  draw(scene, rows) {
    this.#rows = rows;
    this.#board.draw(faceOf(scene), { glide: 0 });
  }

  /** Whether a square looks as it is drawn. @param {number} row @param {number} column @param {string} character */
  shows(row, column, character) {
    const drawn = this.#rows[row];
    return drawn !== undefined && (drawn[column] ?? "") === character;
  }

  /** Lays squares over the drawing, if that has as many. @param {HTMLElement} squares @param {string[][]} rows */
  lay(squares, rows) {
    const width = (/** @type {string[][]} */ all) => Math.max(0, ...all.map((row) => row.length));
    const [high, wide] = [rows.length, width(rows)];
    const fits = high === this.#rows.length && wide === width(this.#rows);
    this.element.classList.toggle("drawn", fits);
    this.element.replaceChildren(this.#board.svg, squares);
    if (!fits) return;
    const { x, y, width: across, height: down } = this.#board.svg.viewBox.baseVal;
    const share = (/** @type {number} */ part, /** @type {number} */ all) => `${(100 * part) / all}%`;
    Object.assign(squares.style, {
      left: share(-x, across),
      top: share(-y, down),
      width: share(wide * SIDE, across),
      height: share(high * SIDE, down),
    });
  }
}

/** What the characters of a file look like, as far as they were seen. */
export class Looks {
  /** @type {Map<string, Scene>} */
  #known = new Map();
  /** The faces of the brushes, by character. @type {Map<string, HTMLElement>} */
  faces = new Map();

  /** Looks at a board. @param {Scene} scene @param {string[][]} rows */
  learn(scene, rows) {
    for (const [r, row] of rows.entries())
      for (const [c, character] of row.entries()) {
        const id = scene.cells.findIndex(([u, v]) => u === r && v === c);
        if (id >= 0) this.#known.set(character, alone(scene, id));
        // What is no cell is a wall, where there are walls.
        else if (scene.walls && character === "#")
          this.#known.set(character, { ...alone(scene, 0), cells: [], marks: "", pieces: [] });
      }
  }

  /** Shows what is known on the faces of the brushes. */
  show() {
    for (const [character, face] of this.faces) {
      const scene = this.#known.get(character);
      if (!scene) continue;
      face.className = "cell";
      face.replaceChildren(thumbnail(scene));
    }
  }

  /** The face of a brush. @param {string} character @param {string} look its class until it is known */
  face(character, look) {
    const face = h("span", { class: look, title: character }, character === " " ? "␣" : character);
    this.faces.set(character, face);
    return face;
  }
}
