// The shelves: from easy to hard, with what is known best in sight; cars have a shelf of their own, titles are found first; and the way back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { ask, is, onPage, says, server, table, until } from "./support.mjs";

/** The titles on a shelf. @param {import("playwright-core").Page} page @param {string} key */
const titles = (page, key) => page.locator(`section[data-family="${key}"] .card strong`).allInnerTexts();

/** What solves a puzzle at best, by its title. @param {Library} library */
const lengths = ({ entries }) => new Map(entries.map(({ titles, optimal }) => [titles.en, optimal]));

onPage("the shelves: from easy to hard, the famous in sight, Rush Hour on its own", {}, async (page) => {
  const library = await (await fetch(`${await server()}api/library`)).json();
  const optimal = lengths(library);
  await page.goto("/");
  await page.locator("main.library").waitFor();
  for (const key of ["sliding", "rushhour", "sokoban", "sliding-tiles", "peg-solitaire"]) {
    const all = (await titles(page, key)).map((title) => Number(optimal.get(title)) || Infinity);
    assert.ok(all.length > 2, key);
    assert.deepEqual(
      all,
      all.toSorted((one, other) => one - other),
      key,
    );
  }
  for (const [key, famous] of /** @type {[string, RegExp][]} */ ([
    ["sliding", /^Blade Sideways/],
    ["sliding-tiles", /^Fifteen Tiles$|^Fifteen/],
    ["peg-solitaire", /^Central Game/],
  ]))
    assert.ok(
      (await titles(page, key)).some((title) => famous.test(title)),
      key,
    );
  const cars = await titles(page, "rushhour");
  assert.ok(cars.length > 2 && cars.every((title) => /^Rush Hour/.test(title)), cars.join());
  assert.equal(await page.locator('section[data-family="rushhour"] h2').innerText(), "Rush Hour");
  assert.equal(await page.locator('section[data-family="sliding"] h2').innerText(), "Klotski");
  const shelves = await page.locator(".family h2").allInnerTexts();
  assert.deepEqual(shelves.slice(0, 5), ["Klotski", "Rush Hour", "Sokoban", "PuzzleScript", "KATAMINO"]);
  assert.ok((await titles(page, "sliding")).every((title) => !/^Rush Hour/.test(title)));
});

/** The first three of each shelf. */
test("the first steps go from easy to hard", async () => {
  /** @type {Library} */
  const { families } = await (await fetch(`${await server()}api/library`)).json();
  for (const { name, first_steps } of families.flatMap(({ shelves }) => shelves)) {
    const lines = await Promise.all(first_steps.map((instance) => ask("solve", { instance })));
    const lengths = lines.map(({ line }) => line.length);
    assert.deepEqual(
      lengths,
      lengths.toSorted((one, other) => one - other),
      name,
    );
  }
});

for (const lang of /** @type {const} */ (["en", "ja", "zh"]))
  onPage(`${lang}: whatever is of one kind has one name all over the page`, {}, async (page) => {
    await page.goto("/icon.svg");
    await page.evaluate((lang) => localStorage.setItem("tejun-lang", lang), lang);
    await page.goto("/");
    await page.locator("main.library").waitFor();
    const texts = (/** @type {string} */ selector) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ""));
    const names = new Set(await texts(".family h2"));
    assert.equal(names.size, 9);
    const isName = (/** @type {string} */ text) => names.has(text);
    for (const selector of [
      ".shelf-tile b",
      ".first-steps .step b",
      ".lot select:first-of-type option",
      ".also a",
    ])
      for (const text of await texts(selector)) assert.ok(isName(text), `${selector}: ${text}`);
    /** @type {Library} */
    const { families } = await (await fetch(`${await server()}api/library`)).json();
    for (const { template, script } of families) {
      if (script) continue;
      await page.goto("about:blank");
      await page.goto(`/#view=edit&file=${deflateRawSync(template).toString("base64url")}`);
      const heading = () => page.locator(".editor h1").innerText();
      await until(
        page,
        heading,
        (text) => [...names].some((name) => text.endsWith(name)),
        "the name of the kind",
      );
    }
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
  const place = async () => Number(/(\d+) \/ \d+/.exec(await nav.innerText())?.[1]);
  const at = await until(page, place, (number) => number > 1, "it is not the easiest");
  await nav.getByRole("button", { name: "Following puzzle" }).click();
  await is(page, place, at + 1);
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
