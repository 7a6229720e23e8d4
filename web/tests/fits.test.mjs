// Everything that a move needs is on the screen: the board, the hint and the controls of a replay.

import assert from "node:assert/strict";
import { hint, onPage, press, says, table } from "./support.mjs";

/** @param {import("playwright-core").Page} page @param {string} selector */
async function inView(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  const { width, height } = page.viewportSize() ?? assert.fail();
  assert.ok(box, selector);
  assert.ok(
    box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1,
    `${selector} at ${JSON.stringify(box)} in ${width}x${height}`,
  );
}

for (const [width, height, mobile] of /** @type {[number, number, boolean][]} */ ([
  [360, 740, true],
  [844, 390, true],
  [1280, 800, false],
  [1920, 1080, false],
])) {
  onPage(
    `${width}x${height}: board, hint and replay on one screen`,
    { viewport: { width, height }, isMobile: mobile, hasTouch: mobile, served: true },
    async (page) => {
      for (const puzzle of ["heng-dao-li-ma", "tank-change", "pacman-lv1", "katamino:PUY", "rush-gridlock"]) {
        // From another page, so that the table is surely this puzzle's.
        await page.goto("about:blank");
        await table(page, puzzle);
        await hint(page);
        await says(page, ".message.hint", /./);
        for (const part of [
          ".stage .board",
          ".message",
          ".arrow",
          ...(puzzle === "pacman-lv1" ? [".key-down"] : []),
        ])
          await inView(page, part);
        await press(page, "Give up");
        await says(page, ".replay .where", /\d/);
        for (const part of [".stage .board", ".replay .toggle", ".replay .last", ".replay .done"])
          await inView(page, part);
      }
    },
  );
}
