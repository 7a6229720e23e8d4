// How the puzzles were drawn that are played: at random, or for a day. A game that goes on another time still knows it.

import { preference, setPreference } from "../lib/preferences.js";
import { addDay, nameOf } from "./progress.js";
import { today } from "./random.js";

/** What a puzzle was drawn as: its kind, its level of difficulty, 0 if it has none, and its day, "" if it has none.
 * @typedef {{of: string, level: number, day: string}} Drawn */

/** Puzzles that are remembered, at most. */
const MAX = 60;

/** @returns {[name: string, drawn: Drawn][]} the latest last */
function all() {
  try {
    const stored = JSON.parse(preference("drawn") ?? "[]");
    return stored.filter((/** @type {any} */ one) => typeof one?.[1]?.of === "string");
  } catch {
    return [];
  }
}

/** @param {Puzzle} puzzle @param {Drawn} drawn */
export function remember(puzzle, { of, level, day }) {
  const name = nameOf(puzzle);
  const others = all().filter(([other]) => other !== name);
  setPreference("drawn", JSON.stringify([...others, [name, { of, level, day }]].slice(-MAX)));
}

/** How a puzzle was drawn; undefined if it was not. @param {Puzzle} puzzle */
export const drawnAs = (puzzle) => all().find(([name]) => name === nameOf(puzzle))?.[1];

/** Stores what the puzzle of a day is worth, if this is one. @param {Puzzle} puzzle @param {number} stars */
export function award(puzzle, stars) {
  const { day, of } = drawnAs(puzzle) ?? {};
  if (day && of) addDay(day, of, stars, day !== today());
}
