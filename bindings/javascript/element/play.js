// One puzzle being played in an element: the page's board, hand, midend and advice, with a few buttons. This module and all
// it imports become one function (bundle.mjs), called once for each language.

import { Board } from "../../../web/board/board.js";
import { Hand } from "../../../web/game/hand.js";
import { Midend } from "../../../web/game/midend.js";
import { errorMessage } from "../../../web/i18n/errors.js";
import { headline, language, say, sentence, t } from "../../../web/i18n/language.js";
import { h } from "../../../web/lib/dom.js";
import { Latest } from "../../../web/lib/latest.js";
import { Advice } from "../../../web/table/advice.js";
import { factsOf, stars } from "../../../web/table/finish.js";
import { KeyPad } from "../../../web/table/key-pad.js";
import { Messages } from "../../../web/table/messages.js";
import * as narration from "../../../web/table/narration.js";
import { Panel } from "../../../web/table/panel.js";
import { Replay } from "../../../web/table/replay.js";
import { Said } from "../../../web/table/said.js";
import { shortcut } from "../../../web/table/shortcuts.js";

/** What the buttons are called in the attribute `controls`. */
const CONTROLS = /** @type {const} */ ({ undo: "undo", reset: "restart", hint: "hint", "give-up": "giveUp" });

/** @typedef {keyof typeof CONTROLS} Control */
/** @typedef {{how: string}} Change */

/**
 * Reads a puzzle and a line. Of a line that is not legal, as much is played as is.
 * @param {Puzzle} puzzle
 * @param {string | string[]} line
 * @returns {Promise<{midend: Midend, wrong: string}>}
 */
export async function read(puzzle, line) {
  try {
    return { midend: await Midend.open(puzzle, line), wrong: "" };
  } catch (error) {
    const { at, reason } = /** @type {any} */ (error).error ?? {};
    if (at === undefined) throw error;
    const wrong = t("badLine", { n: at + 1, why: say(reason) || /** @type {Error} */ (error).message });
    if (typeof line !== "string") return { midend: await Midend.open(puzzle, line.slice(0, at)), wrong };
    return { midend: await Midend.upTo(puzzle, line, at), wrong };
  }
}

/** What is shown in place of a puzzle that cannot be read. @param {unknown} error */
export const failure = (error) =>
  h(
    "div",
    { class: "play", lang: language() },
    h("p", { class: "message wrong", role: "alert" }, errorMessage(error)),
  );

export class Play {
  /**
   * @param {Midend} midend
   * @param {Set<string>} controls
   * @param {(change: Change) => void} changed
   */
  constructor(midend, controls, changed) {
    this.midend = midend;
    this.changed = changed;
    this.life = new AbortController();
    const { signal } = this.life;
    this.board = new Board();
    this.messages = new Messages(() => {});
    this.panel = new Panel();
    this.said = new Said();
    this.caption = h("p", { class: "caption" });
    this.tools = h("div", { class: "row tools" });
    this.pad = new KeyPad(midend.position.scene.keys, (key) => void this.hand.press(key));
    this.hand = new Hand(
      this.board,
      midend,
      {
        tell: (text) => this.messages.narrate(text),
        wrong: (reason) => this.messages.show(reason ? sentence(say(reason)) : "", "wrong"),
        failed: (why) => this.messages.show(why, "wrong"),
        held: (held, turns) => this.#holding(held, turns),
      },
      signal,
    );
    this.advice = new Advice({
      midend,
      board: this.board,
      messages: this.messages,
      press: (key) => this.pad.point(key),
      replay: (from, moves, label) => this.#watch(from, moves, label),
    });
    this.ending = new Latest();
    this.acts = {
      undo: () => midend.undo(),
      restart: () => midend.restart(),
      hint: () => this.hint(),
      giveUp: () => this.giveUp(),
    };
    const shown = /** @type {Control[]} */ (Object.keys(CONTROLS)).filter((name) => controls.has(name));
    this.buttons = new Map(shown.map((name) => [CONTROLS[name], this.#button(name)]));
    this.element = this.#layout();
    this.board.draw(midend.scene);
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      midend.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    on("change", (detail) => this.#changed(detail));
    on("walk", ({ way }) => {
      this.#idle();
      this.board.draw(midend.scene, { way });
      this.#refresh();
    });
    on("failed", (error) => this.messages.show(errorMessage(error), "wrong"));
    this.element.addEventListener("keydown", (event) => shortcut(event, this.#host()));
    this.#refresh();
    this.#say("open");
    void this.#ended();
  }

  /** Ends everything in progress. */
  leave() {
    this.panel.close();
    this.advice.stop();
    this.ending.stop();
    this.life.abort();
    this.midend.end();
  }

  /** @param {Control} name */
  #button(name) {
    const word = CONTROLS[name];
    const look = {
      type: "button",
      class: `sign ${word}`,
      part: `button ${name}`,
      onclick: () => void this.acts[word](),
    };
    return h("button", look, t(word));
  }

  #layout() {
    const { aim } = this.midend.position;
    return h(
      "div",
      { class: "play", lang: { en: "en", ja: "ja", zh: "zh-Hans" }[language()] },
      aim && h("p", { class: "objective", part: "aim" }, sentence(say(aim))),
      h(
        "section",
        { class: "stage", part: "stage", "aria-label": t("board") },
        this.board.svg,
        this.said.element,
        this.caption,
        this.hand.keyed && this.pad.element,
        this.hand.carries && this.tools,
      ),
      this.buttons.size > 0 && h("div", { class: "row acts", part: "controls" }, ...this.buttons.values()),
      this.messages.element,
      this.panel.element,
      this.messages.live,
    );
  }

  /** What keys of the keyboard act on. @returns {import("../../../web/table/shortcuts.js").Host} */
  #host() {
    return {
      midend: this.midend,
      hand: this.hand,
      board: this.board,
      replay: this.panel.content?.replay,
      focus: () => this.focus(),
      acts: { u: this.acts.undo, y: () => this.midend.redo(), h: this.acts.hint },
    };
  }

  focus() {
    this.board.svg.focus({ preventScroll: true });
  }

  hint() {
    this.hand.letGo();
    this.#closePanel();
    // About the position that a move on its way leads to.
    return this.midend.settled.then(() => this.advice.hint());
  }

  async giveUp() {
    this.hand.letGo();
    this.#closePanel();
    await this.midend.settled;
    if (await this.advice.giveUp()) this.panel.content?.replay?.play();
  }

  /** @param {boolean} held @param {boolean} turns */
  #holding(held, turns) {
    const button = (
      /** @type {import("../../../web/i18n/language.js").Phrase} */ word,
      /** @type {() => void} */ act,
    ) => h("button", { type: "button", onclick: act }, t(word));
    if (held) this.#idle();
    this.tools.replaceChildren(
      ...(held && turns
        ? [button("turn", () => this.hand.turn(false)), button("flip", () => this.hand.turn(true))]
        : []),
      ...(held ? [button("letGo", () => this.hand.letGo())] : []),
    );
  }

  /** Takes back what was said, shown and pointed at. */
  #idle() {
    this.#closePanel();
    this.messages.clear();
    this.pad.clear();
    this.board.letter(false);
  }

  /** @param {import("../../../web/game/midend.js").Change} change */
  #changed({ how, step, way, before }) {
    this.ending.stop();
    this.#idle();
    this.advice.forget();
    this.board.draw(this.midend.scene, { step, way });
    this.#refresh();
    this.#say(how);
    this.messages.narrate(narration.change(how, before, this.midend));
    void this.#ended();
    if (how === "move" && this.midend.position.standing === "solved") this.board.leave();
    this.changed({ how });
  }

  /** Shows what the puzzle says here, unless the player only goes back to it. @param {string} how */
  #say(how) {
    const { said = [], scene } = this.midend.position;
    this.said.show(how === "undo" ? [] : said, scene.sheet);
  }

  #refresh() {
    const { position, history, line, walkedTo, isOver } = this.midend;
    const { solve } = position.abilities;
    const dead = isOver || !(solve || position.unproved);
    const disabled = {
      undo: history.past.length === 0 && walkedTo === null,
      restart: line.length === 0,
      hint: dead,
      giveUp: dead,
    };
    const root = /** @type {Document | ShadowRoot} */ (this.element.getRootNode());
    for (const [word, button] of this.buttons) {
      const focused = root.activeElement === button;
      button.disabled = disabled[word];
      // A button that has just become dead keeps no focus; the board takes it.
      if (focused && button.disabled) this.focus();
    }
    this.#caption(position.scene.notes);
    const label = [headline(position), ...position.scene.notes.map(say)].join(". ");
    this.board.svg.setAttribute("aria-label", label);
  }

  /** @param {Reason[]} notes */
  #caption(notes) {
    this.caption.textContent = narration.caption(notes);
  }

  /** Says how the game has ended, if it has, and whether it is proved that nobody can do better. */
  async #ended() {
    const { midend } = this;
    const { standing, alike, score, cost } = midend.position;
    const { line } = midend;
    if (standing === "open") return;
    const show = (/** @type {string} */ text, /** @type {string} */ look) =>
      this.messages.show(text, look, h("p", { class: "facts" }, factsOf(midend).join(" · ")));
    if (standing !== "solved") {
      show(narration.ending(midend), standing === "lost" || midend.isStuck ? "wrong" : "solved");
      return;
    }
    // What was played for him is not the player's solution.
    show(t(midend.isOwn ? "solved" : "seen"), "solved");
    if (alike || score !== null || !midend.isOwn) return;
    const best = await this.ending.run(() => midend.best()).catch(() => null);
    if (midend.line === line && stars(cost ?? line.length, best) === 3) this.messages.reword(t("solvedBest"));
  }

  /**
   * Plays a line on the board, then returns to the player's position.
   * @param {string[]} from
   * @param {string[]} moves
   * @param {string} label
   * @returns {Promise<boolean>} whether it is shown
   */
  #watch(from, moves, label) {
    this.#idle();
    this.hand.suspend(true);
    const replay = new Replay(this.board, this.midend.position.scene, {
      tell: (text) => this.messages.narrate(text),
      notes: (notes) => this.#caption(notes),
      done: () => this.#closePanel(),
      playOn: (played) => void this.midend.jump([...from, ...played]),
      label,
    });
    this.panel.show({ element: replay.element, stop: () => replay.leave(), replay });
    return replay.load(this.midend.puzzle, from, moves);
  }

  /** Returns to the player's position. */
  #closePanel() {
    this.advice.stop();
    if (!this.panel.content) return;
    this.panel.close();
    this.hand.suspend(false);
    this.board.clear();
    this.board.draw(this.midend.scene, { glide: 0 });
    this.#caption(this.midend.position.scene.notes);
  }
}
