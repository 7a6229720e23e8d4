// The editor of games that are written in a language: the source, and beside it the game as it runs, its levels to
// paint, and what a solver finds out about them.

import * as api from "../../engine/api.js";
import * as file from "../../game/source-file.js";
import { button, fileButton, iconButton, select } from "../../i18n/controls.js";
import { errorMessage } from "../../i18n/errors.js";
import { say, t } from "../../i18n/language.js";
import { h, row, save } from "../../lib/dom.js";
import { fileName } from "../../lib/files.js";
import { Latest } from "../../lib/latest.js";
import { share } from "../../table/share.js";
import { byLine, Diagnostics, hasErrors } from "./diagnostics.js";
import { LevelPicker, told } from "./level-picker.js";
import { doubled, essence, levelsOf, painted, resized } from "./levels.js";
import { Painter } from "./painter.js";
import { Running } from "./running.js";
import { Signs } from "./signs.js";
import { Solver } from "./solver.js";
import { TextView } from "./text-view.js";

/** Milliseconds without a change before the source is compiled. */
const PAUSE = 300;

/**
 * @param {Family} family
 * @param {string} text of the instance
 * @param {{signal: AbortSignal, level?: number, examples: readonly (readonly [name: string, title: string])[],
 *   play: (text: string) => void, changed: (text: string) => Promise<void>}} app
 * the level is the one to begin with, by default that of the text
 */
export function sourceEditor(family, text, app) {
  const script = { name: family.name, script: family.script ?? "" };
  const begun = file.opened(text, script.script);
  let level = app.level ?? begun.level;
  let timer = 0;
  /** Whether a brush is on the board. */
  let isPainting = false;
  /** Whether the search was stopped by hand. */
  let halted = false;
  /** Whether the game that runs is the one that is written. */
  let isGood = false;
  /** The sources looked at: of one that was changed since, nothing is said. */
  const looks = new Latest();
  const instance = (source = view.text, number = level) => file.written(script, source, number);
  const puzzle = (/** @type {string} */ source, number = 1) => ({ instance: instance(source, number) });

  const view = new TextView(begun.source, t("sourceText"), () => changed());
  const begunText = view.text;
  const diagnostics = new Diagnostics((line) => view.go(line));
  const status = h("p", { class: "message", role: "status" });
  const running = new Running(script.script, {
    go: (line) => view.go(line),
    paint: (cell) => painter.paint(cell),
    stroke: (begins) => stroke(begins),
  });
  const signs = new Signs();
  const solver = new Solver(() => showFindings());
  const picker = new LevelPicker((number) => choose(number));
  const painter = new Painter(signs, {
    paint: (cell, sign) => view.write(painted(view.text, level - 1, cell, sign)),
    resize: (side, sign) => alone(() => resized(view.text, level - 1, side, sign)),
    stroke: (begins) => stroke(begins),
  });
  const solution = h("span", { role: "status" });
  const playSolution = button("playWin", () => {
    const found = solver.of(keyOf(level - 1));
    if (found) void running.play(found.line);
  });
  const longer = button("seekLonger", () => {
    const [wanted, ...others] = queue();
    halted = false;
    solver.insist(wanted, others);
  });
  const halt = button("stop", () => {
    halted = true;
    solver.stop();
    showFindings();
  });
  const play = button("play", () => app.play(instanceText()), "primary");
  const shareButton = button("share", async () => {
    // What was typed a moment ago is shared, too.
    clearTimeout(timer);
    await inspect();
    const { midend, board } = running;
    if (!isGood || !midend || !board) return;
    share(main, midend, board, midend.line);
  });
  const undo = iconButton("↶", "undoText", () => view.undo(false));
  const redo = iconButton("↷", "redoText", () => view.undo(true));
  const open = fileButton("openFile", ".txt,.toml,text/plain", (taken) => {
    take(taken.replaceAll("\r\n", "\n"));
  });
  const examples = select(
    [["", t("examples")], ...app.examples],
    "",
    (name) => {
      examples.value = "";
      if (name)
        void api.position({ instance: name }, []).then(
          ({ text }) => take(text),
          () => {},
        );
    },
    t("examples"),
  );

  /** Goes on with another game, which Undo takes back. @param {string} text */
  function take(text) {
    const opened = file.opened(text, script.script);
    // A puzzle of another family is not written here.
    if (opened.source === "") return app.play(text);
    level = opened.level;
    alone(() => opened.source);
  }

  /** The instance that is written: the file itself, until something is changed. */
  function instanceText() {
    return view.text === begunText && level === begun.level ? text : instance();
  }

  /** A change of its own for Undo. @param {() => string} change */
  function alone(change) {
    view.part();
    view.write(change());
    view.part();
  }

  /** What the level of this index depends on. @param {number} index @param {import("./levels.js").Level[]} [levels] */
  function keyOf(index, levels = levelsOf(view.text)) {
    return levels[index] ? essence(view.text, levels[index]) : "";
  }

  /** The levels to look at, the one that is written first. */
  function queue() {
    const levels = levelsOf(view.text);
    return levels
      .map((_, at) => (at === 0 ? level - 1 : at <= level - 1 ? at - 1 : at))
      .filter((at) => levels[at])
      .map((at) => ({ key: keyOf(at, levels), puzzle: puzzle(view.text, at + 1) }));
  }

  /** @param {number} number */
  function choose(number) {
    level = number;
    void app.changed(instanceText());
    draw();
    view.reveal(levelsOf(view.text)[level - 1].line + 1);
    if (!isGood) return;
    void running.open(puzzle(view.text, level), level, []);
    seek();
  }

  /** Whoever writes in the rows of a level wants to see that one. */
  function follow() {
    if (document.activeElement !== view.area) return;
    const line = view.text.slice(0, view.area.selectionStart).split("\n").length - 1;
    const at = levelsOf(view.text).findIndex(
      ({ line: first, rows }) => line >= first && line < first + rows.length,
    );
    if (at >= 0) level = at + 1;
  }

  function changed() {
    solver.stop();
    looks.stop();
    // Until it was looked at, the game that runs is another one.
    isGood = false;
    later();
    follow();
    draw();
  }

  /** Looks at what is written as soon as nothing changes any more: the board must not go from under the brush. */
  function later() {
    clearTimeout(timer);
    if (!isPainting) timer = setTimeout(() => void inspect(), PAUSE);
  }

  /** A stroke is one change. @param {boolean} begins */
  function stroke(begins) {
    view.part();
    isPainting = begins;
    if (begins) clearTimeout(timer);
    else if (!isGood) later();
  }

  function seek() {
    halted = false;
    solver.look(queue());
  }

  /** Shows what follows from the text alone. */
  function draw() {
    const levels = levelsOf(view.text);
    // Levels that are gone for a moment, in a comment that is being written, come back.
    if (levels.length > 0) level = Math.max(1, Math.min(level, levels.length));
    painter.show(levels[level - 1]);
    running.painted(painter.scene);
    undo.disabled = !view.can(false);
    redo.disabled = !view.can(true);
    showFindings(levels);
  }

  /** Shows what is known of the levels. */
  function showFindings(levels = levelsOf(view.text)) {
    const known = levels.map((_, at) => {
      const key = keyOf(at, levels);
      return { found: solver.of(key), sought: key === solver.current };
    });
    picker.show(level, known);
    const { found, sought } = known[level - 1] ?? { found: undefined, sought: false };
    solution.textContent = isGood || found ? told(found, sought) : "";
    solution.className = found?.what === "impossible" ? "bad" : found?.what === "won" ? "good" : "";
    playSolution.hidden = sought || !isGood || found?.what !== "won";
    const unknown = found ? found.what === "nothing" && !found.memory : halted;
    longer.hidden = sought || !isGood || !unknown;
    halt.hidden = solver.current === "";
  }

  async function inspect() {
    view.part();
    const source = view.text;
    const signal = looks.begin();
    void app.changed(instanceText());
    try {
      const found = await api.diagnose(puzzle(source, level), signal);
      if (signal.aborted) return;
      view.mark(byLine(found.diagnostics));
      diagnostics.show(found.diagnostics);
      isGood = !hasErrors(found.diagnostics);
      status.className = isGood ? "hidden" : "message wrong";
      status.textContent = isGood || !running.midend ? "" : t("lastGood");
      play.disabled = shareButton.disabled = !isGood;
      if (isGood) await signs.load(source, found.characters, puzzle, signal);
      if (signal.aborted) return;
      draw();
      if (!isGood) return;
      const played = running.level === level ? (running.midend?.line ?? []) : [];
      await running.open(puzzle(source, level), level, played);
      if (signal.aborted) return;
      showFindings();
      seek();
    } catch (error) {
      if (signal.aborted) return;
      status.className = "message wrong";
      status.textContent = errorMessage(error);
    }
  }

  const main = h(
    "main",
    {
      class: "editor source-editor",
      id: "main",
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const key = event.key.toLowerCase();
        if (!(event.ctrlKey || event.metaKey) || !/^[zy]$/.test(key)) return;
        event.preventDefault();
        view.undo(key === "y" || event.shiftKey);
      },
    },
    h("h1", {}, say(family.title)),
    h(
      "section",
      { class: "writing" },
      row(
        undo,
        redo,
        ...open,
        app.examples.length > 0 && examples,
        button("saveText", () => {
          save(
            `${fileName(file.titleOf(view.text) || "game")}.txt`,
            new Blob([view.text], { type: "text/plain" }),
          );
        }),
        shareButton,
        play,
      ),
      view.element,
      diagnostics.element,
    ),
    h(
      "section",
      { class: "side" },
      row(
        picker.element,
        button(
          "copyLevel",
          () => {
            alone(() => doubled(view.text, level - 1));
            level++;
            draw();
          },
          "quiet",
        ),
      ),
      status,
      painter.brushes,
      running.element,
      h("div", { class: "row solution" }, solution, playSolution, longer, halt),
      painter.element,
    ),
  );
  app.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    looks.stop();
    solver.stop();
    running.end();
  });
  draw();
  void inspect();
  return main;
}
