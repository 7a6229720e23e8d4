// The end of a solved game: stars as far as they are proved, the seal, the own game once more, the result to hand on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stars } from "../table/finish.js";
import { drag, play } from "./hands.mjs";
import { ask, hasLine, is, matches, onPage, press, resumed, says, table } from "./support.mjs";

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
  await says(page, ".counter", /^2 pushes · \d+ moves\b/);
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
    /^Two Boxes 3 pushes · \d+ moves · time \d+:\d\d ★★★ 「最短」.*\nhttp.*#puzzle=sokoban-two$/,
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

/** A short game, whose highest score is proved at once. */
const CORRIDOR = "puzzle = 'pacman'\ntime = 9\nboard = '''\n#####\n#@..#\n#####'''\n";

/** Plays the last move of a solution. @param {import("playwright-core").Page} page @param {string} instance */
async function solve(page, instance) {
  const { line } = await ask("solve", { instance });
  await resumed(page, instance, line.slice(0, -1));
  await play(page, instance, line.slice(0, -1), line[line.length - 1]);
  await says(page, ".message.solved", /./);
}

onPage(
  "where all solutions cost alike, each has stars and a seal, and is one of so many",
  {},
  async (page) => {
    await solve(page, "katamino:PUY");
    await is(page, () => page.locator(".star.won").count(), 3);
    await is(page, () => page.locator(".stamp").innerText(), "完成");
    const { solutions } = await ask("count", { instance: "katamino:PUY" });
    await says(
      page,
      ".message.solved",
      new RegExp(`equally good\\. There (is|are) ${solutions} solutions? in all`),
    );
  },
);

onPage("pegs and Pac-Man end with as much joy", {}, async (page) => {
  for (const [instance, known] of /** @type {[string, RegExp][]} */ ([
    ["peg-cross", /All solutions are equally good/],
    [CORRIDOR, /The highest score is \d+, as is proved/],
    ["tiles-five", /The best is 10 moves, as is proved/],
  ])) {
    await solve(page, instance);
    await says(page, ".message.solved", known);
    await is(page, () => page.locator(".star.won").count(), 3, instance);
  }
});

onPage("Enter goes on to the next puzzle; cards and shelves have the stars", {}, async (page) => {
  await solve(page, "sokoban-two");
  await is(page, () => page.locator(".star.won").count(), 3);
  const before = page.url();
  await page.keyboard.press("Enter");
  await is(page, async () => page.url() === before, false, "the next puzzle is opened");
  await says(page, ".counter", /^0 pushes/);
  await page.goto("/");
  const card = page.locator(".card", { has: page.locator(".mark-solved") });
  await is(page, () => card.locator(".star.won").count(), 3);
  await says(page, 'section[data-family="sokoban"] .won', /★ 3/);
});

onPage("also where a shelf has one puzzle, or a puzzle is on none, there is a next one", {}, async (page) => {
  for (const [instance, next] of /** @type {[string, RegExp][]} */ ([
    ["tank-change", /^Tank Change/],
    ["katamino:PUY", /five pieces|^KATAMINO/],
  ])) {
    await solve(page, instance);
    const before = page.url();
    await page.locator(".message.solved .next").click();
    await is(page, async () => page.url() === before, false, "the next puzzle is opened");
    await says(page, ".counter", /^0 /);
    await says(page, "h1", next);
  }
});

onPage("who gives up has seen it: no stars, neither now nor on the card", {}, async (page) => {
  await table(page, "tiles-five");
  await press(page, "Give up");
  await page.locator(".replay .last").click();
  await says(page, ".replay .where", /^Move 10 of 10$/);
  await press(page, "Play on from here");
  await says(page, ".message.solved", /^Solved, but not all moves were yours/);
  await is(page, () => page.locator(".star").count(), 0);
  await page.goto("/");
  await page.locator(".card").first().waitFor();
  await is(page, () => page.locator(".mark-solved, .won").count(), 0);
});
