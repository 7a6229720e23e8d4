// Of pieces that look alike, the right one moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchPieces } from "../../board/piece-matching.js";

/**
 * A row of cells with identical pieces on some of them.
 * @param {number[]} at
 * @param {Partial<Scene>} [more]
 * @returns {any}
 */
const row = (at, more = {}) => ({
  cells: Array.from({ length: 12 }, (_, column) => [0, column, null]),
  keys: [],
  pieces: at.map((cell) => ({ name: "o", kind: 0, cells: [cell] })),
  ...more,
});

/** The cell that each piece came from. @param {any} before @param {any} after @param {any} [carried] */
const came = (before, after, carried) =>
  Object.fromEntries(
    [...matchPieces(before, after, carried)].map(([is, was]) => [
      after.pieces[is].cells[0],
      before.pieces[was].cells[0],
    ]),
  );

/** @type {any[]} */
const KEYS = [{ key: "w", arrow: "up", label: {} }];

test("a carried piece moves past pieces of its kind and over them", () => {
  // A peg jumps over another, which is removed.
  assert.deepEqual(came(row([0, 1, 5]), row([2, 5]), [{ piece: 0, to: [2] }]), { 2: 0, 5: 5 });
  assert.deepEqual(came(row([0, 1, 5]), row([1, 2, 5]), [{ piece: 0, to: [2] }]), { 1: 1, 2: 0, 5: 5 });
});

test("pieces that are carried together change places", () => {
  const together = [
    { piece: 0, to: [5] },
    { piece: 1, to: [0] },
  ];
  assert.deepEqual(came(row([0, 5]), row([0, 5]), together), { 0: 5, 5: 0 });
});

test("where pieces are carried, those that did not move stay", () => {
  assert.deepEqual(came(row([0, 1, 2]), row([1, 2, 3])), { 1: 1, 2: 2, 3: 0 });
});

test("where keys play, every piece moves a little rather than one far", () => {
  const [before, after] = [row([0, 1, 2], { keys: KEYS }), row([3, 1, 2], { keys: KEYS })];
  assert.deepEqual(came(before, after), { 1: 0, 2: 1, 3: 2 });
});

test("the total distance is minimal, whatever the order of the list", () => {
  // Taking the nearest for the first would leave the second the whole way.
  assert.deepEqual(came(row([2, 6]), row([5, 9])), { 5: 2, 9: 6 });
  assert.deepEqual(came(row([2, 6]), row([9, 5])), { 5: 2, 9: 6 });
});

test("a piece that appears or disappears is matched with none, and neither is one of another name", () => {
  assert.deepEqual(came(row([1]), row([1, 4])), { 1: 1 });
  assert.deepEqual(came(row([1, 4, 8]), row([5, 7])), { 5: 4, 7: 8 });
  const other = row([3]);
  other.pieces[0].name = "x";
  assert.deepEqual(came(row([3]), other), {});
});
