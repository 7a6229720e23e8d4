// The table: one puzzle being played, with advice, judging, watching and sharing.

import { button, labelled } from "../i18n/controls.js";
import { say, sentence, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { DistanceChart } from "./distance-chart.js";
import { Finish } from "./finish.js";
import { GameView } from "./game-view.js";
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
 * @property {import("./heading.js").Neighbours | null} set where the puzzle is among those like it
 * @property {import("./levels.js").Levels | null} levels
 */

export class Table extends GameView {
  /** @param {import("../game/midend.js").Midend} midend @param {App} app */
  constructor(midend, app) {
    super(midend, app.family);
    this.app = app;
    const { signal } = this.life;
    this.score = new Score(midend, signal);
    this.moves = new MoveList(midend, this.messages);
    this.names.showFor(this.moves.element);
    this.levels = app.levels && levelList(app.levels);
    this.lookout = new Lookout(midend, {
      announce: (text) => this.messages.announce(text),
      why: () => void this.hint(),
      signal,
    });
    this.distance = button("distance", () => this.#showDistance());
    this.map = button("map", () => this.#showMap());
    this.watch = button("watch", () => this.#watch());
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
  }

  #layout() {
    const { position } = this.midend;
    const { undo, redo, restart, hint, giveUp } = this.buttons;
    const { aim: objective, abilities, source, sources } = position;
    const task = objective ? sentence(say(objective)) : abilities.solve ? "" : t("noGoal");
    const { judge, solutionsLeft } = this.moves;
    const rules = button("rules", () => this.#rules(), "quiet");
    return h(
      "main",
      { class: "table", id: "main" },
      heading(position, this.app, task, rules, this.levels?.element ?? null),
      this.stage,
      h(
        "section",
        { class: "side" },
        this.score.element,
        this.lookout.mark,
        h("div", { class: "row acts" }, undo, redo, restart, hint, giveUp),
        this.messages.element,
        this.panel.element,
        row(labelled(judge, "judge"), this.lookout.setting, this.names.setting, solutionsLeft),
        this.moves.element,
        row(
          this.distance,
          this.map,
          abilities.hardest && button("hardest", () => this.#showHardest()),
          this.watch,
          button("edit", () => this.app.edit()),
          button("share", () => this.#share()),
        ),
        metricChoice(this.app.family?.metrics ?? [], position.metric, this.app.metric),
        row(
          h("p", { class: "help" }, help.howTo(this.hand)),
          button("keys", () => this.#keys(), "quiet"),
        ),
        source && h("p", { class: "source" }, say(sources) || source),
        this.messages.live,
      ),
    );
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
  }

  /** Finds how the moves of the line read. */
  async #read() {
    await this.messages.guard(async () => (await this.midend.read()) && this.refresh());
  }

  refresh() {
    const { position, line } = this.midend;
    const { solve, explore, steps } = position.abilities;
    this.score.update();
    this.distance.disabled = !solve || line.length === 0;
    this.map.disabled = !explore;
    this.watch.disabled = !solve && !explore && !steps;
    super.refresh();
    this.moves.update();
  }

  /** @param {string} how */
  async solved(how) {
    const { midend } = this;
    const { family, next } = this.app;
    const finish = new Finish({
      midend,
      board: this.board,
      family,
      next,
      replay: () => void this.#replayGame(),
      chart: () => this.#showDistance(),
      go: this.#retry,
      signal: this.life.signal,
    });
    this.messages.show(finish.headline, midend.isOwn ? "solved" : "solved seen", ...finish.parts);
    if (how === "move") void this.app.solved().then(() => this.levels?.update());
    // The buttons stay where they are: one may be about to be pressed.
    if ((await finish.look(this.ending)) && finish.parts[0].isConnected)
      this.messages.reword(finish.headline);
  }

  /** Plays the player's own game from its beginning. */
  async #replayGame() {
    if (await this.replayLine([], this.midend.line, t("yours"))) this.panel.content?.replay?.play();
  }

  /** Shows in the panel what takes the board for itself. @param {() => import("./panel.js").Content} make */
  #instead(make) {
    this.takeBoard();
    this.openPanel(make());
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
    if (this.distance.disabled) return;
    const chart = new DistanceChart(this.midend, { close: () => this.closePanel(), go: this.#retry });
    this.openPanel(chart);
  }

  #showMap() {
    if (this.map.disabled) return;
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
    if (this.app.family) help.rules(this.element, this.app.family, this.midend.position.aim);
  }

  #keys() {
    help.keys(this.element, this.midend.position.scene.keys, this.hand);
  }
}
