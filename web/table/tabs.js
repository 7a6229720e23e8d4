// Pages of which one is seen: beside the board where there is room, and else in a sheet that is opened and closed.

import { iconButton } from "../i18n/controls.js";
import { t } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** @typedef {import("../i18n/language.js").Phrase} Phrase */

/** The keys that go from tab to tab, and how far. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** @template {string} Name */
export class Tabs {
  element;
  /** @type {Map<Name, {tab: HTMLButtonElement, page: HTMLElement}>} */
  #all = new Map();

  /** @param {[Name, Phrase, HTMLElement][]} pages the first of which is seen at first */
  constructor(pages) {
    for (const [name, phrase, content] of pages) {
      const onclick = () => this.#press(name);
      const look = {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `page-${name}`,
        onclick,
      };
      const page = { class: "page", role: "tabpanel", id: `page-${name}`, "aria-labelledby": `tab-${name}` };
      this.#all.set(name, { tab: h("button", look, t(phrase)), page: h("section", page, content) });
    }
    const tabs = [...this.#all.values()];
    const close = iconButton("×", "close", () => this.close(), "quiet close");
    const strip = {
      role: "tablist",
      class: "strip",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    };
    this.element = h(
      "div",
      {
        class: "tabs",
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Escape") this.close();
        },
      },
      h("div", { class: "head" }, h("div", strip, ...tabs.map(({ tab }) => tab)), close),
      ...tabs.map(({ page }) => page),
    );
    this.#choose(pages[0][0]);
  }

  /** @param {Name} name */
  #choose(name) {
    for (const [other, { tab, page }] of this.#all) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      page.classList.toggle("seen", other === name);
    }
  }

  /** Shows a page, in the sheet, too. @param {Name} name */
  open(name) {
    this.#choose(name);
    this.element.classList.add("open");
  }

  /** Closes the sheet. Beside the board the page stays. */
  close() {
    this.element.classList.remove("open");
  }

  /** A second press on the tab of an open sheet closes it. @param {Name} name */
  #press(name) {
    const open = this.element.classList.contains("open") && this.#all.get(name)?.page.matches(".seen");
    if (open) this.close();
    else this.open(name);
  }

  /** Leaves out a tab with nothing on its page. @param {Name} name @param {boolean} empty */
  empty(name, empty) {
    const { tab, page } = /** @type {{tab: HTMLButtonElement, page: HTMLElement}} */ (this.#all.get(name));
    tab.hidden = empty;
    if (empty && page.matches(".seen")) this.#choose(/** @type {Name} */ (this.#all.keys().next().value));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...this.#all].filter(([, { tab }]) => !tab.hidden);
    const at = all.findIndex(([, { tab }]) => tab.ariaSelected === "true");
    const [name, { tab }] = all[(at + by + all.length) % all.length];
    this.#choose(name);
    tab.focus();
  }
}
