// What documents name exists: paths and links, and the items of our own crates.

import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** Made by a build, or on a user's machine. */
const GENERATED = /^(dist|target|patterns)\//;
/** Names of sources without a folder; other files that are named so may be a reader's own. */
const SOURCE = /^[\w-]+\.(rs|js|mjs|ts|css)$/;
/** They also name what other crates have, and what is gone. */
const FOREIGN = ["COMPARE.md", "CHANGELOG.md", "docs/design/libraries.md"];

/** @param {string[]} files @returns {string[]} */
export function documentErrors(files) {
  const known = new Set(files.map((file) => posix.basename(file)));
  const tops = new Set(files.map((file) => file.split("/")[0]));
  const sources = files.filter((file) => /^(bindings|crates|examples|fuzz|web)\/.*\.(rs|js)$/.test(file));
  const words = new Set(sources.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
  return files.filter((file) => /^(?!.*node_modules).*\.md$/.test(file)).flatMap((document) => {
    const text = readFileSync(document, "utf8").replace(/^```[\s\S]*?^```/gm, "");
    const exists = (/** @type {string} */ path) => existsSync(path) || existsSync(posix.join(posix.dirname(document), path));
    const errors = [...text.matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)].flatMap(([, path, anchor]) => linkError(document, path, anchor));
    for (const [, token] of text.matchAll(/`([^`\n]+)`/g)) {
      const isPath = /^[\w.-]+(\/[\w.-]+)*\/?$/.test(token) && token.includes("/") && tops.has(token.split("/")[0]);
      if (isPath && !GENERATED.test(token) && !exists(token)) errors.push(`${document}: there is no ${token}`);
      if (SOURCE.test(token) && !known.has(token)) errors.push(`${document}: there is no file ${token}`);
      const isItem = /^[A-Z][a-z]\w*$|^\w+(::\w+)+$/.test(token);
      const strange = isItem && !FOREIGN.includes(document) ? token.split("::").find((word) => !words.has(word)) : undefined;
      if (strange !== undefined) errors.push(`${document}: no source has ${strange} (${token})`);
    }
    return errors;
  });
}

/** @param {string} document @param {string} path @param {string | undefined} anchor @returns {string[]} */
function linkError(document, path, anchor) {
  const target = path === "" ? document : posix.join(posix.dirname(document), path);
  if (!existsSync(target)) return [`${document}: the link to ${path} leads nowhere`];
  if (anchor === undefined || !target.endsWith(".md")) return [];
  const headings = [...readFileSync(target, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, title]) => slug(title));
  return headings.includes(anchor.slice(1)) ? [] : [`${document}: ${path} has no heading ${anchor}`];
}

/** The anchor that GitHub gives a heading. @param {string} title */
function slug(title) {
  return title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/ /g, "-");
}

/**
 * The options of the command line that its reference leaves out.
 * @param {string[]} files @param {string} document
 */
export function optionErrors(files, document) {
  const text = readFileSync(document, "utf8");
  const code = (/** @type {RegExp} */ some) => files.filter((file) => some.test(file)).map((file) => readFileSync(file, "utf8")).join("\n");
  const fields = [...code(/^crates\/tejun\/src\/cli\/args\.rs$/).matchAll(/#\[arg\(([\s\S]*?)\)\]\s*(?:pub )?(\w+):/g)];
  const shared = fields.filter(([, how]) => /\blong\b/.test(how) && !/\bhide = true/.test(how));
  const families = code(/^crates\/tejun-(puzzles|core|sliding|packing|pacman)\/src\/.*\.rs$/).matchAll(/VerbOption \{\s*name: "([\w-]+)"/g);
  const names = [
    ...shared.map(([, how, field]) => how.match(/\blong = "([\w-]+)"/)?.[1] ?? field.replaceAll("_", "-")),
    ...[...families].map(([, name]) => name),
  ];
  const missing = names.filter((name) => !new RegExp(name.length === 1 ? `-${name}\\b` : `--${name}\\b`).test(text));
  return [...new Set(missing)].map((name) => `${document} does not name the option ${name}`);
}

/**
 * The documents that the book of the site leaves out.
 * @param {string[]} files @param {string} summary
 */
export function chapterErrors(files, summary) {
  const links = readFileSync(summary, "utf8").matchAll(/\]\(([^)]+)\)/g);
  const chapters = new Set([...links].map(([, path]) => posix.join(posix.dirname(summary), path)));
  const documents = files.filter((file) => /^([^/]+|docs\/.+|(bindings|crates)\/[^/]+\/README)\.md$/.test(file));
  return documents.filter((file) => !chapters.has(file)).map((file) => `${summary} does not name ${file}`);
}
