// Advice about a position: a hint, the whole way, or that there is none.

import { sayFact, sayOf } from "../board/piece-names.js";
import * as api from "../engine/api.js";
import { lastSolvable } from "../game/last-solvable.js";
import { carriedBy, readMove, tracks } from "../game/move-geometry.js";
import { rest } from "../game/rest.js";
import { button } from "../i18n/controls.js";
import { say, sentence, t, unit } from "../i18n/language.js";
import { Latest } from "../lib/latest.js";

/** Time limit of a long search, in seconds. */
const LONG = 300;
/** Time limit in seconds of reasons that are told at once, and of the first one if none is found by then. */
const REASONS = { atOnce: 0.3, first: 3 };
/** Milliseconds of a quick search before it is said that there is one. */
const PATIENCE = 250;

/** @typedef {import("../game/rest.js").Rest} Rest */

/**
 * What advice needs of the table.
 * @typedef {object} Host
 * @property {import("../game/midend.js").Midend} midend
 * @property {import("../board/board.js").Board} board
 * @property {import("./messages.js").Messages} messages
 * @property {(key: string) => void} press shows a key as the one to press
 * @property {(line: string[], moves: string[], label: string) => Promise<boolean>} replay whether it is shown
 */

export class Advice {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.searches = new Latest();
    /** Hints given about this position. */
    this.hintStep = 0;
  }

  /** Ends what is under way: the player has moved on, or asks for something else. */
  stop() {
    this.searches.stop();
  }

  /**
   * Tells more with each press: how far it is, which piece, where to; then it plays that move. The player's own next
   * move begins anew.
   */
  async hint() {
    const { midend, messages } = this.host;
    if (this.#unproved()) return;
    // The steps of a hint are about one way.
    const way = this.hintStep > 0 ? midend.way : null;
    const found = way ?? (await messages.guard(() => this.#rest()));
    if (!found) return;
    if (found.outcome === "unsolvable") return this.#hopeless(found.reason);
    const move = found.line[0];
    if (move === undefined) {
      messages.show(t(found.memory ? "memory" : "unknown"));
      return;
    }
    const { choices, scene } = midend.position;
    const choice = choices.find((one) => one.move === move);
    const carried = choice && choice.key === undefined && choice.tap === undefined ? carriedBy(choice) : [];
    // Of a cell to tap, or a key to press, there is nothing to tell but which.
    const grades = carried.length > 0 ? ["far", "piece", "move", "play"] : ["far", "move", "play"];
    const grade = grades[Math.min(this.hintStep, grades.length - 1)];
    this.hintStep += 1;
    // What is played was shown, and counted, before.
    if (grade !== "play") midend.hints += 1;
    const more = (/** @type {import("../i18n/controls.js").Phrase} */ phrase) =>
      button(phrase, () => void this.hint());
    if (grade === "far") messages.show(this.#far(found), "hint early", this.#why(), more("moreHint"));
    else if (grade === "piece") {
      this.host.board.clear();
      this.host.board.mark(
        "hint-from",
        carried.flatMap(({ piece }) => scene.pieces[piece].cells),
      );
      messages.show(t("hintPiece"), "hint early", this.#why(), more("moreHint"));
    } else if (grade === "move") {
      if (choice) this.#point(choice);
      messages.show(this.#best(found, readMove(scene, choice, move, true)), "hint", more("playHint"));
    } else await midend.playAll([move], false);
  }

  /** A button that asks for reasons, where they can be had. @param {() => void} [stopped] shows what to do without them */
  #why(stopped) {
    const { why } = this.host.midend.position.abilities;
    return why && button("why", () => void this.#because(stopped));
  }

  /**
   * Says the reasons about this position, one with each press: the most telling first.
   * @param {() => void} [stopped] shows what to do without them
   */
  async #because(stopped) {
    const { midend, messages, board } = this.host;
    const { puzzle, line } = midend;
    const more = stopped ? line.length > 0 && this.#goBack() : button("moreHint", () => void this.hint());
    const stop = button("stop", () => {
      this.stop();
      if (stopped) stopped();
      else messages.show("", "early", this.#why(), more);
    });
    const asked = async (/** @type {AbortSignal} */ signal) => {
      const waiting = setTimeout(() => messages.show(t("searching"), "busy", stop), PATIENCE);
      signal.addEventListener("abort", () => clearTimeout(waiting));
      try {
        const answer = await api.why(puzzle, line, REASONS.atOnce, signal);
        const isOpen = answer.facts.length === 0 && answer.outcome === "stopped";
        return isOpen ? await api.why(puzzle, line, REASONS.first, signal) : answer;
      } finally {
        clearTimeout(waiting);
      }
    };
    const answer = await messages.guard(() => this.searches.run(asked));
    if (!answer) return;
    const tell = (/** @type {number} */ index) => {
      const { reason } = answer.facts[index];
      board.clear();
      board.mark("hint-from", reason.cells);
      const next = index + 1 < answer.facts.length && button("otherReason", () => tell(index + 1));
      const text = sentence(sayFact(answer.facts[index], midend.position.scene));
      messages.show(text, "hint early", next, (stopped || answer.outcome !== "unsolvable") && more);
    };
    if (answer.facts.length > 0) tell(0);
    else messages.show(t("noReason"), "hint early", more);
  }

  /** The player has moved: the next hint begins with the least. */
  forget() {
    this.hintStep = 0;
  }

  /** How far the goal is, as far as that is proved. @param {Rest} found */
  #far(found) {
    const { metric, alike } = this.host.midend.position;
    if (found.score !== null) return t(found.proved ? "farScoreProved" : "farScore", { n: found.score });
    if (alike) return t("farFits");
    const left = found.cost ?? found.line.length;
    const between = found.bound !== null && found.bound > 0 && found.bound < left;
    const phrase = found.proved ? "farProved" : between ? "farBetween" : "far";
    return t(phrase, { n: left, b: found.bound ?? 0, metric: unit(metric, left) });
  }

  /** The best move, as far as that is proved. @param {Rest} found @param {string} move as people read it */
  #best(found, move) {
    const { metric, alike } = this.host.midend.position;
    if (found.score !== null) return t(found.proved ? "hintProved" : "hintFound", { move, n: found.score });
    if (alike) return sentence(t("hintFits", { move }));
    const left = found.cost ?? found.line.length;
    const each = left === found.line.length;
    const word = found.proved ? (each ? "hintBest" : "hintLeft") : "hintFoundMoves";
    return t(word, { move, n: left, m: left - 1, metric: unit(metric, left) });
  }

  /** Shows a move on the board. @param {Choice} choice */
  #point(choice) {
    const { board, midend } = this.host;
    const { scene, choices } = midend.position;
    board.clear();
    const carried = carriedBy(choice);
    if (choice.key !== undefined) this.host.press(choice.key);
    board.mark(
      "hint-from",
      carried.flatMap(({ piece }) => scene.pieces[piece].cells),
    );
    board.mark("hint", choice.tap !== undefined ? [choice.tap] : carried.flatMap(({ to }) => to));
    board.arrows(tracks(scene, choice, choices));
  }

  /** @returns {Promise<boolean>} whether the way is shown */
  async giveUp() {
    if (this.#unproved()) return false;
    const found = await this.host.messages.guard(() => this.#rest());
    if (!found) return false;
    if (found.outcome === "unsolvable") {
      this.#hopeless(found.reason);
      return false;
    }
    if (found.line.length === 0) {
      this.host.messages.show(t(found.memory ? "memory" : "unknown"));
      return false;
    }
    const { position, line } = this.host.midend;
    const cost = found.cost ?? found.line.length;
    const label = !found.proved
      ? t("bestFound")
      : found.score !== null
        ? t("bestPlay", { n: found.score })
        : position.alike
          ? t("solution")
          : t("shortest", { n: cost, metric: unit(position.metric, cost) });
    return (await this.host.messages.guard(() => this.host.replay(line, found.line, label))) ?? false;
  }

  /** Says why nothing can be found out about this puzzle; whether that is so. */
  #unproved() {
    const { unproved } = this.host.midend.position;
    if (unproved) this.host.messages.show(sentence(say(unproved)));
    return unproved !== undefined;
  }

  /** The message when there is no way on. @param {Reason | null} reason */
  #hopeless(reason) {
    const { midend, board, messages } = this.host;
    if (reason) board.mark("wrong", reason.cells);
    const why = reason ? ` ${sentence(sayOf(reason, midend.scene))}` : "";
    const again = () => this.#hopeless(reason);
    if (midend.line.length === 0) {
      messages.show(t("unsolvableStart") + why, "wrong", this.#why(again));
      return;
    }
    messages.show(t("unsolvable") + why, "wrong", this.#why(again), this.#goBack());
  }

  #goBack() {
    return button("goBack", () => void this.host.messages.guard(() => this.#back()), "primary");
  }

  /** Goes back to the last position known to have a solution. */
  async #back() {
    const { midend, messages } = this.host;
    messages.show(t("searching"), "busy");
    const found = await this.searches.run(() => lastSolvable(midend));
    if (!found) return;
    const { moves, last } = found;
    if (moves >= 0) await midend.back(moves);
    if (moves < 0) messages.show(t(last ? "unsolvableStart" : "noneKnown"), "wrong");
    else if (!last) messages.show(t("laterUnknown"));
  }

  /**
   * The rest of the line from here: at once, though perhaps not the best, or after a search that can be stopped.
   * @returns {Promise<Rest | null>} null if the user moved on
   */
  #rest() {
    const { midend, messages } = this.host;
    return this.searches.run(async (signal) => {
      const waiting = setTimeout(() => messages.show(t("searching"), "busy"), PATIENCE);
      signal.addEventListener("abort", () => clearTimeout(waiting));
      const quick = await midend.rest().finally(() => clearTimeout(waiting));
      const isKnown = quick.outcome !== "stopped" || quick.line.length > 0;
      return signal.aborted || isKnown ? quick : this.#longRest(signal);
    });
  }

  /** The same after a long search, or the first way that it finds. @param {AbortSignal} signal @returns {Promise<Rest>} */
  #longRest(signal) {
    const { midend, messages } = this.host;
    const { line } = midend;
    return new Promise((resolve, reject) => {
      const job = new api.Job(
        "solve",
        midend.puzzle,
        line,
        { time: LONG },
        {
          progress: (progress) =>
            messages.show(t("searched", { n: progress.stored || progress.expanded }), "busy", stop),
          found: ({ line: way, value }) => {
            // The first way is advice enough.
            if (midend.position.scored || value === null) return;
            job.close();
            const known = {
              outcome: /** @type {const} */ ("stopped"),
              proved: false,
              cost: value,
              score: null,
            };
            const found = { ...known, line: way, bound: null, reason: null, memory: false };
            midend.learn(line, found);
            resolve(found);
          },
          answer: (answer) => {
            const found = rest(answer);
            midend.learn(line, found);
            resolve(found);
          },
          error: reject,
        },
      );
      const stop = button("stop", () => void job.stop());
      signal.addEventListener("abort", () => {
        job.close();
        reject(signal.reason);
      });
      messages.show(t("searching"), "busy", stop);
    });
  }
}
