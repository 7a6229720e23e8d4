// The starts that are farthest from the goal: how many starts there are at each distance, and the farthest, to be played.

import { thumbnail } from "../board/thumbnail.js";
import * as api from "../engine/api.js";
import { button } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { t, unit } from "../i18n/language.js";
import { h, row, s } from "../lib/dom.js";
import { bars } from "./histogram.js";
import { titledGroup } from "./panel.js";

/** Time limit in seconds. */
const LONG = 300;
/** Starts that are drawn, at most. */
const DRAWN = 12;

export class HardestStarts {
  /**
   * @param {import("../game/midend.js").Midend} midend
   * @param {{play: (text: string) => void, close: () => void}} host
   */
  constructor(midend, host) {
    this.midend = midend;
    this.host = host;
    this.life = new AbortController();
    /** @type {number[]} */
    this.levels = [];
    this.due = 0;
    this.chart = s("svg", { class: "histogram", role: "img", viewBox: "0 0 300 132" });
    this.facts = h("p", { class: "facts", role: "status" }, t("searching"));
    this.starts = h("ul", { class: "starts" });
    this.halt = button("stop", () => void this.job.stop());
    this.element = titledGroup(
      "hardest",
      host.close,
      this.facts,
      this.starts,
      h("p", { class: "facts" }, t("startsByDistance")),
      this.chart,
      row(this.halt),
    );
    this.#draw();
    this.job = new api.Job(
      "hardest",
      midend.puzzle,
      [],
      { time: LONG },
      {
        progress: ({ depth, frontier, expanded }) => {
          this.levels[depth] = Math.max(this.levels[depth] ?? 0, frontier);
          this.facts.textContent = t("searched", { n: expanded });
          this.due ||= requestAnimationFrame(() => this.#draw());
        },
        answer: (answer) => this.#answered(answer),
        error: (error) => this.#ended(errorMessage(error)),
      },
    );
  }

  stop() {
    this.life.abort();
    this.job.close();
  }

  #draw() {
    this.due = 0;
    const last = Math.max(0, this.levels.length - 1);
    const columns = bars(this.levels);
    const end = Math.max(
      60,
      ...columns.map((bar) => Number(bar.getAttribute("x")) + 0.85 * Number(bar.getAttribute("width"))),
    );
    this.chart.replaceChildren(
      ...columns,
      s("text", { x: 0, y: 8 }, Math.max(0, ...this.levels.filter(Number)).toLocaleString()),
      s("text", { x: 0, y: 130 }, "0"),
      s("text", { x: end, y: 130, "text-anchor": "end" }, this.#length(last)),
    );
    this.chart.setAttribute("aria-label", `${t("startsByDistance")}: 0–${this.#length(last)}`);
  }

  /** A distance with its unit. @param {number} n */
  #length(n) {
    const { metric } = this.midend.position;
    return t("made", { n, metric: unit(metric, n) });
  }

  /** @param {string} text */
  #ended(text) {
    cancelAnimationFrame(this.due);
    this.halt.hidden = true;
    this.facts.textContent = text;
  }

  /** @param {HardestAnswer} answer */
  #answered({ outcome, reason, solvable, levels, class_levels, starts }) {
    const farthest = levels.length - 1;
    const d = this.#length(farthest);
    const facts = { d, n: levels[farthest], m: solvable, c: class_levels[farthest] };
    const stopped = outcome === "stopped" && t(reason === "memory" ? "memory" : "stopped");
    if (farthest < 0) return this.#ended(stopped || t("unsolvableStart"));
    this.#ended(stopped ? `${stopped} ${t("hardestSoFar", { d })}` : t("hardestFacts", facts));
    this.levels = levels;
    this.#draw();
    void this.#show(starts.flatMap(({ instance }) => instance ?? []).slice(0, DRAWN));
  }

  /** Draws starts, each to be played. @param {string[]} starts */
  async #show(starts) {
    const { signal } = this.life;
    for (const [at, text] of starts.entries()) {
      const position = await api.position({ instance: text }, [], signal).catch(() => null);
      if (signal.aborted) return;
      if (!position) continue;
      this.starts.append(
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", "aria-label": `${t("play")} ${at + 1}`, onclick: () => this.host.play(text) },
            h("span", { class: "picture" }, thumbnail(position.scene)),
          ),
        ),
      );
    }
  }
}
