// Where a piece in hand comes to lie.

import assert from "node:assert/strict";
import { test } from "node:test";
import { carrying, landing, slideTowards } from "../../game/landing.js";

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

test("a piece that cannot go alone takes along what goes with it, unless there is a choice", () => {
  const together = (/** @type {string} */ move, /** @type {number[]} */ ...pieces) => ({
    move,
    carried: pieces.map((piece) => ({ piece, to: [piece + 5] })),
  });
  const moves = (/** @type {any[]} */ choices, /** @type {number} */ piece, /** @type {number[]} */ others) =>
    carrying(choices, piece, others).map(({ choice }) => choice.move);
  const choices = [{ move: "F", piece: 0, to: [5] }, together("FG", 0, 2), together("FW", 0, 1)];
  assert.deepEqual(moves(choices, 2, []), ["FG"]);
  assert.deepEqual(moves(choices, 0, []), ["F"]);
  assert.deepEqual(moves(choices, 0, [2]), ["FG"]);
  assert.deepEqual(moves(choices, 1, [2]), []);
  assert.deepEqual(moves(choices.slice(1), 0, []), ["FG", "FW"]);
});

test("where pieces that go together land is not guessed", () => {
  const both = (/** @type {string} */ move, /** @type {number} */ other) => ({
    move,
    carried: [
      { piece: 0, to: [3] },
      { piece: other, to: [4] },
    ],
  });
  const hand = (/** @type {any[]} */ choices, /** @type {number[]} */ others) => ({
    ...held,
    others,
    position: { choices },
  });
  assert.equal(landing(hand([both("a", 1)], []), scene, cellAt, [0, 3]).choice?.move, "a");
  assert.equal(landing(hand([both("a", 1), both("b", 2)], []), scene, cellAt, [0, 3]).choice, undefined);
  assert.equal(landing(hand([both("a", 1), both("b", 2)], [2]), scene, cellAt, [0, 3]).choice?.move, "b");
});
