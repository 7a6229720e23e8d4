// Words for what is seen, in place of letters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sayFact, sayOf } from "../../board/piece-names.js";

const car = (/** @type {string} */ name, /** @type {number[]} */ cells, role = "plain") => ({
  name,
  cells,
  kind: 0,
  role,
  glyph: "car",
});
const scene = /** @type {any} */ ({
  cells: Array.from({ length: 9 }, (_, id) => [Math.floor(id / 3), id % 3, null]),
  marks: " ".repeat(9),
  roads: [],
  pieces: [car("a", [0, 1]), car("B", [2, 5, 8]), car("X", [3, 4], "hero")],
});
const reason = (/** @type {string} */ en) =>
  /** @type {any} */ ({ code: "x", en, ja: en, zh: en, cells: [] });

test("letters of pieces become what is seen, and words stay", () => {
  const text = "piece B is in the way of piece a: a slide is straight";
  assert.equal(
    sayOf(reason(text), scene),
    "the green truck is in the way of the brown car: a slide is straight",
  );
  assert.equal(sayOf(reason("there is no piece Q on the board"), scene), "there is no piece Q on the board");
  assert.equal(sayOf(reason("drive the red car (X) to the exit"), scene), "drive the red car to the exit");
});

test("so they do in facts about them", () => {
  const fact = /** @type {any} */ ({
    reason: reason("B must leave its place before a does"),
    pieces: [{ name: "B" }, { name: "a" }],
  });
  assert.equal(sayFact(fact, scene), "the green truck must leave its place before the brown car does");
});
