// By keyboard only: from the library to the solved message.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextCell } from "../game/move-geometry.js";
import { play, walk } from "./keys.mjs";
import { ask, hasLine, is, onPage, says, server, until } from "./support.mjs";

/**
 * Presses Tab until an element has the focus.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  await page.locator(`:is(${selector}):not(:disabled)`).first().waitFor({ state: "attached" });
  for (let step = 0; step < 200; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`Tab does not lead to ${selector}`);
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
  ["Blade Sideways", "blade", "heng-dao-li-ma", /^\p{L}+( at row \d, column \d)? is in the way of 曹操\.$/u],
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
    if (instance === "tank-change") {
      // Try a tank where no road leads.
      await walk(page, scene, scene.pieces[0].cells[0]);
      await page.keyboard.press("Enter");
      await page.locator(".carried").waitFor({ state: "attached" });
      const taken = scene.pieces.flatMap((/** @type {Piece} */ piece) => piece.cells);
      await walk(
        page,
        scene,
        scene.cells.findLastIndex((_, id) => !taken.includes(id)),
      );
    } else {
      // A block that cannot be moved is not taken up.
      await walk(page, scene, scene.pieces[1].cells[0]);
    }
    await page.keyboard.press("Enter");
    await says(page, ".message.wrong", wrong);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await is(page, () => page.locator(".carried").count(), 0, "Escape lets go");
    await page.keyboard.press("h");
    await says(page, ".message.hint", /^It can be solved in /);
    await tabTo(page, ".replay .last, .acts button.hint + button");
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
