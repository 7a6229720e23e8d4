// Three tiny puzzles of each kind: a way in for those who come for the first time.

import * as api from "../engine/api.js";
import { all, nameOf, of } from "../game/progress.js";
import { say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { picture } from "./card.js";
import { shelves } from "./shelf.js";

/** @param {string} family @param {string} board @param {string} [more] lines before it */
const file = (family, board, more = "") => `puzzle = "${family}"\n${more}board = '''\n${board}'''\n`;

/** The puzzles by the keys of shelves: of one to a few moves. @type {Record<string, string[]>} */
const STEPS = {
  sliding: ["vhhvv11v.BB..BB.1..1", "vhhvv11v1BB..BB.1.1.", "vhhvv11vBB.1BB.1.hh."].map(
    (at) => `klotski:${at}`,
  ),
  "sliding-cars": [
    "oooBoooooBooAAoBoooooooooooooooooooo",
    "oooBoooooBooAAoBoooooooooooooooooCCo",
    "oBoooooBoCDEAAoCDEFGGCHEFIooHooIooHo",
  ].map((at) => `rushhour:${at}`),
  sokoban: ["sokoban-first", "sokoban-corner", "sokoban-two"],
  puzzlescript: ["a-push", "handle-with-care", "lodestone"],
  packing: ["LPV", "PUV", "LTY"].map((pieces) => `katamino:${pieces}`),
  "sliding-tiles": ["12.\n453\n", "1.3\n425\n", "123\n.56\n478\n"],
  "peg-solitaire": ["oo.", "oo.\n##o\n##.", "oo.o.\n####o\n####."].map((board) =>
    file("peg-solitaire", board),
  ),
  pacman: [
    file("pacman", "#####\n#@..#\n#####", "time = 9\n"),
    file("pacman", "######\n#@...#\n#.##.#\n#....#\n######", "time = 20\n"),
    file("pacman", "#######\n#@....#\n#.###.#\n#....V#\n#######", "time = 20\n"),
  ],
  "tank-change": ["A.o.o\n.o.o.\no.o.B", ".oo\n.o.\nA.B\n.o.\n..o", ".ooo\nBoAo\n.o.o"].map((board) =>
    file("tank-change", board),
  ),
};

/**
 * What comes after one of these puzzles: the others of its kind, and then those of its shelf, from easy to hard.
 * @param {Library} library
 * @param {Puzzle} puzzle
 * @returns {Puzzle[] | null} null if it is none of them
 */
export function stepsAfter(library, { instance }) {
  const [key, steps] = Object.entries(STEPS).find(([, steps]) => steps.includes(instance)) ?? [];
  if (!steps) return null;
  const { path = [] } = shelves(library).find((shelf) => shelf.key === key) ?? {};
  const at = steps.indexOf(instance);
  return [...steps.slice(at + 1), ...path.map(({ name }) => name)].map((instance) => ({ instance }));
}

const isSolved = (/** @type {string} */ instance) => (of({ instance })?.solved ?? 0) > 0;

/** @param {Library} library @param {(puzzle: Puzzle) => void} play */
export function firstSteps(library, play) {
  const known = shelves(library).filter(({ key }) => STEPS[key]);
  const steps = known.flatMap(({ key }) => STEPS[key]);
  const done = steps.filter(isSolved).length;
  // What has all been solved is in nobody's way.
  if (done === steps.length) return null;
  const tile = (/** @type {import("./shelf.js").Shelf} */ { key, title }) => {
    const steps = STEPS[key];
    const next = steps.find((step) => !isSolved(step)) ?? steps[0];
    const scene = library.entries.find(({ name }) => name === next)?.scene;
    const button = (/** @type {string} */ instance, /** @type {number} */ at) => {
      const name = t("stepNumber", { what: say(title), n: at + 1 });
      const solved = isSolved(instance);
      return h(
        "button",
        {
          type: "button",
          class: solved ? "level solved" : instance === next ? "level primary" : "level",
          "aria-label": solved ? `${name}, ${t("solvedMark")}` : name,
          "data-step": nameOf({ instance }),
          onclick: () => play({ instance }),
        },
        String(at + 1),
      );
    };
    const shown = picture(scene ?? (async () => (await api.position({ instance: next }, [])).scene), true);
    shown.addEventListener("click", () => play({ instance: next }));
    return h(
      "li",
      { class: "step" },
      shown,
      h("b", {}, say(title)),
      h("span", { class: "row" }, ...steps.map(button)),
    );
  };
  return h(
    "details",
    { class: "first-steps", open: Object.keys(all().puzzles).length === 0 },
    h("summary", {}, t("firstSteps"), h("span", { class: "facts" }, ` ${done} / ${steps.length}`)),
    h("ul", { class: "cards steps" }, ...known.map(tile)),
  );
}
