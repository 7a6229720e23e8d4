// The text of an instance file as the editor changes it.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  disowned,
  hasLine,
  lettersOf,
  rowsOf,
  toggled,
  withLetter,
  withRows,
} from "../../editor/instance-text.js";

const TEXT = "puzzle = 'sliding'\ngoal_any = true\nboard = '''\nab\n🧩.'''\n# end\n";

test("the rows of a board are read and written, and nothing else changes", () => {
  const rows = rowsOf(TEXT, "board") ?? [];
  assert.deepEqual(rows, [
    ["a", "b"],
    ["🧩", "."],
  ]);
  assert.equal(withRows(TEXT, "board", rows), TEXT);
  rows[0][0] = "$&";
  assert.equal(
    withRows(TEXT, "board", rows),
    TEXT.replace("ab", () => "$&b"),
  );
});

test("a board may end with a line break, and have other quotes", () => {
  assert.deepEqual(rowsOf('board = """\nab\n"""', "board"), [["a", "b"]]);
  assert.equal(rowsOf(TEXT, "goal"), null);
});

test("a board that is not there is added at the end", () => {
  assert.equal(withRows(TEXT, "goal", [["."]]), `${TEXT}goal = '''\n.'''\n`);
});

test("a line is taken out by its key, whatever its value, or put before the board", () => {
  assert.ok(hasLine(TEXT, "goal_any = false") && !hasLine(TEXT, "goal = 'a'"));
  const without = toggled(TEXT, "goal_any = false");
  assert.equal(without, TEXT.replace("goal_any = true\n", ""));
  assert.equal(toggled(without, "goal_any = true"), TEXT);
});

test("letters are added to a value and taken out of it", () => {
  const text = "pieces = 'PUP'\n";
  assert.equal(lettersOf(text, "pieces = ''", "PUY"), "PUP");
  assert.equal(lettersOf(text, "sheets = ''", "PUY"), undefined);
  assert.equal(withLetter(text, "pieces = ''", "PUY", "Y", true), 'pieces = "PUPY"\n');
  assert.equal(withLetter(text, "pieces = ''", "PUY", "P", false), 'pieces = "U"\n');
});

test("a changed board drops the title, the source and the optimum it came with, and no others", () => {
  const origin =
    "puzzle = 'sokoban'\ntitle = { en = \"Two Boxes\" }\nsource = \"tejun\"\noptimal = 3\nboard = '''\n#'''\n";
  assert.equal(disowned(origin, origin), "puzzle = 'sokoban'\nboard = '''\n#'''\n");
  const own = origin.replace("Two Boxes", "Three").replace("optimal = 3", "optimal = 5");
  assert.equal(disowned(own, origin), own.replace('source = "tejun"\n', ""));
  const started = origin.replace('{ en = "Two Boxes" }', '"My puzzle"');
  assert.match(disowned(started, started), /^title = "My puzzle"$/m);
});
