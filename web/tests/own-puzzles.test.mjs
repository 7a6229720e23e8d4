// The page of a program with puzzles of its own: its name, and moves by taps, by several pieces at once, by keys.

import assert from "node:assert/strict";
import { hasLine, hint, is, onPage, press, says, table } from "./support.mjs";

const OWN = { own: true };

/**
 * The middle of a cell of the board.
 * @param {import("playwright-core").Page} page
 * @param {number} row
 * @param {number} column
 * @param {[number, number]} size rows and columns of the board
 */
async function middle(page, row, column, [rows, columns]) {
  const box = await page.locator(".stage svg.board").boundingBox();
  assert.ok(box);
  return /** @type {[number, number]} */ ([
    box.x + (box.width * (column + 0.5)) / columns,
    box.y + (box.height * (row + 0.5)) / rows,
  ]);
}

/**
 * @param {import("playwright-core").Page} page
 * @param {number} row
 * @param {number} column
 * @param {[number, number]} size
 */
const click = async (page, row, column, size) => page.mouse.click(...(await middle(page, row, column, size)));

onPage("a page of one's own has its own title, puzzles and rules", OWN, async (page) => {
  await page.goto("/");
  await page.locator("main.library").waitFor();
  assert.equal(await page.title(), "Four puzzles");
  assert.match(
    await page.locator("header.bar").innerText(),
    /Four puzzles\s+knights, lamps, a boat and a maze/,
  );
  assert.doesNotMatch(await page.locator("body").innerText(), /tejun|手順/);
  await is(page, () => page.locator("section[data-family]").count(), 4);
  await is(page, () => page.locator(".first-steps .step button").count(), 8);
  await table(page, "ice-maze");
  assert.equal(await page.title(), "Pond · Four puzzles");
});

onPage("lamps are tapped, by pointer and by keyboard", OWN, async (page) => {
  await table(page, "lights-out");
  const lit = () => page.locator(".stage .pieces > .piece").count();
  await is(page, lit, 13);
  await click(page, 0, 0, [5, 5]);
  await hasLine(page, ["a1"]);
  await is(page, lit, 16);
  // A lamp that is lit, a second time.
  await click(page, 0, 0, [5, 5]);
  await hasLine(page, ["a1", "a1"]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await hasLine(page, ["a1", "a1", "b1"]);
  await says(page, "p.help", /^Click a cell\.$/);
  await table(page, "puzzle = 'lights-out'\nboard = '''\noo.\no.o\n.oo'''\n");
  await hint(page);
  await says(page, ".message.hint", /^Best: (a1|c3)\. 2 taps left, then 1\./);
});

onPage("several pieces are carried at once", OWN, async (page) => {
  /** @type {[number, number]} */
  const size = [4, 4];
  await table(page, "wolf-goat-cabbage");
  // The goat cannot go alone, so it takes the farmer along.
  await page.mouse.move(...(await middle(page, 2, 0, size)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, 2, 3, size)), { steps: 5 });
  await page.mouse.up();
  await hasLine(page, ["FG"]);
  await says(
    page,
    "p.help",
    /^Drag, or click a piece and then its place\. A click moves what can go one way only\.$/,
  );
  await click(page, 0, 3, size);
  await click(page, 0, 0, size);
  await hasLine(page, ["FG", "F"]);
  // One after the other into the hand, and then across.
  await click(page, 0, 0, size);
  await click(page, 1, 0, size);
  await is(page, () => page.locator(".pieces .lifted").count(), 2);
  await click(page, 1, 3, size);
  await hasLine(page, ["FG", "F", "FW"]);
  // What may not be left alone says so.
  await click(page, 0, 3, size);
  await click(page, 0, 0, size);
  await says(page, ".message.wrong", /none who quarrel stay without a rower/);
  await press(page, "Give up");
  await says(page, ".replay-label", /Shortest way: 4 crossings|4 crossings/);
});

onPage("a maze of thin walls is played with the arrows", OWN, async (page) => {
  await table(page, "ice-maze");
  await is(page, () => page.locator(".stage .thin-walls").count(), 1);
  await page.locator(".stage svg.board").focus();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
  await hasLine(page, ["r", "d", "l"]);
  await page.keyboard.press("ArrowLeft");
  await says(page, ".message.wrong", /A wall is in the way/);
});

onPage("puzzles of one's own are drawn at random", OWN, async (page) => {
  await page.goto("/");
  const lot = page.locator(".lot");
  await lot.locator("select").first().selectOption({ label: "Ice maze" });
  await lot.locator("button.draw").click();
  await page.locator("main.table").waitFor();
  await is(page, () => page.locator(".stage .thin-walls").count(), 1);
});
