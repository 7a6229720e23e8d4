// Contents of links and files become part of the page only as text.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { DIST, hasLine, hint, is, link, matches, onPage, press, says, table } from "./support.mjs";

const EVIL = `<img src=x onerror="window.hacked=1">`;
/** No spaces, because a piece's name has none. */
const NAME = "<img/src=x/onerror=hacked=1>";

/** @param {string} text */
const packed = (text) => deflateRawSync(text).toString("base64url");

/** @param {import("playwright-core").Page} page */
async function harmless(page) {
  const found = await page.evaluate(() => ({
    images: document.images.length,
    scripts: document.querySelectorAll("body script, svg script, iframe, [onerror]").length,
    hacked: "hacked" in window,
  }));
  assert.deepEqual(found, { images: 0, scripts: 0, hacked: false });
}

onPage("a file whose title, source and pieces are HTML", {}, async (page) => {
  const text = `puzzle = "packing"\ntitle = '${EVIL}'\nsource = '<script>window.hacked=1</script>'\nboard = '''\nooo\nooo'''\n[[piece]]\nname = '${NAME}'\nshape = "ooo"\ncount = 2\n`;
  await page.goto(`/#file=${packed(text)}`);
  await page.locator("main.table").waitFor();
  await is(page, () => page.locator("h1").innerText(), EVIL);
  await is(page, () => page.locator(".source").innerText(), "<script>window.hacked=1</script>");
  await matches(page, () => page.title(), /<img/);
  await hint(page);
  await says(page, ".message.hint", /<img/);
  await press(page, "Give up");
  await page.locator(".replay .last").click();
  await harmless(page);
  await press(page, "Watch the search");
  await press(page, "Single step");
  await says(page, ".event", /<img/);
  await harmless(page);
  await press(page, "Edit");
  await says(page, ".editor .message.good", /./);
  await harmless(page);
});

onPage("links whose puzzle, line and metric are HTML", { refusals: true }, async (page) => {
  await page.goto(`/${link("tank-change", ["1-7", EVIL.replaceAll(" ", "/")])}`);
  await says(page, ".message", /^Move 2 of the line cannot be played: <img/);
  await hasLine(page, ["1-7"]);
  await harmless(page);
  await page.goto(`/${link(EVIL)}`);
  await page.locator(".failure").waitFor();
  await harmless(page);
  await page.goto(`/#puzzle=tank-change&metric=${encodeURIComponent(EVIL)}`);
  await says(page, ".failure", /<img|metric/);
  await harmless(page);
  await page.goto("/#file=AAAA");
  await page.locator(".failure").waitFor();
  await page.goto(`/#file=${packed(" ".repeat(1 << 20))}`);
  await says(page, ".failure", /too large/);
  await page.goto(
    `/#view=edit&file=${packed(`puzzle = 'sliding'\ntitle = '${EVIL}'\nboard = '''\n<i>'''\n`)}`,
  );
  await page.locator("main.editor").waitFor();
  await says(page, ".editor .message", /./);
  await harmless(page);
});

onPage("a link with an illegal line shows its legal part", { refusals: true }, async (page) => {
  await page.goto(`/${link("tank-change", ["1-7", "16-10", "2-4"])}`);
  await says(
    page,
    ".message",
    /^Move 2 of the line cannot be played: on square 10 the enemy on square 7 would see it\. The board shows the position before it\.$/,
  );
  await hasLine(page, ["1-7"]);
  await page.goto("/#puzzle=pacman-lv1&line=hlkkk");
  await says(page, ".message", /^Move 3 of the line cannot be played: .*wall/);
  await hasLine(page, ["h", "l"]);
});

onPage("a puzzle may be in the query instead of the fragment", {}, async (page) => {
  await page.goto("/?puzzle=tank-change&line=1-7");
  await page.locator("main.table").waitFor();
  await hasLine(page, ["1-7"]);
});

onPage("the page loads nothing from other sites", {}, async (page) => {
  /** @type {string[]} */
  const hosts = [];
  page.on("request", (request) => hosts.push(new URL(request.url()).origin));
  await table(page, "heng-dao-li-ma");
  assert.deepEqual([...new Set(hosts)], [new URL(page.url()).origin]);
  // A host of static files sends no policy, so the page has one.
  const own = page.locator('meta[http-equiv="content-security-policy"]');
  const policy = DIST
    ? await own.getAttribute("content")
    : (await page.request.get("/")).headers()["content-security-policy"];
  assert.match(policy ?? "", /default-src 'none'/);
  assert.doesNotMatch((policy ?? "").replace("'wasm-unsafe-eval'", DIST ? "" : "$&"), /unsafe|\*/);
});
