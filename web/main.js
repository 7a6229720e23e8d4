// The page: which view is open, in which language and theme.

import * as api from "./api.js";
import { h } from "./dom.js";
import { editor } from "./editor.js";
import { shelves } from "./library.js";
import { Midend } from "./midend.js";
import { Table } from "./play.js";
import { address, opened } from "./share.js";
import { LANGS, NAMES, failure, language, remember, remembered, speak, t, say } from "./words.js";

const THEMES = ["auto", "light", "dark"];
const FACES = { auto: "◐", light: "☀", dark: "☾" };

/** @type {Promise<Library> | null} */
let shelf = null;
/** @type {Table | null} */
let table = null;
/** The address that this page last set itself. */
let own = "";

const library = () => (shelf ??= api.library());

function theme() {
  const wanted = remembered("theme") ?? "auto";
  document.documentElement.dataset.theme = wanted;
  return wanted;
}

function bar() {
  const languages = h(
    "select",
    { "aria-label": t("language"), onchange: () => {
      speak(/** @type {import("./words.js").Lang} */ (languages.value));
      void route();
    } },
    ...LANGS.map((lang) => h("option", { value: lang, selected: lang === language(), lang }, NAMES[lang])),
  );
  const light = h("button", { type: "button", class: "icon", "aria-label": t("theme"), title: t("theme"), onclick: () => {
    remember("theme", THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    light.textContent = /** @type {Record<string, string>} */ (FACES)[theme()];
  } }, /** @type {Record<string, string>} */ (FACES)[theme()]);
  return h(
    "header",
    { class: "bar" },
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      /** @type {HTMLElement | null} */ (document.querySelector("svg.board[tabindex], main button"))?.focus();
    } }, t("skip")),
    h("a", { class: "brand", href: "#" }, h("span", { class: "seal", lang: "ja" }, "手順"), h("b", {}, "tejun")),
    h("span", { class: "tagline" }, t("tagline")),
    languages,
    light,
  );
}

/** @param {...Node} parts */
function show(...parts) {
  document.documentElement.lang = { en: "en", ja: "ja", zh: "zh-Hans" }[language()];
  document.body.replaceChildren(bar(), ...parts);
}

/** @param {unknown} error */
function failed(error) {
  return h("main", { id: "main", class: "failure" }, h("p", { class: "message wrong", role: "alert" }, failure(error)), h("p", {}, h("a", { href: "#" }, t("library"))));
}

/**
 * Sets the address without navigating to it.
 * @param {string} hash
 * @param {boolean} [push] whether to add an entry to the browser's history
 */
function settle(hash, push = false) {
  own = hash;
  if (push) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

/** @param {Puzzle} puzzle @param {string} [view] */
async function visit(puzzle, view) {
  settle(await address(puzzle, "", view), true);
  await route();
}

/** The table with a puzzle, after the legal part of its line. @param {Puzzle} puzzle @param {string} line */
async function playing(puzzle, line) {
  let wrong = "";
  const midend = await Midend.open(puzzle, line).catch((error) => {
    const { at, reason } = /** @type {api.Refused} */ (error).error ?? {};
    if (at === undefined) throw error;
    wrong = t("badLine", { n: at + 1, why: say(reason) || error.message });
    return Midend.upTo(puzzle, line, at);
  });
  const family = (await library()).families.find((f) => f.name === midend.position.puzzle);
  table = new Table(midend, {
    moved: () => void address(puzzle, midend.position.written).then((hash) => settle(hash)),
    edit: () => void visit({ instance: midend.position.text }, "edit"),
    metrics: family?.metrics ?? [],
    metric: (metric) => void visit({ ...puzzle, metric }),
  });
  document.title = `${say(midend.position.titles)} · tejun`;
  show(table.element);
  if (wrong) table.message.replaceChildren(h("p", {}, wrong));
}

/** @param {Puzzle} puzzle */
async function editing(puzzle) {
  const { families } = await library();
  const named = /^puzzle\s*=\s*["'](.*?)["']/m.exec(puzzle.instance)?.[1];
  const family = families.find((f) => f.name === named) ?? families[0];
  show(
    editor(family, puzzle.instance, {
      play: (text) => void visit({ instance: api.whole(text) }),
      changed: (text) => address({ instance: api.whole(text) }, "", "edit").then((hash) => settle(hash)),
      leave: () => void route(),
    }),
  );
}

async function route() {
  table?.leave();
  table = null;
  document.title = "tejun 手順";
  try {
    const place = await opened(location.hash, location.search.slice(1));
    if (place?.view === "edit") await editing(place.puzzle);
    else if (place) await playing(place.puzzle, place.line);
    else show(shelves(await library(), { play: (puzzle) => void visit(puzzle), make: (family) => void visit({ instance: family.template }, "edit") }));
  } catch (error) {
    show(failed(error));
  }
}

addEventListener("hashchange", () => {
  if (location.hash !== own) void route();
});
addEventListener("popstate", () => {
  if (location.hash !== own) {
    own = location.hash;
    void route();
  }
});
theme();
void route();
