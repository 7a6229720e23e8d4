// A way in and a tomorrow: first steps, a puzzle of each kind for each day, a calendar, another one alike, and positions
// to come back to.

import assert from "node:assert/strict";
import { play } from "./hands.mjs";
import { ask, hint, is, moves, onPage, press, says, table } from "./support.mjs";

/** @param {import("playwright-core").Page} page @param {string} day @param {string} [path] */
async function on(page, day, path = "/") {
  await page.goto("about:blank");
  await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
  await page.goto(path);
}

onPage(
  "the first visit offers three tiny puzzles of each kind, and each leads to the next",
  {},
  async (page) => {
    await page.goto("/");
    const steps = page.locator("details.first-steps[open] .step");
    await is(page, () => steps.count(), 9);
    const klotski = steps.filter({ hasText: "Klotski" });
    await klotski.getByRole("button", { name: "Klotski 1", exact: true }).click();
    await page.locator("main.table svg.board .piece").first().waitFor();
    // 曹操 goes out by one step down.
    const hero = await page.locator(".stage .piece.hero").boundingBox();
    assert.ok(hero);
    const [x, y] = [hero.x + hero.width / 2, hero.y + hero.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + hero.height / 2, { steps: 6 });
    await page.mouse.up();
    await says(page, ".message.solved", /nobody can do better/);
    await is(page, () => page.locator(".message.solved .star.won").count(), 3);
    await page.locator(".message .next").click();
    await page.waitForURL(/klotski%3Avhhvv11v1BB/);
    await page.locator(".heading nav .back").click();
    // It is folded up after the first one, and begins with what is not solved.
    await page.locator("details.first-steps:not([open]) summary").click();
    await klotski.getByRole("button", { name: "Klotski 1, solved" }).waitFor();
    await is(page, () => klotski.locator(".primary").innerText(), "2");
  },
);

onPage("after the last of the first steps comes the easiest of the shelf", {}, async (page) => {
  await table(page, "sokoban-two");
  await page.locator(".heading nav .back").click();
  await page.evaluate(() => {
    const solved = { solved: 1, line: "x", address: "#" };
    localStorage.setItem("tejun-progress", JSON.stringify({ puzzles: { "sokoban-first": solved } }));
  });
  await page.reload();
  const shelf = page.locator('section[data-family="sokoban"]');
  await says(page, 'section[data-family="sokoban"] header', /1 of 15 solved/);
  await shelf.getByRole("button", { name: /^Next: / }).click();
  await page.waitForURL(/puzzle=sokoban-(corner|two)/);
});

onPage("each kind has a puzzle of the day; what was played last comes first", {}, async (page) => {
  await on(page, "2026-11-25");
  await says(page, ".of-day .facts", /^Pac-Man/);
  await page.locator(".also").getByRole("link", { name: "Sokoban" }).click();
  await page.locator("main.table svg.board .piece").first().waitFor();
  await says(page, ".heading nav", /Nov 25, 2026/);
  await page.locator(".heading nav").getByRole("img", { name: "difficulty 2 of 5" }).waitFor();
  // Whoever walks plays it.
  const before = await page.locator("main.table svg.board .pieces").innerHTML();
  await hint(page);
  await page.getByRole("button", { name: "Play it" }).click();
  await is(page, () => moves(page).then(({ length }) => length > 0), true);
  await on(page, "2026-11-25");
  await says(page, ".of-day .facts", /^Sokoban/);
  // The same one, on every device.
  await page.evaluate(() => localStorage.clear());
  await on(page, "2026-11-28", "/#day=2026-11-25&of=sokoban");
  await page.locator("main.table svg.board .piece").first().waitFor();
  assert.equal(await page.locator("main.table svg.board .pieces").innerHTML(), before);
});

onPage(
  "the puzzle of a day that is solved is in the calendar, and in a row; days to come do not open",
  {
    permissions: ["clipboard-read", "clipboard-write"],
  },
  async (page) => {
    await on(page, "2026-11-25", "/#day=2026-11-25&of=sliding-tiles");
    await page.locator("main.table svg.board .piece").first().waitFor();
    await page.evaluate(() => {
      // The days before.
      const daily = {
        "2026-11-24 sliding-tiles": 3,
        "2026-11-23 sliding-tiles": 2,
        "2026-11-20 sliding-tiles": -1,
      };
      localStorage.setItem("tejun-progress", JSON.stringify({ daily, days: { "2026-11-24": true } }));
      const drawn = [["tiles-five", { of: "sliding-tiles", level: 0, day: "2026-11-25" }]];
      localStorage.setItem("tejun-drawn", JSON.stringify(drawn));
    });
    // Whatever that day has: five tiles are quickly put in order.
    await page.goto("about:blank");
    await page.goto("/#puzzle=tiles-five");
    await page.locator("main.table svg.board .piece").first().waitFor();
    const { line } = await ask("solve", { instance: "tiles-five" });
    for (const [at, tile] of line.entries()) {
      await page.locator(".stage .piece", { hasText: new RegExp(`^${tile}$`) }).click();
      await is(page, () => moves(page).then(({ length }) => length), at + 1);
    }
    await says(page, ".message.solved", /nobody can do better/);
    await page.getByRole("button", { name: "Copy result" }).click();
    await says(page, ".message.solved", /Copied/);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(
      copied,
      /^Five Tiles Nov 25, 2026 10 moves · .* ★★★ .* · 3 days in a row\n.*#day=2026-11-25&of=sliding-tiles$/,
    );
    await page.locator(".heading nav .back").click();
    await page.getByRole("button", { name: "Calendar" }).click();
    const calendar = page.locator("dialog.calendar");
    await calendar.getByRole("combobox").selectOption({ label: "15-Puzzle" });
    await is(page, () => calendar.locator("a.done").count(), 4);
    await says(page, "dialog.calendar", /3 days in a row/);
    await is(page, () => calendar.locator("a").count(), 25);
    await is(page, () => calendar.getByRole("button", { name: "Later month" }).isDisabled(), true);
    await calendar.getByRole("button", { name: "Earlier month" }).click();
    await is(page, () => calendar.locator("a").count(), 31);
    await calendar.getByRole("link", { name: "October 31, 2026" }).click();
    await page.waitForURL(/day=2026-10-31/);
    await says(page, ".heading nav", /Oct 31, 2026/);
    await on(page, "2026-11-25", "/#day=2026-11-26&of=sokoban");
    await page.locator("main.library").waitFor();
  },
);

onPage("what is drawn says how hard it is, and there is another one alike", {}, async (page) => {
  await page.goto("/");
  await page.getByLabel("New puzzle").selectOption({ label: "Sokoban" });
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator("main.table svg.board .piece").first().waitFor();
  const first = page.url();
  // It is still known when the page is opened anew.
  await page.reload();
  await page.locator(".heading nav").getByRole("img", { name: "difficulty 2 of 5" }).waitFor();
  await page.locator(".heading nav").getByRole("button", { name: "Another one" }).click();
  await page.waitForURL((url) => url.href !== first);
  await page.locator(".heading nav").getByRole("button", { name: "Another one" }).waitFor();
});

onPage("a position is kept, found again another time, and is the player's own", {}, async (page) => {
  await table(page, "heng-dao-li-ma");
  const keep = page.getByRole("button", { name: "Keep this position" });
  await is(page, () => keep.isDisabled(), true);
  const { choices } = await ask("position", { instance: "heng-dao-li-ma", line: [] });
  const line = [choices[0].move];
  await play(page, "heng-dao-li-ma", [], line[0]);
  await is(page, () => moves(page), line);
  await page.locator(".side ol.line .move", { hasText: /[←↓↑→]/ }).waitFor();
  await keep.click();
  await is(page, () => keep.isDisabled(), true);
  await press(page, "Restart");
  await is(page, () => moves(page), []);
  await page.reload();
  await page.getByRole("button", { name: "⚑ Back to move 1" }).click();
  await is(page, () => moves(page), line);
  const { puzzles } = await page.evaluate(() => JSON.parse(localStorage.getItem("tejun-progress") ?? ""));
  assert.equal(puzzles["heng-dao-li-ma"].own, 1);
  await page.getByRole("button", { name: "Forget this position" }).click();
  await is(page, () => page.locator(".kept-one").count(), 0);
});
