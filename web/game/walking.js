// Walking: a hero who goes over free floor, which is no move, and pushes what stands in his way.

import { STEP } from "../board/figure.js";
import { cellsAt } from "../board/seams.js";
import { route, STEPS } from "./move-geometry.js";

/** The index of the piece that walks; -1 if none does. @param {Pick<Scene, "arrows" | "pieces">} scene */
export const walker = ({ arrows, pieces }) =>
  arrows === "walk" ? pieces.findIndex(({ role }) => role === "hero") : -1;

/**
 * The cell beside another one; -1 if there is none, or a wall between.
 * @param {Pick<Scene, "cells" | "thin_walls">} scene
 * @param {number} cell
 * @param {Direction} direction
 */
export function beside({ cells, thin_walls = [] }, cell, direction) {
  const [down, right] = STEP[direction];
  const next = cells.findIndex(
    ([row, column]) => row === cells[cell][0] + down && column === cells[cell][1] + right,
  );
  return thin_walls.some((wall) => wall.includes(cell) && wall.includes(next)) ? -1 : next;
}

/**
 * A scene with the walker on a cell, turned to a side.
 * @param {Scene} scene
 * @param {number | null} cell null for where he is
 * @param {Direction | null} facing
 * @returns {Scene}
 */
export function standing(scene, cell, facing) {
  const hero = walker(scene);
  if (hero < 0) return scene;
  const piece = scene.pieces[hero];
  const stood = { ...piece, cells: cell === null ? piece.cells : [cell], facing: facing ?? piece.facing };
  return { ...scene, pieces: scene.pieces.with(hero, stood) };
}

/**
 * The way of the walker between two scenes: with a push, behind what is pushed and then along with it. Null if he does
 * not walk.
 * @param {Scene} before
 * @param {Scene} after
 * @param {Step | null} step what is pushed
 * @returns {Direction[] | null}
 */
export function wayOf(before, after, step) {
  const hero = walker(before);
  if (hero < 0 || step?.back) return null;
  if (!step) return route(before, hero, after.pieces[walker(after)]?.cells ?? []);
  const [{ piece, to }] = step.carried;
  const [[row, column]] = cellsAt(before, before.pieces[piece].cells);
  const [[r, c]] = cellsAt(before, to);
  const direction = STEPS.find(([[down, right]]) => r === row + down && c === column + right)?.[1];
  const behind = before.cells.findIndex(([y, x]) => y === 2 * row - r && x === 2 * column - c);
  if (!direction || behind < 0) return null;
  const way = route(before, hero, [behind]);
  return way && [...way, direction];
}
