// A search at work: event by event if the family has a search to watch, else by its levels, else by the best
// line so far.

import { Board } from "../board/board.js";
import * as api from "../engine/api.js";
import { Midend } from "../game/midend.js";
import { errorMessage } from "../i18n/errors.js";
import { say, sentence, t, unit } from "../i18n/language.js";
import { h, s } from "../lib/dom.js";
import { Replay } from "./replay.js";

/** Time limit in seconds. */
const LONG = 300;
/** Events per second for each position of the slider. */
const RATES = [1, 2, 5, 10, 25, 60, 200, 1000, 5000];

/** Number of bars of the histogram; with more levels, each bar stands for several. */
const BARS = 200;

/** @typedef {{element: HTMLElement, stop: () => void}} Watched */

/**
 * The panel for watching a search; the board shows what it does.
 * @param {Midend} midend
 * @param {Board} board
 * @param {{tell: (text: string) => void, notes: (notes: Reason[]) => void, done: () => void}} view
 * @returns {Watched}
 */
export function watching(midend, board, { tell, notes, done }) {
  const { abilities } = midend.position;
  const close = h("button", { type: "button", class: "quiet done", onclick: done }, t("done"));
  if (abilities.steps) return eventByEvent(midend, board, tell, close);
  if (abilities.explore) return byLevels(midend, tell, close);
  return byBest(midend, board, { tell, notes }, close);
}

/** @param {Midend} midend @param {Board} board @param {(text: string) => void} tell @param {HTMLElement} close @returns {Watched} */
function eventByEvent(midend, board, tell, close) {
  const ground = midend.position.scene;
  let running = false;
  let over = false;
  /** Advances under way. They come one after the other, so that none is shown after a later one. */
  let busy = 0;
  let advanced = Promise.resolve();
  let due = 0;
  let seen = 0;
  let found = 0;
  let timer = 0;
  const said = h("p", { class: "event", "aria-live": "off" });
  const tally = h("output", { class: "facts" });
  const rate = h("input", {
    type: "range",
    min: 0,
    max: RATES.length - 1,
    value: 3,
    "aria-label": t("speed"),
    oninput: () => named(),
  });
  const rateName = h("span", { class: "facts" });
  const named = () => {
    rateName.textContent = t("perSecond", { n: RATES[Number(rate.value)] });
    rate.setAttribute("aria-valuetext", rateName.textContent);
  };
  named();
  const run = (/** @type {boolean} */ on) => {
    running = on && !over;
    clearInterval(timer);
    due = 0;
    if (running) {
      const step = Math.max(33, 1000 / RATES[Number(rate.value)]);
      timer = setInterval(() => {
        due += (RATES[Number(rate.value)] * step) / 1000;
        if (busy === 0 && due >= 1) {
          const count = Math.min(1000, Math.floor(due));
          due = 0;
          advance(count);
        }
      }, step);
    }
    toggle.textContent = running ? t("pause") : t("start");
  };
  const toggle = h("button", { type: "button", class: "primary", onclick: () => run(!running) }, t("start"));
  const once = h(
    "button",
    {
      type: "button",
      onclick: () => {
        run(false);
        advance(1);
      },
    },
    t("step"),
  );
  const stop = h("button", { type: "button", onclick: () => end(t("stopped")) }, t("stop"));
  rate.addEventListener("change", () => running && run(true));
  // The plain search, whose order a player can follow, starts from the first position.
  const job = api.Job.start("steps", midend.puzzle, [], {}, { error: (error) => end(errorMessage(error)) });
  job.catch((error) => end(errorMessage(error)));

  /** @param {number} count */
  function advance(count) {
    busy += 1;
    advanced = advanced.then(() => shown(count)).finally(() => (busy -= 1));
  }

  /** @param {number} count */
  async function shown(count) {
    if (over) return;
    try {
      const { events, done } = await (await job).advance(count);
      if (over) return;
      seen += events.length;
      found += events.filter((event) => event.kind === "solution").length;
      const stops = events.findIndex((event) => event.kind === "solution");
      const last = events[stops >= 0 ? stops : events.length - 1];
      if (last) {
        const { frames } = await api.replay(midend.puzzle, last.line, last.line.length);
        if (over) return;
        board.draw({ ...ground, ...frames[0] }, { glide: 0 });
        board.mark(
          last.kind === "pruned" ? "wrong" : "trying",
          last.kind === "placed" || last.kind === "solution" ? [] : last.cells,
        );
        said.className = `event ${last.kind}`;
        said.textContent = sentence(say(last.reason));
      }
      tally.value = `${t("events", { n: seen })} · ${t("solutions", { n: found })}`;
      if (stops >= 0) run(false);
      if (done) end("");
    } catch (error) {
      end(errorMessage(error));
    }
  }

  /** @param {string} text */
  function end(text) {
    if (over) return;
    over = true;
    run(false);
    for (const button of [toggle, once, stop]) button.disabled = true;
    if (text) tell(text);
    void job.then(
      (j) => j.close(),
      () => {},
    );
  }
  const element = h(
    "div",
    { class: "watch", role: "group", "aria-label": t("watch") },
    said,
    tally,
    h("div", { class: "row" }, toggle, once, stop),
    h("label", { class: "row" }, t("speed"), rate, rateName),
    close,
  );
  return { element, stop: () => end("") };
}

/** @param {Midend} midend @param {(text: string) => void} tell @param {HTMLElement} close @returns {Watched} */
function byLevels(midend, tell, close) {
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
  const stop = h(
    "button",
    {
      type: "button",
      onclick: () =>
        void job.then(
          (j) => j.stop(),
          () => {},
        ),
    },
    t("stop"),
  );
  let due = 0;
  const draw = () => {
    due = 0;
    const each = Math.ceil(levels.length / BARS);
    const bars = Array.from({ length: Math.ceil(levels.length / each) }, (_, at) =>
      levels.slice(at * each, (at + 1) * each).reduce((sum, n) => sum + (n ?? 0), 0),
    );
    const most = Math.max(1, ...bars);
    const width = 300 / Math.max(12, bars.length);
    chart.replaceChildren(
      ...bars.map((n, at) => {
        const height = (110 * n) / most;
        const depths = each === 1 ? at : `${at * each}–${Math.min(levels.length, (at + 1) * each) - 1}`;
        return s(
          "rect",
          { x: at * width, y: 120 - height, width: width * 0.85, height },
          s("title", {}, `${depths}: ${n.toLocaleString()}`),
        );
      }),
    );
  };
  const job = api.Job.start(
    "explore",
    midend.puzzle,
    midend.line,
    { time: LONG },
    {
      progress: (progress) => {
        levels[progress.depth] = Math.max(levels[progress.depth] ?? 0, progress.frontier);
        tally.value = `${t("depth", { n: progress.depth })} · ${t("states", { n: progress.stored })}`;
        // Hundreds of thin levels may arrive between two frames.
        due ||= requestAnimationFrame(draw);
      },
      answer: (/** @type {Explored} */ answer) => {
        stop.disabled = true;
        cancelAnimationFrame(due);
        levels.splice(0, levels.length, ...answer.levels);
        draw();
        const facts = t(answer.outcome === "stopped" ? "exploredSoFar" : "explored", {
          n: answer.states,
          m: answer.eccentricity,
          metric: unit(answer.unit, answer.eccentricity),
          g: answer.goals,
          d: answer.dead_ends,
        });
        tally.value =
          answer.outcome === "stopped"
            ? `${t(answer.reason === "memory" ? "memory" : "stopped")} ${facts}`
            : facts;
      },
      error: (error) => failed(error),
    },
  );
  let left = false;
  const failed = (/** @type {unknown} */ error) => {
    if (left) return;
    stop.disabled = true;
    tally.value = "";
    tell(errorMessage(error));
  };
  job.catch(failed);
  const element = h(
    "div",
    { class: "watch", role: "group", "aria-label": t("watch") },
    h("p", { class: "facts" }, t("frontier")),
    chart,
    tally,
    h("div", { class: "row" }, stop),
    close,
  );
  return {
    element,
    stop: () => {
      left = true;
      void job.then(
        (j) => j.close(),
        () => {},
      );
    },
  };
}

/** @param {Midend} midend @param {Board} board @param {{tell: (text: string) => void, notes: (notes: Reason[]) => void}} view @param {HTMLElement} close @returns {Watched} */
function byBest(midend, board, { tell, notes }, close) {
  const { line } = midend;
  const began = performance.now();
  const list = h("ol", { class: "improved" });
  const tally = h("output", { class: "facts" }, t("searching"));
  const stop = h(
    "button",
    {
      type: "button",
      onclick: () =>
        void job.then(
          (j) => j.stop(),
          () => {},
        ),
    },
    t("stop"),
  );
  const replay = new Replay(board, midend.position.scene, { tell: () => {}, notes, label: t("bestFound") });
  /** Shows a line, unless a better one comes first. @param {string[]} moves @returns {Promise<boolean>} whether it is shown */
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
  const job = api.Job.start(
    "solve",
    midend.puzzle,
    line,
    { time: LONG },
    {
      progress: (progress) => {
        tally.value = t("searched", { n: progress.stored || progress.expanded });
      },
      found: (found) => {
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        list.prepend(h("li", {}, t("improved", { n: found.value ?? found.line.length, t: seconds })));
        void show(found.line);
      },
      answer: async (/** @type {Solved} */ answer) => {
        stop.disabled = true;
        // What is proved of a line is said when the line is there.
        if (answer.line && !(await show(answer.line))) return;
        tally.value =
          answer.outcome === "unsolvable"
            ? t("unsolvable")
            : answer.proof === "optimal"
              ? t("provedBest")
              : t(answer.line?.length ? "bestFound" : answer.reason === "memory" ? "memory" : "unknown");
      },
      error: (error) => failed(error),
    },
  );
  let left = false;
  const failed = (/** @type {unknown} */ error) => {
    if (left) return;
    stop.disabled = true;
    tally.value = "";
    tell(errorMessage(error));
  };
  job.catch(failed);
  const element = h(
    "div",
    { class: "watch", role: "group", "aria-label": t("watch") },
    tally,
    h("div", { class: "row" }, stop),
    replay.element,
    list,
    close,
  );
  return {
    element,
    stop: () => {
      left = true;
      replay.leave();
      void job.then(
        (j) => j.close(),
        () => {},
      );
    },
  };
}
