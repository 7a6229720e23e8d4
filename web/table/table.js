// The table: one puzzle being played, with advice, judging, watching and sharing.

import { Board } from "../board/board.js";
import { Hand } from "../game/hand.js";
import { errorMessage } from "../i18n/errors.js";
import { headline, say, sentence, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import * as sound from "../lib/sound.js";
import { Advice } from "./advice.js";
import { DistanceChart } from "./distance-chart.js";
import { Finish, factsOf } from "./finish.js";
import { HandTools } from "./hand-tools.js";
import { HardestStarts } from "./hardest.js";
import { heading } from "./heading.js";
import * as help from "./help.js";
import { KeyPad } from "./key-pad.js";
import { levelList } from "./levels.js";
import { Lookout } from "./lookout.js";
import { Messages } from "./messages.js";
import { metricChoice } from "./metric-choice.js";
import { MoveList } from "./move-list.js";
import { Names } from "./names.js";
import * as narration from "./narration.js";
import { Panel } from "./panel.js";
import { Replay } from "./replay.js";
import { Said } from "./said.js";
import { Score } from "./score.js";
import { sharing } from "./share.js";
import { shortcut } from "./shortcuts.js";
import { StateMap } from "./state-map.js";
import { watching } from "./watch.js";

/** @typedef {import("../i18n/language.js").Phrase} Phrase */

/**
 * What the table needs of the page around it.
 * @typedef {object} App
 * @property {Family | null} family
 * @property {() => void} moved
 * @property {() => void} edit
 * @property {(text: string) => void} open opens the text of an instance
 * @property {(metric: string) => void} metric
 * @property {() => Promise<void>} solved when that is stored
 * @property {{word: Phrase, go: () => void} | null} next the puzzle to play after this one
 * @property {{at: number, of: number, go: (by: -1 | 1) => void} | null} set where the puzzle is among those like it
 * @property {import("./levels.js").Levels | null} levels
 */

export class Table {
  /** @param {import("../game/midend.js").Midend} midend @param {App} app */
  constructor(midend, app) {
    this.midend = midend;
    this.app = app;
    /** All listeners end with the table; its game may go on at another one. */
    this.life = new AbortController();
    const { signal } = this.life;
    this.board = new Board();
    this.messages = new Messages(() => this.#showBoard());
    this.score = new Score(midend, signal);
    this.moves = new MoveList(midend, this.messages);
    this.panel = new Panel();
    this.caption = h("p", { class: "caption" });
    this.said = new Said();
    this.levels = app.levels && levelList(app.levels);
    this.tools = new HandTools();
    this.pad = new KeyPad(midend.position.scene.keys, (key) => void this.hand.press(key));
    const voice = {
      tell: (/** @type {string} */ text) => this.messages.narrate(text),
      wrong: (/** @type {Reason | null} */ reason) => this.#refused(reason),
      failed: (/** @type {string} */ why) => this.messages.show(why, "wrong"),
      held: (/** @type {boolean} */ held, /** @type {boolean} */ turns) => this.#holding(held, turns),
    };
    this.hand = new Hand(this.board, midend, voice, signal);
    this.advice = new Advice({
      midend,
      board: this.board,
      messages: this.messages,
      press: (key) => this.pad.point(key),
      replay: (from, moves, label) => this.#watchLine(from, moves, label),
    });
    /** What is still to be found out about the end of the game. */
    this.ending = new Latest();
    this.lookout = new Lookout(midend, {
      say: (text) => this.messages.narrate(text),
      why: () => this.#hint(),
      signal,
    });
    this.buttons = this.#buttons();
    this.board.draw(midend.scene);
    this.names = new Names(this.board, this.moves.element, this.panel.element);
    this.element = this.#layout();
    midend.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    midend.addEventListener(
      "failed",
      (event) => this.messages.show(errorMessage(/** @type {CustomEvent} */ (event).detail), "wrong"),
      { signal },
    );
    midend.addEventListener("walk", (event) => this.#walked(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    document.addEventListener("keydown", (event) => shortcut(event, this.#host()), { signal });
    this.#refresh();
    this.#say("open");
    void this.#read();
    void this.#ended("open");
    if (midend.line.length > 0) void this.lookout.look();
  }

  /** Ends everything in progress. */
  leave() {
    this.panel.content?.stop();
    this.advice.stop();
    this.life.abort();
  }

  /** What keys of the keyboard act on. @returns {import("./shortcuts.js").Host} */
  #host() {
    return {
      midend: this.midend,
      hand: this.hand,
      board: this.board,
      replay: this.panel.content?.replay,
      focus: () => this.#focusBoard(),
      acts: {
        u: () => this.midend.undo(),
        y: () => this.midend.redo(),
        h: () => this.#hint(),
        j: () => this.moves.judge.click(),
        g: () => this.#showDistance(),
        m: () => this.#showMap(),
        "?": () => this.#keys(),
      },
    };
  }

  #buttons() {
    const button = (/** @type {Phrase} */ word, /** @type {() => void} */ act, look = "") =>
      h("button", { type: "button", class: look, onclick: act }, t(word));
    return {
      undo: button("undo", () => void this.midend.undo(), "sign undo"),
      redo: button("redo", () => void this.midend.redo(), "sign redo"),
      restart: button("restart", () => void this.midend.restart(), "sign restart"),
      hint: button("hint", () => this.#hint(), "sign hint"),
      giveUp: button("giveUp", () => void this.#giveUp()),
      distance: button("distance", () => this.#showDistance()),
      map: button("map", () => this.#showMap()),
      hardest: button("hardest", () => this.#showHardest()),
      watch: button("watch", () => this.#watch()),
      edit: button("edit", () => this.app.edit()),
      share: button("share", () => this.#share()),
      rules: button("rules", () => this.#rules(), "quiet"),
      keys: button("keys", () => this.#keys(), "quiet"),
    };
  }

  #layout() {
    const { position } = this.midend;
    const { undo, redo, restart, hint, giveUp, distance, map, hardest, watch, edit, share, rules, keys } =
      this.buttons;
    const { aim: objective, abilities, source, sources } = position;
    const task = objective ? sentence(say(objective)) : abilities.solve ? "" : t("noGoal");
    const { judge, solutionsLeft } = this.moves;
    return h(
      "main",
      { class: "table", id: "main" },
      heading(position, this.app, task, rules, this.levels?.element ?? null),
      h(
        "section",
        { class: "stage", "aria-label": t("board") },
        this.board.svg,
        this.said.element,
        this.caption,
        this.hand.keyed && this.pad.element,
        this.hand.carries && this.tools.element,
      ),
      h(
        "section",
        { class: "side" },
        this.score.element,
        this.lookout.mark,
        h("div", { class: "row acts" }, undo, redo, restart, hint, giveUp),
        this.messages.element,
        this.panel.element,
        h(
          "div",
          { class: "row" },
          h("label", { class: "check" }, judge, " ", t("judge")),
          this.lookout.setting,
          this.names.setting,
          solutionsLeft,
        ),
        this.moves.element,
        h("div", { class: "row" }, distance, map, abilities.hardest && hardest, watch, edit, share),
        metricChoice(this.app.family?.metrics ?? [], position.metric, this.app.metric),
        h("div", { class: "row" }, h("p", { class: "help" }, help.howTo(this.hand)), keys),
        source && h("p", { class: "source" }, say(sources) || source),
        this.messages.live,
      ),
    );
  }

  /** Something to say that outlasts no move. @param {string} text */
  tell(text) {
    this.messages.show(text);
  }

  /** Says why a gesture is no move, or takes that back. @param {Reason | null} reason */
  #refused(reason) {
    if (reason) sound.play("refused");
    this.messages.show(reason ? sentence(say(reason)) : "", "wrong");
  }

  /** Brings the board back on a small screen, where what is said is about it. */
  #showBoard() {
    if (this.board.svg.getBoundingClientRect().top < 0) this.element.scrollIntoView();
  }

  #focusBoard() {
    this.board.svg.focus({ preventScroll: true });
  }

  /** @param {boolean} held @param {boolean} turns */
  #holding(held, turns) {
    if (held) {
      this.messages.clear();
      this.pad.clear();
    }
    this.tools.show(this.hand, held, turns);
  }

  /** Shows what the puzzle says here, unless the player only goes back to it. @param {string} how */
  #say(how) {
    const { said = [], scene } = this.midend.position;
    this.said.show(how === "undo" ? [] : said, scene.sheet);
  }

  /** @param {{way: Direction[] | null}} walk */
  #walked({ way }) {
    this.#closePanel();
    this.messages.clear();
    this.board.draw(this.midend.scene, { way });
    this.#refresh();
  }

  /** @param {import("../game/midend.js").Change} change */
  #changed({ how, step, way, before }) {
    this.ending.stop();
    this.#closePanel();
    this.messages.clear();
    this.pad.clear();
    this.names.reset();
    this.advice.forget();
    this.board.draw(this.midend.scene, { step, way });
    this.#refresh();
    this.#say(how);
    void this.#read();
    this.app.moved();
    // A button that has just become dead keeps no focus; the board takes it.
    if (document.activeElement === document.body) this.#focusBoard();
    const { position, isOwn } = this.midend;
    if (how === "move") sound.play(position.standing === "solved" && isOwn ? "solved" : "move");
    this.messages.narrate(narration.change(how, before, this.midend));
    void this.#ended(how);
    void this.lookout.look();
  }

  /** Finds how the moves of the line read. */
  async #read() {
    await this.messages.guard(async () => (await this.midend.read()) && this.#refresh());
  }

  #refresh() {
    const { position, line } = this.midend;
    const { past, future } = this.midend.history;
    this.#caption(position.scene.notes);
    this.score.update();
    const focused = document.activeElement;
    const { undo, redo, restart, hint, giveUp, distance, map, watch } = this.buttons;
    const { solve, explore, steps } = position.abilities;
    const over = this.midend.isOver;
    undo.disabled = past.length === 0 && this.midend.walkedTo === null;
    redo.disabled = future.length === 0;
    restart.disabled = line.length === 0;
    hint.disabled = giveUp.disabled = over || !(solve || position.unproved);
    distance.disabled = !solve || line.length === 0;
    map.disabled = !explore;
    watch.disabled = !solve && !explore && !steps;
    this.moves.update();
    if (focused instanceof HTMLButtonElement && focused.disabled) this.#focusBoard();
    const label = [headline(position, this.app.family), ...position.scene.notes.map(say)].join(". ");
    this.board.svg.setAttribute("aria-label", label);
  }

  /** @param {Reason[]} notes */
  #caption(notes) {
    this.caption.textContent = narration.caption(notes);
  }

  /** Says how the game has ended, if it has. @param {string} how the cause of the change */
  async #ended(how) {
    const { midend } = this;
    const { standing } = midend.position;
    if (standing === "open") return;
    if (standing === "solved") return this.#solved(how);
    const back = h("button", { type: "button", onclick: () => void midend.undo() }, t("undo"));
    const facts = h("p", { class: "facts" }, factsOf(midend).join(" · "));
    const look = standing === "lost" || midend.isStuck ? "wrong" : "solved";
    const more = midend.isStuck ? (midend.line.length > 0 ? [back] : []) : [facts];
    this.messages.show(narration.ending(midend), look, ...more);
  }

  /** @param {string} how */
  async #solved(how) {
    const { midend } = this;
    const { family, next } = this.app;
    const finish = new Finish(
      {
        midend,
        board: this.board,
        family,
        next,
        replay: () => void this.#replayGame(),
        chart: () => this.#showDistance(),
        go: this.#retry,
        signal: this.life.signal,
      },
      factsOf(midend),
    );
    this.messages.show(finish.headline, midend.isOwn ? "solved" : "solved seen", ...finish.parts);
    if (how === "move") {
      this.board.leave();
      void this.app.solved().then(() => this.levels?.update());
    }
    // The buttons stay where they are: one may be about to be pressed.
    if ((await finish.look(this.ending)) && finish.parts[0].isConnected)
      this.messages.reword(finish.headline);
  }

  /** Plays the player's own game from its beginning. */
  async #replayGame() {
    if (await this.#watchLine([], this.midend.line, t("yours"))) this.panel.content?.replay?.play();
  }

  #hint() {
    this.hand.letGo();
    this.#closePanel();
    // About the position that a move on its way leads to.
    void this.midend.settled.then(() => this.advice.hint());
  }

  async #giveUp() {
    this.hand.letGo();
    this.#closePanel();
    if (!(await this.advice.giveUp())) return;
    const replay = this.panel.content?.replay;
    // The space bar pauses what the button has started, instead of starting it again.
    replay?.toggle.focus({ preventScroll: true });
    replay?.play();
  }

  /**
   * Plays a line on the board, then returns to the player's position.
   * @param {string[]} from
   * @param {string[]} moves
   * @param {string} label
   * @returns {Promise<boolean>} whether it is shown
   */
  async #watchLine(from, moves, label) {
    this.#takeBoard();
    const replay = new Replay(this.board, this.midend.position.scene, {
      tell: (text) => this.messages.narrate(text),
      notes: (notes) => this.#caption(notes),
      done: () => {
        this.#closePanel();
        void this.#ended("open");
      },
      playOn: (played) => void this.midend.jump([...from, ...played]),
      label,
    });
    const { element } = replay;
    this.#openPanel({ element, stop: () => replay.leave(), replay, line: [...from, ...moves] });
    return replay.load(this.midend.puzzle, from, moves);
  }

  /** @param {import("./panel.js").Content} content */
  #openPanel(content) {
    this.panel.show(content);
    this.element.classList.add("watching");
    this.#showBoard();
  }

  /** Returns to the player's position. */
  #closePanel() {
    this.advice.stop();
    if (!this.panel.content) return;
    const focused = this.panel.element.contains(document.activeElement);
    this.panel.close();
    this.hand.suspend(false);
    this.element.classList.remove("watching");
    this.board.clear();
    this.board.draw(this.midend.scene, { glide: 0 });
    this.#caption(this.midend.position.scene.notes);
    if (focused) this.#focusBoard();
  }

  /** Shows in the panel what takes the board for itself. @param {() => import("./panel.js").Content} make */
  #instead(make) {
    this.#takeBoard();
    this.#openPanel(make());
  }

  /** Takes the board away from the player, and off it all that was said about his position. */
  #takeBoard() {
    this.hand.letGo();
    this.#closePanel();
    this.messages.clear();
    this.board.clear();
    this.pad.clear();
    this.names.reset();
    this.hand.suspend(true);
  }

  #watch() {
    const view = {
      tell: (/** @type {string} */ text) => this.messages.show(text),
      notes: (/** @type {Reason[]} */ notes) => this.#caption(notes),
      done: () => this.#closePanel(),
    };
    this.#instead(() => watching(this.midend, this.board, view));
  }

  #showHardest() {
    const close = () => this.#closePanel();
    this.#instead(() => new HardestStarts(this.midend, { play: this.app.open, close }));
  }

  /** Goes back to a position of the line, to play better from there. @param {string[]} line @param {string} text */
  #retry = (line, text) =>
    void this.midend.jump(line).then(() => {
      this.moves.judge.checked = true;
      this.messages.show(text, "hint");
    });

  #showDistance() {
    this.hand.letGo();
    this.#closePanel();
    if (this.buttons.distance.disabled) return;
    const chart = new DistanceChart(this.midend, { close: () => this.#closePanel(), go: this.#retry });
    this.#openPanel(chart);
  }

  #showMap() {
    if (this.buttons.map.disabled) return;
    this.#instead(() => {
      const map = new StateMap(this.midend, {
        show: ({ scene }) => this.board.draw(scene, { glide: 0 }),
        go: (line) => void this.midend.jump(line),
        close: () => this.#closePanel(),
      });
      return { element: map.element, stop: () => map.stop() };
    });
  }

  #share() {
    this.hand.letGo();
    const dialog = sharing(this.midend, this.board, this.panel.content?.line ?? this.midend.line);
    this.element.append(dialog);
    dialog.showModal();
  }

  #rules() {
    if (this.app.family) help.rules(this.element, this.app.family, this.midend.position.aim);
  }

  #keys() {
    help.keys(this.element, this.midend.position.scene.keys, this.hand);
  }
}
