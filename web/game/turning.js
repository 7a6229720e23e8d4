// How a piece in hand is turned: about the upright axis, in a box also over an edge, and to its mirror image.

import { t } from "../i18n/language.js";

/** The keys that turn it. @type {Record<string, Way>} */
export const TURNING = { r: "turn", t: "tip", f: "flip" };
/** What is said of it. @type {Record<Way, import("../i18n/language.js").Phrase>} */
const SAID = { turn: "turned", tip: "tipped", flip: "flipped" };

/** The ways to turn it, as what becomes of a layer, a row and a column. @type {Record<Way, (place: Place) => Place>} */
export const WAYS = {
  turn: ([layer, row, column]) => [layer, column, -row],
  tip: ([layer, row, column]) => [row, -layer, column],
  flip: ([layer, row, column]) => [layer, row, -column],
};

/** A shape wherever it lies. @param {Place[]} cells */
function shape(cells) {
  const least = [0, 1, 2].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells
    .map((cell) => cell.map((at, axis) => at - least[axis]).join())
    .sort()
    .join(" ");
}

/** Whether turns alone do not bring a solid to all these ways to lie: some are its mirror image. @param {Place[]} own @param {Place[][]} others */
export function mirrored(own, others) {
  const known = new Map([[shape(own), own]]);
  for (const cells of known.values())
    for (const way of [WAYS.turn, WAYS.tip]) {
      const next = cells.map(way);
      known.set(shape(next), known.get(shape(next)) ?? next);
    }
  return others.some((cells) => !known.has(shape(cells)));
}

/** A solid after a turn, from a cell of its lowest layer. @param {Place[]} cells @param {Way} way */
export function turnedSolid(cells, way) {
  const turned = cells.map(WAYS[way]).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return turned.map((cell) => /** @type {Place} */ (cell.map((at, axis) => at - turned[0][axis])));
}

/**
 * What is said of a piece that was turned.
 * @param {{names: string[], shape: At[], solid: Place[] | null}} held
 * @param {Way} way
 */
export function saidOf({ names, shape, solid }, way) {
  const size = (/** @type {number[][]} */ cells, /** @type {number} */ axis) => {
    const all = cells.map((cell) => cell[axis]);
    return Math.max(...all) - Math.min(...all) + 1;
  };
  const cells = solid ?? shape.map(([row, column]) => [0, row, column]);
  const [l, r, c] = [0, 1, 2].map((axis) => size(cells, axis));
  const text = t(SAID[way], { piece: names.join(t("comma")), r, c });
  return solid ? text + t("layersHigh", { l }) : text;
}
