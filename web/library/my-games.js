// The player's own: games to play on, new ones, and the results with their file.

import * as collections from "../game/collections.js";
import * as progress from "../game/progress.js";
import * as random from "../game/random.js";
import { button, fileButton, select, showSheet } from "../i18n/controls.js";
import { dots } from "../i18n/difficulty.js";
import { errorMessage } from "../i18n/errors.js";
import { clock, languageTag, say, t, unit } from "../i18n/language.js";
import { h, row, save } from "../lib/dom.js";
import { preference, setPreference } from "../lib/preferences.js";
import { starRow } from "../table/finish.js";

/** The files that may have puzzles. */
const FILES = ".toml,.txt,.xsb,.sok,.slc,.csv,text/plain";

/**
 * Opens an address, and says something there. So many first moves of its line are the player's, whatever is stored.
 * @typedef {(address: string, say?: string, own?: number) => void} Open
 */

/** Games to play on that are offered, at most. */
const OFFERED = 4;

/**
 * @param {Library} library
 * @param {{open: Open, generate: (parameters: random.Parameters) => Promise<void>,
 *   changed: () => void, take: (text: string, name: string) => void}} actions take: what is to be opened
 */
export function myGames(library, actions) {
  const status = h("p", { class: "facts", role: "status" });
  const tried = async (/** @type {HTMLButtonElement} */ button, /** @type {() => Promise<void>} */ work) => {
    button.disabled = true;
    status.textContent = t("searching");
    try {
      await work();
      status.textContent = "";
    } catch (error) {
      status.textContent = errorMessage(error);
    }
    button.disabled = false;
  };
  const kinds = random.kinds(library);
  const kind = select(
    kinds.map(({ name, title }) => [name, say(title)]),
    "",
    () => sized(),
    t("random"),
  );
  const level = h("select", { "aria-label": t("level", { n: "" }) });
  const sized = () => {
    const levels = kinds.find(({ name }) => name === kind.value)?.levels ?? 0;
    const now = Math.min(Number(level.value) || 2, levels);
    level.replaceChildren(
      ...Array.from({ length: levels }, (_, at) =>
        h("option", { value: at + 1, selected: at + 1 === now }, dots(at + 1, levels)),
      ),
    );
  };
  sized();
  const generate = button(
    "draw",
    () => void tried(generate, () => actions.generate(random.parameters(kind.value, Number(level.value)))),
    "draw",
  );
  const open = Object.values(progress.all().puzzles)
    .filter((game) => game.open && game.line !== "")
    .sort((one, other) => other.at - one.at);
  const written = preference("draft");
  /** @type {HTMLElement} */
  const element = h(
    "section",
    { class: "mine" },
    row(
      kinds.length > 0 && h("span", { class: "row lot" }, h("b", {}, t("random")), kind, level, generate),
      button("mine", () => showResults(element, actions), "quiet"),
      ...fileButton("openFile", FILES, actions.take, "quiet"),
      h("span", { class: "facts bring" }, t("bring")),
    ),
    (open.length > 0 || written) &&
      h(
        "div",
        { class: "row on" },
        h("b", {}, t("goOn")),
        written && h("a", { class: "chip", href: written }, t("draft")),
        ...open
          .slice(0, OFFERED)
          .map((game) =>
            h(
              "button",
              { type: "button", class: "chip", onclick: () => actions.open(game.address) },
              game.title,
              h("span", { class: "facts" }, ` ${clock(game.seconds)}`),
            ),
          ),
      ),
    status,
    !progress.isKept() && h("p", { class: "unkept" }, t("notKept")),
  );
  return element;
}

/** Solved puzzles that are listed, at most. */
const LISTED = 40;

/** What was solved, the latest first, each to be opened again. @param {progress.GameRecord[]} done @param {Open} open */
function solved(done, open) {
  // What is drawn is called as its kind.
  const day = new Intl.DateTimeFormat(languageTag(), { dateStyle: "medium" });
  const latest = done.toSorted((one, other) => other.at - one.at).slice(0, LISTED);
  return h(
    "ul",
    { class: "results" },
    ...latest.map(({ title, address, best, scored, stars, at }) => {
      const results = Object.entries(best).map(([metric, worth]) =>
        scored ? t("score", { n: worth }) : t("made", { n: worth, metric: unit(metric, worth) }),
      );
      return h(
        "li",
        {},
        h("button", { type: "button", class: "quiet", onclick: () => open(address) }, title),
        h("span", { class: "facts" }, [...results, day.format(at)].join(" · ")),
        stars > 0 && starRow(stars),
      );
    }),
  );
}

/** Moves that were not the best, to be found again. @param {Open} open */
function exercises(open) {
  return progress.all().slips.map((slip) => {
    const onclick = () => {
      progress.removeSlip(slip);
      // Slips are of games that were the player's own.
      open(slip.address, t("findBetter", { move: slip.move }), Infinity);
    };
    return h("button", { type: "button", class: "slip", onclick }, `${slip.title}: ${slip.move}`);
  });
}

/**
 * Shows the results, to look at, save, add and forget.
 * @param {Element} host
 * @param {{open: Open, changed: () => void}} actions
 */
function showResults(host, { open, changed }) {
  /** @type {Open} */
  const leave = (...where) => {
    sheet.close();
    open(...where);
  };
  const slips = exercises(leave);
  const all = Object.values(progress.all().puzzles);
  const done = all.filter(({ solved }) => solved > 0);
  const spent = done.reduce((sum, game) => sum + game.spent, 0);
  const status = h("p", { role: "status", class: "facts" });
  const take = (/** @type {string} */ text) => {
    const added = progress.imported(text);
    status.textContent = t(added ? "imported" : "notProgress");
    if (added) changed();
  };
  let sure = false;
  const sheet = showSheet(
    host,
    t("mine"),
    h(
      "p",
      {},
      t("mineFacts", {
        n: done.length,
        t: clock(spent),
        m: all.filter(({ open, line }) => open && line !== "").length,
      }),
    ),
    slips.length > 0 && h("h3", {}, t("exercises")),
    slips.length > 0 && h("div", { class: "row slips" }, ...slips),
    done.length > 0 && solved(done, leave),
    h("p", { class: "facts" }, t(progress.isKept() ? "mineWhere" : "notKept")),
    row(
      button("exportAll", () => save("tejun-progress.json", progress.exported())),
      ...fileButton("importAll", ".json,application/json", take),
      button("forget", () => {
        if (sure) {
          progress.forget();
          collections.forget();
          setPreference("draft", "");
          changed();
        }
        status.textContent = sure ? "" : t("forgetSure");
        sure = !sure;
      }),
    ),
    status,
  );
}
