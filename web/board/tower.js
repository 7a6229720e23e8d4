// A board whose first and last columns join, as a tower.

import { s } from "../lib/dom.js";
import { seen } from "../lib/space.js";

/** Straight pieces of which the round side of a cell is made. */
const BENDS = 4;
/** How dark the wall is at its edge, and within, where one looks in from above. */
const [EDGE, WITHIN] = [0.3, 0.42];

/**
 * Draws a tower, the inside of its far wall first.
 * @param {At} size rows and columns
 * @param {{cell: At, piece: number}[]} cells
 * @param {import("../lib/space.js").View} view
 * @param {(piece: number, parts: SVGElement[]) => SVGElement} made of a piece, -1 if there is none
 */
export function tower([rows, columns], cells, view, made) {
  const radius = columns / (2 * Math.PI);
  const angle = (/** @type {number} */ column) => (2 * Math.PI * column) / columns;
  const point = (/** @type {number} */ row, /** @type {number} */ column) =>
    seen([rows / 2 - row, radius * Math.cos(angle(column)), radius * Math.sin(angle(column))], view);
  const bend = (/** @type {number} */ row, /** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: BENDS + 1 }, (_, at) => point(row, from + ((to - from) * at) / BENDS));
  const line = (/** @type {number[][]} */ points) =>
    points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L");
  const pieces = new Map(cells.map(({ cell, piece }) => [String(cell), piece]));
  const at = (/** @type {number} */ row, /** @type {number} */ column) =>
    pieces.get(`${row},${(column + columns) % columns}`);
  const turn = (view.turn * Math.PI) / 180;
  const facing = (/** @type {At} */ [, column]) => Math.cos(angle(column + 0.5) - turn);
  return cells
    .toSorted((a, b) => facing(a.cell) - facing(b.cell))
    .map(({ cell, piece }) => {
      const [row, column] = cell;
      const [top, bottom] = [bend(row, column, column + 1), bend(row + 1, column + 1, column)];
      const front = facing(cell);
      const dark = front < 0 ? WITHIN : EDGE * (1 - front);
      const sides = /** @type {[number | undefined, number[][]][]} */ ([
        [at(row - 1, column), top],
        [at(row + 1, column), bottom],
        [at(row, column - 1), [bottom[BENDS], top[0]]],
        [at(row, column + 1), [top[BENDS], bottom[0]]],
      ]);
      const rim = sides.flatMap(([other, side]) => (other === piece && piece >= 0 ? [] : [`M${line(side)}`]));
      const d = `M${line([...top, ...bottom])}Z`;
      return made(piece, [
        s("path", { class: "body", d }),
        s("path", { class: "dark", d, opacity: dark.toFixed(2) }),
        s("path", { class: "rim", d: rim.join("") }),
      ]);
    });
}
