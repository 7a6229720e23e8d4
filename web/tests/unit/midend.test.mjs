// The game being played: what is carried from one position to the next, and where a line went wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lastSolvable } from "../../game/last-solvable.js";
import { Midend } from "../../game/midend.js";

/**
 * A game whose positions have these answers: s solved, u unsolvable, ? stopped.
 * @param {string} answers one for each length of the line
 */
function game(answers) {
  const line = Array.from({ length: answers.length - 1 }, (_, at) => `m${at}`);
  const midend = new Midend({ instance: "none" }, /** @type {any} */ ({ line }));
  const outcomes = { s: "solved", u: "unsolvable", "?": "stopped" };
  /** @type {number[]} */
  const asked = [];
  midend.rest = async (of = line) => {
    asked.push(of.length);
    return /** @type {any} */ ({ outcome: outcomes[/** @type {"s"} */ (answers[of.length])] });
  };
  return { midend, asked };
}

for (const [answers, moves, last] of /** @type {[string, number, boolean][]} */ ([
  ["suuuu", 0, true],
  ["ssssu", 3, true],
  ["uuuuu", -1, true],
  ["ss??u", 1, false],
  // The search from an earlier position takes longer than from a later one.
  ["??s?u", 2, false],
  ["???su", 3, true],
  ["????u", -1, false],
])) {
  test(`the last solvable of ${answers} is ${moves}, ${last ? "and it is known" : "as far as is known"}`, async () => {
    assert.deepEqual(await lastSolvable(game(answers).midend), { moves, last });
  });
}

test("on a long line without answers, the search gives up", async () => {
  const { midend, asked } = game(`s${"?".repeat(99)}u`);
  await lastSolvable(midend);
  assert.ok(asked.length < 20, `${asked.length} searches`);
});

test("a game reports the carried piece, forwards and backwards", async () => {
  const position = (/** @type {string[]} */ line, /** @type {any[]} */ choices) =>
    /** @type {any} */ ({ line, choices, standing: "open", scene: { cells: [], keys: [], pieces: [] } });
  const start = position(
    [],
    [
      { move: "a", piece: 2, to: [7] },
      { move: "b", piece: 0, to: [1] },
    ],
  );
  const positions = [start, position(["a"], [{ move: "c", key: "c" }]), position(["a", "c"], [])];
  const before = globalThis.fetch;
  globalThis.fetch = async (_, init) => Response.json(positions[JSON.parse(String(init?.body)).line.length]);
  try {
    const midend = new Midend({ instance: "none" }, start);
    /** @type {any[]} */
    const steps = [];
    midend.addEventListener("change", (event) => steps.push(/** @type {CustomEvent} */ (event).detail.step));
    await midend.play("a");
    await midend.undo();
    await midend.redo();
    await midend.play("c");
    await midend.restart();
    const carried = [{ piece: 2, to: [7] }];
    assert.deepEqual(steps, [
      { carried, back: false },
      { carried, back: true },
      { carried, back: false },
      null,
      null,
    ]);
  } finally {
    globalThis.fetch = before;
  }
});
