// Where the frame of a board has its door.

import assert from "node:assert/strict";
import { test } from "node:test";
import { door } from "../../board/ground.js";

/**
 * A scene of three rows and four columns.
 * @param {number[]} goal
 * @param {Partial<Piece>[]} pieces
 * @param {Partial<Scene>} [more]
 */
const scene = (goal, pieces, more = {}) =>
  /** @type {Scene} */ (
    /** @type {unknown} */ ({
      cells: Array.from({ length: 12 }, (_, at) => [Math.floor(at / 4), at % 4, null]),
      marks: Array.from({ length: 12 }, (_, at) => (goal.includes(at) ? "g" : " ")).join(""),
      pieces,
      walls: false,
      ...more,
    })
  );
const block = { role: /** @type {const} */ ("hero"), glyph: /** @type {const} */ ("block"), cells: [0, 1] };
const car = { ...block, glyph: /** @type {const} */ ("car") };

test("a block leaves below, where its goal lies at the lower edge", () => {
  assert.deepEqual(door(scene([9, 10], [block])), { edge: "bottom", at: 3, from: 1, to: 3 });
  assert.deepEqual(door(scene([1, 2], [block])), { edge: "top", at: 0, from: 1, to: 3 });
});

test("a car leaves the way it drives, also from a corner", () => {
  assert.deepEqual(door(scene([10, 11], [car])), { edge: "right", at: 4, from: 2, to: 3 });
  assert.deepEqual(door(scene([8, 9], [car])), { edge: "left", at: 0, from: 2, to: 3 });
  assert.deepEqual(door(scene([3, 7], [{ ...car, cells: [0, 4] }])), { edge: "top", at: 0, from: 3, to: 4 });
});

test("there is no door within the board, for several heroes, in walls, or for a goal of another size", () => {
  assert.equal(door(scene([5, 6], [block])), null);
  assert.equal(door(scene([9, 10], [block, block])), null);
  assert.equal(door(scene([9, 10], [block], { walls: true })), null);
  assert.equal(door(scene([9, 10, 11], [block])), null);
  assert.equal(door(scene([7, 10], [block])), null);
});
