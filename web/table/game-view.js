// One puzzle being played: a board with a hand, messages, advice, and a panel for one thing at a time. The page's table
// and the package's element lay it out and add their own to it.

import { Board } from "../board/board.js";
import { sayOf, turnOf } from "../board/piece-names.js";
import { Course, screenOf } from "../board/screens.js";
import { soundsOf } from "../game/game-sounds.js";
import { Hand } from "../game/hand.js";
import { button } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { sentence, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import * as sound from "../lib/sound.js";
import { Advice } from "./advice.js";
import { factsOf } from "./finish.js";
import { arrowKeys, KeyPad, puzzleKeys } from "./key-pad.js";
import { Messages } from "./messages.js";
import { Names } from "./names.js";
import * as narration from "./narration.js";
import { Panel } from "./panel.js";
import { Replay } from "./replay.js";
import { Said } from "./said.js";
import { shortcut } from "./shortcuts.js";

export class GameView {
  /** @param {import("../game/midend.js").Midend} midend @param {Family | null} [family] */
  constructor(midend, family = null) {
    this.midend = midend;
    this.family = family;
    /** All listeners end with the view; its game may go on in another one. */
    this.life = new AbortController();
    this.board = new Board();
    this.board.screen = screenOf(midend.position);
    this.board.draw(midend.scene);
    this.course = new Course(this.board);
    /** The sounds of a game that has its own. */
    this.sounds = soundsOf(midend.position, family?.script);
    this.messages = new Messages(() => this.showBoard());
    this.panel = new Panel();
    this.names = new Names(this.board, () => this.renamed());
    this.caption = h("p", { class: "caption" });
    this.said = new Said();
    this.tools = h("div", { class: "row tools" });
    this.hand = new Hand(
      this.board,
      midend,
      {
        announce: (text) => this.messages.announce(text),
        refused: (reason) => this.#refused(reason),
        failed: (why) => this.messages.show(why, "wrong"),
        held: (held, ways) => this.#holding(held, ways),
      },
      this.life.signal,
    );
    const { walks } = this.hand.arrows;
    this.pad = walks
      ? new KeyPad(
          arrowKeys(),
          (way, again) => this.hand.walk(/** @type {Direction} */ (way), again),
          this.life.signal,
        )
      : new KeyPad(puzzleKeys(midend.position.scene.keys), (key) => void this.hand.press(key));
    this.advice = new Advice({
      midend,
      board: this.board,
      messages: this.messages,
      press: (key) => this.pad.point(key),
      replay: (from, moves, label) => this.replayLine(from, moves, label),
    });
    /** What is still to be found out about the end of the game. */
    this.ending = new Latest();
    this.buttons = {
      undo: button("undo", () => void midend.undo(), "sign undo"),
      redo: button("redo", () => void midend.redo(), "sign redo"),
      restart: button("restart", () => void midend.restart(), "sign restart"),
      hint: button("hint", () => void this.hint(), "sign hint primary"),
      giveUp: button("giveUp", () => void this.#giveUpPressed(), "sign flag"),
    };
    this.stage = h(
      "section",
      { class: "stage", "aria-label": t("board") },
      this.board.svg,
      this.board.turning?.element ?? "",
      this.said.element,
      this.caption,
      (this.hand.keyed || walks) && this.pad.element,
      this.hand.carries && this.tools,
    );
    /** What letters of the keyboard do. @type {Record<string, () => unknown>} */
    this.letters = { u: () => midend.undo(), y: () => midend.redo(), h: () => this.hint() };
  }

  /** Begins to follow the game, and to listen to keys. @param {Document | HTMLElement} keys where they are pressed */
  begin(keys) {
    const { midend } = this;
    const { signal } = this.life;
    midend.on("change", (change) => this.changed(change), signal);
    midend.on("failed", (error) => this.messages.show(errorMessage(error), "wrong"), signal);
    midend.on(
      "walk",
      ({ way }) => {
        this.clear();
        this.board.draw(midend.scene, { way });
        this.refresh();
      },
      signal,
    );
    keys.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)), { signal });
    this.refresh();
    this.#say("open");
    void this.ended("open");
  }

  /** Ends everything in progress. */
  leave() {
    this.panel.close();
    this.course.stop();
    this.advice.stop();
    this.ending.stop();
    this.life.abort();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { midend, hand, board, letters } = this;
    const replay = this.panel.content?.replay;
    const [focus, goOn] = [() => this.focus(), () => this.goOn()];
    shortcut(event, { midend, hand, board, replay, letters, focus, goOn });
  }

  focus() {
    this.board.svg.focus({ preventScroll: true });
  }

  /** What has the focus, in the page or in an element's own tree. */
  get focused() {
    return /** @type {Document | ShadowRoot} */ (this.board.svg.getRootNode()).activeElement;
  }

  /** Brings the board back, where what is said is about it. */
  showBoard() {}

  /** Says why a gesture is no move, or takes that back. @param {Reason | null} reason */
  #refused(reason) {
    if (reason && this.sounds) this.sounds.refused(this.midend.scene);
    else if (reason) sound.play("refused");
    this.messages.show(sentence(sayOf(reason, this.midend.scene)), "wrong");
  }

  /** Offers what can be done with the piece in hand. @param {boolean} held @param {Way[]} ways */
  #holding(held, ways) {
    if (held) this.#clearMessages();
    this.tools.replaceChildren(
      ...ways.map((way) => button(way, () => this.hand.turn(way))),
      ...(held ? [button("letGo", () => this.hand.letGo())] : []),
    );
  }

  #clearMessages() {
    this.messages.clear();
    this.pad.clear();
  }

  /** Takes back what was said, shown and pointed at. */
  clear() {
    this.closePanel();
    this.#clearMessages();
  }

  /** @param {import("../game/midend.js").Change} change */
  changed({ how, step, way, before }) {
    const { midend, messages } = this;
    this.ending.stop();
    this.clear();
    this.advice.forget();
    const { between = [] } = midend.position;
    this.course.draw(midend.scene, how === "move" ? between : [], { step, way });
    this.refresh();
    this.#say(how);
    if (this.sounds) this.sounds.changed(how, before.position, midend.position);
    else if (how === "move")
      sound.play(midend.position.standing === "solved" && midend.isOwn ? "solved" : "move");
    messages.announce(narration.change(how, before, midend));
    void this.ended(how);
  }

  /** Shows what the puzzle says here, unless the player only goes back to it. @param {string} how */
  #say(how) {
    const { said = [] } = this.midend.position;
    this.said.show(how === "undo" ? [] : said, this.board);
  }

  refresh() {
    const { position, line, history, walkedTo, isOver } = this.midend;
    const { undo, redo, restart, hint, giveUp } = this.buttons;
    const { focused } = this;
    undo.disabled = history.past.length === 0 && walkedTo === null;
    redo.disabled = history.future.length === 0;
    restart.disabled = line.length === 0;
    hint.disabled = giveUp.disabled = isOver || !(position.abilities.solve || position.unproved);
    // A button that has just become dead keeps no focus; the board takes it.
    if (focused instanceof HTMLButtonElement && focused.disabled) this.focus();
    // How it was lost is the message.
    const lost = narration.lostBy(position);
    this.showNotes(position.scene.notes.filter((note) => note !== lost));
    const label = [this.midend.headline(this.family), this.caption.textContent].filter(Boolean).join(". ");
    this.board.svg.setAttribute("aria-label", label);
  }

  /** Shows what is said of a position below the board. @param {Reason[]} notes */
  showNotes(notes) {
    const { scene } = this.midend;
    this.caption.textContent = narration.caption(notes, scene);
    this.caption.className = `caption ${turnOf({ ...scene, notes }) ?? ""}`;
  }

  /** What is said has other names now. */
  renamed() {
    this.#clearMessages();
    this.midend.forgetReadings();
    this.refresh();
  }

  /** Says how the game has ended, if it has. @param {string} how the cause of the change */
  async ended(how) {
    const { midend } = this;
    const { standing } = midend.position;
    if (standing === "open") return;
    if (standing === "solved") {
      if (how === "move") this.board.leave();
      return this.solved(how);
    }
    const look = standing === "lost" || midend.isStuck ? "wrong" : "solved";
    // An element may be laid out without it.
    const undo = this.buttons.undo.parentElement && midend.line.length > 0;
    const more = midend.isStuck ? (undo ? [button("undo", () => void midend.undo())] : []) : [this.facts()];
    this.messages.show(narration.ending(midend), look, ...more);
  }

  /** Says that the game is solved, and how well. @param {string} _how the cause of the change */
  async solved(_how) {}

  /** Goes on to what comes after this game, if that has ended. @returns {boolean} whether it does */
  goOn() {
    return false;
  }

  /** What the game has cost. */
  facts() {
    return h("p", { class: "facts" }, factsOf(this.midend).join(" · "));
  }

  hint() {
    this.hand.letGo();
    this.closePanel();
    // About the position that a move on its way leads to.
    return this.midend.settled.then(() => this.advice.hint());
  }

  /** Shows the best way on. @returns {Promise<boolean>} whether there is one */
  async giveUp() {
    this.hand.letGo();
    this.closePanel();
    await this.midend.settled;
    const shown = await this.advice.giveUp();
    if (shown) this.panel.content?.replay?.play();
    return shown;
  }

  async #giveUpPressed() {
    // The space bar pauses what the button has started, instead of starting it again.
    if (await this.giveUp()) this.panel.content?.replay?.toggle.focus({ preventScroll: true });
  }

  /**
   * Plays a line on the board, then returns to the player's position.
   * @param {string[]} from
   * @param {string[]} moves
   * @param {string} label
   * @returns {Promise<boolean>} whether it is shown
   */
  replayLine(from, moves, label) {
    this.takeBoard();
    const replay = new Replay(this.board, this.midend.position.scene, {
      announce: (text) => this.messages.announce(text),
      notes: (notes) => this.showNotes(notes),
      done: () => {
        this.closePanel();
        void this.ended("open");
      },
      playOn: (played) => void this.midend.jump([...from, ...played]),
      label,
    });
    const { element } = replay;
    this.openPanel({ element, stop: () => replay.leave(), replay, line: [...from, ...moves] });
    return replay.load(this.midend.puzzle, from, moves);
  }

  /** @param {import("./panel.js").Content} content */
  openPanel(content) {
    this.panel.show(content);
    this.showBoard();
  }

  /** Takes the board away from the player, and off it all that was said about his position. */
  takeBoard() {
    this.hand.letGo();
    this.course.stop();
    this.clear();
    this.board.clear();
    this.hand.suspend(true);
  }

  /** Returns to the player's position. */
  closePanel() {
    this.advice.stop();
    if (!this.panel.content) return;
    const within = this.panel.element.contains(this.focused);
    this.panel.close();
    this.hand.suspend(false);
    this.board.clear();
    this.board.draw(this.midend.scene, { glide: 0 });
    this.showNotes(this.midend.position.scene.notes);
    if (within) this.focus();
  }
}
