// What brings players back: what they played is kept on the device, puzzles are found, and there are new ones.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { drag, gesture } from "./hands.mjs";
import { ask, hasLine, is, link, matches, onPage, press, resumed, says, until } from "./support.mjs";

/** @param {import("playwright-core").Page} page @param {string} text */
async function search(page, text) {
  await page.getByRole("searchbox").fill(text);
  return until(
    page,
    () => page.locator(".card:visible").count(),
    (count) => count > 0,
    `${text} should be found`,
  );
}

onPage(
  "a game is played on from its card, and solved puzzles are marked; a file takes it all elsewhere",
  {},
  async (page) => {
    await page.goto("/");
    await search(page, "heng dao li ma");
    await page.locator(".card button").first().click();
    await page.locator("main.table").waitFor();
    await drag(page, (await gesture("heng-dao-li-ma", [], "ir")).scene, 8, [4, 1]);
    await hasLine(page, ["ir"]);
    await page.goBack();
    await page.locator("main.library").waitFor();
    await is(
      page,
      () => page.getByRole("searchbox").inputValue(),
      "heng dao li ma",
      "what was looked for stays",
    );
    await says(page, ".card", /Continue/);
    await page.locator(".card button").first().click();
    await hasLine(page, ["ir"]);
    const { line } = await ask("solve", { instance: "tiles-five" });
    await resumed(page, "tiles-five", line.slice(0, -1));
    await hasLine(page, line.slice(0, -1));
    await press(page, "Hint");
    const { choice, scene } = await gesture("tiles-five", line.slice(0, -1), line[line.length - 1]);
    const [row, column] = scene.cells[choice.to?.[0] ?? 0];
    await drag(page, scene, choice.piece ?? 0, [row, column]);
    await says(page, ".message.solved", /nobody can do better/);
    await page.getByRole("button", { name: "Next puzzle" }).waitFor();
    await page.goto("/");
    const solved = page.locator(".mark-solved");
    await solved.waitFor();
    await matches(page, () => solved.innerText(), /✓ solved · yours 10/);
    await press(page, "My results");
    await says(page, "dialog", /1 puzzle solved in .*; 1 begun\./);
    const download = page.waitForEvent("download");
    await press(page, "Save as a file");
    const saved = await (await download).path();
    assert.equal(JSON.parse(await readFile(saved, "utf8")).tejun, "progress");
    await press(page, "Forget all");
    await press(page, "Forget all");
    await until(
      page,
      () => solved.count(),
      (count) => count === 0,
      "the mark is gone",
    );
    await press(page, "My results");
    await page
      .locator("dialog input[type=file]")
      .setInputFiles({ name: "other.json", mimeType: "application/json", buffer: Buffer.from("[1]") });
    await says(page, "dialog", /does not hold results/);
    await page
      .locator("dialog input[type=file]")
      .setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: await readFile(saved) });
    await solved.waitFor();
  },
);

onPage("what is played in two tabs is kept in both", {}, async (page) => {
  const tabs = /** @type {const} */ ([
    [page, "heng-dao-li-ma", "ir"],
    [await page.context().newPage(), "tank-change", "1-7"],
  ]);
  for (const [tab, puzzle, move] of tabs) {
    await tab.bringToFront();
    await tab.goto(`/${link(puzzle, [move])}`);
    await hasLine(tab, [move]);
  }
  for (const [tab, , move] of tabs) {
    await tab.bringToFront();
    await press(tab, "Undo");
    await hasLine(tab, []);
    await press(tab, "Redo");
    await hasLine(tab, [move]);
  }
  await page.goto("/");
  await press(page, "My results");
  await says(page, "dialog", /0 puzzles solved.*; 2 begun\./);
});

onPage("whatever is wrong with what is kept, the page works", {}, async (page) => {
  for (const broken of [
    "{",
    "[]",
    '{"puzzles":{"tiles-five":3,"x":{"line":4,"address":"javascript:alert(1)","open":true,"best":{"moves":"9"}}},"days":7}',
    "null",
  ]) {
    await page.goto("/");
    await page.evaluate((text) => localStorage.setItem("tejun-progress", text), broken);
    await page.reload();
    await page.locator(".card").first().waitFor();
    await is(page, () => page.locator('[href^="javascript"]').count(), 0);
  }
});

onPage("puzzles are found by any of their names, sorted and sifted", {}, async (page) => {
  await page.goto("/");
  for (const text of ["klotski", "heng dao", "hua rong", "横刀", "Shuǐ xiè"]) await search(page, text);
  await page.getByRole("searchbox").fill("");
  await page.locator(".chip", { hasText: "Peg solitaire" }).click();
  const best = () =>
    page
      .locator('[data-family="peg-solitaire"] .best')
      .allInnerTexts()
      .then((all) => all.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0)));
  await page.locator(".filters summary").click();
  await page.getByLabel("Order").selectOption("hard");
  await until(
    page,
    best,
    (seen) => seen.length > 1 && seen.every((n, at) => at === 0 || seen[at - 1] >= n),
    "the hardest come first",
  );
  await page.getByLabel("Show").selectOption("solved");
  await says(page, "main.library", /There is no such puzzle/);
});

onPage("random puzzles, and one of the day that is the same everywhere", {}, async (page) => {
  await page.goto("/");
  await page.getByLabel("New puzzle").selectOption("packing");
  await page.locator(".draw").click();
  await says(page, "h1", /^KATAMINO$/);
  await page.goBack();
  await press(page, "Puzzle of the day");
  await page.locator("main.table").waitFor();
  const day = page.url();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await press(page, "Puzzle of the day");
  await page.locator("main.table").waitFor();
  assert.equal(page.url(), day);
});

onPage(
  "a seed that gives no puzzle is followed by the next one, three times in all",
  { refusals: true, served: true },
  async (page) => {
    await page.goto("/");
    // The puzzle of the day is drawn by then.
    await page.locator(".stage-of-day svg").waitFor();
    /** @type {number[]} */
    const seeds = [];
    let refused = 3;
    await page.route("**/api/generate", (route) => {
      seeds.push(route.request().postDataJSON().options.seed);
      return seeds.length <= refused
        ? route.fulfill({ status: 422, contentType: "application/json", body: "{}" })
        : route.continue();
    });
    await page.getByLabel("New puzzle").selectOption("packing");
    await page.locator(".draw").click();
    await says(page, "body", /No puzzle could be generated/);
    refused = 4;
    await page.locator(".draw").click();
    await says(page, "h1", /^KATAMINO$/);
    const [first, , , second] = seeds;
    const after = (/** @type {number} */ seed, /** @type {number} */ n) => (seed + n) % 2 ** 32;
    assert.deepEqual(seeds, [first, after(first, 1), after(first, 2), second, after(second, 1)]);
    await page.unroute("**/api/generate");
  },
);

onPage("a set of pieces that cannot fill its board says so before it is played", {}, async (page) => {
  await page.goto("/");
  await page.locator(".picker summary", { hasText: "Pick pieces" }).click();
  for (const piece of "FLPUY") await page.getByRole("checkbox", { name: piece, exact: true }).check();
  await says(page, ".picker [role=status]", /^These pieces cannot fill the board\.$/);
});

onPage("each family says what is to be done, and its rules with pictures", {}, async (page) => {
  for (const [puzzle, aim] of /** @type {[string, RegExp][]} */ ([
    ["tank-change", /swap sides/],
    ["heng-dao-li-ma", /^Bring 曹操 to the marked place\./],
    ["katamino:PUY", /all 3 pieces/],
    ["pacman-lv1", /all 28 dots within 50 moves/],
    ["peg-central", /outlined holes/],
    ["sokoban-two", /every box/],
    ["tiles-five", /in order/],
  ])) {
    await page.goto(`/#puzzle=${puzzle}`);
    await says(page, ".objective", aim);
    await press(page, "Rules");
    await page.locator("dialog .rules svg .body").first().waitFor();
    await press(page, "Close");
  }
});
