// What hands expect: a row of tiles slides together; a piece stays under the pointer and above the finger, keeps its turn,
// and is turned by a tap; Sokoban has the keys, swipes and arrows of its players; arrow keys go to what can move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { carriedBy, nextCell } from "../game/move-geometry.js";
import { finger } from "./fingers.mjs";
import { grip, spot } from "./hands.mjs";
import { ask, hasLine, is, moves, onPage, PATIENCE, press, says, server, table, until } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** @param {string} instance @param {string[]} [line] @returns {Promise<Scene>} */
const scene = async (instance, line = []) => (await ask("position", { instance, line })).scene;

/** Where what is in hand is. @param {Page} page */
const carried = (page) =>
  page.locator(".carried").evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });

onPage("a tile far from the gap takes its whole row along, and Undo brings all back", PHONE, async (page) => {
  const instance = "tiles-fifteen-easy";
  const { pieces, cells } = await scene(instance);
  const gap = cells.findIndex((_, id) => pieces.every((piece) => !piece.cells.includes(id)));
  const [row, column] = cells[gap];
  // The farthest tile of the row of the gap.
  const far = Math.max(
    ...[...pieces.keys()]
      .filter((at) => cells[pieces[at].cells[0]][0] === row)
      .map((at) => Math.abs(Number(cells[pieces[at].cells[0]][1]) - Number(column))),
  );
  const tile = pieces.findIndex(
    ({ cells: [id] }) => cells[id][0] === row && Math.abs(Number(cells[id][1]) - Number(column)) === far,
  );
  assert.ok(far > 1, "the row has a tile that is not beside the gap");
  await table(page, instance);
  const at = await grip(page, await scene(instance), tile);
  for (const go of [
    () => page.mouse.click(at.x, at.y),
    () => page.touchscreen.tap(at.x, at.y),
    async () => finger(page, [at, await spot(page, [Number(row), Number(column)])]),
  ]) {
    await go();
    await is(page, async () => (await moves(page)).length, far);
    await is(page, () => page.locator(".message").innerText(), "");
    await press(page, "Undo");
    await hasLine(page, []);
  }
  // The other way it cannot go.
  const away = await spot(page, [
    Number(row) + (Number(row) > 1 ? -1 : 1),
    Number(cells[pieces[tile].cells[0]][1]),
  ]);
  await finger(page, [at, away]);
  await says(page, ".message.wrong", /^Only a tile beside the gap slides/);
});

onPage("a piece of the tray stays under the pointer, wherever that goes", {}, async (page) => {
  const instance = "pentominoes-6x10";
  await table(page, instance);
  const all = await scene(instance);
  const from = await grip(page, all, 0);
  const board = await page.locator("svg.board").boundingBox();
  assert.ok(board);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const x of [board.x + 5, board.x + board.width / 2, board.x + board.width - 5])
    for (const y of [board.y + 5, from.y]) {
      await page.mouse.move(x, y);
      const piece = await carried(page);
      const near = 2;
      assert.ok(
        piece.left - near <= x &&
          x <= piece.right + near &&
          piece.top - near <= y &&
          y <= piece.bottom + near,
        `${x} ${y} is not on ${JSON.stringify(piece)}`,
      );
    }
  await page.mouse.up();
});

onPage("a piece is turned by taps, and keeps its turn after a refused drop", PHONE, async (page) => {
  const instance = "katamino:PUY";
  const line = ["P:1,2,3,4,5"];
  await table(page, instance, line);
  const { pieces } = await scene(instance, line);
  const piece = pieces.findIndex(({ name, played }) => name === "Y" && played === null);
  const at = await grip(page, await scene(instance, line), piece);
  const size = async () => {
    const { left, right, top, bottom } = await carried(page);
    return right - left > bottom - top ? "wide" : "high";
  };
  await page.touchscreen.tap(at.x, at.y);
  await is(page, size, "wide");
  await page.touchscreen.tap(at.x, at.y);
  await is(page, size, "high");
  await says(page, ".live", /^the light blue Y turned: 4 by 2$/);
  // Onto the piece that lies.
  await finger(page, [at, await spot(page, [4, 0])]);
  await says(page, ".message.wrong", /^The light blue Y would/);
  assert.equal(await size(), "high");
  await press(page, "Put back");
  await is(page, () => page.locator(".carried").count(), 0);
  await hasLine(page, line);
});

onPage("a piece is seen above the finger that carries it", PHONE, async (page) => {
  const instance = "katamino:PUY";
  await table(page, instance);
  const at = await grip(page, await scene(instance), 0);
  const session = await page.context().newCDPSession(page);
  const to = await spot(page, [3, 1]);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await page.locator(".carried").waitFor({ state: "attached" });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
  await until(
    page,
    () => carried(page),
    ({ bottom }) => bottom < to.y,
    "it is above the finger",
  );
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
});

onPage("by keys, a piece of the tray comes onto the board when it is taken", {}, async (page) => {
  await table(page, "katamino:PUY");
  await page.locator("svg.board").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator(".carried").waitFor({ state: "attached" });
  const floor = await page.locator(".stage .floor").first().boundingBox();
  const piece = await carried(page);
  assert.ok(floor && piece.top >= floor.y - 2 && piece.bottom <= floor.y + floor.height + 2);
});

onPage("sokoban: Z and Backspace take back, R begins again, a key held down goes on", {}, async (page) => {
  await table(page, "sokoban-two");
  const push = async () => {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await is(page, async () => (await moves(page)).length, 1);
  };
  for (const key of ["z", "Backspace", "r"]) {
    await page.locator("svg.board").focus();
    // To the right box from below.
    await push();
    await page.keyboard.press(key);
    await hasLine(page, []);
    if (key === "r") continue;
    // And the walk before it.
    await page.keyboard.press("r");
  }
});

/** Where the man is, in cells of the board. @param {Page} page */
const man = (page) =>
  page.evaluate(() => {
    const board = /** @type {SVGSVGElement} */ (document.querySelector(".stage svg.board"));
    const body = /** @type {Element} */ (board.querySelector(".pieces .hero .body"));
    const { left, top, width, height } = body.getBoundingClientRect();
    const { x, y } = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(
      board.getScreenCTM()?.inverse(),
    );
    return [Math.floor(y / 40), Math.floor(x / 40)];
  });

onPage(
  "sokoban on a phone: a swipe walks, the arrows walk, and go on while they are held",
  PHONE,
  async (page) => {
    await table(page, "sokoban-two");
    await is(page, () => man(page), [3, 2]);
    await finger(page, [await spot(page, [3, 2]), await spot(page, [3, 4])]);
    await is(page, () => man(page), [3, 3]);
    await page.locator(".pad .key-right").tap();
    await is(page, () => man(page), [3, 4]);
    // A finger that stays takes him to the wall.
    const box = await page.locator(".pad .key-left").boundingBox();
    assert.ok(box);
    const session = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await is(page, () => man(page), [3, 1]);
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await session.detach();
  },
);

onPage("arrow keys go from piece to piece that can move, with Shift from cell to cell", {}, async (page) => {
  const instance = "heng-dao-li-ma";
  const { pieces, cells } = await scene(instance);
  const { choices } = await ask("position", { instance });
  const free = pieces.filter((_, at) => choices.some((/** @type {Choice} */ choice) => choice.piece === at));
  await table(page, instance);
  await page.locator("svg.board").focus();
  const told = () => page.locator(".live").innerText();
  const { faces = {} } = await scene(instance);
  /** Whether a piece with a move is told of: its place, and its face. @param {string} text */
  const movable = (text) =>
    free.some(({ name, cells: [id] }) => {
      const [row, column] = cells[id];
      return text === `row ${row + 1}, column ${column + 1}: ${faces[name].en}`;
    });
  for (const key of ["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowRight"]) {
    await page.keyboard.press(key);
    const text = await told();
    assert.ok(movable(text), text);
  }
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  const text = await told();
  assert.ok(!movable(text), text);
});

test("keyboard only: every piece that can move is reached by arrows", { timeout: PATIENCE }, async () => {
  const { entries } = await (await fetch(`${await server()}api/library`)).json();
  const arrows = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ];
  for (const { name, scene: drawn } of entries) {
    if (drawn.keys?.length > 0 || drawn.arrows) continue;
    const { choices, scene: full } = await ask("position", { instance: name });
    const movable = new Set(
      choices.flatMap((/** @type {Choice} */ choice) => carriedBy(choice).map(({ piece }) => piece)),
    );
    const stops = [...movable].map((piece) => full.pieces[piece].cells[0]);
    if (stops.length === 0) continue;
    for (const from of stops) {
      const seen = new Set([from]);
      for (const cell of seen) for (const arrow of arrows) seen.add(nextCell(full, cell, arrow, stops));
      assert.equal(seen.size, new Set(stops).size, name);
    }
  }
});
