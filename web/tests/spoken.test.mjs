// What those hear who listen to the page: each change once, as it is, and nothing that holds no longer.

import assert from "node:assert/strict";
import { play } from "./hands.mjs";
import { ask, hasLine, is, matches, onPage, press, resumed, says, table } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** On the left an enemy comes along. */
const MAZE = "puzzle = 'pacman'\ntime = 30\nboard = '''\n#######\n#V....#\n#.#.#.#\n#...@.#\n#######'''\n";

/** What the status says, to those who listen. @param {Page} page */
const spoken = (page) => page.locator(".live").innerText();

/** Notes from now on all that the page announces. @param {Page} page */
async function listen(page) {
  await page.evaluate(() => {
    /** @type {string[]} */
    const heard = [];
    Object.assign(window, { heard });
    for (const element of document.querySelectorAll("main.table :is([role=alert], [role=status])")) {
      // Of what is not atomic, only what is new is read out.
      const whole = element.getAttribute("aria-atomic") !== "false";
      const fresh = (/** @type {MutationRecord[]} */ records) =>
        records
          .flatMap(({ target, addedNodes }) => (addedNodes.length > 0 ? [...addedNodes] : [target]))
          .map((node) => (node === element ? "" : node.textContent))
          .join(" ")
          .trim();
      let last = element.textContent ?? "";
      new MutationObserver((records) => {
        const text = whole ? (element.textContent ?? "") : fresh(records);
        if (text !== last && text !== "") heard.push(text);
        last = text;
      }).observe(element, { childList: true, characterData: true, subtree: true });
    }
  });
  return () => page.evaluate(() => /** @type {any} */ (window).heard);
}

onPage("a move of Rush Hour is told without what is always so", {}, async (page) => {
  const instance = "rush-side-street";
  const { line } = await ask("solve", { instance });
  await table(page, instance);
  await play(page, instance, [], line[0]);
  await hasLine(page, line.slice(0, 1));
  await matches(page, () => spoken(page), /^the [a-z ]+ (car|truck) \d? ?(left|right|up|down)$/);
});

onPage("undo and redo are told, with what has changed", {}, async (page) => {
  await table(page, "peg-central");
  await play(page, "peg-central", [], "d2-d4");
  await is(page, () => spoken(page), "d2→d4. pegs: 31");
  await press(page, "Undo");
  await is(page, () => spoken(page), "Undone: d2→d4. pegs: 32");
  await press(page, "Redo");
  await is(page, () => spoken(page), "Redone: d2→d4. pegs: 31");
  await press(page, "Restart");
  await is(page, () => spoken(page), "At the start. pegs: 32");
  await page.locator("header.bar select").selectOption("ja");
  await press(page, "一手進める");
  await is(page, () => spoken(page), "d2→d4 をもう一度進めました。ペグ 31 本");
  await press(page, "一手戻す");
  await matches(page, () => spoken(page), /^d2→d4 を取り消しました/);
  await page.locator("header.bar select").selectOption("zh");
  await press(page, "重做");
  await matches(page, () => spoken(page), /^已重做 d2→d4/);
  await press(page, "撤销");
  await matches(page, () => spoken(page), /^已撤销 d2→d4/);
});

onPage("what was said to be lost is not said any more when the move is taken back", {}, async (page) => {
  await table(page, "sokoban-two", []);
  await page.locator("svg.board").focus();
  await page.keyboard.press("ArrowUp");
  await hasLine(page, ["c3-c2"]);
  await is(page, () => spoken(page), "There is no solution from here.");
  await page.keyboard.press("u");
  await hasLine(page, []);
  await matches(page, () => spoken(page), /^Undone: c3→c2/);
});

onPage("turning and flipping are told", {}, async (page) => {
  await table(page, "katamino:PUY");
  const { scene } = await ask("position", { instance: "katamino:PUY" });
  await page.locator("svg.board").focus();
  const box = await page.locator(".stage .pieces > .piece").nth(0).locator(".body").boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + 4, box.y + 4);
  await page.locator(".carried").waitFor({ state: "attached" });
  assert.equal(scene.pieces[0].name, "P");
  const name = "the orange P";
  const before = await spoken(page);
  assert.equal(before, `${name} in hand`);
  await page.keyboard.press("r");
  await is(page, () => spoken(page), `${name} turned: 3 by 2`);
  await press(page, "Turn");
  await is(page, () => spoken(page), `${name} turned: 2 by 3`);
  await press(page, "Flip");
  await is(page, () => spoken(page), `${name} flipped: 2 by 3`);
});

onPage("the end is announced once", {}, async (page) => {
  for (const [instance, end] of /** @type {[string, RegExp][]} */ ([
    ["tiles-five", /nobody can do better/],
    ["katamino:PUY", /Solved!/],
  ])) {
    const { line } = await ask("solve", { instance });
    await resumed(page, instance, line.slice(0, -1));
    const heard = await listen(page);
    await play(page, instance, line.slice(0, -1), line[line.length - 1]);
    await says(page, ".message.solved", end);
    await is(
      page,
      async () => (await heard()).filter((text) => /Solved|moves ·|pieces ·/.test(text)).length,
      1,
    );
    // The move itself is told, too.
    assert.ok((await heard()).some((/** @type {string} */ text) => !/Solved/.test(text)));
  }
});

onPage("how a game was lost is announced once", {}, async (page) => {
  await resumed(page, MAZE, ["h", "h"]);
  const heard = await listen(page);
  await play(page, MAZE, ["h", "h"], "h");
  await says(page, ".message.wrong", /^Caught at time 3/);
  await is(page, async () => (await heard()).filter((text) => /caught/i.test(text)).length, 1);
  // The move itself is told, too.
  await matches(page, () => spoken(page), /^left\. t = 3/i);
});

onPage("nobody is to move when the armies have changed places", {}, async (page) => {
  const instance = "tank-change";
  const { line } = await ask("solve", { instance });
  await resumed(page, instance, line.slice(0, -1));
  await says(page, ".caption", /to move$/);
  await play(page, instance, line.slice(0, -1), line[line.length - 1]);
  await says(page, ".message.solved", /Solved/);
  await is(page, () => page.locator(".caption").innerText(), "");
  await press(page, "Undo");
  await says(page, ".caption", /to move$/);
  await matches(page, () => spoken(page), /^Undone: \d+→\d+\. (Red|Blue) to move$/);
});
