// All tests of the page in one process, so that they share one server and one browser.

import { readdirSync } from "node:fs";

for (const name of readdirSync(import.meta.dirname).sort()) {
  if (name.endsWith(".test.mjs")) await import(`./${name}`);
}
