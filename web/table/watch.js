// A search at work: event by event if the family has a search to watch, else by its levels, else by the best
// line so far.

import { Board } from "../board/board.js";
import * as api from "../engine/api.js";
import { Midend } from "../game/midend.js";
import { button } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { t, unit } from "../i18n/language.js";
import { h, row, s } from "../lib/dom.js";
import { Front } from "./front.js";
import { bars } from "./histogram.js";
import { titledGroup } from "./panel.js";
import { Replay } from "./replay.js";
import { watchSteps } from "./watch-steps.js";

/** Time limit in seconds. */
const LONG = 300;

/** @typedef {import("./panel.js").Content} Content */

/**
 * The panel for watching a search; the board shows what it does.
 * @param {Midend} midend
 * @param {Board} board
 * @param {{report: (text: string) => void, notes: (notes: Reason[]) => void, done: () => void}} view
 * @returns {Content}
 */
export function watching(midend, board, { report, notes, done }) {
  const { abilities } = midend.position;
  if (abilities.steps) return watchSteps(midend, board, report, done);
  if (abilities.explore) return watchLevels(midend, board, report, done);
  return watchBest(midend, board, { report, notes }, done);
}

/** The part of the levels that a search has come to with its first positions. @param {number[]} levels @param {number} met */
function reached(levels, met) {
  let left = met;
  const part = [];
  for (const level of levels) {
    if (left <= 0) break;
    part.push(Math.min(level ?? 0, left));
    left -= level ?? 0;
  }
  return part;
}

/**
 * @param {Midend} midend
 * @param {Board} board
 * @param {(text: string) => void} report
 * @param {() => void} done
 * @returns {Content}
 */
function watchLevels({ puzzle }, board, report, done) {
  /** @type {number[]} */
  const levels = [];
  /** What the search came to, once it has ended. */
  let summary = "";
  const tally = h("output", { class: "facts" });
  const chart = s("svg", {
    class: "histogram",
    role: "img",
    "aria-label": t("frontier"),
    viewBox: "0 0 300 120",
    preserveAspectRatio: "none",
  });
  const stop = button("stop", () => {
    void job.stop();
    front.end();
  });
  let due = 0;
  const draw = () => {
    due = 0;
    // Nobody waits for the map of a search that has ended.
    if (summary !== "" && front.waits) front.end();
    const part = reached(levels, front.met);
    const n = part.reduce((sum, level) => sum + level, 0);
    chart.replaceChildren(...bars(part));
    const ended = front.met === Infinity && summary !== "";
    stop.hidden = ended;
    tally.value = ended
      ? summary
      : `${t("depth", { n: Math.max(0, part.length - 1) })} · ${t("states", { n })}`;
  };
  // Hundreds of thin levels may arrive between two frames.
  const soon = () => {
    due ||= requestAnimationFrame(draw);
  };
  const front = new Front(puzzle, { show: ({ scene }) => board.draw(scene, { glide: 0 }), moved: soon });
  /** @type {api.Listener} */
  const listener = {
    progress: (progress) => {
      levels[progress.depth] = Math.max(levels[progress.depth] ?? 0, progress.frontier);
      soon();
    },
    answer: (/** @type {ExploreAnswer} */ answer) => {
      levels.splice(0, levels.length, ...answer.levels);
      const stopped = answer.outcome === "stopped";
      const facts = t(stopped ? "exploredSoFar" : "explored", {
        n: answer.states,
        m: answer.eccentricity,
        metric: unit(answer.unit, answer.eccentricity),
        g: answer.goals,
        d: answer.dead_ends,
      });
      summary = stopped ? `${t(answer.reason === "memory" ? "memory" : "stopped")} ${facts}` : facts;
      soon();
    },
    error: (error) => {
      front.stop();
      cancelAnimationFrame(due);
      stop.hidden = true;
      tally.value = "";
      report(errorMessage(error));
    },
  };
  // As the map is: from the first position.
  const job = new api.Job("explore", puzzle, [], { time: LONG }, listener);
  const title = h("p", { class: "facts" }, t("frontier"));
  const element = titledGroup("watch", done, row(tally, stop), front.element, title, chart);
  return {
    element,
    stop: () => {
      front.stop();
      cancelAnimationFrame(due);
      job.close();
    },
  };
}

/**
 * @param {Midend} midend
 * @param {Board} board
 * @param {{report: (text: string) => void, notes: (notes: Reason[]) => void}} view
 * @param {() => void} done
 * @returns {Content}
 */
function watchBest(midend, board, { report, notes }, done) {
  const { line } = midend;
  const began = performance.now();
  const list = h("ol", { class: "improved" });
  const tally = h("output", { class: "facts" }, t("searching"));
  const stop = button("stop", () => void job.stop());
  const replay = new Replay(board, midend.position.scene, {
    notes,
    label: t("bestFound"),
  });
  const failed = (/** @type {unknown} */ error) => {
    stop.hidden = true;
    tally.value = "";
    report(errorMessage(error));
  };
  /**
   * Shows a line, unless a better one comes first.
   * @param {string[]} moves
   * @returns {Promise<boolean>} whether it is shown
   */
  const show = async (moves) => {
    try {
      const loaded = await replay.load(midend.puzzle, line, moves);
      if (loaded) replay.show(moves.length, false);
      return loaded;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  /** @type {api.Listener} */
  const listener = {
    progress: (progress) => {
      tally.value = t("searched", { n: progress.stored || progress.expanded });
    },
    found: (found) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      list.prepend(h("li", {}, t("improved", { n: found.value ?? found.line.length, t: seconds })));
      void show(found.line);
    },
    answer: async (/** @type {SolveAnswer} */ answer) => {
      stop.hidden = true;
      // What is proved of a line is said when the line is there.
      if (answer.line && !(await show(answer.line))) return;
      if (answer.outcome === "unsolvable") tally.value = t("unsolvable");
      else if (answer.proof === "optimal") tally.value = t("provedBest");
      else if (answer.line?.length) tally.value = t("bestFound");
      else tally.value = t(answer.reason === "memory" ? "memory" : "unknown");
    },
    error: failed,
  };
  const job = new api.Job("solve", midend.puzzle, line, { time: LONG }, listener);
  const element = titledGroup("watch", done, tally, row(stop), replay.element, list);
  return {
    element,
    stop: () => {
      replay.leave();
      job.close();
    },
  };
}
