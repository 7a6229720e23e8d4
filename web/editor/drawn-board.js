// A board of the editor as it is drawn, under the squares that are painted.

import { Board } from "../board/board.js";
import { SIDE } from "../board/figure.js";
import { extent } from "../board/outline.js";
import { faceOf } from "../board/thumbnail.js";
import * as api from "../engine/api.js";
import { h } from "../lib/dom.js";
import { rowsOf, withRows } from "./instance-text.js";

/** A part of a drawn scene: its first row and column, and its size. @typedef {{scene: Scene, row: number, column: number, high: number, wide: number}} Part */

/** A part of a scene as it is drawn there. @param {Part} part */
function picture({ scene, row, column, high, wide }) {
  const board = new Board({ small: true, texts: true });
  board.draw(faceOf(scene), { glide: 0 });
  const { svg } = board;
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", [column, row, wide, high].map((length) => length * SIDE).join(" "));
  const most = Math.max(high, wide);
  svg.style.width = `${(100 * wide) / most}%`;
  svg.style.height = `${(100 * high) / most}%`;
  return svg;
}

export class DrawnBoard {
  #board = new Board({ small: true, texts: true });
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
  /** Null is nothing at all. @type {Map<string, Part | null>} */
  #known = new Map();
  /** The faces of the brushes, by character. @type {Map<string, HTMLElement>} */
  faces = new Map();

  /** Looks at a board. @param {Scene} scene @param {string[][]} rows */
  learn(scene, rows) {
    /** @type {Set<string>} */
    const seen = new Set();
    for (const [row, characters] of rows.entries())
      for (const [column, character] of characters.entries()) {
        if (seen.has(character)) continue;
        seen.add(character);
        const id = scene.cells.findIndex(
          ([r, c], at) => r === row && c === column && scene.marks[at] !== "t",
        );
        const piece = scene.pieces.find(({ cells }) => cells.includes(id));
        const ids = piece?.cells ?? [];
        const { top, left, high, wide } = extent(
          ids.map((one) => [scene.cells[one][0], scene.cells[one][1]]),
        );
        const part = piece ? { row: top, column: left, high, wide } : { row, column, high: 1, wide: 1 };
        const isNothing = character === "#" && !scene.walls;
        this.#known.set(character, isNothing ? null : { scene, ...part });
      }
  }

  /** The brushes of which it is not known what they look like, where there are not too many and none needs a line of its own. @param {Family} family */
  unknown({ brushes, lines }) {
    const own = new Set(lines.map(({ brush }) => brush));
    const few = brushes.filter(({ characters }) => characters.length <= 12 && !own.has(characters));
    return few.flatMap(({ characters }) => [...characters]).filter((one) => !this.#known.has(one));
  }

  /** Finds out what brushes look like that are not in use: of each, a sample is looked at. @param {Family} family */
  async sample(family) {
    const rows = rowsOf(family.template, "board");
    if (!rows) return;
    for (const character of this.unknown(family)) {
      // In place of what it can replace: most likely of its like, or of something empty.
      const like = family.brushes.find(({ characters }) => characters.includes(character))?.characters ?? "";
      for (const other of new Set([...like, ...". o", ...rows.flat()])) {
        const row = rows.findIndex((cells) => cells.includes(other));
        if (row < 0) continue;
        const painted = rows.with(row, rows[row].with(rows[row].indexOf(other), character));
        const text = withRows(family.template, "board", painted);
        const position = await api.position({ instance: api.fileText(text) }, []).catch(() => null);
        if (position?.puzzle !== family.name) continue;
        this.learn(position.scene, painted);
        this.show();
        break;
      }
    }
  }

  /** Shows what is known on the faces of the brushes. */
  show() {
    for (const [character, face] of this.faces) {
      const part = this.#known.get(character);
      if (part === undefined) continue;
      face.className = part ? "cell" : "cell nothing";
      face.replaceChildren(...(part ? [picture(part)] : []));
    }
  }

  /** The face of a brush. @param {string} character @param {string} look its class until it is known */
  face(character, look) {
    const face = h("span", { class: look, title: character }, character === " " ? "␣" : character);
    this.faces.set(character, face);
    return face;
  }
}
