// The table: one puzzle being played, with advice, judging, watching and sharing.

import { sayOf } from "../board/piece-names.js";
import { authorOf, opened } from "../game/source-file.js";
import { button, iconButton, labelled } from "../i18n/controls.js";
import { say, sentence, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { checkpoints } from "./checkpoints.js";
import { DistanceChart } from "./distance-chart.js";
import { Finish } from "./finish.js";
import { GameView } from "./game-view.js";
import { Gauge } from "./gauge.js";
import { HardestStarts } from "./hardest.js";
import { heading } from "./heading.js";
import * as help from "./help.js";
import { levelList } from "./levels.js";
import { Lookout } from "./lookout.js";
import { metricChoice } from "./metric-choice.js";
import { MoveList } from "./move-list.js";
import { Score } from "./score.js";
import { share } from "./share.js";
import { StateMap } from "./state-map.js";
import { Tabs } from "./tabs.js";
import { watching } from "./watch.js";

/** @typedef {import("../i18n/language.js").Phrase} Phrase */

/**
 * What the table needs of the page around it.
 * @typedef {object} App
 * @property {Family | null} family
 * @property {import("./heading.js").Back | null} back
 * @property {() => void} moved
 * @property {() => void} edit
 * @property {(text: string) => void} open opens the text of an instance
 * @property {(metric: string) => void} metric
 * @property {() => Promise<void>} solved when that is stored
 * @property {import("./finish.js").Host["award"]} award
 * @property {{word: Phrase, go: () => void} | null} next the puzzle to play after this one
 * @property {import("./heading.js").Neighbours | null} set where the puzzle is among those like it
 * @property {import("./levels.js").Levels | null} levels
 * @property {import("./heading.js").Drawn | null} drawn
 */

export class Table extends GameView {
  /** @param {import("../game/midend.js").Midend} midend @param {App} app */
  constructor(midend, app) {
    super(midend, app.family);
    this.app = app;
    const { signal } = this.life;
    this.score = new Score(midend, signal);
    this.moves = new MoveList(midend, this.messages);
    this.levels = app.levels && levelList(app.levels);
    this.checkpoints = checkpoints(midend);
    this.lookout = new Lookout(midend, {
      announce: (text) => this.messages.announce(text),
      why: () => void this.hint(),
      signal,
    });
    this.gauge = new Gauge(midend, this.board, signal);
    this.stage.append(this.gauge.element);
    this.distance = button("distance", () => this.#showDistance());
    this.map = button("map", () => this.#showMap());
    this.watch = button("watch", () => this.#watch());
    this.hardest = button("hardest", () => this.#showHardest());
    /** Where the panel is: on the page of moves, or on that of what there is to look at. */
    this.places = { moves: h("div", {}), look: h("div", {}) };
    this.tabs = this.#tabs();
    /** Under the board: what is said, and what can be done with a piece in hand. */
    this.foot = h("div", { class: "said-here" }, this.messages.element, this.tools);
    /** Says that nothing is kept, as long as that is so. */
    this.unkept = h("p", { class: "unkept", role: "status" });
    /** The place of the end of the game. */
    this.end = h("div", { class: "end" });
    Object.assign(this.letters, {
      j: () => this.moves.judge.click(),
      g: () => this.#showDistance(),
      m: () => this.#showMap(),
      "?": () => this.#keys(),
    });
    this.element = this.#layout();
    this.begin(document);
    void this.#read();
    if (midend.line.length > 0) void this.lookout.look();
    void this.gauge.look();
  }

  #layout() {
    const { position } = this.midend;
    const { undo, redo, restart, hint, giveUp } = this.buttons;
    const { aim: objective, abilities } = position;
    const task = objective ? sentence(sayOf(objective, position.scene)) : abilities.solve ? "" : t("noGoal");
    const top = heading(this.midend, this.app, task, this.levels?.element ?? null);
    const element = h(
      "main",
      { class: "table", id: "main" },
      top,
      h(
        "div",
        { class: "play" },
        this.stage,
        h("div", { class: "foot" }, h("div", { class: "notes" }, this.caption, this.lookout.mark), this.foot),
        h("div", { class: "row acts" }, undo, redo, restart, hint, giveUp),
      ),
      h(
        "section",
        { class: "side" },
        this.end,
        this.score.element,
        this.unkept,
        this.tabs.element,
        this.messages.live,
      ),
    );
    const { svg } = this.board;
    // The board takes what the heading leaves, and what the end of the game says what both leave.
    const sized = new ResizeObserver(() => {
      element.style.setProperty("--heading", `${top.offsetHeight}px`);
      element.style.setProperty("--below", `${Math.ceil(svg.getBoundingClientRect().bottom + scrollY)}px`);
    });
    sized.observe(top);
    sized.observe(svg);
    this.life.signal.addEventListener("abort", () => sized.disconnect());
    return element;
  }

  /** Everything but the board and what is done on it. */
  #tabs() {
    const { position } = this.midend;
    const { family } = this.app;
    const { source, sources, text } = position;
    const { judge, solutionsLeft } = this.moves;
    const made =
      say(sources) || source || (family?.script ? authorOf(opened(text, family.script).source) : "");
    return new Tabs([
      [
        "moves",
        "moves",
        h(
          "div",
          { class: "parts" },
          this.places.moves,
          h("div", { class: "checks" }, labelled(judge, "judge"), this.lookout.setting),
          solutionsLeft,
          this.moves.element,
          this.checkpoints.element,
        ),
      ],
      [
        "look",
        "look",
        h(
          "div",
          { class: "parts" },
          row(this.map, this.distance, this.watch, this.hardest),
          this.gauge.setting,
          this.names.setting,
          this.places.look,
        ),
      ],
      [
        "about",
        "about",
        h(
          "div",
          { class: "parts" },
          h("p", { class: "help" }, help.howTo(this.hand)),
          row(
            family && button("rules", () => this.#rules()),
            button("keys", () => this.#keys(), "keyboard"),
            button("share", () => this.#share()),
            button("edit", () => this.app.edit()),
          ),
          metricChoice(family?.metrics ?? [], position.metric, this.app.metric),
          // Who has made it is of interest where it was not this program.
          made && !made.startsWith("tejun") && h("p", { class: "source" }, made),
        ),
      ],
    ]);
  }

  /** @param {boolean} kept whether what is played is kept */
  keeps(kept) {
    this.unkept.textContent = kept ? "" : t("notKept");
  }

  /** Brings the board back on a small screen. */
  showBoard() {
    if (this.board.svg.getBoundingClientRect().top < 0) this.element.scrollIntoView();
  }

  /** @param {import("../game/midend.js").Change} change */
  changed(change) {
    void this.#read();
    this.app.moved();
    super.changed(change);
    // What had the focus may be gone with the messages or the list of moves; the board takes it.
    if (document.activeElement === document.body) this.focus();
    void this.lookout.look();
    void this.gauge.look();
  }

  /** Finds how the moves of the line read. */
  async #read() {
    await this.messages.guard(async () => (await this.midend.read()) && this.refresh());
  }

  refresh() {
    const { position, line } = this.midend;
    const { solve, explore, steps, hardest } = position.abilities;
    this.score.update();
    // What cannot be used is not shown.
    this.distance.hidden = !solve || line.length === 0 || position.alike;
    this.map.hidden = !explore;
    this.watch.hidden = !solve && !explore && !steps;
    this.hardest.hidden = !hardest;
    this.tabs.empty("look", !solve && !explore && !steps && !hardest && !this.names.setting);
    super.refresh();
    this.moves.update();
    this.checkpoints.update();
  }

  /** @param {string} how */
  async solved(how) {
    const { midend, app } = this;
    const { family, next, drawn } = app;
    const stored = how === "move" ? app.solved().then(() => this.levels?.update()) : Promise.resolve();
    const finish = new Finish({
      midend,
      board: this.board,
      family,
      next,
      drawn,
      replay: () => void this.#replayGame(),
      chart: () => this.#showDistance(),
      go: this.#retry,
      award: (...worth) => void stored.then(() => app.award(...worth)),
      signal: this.life.signal,
    });
    const look = midend.isOwn ? "solved" : "solved seen";
    const away = iconButton("×", "close", () => this.clear(), "quiet away");
    // It goes there empty, so that what it says is announced once.
    this.messages.clear();
    this.end.append(this.messages.element);
    this.messages.show(finish.headline, look, ...finish.parts, away);
    // The buttons stay where they are: one may be about to be pressed.
    if ((await finish.look(this.ending)) && finish.parts[0].isConnected)
      this.messages.reword(finish.headline);
  }

  /** Goes on to the next puzzle where the end of this one is shown. @returns whether it does */
  goOn() {
    const { next } = this.app;
    if (!next || !this.end.firstChild) return false;
    next.go();
    return true;
  }

  /** Plays the player's own game from its beginning. */
  async #replayGame() {
    if (await this.replayLine([], this.midend.line, t("yours"))) this.panel.content?.replay?.play();
  }

  clear() {
    super.clear();
    this.foot.insertBefore(this.messages.element, this.tools);
  }

  /** Shows it on the page on which it is looked for. @param {import("./panel.js").Content} content */
  openPanel(content) {
    const page = content.replay ? "moves" : "look";
    this.places[page].append(this.panel.element);
    super.openPanel(content);
    this.tabs.open(page);
  }

  closePanel() {
    const open = this.panel.content !== null;
    super.closePanel();
    if (open) this.tabs.close();
  }

  /** Shows in the panel what takes the board for itself. @param {() => import("./panel.js").Content} make */
  #instead(make) {
    this.takeBoard();
    this.openPanel(make());
  }

  /** Ends everything in progress. What stands until the next table comes is dead, and cannot be pressed. */
  leave() {
    this.element.inert = true;
    super.leave();
  }

  #watch() {
    const view = {
      report: (/** @type {string} */ text) => this.messages.show(text),
      notes: (/** @type {Reason[]} */ notes) => this.showNotes(notes),
      done: () => this.closePanel(),
    };
    this.#instead(() => watching(this.midend, this.board, view));
  }

  #showHardest() {
    const close = () => this.closePanel();
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
    this.closePanel();
    if (this.distance.hidden) return;
    const chart = new DistanceChart(this.midend, { close: () => this.closePanel(), go: this.#retry });
    this.openPanel(chart);
  }

  #showMap() {
    if (this.map.hidden) return;
    this.#instead(() => {
      const map = new StateMap(this.midend, {
        show: ({ scene }) => this.board.draw(scene, { glide: 0 }),
        go: (line) => void this.midend.jump(line),
        close: () => this.closePanel(),
      });
      return { element: map.element, stop: () => map.stop() };
    });
  }

  #share() {
    this.hand.letGo();
    share(this.element, this.midend, this.board, this.panel.content?.line ?? this.midend.line);
  }

  #rules() {
    if (this.app.family)
      help.rules(this.element, this.app.family, this.midend.position.aim, this.midend.position.scene);
  }

  #keys() {
    help.keys(this.element, this.midend.position.scene.keys, this.hand);
  }
}
