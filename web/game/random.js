// Puzzles generated at random: one of a wanted difficulty, and the one of the day, which is the same everywhere.

import * as api from "../engine/api.js";

/**
 * How a puzzle is generated: a kind, a level of difficulty from 1 up, and a seed.
 * @typedef {{of: string, level: number, seed: number}} Parameters
 */

/** The levels of the puzzles of the day, from Sunday on. */
const WEEK = [4, 1, 2, 2, 3, 3, 4];

/** What can be generated. @param {Library} library */
export const kinds = (library) => library.families.flatMap((family) => family.draws);

/** The day that the player's calendar shows. Its puzzle is the same everywhere. */
export const today = () => {
  const now = new Date();
  return new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 10);
};

/** Another puzzle of a kind and a level. @param {string} of @param {number} level @returns {Parameters} */
export const parameters = (of, level) => ({ of, level, seed: crypto.getRandomValues(new Uint32Array(1))[0] });

/**
 * Generates a puzzle; null if there is none of that kind and level.
 * @param {Parameters} parameters
 * @returns {Promise<Puzzle | null>}
 */
export async function generate({ of, level, seed }) {
  const { puzzles } = await api.generate(of, level, seed).catch((error) => {
    // What was wanted was not met with this seed.
    if (error instanceof api.RequestError && error.status === 422) return { puzzles: [] };
    throw error;
  });
  const text = puzzles?.[0]?.instance ?? puzzles?.[0]?.file;
  if (!text) return null;
  return { instance: /[\n=]/.test(text) ? api.fileText(text) : text };
}

/**
 * How the puzzle of a day is generated; null where none can be.
 * @param {Library} library
 * @param {string} day
 */
export function parametersOfDay(library, day) {
  const seed = Math.floor(Date.parse(day) / 86_400_000);
  const all = kinds(library);
  if (all.length === 0) return null;
  const { name, levels, title } = all[seed % all.length];
  return { of: name, title, level: Math.min(levels, WEEK[new Date(day).getUTCDay()]), seed };
}

/** The day that was asked for last, and its puzzle. @type {{day: string, puzzle: Promise<Puzzle | null>}} */
let last = { day: "", puzzle: Promise.resolve(null) };

/**
 * The puzzle of a day: generated, each day of another kind, or one of the library where none can be.
 * @param {Library} library
 * @param {string} day
 */
export function ofDay(library, day) {
  // A hard one takes seconds to generate on a busy machine, and every visit to the library asks for it.
  if (last.day !== day) {
    const puzzle = find(library, day);
    last = { day, puzzle };
    puzzle.catch(() => {
      if (last.puzzle === puzzle) last.day = "";
    });
  }
  return last.puzzle;
}

/** @param {Library} library @param {string} day @returns {Promise<Puzzle | null>} */
async function find(library, day) {
  const parameters = parametersOfDay(library, day);
  if (parameters) return generate(parameters);
  const { entries } = library;
  const number = Math.floor(Date.parse(day) / 86_400_000);
  return entries.length === 0 ? null : { instance: entries[number % entries.length].name };
}
