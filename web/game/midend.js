// The game being played: a line of moves with undo and redo, and what is known of its positions. Independent
// of the drawing; views listen to it.

import { sayOf } from "../board/piece-names.js";
import * as api from "../engine/api.js";
import { headline, t } from "../i18n/language.js";
import { Latest } from "../lib/latest.js";
import { leaving } from "./branches.js";
import { History } from "./history.js";
import { carriedBy, readMove } from "./move-geometry.js";
import { rest } from "./rest.js";
import { standing, walker, wayOf } from "./walking.js";

/** Time limit of a quick search, in seconds: after it, searches say how far they are. */
const QUICK = 1.5;
/** That of a search that nobody has asked for. */
const GLANCE = 1;

/** @typedef {import("./rest.js").Rest} Rest */

/**
 * The best that a puzzle allows: its cost, or its score if lines are scored.
 * @typedef {{cost: number, proved: boolean}} Best
 */

/**
 * What was carried between two positions, if one comes a move after the other.
 * @param {Position} before
 * @param {Position} after
 * @returns {Step | null}
 */
function step(before, after) {
  const back = before.line.length > after.line.length;
  const [from, to] = back ? [after, before] : [before, after];
  if (to.line.length !== from.line.length + 1 || from.line.some((move, at) => move !== to.line[at]))
    return null;
  const choice = from.choices.find(({ move }) => move === to.line[from.line.length]);
  const carried = choice ? carriedBy(choice) : [];
  return carried.length > 0 ? { carried, back } : null;
}

/**
 * The moves of a line as people read them.
 * @param {Scene} ground the scene whose cells the frames are on
 * @param {ReplayFrame[]} frames from the position before the first move
 * @param {string[]} moves
 */
export const readMoves = (ground, frames, moves) =>
  moves.map((move, at) =>
    frames[at + 1] ? readMove({ ...ground, ...frames[at] }, frames[at + 1].by, move) : move,
  );

/**
 * What the event `change` tells.
 * @typedef {object} Change
 * @property {string} how the cause: `move`, `undo`, `redo`, `restart`, `jump`
 * @property {Step | null} step what was carried
 * @property {Direction[] | null} way of the hero, if he walks
 * @property {{position: Position, readings: (string | null)[]}} before
 */

export class Midend extends EventTarget {
  /** @param {Puzzle} puzzle @param {Position} position */
  constructor(puzzle, position) {
    super();
    this.puzzle = puzzle;
    this.position = position;
    /** What it is called where it is played, if that says more than its own title. */
    this.title = "";
    this.history = History.of(position.line);
    /** The moves of the line as people read them; null where that is not known yet. @type {(string | null)[]} */
    this.readings = position.line.map(() => null);
    /** The cost of each beginning of the line, where a position told it. @type {(number | null)[]} */
    this.costs = [];
    this.#price(position);
    /** The steps to each beginning of the line where somebody walks, as far as they are known. */
    this.steps = [0];
    /** Those since the last move. */
    this.strolled = 0;
    /** Lines that were left. @type {import("./branches.js").Branch[]} */
    this.branches = [];
    /** The cell to which the hero has walked since the last move, where he walks. @type {number | null} */
    this.walkedTo = null;
    /** The side to which he is turned. @type {Direction} */
    this.facing = "down";
    /** Seconds that were spent on the line before it was opened. */
    this.spent = 0;
    /** Hints that were given on the way. */
    this.hints = 0;
    /** The best ways on that are known, by line. @type {Map<string, Promise<Rest>>} */
    this.cache = new Map();
    /** Ways on that were found, not proved to be best, by the line before them. @type {Map<string, Rest>} */
    this.ways = new Map();
    /** Times of the first and the last move. */
    this.began = 0;
    this.ended = 0;
    this.life = new AbortController();
    /** How the moves of the line read: of another line, nothing is to be known any more. */
    this.lookups = new Latest();
    /** The end of the last change asked for. Changes come one after the other, so none is lost. */
    this.settled = Promise.resolve();
  }

  /** @param {Puzzle} puzzle @param {string[] | string} line */
  static async open(puzzle, line) {
    return new Midend(puzzle, await api.position(puzzle, line));
  }

  /**
   * The game after a line, or after the legal beginning of it.
   * @param {Puzzle} puzzle
   * @param {string[] | string} line
   * @returns {Promise<{midend: Midend, wrong: string}>} and what is wrong with the rest
   */
  static async openLegal(puzzle, line) {
    try {
      return { midend: await Midend.open(puzzle, line), wrong: "" };
    } catch (error) {
      const { error: refused, message } = /** @type {api.RequestError} */ (error);
      const { at, reason } = refused ?? {};
      if (at === undefined) throw error;
      const moves = typeof line === "string" ? line.split(/\p{White_Space}+/u).filter(Boolean) : line;
      const midend = await Midend.open(puzzle, moves.slice(0, at)).catch(() =>
        // The moves of this puzzle are no words, but characters.
        Midend.open(puzzle, [...moves.join("")].slice(0, at)),
      );
      const why = sayOf(reason, midend.scene) || message;
      return { midend, wrong: t("badLine", { n: at + 1, why }) };
    }
  }

  /**
   * Calls a function with what each event tells: `change`, `walk` or `failed`.
   * @param {string} event
   * @param {(detail: any) => void} act
   * @param {AbortSignal} [signal] ends it
   */
  on(event, act, signal) {
    this.addEventListener(event, (told) => act(/** @type {CustomEvent} */ (told).detail), { signal });
  }

  get line() {
    return this.position.line;
  }

  /** What is above the game. @param {Family | null} [family] */
  headline(family) {
    return this.title || headline(this.position, family);
  }

  /** How many moves the line begins with that the player made. */
  get ownMoves() {
    return this.history.ownMoves;
  }

  /** Whether the player made every move of the line. */
  get isOwn() {
    return this.ownMoves === this.line.length;
  }

  /** Says that the player made the first moves of the line. @param {number} moves */
  claim(moves) {
    this.history = this.history.claimed(moves);
  }

  /** Whether no move is left in a puzzle that is not solved, where play goes on by taking moves back. */
  get isStuck() {
    const { standing, scored } = this.position;
    return standing === "over" && !scored;
  }

  /** Whether the play has come to an end. */
  get isOver() {
    return this.position.standing !== "open" && !this.isStuck;
  }

  /** What is to be seen: the position, with the hero where he has walked. */
  get scene() {
    return standing(this.position.scene, this.walkedTo, this.facing);
  }

  /** Lets the hero walk, which is no move. @param {number} cell @param {Direction[]} way */
  walk(cell, way) {
    this.walkedTo = cell;
    this.facing = way[way.length - 1] ?? this.facing;
    this.strolled += way.length;
    this.dispatchEvent(new CustomEvent("walk", { detail: { way } }));
  }

  /**
   * Goes to the position after a line and makes it the current line, when all earlier changes are done. If there is
   * no answer, nothing changes, and a `failed` event says why.
   * @param {() => History | null} next where to go from the position then; null for
   *   nowhere
   * @param {string} how the cause: `move`, `undo`, `redo`, `restart`, `jump`
   * @param {boolean} [leaves] whether a line that is left for another one is kept as a branch
   * @returns {Promise<boolean>} whether it went anywhere
   */
  #go(next, how, leaves = how === "move" || how === "jump") {
    const change = this.settled.then(async () => {
      const goal = next();
      if (!goal) return false;
      const position = await api.position(this.puzzle, goal.line);
      const carried = step(this.position, position);
      const way = wayOf(this.scene, position.scene, carried);
      const before = { position: this.position, readings: this.readings };
      if (leaves) this.branches = leaving(this.branches, this, goal);
      this.#carryOver(position);
      const walked = this.steps[position.line.length - 1];
      if (carried && !carried.back && way && walked !== undefined)
        this.steps[position.line.length] = walked + this.strolled + way.length;
      this.strolled = 0;
      this.position = position;
      this.walkedTo = null;
      this.facing = way?.[way.length - 1] ?? this.facing;
      this.lookups.stop();
      this.history = goal;
      if (how === "restart") this.began = this.spent = this.hints = 0;
      if (this.began === 0 && goal.line.length > 0) this.began = Date.now() - 1000 * this.spent;
      this.ended = this.isOver ? Date.now() : 0;
      this.dispatchEvent(new CustomEvent("change", { detail: { how, step: carried, way, before } }));
      return true;
    });
    const settled = change.catch((error) => {
      this.dispatchEvent(new CustomEvent("failed", { detail: error }));
      return false;
    });
    this.settled = settled.then(() => {});
    return settled;
  }

  /** Goes back to a line that was left. @param {import("./branches.js").Branch} branch */
  takeUp(branch) {
    return this.#go(() => this.history.branch(branch), "jump");
  }

  /**
   * Keeps how the moves read that the current line shares with another one, and reads the next move.
   * @param {Position} next
   */
  #carryOver(next) {
    const { line, choices, scene } = this.position;
    const same = line.findIndex((move, at) => move !== next.line[at]);
    const shared = same < 0 ? line.length : same;
    const known = this.readings.slice(0, shared);
    if (shared === line.length && next.line.length > shared) {
      const by = choices.find(({ move }) => move === next.line[shared]);
      if (by) known.push(readMove(scene, by, by.move));
    }
    this.readings = next.line.map((_, at) => known[at] ?? null);
    this.costs = this.costs.slice(0, shared + 1);
    this.steps = this.steps.slice(0, shared + 1);
    this.#price(next);
  }

  /** @param {Position} at */
  #price({ line, cost, score }) {
    if (score === null) this.costs[line.length] = cost;
  }

  /** What else is counted: pushes and steps where somebody walks, of which the metric counts one. @returns {[number, string] | null} */
  get tally() {
    const { position, line, steps, strolled } = this;
    const walked = steps[line.length];
    if (walker(position.scene) < 0 || walked === undefined) return null;
    return position.metric === "moves" ? [line.length, "pushes"] : [walked + strolled, "moves"];
  }

  /** What a move of the line costs; null if that is not known. @param {number} at */
  price(at) {
    const [before, after] = [this.costs[at], this.costs[at + 1]];
    if (before != null && after != null) return after - before;
    // Where any beginning of the line costs more than a move each, only those that were told are known.
    return this.costs.every((cost, moves) => cost == null || cost === moves) ? 1 : null;
  }

  /**
   * Finds how the moves of the line read, where that is not known.
   * @returns {Promise<boolean>} whether anything is new
   */
  async read() {
    const { line, readings: known, position } = this;
    const from = known.indexOf(null);
    if (from < 0) return false;
    const { scene } = position;
    // What a key does reads the same everywhere: no position is asked for.
    if (line.slice(from).every((move) => scene.keys.some(({ key }) => key === move))) {
      this.readings = known.map((text, at) => text ?? readMove(scene, { key: line[at] }, line[at]));
      return true;
    }
    const replayed = await this.lookups.run((signal) => api.replay(this.puzzle, line, from, signal));
    if (!replayed) return false;
    const { frames } = replayed;
    const scenes = frames.map((frame) => ({ ...scene, ...frame }));
    for (let at = 1; at < frames.length; at++) {
      const { by } = frames[at];
      const way = by && wayOf(scenes[at - 1], scenes[at], { carried: carriedBy(by), back: false });
      const walked = this.steps[from + at - 1];
      if (way && walked !== undefined) this.steps[from + at] ??= walked + way.length;
    }
    this.readings = readMoves(position.scene, frames, line.slice(from)).reduce(
      (all, text, at) => all.with(from + at, text),
      known,
    );
    return true;
  }

  /** Moves are to be read anew: their pieces have other names now. */
  forgetReadings() {
    this.readings = this.line.map(() => null);
  }

  /** Plays a move, unless an earlier change has made it illegal. @param {string} move */
  play(move) {
    return this.#play((choice) => choice.move === move);
  }

  /** Plays the move of a tap on a cell, if it has one. @param {number} cell */
  tap(cell) {
    return this.#play((choice) => choice.tap === cell);
  }

  /** Plays the move of a key, if it has one. @param {string} key */
  press(key) {
    return this.#play((choice) => choice.key === key);
  }

  /** @param {(choice: Choice) => boolean} meant */
  #play(meant) {
    return this.#go(() => {
      const choice = this.position.choices.find(meant);
      return choice ? this.history.play(choice.move) : null;
    }, "move");
  }

  /** Plays moves that Undo takes back together. @param {string[]} moves @param {boolean} own whether the player makes them */
  playAll(moves, own) {
    return this.#go(() => this.history.playAll(moves, own), "move");
  }

  /**
   * Takes a move out of the line, wherever it is, and plays another one after the rest, if there is another.
   * @param {string[]} line of which it is a move: nothing happens where it is not the line any more
   * @param {number} at
   * @param {string | null} move
   */
  exchange(line, at, move) {
    const next = () => (this.line === line ? this.history.exchange(at, move) : null);
    return this.#go(next, move === null ? "jump" : "move", false);
  }

  /** Takes back a walk, or else the last change of the line. */
  undo() {
    return this.#go(() => {
      if (this.walkedTo === null) return this.history.undo();
      const way = wayOf(this.scene, this.position.scene, null);
      this.walkedTo = null;
      this.strolled = 0;
      this.dispatchEvent(new CustomEvent("walk", { detail: { way } }));
      return null;
    }, "undo");
  }

  redo() {
    return this.#go(() => this.history.redo(), "redo");
  }

  restart() {
    return this.#go(() => this.history.back(0), "restart");
  }

  /** Goes back to the position after this many moves. @param {number} moves */
  back(moves) {
    return this.#go(() => (moves < 0 ? null : this.history.back(moves)), "undo");
  }

  /**
   * Goes to another line, from which Undo leads back to this one.
   * @param {string[]} line
   * @param {number} [own] how many of its first moves are known to be the player's
   */
  jump(line, own = 0) {
    return this.#go(() => this.history.jump(line).claimed(own), "jump");
  }

  /** Seconds from the first move to the end of the play. */
  get seconds() {
    return this.began === 0 ? this.spent : Math.floor(((this.ended || Date.now()) - this.began) / 1000);
  }

  /**
   * The best way on after a line, as far as a quick search can tell.
   * @param {string[]} [line]
   * @returns {Promise<Rest>}
   */
  rest(line = this.line) {
    const key = line.join(" ");
    let answer = this.cache.get(key);
    if (!answer) {
      answer = api.solve(this.puzzle, line, QUICK, this.life.signal).then((answer) => {
        const [found, way] = [rest(answer), this.ways.get(key)];
        // Another way, each time a longer one, would lead nowhere.
        return way && found.outcome === "stopped" && !(found.cost !== null && found.cost < (way.cost ?? 0))
          ? { ...way, bound: found.bound }
          : found;
      });
      this.cache.set(key, answer);
      answer.then(
        (found) => {
          // Do not cache a stopped search: more time may find more.
          if (found.outcome === "stopped") this.cache.delete(key);
          this.#spread(line, found);
        },
        () => this.cache.delete(key),
      );
    }
    return answer;
  }

  /**
   * Whether it is proved, in a moment, that the line has no solution any more.
   * @param {AbortSignal} signal
   */
  async isLost(signal) {
    const { line } = this;
    const key = (/** @type {number} */ moves) => line.slice(0, moves).join(" ");
    // From a lost position only lost ones are reached.
    for (let moves = line.length; moves >= 0; moves--) {
      const known = this.cache.get(key(moves));
      const found = known && (await Promise.race([known.catch(() => null), null]));
      if (found?.outcome === "unsolvable") return true;
      if (found?.outcome === "solved" && moves === line.length) return false;
    }
    const found = rest(await api.solve(this.puzzle, line, GLANCE, signal));
    this.learn(line, found);
    return found.outcome === "unsolvable";
  }

  /** The least that the puzzle costs, if the tests of the library have proved it. @returns {Best | null} */
  get tested() {
    const { optimal, instance } = this.position;
    // A file's word is a claim; only that of the library is tested.
    return optimal !== null && instance !== "-" ? { cost: optimal, proved: true } : null;
  }

  /**
   * The least that the puzzle costs, in the metric in use: as proved by a quick search, or by the tests of the
   * library; or
   * what its file says. Null if nothing is known.
   * @returns {Promise<Best | null>}
   */
  async best() {
    const { optimal, abilities, alike, scored } = this.position;
    if (this.tested) return this.tested;
    const found = abilities.solve && !alike && !scored ? await this.rest([]) : null;
    if (found?.proved && found.cost !== null) return { cost: found.cost, proved: true };
    return optimal === null ? null : { cost: optimal, proved: false };
  }

  /** The highest score, if a quick search proves it. @returns {Promise<Best | null>} */
  async bestScore() {
    const { score, proved } = await this.rest([]);
    return proved && score !== null ? { cost: score, proved } : null;
  }

  /** Ends the searches of a game that nobody plays any longer. */
  end() {
    this.life.abort();
  }

  /** A way on from here that was found, though perhaps not the best. @returns {Rest | null} */
  get way() {
    return this.ways.get(this.line.join(" ")) ?? null;
  }

  /** Records the result of a longer search. @param {string[]} line @param {Rest} found */
  learn(line, found) {
    if (found.outcome !== "stopped") this.cache.set(line.join(" "), Promise.resolve(found));
    this.#spread(line, found);
  }

  /**
   * What is known of every position on a line: a way on, which is a best one if the line is.
   * @param {string[]} line
   * @param {Rest} found
   */
  #spread(line, found) {
    if (!found.proved && found.line.length > 0) this.ways.set(line.join(" "), found);
    if (found.cost === null || found.cost !== found.line.length) return;
    for (let played = 1; played <= found.line.length; played++) {
      const key = [...line, ...found.line.slice(0, played)].join(" ");
      const bound = found.bound === null ? null : Math.max(0, found.bound - played);
      const left = { ...found, cost: found.cost - played, bound, line: found.line.slice(played) };
      if (!found.proved) this.ways.set(key, left);
      else if (!this.cache.has(key)) this.cache.set(key, Promise.resolve(left));
    }
  }
}
