// Lines that were left after Undo stay in the list of moves; and the gauge beside the board, for those who want it.

import assert from "node:assert/strict";
import { play } from "./hands.mjs";
import { ask, hasLine, is, matches, onPage, press, resumed, setting, table } from "./support.mjs";

const INSTANCE = "tiles-five";

onPage("a line that was left is kept, and can be gone back to", {}, async (page) => {
  const { line } = await ask("solve", { instance: INSTANCE });
  const start = line.slice(0, 3);
  await resumed(page, INSTANCE, start);
  const others = page.locator("ol.line .other");
  await press(page, "Undo");
  await press(page, "Undo");
  await hasLine(page, start.slice(0, 1));
  await is(page, () => others.count(), 0, "what Redo plays is no branch");
  const { choices } = await ask("position", { instance: INSTANCE, line: start.slice(0, 1) });
  const { move } = choices.find((/** @type {Choice} */ one) => one.move !== start[1]);
  await play(page, INSTANCE, start.slice(0, 1), move);
  const now = [start[0], move];
  await hasLine(page, now);
  await is(page, () => others.count(), 1);
  await matches(page, () => others.innerText(), new RegExp(`${start[1]} [←↓↑→] ·2$`));
  // What is read of the moves has come.
  await matches(page, () => page.locator(".side ol.line .move").last().innerText(), /[←↓↑→]$/);
  await others.click();
  await hasLine(page, start);
  // Now it is the other one that was left; its moves are still the player's.
  await is(page, () => others.count(), 1);
  await matches(page, () => others.innerText(), new RegExp(`${move} [←↓↑→] ·1$`));
  for (let at = 3; at < line.length; at++) {
    await play(page, INSTANCE, line.slice(0, at), line[at]);
    await hasLine(page, line.slice(0, at + 1));
  }
  await matches(page, () => page.locator(".message.solved").innerText(), /nobody can do better/);
  // Undo leads back through all of it.
  await press(page, "Restart");
  await hasLine(page, []);
});

onPage("the gauge says how far it is, and how far from the best, and moves nothing", {}, async (page) => {
  await table(page, INSTANCE);
  const { line, cost } = await ask("solve", { instance: INSTANCE });
  const board = () => page.locator(".stage > svg.board").boundingBox();
  const before = await board();
  await is(page, () => page.locator(".gauge").isVisible(), false);
  await (await setting(page, "Gauge beside the board")).check();
  const meter = page.getByRole("meter");
  const text = () => meter.getAttribute("aria-valuetext");
  await is(page, text, `${cost} moves to go, 0 more than at best`);
  assert.deepEqual(await board(), before);
  const box = await meter.boundingBox();
  assert.ok(box && before && box.x + box.width <= before.x && Math.abs(box.height - before.height) < 1);
  await play(page, INSTANCE, [], line[0]);
  await is(page, text, `${cost - 1} moves to go, 0 more than at best`);
  const { choices } = await ask("position", { instance: INSTANCE, line: line.slice(0, 1) });
  const worse = choices.find((/** @type {Choice} */ one) => one.move !== line[1]).move;
  await play(page, INSTANCE, line.slice(0, 1), worse);
  await is(page, text, `${cost} moves to go, 2 more than at best`);
  await page.reload();
  await is(page, text, `${cost} moves to go, 2 more than at best`);
});

onPage("where a position is lost, so says the gauge", {}, async (page) => {
  await table(page, "sokoban-two", ["c3-c2"]);
  await (await setting(page, "Gauge beside the board")).check();
  await is(
    page,
    () => page.getByRole("meter").getAttribute("aria-valuetext"),
    "There is no solution from here.",
  );
  await table(page, "katamino:PUY");
  await is(page, () => page.locator(".gauge").isVisible(), false);
});
