// Files with several levels, cells drawn with sprites, and what a puzzle itself says: games of PuzzleScript.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { hasLine, hint, is, matches, onPage, press, says, table } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const EVIL = "<img src=x onerror=hacked=1>";
/** Names have no spaces. */
const NAME = "<img/src=x/onerror=hacked=1>";

/**
 * A corridor: a sign to walk into, a goal to walk onto, and messages around two levels.
 * @param {{sign?: string, text?: string, rule?: string}} [names]
 */
const game = ({ sign = "Sign", text = "Keep off", rule = "" } = {}) => `title ${text}
author ${text}

========
OBJECTS
========
Background
#112233

${sign}
#ff0000 #00ff00
00000
0...0
0.1.0
0...0
00000

Goal
Yellow

Player
Blue
.....
.000.
.000.
.000.
.....

=======
LEGEND
=======
. = Background
S = ${sign}
G = Goal
P = Player

======
SOUNDS
======

================
COLLISIONLAYERS
================
Background
Goal
Player, ${sign}

=====
RULES
=====
[ > Player | ${sign} ] -> [ Player | ${sign} ] message ${text}
[ > Player | Goal ] -> [ > Player | Goal ] message Nearly: ${text}
${rule}

=============
WINCONDITIONS
=============
All Player on Goal

======
LEVELS
======
message Welcome: ${text}

SP.G

message Once more

.PG

message Thank you
`;

/** @param {string} text */
const packed = (text) => deflateRawSync(text).toString("base64url");

/** Opens a text. @param {Page} page @param {string} text */
async function open(page, text) {
  await page.goto("about:blank");
  await page.goto(`/#file=${packed(text)}`);
  await page.locator("main.table").waitFor();
}

/** The colours that are drawn in a cell, from the lowest. @param {Page} page @param {At} cell row and column */
const colours = (page, [row, column]) =>
  page
    .locator(".stage .stacks path")
    .evaluateAll(
      (paths, corner) =>
        paths
          .filter((path) => path.getAttribute("d")?.includes(`M${corner}m`))
          .map((path) => path.getAttribute("fill")),
      `${40 * column} ${40 * row}`,
    );

onPage("cells are drawn with the sprites that lie on them", {}, async (page) => {
  await open(page, game());
  assert.deepEqual(await colours(page, [0, 0]), ["#112233", "#ff0000", "#00ff00"]);
  assert.deepEqual(await colours(page, [0, 2]), ["#112233"]);
  assert.equal(await page.locator(".stage .piece").count(), 0);
  await page.keyboard.press("ArrowRight");
  await hasLine(page, ["r"]);
  assert.deepEqual(await colours(page, [0, 2]), ["#112233", "#1d57f7"]);
  await press(page, "Share");
  const saved = async (/** @type {RegExp} */ button) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    return readFile(await (await download).path(), "utf8");
  };
  assert.match(await saved(/^Board as SVG/), /rgb\(255, 0, 0\)|#ff0000/);
  // In the replay the player is in a cell for one move only, and the sign is always there.
  const replay = await page.evaluate(
    (text) => {
      const groups = [
        ...new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("g > g > g"),
      ];
      return groups.map((group) => group.querySelectorAll("animate").length);
    },
    await saved(/^Replay as SVG/),
  );
  assert.deepEqual(replay, [0, 0, 1, 1, 0]);
});

onPage("what a game says is shown as it is, until the next move", {}, async (page) => {
  await open(page, game());
  const said = page.locator(".said p");
  await is(page, () => said.allInnerTexts(), ["Welcome: Keep off"]);
  assert.equal(await said.getAttribute("lang"), "");
  // A sign that is read is no move.
  await page.keyboard.press("ArrowLeft");
  await says(page, ".message", /Keep off/);
  await hasLine(page, []);
  await page.keyboard.press("ArrowRight");
  await is(page, () => said.allInnerTexts(), []);
  // As players of these games expect.
  for (const [key, line] of /** @type {const} */ ([
    ["z", []],
    ["d", ["r"]],
    ["r", []],
    ["D", ["r"]],
  ])) {
    await page.keyboard.press(key);
    await hasLine(page, [...line]);
  }
  await page.keyboard.press("ArrowRight");
  await is(page, () => said.allInnerTexts(), ["Nearly: Keep off"]);
  await page.locator(".said button").click();
  await is(page, () => said.allInnerTexts(), []);
  await press(page, "Next level");
  await is(page, () => said.allInnerTexts(), ["Once more"]);
  await page.keyboard.press("ArrowRight");
  await is(page, () => said.allInnerTexts(), ["Nearly: Keep off", "Thank you"]);
});

onPage("levels are numbers to go to, and those solved are marked", {}, async (page) => {
  await table(page, "ice-rink");
  await says(page, "h1", /^Ice Rink · Level 1$/);
  await says(page, ".objective", /lantern/);
  await is(page, () => page.locator(".levels button").allInnerTexts(), ["1", "2", "3", "4", "5"]);
  await press(page, "Give up");
  const shown = page.locator(".replay .moves button");
  await is(page, () => shown.count(), 5);
  const line = await shown.allInnerTexts();
  await page.locator(".replay .done").click();
  /** @type {Record<string, string>} */
  const keys = { "↑": "ArrowUp", "↓": "ArrowDown", "←": "ArrowLeft", "→": "ArrowRight" };
  for (const [at, move] of line.entries()) {
    await page.keyboard.press(keys[move]);
    await is(page, () => page.locator(".side ol.line:not(.moves) button.move").count(), at + 1);
  }
  // The library says of each level what is best.
  await page.locator(".star.won").nth(2).waitFor();
  await page.locator(".level.solved").waitFor();
  await press(page, "Next level");
  await says(page, "h1", /Level 2$/);
  await matches(page, async () => page.url(), /puzzle=ice-rink&level=2$/);
  assert.equal(await page.locator(".level[aria-current]").innerText(), "2");
  await hint(page);
  await says(page, ".message.hint", /[↑↓←→]/);
  await page.goto("/#");
  await says(page, '[data-family="puzzlescript"]', /✓ 1 of 5 solved/);
});

onPage("a level that is only played says why nothing is proved", {}, async (page) => {
  await open(page, game({ rule: "random [ Player Goal ] -> [ Player ]" }));
  await page.keyboard.press("ArrowRight");
  await hasLine(page, ["r"]);
  await press(page, "Hint");
  await says(page, ".message", /rule on line \d+ is random/);
  await press(page, "Give up");
  await says(page, ".message", /is random/);
});

onPage("titles, objects and messages of a game are text", { refusals: true }, async (page) => {
  const harmless = async () =>
    assert.deepEqual(
      await page.evaluate(() => ({
        images: document.images.length,
        handlers: document.querySelectorAll("[onerror], body script, svg script").length,
        hacked: "hacked" in window,
      })),
      { images: 0, handlers: 0, hacked: false },
    );
  await open(page, game({ text: EVIL }));
  await says(page, ".said", /<img/);
  await page.keyboard.press("ArrowLeft");
  await says(page, ".message", /<img/);
  await matches(page, () => page.title(), /<img/);
  await page.getByRole("tab", { name: "This puzzle" }).click();
  await is(page, () => page.locator(".side .source").innerText(), EVIL);
  await press(page, "Share");
  await harmless();
  // No object can be called so, and the refusal quotes it.
  for (const text of [game({ rule: `[ ${NAME} ] -> [ ]` }), game().replace("S = Sign", `S = ${NAME}`)]) {
    await page.goto("about:blank");
    await page.goto(`/#file=${packed(text)}`);
    await says(page, ".failure", /<img/);
    await harmless();
  }
});
