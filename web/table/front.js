// The front of a search: the map of the positions met so far, which grows at a pace that can be followed, and the board at
// the newest of them.

import * as api from "../engine/api.js";
import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { MapCanvas } from "./map-canvas.js";

/** Positions of the map: a few, to be there at once, and then the most. */
const PARTS = [2000, 30_000];
/** Milliseconds between two positions on the board. */
const GLANCE = 350;

const delay = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/** How many positions are met after so many seconds: first one by one, and in ten seconds as many as there are. @param {number} seconds */
const pace = (seconds) => Math.floor(1 + 12 * seconds + Math.exp(1.1 * seconds));

export class Front {
  element = h("canvas", { class: "map", role: "img", "aria-label": t("map") });
  /** How many positions it has come to; all of the search, once it has left the map behind. */
  met = 0;
  #puzzle;
  #host;
  #life = new AbortController();
  /** Whether no larger map comes. */
  #isWhole = false;

  /**
   * @param {Puzzle} puzzle
   * @param {{show: (position: Position) => void, moved: () => void}} host moved: it has come to more positions
   */
  constructor(puzzle, host) {
    this.#puzzle = puzzle;
    this.#host = host;
    this.canvas = new MapCanvas(this.element, () => {}, this.#life.signal);
    this.element.hidden = true;
    void this.#grow();
  }

  async #grow() {
    const { signal } = this.#life;
    let began = 0;
    for (const states of PARTS) {
      // Without a map, as where there is no answer, the search is seen in numbers.
      const map = await api.map(this.#puzzle, [], states, signal).catch(() => null);
      if (signal.aborted) return;
      if (!map) return this.end();
      this.element.hidden = false;
      this.canvas.show(map, Math.min(this.met, map.states));
      this.#isWhole = map.outcome === "solved" || states === PARTS[PARTS.length - 1];
      if (began === 0) {
        began = performance.now();
        this.#step(began);
        void this.#follow();
      }
      if (this.#isWhole) return;
    }
  }

  /** Whether it waits for a larger map. */
  get waits() {
    return this.met > 0 && !this.#isWhole && this.met === this.canvas.map?.states;
  }

  /** Comes to more positions with each frame. @param {number} began */
  #step(began) {
    const states = this.canvas.map?.states ?? 0;
    if (this.#life.signal.aborted || this.met === Infinity) return;
    const now = Math.min(states, pace((performance.now() - began) / 1000));
    this.canvas.grow(now);
    this.met = now === states && this.#isWhole ? Infinity : now;
    this.#host.moved();
    requestAnimationFrame(() => this.#step(began));
  }

  /** Shows one newest position after the other on the board. */
  async #follow() {
    const { signal } = this.#life;
    for (let seen = 0; !signal.aborted; await delay(GLANCE)) {
      const newest = Math.min(this.met, this.canvas.map?.states ?? 0);
      if (newest > seen) {
        seen = newest;
        const position = await this.#at(newest - 1).catch(() => null);
        if (position && !signal.aborted) this.#host.show(position);
      } else if (this.met === Infinity) return;
    }
  }

  /** A position of the map. @param {number} number */
  async #at(number) {
    const { signal } = this.#life;
    const { line } = await api.way(this.#puzzle, number, number + 1, signal);
    return api.position(this.#puzzle, line, signal);
  }

  /** Shows all that there is. */
  end() {
    this.met = Infinity;
    this.canvas.grow(this.canvas.map?.states ?? 0);
    this.#host.moved();
  }

  stop() {
    this.#life.abort();
  }
}
