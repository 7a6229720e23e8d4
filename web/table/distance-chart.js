// A chart of the distance to the goal along a line, and the slips in it, to learn from.

import { Midend } from "../game/midend.js";
import { judgeMove } from "../game/move-quality.js";
import { t, unit } from "../i18n/language.js";
import { h, s } from "../lib/dom.js";
import { titledGroup } from "./panel.js";
import { slipButtons } from "./slips.js";

/** Moves that are looked at, at most: the last ones. */
const MAX_MOVES = 400;
/** The size of the graph. */
const [WIDTH, HEIGHT, EDGE] = [300, 110, 8];

/**
 * A position of the line: how far the goal is, if that is proved, and what is proved of the move to it.
 * @typedef {{left: number | null, lost: boolean, slip: boolean, text: string}} Point
 */

export class DistanceChart {
  /**
   * @param {Midend} midend
   * @param {{go: (line: string[], say: string) => void, close: () => void}} host
   */
  constructor(midend, host) {
    this.midend = midend;
    this.host = host;
    this.line = midend.line;
    this.from = Math.max(0, this.line.length - MAX_MOVES);
    /** @type {Point[]} */
    this.points = [];
    this.life = new AbortController();
    this.chart = s("svg", {
      class: "distance-chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": t("distance"),
    });
    this.status = h("p", { class: "facts", role: "status" }, t("searching"));
    this.slips = h("div", { class: "row slips" });
    this.element = titledGroup("distance", host.close, this.chart, this.status, this.slips);
    void this.#look();
  }

  stop() {
    this.life.abort();
  }

  /** Looks at one position after the other, so that all can be seen early. */
  async #look() {
    try {
      for (let at = this.from; at <= this.line.length && !this.life.signal.aborted; at++) {
        const rest = await this.midend.rest(this.line.slice(0, at));
        const verdict = at > this.from ? await judgeMove(this.midend, this.line, at - 1) : null;
        const left = rest.proved ? (rest.cost ?? rest.score) : null;
        this.points.push({
          left,
          lost: rest.outcome === "unsolvable",
          slip: verdict?.kind === "bad",
          text: verdict?.text ?? "",
        });
        this.#draw();
      }
      if (!this.life.signal.aborted) this.#ended();
    } catch {
      // The table says why the server does not answer when the player asks it something.
      this.status.textContent = t("unknown");
    }
  }

  #draw() {
    const known = this.points.flatMap(({ left }) => (left === null ? [] : [left]));
    const max = Math.max(1, ...known);
    // Far from the goal the scale does not begin at it, so that single moves can be told.
    const min = known.length > 0 && Math.min(...known) * 2 > max ? Math.max(0, Math.min(...known) - 2) : 0;
    const x = (/** @type {number} */ at) =>
      EDGE + (at * (WIDTH - 2 * EDGE)) / Math.max(1, this.line.length - this.from);
    const y = (/** @type {number} */ left) =>
      HEIGHT - EDGE - ((left - min) * (HEIGHT - 2 * EDGE)) / Math.max(1, max - min);
    const path = this.points
      .map(({ left }, at) =>
        left === null ? "" : `${this.points[at - 1]?.left == null ? "M" : "L"}${x(at)} ${y(left)}`,
      )
      .join("");
    const dots = this.points.flatMap(({ left, slip, lost, text }, at) => {
      if (!slip && !lost) return [];
      const dot = s("circle", {
        class: lost ? "lost" : "slip",
        cx: x(at),
        cy: left === null ? EDGE : y(left),
        r: 4,
      });
      dot.append(
        s("title", {}, `${this.from + at}. ${this.midend.readings[this.from + at - 1] ?? ""} ${text}`),
      );
      return [dot];
    });
    const scale = [String(max), String(min)].map((text, at) =>
      s("text", { x: 2, y: at ? HEIGHT - 2 : 9 }, text),
    );
    this.chart.replaceChildren(s("path", { class: "way-left", d: path }), ...dots, ...scale);
  }

  #ended() {
    const slips = this.points.flatMap(({ slip }, at) => (slip ? [this.from + at - 1] : []));
    const unknown = this.points.some(({ left, lost }) => left === null && !lost);
    const last = this.points[this.points.length - 1].left;
    const { metric } = this.midend.position;
    const first = this.points[0].left;
    const facts =
      first !== null && last !== null && this.midend.position.score === null && first >= last
        ? t("distanceFacts", { n: first, m: last, metric: unit(metric, last) })
        : "";
    this.status.textContent = [
      facts,
      t(slips.length > 0 ? "slips" : unknown ? "slipsUnknown" : "noSlips", { n: slips.length }),
    ]
      .filter(Boolean)
      .join(" ");
    this.slips.replaceChildren(...slipButtons(this.midend, this.line, slips, this.host.go));
    if (slips.length > 0) this.slips.prepend(h("span", { class: "facts" }, t("learn")));
  }
}
