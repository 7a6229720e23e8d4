// The editor of games that are written in a language: from nothing to a game that is played, solved, painted, shared.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { is, matches, onPage, press, says } from "./support.mjs";

const EVIL = `<img src=x onerror="window.hacked=1">`;

/** A game with one level: push the crate to the cross. Its texts and an object's name are HTML. */
const GAME = `title ${EVIL}
author ${EVIL}

========
OBJECTS
========

Background
Green

Cross
Yellow

Wall
Brown

Player
Blue

Crate
Orange

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
+ = Cross

======
SOUNDS
======

================
COLLISIONLAYERS
================

Background
Cross
Player, Wall, Crate

=====
RULES
=====

[ > Player | Crate ] -> [ > Player | > Crate ]

=============
WINCONDITIONS
=============

All Cross on Crate

======
LEVELS
======

message ${EVIL}

#######
#P*..+#
#######

#######
#P*#.+#
#######
`;

/** The line of the game's text that begins with this, from 1. @param {string} start */
const lineOf = (start) => GAME.split("\n").findIndex((line) => line.startsWith(start)) + 1;

/** @param {import("playwright-core").Page} page */
const source = (page) => page.getByLabel("Source", { exact: true });

/** @param {import("playwright-core").Page} page */
async function begin(page) {
  await page.goto("/");
  await press(page, "Write a game");
  await page.locator(".source-editor").waitFor();
}

/** @param {import("playwright-core").Page} page */
async function harmless(page) {
  const found = await page.evaluate(() => ({
    images: document.images.length,
    scripts: document.querySelectorAll("body script, svg script, iframe, [onerror]").length,
    hacked: "hacked" in window,
  }));
  assert.deepEqual(found, { images: 0, scripts: 0, hacked: false });
}

/** Until the level that was chosen runs. @param {import("playwright-core").Page} page */
const still = (page) => is(page, () => page.locator(".running[aria-busy]").count(), 0);

/** @param {import("playwright-core").Page} page */
const played = (page) => page.locator(".running .facts").innerText();

onPage(
  "a game is written, repaired, played, solved, painted and shared",
  { refusals: true },
  async (page) => {
    await begin(page);
    await says(page, ".diagnostics", /^No errors or warnings\.$/);
    await says(page, ".solution", /^Shortest: 2 moves\./);

    // What is wrong is marked at its line, and the game from before goes on.
    const rule = "[ > Player | Crate ]";
    await source(page).fill(GAME.replace(rule, rule.replace("Crate", EVIL.slice(0, 4))));
    const mark = page.locator(".numbers .error");
    await is(page, () => mark.allInnerTexts(), [String(lineOf("[ > Player"))]);
    await matches(page, async () => (await mark.getAttribute("title")) ?? "", /img/);
    await says(page, ".source-editor .message", /last version that worked/);
    assert.equal(await page.locator(".running .board").count(), 1);
    await page.locator(".diagnostics button").first().click();
    const selected = () =>
      source(page).evaluate((area) => {
        const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (area);
        return value.slice(selectionStart, selectionEnd);
      });
    await matches(page, selected, /^\[ > Player \| <img \]/);
    await harmless(page);

    // It is repaired by typing, and the colours are those of what is typed.
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("[ > Player | Crate ] -> [ > Player | > Crate ]");
    await is(page, () => source(page).inputValue(), GAME);
    const colours = () =>
      page
        .locator(".code pre div")
        .evaluateAll((lines) => lines.map(({ textContent }) => textContent?.replace("\n", "")).join("\n"));
    await is(page, colours, GAME);
    await is(page, () => mark.count(), 0);
    await says(page, ".token-heading", /OBJECTS/);
    const levels = page.locator(".level-picker button");
    await is(page, () => levels.allInnerTexts(), ["1\n3", "2\n✗"]);
    await says(page, ".solution", /^Shortest: 3 moves\./);

    // The colours and the numbers scroll with the text.
    await levels.nth(1).click();
    const shift = () =>
      page.locator(".source-text").evaluate((element) => {
        const [area, numbers] = ["textarea", ".numbers"].map(
          (which) => /** @type {HTMLElement} */ (element.querySelector(which)),
        );
        return area.scrollTop > 0 && numbers.style.transform === `translateY(${-area.scrollTop}px)`;
      });
    await is(page, shift, true);
    await levels.first().click();
    await still(page);

    // Keys play it to its end, and the same inputs are played again when it has changed.
    const board = page.locator(".running .board");
    await board.focus();
    await page.keyboard.press("ArrowRight");
    await is(page, () => played(page), "1 move");
    await page.keyboard.press("ArrowRight");
    await is(page, () => played(page), "2 moves");
    await board.evaluate((old) => old.setAttribute("data-old", ""));
    await source(page).fill(GAME.replace("Orange", "Red"));
    await is(page, () => page.locator(".running .board:not([data-old])").count(), 1);
    assert.equal(await played(page), "2 moves");
    await board.focus();
    await page.keyboard.press("z");
    await is(page, () => played(page), "1 move");
    await page.keyboard.press("ArrowRight");
    await is(page, () => played(page), "2 moves");
    await page.keyboard.press("ArrowRight");
    await says(page, ".running", /Solved!/);
    await page.keyboard.press("r");
    await is(page, () => played(page), "0 moves");
    await press(page, "Play the solution");
    await page.locator(".running .replay .last").click();
    await says(page, ".running .where", /^Move 3 of 3$/);
    await page.locator(".running .replay .done").click();

    // The other level cannot be won, until its wall is painted over.
    await levels.nth(1).click();
    await says(page, ".solution", /^It cannot be won\./);
    const before = await source(page).inputValue();
    await page.locator('.brushes input[value="."]').check({ force: true });
    await page.getByLabel("row 2, column 4: #", { exact: true }).click();
    await is(page, () => source(page).inputValue(), before.replace("#P*#.+#", "#P*..+#"));
    await says(page, ".solution", /^Shortest: 3 moves\./);
    await press(page, "Undo edit");
    await is(page, () => source(page).inputValue(), before);
    const cell = page.getByLabel("row 2, column 3: *", { exact: true });
    await cell.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await is(page, () => source(page).inputValue(), before.replace("#P*#.+#", "#P*..+#"));
    await page.getByRole("button", { name: "Rows ↓ add" }).click();
    await matches(page, () => source(page).inputValue(), /#P\*\.\.\+#\n#######\n\.\.\.\.\.\.\.\n$/);
    await harmless(page);

    // What is shared and what is saved is this game.
    await press(page, "Share");
    const link = page.getByLabel("Copy link", { exact: true });
    const address = await matches(page, () => link.inputValue(), /#file=/);
    await page.keyboard.press("Escape");
    const now = await source(page).inputValue();
    const download = page.waitForEvent("download");
    await press(page, "Save as a text file");
    const saved = await (await download).path();
    assert.equal(await readFile(saved, "utf8"), now);

    const other = await page.context().newPage();
    await other.goto(address);
    await matches(other, () => other.locator("h1").innerText(), /^<img src=x onerror="window.hacked=1">/);
    await harmless(other);
    await press(other, "Edit");
    await is(other, () => source(other).inputValue(), now);
    await is(other, () => other.locator('.level-picker [aria-pressed="true"]').innerText(), "2\n3");
    await harmless(other);

    await begin(other);
    await other.locator('.source-editor input[type="file"]').setInputFiles(saved);
    await is(other, () => source(other).inputValue(), now);
  },
);

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  onPage(
    `the editor of games: axe finds nothing, and it fits a phone (${colorScheme})`,
    { served: true, colorScheme, viewport: { width: 360, height: 740 } },
    async (page) => {
      const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
      await begin(page);
      await source(page).fill(GAME.replace("Wall\nBrown", "Wall\nBrwn").replace("author", "autor"));
      await says(page, ".diagnostics", /Line \d+/);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(document);
        return violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html]);
      });
      assert.deepEqual(found, []);
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await is(page, over, 0);
    },
  );
}

onPage("a game that was begun is offered again, with brushes that look as it does now", {}, async (page) => {
  await page.goto("/#puzzle=ice-rink&view=edit");
  const text = page.locator("textarea");
  const brush = () => page.locator(".brushes .brush").first().innerHTML();
  await page.locator(".brushes .brush svg").first().waitFor();
  await page.goto("/#");
  await page.locator("main.library").waitFor();
  assert.equal(await page.getByRole("link", { name: "What you wrote last" }).count(), 0);
  await page.goto("/#puzzle=ice-rink&view=edit");
  await text.fill(GAME);
  await is(page, () => page.locator(".brushes .brush").count(), 5);
  const before = await brush();
  await text.fill(GAME.replace("Background\nGreen", "Background\nRed"));
  await is(page, async () => (await brush()) === before, false);
  await page.locator(".brand").click();
  await page.getByRole("link", { name: "What you wrote last" }).click();
  await matches(page, () => text.inputValue(), /Background\nRed/);
});
