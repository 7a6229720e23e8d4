// How long frames take while a piece is dragged and while the map grows: `npm run frames`. In a quiet moment, most take
// the 16.7 ms of a screen.

import { setTimeout as sleep } from "node:timers/promises";
import { grip, spot } from "./hands.mjs";
import { ask, browser, finish, link, press, says, server } from "./support.mjs";

/** How long a piece is dragged, and a map that grows is looked at, in ms. */
const DRAG = 3000;

/** Pieces that are dragged: what is measured, the puzzle, and a part of the name of the piece. @type {[string, string][]} */
const DRAGGED = [
  ["a block that slides", "heng-dao-li-ma"],
  ["a piece to lay", "pentominoes-6x10"],
  ["a solid for a box", "box:3x4x5"],
  ["a piece for a tower", "cylinder:5x12"],
];

const page = await (await browser()).newPage({ baseURL: await server(), locale: "en-US" });

/** @param {string} what @param {() => Promise<unknown>} body */
async function measured(what, body) {
  await page.evaluate(() => {
    /** @type {any} */ (window).frames_ = [];
    const begin = (/** @type {number} */ before) =>
      requestAnimationFrame((now) => {
        const all = /** @type {any} */ (window).frames_;
        if (!all) return;
        all.push(now - before);
        begin(now);
      });
    requestAnimationFrame(begin);
  });
  await body();
  const all = await page.evaluate(() => {
    const { frames_ } = /** @type {any} */ (window);
    /** @type {any} */ (window).frames_ = null;
    return /** @type {number[]} */ (frames_).sort((a, b) => a - b);
  });
  const at = (/** @type {number} */ share) => all[Math.floor(share * (all.length - 1))].toFixed(1);
  console.log(
    `${what}: ${all.length} frames, median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, longest ${at(1)} ms`,
  );
}

try {
  for (const [what, instance] of DRAGGED) {
    await page.goto("about:blank");
    await page.goto(`/${link(instance)}`);
    await page.locator("main.table").waitFor();
    const { scene, choices } = await ask("position", { instance });
    const piece = choices[0].piece ?? 0;
    const solid = page.locator(".stage .pieces > .piece").nth(piece).locator(".solid");
    const box = await solid.boundingBox({ timeout: 500 }).catch(() => null);
    const from = box
      ? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      : await grip(page, scene, piece);
    const middle = await spot(page, [1, 2]);
    await measured(`dragging ${what}`, async () => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      const began = performance.now();
      for (let angle = 0; performance.now() - began < DRAG; angle += 0.1)
        await page.mouse.move(middle.x + 80 * Math.cos(angle), middle.y + 60 * Math.sin(angle));
      await page.keyboard.press("Escape");
      await page.mouse.up();
    });
  }
  await page.goto("about:blank");
  await page.goto(`/${link("heng-dao-li-ma")}`);
  await page.locator("main.table").waitFor();
  await measured("the map grows", async () => {
    await press(page, "Map");
    await says(page, ".watch .facts", /positions/);
    await sleep(DRAG);
  });
  console.log(await page.locator(".watch .facts").first().innerText());
} finally {
  await finish();
}
