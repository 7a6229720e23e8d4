// <tejun-board>: an element that plays a puzzle in any page.

import { RequestError } from "../../../web/engine/request-error.js";
import { poolFor } from "../source/browser.js";
import { TejunError } from "../source/tejun-error.js";
import { playing } from "./playing.js";
import styles from "./styles.css";

const LANGUAGES = ["en", "ja", "zh"];
const CONTROLS = "undo reset hint give-up";
/** How long the engine outlives the last element, in milliseconds: one may only have been moved. */
const IDLE = 1000;

/** @typedef {ReturnType<typeof playing>} Playing */

/** What plays, in each language. @type {Map<string, Playing>} */
const languages = new Map();
/** How many elements are in pages. */
let elements = 0;

/** @param {string} language @returns {Playing} */
function playingIn(language) {
  const pool = poolFor();
  const { request, events } = pool;
  const made =
    languages.get(language) ??
    playing({ request: request.bind(pool), events: events.bind(pool), RequestError, language });
  languages.set(language, made);
  return made;
}

/** @type {CSSStyleSheet | undefined} */
let sheet;
function styleSheet() {
  sheet ??= new CSSStyleSheet();
  if (sheet.cssRules.length === 0) sheet.replaceSync(styles);
  return sheet;
}

/** The language of an element: its own, that of what it is in, or the browser's. @param {Element} element */
function languageOf(element) {
  const said = element.closest("[lang]")?.getAttribute("lang");
  const tags = said ? [said] : navigator.languages;
  const known = tags.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? "en";
}

// Elsewhere than in a browser the module may be loaded, to no effect.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

export class TejunBoard extends Base {
  static observedAttributes = ["puzzle", "level", "metric", "line", "controls", "lang"];

  /** @type {InstanceType<Playing["Play"]> | null} */
  #play = null;
  /** The line to begin with. @type {string | string[]} */
  #line = "";
  /** How many of its first moves count as the player's: what a page begins with belongs to the puzzle. */
  #own = Infinity;
  /** How often it was opened: an answer about another puzzle is not shown. */
  #opened = 0;
  /** Whether it is about to be opened. */
  #changed = false;
  #root = this.attachShadow({ mode: "open", delegatesFocus: true });

  connectedCallback() {
    elements++;
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#open();
  }

  disconnectedCallback() {
    elements--;
    this.#keep();
    this.#close();
    this.#root.replaceChildren();
    setTimeout(() => elements === 0 && void poolFor().free(), IDLE);
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (name === "line") this.#begin(after ?? "");
    else if (name === "controls" || name === "lang") this.#keep();
    else this.#begin(this.getAttribute("line") ?? "");
    this.#open();
  }

  /** @param {string | string[]} line the line to begin with */
  #begin(line) {
    this.#line = line;
    this.#own = Infinity;
  }

  /** Keeps the moves played, to go on with them. */
  #keep() {
    if (!this.#play) return;
    const { line, ownMoves } = this.#play.midend;
    this.#line = [...line];
    this.#own = ownMoves;
  }

  /** The moves played. What is set may be a text as well, and is played from the first position. @returns {string | string[]} */
  get line() {
    return this.#play ? [...this.#play.midend.line] : this.#line;
  }

  set line(line) {
    this.#begin(typeof line === "string" ? line : [...line]);
    this.#open();
  }

  /** What docs/api.md calls the position, with all that is known of its puzzle; null until the puzzle is there. */
  get position() {
    return this.#play?.midend.position ?? null;
  }

  get puzzle() {
    return this.getAttribute("puzzle") ?? "";
  }

  set puzzle(puzzle) {
    this.setAttribute("puzzle", puzzle);
  }

  /** Plays a move. @param {string} move @returns {Promise<boolean>} whether it is legal */
  async play(move) {
    return (await this.#play?.midend.play(move)) ?? false;
  }

  async undo() {
    await this.#play?.midend.undo();
  }

  async reset() {
    await this.#play?.midend.restart();
  }

  async hint() {
    await this.#play?.hint();
  }

  async giveUp() {
    await this.#play?.giveUp();
  }

  #close() {
    this.#opened++;
    this.#play?.leave();
    this.#play = null;
  }

  /** Opens the puzzle when all attributes are set that are being set. */
  #open() {
    if (this.#changed || !this.isConnected) return;
    this.#changed = true;
    queueMicrotask(() => {
      this.#changed = false;
      if (this.isConnected) void this.#show();
    });
  }

  async #show() {
    this.#close();
    const opened = this.#opened;
    const own = this.#own;
    const { Play, read, failure } = playingIn(languageOf(this));
    const [level, metric] = ["level", "metric"].map((name) => this.getAttribute(name));
    const puzzle = {
      instance: this.puzzle,
      ...(level ? { level: Number(level) } : {}),
      ...(metric ? { metric } : {}),
    };
    try {
      const { midend, wrong } = await read(puzzle, this.#line);
      if (opened !== this.#opened) return;
      midend.claim(own);
      const controls = (this.getAttribute("controls") ?? CONTROLS).split(/\s+/);
      const play = new Play(midend, new Set(controls), (how) => this.#moved(how));
      this.#play = play;
      this.#root.replaceChildren(play.element);
      if (wrong) play.messages.show(wrong, "wrong");
      this.dispatchEvent(new CustomEvent("load"));
    } catch (error) {
      if (opened !== this.#opened) return;
      this.#root.replaceChildren(failure(error));
      this.dispatchEvent(new CustomEvent("error", { detail: TejunError.of(error) }));
    }
  }

  /** @param {string} how */
  #moved(how) {
    const { line, standing, cost, score } = /** @type {Position} */ (this.position);
    const detail = { how: how === "restart" ? "reset" : how, line: [...line], standing, cost, score };
    const tell = (/** @type {string} */ name) =>
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    tell("move");
    if (how !== "undo" && standing === "solved") tell("solved");
  }
}

if (globalThis.customElements && !customElements.get("tejun-board"))
  customElements.define("tejun-board", TejunBoard);
