// A search at work: event by event if the family has a search to watch, else by its levels, else by the best
// line so far.

import { Board } from "../board/board.js";
import { sayOf } from "../board/piece-names.js";
import * as api from "../engine/api.js";
import { Midend } from "../game/midend.js";
import { button } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { sentence, t, unit } from "../i18n/language.js";
import { h, row, s } from "../lib/dom.js";
import { bars } from "./histogram.js";
import { titledGroup } from "./panel.js";
import { Replay } from "./replay.js";

/** Time limit in seconds. */
const LONG = 300;
/** Events per second for each position of the slider. */
const RATES = [1, 2, 5, 10, 25, 60, 200, 1000, 5000];

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

/**
 * @param {Midend} midend
 * @param {Board} board
 * @param {(text: string) => void} report
 * @param {HTMLElement} close
 * @returns {Content}
 */
function watchSteps(midend, board, report, close) {
  const ground = midend.position.scene;
  const life = new AbortController();
  const { signal } = life;
  let running = false;
  let begun = false;
  /** Advances under way. They come one after the other, so that none is shown after a later one. */
  let busy = 0;
  let advanced = Promise.resolve();
  let due = 0;
  let seen = 0;
  let found = 0;
  let cut = 0;
  let timer = 0;
  /** The numbers by which events name cells. @type {[number, string][]} */
  const numbers = ground.cells.flatMap((_, id) => (ground.marks[id] === "t" ? [] : [[id, `${id + 1}`]]));
  const branch = h("p", { class: "facts branch" });
  const event = h("p", { class: "event", "aria-live": "off" });
  const tally = h("output", { class: "facts" });
  const rate = h("input", {
    type: "range",
    min: 0,
    max: RATES.length - 1,
    value: 3,
    "aria-label": t("speed"),
    oninput: () => nameRate(),
    onchange: () => running && run(true),
  });
  const rateName = h("span", { class: "facts" });
  const perSecond = () => RATES[Number(rate.value)];
  const nameRate = () => {
    rateName.textContent = t("perSecond", { n: perSecond() });
    rate.setAttribute("aria-valuetext", rateName.textContent);
  };
  nameRate();
  const run = (/** @type {boolean} */ on) => {
    running = on && !signal.aborted;
    begun ||= running;
    clearInterval(timer);
    due = 0;
    if (running) {
      const step = Math.max(33, 1000 / perSecond());
      timer = setInterval(() => {
        due += (perSecond() * step) / 1000;
        if (busy === 0 && due >= 1) {
          const count = Math.min(1000, Math.floor(due));
          due = 0;
          advance(count);
        }
      }, step);
    }
    toggle.textContent = t(running ? "pause" : begun && !signal.aborted ? "resume" : "start");
  };
  const toggle = button("start", () => run(!running), "primary");
  const stepOnce = () => {
    run(false);
    advance(1);
  };
  const once = button("step", stepOnce);
  const stop = button("stop", () => end(t("stopped")));
  const failed = (/** @type {unknown} */ error) => end(errorMessage(error));
  // The plain search, whose order a player can follow, starts from the first position.
  const job = new api.Job("steps", midend.puzzle, [], {}, { error: failed });

  /** @param {number} count */
  function advance(count) {
    busy += 1;
    advanced = advanced.then(() => show(count)).finally(() => (busy -= 1));
  }

  /** @param {number} count */
  async function show(count) {
    if (signal.aborted) return;
    try {
      const { events, done } = await job.advance(count);
      if (signal.aborted) return;
      seen += events.length;
      found += events.filter((event) => event.kind === "solution").length;
      cut += events.filter((event) => event.kind === "pruned").length;
      const solution = events.find((event) => event.kind === "solution");
      const last = solution ?? events[events.length - 1];
      if (last) await draw(last);
      if (signal.aborted) return;
      tally.value = [t("events", { n: seen }), t("cut", { n: cut }), t("solutions", { n: found })].join(
        " · ",
      );
      if (solution) run(false);
      if (done) end("");
    } catch (error) {
      failed(error);
    }
  }

  /** @param {StepEvent} step */
  async function draw({ kind, line, cells, reason }) {
    const { frames } = await api.replay(midend.puzzle, line, line.length, signal);
    // The answer may have been there already when the watching ended.
    if (signal.aborted) return;
    const scene = { ...ground, ...frames[0], texts: numbers };
    board.draw(scene, { glide: 0 });
    // The branch of the tree of choices that the search is on.
    branch.textContent = line.map((move) => move.split(":")[0]).join(" › ");
    const marked = kind === "placed" || kind === "solution" ? [] : cells;
    board.mark(kind === "pruned" ? "wrong" : "trying", marked);
    event.className = `event ${kind}`;
    event.textContent = sentence(sayOf(reason, scene));
  }

  /** @param {string} text */
  function end(text) {
    if (signal.aborted) return;
    life.abort();
    run(false);
    for (const button of [toggle, once, stop]) button.disabled = true;
    if (text) report(text);
    // A step that is on its way is answered first: of a job that has ended there is none.
    void advanced.finally(() => job.close());
  }
  const element = titledGroup(
    "watch",
    event,
    branch,
    tally,
    row(toggle, once, stop),
    h("label", { class: "row" }, t("speed"), rate, rateName),
    close,
  );
  return { element, stop: () => end("") };
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
