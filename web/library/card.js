// A puzzle on the shelf: its picture, its title, how hard it is, and what the player has made of it.

import { Board } from "../board/board.js";
import * as progress from "../game/progress.js";
import { say, t, unit } from "../i18n/language.js";
import { h } from "../lib/dom.js";

/** Draws a scene as a thumbnail. @param {Scene} scene */
export function thumbnail(scene) {
  const board = new Board({ small: true });
  // Leave out the tray, and walls around it.
  const floor = scene.cells.filter((_, id) => scene.marks[id] !== "t");
  const face =
    floor.length === scene.cells.length
      ? {}
      : {
          rows: Math.max(...floor.map(([row]) => row + 1)),
          columns: Math.max(...floor.map(([, column]) => column + 1)),
          pieces: scene.pieces.filter((piece) => scene.marks[piece.cells[0]] !== "t"),
        };
  board.draw({ ...scene, ...face }, { glide: 0 });
  board.svg.setAttribute("aria-hidden", "true");
  return board.svg;
}

/** @type {WeakMap<Element, Scene>} */
const pictures = new WeakMap();
const seen = new IntersectionObserver(
  (sights) => {
    for (const { target, isIntersecting } of sights) {
      const scene = pictures.get(target);
      if (!isIntersecting || !scene) continue;
      target.replaceChildren(thumbnail(scene));
      seen.unobserve(target);
    }
  },
  { rootMargin: "300px" },
);

/** @param {Entry} entry @param {number} difficulty @param {(puzzle: Puzzle) => void} play */
export function card(entry, difficulty, play) {
  const kept = progress.of({ instance: entry.name });
  const { optimal, metric, alike } = entry;
  const best =
    optimal === null ? "" : t(alike ? "inAll" : "best", { n: optimal, metric: unit(metric, optimal) });
  const own = kept?.best[metric];
  // All solutions of some puzzles cost the same; then the mark says enough.
  const yours = own === undefined || alike ? "" : t("yourBest", { n: own });
  const picture = h("span", { class: "picture" });
  // Drawn when it scrolls into view.
  pictures.set(picture, entry.scene);
  seen.observe(picture);
  return h(
    "li",
    { class: "card" },
    h(
      "button",
      { type: "button", onclick: () => play({ instance: entry.name }) },
      picture,
      h("strong", {}, say(entry.titles)),
      h(
        "span",
        { class: "facts" },
        h(
          "span",
          { class: "dots-of-five", "aria-label": t("difficulty", { n: difficulty }), role: "img" },
          "●".repeat(difficulty) + "○".repeat(5 - difficulty),
        ),
        h("span", { class: "best" }, best),
      ),
      kept && kept.solved > 0
        ? h("span", { class: "mark-solved" }, "✓ ", t("solvedMark"), yours && ` · ${yours}`)
        : kept?.open && kept.line !== ""
          ? h("span", { class: "mark-open" }, t("goOn"))
          : null,
    ),
  );
}
