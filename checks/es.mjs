// What the ES modules of the page import. Types alone, in JSDoc, do not count: nothing is loaded for them.

import { readFileSync } from "node:fs";
import { posix } from "node:path";

/**
 * @param {string[]} files
 * @returns {Map<string, Set<string>>}
 */
export function esImports(files) {
  return new Map(files.map((file) => {
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const found = code.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g);
    const targets = [...found].map(([, path]) => posix.join(posix.dirname(file), path));
    return [file, new Set(targets.filter((target) => files.includes(target) && target !== file))];
  }));
}
