// Lines that were left for other ones, to go back to.

import { readMove } from "./move-geometry.js";

/**
 * A line that was left, with its moves as people read them, as far as that is known.
 * @typedef {import("./history.js").Played & {texts: (string | null)[]}} Branch
 */

/** Branches that are kept; the oldest are forgotten. */
const MOST = 20;

/** How many moves two lines begin with alike. @param {string[]} one @param {string[]} other */
export function sharedMoves(one, other) {
  const at = one.findIndex((move, index) => move !== other[index]);
  return at < 0 ? one.length : at;
}

/** Whether a line is another one, or the beginning of it. @param {string[]} one @param {string[]} other */
const within = (one, other) => sharedMoves(one, other) === one.length;

/**
 * The branches when a game goes on from another line: with the one that is left, and what was taken back from it, unless
 * that is still ahead.
 * @param {Branch[]} branches
 * @param {{history: import("./history.js").History, position: Position, readings: (string | null)[]}} game before
 * @param {import("./history.js").History} goal
 * @returns {Branch[]}
 */
export function leaving(branches, { history, position, readings }, goal) {
  const { line, own } = history.reach;
  const at = sharedMoves(line, goal.line);
  const by = at === position.line.length && position.choices.find(({ move }) => move === line[at]);
  const texts = by ? [...readings, readMove(position.scene, by, by.move)] : readings;
  const next = goal.reach.line;
  const all = at < line.length ? [...branches, { line, own, texts }] : branches;
  return all
    .filter((one) => !within(one.line, next))
    .filter((one, index, left) =>
      left.every(
        (other, its) =>
          its === index || !within(one.line, other.line) || (within(other.line, one.line) && its < index),
      ),
    )
    .slice(-MOST);
}
