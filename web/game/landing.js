// Where a piece in hand comes to lie: how far it slides towards the pointer, and the move that puts it there.

import { cellsAt } from "../board/seams.js";
import { carriedBy, corner, form, goesTo } from "./move-geometry.js";

/** How close to a legal place, in cells, a piece must be dropped to land there. */
const NEAR = 0.9;

/**
 * Slides a piece towards where the pointer is, as far as what is in the way lets it.
 * @param {Map<string, Choice>} slides the offsets it can slide to
 * @param {At} slid how far it has been slid
 * @param {At} wanted how far the pointer has gone
 * @returns {{slid: At, shown: At}} how far it has been slid now, and how far it is shown, which is between two cells
 */
export function slideTowards(slides, slid, [down, right]) {
  const open = (/** @type {number} */ r, /** @type {number} */ c) =>
    (r === 0 && c === 0) || slides.has(`${r},${c}`);
  const distance = (/** @type {At} */ [r, c]) => Math.hypot(down - r, right - c);
  // Adding 0 makes a 0 of -0, which would be written as "-0".
  const exact = /** @type {At} */ ([Math.round(down) + 0, Math.round(right) + 0]);
  let reached = open(...exact) ? exact : slid;
  for (;;) {
    const [r, c] = reached;
    const around = /** @type {At[]} */ ([
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ]).filter((at) => open(...at));
    const next = around.reduce((best, at) => (distance(at) < distance(best) ? at : best), reached);
    if (next === reached) break;
    reached = next;
  }
  // Between two cells it follows the pointer along one axis.
  const [r, c] = reached;
  const lean = (/** @type {number} */ by, /** @type {boolean} */ free) =>
    free ? Math.max(-0.5, Math.min(0.5, by)) : 0;
  const leanDown = lean(down - r, open(r + Math.sign(down - r), c));
  const leanRight = lean(right - c, open(r, c + Math.sign(right - c)));
  const shown = /** @type {At} */ (
    Math.abs(leanDown) > Math.abs(leanRight) ? [r + leanDown, c] : [r, c + leanRight]
  );
  return { slid: reached, shown };
}

/**
 * The moves that carry a piece, and with it all of some others, each with the cells of that piece: if there are such, the
 * moves that carry nothing else. So a piece that cannot go alone takes along what goes with it, unless there is a choice.
 * @param {Choice[]} choices
 * @param {number} piece
 * @param {number[]} [others]
 */
export function carrying(choices, piece, others = []) {
  const all = choices
    .map((choice) => ({ choice, carried: carriedBy(choice), to: goesTo(choice, piece) ?? [] }))
    .filter(
      ({ carried, to }) =>
        to.length > 0 && others.every((other) => carried.some((one) => one.piece === other)),
    );
  const alone = all.filter(({ carried }) => carried.length === others.length + 1);
  return alone.length > 0 ? alone : all;
}

/** @param {number[]} ids */
const sorted = (ids) => String(ids.toSorted((a, b) => a - b));

/**
 * Where a piece lands when it is let go, and the move that takes it there: to the cells below it, else to the nearest
 * legal place for its shape.
 * @param {{piece: number, others?: number[], shape: At[], from: At, position: Position}} held
 * @param {Scene} scene on the board
 * @param {(row: number, column: number) => number} cellAt the cell of the board at a row and a column; -1 if there is
 *   none
 * @param {At} by how far it was moved
 */
export function landing({ piece, others, shape, from, position }, scene, cellAt, [down, right]) {
  const [row, column] = [from[0] + Math.round(down), from[1] + Math.round(right)];
  const at = /** @type {At[]} */ (shape.map(([r, c]) => [row + r, column + c]));
  const ids = at.map(([r, c]) => cellAt(r, c)).filter((id) => id >= 0);
  const options = carrying(position.choices, piece, others);
  const exact = options.filter(({ to }) => ids.length === shape.length && sorted(to) === sorted(ids));
  let choice = exact.length === 1 ? exact[0].choice : undefined;
  if (!choice) {
    const [top, left] = corner(shape);
    const own = form(shape);
    let nearest = NEAR;
    const apart = new Set(options.map(({ to }) => sorted(to))).size === options.length;
    for (const other of apart ? options : []) {
      const cells = cellsAt(scene, other.to);
      const [r, c] = corner(cells);
      const distance = Math.hypot(r - (from[0] + top + down), c - (from[1] + left + right));
      if (distance < nearest && form(cells) === own) {
        nearest = distance;
        choice = other.choice;
      }
    }
  }
  return { at, ids, choice };
}
