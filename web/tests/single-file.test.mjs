// A puzzle's page as a single file, which only a page with an engine of its own can make: opened from the disk, it plays,
// searches, keeps what was played, and asks nobody for anything.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  browser,
  DIST,
  hasLine,
  hint,
  is,
  link,
  matches,
  onPage,
  PATIENCE,
  press,
  says,
  table,
} from "./support.mjs";

/** Most bytes of a file. */
const ALL = 1_900_000;

/** Two levels in which the player walks to a cross. */
const GAME = `title Two <Walks>
author A & B

OBJECTS
Background
Green

Cross
Yellow

Player
Blue

LEGEND
. = Background
P = Player
X = Cross

SOUNDS

COLLISIONLAYERS
Background
Cross
Player

RULES

WINCONDITIONS
All Player on Cross

LEVELS

P.X

X..P
`;

/**
 * Saves the page that is shared as a file, and opens it in a window without a network.
 * @param {import("playwright-core").Page} page
 * @param {string} name of the file
 * @param {(page: import("playwright-core").Page, path: string) => Promise<void>} body
 */
async function saved(page, name, body) {
  await press(page, "Share");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Page to play, one file" }).click(),
  ]);
  const folder = await mkdtemp(join(tmpdir(), "tejun-single-"));
  assert.equal(download.suggestedFilename(), `${name}.html`);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const context = await (await browser()).newContext({ locale: "en-US", reducedMotion: "reduce" });
  context.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const wrong = [];
  context.on("weberror", (error) => wrong.push(String(error.error())));
  context.on("console", (message) => {
    // What a cancelled search polls is gone (offline/engine.js).
    if (message.type() === "error" && !message.location().url.startsWith("blob:")) wrong.push(message.text());
  });
  context.on("request", (request) => {
    if (!/^(blob|data|file):/.test(request.url())) wrong.push(request.url());
  });
  const file = await context.newPage();
  await file.goto(String(pathToFileURL(path)));
  await body(file, path);
  assert.deepEqual(wrong, []);
  await context.close();
  await rm(folder, { recursive: true });
}

if (DIST) {
  onPage(
    "a game that is written becomes a single file, which goes on where it was left",
    {},
    async (page, t) => {
      await page.goto(`/${link("ice-rink")}&view=edit`);
      await page.locator("textarea").fill(GAME);
      await saved(page, "Two-Walks-Level-1", async (file, path) => {
        const { length } = await readFile(path);
        t.diagnostic(`${length} bytes`);
        assert.ok(length <= ALL, `${length} bytes`);
        await file.locator("main.table").waitFor();
        await is(file, () => file.title(), "Two <Walks> · Level 1 · tejun");
        await is(file, () => file.locator(".back").count(), 0);
        await file.locator("svg.board[tabindex]").focus();
        await file.keyboard.press("ArrowRight");
        await hasLine(file, ["r"]);
        // From the beginning, as somebody who opens it again.
        await file.goto("about:blank");
        await file.goto(String(pathToFileURL(path)));
        await hasLine(file, ["r"]);
        await hint(file);
        await says(file, ".message.hint", /1 move left/);
        await file.locator("svg.board[tabindex]").focus();
        await file.keyboard.press("ArrowRight");
        await says(file, ".finish, .message", /Solved/);
        // It is said before it is stored.
        const stored = () => file.evaluate(() => localStorage.getItem("tejun-progress") ?? "");
        await matches(file, stored, /"solved":1/);
        await file.goto("about:blank");
        await file.goto(String(pathToFileURL(path)));
        await is(file, () => file.locator(".levels [aria-current]").innerText(), "2");
        await hasLine(file, []);
        await file.locator("svg.board[tabindex]").focus();
        await file.keyboard.press("ArrowLeft");
        await hasLine(file, ["l"]);
        // The name above leads to what it is for.
        const before = await file.locator("main.table").elementHandle();
        await file.locator(".brand").click();
        await before?.waitForElementState("hidden");
        await hasLine(file, ["l"]);
        // After the last level nothing else is offered; a file on a disk has no link.
        await file.locator("svg.board[tabindex]").focus();
        for (const _ of "ll") await file.keyboard.press("ArrowLeft");
        await says(file, ".finish, .message", /Solved/);
        await is(file, () => file.getByRole("button", { name: /^Next/ }).count(), 0);
        // Here nothing may be copied: it is shown instead.
        await press(file, "Copy result");
        await says(file, "main", /Two <Walks> · Level 2 3 moves/);
        assert.doesNotMatch(await file.locator("main").innerText(), /file:/);
        await press(file, "Share");
        await is(file, () => file.locator("dialog input[readonly]").count(), 0);
        await file.keyboard.press("Escape");
        // What is not of it leads back.
        await file.goto(`${pathToFileURL(path)}${link("tank-change")}`);
        await file.locator(".back", { hasText: "Two <Walks>" }).click();
        await file.locator("h1", { hasText: "Two <Walks>" }).waitFor();
      });
    },
  );

  onPage("a puzzle of the library becomes a single file, in which a search is watched", {}, async (page) => {
    await table(page, "heng-dao-li-ma");
    await saved(page, "heng-dao-li-ma", async (file) => {
      await file.locator("main.table").waitFor();
      await press(file, "Watch the search");
      await says(file, ".watch output", /^25,955 positions/);
      await press(file, "Give up");
      await says(file, ".where", /of 81$/);
    });
  });
}
