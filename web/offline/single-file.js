// The page of one puzzle as a single file, to be sent or published: all that the page is made of is in it, compressed,
// and it asks no host for anything.

import { packed, urlOf } from "./files.js";

/** The parts, and their types. */
const PARTS = {
  "styles.css": "text/css",
  "app.js": "text/javascript",
  "offline/worker.js": "text/javascript",
  "tejun.wasm": "application/wasm",
  "library.json": "application/json",
};
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; style-src blob:; img-src data: blob:; \
connect-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'";

/** The address of the puzzle that this page is for; "" if it is for all. */
export const home = packed?.home ?? "";

/** The title of that puzzle. */
export const title = packed?.title ?? "";

/** @param {string} path */
async function read(path) {
  const response = await fetch(urlOf(path));
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
  return response;
}

/** A part as it goes into the file. @param {string} path */
async function part(path) {
  // Only one puzzle is to be seen; how families are called and drawn is asked of the library.
  const response =
    path === "library.json"
      ? Response.json({ ...(await (await read(path)).json()), entries: [] })
      : await read(path);
  const compressed = response.body?.pipeThrough(new CompressionStream("gzip"));
  const blob = await new Response(compressed, { headers: { "content-type": "application/gzip" } }).blob();
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(`<script type="text/plain" id="${path}">${reader.result}</script>\n`);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * Opens the file: it is in the file as a text, so it uses nothing but what it gets.
 * @param {Record<string, string>} parts
 * @param {{title: string, home: string}} about
 */
async function unpack(parts, about) {
  /** @type {Record<string, string>} */
  const files = {};
  const open = async (/** @type {[string, string]} */ [path, type]) => {
    const { body } = await fetch(document.getElementById(path)?.textContent ?? "");
    const text = new Response(body?.pipeThrough(new DecompressionStream("gzip")), {
      headers: { "content-type": type },
    });
    files[path] = URL.createObjectURL(await text.blob());
  };
  await Promise.all(Object.entries(parts).map(open));
  /** @type {any} */ (globalThis).tejun = { ...about, files };
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = files["styles.css"];
  document.head.append(styles);
  await import(files["app.js"]);
}

/** A value as a script in HTML has it. @param {unknown} value */
const literal = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** A text as it stands in HTML. @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * Makes the file.
 * @param {string} title
 * @param {string} home the address of the puzzle, without `#`
 */
export async function pack(title, home) {
  const parts = await Promise.all(Object.keys(PARTS).map(part));
  return new Blob(
    [
      "<!doctype html>\n",
      '<html lang="en">\n<meta charset="utf-8">\n',
      '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
      '<meta name="color-scheme" content="light dark">\n',
      `<meta http-equiv="content-security-policy" content="${POLICY}">\n`,
      `<title>${escaped(title)}</title>\n`,
      `<main id="main" class="first"><h1>${escaped(title)}</h1></main>\n`,
      ...parts,
      `<script>(${unpack})(${JSON.stringify(PARTS)}, ${literal({ title, home })})`,
      // As in a browser that is too old.
      ".catch((error) => document.body.append(String(error)))</script>\n",
    ],
    { type: "text/html" },
  );
}
