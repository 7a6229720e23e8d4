// The end of a solved game: stars as far as they are proved, the seal, the own game once more, the result to hand on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stars } from "../table/finish.js";
import { drag } from "./hands.mjs";
import { ask, hasLine, is, matches, onPage, press, resumed, says } from "./support.mjs";

test("stars say no more than is proved", () => {
  for (const [
    made,
    best,
    expected,
  ] of /** @type {[number, {cost: number, proved: boolean} | null, number][]} */ ([
    [81, { cost: 81, proved: true }, 3],
    [89, { cost: 81, proved: true }, 2],
    [90, { cost: 81, proved: true }, 1],
    [81, { cost: 81, proved: false }, 1],
    [81, null, 1],
  ]))
    assert.equal(stars(made, best), expected, `${made}`);
});

test("of scores, more is better", () => {
  const best = { cost: 41, proved: true };
  for (const [made, expected] of [
    [41, 3],
    [38, 2],
    [37, 1],
  ])
    assert.equal(stars(made, best, true), expected, `${made}`);
});

onPage("the best solution gets three stars and the seal, and can be replayed", {}, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const instance = "sokoban-two";
  const { line } = await ask("solve", { instance });
  await resumed(page, instance, line.slice(0, -1));
  const { scene, choices } = await ask("position", { instance, line: line.slice(0, -1) });
  const last = choices.find((/** @type {Choice} */ choice) => choice.move === line[line.length - 1]);
  const [row, column] = scene.cells[last.to[0]];
  await drag(page, scene, last.piece, [row, column]);
  await says(page, ".message.solved", /nobody can do better/);
  await is(page, () => page.locator(".star.won").count(), 3);
  await is(page, () => page.locator(".stamp").innerText(), "最短");
  await press(page, "Copy result");
  await matches(
    page,
    () => page.evaluate(() => navigator.clipboard.readText()),
    /^Two Boxes 3 pushes · time \d+:\d\d ★★★ 「最短」.*\nhttp.*#puzzle=sokoban-two$/,
  );
  const [saved] = await Promise.all([page.waitForEvent("download"), press(page, "Picture")]);
  assert.equal(saved.suggestedFilename(), "tejun.svg");
  await press(page, "Replay my game");
  await says(page, ".replay .where", /of 3$/);
  await press(page, "Back to my game");
  await is(page, () => page.locator(".star.won").count(), 3);
  await hasLine(page, line);
});

onPage("a longer solution has fewer stars and no seal", {}, async (page) => {
  const instance = "tiles-eight";
  const { line, cost } = await ask("solve", { instance });
  // A tile goes to and fro before.
  for (const [detour, won] of /** @type {[number, number][]} */ ([
    [2, 2],
    [4, 1],
  ])) {
    await resumed(page, instance, [...Array.from({ length: detour }, () => line[0]), ...line]);
    await says(page, ".message.solved .facts", new RegExp(`^${cost + detour} moves`));
    await is(page, () => page.locator(".star.won").count(), won, `${detour}`);
    await is(page, () => page.locator(".stamp").count(), 0);
  }
});
