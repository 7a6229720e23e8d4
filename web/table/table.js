// The table: one puzzle being played, with advice, judging, watching and sharing.

import { Board } from "../board/board.js";
import * as api from "../engine/api.js";
import { Hand } from "../game/hand.js";
import { Midend } from "../game/midend.js";
import { ARROWS, spoken } from "../game/move-geometry.js";
import { judged } from "../game/move-quality.js";
import { errorMessage } from "../i18n/errors.js";
import { clock, headline, say, sentence, t, unit } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import * as sound from "../lib/sound.js";
import { Advice } from "./advice.js";
import { Course } from "./distance-chart.js";
import * as sheet from "./help.js";
import { Replay } from "./replay.js";
import { sharing } from "./share.js";
import { watching } from "./watch.js";

/** @typedef {import("../i18n/language.js").Phrase} Phrase */

/** Moves of the line that are listed, and of these the last that are judged. */
const [LISTED, JUDGED] = [200, 20];

/**
 * What the table needs of the page around it.
 * @typedef {object} App
 * @property {Family | null} family
 * @property {() => void} moved
 * @property {() => void} edit
 * @property {(metric: string) => void} metric
 * @property {() => void} solved
 * @property {{word: Phrase, go: () => void} | null} next the puzzle to play after this one
 */

export class Table {
  /** @param {Midend} midend @param {App} app */
  constructor(midend, app) {
    this.midend = midend;
    this.app = app;
    this.board = new Board();
    this.live = h("p", { class: "live", role: "status", "aria-live": "polite" });
    this.hand = new Hand(this.board, midend, {
      tell: (text) => this.#narrate(text),
      wrong: (reason) => this.#refused(reason),
      failed: (why) => this.#message(why, "wrong"),
      held: (held, turns) => this.#holding(held, turns),
    });
    this.advice = new Advice({
      midend,
      board: this.board,
      message: (text, look, ...more) => this.#message(text, look, ...more),
      guard: (work) => this.#guard(work),
      press: (key) => this.pad.get(key)?.classList.add("pressed"),
      replay: (from, moves, label) => this.#watchLine(from, moves, label),
    });
    /** @type {Replay | null} */
    this.replay = null;
    /** What the panel shows, if it works on something. @type {{stop: () => void} | null} */
    this.work = null;
    /** The buttons of the keys. @type {Map<string, HTMLButtonElement>} */
    this.pad = new Map();
    this.message = h("div", { class: "message", role: "alert" });
    this.caption = h("p", { class: "caption" });
    this.counter = h("output", { class: "counter" });
    this.timer = h("output", { class: "timer" });
    this.left = h("output", { class: "facts" });
    this.tallies = new Latest();
    this.list = h("ol", { class: "line", "aria-label": t("yours") });
    this.tools = h("div", { class: "row tools" });
    this.panel = h("div", { class: "panel" });
    this.judge = h("input", { type: "checkbox", onchange: () => this.#refresh() });
    /** What the puzzle costs at best. @type {{cost: number, proved: boolean} | null} */
    this.best = null;
    this.buttons = this.#buttons();
    this.element = this.#layout();
    this.ticking = setInterval(() => this.#clock(), 500);
    // All listeners end with the table; its game may go on at another one.
    this.over = new AbortController();
    const { signal } = this.over;
    midend.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    midend.addEventListener(
      "failed",
      (event) => this.#message(errorMessage(/** @type {CustomEvent} */ (event).detail), "wrong"),
      { signal },
    );
    document.addEventListener("keydown", (event) => this.#shortcut(event), { signal });
    this.board.draw(midend.position.scene);
    this.#refresh();
    void this.#guard(async () => (await midend.read()) && this.#refresh());
    void midend.best().then(
      (best) => {
        this.best = best;
        this.#count();
      },
      () => {},
    );
    if (midend.position.standing !== "open") void this.#ended("open");
    else this.#stuck();
  }

  /** Ends everything in progress. */
  leave() {
    clearInterval(this.ticking);
    this.replay?.leave();
    this.work?.stop();
    this.advice.stop();
    this.over.abort();
  }

  #buttons() {
    const button = (/** @type {Phrase} */ word, /** @type {() => void} */ act, look = "") =>
      h("button", { type: "button", class: look, onclick: act }, t(word));
    return {
      undo: button("undo", () => void this.midend.undo()),
      redo: button("redo", () => void this.midend.redo()),
      restart: button("restart", () => void this.midend.restart()),
      hint: button("hint", () => this.#hint(), "primary"),
      giveUp: button("giveUp", () => void this.#giveUp()),
      course: button("course", () => this.#course()),
      watch: button("watch", () => this.#watch()),
      edit: button("edit", () => this.app.edit()),
      share: button("share", () => this.#share()),
      rules: button("rules", () => this.#rules(), "quiet"),
      keys: button("keys", () => this.#keys(), "quiet"),
    };
  }

  #layout() {
    const { position } = this.midend;
    const { undo, redo, restart, hint, giveUp, course, watch, edit, share, rules, keys } = this.buttons;
    const all = this.app.family?.metrics ?? [];
    const metrics =
      all.length > 1 &&
      h(
        "label",
        { class: "quiet metric" },
        t("metric"),
        " ",
        h(
          "select",
          {
            onchange: (/** @type {Event} */ event) =>
              this.app.metric(/** @type {HTMLSelectElement} */ (event.target).value),
          },
          ...all.map((metric) =>
            h("option", { value: metric, selected: metric === position.metric }, unit(metric)),
          ),
        ),
      );
    const aim = position.aim ? sentence(say(position.aim)) : position.abilities.solve ? "" : t("noGoal");
    return h(
      "main",
      { class: "table", id: "main" },
      h(
        "header",
        { class: "heading" },
        h("h1", {}, headline(position, this.app.family)),
        h("p", { class: "aim" }, aim, " ", this.app.family ? rules : ""),
      ),
      h(
        "section",
        { class: "stage", "aria-label": t("board") },
        this.board.svg,
        this.caption,
        this.hand.keyed ? this.#pad() : this.tools,
      ),
      h(
        "section",
        { class: "side" },
        h("div", { class: "row counts" }, this.counter, this.timer),
        h("div", { class: "row acts" }, undo, redo, restart, hint, giveUp),
        this.message,
        this.panel,
        h("div", { class: "row" }, h("label", { class: "check" }, this.judge, " ", t("judge")), this.left),
        this.list,
        h("div", { class: "row" }, course, watch, edit, share),
        metrics || null,
        h("div", { class: "row" }, h("p", { class: "help" }, t(this.hand.keyed ? "helpKeys" : "help")), keys),
        position.source && h("p", { class: "source" }, say(position.sources) || position.source),
        this.live,
      ),
    );
  }

  /** Buttons for the puzzle's keys, for users without a keyboard. */
  #pad() {
    for (const { key, arrow, label } of this.midend.position.scene.keys) {
      const place = `key key-${arrow ?? "none"}`;
      const look = {
        type: "button",
        class: place,
        title: say(label),
        "data-key": key,
        "aria-label": say(label),
      };
      this.pad.set(
        key,
        h(
          "button",
          { ...look, onclick: () => void this.hand.press(key) },
          arrow ? ARROWS[arrow] : say(label),
        ),
      );
    }
    return h("div", { class: "pad", role: "group", "aria-label": t("keys") }, ...this.pad.values());
  }

  /** @param {string} text */
  #narrate(text) {
    this.live.textContent = text;
  }

  /** @param {string} text @param {string} [look] @param {...Node} more */
  #message(text, look = "", ...more) {
    this.message.className = `message ${look}`;
    this.message.replaceChildren(...(text ? [h("p", {}, text)] : []), ...more);
    if (text) this.#face();
  }

  /** Says why a gesture is no move, or takes that back. @param {Reason | null} reason */
  #refused(reason) {
    if (reason) sound.play("refused");
    this.#message(reason ? sentence(say(reason)) : "", "wrong");
  }

  /** Brings the board back on a small screen, where what is said is about it. */
  #face() {
    if (this.board.svg.getBoundingClientRect().top < 0) this.element.scrollIntoView();
  }

  /** Something to say that outlasts no move. @param {string} text @param {...Node} more */
  tell(text, ...more) {
    this.#message(text, "", ...more);
  }

  /** @param {boolean} held @param {boolean} turns */
  #holding(held, turns) {
    const button = (/** @type {Phrase} */ word, /** @type {() => void} */ act) =>
      h("button", { type: "button", onclick: act }, t(word));
    if (held) {
      this.#message("");
      this.#unpress();
    }
    this.tools.replaceChildren(
      ...(held && turns
        ? [button("turn", () => this.hand.turn(false)), button("flip", () => this.hand.turn(true))]
        : []),
      ...(held ? [button("letGo", () => this.hand.letGo())] : []),
    );
  }

  #unpress() {
    for (const key of this.pad.values()) key.classList.remove("pressed");
  }

  /** @param {{how: string, step: Step | null}} change */
  #changed({ how, step }) {
    const { position, told } = this.midend;
    const last = told[told.length - 1];
    this.#closePanel();
    this.#message("");
    this.#unpress();
    this.board.draw(position.scene, { step });
    this.#refresh();
    void this.#guard(async () => (await this.midend.read()) && this.#refresh());
    this.app.moved();
    // A button that has just become dead keeps no focus; the board takes it.
    if (document.activeElement === document.body) this.board.svg.focus({ preventScroll: true });
    if (how === "move") {
      sound.play(position.standing === "solved" ? "solved" : "move");
      const notes = position.scene.notes.map(say).join(t("comma"));
      this.#narrate([last && spoken(last), notes].filter(Boolean).join(". "));
    }
    if (position.standing !== "open") void this.#ended(how);
    else this.#stuck();
  }

  /** Says that no move is left, where play goes on by the rules. */
  #stuck() {
    const { standing, choices } = this.midend.position;
    if (standing !== "open" || choices.length > 0) return;
    const back = h("button", { type: "button", onclick: () => void this.midend.undo() }, t("undo"));
    this.#message(t("noMove"), "wrong", ...(this.midend.line.length > 0 ? [back] : []));
  }

  #refresh() {
    const { position, line, past, future } = this.midend;
    this.#caption(position.scene.notes);
    void this.#solutions();
    this.#count();
    this.#clock();
    const focused = document.activeElement;
    this.buttons.undo.disabled = past.length === 0;
    this.buttons.redo.disabled = future.length === 0;
    this.buttons.restart.disabled = line.length === 0;
    const { solve, explore, steps } = position.abilities;
    const over = position.standing !== "open";
    this.buttons.hint.disabled = over || !solve;
    this.buttons.giveUp.disabled = over || !solve;
    this.buttons.course.disabled = !solve || line.length === 0;
    this.buttons.watch.disabled = !solve && !explore && !steps;
    this.judge.disabled = !solve;
    if (focused instanceof HTMLButtonElement && focused.disabled)
      this.board.svg.focus({ preventScroll: true });
    this.board.svg.setAttribute(
      "aria-label",
      [headline(position, this.app.family), ...position.scene.notes.map(say)].join(". "),
    );
    this.#lines();
  }

  /** How many moves were made, and how many are needed. */
  #count() {
    const { position, line } = this.midend;
    const { metric } = position;
    const n = position.cost ?? line.length;
    const best = this.best;
    const goal = best
      ? ` / ${t(position.alike ? "inAll" : best.proved ? "best" : "claimed", { n: best.cost, metric: unit(metric, best.cost) })}`
      : "";
    this.counter.value = t("made", { n, metric: unit(metric, n) }) + goal;
  }

  /** Lists the moves. */
  #lines() {
    const { line, told } = this.midend;
    const shown = Math.max(0, line.length - LISTED);
    this.list.start = shown + 1;
    this.list.replaceChildren(
      ...line.slice(shown).map((move, index) => {
        const at = shown + index;
        const verdict = h("span", { class: "verdict" });
        if (this.judge.checked && at >= line.length - JUDGED) void this.#verdict(at, verdict);
        const text = told[at] ?? move;
        return h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "move",
              "data-move": move,
              "aria-label": spoken(text),
              onclick: () => void this.midend.back(at + 1),
            },
            text,
          ),
          verdict,
        );
      }),
    );
    // A list has no height until it is in the page.
    requestAnimationFrame(() => (this.list.scrollTop = this.list.scrollHeight));
  }

  /** @param {Reason[]} notes */
  #caption(notes) {
    this.caption.textContent = notes.map(say).join(" · ");
  }

  /** The number of solutions left, if they can be counted and moves are judged. */
  async #solutions() {
    const { position, line, puzzle } = this.midend;
    this.left.value = "";
    this.tallies.begin();
    if (!this.judge.checked || !position.abilities.count || position.standing !== "open") return;
    const counted = await this.#guard(() => this.tallies.of(api.count(puzzle, line)));
    if (counted && counted.outcome !== "stopped")
      this.left.value = t("solutionsLeft", { n: Number(counted.solutions) });
  }

  #clock() {
    this.timer.value = clock(this.midend.seconds);
  }

  /** Says whether a move of the line was best. @param {number} at @param {HTMLElement} where */
  async #verdict(at, where) {
    const verdict = await judged(this.midend, this.midend.line, at).catch(() => null);
    if (!verdict) return;
    where.className = `verdict ${verdict.kind}`;
    where.textContent = verdict.text;
  }

  /** @param {string} how the cause of the change */
  async #ended(how) {
    const { midend } = this;
    const { position, line } = midend;
    const { metric, standing, score, alike } = position;
    const made = position.cost ?? line.length;
    const facts = [
      t("made", { n: made, metric: unit(metric, made) }),
      t("time", { t: clock(midend.seconds) }),
    ];
    if (score !== null) facts.unshift(t("score", { n: score }));
    const told = (/** @type {string} */ text) => {
      const { next } = this.app;
      const more = h(
        "div",
        { class: "row" },
        next && h("button", { type: "button", class: "primary", onclick: next.go }, t(next.word)),
      );
      this.#message(
        text,
        standing === "lost" ? "wrong" : "solved",
        h("p", { class: "facts" }, facts.join(" · ")),
        ...(standing === "solved" && next ? [more] : []),
      );
      this.#narrate(`${text} ${facts.join(t("comma"))}`);
    };
    // A position that was lost says last how, after what positions say anyway.
    const [, ...why] = position.scene.notes;
    told(
      standing === "solved"
        ? t("solved")
        : standing === "over"
          ? t("over")
          : why.length > 0
            ? sentence(say(why[why.length - 1]))
            : t("lost"),
    );
    if (standing !== "solved") return;
    if (how === "move") this.app.solved();
    if (alike || score !== null) return;
    const best = await midend.best().catch(() => null);
    if (midend.line === line && best?.proved && made <= best.cost) told(t("solvedBest"));
  }

  #hint() {
    this.hand.letGo();
    this.#closePanel();
    void this.advice.hint();
  }

  async #giveUp() {
    this.hand.letGo();
    this.#closePanel();
    if (!(await this.advice.giveUp())) return;
    // The space bar pauses what the button has started, instead of starting it again.
    this.replay?.toggle.focus({ preventScroll: true });
    this.replay?.play();
  }

  /**
   * Plays a line on the board, then returns to the player's position.
   * @param {string[]} from
   * @param {string[]} moves
   * @param {string} label
   * @returns {Promise<boolean>} whether it is shown
   */
  async #watchLine(from, moves, label) {
    this.#closePanel();
    this.#message("");
    this.hand.resting = true;
    const replay = new Replay(this.board, this.midend.position.scene, {
      tell: (text) => this.#narrate(text),
      notes: (notes) => this.#caption(notes),
      done: () => this.#closePanel(),
      playOn: (played) => void this.midend.jump([...from, ...played]),
      label,
    });
    this.replay = replay;
    this.replayed = { from, moves };
    this.#panel(replay.element);
    return replay.load(this.midend.puzzle, from, moves);
  }

  /** @param {HTMLElement} shown */
  #panel(shown) {
    this.panel.replaceChildren(shown);
    this.element.classList.add("watching");
    this.#face();
  }

  /** Returns to the player's position. */
  #closePanel() {
    this.advice.stop();
    this.work?.stop();
    this.work = null;
    if (this.panel.childNodes.length === 0) return;
    const focused = this.panel.contains(document.activeElement);
    this.replay?.leave();
    this.replay = null;
    this.hand.resting = false;
    this.panel.replaceChildren();
    this.element.classList.remove("watching");
    this.board.clear();
    this.board.draw(this.midend.position.scene, { glide: 0 });
    this.#caption(this.midend.position.scene.notes);
    if (focused) this.board.svg.focus({ preventScroll: true });
  }

  #watch() {
    this.hand.letGo();
    this.#closePanel();
    this.#message("");
    this.hand.resting = true;
    const watched = watching(this.midend, this.board, {
      tell: (text) => this.#message(text),
      notes: (notes) => this.#caption(notes),
      done: () => this.#closePanel(),
    });
    this.work = watched;
    this.#panel(watched.element);
  }

  #course() {
    this.hand.letGo();
    this.#closePanel();
    if (this.buttons.course.disabled) return;
    const course = new Course(this.midend, {
      close: () => this.#closePanel(),
      go: (line, text) =>
        void this.midend.jump(line).then(() => {
          this.judge.checked = true;
          this.#message(text, "hint");
        }),
    });
    this.work = course;
    this.#panel(course.element);
  }

  #share() {
    this.hand.letGo();
    const shown =
      this.replay && this.replayed ? [...this.replayed.from, ...this.replayed.moves] : this.midend.line;
    const dialog = sharing(this.midend, this.board, shown);
    this.element.append(dialog);
    dialog.showModal();
  }

  #rules() {
    if (this.app.family) sheet.rules(this.element, this.app.family, this.midend.position.aim);
  }

  #keys() {
    sheet.keys(this.element, this.midend.position.scene.keys);
  }

  /** Does something that needs answers, and reports failures. @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
  async #guard(work) {
    try {
      return await work();
    } catch (error) {
      this.#message(errorMessage(error), "wrong");
      return null;
    }
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const { target } = event;
    const busy =
      target instanceof HTMLElement &&
      target.matches("input:not([type=checkbox], [type=range]), textarea, select, dialog *");
    if (busy || event.altKey || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      const way = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (!way || this.hand.resting) return;
      event.preventDefault();
      void this.midend[/** @type {"undo" | "redo"} */ (way)]();
      return;
    }
    if (this.replay?.key(event)) {
      event.preventDefault();
      return;
    }
    const key = this.hand.meant(event.key);
    if (key !== undefined) {
      if (target instanceof HTMLButtonElement && event.key === " ") return;
      event.preventDefault();
      void this.hand.press(key);
      return;
    }
    if (event.key === "?") return this.#keys();
    const acts = {
      u: () => this.midend.undo(),
      y: () => this.midend.redo(),
      h: () => this.#hint(),
      j: () => this.judge.click(),
      g: () => this.#course(),
    };
    const act = /** @type {Record<string, () => unknown>} */ (acts)[event.key.toLowerCase()];
    if (act && !this.hand.resting) void act();
  }
}
