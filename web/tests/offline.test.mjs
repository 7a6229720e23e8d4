// Pages without a server share the caches of their host, and keep to their own.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { files } from "./files.mjs";
import { browser, PATIENCE } from "./support.mjs";

/** The service worker, as it is written for a version. @param {string} text @param {string} version */
const worker = (text, version) =>
  text
    .replace('const VERSION = "";', `const VERSION = "${version}";`)
    .replace("const FILES = [];", 'const FILES = ["index.html", "name.txt"];');

/**
 * Installs the page of this path, and waits until its worker has taken over.
 * @param {import("playwright-core").Page} page @param {string} path
 */
async function install(page, path) {
  await page.goto(path);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.register("service-worker.js").then(() => {
      return navigator.serviceWorker.ready;
    });
    while (active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 10));
  });
}

test("several pages of one host work offline, each from its own files", {
  timeout: 6 * PATIENCE,
}, async () => {
  const text = await readFile(new URL("../offline/service-worker.js", import.meta.url), "utf8");
  const folder = await mkdtemp(join(tmpdir(), "tejun-offline-"));
  const paths = ["/", "/a/", "/a/b/", "/c/"];
  const instead = new Map(
    paths.flatMap((path) => [
      [`${path}index.html`, `<!doctype html><title>${path}</title>`],
      [`${path}name.txt`, path],
      [`${path}service-worker.js`, worker(text, "one")],
    ]),
  );
  const host = await files(folder, undefined, instead);
  const context = await (await browser()).newContext({ baseURL: host.address });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto("/a/");
  // Caches of versions whose names had no path: one is of a page here, one is of another.
  await page.evaluate(async () => {
    await (await caches.open("tejun old")).put("/a/index.html", new Response("old"));
    await (await caches.open("tejun other")).put("/d/index.html", new Response("other"));
  });
  for (const path of paths) await install(page, path);
  const names = () => page.evaluate(async () => (await caches.keys()).sort());
  assert.deepEqual(await names(), ["tejun other", ...paths.map((path) => `tejun:${path} one`)]);
  // A new version goes without the old one of its own page alone.
  instead.set("/a/service-worker.js", worker(text, "two"));
  await page.goto("/a/");
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const next = registration.installing ?? registration.waiting;
    while (next?.state === "installing") await new Promise((resolve) => setTimeout(resolve, 10));
    registration.waiting?.postMessage("take over");
    while (next?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 10));
  });
  const now = paths.map((path) => `tejun:${path} ${path === "/a/" ? "two" : "one"}`);
  assert.deepEqual(await names(), ["tejun other", ...now]);
  host.close();
  for (const path of paths) {
    await page.goto(path);
    assert.equal(await page.title(), path);
    assert.equal(await page.evaluate(async () => (await fetch("name.txt")).text()), path);
  }
  await context.close();
  await rm(folder, { recursive: true });
});
