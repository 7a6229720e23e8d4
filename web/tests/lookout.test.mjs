// A lost position is said at once, quietly; not to those who do not want to know; and never without a proof.

import assert from "node:assert/strict";
import { ask, hasLine, is, onPage, press, says, setting, table } from "./support.mjs";

/** @param {import("playwright-core").Page} page */
const marked = (page) => page.locator(".lost-mark").isVisible();

onPage("a box in a corner is said to be lost, until the move is taken back", {}, async (page) => {
  await table(page, "sokoban-two", []);
  await page.keyboard.press("ArrowUp");
  await hasLine(page, ["c3-c2"]);
  await is(page, () => marked(page), true);
  // It is no alert, and it says why when it is asked.
  await is(page, () => page.locator(".message").innerText(), "");
  await page.locator(".lost-mark").click();
  await says(page, ".message.wrong", /A box can never get to a goal/);
  await press(page, "Undo");
  await is(page, () => marked(page), false);
  await (await setting(page, "Tell me when it is lost")).uncheck();
  await press(page, "Redo");
  await hasLine(page, ["c3-c2"]);
  await press(page, "Hint");
  await says(page, ".message.wrong", /A box can never get to a goal/);
  await is(page, () => marked(page), false);
  await (await setting(page, "Tell me when it is lost")).check();
  await is(page, () => marked(page), true);
});

onPage("where moves lead back, nothing is lost and there is no switch", {}, async (page) => {
  for (const puzzle of ["heng-dao-li-ma", "tiles-eight"]) {
    await table(page, puzzle);
    assert.equal(await page.getByLabel("Tell me when it is lost").count(), 0);
  }
});

onPage("the mark says just what is proved, at random positions", {}, async (page) => {
  let seed = 7;
  const random = (/** @type {number} */ below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (const instance of ["sokoban-corners", "peg-cross", "katamino:FILNP"]) {
    for (let game = 0; game < 2; game++) {
      /** @type {string[]} */
      const line = [];
      for (let move = 0; move < 3; move++) {
        const { choices, standing } = await ask("position", { instance, line });
        if (standing !== "open" || choices.length === 0) break;
        line.push(choices[random(choices.length)].move);
      }
      const { outcome } = await ask("solve", { instance, line, options: { time: 20 } });
      const { standing } = await ask("position", { instance, line });
      await table(page, instance, line);
      await is(
        page,
        () => marked(page),
        outcome === "unsolvable" && standing === "open",
        `${instance} ${line}`,
      );
    }
  }
});
