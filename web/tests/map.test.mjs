// The map: all positions of a puzzle, to zoom into and to go to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { colour } from "../table/map-canvas.js";
import { hasLine, is, onPage, press, says, table } from "./support.mjs";

/** Three positions in a row: the start at the left edge of the map, the solved one at the right. */
const ROW = "puzzle = 'sliding'\nboard = 'ab.'\ngoal = '.ab'\n";

test("colours tell distances apart, and what is lost from what is far", () => {
  const colours = new Set(Array.from({ length: 94 }, (_, distance) => colour(distance, 93)));
  assert.equal(colours.size, 94);
  assert.ok(!colours.has(colour(null, 93)));
  assert.equal(colour(0, 0), colour(0, 93));
});

/** The pixels of the map. @param {import("playwright-core").Page} page */
const drawing = (page) =>
  page.locator("canvas.map").evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());

onPage("every position of a puzzle, moved and zoomed by mouse and keys", {}, async (page) => {
  await table(page, "peg-triangle");
  await page.keyboard.press("m");
  await says(page, ".watch .facts", /^All 3,016 positions: the nearer to the centre/);
  const whole = await drawing(page);
  const canvas = page.locator("canvas.map");
  await canvas.hover({ position: { x: 90, y: 90 } });
  await page.mouse.wheel(0, -300);
  await is(page, async () => (await drawing(page)) === whole, false);
  await canvas.press("0");
  await is(page, async () => (await drawing(page)) === whole, true);
  await press(page, "Zoom in");
  await is(page, async () => (await drawing(page)) === whole, false);
  const file = page.waitForEvent("download");
  await press(page, "Save picture");
  assert.equal((await file).suggestedFilename(), "peg-triangle-map.png");
  await press(page, "Back to my game");
  await is(page, () => canvas.count(), 0);
});

onPage("a click on a position shows it, and play goes on from there", { hasTouch: true }, async (page) => {
  await table(page, ROW, ["br"]);
  await press(page, "Map");
  await says(page, ".watch .facts", /^All 3 positions/);
  const canvas = page.locator("canvas.map");
  const box = await canvas.boundingBox();
  assert.ok(box);
  const at = (/** @type {number} */ x) => ({ x: box.width * (0.5 + 0.475 * x), y: box.height / 2 });
  await canvas.tap({ position: at(-1) });
  await says(page, ".watch .facts + .facts", /^2 moves from a solution\.$/);
  await canvas.click({ position: at(1) });
  await says(page, ".watch .facts + .facts", /^0 moves from a solution\.$/);
  await press(page, "Play on from here");
  await hasLine(page, ["br", "ar"]);
  await says(page, ".message.solved", /Solved/);
  await press(page, "Undo");
  await hasLine(page, ["br"]);
});

onPage("a puzzle without a map has no button for one", {}, async (page) => {
  await table(page, "pacman-lv1");
  await page.getByRole("tab", { name: "Look" }).click();
  await page.getByRole("button", { name: "Watch the search" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Map", exact: true }).count(), 0);
});
