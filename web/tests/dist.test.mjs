// What only the page without a server shows: that it answers as the server does, stays small, works offline and
// in any folder, and survives a search that needs too much memory.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { files } from "./files.mjs";
import {
  browser,
  DIST,
  FOLDER,
  hasLine,
  hint,
  home,
  is,
  link,
  matches,
  onPage,
  PATIENCE,
  press,
  says,
  server,
  table,
} from "./support.mjs";

/** Most bytes of all files, and of the module alone, compressed with brotli. */
const [ALL, MODULE] = [996_000, 859_000];

const pack = promisify(brotliCompress);

/** @typedef {{method: string, path: string, body: any}} Example */

/** The requests in docs/api.md, but for those that only a server answers. @returns {Promise<Example[]>} */
async function examples() {
  const text = await readFile(new URL("../../docs/api.md", import.meta.url), "utf8");
  const all = [...text.matchAll(/```http\n(\w+) \/api\/(\S+)\n(.*?)```/gs)].map(([, method, path, body]) => ({
    method,
    path,
    body: body.trim() === "" ? undefined : JSON.parse(body),
  }));
  return all.filter(({ path }) => path !== "why" && path !== "explain");
}

/** An answer without what differs from run to run, nor whether it can be asked why. @param {unknown} answer */
const steady = (answer) =>
  JSON.stringify(answer, (key, value) =>
    ["seconds", "peak_bytes", "bytes", "job"].includes(key) || (key === "why" && typeof value === "boolean")
      ? null
      : value,
  );

/** @typedef {(method: string, path: string, body: any) => Promise<{status: number, answer: any}>} Ask */

/** A search as the page without a server runs it. @param {Example} example */
const alone = ({ method, path, body }) => ({
  method,
  path,
  body:
    /^(solve|count|explore|hardest|jobs)$/.test(path) && body.verb !== "steps"
      ? { ...body, options: { ...body.options, threads: 1 } }
      : body,
});

/** Asks all examples one after the other. @param {Ask} ask */
async function answers(ask) {
  let job = "";
  const all = [];
  for (const { method, path, body } of (await examples()).map(alone)) {
    const { status, answer } = await ask(method, path.replace("ID", job), body);
    job = answer.job ?? job;
    // A job that is stopped at once has got as far as it has got.
    if (method === "DELETE") delete answer.answer;
    all.push(`${status} ${path} ${steady(answer)}`);
  }
  return all;
}

if (DIST) {
  onPage("every example of docs/api.md is answered as by the server", {}, async (page) => {
    await page.goto("/");
    const served = await answers(async (method, path, body) => {
      const response = await fetch(`${await server()}api/${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, answer: await response.json() };
    });
    const own = await answers((method, path, body) =>
      page.evaluate(
        async ([method, path, body]) => {
          const { request } = await import(`${location.origin}/offline/transport.js`);
          try {
            return {
              status: method === "POST" && path === "jobs" ? 202 : 200,
              answer: await request(method, path, body),
            };
          } catch (error) {
            const { status, error: why, kind } = /** @type {any} */ (error);
            return { status, answer: { api: 1, error: why, kind } };
          }
        },
        [method, path, body],
      ),
    );
    assert.ok(served.length > 12);
    assert.deepEqual(own, served);
  });

  test("dist/ is small", async (t) => {
    let [sum, module] = [0, 0];
    for (const entry of await readdir(FOLDER, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const size = (await pack(await readFile(join(entry.parentPath, entry.name)))).length;
      sum += size;
      if (entry.name === "tejun.wasm") module = size;
    }
    t.diagnostic(`dist/: ${sum} bytes with brotli, tejun.wasm ${module} of them`);
    assert.ok(sum <= ALL && module <= MODULE && module > 0, `${sum}, ${module}`);
  });

  onPage("in a folder below the root: library, play, hint, give up, search", {}, async (page) => {
    await page.goto("/some/where/");
    await page.locator(".card", { hasText: "Tank Change" }).getByRole("button").click();
    await page.locator("main.table").waitFor();
    assert.match(page.url(), /\/some\/where\/#puzzle=tank-change$/);
    await hint(page);
    await says(page, ".message.hint", /^Best: .*18 moves left/);
    await press(page, "Give up");
    await page.locator(".replay .last").click();
    await says(page, ".where", /^Move 18 of 18$/);
    // A page of its own: the buttons of the puzzle before are not there to be pressed.
    await page.goto("about:blank");
    await page.goto(`/some/where/${link("heng-dao-li-ma")}`);
    await press(page, "Watch the search");
    await says(page, ".watch output", /^25,955 positions/);
  });

  test("installed, with the host dead and the network off: reload, play, hint, give up, share", {
    timeout: 6 * PATIENCE,
  }, async () => {
    const host = await files(FOLDER);
    const context = await (await browser()).newContext({
      locale: "en-US",
      reducedMotion: "reduce",
      baseURL: host.address,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    host.close();
    await context.setOffline(true);
    await page.reload();
    await page.locator(".card", { hasText: "Tank Change" }).getByRole("button").click();
    await page.locator("main.table").waitFor();
    await page.goto(`/${link("tank-change", ["1-7"])}`);
    await hasLine(page, ["1-7"]);
    await page.reload();
    await hint(page);
    await says(page, ".message.hint", /^Best: .*17 moves left/);
    await press(page, "Give up");
    await says(page, ".where", /of 17$/);
    await press(page, "Share");
    const address = page.locator("dialog input[readonly]");
    const shared = await matches(page, () => address.inputValue(), /#puzzle=tank-change&line=1-7/);
    await page.goto(shared);
    await page.locator("main.table").waitFor();
    await context.close();
  });

  test("a new version is taken up when the page is opened again", { timeout: 6 * PATIENCE }, async () => {
    /** @type {Map<string, string>} */
    const instead = new Map();
    const host = await files(FOLDER, undefined, instead);
    const context = await (await browser()).newContext({ baseURL: host.address });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const names = () => page.evaluate(async () => (await caches.keys()).sort());
    const [old] = await names();
    await page.goto("/");
    // The next version is the same page under another name.
    const text = await readFile(join(FOLDER, "service-worker.js"), "utf8");
    instead.set("/service-worker.js", text.replace(old.replace("tejun:/ ", ""), "next"));
    const waits = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
        return Boolean(registration?.waiting);
      });
    await is(page, waits, true);
    assert.deepEqual(await names(), [old, "tejun:/ next"].sort());
    await page.goto("/#");
    await page.reload();
    await page.waitForFunction(async () => (await caches.keys()).join() === "tejun:/ next");
    await page.locator("main.library").waitFor();
    await context.close();
    host.close();
  });

  for (const [name, change] of /** @type {[string, (message: any) => any][]} */ ([
    [
      "than it may use",
      (message) => ({ ...message, body: message.body.replace('"options":{', '"options":{"memory":65536,') }),
    ],
    // A request without a head breaks the engine as running out of memory does: without a word.
    ["than there is", (message) => ({ ...message, head: null })],
  ])) {
    onPage(`a search that needs more memory ${name} says so, and the page lives on`, {}, async (window) => {
      // A page of its own, with which the change goes.
      const page = await window.context().newPage();
      await page.addInitScript(`{
        const change = ${change};
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
          const meant = /^POST (solve|jobs)/.test(message.head) && message.body.includes("heng-dao-li-ma");
          return post.call(this, meant ? change(message) : message);
        };
      }`);
      await table(page, "heng-dao-li-ma");
      await hint(page);
      await says(page, ".message", /^This needs more memory than a search may use\.$/);
      await page.goto(`/${link("tank-change")}`);
      await hint(page);
      await says(page, ".message.hint", /18 moves left/);
    });
  }

  test("a host that does not know the type of the module", async () => {
    const host = await files(FOLDER, { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" });
    const page = await (await browser()).newPage({ baseURL: host.address });
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`/${link("tank-change")}`);
    await page.locator("main.table").waitFor();
    await page.context().close();
    host.close();
  });

  test("the page asks its host for nothing but files", async () => {
    const page = await (await browser()).newPage({ baseURL: await home() });
    page.setDefaultTimeout(PATIENCE);
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/${link("heng-dao-li-ma")}`);
    await page.locator("main.table").waitFor();
    assert.deepEqual(
      asked.filter((path) => path.includes("api/")),
      [],
    );
    await page.context().close();
  });
}
