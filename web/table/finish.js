// The end of a solved game: how good it was, as far as that is proved, and what to do next.

import { svgFile, titled } from "../board/picture.js";
import * as api from "../engine/api.js";
import { address, linkTo } from "../game/address.js";
import { button } from "../i18n/controls.js";
import { dots } from "../i18n/difficulty.js";
import { clock, t, unit } from "../i18n/language.js";
import { h, row, save } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import { findSlips, slipButtons, storeSlips } from "./slips.js";

/** A solution that costs no more than this times the best has two stars. */
const CLOSE = 1.1;

/** @typedef {import("../game/midend.js").Best} Best */

/**
 * The stars of a solution: one for solving, two for coming close to what is proved to be the best, three for that.
 * @param {number} made what it cost, or its score
 * @param {Best | null} best
 * @param {boolean} [scored] whether more is better
 */
export function stars(made, best, scored = false) {
  if (!best?.proved) return 1;
  const [less, more] = scored ? [best.cost, made] : [made, best.cost];
  return less <= more ? 3 : less <= CLOSE * more ? 2 : 1;
}

/** Stars to look at. @param {number} won of three */
export function starRow(won) {
  const name = t("stars", { n: won });
  const all = [1, 2, 3].map((n) => h("span", { class: n <= won ? "star won" : "star" }, "★"));
  return h("span", { class: "stars", role: "img", "aria-label": name, title: name }, ...all);
}

/**
 * @typedef {object} Host
 * @property {import("../game/midend.js").Midend} midend
 * @property {import("../board/board.js").Board} board
 * @property {Family | null} family
 * @property {{word: import("../i18n/language.js").Phrase, go: () => void} | null} next the puzzle to play next
 * @property {import("./heading.js").Drawn | null} drawn
 * @property {() => void} replay plays the game again
 * @property {() => void} chart shows where it could have been better
 * @property {(line: string[], say: string) => void} go goes to a position of the game
 * @property {(stars: number, best: Best | null) => void} award stores what the solution is worth, and the best one
 * @property {AbortSignal} signal ends with the table
 */

export class Finish {
  /** Stars and seal; or a mark where the moves were not the player's. */
  #award = h("div", { class: "award" });
  /** What is known of other solutions. */
  #known = h("p", { class: "facts" });
  #status = h("p", { class: "facts", role: "status" });
  #slips = h("div", { class: "row slips" });
  /** What is stamped on it. */
  #seal = "";
  #stars = 0;
  /** What is below the headline. @type {HTMLElement[]} */
  parts;

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    const { next, replay, chart, midend } = host;
    this.facts = factsOf(midend);
    const { line, position } = midend;
    this.parts = [
      this.#award,
      h("p", { class: "facts" }, this.facts.join(" · ")),
      this.#known,
      row(
        next && button(next.word, next.go, "primary next"),
        line.length > 0 && button("replayMine", replay),
        line.length > 0 && position.abilities.solve && !position.alike && button("distance", chart),
        button("shareResult", () => void this.#share()),
        button("sharePicture", () => this.#picture()),
      ),
      this.#slips,
      this.#status,
    ];
    if (!midend.isOwn) this.#award.append(h("span", { class: "seen-mark" }, t("seenMark")));
    // Where all solutions cost alike, each is as good as any.
    else if (position.alike) this.#show(3, "完成", t("allAlike"), null);
    else if (!position.scored && midend.tested) this.#judge(midend.tested);
  }

  /** What is said above it. */
  get headline() {
    const { midend } = this.host;
    if (!midend.isOwn) return t("seen");
    if (this.#stars < 3 || midend.position.alike) return t("solved");
    return t(midend.position.scored ? "solvedMost" : "solvedBest");
  }

  /**
   * Finds out how good the solution is, as far as that is not known.
   * @param {Latest} searches
   * @returns {Promise<boolean>} whether there is something else to be said above it
   */
  async look(searches) {
    const { midend } = this.host;
    const { line, position, isOwn } = midend;
    if (isOwn && position.alike) await this.#count(searches);
    if (!isOwn || this.#stars > 0) return false;
    const best = await searches
      .run(() => (position.scored ? midend.bestScore() : midend.best()))
      .catch(() => null);
    if (midend.line !== line) return false;
    this.#judge(best);
    return this.#stars === 3;
  }

  /** Says how many solutions there are, where that can be counted. @param {Latest} searches */
  async #count(searches) {
    const { puzzle, position } = this.host.midend;
    if (!position.abilities.count) return;
    const counted = await searches.run((signal) => api.count(puzzle, [], signal)).catch(() => null);
    if (counted && counted.outcome !== "stopped")
      this.#known.append(" ", t("solutionsInAll", { n: Number(counted.solutions) }));
  }

  /** Shows how good the solution is. @param {Best | null} best */
  #judge(best) {
    const { position, line } = this.host.midend;
    const { scored, score, cost, metric } = position;
    const won = stars((scored ? score : cost) ?? line.length, best, scored);
    const n = best?.cost ?? 0;
    const known = !best?.proved
      ? t("bestUnknown")
      : scored
        ? t("mostProved", { n })
        : t("leastProved", { n, metric: unit(metric, n) });
    this.#show(won, won < 3 ? "" : scored ? "最高" : "最短", known, best);
    if (won < 3 && best?.proved && !scored) void this.#learn();
  }

  /** @param {number} won @param {string} seal @param {string} known @param {Best | null} best */
  #show(won, seal, known, best) {
    this.#stars = won;
    this.#seal = seal;
    this.#known.textContent = known;
    this.host.award(won, best);
    this.#award.replaceChildren(
      starRow(won),
      ...(seal ? [h("span", { class: "stamp", lang: "ja", "aria-hidden": "true" }, seal)] : []),
    );
  }

  /** Offers the moves that were worse than the best, and stores them as exercises. */
  async #learn() {
    const { midend, family, go, signal } = this.host;
    const { line } = midend;
    const slips = await findSlips(midend, signal).catch(() => []);
    const isPast = () => signal.aborted || midend.line !== line;
    if (slips.length === 0 || isPast()) return;
    await storeSlips(midend, family, line, slips);
    if (isPast()) return;
    this.#slips.replaceChildren(
      h("span", { class: "facts" }, t("learn")),
      ...slipButtons(midend, line, slips, go),
    );
  }

  /** The result as a line of text, which tells nothing of the solution. */
  #text() {
    const { midend, family, drawn } = this.host;
    const won = this.#stars > 0 ? `${"★".repeat(this.#stars)}${"☆".repeat(3 - this.#stars)}` : "";
    const { alike } = midend.position;
    const proved = this.#stars === 3 ? `「${this.#seal}」${alike ? "" : t("provedShortest")}` : "";
    const seen = midend.isOwn ? "" : `(${t("seenMark")})`;
    const days = drawn?.row() ?? 0;
    return [
      midend.headline(family),
      drawn?.day,
      drawn && drawn.level > 0 && dots(drawn.level),
      this.facts.join(" · "),
      won,
      proved,
      seen,
      days > 1 && `· ${t("streak", { n: days })}`,
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** Hands the result on as text, with a link to the puzzle. */
  async #share() {
    const { midend, drawn } = this.host;
    const link = linkTo(drawn?.link || (await address(midend.puzzle, "")));
    const text = this.#text();
    const whole = link ? `${text}\n${link}` : text;
    // What hands it on to other programs is at home on phones.
    if (navigator.share && matchMedia("(pointer: coarse)").matches)
      return navigator.share(link ? { text, url: link } : { text }).catch(() => {});
    try {
      await navigator.clipboard.writeText(whole);
      this.#status.textContent = t("copied");
    } catch {
      // Where nothing can be copied, it can be read.
      this.#status.textContent = whole;
    }
  }

  /** Saves a picture of the board with the result. */
  #picture() {
    const { board, midend, family } = this.host;
    const { metric, cost } = midend.position;
    const made = cost ?? midend.line.length;
    const words = [midend.headline(family), t("made", { n: made, metric: unit(metric, made) })];
    save("tejun.svg", svgFile(titled(board.svg, words.join(" · "), this.#seal)));
  }
}

/** What a solution cost, and how long it took. @param {import("../game/midend.js").Midend} midend */
export function factsOf({ position, line, seconds, hints, tally }) {
  const { metric, cost, score } = position;
  const made = cost ?? line.length;
  const counts = /** @type {[number, string][]} */ ([[made, metric], ...(tally ? [tally] : [])]);
  const facts = counts.map(([n, what]) => t("made", { n, metric: unit(what, n) }));
  facts.push(t("time", { t: clock(seconds) }));
  if (hints > 0) facts.push(t("hintsUsed", { n: hints }));
  return score === null ? facts : [t("score", { n: score }), ...facts];
}
