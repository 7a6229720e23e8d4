// Where a piece in hand comes to lie.

import assert from "node:assert/strict";
import { test } from "node:test";
import { landing, slideTowards } from "../../game/landing.js";

const CHOICE = /** @type {any} */ ({});
const open = (/** @type {string[]} */ ...offsets) => new Map(offsets.map((by) => [by, CHOICE]));

test("a sliding piece follows the pointer around a corner", () => {
  const slides = open("0,1", "0,2", "1,2");
  assert.deepEqual(slideTowards(slides, [0, 0], [0, 2]), { slid: [0, 2], shown: [0, 2] });
  assert.deepEqual(slideTowards(slides, [0, 2], [1, 2]), { slid: [1, 2], shown: [1, 2] });
});

test("it stops at what is in its way, and leans no farther than half a cell", () => {
  const slides = open("0,1");
  assert.deepEqual(slideTowards(slides, [0, 0], [0, 5]), { slid: [0, 1], shown: [0, 1] });
  assert.deepEqual(slideTowards(slides, [0, 0], [3, 0]), { slid: [0, 0], shown: [0, 0] });
  assert.deepEqual(slideTowards(slides, [0, 0], [0.1, 0.4]), { slid: [0, 0], shown: [0, 0.4] });
});

/** A row of five cells, of which the piece covers the first. */
const scene = /** @type {any} */ ({ cells: [0, 1, 2, 3, 4].map((column) => [0, column, null]) });
const cellAt = (/** @type {number} */ row, /** @type {number} */ column) =>
  row === 0 && column >= 0 && column < 5 ? column : -1;
const held = /** @type {any} */ ({
  piece: 0,
  shape: [[0, 0]],
  from: [0, 0],
  position: {
    choices: [
      { move: "far", piece: 0, to: [3] },
      { move: "other", piece: 1, to: [1] },
    ],
  },
});

test("a piece lands where it is let go, if that is a move of its own", () => {
  assert.equal(landing(held, scene, cellAt, [0, 3]).choice?.move, "far");
  assert.equal(landing(held, scene, cellAt, [0, 1]).choice, undefined);
});

test("a legal place close by takes it, one farther away does not", () => {
  assert.equal(landing(held, scene, cellAt, [0, 2.4]).choice?.move, "far");
  assert.equal(landing(held, scene, cellAt, [0, 2]).choice, undefined);
  assert.equal(landing(held, scene, cellAt, [0.7, 3.7]).choice, undefined);
});

test("off the board it covers no cells", () => {
  assert.deepEqual(landing(held, scene, cellAt, [4, 0]).ids, []);
});
