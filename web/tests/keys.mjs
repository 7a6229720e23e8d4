// Moves by the keyboard alone.

import assert from "node:assert/strict";
import { cellName } from "../board/piece-names.js";
import { cellsAt } from "../board/seams.js";
import { route, STEPS } from "../game/move-geometry.js";
import { walker } from "../game/walking.js";
import { arrow, gesture, turning } from "./hands.mjs";
import { hasLine, until } from "./support.mjs";

/**
 * Moves the board's cursor to a cell, guided by what is announced at each step.
 * @param {import("playwright-core").Page} page
 * @param {Scene} scene
 * @param {number} target
 */
export async function walk(page, scene, target) {
  const told = () => page.locator(".live").innerText();
  const here = async () => {
    const text = (await told()).replace(/: .*/, "");
    return scene.cells.findIndex((_, id) => text === cellName(scene, id));
  };
  let at = await here();
  if (at < 0) {
    await page.keyboard.press("Shift+ArrowRight");
    await until(page, here, (cell) => cell >= 0, "the cursor should be told of");
    at = await here();
  }
  const [row, column] = scene.cells[target];
  /** How often each direction was taken: on roads the nearest cell may be off to the side. */
  const gone = new Map();
  for (let step = 0; at !== target; step++) {
    assert.ok(step < 60, `the cursor does not come to ${row},${column}`);
    const [r, c] = scene.cells[at];
    const ways = [
      ["ArrowDown", row - r, column - c],
      ["ArrowUp", r - row, column - c],
      ["ArrowRight", column - c, row - r],
      ["ArrowLeft", c - column, row - r],
    ].map(([key, along, across]) => {
      const way = `${at} ${key}`;
      return {
        key: String(key),
        way,
        cost:
          3 * (gone.get(way) ?? 0) +
          (Number(along) <= 0 ? 2 : Number(along) < Math.abs(Number(across)) ? 1 : 0),
      };
    });
    const { key, way } = ways.reduce((best, other) => (other.cost < best.cost ? other : best));
    gone.set(way, (gone.get(way) ?? 0) + 1);
    // From cell to cell, also where nothing can be moved.
    await page.keyboard.press(`Shift+${key}`);
    at = await here();
  }
}

/** The arrow key of each direction. */
const KEYS = { left: "ArrowLeft", down: "ArrowDown", up: "ArrowUp", right: "ArrowRight" };

/**
 * The keys that walk behind what a move pushes, and push it.
 * @param {Scene} scene
 * @param {{piece: number, to: number[]}} push
 */
function pushes(scene, { piece, to }) {
  const [[row, column]] = cellsAt(scene, scene.pieces[piece].cells);
  const [[r, c]] = cellsAt(scene, to);
  const behind = scene.cells.findIndex(([y, x]) => y === 2 * row - r && x === 2 * column - c);
  const way = route(scene, walker(scene), [behind]) ?? [];
  const direction = STEPS.find(([[down, right]]) => r === row + down && c === column + right)?.[1];
  return [...way, ...(direction ? [direction] : [])].map((step) => KEYS[step]);
}

/**
 * Plays a move by keys alone: those of the puzzle, arrows, or the cursor.
 * @param {import("playwright-core").Page} page
 * @param {string} instance
 * @param {string[]} line
 * @param {string} move
 */
export async function play(page, instance, line, move) {
  const { scene, choice } = await gesture(instance, line, move);
  if (choice.key) {
    await page.keyboard.press(arrow(scene, choice.key));
    return;
  }
  if (scene.arrows) {
    const { piece = 0, to = [] } = choice;
    const [[row, column]] = cellsAt(scene, scene.pieces[piece].cells);
    const [[r, c]] = cellsAt(scene, to);
    const slid = STEPS.find(([[down, right]]) => r === row + down && c === column + right)?.[1] ?? "up";
    for (const key of scene.arrows === "walk" ? pushes(scene, { piece, to }) : [KEYS[slid]])
      await page.keyboard.press(key);
    return;
  }
  const piece = choice.piece ?? 0;
  const { keys, cell } = turning(scene, piece, choice.to ?? []);
  await walk(page, scene, scene.pieces[piece].cells[0]);
  await page.keyboard.press("Enter");
  await page.locator(".carried").waitFor({ state: "attached" });
  for (const key of keys) await page.keyboard.press(key);
  // A piece in hand may be above cells that are not its own.
  await walk(
    page,
    scene,
    scene.cells.findIndex(([r, c]) => r === cell[0] && c === cell[1]),
  );
  await page.keyboard.press("Enter");
  await hasLine(page, [...line, move]);
}
