// What is wrong with a source: a list, each with its line to go to.

import { t } from "../../i18n/language.js";
import { h } from "../../lib/dom.js";

/** Most that are listed; who has more repairs the first ones first. */
const LISTED = 50;

/**
 * What is said at each line: errors before warnings.
 * @param {Diagnostic[]} diagnostics
 * @returns {Map<number, {severity: "error" | "warning", message: string}>}
 */
export function byLine(diagnostics) {
  const lines = new Map();
  for (const { line, severity, message } of diagnostics) {
    if (line === null) continue;
    const known = lines.get(line);
    const worse = known?.severity === "error" ? "error" : severity;
    lines.set(line, { severity: worse, message: known ? `${known.message}\n${message}` : message });
  }
  return lines;
}

/** @param {Diagnostic[]} diagnostics */
export const hasErrors = (diagnostics) => diagnostics.some(({ severity }) => severity === "error");

export class Diagnostics {
  #summary = h("p", { role: "status" });
  #list = h("ul");
  element = h("div", { class: "diagnostics" }, this.#summary, this.#list);

  /** @param {(line: number) => void} go */
  constructor(go) {
    this.go = go;
  }

  /** @param {Diagnostic[]} diagnostics */
  show(diagnostics) {
    const count = (/** @type {string} */ wanted) =>
      diagnostics.filter(({ severity }) => severity === wanted).length;
    const [e, w] = [count("error"), count("warning")];
    this.#summary.className = e > 0 ? "error" : w > 0 ? "warning" : "facts";
    this.#summary.textContent = e + w > 0 ? t("problems", { e, w }) : t("noProblems");
    const sorted = diagnostics.toSorted(
      (one, other) =>
        Number(other.severity === "error") - Number(one.severity === "error") ||
        (one.line ?? 0) - (other.line ?? 0),
    );
    this.#list.replaceChildren(...sorted.slice(0, LISTED).map((found) => this.#item(found)));
  }

  /** @param {Diagnostic} found */
  #item({ severity, line, message }) {
    const what = h("span", { class: severity }, t(severity));
    const text = h("span", { lang: "en" }, message);
    if (line === null) return h("li", {}, what, " ", text);
    const where = t("lineOf", { n: line });
    return h(
      "li",
      {},
      h("button", { type: "button", class: "quiet", onclick: () => this.go(line) }, what, ` ${where} `, text),
    );
  }
}
