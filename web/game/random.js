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

/** How many seeds are tried: a few give no puzzle of the wanted difficulty. */
const SEEDS = 3;

/**
 * Generates a puzzle, with one of the next seeds if this one gives none; null if none of them does.
 * @param {Parameters} parameters
 * @returns {Promise<Puzzle | null>}
 */
export async function generate({ of, level, seed }) {
  for (let tried = 0; tried < SEEDS; tried++) {
    const { puzzles } = await api.generate(of, level, (seed + tried) % 2 ** 32).catch((error) => {
      if (error instanceof api.RequestError && error.status === 422) return { puzzles: [] };
      throw error;
    });
    const text = puzzles?.[0]?.instance ?? puzzles?.[0]?.file;
    if (text) return { instance: /[\n=]/.test(text) ? api.fileText(text) : text };
  }
  return null;
}

/**
 * What has a puzzle of the day: what can be drawn, and of a family that draws nothing what is in the library.
 * @param {Library} library
 */
export const dailies = ({ families, entries }) =>
  families.flatMap(({ name, title, draws }) => {
    const kinds = draws.length > 0 || !entries.some(({ puzzle }) => puzzle === name) ? draws : null;
    return (kinds ?? [{ name, title, levels: 0 }]).map((kind) => ({ ...kind, family: name }));
  });

/** The number of a day. @param {string} day */
const numberOf = (day) => Math.floor(Date.parse(day) / 86_400_000);

/**
 * Which kind the puzzle of a day is of, and how hard it is, 0 if that is not known; null where there is none.
 * @param {Library} library
 * @param {string} day
 * @param {string} [of] a kind; by default each day another one
 */
export function parametersOfDay(library, day, of) {
  const seed = numberOf(day);
  const [all, drawn] = [dailies(library), kinds(library)];
  const name = of || (drawn.length > 0 ? drawn : all)[seed % (drawn.length || all.length)]?.name;
  const kind = all.find((kind) => kind.name === name);
  if (!kind) return null;
  const { levels, title, family } = kind;
  return { of: kind.name, title, family, level: Math.min(levels, WEEK[new Date(day).getUTCDay()]), seed };
}

/** Puzzles of days that were asked for. @type {Map<string, Promise<Puzzle | null>>} */
const found = new Map();

/**
 * The puzzle of a day: generated, or one of the library where none can be.
 * @param {Library} library
 * @param {string} day
 * @param {string} [of] its kind
 */
export function ofDay(library, day, of = "") {
  // A hard one takes seconds to generate on a busy machine, and every visit to the library asks for it.
  const key = `${day} ${of}`;
  const puzzle = found.get(key) ?? find(library, day, of);
  found.set(key, puzzle);
  // What could not be had in time is asked for again.
  puzzle.then(
    (puzzle) => puzzle ?? found.delete(key),
    () => found.delete(key),
  );
  return puzzle;
}

/** @param {Library} library @param {string} day @param {string} of @returns {Promise<Puzzle | null>} */
async function find(library, day, of) {
  const parameters = parametersOfDay(library, day, of);
  if (!parameters) return null;
  if (parameters.level > 0) return generate(parameters);
  const { family, seed } = parameters;
  const own = library.entries.filter(({ puzzle }) => puzzle === family);
  const { name, levels = 1 } = own[seed % own.length];
  return { instance: name, ...(levels > 1 && { level: 1 + (Math.floor(seed / own.length) % levels) }) };
}
