// The end of a solved game: how good it was, as far as that is proved, and what to do next.

import { svgFile, titled } from "../board/picture.js";
import { address } from "../game/address.js";
import { clock, headline, t, unit } from "../i18n/language.js";
import { h, save } from "../lib/dom.js";
import { findSlips, slipButtons, storeSlips } from "./slips.js";

/** A solution that costs no more than this times the best has two stars. */
const CLOSE = 1.1;

/**
 * The stars of a solution: one for solving, two for coming close to what is proved to be the best, three for that.
 * @param {number} made what it cost
 * @param {{cost: number, proved: boolean} | null} best
 */
export function stars(made, best) {
  if (!best?.proved) return 1;
  return made <= best.cost ? 3 : made <= CLOSE * best.cost ? 2 : 1;
}

/**
 * @typedef {object} Host
 * @property {import("../game/midend.js").Midend} midend
 * @property {import("../board/board.js").Board} board
 * @property {Family | null} family
 * @property {{word: import("../i18n/language.js").Phrase, go: () => void} | null} next the puzzle to play next
 * @property {() => void} replay plays the game again
 * @property {() => void} chart shows where it could have been better
 * @property {(line: string[], say: string) => void} go goes to a position of the game
 * @property {AbortSignal} signal ends with the table
 */

export class Finish {
  /** Stars and seal. */
  #award = h("div", { class: "award" });
  #status = h("p", { class: "facts", role: "status" });
  #slips = h("div", { class: "row slips" });
  #proved = false;
  #stars = 0;
  /** What is below the headline. @type {HTMLElement[]} */
  parts;

  /** @param {Host} host @param {string[]} facts */
  constructor(host, facts) {
    this.host = host;
    this.facts = facts;
    const { next, replay, chart, midend } = host;
    const button = (
      /** @type {import("../i18n/language.js").Phrase} */ word,
      /** @type {() => unknown} */ act,
      look = "",
    ) => h("button", { type: "button", class: look, onclick: act }, t(word));
    const { line, position } = midend;
    this.parts = [
      this.#award,
      h("p", { class: "facts" }, facts.join(" · ")),
      h(
        "div",
        { class: "row" },
        next && button(next.word, next.go, "primary"),
        line.length > 0 && button("replayMine", replay),
        line.length > 0 && position.abilities.solve && !position.alike && button("distance", chart),
        button("shareResult", () => void this.#share()),
        button("sharePicture", () => this.#picture()),
      ),
      this.#slips,
      this.#status,
    ];
  }

  /**
   * Shows how good the solution is.
   * @param {number} made
   * @param {{cost: number, proved: boolean} | null} best
   * @returns {boolean} whether it is proved that nobody can do better
   */
  judge(made, best) {
    this.#stars = stars(made, best);
    this.#proved = this.#stars === 3;
    const name = t("stars", { n: this.#stars });
    this.#award.replaceChildren(
      h(
        "span",
        { class: "stars", role: "img", "aria-label": name, title: name },
        ...[1, 2, 3].map((n) => h("span", { class: n <= this.#stars ? "star won" : "star" }, "★")),
      ),
      ...(this.#proved ? [h("span", { class: "stamp", lang: "ja", "aria-hidden": "true" }, "最短")] : []),
    );
    if (!this.#proved && best?.proved) void this.#learn();
    return this.#proved;
  }

  /** Offers the moves that were worse than the best, and stores them as exercises. */
  async #learn() {
    const { midend, family, go, signal } = this.host;
    const { line } = midend;
    const slips = await findSlips(midend, signal).catch(() => []);
    if (slips.length === 0 || signal.aborted || midend.line !== line) return;
    this.#slips.replaceChildren(
      h("span", { class: "facts" }, t("learn")),
      ...slipButtons(midend, line, slips, go),
    );
    await storeSlips(midend, family, line, slips);
  }

  /** The result as a line of text. */
  #text() {
    const { midend, family } = this.host;
    const won = this.#stars > 0 ? `${"★".repeat(this.#stars)}${"☆".repeat(3 - this.#stars)}` : "";
    const proved = this.#proved ? `「最短」${t("provedShortest")}` : "";
    return [headline(midend.position, family), this.facts.join(" · "), won, proved].filter(Boolean).join(" ");
  }

  /** Hands the result on as text, with a link to the puzzle. */
  async #share() {
    const { puzzle } = this.host.midend;
    const link = location.href.replace(/[?#].*$/, "") + (await address(puzzle, ""));
    const text = this.#text();
    try {
      await navigator.clipboard.writeText(`${text}\n${link}`);
      this.#status.textContent = t("copied");
    } catch {
      // Where nothing can be copied, it can be read.
      this.#status.textContent = `${text} ${link}`;
    }
  }

  /** Saves a picture of the board with the result. */
  #picture() {
    const { board, midend, family } = this.host;
    const { metric, cost } = midend.position;
    const made = cost ?? midend.line.length;
    const words = [headline(midend.position, family), t("made", { n: made, metric: unit(metric, made) })];
    save("tejun.svg", svgFile(titled(board.svg, words.join(" · "), this.#proved ? "最短" : "")));
  }
}

/** What a solution cost, and how long it took. @param {import("../game/midend.js").Midend} midend */
export function factsOf({ position, line, seconds, hints }) {
  const { metric, cost, score } = position;
  const made = cost ?? line.length;
  const facts = [t("made", { n: made, metric: unit(metric, made) }), t("time", { t: clock(seconds) })];
  if (hints > 0) facts.push(t("hintsUsed", { n: hints }));
  return score === null ? facts : [t("score", { n: score }), ...facts];
}
