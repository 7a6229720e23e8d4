// Moves as a user makes them: picks up what the page's board shows and puts it down.

import { ask, moves, until } from "./support.mjs";

/** Units per cell in a board's SVG. */
const SIDE = 40;

/**
 * The middle of a cell of the board, in window coordinates.
 * @param {import("playwright-core").Page} page
 * @param {[number, number]} cell row and column
 */
export const spot = (page, [row, column]) =>
  page.evaluate(
    ([x, y]) => {
      const svg = /** @type {SVGSVGElement} */ (document.querySelector(".stage svg.board"));
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM() ?? undefined);
      return { x: left, y: top };
    },
    [(column + 0.5) * SIDE, (row + 0.5) * SIDE],
  );

/**
 * The middle of one of a piece's cells, in window coordinates. Taken from the piece's picture, because pieces
 * in a tray are drawn smaller.
 * @param {import("playwright-core").Page} page
 * @param {Scene} scene
 * @param {number} index
 * @param {number} [of] which of its cells
 */
export async function grip(page, scene, index, of = 0) {
  const cells = scene.pieces[index].cells.map((id) => scene.cells[id]);
  const box = await page.locator(".stage .pieces > .piece").nth(index).locator(".body").boundingBox();
  if (!box) throw new Error(`piece ${index} is not to be seen`);
  const [rows, columns] = [0, 1].map((axis) => cells.map((cell) => Number(cell[axis])));
  const span = (/** @type {number[]} */ all) => Math.max(...all) - Math.min(...all) + 1;
  return {
    x: box.x + ((columns[of] - Math.min(...columns) + 0.5) * box.width) / span(columns),
    y: box.y + ((rows[of] - Math.min(...rows) + 0.5) * box.height) / span(rows),
  };
}

/** @param {number[][]} shape */
function form(shape) {
  const [top, left] = [0, 1].map((axis) => Math.min(...shape.map((cell) => cell[axis])));
  return {
    top,
    left,
    key: shape
      .map(([r, c]) => `${r - top},${c - left}`)
      .sort()
      .join(" "),
  };
}

/**
 * The keys that turn a piece, held by its first cell, so that it fits other cells, and where its first cell
 * then is.
 * @param {Scene} scene
 * @param {number} piece
 * @param {number[]} to
 * @returns {{keys: string[], cell: [number, number]}}
 */
export function turning(scene, piece, to) {
  const [[row, column]] = scene.pieces[piece].cells.map((id) => scene.cells[id]);
  let shape = scene.pieces[piece].cells.map((id) => [scene.cells[id][0] - row, scene.cells[id][1] - column]);
  const wanted = form(to.map((id) => [scene.cells[id][0], scene.cells[id][1]]));
  const keys = [];
  for (let turn = 0; turn < 8; turn++) {
    const now = form(shape);
    if (now.key === wanted.key) return { keys, cell: [wanted.top - now.top, wanted.left - now.left] };
    const over = turn === 3;
    keys.push(over ? "f" : "r");
    shape = shape.map(([r, c]) => (over ? [r, -c] : [c, -r]));
  }
  throw new Error("the piece does not have that form");
}

/**
 * The gesture of a move, and the scene it is made in.
 * @param {string} instance
 * @param {string[]} line
 * @param {string} move
 */
export async function gesture(instance, line, move) {
  const position = await ask("position", { instance, line });
  const choice = position.choices.find((/** @type {Choice} */ c) => c.move === move);
  if (!choice) throw new Error(`${move} is not legal after ${line.join(" ")}`);
  return { scene: /** @type {Scene} */ (position.scene), choice: /** @type {Choice} */ (choice) };
}

/** The keys of the keyboard for the arrows of a puzzle's keys. */
const ARROWS = { left: "ArrowLeft", down: "ArrowDown", up: "ArrowUp", right: "ArrowRight" };

/**
 * The key of the keyboard for one of a puzzle's keys.
 * @param {Scene} scene
 * @param {string} own
 */
export function arrow(scene, own) {
  const key = scene.keys.find(({ key }) => key === own);
  if (!key) throw new Error(`there is no key ${own}`);
  return key.arrow ? ARROWS[key.arrow] : "Space";
}

/**
 * Whether a click on a piece has moved it, because it can go one way only; otherwise it is in hand now.
 * @param {import("playwright-core").Page} page
 * @param {string[]} line the line before
 */
export async function wentByItself(page, line) {
  const went = async () => (await moves(page)).length > line.length;
  const held = () => page.getByRole("button", { name: "Turn", exact: true }).isVisible();
  await until(page, async () => (await went()) || (await held()), Boolean, "a piece should be in hand");
  return went();
}

/**
 * Plays a move with the mouse alone: a button of the puzzle's keys, a drag, or clicks on a piece, the buttons that turn
 * it, and its place.
 * @param {import("playwright-core").Page} page
 * @param {string} instance
 * @param {string[]} line
 * @param {string} move
 */
export async function play(page, instance, line, move) {
  const { scene, choice } = await gesture(instance, line, move);
  if (choice.key) {
    await page.locator(`.pad [data-key="${choice.key}"]`).click();
    return;
  }
  const piece = choice.piece ?? 0;
  const { keys, cell } = turning(scene, piece, choice.to ?? []);
  const from = await grip(page, scene, piece);
  const to = await spot(page, cell);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  if (keys.length === 0) {
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    return;
  }
  await page.mouse.up();
  if (await wentByItself(page, line)) return;
  for (const key of keys)
    await page.getByRole("button", { name: key === "r" ? "Turn" : "Flip", exact: true }).click();
  const place = await spot(page, cell);
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  await page.mouse.up();
}

/**
 * Drags a piece so that its first cell comes to the given one.
 * @param {import("playwright-core").Page} page
 * @param {Scene} scene
 * @param {number} piece
 * @param {[number, number]} cell
 */
export async function drag(page, scene, piece, cell) {
  const from = await grip(page, scene, piece);
  const to = await spot(page, cell);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}
