// What was played, as it is stored.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {Map<string, string>} */
const stored = new Map();
Object.defineProperty(globalThis, "localStorage", {
  configurable: true,
  value: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  },
});
const progress = await import("../../game/progress.js");

const now = {
  title: "Tank Change",
  address: "#puzzle=tank-change",
  line: "1-7",
  seconds: 5,
  hints: 0,
  own: 1,
  open: true,
};
const puzzle = { instance: "tank-change" };
const result = (/** @type {number} */ worth, scored = false) => ({
  metric: "moves",
  worth,
  scored,
  seconds: 10,
});

beforeEach(() => progress.forget());

test("each level is stored on its own, the first under the name of its file", () => {
  const entry = { name: "tank-change", levels: 3 };
  for (const level of [1, 3]) {
    progress.save({ ...puzzle, level }, now);
    progress.addSolution({ ...puzzle, level }, result(5));
  }
  assert.equal(progress.of(puzzle)?.solved, 1);
  assert.equal(progress.of({ ...puzzle, level: 2 }), null);
  assert.equal(progress.solvedLevels(entry), 2);
});

test("a puzzle that was only looked at is not stored", () => {
  progress.save(puzzle, { ...now, line: "" });
  assert.equal(progress.of(puzzle), null);
  progress.save(puzzle, now);
  assert.equal(progress.of(puzzle)?.line, "1-7");
});

test("the best result of each metric is remembered: the fewest moves, or the highest score", () => {
  progress.save(puzzle, now);
  for (const worth of [20, 18, 19]) progress.addSolution(puzzle, result(worth));
  assert.deepEqual([progress.of(puzzle)?.best.moves, progress.of(puzzle)?.solved], [18, 3]);
  const scored = { instance: "pacman-lv1" };
  progress.save(scored, now);
  for (const worth of [20, 30, 25]) progress.addSolution(scored, result(worth, true));
  assert.equal(progress.of(scored)?.best.moves, 30);
});

test("days in a row end where one is missing; today need not be solved yet", () => {
  for (const day of ["2026-02-27", "2026-02-28", "2026-03-01"]) progress.addDay(day, "sokoban", 2, false);
  assert.deepEqual(
    ["2026-03-01", "2026-03-02", "2026-03-03"].map((day) => progress.streak(day)),
    [3, 3, 0],
  );
  // What is solved when the day is over has its stars, and is no day in a row.
  progress.addDay("2026-02-26", "sokoban", 3, true);
  assert.deepEqual([progress.streak("2026-03-01"), progress.streak("2026-03-01", "sokoban")], [3, 3]);
  assert.deepEqual(
    [progress.starsOf("2026-02-26", "sokoban"), progress.starsOf("2026-02-26", "pacman")],
    [3, 0],
  );
  progress.addDay("2026-02-27", "sokoban", 1, true);
  assert.equal(progress.starsOf("2026-02-27", "sokoban"), 2);
  assert.equal(progress.streak("2026-03-01", "pacman"), 0);
});

test("a file from elsewhere adds what was played last and the better results", async () => {
  progress.save(puzzle, now);
  progress.addSolution(puzzle, result(20));
  const file = JSON.parse(await progress.exported().text());
  file.puzzles["tank-change"] = { ...file.puzzles["tank-change"], at: 0, line: "old", best: { moves: 18 } };
  file.puzzles["tiles-five"] = { line: "8", address: "#puzzle=tiles-five", open: true };
  assert.ok(progress.imported(JSON.stringify(file)));
  assert.deepEqual([progress.of(puzzle)?.line, progress.of(puzzle)?.best.moves], ["1-7", 18]);
  assert.equal(progress.of({ instance: "tiles-five" })?.line, "8");
  for (const other of ["{", "[1]", "null", '{"tejun":"other"}']) assert.ok(!progress.imported(other), other);
});

test("whatever is stored, only what can be used is taken over", () => {
  const { puzzles, days } = progress.validated({
    puzzles: {
      a: 3,
      b: { line: 4, address: "javascript:alert(1)", best: { moves: "9", steps: 7 }, at: Number.NaN },
      c: { title: "x".repeat(1000), at: 9 },
    },
    days: { "2026-02-27": 1, tomorrow: true },
  });
  assert.deepEqual(Object.keys(puzzles).sort(), ["a", "b", "c"]);
  assert.deepEqual([puzzles.b.line, puzzles.b.address, puzzles.b.best], ["", "#", { steps: 7 }]);
  assert.equal(puzzles.c.title.length, 200);
  assert.deepEqual(days, { "2026-02-27": true });
  for (const odd of [null, 7, "text", [], { puzzles: [], days: 7 }]) {
    assert.deepEqual(progress.validated(odd), { puzzles: {}, days: {}, daily: {}, slips: [] });
  }
});

test("a file's text has a short name of its own", () => {
  const text = "puzzle = 'sliding'\nboard = '''\nab'''\n";
  assert.match(progress.nameOf({ instance: text }), /^file:\w+$/);
  assert.notEqual(progress.nameOf({ instance: text }), progress.nameOf({ instance: `${text}\n` }));
  assert.equal(progress.nameOf(puzzle), "tank-change");
});

test("slips are stored once each, the newest first, and only with an address of this page", () => {
  const slip = (/** @type {number} */ n) => ({ title: "Tank Change", address: `#line=${n}`, move: `${n}` });
  for (const n of [1, 2, 1]) progress.addSlip(slip(n));
  assert.deepEqual(progress.all().slips, [slip(1), slip(2)]);
  progress.removeSlip(slip(1));
  assert.deepEqual(progress.all().slips, [slip(2)]);
  for (let n = 0; n < 100; n++) progress.addSlip(slip(n));
  assert.equal(progress.all().slips.length, 60);
  const { slips } = progress.validated({ slips: [{ address: "javascript:alert(1)", move: 7 }, null, "x"] });
  assert.deepEqual(
    slips.map(({ address, move }) => [address, move]),
    [
      ["#", ""],
      ["#", ""],
      ["#", ""],
    ],
  );
  assert.deepEqual(progress.validated({ slips: "none" }).slips, []);
});
