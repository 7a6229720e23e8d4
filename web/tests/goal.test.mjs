// The goal, shown: a picture of the solved position under the pointer and by a press, and what is counted on the way.

import assert from "node:assert/strict";
import { ask, is, matches, onPage, press, table } from "./support.mjs";

/** The cells that a picture's pieces are drawn on do not tell; how many there are of each look does. @type {[string, string, number][]} */
const PICTURES = [
  ["heng-dao-li-ma", ".wood.hero", 1],
  ["rush-side-street", ".car.hero", 1],
  ["sokoban-two", ".crate.kind-1", 2],
  ["tiles-fifteen-easy", ".tile.kind-1", 15],
  ["peg-central", ".marble", 1],
  ["tank-change", ".tank", 6],
];

onPage("the solved position is seen under the pointer, by a press and by keys", {}, async (page) => {
  for (const [instance, look, count] of PICTURES) {
    await table(page, instance);
    const picture = page.locator(".goal-picture");
    const toggle = page.getByRole("button", { name: "Goal", exact: true });
    await is(page, () => picture.isVisible(), false, instance);
    await toggle.hover();
    await is(page, () => picture.isVisible(), true, instance);
    assert.equal(await picture.locator(`.piece${look}`).count(), count, instance);
    assert.equal(await picture.locator(".piece").count(), count, instance);
    await page.mouse.move(5, 790);
    await is(page, () => picture.isVisible(), false, instance);
    await toggle.focus();
    await page.keyboard.press("Enter");
    await is(page, () => picture.isVisible(), true, instance);
    await page.keyboard.press("Enter");
    await is(page, () => picture.isVisible(), false, instance);
  }
});

onPage("a goal that many positions meet has no picture", {}, async (page) => {
  for (const instance of ["katamino:PUY", "pacman-lv1", "peg-english"]) {
    if ((await ask("position", { instance })).error) continue;
    await table(page, instance);
    await is(page, () => page.locator(".goal-picture").count(), 0, instance);
  }
});

onPage(
  "by a finger, too",
  { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  async (page) => {
    await table(page, "sokoban-two");
    await page.getByRole("button", { name: "Goal", exact: true }).tap();
    await is(page, () => page.locator(".goal-picture").isVisible(), true);
    const box = await page.locator(".goal-picture").boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390);
  },
);

onPage("Sokoban counts pushes and steps, also those that push nothing", {}, async (page) => {
  await table(page, "sokoban-two");
  const counter = () => page.locator(".counter").innerText();
  await matches(page, counter, /^0 pushes · 0 moves/);
  await page.locator("svg.board").first().focus();
  for (const [key, told] of /** @type {[string, RegExp][]} */ ([
    ["ArrowRight", /^0 pushes · 1 move /],
    ["ArrowRight", /^0 pushes · 2 moves/],
    ["ArrowLeft", /^0 pushes · 3 moves/],
    ["ArrowUp", /^1 push · 4 moves/],
    ["z", /^0 pushes · 0 moves|^0 pushes · 3 moves/],
  ])) {
    await page.keyboard.press(key);
    await matches(page, counter, told);
  }
  // A line that came from elsewhere is walked by the shortest ways: as many steps as its notation has letters.
  const { line } = await ask("solve", { instance: "sokoban-two" });
  const { lines } = await ask("notations", { instance: "sokoban-two", line });
  const lurd = lines.find((/** @type {Notation} */ { name }) => name === "lurd").text;
  await table(page, "sokoban-two", line);
  await matches(page, counter, new RegExp(`^${line.length} pushes · ${lurd.length} moves`));
  await press(page, "Undo");
  await matches(page, counter, new RegExp(`^${line.length - 1} push(es)? · \\d+ moves`));
});
