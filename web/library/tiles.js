// A tile for each shelf: a small board that plays its solution when it is pointed at, or when nobody does anything.

import { thumbnail } from "../board/thumbnail.js";
import * as api from "../engine/api.js";
import { say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { picture, pictured } from "./card.js";

/** Milliseconds per move. */
const STANDS = 650;
/** Moves that are shown, and seconds to find them in. */
const [MOVES, QUICK] = [12, 0.5];
/** Milliseconds without a key or a pointer after which tiles move by themselves, and for how long each does. */
const [IDLE, TURN] = [5000, 6000];

/** A small board that moves. */
class Miniature {
  /** @type {Scene[] | null} */
  #frames = null;
  #timer = 0;
  #at = 0;

  /** @param {Entry} entry */
  constructor(entry) {
    this.entry = entry;
    this.element = picture(pictured(entry), false, "miniature");
  }

  async play() {
    if (this.#timer || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.#timer = setInterval(() => this.#next(), STANDS);
    // What cannot be solved in a moment stands still.
    this.#frames ??= await this.#load().catch(() => []);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  async #load() {
    const puzzle = { instance: this.entry.name };
    const { line } = await api.solve(puzzle, [], QUICK);
    if (!line) return [];
    const { frames } = await api.replay(puzzle, line.slice(0, MOVES), 0);
    return frames.map((frame) => ({ ...this.entry.scene, ...frame }));
  }

  #next() {
    if (!this.element.isConnected) return this.stop();
    if (!this.#frames || this.#frames.length === 0) return;
    this.#at = (this.#at + 1) % this.#frames.length;
    this.element.replaceChildren(thumbnail(this.#frames[this.#at]));
  }
}

/**
 * Tiles to choose a shelf by.
 * @param {import("./shelf.js").Shelf[]} shelves
 * @param {string} chosen its key; none for all
 * @param {(key: string) => void} choose
 */
export function tiles(shelves, chosen, choose) {
  /** @type {Miniature[]} */
  const miniatures = [];
  const tile = (/** @type {string} */ key, /** @type {string} */ title, /** @type {Entry} */ entry) => {
    const miniature = entry && new Miniature(entry);
    if (miniature) miniatures.push(miniature);
    const look = {
      type: "button",
      class: entry ? "chip shelf-tile" : "chip",
      "aria-pressed": String(key === chosen),
    };
    const button = h("button", look, miniature ? miniature.element : null, title);
    button.addEventListener("click", () => {
      for (const other of all) other.setAttribute("aria-pressed", String(other === button));
      choose(key);
    });
    if (miniature) {
      for (const begin of ["pointerenter", "focus"])
        button.addEventListener(begin, () => void miniature.play());
      for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => miniature.stop());
    }
    return button;
  };
  const all = [
    tile("", t("all"), /** @type {any} */ (null)),
    ...shelves.map(({ name, title, entries, known }) => {
      // That by which it is known.
      const shown = entries.find((entry) => entry.name === known[0]) ?? entries[0];
      return tile(name, say(title), shown);
    }),
  ];
  const element = h("div", { class: "row chips" }, ...all);
  rest(element, miniatures);
  return element;
}

/** Lets the small boards move in turn while nobody does anything. @param {Element} element @param {Miniature[]} all */
function rest(element, all) {
  if (all.length === 0) return;
  let timer = 0;
  let turn = 0;
  const active = new AbortController();
  const next = () => {
    all[turn % all.length].stop();
    if (!element.isConnected) return active.abort();
    turn += 1;
    void all[turn % all.length].play();
    timer = setTimeout(next, TURN);
  };
  timer = setTimeout(next, IDLE);
  for (const event of ["pointerdown", "keydown", "wheel"])
    document.addEventListener(
      event,
      () => {
        clearTimeout(timer);
        all[turn % all.length].stop();
        if (!element.isConnected) return active.abort();
        timer = setTimeout(next, IDLE);
      },
      { signal: active.signal, passive: true },
    );
}
