// The player's own: files that are dropped, texts that are pasted, the shelves they become, and what is kept of them.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { files } from "./files.mjs";
import { finger } from "./fingers.mjs";
import { spot } from "./hands.mjs";
import {
  browser,
  DIST,
  FOLDER,
  hasLine,
  is,
  link,
  matches,
  onPage,
  PATIENCE,
  press,
  says,
  TEJUN,
  table,
} from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const CORRIDORS = `; Three corridors (a test)

; First

#####
#@$.#
#####

; Second

######
#@ $.#
######

; Third

######
#.$ @#
######
`;
const CARDS = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.\n.............XXO...AAO.P.B.O.P.BCC.P\n";
const TILES = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n";
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const folder = await mkdtemp(join(tmpdir(), "tejun-collections-"));
after(() => rm(folder, { recursive: true }));

/**
 * Drops files on the page. The events are made there: Chromium without a window crashes now and then on those of its
 * protocol.
 * @param {Page} page
 * @param {Record<string, string | Buffer>} texts by names
 */
async function drop(page, texts) {
  const files = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString("base64")]);
  const isTaken = await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, bytes] of files)
      dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
    const target = document.elementFromPoint(300, 300) ?? document.body;
    const send = (/** @type {string} */ type) =>
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    send("dragenter");
    // A browser drops nothing where that is not prevented.
    const isTaken = !send("dragover") && document.body.classList.contains("receives");
    send("drop");
    return isTaken;
  }, files);
  assert.ok(isTaken, "the page takes files here");
}

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("Control+v");
}

/** @param {Page} page */
async function library(page) {
  await page.goto("/");
  await page.locator("main.library .card").first().waitFor();
}

/** Opens a level of the shelf. @param {Page} page @param {number} number */
async function level(page, number) {
  await page.locator(`.own [data-level="${number}"] button`).click();
  await page.locator("main.table").waitFor();
}

/** What is saved. @param {Page} page @returns {Promise<{name: string, text: string}>} */
async function exported(page) {
  const download = page.waitForEvent("download");
  await press(page, "Save with my solutions");
  const saved = await download;
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), "utf8") };
}

onPage(
  "a collection is dropped, played by keys, kept, saved with its solutions, removed",
  { fresh: true },
  async (page) => {
    await library(page);
    await drop(page, { "corridors.xsb": CORRIDORS });
    // It goes by itself after a while.
    await says(page, ".notice p", /^Three corridors: 3 levels\. Kept on this device only\.$/);
    await says(page, ".own h2", /^Three corridors \(3\)$/);
    await is(page, () => page.locator(".own .card strong").allInnerTexts(), [
      "1 · First",
      "2 · Second",
      "3 · Third",
    ]);
    await is(page, () => page.locator(".own .picture svg").count(), 3);
    await matches(page, async () => page.url(), /#shelf=/);
    await is(page, () => page.evaluate(() => document.activeElement?.tagName), "H2");
    await level(page, 1);
    await says(page, "h1", /^Three corridors · 1 · First$/);
    await is(page, () => page.locator(".levels button").allInnerTexts(), ["1", "2", "3"]);
    await page.keyboard.press("ArrowRight");
    await says(page, ".message.solved", /nobody can do better/);
    await page.keyboard.press("Enter");
    await says(page, "h1", /2 · Second$/);
    await page.locator(".level.solved").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await says(page, ".message.solved", /nobody can do better/);
    await page.getByRole("button", { name: "Following puzzle" }).click();
    await says(page, "h1", /3 · Third$/);
    await says(page, ".heading nav", /3 \/ 3/);
    await page.locator(".back").click();
    // Another visit.
    await says(page, ".own header", /2 of 3 solved/);
    await page.goto("about:blank");
    await library(page);
    await says(page, ".own header", /2 of 3 solved/);
    await says(page, ".own header", /★ 6/);
    await says(page, '.own [data-level="1"]', /best 1 push\s+★★★ ✓ solved · yours 1$/);
    const { name, text } = await exported(page);
    assert.equal(name, "corridors.sok");
    assert.equal(
      text,
      CORRIDORS.replace("#@$.#\n#####\n", "$&Solution\nR\n\n").replace(
        "#@ $.#\n######\n",
        "$&Solution\nrR\n\n",
      ),
    );
    await writeFile(join(folder, name), text);
    const checked = await promisify(execFile)(TEJUN, ["check", "--each", join(folder, name)]);
    assert.equal(checked.stdout.match(/solves in/g)?.length, 2);
    await press(page, "Remove");
    await is(page, () => page.locator(".own").count(), 0);
    await says(page, ".notice p", /^Removed: Three corridors\./);
    await page.locator(".notice button:not(.away)").click();
    await says(page, ".own header", /2 of 3 solved/);
    await press(page, "Remove");
    await is(page, () => page.locator(".own").count(), 0);
    await library(page);
    await is(page, () => page.locator(".own").count(), 0);
  },
);

onPage("a file is chosen and played by touch", PHONE, async (page) => {
  await library(page);
  const file = { name: "corridors.xsb", mimeType: "text/plain", buffer: Buffer.from(CORRIDORS) };
  await page.locator("main input[type=file]").setInputFiles(file);
  await page.locator('.own [data-level="2"] button').tap();
  await page.locator("main.table").waitFor();
  await page.locator("svg.board").scrollIntoViewIfNeeded();
  await finger(page, [await spot(page, [1, 1]), await spot(page, [1, 4])]);
  await page.locator(".pad .key-right").tap();
  await says(page, ".message.solved", /Solved/);
  await page.getByRole("button", { name: "Next level", exact: true }).tap();
  await says(page, "h1", /3 · Third$/);
  await page.locator(".back").tap();
  await says(page, ".own header", /1 of 3 solved/);
});

onPage("what is pasted: a card, a board of six rows, lines of tiles", CLIPBOARD, async (page) => {
  await library(page);
  const [card] = CARDS.split("\n");
  await paste(page, card);
  await page.locator("main.table .piece.hero").waitFor();
  await is(page, () => page.locator(".stage .pieces > .piece").count(), 8);
  await paste(page, card.match(/.{6}/g)?.join("\n") ?? "");
  await matches(page, async () => page.url(), /#file=.*/);
  await page.locator("main.table .piece.hero").waitFor();
  await is(page, () => page.locator(".stage .pieces > .piece").count(), 8);
  await is(page, () => page.locator(".levels").count(), 0);
  await paste(page, TILES);
  await says(page, ".own h2", /^Pasted levels \(2\)$/);
  await level(page, 1);
  await page.keyboard.press("ArrowLeft");
  await says(page, ".message.solved", /nobody can do better/);
  await page.locator(".level.solved").waitFor();
  await page.locator(".back").click();
  // A link leads to what it shows.
  await paste(page, `https://example.org/page/${link("tank-change", ["1-7"])}`);
  await hasLine(page, ["1-7"]);
  await page.goBack();
  const { name, text } = await exported(page);
  assert.deepEqual([name, text], ["levels.txt", TILES.replace("\n", "\n# Solution: R\n")]);
});

onPage(
  "what is pasted into a field stays there, and what no puzzle is read from is told",
  { ...CLIPBOARD, refusals: true },
  async (page) => {
    await library(page);
    await page.getByRole("searchbox").focus();
    await paste(page, "microban");
    await is(page, () => page.getByRole("searchbox").inputValue(), "microban");
    await table(page, "tiles-five");
    await paste(page, "Dear Sir or Madam,\nhello");
    await says(page, ".notice p", /no puzzle|no notation/);
    await says(page, "h1", /Five/);
    await drop(page, { "much.txt": "#".repeat(300_000) });
    await says(page, ".notice p", /at most 256 KiB/);
    await drop(page, { "broken.xsb": CORRIDORS.replace("#@ $.#", "#@ $?#") });
    await says(page, ".own .broken", /'\?' does not belong on a board/);
  },
);

onPage(
  "a thousand levels are a page at a time, and the way back leads to where one was",
  {},
  async (page) => {
    const board = (/** @type {number} */ n) =>
      `; ${n}\n\n${"#".repeat((n % 40) + 5)}\n#@$${" ".repeat(n % 40)}.#\n${"#".repeat((n % 40) + 5)}\n`;
    await library(page);
    await drop(page, { "many.xsb": Array.from({ length: 1000 }, (_, at) => board(at + 1)).join("\n") });
    await says(page, ".own h2", /^many \(1,?000\)$/);
    await is(page, () => page.locator(".own .card").count(), 24);
    await page.getByRole("button", { name: "Further levels" }).click();
    await page.getByRole("button", { name: "Further levels" }).click();
    await says(page, ".own", /49–72 \/ 1000/);
    await level(page, 50);
    await says(page, "h1", /^many · Level 50$/);
    await page.getByRole("button", { name: "Following puzzle" }).click();
    await says(page, "h1", /^many · Level 51$/);
    await page.locator(".back").click();
    await says(page, ".own", /49–72 \/ 1000/);
    await page.getByRole("searchbox").fill("level 77");
    await is(page, () => page.locator(".own:visible").count(), 0);
    await page.getByRole("searchbox").fill("many 777");
    await is(page, () => page.locator(".own .card strong").allInnerTexts(), ["Level 777"]);
  },
);

onPage("a link opens a level where there is no shelf", {}, async (page) => {
  await library(page);
  await drop(page, { "corridors.xsb": CORRIDORS });
  await level(page, 2);
  await matches(page, async () => page.url(), /#file=/);
  const elsewhere = await (await browser()).newContext({ locale: "en-US", baseURL: page.url() });
  elsewhere.setDefaultTimeout(PATIENCE);
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await says(other, "h1", /^Second$/);
  await is(other, () => other.locator(".levels, .heading .icon").count(), 0);
  await other.locator("svg.board").focus();
  await other.keyboard.press("ArrowRight");
  await other.keyboard.press("ArrowRight");
  await says(other, ".message.solved", /./);
  await elsewhere.close();
});

onPage("bests are looked for when nobody has done anything for a while", { fresh: true }, async (window) => {
  const page = await window.context().newPage();
  // The while is over when the test says so.
  await page.addInitScript(`{
    const wait = setTimeout;
    globalThis.idle = [];
    globalThis.setTimeout = (act, after, ...rest) =>
      after === 3000 ? globalThis.idle.push(act) && -1 : wait(act, after, ...rest);
  }`);
  const waiting = () => page.evaluate("idle.length");
  await library(page);
  await drop(page, { "corridors.xsb": CORRIDORS });
  await page.locator(".own .picture svg").nth(2).waitFor();
  const before = Number(await waiting());
  await page.keyboard.press("Shift");
  await is(page, waiting, before + 1);
  const bests = () => page.locator(".own .card .facts").allInnerTexts();
  assert.deepEqual(await bests(), ["", "", ""]);
  const after = async () => {
    await page.evaluate("idle.splice(0).at(-1)?.()");
    return bests();
  };
  await is(page, after, ["best 1 push", "best 1 push", "best 1 push"]);
});

onPage("a search that nobody has asked for ends when a key is pressed", { served: true }, async (page) => {
  let asked = 0;
  await page.route("**/api/solve", (route) => {
    // Cards of packings are drawn with a solution.
    if (!route.request().postDataJSON().instance.includes("#")) return route.fallback();
    // It never ends by itself.
    asked += 1;
  });
  await library(page);
  await drop(page, { "corridors.xsb": CORRIDORS });
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("api/solve"));
  await is(page, async () => asked, 1);
  await page.keyboard.press("Shift");
  assert.match((await ended).failure()?.errorText ?? "", /ABORTED/);
  await page.unroute("**/api/solve");
});

onPage(
  "that a collection cannot be kept is said, and it is there while the page is open",
  {},
  async (window) => {
    const page = await window.context().newPage();
    await page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype;
      // A browser without room gives up what was begun.
      IDBObjectStore.prototype.put = function (value) {
        const request = put.call(this, value);
        this.transaction.abort();
        return request;
      };
    });
    await library(page);
    await drop(page, { "corridors.xsb": CORRIDORS });
    await says(page, ".notice p", /The storage of this browser is full or blocked/);
    await level(page, 1);
    await page.keyboard.press("ArrowRight");
    await page.locator(".level.solved").waitFor();
    await says(page, ".message.solved", /nobody can do better/);
    await page.locator(".back").click();
    await says(page, ".own header", /1 of 3 solved/);
  },
);

onPage(
  "several files are several shelves, in the characters of old programs and new",
  { refusals: true },
  async (page) => {
    await library(page);
    await drop(page, {
      "old.sok": Buffer.from(CORRIDORS.replace("; First", "; Gr\u00fcn"), "latin1"),
      "prose.txt": "Dear Sir or Madam,\nhello",
      "new.sok": Buffer.from(`\ufeff${CORRIDORS.replace("; First", "; 第一")}`, "utf16le"),
    });
    await says(page, ".notice p", /prose\.txt: .*no puzzle/);
    await is(page, () => page.locator(".own").count(), 2);
    await says(page, ".own", /1 · Grün/);
    await says(page, ".own", /1 · 第一/);
  },
);

const MARKUP = `<?xml version="1.0"?><SokobanLevels><Title>Two</Title><LevelCollection Copyright="Me">
<Level Id="a"><L>#####</L><L>#@$.#</L><L>#####</L></Level><Level Id="b"><L>#####</L><L>#.$@#</L><L>#####</L></Level>
</LevelCollection></SokobanLevels>`;

for (const [name, text, key, expected] of /** @type {const} */ ([
  [
    "two.slc",
    MARKUP,
    "ArrowRight",
    "Collection: Two\n\n#####\n#@$.#\n#####\nTitle: a\nAuthor: Me\nSolution\nR\n\n\n" +
      "#####\n#.$@#\n#####\nTitle: b\nAuthor: Me\n",
  ],
  ["cards.txt", CARDS, "", CARDS],
  [
    "tiles.txt",
    TILES.replaceAll("\n", "\r\n"),
    "ArrowLeft",
    TILES.replace("\n", "\n# Solution: R\n").replaceAll("\n", "\r\n"),
  ],
]))
  onPage(`${name} is saved with its solutions`, {}, async (page) => {
    await library(page);
    await drop(page, { [name]: text });
    await level(page, 1);
    if (key) {
      await page.keyboard.press(key);
      await says(page, ".message.solved", /nobody can do better/);
      await page.locator(".level.solved").waitFor();
    }
    await page.locator(".back").click();
    const saved = await exported(page);
    assert.deepEqual(saved, { name: name.replace("slc", "sok"), text: expected });
  });

/** The words of the page that are English. @type {Record<string, RegExp>} */
const ENGLISH = { "ja-JP": /[A-Za-z]{3}/, "zh-CN": /[A-Za-z]{3}/ };
for (const [locale, english] of Object.entries(ENGLISH)) {
  onPage(`${locale}: a shelf of one's own has no English`, { locale, ...PHONE }, async (page) => {
    await library(page);
    const file = {
      name: "1.xsb",
      mimeType: "text/plain",
      buffer: Buffer.from(CORRIDORS.replace(/; .*/g, "")),
    };
    await page.locator("main input[type=file]").setInputFiles(file);
    await page.locator(".own").waitFor();
    const words = () => page.locator(".own, .bring, .notice").allInnerTexts();
    assert.doesNotMatch((await words()).join(" "), english);
    await page.locator(".own header button").last().tap();
    await page.locator(".notice button:not(.away)").waitFor();
    assert.doesNotMatch((await words()).join(" "), english);
    await page.locator(".notice button:not(.away)").tap();
    await page.locator(".own").waitFor();
    assert.ok((await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)) <= 390);
  });
}

onPage("axe finds nothing about a shelf of one's own", { served: true, refusals: true }, async (page) => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await library(page);
  await page.evaluate(axe);
  await drop(page, { "broken.xsb": CORRIDORS.replace("#@ $.#", "#@ $?#") });
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    for (const act of [
      async () => {
        // A notice stays as long as the pointer is on it.
        await page.locator(".notice", { hasText: "levels" }).hover();
        await page.locator(".own .picture svg").nth(1).waitFor();
      },
      () => press(page, "Remove"),
      () => page.locator(".notice button:not(.away)").click(),
    ]) {
      await act();
      const found = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(document);
        return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`);
      });
      assert.deepEqual(found, []);
    }
    await drop(page, { "broken.xsb": CORRIDORS.replace("#@ $.#", "#@ $?#") });
  }
});

for (const [instance, line, name, written] of /** @type {const} */ ([
  ["sokoban-two", ["c3-c2"], "Copy: LURD, the man's steps", /^[lurd]*[LURD]$/],
  ["tiles-fifteen-easy", ["8"], "Copy: UDLR", /^[UDLR]$/],
]))
  onPage(`the line of ${instance} is copied as other programs write it`, CLIPBOARD, async (page) => {
    await table(page, instance, [...line]);
    await hasLine(page, [...line]);
    await press(page, "Share");
    await page.locator("dialog").getByRole("button", { name }).click();
    await says(page, "dialog [role=status]", /^Copied\.$/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), written);
  });

if (DIST)
  test("a collection is there and is played with the host dead and the network off", {
    timeout: 6 * PATIENCE,
  }, async () => {
    const host = await files(FOLDER);
    const context = await (await browser()).newContext({
      locale: "en-US",
      reducedMotion: "reduce",
      baseURL: host.address,
    });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await library(page);
    await drop(page, { "corridors.xsb": CORRIDORS });
    await page.locator(".own").waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    host.close();
    await context.setOffline(true);
    await page.goto("about:blank");
    await library(page);
    await level(page, 1);
    await page.keyboard.press("ArrowRight");
    await says(page, ".message.solved", /nobody can do better/);
    await page.locator(".back").click();
    await drop(page, { "cards.txt": CARDS });
    await is(page, () => page.locator(".own h2").allInnerTexts(), ["cards (2)", "Three corridors (3)"]);
    await context.close();
  });
