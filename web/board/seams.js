// Boards whose sides join: what goes on at the other side.

import { s } from "../lib/dom.js";
import { SIDE } from "./sprites.js";

/** How far a board is drawn on beyond a seam, and the room around one that ends. */
const [BEYOND, EDGE] = [0.5 * SIDE, 7];
/** Boards so far; what is drawn twice has a name. */
let count = 0;

/** Rows and columns of the board without its tray, by its cells. @type {WeakMap<Scene["cells"], At>} */
const sizes = new WeakMap();

/** Rows and columns of a board without its tray. @param {Pick<Scene, "cells" | "marks">} scene @returns {At} */
export function around({ cells, marks }) {
  const known = sizes.get(cells);
  if (known) return known;
  const floor = cells.filter((_, id) => marks[id] !== "t");
  const size = /** @type {At} */ (
    [0, 1].map((axis) => Math.max(...floor.map((cell) => Number(cell[axis]) + 1)))
  );
  sizes.set(cells, size);
  return size;
}

/** How far apart the copies of a place are, down and right; 0 where nothing joins. @param {Scene} scene @returns {At} */
export function period(scene) {
  if (!scene.wrap) return [0, 0];
  const [rows, columns] = around(scene);
  return [scene.wrap === "both" ? rows : 0, columns];
}

/** A row or column among the first so many. @param {number} at @param {number} period none if it is 0 */
export const within = (at, period) => (period > 0 ? ((at % period) + period) % period : at);

/**
 * Rows and columns of some cells. What crosses a seam goes on beyond it, down and to the right.
 * @param {Pick<Scene, "cells"> & Partial<Scene>} scene
 * @param {number[]} ids
 * @returns {At[]}
 */
export function cellsAt(scene, ids) {
  const cells = ids.map((id) => /** @type {At} */ ([scene.cells[id][0], scene.cells[id][1]]));
  if (!scene.wrap || scene.marks?.[ids[0]] === "t") return cells;
  const by = period(/** @type {Scene} */ (scene));
  /** The place that a cell has beside another, if it is. @param {At} cell @param {At} other @returns {At | undefined} */
  const beside = (cell, other) => {
    const apart = cell.map((at, axis) => {
      const far = within(at - other[axis], by[axis]);
      return by[axis] > 0 && far === by[axis] - 1 ? -1 : far;
    });
    return Math.abs(apart[0]) + Math.abs(apart[1]) === 1
      ? [other[0] + apart[0], other[1] + apart[1]]
      : undefined;
  };
  const placed = new Map([[0, cells[0]]]);
  for (const at of placed.values())
    for (const [index, cell] of cells.entries()) {
      const place = placed.has(index) ? undefined : beside(cell, at);
      if (place) placed.set(index, place);
    }
  const all = cells.map((cell, index) => placed.get(index) ?? cell);
  const least = [0, 1].map((axis) => Math.min(...all.map((cell) => cell[axis])));
  return all.map(
    (cell) => /** @type {At} */ (cell.map((at, axis) => at - least[axis] + within(least[axis], by[axis]))),
  );
}

/** Cells, and again those beyond a seam. @param {Scene} scene @param {At[]} cells @returns {At[]} */
export function goingOn(scene, cells) {
  const by = period(scene);
  const [rows, columns] = around(scene);
  const near = (/** @type {number} */ at, /** @type {number} */ size) => at >= -1 && at <= size;
  return shifts(by).flatMap(([down, right]) =>
    cells
      .map(([row, column]) => /** @type {At} */ ([row + down, column + right]))
      .filter(([row, column]) => near(row, rows) && near(column, columns)),
  );
}

/** By how much what is drawn is drawn again. @param {At} by @returns {At[]} */
const shifts = ([high, wide]) =>
  (high > 0 ? [0, -high, high] : [0]).flatMap((down) =>
    (wide > 0 ? [0, -wide, wide] : [0]).map((right) => /** @type {At} */ ([down, right])),
  );

/** How a board whose sides join is put together; null if they do not. @param {Scene} scene */
export function seams(scene) {
  if (!scene.wrap) return null;
  const by = period(scene);
  const [rows, columns] = around(scene);
  const room = /** @type {At} */ ([BEYOND, by[0] > 0 ? BEYOND : EDGE]);
  const [wide, high] = [columns * SIDE, rows * SIDE];
  const again = (/** @type {string} */ name) =>
    shifts(by)
      .filter(([down, right]) => down !== 0 || right !== 0)
      .map(([down, right]) => s("use", { href: `#${name}`, x: right * SIDE, y: down * SIDE }));
  /**
   * @param {SVGElement} ground
   * @param {SVGElement[]} board
   * @param {SVGElement} spare what lies in the tray
   * @param {SVGElement} overlay
   */
  const join = (ground, board, spare, overlay) => {
    count += 1;
    const [name, over, clip] = ["board", "over", "clip"].map((part) => `${part}-${count}`);
    overlay.id = over;
    // What is drawn again is styled as if it stood alone.
    overlay.classList.add("board");
    const cut = { "clip-path": `url(#${clip})` };
    const area = { x: -room[0], y: -room[1], width: wide + 2 * room[0], height: high + 2 * room[1] };
    const [top, tall] = by[0] > 0 ? [0, high] : [-room[1], area.height];
    const veil = [
      `M${-BEYOND} ${-room[1]}h${area.width}v${area.height}h${-area.width}Z`,
      `M0 ${top}v${tall}h${wide}v${-tall}Z`,
    ].join("");
    const across = by[0] > 0 ? `M0 0H${wide}M0 ${high}H${wide}` : "";
    return [
      s("clipPath", { id: clip }, s("rect", area)),
      s("g", cut, ground, s("g", { id: name, class: "board" }, ...board), ...again(name)),
      s("g", cut, ...again(over)),
      s("path", { class: "beyond", d: veil, "fill-rule": "evenodd" }),
      s("path", { class: "seam", d: `M0 0V${high}M${wide} 0V${high}${across}` }),
      spare,
      overlay,
    ];
  };
  return { room, join };
}
