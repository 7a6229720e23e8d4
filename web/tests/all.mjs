// All tests of the page in one process, so that they share one server and one browser; two of them run at a time.

import { readdirSync } from "node:fs";
import { describe } from "node:test";

describe("the page", { concurrency: 2 }, async () => {
  for (const name of readdirSync(import.meta.dirname).sort()) {
    if (name.endsWith(".test.mjs")) await import(`./${name}`);
  }
});
