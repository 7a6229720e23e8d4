// The npm package, installed from its tarball as a user installs it.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import { FOLDER } from "./support.mjs";

const run = promisify(execFile);
const BUILD = join(import.meta.dirname, "../../bindings/javascript/build");

/** @type {Promise<{place: string, tarball: number, unpacked: number}> | undefined} */
let place;

/**
 * Returns a folder in which the package is installed from TARBALL, or else from one made of DIST, and the sizes of the
 * tarball and of what is in it. The home of npm is empty.
 */
export const installed = () => (place ??= install());

async function install() {
  const folder = await mkdtemp(join(tmpdir(), "tejun-npm-"));
  after(() => rm(folder, { recursive: true }));
  const [home, made, place] = ["home", "made", "place"].map((name) => join(folder, name));
  for (const path of [home, place]) await mkdir(path);
  const npm = (/** @type {string[]} */ ...words) =>
    run("npm", words, { cwd: place, env: { PATH: process.env.PATH, HOME: home } });
  let tarball = process.env.TARBALL && resolve(process.env.TARBALL);
  if (!tarball) {
    await run(BUILD, [made, FOLDER]);
    await npm("pack", made);
    const [name] = await readdir(place);
    tarball = join(place, name);
  }
  await npm("install", tarball, "--offline", "--no-audit", "--no-fund");
  const own = join(place, "node_modules/tejun");
  const sizes = await Promise.all(
    (await readdir(own, { recursive: true })).map((name) => stat(join(own, name))),
  );
  const unpacked = sizes.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0);
  return { place, tarball: (await stat(tarball)).size, unpacked };
}
