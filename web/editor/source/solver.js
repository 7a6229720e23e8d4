// Looks for the shortest win of each level, one after the other, and remembers what it found.

import * as api from "../../engine/api.js";
import { refusal } from "../../i18n/errors.js";
import { Latest } from "../../lib/latest.js";

/** Seconds for a level, and for one that is looked at longer. */
const [USUAL, LONGER] = [5, 30];
/** Levels that are cached, at most. */
const CAPACITY = 500;

/**
 * What is known of a level.
 * @typedef {object} Finding
 * @property {"won" | "impossible" | "nothing" | "refused"} what
 * @property {boolean} proved
 * @property {string[]} line
 * @property {number} seconds how long was searched at most
 * @property {boolean} memory whether the search ended because it needed more memory
 * @property {string} why a refusal
 */
/** A level to look at: what it depends on, and the instance. @typedef {{key: string, puzzle: Puzzle}} Wanted */

/** @param {SolveAnswer} answer @param {number} seconds @returns {Finding} */
export function finding({ outcome, reason, proof, line }, seconds) {
  const what = /** @type {const} */ ({ solved: "won", unsolvable: "impossible", stopped: "nothing" })[
    outcome
  ];
  const proved = outcome === "unsolvable" || proof === "optimal";
  return { what, proved, line: line ?? [], seconds, memory: reason === "memory", why: "" };
}

export class Solver {
  /** @type {Map<string, Finding>} */
  #cache = new Map();
  #runs = new Latest();
  /** The level that is looked at. */
  current = "";

  /** @param {() => void} changed called whenever there is news */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {string} key @returns {Finding | undefined} */
  of(key) {
    return this.#cache.get(key);
  }

  /** Looks at levels, the first of these first; what was looked for before is not any more. @param {Wanted[]} wanted */
  look(wanted) {
    void this.#work(wanted, this.#runs.begin());
  }

  /** Looks at a level once more, and longer. @param {Wanted} wanted @param {Wanted[]} others */
  insist(wanted, others) {
    void this.#work([wanted, ...others], this.#runs.begin(), wanted.key);
  }

  stop() {
    this.#runs.stop();
    this.current = "";
  }

  /** @param {Wanted[]} wanted @param {AbortSignal} signal @param {string} [again] the level that is looked at longer */
  async #work(wanted, signal, again) {
    for (const { key, puzzle } of wanted) {
      if (this.#cache.has(key) && key !== again) continue;
      const seconds = key === again ? LONGER : USUAL;
      this.current = key;
      this.changed();
      const found = await api.solve(puzzle, [], seconds, signal).then(
        (answer) => finding(answer, seconds),
        (error) => refused(error),
      );
      if (signal.aborted) return;
      this.current = "";
      if (!found) break;
      this.#cache.delete(key);
      this.#cache.set(key, found);
      for (const oldest of [...this.#cache.keys()].slice(0, -CAPACITY)) this.#cache.delete(oldest);
      this.changed();
    }
    this.changed();
  }
}

/** A refusal of the engine; null for other failures, such as a server that is away. @param {unknown} error */
function refused(error) {
  if (!(error instanceof api.RequestError) || error.status !== 422) return null;
  const memory = error.error.code === "memory";
  const what = /** @type {Finding["what"]} */ (memory ? "nothing" : "refused");
  return { what, proved: false, line: [], seconds: 0, memory, why: refusal(error.error) || error.message };
}
