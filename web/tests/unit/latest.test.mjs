// Of answers that arrive in any order, only the newest counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../lib/latest.js";

test("an answer or a failure that comes after newer work began is dropped", async () => {
  const latest = new Latest();
  const answer = deferred();
  const failure = deferred();
  const [first, second] = [latest.run(() => answer.promise), latest.run(() => failure.promise)];
  const third = latest.run(async () => 3);
  assert.equal(await third, 3);
  answer.resolve(1);
  failure.reject(new Error("late"));
  assert.deepEqual(await Promise.all([first, second]), [null, null]);
});

test("the newest failure is reported", async () => {
  const latest = new Latest();
  await assert.rejects(
    latest.run(() => Promise.reject(new Error("now"))),
    /now/,
  );
});

test("newer work, or a stop, aborts the signal of older work only", async () => {
  const latest = new Latest();
  const first = latest.begin();
  const second = latest.begin();
  assert.deepEqual([first.aborted, second.aborted, latest.signal === second], [true, false, true]);
  latest.stop();
  assert.ok(second.aborted);
  assert.equal(await latest.run(async (signal) => signal.aborted), false);
});

/** @returns {{promise: Promise<unknown>, resolve: (value: unknown) => void, reject: (error: Error) => void}} */
function deferred() {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
