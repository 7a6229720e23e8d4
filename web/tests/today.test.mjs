// The first screen: today's puzzle as a board that can be played at once; links to the puzzles of other days.

import assert from "node:assert/strict";
import { is, moves, onPage, says } from "./support.mjs";

/** Opens the library on a day. @param {import("playwright-core").Page} page @param {string} day */
async function open(page, day) {
  await page.goto("about:blank");
  await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
  await page.goto("/");
  await page.locator(".stage-of-day svg.board .piece").first().waitFor();
}

onPage(
  "today's puzzle is a board on the first screen, and its first move opens the table",
  {},
  async (page) => {
    await open(page, "2026-11-25");
    await is(page, () => page.locator("h1").count(), 1);
    await says(page, ".of-day .date", /^Wednesday, November 25, 2026$/);
    await says(page, ".of-day .facts", /^Pac-Man/);
    await page.locator(".stage-of-day svg.board").focus();
    await page.keyboard.press("Space");
    await page.locator("main.table").waitFor();
    await is(page, () => moves(page).then(({ length }) => length), 1);
    // The library offers to go on.
    await page.locator(".heading nav a").click();
    await page.locator(".row.on .chip").first().waitFor();
  },
);

onPage(
  "a dated link opens the puzzle of that day, the one that was on the first screen",
  {},
  async (page) => {
    await open(page, "2026-11-24");
    const shown = await page.locator(".stage-of-day svg.board .pieces").innerHTML();
    await page.goto("about:blank");
    await page.clock.setFixedTime(new Date("2026-11-30T12:00:00"));
    await page.goto("/#day=2026-11-24");
    await page.locator("main.table svg.board .piece").first().waitFor();
    assert.equal(await page.locator("main.table svg.board .pieces").innerHTML(), shown);
    // What is no day leads to the library.
    await page.goto("about:blank");
    await page.goto("/#day=2026-13-45");
    await page.locator("main.library").waitFor();
  },
);

onPage("a board for each date leaves the date of this day free, and is played", {}, async (page) => {
  await open(page, "2026-10-06");
  await page.getByRole("link", { name: "The calendar board of this day" }).click();
  await page.locator("main.table svg.board .piece").first().waitFor();
  assert.match(page.url(), /#puzzle=calendar:10-06$/);
  const texts = await page.locator("main.table svg.board text").allTextContents();
  assert.ok(
    ["Oct", "6", "Jan", "31"].every((text) => texts.includes(text)),
    texts.join(" "),
  );
});
