// Sokoban: the man walks and pushes by arrow keys, by taps and by drags; a lost box is said.

import { wayOf } from "../game/walking.js";
import { spot } from "./hands.mjs";
import { ask, hasLine, is, onPage, press, says, table } from "./support.mjs";

/** @param {import("playwright-core").Page} page @param {[number, number]} cell */
async function click(page, cell) {
  const { x, y } = await spot(page, cell);
  await page.mouse.click(x, y);
}

/** Where the man stands, in cells. @param {import("playwright-core").Page} page */
const man = (page) =>
  page.evaluate(() => {
    const board = /** @type {SVGSVGElement} */ (document.querySelector(".stage svg.board"));
    const body = /** @type {SVGGraphicsElement} */ (board.querySelector(".pieces .hero .body"));
    const { left, top, width, height } = body.getBoundingClientRect();
    const middle = new DOMPoint(left + width / 2, top + height / 2);
    const { x, y } = middle.matrixTransform(board.getScreenCTM()?.inverse());
    return [Math.floor(y / 40), Math.floor(x / 40)];
  });

onPage("sokoban: a push by two clicks, and a lost box", {}, async (page) => {
  await table(page, "sokoban-two", []);
  await says(page, ".caption", /^Boxes on goals: 0 of 2$/);
  await click(page, [2, 3]);
  await click(page, [3, 3]);
  await hasLine(page, ["d3-d4"]);
  await says(page, ".caption", /^Boxes on goals: 1 of 2$/);
  await is(page, () => page.locator(".stage .piece.hero").count(), 1);
  await table(page, "sokoban-two", ["c3-c2"]);
  await press(page, "Hint");
  await says(page, ".message.wrong", /^There is no solution from here\./);
  await press(page, "Back to the last solvable position");
  await hasLine(page, []);
});

onPage("sokoban: arrow keys and WASD walk and push, and a walk is taken back as one", {}, async (page) => {
  await table(page, "sokoban-two", []);
  await is(page, () => man(page), [3, 2]);
  for (const [key, to] of /** @type {[string, number[]][]} */ ([
    ["ArrowRight", [3, 3]],
    ["d", [3, 4]],
    ["w", [2, 4]],
  ])) {
    await page.keyboard.press(key);
    await is(page, () => man(page), to);
  }
  await page.keyboard.press("ArrowLeft");
  await says(page, ".message.wrong", /the cell ahead must be free/);
  await click(page, [1, 3]);
  await is(page, () => man(page), [1, 3]);
  await hasLine(page, []);
  await page.keyboard.press("ArrowDown");
  await hasLine(page, ["d3-d4"]);
  await is(page, () => man(page), [2, 3]);
  await click(page, [3, 4]);
  await is(page, () => man(page), [3, 4]);
  await press(page, "Undo");
  await is(page, () => man(page), [2, 3]);
  await hasLine(page, ["d3-d4"]);
  await press(page, "Undo");
  await hasLine(page, []);
  await is(page, () => man(page), [3, 2]);
});

onPage("sokoban: a box is pushed over several cells by two taps, undone as one", {}, async (page) => {
  await table(page, "sokoban-two", []);
  await click(page, [2, 2]);
  await click(page, [1, 4]);
  await hasLine(page, ["c3-c2", "c2-d2", "d2-e2"]);
  await press(page, "Undo");
  await hasLine(page, []);
  await press(page, "Redo");
  await hasLine(page, ["c3-c2", "c2-d2", "d2-e2"]);
});

onPage("sokoban: the whole of a puzzle by arrow keys alone", {}, async (page) => {
  await table(page, "sokoban-corners", []);
  const { line } = await ask("solve", { instance: "sokoban-corners" });
  /** @type {Scene} */
  let scene = (await ask("position", { instance: "sokoban-corners" })).scene;
  const key = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
  for (let played = 0; played < line.length; played++) {
    const { choices } = await ask("position", { instance: "sokoban-corners", line: line.slice(0, played) });
    const { piece, to } = choices.find((/** @type {Choice} */ choice) => choice.move === line[played]);
    const after = (await ask("position", { instance: "sokoban-corners", line: line.slice(0, played + 1) }))
      .scene;
    for (const direction of wayOf(scene, after, { carried: [{ piece, to }], back: false }) ?? [])
      await page.keyboard.press(key[direction]);
    scene = after;
  }
  await hasLine(page, line);
  await says(page, ".message.solved", /nobody can do better/);
});
