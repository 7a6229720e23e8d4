// What games of PuzzleScript show and sound like in play, and the editor's way from the board to the source.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { hasLine, is, matches, moves, onPage, says, table, until } from "./support.mjs";

/** A ball that is kicked falls turn by turn. */
const FALL = `title Fall
zoomscreen 5x3

========
OBJECTS
========

Background
Black

Wall
Blue

Player
White

Ball
Red

Goal
Green

======
LEGEND
======

. = Background
# = Wall
P = Player
o = Ball
g = Goal
Thing = Ball or Player

======
SOUNDS
======

Thing move 36772506
sfx1 79535
undo 100

================
COLLISIONLAYERS
================

Background
Goal
Player, Wall, Ball

=====
RULES
=====

[ > Player | Ball ] -> [ > Player | > Ball ] sfx1 again
[ stationary Ball ] -> [ down Ball ] again

=============
WINCONDITIONS
=============

All Ball on Goal

======
LEVELS
======

message Kick the ball over the edge.

##########
#.Po.....#
####.....#
####.....#
####.....#
####.....#
####g....#
##########
`;

const file = `puzzle = "puzzlescript"\ngame = '''\n${FALL}'''\n`;
const address = `#file=${deflateRawSync(file).toString("base64url")}`;

/** Notes each picture of the board from now on. @param {import("playwright-core").Page} page */
const watch = (page) =>
  page.evaluate(() => {
    const pieces = /** @type {Element} */ (document.querySelector(".stage svg.board .pieces"));
    const seen = new Set();
    new MutationObserver(() => seen.add(pieces.innerHTML)).observe(pieces, {
      childList: true,
      subtree: true,
    });
    /** @type {any} */ (globalThis).pictures = seen;
  });

onPage("again turns are seen one after the other", { reducedMotion: "no-preference" }, async (page) => {
  await page.goto(`/${address}`);
  await page.locator("main.table svg.board .pieces > *").first().waitFor();
  await watch(page);
  await page.keyboard.press("ArrowRight");
  // The kick, five rows down, and what it leads to.
  const count = () => page.evaluate(() => /** @type {any} */ (globalThis).pictures.size);
  await is(page, count, 6);
  await says(page, ".message.solved", /Solved/);
  // A key that is pressed on the way ends it.
  await page.keyboard.press("z");
  await is(page, () => moves(page), []);
});

onPage("who wants less motion sees what it leads to", {}, async (page) => {
  await page.goto(`/${address}`);
  await page.locator("main.table svg.board .pieces > *").first().waitFor();
  await watch(page);
  await page.keyboard.press("ArrowRight");
  await says(page, ".message.solved", /Solved/);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).pictures.size), 1);
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  onPage(`what a game says lies where the hero is not, ${viewport.width}`, { viewport }, async (page) => {
    await page.goto(`/${address}`);
    await says(page, ".said", /Kick the ball/);
    const [said, board] = await Promise.all([
      page.locator(".said").boundingBox(),
      page.locator(".stage svg.board").boundingBox(),
    ]);
    assert.ok(said && board);
    // He is in the middle row of the three that are seen.
    const [top, bottom] = [board.y + board.height / 3, board.y + (2 * board.height) / 3];
    assert.ok(said.y >= bottom - 8 || said.y + said.height <= top + 8, JSON.stringify([said, board]));
  });

onPage("zoomscreen shows what is around the hero, and goes with him", {}, async (page) => {
  await page.goto(`/${address}`);
  const view = () => page.locator(".stage svg.board").getAttribute("viewBox");
  await is(page, view, "0 0 200 120");
  await page.keyboard.press("ArrowRight");
  await is(page, view, "40 0 200 120");
});

onPage("a game sounds as its numbers say, once sounds are asked for", {}, async (window) => {
  const page = await window.context().newPage();
  await page.addInitScript(() => {
    const heard = /** @type {string[]} */ ([]);
    /** @type {any} */ (globalThis).heard = heard;
    for (const kind of /** @type {const} */ (["OscillatorNode", "AudioBufferSourceNode"])) {
      const plain = /** @type {any} */ (globalThis[kind]);
      /** @type {any} */ (globalThis)[kind] = class extends plain {
        start(/** @type {number} */ when) {
          heard.push(kind === "OscillatorNode" ? this.type : "noise");
          super.start(when);
        }
      };
    }
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (globalThis).heard.splice(0));
  await page.goto(`/${address}`);
  await page.locator("main.table svg.board .pieces > *").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await is(page, () => moves(page).then(({ length }) => length), 1);
  assert.deepEqual(await heard(), []);
  await page.getByRole("button", { name: "Sound", exact: true }).click();
  await heard();
  await page.keyboard.press("z");
  await is(page, () => moves(page), []);
  // A seed that ends in 00 is a coin, 06 a tick, 35 a jump.
  await until(page, heard, (all) => all.join() === "square", "undo");
  await page.keyboard.press("ArrowRight");
  await until(page, heard, (all) => all.join() === "square,square", "a kick, and what moves");
  await page.close();
});

onPage("the editor: an example, painting on the board, and the rules that acted", {}, async (page) => {
  await page.goto("/");
  await page
    .locator('section[data-family="puzzlescript"]')
    .getByRole("button", { name: "Write a game" })
    .click();
  const source = page.getByLabel("Source", { exact: true });
  await page.locator(".running svg.board").waitFor();
  const before = await source.inputValue();
  await page.getByLabel("Examples").selectOption({ label: "Ice Rink" });
  await matches(page, () => source.inputValue(), /^title Ice Rink/);
  await page.getByRole("button", { name: "Undo edit" }).click();
  await is(page, () => source.inputValue(), before);
  await source.fill(FALL);
  await says(page, ".solution", /^Shortest: 1 move\./);
  const address = page.url();
  const board = page.locator(".running svg.board");
  await page.locator('.brushes input[value="#"]').check({ force: true });
  const box = await board.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x, box.y];
  const [across, down] = [box.width / 10, box.height / 8];
  // A stroke over two cells.
  await page.mouse.move(x + 7.5 * across, y + 2.5 * down);
  await page.mouse.down();
  await is(page, () => source.inputValue(), FALL.replace("####.....#", "####...#.#"));
  // Whoever takes his time on the way has the same board under the brush.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await page.mouse.move(x + 8.5 * across, y + 2.5 * down, { steps: 5 });
  await page.mouse.up();
  await is(page, () => source.inputValue(), FALL.replace("####.....#", "####...###"));
  await is(page, async () => page.url() === address, false);
  await page.getByRole("button", { name: "Undo edit" }).click();
  await is(page, () => source.inputValue(), FALL);
  // Keys still play, once the game is the one that is written.
  await is(page, async () => page.url(), address);
  await page.getByRole("button", { name: "Play the solution" }).waitFor();
  await is(page, () => page.locator(".running[aria-busy]").count(), 0);
  await board.focus();
  await page.keyboard.press("ArrowRight");
  await says(page, ".running .acted", /Rules that acted:/);
  const lines = FALL.split("\n");
  const line = 1 + lines.indexOf("[ stationary Ball ] -> [ down Ball ] again");
  await page
    .locator(".running .acted")
    .getByRole("button", { name: `Line ${line}` })
    .click();
  const selected = await source.evaluate((area) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (area);
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(selected, lines[line - 1]);
});

onPage("the sheet of keys names those that play, take back and begin anew", {}, async (page) => {
  await table(page, "ice-rink");
  await page.locator("svg.board[tabindex]").focus();
  await page.keyboard.press("?");
  const keys = page.locator("dialog .keys").first();
  await is(page, () => keys.locator("dt").allInnerTexts(), [
    "↑ / w",
    "← / a",
    "↓ / s",
    "→ / d",
    "Z / ⌫",
    "R",
  ]);
  await page.keyboard.press("Escape");
  // Who has chosen a language with the pointer goes on with the keys of the game.
  const languages = page.locator(".bar select");
  await languages.click();
  await languages.selectOption("ja");
  await is(page, () => page.evaluate(() => document.activeElement?.matches("svg.board")), true);
  await page.keyboard.press("d");
  await hasLine(page, ["r"]);
});
