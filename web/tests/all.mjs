// Every test of the page in one process, so that one server and one browser serve them all.

import { readdirSync } from "node:fs";

for (const name of readdirSync(import.meta.dirname).sort()) {
  if (name.endsWith(".test.mjs")) await import(`./${name}`);
}
