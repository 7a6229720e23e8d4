// Positions without a solution are recognized at once; moves are judged by what they leave.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { ask, hasLine, is, link, onPage, press, says, setting, table, until } from "./support.mjs";

/**
 * @param {string} instance
 * @param {string[]} line
 */
const solvable = async (instance, line) => (await ask("solve", { instance, line })).outcome === "solved";

for (const [instance, good, bad] of /** @type {[string, string[], string[]][]} */ ([
  ["katamino:PUY", ["P:1,2,3,4,5"], ["U:6,8,9,11,12"]],
  [
    "tank-change",
    [],
    ["3-7", "16-12", "7-4", "17-11", "4-13", "12-14", "2-4", "18-9", "4-2", "14-12", "2-4", "12-8"],
  ],
])) {
  onPage(`${instance}: no solution from here, and back to the last solvable position`, {}, async (page) => {
    let line = [...good, ...bad];
    if (instance.startsWith("katamino")) {
      // Any piece put where the others no longer fit.
      const { choices } = await ask("position", { instance, line: good });
      for (const { move } of choices) {
        line = [...good, move];
        if (!(await solvable(instance, line))) break;
      }
    }
    let last = line.length;
    while (!(await solvable(instance, line.slice(0, last)))) last -= 1;
    assert.ok(last < line.length, "the sample has no solution");
    await table(page, instance, line);
    await press(page, "Give up");
    await says(page, ".message.wrong", /^There is no solution from here\./);
    await is(page, () => page.locator(".replay").count(), 0);
    await press(page, "Hint");
    await says(page, ".message.wrong", /^There is no solution from here\./);
    await press(page, "Back to the last solvable position");
    await hasLine(page, line.slice(0, last));
    await press(page, "Hint");
    await says(page, ".message.hint", /./);
    await press(page, "Redo");
    await hasLine(page, line.slice(0, last + 1));
  });
}

onPage("a puzzle without a solution", {}, async (page) => {
  const text = "puzzle = 'sliding'\nboard = '''\nab\nc.'''\ngoal = '''\nba\n..'''\n";
  await page.goto(`/#file=${deflateRawSync(text).toString("base64url")}`);
  await page.locator("main.table").waitFor();
  await press(page, "Hint");
  await says(page, ".message.wrong", /^This puzzle has no solution\.(\n\nWhy\?)?$/);
});

onPage("a puzzle without a goal offers no hints", {}, async (page) => {
  await page.goto(
    `/#file=${deflateRawSync("puzzle = 'sliding'\nboard = '''\nab\nc.'''\n").toString("base64url")}`,
  );
  await page.locator("main.table").waitFor();
  for (const name of ["Hint", "Give up"])
    await is(page, () => page.getByRole("button", { name, exact: true }).isDisabled(), true, name);
  await is(page, () => page.getByLabel("Analyse my moves").isDisabled(), true);
  await press(page, "Watch the search");
  await says(page, ".watch output", /positions, the farthest/);
});

onPage("a message names the piece that fits nowhere", {}, async (page) => {
  await table(page, "katamino:PUY", ["P:4,5,6,7,8"]);
  await press(page, "Hint");
  await says(page, ".message.wrong", /^There is no solution from here\. The light blue Y fits nowhere\./);
});

onPage("moves are judged", {}, async (page) => {
  const verdicts = () => page.locator(".verdict").allInnerTexts();
  const instance = "heng-dao-li-ma";
  const costs = await Promise.all(
    [["ir"], ["ir", "il"]].map(async (line) => (await ask("solve", { instance, line })).cost),
  );
  await table(page, instance, ["ir", "il"]);
  await (await setting(page, "Analyse my moves")).check();
  await until(
    page,
    verdicts,
    (seen) => seen.join("|") === `✓ best|${costs[1] + 1 - costs[0]} longer than best`,
    "the moves should be judged",
  );
  await page.goto(`/${link("katamino:PUY", ["P:1,2,3,4,5"])}`);
  await says(page, "h1", /^KATAMINO PUY$/);
  await (await setting(page, "Analyse my moves")).check();
  await until(page, verdicts, (seen) => seen.join() === "✓ still solvable", "a piece that fits");
  await page.goto(`/${link("katamino:PUY", ["P:4,5,6,7,8"])}`);
  await hasLine(page, ["P:4,5,6,7,8"]);
  await (await setting(page, "Analyse my moves")).check();
  await until(page, verdicts, (seen) => seen.join() === "✗ no longer solvable", "a piece that spoils it");
  await page.goto(`/${link("pacman-lv1", ["h", "h"])}`);
  await hasLine(page, ["h", "h"]);
  await (await setting(page, "Analyse my moves")).check();
  await until(
    page,
    verdicts,
    (seen) => seen.length === 2 && seen.every((text) => /^(✓ best|−\d+|\?)$/.test(text)),
    "each step should be judged",
  );
});
