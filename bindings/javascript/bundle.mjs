// Makes the modules of the package from the sources here and in web/, with esbuild:
//   node bundle.mjs DIST OUT
// DIST is what web/build has made; OUT gets index.js, board.js and what they share, node.js, and a worker for each.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const [dist, out] = process.argv.slice(2);
const here = import.meta.dirname;
const web = join(here, "../../web");
const { build, transform } = createRequire(join(web, "package.json"))("esbuild");

/** The style sheets of a board, in order. */
const STYLES = ["theme", "board", "pieces", "panel", "table"].map((name) => join(web, `styles/${name}.css`));
/** What a board takes from the page it is in, and from the element, in place of modules of its own. */
const GIVEN = {
  "engine/transport.js": "export const { request, events } = $page;",
  "engine/request-error.js": "export const { RequestError } = $page;",
  // A guest keeps nothing on the device.
  "lib/preferences.js":
    'export const preference = (key) => (key === "lang" ? $page.language : null); export const setPreference = () => {};',
};

const common = { bundle: true, format: "esm", target: "es2022", write: false, logLevel: "warning" };

/** One function, so that boards in several languages can be on one page: each language has its own modules. */
async function playing() {
  const given = {
    name: "given",
    setup: (/** @type {any} */ { onLoad }) => {
      for (const [path, contents] of Object.entries(GIVEN)) {
        const filter = new RegExp(`/web/${path.replace(".", "\\.")}$`);
        onLoad({ filter }, () => ({ contents }));
      }
    },
  };
  const entryPoints = [join(here, "element/play.js")];
  const made = { ...common, format: "iife", globalName: "$play", minify: true, plugins: [given] };
  const [{ text }] = (await build({ ...made, entryPoints })).outputFiles;
  return `export function playing($page) {\n${text}return $play;\n}\n`;
}

/** The style sheets as one. A rem is that of tejun's page: whatever size of text the page around an element has. */
async function styles() {
  const texts = await Promise.all(
    [...STYLES, join(here, "element/element.css")].map((path) => readFile(path, "utf8")),
  );
  const text = texts.join("\n").replace(/(-?[\d.]+)rem\b/g, (_, length) => `${16 * Number(length)}px`);
  return (await transform(text, { loader: "css", minify: true })).code;
}

/** @type {Record<string, () => Promise<{contents: string, loader: string, resolveDir?: string}>>} */
const MADE = {
  "/playing\\.js$": async () => ({ contents: await playing(), loader: "js" }),
  "/styles\\.css$": async () => ({ contents: await styles(), loader: "text" }),
  // web/build has filled in what it asked the engine for.
  "/worker-pool\\.js$": async () => ({
    contents: await readFile(join(dist, "offline/worker-pool.js"), "utf8"),
    loader: "js",
    resolveDir: join(web, "offline"),
  }),
};
const made = {
  name: "made",
  setup: (/** @type {any} */ { onResolve, onLoad }) => {
    for (const [pattern, load] of Object.entries(MADE)) {
      const filter = new RegExp(pattern);
      onResolve({ filter }, ({ path, resolveDir }) => ({ path: join(resolveDir, path) }));
      onLoad({ filter }, load);
    }
  },
};
const source = (name) => join(here, "source", name);
const options = { ...common, write: true, outdir: out, plugins: [made] };
await build({
  ...options,
  splitting: true,
  entryPoints: [source("index.js"), join(here, "element/board.js"), join(web, "offline/worker.js")],
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
});
await build({ ...options, platform: "node", entryPoints: [source("node.js"), source("node-worker.js")] });
