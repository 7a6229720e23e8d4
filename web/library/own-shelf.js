// A shelf of the player's own: the levels of a collection, some at a time.

import * as api from "../engine/api.js";
import * as collections from "../game/collections.js";
import * as progress from "../game/progress.js";
import { isSokoban, withSolutions } from "../game/solutions-file.js";
import { button, iconButton } from "../i18n/controls.js";
import { errorMessage, refusal } from "../i18n/errors.js";
import { language, levelTitle, t, unit } from "../i18n/language.js";
import { notice } from "../i18n/notice.js";
import { h, row, save } from "../lib/dom.js";
import { starRow } from "../table/finish.js";
import { picture } from "./card.js";
import { isShown, plain, wanted } from "./wanted.js";

/** @typedef {import("../game/collections.js").Collection} Collection */

/** Cards that are shown at a time. */
const PAGE = matchMedia("(max-width: 800px)").matches ? 12 : 24;

/** The pages of shelves that were turned, by their ids. @type {Map<string, number>} */
const turned = new Map();

/** The scenes that were drawn. @type {Map<string, Scene>} */
const scenes = new Map();

/** @param {string} name @param {Puzzle} puzzle */
async function sceneOf(name, puzzle) {
  const scene = scenes.get(name) ?? (await api.position(puzzle, [])).scene;
  scenes.set(name, scene);
  return scene;
}

/** What the player has made of each level. @param {Collection} collection */
function madeOf({ levels }) {
  const { puzzles } = progress.all();
  return levels.map(({ name }) => made(name, Object.hasOwn(puzzles, name) ? puzzles[name] : null));
}

/** @param {string} name @param {progress.GameRecord | null} record */
function made(name, record) {
  const known = collections.known(name);
  return {
    known,
    solved: (record?.solved ?? 0) > 0 || Object.keys(known.own).length > 0,
    stars: Math.max(known.stars, record?.stars ?? 0),
    yours: known.own[""]?.worth ?? (known.best ? record?.best[known.best.metric] : undefined),
    begun: record?.open === true && record.line !== "",
    at: record?.at ?? 0,
  };
}

/** What is known of the best line. @param {import("../game/collections.js").Known} known */
function bestOf({ best, unsolvable }) {
  if (!best) return unsolvable ? t("noSolution") : "";
  const { worth: n, metric, scored, proved } = best;
  if (scored) return t(proved ? "bestScore" : "bestScoreKnown", { n });
  return t(proved ? "best" : "bestKnown", { n, metric: unit(metric, n) });
}

/** @param {Collection} collection @param {number} index @param {ReturnType<typeof made>} made @param {() => void} play */
function levelCard(collection, index, made, play) {
  const { name, fault, title } = collection.levels[index];
  const heading = h("strong", {}, levelTitle(title, index + 1));
  if (fault) {
    const why = refusal({ reason: fault.reason }) || fault.error || "";
    return h("li", { class: "card broken" }, heading, h("span", { class: "facts" }, why));
  }
  const { known, solved, stars, yours, begun } = made;
  return h(
    "li",
    { class: "card", "data-level": String(index + 1) },
    h(
      "button",
      { type: "button", onclick: play },
      picture(() => sceneOf(name, collections.puzzleAt(collection, index))),
      heading,
      h("span", { class: "facts" }, bestOf(known)),
      solved
        ? h(
            "span",
            { class: "mark-solved" },
            stars > 0 ? starRow(stars) : null,
            ` ✓ ${t("solvedMark")}`,
            yours !== undefined && ` · ${t("yourBest", { n: yours })}`,
          )
        : begun && h("span", { class: "mark-open" }, t("goOn")),
    ),
  );
}

/** Saves the text with the player's solutions. @param {Collection} collection */
async function saveShelf(collection) {
  try {
    const text = await withSolutions(collection);
    const { file, title } = collection;
    const name = file || `${title.replace(/[^\p{L}\p{N}_-]+/gu, "-") || "levels"}.txt`;
    save(
      isSokoban(collection) ? name.replace(/(\.\w{1,5})?$/, ".sok") : name,
      new Blob([text ?? collection.text], { type: "text/plain" }),
    );
    if (text === null) notice(t("noPlace"));
  } catch (error) {
    notice(errorMessage(error));
  }
}

/**
 * @typedef {object} ShelfActions
 * @property {(collection: Collection, index: number) => void} enter opens a level
 * @property {(collection: Collection) => void} goTo shows a shelf
 */

/** @param {Collection} collection @param {ShelfActions} actions */
export function ownShelf(collection, actions) {
  const { id, author, levels } = collection;
  const title = collection.title || t("pasted");
  const list = h("ul", { class: "cards" });
  const facts = h("span", { class: "facts" });
  const won = h("span", { class: "won" });
  const where = h("span", { class: "facts" });
  const turn = (/** @type {number} */ by) => {
    turned.set(id, page() + by);
    draw();
  };
  const earlier = iconButton("‹", "earlierLevels", () => turn(-1), "quiet");
  const later = iconButton("›", "laterLevels", () => turn(1), "quiet");
  const pages = row(earlier, where, later);
  const words = levels.map((level, index) =>
    plain(`${title} ${author} ${level.title} ${index + 1} ${level.family}`),
  );
  /** Which levels are looked for. @type {number[]} */
  let found = [];
  /** What the player has made of the levels. */
  let all = madeOf(collection);
  /** The page to show: that which was turned to, or that of the level which was played last. */
  const page = () => {
    const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
    const latest = all.reduce((at, one) => Math.max(at, one.at), 1);
    const here = collections.indexIn(collection) ?? all.findIndex(({ at }) => at === latest);
    return Math.min(turned.get(id) ?? Math.floor(Math.max(0, found.indexOf(here)) / PAGE), last);
  };
  const play = (/** @type {number} */ index) => {
    turned.delete(id);
    actions.enter(collection, index);
  };
  const draw = () => {
    const from = page() * PAGE;
    const shown = found.slice(from, from + PAGE);
    list.replaceChildren(
      ...shown.map((index) => levelCard(collection, index, all[index], () => play(index))),
    );
    where.textContent = `${from + 1}–${from + shown.length} / ${found.length}`;
    pages.hidden = found.length <= PAGE;
    earlier.disabled = from === 0;
    later.disabled = from + PAGE >= found.length;
    const stars = all.reduce((sum, { stars }) => sum + stars, 0);
    facts.textContent = t("levelsSolved", { n: all.filter(({ solved }) => solved).length, m: levels.length });
    won.textContent = stars > 0 ? `★ ${stars}` : "";
    won.title = t("starsInAll", { n: stars });
  };
  const away = button("remove", () => void takeAway(), "quiet");
  const element = h(
    "section",
    { class: "family own", "data-collection": id },
    h(
      "header",
      {},
      h("h2", { tabindex: "-1" }, `${title} (${levels.length})`),
      won,
      h("p", {}, facts, author && ` · ${author}`),
      button("saveShelf", () => void saveShelf(collection), "quiet"),
      away,
    ),
    list,
    pages,
  );
  const takeAway = async () => {
    // A second press would find nothing that could be taken back.
    away.disabled = true;
    const back = await collections.remove(collection);
    element.remove();
    const again = button("undoEdit", () => void back().then(() => actions.goTo(collection)));
    notice(t("removed", { what: title }), again);
    again.focus();
  };
  const update = (/** @type {Event} */ event) => {
    if (!element.isConnected) return collections.changes.removeEventListener("known", update);
    const { detail } = /** @type {CustomEvent} */ (event);
    for (const index of levels.keys()) {
      if (levels[index].name !== detail) continue;
      const facts = list.querySelector(`[data-level="${index + 1}"] .facts`);
      if (facts) facts.textContent = bestOf(collections.known(detail));
    }
  };
  collections.changes.addEventListener("known", update);
  return {
    element,
    /** Whether something on it is called what is looked for. */
    hit: false,
    all: () => {},
    /** Shows what is looked for. @returns how many puzzles that are */
    filter() {
      all = madeOf(collection);
      const text = plain(wanted.text).trim();
      const weight = (/** @type {number} */ index) =>
        collections.known(levels[index].name).best?.worth ?? 1000 + levels[index].cells;
      const kind = wanted.family.replace(/-cars$/, "");
      found = [...levels.keys()].filter(
        (index) =>
          text.split(" ").every((word) => words[index].includes(word)) &&
          (kind === "" || levels[index].family === kind) &&
          isShown(all[index].solved),
      );
      if (wanted.order === "easy") found.sort((one, other) => weight(one) - weight(other));
      if (wanted.order === "hard") found.sort((one, other) => weight(other) - weight(one));
      if (wanted.order === "name")
        found.sort((one, other) => levels[one].title.localeCompare(levels[other].title, language()));
      this.hit = text !== "" && found.length > 0;
      element.hidden = found.length === 0;
      if (!element.hidden) draw();
      return found.length;
    },
  };
}
