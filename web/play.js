// The table: one puzzle being played, with hints, giving up, judging, watching and sharing.

import * as api from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { Hand } from "./hand.js";
import { Midend, rest } from "./midend.js";
import { Replay } from "./replay.js";
import { sharing } from "./share.js";
import { watching } from "./watch.js";
import { clock, failure, say, t, unit } from "./words.js";

/** Time limit of a long search, in seconds. */
const LONG = 300;

/** The labels of the key buttons. */
const FACES = { left: "←", down: "↓", up: "↑", right: "→" };

/** @typedef {import("./midend.js").Rest} Rest */
/** @typedef {import("./words.js").Word} Word */

export class Table {
  /** @param {Midend} midend @param {{moved: () => void, edit: () => void, metrics: string[], metric: (metric: string) => void}} app */
  constructor(midend, app) {
    this.midend = midend;
    this.app = app;
    this.board = new Board();
    this.live = h("p", { class: "live", role: "status", "aria-live": "polite" });
    this.hand = new Hand(this.board, midend, {
      tell: (text) => this.#narrate(text),
      wrong: (reason) => this.#message(reason ? say(reason) : "", "wrong"),
      held: (held, turns) => this.#holding(held, turns),
    });
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {{stop: () => void} | null} */
    this.work = null;
    /** The buttons of the keys. @type {Map<string, HTMLButtonElement>} */
    this.pad = new Map();
    this.message = h("div", { class: "message", role: "alert" });
    this.caption = h("p", { class: "caption" });
    this.counter = h("output", { class: "counter" });
    this.timer = h("output", { class: "timer" });
    this.left = h("output", { class: "facts" });
    this.list = h("ol", { class: "line", "aria-label": t("yours") });
    this.tools = h("div", { class: "row tools" });
    this.panel = h("div", { class: "panel" });
    this.judge = h("input", { type: "checkbox", onchange: () => this.#refresh() });
    this.buttons = this.#buttons();
    this.element = this.#layout();
    this.ticking = setInterval(() => this.#clock(), 500);
    midend.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail));
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.#shortcut(event);
    document.addEventListener("keydown", this.onkey);
    this.board.draw(midend.position.scene);
    this.#refresh();
  }

  /** Ends everything in progress. */
  leave() {
    clearInterval(this.ticking);
    this.replay?.pause();
    this.work?.stop();
    document.removeEventListener("keydown", this.onkey);
  }

  #buttons() {
    const button = (/** @type {Word} */ word, /** @type {() => void} */ act, look = "") =>
      h("button", { type: "button", class: look, onclick: act }, t(word));
    return {
      undo: button("undo", () => void this.midend.undo()),
      redo: button("redo", () => void this.midend.redo()),
      restart: button("restart", () => void this.midend.restart()),
      hint: button("hint", () => void this.#hint(), "primary"),
      giveUp: button("giveUp", () => void this.#giveUp()),
      watch: button("watch", () => this.#watch()),
      edit: button("edit", () => this.app.edit()),
      share: button("share", () => this.#share()),
    };
  }

  #layout() {
    const { position } = this.midend;
    const { undo, redo, restart, hint, giveUp, watch, edit, share } = this.buttons;
    const metrics = this.app.metrics.length > 1 && h(
      "label",
      { class: "quiet" },
      t("metric"),
      " ",
      h("select", { onchange: (/** @type {Event} */ event) => this.app.metric(/** @type {HTMLSelectElement} */ (event.target).value) },
        ...this.app.metrics.map((metric) => h("option", { value: metric, selected: metric === position.metric }, unit(metric)))),
    );
    return h(
      "main",
      { class: "table", id: "main" },
      h("header", { class: "heading" }, h("h1", {}, say(position.titles)), position.source && h("p", { class: "source" }, position.source)),
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
        h("div", { class: "row" }, undo, redo, restart),
        h("div", { class: "row" }, hint, giveUp),
        this.message,
        this.panel,
        h("div", { class: "row" }, h("label", { class: "check" }, this.judge, " ", t("judge")), this.left),
        this.list,
        h("div", { class: "row" }, watch, edit, share),
        metrics || null,
        h("p", { class: "help" }, this.#help()),
        this.live,
      ),
    );
  }

  /** Buttons for the puzzle's keys, for users without a keyboard. */
  #pad() {
    for (const { key, arrow, label } of this.midend.position.scene.keys) {
      const place = `key key-${arrow ?? "none"}`;
      const look = { type: "button", class: place, title: key, "data-key": key, "aria-label": say(label) };
      this.pad.set(key, h("button", { ...look, onclick: () => void this.hand.press(key) }, arrow ? FACES[arrow] : say(label)));
    }
    return h("div", { class: "pad", role: "group" }, ...this.pad.values());
  }

  /** How to play. The puzzle's own keys take precedence over the page's. */
  #help() {
    if (!this.hand.keyed) return t("help");
    const { keys } = this.midend.position.scene;
    const own = keys.map(({ key, label }) => `${key} ${say(label)}`).join(t("comma"));
    const others = /** @type {[string, Word][]} */ ([["u", "undo"], ["y", "redo"], ["h", "hint"]]);
    const left = others.filter(([letter]) => keys.every(({ key }) => key !== letter));
    return t("helpKeys", { own, others: left.map(([letter, word]) => `${letter.toUpperCase()} ${t(word)}`).join(t("comma")) });
  }

  /** @param {string} text */
  #narrate(text) {
    this.live.textContent = text;
  }

  /** @param {string} text @param {string} [look] @param {...Node} more */
  #message(text, look = "", ...more) {
    this.message.className = `message ${look}`;
    this.message.replaceChildren(...(text ? [h("p", {}, text)] : []), ...more);
  }

  /** @param {boolean} held @param {boolean} turns */
  #holding(held, turns) {
    const button = (/** @type {Word} */ word, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, t(word));
    if (held) this.#message("");
    this.tools.replaceChildren(
      ...(held && turns ? [button("turn", () => this.hand.turn(false)), button("flip", () => this.hand.turn(true))] : []),
      ...(held ? [button("letGo", () => this.hand.letGo())] : []),
    );
  }

  /** @param {{how: string, step: import("./midend.js").Step | null}} change */
  #changed({ how, step }) {
    const { position, line } = this.midend;
    this.#closePanel();
    this.#message("");
    this.board.draw(position.scene, { step });
    this.#refresh();
    this.app.moved();
    if (how === "move") {
      const notes = position.scene.notes.map(say).join(t("comma"));
      this.#narrate([line[line.length - 1], notes].filter(Boolean).join(". "));
    }
    if (position.standing !== "open") this.#ended();
  }

  #refresh() {
    const { position, line, future } = this.midend;
    this.#caption(position.scene.notes);
    void this.#count();
    const best = position.optimal === null ? "" : ` / ${t("best", { n: position.optimal, metric: unit(position.metric, position.optimal) })}`;
    this.counter.value = t("made", { n: line.length, metric: unit(position.metric, line.length) }) + best;
    this.#clock();
    this.buttons.undo.disabled = line.length === 0;
    this.buttons.redo.disabled = future.length === 0;
    this.buttons.restart.disabled = line.length === 0;
    const { solve, explore, steps } = position.abilities;
    const over = position.standing !== "open";
    this.buttons.hint.disabled = over || !solve;
    this.buttons.giveUp.disabled = over || !solve;
    this.buttons.watch.disabled = !solve && !explore && !steps;
    this.judge.disabled = !solve;
    this.board.svg.setAttribute("aria-label", [say(position.titles), ...position.scene.notes.map(say)].join(". "));
    const shown = Math.max(0, line.length - 200);
    this.list.start = shown + 1;
    this.list.replaceChildren(
      ...line.slice(shown).map((move, index) => {
        const at = shown + index;
        const verdict = h("span", { class: "verdict" });
        if (this.judge.checked && at >= line.length - 20) void this.#verdict(at, verdict);
        return h("li", {}, h("button", { type: "button", class: "move", onclick: () => void this.midend.back(at + 1) }, move), verdict);
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
  async #count() {
    const { position, line, puzzle } = this.midend;
    this.left.value = "";
    if (!this.judge.checked || !position.abilities.count || position.standing !== "open") return;
    const { outcome, solutions } = await api.count(puzzle, line);
    if (this.midend.line === line && outcome !== "stopped") this.left.value = t("solutionsLeft", { n: Number(solutions) });
  }

  #clock() {
    this.timer.value = clock(this.midend.seconds);
  }

  /** Says whether a move of the line was best. @param {number} at @param {HTMLElement} where */
  async #verdict(at, where) {
    const { line } = this.midend;
    const [before, after] = await Promise.all([this.midend.rest(line.slice(0, at)), this.midend.rest(line.slice(0, at + 1))]);
    const look = (/** @type {string} */ name, /** @type {string} */ text) => {
      where.className = `verdict ${name}`;
      where.textContent = text;
    };
    if (before.outcome === "unsolvable") look("", "");
    else if (after.outcome === "unsolvable") look("bad", `✗ ${t("deadEnd")}`);
    else if (before.proved && after.proved && before.cost !== null && after.cost !== null) {
      const longer = after.cost + 1 - before.cost;
      if (this.midend.position.alike || longer === 0) look("good", `✓ ${t(this.midend.position.alike ? "stillFits" : "isBest")}`);
      else look("bad", t("notBest", { n: longer }));
    } else if (before.score !== null && after.score !== null && before.proved && after.proved) {
      look(after.score < before.score ? "bad" : "good", after.score < before.score ? `−${before.score - after.score}` : `✓ ${t("isBest")}`);
    } else look("", "?");
  }

  #ended() {
    const { position, line } = this.midend;
    const best = position.optimal !== null && line.length <= position.optimal && position.score === null && !position.alike;
    const word = position.standing === "solved" ? (best ? "solvedBest" : "solved") : position.standing === "over" ? "over" : "lost";
    const facts = [t("made", { n: line.length, metric: unit(position.metric, line.length) }), t("time", { t: clock(this.midend.seconds) })];
    if (position.score !== null) facts.unshift(t("score", { n: position.score }));
    this.#message(t(word), position.standing === "lost" ? "wrong" : "solved", h("p", { class: "facts" }, facts.join(" · ")));
    this.#narrate(`${t(word)} ${facts.join(t("comma"))}`);
  }

  /** The message when there is no way on. */
  async #hopeless() {
    const { reason } = await this.midend.rest();
    if (reason) this.board.mark("wrong", reason.cells);
    const why = reason ? ` ${say(reason)}.` : "";
    if (this.midend.line.length === 0) {
      this.#message(t("unsolvableStart") + why, "wrong");
      return;
    }
    const back = h("button", { type: "button", class: "primary", onclick: () => void this.#guard(() => this.#back()) }, t("goBack"));
    this.#message(t("unsolvable") + why, "wrong", back);
  }

  /** Goes back to the last position known to have a solution. */
  async #back() {
    const { midend } = this;
    const { line } = midend;
    this.#message(t("searching"), "busy");
    const { moves, last } = await midend.lastSolvable();
    if (midend.line !== line) return;
    if (moves >= 0) await midend.back(moves);
    if (moves < 0) this.#message(t(last ? "unsolvableStart" : "noneKnown"), "wrong");
    else if (!last) this.#message(t("laterUnknown"), "");
  }

  /**
   * The rest of the line from here: at once, or after a search that can be stopped.
   * @returns {Promise<Rest | null>} null if the user stopped it or moved on
   */
  async #rest() {
    const { midend } = this;
    const { line } = midend;
    const waiting = setTimeout(() => this.#message(t("searching"), "busy"), 250);
    const first = await midend.rest().finally(() => clearTimeout(waiting));
    if (midend.line !== line) return null;
    if (first.outcome !== "stopped") return first;
    return new Promise((resolve, reject) => {
      const start = api.Job.start("solve", midend.puzzle, line, { time: LONG }, {
        progress: (progress) => this.#message(t("searched", { n: progress.stored || progress.expanded }), "busy", stop),
        answer: (answer) => {
          this.work = null;
          const found = rest(answer);
          midend.learn(line, found);
          resolve(midend.line === line ? found : null);
        },
        error: reject,
      });
      start.catch(reject);
      const stop = h("button", { type: "button", onclick: () => void start.then((job) => job.stop()) }, t("stop"));
      this.work = { stop: () => void start.then((job) => job.close(), () => {}) };
      this.#message(t("searching"), "busy", stop);
    });
  }

  async #hint() {
    this.hand.letGo();
    this.#closePanel();
    const found = await this.#guard(() => this.#rest());
    if (!found) return;
    if (found.outcome === "unsolvable") return this.#hopeless();
    const move = found.line[0];
    if (move === undefined) {
      this.#message(t(found.memory ? "memory" : "unknown"), "");
      return;
    }
    this.#point(move);
    const left = found.cost ?? found.line.length;
    const metric = unit(this.midend.position.metric, left);
    if (found.score !== null) this.#message(t(found.proved ? "hintProved" : "hintFound", { move, n: found.score }), "hint");
    else if (this.midend.position.alike) this.#message(t("hintFits", { move }), "hint");
    else this.#message(t(found.proved ? "hintBest" : "hintFoundMoves", { move, n: left, m: left - 1, metric }), "hint");
  }

  /** Shows a move on the board. @param {string} move */
  #point(move) {
    const choice = this.midend.position.choices.find((c) => c.move === move);
    if (choice?.to) {
      const { pieces } = this.midend.position.scene;
      this.board.mark("hint-from", pieces[choice.piece ?? 0].cells);
      this.board.mark("hint", choice.to);
    } else if (choice?.key) {
      const button = this.pad.get(choice.key);
      button?.classList.add("pressed");
      setTimeout(() => button?.classList.remove("pressed"), 1500);
    }
  }

  async #giveUp() {
    this.hand.letGo();
    this.#closePanel();
    const found = await this.#guard(() => this.#rest());
    if (!found) return;
    if (found.outcome === "unsolvable") return this.#hopeless();
    if (found.line.length === 0) {
      this.#message(t(found.memory ? "memory" : "unknown"), "");
      return;
    }
    const { position, line } = this.midend;
    const cost = found.cost ?? found.line.length;
    const label = !found.proved
      ? t("bestFound")
      : found.score !== null
        ? t("bestPlay", { n: found.score })
        : position.alike
          ? t("solution")
          : t("shortest", { n: cost, metric: unit(position.metric, cost) });
    await this.#watchLine(line, found.line, label);
    this.replay?.play();
  }

  /**
   * Plays a line on the board, then returns to the player's position.
   * @param {string[]} from
   * @param {string[]} moves
   * @param {string} label
   */
  async #watchLine(from, moves, label) {
    this.#closePanel();
    this.#message("");
    this.hand.resting = true;
    this.replay = new Replay(this.board, this.midend.position.scene, {
      tell: (text) => this.#narrate(text),
      notes: (notes) => this.#caption(notes),
      done: () => this.#closePanel(),
      label,
    });
    this.replayed = { from, moves };
    this.panel.replaceChildren(this.replay.element);
    this.element.classList.add("watching");
    await this.replay.load(this.midend.puzzle, from, moves);
  }

  /** Returns to the player's position. */
  #closePanel() {
    this.work?.stop();
    this.work = null;
    if (this.panel.childNodes.length === 0) return;
    this.replay?.pause();
    this.replay = null;
    this.hand.resting = false;
    this.panel.replaceChildren();
    this.element.classList.remove("watching");
    this.board.mark("wrong", []);
    this.board.draw(this.midend.position.scene, { glide: 0 });
    this.#caption(this.midend.position.scene.notes);
  }

  #watch() {
    this.hand.letGo();
    this.#closePanel();
    this.#message("");
    this.hand.resting = true;
    const watched = watching(this.midend, this.board, (text) => this.#message(text), () => this.#closePanel());
    this.work = watched;
    this.panel.replaceChildren(watched.element);
    this.element.classList.add("watching");
  }

  #share() {
    this.hand.letGo();
    const shown = this.replay && this.replayed ? [...this.replayed.from, ...this.replayed.moves] : this.midend.line;
    const dialog = sharing(this.midend, this.board, shown);
    this.element.append(dialog);
    dialog.showModal();
  }

  /** Does something that needs the server, and reports failures. @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
  async #guard(work) {
    try {
      return await work();
    } catch (error) {
      this.#message(failure(error), "wrong");
      return null;
    }
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const busy = event.target instanceof HTMLElement && event.target.matches("input, textarea, select, dialog *");
    if (busy || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const key = this.hand.meant(event.key);
    if (key !== undefined) {
      if (event.target instanceof HTMLButtonElement && event.key === " ") return;
      event.preventDefault();
      void this.hand.press(key);
      return;
    }
    const acts = { u: () => this.midend.undo(), y: () => this.midend.redo(), h: () => this.#hint() };
    const act = /** @type {Record<string, () => unknown>} */ (acts)[event.key.toLowerCase()];
    if (act && !this.hand.resting) void act();
  }
}
