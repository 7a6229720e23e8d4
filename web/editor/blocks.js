// Whole blocks for boards on which a thing covers several cells: each gets a letter of its own.

import { rowsOf } from "./instance-text.js";

/** Rows and columns. @typedef {readonly [number, number]} Size */

/** The blocks there are. @type {readonly Size[]} */
export const BLOCKS = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
  [1, 3],
  [3, 1],
];

/** The characters on the boards of a file. @param {string} text */
const used = (text) => ["board", "goal"].flatMap((key) => rowsOf(text, key)?.flat() ?? []);

/**
 * The characters for blocks, if a thing covers several cells on the boards of a family.
 * @param {Pick<Family, "brushes" | "template">} family
 * @returns {string} none if it does not
 */
export function letters({ brushes, template }) {
  const cells = used(template);
  const often = (/** @type {string} */ one) => cells.indexOf(one) !== cells.lastIndexOf(one);
  return (
    brushes.find(({ characters }) => characters.length > 12 && [...characters].some(often))?.characters ?? ""
  );
}

/**
 * The rows of a board with a block on it.
 * @param {string} text the file, whose letters are taken
 * @param {string[][]} rows
 * @param {[number, number]} at its upper left cell
 * @param {Size} size
 * @param {string} letters those to choose from
 * @returns {string[][] | null} null if it does not fit, or no letter is left
 */
export function placed(text, rows, [row, column], [height, width], letters) {
  const taken = new Set(used(text));
  const letter = [...letters].find((one) => !taken.has(one));
  const fits =
    rows[row + height - 1] !== undefined && column + width <= Math.max(...rows.map((r) => r.length));
  if (!letter || !fits) return null;
  return rows.map((cells, r) =>
    cells.map((cell, c) =>
      r >= row && r < row + height && c >= column && c < column + width ? letter : cell,
    ),
  );
}
