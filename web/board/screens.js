// Games that show more than one picture a move, or not the whole of their board.

import { still } from "../lib/dom.js";
import { SIDE } from "./figure.js";

/** Milliseconds that a picture stands, and that all of a move take at most. */
const [STANDS, MOST] = [100, 2000];

/** What a move does on its way, shown one after the other before what it leads to. */
export class Course {
  #timer = 0;

  /** @param {{draw: (scene: Scene, options?: object) => void}} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * Draws a scene after those before it.
   * @param {Scene} scene
   * @param {Frame[]} between
   * @param {object} [options] how it is drawn if there are none
   */
  draw(scene, between, options) {
    this.stop();
    if (between.length === 0 || still()) return this.board.draw(scene, options);
    const all = [...between.map((frame) => ({ ...scene, ...frame })), scene];
    const each = Math.min(STANDS, MOST / all.length);
    const next = () => {
      const [now] = all.splice(0, 1);
      this.board.draw(now, { glide: 0 });
      if (all.length > 0) this.#timer = setTimeout(next, each);
    };
    next();
  }

  /** Shows no more of it. */
  stop() {
    clearTimeout(this.#timer);
  }
}

/**
 * The part of a board that is shown: `flick` for the screen on which the hero is, else what is around him.
 * @typedef {{flick: boolean, rows: number, columns: number}} Screen
 */

/** The screen that the text of a game asks for, if it does. @param {Position} position @returns {Screen | null} */
export function screenOf({ scene, text }) {
  const [, kind, columns, rows] =
    (scene.stacks && /(?:^|\n|\\n)[ \t]*(flick|zoom)screen[ \t]+(\d+)[ \t]*x[ \t]*(\d+)/i.exec(text)) || [];
  return kind ? { flick: /f/i.test(kind), rows: Number(rows), columns: Number(columns) } : null;
}

/** Shows the part of a board that is to be seen. @param {SVGSVGElement} svg @param {Scene} scene @param {Screen} screen */
export function crop(svg, scene, { flick, rows, columns }) {
  const hero = scene.pieces.find(({ role }) => role === "hero");
  // Without a hero, what was shown goes on to be.
  if (!hero) return;
  const begin = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ all) =>
    flick ? at - (at % size) : Math.max(0, Math.min(at - (size >> 1), all - size));
  const [row, column] = scene.cells[hero.cells[0]];
  const [high, wide] = [Math.min(rows, scene.rows), Math.min(columns, scene.columns)];
  const [top, left] = [begin(row, rows, scene.rows), begin(column, columns, scene.columns)];
  svg.setAttribute("viewBox", [left, top, wide, high].map((n) => n * SIDE).join(" "));
  svg.style.setProperty("--ratio", String(wide / high));
  svg.style.overflow = "hidden";
}
