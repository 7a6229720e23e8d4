// A search at work, event by event, to the next cut, to the next solution, or to its end; and beside its tally that of the
// same search without pruning.

import { sayOf } from "../board/piece-names.js";
import * as api from "../engine/api.js";
import { readMoves } from "../game/midend.js";
import { readMove } from "../game/move-geometry.js";
import { button, labelled } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { sentence, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { titledGroup } from "./panel.js";

/** Events per second for each position of the slider. The last is as many as there can be. */
const RATES = [1, 2, 5, 10, 25, 60, 200, 1000, 5000, Infinity];
/** Milliseconds between two pictures where the events are too many to see. */
const GLANCE = 120;
/** How many events are asked for at once, at most, where only the last one is seen. */
const MOST = 10_000_000;
/** The moves of a branch that are written out. */
const LAST = 5;

/** @typedef {"pruned" | "solution" | "exhausted"} Until */

/**
 * @param {import("../game/midend.js").Midend} midend
 * @param {import("../board/board.js").Board} board
 * @param {(text: string) => void} report
 * @param {() => void} done
 * @returns {import("./panel.js").Content}
 */
export function watchSteps({ puzzle, position }, board, report, done) {
  const ground = position.scene;
  /** The numbers by which events of a packing name cells. @type {[number, string][] | null} */
  const numbers = ground.marks.includes("t")
    ? ground.cells.flatMap((_, id) => (ground.marks[id] === "t" ? [] : [[id, `${id + 1}`]]))
    : null;
  let life = new AbortController();
  /** @type {api.Job} */
  let job;
  let begun = false;
  /** Until what it goes on by itself; null in a pause. @type {Until | null} */
  let running = null;
  /** Whether the clock sets the pace. */
  let timed = false;
  let timer = 0;
  let due = 0;
  /** Counts how often it went on or paused: each leap ends with its own turn. */
  let turn = 0;
  /** Events asked for at once. */
  let chunk = 1000;
  /** Questions under way. They come one after the other, so that none is shown after a later one. */
  let busy = 0;
  let asked = Promise.resolve();
  const event = h("p", { class: "event", "aria-live": "off" });
  const branchLine = h("p", { class: "facts branch" });
  /** With pruning, and without. */
  const tallies = [true, false].map((pruning) => ({
    name: h("span", { class: "facts" }, t(pruning ? "pruned" : "unpruned")),
    tally: h("output", { class: "facts" }),
  }));
  const sides = h("div", { class: "tallies" });
  const rate = h("input", {
    type: "range",
    min: 0,
    max: RATES.length - 1,
    value: 3,
    "aria-label": t("speed"),
    oninput: () => nameRate(),
    onchange: () => running && timed && run("solution", true),
  });
  const rateName = h("span", { class: "facts" });
  const perSecond = () => RATES[Number(rate.value)];
  const nameRate = () => {
    rateName.textContent = perSecond() === Infinity ? t("fullSpeed") : t("perSecond", { n: perSecond() });
    rate.setAttribute("aria-valuetext", rateName.textContent);
  };
  nameRate();
  const box = h("input", { type: "checkbox", checked: true, onchange: () => begin() });
  const toggle = button("start", () => run(running ? null : "solution", true), "primary");
  const once = button("step", () => {
    run(null);
    void take(1);
  });
  const leaps = /** @type {const} */ ([
    ["nextCut", "pruned"],
    ["nextSolution", "solution"],
    ["toEnd", "exhausted"],
  ]).map(([phrase, until]) => button(phrase, () => run(until)));
  const stop = button("stop", () => end(t("stopped")));
  const all = [toggle, once, ...leaps, stop];

  /** Goes on until something happens, or pauses. @param {Until | null} until @param {boolean} [byClock] */
  function run(until, byClock = false) {
    running = life.signal.aborted ? null : until;
    timed = byClock;
    begun ||= running !== null;
    turn += 1;
    clearInterval(timer);
    due = 0;
    toggle.textContent = t(running ? "pause" : begun && !life.signal.aborted ? "resume" : "start");
    if (!running) return;
    if (!timed || perSecond() === Infinity) {
      void leap();
      return;
    }
    const step = Math.max(33, 1000 / perSecond());
    timer = setInterval(() => {
      due += (perSecond() * step) / 1000;
      if (busy > 0 || due < 1) return;
      const count = Math.min(1000, Math.floor(due));
      due = 0;
      void take(count, "solution");
    }, step);
  }

  /** Goes on as fast as there are answers. */
  async function leap() {
    const { signal } = life;
    const [until, mine] = [running, turn];
    while (until && mine === turn && !signal.aborted) {
      const began = performance.now();
      await take(chunk, until);
      const took = performance.now() - began;
      chunk = Math.round(Math.min(MOST, Math.max(100, (chunk * GLANCE) / Math.max(took, GLANCE / 3))));
    }
  }

  /** Takes the next events, and shows the last. @param {number} count @param {Until} [until] */
  function take(count, until = "solution") {
    busy += 1;
    const { signal } = life;
    asked = asked.then(async () => {
      try {
        if (signal.aborted) return;
        const { events, done, tally } = await job.advance(count, until);
        if (signal.aborted) return;
        const [last] = events.slice(-1);
        if (last) await draw(last, signal);
        if (signal.aborted) return;
        const { events: n, cut, solutions } = tally;
        tallies[box.checked ? 0 : 1].tally.value = [
          t("events", { n }),
          t("cut", { n: cut }),
          t("solutions", { n: solutions }),
        ].join(" · ");
        if (done && last?.kind === "exhausted" && solutions === 0) event.textContent = t("unsolvableStart");
        if (done) end("");
        else if (last?.kind === running) run(null);
      } catch (error) {
        if (!signal.aborted) end(errorMessage(error));
      } finally {
        busy -= 1;
      }
    });
    return asked;
  }

  /** @param {StepEvent} step @param {AbortSignal} signal */
  async function draw({ kind, line, cells, reason }, signal) {
    const from = Math.max(0, line.length - LAST);
    const { frames } = await api.replay(puzzle, line, from, signal);
    // The answer may have been there already when the watching ended.
    if (signal.aborted) return;
    const scene = { ...ground, ...frames[frames.length - 1], ...(numbers && { texts: numbers }) };
    board.draw(scene, { glide: 0 });
    const read = readMoves(ground, frames, line.slice(from));
    branchLine.textContent = (from > 0 ? ["…", ...read] : read).join(" › ");
    const text = sentence(sayOf(reason, scene));
    const [move, name] =
      kind === "taken-back" && !numbers
        ? await takenBack(line, text, signal)
        : [line[line.length - 1], read[read.length - 1]];
    if (signal.aborted) return;
    board.mark(
      kind === "pruned" ? "wrong" : "trying",
      kind === "solution" || (numbers && kind === "placed") ? [] : cells,
    );
    event.className = `event ${kind}`;
    event.textContent = name && move && !numbers ? text.replace(move, name) : text;
  }

  /**
   * The move that is taken back, as it is written and as people read it: of those after a line, the one that is named.
   * @param {string[]} line
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async function takenBack(line, text, signal) {
    const { scene, choices } = await api.position(puzzle, line, signal);
    const named = choices.filter(({ move }) => text.includes(move));
    const [choice] = named.toSorted((one, other) => other.move.length - one.move.length);
    return choice ? [choice.move, readMove(scene, choice, choice.move)] : [];
  }

  /** Begins anew, with pruning or without. */
  function begin() {
    life.abort();
    leave();
    life = new AbortController();
    begun = false;
    run(null);
    const { name, tally } = tallies[box.checked ? 0 : 1];
    tally.value = "";
    if (!name.parentNode) sides.append(name, tally);
    event.className = "event";
    event.textContent = branchLine.textContent = "";
    for (const one of all) one.hidden = false;
    // The plain search, whose order a player can follow, starts from the first position.
    const listener = { error: (/** @type {unknown} */ error) => end(errorMessage(error)) };
    job = new api.Job("steps", puzzle, [], {}, listener, { pruning: box.checked });
  }

  /** Ends the job. A step that is on its way is answered first: of a job that has ended there is none. */
  function leave() {
    const ended = job;
    void asked.finally(() => ended?.close());
  }

  /** @param {string} text */
  function end(text) {
    if (life.signal.aborted) return;
    life.abort();
    run(null);
    for (const one of all) one.hidden = true;
    if (text) report(text);
    leave();
  }
  begin();
  const element = titledGroup(
    "watch",
    done,
    event,
    branchLine,
    sides,
    row(toggle, once, ...leaps, stop),
    h("label", { class: "row" }, t("speed"), rate, rateName),
    labelled(box, "pruning"),
  );
  return { element, stop: () => end("") };
}
