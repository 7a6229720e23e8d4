// Puts dist/ together: `node build.mjs MODULE FOLDER`, called by web/build.

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const [wasm, out] = process.argv.slice(2);
const web = fileURLToPath(new URL("..", import.meta.url));

/** What the page may load. A host of static files sends no such header. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Asks the engine something that never changes. @param {string} head */
async function ask(head) {
  let answer = "";
  const env = {
    now: () => 0,
    stopped: () => 0,
    tell: (/** @type {number} */ at, /** @type {number} */ length) =>
      (answer = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length))),
  };
  const { instance } = await WebAssembly.instantiate(bytes, { env });
  const { memory, room, ask } = /** @type {any} */ (instance.exports);
  const request = new TextEncoder().encode(head);
  const at = room(request.length);
  new Uint8Array(memory.buffer, at, request.length).set(request);
  ask(request.length);
  if (!answer.startsWith("200\n")) throw new Error(answer);
  return answer.slice(4);
}

/** Replaces exactly one part of a text. @param {string} text @param {string} part @param {string} by */
function replace(text, part, by) {
  if (text.split(part).length !== 2) throw new Error(`${part} is not there once`);
  return text.replace(part, () => by);
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const bytes = await readFile(wasm);
await writeFile(join(out, "tejun.wasm"), bytes);
await writeFile(join(out, "library.json"), await ask("GET library"));

/** Folders that are no part of the page, and files that are made below or that only the served page needs. */
const OTHERS = [
  "node_modules",
  "tests",
  "engine/http.js",
  "engine/transport.js",
  "offline/service-worker.js",
];
/** @param {string} source */
const belongs = async (source) =>
  !OTHERS.includes(relative(web, source)) &&
  (/\.(js|css|svg|png|webmanifest)$/.test(source) || (await stat(source)).isDirectory());
await cp(web, out, { recursive: true, filter: belongs });
await writeFile(join(out, "engine/transport.js"), 'export * from "../offline/transport.js";\n');

/** Fills in a constant of a script. @param {string} script @param {string} declaration @param {string} value */
async function fillIn(script, declaration, value) {
  const text = await readFile(join(web, script), "utf8");
  await writeFile(join(out, script), replace(text, `${declaration} = [];`, `${declaration} = ${value};`));
}
await fillIn("offline/worker-pool.js", "const SEARCHES", await ask("GET searches"));

let page = await readFile(join(web, "index.html"), "utf8");
page = replace(
  page,
  '<meta charset="utf-8">',
  `<meta charset="utf-8">\n    <meta http-equiv="content-security-policy" content="${POLICY}">`,
);
const early = [
  "offline/transport.js",
  "offline/install.js",
  "offline/worker-pool.js",
  "offline/engine-worker.js",
].map((file) => `<link rel="modulepreload" href="${file}">`);
early.push(
  ...["library.json", "tejun.wasm"].map(
    (file) => `<link rel="preload" href="${file}" as="fetch" crossorigin>`,
  ),
);
page = replace(page, '<link rel="modulepreload" href="engine/http.js">', early.join("\n    "));
await writeFile(join(out, "index.html"), page);

/** @param {string} folder @returns {Promise<string[]>} */
async function files(folder) {
  const entries = await readdir(join(out, folder), { withFileTypes: true });
  const inside = await Promise.all(
    entries.map((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
    ),
  );
  return inside.flat().sort();
}

const all = await files("");
const hash = createHash("sha256");
for (const file of all) hash.update(`${file}\0`).update(await readFile(join(out, file)));
let worker = await readFile(join(dirname(fileURLToPath(import.meta.url)), "service-worker.js"), "utf8");
worker = replace(worker, 'const VERSION = "";', `const VERSION = "${hash.digest("hex").slice(0, 16)}";`);
worker = replace(worker, "const FILES = [];", `const FILES = ${JSON.stringify(all)};`);
await writeFile(join(out, "service-worker.js"), worker);

/** What is sent of each file, by a host that compresses. */
const sizes = [...all, "service-worker.js"].map(async (file) => {
  const content = await readFile(join(out, file));
  return { file, brotli: brotliCompressSync(content).length, gzip: gzipSync(content, { level: 9 }).length };
});
const sum = { brotli: 0, gzip: 0 };
for (const { file, brotli, gzip } of await Promise.all(sizes)) {
  sum.brotli += brotli;
  sum.gzip += gzip;
  if (file === "tejun.wasm") console.log(`tejun.wasm: ${brotli} bytes with brotli, ${gzip} with gzip`);
}
console.log(`${out}: ${sizes.length} files, ${sum.brotli} bytes with brotli, ${sum.gzip} with gzip`);
