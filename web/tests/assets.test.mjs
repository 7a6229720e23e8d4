// The files of the page, as its server sends them.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST, server } from "./support.mjs";

/** Most bytes of all files together, compressed with gzip. */
const ALL = 204_000;
const SOURCE = /^(?!node_modules|offline|tests).*\.(html|js|css|svg|webmanifest)$/;

test("every file of the page is served, as its type, compressed; together they are small", {
  skip: DIST && "dist.test.mjs measures dist/",
}, async (t) => {
  const names = (await readdir(new URL("..", import.meta.url), { recursive: true })).filter((name) =>
    SOURCE.test(name),
  );
  for (const name of ["index.html", "app/main.js", "styles/page.css"]) assert.ok(names.includes(name), name);
  let bytes = 0;
  for (const name of names) {
    const response = await fetch(`${await server()}${name}`, { headers: { "accept-encoding": "gzip" } });
    assert.equal(response.status, 200, name);
    const type = response.headers.get("content-type") ?? "";
    if (name.endsWith(".js")) assert.match(type, /^text\/javascript/, name);
    if (name.endsWith(".css")) assert.match(type, /^text\/css/, name);
    if (name.endsWith(".js")) assert.equal(response.headers.get("content-encoding"), "gzip", name);
    bytes += gzipSync(await response.arrayBuffer()).length;
  }
  t.diagnostic(`${names.length} files, ${bytes} bytes compressed`);
  assert.ok(bytes <= ALL, `${bytes} bytes`);
  for (const name of ["offline/worker.js", "tests/all.mjs", "package.json", "build"]) {
    assert.equal((await fetch(`${await server()}${name}`)).status, 404, name);
  }
});
