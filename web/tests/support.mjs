// What the tests of the page share: a server of each program, one browser, and pages that must not log
// errors. With SIDE=dist the page is that of dist/, which has no server of ours.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";
import { arranged } from "../engine/box.js";
import { nameOf } from "../game/progress.js";
import { files } from "./files.mjs";

/** How long, in milliseconds, a test waits for something that never comes: longer than a busy machine ever takes. */
export const PATIENCE = 60_000;
export const TEJUN = process.env.TEJUN ?? fileURLToPath(new URL("../../target/debug/tejun", import.meta.url));
/** tejun with one more family: crates/tejun/examples/collector.rs. */
export const COLLECTOR = join(dirname(TEJUN), "examples", "collector");
/** A program with one family alone, made with the kit: crates/tejun/examples/frogs.rs. */
export const FROGS = join(dirname(TEJUN), "examples", "frogs");
/** A program with four families, examples/own-puzzles, and its page as static files. */
const OWN = join(dirname(TEJUN), "own-puzzles");
const OWN_FOLDER = process.env.OWN ?? fileURLToPath(new URL("../../target/own", import.meta.url));
/** Whether the page has no server. */
export const DIST = process.env.SIDE === "dist";
/** What `web/build` has made. */
export const FOLDER = process.env.DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page that is loaded anew finds its scripts compiled: half of the time of a load.
  "--process-per-site",
];

/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
/** The address of each program's server. @type {Map<string, Promise<string>>} */
const started = new Map();
/** @type {Promise<import("playwright-core").Browser> | undefined} */
let launched;

/** @param {string} program @returns {Promise<string>} */
const start = (program) =>
  new Promise((resolve, reject) => {
    const own = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(own);
    own.on("error", reject);
    own.on("exit", (code) => reject(new Error(`${program} serve ended with ${code}`)));
    createInterface({ input: own.stdout }).on("line", (line) => {
      const address = /http:\S+/.exec(line)?.[0];
      if (address) resolve(address);
    });
  });

/** The address of the server, started on first use. */
export async function server(program = TEJUN) {
  const address = started.get(program) ?? start(program);
  started.set(program, address);
  return address;
}

/** The host of dist/, started on first use. @type {Promise<{address: string, close: () => void}> | undefined} */
let host;

/** The address of the page that a program serves, or that of dist/. @param {string} [program] */
export const home = async (program) =>
  DIST && !program ? (await (host ??= files(FOLDER))).address : server(program);

/** The host of the page of own-puzzles, started on first use. @type {ReturnType<typeof files> | undefined} */
let ownHost;

/** The address of the page of own-puzzles. */
const ownHome = async () => (DIST ? (await (ownHost ??= files(OWN_FOLDER))).address : server(OWN));

export const browser = () =>
  (launched ??= chromium.launch({
    // Without a window: it takes two thirds of the time of what draws one.
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: QUIET,
    chromiumSandbox: false,
  }));

/** How long, in milliseconds, the browser may take to close: with a device for sounds it sometimes never does. */
const CLOSING = 10_000;

/** Ends what was started. A browser that does not close would keep this process alive, and is killed when it exits. */
export async function finish() {
  await Promise.race([launched?.then((browser) => browser.close()), sleep(CLOSING, null, { ref: false })]);
  setTimeout(() => process.exit(), CLOSING).unref();
  for (const child of children) child.kill();
  (await host)?.close();
  (await ownHost)?.close();
}
after(finish);

/**
 * Asks the server directly, as docs/api.md describes. A position comes with what stays the same of its puzzle, as the
 * page sees it.
 * @param {string} verb
 * @param {object} question
 * @param {string} [program]
 * @returns {Promise<any>}
 */
export async function ask(verb, question, program) {
  const answer = await answered(verb, question, program);
  if (verb !== "position") return answer;
  const { ground, ...rest } = await answered("puzzle", { ...question, line: [] }, program);
  return { ...rest, ...answer, scene: arranged({ ...ground, ...answer.scene }) };
}

/** @param {string} verb @param {object} question @param {string} [program] */
async function answered(verb, question, program) {
  const response = await fetch(`${await server(program)}api/${verb}`, {
    method: "POST",
    body: JSON.stringify(question),
  });
  return response.json();
}

/**
 * @typedef {object} Window
 * @property {import("playwright-core").BrowserContext} context
 * @property {import("playwright-core").Page} page
 * @property {string[]} complaints
 */

/** Windows for reuse, by their options. @type {Map<string, Window>} */
const windows = new Map();

/**
 * @param {import("playwright-core").BrowserContextOptions & {program?: string, own?: boolean}} options
 * @returns {Promise<Window>}
 */
async function open({ program, own, ...options }) {
  const settings = {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    reducedMotion: /** @type {const} */ ("reduce"),
    baseURL: await (own ? ownHome() : home(program)),
    ...options,
  };
  const context = await (await browser()).newContext(settings);
  context.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const complaints = [];
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    // The blob that a search polls (offline/engine.js) is gone when the search is cancelled; the browser notes that. It asks
    // for an icon where a document names none.
    const ignored = /^blob:|\/favicon\.ico$/.test(message.location().url);
    if (["error", "warning"].includes(message.type()) && !ignored)
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { context, complaints, page: await context.newPage() };
}

/**
 * A test in a fresh headless window, on the page of a program. Console messages of the page fail the test;
 * with `refusals`, the browser's messages about refused (4xx) or missing responses are ignored. A test of a
 * program of its own, or one that is `served` because it is about requests to a server, or about looks, does not run on
 * dist/. With
 * `own`, the page is that of own-puzzles. With `fresh`, the window is the test's alone: others leave databases behind that
 * are deleted when their pages are gone, and nobody knows when.
 * @param {string} name
 * @param {import("playwright-core").BrowserContextOptions &
 *   {refusals?: boolean, program?: string, own?: boolean, served?: boolean, fresh?: boolean}} options
 * @param {(page: import("playwright-core").Page, t: import("node:test").TestContext) => Promise<void>} body
 */
export function onPage(name, { refusals = false, served = false, fresh = false, ...options }, body) {
  if (DIST && (served || options.program)) return;
  test(name, { timeout: 6 * PATIENCE }, async (t) => {
    const key = JSON.stringify(options);
    const own = (fresh ? undefined : windows.get(key)) ?? (await open(options));
    if (!fresh) windows.delete(key);
    try {
      await body(own.page, t);
      const wrong = own.complaints.filter(
        (text) =>
          !(
            refusals &&
            /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/.test(
              text,
            )
          ),
      );
      assert.deepEqual(wrong, [], "the page complained");
      // A window whose clock a test has set stands still for all that come after.
      if (fresh || Math.abs((await own.page.evaluate(() => Date.now())) - Date.now()) > PATIENCE) {
        await own.context.close();
        return;
      }
      for (const page of own.context.pages()) {
        await page.evaluate(() => {
          if (!location.protocol.startsWith("http")) return;
          localStorage.clear();
          indexedDB.deleteDatabase("tejun");
          // A page that is left stores what was played, and nobody knows when.
          Storage.prototype.setItem = () => {};
        });
        await (page === own.page ? page.goto("about:blank") : page.close());
      }
    } catch (error) {
      await own.context.close();
      throw error;
    }
    own.complaints.length = 0;
    windows.set(key, own);
  });
}

/**
 * The part of an address that opens a puzzle.
 * @param {string} puzzle
 * @param {string[]} [line]
 */
export const link = (puzzle, line = []) =>
  `#${new URLSearchParams({ puzzle, ...(line.length > 0 ? { line: line.join(" ") } : {}) })}`;

/**
 * Opens a table and waits until it is ready.
 * @param {import("playwright-core").Page} page
 * @param {string} puzzle
 * @param {string[]} [line]
 */
export async function table(page, puzzle, line) {
  // Where a table stands already, it would stay until the new one is there.
  await page.goto("about:blank");
  await page.goto(`/${link(puzzle, line)}`);
  // The board has its size when that of the heading is known.
  await page.locator('main.table[style*="--heading"]').waitFor();
}

/**
 * Opens a table where the player has left it, after moves that he made.
 * @param {import("playwright-core").Page} page
 * @param {string} instance
 * @param {string[]} line
 */
export async function resumed(page, instance, line) {
  const { written } = await ask("position", { instance, line });
  const record = { address: link(instance, line), line: written, own: line.length, open: true };
  // Not from a page, which stores what it knows when it is left.
  await page.goto("/icon.svg");
  await page.evaluate(
    ([name, record]) => {
      const all = JSON.parse(localStorage.getItem("tejun-progress") ?? "{}");
      localStorage.setItem(
        "tejun-progress",
        JSON.stringify({ ...all, puzzles: { ...all.puzzles, [name]: record } }),
      );
    },
    /** @type {const} */ ([nameOf({ instance }), record]),
  );
  await table(page, instance, line);
}

/**
 * Waits until a condition on the page holds. If it never does, the error shows the last state.
 * @template T
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<T>} look
 * @param {(seen: T) => boolean} holds
 * @param {string} what
 */
export async function until(page, look, holds, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) assert.fail(`${what}; there is ${JSON.stringify(seen)}`);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  }
}

/**
 * Waits until something that is read off the page is just this. What a page shows comes when it comes, so no test reads
 * it only once.
 * @template T
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<T>} look
 * @param {NoInfer<T>} expected
 * @param {string} [what]
 */
export const is = (page, look, expected, what = String(look)) =>
  until(
    page,
    look,
    (seen) => isDeepStrictEqual(seen, expected),
    `${what}: it should be ${JSON.stringify(expected)}`,
  );

/**
 * Waits until a text that is read off the page is like this.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<string>} look
 * @param {RegExp} text
 * @param {string} [what]
 */
export const matches = (page, look, text, what = String(look)) =>
  until(page, look, (seen) => text.test(seen), `${what}: it should be like ${text}`);

/**
 * Waits until a text is visible.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {RegExp} text
 */
export const says = (page, selector, text) =>
  matches(
    page,
    () =>
      page
        .locator(selector)
        .allInnerTexts()
        .then((all) => all.join("\n")),
    text,
    selector,
  );

/** The moves of the player's line, as they are written. @param {import("playwright-core").Page} page */
export const moves = (page) =>
  page
    .locator(".side ol.line:not(.moves) button.move")
    .evaluateAll((all) => all.map((move) => move.getAttribute("data-move") ?? ""));

/**
 * Waits until the player's line is this one.
 * @param {import("playwright-core").Page} page
 * @param {string[]} line
 */
export const hasLine = (page, line) => is(page, () => moves(page), line, "the line");

/**
 * Opens the page of the panel on which something stands, if that is not to be seen.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} wanted
 */
export async function reveal(page, wanted) {
  await wanted.first().waitFor({ state: "attached" });
  const tab = await wanted.evaluateAll((all) =>
    all.some((one) => one.checkVisibility()) ? null : (all[0]?.closest("[role=tabpanel]")?.id ?? null),
  );
  if (!tab) return wanted;
  const strip = page.locator(`[aria-controls="${tab}"]`);
  // On a phone a replay has the sheet for itself, and so has the end of a game.
  if (!(await strip.isVisible())) await page.locator(".panel .done, .message .away").first().click();
  await strip.click();
  return wanted;
}

/** @param {import("playwright-core").Page} page @param {string} name */
export async function press(page, name) {
  await reveal(page, page.getByRole("button", { name, exact: true, includeHidden: true }));
  await page.getByRole("button", { name, exact: true }).click();
}

/** What is set by a box or a list with this name. @param {import("playwright-core").Page} page @param {string} name */
export const setting = (page, name) => reveal(page, page.getByLabel(name));

/** Asks for hints until one shows the move, or there is none. @param {import("playwright-core").Page} page */
export async function hint(page) {
  const message = page.locator(".message");
  for (let told = 0; told < 3; told++) {
    const before = await message.innerText();
    await press(page, "Hint");
    await is(page, async () => ["", before].includes(await message.innerText()), false, "what a hint says");
    await is(page, () => message.evaluate((element) => element.classList.contains("busy")), false);
    if (!(await message.evaluate((element) => element.classList.contains("early")))) return;
  }
}
