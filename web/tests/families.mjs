// A puzzle of each family, and what to try with it.

/**
 * @typedef {object} Sample
 * @property {string} family
 * @property {string} instance
 * @property {(page: import("playwright-core").Page) => Promise<void>} open opens it in the library
 * @property {string} legal a first move
 * @property {(page: import("playwright-core").Page, scene: Scene) => Promise<void>} wrong tries an illegal move after
 *   it
 * @property {RegExp} why the message for the illegal move
 * @property {RegExp} hint the hint after the legal move
 * @property {RegExp} label the label of the line shown after giving up
 * @property {string} short a puzzle that is quickly solved
 * @property {RegExp} solved the message at the end of its solution
 */

import { drag } from "./hands.mjs";

/** @param {string} title */
const card = (title) => async (/** @type {import("playwright-core").Page} */ page) => {
  // A shelf shows only its first puzzles until one is looked for.
  await page.getByRole("searchbox").fill(title);
  await page.locator(".card", { hasText: title }).getByRole("button").click();
};

/** @type {Sample[]} */
export const SAMPLES = [
  {
    family: "tank-change",
    instance: "tank-change",
    open: card("Tank Change"),
    legal: "1-7",
    wrong: async (page, scene) => {
      await drag(page, scene, 3, [3, 3]);
      // The line of sight is drawn from one tank to the other.
      await page.locator(".stage .overlay .sight").waitFor({ state: "attached" });
    },
    why: /^On square 10 the enemy on square 7 would see it\.$/,
    hint: /^Best: \d+→\d+\. 17 moves left, then 16\./,
    label: /^The shortest way from here: 17 moves$/,
    short: "tank-change",
    solved: /nobody can do better[\s\S]*18 moves/,
  },
  {
    family: "sliding",
    instance: "heng-dao-li-ma",
    open: card("Blade Sideways, Horse Upright (Klotski)"),
    legal: "ir",
    wrong: (page, scene) => drag(page, scene, 1, [1, 1]),
    why: /^關羽 is in the way of 曹操\.$/,
    hint: /^Best: \p{L}+( at row \d, column \d)? \d?[←↓↑→]+\. 80 moves left, then 79\./u,
    label: /^The shortest way from here: 80 moves$/,
    short: "qian-hu-hou-yong",
    solved: /nobody can do better[\s\S]*22 moves/,
  },
  {
    family: "packing",
    instance: "katamino:PUY",
    open: async (page) => {
      await page.locator(".picker summary", { hasText: "Pick pieces" }).click();
      for (const piece of "PUY") await page.getByRole("checkbox", { name: piece, exact: true }).check();
      await page.getByRole("button", { name: "Play katamino:PUY" }).click();
    },
    legal: "P:1,2,3,4,5",
    wrong: (page, scene) => drag(page, scene, 1, [0, 0]),
    why: /^The pink U would lie on the orange P at row 1, column 1\.$/,
    hint: /^The light blue Y leads to a solution\./,
    label: /^A solution from here$/,
    short: "katamino:PUY",
    solved: /^Solved![\s\S]*3 pieces/,
  },
  {
    family: "pacman",
    instance: "pacman-lv1",
    open: card("DevQuiz Pac-Man, level 1"),
    legal: "h",
    wrong: (page) => page.keyboard.press("ArrowDown"),
    why: /^At time 1 there is a wall in the way\.$/,
    hint: /^Best: (←|↓|↑|→|stay)\. Score 41, and no play scores more\./,
    label: /^The best play from here: score 41$/,
    short: "pacman-lv1",
    solved: /^Solved[\s\S]*score 41[\s\S]*37 moves/,
  },
  {
    family: "peg-solitaire",
    instance: "peg-central",
    open: card("Central Game"),
    legal: "d2-d4",
    wrong: (page, scene) => drag(page, scene, 0, [2, 3]),
    why: /^A peg jumps over a neighbour into the empty hole behind it\.$/,
    hint: /^\w+→\w+ leads to a solution\./,
    label: /^A solution from here$/,
    short: "peg-cross",
    solved: /^Solved![\s\S]*5 jumps/,
  },
  {
    family: "sokoban",
    instance: "sokoban-two",
    open: card("Two Boxes"),
    legal: "d3-d4",
    wrong: (page, scene) => drag(page, scene, 1, [2, 3]),
    why: /^The man pushes a box by one cell: he must be able to get behind it, and the cell ahead must be free\.$/,
    hint: /^Best: \w+→\w+\. 2 pushes left, then 1\./,
    label: /^The shortest way from here: 2 pushes$/,
    short: "sokoban-two",
    solved: /nobody can do better[\s\S]*3 pushes/,
  },
  {
    family: "sliding-tiles",
    instance: "tiles-fifteen-easy",
    open: card("Fifteen Tiles, Easy"),
    legal: "8",
    wrong: (page, scene) => drag(page, scene, 12, [1, 2]),
    why: /^Only a tile beside the gap slides, and only into the gap\.$/,
    hint: /^Best: \d+ [←↓↑→]\. 21 moves left, then 20\./,
    label: /^The shortest way from here: 21 moves$/,
    short: "tiles-five",
    solved: /nobody can do better[\s\S]*10 moves/,
  },
];
