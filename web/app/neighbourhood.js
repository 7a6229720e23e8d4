// What is around a puzzle: the levels beside it, and those on its shelf.

import * as collections from "../game/collections.js";
import * as progress from "../game/progress.js";
import { levelTitle, t } from "../i18n/language.js";
import { stepsAfter } from "../library/first-steps.js";
import { shelfOf } from "../library/shelf.js";

/** How hard what is drawn is after the last puzzle of a shelf. */
const AFTER = 2;

/**
 * Where a puzzle of the library is on its shelf.
 * @param {Puzzle} puzzle
 * @param {Library} library
 * @param {(puzzle: Puzzle) => unknown} open
 */
export function setOf(puzzle, library, open) {
  const kin = shelfOf(library, puzzle.instance)?.entries;
  if (!kin) return null;
  const at = kin.findIndex(({ name }) => name === puzzle.instance);
  const go = (/** @type {-1 | 1} */ by) =>
    void open({ instance: kin[(at + by + kin.length) % kin.length].name });
  return { number: at + 1, count: kin.length, go };
}

/**
 * The levels beside that of a position; null if there are none.
 * @param {Puzzle} puzzle
 * @param {Position} position
 * @param {(puzzle: Puzzle) => unknown} open
 */
export function levelsOf(puzzle, { level }, open) {
  if (!level || level.of < 2) return null;
  const at = (/** @type {number} */ number) => ({ ...puzzle, level: number });
  return {
    ...level,
    solved: (/** @type {number} */ number) => (progress.of(at(number))?.solved ?? 0) > 0,
    go: (/** @type {number} */ number) => void open(at(number)),
  };
}

/**
 * What is around a level of the player's own: its shelf, the levels beside it, and the next one; null if it is none.
 * @param {Puzzle} puzzle
 * @param {(collection: collections.Collection, index: number) => void} go
 */
export function neighbourhood(puzzle, go) {
  const place = collections.placeOf(puzzle);
  if (!place) return null;
  const { collection, index } = place;
  const { id, levels } = collection;
  const title = collection.title || t("pasted");
  const to = (/** @type {number} */ at) => go(collection, at);
  const { puzzles } = progress.all();
  const solved = (/** @type {number} */ at) =>
    puzzles[levels[at].name]?.solved > 0 || Object.keys(collections.known(levels[at].name).own).length > 0;
  // The one after it; after the last, the first that is not solved.
  const others = [...levels.keys()].filter((at) => at !== index && !levels[at].fault);
  const next = others.find((at) => at > index) ?? others.find((at) => !solved(at));
  return {
    title: `${title} · ${levelTitle(levels[index].title, index + 1)}`,
    back: { hash: `#shelf=${id}`, title },
    next: next === undefined ? null : { word: /** @type {const} */ ("nextLevel"), go: () => to(next) },
    set: {
      number: index + 1,
      count: levels.length,
      go: (/** @type {-1 | 1} */ by) => to((index + by + levels.length) % levels.length),
    },
    levels: {
      number: index + 1,
      of: levels.length,
      solved: (/** @type {number} */ number) => solved(number - 1),
      go: (/** @type {number} */ number) => to(number - 1),
    },
  };
}

/**
 * What to play after a puzzle: another one drawn alike, or the next of its shelf, first those not solved; after all of
 * these one that is drawn.
 * @param {Puzzle} puzzle
 * @param {Library} library
 * @param {object} around
 * @param {import("../table/levels.js").Levels | null} around.levels
 * @param {import("../library/shelf.js").Shelf | undefined} around.shelf on which it stands, or would
 * @param {(() => void) | null} [around.again] draws another one
 * @param {(puzzle: Puzzle) => unknown} around.open
 * @param {(of: string, level: number) => void} around.draw
 * @returns {{word: import("../i18n/language.js").Phrase, go: () => void} | null}
 */
export function nextPuzzle(puzzle, library, { levels, shelf, again, open, draw }) {
  if (levels && levels.number < levels.of)
    return { word: "nextLevel", go: () => levels.go(levels.number + 1) };
  if (again) return { word: "another", go: again };
  if (!shelf) return null;
  const after = stepsAfter(library, puzzle)?.find((one) => !progress.of(one)?.solved);
  if (after) return { word: "next", go: () => void open(after) };
  // What somebody has written is alone.
  if (puzzle.instance.includes("\n")) return null;
  const { entries, family, name } = shelf;
  const at = entries.findIndex((entry) => entry.name === puzzle.instance);
  const kin = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))];
  const isOpen = (/** @type {Entry} */ entry) => progress.solvedLevels(entry) < (entry.levels ?? 1);
  const kind = family.draws.find((one) => one.name === name) ?? family.draws[0];
  const next = kin.find(isOpen) ?? (kind ? undefined : kin[0]);
  if (next) return { word: "next", go: () => void open({ instance: next.name }) };
  return kind ? { word: "next", go: () => draw(kind.name, Math.min(AFTER, kind.levels)) } : null;
}
