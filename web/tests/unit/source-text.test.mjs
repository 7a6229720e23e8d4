// The source of a game: its lines, its colours, its levels, its file.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { byLine } from "../../editor/source/diagnostics.js";
import { highlighted } from "../../editor/source/highlight.js";
import { doubled, essence, levelsOf, painted, resized } from "../../editor/source/levels.js";
import { headOf, spelled } from "../../editor/source/signs.js";
import { authorOf, opened, titleOf, written } from "../../game/source-file.js";
import { isSource, linesOf } from "../../game/source-lines.js";

const LIBRARY = new URL("../../../crates/tejun-puzzles/library/puzzlescript/", import.meta.url);

const GAME = `title A <b>test</b>
author me (not
really) you

OBJECTS

Background
Black

Player P
red #1f8 transparent
.0.
112

LEGEND
. = Background
# = Wall

RULES
(first) LATE [ > Player | Crate ] -> [ | no Crate ] sfx3 message well (done)

LEVELS
=====
message Hello (there)
#####
#.P.#
( between )
####

..P
`;

/** @param {string} source */
const rows = (source) =>
  levelsOf(source).map(({ rows }) => rows.map((row) => row.map(({ character }) => character).join("")));

/** The tokens of the line that begins with this. @param {string} start */
function tokens(start) {
  const lines = linesOf(GAME);
  const at = lines.findIndex(({ text }) => text.startsWith(start));
  return highlighted(lines)[at].map(({ text, kind, colour }) => [text, kind, ...(colour ? [colour] : [])]);
}

test("tokens are the source, whatever it is", async () => {
  const names = await readdir(LIBRARY);
  const files = await Promise.all(names.map((name) => readFile(new URL(name, LIBRARY), "utf8")));
  const games = files.map((text) => opened(text, "game").source);
  assert.ok(games.length > 0 && games.every((source) => levelsOf(source).length > 0));
  for (const source of [
    ...games,
    GAME,
    "",
    "\n",
    "((",
    "objects\nx\n(\n",
    "🧩\u0001\nrules\n🧩 -> message",
  ]) {
    const lines = highlighted(linesOf(source)).map((line) => line.map(({ text }) => text).join(""));
    assert.equal(lines.join("\n"), source);
  }
});

test("words have the colours of what they mean in their section", () => {
  assert.deepEqual(tokens("title"), [
    ["title", "keyword"],
    [" ", ""],
    ["A", "text"],
    [" ", ""],
    ["<b>test</b>", "text"],
  ]);
  assert.deepEqual(tokens("really"), [
    ["really)", "comment"],
    [" ", ""],
    ["you", "keyword"],
  ]);
  assert.deepEqual(tokens("OBJECTS"), [["OBJECTS", "heading"]]);
  assert.deepEqual(tokens("red"), [
    ["red", "colour", "#be2633"],
    [" ", ""],
    ["#1f8", "colour", "#11ff88"],
    [" ", ""],
    ["transparent", "colour"],
  ]);
  assert.deepEqual(tokens("112").slice(0, 2), [
    ["1", "pixel", "#11ff88"],
    ["1", "pixel", "#11ff88"],
  ]);
  const rule = tokens("(first)").filter(([text]) => text.trim() !== "");
  assert.deepEqual(rule[0], ["(first)", "comment"]);
  assert.deepEqual(rule[1], ["LATE", "direction"]);
  assert.deepEqual(rule[3], [">", "direction"]);
  assert.deepEqual(rule.slice(-3), [
    ["sfx3", "command"],
    ["message", "command"],
    [" well (done)", "text"],
  ]);
  assert.deepEqual(tokens("#.P.#"), [["#.P.#", "level"]]);
});

test("a game that has another palette shows no colours by name", () => {
  const [line] = highlighted(linesOf("color_palette famicom\nobjects\nA\nred #ff0000")).slice(-1);
  assert.deepEqual(line.map(({ colour }) => colour).filter(Boolean), ["#ff0000"]);
});

test("levels are parted by blank lines and messages, not by comments", () => {
  assert.deepEqual(rows(GAME), [["#####", "#.P.#", "####"], ["..P"]]);
  assert.equal(linesOf(GAME)[levelsOf(GAME)[0].line].text, "#####");
});

test("painting changes one character, and lengthens a row that is too short", () => {
  assert.equal(painted(GAME, 0, [1, 1], "*"), GAME.replace("#.P.#", "#*P.#"));
  assert.equal(painted(GAME, 0, [2, 4], "*"), GAME.replace("\n####\n", "\n####*\n"));
  assert.equal(painted("levels\n#🧩#", 0, [0, 1], "."), "levels\n#.#");
  assert.equal(painted(GAME, 7, [0, 0], "*"), GAME);
  assert.equal(painted("levels\n#(x)#", 0, [0, 1], "."), "levels\n#(x).");
});

test("a level grows and shrinks at each side", () => {
  const source = "levels\n\nab\ncd\n\nx\n";
  /** @type {[import("../../editor/source/levels.js").Side, string, string][]} */
  const sides = [
    ["up", "..\nab\ncd", "cd"],
    ["down", "ab\ncd\n..", "ab"],
    ["left", ".ab\n.cd", "b\nd"],
    ["right", "ab.\ncd.", "a\nc"],
  ];
  for (const [side, longer, shorter] of sides) {
    assert.equal(resized(source, 0, side, "."), `levels\n\n${longer}\n\nx\n`);
    assert.equal(resized(source, 0, side, null), `levels\n\n${shorter}\n\nx\n`);
    assert.equal(resized(source, 1, side, null), source, "the last row or column stays");
  }
  assert.deepEqual(rows(doubled(source, 0)), [["ab", "cd"], ["ab", "cd"], ["x"]]);
});

test("what a level depends on are the rules and its rows, not other levels", () => {
  const key = (/** @type {string} */ source, at = 0) => essence(source, levelsOf(source)[at]);
  assert.equal(key(painted(GAME, 1, [0, 0], "#")), key(GAME));
  assert.notEqual(key(painted(GAME, 0, [0, 0], ".")), key(GAME));
  assert.notEqual(key(GAME.replace("no Crate", "Crate")), key(GAME));
});

test("a game and a level are a file, and come out of it again", () => {
  const family = { name: "puzzlescript", script: "game" };
  for (const source of [GAME, "title '''\n", "title a\\\"b\u007f\tc\n'", "\n\n", "title '\n''"]) {
    const whole = source.endsWith("\n") ? source : `${source}\n`;
    assert.deepEqual(opened(written(family, source, 3), "game"), { source: whole, level: 3 });
  }
  assert.deepEqual(opened(GAME, "game"), { source: GAME, level: 1 });
  for (const value of ['"a\\nb\\u0041"', '"""\na\\nb\\\n   A"""', "'''\na\nbA'''"])
    assert.equal(opened(`puzzle = 'puzzlescript'\ngame = ${value}\n`, "game").source, "a\nbA");
  assert.deepEqual(opened("puzzle = 'x'\nlevel=2\n", "game"), { source: "", level: 2 });
  assert.equal(titleOf(GAME), "A <b>test</b>");
});

test("a source is told by its sections; signs are as the legend writes them", () => {
  assert.ok(isSource(GAME) && !isSource("#####\n#@$.#\n#####"));
  assert.deepEqual(spelled(GAME.replace("# = Wall", "W = Wall"), ".w"), [".", "W"]);
  assert.ok(headOf(GAME)?.endsWith("\nLEVELS"));
  assert.equal(headOf("objects"), null);
});

test("the worst of a line marks it", () => {
  const marks = byLine([
    { severity: "warning", key: "game", line: 3, message: "a" },
    { severity: "error", key: "game", line: 3, message: "b" },
    { severity: "error", key: null, line: null, message: "c" },
  ]);
  assert.deepEqual([...marks], [[3, { severity: "error", message: "a\nb" }]]);
});

test("a bracket that closes nothing is no level", () => {
  assert.equal(levelsOf("LEVELS\n\nP*O\n\n)\n\nP.*O\n").length, 2);
  assert.equal(levelsOf("LEVELS\n\nP*O)\n")[0].rows[0].length, 3);
});

test("a title and an author are what stands after their words, however many blanks there are", () => {
  assert.equal(titleOf(`x\n title  ${" ".repeat(50_000)}A game \nauthor b`), "A game");
  assert.equal(authorOf("title The author\n Author  A & B \n"), "A & B");
  assert.deepEqual([titleOf("OBJECTS"), authorOf("authors")], ["", ""]);
});
