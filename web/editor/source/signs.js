// What the signs of a game's legend put into a cell, to draw brushes and levels that are not played yet.

import * as api from "../../engine/api.js";
import { linesOf, plain } from "../../game/source-lines.js";
import { signAt, widthOf } from "./levels.js";

/** What of a section is not looked at: a game without these only lies there, whatever its signs mean. */
const LEFT_OUT = ["rules", "winconditions", "levels"];

/** A source without its rules and levels, but for their headings; null if there are none. @param {string} source */
export function headOf(source) {
  const lines = linesOf(source);
  if (!lines.some(({ section }) => section === "levels")) return null;
  return lines
    .filter(({ section, heading }) => heading || !LEFT_OUT.includes(section))
    .map(({ text }) => text)
    .join("\n");
}

/** The signs as the legend writes them: it may be in upper case. @param {string} source @param {string} characters */
export function spelled(source, characters) {
  const as = new Map(
    linesOf(source).flatMap(({ section, code }) => {
      const [, sign] = (section === "legend" && /^(\S)\s*=/u.exec(plain(code))) || [];
      return sign ? [[sign.toLowerCase(), sign]] : [];
    }),
  );
  return [...characters].map((sign) => as.get(sign) ?? sign);
}

export class Signs {
  /** The signs in a row, as the game draws them. @type {Scene | null} */
  #scene = null;
  /** What they and their looks depend on. */
  key = "";
  /** As the legend writes them. @type {string[]} */
  signs = [];

  /**
   * Finds how the signs of a game look. If it cannot be told, they go on as they were.
   * @param {string} source
   * @param {string} characters
   * @param {(source: string) => Puzzle} instance
   * @param {AbortSignal} signal
   */
  async load(source, characters, instance, signal) {
    const head = headOf(source);
    const signs = spelled(source, characters);
    const key = `${head}\n${signs.join("")}`;
    if (key === this.key || head === null || signs.length === 0) return;
    const scene = await api.position(instance(`${head}\n\n${signs.join("")}\n`), [], signal).then(
      ({ scene }) => scene,
      () => null,
    );
    if (!scene || signal.aborted) return;
    [this.#scene, this.key, this.signs] = [scene, key, signs];
  }

  /** @param {string} sign */
  #at(sign) {
    return this.signs.findIndex((known) => known.toLowerCase() === sign.toLowerCase());
  }

  /** Whether it is known how a sign looks. @param {string} sign */
  has(sign) {
    return this.#at(sign) >= 0;
  }

  /** A board of signs as a scene; null while nothing is known. @param {string[][]} board @returns {Scene | null} */
  scene(board) {
    const row = this.#scene;
    if (!row) return null;
    const cells = board.flatMap((signs, r) =>
      signs.map((_, c) => /** @type {[number, number, null]} */ ([r, c, null])),
    );
    const from = board.flat().map((sign) => this.#at(sign));
    /** @type {Map<number, Piece[]>} */
    const pieces = new Map();
    for (const piece of row.pieces)
      pieces.set(piece.cells[0], [...(pieces.get(piece.cells[0]) ?? []), piece]);
    const floors = new Map(row.floors);
    const stacks = /** @type {{stacks?: number[][]}} */ (row).stacks;
    return {
      ...row,
      rows: board.length,
      columns: board[0].length,
      walls: true,
      cells,
      marks: " ".repeat(cells.length),
      notes: [],
      pieces: from.flatMap((at, id) => (pieces.get(at) ?? []).map((piece) => ({ ...piece, cells: [id] }))),
      floors: from.flatMap((at, id) => {
        const colour = floors.get(at);
        return colour === undefined ? [] : [/** @type {[number, string]} */ ([id, colour])];
      }),
      ...(stacks ? { stacks: from.map((at) => stacks[at] ?? []) } : {}),
    };
  }
}

/** The signs of a level, row by row, all as long as the first. @param {import("./levels.js").Level} level */
export const boardOf = (level) =>
  level.rows.map((row) => Array.from({ length: widthOf(level) }, (_, column) => signAt(row, column)));
