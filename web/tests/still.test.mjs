// A still table: whatever is said, shown or opened, the board and what is done on it stay where they are, and no text is
// cut.

import assert from "node:assert/strict";
import { SAMPLES } from "./families.mjs";
import { play } from "./hands.mjs";
import { covered, cut, places } from "./places.mjs";
import { ask, hasLine, hint, is, link, onPage, press, resumed, says, table } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const SIDEWAYS = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };
const SCREENS = Object.entries({ desktop: DESKTOP, phone: PHONE, "phone on its side": SIDEWAYS });

for (const [screen, options] of SCREENS)
  for (const { family, instance, legal, wrong, short } of SAMPLES) {
    // On its side a phone has all families alike.
    if (options === SIDEWAYS && family !== "packing") continue;
    onPage(`${family}, ${screen}: nothing moves but pieces`, options, async (page) => {
      await table(page, instance);
      const before = await places(page);
      assert.equal(before.length, 6);
      const still = async (/** @type {string} */ when) => {
        assert.deepEqual(await places(page), before, when);
        assert.deepEqual(await covered(page), [], when);
      };
      await play(page, instance, [], legal);
      await hasLine(page, [legal]);
      await still("after a move");
      const { scene } = await ask("position", { instance, line: [legal] });
      await wrong(page, scene);
      await says(page, ".message.wrong", /./);
      await still("after what is refused");
      await hint(page);
      await says(page, ".message.hint", /./);
      await still("with a hint");
      await press(page, "Undo");
      await hasLine(page, []);
      await press(page, "Redo");
      await hasLine(page, [legal]);
      await still("after Undo and Redo");
      await press(page, "Give up");
      await says(page, ".replay .where", /\d/);
      await still("with a replay");
      await press(page, "Back to my game");
      await press(page, "Watch the search");
      await page.locator(".watch").waitFor();
      await still("with a search");
      await press(page, "Back to my game");
      for (const tab of ["Look", "This puzzle", "Moves"]) {
        await page.getByRole("tab", { name: tab }).click();
        await still(tab);
      }
      const { line } = await ask("solve", { instance: short });
      await resumed(page, short, line.slice(0, -1));
      const open = await places(page);
      await play(page, short, line.slice(0, -1), line[line.length - 1]);
      await says(page, ".message.solved", /./);
      assert.deepEqual(await places(page), open, "when it is solved");
      const under = await covered(page);
      // The game is over: its keys have nothing to do.
      assert.deepEqual(
        under.filter((what) => what !== "caption" && !what?.startsWith("key")),
        [],
        "when it is solved",
      );
    });
  }

onPage(
  "the board and the actions stay in sight while the panel is read to its end",
  DESKTOP,
  async (page) => {
    const { line } = await ask("solve", { instance: "heng-dao-li-ma" });
    await page.setViewportSize({ width: 1280, height: 520 });
    await resumed(page, "heng-dao-li-ma", line.slice(0, 40));
    await hasLine(page, line.slice(0, 40));
    await page.mouse.move(1100, 300);
    await page.mouse.wheel(0, 5000);
    await is(page, () => page.evaluate(() => scrollY > 0), true);
    const seen = (/** @type {string} */ selector) =>
      page.locator(selector).evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight + 1;
      });
    for (const part of [".stage > .board", ".acts"]) await is(page, () => seen(part), true, part);
  },
);

onPage("a phone: the pages are in a sheet that is opened, changed and closed", PHONE, async (page) => {
  await table(page, "heng-dao-li-ma");
  const seen = () => page.locator(".page:visible").evaluateAll((all) => all.map(({ id }) => id));
  const tap = (/** @type {string} */ name) => page.getByRole("tab", { name }).tap();
  assert.deepEqual(await seen(), []);
  await tap("Look");
  await is(page, seen, ["page-look"]);
  await tap("This puzzle");
  await is(page, seen, ["page-about"]);
  await tap("This puzzle");
  await is(page, seen, []);
  await tap("Moves");
  await is(page, seen, ["page-moves"]);
  await page.getByRole("button", { name: "Close" }).tap();
  await is(page, seen, []);
  // There is no keyboard of which to know the keys.
  await tap("This puzzle");
  await is(page, () => page.getByRole("button", { name: "Keys" }).isVisible(), false);
  await page.keyboard.press("Escape");
  await is(page, seen, []);
});

onPage("arrow keys go from tab to tab, and no piece moves", {}, async (page) => {
  await table(page, "tiles-fifteen-easy");
  await page.getByRole("tab", { name: "Moves" }).click();
  await page.keyboard.press("ArrowRight");
  await is(page, () => page.evaluate(() => document.activeElement?.id), "tab-look");
  await page.locator("#page-look").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await is(page, () => page.evaluate(() => document.activeElement?.id), "tab-about");
  await hasLine(page, []);
});

onPage("what cannot be used is not shown", {}, async (page) => {
  const shown = async (/** @type {string} */ name) => {
    await page.getByRole("tab", { name: "Look" }).click();
    return page.getByRole("button", { name, exact: true }).isVisible();
  };
  await table(page, "heng-dao-li-ma");
  assert.deepEqual([await shown("Map"), await shown("Graph")], [true, false], "nothing is played");
  await table(page, "heng-dao-li-ma", ["ir"]);
  await hasLine(page, ["ir"]);
  assert.equal(await shown("Graph"), true);
  await table(page, "katamino:PUY", ["P:1,2,3,4,5"]);
  await hasLine(page, ["P:1,2,3,4,5"]);
  assert.equal(await shown("Graph"), false, "all solutions cost alike");
});

/** From a small phone to a large screen; 640 by 400 is a window of 1280 by 800 at 200 %. */
const SIZES = [
  [320, 640],
  [360, 740],
  [844, 390],
  [640, 400],
  [1280, 800],
  [1920, 1080],
];

for (const lang of ["en", "ja", "zh"])
  onPage(`${lang}: no text is cut, from 320 to 1920 pixels, on its side, and at 200 %`, {}, async (page) => {
    const faults = [];
    await page.goto("/icon.svg");
    await page.evaluate((lang) => localStorage.setItem("tejun-lang", lang), lang);
    for (const { instance, legal } of SAMPLES) {
      await page.goto("about:blank");
      await page.goto(`/${link(instance, [legal])}`);
      await hasLine(page, [legal]);
      await page.locator("button.hint").click();
      await says(page, ".message.hint", /./);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const tab of ["moves", "look", "about"]) {
          await page.locator(`#tab-${tab}`).click();
          for (const fault of await cut(page)) faults.push(`${instance} ${tab} ${width}x${height}: ${fault}`);
        }
      }
    }
    assert.deepEqual(faults, []);
  });
