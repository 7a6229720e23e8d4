// The text of a collection with the player's solutions in it, as its notation has them.

import * as api from "../engine/api.js";
import { known, puzzleAt } from "./collections.js";

/** @typedef {import("./collections.js").Collection} Collection */

/** What a row of a Sokoban level is written with. */
const ROW = /^[\s#@+$*.\-_pPbBoO0-9|()]*$/;

/** The player's solutions of each level, as other programs write them. @param {Collection} collection */
async function solutionsOf(collection) {
  const all = [];
  for (const [index, { name }] of collection.levels.entries()) {
    /** @type {Set<string>} */
    const own = new Set();
    for (const [metric, { line }] of Object.entries(known(name).own)) {
      const { lines = [] } = await api.notations(
        { ...puzzleAt(collection, index), ...(metric ? { metric } : {}) },
        line,
      );
      own.add(lines[0]?.text ?? line);
    }
    all.push([...own]);
  }
  return all;
}

/**
 * The text with lines put in for each level.
 * @param {Collection} collection
 * @param {string[][]} solutions
 * @param {(lines: string[]) => number} place before which of the lines from the first of a level to the next level
 * @param {(solution: string) => string[]} written
 */
function inserted({ text, levels }, solutions, place, written) {
  // Old files have lines that end with a carriage return alone.
  const lines = text.replace(/\r(?!\n)/g, "\n").split("\n");
  const end = lines[0].endsWith("\r") ? "\r" : "";
  let next = lines.length;
  for (const [index, { line }] of [...levels.entries()].reverse()) {
    const own = lines.slice(line - 1, next);
    // What was written before is there.
    const put = solutions[index].filter((solution) => !own.some((line) => line.includes(solution)));
    lines.splice(line - 1 + place(own), 0, ...put.flatMap(written).map((line) => line + end));
    next = line - 1;
  }
  return lines.join("\n");
}

/** @param {string[]} lines */
function belowBoard(lines) {
  const after = lines.findIndex((line) => line.trim() === "" || !ROW.test(line));
  return after < 0 ? lines.length : after;
}

/** The board in the text of an instance. @param {string} text */
const boardIn = (text) => /^board = ("""|''')\n?(.*?)\1/ms.exec(text)?.[2] ?? text;

/** The levels anew, where the text has no place for more lines. @param {Collection} collection @param {string[][]} solutions */
const sok = ({ title, author, levels }, solutions) =>
  [
    title ? `Collection: ${title}\n` : "",
    ...levels.map(({ title, text }, index) =>
      [
        boardIn(text),
        ...(title ? [`Title: ${title}`] : []),
        ...(author ? [`Author: ${author}`] : []),
        ...solutions[index].flatMap(steps),
        "",
      ].join("\n"),
    ),
  ].join("\n");

/** @param {string} solution */
const steps = (solution) => ["Solution", solution, ""];

/**
 * The text with the player's solutions. If there are none, it is as it came; it is null if no way of writing them is
 * read as the same levels.
 * @param {Collection} collection
 * @returns {Promise<string | null>}
 */
export async function withSolutions(collection) {
  const solutions = await solutionsOf(collection);
  if (solutions.every((lines) => lines.length === 0)) return collection.text;
  const written = isSokoban(collection)
    ? [
        // Markup is read whatever stands between its levels, and has no solutions.
        ...(/^\ufeff?\s*</.test(collection.text) ? [] : [inserted(collection, solutions, belowBoard, steps)]),
        sok(collection, solutions),
      ]
    : [
        inserted(
          collection,
          solutions,
          () => 1,
          (line) => [`# Solution: ${line}`],
        ),
        inserted(
          collection,
          solutions,
          () => 0,
          (line) => [`(Solution: ${line})`],
        ),
      ];
  for (const text of written) {
    const read = await api
      .collection(text)
      .catch((error) => (error instanceof api.RequestError ? error.status : 0));
    // What has become too long is not read at all.
    if (read === 413) return text;
    if (typeof read === "number") continue;
    const { levels } = collection;
    const same = (/** @type {CollectedLevel} */ level, /** @type {number} */ at) =>
      boardIn(level.text ?? "") === boardIn(levels[at].text);
    if (read.levels.length === levels.length && read.levels.every(same)) return text;
  }
  return null;
}

/** @param {Collection} collection */
export const isSokoban = ({ levels }) => levels.some(({ family }) => family === "sokoban");
