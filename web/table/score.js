// How many moves were made, how many are needed, and the time.

import { clock, language, t, unit } from "../i18n/language.js";
import { h } from "../lib/dom.js";

export class Score {
  element;
  #midend;
  #moves = h("output", { class: "counter" });
  #time = h("output", { class: "timer" });
  /** What the puzzle costs at best. @type {{cost: number, proved: boolean} | null} */
  #best = null;

  /** @param {import("../game/midend.js").Midend} midend @param {AbortSignal} signal ends it */
  constructor(midend, signal) {
    this.#midend = midend;
    this.element = h("div", { class: "row counts" }, this.#moves, this.#time);
    const ticking = setInterval(() => this.update(), 500);
    signal.addEventListener("abort", () => clearInterval(ticking));
    midend.best().then(
      (best) => {
        this.#best = best;
        this.update();
      },
      () => {}, // Then it is not said.
    );
  }

  update() {
    const { position, line, seconds, tally } = this.#midend;
    const { metric, alike } = position;
    const n = position.cost ?? line.length;
    const best = this.#best;
    const phrase = alike ? "inAll" : best?.proved ? "best" : "claimed";
    const most = best ? ` / ${t(phrase, { n: best.cost, metric: unit(metric, best.cost) })}` : "";
    const bold = (/** @type {number} */ number) => h("b", {}, number.toLocaleString(language()));
    const points = position.score === null ? [] : [h("b", {}, t("score", { n: position.score })), " · "];
    const also = tally ? [" · ", bold(tally[0]), ` ${unit(tally[1], tally[0])}`] : [];
    this.#moves.replaceChildren(...points, bold(n), ` ${unit(metric, n)}`, ...also, most);
    this.#time.value = clock(seconds);
  }
}
