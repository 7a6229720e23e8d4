// The game being played: one line of moves, with undo, redo and what is known of its positions.
// It knows no drawing; views listen to it.

import * as api from "./api.js";

/** Seconds that a first look for an answer may take. */
const QUICK = 3;

/**
 * What is known about the way on from a position.
 * @typedef {object} Rest
 * @property {"solved" | "unsolvable" | "stopped"} outcome
 * @property {boolean} proved
 * @property {number | null} cost moves to the end, where that is what counts
 * @property {number | null} score
 * @property {string[]} line
 * @property {Reason | null} reason why there is none
 */

/** @param {Solved} answer @returns {Rest} */
export function rest(answer) {
  const scored = answer.score !== undefined;
  return {
    outcome: answer.outcome,
    proved: answer.proof === "optimal",
    cost: scored || answer.cost === null ? null : answer.cost,
    score: answer.score ?? null,
    line: answer.line ?? [],
    reason: answer.why ?? null,
  };
}

export class Midend extends EventTarget {
  /**
   * @param {Puzzle} puzzle
   * @param {Position} position
   */
  constructor(puzzle, position) {
    super();
    this.puzzle = puzzle;
    this.position = position;
    /** @type {string[]} */
    this.future = [];
    /** @type {Map<string, Promise<Rest>>} */
    this.known = new Map();
    /** When the first move was made, and the last. */
    this.began = 0;
    this.ended = 0;
    /** Requests are answered in order; only the last one counts. */
    this.asked = 0;
  }

  /**
   * @param {Puzzle} puzzle
   * @param {string[] | string} line
   */
  static async open(puzzle, line) {
    return new Midend(puzzle, await api.position(puzzle, line));
  }

  get line() {
    return this.position.line;
  }

  /**
   * Goes to the position after a line, which becomes the line.
   * @param {string[]} line
   * @param {string[]} future what redo plays
   * @param {string} how what brought it about: `move`, `undo`, `redo`, `restart`, `jump`
   */
  async #go(line, future, how) {
    const ask = ++this.asked;
    const position = await api.position(this.puzzle, line);
    if (ask !== this.asked) return;
    this.position = position;
    this.future = future;
    if (this.began === 0 && line.length > 0) this.began = Date.now();
    this.ended = position.standing === "open" ? 0 : Date.now();
    this.dispatchEvent(new CustomEvent("change", { detail: { how } }));
  }

  /** @param {string} move */
  play(move) {
    const future = this.future[0] === move ? this.future.slice(1) : [];
    return this.#go([...this.line, move], future, "move");
  }

  undo() {
    if (this.line.length === 0) return;
    const [last] = this.line.slice(-1);
    return this.#go(this.line.slice(0, -1), [last, ...this.future], "undo");
  }

  redo() {
    if (this.future.length === 0) return;
    return this.#go([...this.line, this.future[0]], this.future.slice(1), "redo");
  }

  restart() {
    this.began = 0;
    return this.#go([], [...this.line, ...this.future], "restart");
  }

  /**
   * Back to the position after so many moves.
   * @param {number} moves
   */
  back(moves) {
    return this.#go(this.line.slice(0, moves), [...this.line.slice(moves), ...this.future], "undo");
  }

  /** @param {string[]} line */
  jump(line) {
    return this.#go(line, [], "jump");
  }

  /** Seconds since the first move, until it ended. */
  get seconds() {
    return this.began === 0 ? 0 : Math.floor(((this.ended || Date.now()) - this.began) / 1000);
  }

  /**
   * The legal move of a gesture, if it is one.
   * @param {number} piece
   * @param {number[]} to
   */
  choice(piece, to) {
    const wanted = String([...to].sort((a, b) => a - b));
    return this.position.choices.find((c) => c.piece === piece && String([...(c.to ?? [])].sort((a, b) => a - b)) === wanted);
  }

  /**
   * Why a gesture may not be played.
   * @param {Gesture} gesture
   */
  async why(gesture) {
    const answer = await api.gesture(this.puzzle, this.line, gesture);
    return answer.reason ?? null;
  }

  /**
   * The best way on after a line, as far as a quick look tells.
   * @param {string[]} [line]
   * @returns {Promise<Rest>}
   */
  rest(line = this.line) {
    const key = line.join(" ");
    let answer = this.known.get(key);
    if (!answer) {
      answer = api.solve(this.puzzle, line, QUICK).then(rest);
      this.known.set(key, answer);
      answer.then(
        (found) => {
          // What was stopped may be found with more time.
          if (found.outcome === "stopped") this.known.delete(key);
          else this.#spread(line, found);
        },
        () => this.known.delete(key),
      );
    }
    return answer;
  }

  /**
   * Keeps what a longer search found.
   * @param {string[]} line
   * @param {Rest} found
   */
  learn(line, found) {
    if (found.outcome === "stopped") return;
    this.known.set(line.join(" "), Promise.resolve(found));
    this.#spread(line, found);
  }

  /**
   * Every position on a proved shortest line is proved, too.
   * @param {string[]} line
   * @param {Rest} found
   */
  #spread(line, found) {
    if (found.outcome !== "solved" || !found.proved || found.cost === null || found.cost !== found.line.length) return;
    for (let played = 1; played <= found.line.length; played++) {
      const key = [...line, ...found.line.slice(0, played)].join(" ");
      const left = { ...found, cost: found.cost - played, line: found.line.slice(played) };
      if (!this.known.has(key)) this.known.set(key, Promise.resolve(left));
    }
  }

  /**
   * The longest beginning of the line from which there is a solution. A position that has none has
   * none after any move, so halving finds it.
   */
  async lastSolvable() {
    let [good, bad] = [-1, this.line.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      const { outcome } = await this.rest(this.line.slice(0, middle));
      if (outcome === "unsolvable") bad = middle;
      else good = middle;
    }
    return good;
  }
}
