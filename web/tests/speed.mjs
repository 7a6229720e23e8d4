// The speed of the page without a server beside the program's, for the README: `npm run speed`. Needs dist/ and
// target/release/tejun.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browser, DIST, FOLDER, finish, home, link, says } from "./support.mjs";

const TEJUN = process.env.TEJUN ?? fileURLToPath(new URL("../../target/release/tejun", import.meta.url));
/**
 * How long each search is repeated, in ms; the fastest run counts. Engines compile what runs often once more, better.
 */
const REPEAT = 500;

/** @type {[string, string][]} */
const SEARCHES = [
  ["solve", "tank-change"],
  ["solve", "heng-dao-li-ma"],
  ["explore", "heng-dao-li-ma"],
  ["solve", "century"],
  ["solve", "rushhour:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"],
  ["count", "pentominoes:6x10"],
  ["count", "pentominoes:5x12"],
  ["solve", "pacman-lv1"],
  ["solve", "peg-central"],
  ["solve", "sokoban-two"],
  ["solve", "tiles-fifteen-easy"],
];

/** The engine of dist/ in this process. */
async function engine() {
  let told = "";
  /** @type {any} */
  let exports;
  const env = {
    now: () => performance.now(),
    stopped: () => 0,
    tell: (/** @type {number} */ at, /** @type {number} */ length) =>
      (told = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length))),
  };
  exports = (await WebAssembly.instantiate(await readFile(join(FOLDER, "tejun.wasm")), { env })).instance
    .exports;
  return (/** @type {string} */ head, /** @type {unknown} */ body) => {
    const bytes = new TextEncoder().encode(head + JSON.stringify(body));
    const at = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    exports.ask(head.length);
    return JSON.parse(told.slice(told.indexOf("\n") + 1));
  };
}

/** @param {() => number} run */
function fastest(run) {
  let least = Infinity;
  for (const end = performance.now() + REPEAT; performance.now() < end; ) least = Math.min(least, run());
  return least;
}

const ask = await engine();
console.log("| search | module | program, one thread | ratio |\n|---|---|---|---|");
for (const [verb, instance] of SEARCHES) {
  const own = fastest(() => ask(`POST ${verb}`, { instance }).stats.seconds);
  const native = fastest(
    () =>
      JSON.parse(execFileSync(TEJUN, [verb, instance, "--threads", "1", "--json"], { encoding: "utf8" }))
        .stats.seconds,
  );
  const ms = (/** @type {number} */ seconds) => `${(1000 * seconds).toPrecision(3)} ms`;
  console.log(`| ${verb} ${instance} | ${ms(own)} | ${ms(native)} | ${(own / native).toFixed(2)} |`);
}

if (DIST) {
  const page = await (await browser()).newPage({
    baseURL: await home(),
    locale: "en-US",
    reducedMotion: "reduce",
  });
  const times = [];
  for (let run = 0; run < 5; run++) {
    await page.goto("about:blank");
    const began = performance.now();
    await page.goto("/");
    await page.locator(".card button").first().waitFor();
    times.push(Math.round(performance.now() - began));
  }
  console.log(`usable library: ${times.join(", ")} ms`);
  /** @param {string} verb @param {string} instance */
  const asked = (verb, instance) =>
    page.evaluate(
      async ([verb, instance]) => {
        const { request } = await import(`${location.origin}/engine/transport.js`);
        const began = performance.now();
        await request("POST", verb, { instance });
        return Math.round(performance.now() - began);
      },
      [verb, instance],
    );
  for (const [verb, instance] of [
    ["solve", "heng-dao-li-ma"],
    ["count", "pentominoes:6x10"],
    ["solve", "pacman-lv1"],
  ]) {
    const times = [];
    for (let round = 0; round < 3; round++) times.push(await asked(verb, instance));
    console.log(`${verb} ${instance}, asked by the page: ${times.join(", ")} ms`);
  }
  await page.goto(`/${link("heng-dao-li-ma")}`);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await says(page, ".message.hint", /81 moves/);
}
await finish();
