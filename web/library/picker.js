// Short forms: sets of pieces to choose from pictures, and others to type in.

import { Board } from "../board/board.js";
import { extent } from "../board/outline.js";
import { cellsAt } from "../board/seams.js";
import * as api from "../engine/api.js";
import { button } from "../i18n/controls.js";
import { say, sentence, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";

/** Seconds for telling whether a set has a solution. */
const QUICK = 3;

/** @typedef {Family["short_forms"][number]} Short */
/** @typedef {(puzzle: Puzzle) => void} Play */

/**
 * The short forms of a family to choose from, or to type in.
 * @param {Family} family
 * @param {Play} play
 * @param {boolean} choose
 */
export const pickers = (family, play, choose) =>
  // A form without a placeholder is in the library.
  family.short_forms
    .filter(({ form, letters }) => /[A-Z]/.test(form) && (letters !== null) === choose)
    .map((short) => (short.letters ? set(short, short.letters, play) : typed(family, short, play)));

/** @param {string} form */
const head = (form) => form.slice(0, form.indexOf(":") + 1);

/**
 * A set of pieces to choose from, shown as pictures.
 * @param {Short} short
 * @param {string} letters
 * @param {Play} play
 */
function set({ form, about, least }, letters, play) {
  const pieces = h("div", { class: "row pieces-to-pick" });
  const status = h("span", { class: "facts", role: "status" });
  const open = button("play", () => play({ instance: head(form) + chosen() }), "primary");
  open.disabled = true;
  const boxes = [...letters].map((letter) => {
    const box = h("input", {
      type: "checkbox",
      value: letter,
      "aria-label": letter,
      onchange: () => void update(),
    });
    return { letter, box, label: h("label", { class: "pick" }, box, h("span", {}, letter)) };
  });
  const questions = new Latest();
  const chosen = () =>
    boxes
      .filter(({ box }) => box.checked)
      .map(({ letter }) => letter)
      .join("");
  const update = async () => {
    const now = chosen();
    const signal = questions.begin();
    open.disabled = now.length < least;
    open.textContent = open.disabled ? t("play") : `${t("play")} ${head(form)}${now}`;
    status.textContent = now !== "" && open.disabled ? t("atLeast", { n: least }) : "";
    if (open.disabled) return;
    const found = await api.solve({ instance: head(form) + now }, [], QUICK, signal).catch(() => null);
    if (!signal.aborted && found && found.outcome !== "stopped")
      status.textContent = t(found.outcome === "solved" ? "setSolvable" : "setUnsolvable");
  };
  pieces.append(...boxes.map(({ label }) => label));
  void drawPieces(form, boxes);
  return h(
    "details",
    { class: "picker" },
    h("summary", {}, t("pick")),
    h("p", { class: "facts" }, sentence(say(about))),
    pieces,
    row(open, status),
  );
}

/**
 * Draws pieces in place of their letters, as in the tray of the puzzle that has all of them.
 * @param {string} form of which they are
 * @param {{letter: string, label: HTMLElement}[]} boxes
 */
export async function drawPieces(form, boxes) {
  const instance = head(form) + boxes.map(({ letter }) => letter).join("");
  // Where there is no answer, the letters stay.
  const { scene } = (await api.position({ instance }, []).catch(() => null)) ?? {};
  for (const { letter, label } of scene ? boxes : []) {
    const piece = scene?.pieces.find(({ name }) => name === letter);
    if (scene && piece) label.querySelector("span")?.replaceChildren(picture(scene, piece));
  }
}

/** A piece alone. @param {Scene} scene @param {Piece} piece */
function picture(scene, piece) {
  const at = cellsAt(scene, piece.cells);
  const { top, left, high: rows, wide: columns } = extent(at);
  const cells = /** @type {[number, number, null][]} */ (at.map(([r, c]) => [r - top, c - left, null]));
  const board = new Board();
  board.draw(
    {
      ...scene,
      rows,
      columns,
      cells,
      marks: "t".repeat(cells.length),
      pieces: [{ ...piece, cells: cells.map((_, id) => id) }],
    },
    { glide: 0 },
  );
  board.svg.setAttribute("aria-hidden", "true");
  return board.svg;
}

/** A short form to type in. @param {Family} family @param {Short} short @param {Play} play */
function typed(family, { form, about }, play) {
  const text = h("input", {
    value: head(form),
    "aria-label": say(about),
    spellcheck: "false",
    autocomplete: "off",
  });
  return h(
    "details",
    { class: "picker" },
    h("summary", {}, t("make"), " ", h("code", {}, form)),
    h("p", { class: "facts" }, sentence(say(about))),
    h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          play({ instance: text.value.trim() });
        },
      },
      text,
      h("button", { class: "primary", "aria-label": `${t("open")}: ${say(family.title)}` }, t("open")),
    ),
  );
}
