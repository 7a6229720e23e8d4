// The architecture of the page: which folder may import from which, and that no module is forgotten.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../..", import.meta.url));

/** The folders: each imports only from those before it. */
const LAYERS = ["lib", "engine", "i18n", "board", "game", "table", "library", "editor", "app"];

/** The modules, each with those that it imports, also if only for their types. @type {Map<string, string[]>} */
const modules = new Map();
for (const folder of [...LAYERS, "offline"]) {
  for (const name of await readdir(join(WEB, folder), { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const module = join(folder, name);
    const source = await readFile(join(WEB, module), "utf8");
    const imports = source.matchAll(/(?:^import |\bfrom |\bimport\()"(\.[^"]*)"/gm);
    const imported = [...imports].map(([, path]) => relative(WEB, join(WEB, dirname(module), path)));
    modules.set(module, [...new Set(imported)]);
  }
}
const page = [...modules.keys()].filter((module) => !module.startsWith("offline"));

test("no module imports itself by way of others", () => {
  /** @type {Set<string>} */
  const done = new Set();
  const visit = (/** @type {string} */ module, /** @type {string[]} */ path) => {
    assert.ok(!path.includes(module), [...path, module].join(" → "));
    if (done.has(module)) return;
    for (const next of modules.get(module) ?? assert.fail(`${path.at(-1)} imports ${module}`)) {
      visit(next, [...path, module]);
    }
    done.add(module);
  };
  for (const module of modules.keys()) visit(module, []);
  assert.equal(done.size, modules.size);
});

test("a folder imports only from the folders below it", () => {
  for (const module of page) {
    const layer = LAYERS.indexOf(module.split(sep)[0]);
    for (const imported of modules.get(module) ?? []) {
      assert.ok(LAYERS.slice(0, layer + 1).includes(imported.split(sep)[0]), `${module} → ${imported}`);
    }
  }
});

test("no module has more than 500 lines", async () => {
  for (const module of modules.keys()) {
    const lines = (await readFile(join(WEB, module), "utf8")).split("\n").length;
    assert.ok(lines <= 501, `${module} has ${lines} lines`);
  }
});

test("no text goes over several lines: what is served has no indentation", async () => {
  for (const module of page) {
    const text = await readFile(join(WEB, module), "utf8");
    const code = text.split("\n").filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
    for (const line of code) assert.ok((line.split("`").length - 1) % 2 === 0, `${module}: ${line}`);
  }
});
