// The game that is being written, as it runs: the same inputs are played again whenever it has changed.

import { Board } from "../../board/board.js";
import { Course } from "../../board/screens.js";
import { soundsOf } from "../../game/game-sounds.js";
import { Hand } from "../../game/hand.js";
import { Midend } from "../../game/midend.js";
import { button, labelled } from "../../i18n/controls.js";
import { errorMessage } from "../../i18n/errors.js";
import { say, sentence, t, unit } from "../../i18n/language.js";
import { h, onRelease, row } from "../../lib/dom.js";
import { Latest } from "../../lib/latest.js";
import { KeyPad, puzzleKeys } from "../../table/key-pad.js";
import { Replay } from "../../table/replay.js";

export class Running {
  /** @type {Midend | null} */
  midend = null;
  /** The number of the level that runs. */
  level = 0;
  /** @type {Board | null} */
  board = null;
  /** @type {Course | null} */
  #course = null;
  /** @type {ReturnType<typeof soundsOf>} */
  #sounds = null;
  /** @type {Hand | null} */
  #hand = null;
  /** @type {Replay | null} */
  #replay = null;
  #life = new AbortController();
  #opens = new Latest();
  /** Ends with the stroke of the brush. @type {Promise<void>} */
  #stroke = Promise.resolve();
  #stage = h("div", { class: "stage" });
  #said = h("p", { role: "status" });
  #panel = h("div");
  #undo = button("undo", () => void this.midend?.undo());
  #restart = button("restart", () => void this.midend?.restart());
  #moves = h("span", { class: "facts" });
  /** The rules that acted in the last move. */
  #acted = h("p", { class: "row acted" });
  /** Whether the pointer paints, where it does not swipe. */
  #paints = h("input", { type: "checkbox", checked: !matchMedia("(pointer: coarse)").matches });
  element = h(
    "div",
    { class: "running", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
    this.#stage,
    this.#said,
    this.#panel,
    row(this.#undo, this.#restart, labelled(this.#paints, "paintHere"), this.#moves),
    this.#acted,
  );

  /** @param {string} script the key of the source @param {{go: (line: number) => void, paint: (cell: At) => void, stroke: (begins: boolean) => void}} actions go: to a line */
  constructor(script, actions) {
    this.script = script;
    this.actions = actions;
  }

  /**
   * Runs a game.
   * @param {Puzzle} puzzle
   * @param {number} level its number
   * @param {string[]} line the moves to play at once, as far as they go
   */
  async open(puzzle, level, line) {
    const signal = this.#opens.begin();
    // A key that is pressed now would be played in the game that is about to go.
    this.element.setAttribute("aria-busy", "true");
    this.#hand?.suspend(true);
    try {
      const { midend } = await Midend.openLegal(puzzle, line);
      // The board stays under the brush.
      await this.#stroke;
      if (signal.aborted) return;
      this.#enter(midend);
      this.level = level;
      if (midend.line.length < line.length)
        this.#say(t("replayedUpTo", { n: midend.line.length, m: line.length }), "doubt");
    } catch (error) {
      if (signal.aborted) return;
      this.#hand?.suspend(false);
      this.#say(errorMessage(error), "wrong");
    } finally {
      if (!signal.aborted) this.element.removeAttribute("aria-busy");
    }
  }

  /** @param {Midend} midend */
  #enter(midend) {
    this.leave();
    const { signal } = this.#life;
    const board = new Board();
    const hand = new Hand(
      board,
      midend,
      {
        refused: (reason) => this.#say(reason ? sentence(say(reason)) : "", "facts"),
        failed: (why) => this.#say(why, "wrong"),
      },
      signal,
    );
    const focused = this.#stage.contains(document.activeElement);
    [this.midend, this.board, this.#hand] = [midend, board, hand];
    this.#course = new Course(board);
    this.#sounds = soundsOf(midend.position, this.script);
    this.#paint(board);
    const pad = new KeyPad(puzzleKeys(midend.position.scene.keys), (key) => void hand.press(key));
    this.#stage.replaceChildren(board.svg, pad.element);
    board.svg.setAttribute("aria-label", t("board"));
    midend.on(
      "change",
      (change) => {
        this.#show(change);
        this.#sounds?.changed(change.how, change.before.position, midend.position);
      },
      signal,
    );
    midend.on("failed", (error) => this.#say(errorMessage(error), "wrong"), signal);
    this.#show({ step: null });
    if (focused) board.svg.focus({ preventScroll: true });
  }

  /** Lets the pointer paint the start of the level on the board. @param {Board} board */
  #paint(board) {
    let last = "";
    const paint = (/** @type {PointerEvent} */ event) => {
      const cell = /** @type {At} */ (board.point(event).map(Math.floor));
      const { rows = 0, columns = 0 } = board.scene ?? {};
      const isCell = cell[0] >= 0 && cell[0] < rows && cell[1] >= 0 && cell[1] < columns;
      if (!isCell || last === String(cell)) return;
      last = String(cell);
      this.actions.paint(cell);
    };
    const svg = board.svg;
    // Before the hand, which would swipe.
    svg.addEventListener(
      "pointerdown",
      (event) => {
        if (!this.#paints.checked || event.button !== 0 || this.#replay) return;
        event.stopImmediatePropagation();
        svg.setPointerCapture(event.pointerId);
        this.actions.stroke(true);
        last = "";
        paint(event);
        this.#stroke = new Promise((resolve) => {
          const signal = onRelease(() => {
            this.actions.stroke(false);
            resolve();
          });
          svg.addEventListener("pointermove", paint, { signal });
        });
      },
      { capture: true },
    );
  }

  /** Shows the level as it is painted, where nothing was played on it. @param {Scene | null} scene */
  painted(scene) {
    if (scene && this.midend?.line.length === 0 && !this.#replay) this.board?.draw(scene, { glide: 0 });
  }

  /** @param {{step: Step | null, how?: string}} change */
  #show({ step, how }) {
    const { midend, board } = this;
    if (!midend || !board) return;
    this.#closeReplay();
    const { between = [], acted = [] } = midend.position;
    this.#course?.draw(midend.scene, how === "move" ? between : [], { step });
    const lines = acted.map((line) => {
      const name = t("lineOf", { n: line });
      return h("button", { type: "button", class: "quiet", onclick: () => this.actions.go(line) }, name);
    });
    this.#acted.replaceChildren(...(lines.length > 0 ? [t("acted"), ...lines] : []));
    const { line, standing } = midend.position;
    const focused = document.activeElement;
    this.#undo.disabled = this.#restart.disabled = line.length === 0;
    if (focused instanceof HTMLButtonElement && focused.disabled) board.svg.focus({ preventScroll: true });
    this.#moves.textContent = `${line.length} ${unit("moves", line.length)}`;
    if (standing === "solved") this.#say(t("solved"), "good");
    else this.#say("", "");
  }

  /** @param {string} text @param {string} look */
  #say(text, look) {
    this.#said.className = look;
    this.#said.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { midend, board } = this;
    if (!midend || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#replay?.key(event)) {
      event.preventDefault();
      return;
    }
    if (event.target !== board?.svg) return;
    // Players of these games expect Z and R.
    const act = { z: () => midend.undo(), r: () => midend.restart() }[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      void act();
    } else this.#hand?.key(event);
  }

  /** Plays a line from the start of the level. @param {string[]} line */
  async play(line) {
    const { midend, board } = this;
    if (!midend || !board) return;
    this.#closeReplay();
    this.#hand?.suspend(true);
    const replay = new Replay(board, midend.position.scene, {
      done: () => this.#back(),
      playOn: (played) => void midend.jump(played),
      label: t("playWin"),
    });
    this.#replay = replay;
    this.#panel.replaceChildren(replay.element);
    if (!(await replay.load(midend.puzzle, [], line).catch(() => false))) return;
    replay.toggle.focus({ preventScroll: true });
    replay.play();
  }

  #back() {
    this.#closeReplay();
    if (!this.midend || !this.board) return;
    this.board.draw(this.midend.scene, { glide: 0 });
    this.board.svg.focus({ preventScroll: true });
  }

  #closeReplay() {
    this.#replay?.leave();
    this.#replay = null;
    this.#panel.replaceChildren();
    this.#hand?.suspend(false);
  }

  /** Ends the game that runs, and one that is still to come. */
  end() {
    this.#opens.stop();
    this.leave();
  }

  /** Ends the game that runs. */
  leave() {
    this.#closeReplay();
    this.#course?.stop();
    this.midend?.end();
    this.#life.abort();
    this.#life = new AbortController();
  }
}
