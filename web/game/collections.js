// The player's own collections: texts with several puzzles, kept on this device with what is known of each. What cannot be
// kept lasts as long as the page is open.

import { fileText } from "../engine/api.js";
import * as database from "../lib/database.js";
import { nameOf } from "./progress.js";

/**
 * A puzzle of a collection.
 * @typedef {object} Collected
 * @property {string} name under which results are stored
 * @property {string} title perhaps empty
 * @property {string} text of its instance file; empty where the option level takes it from the text of the collection
 * @property {string} family
 * @property {number} cells of its board
 * @property {number} line of the collection on which it begins, from 1
 * @property {Pick<CollectedLevel, "error" | "reason"> | null} fault what is wrong with it
 */

/**
 * @typedef {object} Collection
 * @property {string} id
 * @property {string} title
 * @property {string} author perhaps empty
 * @property {string} file its name, perhaps empty
 * @property {string} text as it came
 * @property {number} at when it came, in milliseconds
 * @property {Collected[]} levels
 */

/** The best line that is known. @typedef {{worth: number, metric: string, scored: boolean, proved: boolean}} KnownBest */

/**
 * What is known of a puzzle.
 * @typedef {object} Known
 * @property {string} name
 * @property {KnownBest | null} best
 * @property {boolean} unsolvable whether that is proved
 * @property {boolean} searched whether a best line was looked for
 * @property {Record<string, {line: string, worth: number}>} own the player's best solutions, by the metric that was chosen; empty if none was
 * @property {number} stars
 */

/** Tells of what has come, and of what is found out: `known`, with the name of the puzzle. */
export const changes = new EventTarget();

/** @type {Map<string, Collection>} */
const collections = new Map();
/** @type {Map<string, Known>} */
const levels = new Map();
/** Where the player is. @type {{id: string, index: number} | null} */
let current = null;
let kept = true;

/** Whether all of it could be kept. */
export const isKept = () => kept;

/** Stores something. @param {Promise<unknown>} stored */
const tried = (stored) =>
  stored.then(
    () => {},
    () => {
      kept = false;
    },
  );

/** Reads what is kept; other tabs may have changed it. */
export async function load() {
  try {
    const [stored, found] = [await database.values("collections"), await database.values("levels")];
    if (kept) collections.clear();
    for (const one of stored) collections.set(one.id, one);
    for (const one of found) levels.set(one.name, merged(known(one.name), one));
  } catch {
    // Without a database there is what came since the page was opened.
  }
}

/** All collections, the latest first. */
export const all = () => [...collections.values()].sort((one, other) => other.at - one.at);

/** A field of a table that may be a name. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M} '’\-·]{0,23}$/u;

/**
 * The title of a level. Where each line of the text is a puzzle, it is the name in the first field, if there is one.
 * @param {string} text
 * @param {CollectedLevel} level
 */
function titleOf(text, { title, line }) {
  if (text.split("\n")[line - 1]?.trim() !== title) return title;
  const [name, ...fields] = title.split(/[,;\t]/);
  return fields.length > 0 && NAME.test(name) ? name : "";
}

/** What a collection is called: without what is in brackets, or else as its file. @param {string} title @param {string} file */
const called = (title, file) => title.replace(/\s*[([（].*$/s, "") || title || file.replace(/\.\w{1,5}$/, "");

/**
 * A collection of the levels of a text.
 * @param {string} text
 * @param {string} file its name, if it has one
 * @param {CollectionAnswer} answer
 * @returns {Collection}
 */
export function collectionOf(text, file, { title, author, levels }) {
  return {
    id: nameOf({ instance: fileText(text) }).replace("file:", ""),
    title: called(title, file),
    author,
    file,
    text,
    at: Date.now(),
    levels: levels.map((level) => {
      const {
        text: own = "",
        puzzle: family = "",
        rows = 0,
        columns = 0,
        line,
        number,
        error,
        reason,
      } = level;
      return {
        name: nameOf(own ? { instance: own } : { instance: fileText(text), level: number }),
        title: titleOf(text, level),
        text: own,
        family,
        cells: rows * columns,
        line,
        fault: error === undefined ? null : { error, reason },
      };
    }),
  };
}

/** A level of a collection, to be opened. @param {Collection} collection @param {number} index @returns {Puzzle} */
export function puzzleAt({ text, levels }, index) {
  const { text: own } = levels[index];
  return own ? { instance: own } : { instance: fileText(text), level: index + 1 };
}

/** Adds a collection, or puts one on top again that is there. @param {Collection} collection */
export function add(collection) {
  collections.set(collection.id, collection);
  changes.dispatchEvent(new Event("added"));
  return tried(database.put("collections", collection));
}

/**
 * Removes a collection and what is known of its levels: when that is done, they do not come back if the page is left.
 * @param {Collection} collection
 * @returns {Promise<() => Promise<void>>} takes that back
 */
export async function remove(collection) {
  const { id } = collection;
  collections.delete(id);
  const removals = [tried(database.remove("collections", id))];
  /** @type {Known[]} */
  const gone = [];
  for (const { name } of collection.levels) {
    const known = levels.get(name);
    if (!known || all().some((other) => other.levels.some((level) => level.name === name))) continue;
    gone.push(known);
    levels.delete(name);
    removals.push(tried(database.remove("levels", name)));
  }
  await Promise.all(removals);
  return async () => {
    for (const known of gone) learn(known.name, known);
    await add(collection);
  };
}

/** Says at which level the player is, where the same puzzle is at several places. @param {Collection} collection @param {number} index */
export function enter({ id }, index) {
  current = { id, index };
}

/** The level at which the player is in a collection; null if he is elsewhere. @param {Collection} collection */
export const indexIn = ({ id }) => (current?.id === id ? current.index : null);

/**
 * Where a puzzle is in a collection.
 * @param {Puzzle} puzzle
 * @returns {{collection: Collection, index: number} | null}
 */
export function placeOf(puzzle) {
  const name = nameOf(puzzle);
  const here = current && collections.get(current.id);
  if (current && here?.levels[current.index]?.name === name)
    return { collection: here, index: current.index };
  for (const collection of all()) {
    const index = collection.levels.findIndex((level) => level.name === name);
    if (index < 0) continue;
    enter(collection, index);
    return { collection, index };
  }
  return null;
}

/** What is known of a puzzle. @param {string} name @returns {Known} */
export const known = (name) =>
  levels.get(name) ?? { name, best: null, unsolvable: false, searched: false, own: {}, stars: 0 };

/** @template {{worth: number}} T @param {T | null | undefined} one @param {T | null | undefined} other @param {boolean} more whether more is better */
function better(one, other, more) {
  if (!one || !other) return one ?? other ?? null;
  return (more ? other.worth > one.worth : other.worth < one.worth) ? other : one;
}

/** What is known from two sides. @param {Known} one @param {Partial<Known>} other @returns {Known} */
function merged(one, other) {
  const own = { ...one.own };
  const scored = (other.best ?? one.best)?.scored ?? false;
  for (const [metric, solution] of Object.entries(other.own ?? {}))
    own[metric] = better(own[metric], solution, scored) ?? solution;
  const proved = [one.best, other.best].find((best) => best?.proved);
  return {
    name: one.name,
    best: proved ?? better(one.best, other.best, scored),
    unsolvable: one.unsolvable || other.unsolvable === true,
    searched: one.searched || other.searched === true,
    own,
    stars: Math.max(one.stars, other.stars ?? 0),
  };
}

/** Keeps what is found out about a puzzle. @param {string} name @param {Partial<Known>} found */
export function learn(name, found) {
  const now = merged(known(name), found);
  levels.set(name, now);
  changes.dispatchEvent(new CustomEvent("known", { detail: name }));
  return tried(database.update("levels", name, (before) => (before ? merged(before, now) : now)));
}

/** Forgets what the player has made of all levels. */
export function forget() {
  for (const one of levels.values()) {
    const now = { ...one, own: {}, stars: 0 };
    levels.set(one.name, now);
    void tried(database.put("levels", now));
  }
}

/** A level of which no best line was looked for, first those where the player is. @returns {{name: string, puzzle: Puzzle} | null} */
export function unsearched() {
  const first = Number(all().findIndex(({ id }) => id === current?.id));
  const order = first > 0 ? [all()[first], ...all().toSpliced(first, 1)] : all();
  for (const collection of order) {
    const begin = indexIn(collection) ?? 0;
    for (let step = 0; step < collection.levels.length; step++) {
      const index = (begin + step) % collection.levels.length;
      const { name, fault } = collection.levels[index];
      if (!fault && !known(name).searched) return { name, puzzle: puzzleAt(collection, index) };
    }
  }
  return null;
}
