// The library: every puzzle by family, pieces to choose from, files to open.

import { Board } from "./board.js";
import { h } from "./dom.js";
import { say, t, unit } from "./words.js";
import * as api from "./api.js";

/** @typedef {object} Callbacks @property {(puzzle: Puzzle) => void} play @property {(family: Family) => void} make */

/** Draws a scene as a thumbnail. @param {Scene} scene */
export function thumbnail(scene) {
  const board = new Board({ small: true });
  // Leave out the tray.
  const floor = scene.cells.filter((_, id) => scene.marks[id] !== "t");
  const face = floor.length === scene.cells.length ? {} : {
    rows: Math.max(...floor.map(([row]) => row + 1)),
    columns: Math.max(...floor.map(([, column]) => column + 1)),
    pieces: scene.pieces.filter((piece) => scene.marks[piece.cells[0]] !== "t"),
  };
  board.draw({ ...scene, ...face }, { glide: 0 });
  board.svg.setAttribute("aria-hidden", "true");
  return board.svg;
}

/**
 * The difficulty of each puzzle of a family, from 1 to 5, relative to the rest of the family: by the length
 * of its shortest solution, else by its number of pieces.
 * @param {Entry[]} entries
 */
function difficulties(entries) {
  const weight = (/** @type {Entry} */ entry) => entry.optimal ?? entry.scene.pieces.length * 8 + entry.scene.cells.length / 100;
  const sorted = entries.map(weight).sort((a, b) => a - b);
  return new Map(entries.map((entry) => [entry, 1 + Math.floor((5 * sorted.indexOf(weight(entry))) / sorted.length)]));
}

/** @param {Library} library @param {Callbacks} doors */
export function shelves(library, doors) {
  const wanted = { text: "", family: "" };
  /** @type {{element: HTMLElement, words: string, family: string}[]} */
  const cards = [];
  const sections = library.families.map((family) => {
    const entries = library.entries.filter((entry) => entry.puzzle === family.name);
    const hard = difficulties(entries);
    const own = entries.map((entry) => {
      const element = card(entry, hard.get(entry) ?? 1, doors);
      cards.push({ element, words: [entry.name, ...Object.values(entry.titles)].join(" ").toLowerCase(), family: family.name });
      return element;
    });
    return h(
      "section",
      { class: "family", "data-family": family.name },
      h("header", {}, h("h2", {}, say(family.title)), h("p", {}, say(family.about)), h("button", { type: "button", class: "quiet", onclick: () => doors.make(family) }, t("make"))),
      ...family.short_forms.filter((short) => /[A-Z]/.test(short.form)).map((short) => (short.letters ? picker(short.form, short.letters, say(short.about), doors) : typed(short.form, say(short.about), doors))),
      h("ul", { class: "cards" }, ...own),
    );
  });
  const nothing = h("p", { class: "facts", hidden: true }, t("none"));
  const sift = () => {
    let shown = 0;
    for (const { element, words, family } of cards) {
      element.hidden = !words.includes(wanted.text) || (wanted.family !== "" && family !== wanted.family);
      if (!element.hidden) shown += 1;
    }
    for (const section of sections) {
      section.hidden = (wanted.family !== "" && section.dataset.family !== wanted.family) || (wanted.text !== "" && !section.querySelector(".card:not([hidden])"));
    }
    nothing.hidden = shown > 0;
  };
  const chips = [["", t("all")], ...library.families.map((family) => [family.name, say(family.title)])].map(([name, title]) =>
    h("button", { type: "button", class: "chip", "aria-pressed": String(name === ""), onclick: (/** @type {Event} */ event) => {
      wanted.family = name;
      chips.forEach((chip) => chip.setAttribute("aria-pressed", String(chip === event.target)));
      sift();
    } }, title));
  const search = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: () => {
    wanted.text = search.value.trim().toLowerCase();
    sift();
  } });
  const file = h("input", { type: "file", accept: ".toml,.txt,text/plain", class: "hidden", "aria-label": t("openFile"), tabindex: "-1", onchange: async () => {
    const chosen = file.files?.[0];
    if (chosen) doors.play({ instance: api.whole(await chosen.text()) });
  } });
  return h(
    "main",
    { class: "library", id: "main" },
    h("div", { class: "row filters" }, ...chips, search, h("button", { type: "button", class: "quiet", onclick: () => file.click() }, t("openFile")), file),
    nothing,
    ...sections,
  );
}

/** @param {Entry} entry @param {number} difficulty @param {Callbacks} doors */
function card(entry, difficulty, doors) {
  const best = entry.optimal === null ? "" : t("best", { n: entry.optimal, metric: unit(entry.metric, entry.optimal) });
  const picture = h("span", { class: "picture" });
  // Drawn when it scrolls into view.
  seen.observe(picture);
  pictures.set(picture, entry.scene);
  return h(
    "li",
    { class: "card" },
    h(
      "button",
      { type: "button", onclick: () => doors.play({ instance: entry.name }) },
      picture,
      h("strong", {}, say(entry.titles)),
      h("span", { class: "facts" }, h("span", { class: "dots-of-five", "aria-label": t("difficulty", { n: difficulty }), role: "img" }, "●".repeat(difficulty) + "○".repeat(5 - difficulty)), " ", best),
    ),
  );
}

/** @type {WeakMap<Element, Scene>} */
const pictures = new WeakMap();
const seen = new IntersectionObserver(
  (sights) => {
    for (const { target, isIntersecting } of sights) {
      const scene = pictures.get(target);
      if (!isIntersecting || !scene) continue;
      target.replaceChildren(thumbnail(scene));
      seen.unobserve(target);
    }
  },
  { rootMargin: "300px" },
);

/**
 * A set of pieces to choose from, shown as pictures.
 * @param {string} form such as `name:LETTERS`
 * @param {string} letters
 * @param {string} about
 * @param {Callbacks} doors
 */
function picker(form, letters, about, doors) {
  const head = form.slice(0, form.indexOf(":") + 1);
  const shelf = h("div", { class: "row pieces-to-pick" });
  const open = h("button", { type: "button", class: "primary", disabled: true, onclick: () => doors.play({ instance: head + chosen() }) }, t("play"));
  const boxes = [...letters].map((letter) => {
    const box = h("input", { type: "checkbox", value: letter, "aria-label": letter, onchange: () => told() });
    return { letter, box, label: h("label", { class: "pick" }, box) };
  });
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ letter }) => letter).join("");
  const told = () => {
    open.disabled = chosen() === "";
    open.textContent = chosen() === "" ? t("play") : `${t("play")} ${head}${chosen()}`;
  };
  shelf.append(...boxes.map(({ label }) => label));
  // The pieces are drawn as in the tray of the puzzle that has all of them.
  api.position({ instance: head + letters }, []).then(({ scene }) => {
    for (const { letter, label } of boxes) {
      const piece = scene.pieces.find((p) => p.name === letter);
      if (!piece) continue;
      const at = piece.cells.map((id) => scene.cells[id]);
      const [top, left] = [Math.min(...at.map((c) => c[0])), Math.min(...at.map((c) => c[1]))];
      const cells = /** @type {[number, number, null][]} */ (at.map(([r, c]) => [r - top, c - left, null]));
      const board = new Board();
      board.draw(
        { ...scene, rows: Math.max(...cells.map((c) => c[0])) + 1, columns: Math.max(...cells.map((c) => c[1])) + 1, cells, marks: "t".repeat(cells.length), pieces: [{ ...piece, cells: cells.map((_, id) => id) }] },
        { glide: 0 },
      );
      board.svg.setAttribute("aria-hidden", "true");
      label.append(board.svg);
    }
  }, () => boxes.forEach(({ letter, label }) => label.append(letter)));
  return h("details", { class: "picker", open: true }, h("summary", {}, t("pick")), h("p", { class: "facts" }, about), shelf, open);
}

/** A short form to type in. @param {string} form @param {string} about @param {Callbacks} doors */
function typed(form, about, doors) {
  const head = form.slice(0, form.indexOf(":") + 1);
  const text = h("input", { value: head, "aria-label": form, spellcheck: "false", autocomplete: "off" });
  return h(
    "details",
    { class: "picker" },
    h("summary", {}, h("code", {}, form)),
    h("p", { class: "facts" }, about),
    h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      doors.play({ instance: text.value.trim() });
    } }, text, h("button", { class: "primary" }, t("open"))),
  );
}
