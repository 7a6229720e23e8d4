// The levels in a PuzzleScript source: where their rows are, and the source with other rows.

import { COMMENT, linesOf, plain } from "../../game/source-lines.js";

/**
 * A row as it is in the source: its characters, and where each is.
 * @typedef {{at: number, character: string}[]} Row
 */
/**
 * @typedef {object} Level
 * @property {number} line that of its first row, from 0
 * @property {Row[]} rows
 */

/** @param {import("../../game/source-lines.js").Line} line @returns {Row} */
function rowOf({ start, code }) {
  /** @type {Row} */
  const row = [];
  let at = start;
  for (const character of code) {
    if (character !== COMMENT) row.push({ at, character });
    at += character.length;
  }
  const isBlank = (/** @type {number} */ index) => /^\s$/.test(row[index].character);
  let [from, to] = [0, row.length];
  while (from < to && isBlank(from)) from++;
  while (to > from && isBlank(to - 1)) to--;
  return row.slice(from, to);
}

/** The levels of a source, without its messages. @param {string} source @returns {Level[]} */
export function levelsOf(source) {
  /** @type {Level[]} */
  const levels = [];
  let open = false;
  for (const [at, line] of linesOf(source).entries()) {
    const text = plain(line.code);
    if (line.section !== "levels" || line.heading) continue;
    if (line.blank || /^message(?![\p{L}\p{N}_])/iu.test(text)) open = false;
    // A line of `=` is decoration.
    else if (text !== "" && /[^=]/.test(text)) {
      if (!open) levels.push({ line: at, rows: [] });
      levels[levels.length - 1].rows.push(rowOf(line));
      open = true;
    }
  }
  return levels;
}

/** The columns of a level: as many as its first row has. @param {Level} level */
export const widthOf = ({ rows }) => rows[0].length;

/** The character of a cell: a row that is too short goes on with its last. @param {Row} row @param {number} column */
export const signAt = (row, column) => (row[column] ?? row[row.length - 1]).character;

/** Where a row ends. @param {Row} row */
const endOf = (row) => row[row.length - 1].at + row[row.length - 1].character.length;

/**
 * The source with a cell of a level painted.
 * @param {string} source
 * @param {number} index of the level
 * @param {[number, number]} cell
 * @param {string} sign
 */
export function painted(source, index, [row, column], sign) {
  const cells = levelsOf(source)[index]?.rows[row];
  if (!cells) return source;
  const cell = cells[column];
  if (cell) return source.slice(0, cell.at) + sign + source.slice(cell.at + cell.character.length);
  const missing = signAt(cells, column).repeat(column - cells.length) + sign;
  return source.slice(0, endOf(cells)) + missing + source.slice(endOf(cells));
}

/** @typedef {"up" | "down" | "left" | "right"} Side */

/**
 * The source with a level longer by a row or a column, or shorter by one.
 * @param {string} source
 * @param {number} index of the level
 * @param {Side} side
 * @param {string | null} sign what fills the new row or column; null to take one away
 */
export function resized(source, index, side, sign) {
  const level = levelsOf(source)[index];
  if (!level) return source;
  const { rows } = level;
  const first = side === "up" || side === "left";
  if (side === "up" || side === "down") {
    const row = first ? rows[0] : rows[rows.length - 1];
    if (sign !== null) {
      const added = sign.repeat(widthOf(level));
      const at = first ? row[0].at : endOf(row);
      return source.slice(0, at) + (first ? `${added}\n` : `\n${added}`) + source.slice(at);
    }
    if (rows.length === 1) return source;
    // A row goes with the end of its line.
    const [from, to] = first ? [row[0].at, rows[1][0].at] : [endOf(rows[rows.length - 2]), endOf(row)];
    return source.slice(0, from) + source.slice(to);
  }
  if (sign === null && widthOf(level) === 1) return source;
  // From the last row, so that the places of the others stay.
  return rows.toReversed().reduce((text, row) => {
    const end = first ? row[0] : row[row.length - 1];
    const after = end.at + end.character.length;
    if (sign !== null) {
      const at = first ? end.at : after;
      return text.slice(0, at) + sign + text.slice(at);
    }
    return row.length === 1 ? text : text.slice(0, end.at) + text.slice(after);
  }, source);
}

/** The source with a level a second time, after itself. @param {string} source @param {number} index */
export function doubled(source, index) {
  const level = levelsOf(source)[index];
  if (!level) return source;
  const rows = level.rows.map((row) => row.map(({ character }) => character).join(""));
  const end = endOf(level.rows[level.rows.length - 1]);
  return `${source.slice(0, end)}\n\n${rows.join("\n")}${source.slice(end)}`;
}

/**
 * All that a level depends on: the game without its levels, and the rows of this one.
 * @param {string} source
 * @param {Level} level
 */
export function essence(source, { rows }) {
  const lines = linesOf(source);
  const head = lines.findIndex(({ section }) => section === "levels");
  const signs = rows.map((row) => row.map(({ character }) => character).join(""));
  return [source.slice(0, lines[head]?.start), ...signs].join("\n");
}
