// All tests of the page in one process, so that they share one server and one browser; or with "1/2", every second
// file of them, from the first on. Those in unit/ need neither, and do not depend on who answers the page. Without a server
// it is the same page, so only those run that see how its engine answers, unless TEJUN_TESTS is "full".

import { readdirSync } from "node:fs";
import { test } from "node:test";

/** What is about the page without a server, and about searches that are watched, stopped, refused and asked for anew. */
const ENGINE =
  /^(collections|dist|element|hardest|hints|map|offline|package|play|safe|single-file|source-editor|unsolvable|watch)\./;

const DIST = process.env.SIDE === "dist";
const [part, parts] = (process.argv[2] ?? "1/1").split("/").map(Number);
const files = readdirSync(import.meta.dirname, { recursive: !DIST })
  .map(String)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => !DIST || process.env.TEJUN_TESTS === "full" || ENGINE.test(name))
  .sort();
// No test begins before all are known: when those that are known have ended, the browser is closed.
/** @type {() => void} */
let known = () => {};
test("the files of tests are loaded", () => new Promise((resolve) => (known = () => resolve(undefined))));
for (const [index, name] of files.entries()) {
  if (index % parts === part - 1) await import(`./${name}`);
}
known();
