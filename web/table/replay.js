// A line to watch: first, back, play, forward, last, a slider, and the speed.

import { Board } from "../board/board.js";
import * as api from "../engine/api.js";
import { readMoves } from "../game/midend.js";
import { carriedBy, spoken } from "../game/move-geometry.js";
import { standing, wayOf } from "../game/walking.js";
import { button, iconButton, select } from "../i18n/controls.js";
import { t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";

/** Milliseconds per position at speed 1. */
const STANDS = 700;
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

export class Replay {
  /**
   * @param {Board} board
   * @param {Scene} ground the scene whose cells the frames are on
   * @param {{announce?: (text: string) => void, done?: () => void, playOn?: (moves: string[]) => void, notes?: (notes:
   *   Reason[]) => void, label: string}} options
   *   done: the action of the way back; playOn: plays on after the moves shown; notes: shows what is said of a position
   */
  constructor(board, ground, { announce, done, playOn, notes, label }) {
    this.board = board;
    this.ground = ground;
    this.announce = announce;
    this.notes = notes;
    this.at = 0;
    /** @type {ReplayFrame[]} */
    this.frames = [];
    /** @type {string[]} */
    this.moves = [];
    this.timer = 0;
    this.loads = new Latest();
    /** The moves as people read them, to click. */
    this.list = h("ol", { class: "line moves", "aria-label": label });
    /** The buttons in the list, and what is spoken of their moves. @type {{button: HTMLElement, text: string}[]} */
    this.items = [];
    /** The button of the move that led to what is shown. @type {HTMLElement | null} */
    this.current = null;
    const speed = Number(SPEEDS.includes(Replay.speed) ? Replay.speed : 1);
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": label,
      oninput: () => this.show(Number(this.slider.value), false),
    });
    this.toggle = iconButton("▶", "run", () => (this.timer ? this.pause() : this.play()), "toggle");
    this.where = h("output", { class: "where" });
    const speeds = SPEEDS.map((value) => /** @type {const} */ ([value, `${value}×`]));
    this.speed = select(speeds, speed, () => this.#faster(), t("speed"));
    /** What plays the line: there is nothing to play before it is loaded, and a press would be lost. */
    this.controls = [
      this.slider,
      iconButton("«", "first", () => this.show(0), "first"),
      iconButton("‹", "back", () => this.show(this.at - 1), "back"),
      this.toggle,
      iconButton("›", "forward", () => this.show(this.at + 1), "forward"),
      iconButton("»", "last", () => this.show(this.moves.length), "last"),
    ];
    for (const control of this.controls) control.disabled = true;
    const [slider, ...buttons] = this.controls;
    this.element = h(
      "div",
      { class: "replay", role: "group", "aria-label": label },
      h("div", { class: "row head" }, h("p", { class: "replay-label" }, label), this.where),
      slider,
      row(...buttons, this.speed),
      this.list,
      row(
        playOn ? button("playOn", () => playOn(this.moves.slice(0, this.at)), "on") : null,
        done ? button("done", done, "quiet done") : null,
      ),
    );
  }

  #faster() {
    Replay.speed = Number(this.speed.value);
    if (this.timer) this.play();
  }

  /**
   * Loads the line `from` + `moves`, shown from the position after `from`.
   * @param {Puzzle} puzzle
   * @param {string[]} from
   * @param {string[]} moves
   * @returns {Promise<boolean>} whether it is shown: not if another was loaded since, or the replay was left
   */
  async load(puzzle, from, moves) {
    const replayed = await this.loads.run((signal) =>
      api.replay(puzzle, [...from, ...moves], from.length, signal),
    );
    if (!replayed) return false;
    const { frames } = replayed;
    this.frames = frames;
    this.moves = moves;
    this.slider.max = String(moves.length);
    for (const control of this.controls) control.disabled = false;
    const texts = readMoves(this.ground, frames, moves);
    this.list.style.setProperty(
      "--longest",
      String(texts.reduce((max, text) => Math.max(max, text.length), 0)),
    );
    this.items = texts.map((text, at) => {
      const onclick = () => this.show(at + 1);
      const look = { type: "button", class: "move", tabindex: -1, "aria-label": spoken(text), onclick };
      return { button: h("button", look, text), text: spoken(text) };
    });
    this.list.replaceChildren(...this.items.map(({ button }) => h("li", {}, button)));
    this.show(Math.min(this.at, moves.length), false);
    return true;
  }

  /** Shows the position after this many moves; pauses by default. @param {number} at @param {boolean} [pause] */
  show(at, pause = true) {
    if (pause) this.pause();
    const before = this.at;
    this.at = Math.max(0, Math.min(at, this.moves.length));
    this.slider.value = String(this.at);
    this.where.value = t("position", { n: this.at, m: this.moves.length });
    this.slider.setAttribute("aria-valuetext", this.where.value);
    const frame = this.frames[this.at];
    if (!frame) return;
    const glide =
      Math.abs(this.at - before) === 1 ? Math.min(180, (STANDS / Number(this.speed.value)) * 0.8) : 0;
    const scene = { ...this.ground, ...frame };
    const carried = this.at === before + 1 && frame.by ? carriedBy(frame.by) : [];
    const step = carried.length > 0 ? { carried, back: false } : null;
    const way = step && wayOf({ ...this.ground, ...this.frames[before] }, scene, step);
    this.board.draw(standing(scene, null, way?.[way.length - 1] ?? null), { glide, step, way });
    this.notes?.(frame.notes);
    const item = this.items[this.at - 1];
    this.current?.removeAttribute("aria-current");
    this.current = item?.button ?? null;
    if (!item) return;
    item.button.setAttribute("aria-current", "step");
    this.list.scrollTop = item.button.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    if (this.timer === 0) this.announce?.(`${this.where.value}: ${item.text}`);
  }

  play() {
    clearInterval(this.timer);
    if (this.at >= this.moves.length) this.show(0);
    this.#running(true);
    this.timer = setInterval(() => {
      this.show(this.at + 1, false);
      if (this.at >= this.moves.length) this.pause();
    }, STANDS / Number(this.speed.value));
  }

  /** Plays a key of the keyboard, if it is one of the replay's. @param {KeyboardEvent} event */
  key({ key, target }) {
    if (target instanceof HTMLInputElement || (target instanceof HTMLButtonElement && key === " "))
      return false;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.show(this.at - 1),
      ArrowRight: () => this.show(this.at + 1),
      Home: () => this.show(0),
      End: () => this.show(this.moves.length),
      " ": () => (this.timer ? this.pause() : this.play()),
    };
    if (this.frames.length > 0) acts[key]?.();
    return key in acts;
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.#running(false);
  }

  /** Ends it: from now on the board is another's, also for a line on its way. */
  leave() {
    this.loads.stop();
    this.pause();
  }

  /** @param {boolean} running */
  #running(running) {
    this.toggle.textContent = running ? "❚❚" : "▶";
    this.toggle.setAttribute("aria-label", t(running ? "pause" : "run"));
    this.toggle.title = t(running ? "pause" : "run");
  }
}

/** The last chosen speed. */
Replay.speed = 1;
