// A line with Undo and Redo, and which of its moves the player made.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../game/history.js";

/** @param {History | null} history */
const seen = (history) =>
  history && [history.line.join(""), history.own.map((own) => (own ? "+" : "-")).join("")];
const start = History.of([]);

test("moves that the player makes are his, also when he takes them back and plays them again", () => {
  const played = start.play("a").play("b");
  assert.deepEqual(seen(played), ["ab", "++"]);
  const back = played.undo()?.undo();
  assert.deepEqual(seen(back ?? null), ["", ""]);
  assert.equal(back?.undo(), null);
  assert.deepEqual(seen(back?.redo()?.redo() ?? null), ["ab", "++"]);
  assert.deepEqual(seen(played.back(0).redo()?.redo() ?? null), ["ab", "++"]);
  assert.equal(played.redo(), null);
  // The move that Redo would play leaves the rest to Redo.
  assert.deepEqual(seen(played.back(0).play("a").redo()), ["ab", "++"]);
  assert.equal(played.back(0).play("c").redo(), null);
});

test("what is played for him is not, whatever comes before or after it, back or again", () => {
  const given = start.play("a").playAll(["b"], false).play("c");
  assert.deepEqual(seen(given), ["abc", "+-+"]);
  assert.equal(given.ownMoves, 1);
  const back = given.undo()?.undo();
  assert.deepEqual(seen(back ?? null), ["a", "+"]);
  assert.deepEqual(seen(back?.redo()?.redo() ?? null), ["abc", "+-+"]);
  assert.deepEqual(seen(given.back(0).redo()?.redo()?.redo() ?? null), ["abc", "+-+"]);
  // He makes the same move himself.
  assert.deepEqual(seen(back?.play("b") ?? null), ["ab", "++"]);
});

test("of another line only the moves are his that it shares with his own", () => {
  const played = start.play("a").play("b");
  assert.deepEqual(seen(played.jump(["a", "b", "c", "d"])), ["abcd", "++--"]);
  assert.deepEqual(seen(played.jump(["a", "c", "b"])), ["acb", "+--"]);
  assert.deepEqual(seen(played.jump(["a"])), ["a", "+"]);
  assert.deepEqual(seen(played.jump(["a", "b", "c"]).undo()), ["ab", "++"]);
  assert.deepEqual(seen(played.jump(["a", "b", "c"]).undo()?.redo() ?? null), ["abc", "++-"]);
});

test("a piece that is laid elsewhere is his, and makes no other piece his", () => {
  const laid = start.play("a").playAll(["b"], false).play("c");
  assert.deepEqual(seen(laid.exchange(0, "d")), ["bcd", "-++"]);
  assert.deepEqual(seen(laid.exchange(1, "d")), ["acd", "+++"]);
  assert.deepEqual(seen(laid.exchange(2, null)), ["ab", "+-"]);
  assert.deepEqual(seen(laid.exchange(1, "d").undo()), ["abc", "+-+"]);
});

test("nobody is known to have played a line that was opened, unless it was stored", () => {
  const opened = History.of(["a", "b"]);
  assert.deepEqual(seen(opened), ["ab", "--"]);
  assert.deepEqual(seen(opened.undo()), ["a", "-"]);
  assert.deepEqual(seen(opened.claimed(1)), ["ab", "+-"]);
  assert.equal(opened.claimed(2).ownMoves, 2);
});
