// A search at work: event by event if the family has a search to watch, else by its levels, else by the best
// line so far.

import { Board } from "../board/board.js";
import * as api from "../engine/api.js";
import { Midend } from "../game/midend.js";
import { button } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { t, unit } from "../i18n/language.js";
import { h, row, s } from "../lib/dom.js";
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
  const close = button("done", done, "quiet done");
  if (abilities.steps) return watchSteps(midend, board, report, close);
  if (abilities.explore) return watchLevels(midend, report, close);
  return watchBest(midend, board, { report, notes }, close);
}

/** @param {Midend} midend @param {(text: string) => void} report @param {HTMLElement} close @returns {Content} */
function watchLevels(midend, report, close) {
  /** @type {number[]} */
  const levels = [];
  const tally = h("output", { class: "facts" });
  const chart = s("svg", {
    class: "histogram",
    role: "img",
    "aria-label": t("frontier"),
    viewBox: "0 0 300 120",
    preserveAspectRatio: "none",
  });
  const stop = button("stop", () => void job.stop());
  let due = 0;
  const draw = () => {
    due = 0;
    chart.replaceChildren(...bars(levels));
  };
  /** @type {api.Listener} */
  const listener = {
    progress: (progress) => {
      levels[progress.depth] = Math.max(levels[progress.depth] ?? 0, progress.frontier);
      tally.value = `${t("depth", { n: progress.depth })} · ${t("states", { n: progress.stored })}`;
      // Hundreds of thin levels may arrive between two frames.
      due ||= requestAnimationFrame(draw);
    },
    answer: (/** @type {ExploreAnswer} */ answer) => {
      stop.disabled = true;
      cancelAnimationFrame(due);
      levels.splice(0, levels.length, ...answer.levels);
      draw();
      const stopped = answer.outcome === "stopped";
      const facts = t(stopped ? "exploredSoFar" : "explored", {
        n: answer.states,
        m: answer.eccentricity,
        metric: unit(answer.unit, answer.eccentricity),
        g: answer.goals,
        d: answer.dead_ends,
      });
      tally.value = stopped ? `${t(answer.reason === "memory" ? "memory" : "stopped")} ${facts}` : facts;
    },
    error: (error) => {
      stop.disabled = true;
      tally.value = "";
      report(errorMessage(error));
    },
  };
  const job = new api.Job("explore", midend.puzzle, midend.line, { time: LONG }, listener);
  const title = h("p", { class: "facts" }, t("frontier"));
  const element = titledGroup("watch", title, chart, tally, row(stop), close);
  return { element, stop: () => job.close() };
}

/**
 * @param {Midend} midend
 * @param {Board} board
 * @param {{report: (text: string) => void, notes: (notes: Reason[]) => void}} view
 * @param {HTMLElement} close
 * @returns {Content}
 */
function watchBest(midend, board, { report, notes }, close) {
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
    stop.disabled = true;
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
      stop.disabled = true;
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
  const element = titledGroup("watch", tally, row(stop), replay.element, list, close);
  return {
    element,
    stop: () => {
      replay.leave();
      job.close();
    },
  };
}
