// Controls with words of the user's language.

import { h } from "../lib/dom.js";
import { textOf } from "../lib/files.js";
import { t } from "./language.js";

/** @typedef {import("./language.js").Phrase} Phrase */

/** A button that says what it does. @param {Phrase} phrase @param {() => unknown} act @param {string} [look] */
export const button = (phrase, act, look) =>
  h("button", { type: "button", class: look, onclick: act }, t(phrase));

/**
 * A button with a sign in place of words.
 * @param {string} sign
 * @param {Phrase} phrase
 * @param {() => unknown} act
 * @param {string} [look]
 */
export function iconButton(sign, phrase, act, look = "") {
  const name = t(phrase);
  const properties = { class: `icon ${look}`, "aria-label": name, title: name, onclick: act };
  return h("button", { type: "button", ...properties }, sign);
}

/** A box to check, with what it stands for. @param {HTMLInputElement} box @param {Phrase} phrase */
export const labelled = (box, phrase) => h("label", { class: "check" }, box, " ", t(phrase));

/**
 * A list to choose from.
 * @param {readonly (readonly [value: string | number, text: string])[]} options
 * @param {string | number} chosen
 * @param {(value: string) => void} choose
 * @param {string} [name] what is chosen
 */
export function select(options, chosen, choose, name) {
  const element = h(
    "select",
    { "aria-label": name, onchange: () => choose(element.value) },
    ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return element;
}

/**
 * A button to choose a file of text, and the input behind it.
 * @param {Phrase} phrase
 * @param {string} accept the types of files
 * @param {(text: string, name: string) => void} take
 * @param {string} [look]
 */
export function fileButton(phrase, accept, take, look) {
  const input = h("input", {
    type: "file",
    accept,
    class: "hidden",
    tabindex: "-1",
    "aria-label": t(phrase),
    onchange: async () => {
      const file = input.files?.[0];
      if (file) take(await textOf(file), file.name);
      // The same file can be chosen again.
      input.value = "";
    },
  });
  return [button(phrase, () => input.click(), look), input];
}

/**
 * Shows a dialog until it is closed, also by a click beside it.
 * @param {Element} host
 * @param {string} title
 * @param {...(Node | string | null | false)} parts
 */
export function showSheet(host, title, ...parts) {
  const sheet = h(
    "dialog",
    { class: "sheet", "aria-label": title, onclose: () => sheet.remove() },
    h("h2", { tabindex: "-1", autofocus: true }, title),
    ...parts,
    h("form", { method: "dialog" }, h("button", { class: "primary" }, t("close"))),
  );
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  host.append(sheet);
  sheet.showModal();
  return sheet;
}
