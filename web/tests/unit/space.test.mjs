// Boards in space: where cells are, across seams and in layers, and how solids are turned.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsAt } from "../../board/seams.js";
import { arranged, boxOf } from "../../engine/box.js";
import { mirrored, turnedSolid } from "../../game/turning.js";

/** @param {[number, number][]} cells @param {object} more @returns {Scene} */
const scene = (cells, more) =>
  /** @type {any} */ ({
    cells: cells.map(([row, column]) => [row, column, null]),
    marks: " ".repeat(cells.length),
    ...more,
  });
/** A board of so many rows and columns. @param {number} rows @param {number} columns @returns {[number, number][]} */
const grid = (rows, columns) =>
  Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns]);

test("what crosses a seam goes on beyond it", () => {
  const tower = scene(grid(2, 6), { wrap: "columns" });
  assert.deepEqual(cellsAt(tower, [0, 5, 4]), [
    [0, 6],
    [0, 5],
    [0, 4],
  ]);
  assert.deepEqual(cellsAt(tower, [1, 7]), [
    [0, 1],
    [1, 1],
  ]);
  const torus = scene(grid(3, 4), { wrap: "both" });
  assert.deepEqual(cellsAt(torus, [0, 3, 8]), [
    [3, 4],
    [3, 3],
    [2, 4],
  ]);
});

test("layers lie side by side, and the tray keeps its solids apart", () => {
  // Two layers of 2 by 2, and two solids in the tray, one of them two layers high.
  const floor = [...grid(2, 2), ...grid(2, 2).map(([row, column]) => [row + 3, column])];
  const tray = [
    [6, 0],
    [9, 0],
    [6, 2],
    [6, 3],
  ];
  const cells = /** @type {[number, number][]} */ ([...floor, ...tray]);
  const flat = scene(cells, { marks: `${" ".repeat(8)}tttt`, layer_rows: 3, pieces: [] });
  const laid = arranged(flat);
  const box = boxOf(laid) ?? assert.fail("it is a box");
  assert.deepEqual(box.size, [2, 2, 2]);
  assert.deepEqual(
    laid.cells.slice(4, 8).map(([row, column]) => [row, column]),
    grid(2, 2).map(([row, column]) => [row, column + 3]),
  );
  assert.deepEqual(
    box.solids.map(({ ids }) => ids),
    [
      [8, 9],
      [10, 11],
    ],
  );
  assert.equal(arranged(laid).cells, laid.cells);
});

test("turns alone bring a piece everywhere but to its mirror image", () => {
  /** @type {Place[]} */
  const corner = [
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 1],
  ];
  assert.equal(mirrored(corner, [turnedSolid(turnedSolid(corner, "tip"), "turn")]), false);
  assert.equal(mirrored(corner, [turnedSolid(corner, "flip")]), true);
  let four = corner;
  for (let turn = 0; turn < 4; turn++) four = turnedSolid(four, "tip");
  assert.deepEqual(four, corner);
});
