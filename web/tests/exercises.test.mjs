// Slips become exercises, and results can be looked at again.

import { hasLine, is, onPage, press, says, table } from "./support.mjs";

/** A box to push to the right, which can be pushed to the left first. */
const CORRIDOR =
  "puzzle = 'sokoban'\ntitle = 'Corridor'\nboard = '''\n##########\n#        #\n#  $@   .#\n#        #\n##########\n'''\n";

onPage("a slip is offered at the end and kept as an exercise", {}, async (page) => {
  await table(page, CORRIDOR);
  // To the left once, and then all the way to the right.
  await page.keyboard.press("ArrowLeft");
  await hasLine(page, ["d3-c3"]);
  for (const key of ["Up", "Left", "Left", "Down"]) await page.keyboard.press(`Arrow${key}`);
  for (let push = 1; push <= 6; push++) {
    await page.keyboard.press("ArrowRight");
    await is(page, () => page.locator(".side ol.line:not(.moves) .move").count(), 1 + push);
  }
  await says(page, ".message.solved", /^Solved!/);
  await is(page, () => page.locator(".message .slips button").allInnerTexts(), ["1. d3→c3"]);
  await page.goto("/");
  await press(page, "My results");
  await is(page, () => page.locator(".results li").count(), 1);
  await page.locator(".results li .star.won").first().waitFor();
  await says(page, ".results li", /^Corridor\s*7 pushes · \w+ \d+, \d{4}/);
  await page.locator("dialog .slips button", { hasText: "Corridor: d3→c3" }).click();
  await says(page, ".message", /^You played d3→c3 here\. Find a better move\.$/);
  await hasLine(page, []);
  await page.goto("/");
  await press(page, "My results");
  await is(page, () => page.locator("dialog .slips button").count(), 0);
  await page.locator(".results button").click();
  await says(page, "h1", /^Corridor$/);
});

onPage("the moves before a slip are the player's own in the exercise, too", {}, async (page) => {
  const walk = async (/** @type {string[]} */ ...keys) => {
    for (const key of keys) await page.keyboard.press(`Arrow${key}`);
  };
  await table(page, CORRIDOR);
  await walk("Up", "Left", "Left", "Down", "Right");
  await hasLine(page, ["d3-e3"]);
  await walk("Up", "Right", "Right", "Down", "Left");
  await hasLine(page, ["d3-e3", "e3-d3"]);
  await walk("Up", "Left", "Left", "Down");
  await walk("Right", "Right", "Right", "Right", "Right");
  await says(page, ".message.solved", /^Solved!/);
  await is(page, () => page.locator(".message .slips button").allInnerTexts(), ["2. e3→d3"]);
  await page.goto("/");
  await press(page, "My results");
  await page.locator("dialog .slips button").click();
  await hasLine(page, ["d3-e3"]);
  await walk("Right", "Right", "Right", "Right");
  await says(page, ".message.solved", /nobody can do better![\s\S]*5 pushes/);
  await is(page, () => page.locator(".star.won").count(), 3);
});
