// Controls with words of the user's language.

import { h } from "../lib/dom.js";
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
export const iconButton = (sign, phrase, act, look = "") =>
  h(
    "button",
    { type: "button", class: `icon ${look}`.trim(), "aria-label": t(phrase), title: t(phrase), onclick: act },
    sign,
  );

/**
 * A box to check, with what it stands for.
 * @param {HTMLInputElement} box
 * @param {Phrase} phrase
 */
export const labelled = (box, phrase) => h("label", { class: "check" }, box, " ", t(phrase));
