// Where somebody walks, and what that looks like.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, standing, walker, wayOf } from "../../game/walking.js";

/**
 * A board of three rows and four columns with a hero and boxes.
 * @param {number} hero
 * @param {number[]} boxes
 * @param {[number, number][]} [thin_walls]
 */
const scene = (hero, boxes, thin_walls = []) =>
  /** @type {Scene} */ (
    /** @type {unknown} */ ({
      arrows: "walk",
      cells: Array.from({ length: 12 }, (_, at) => [Math.floor(at / 4), at % 4, null]),
      thin_walls,
      pieces: [
        ...boxes.map((cell) => ({ role: "plain", cells: [cell], facing: null })),
        { role: "hero", cells: [hero], facing: null },
      ],
    })
  );

test("the neighbour of a cell ends at the edge and at a thin wall", () => {
  const walled = scene(0, [], [[1, 2]]);
  assert.equal(beside(walled, 0, "right"), 1);
  assert.equal(beside(walled, 1, "right"), -1);
  assert.equal(beside(walled, 2, "left"), -1);
  assert.equal(beside(walled, 3, "right"), -1);
  assert.equal(beside(walled, 0, "up"), -1);
  assert.equal(beside(walled, 0, "down"), 4);
});

test("the walker is the hero of a scene in which one walks", () => {
  assert.equal(walker(scene(0, [5, 6])), 2);
  assert.equal(walker({ ...scene(0, []), arrows: undefined }), -1);
  const stood = standing(scene(0, [5]), 3, "left");
  assert.deepEqual([stood.pieces[1].cells, stood.pieces[1].facing], [[3], "left"]);
  assert.deepEqual(standing(scene(0, [5]), null, null), scene(0, [5]));
});

test("a push begins with the walk behind the box, around other boxes", () => {
  const before = scene(7, [5, 6]);
  const after = scene(5, [6, 9]);
  const step = { carried: [{ piece: 0, to: [9] }], back: false };
  assert.deepEqual(wayOf(before, after, step), ["up", "left", "left", "down"]);
  assert.equal(wayOf(before, after, { ...step, back: true }), null);
  // He cannot get behind a box that he is walled off from.
  const walls = /** @type {[number, number][]} */ ([
    [3, 2],
    [7, 6],
    [11, 10],
  ]);
  assert.equal(wayOf(scene(7, [5, 6], walls), after, step), null);
});

test("a walk alone is the shortest way", () => {
  assert.deepEqual(wayOf(scene(4, [5]), scene(6, [5]), null)?.length, 4);
  assert.deepEqual(wayOf(scene(4, []), scene(4, []), null), []);
  assert.equal(wayOf({ ...scene(4, []), arrows: undefined }, scene(5, []), null), null);
});
