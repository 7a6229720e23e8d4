// Checks what compilers do not: imports run one way, crates depend as ARCHITECTURE.md draws them, and documents name
// what exists. `./test` runs it; it needs Node alone.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { circles } from "./circles.mjs";
import { chapterErrors, documentErrors, optionErrors } from "./documents.mjs";
import { esImports } from "./es.mjs";
import { crateErrors, rustImports } from "./rust.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
const files = listed.split("\0").filter(Boolean);

const errors = [];
const crates = files.map((file) => file.match(/^crates\/([^/]+)\/Cargo\.toml$/)?.[1]).filter((name) => name !== undefined);
for (const crate of crates) {
  for (const root of ["lib.rs", "main.rs"].map((name) => `crates/${crate}/src/${name}`)) {
    if (files.includes(root)) errors.push(...circles(rustImports(root)));
  }
}
errors.push(...circles(esImports(files.filter((file) => /^(web|bindings\/javascript)\/.*\.m?js$/.test(file)))));
errors.push(...crateErrors(crates, "ARCHITECTURE.md"));
errors.push(...documentErrors(files), ...optionErrors(files, "docs/cli.md"), ...chapterErrors(files, "site/SUMMARY.md"));

for (const error of errors) console.error(error);
if (errors.length > 0) console.error(`structure: ${errors.length} errors`);
process.exitCode = errors.length > 0 ? 1 : 0;
