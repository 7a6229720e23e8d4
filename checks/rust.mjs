// The modules of a crate and what they import, and the crates of the workspace. Tests within a crate do not count: they
// may look at anything.

import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/**
 * @typedef {object} Module
 * @property {string} file
 * @property {Module | null} parent
 * @property {Map<string, Module>} children
 * @property {string} code  without comments, texts and tests
 * @property {Map<string, string[]>} names  what `use` brings into scope, with its path
 * @property {string[][]} globs  the paths of `pub use path::*`
 */

/** Comments and texts, which may contain anything. */
const NOISE = /\/\/.*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^\n]{1,8}?|[^'\\\n])'/g;

/** The imports among the files of a crate. @param {string} root @returns {Map<string, Set<string>>} */
export function rustImports(root) {
  const crate = read(root, null, posix.dirname(root));
  /** @type {Map<string, Set<string>>} */
  const imports = new Map();
  for (const module of all(crate)) {
    const found = paths(module).map((path) => resolve(crate, module, path)?.file);
    imports.set(module.file, new Set(found.filter((file) => file !== undefined && file !== module.file)));
  }
  return imports;
}

/** Reads a module and those below it. @param {string} file @param {Module | null} parent @param {string} folder @returns {Module} */
function read(file, parent, folder) {
  const code = withoutTests(readFileSync(file, "utf8").replace(NOISE, "''"));
  /** @type {Module} */
  const module = { file, parent, children: new Map(), code, names: new Map(), globs: [] };
  for (const [, name] of code.matchAll(/\bmod\s+(\w+)\s*;/g)) {
    const inner = `${folder}/${name}`;
    const child = [`${inner}.rs`, `${inner}/mod.rs`].find(existsSync);
    if (child !== undefined) module.children.set(name, read(child, module, inner));
  }
  for (const [, tree] of code.matchAll(/\buse\s+([^;]+);/g)) {
    for (const { path, name } of leaves(tree)) {
      if (name === "*") module.globs.push(path);
      else module.names.set(name, path);
    }
  }
  return module;
}

/** Leaves out what is compiled for tests only. @param {string} code */
function withoutTests(code) {
  for (;;) {
    const found = code.match(/#\[cfg\((?:all\()?test\b[^\]]*\]/);
    if (found?.index === undefined) return code;
    let end = found.index + found[0].length;
    for (let depth = 0; end < code.length; end += 1) {
      if ("{([".includes(code[end])) depth += 1;
      if ("})]".includes(code[end])) depth -= 1;
      if (depth === 0 && (code[end] === ";" || code[end] === "}")) break;
    }
    code = code.slice(0, found.index) + code.slice(end + 1);
  }
}

/** The paths of a `use` tree, each with the name that it brings. @param {string} tree @param {string[]} before @returns {{path: string[], name: string}[]} */
function leaves(tree, before = []) {
  const text = tree.trim();
  const open = text.indexOf("{");
  if (open < 0) {
    const [path, alias] = text.split(/\s+as\s+/);
    const all = [...before, ...path.split("::").map((part) => part.trim())].filter(Boolean);
    if (all.at(-1) === "self") all.pop();
    const last = /** @type {string} */ (all.at(-1));
    return [last === "*" ? { path: all.slice(0, -1), name: "*" } : { path: all, name: alias?.trim() ?? last }];
  }
  const prefix = [...before, ...text.slice(0, open).split("::").map((part) => part.trim()).filter(Boolean)];
  const parts = [];
  let depth = 0, from = open + 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if ((text[at] === "," && depth === 0) || (text[at] === "}" && depth === 0)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    } else if (text[at] === "}") depth -= 1;
  }
  return parts.filter((part) => part.trim() !== "").flatMap((part) => leaves(part, prefix));
}

/** The paths that a module uses. What it only re-exports, it does not use. @param {Module} module @returns {string[][]} */
function paths({ code, children }) {
  const used = [...code.matchAll(/(\bpub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);/g)].filter(([, exported]) => exported === undefined);
  const imported = used.flatMap(([, , tree]) => leaves(tree)).map(({ path }) => path);
  const rest = code.replace(/\buse\s+[^;]+;/g, "");
  const heads = ["crate", "super", "self", ...children.keys()].join("|");
  const inline = rest.matchAll(new RegExp(`(?<![\\w:]|\\bin )(?:${heads})(?:\\s*::\\s*\\w+)+`, "g"));
  return [...imported, ...[...inline].map(([path]) => path.split("::").map((part) => part.trim()))];
}

/**
 * The module in which what a path names is defined; undefined if that is in another crate.
 * @param {Module} crate @param {Module} from @param {string[]} path @param {number} depth
 * @returns {Module | undefined}
 */
function resolve(crate, from, path, depth = 0) {
  let [head, ...rest] = path;
  /** @type {Module | null | undefined} */
  let at = head === "crate" ? crate : head === "self" ? from : head === "super" ? from.parent : from.children.get(head);
  while (at && rest[0] === "super") [at, rest] = [at.parent, rest.slice(1)];
  if (!at || depth > 20) return undefined;
  for (let child; (child = at.children.get(rest[0])) !== undefined; rest = rest.slice(1)) at = child;
  if (rest.length === 0) return at;
  const other = at.names.get(rest[0]);
  if (other !== undefined) return resolve(crate, at, other, depth + 1);
  const defines = (/** @type {Module} */ module) => new RegExp(`\\b(?:fn|struct|enum|trait|type|const|static|macro_rules!)\\s+${rest[0]}\\b`).test(module.code);
  if (defines(at)) return at;
  const globbed = at.globs.map((glob) => resolve(crate, /** @type {Module} */ (at), glob, depth + 1));
  // A macro that is exported lies at the root, wherever it is written.
  return globbed.find((module) => module && defines(module)) ?? (at === crate ? undefined : at);
}

/** @param {Module} module @returns {Module[]} */
function all(module) {
  return [module, ...[...module.children.values()].flatMap(all)];
}

/**
 * Where the crates depend on each other otherwise than a document draws it.
 * @param {string[]} crates @param {string} document
 */
export function crateErrors(crates, document) {
  const drawing = readFileSync(document, "utf8").match(/```mermaid\n([\s\S]*?)```/)?.[1] ?? "";
  const drawn = [...drawing.matchAll(/^\s*([\w-]+)(?:\[.*?\])?\s*-->\s*([\w-]+)/gm)].map(([, from, to]) => `${from} --> ${to}`);
  const real = crates.flatMap((crate) => {
    const manifest = readFileSync(`crates/${crate}/Cargo.toml`, "utf8");
    // Also those that only some targets have.
    const tables = manifest.matchAll(/^\[(?:target\..*\.)?dependencies\]$([\s\S]*?)(?=^\[|$(?![\s\S]))/gm);
    const dependencies = [...tables].map(([, table]) => table).join("\n");
    return [...dependencies.matchAll(/^([\w-]+)\b/gm)].filter(([, to]) => crates.includes(to)).map(([, to]) => `${crate} --> ${to}`);
  });
  return [
    ...real.filter((edge) => !drawn.includes(edge)).map((edge) => `${document} does not draw ${edge}`),
    ...drawn.filter((edge) => !real.includes(edge)).map((edge) => `${document} draws ${edge}, which Cargo.toml does not have`),
  ];
}
