// Boards in space: boxes of cubes, played by layer, and boards whose sides join; each with a picture that turns.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { boxOf } from "../engine/box.js";
import { mirrored, turnedSolid, WAYS } from "../game/turning.js";
import { finger } from "./fingers.mjs";
import { gesture, spot } from "./hands.mjs";
import { walk } from "./keys.mjs";
import { cut, places } from "./places.mjs";
import { ask, hasLine, is, matches, onPage, press, says, table } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, served: true };
const CUBE = "box:3x3x3";
const TOWER = "cylinder:5x12";

/** Cells from the lowest, farthest and leftmost of them. @param {Place[]} cells */
function form(cells) {
  const sorted = cells.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const from = sorted[0];
  return { from, key: String(sorted.map((cell) => cell.map((at, axis) => at - from[axis]))) };
}

/**
 * How a piece of the tray is turned to lie as a move has it, and the cell to which its first one goes.
 * @param {string[]} line
 * @param {string} move
 */
async function laying(line, move) {
  const { scene, choice } = await gesture(CUBE, line, move);
  const box = boxOf(scene) ?? assert.fail("it is a box");
  const { piece = 0, to = [] } = choice;
  const wanted = form(to.map((id) => box.places[id]));
  const known = new Map([
    [
      form(scene.pieces[piece].cells.map((id) => box.places[id])).key,
      { keys: "", cells: scene.pieces[piece].cells.map((id) => box.places[id]) },
    ],
  ]);
  for (const { keys, cells } of known.values())
    for (const way of /** @type {const} */ (["turn", "tip"])) {
      const next = turnedSolid(cells, way);
      const { key } = form(next);
      if (!known.has(key)) known.set(key, { keys: keys + (way === "turn" ? "r" : "t"), cells: next });
    }
  const { keys } = known.get(wanted.key) ?? assert.fail("no turn brings it there");
  const cell = box.flat(wanted.from);
  const id = scene.cells.findIndex(([row, column]) => row === cell[0] && column === cell[1]);
  return { scene, piece, keys: [...keys], cell, id };
}

/** The middle of a solid in the tray, on the screen. @param {Page} page @param {number} piece */
async function lies(page, piece) {
  const seen = await page.locator(".stage .pieces > .piece").nth(piece).locator(".solid").boundingBox();
  const { x, y, width, height } = seen ?? assert.fail("it is to be seen");
  return { x: x + width / 2, y: y + height / 2 };
}

const NAMES = /** @type {const} */ ({ r: "Turn", t: "Tip over" });

/** What the picture shows, as how many sides of pieces. @param {Page} page */
const sides = (page) => page.locator(".turning .thing").count();

/** By how much the picture is turned. @param {Page} page */
const turned = (page) => page.locator(".turning").getAttribute("aria-valuenow");

onPage(
  "a box by mouse: solids are taken from the tray, turned, tipped over, and laid by layer",
  { served: true },
  async (page) => {
    const { line } = await ask("solve", { instance: CUBE });
    await table(page, CUBE);
    assert.deepEqual(
      await page
        .locator(".layer-name")
        .allInnerTexts()
        .then((all) => all.length),
      3,
    );
    await is(page, () => page.locator(".layer-name").allTextContents(), [
      "Layer 1, bottom",
      "Layer 2",
      "Layer 3",
    ]);
    await is(page, () => page.locator(".pieces .solid").count(), 7);
    await is(page, () => sides(page), 0);
    const [before, played] = [await places(page), /** @type {string[]} */ ([])];
    for (const move of line) {
      const { piece, keys, cell } = await laying(played, move);
      const { x, y } = await lies(page, piece);
      await page.mouse.click(x, y);
      await page.locator(".carried").waitFor({ state: "attached" });
      // The last of them can go to one place alone, and is laid by any way that leads there.
      for (const key of keys) await press(page, NAMES[/** @type {"r" | "t"} */ (key)]);
      const to = await spot(page, cell);
      await page.mouse.move(to.x, to.y);
      await page.locator(".turning .laid").first().waitFor();
      await page.mouse.click(to.x, to.y);
      played.push(move);
      await hasLine(page, played);
    }
    await says(page, ".message.solved", /Solved/);
    assert.deepEqual(await places(page), before, "nothing has moved");
  },
);

onPage("a box by touch", PHONE, async (page) => {
  const { line } = await ask("solve", { instance: CUBE });
  await table(page, CUBE);
  const { piece, keys, cell } = await laying([], line[0]);
  const { x, y } = await lies(page, piece);
  await page.touchscreen.tap(x, y);
  await page.locator(".carried").waitFor({ state: "attached" });
  for (const key of keys)
    await page.getByRole("button", { name: NAMES[/** @type {"r" | "t"} */ (key)], exact: true }).tap();
  const to = await spot(page, cell);
  await page.touchscreen.tap(to.x, to.y);
  await hasLine(page, [line[0]]);
  // A finger turns the picture, and the page stays where it is.
  await page.locator(".turning .thing").first().waitFor();
  const before = await turned(page);
  const seen = (await page.locator(".turning").boundingBox()) ?? assert.fail("it is to be seen");
  const from = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
  await finger(page, [from, { x: from.x - 50, y: from.y }]);
  await is(page, async () => (await turned(page)) !== before, true);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await hasLine(page, [line[0]]);
  assert.deepEqual(await cut(page), []);
});

onPage(
  "a box by keys, and what is said of it; the picture turns by keys, too",
  { served: true },
  async (page) => {
    await table(page, CUBE);
    const start = await ask("position", { instance: CUBE });
    const { line } = await ask("solve", { instance: CUBE });
    const name = start.scene.pieces[0].name;
    const move = line.find((/** @type {string} */ one) => one.startsWith(`${name}:`));
    const { scene, keys, id } = await laying([], move);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator(".carried").waitFor({ state: "attached" });
    for (const key of keys) {
      await page.keyboard.press(key);
      await matches(
        page,
        () => page.locator(".live").innerText(),
        /(turned|tipped over): \d by \d, \d layers? high$/,
      );
    }
    await walk(page, scene, id);
    await matches(page, () => page.locator(".live").innerText(), /^layer \d, row \d, column \d/);
    await page.keyboard.press("Enter");
    await hasLine(page, [move]);
    await page.locator(".turning").focus();
    const before = Number(await turned(page));
    await page.keyboard.press("ArrowLeft");
    await is(page, () => turned(page), String((before + 15) % 360));
    // The board has not seen that key.
    await page.keyboard.press("ArrowUp");
    await is(page, () => page.evaluate(() => document.activeElement?.getAttribute("class")), "turning");
  },
);

onPage("a solid that may be mirrored, by a button and by its key", { served: true }, async (page) => {
  const layer = "ooo\nooo\nooo";
  const board = [layer, layer, layer].join("\n\n");
  const instance = `puzzle = 'packing'\npieces = 'soma'\nflip = true\nboard = '''\n${board}'''\n`;
  await table(page, instance);
  const { scene } = await ask("position", { instance });
  // One that no turn brings to its mirror image.
  const box = boxOf(scene) ?? assert.fail("it is a box");
  const chiral = scene.pieces.findIndex((/** @type {Piece} */ { cells }) => {
    const own = cells.map((id) => box.places[id]);
    return mirrored(own, [own.map(WAYS.flip)]);
  });
  const { x, y } = await lies(page, chiral);
  await page.mouse.click(x, y);
  await page.locator(".carried").waitFor({ state: "attached" });
  const said = () => page.locator(".live").innerText();
  await press(page, "Flip");
  await matches(page, said, /flipped: \d by \d, \d layers? high$/);
  await press(page, "Turn");
  await matches(page, said, /turned: \d by \d, \d layers? high$/);
  await page.keyboard.press("f");
  await matches(page, said, /flipped: \d by \d, \d layers? high$/);
});

onPage("a tower: a piece lies across the seam, by mouse and by keys", { served: true }, async (page) => {
  const cross = "X:1,13,14,24,25";
  await table(page, TOWER);
  const { scene, choice } = await gesture(TOWER, [], cross);
  const piece = choice.piece ?? 0;
  const body = await page.locator(".stage .pieces > .piece").nth(piece).locator(".body").boundingBox();
  const { x, y, width, height } = body ?? assert.fail("it is to be seen");
  // By its middle and uppermost cell, which is the first.
  const from = { x: x + width / 2, y: y + height / 6 };
  // Above the first column, one arm hangs over to the left.
  for (const column of [0, 12]) {
    const to = await spot(page, [0, column]);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.locator(".overlay .landing").waitFor({ state: "attached" });
    await page.mouse.up();
    await hasLine(page, [cross]);
    await press(page, "Undo");
    await hasLine(page, []);
  }
  await walk(page, scene, scene.pieces[piece].cells[0]);
  await page.keyboard.press("Enter");
  await page.locator(".carried").waitFor({ state: "attached" });
  await walk(page, scene, 0);
  await page.keyboard.press("Enter");
  await hasLine(page, [cross]);
  // It is drawn as one piece, and again at the other side.
  await is(page, () => page.locator(".stage use").count(), 4);
  await is(page, () => page.locator(".turning .thing").count(), 5);
  // It is taken up again by the part beyond the seam, and taken off.
  const far = await spot(page, [1, 11]);
  const off = await spot(page, [1, 17]);
  await page.mouse.move(far.x, far.y);
  await page.mouse.down();
  await page.locator(".carried").waitFor({ state: "attached" });
  await page.mouse.move(off.x, off.y, { steps: 3 });
  await page.mouse.up();
  await hasLine(page, []);
});

onPage("a hint and the search show a box and a tower", { served: true }, async (page) => {
  for (const instance of [CUBE, TOWER]) {
    const { line } = await ask("solve", { instance });
    await table(page, instance, line.slice(0, -2));
    await press(page, "Hint");
    await page.locator(".message.hint").waitFor();
    await press(page, "Give up");
    await page.locator(".replay .last").click();
    await is(page, () => page.locator(".pieces .piece").count(), line.length);
    await page.getByRole("button", { name: "Back to my game" }).click();
    await press(page, "Watch the search");
    await press(page, "Single step");
    await page.locator(".watch output").waitFor();
  }
});

for (const [locale, lowest, name] of [
  ["en-US", "Layer 1, bottom", /^Picture in space/],
  ["ja-JP", "1 段目・底", /^立体図/],
  ["zh-CN", "第 1 层·底", /^立体图/],
]) {
  onPage(
    `boards in space speak ${locale}, and axe finds nothing`,
    { locale: String(locale), served: true },
    async (page) => {
      const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
      for (const instance of [CUBE, TOWER, "torus:6x10"]) {
        await table(page, instance);
        if (instance === CUBE)
          await is(page, () => page.locator(".layer-name").first().textContent(), lowest);
        if (instance !== "torus:6x10")
          await matches(
            page,
            async () => (await page.locator(".turning").getAttribute("aria-label")) ?? "",
            /** @type {RegExp} */ (name),
          );
        await page.evaluate(axe);
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await page.emulateMedia({ colorScheme });
          const found = await page.evaluate(async () =>
            (await /** @type {any} */ (window).axe.run(document)).violations.map(
              (/** @type {any} */ v) => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`,
            ),
          );
          assert.deepEqual(found, [], `${instance}, ${colorScheme}`);
        }
      }
    },
  );
}
