// What is seen can be clicked: nothing that has left the board, flies over the page or only decorates it lies in the way.

import assert from "node:assert/strict";
import { SAMPLES } from "./families.mjs";
import { play } from "./hands.mjs";
import { ask, hint, onPage, resumed, says, table, until } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Desktop, tablet, and a phone, on which fingers press. */
const SIZES = /** @type {const} */ ([
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]);
const MOVING = /** @type {const} */ ({ hasTouch: true, reducedMotion: "no-preference" });

/** The buttons that are under something else at some moment of the animations, each with what lies on it. @param {Page} page */
const covered = (page) =>
  page.evaluate(() => {
    const all = document.getAnimations();
    /** @type {Set<string>} */
    const found = new Set();
    for (const moment of [0, 100, 250, 400, 600, 900, 2000]) {
      for (const animation of all) {
        animation.pause();
        animation.currentTime = moment;
      }
      for (const button of document.querySelectorAll(
        "main.table :is(.side, .acts) button:not(:disabled, ol.line *)",
      )) {
        if (!button.checkVisibility()) continue;
        button.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = button.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        if (!button.contains(top))
          found.add(`${button.textContent}: ${top?.localName}.${top?.getAttribute("class")}`);
      }
    }
    for (const animation of all) animation.finish();
    return [...found];
  });

/** Where the middle of a button is. @param {import("playwright-core").Locator} button */
async function middle(button) {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  assert.ok(box, "the button is not to be seen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses each button of the finish in its middle; none does what it is for. @param {Page} page @param {boolean} byFinger */
async function pressAll(page, byFinger) {
  await page.evaluate(() => {
    const recorded = /** @type {any} */ (window);
    recorded.stopped = new AbortController();
    recorded.clicked = [];
    const caught = (/** @type {Event} */ event) => {
      recorded.clicked.push(
        /** @type {Element} */ (event.target).closest("button")?.textContent ?? "nothing",
      );
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    window.addEventListener("click", caught, { capture: true, signal: recorded.stopped.signal });
  });
  const buttons = page.locator(".message button");
  const names = await buttons.allTextContents();
  const clicked = () => page.evaluate(() => /** @type {any} */ (window).clicked.at(-1));
  for (const [at, name] of names.entries()) {
    // A proof that arrives between measuring and pressing moves the button away from the finger: then it is pressed again.
    const press = async () => {
      const { x, y } = await middle(buttons.nth(at));
      if (byFinger) await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
      return clicked();
    };
    await until(page, press, (seen) => seen === name, `${name} is clicked`);
  }
  await page.evaluate(() => /** @type {any} */ (window).stopped.abort());
}

for (const instance of [...SAMPLES.map(({ short }) => short), "rush-side-street", "ice-rink"]) {
  onPage(`${instance}: every button of the finish can be pressed, in three sizes`, MOVING, async (page) => {
    const { line } = await ask("solve", { instance });
    await page.setViewportSize(SIZES[0]);
    await resumed(page, instance, line.slice(0, -1));
    await play(page, instance, line.slice(0, -1), line[line.length - 1]);
    await says(page, ".message.solved", /./);
    const next = page.locator(".message .primary");
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const where = `${instance} at ${size.width}`;
      assert.deepEqual(await covered(page), [], where);
      await pressAll(page, size.width < 500);
    }
    // And it does what it is for.
    if ((await next.count()) === 0) return;
    const before = page.url();
    await next.tap();
    await until(
      page,
      async () => page.url(),
      (url) => url !== before,
      "the next puzzle is opened",
    );
  });
}

onPage("what only decorates takes no clicks: marks, arrows, floors, stars and the seal", {}, async (page) => {
  const takers = (/** @type {string} */ selector) =>
    page
      .locator(selector)
      .evaluateAll((all) => [
        all.length > 0,
        all.filter((one) => getComputedStyle(one).pointerEvents !== "none").length,
      ]);
  await table(page, "heng-dao-li-ma");
  await hint(page);
  await page.locator(".overlay .arrow").waitFor({ state: "attached" });
  assert.deepEqual(await takers(".stage svg.board > :not(.pieces), .stage svg.board > :not(.pieces) *"), [
    true,
    0,
  ]);
  const { line } = await ask("solve", { instance: "tiles-five" });
  await resumed(page, "tiles-five", line);
  await page.locator(".stamp").waitFor();
  assert.deepEqual(await takers(".award :is(.stamp, .star)"), [true, 0]);
});
