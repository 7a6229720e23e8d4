// The library: every puzzle by family, found by name, sorted and sifted.

import * as collections from "../game/collections.js";
import * as progress from "../game/progress.js";
import { button, select } from "../i18n/controls.js";
import { language, say, sentence, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { card } from "./card.js";
import { firstSteps } from "./first-steps.js";
import { myGames } from "./my-games.js";
import { ownShelf } from "./own-shelf.js";
import { pickers } from "./picker.js";
import { shelves, weight } from "./shelf.js";
import { tiles } from "./tiles.js";
import { today } from "./today.js";
import { isShown, plain, wanted } from "./wanted.js";

/**
 * @typedef {Parameters<typeof myGames>[1] & Parameters<typeof today>[1] & {play: (puzzle: Puzzle) => void, make: (family: Family) => void} & import("./own-shelf.js").ShelfActions} Actions
 */

/** Cards of a family that are shown at first. */
const FEW = matchMedia("(max-width: 800px)").matches ? 6 : 12;

/** Families of which all cards are to be shown. @type {Set<string>} */
const expanded = new Set();

/**
 * The difficulty of each puzzle of a family, from 1 to 5, relative to the rest of the family: by the length
 * of its shortest solution, else by its number of pieces.
 * @param {Entry[]} entries
 */
function difficulties(entries) {
  const sorted = entries.map(weight).sort((a, b) => a - b);
  return new Map(
    entries.map((entry) => [entry, 1 + Math.floor((5 * sorted.indexOf(weight(entry))) / sorted.length)]),
  );
}

/** @param {Library} library @param {Actions} actions */
export function libraryView(library, actions) {
  const own = collections.all().map((collection) => ownShelf(collection, actions));
  const sections = [...own, ...shelves(library).map((shelf) => section(shelf, actions))];
  const rack = h("div", {});
  const nothing = h("p", { class: "facts", hidden: true }, t("none"));
  const filter = () => {
    const found = sections.map((section) => section.filter()).reduce((sum, n) => sum + n, 0);
    nothing.hidden = found > 0;
    // Shelves with something that is called so come first.
    const rows = sections.toSorted((one, other) => Number(other.hit) - Number(one.hit));
    if (rows.some((row, at) => row.element !== rack.children[at]))
      rack.replaceChildren(...rows.map(({ element }) => element));
  };
  for (const section of sections) section.all = () => filter();
  const chips = tiles(shelves(library), wanted.family, (key) => {
    wanted.family = key;
    filter();
  });
  const search = h("input", {
    type: "search",
    value: wanted.text,
    placeholder: t("search"),
    "aria-label": t("search"),
    oninput: () => {
      wanted.text = search.value;
      filter();
    },
  });
  const choice = (/** @type {"order" | "show"} */ what, /** @type {[string, string][]} */ options) => {
    const choose = (/** @type {string} */ value) => {
      wanted[what] = value;
      filter();
    };
    return select(options, wanted[what], choose, t(what));
  };
  const order = choice("order", [
    ["default", t("orderDefault")],
    ["easy", t("orderEasy")],
    ["hard", t("orderHard")],
    ["name", t("orderName")],
  ]);
  const shown = choice("show", [
    ["all", t("showAll")],
    ["open", t("showOpen")],
    ["solved", t("showSolved")],
  ]);
  filter();
  return h(
    "main",
    { class: "library", id: "main" },
    today(library, actions),
    firstSteps(library, actions.play),
    myGames(library, actions),
    chips,
    h(
      "div",
      { class: "row filters" },
      search,
      h("details", {}, h("summary", {}, t("filters")), row(order, shown)),
    ),
    nothing,
    rack,
  );
}

/**
 * A shelf of puzzles.
 * @param {import("./shelf.js").Shelf} shelf
 * @param {Actions} actions
 */
function section({ name: key, title, about, family, entries, known }, actions) {
  const isFamily = key === family.name;
  const hard = difficulties(entries);
  const kin = [
    family.name,
    ...family.names,
    ...[title, family.title, about].flatMap((texts) => Object.values(texts)),
  ].join(" ");
  const cards = entries.map((entry) => {
    const level = hard.get(entry) ?? 1;
    const own = plain([entry.name, ...Object.values(entry.titles)].join(" "));
    const words = `${own} ${plain(kin)}`;
    const solved = progress.solvedLevels(entry) === (entry.levels ?? 1);
    return {
      element: card(entry, level, actions.play),
      own,
      words,
      close: words.replaceAll(" ", ""),
      weight: weight(entry),
      isKnown: known.includes(entry.name),
      title: say(entry.titles),
      solved,
    };
  });
  const stars = entries.reduce((sum, { name }) => sum + (progress.of({ instance: name })?.stars ?? 0), 0);
  const name = t("starsInAll", { n: stars });
  const won = { class: "won", role: "img", "aria-label": name, title: name };
  const open = entries.find((entry) => progress.solvedLevels(entry) < (entry.levels ?? 1));
  const solved = cards.filter(({ solved }) => solved).length;
  const list = h("ul", { class: "cards" });
  const more = h("button", {
    type: "button",
    class: "quiet more",
    onclick: () => {
      expanded.add(key);
      own.all();
    },
  });
  const element = h(
    "section",
    { class: "family", "data-family": key },
    h(
      "header",
      {},
      h("h2", {}, say(title)),
      stars > 0 && h("span", won, `★ ${stars}`),
      solved > 0 && h("span", { class: "facts" }, t("levelsSolved", { n: solved, m: cards.length })),
      h("p", {}, sentence(say(about))),
      open !== undefined &&
        solved > 0 &&
        h(
          "button",
          { type: "button", class: "path", onclick: () => actions.play({ instance: open.name }) },
          t("path", { what: say(open.titles) }),
        ),
      button(family.script ? "writeGame" : "make", () => actions.make(family), "quiet"),
    ),
    ...(isFamily ? pickers(family, actions.play, true) : []),
    list,
    more,
    ...(isFamily ? pickers(family, actions.play, false) : []),
  );
  const compare = {
    default: () => 0,
    easy: (/** @type {typeof cards[0]} */ one, /** @type {typeof cards[0]} */ other) =>
      one.weight - other.weight,
    hard: (/** @type {typeof cards[0]} */ one, /** @type {typeof cards[0]} */ other) =>
      other.weight - one.weight,
    name: (/** @type {typeof cards[0]} */ one, /** @type {typeof cards[0]} */ other) =>
      one.title.localeCompare(other.title, language()),
  };
  const own = {
    element,
    /** Whether something on it is called what is looked for. */
    hit: false,
    /** Filters all families. @type {() => void} */
    all: () => {},
    /** Shows what is looked for. @returns how many puzzles that are */
    filter() {
      const text = plain(wanted.text).trim();
      const words = text.split(" ");
      const meets = (/** @type {typeof cards[0]} */ one) =>
        words.every((word) => one.words.includes(word)) || one.close.includes(text.replaceAll(" ", ""));
      // What is called so stands before what is only of that kind.
      const titled = (/** @type {typeof cards[0]} */ one) => words.every((word) => one.own.includes(word));
      const here = wanted.family === "" || wanted.family === key;
      const found = here
        ? cards
            .filter((one) => meets(one) && isShown(one.solved))
            .sort(
              (one, other) =>
                Number(titled(other)) - Number(titled(one)) ||
                compare[/** @type {keyof typeof compare} */ (wanted.order)](one, other),
            )
        : [];
      own.hit = text !== "" && found.some(titled);
      const sought = text !== "" || wanted.show !== "all" || wanted.family !== "";
      const all = sought || expanded.has(key) || found.length <= FEW + 1;
      // What everybody knows is among the few that are seen.
      const few = found.toSorted((one, other) => Number(other.isKnown) - Number(one.isKnown)).slice(0, FEW);
      const seen = all ? found : found.filter((one) => few.includes(one));
      list.replaceChildren(...seen.map((one) => one.element));
      more.hidden = all;
      more.textContent = t("more", { n: found.length });
      // A family can be found without a puzzle, to make one.
      element.hidden =
        !here ||
        (found.length === 0 &&
          (sought || entries.length > 0) &&
          !(text !== "" && words.every((word) => plain(kin).includes(word)) && wanted.show === "all"));
      return element.hidden ? 0 : Math.max(found.length, 1);
    },
  };
  return own;
}
