// What the program has to say about a position: a hint, the whole way, or that there is none.

import * as api from "../engine/api.js";
import { rest } from "../game/midend.js";
import { told, track } from "../game/move-geometry.js";
import { say, sentence, t, unit } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";

/** Time limit of a long search, in seconds. */
const LONG = 300;

/** @typedef {import("../game/midend.js").Rest} Rest */

/**
 * What advice needs of the table.
 * @typedef {object} Desk
 * @property {import("../game/midend.js").Midend} midend
 * @property {import("../board/board.js").Board} board
 * @property {(text: string, look?: string, ...more: Node[]) => void} message
 * @property {<T>(work: () => Promise<T>) => Promise<T | null>} guard reports failures
 * @property {(key: string) => void} press shows a key as the one to press
 * @property {(line: string[], moves: string[], label: string) => Promise<boolean>} replay whether it is shown
 */

export class Advice {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** The long search under way. @type {{stop: () => void} | null} */
    this.work = null;
    this.asked = new Latest();
    /** Until it is said that a search takes a moment. */
    this.waiting = 0;
  }

  /** Ends what is under way: the player has moved on, or asks for something else. */
  stop() {
    this.asked.begin();
    clearTimeout(this.waiting);
    this.work?.stop();
    this.work = null;
  }

  async hint() {
    const { midend } = this.desk;
    const found = await this.desk.guard(() => this.#rest());
    if (!found) return;
    if (found.outcome === "unsolvable") return this.#hopeless(found.reason);
    const move = found.line[0];
    if (move === undefined) {
      this.desk.message(t(found.memory ? "memory" : "unknown"));
      return;
    }
    const { choices, scene, metric, alike } = midend.position;
    const choice = choices.find((one) => one.move === move);
    if (choice) this.#point(choice);
    const read = choice
      ? told(
          scene,
          choice.key !== undefined ? { key: choice.key } : { piece: choice.piece ?? 0, to: choice.to ?? [] },
          move,
        )
      : move;
    const left = found.cost ?? found.line.length;
    const each = left === found.line.length;
    const name = unit(metric, left);
    /** @type {[import("../i18n/language.js").Phrase, Record<string, string | number>]} */
    const phrase =
      found.score !== null
        ? [found.proved ? "hintProved" : "hintFound", { move: read, n: found.score }]
        : alike
          ? ["hintFits", { move: read }]
          : [
              found.proved ? (each ? "hintBest" : "hintLeft") : "hintFoundMoves",
              { move: read, n: left, m: left - 1, metric: name },
            ];
    this.desk.message(t(...phrase), "hint");
  }

  /** Shows a move on the board. @param {Choice} choice */
  #point(choice) {
    const { board, midend } = this.desk;
    const { scene, choices } = midend.position;
    board.clear();
    if (choice.to) {
      board.mark("hint-from", scene.pieces[choice.piece ?? 0].cells);
      board.mark("hint", choice.to);
    } else if (choice.key) {
      this.desk.press(choice.key);
    }
    board.arrow(track(scene, choice, choices));
  }

  /** @returns {Promise<boolean>} whether the way is shown */
  async giveUp() {
    const found = await this.desk.guard(() => this.#rest());
    if (!found) return false;
    if (found.outcome === "unsolvable") {
      this.#hopeless(found.reason);
      return false;
    }
    if (found.line.length === 0) {
      this.desk.message(t(found.memory ? "memory" : "unknown"));
      return false;
    }
    const { position, line } = this.desk.midend;
    const cost = found.cost ?? found.line.length;
    const label = !found.proved
      ? t("bestFound")
      : found.score !== null
        ? t("bestPlay", { n: found.score })
        : position.alike
          ? t("solution")
          : t("shortest", { n: cost, metric: unit(position.metric, cost) });
    return (await this.desk.guard(() => this.desk.replay(line, found.line, label))) ?? false;
  }

  /** The message when there is no way on. @param {Reason | null} reason */
  #hopeless(reason) {
    const { midend, board, message } = this.desk;
    if (reason) board.mark("wrong", reason.cells);
    const why = reason ? ` ${sentence(say(reason))}` : "";
    if (midend.line.length === 0) {
      message(t("unsolvableStart") + why, "wrong");
      return;
    }
    const back = h(
      "button",
      { type: "button", class: "primary", onclick: () => void this.desk.guard(() => this.#back()) },
      t("goBack"),
    );
    message(t("unsolvable") + why, "wrong", back);
  }

  /** Goes back to the last position known to have a solution. */
  async #back() {
    const { midend, message } = this.desk;
    message(t("searching"), "busy");
    const found = await this.asked.of(midend.lastSolvable());
    if (!found) return;
    const { moves, last } = found;
    if (moves >= 0) await midend.back(moves);
    if (moves < 0) message(t(last ? "unsolvableStart" : "noneKnown"), "wrong");
    else if (!last) message(t("laterUnknown"));
  }

  /**
   * The rest of the line from here: at once, or after a search that can be stopped.
   * @returns {Promise<Rest | null>} null if the user stopped it or moved on
   */
  async #rest() {
    const { midend, message } = this.desk;
    const { line } = midend;
    const answer = this.asked.of(midend.rest());
    const counts = this.asked.now();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => message(t("searching"), "busy"), 250);
    const first = await answer.finally(() => counts() && clearTimeout(this.waiting));
    if (first?.outcome !== "stopped") return first;
    return new Promise((resolve, reject) => {
      const start = api.Job.start(
        "solve",
        midend.puzzle,
        line,
        { time: LONG },
        {
          progress: (progress) =>
            message(t("searched", { n: progress.stored || progress.expanded }), "busy", stop),
          answer: (answer) => {
            this.work = null;
            const found = rest(answer);
            midend.learn(line, found);
            resolve(counts() ? found : null);
          },
          error: (error) => failed(error),
        },
      );
      const failed = (/** @type {unknown} */ error) => (counts() ? reject(error) : resolve(null));
      start.catch(failed);
      const stop = h(
        "button",
        {
          type: "button",
          onclick: () =>
            void start.then(
              (job) => job.stop(),
              () => {},
            ),
        },
        t("stop"),
      );
      this.work = {
        stop: () =>
          void start.then(
            (job) => job.close(),
            () => {},
          ),
      };
      message(t("searching"), "busy", stop);
    });
  }
}
