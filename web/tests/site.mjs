// Opens the site that site/build has made as a reader does, in a folder of a static host: `node site.mjs FOLDER`.

import assert from "node:assert/strict";
import { files } from "./files.mjs";
import { browser, finish, link, PATIENCE, says } from "./support.mjs";

const KEYS = /** @type {Record<string, string>} */ ({
  u: "ArrowUp",
  d: "ArrowDown",
  l: "ArrowLeft",
  r: "ArrowRight",
});
/** Is played with arrow keys. */
const PUZZLE = "ice-rink";

const host = await files(process.argv[2]);
const site = `${host.address}some/where/`;
const context = await (await browser()).newContext({ reducedMotion: "reduce" });
context.setDefaultTimeout(PATIENCE);
/** @type {string[]} */
const wrong = [];
context.on("weberror", (error) => wrong.push(String(error.error())));
context.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
context.on("request", (request) => {
  if (/^https?:/.test(request.url()) && !request.url().startsWith(site))
    wrong.push(`asked for ${request.url()}`);
});
const page = await context.newPage();

await page.goto(site);
for (const board of await page.locator("tejun-board").all())
  await board.locator("svg.board .piece").first().waitFor();
// Keys that play a puzzle do not turn the pages of the book.
await page
  .locator("tejun-board svg.board")
  .last()
  .click({ position: { x: 2, y: 2 } });
await page.keyboard.press("ArrowRight");
const { line } = await page.evaluate(async (puzzle) => {
  const engine = new URL("play/lib/index.js", location.href).href;
  return (await import(engine)).solve(puzzle);
}, PUZZLE);
assert.equal(page.url(), site);

await page.locator("a.play").click();
await page.locator(".card, .shelf").first().waitFor();
await page.goto("about:blank");
await page.goto(`${site}play/${link(PUZZLE)}`);
await page.locator("main.table svg.board").waitFor();
for (const move of line) await page.keyboard.press(KEYS[move]);
await says(page, ".message.solved", /nobody can do better/);

/** @param {string} path @param {string} to the text of a link @param {RegExp} title of the page behind it */
async function follow(path, to, title) {
  await page.goto(site + path);
  await page.locator("main").getByRole("link", { name: to, exact: true }).first().click();
  await says(page, "main h1", title);
}
// A certificate is checked in the page; a changed one is refused.
await page.goto(`${site}verify/`);
await page.getByRole("button", { name: "heng-dao-li-ma.cert" }).click();
await says(page, "#verdict", /optimal 81: verified here/);
await says(page, "#statement", /^puzzle = "sliding"/);
const certificate = Buffer.from(await (await fetch(`${site}verify/heng-dao-li-ma.cert`)).arrayBuffer());
certificate[certificate.length - 200] ^= 1;
await page
  .locator("#file")
  .setInputFiles({ name: "changed.cert", mimeType: "application/octet-stream", buffer: certificate });
await says(page, "#verdict", /^changed.cert: refused: the file is damaged/);
await follow("", "Tutorial", /^Tutorial$/);
await follow("docs/tutorial.html", "HTTP API", /^The HTTP API of/);
await follow("api/", "tejun_search", /tejun_search/);
assert.deepEqual(wrong, [], "the site complained");
host.close();
await finish();
