// Moves by touch.

import { extent } from "../board/outline.js";
import { LIFT } from "../game/held-piece.js";
import { gesture, grip, spot, turning, wentByItself } from "./hands.mjs";

/**
 * Puts a finger down, moves it and lifts it.
 * @param {import("playwright-core").Page} page
 * @param {{x: number, y: number}[]} way
 */
export async function finger(page, way) {
  const session = await page.context().newCDPSession(page);
  const touch = (
    /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
    /** @type {{x: number, y: number}[]} */ touchPoints,
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [way[0]]);
  for (const point of way.slice(1)) await touch("touchMove", [point]);
  await touch("touchEnd", []);
  await session.detach();
}

/**
 * Where a finger is when the first cell of a piece comes to a place: below it, if it is one to be laid.
 * @param {import("playwright-core").Page} page
 * @param {Scene} scene
 * @param {number} piece
 * @param {[number, number]} cell
 */
export async function under(page, scene, piece, cell) {
  const { x, y } = await spot(page, cell);
  if (!scene.marks.includes("t")) return { x, y };
  const own = scene.pieces[piece].cells.map(
    (id) => /** @type {At} */ ([scene.cells[id][0], scene.cells[id][1]]),
  );
  const side = (await spot(page, [cell[0] + 1, cell[1]])).y - y;
  const below = extent(own).bottom - own[0][0];
  return { x, y: y + (below - 0.5) * side + LIFT };
}

/**
 * Where a finger goes down and up to carry a piece.
 * @param {import("playwright-core").Page} page
 * @param {string} instance
 * @param {string[]} line
 * @param {string} move
 */
export async function ends(page, instance, line, move) {
  const { scene, choice } = await gesture(instance, line, move);
  const to = choice.to ?? [];
  await page.locator("svg.board").scrollIntoViewIfNeeded();
  const [row, column] = scene.cells[to[0]];
  const piece = choice.piece ?? 0;
  return [await grip(page, scene, piece), await under(page, scene, piece, [row, column])];
}

/**
 * Plays a move by touch alone: a button of the puzzle's keys, a drag, or taps on a piece, the buttons that turn it, and
 * its place.
 * @param {import("playwright-core").Page} page
 * @param {string} instance
 * @param {string[]} line
 * @param {string} move
 */
export async function play(page, instance, line, move) {
  const { scene, choice } = await gesture(instance, line, move);
  if (choice.key) {
    await page.locator(`.pad [data-key="${choice.key}"]`).tap();
    return;
  }
  const piece = choice.piece ?? 0;
  const { keys, cell } = turning(scene, piece, choice.to ?? []);
  await page.locator("svg.board").scrollIntoViewIfNeeded();
  const from = await grip(page, scene, piece);
  if (keys.length === 0) {
    await finger(page, [from, await under(page, scene, piece, cell)]);
    return;
  }
  await page.touchscreen.tap(from.x, from.y);
  if (await wentByItself(page, line)) return;
  for (const key of keys)
    await page.getByRole("button", { name: key === "r" ? "Turn" : "Flip", exact: true }).tap();
  const to = await spot(page, cell);
  await page.touchscreen.tap(to.x, to.y);
}
