// The game being played: a line of moves with undo and redo, and what is known of its positions. Independent
// of the drawing; views listen to it.

import * as api from "./api.js";

/** Time limit of a quick search, in seconds. */
const QUICK = 3;
/** Stopped searches after which looking for where a line went wrong is given up. */
const STOPS = 4;

/**
 * What is known about the way on from a position.
 * @typedef {object} Rest
 * @property {"solved" | "unsolvable" | "stopped"} outcome
 * @property {boolean} proved
 * @property {number | null} cost to the end; null if lines are scored, because the score is compared first
 * @property {number | null} score
 * @property {string[]} line
 * @property {Reason | null} reason why there is none
 * @property {boolean} memory whether the search was stopped because it needed more memory
 */

/** A piece carried from one position to the next, or back. @typedef {{carried: Carried, back: boolean}} Step */

/** @param {Solved} answer @returns {Rest} */
export function rest(answer) {
  const score = answer.score ?? null;
  return {
    outcome: answer.outcome,
    proved: answer.proof === "optimal",
    cost: score === null ? answer.cost : null,
    score,
    line: answer.line ?? [],
    reason: answer.why ?? null,
    memory: answer.outcome === "stopped" && answer.reason === "memory",
  };
}

/**
 * What was carried between two positions, if one comes a move after the other.
 * @param {Position} before
 * @param {Position} after
 * @returns {Step | null}
 */
function step(before, after) {
  const back = before.line.length > after.line.length;
  const [from, to] = back ? [after, before] : [before, after];
  if (to.line.length !== from.line.length + 1 || from.line.some((move, at) => move !== to.line[at])) return null;
  const choice = from.choices.find(({ move }) => move === to.line[from.line.length]);
  return choice?.piece !== undefined && choice.to ? { carried: { piece: choice.piece, to: choice.to }, back } : null;
}

export class Midend extends EventTarget {
  /** @param {Puzzle} puzzle @param {Position} position */
  constructor(puzzle, position) {
    super();
    this.puzzle = puzzle;
    this.position = position;
    /** @type {string[]} */
    this.future = [];
    /** @type {Map<string, Promise<Rest>>} */
    this.known = new Map();
    /** Times of the first and the last move. */
    this.began = 0;
    this.ended = 0;
    /** The end of the last change asked for. Changes come one after the other, so none is lost. */
    this.settled = Promise.resolve();
  }

  /** @param {Puzzle} puzzle @param {string[] | string} line */
  static async open(puzzle, line) {
    return new Midend(puzzle, await api.position(puzzle, line));
  }

  /**
   * The game after the legal part of a text. Only the server knows how a text is read, so the longest legal
   * beginning is found by bisection.
   * @param {Puzzle} puzzle
   * @param {string} text
   * @param {number} moves
   */
  static async upTo(puzzle, text, moves) {
    let [fits, over] = [0, text.length];
    while (over - fits > 1) {
      const middle = (fits + over) >> 1;
      const read = await api.position(puzzle, text.slice(0, middle)).then(({ line }) => line.length, ({ error }) => error.at + 1);
      if (read > moves) over = middle;
      else fits = middle;
    }
    return Midend.open(puzzle, text.slice(0, fits));
  }

  get line() {
    return this.position.line;
  }

  /**
   * Goes to the position after a line and makes it the current line, when all earlier changes are done.
   * @param {() => {line: string[], future: string[]} | null} next where to go from the position then; null
   *   for nowhere
   * @param {string} how the cause: `move`, `undo`, `redo`, `restart`, `jump`
   * @returns {Promise<boolean>} whether it went anywhere
   */
  #go(next, how) {
    const change = this.settled.then(async () => {
      const goal = next();
      if (!goal) return false;
      const position = await api.position(this.puzzle, goal.line);
      const carried = step(this.position, position);
      this.position = position;
      this.future = goal.future;
      if (how === "restart") this.began = 0;
      if (this.began === 0 && goal.line.length > 0) this.began = Date.now();
      this.ended = position.standing === "open" ? 0 : Date.now();
      this.dispatchEvent(new CustomEvent("change", { detail: { how, step: carried } }));
      return true;
    });
    this.settled = change.then(() => {}, () => {});
    return change;
  }

  /** Plays a move, unless an earlier change has made it illegal. @param {string} move */
  play(move) {
    return this.#play((choice) => choice.move === move);
  }

  /** Plays the move of a key, if it has one. @param {string} key */
  press(key) {
    return this.#play((choice) => choice.key === key);
  }

  /** @param {(choice: Choice) => boolean} meant */
  #play(meant) {
    return this.#go(() => {
      const choice = this.position.choices.find(meant);
      if (!choice) return null;
      return { line: [...this.line, choice.move], future: this.future[0] === choice.move ? this.future.slice(1) : [] };
    }, "move");
  }

  undo() {
    return this.#back(() => this.line.length - 1);
  }

  redo() {
    return this.#go(() => (this.future.length === 0 ? null : { line: [...this.line, this.future[0]], future: this.future.slice(1) }), "redo");
  }

  restart() {
    return this.#go(() => ({ line: [], future: [...this.line, ...this.future] }), "restart");
  }

  /** Goes back to the position after this many moves. @param {number} moves */
  back(moves) {
    return this.#back(() => moves);
  }

  /** @param {() => number} moves how many are left */
  #back(moves) {
    return this.#go(() => {
      const left = moves();
      return left < 0 ? null : { line: this.line.slice(0, left), future: [...this.line.slice(left), ...this.future] };
    }, "undo");
  }

  /** @param {string[]} line */
  jump(line) {
    return this.#go(() => ({ line, future: [] }), "jump");
  }

  /** Seconds from the first move to the end of the play. */
  get seconds() {
    return this.began === 0 ? 0 : Math.floor(((this.ended || Date.now()) - this.began) / 1000);
  }

  /** The legal move of a gesture, if there is one. @param {number} piece @param {number[]} to */
  choice(piece, to) {
    const wanted = String([...to].sort((a, b) => a - b));
    return this.position.choices.find((c) => c.piece === piece && String([...(c.to ?? [])].sort((a, b) => a - b)) === wanted);
  }

  /** Why a gesture is not legal. @param {Gesture} gesture */
  async why(gesture) {
    const answer = await api.gesture(this.puzzle, this.line, gesture);
    return answer.reason ?? null;
  }

  /** The best way on after a line, as far as a quick search can tell. @param {string[]} [line] @returns {Promise<Rest>} */
  rest(line = this.line) {
    const key = line.join(" ");
    let answer = this.known.get(key);
    if (!answer) {
      answer = api.solve(this.puzzle, line, QUICK).then(rest);
      this.known.set(key, answer);
      answer.then(
        (found) => {
          // Do not cache a stopped search: more time may find it.
          if (found.outcome === "stopped") this.known.delete(key);
          else this.#spread(line, found);
        },
        () => this.known.delete(key),
      );
    }
    return answer;
  }

  /** Records the result of a longer search. @param {string[]} line @param {Rest} found */
  learn(line, found) {
    if (found.outcome === "stopped") return;
    this.known.set(line.join(" "), Promise.resolve(found));
    this.#spread(line, found);
  }

  /** Every position on a proved shortest line is proved as well. @param {string[]} line @param {Rest} found */
  #spread(line, found) {
    if (found.outcome !== "solved" || !found.proved || found.cost === null || found.cost !== found.line.length) return;
    for (let played = 1; played <= found.line.length; played++) {
      const key = [...line, ...found.line.slice(0, played)].join(" ");
      const left = { ...found, cost: found.cost - played, line: found.line.slice(played) };
      if (!this.known.has(key)) this.known.set(key, Promise.resolve(left));
    }
  }

  /**
   * The longest beginning of the line that is known to have a solution (-1 if none is), and whether it is
   * known that no longer one has. If a position has no solution, neither does any later one, so bisection
   * finds the last that does. A stopped search gives no answer; neighbouring positions are tried instead.
   * @returns {Promise<{moves: number, last: boolean}>}
   */
  async lastSolvable() {
    const { line } = this;
    let [good, bad] = [-1, line.length];
    /** @type {Set<number>} */
    const unknown = new Set();
    while (unknown.size < STOPS) {
      const open = Array.from({ length: bad - good - 1 }, (_, at) => good + 1 + at).filter((at) => !unknown.has(at));
      if (open.length === 0) break;
      const middle = open[open.length >> 1];
      const { outcome } = await this.rest(line.slice(0, middle));
      if (outcome === "solved") good = middle;
      else if (outcome === "unsolvable") bad = middle;
      else unknown.add(middle);
    }
    return { moves: good, last: bad === good + 1 };
  }
}
