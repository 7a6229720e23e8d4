// Stars, seal, best and streak are for moves that the player made himself.

import assert from "node:assert/strict";
import { play } from "./hands.mjs";
import {
  ask,
  hasLine,
  hint,
  is,
  link,
  matches,
  onPage,
  press,
  resumed,
  says,
  setting,
  table,
} from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Its highest score is proved at once. */
const CORRIDOR = "puzzle = 'pacman'\ntime = 9\nboard = '''\n#####\n#@..#\n#####'''\n";

/** What is stored. @param {Page} page */
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tejun-progress") ?? "{}"));

/** The player makes all moves of a line. @param {Page} page @param {string} instance @param {string[]} line */
async function playAll(page, instance, line) {
  for (const at of line.keys()) {
    await play(page, instance, line.slice(0, at), line[at]);
    await hasLine(page, line.slice(0, at + 1));
  }
}

/** The result is said to be seen, and is worth nothing. @param {Page} page @param {string} instance */
async function isOnlySeen(page, instance) {
  await says(page, ".message.solved", /^Solved, but not all moves were yours\.\s+seen, not counted/);
  await is(page, () => page.locator(".message :is(.star, .stamp)").count(), 0);
  const { puzzles = {}, days = {} } = await stored(page);
  assert.equal(puzzles[instance]?.solved ?? 0, 0);
  assert.deepEqual([puzzles[instance]?.best ?? {}, days], [{}, {}]);
}

for (const instance of [
  "tiles-five",
  "rush-side-street",
  "sokoban-two",
  "peg-cross",
  "katamino:PUY",
  "pacman-lv1",
])
  onPage(`${instance}: a move that a hint played is not the player's`, {}, async (page) => {
    const { line } = await ask("solve", { instance });
    await resumed(page, instance, line.slice(0, -1));
    await hint(page);
    await press(page, "Play it");
    await isOnlySeen(page, instance);
    await page.goto("/");
    await page.locator(".card").first().waitFor();
    assert.equal(await page.locator(".mark-solved").count(), 0);
  });

onPage("a hint that only points leaves the move to the player", {}, async (page) => {
  const instance = "tiles-five";
  const { line } = await ask("solve", { instance });
  await resumed(page, instance, line.slice(0, -1));
  await hint(page);
  await play(page, instance, line.slice(0, -1), line[line.length - 1]);
  await says(page, ".message.solved", /nobody can do better![\s\S]*10 moves · time \d+:\d\d · \d hints/);
  await is(page, () => page.locator(".star.won").count(), 3);
  await is(page, async () => (await stored(page)).puzzles[instance].best, { moves: 10 });
});

onPage(
  "a solution that was given up for is not the player's, from wherever he plays on",
  {},
  async (page) => {
    const instance = "tiles-five";
    const { line } = await ask("solve", { instance });
    await table(page, instance);
    await press(page, "Give up");
    await page.locator(".replay .moves .move").nth(8).click();
    await says(page, ".replay .where", /^Move 9 of 10$/);
    await press(page, "Play on from here");
    await hasLine(page, line.slice(0, 9));
    await play(page, instance, line.slice(0, 9), line[9]);
    await isOnlySeen(page, instance);
    // Back and again changes nothing; neither does a reload.
    await press(page, "Undo");
    await press(page, "Redo");
    await isOnlySeen(page, instance);
    await page.reload();
    await isOnlySeen(page, instance);
  },
);

onPage(
  "a line that came with a link is not the player's; what he plays himself from its start is",
  {},
  async (page) => {
    const instance = "tiles-five";
    const { line } = await ask("solve", { instance });
    await table(page, instance, line);
    await isOnlySeen(page, instance);
    await table(page, instance, line.slice(0, -1));
    await play(page, instance, line.slice(0, -1), line[9]);
    await isOnlySeen(page, instance);
    await press(page, "Restart");
    await hasLine(page, []);
    await playAll(page, instance, line);
    await says(page, ".message.solved", /nobody can do better/);
    // To and fro the moves stay his, and in the next visit as well.
    await press(page, "Undo");
    await press(page, "Redo");
    await is(page, () => page.locator(".star.won").count(), 3);
    await press(page, "Undo");
    await hasLine(page, line.slice(0, -1));
    await page.reload();
    await hasLine(page, line.slice(0, -1));
    await play(page, instance, line.slice(0, -1), line[9]);
    await is(page, () => page.locator(".star.won").count(), 3);
  },
);

onPage(
  "a line that cannot be counted in another way stays the player's",
  { refusals: true },
  async (page) => {
    const instance = "puzzle = 'sliding'\nboard = 'a...'\ngoal = '...a'\n";
    await resumed(page, instance, ["arr"]);
    await (await setting(page, "Count")).selectOption("steps");
    await says(page, ".message", /^Your line cannot be counted this way/);
    await play(page, instance, [], "ar");
    await hasLine(page, ["ar"]);
    await press(page, "Undo");
    await hasLine(page, []);
    await (await setting(page, "Count")).selectOption("moves");
    await hasLine(page, ["arr"]);
    await play(page, instance, ["arr"], "ar");
    await says(page, ".message.solved", /^Solved(?!, but)[\s\S]*2 moves/);
  },
);

onPage("the puzzle of the day counts only if the player solves it", {}, async (page) => {
  await page.clock.setFixedTime(new Date("2026-11-27T12:00:00"));
  await page.goto("/");
  await press(page, "Puzzle of the day");
  await page.locator("main.table").waitFor();
  await press(page, "Give up");
  await page.locator(".replay .last").click();
  await press(page, "Play on from here");
  await says(page, ".message.solved", /seen, not counted/);
  await press(page, "Undo");
  await press(page, "Redo");
  await press(page, "Undo");
  await hasLine(page, []);
  const days = async () => (await stored(page)).days ?? {};
  await is(page, days, {});
  // His own moves: those that the solution has just shown.
  const instance = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("puzzle") ?? "";
  const text = instance === "" ? await puzzleText(page) : instance;
  const { line } = await ask("solve", { instance: text });
  await playAll(page, text, line);
  await says(page, ".message.solved", /^Solved(?!, but)/);
  await is(page, days, { "2026-11-27": true });
});

/** The text of the file in the address. @param {Page} page */
const puzzleText = (page) =>
  page.evaluate(async () => {
    const packed = new URLSearchParams(location.hash.slice(1)).get("file") ?? "";
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    return new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
    ).text();
  });

for (const [instance, seal, text] of /** @type {[string, string, RegExp][]} */ ([
  ["katamino:PUY", "完成", /^Solved!/],
  ["peg-cross", "完成", /^Solved!/],
  [CORRIDOR, "最高", /^Solved, and nobody can score more!/],
]))
  onPage(`${instance === CORRIDOR ? "Pac-Man" : instance}: a finish without a gap`, {}, async (page) => {
    const { line } = await ask("solve", { instance });
    await resumed(page, instance, line.slice(0, -1));
    await play(page, instance, line.slice(0, -1), line[line.length - 1]);
    await says(page, ".message.solved", text);
    await is(page, () => page.locator(".award .stamp").innerText(), seal);
    await is(page, () => page.locator(".star.won").count(), 3);
  });

for (const [locale, seen, mark] of [
  ["ja-JP", /^解けましたが、自分で考えて進めた手ばかりではありません。/, "記録には残りません"],
  ["zh-CN", /^解开了，但有些步不是你自己走的。/, "不计入成绩"],
])
  onPage(`${locale}: what was only seen`, { locale: String(locale) }, async (page) => {
    const { line } = await ask("solve", { instance: "tiles-five" });
    await page.goto(`/${link("tiles-five", line)}`);
    await matches(page, () => page.locator(".message.solved").innerText(), /** @type {RegExp} */ (seen));
    await is(page, () => page.locator(".seen-mark").innerText(), String(mark));
  });
