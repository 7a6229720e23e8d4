// Only what can be moved is taken up, by mouse, finger and keys. What cannot is shaken and says why; and a press on another
// piece chooses that.

import assert from "node:assert/strict";
import { finger } from "./fingers.mjs";
import { drag, grip } from "./hands.mjs";
import { walk } from "./keys.mjs";
import { ask, hasLine, is, onPage, press, says, table } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const TOUCH = { hasTouch: true };
const PACKING = "puzzle = 'packing'\npieces = 'PU'\nboard = '''\nooooo\nooooo'''\n";
const TANKS = "puzzle = 'tank-change'\nroads = 'both'\nfirst = 'B'\nboard = '''\nAo\noo\noo\noB'''\n";
/** One of the boxes is in a corner. */
const BOXES = "puzzle = 'sokoban'\nboard = '''\n######\n#@ $.#\n#    #\n#$  .#\n######'''\n";

const CARS = "puzzle = 'sliding'\naxis = 'long'\nboard = '''\nA.....\nA.CC..\n..DD..\n......'''\n";

/** Presses a piece. @type {Record<string, (page: Page, scene: Scene, piece: number) => Promise<void>>} */
const INPUTS = {
  mouse: async (page, scene, piece) => {
    const { x, y } = await grip(page, scene, piece);
    await page.mouse.click(x, y);
  },
  touch: async (page, scene, piece) => finger(page, [await grip(page, scene, piece)]),
  keys: async (page, scene, piece) => {
    await page.locator("svg.board").focus();
    await walk(page, scene, scene.pieces[piece].cells[0]);
    await page.keyboard.press("Enter");
  },
};

/** The inputs that take up pieces: where arrow keys play, keys do not. @param {Scene} scene */
const inputs = (scene) => Object.entries(INPUTS).filter(([input]) => input !== "keys" || !scene.arrows);

/** The pieces that have a move, and those that have none. @param {string} instance @param {string[]} line */
async function sorted(instance, line) {
  const { scene, choices } = await ask("position", { instance, line });
  const ways = (/** @type {number} */ piece) =>
    choices.filter((/** @type {Choice} */ choice) => choice.piece === piece).length;
  const goes = (/** @type {number} */ piece) => ways(piece) > 0 || scene.pieces[piece].played !== null;
  const all = /** @type {number[]} */ ([...scene.pieces.keys()]).filter(
    (piece) => scene.arrows !== "walk" || scene.pieces[piece].role !== "hero",
  );
  return { scene, ways, free: all.filter(goes), stuck: all.filter((piece) => !goes(piece)) };
}

/** @param {Page} page @param {number} count */
const held = (page, count) => is(page, () => page.locator(".carried").count(), count, "what is in hand");

/** Forgets what was said and shown. @param {Page} page */
const forget = (page) =>
  page.evaluate(() => {
    document.querySelector(".message")?.replaceChildren();
    for (const shaken of document.querySelectorAll(".shaken")) shaken.classList.remove("shaken");
  });

onPage("a board that is taken meanwhile does not answer the press", {}, async (page) => {
  const instance = "heng-dao-li-ma";
  const { scene, stuck } = await sorted(instance, []);
  await table(page, instance);
  const { x, y } = await grip(page, scene, stuck[0]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.keyboard.press("m");
  await page.locator(".panel canvas").waitFor();
  await page.mouse.up();
  // Whatever the press would have been answered, it would be there by now.
  await ask("solve", { instance: "tiles-five" });
  await is(page, () => page.locator(".message").innerText(), "");
});

for (const [name, instance, line, why] of /** @type {[string, string, string[], RegExp][]} */ ([
  ["sliding blocks", "heng-dao-li-ma", [], /^\p{L}+( at row \d, column \d)? is in the way of \p{L}+\.$/u],
  [
    "Rush Hour",
    "rush-side-street",
    [],
    /^The [a-z ]+ (car|truck) is in the way of the [a-z ]+ (car|truck)\.$/,
  ],
  ["sliding tiles", "tiles-fifteen-easy", [], /^Only a tile beside the gap slides/],
  ["Tank Change", "tank-change", [], /^The tank on square \d+ is in the way\.$|^It is (Red|Blue)'s turn/],
  ["Tank Change, no move left", TANKS, ["8-6"], /would see it\.$|^It is (Red|Blue)'s turn/],
  ["pegs", "peg-central", [], /^A peg jumps over a neighbour/],
  ["a tray", PACKING, ["P:2,3,4,7,8"], /^The pink U fits nowhere\.$/],
  ["boxes", BOXES, [], /^The man pushes a box/],
]))
  onPage(`${name}: a piece that cannot be moved is not taken up, and says why`, TOUCH, async (page) => {
    const { scene, stuck } = await sorted(instance, line);
    assert.ok(stuck.length > 0, "all can be moved");
    await table(page, instance, line);
    for (const [input, press] of inputs(scene))
      for (const piece of new Set([stuck[0], stuck[stuck.length - 1]])) {
        await forget(page);
        await press(page, scene, piece);
        await says(page, ".message.wrong", why);
        const shaken = page.locator(".stage .pieces > .piece").nth(piece);
        await is(page, () => shaken.evaluate((one) => one.classList.contains("shaken")), true, input);
        await held(page, 0);
        await hasLine(page, line);
      }
  });

for (const [name, instance, line] of /** @type {[string, string, string[]][]} */ ([
  ["sliding blocks", "heng-dao-li-ma", []],
  ["Rush Hour", CARS, []],
  ["Tank Change", "tank-change", []],
  ["pegs", "peg-central", []],
  ["a tray", "katamino:PUY", []],
  ["a tray and a board", "katamino:PUY", ["P:1,2,3,4,5"]],
  ["boxes", "sokoban-two", []],
]))
  onPage(`${name}: with a piece in hand, a press on another one chooses that`, TOUCH, async (page) => {
    const { scene, ways, free, stuck } = await sorted(instance, line);
    // A click moves what can go one way only, if it slides.
    const [one, other] = free.filter((piece) => ways(piece) !== 1 || scene.arrows || name === "pegs");
    assert.ok(other !== undefined, "there are not two that can be taken up");
    await table(page, instance, line);
    const lifted = () =>
      page
        .locator(".stage .pieces > .piece")
        .evaluateAll((all) => all.flatMap((one, at) => (one.classList.contains("lifted") ? [at] : [])));
    for (const [input, press] of inputs(scene)) {
      await forget(page);
      for (const piece of [one, other, one]) {
        await press(page, scene, piece);
        await is(page, lifted, [piece], input);
        await held(page, 1);
        await hasLine(page, line);
      }
      await is(page, () => page.locator(".message").innerText(), "", "nothing is refused");
      if (stuck.length === 0) await page.keyboard.press("Escape");
      else {
        // What cannot be moved puts it back, and says why.
        await press(page, scene, stuck[0]);
        await says(page, ".message.wrong", /./);
      }
      await held(page, 0);
      await hasLine(page, line);
    }
  });

onPage("a tile beside the gap goes with one click, whatever was clicked before", {}, async (page) => {
  const instance = "tiles-fifteen-easy";
  const { scene, free, stuck } = await sorted(instance, []);
  await table(page, instance);
  await INPUTS.mouse(page, scene, stuck[0]);
  await says(page, ".message.wrong", /^Only a tile beside the gap slides/);
  await INPUTS.mouse(page, scene, free[0]);
  await is(page, () => page.locator(".side ol.line:not(.moves) .move").count(), 1);
  await is(page, () => page.locator(".message").innerText(), "");
});

onPage("a piece that cannot be moved, dragged somewhere, says why it does not go there", {}, async (page) => {
  await table(page, "heng-dao-li-ma", ["ir"]);
  const { scene } = await sorted("heng-dao-li-ma", ["ir"]);
  await drag(page, scene, 1, [1, 1]);
  await says(page, ".message.wrong", /^關羽 is in the way of 曹操\.$/);
  await is(page, () => page.locator(".overlay .refused").count(), 1);
  await held(page, 0);
});

for (const [locale, undo, redo, why] of /** @type {[string, string, string, RegExp][]} */ ([
  ["en-US", "Undo", "Redo", /^No move is left here\. Take one back, or start again\./],
  ["ja-JP", "一手戻す", "一手進める", /^動かせる手がありません。一手戻すか、最初からやり直してください。/],
  ["zh-CN", "撤销", "重做", /^已经无路可走。请撤销一步或重来。/],
]))
  onPage(
    `${locale}: where no move is left the page says so, and takes one back`,
    { locale },
    async (page) => {
      const { standing, choices } = await ask("position", { instance: TANKS, line: ["8-6"] });
      assert.deepEqual([standing, choices], ["over", []]);
      await table(page, TANKS, ["8-6"]);
      await says(page, ".message.wrong", why);
      await page.locator(".message").getByRole("button", { name: undo, exact: true }).click();
      await hasLine(page, []);
      await is(page, () => page.locator(".message").innerText(), "");
      // It can be gone on with.
      await press(page, redo);
      await says(page, ".message.wrong", why);
      await page.goto("/");
      await page.locator(".row.on .chip").first().waitFor();
    },
  );
