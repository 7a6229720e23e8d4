// By keyboard only: from the library to the solved message.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextCell } from "../game/move-geometry.js";
import { gesture, turning } from "./hands.mjs";
import { ask, hasLine, is, onPage, says, server, until } from "./support.mjs";

/**
 * Presses Tab until an element has the focus.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  await page.locator(`:is(${selector}):not(:disabled)`).first().waitFor({ state: "attached" });
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/**
 * Moves the board's cursor to a cell, guided by what is announced at each step.
 * @param {import("playwright-core").Page} page
 * @param {Scene} scene
 * @param {number} target
 */
async function walk(page, scene, target) {
  const told = () => page.locator(".live").innerText();
  const here = async () => {
    const text = (await told()).replace(/: .*/, "");
    return scene.cells.findIndex(
      ([row, column, label]) => text === (label ?? `row ${row + 1}, column ${column + 1}`),
    );
  };
  let at = await here();
  if (at < 0) {
    await page.keyboard.press("ArrowRight");
    await until(page, here, (cell) => cell >= 0, "the cursor should be told of");
    at = await here();
  }
  const [row, column] = scene.cells[target];
  /** How often each direction was taken: on roads the nearest cell may be off to the side. */
  const gone = new Map();
  for (let step = 0; at !== target; step++) {
    assert.ok(step < 60, `the cursor does not come to ${row},${column}`);
    const [r, c] = scene.cells[at];
    const ways = [
      ["ArrowDown", row - r, column - c],
      ["ArrowUp", r - row, column - c],
      ["ArrowRight", column - c, row - r],
      ["ArrowLeft", c - column, row - r],
    ].map(([key, along, across]) => {
      const way = `${at} ${key}`;
      return {
        key: String(key),
        way,
        cost:
          3 * (gone.get(way) ?? 0) +
          (Number(along) <= 0 ? 2 : Number(along) < Math.abs(Number(across)) ? 1 : 0),
      };
    });
    const { key, way } = ways.reduce((best, other) => (other.cost < best.cost ? other : best));
    gone.set(way, (gone.get(way) ?? 0) + 1);
    await page.keyboard.press(key);
    at = await here();
  }
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} instance
 * @param {string[]} line
 * @param {string} move
 */
async function play(page, instance, line, move) {
  const { scene, choice } = await gesture(instance, line, move);
  const piece = choice.piece ?? 0;
  const { keys, cell } = turning(scene, piece, choice.to ?? []);
  await walk(page, scene, scene.pieces[piece].cells[0]);
  await page.keyboard.press("Enter");
  await page.locator(".carried").waitFor({ state: "attached" });
  for (const key of keys) await page.keyboard.press(key);
  // A piece in hand may be above cells that are not its own.
  await walk(
    page,
    scene,
    scene.cells.findIndex(([r, c]) => r === cell[0] && c === cell[1]),
  );
  await page.keyboard.press("Enter");
  await hasLine(page, [...line, move]);
}

onPage("keyboard only: pieces are picked up, turned, flipped and put down until solved", {}, async (page) => {
  await page.goto("/");
  await page.locator("main.library").waitFor();
  await tabTo(page, 'input[type="search"]');
  await page.keyboard.type("katamino");
  await tabTo(page, ".picker summary");
  await page.keyboard.press("Enter");
  for (const piece of "PUY") {
    await tabTo(page, `input[value="${piece}"]`);
    await page.keyboard.press("Space");
  }
  await tabTo(page, ".picker .primary");
  await page.keyboard.press("Enter");
  await page.locator("main.table").waitFor();
  await tabTo(page, ".skip");
  await page.keyboard.press("Enter");
  await is(
    page,
    () => page.evaluate(() => document.activeElement?.matches("svg.board")),
    true,
    "the skip link leads to the board",
  );
  const instance = "katamino:PUY";
  // A solution in which every piece's held cell ends on the board.
  const { line } = await ask("solve", { instance });
  await play(page, instance, [], line[0]);
  await page.keyboard.press("u");
  await hasLine(page, []);
  await page.keyboard.press("y");
  await hasLine(page, line.slice(0, 1));
  await page.keyboard.press("h");
  await says(page, ".message.hint", /It can still be solved/);
  for (let at = 1; at < line.length; at++) await play(page, instance, line.slice(0, at), line[at]);
  await says(page, ".message.solved", /Solved!/);
});

for (const [title, search, instance, wrong] of /** @type {[string, string, string, RegExp][]} */ ([
  ["Blade Sideways", "blade", "heng-dao-li-ma", /^Piece \w is in the way of piece b\.$/],
  ["Tank Change", "tank", "tank-change", /^No straight road leads/],
])) {
  onPage(`keyboard only: ${instance}, found by its name`, {}, async (page) => {
    await page.goto("/");
    await page.locator("main.library").waitFor();
    await tabTo(page, 'input[type="search"]');
    await page.keyboard.type(search);
    await until(
      page,
      () => page.locator(".card:visible").count(),
      (count) => count === 1,
      "one card should be left",
    );
    await tabTo(page, ".card button");
    await page.keyboard.press("Enter");
    await says(page, "h1", new RegExp(`^${title}`));
    await tabTo(page, "svg.board");
    const { line } = await ask("solve", { instance });
    await play(page, instance, [], line[0]);
    await play(page, instance, line.slice(0, 1), line[1]);
    const { scene } = await ask("position", { instance, line: line.slice(0, 2) });
    // Try one side's own piece on the place of another.
    await walk(page, scene, scene.pieces[instance === "tank-change" ? 0 : 1].cells[0]);
    await page.keyboard.press("Enter");
    await page.locator(".carried").waitFor({ state: "attached" });
    await walk(page, scene, instance === "tank-change" ? 17 : 9);
    await page.keyboard.press("Enter");
    await says(page, ".message.wrong", wrong);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await is(page, () => page.locator(".carried").count(), 0, "Escape lets go");
    await page.keyboard.press("h");
    await says(page, ".message.hint", /^It can be solved in /);
    await tabTo(page, ".replay .last, .side button.hint + button");
    await page.keyboard.press("Enter");
    await page.locator(".replay").waitFor();
    await tabTo(page, ".replay .last");
    await page.keyboard.press("Enter");
    await says(page, ".replay .where", /^Move (\d+) of \1$/);
    await tabTo(page, ".replay .done");
    await page.keyboard.press("Enter");
    await hasLine(page, line.slice(0, 2));
  });
}

test("keyboard only: every cell of every puzzle can be reached", async () => {
  const { entries } = await (await fetch(`${await server()}api/library`)).json();
  const arrows = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ];
  for (const { name, scene } of entries) {
    const seen = new Set([0]);
    for (const cell of seen) for (const arrow of arrows) seen.add(nextCell(scene, cell, arrow));
    assert.equal(seen.size, scene.cells.length, name);
  }
});
