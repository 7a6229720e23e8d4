// Tiny puzzles of each kind: a way in for those who come for the first time.

import * as api from "../engine/api.js";
import { all, nameOf, of } from "../game/progress.js";
import { say, t } from "../i18n/language.js";
import { h } from "../lib/dom.js";
import { picture } from "./card.js";
import { shelves } from "./shelf.js";

/**
 * What comes after one of these puzzles: the others of its kind, and then those of its shelf, from easy to hard.
 * @param {Library} library
 * @param {Puzzle} puzzle
 * @returns {Puzzle[] | null} null if it is none of them
 */
export function stepsAfter(library, { instance }) {
  const shelf = shelves(library).find(({ first_steps }) => first_steps.includes(instance));
  if (!shelf) return null;
  const after = shelf.first_steps.slice(shelf.first_steps.indexOf(instance) + 1);
  return [...after, ...shelf.entries.map(({ name }) => name)].map((instance) => ({ instance }));
}

const isSolved = (/** @type {string} */ instance) => (of({ instance })?.solved ?? 0) > 0;

/** @param {Library} library @param {(puzzle: Puzzle) => void} play */
export function firstSteps(library, play) {
  const known = shelves(library).filter(({ first_steps }) => first_steps.length > 0);
  const steps = known.flatMap(({ first_steps }) => first_steps);
  const done = steps.filter(isSolved).length;
  // What has all been solved is in nobody's way.
  if (done === steps.length) return null;
  const tile = (/** @type {import("./shelf.js").Shelf} */ { title, first_steps: steps }) => {
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
