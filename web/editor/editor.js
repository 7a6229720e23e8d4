// The editor: the text of an instance file, and grids to paint its boards. While the user types, the server
// reports what is wrong and where.

import * as api from "../engine/api.js";
import { arrowStep } from "../game/arrow-keys.js";
import { button, fileButton } from "../i18n/controls.js";
import { refusal } from "../i18n/errors.js";
import { language, say, sentence, t } from "../i18n/language.js";
import { h, row, save } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import { calledFor } from "../library/shelf.js";
import { BLOCKS, letters, placed } from "./blocks.js";
import { DrawnBoard, Looks } from "./drawn-board.js";
import { disowned, hasLine, rowsOf, toggled, withGoalAsBoard, withRows } from "./instance-text.js";
import { letterSet } from "./letter-set.js";

/** Milliseconds without a change before the text is checked. */
const PAUSE = 150;
/** Rows and columns of a board, at most. */
const MAX_SIDE = 128;
/** Seconds for telling whether a puzzle has a solution. */
const QUICK = 3;
/** Texts that Undo goes back to, at most. */
const UNDONE = 200;

/**
 * @param {Family} family
 * @param {string} text
 * @param {{play: (text: string) => void, changed: (text: string) => Promise<void>, leave: (family: string) => void}}
 *   app
 */
export function editor(family, text, app) {
  let brush = family.brushes[0]?.characters[0] ?? " ";
  /** The block that is put down, in place of a brush. @type {import("./blocks.js").Size | null} */
  let block = null;
  const blockLetters = letters(family);
  /** Whether a block is being dragged from the tray. */
  let dragging = false;
  /** What new cells of a board are filled with. */
  const filler = family.brushes[family.brushes.length - 1]?.characters[0] ?? " ";
  let timer = 0;
  /** The texts looked at: of one that was changed since, nothing is said. */
  const inspections = new Latest();
  /** The texts before each change. @type {string[]} */
  const before = [];
  let last = text;
  /** What the player began with. */
  const origin = text;
  /** @type {{key: string, row: number, column: number} | null} */
  let fault = null;
  const area = h("textarea", {
    rows: 18,
    spellcheck: "false",
    "aria-label": t("file"),
    oninput: () => changed(),
  });
  area.value = text;
  const heading = h("h1", {}, `${t("make")}: ${say(family.title)}`);
  const status = h("p", { class: "message", role: "status" });
  const play = button("play", () => app.play(area.value), "primary");
  const drawn = { board: new DrawnBoard(), goal: new DrawnBoard() };
  const looks = new Looks();
  const grids = h("div", { class: "grids" });
  const palette = h(
    "div",
    { class: "palette", role: "radiogroup", "aria-label": t("brush") },
    ...blocks(),
    ...brushes(),
  );
  const switches = family.lines
    .filter((line) => !line.brush && !line.letters)
    .map((line) => {
      const box = h("input", {
        type: "checkbox",
        onchange: () => write(() => (area.value = toggled(area.value, line.text))),
      });
      return { line, box, label: h("label", {}, box, " ", say(line.about)) };
    });

  const sets = family.lines.flatMap(({ text: line, about, letters }) =>
    letters ? [letterSet(family, { line, about: say(about), letters }, area, write)] : [],
  );

  function brushes() {
    return family.brushes.map(({ characters, about }) =>
      h(
        "div",
        { class: "brushes" },
        h("span", { class: "facts" }, say(about)),
        ...[...characters].map((character) =>
          h(
            "label",
            { class: "brush" },
            h("input", {
              type: "radio",
              name: "brush",
              value: character,
              checked: character === brush,
              "aria-label": `${say(about)} ${character}`,
              onchange: () => {
                brush = character;
                block = null;
              },
            }),
            looks.face(character, look(character)),
          ),
        ),
      ),
    );
  }

  /** Of many characters for one thing, those in use are offered, and one more. */
  function offer() {
    const used = new Set(["board", "goal"].flatMap((key) => rowsOf(area.value, key)?.flat() ?? []));
    for (const { characters } of family.brushes) {
      const next = [...characters].find((one) => !used.has(one));
      const offered = (/** @type {string} */ one) => one === next || one === brush || used.has(one);
      for (const one of characters)
        looks.faces
          .get(one)
          ?.parentElement?.classList.toggle("hidden", characters.length > 12 && !offered(one));
    }
  }

  /** Blocks to choose, or to drag onto a board. */
  function blocks() {
    if (blockLetters === "") return [];
    const pick = (/** @type {import("./blocks.js").Size} */ size) => {
      const [height, width] = size;
      const name = `${t("blocks")} ${height}×${width}`;
      const input = h("input", {
        type: "radio",
        name: "brush",
        value: `${height}x${width}`,
        "aria-label": name,
        onchange: () => (block = size),
      });
      const squares = Array.from({ length: height * width }, () => h("i", {}));
      const label = h("label", { class: "brush block", title: name }, input, h("span", {}, ...squares));
      label.style.setProperty("--across", String(width));
      label.addEventListener("pointerdown", (event) => {
        // The finger that takes it up may lift over the board.
        if (label.hasPointerCapture(event.pointerId)) label.releasePointerCapture(event.pointerId);
        input.checked = true;
        block = size;
        dragging = true;
      });
      label.addEventListener("pointerup", () => (dragging = false));
      return label;
    };
    return [h("div", { class: "brushes" }, h("span", { class: "facts" }, t("blocks")), ...BLOCKS.map(pick))];
  }

  /** How a character is shown: pieces in colours, everything else plain. @param {string} character */
  function look(character) {
    const kind = family.brushes.findIndex((b) => b.characters.includes(character));
    const many = (family.brushes[kind]?.characters.length ?? 0) > 1;
    const index = family.brushes[kind]?.characters.indexOf(character) ?? 0;
    return `cell brush-${kind}${many ? ` thing kind-${index % 12}` : ""}`;
  }

  const undo = button("undoEdit", () => back());
  undo.disabled = true;

  function back() {
    const earlier = before.pop();
    if (earlier === undefined) return;
    area.value = last = earlier;
    changed();
  }

  function changed() {
    if (area.value !== last) {
      before.push(last);
      if (before.length > UNDONE) before.shift();
      last = area.value;
    }
    undo.disabled = before.length === 0;
    inspections.stop();
    clearTimeout(timer);
    timer = setTimeout(() => void inspect(), PAUSE);
    draw();
  }

  async function inspect() {
    const looked = area.value;
    const signal = inspections.begin();
    const addressed = app.changed(looked);
    try {
      const position = await api.position({ instance: api.fileText(looked) }, [], signal);
      if (signal.aborted) return;
      if (position.puzzle !== family.name) {
        // The page goes to its address, so that must be the new one.
        await addressed;
        app.leave(position.puzzle);
      }
      // What is written may stand on another shelf of the family.
      heading.textContent = `${t("make")}: ${say(calledFor(family, position).title)}`;
      fault = null;
      status.className = "message good";
      status.textContent = t("validUnknown");
      play.disabled = false;
      show("board", position.scene, looked);
      void showGoal(looked, signal);
      if (position.abilities.solve) void judge(looked, signal);
    } catch (error) {
      if (signal.aborted) return;
      const refused = error instanceof api.RequestError ? error : null;
      const { key, row, column } = refused?.error ?? {};
      fault =
        key !== undefined && row !== undefined && column !== undefined
          ? { key, row: row - 1, column: column - 1 }
          : null;
      status.className = "message wrong";
      status.textContent = "";
      if (!refused) status.textContent = t("away");
      // Few details of a fault are in English only; where it is, and that there is one, is not.
      else if (language() === "en") status.textContent = sentence(refused.message);
      else if (refused.error.reason) status.textContent = refusal(refused.error);
      else
        status.append(
          fault ? t("fault", { r: fault.row + 1, c: fault.column + 1 }) : t("faulty"),
          h("code", { lang: "en" }, refused.message),
        );
      play.disabled = true;
    }
    mark();
  }

  /** Draws a board of the text. @param {"board" | "goal"} key @param {Scene} scene @param {string} looked */
  function show(key, scene, looked) {
    const rows = rowsOf(looked, key);
    // A box is drawn as it is not written.
    if (!rows || scene.layer_rows) return;
    drawn[key].draw(scene, rows);
    if (key === "board") looks.learn(scene, rows);
    looks.show();
    draw();
  }

  /** Draws the goal as the board that it is. @param {string} looked @param {AbortSignal} signal */
  async function showGoal(looked, signal) {
    const text = withGoalAsBoard(looked);
    if (text === null) return;
    const position = await api.position({ instance: api.fileText(text) }, [], signal).catch(() => null);
    if (position && !signal.aborted) show("goal", position.scene, looked);
  }

  /** Marks the cell at fault. The cells stay, and with them the focus, and what is being typed. */
  function mark() {
    for (const cell of grids.querySelectorAll("[data-at]")) {
      const key = cell.closest("[data-board]")?.getAttribute("data-board");
      cell.classList.toggle(
        "fault",
        fault?.key === key && cell.getAttribute("data-at") === `${fault?.row},${fault?.column}`,
      );
    }
  }

  /**
   * Says whether the puzzle has a solution, if that is quickly told.
   * @param {string} looked
   * @param {AbortSignal} signal
   */
  async function judge(looked, signal) {
    const found = await api.solve({ instance: api.fileText(looked) }, [], QUICK, signal).catch(() => null);
    if (signal.aborted || !found || found.outcome === "stopped") return;
    const none = found.outcome === "unsolvable";
    status.className = `message ${none ? "doubt" : "good"}`;
    status.textContent =
      t(none ? "validUnsolvable" : "valid") + (none && found.why ? ` ${sentence(say(found.why))}` : "");
  }

  /** @param {() => void} change */
  function write(change) {
    change();
    changed();
  }

  /** @param {"board" | "goal"} key @param {string} title */
  function grid(key, title) {
    const rows = rowsOf(area.value, key);
    if (!rows) return null;
    const width = Math.max(...rows.map((row) => row.length));
    const paint = (/** @type {number} */ row, /** @type {number} */ column) =>
      write(() => {
        const now = rowsOf(area.value, key) ?? rows;
        if (!now[row]) return;
        const placing = block && placed(area.value, now, [row, column], block, blockLetters);
        if (placing) area.value = disowned(withRows(area.value, key, placing), origin);
        if (block) return;
        while (now[row].length <= column) now[row].push(filler);
        now[row][column] = brush;
        area.value = disowned(withRows(area.value, key, now), origin);
        const line = family.lines.find((line) => line.brush === brush);
        if (line && !hasLine(area.value, line.text)) area.value = toggled(area.value, line.text);
      });
    const resize = (/** @type {number} */ height, /** @type {number} */ across) =>
      write(() => {
        const now = Array.from({ length: height }, (_, r) =>
          Array.from({ length: across }, (_, c) => rows[r]?.[c] ?? filler),
        );
        area.value = disowned(withRows(area.value, key, now), origin);
      });
    const size = (
      /** @type {import("../i18n/language.js").Phrase} */ word,
      /** @type {number} */ value,
      /** @type {(n: number) => void} */ set,
    ) =>
      h(
        "label",
        {},
        t(word),
        " ",
        h("input", {
          type: "number",
          min: 1,
          max: MAX_SIDE,
          value,
          onchange: (/** @type {Event} */ event) =>
            set(
              Math.max(
                1,
                Math.min(MAX_SIDE, Number(/** @type {HTMLInputElement} */ (event.target).value) || 1),
              ),
            ),
        }),
      );
    const cells = rows.flatMap((row, r) =>
      Array.from({ length: width }, (_, c) => {
        const character = row[c] ?? "";
        return h(
          "button",
          {
            type: "button",
            class: `${look(character)}${drawn[key].shows(r, c, character) ? " clear" : ""}`,
            "data-at": `${r},${c}`,
            "aria-label": `${t("cellAt", { r: r + 1, c: c + 1 })}: ${character || "–"}`,
            tabindex: r === 0 && c === 0 ? 0 : -1,
          },
          character,
        );
      }),
    );
    const cellOf = (/** @type {EventTarget | null} */ target) =>
      target instanceof HTMLElement ? target.dataset.at?.split(",").map(Number) : undefined;
    const table = h(
      "div",
      {
        class: "paint",
        role: "group",
        "aria-label": title,
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          const cell = cellOf(event.target);
          if (cell && event.button === 0) paint(cell[0], cell[1]);
        },
        onpointerover: (/** @type {PointerEvent} */ event) => {
          const cell = cellOf(event.target);
          // A block is put down once, where it is dropped.
          if (cell && event.buttons === 1 && !block) paint(cell[0], cell[1]);
        },
        onpointerup: (/** @type {PointerEvent} */ event) => {
          const cell = cellOf(event.target);
          if (cell && dragging) paint(cell[0], cell[1]);
          dragging = false;
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const cell = cellOf(event.target);
          if (!cell) return;
          const way = arrowStep(event.key);
          let [row, column] = cell;
          if (way) [row, column] = [row + way[0], column + way[1]];
          else if (event.key === "Enter" || event.key === " ") paint(row, column);
          else return;
          event.preventDefault();
          const next = /** @type {HTMLElement | null} */ (
            grids.querySelector(`[data-board="${key}"] [data-at="${row},${column}"]`)
          );
          next?.focus();
        },
      },
      ...cells,
    );
    table.style.setProperty("--columns", String(width));
    drawn[key].lay(table, rows);
    return h(
      "div",
      { "data-board": key },
      h("h2", {}, title),
      drawn[key].element,
      row(
        size("rows", rows.length, (n) => resize(n, width)),
        size("columns", width, (n) => resize(rows.length, n)),
      ),
    );
  }

  function draw() {
    offer();
    for (const one of sets) one.draw();
    for (const { line, box } of switches) box.checked = hasLine(area.value, line.text);
    const board = grid("board", t("board"));
    const goal = grid("goal", t("goal"));
    const rows = rowsOf(area.value, "board");
    const empty = family.brushes.find((b) => /[.]/.test(b.characters))?.characters ?? "";
    const add =
      !goal &&
      rows &&
      /goal/.test(family.template) &&
      button(
        "addGoal",
        () => {
          const blank = rows.map((row) => row.map(() => empty));
          write(() => (area.value = withRows(area.value, "goal", blank)));
        },
        "quiet",
      );
    keepFocus(() => grids.replaceChildren(...[board, goal, add || null].filter((part) => part !== null)));
    mark();
  }

  /** Keeps the focus where it is on a board that is made anew: at the same place from its end. @param {() => void} renew */
  function keepFocus(renew) {
    const focused = document.activeElement;
    const key = grids.contains(focused) ? focused?.closest("[data-board]")?.getAttribute("data-board") : null;
    const places = () =>
      /** @type {NodeListOf<HTMLElement>} */ (
        grids.querySelectorAll(`[data-board="${key}"] :is([data-at], input)`)
      );
    const before = key ? [...places()] : [];
    const place = before.indexOf(/** @type {HTMLElement} */ (focused)) - before.length;
    renew();
    if (key) [...places()].at(place)?.focus({ preventScroll: true });
  }

  draw();
  void inspect().then(() => looks.sample(family));
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target === area) return;
    event.preventDefault();
    back();
  };
  return h(
    "main",
    { class: "editor", id: "main", onkeydown, onpointerup: () => (dragging = false) },
    heading,
    h(
      "section",
      { class: "stage" },
      grids,
      h(
        "div",
        { class: "palettes" },
        palette,
        ...switches.map(({ label }) => label),
        ...sets.map(({ element }) => element),
      ),
    ),
    h(
      "section",
      { class: "side" },
      status,
      row(
        play,
        undo,
        button("save", () => save("puzzle.toml", new Blob([area.value], { type: "application/toml" }))),
        ...fileButton("openFile", ".toml,.txt,text/plain", (text) => write(() => (area.value = text))),
      ),
      h("details", { open: matchMedia("(min-width: 800px)").matches }, h("summary", {}, t("text")), area),
    ),
  );
}
