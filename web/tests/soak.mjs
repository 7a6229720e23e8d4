// Whether the page stays as small as it was after long play: `npm run soak`, or `npm run soak -- 6` for six minutes.
// It plays puzzles of all families in one document, round after round, and measures after each what is left once the
// garbage is collected.

import { play } from "./hands.mjs";
import { ask, browser, finish, hasLine, link, press, server, until } from "./support.mjs";

/** How long it plays, in minutes. */
const MINUTES = Number(process.argv[2] ?? 20);
/** By how much the last third of the rounds may be above the one before, as a share. In the first, caches fill. */
const FLAT = 0.05;
/** Puzzles, and moves played by mouse in each. @type {[string, number][]} */
const PUZZLES = [
  ["heng-dao-li-ma", 4],
  ["rush-crossroads", 2],
  ["tank-change", 3],
  ["peg-central", 3],
  ["pacman-lv1", 4],
  ["tiles-fifteen-easy", 3],
  ["katamino:PUY", 3],
  ["cylinder:5x12", 0],
  ["box:3x3x3", 0],
  ["sokoban-two", 0],
];
const MEASURED = ["JSHeapUsedSize", "Nodes", "JSEventListeners"];

const page = await (await browser()).newPage({
  baseURL: await server(),
  locale: "en-US",
  reducedMotion: "reduce",
});
/** @type {Map<string, string[]>} */
const lines = new Map();
for (const [instance] of PUZZLES) lines.set(instance, (await ask("solve", { instance })).line);
const session = await page.context().newCDPSession(page);
await session.send("Performance.enable");

/** What is left after the garbage. @returns {Promise<number[]>} */
async function left() {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  return MEASURED.map((name) => metrics.find((one) => one.name === name)?.value ?? 0);
}

/** A puzzle opened in the same document, played, looked at from all sides, and left. @param {string} instance @param {number} count */
async function round(instance, count) {
  const line = lines.get(instance) ?? [];
  await page.goto(`/${link(instance)}`);
  await page.locator("main.table").waitFor();
  for (let at = 0; at < count; at++) {
    await play(page, instance, line.slice(0, at), line[at]);
    await hasLine(page, line.slice(0, at + 1));
  }
  if (count > 0) await press(page, "Undo");
  await press(page, "Hint");
  await page.locator(".message.hint").waitFor();
  await press(page, "Give up");
  await page.locator(".replay .last").click();
  await page.getByRole("button", { name: "Back to my game" }).click();
  const map = page.getByRole("button", { name: "Map", exact: true });
  await page.getByRole("tab", { name: "Look" }).click();
  if (await map.isVisible()) {
    await map.click();
    await page.locator("canvas.map").waitFor();
    await page.keyboard.press("Escape");
  }
  if (await page.locator(".turning").isVisible()) {
    await page.locator(".turning").focus();
    for (let turn = 0; turn < 24; turn++) await page.keyboard.press("ArrowLeft");
  }
  await page.goto("/#");
  await page.locator(".card").first().waitFor();
}

try {
  await page.goto("/");
  const end = Date.now() + 60_000 * MINUTES;
  /** @type {number[][]} */
  const rounds = [];
  while (Date.now() < end || rounds.length < 4) {
    for (const [instance, count] of PUZZLES) await round(instance, count);
    await until(page, left, ([heap]) => heap > 0, "a measure");
    rounds.push(await left());
    const [heap, nodes, listeners] = rounds[rounds.length - 1];
    console.log(
      `round ${rounds.length}: ${(heap / 1e6).toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners`,
    );
  }
  const third = Math.floor(rounds.length / 3);
  for (const [at, name] of MEASURED.entries()) {
    // Single rounds are far above or below the others.
    const median = (/** @type {number[][]} */ some) =>
      some.map((one) => one[at]).sort((one, other) => one - other)[Math.floor(some.length / 2)];
    const [first, last] = [median(rounds.slice(-2 * third, -third)), median(rounds.slice(-third))];
    const grown = last / first - 1;
    console.log(`${name}: ${first} → ${last}, ${(100 * grown).toFixed(1)} %`);
    if (grown > FLAT) process.exitCode = 1;
  }
} finally {
  await finish();
}
