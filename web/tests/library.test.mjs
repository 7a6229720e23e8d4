// The shelves: what is known best comes first, cars have a shelf of their own, titles are found first; and the way back.

import assert from "node:assert/strict";
import { is, onPage, says, table } from "./support.mjs";

/** The titles on a shelf. @param {import("playwright-core").Page} page @param {string} key */
const titles = (page, key) => page.locator(`section[data-family="${key}"] .card strong`).allInnerTexts();

onPage("the shelves: the famous first, Rush Hour on its own", {}, async (page) => {
  await page.goto("/");
  await page.locator("main.library").waitFor();
  assert.match((await titles(page, "sliding"))[0], /^Blade Sideways/);
  assert.match((await titles(page, "sliding-tiles"))[0], /^Fifteen/);
  assert.match((await titles(page, "peg-solitaire"))[0], /^Central Game/);
  const cars = await titles(page, "rushhour");
  assert.ok(cars.length > 2 && cars.every((title) => /^Rush Hour/.test(title)), cars.join());
  assert.equal(await page.locator('section[data-family="rushhour"] h2').innerText(), "Rush Hour");
  assert.equal(await page.locator('section[data-family="sliding"] h2').innerText(), "Klotski");
  const shelves = await page.locator(".family h2").allInnerTexts();
  assert.deepEqual(shelves.slice(0, 5), ["Klotski", "Rush Hour", "Sokoban", "PuzzleScript", "KATAMINO"]);
  assert.ok((await titles(page, "sliding")).every((title) => !/^Rush Hour/.test(title)));
});

onPage("KATAMINO's cards are filled, and what cannot be packed shows its pieces", {}, async (page) => {
  await page.goto("/");
  const card = (/** @type {string} */ name) =>
    page.locator('section[data-family="packing"] .card', { hasText: name });
  await card("Twelve pentominoes").scrollIntoViewIfNeeded();
  for (const [name, pieces] of /** @type {const} */ ([
    ["Twelve pentominoes, 6 by 10", 12],
    ["five pieces", 5],
    ["that cannot be packed", 10],
  ]))
    await is(page, () => card(name).locator("svg .piece").count(), pieces, name);
});

for (const [search, first] of /** @type {[string, RegExp][]} */ ([
  ["箱入り娘", /^Blade Sideways/],
  ["klotski", /^Blade Sideways/],
  ["15", /^Fifteen/],
  ["rush hour", /^Rush Hour/],
]))
  onPage(`the library: "${search}" finds what is called so first`, {}, async (page) => {
    await page.goto("/");
    await page.getByRole("searchbox").fill(search);
    await says(page, ".card:visible strong", first);
    const [shown] = await page.locator(".card:visible strong").allInnerTexts();
    assert.match(shown, first);
  });

onPage("from a puzzle there is a way back, and one to those beside it", {}, async (page) => {
  await table(page, "heng-dao-li-ma");
  const nav = page.locator(".heading nav");
  await says(page, ".heading nav", /1 \/ \d+/);
  await nav.getByRole("button", { name: "Following puzzle" }).click();
  await says(page, ".heading nav", /2 \/ \d+/);
  await nav.getByRole("button", { name: "Previous puzzle" }).click();
  await says(page, "h1", /^Blade Sideways/);
  await nav.getByRole("link").click();
  await page.locator("main.library").waitFor();
});

onPage("the line of help says only what holds here", {}, async (page) => {
  for (const [puzzle, says] of /** @type {[string, RegExp][]} */ ([
    ["sokoban-two", /^Arrow keys or WASD walk and push\./],
    ["tiles-fifteen", /^Arrow keys slide\. Drag/],
    ["heng-dao-li-ma", /^Drag, or click a piece and then its place\./],
    ["pacman-lv1", /^Arrow keys and space/],
  ])) {
    await table(page, puzzle);
    const help = await page.locator(".side .help").innerText();
    assert.match(help, says, puzzle);
    assert.doesNotMatch(help, /[Ww]heel|flips/);
  }
  await table(page, "pentominoes-6x10");
  await is(page, async () => /Wheel or R turns/.test(await page.locator(".side .help").innerText()), true);
});

onPage(
  "a tile for each shelf, whose board moves when it is pointed at",
  { reducedMotion: "no-preference" },
  async (page) => {
    await page.goto("/");
    const tile = page.locator(".shelf-tile", { hasText: "Klotski" });
    await tile.locator("svg").waitFor();
    await is(page, () => page.locator(".shelf-tile").count(), 9);
    const drawn = () => tile.locator("svg").innerHTML();
    const first = await drawn();
    await tile.hover();
    await is(page, async () => (await drawn()) === first, false, "it should move");
    await page.mouse.move(0, 0);
    await tile.click();
    await is(page, () => page.locator(".family:visible").count(), 1);
    await is(page, () => tile.getAttribute("aria-pressed"), "true");
  },
);
