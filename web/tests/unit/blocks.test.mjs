// Whole blocks on the editor's boards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { letters, placed } from "../../editor/blocks.js";
import { rowsOf } from "../../editor/instance-text.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const TEXT = "puzzle = 'sliding'\nboard = '''\naa..\n....'''\ngoal = '''\n..bb\n....'''\n";
const rows = /** @type {string[][]} */ (rowsOf(TEXT, "board"));

test("a block has a letter that no board of the file uses", () => {
  const board = placed(TEXT, rows, [0, 2], [2, 2], LETTERS);
  assert.deepEqual(
    board?.map((row) => row.join("")),
    ["aacc", "..cc"],
  );
  assert.equal(placed(TEXT, rows, [0, 0], [1, 1], "ab"), null);
});

test("a block that would stick out is not put down", () => {
  for (const [at, size] of /** @type {[[number, number], [number, number]][]} */ ([
    [
      [1, 0],
      [2, 1],
    ],
    [
      [0, 3],
      [1, 2],
    ],
  ]))
    assert.equal(placed(TEXT, rows, at, size, LETTERS), null);
});

test("only boards on which a thing covers several cells have blocks", () => {
  const brushes = [{ characters: LETTERS, about: { en: "", ja: "", zh: "" } }];
  assert.equal(letters({ brushes, template: TEXT }), LETTERS);
  assert.equal(letters({ brushes, template: "board = '''\nab.\n'''\n" }), "");
});
