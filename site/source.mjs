// Makes the source of the book of the documents where they are, which stay readable as files of the repository:
//   node source.mjs FOLDER
// The book has what SUMMARY.md links. A link to another of its chapters leads there, a picture comes with it, the
// documentation of a crate is that of the site, and everything else is in the repository.

import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { endpoints } from "./endpoints.mjs";

const SUMMARY = "site/SUMMARY.md";
const LINK = /(\]\()([^()\s]+)(?=\))/g;
const DIAGRAM = /^```mermaid\n([\s\S]*?)^```$/m;
/** What comes with the documents that link it. */
const ASSET = /\.(png|svg|json)$/;
/** Where a chapter is that is elsewhere than its document. @type {Record<string, string>} */
const PLACES = { "site/start.md": "index.md", "site/rust.md": "api/index.md", "README.md": "overview.md" };

const root = join(import.meta.dirname, "..");
const folder = process.argv[2];
const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
const repository = read("Cargo.toml").match(/^repository = "(.*)"/m)?.[1];

/** @param {string} document */
const placeOf = (document) =>
  PLACES[document] ?? document.replace(/^site\//, "").replace(/(^|\/)README\.md$/, "$1index.md");

/** @param {string} document @param {string} path */
const target = (document, path) => posix.join(posix.dirname(document), path).replace(/\/$/, "");

/** @type {string[]} */
const documents = [...read(SUMMARY).matchAll(LINK)].map(([, , path]) => target(SUMMARY, path));

/** Where a link of a document leads in the book. @param {string} document @param {string} link @returns {string} */
function resolved(document, link) {
  const here = posix.dirname(placeOf(document));
  const item = link.match(/^https:\/\/docs\.rs\/tejun[\w-]*\/latest\/(.*)$/)?.[1];
  if (item !== undefined) return posix.relative(here, `api/${item.replace(/\/$/, "/index.html")}`);
  if (/^(https?:|#)/.test(link)) return link;
  const [path, anchor] = link.split("#");
  const wanted = target(document, path);
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  const chapter = documents.find((other) => other === wanted || other === `${wanted}/README.md`);
  if (chapter !== undefined) return posix.relative(here, placeOf(chapter)) + suffix;
  if (wanted === ".") return `${repository}`;
  if (!existsSync(join(root, wanted))) throw new Error(`${document}: the link to ${path} leads nowhere`);
  if (ASSET.test(wanted)) {
    cpSync(join(root, wanted), join(folder, wanted));
    return posix.relative(here, wanted);
  }
  const kind = statSync(join(root, wanted)).isDirectory() ? "tree" : "blob";
  return `${repository}/${kind}/main/${wanted}${suffix}`;
}

/** A diagram, which the reader's browser draws. @param {string} code @param {string} place of the chapter */
const diagram = (code, place) => `<pre class="mermaid">
${code.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>
<script src="${posix.relative(posix.dirname(place), "mermaid.js")}"></script>
<script>
  const light = /\\b(light|rust)\\b/.test(document.documentElement.className);
  mermaid.initialize({ theme: light ? "default" : "dark" });
</script>`;

/** @param {string} document @param {string} place */
function write(document, place) {
  const links = (/** @type {string} */ text) => text.replace(LINK, (_, begin, link) => begin + resolved(document, link));
  const diagrams = (/** @type {string} */ text) => text.replace(DIAGRAM, (_, code) => diagram(code, place));
  // Every other part is code, which has no links.
  const parts = read(document).split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m);
  const text = parts.map((part, at) => (at % 2 ? diagrams(part) : links(part))).join("");
  mkdirSync(join(folder, dirname(place)), { recursive: true });
  writeFileSync(join(folder, place), text.replace("{{endpoints}}", () => endpoints(read("docs/openapi.json"))));
}

write(SUMMARY, "SUMMARY.md");
for (const document of documents) write(document, placeOf(document));
