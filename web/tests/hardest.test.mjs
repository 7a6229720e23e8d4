// The hardest starts of a sliding puzzle: found, counted by distance, and opened to be played.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { is, matches, moves, onPage, press, says, table } from "./support.mjs";

/** Three pieces on a board of 2x3: few placements, and some far from the goal. */
const SMALL = "puzzle = 'sliding'\nboard = '''\nabc\n...'''\ngoal = '''\n...\n..a'''\n";

/** A square and eight small pieces on a board of 6x6: more placements than are searched in a moment. */
const LARGE = `puzzle = 'sliding'\nboard = '''\naabcde\naafghi\n${"......\n".repeat(4)}'''\ngoal = '''\n${"......\n".repeat(4)}....aa\n....aa'''\n`;

/** More pieces of as many shapes: too many placements for any memory. */
const BEYOND = `puzzle = 'sliding'\nboard = '''\naabbccdd\neeffgghh\niijjkkll\n........\nmnopqrst\nmnopqrst\n........\n........'''\ngoal = '''\n${"........\n".repeat(7)}......aa'''\n`;

/** The buttons with starts. @param {import("playwright-core").Page} page */
const starts = (page) => page.locator(".starts button");

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  onPage(
    `hardest starts: a histogram, and a start that is played (${colorScheme})`,
    { viewport: { width: 390, height: 844 }, colorScheme },
    async (page) => {
      await table(page, SMALL);
      await press(page, "Hardest starts");
      await says(
        page,
        ".watch .facts",
        /^The hardest: \d+ moves\. \d+ of \d+ starts are so far from the goal/,
      );
      const facts = await page.locator(".watch .facts").first().innerText();
      const [distance, number, sum] = (facts.match(/\d+/g) ?? []).map(Number);
      const chart = page.locator("svg.histogram");
      assert.equal(
        await chart.getAttribute("aria-label"),
        `Starts by distance from the goal: 0–${distance} moves`,
      );
      // A bar for each distance; together they are all starts.
      const bars = (await chart.locator("title").allTextContents()).map((title) =>
        title.split(": ").map(Number),
      );
      assert.deepEqual(
        bars.map(([at]) => at),
        Array.from({ length: distance + 1 }, (_, at) => at),
      );
      assert.equal(
        bars.reduce((all, [, n]) => all + n, 0),
        sum,
      );
      assert.equal(bars[distance][1], number);
      await starts(page).first().waitFor();
      assert.ok(
        (await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)) <= 390,
        "nothing is wider than the page",
      );
      await page.evaluate(
        await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
      );
      const faults = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(document);
        return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
      });
      assert.deepEqual(faults, []);
      // By the keyboard alone.
      await starts(page).first().press("Enter");
      await matches(page, async () => page.url(), /#file=/);
      await is(page, () => page.locator(".panel > *").count(), 0);
      assert.deepEqual(await moves(page), []);
      await press(page, "Give up");
      await says(page, ".where", new RegExp(`of ${distance}$`));
    },
  );
}

onPage("the search for hardest starts is stopped, and the game goes on", {}, async (page) => {
  await table(page, LARGE);
  await press(page, "Hardest starts");
  await says(page, ".watch .facts", /^Searching… [\d,]+ positions/);
  await press(page, "Stop");
  await says(page, ".watch .facts", /^Stopped\./);
  await press(page, "Back to my game");
  await is(page, () => page.locator(".panel > *").count(), 0);
});

onPage("a puzzle with too many starts is refused in a line", {}, async (page) => {
  await table(page, BEYOND);
  await press(page, "Hardest starts");
  await says(page, ".watch .facts", /^This needs more memory than a search may use\.$/m);
});

onPage("only puzzles with other starts to judge have the button", {}, async (page) => {
  const button = page.getByRole("button", { name: "Hardest starts" });
  for (const [instance, count] of /** @type {[string, number][]} */ ([
    ["heng-dao-li-ma", 1],
    ["tank-change", 0],
    ["puzzle = 'sliding'\nboard = 'ab.'\n", 0],
  ])) {
    await table(page, instance);
    await page.getByRole("tab", { name: "Look" }).click();
    await is(page, () => button.count(), count, instance);
  }
});
