// The outline of a set of cells.

import assert from "node:assert/strict";
import { test } from "node:test";
import { outline } from "../../board/outline.js";

/** The area that a path encloses; holes count as negative. @param {string} path */
function area(path) {
  let twice = 0;
  for (const ring of path.split("Z").filter(Boolean)) {
    const points = ring
      .slice(1)
      .split("L")
      .map((point) => point.split(" ").map(Number));
    points.forEach(([x, y], at) => {
      const [u, v] = points[(at + 1) % points.length];
      twice += x * v - u * y;
    });
  }
  return twice / 2;
}
const rings = (/** @type {string} */ path) => path.split("Z").length - 1;

test("a cell is a square, clockwise from its corner", () => {
  assert.equal(outline([[0, 0]], 10, 0), "M0 0L10 0L10 10L0 10Z");
  assert.equal(outline([[2, 1]], 10, 1), "M11 21L19 21L19 29L11 29Z");
  assert.equal(outline([], 10, 0), "");
});

test("straight edges have no points in between, and the area is that of the cells", () => {
  const row = /** @type {At[]} */ ([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  assert.equal(outline(row, 1, 0), "M0 0L3 0L3 1L0 1Z");
  const bent = /** @type {At[]} */ ([
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
  assert.equal(area(outline(bent, 1, 0)), 3);
});

test("a hole runs the other way round", () => {
  const ring = /** @type {At[]} */ (
    [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column])).filter((at) => String(at) !== "1,1")
  );
  const path = outline(ring, 1, 0);
  assert.deepEqual([rings(path), area(path)], [2, 8]);
});

test("cells that touch only at a corner stay apart", () => {
  for (const cells of /** @type {At[][]} */ ([
    [
      [0, 0],
      [1, 1],
    ],
    [
      [0, 1],
      [1, 0],
    ],
  ])) {
    const path = outline(cells, 10, 1);
    assert.deepEqual([rings(path), area(path)], [2, 2 * 8 * 8]);
  }
});

test("random sets of cells: the area is the number of cells", () => {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 200; round++) {
    const cells = /** @type {At[]} */ ([]);
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 5; column++) if (random() < 0.5) cells.push([row, column]);
    }
    assert.equal(area(outline(cells, 1, 0)), cells.length, JSON.stringify(cells));
  }
});
