// All tests of the page in one process, so that they share one server and one browser; or with "1/2", every second
// file of them, from the first on. Those in unit/ need neither, and do not depend on who answers the page.

import { readdirSync } from "node:fs";
import { test } from "node:test";

const [part, parts] = (process.argv[2] ?? "1/1").split("/").map(Number);
const files = readdirSync(import.meta.dirname, { recursive: process.env.SIDE !== "dist" })
  .map(String)
  .filter((name) => name.endsWith(".test.mjs"))
  .sort();
// No test begins before all are known: when those that are known have ended, the browser is closed.
/** @type {() => void} */
let known = () => {};
test("the files of tests are loaded", () => new Promise((resolve) => (known = () => resolve(undefined))));
for (const [index, name] of files.entries()) {
  if (index % parts === part - 1) await import(`./${name}`);
}
known();
