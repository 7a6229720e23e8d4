// What is said at the bottom of the page, whatever view is open, until something else is said or some time has passed.

import { h } from "../lib/dom.js";
import { iconButton } from "./controls.js";

/** Milliseconds to read it in. */
const SHOWN = 8000;

/** It stays in the page, so that what it says is announced. */
export const notices = h("div", { role: "status" });

let timer = 0;

/** Says something. @param {string} text @param {...HTMLElement} more */
export function notice(text, ...more) {
  silence();
  const away = iconButton("×", "close", silence, "quiet away");
  notices.append(h("div", { class: "notice" }, h("p", {}, text), ...more, away));
  timer = setTimeout(fade, SHOWN);
}

/** Takes it back. */
export function silence() {
  clearTimeout(timer);
  notices.replaceChildren();
}

/** Takes it back, unless somebody is about to press what is in it. */
function fade() {
  if (notices.matches(":hover, :focus-within")) timer = setTimeout(fade, SHOWN);
  else silence();
}
