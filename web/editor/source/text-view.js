// The text area of a source: its colours lie under transparent letters, its line numbers beside it.

import { linesOf } from "../../game/source-lines.js";
import { h } from "../../lib/dom.js";
import { highlighted } from "./highlight.js";

/** Texts that Undo goes back to, at most. */
const UNDONE = 300;

/** @param {import("./highlight.js").Token[]} tokens */
function drawn(tokens) {
  const spans = tokens.map(({ text, kind, colour }) => {
    if (kind === "") return text;
    const span = h("span", { class: `token-${kind}` }, text);
    if (colour) span.style.setProperty("--colour", colour);
    return span;
  });
  return h("div", {}, ...(spans.length > 0 ? spans : ["\n"]));
}

/**
 * How much is the same at the beginning and at the end.
 * @param {ArrayLike<string>} one
 * @param {ArrayLike<string>} other
 */
function same(one, other) {
  let [from, end] = [0, 0];
  while (from < one.length && one[from] === other[from]) from++;
  const max = Math.min(one.length, other.length) - from;
  while (end < max && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [from, end];
}

export class TextView {
  #colours = h("pre", { "aria-hidden": "true" });
  #numbers = h("div", { class: "numbers", "aria-hidden": "true" });
  /** The tokens of the lines that are drawn, each as a text to compare with. @type {string[]} */
  #lines = [];
  /** @type {string[]} */
  #before = [];
  /** @type {string[]} */
  #after = [];
  #last = "";
  /** The next drawing, if one is to come. */
  #frame = 0;
  /** Whether the next change belongs to the one before it: Undo takes both back. */
  #joins = false;

  /**
   * @param {string} text
   * @param {string} label
   * @param {() => void} changed
   */
  constructor(text, label, changed) {
    this.changed = changed;
    this.area = h("textarea", {
      "aria-label": label,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      oninput: () => this.#took(),
      onscroll: () => this.#scrolled(),
      onbeforeinput: (/** @type {InputEvent} */ event) => {
        const history = /^history(Undo|Redo)$/.exec(event.inputType);
        if (!history) return;
        event.preventDefault();
        this.undo(history[1] === "Redo");
      },
    });
    this.area.value = text;
    // The browser may have changed line ends.
    this.#last = this.area.value;
    this.element = h(
      "div",
      { class: "source-text" },
      this.#numbers,
      h("div", { class: "code" }, this.#colours, this.area),
    );
    this.#draw();
  }

  get text() {
    return this.area.value;
  }

  /** Whether Undo, or Redo, leads anywhere. @param {boolean} redo */
  can(redo) {
    return (redo ? this.#after : this.#before).length > 0;
  }

  /** From now on, a change is taken back by itself. */
  part() {
    this.#joins = false;
  }

  /** Changes the text; the selection stays on what it was on. @param {string} text */
  write(text) {
    const { area } = this;
    const { value } = area;
    if (text === value) return;
    const [from, end] = same(text, value);
    area.setRangeText(text.slice(from, text.length - end), from, value.length - end, "preserve");
    this.#took();
  }

  /** Goes back to the text before the last change, or on again. @param {boolean} redo */
  undo(redo) {
    const [from, to] = redo ? [this.#after, this.#before] : [this.#before, this.#after];
    const text = from.pop();
    if (text === undefined) return;
    to.push(this.#last);
    this.#last = text;
    this.part();
    this.write(text);
  }

  #took() {
    const { value } = this.area;
    if (value !== this.#last) {
      if (!this.#joins) {
        this.#before.push(this.#last);
        if (this.#before.length > UNDONE) this.#before.shift();
      }
      this.#joins = true;
      this.#after = [];
      this.#last = value;
    }
    // A text that is put in at once may come line by line.
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
      this.changed();
    });
  }

  /** Draws the lines that are not drawn as they are. */
  #draw() {
    const tokens = highlighted(linesOf(this.text));
    const lines = tokens.map((line) => JSON.stringify(line));
    const old = this.#lines;
    const [from, end] = same(lines, old);
    const { children } = this.#colours;
    const after = children[old.length - end] ?? null;
    for (const gone of [...children].slice(from, old.length - end)) gone.remove();
    for (const line of tokens.slice(from, lines.length - end)) this.#colours.insertBefore(drawn(line), after);
    this.#lines = lines;
    while (this.#numbers.childElementCount < lines.length)
      this.#numbers.append(h("div", {}, String(this.#numbers.childElementCount + 1)));
    while (this.#numbers.childElementCount > lines.length) this.#numbers.lastElementChild?.remove();
    this.#scrolled();
  }

  #scrolled() {
    const { scrollTop, scrollLeft } = this.area;
    this.#colours.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#numbers.style.transform = `translateY(${-scrollTop}px)`;
  }

  /** Marks lines. @param {Map<number, {severity: string, message: string}>} marks by the line, from 1 */
  mark(marks) {
    for (const [at, number] of [...this.#numbers.children].entries()) {
      const mark = marks.get(at + 1);
      number.className = mark?.severity ?? "";
      if (mark) number.setAttribute("title", mark.message);
      else number.removeAttribute("title");
    }
  }

  /** Puts the cursor on a line and shows it. @param {number} line from 1 */
  go(line) {
    const { area } = this;
    const lines = linesOf(this.text);
    const { start, text } = lines[Math.min(line, lines.length) - 1];
    area.focus({ preventScroll: true });
    area.setSelectionRange(start, start + text.length);
    this.reveal(line);
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Scrolls to a line, if it cannot be seen. @param {number} line from 1 */
  reveal(line) {
    const { area } = this;
    const height = area.scrollHeight / linesOf(this.text).length;
    const top = (line - 1) * height;
    area.scrollLeft = 0;
    if (top < area.scrollTop || top + 2 * height > area.scrollTop + area.clientHeight)
      area.scrollTop = Math.max(0, top - area.clientHeight / 3);
  }
}
