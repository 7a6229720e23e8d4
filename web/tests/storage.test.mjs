// What goes wrong around the page is said, with what can be done: no answer, no room to keep what is played.

import assert from "node:assert/strict";
import { play } from "./hands.mjs";
import { hasLine, is, link, onPage, press, says, table } from "./support.mjs";

onPage(
  "a puzzle that cannot be opened is tried again with a button",
  { refusals: true, served: true },
  async (page) => {
    let away = true;
    await page.route("**/api/**", (route) => (away ? route.abort() : route.continue()));
    await page.goto(`/${link("tiles-five")}`);
    await says(page, ".failure .message", /^There is no answer from the server/);
    const before = await page.locator("main.failure").elementHandle();
    await press(page, "Try again");
    await before?.waitForElementState("hidden");
    await says(page, ".failure .message", /^There is no answer from the server/);
    away = false;
    await press(page, "Try again");
    await says(page, "h1", /Five/);
    await page.unroute("**/api/**");
  },
);

onPage(
  "a map that does not come is tried again with a button",
  { refusals: true, served: true },
  async (page) => {
    let away = true;
    await page.route("**/api/map", (route) => (away ? route.abort() : route.continue()));
    await table(page, "tiles-five");
    await press(page, "Map");
    await says(page, ".watch [role=status]", /^There is no answer from the server/);
    await is(page, () => page.locator("canvas.map").isVisible(), false, "no black square");
    // What needs a map is not there, and the way back is.
    const buttons = () => page.locator(".watch button:visible").allInnerTexts();
    await is(page, buttons, ["Back to my game", "Try again"]);
    away = false;
    await press(page, "Try again");
    await says(page, ".watch [role=status]", /^All \d+ positions/);
    await is(page, () => page.locator("canvas.map").isVisible(), true);
    await is(page, buttons, ["Back to my game", "＋", "－", "Save picture"]);
    await page.unroute("**/api/map");
  },
);

onPage("that nothing can be kept is said as long as it is so", { fresh: true }, async (page) => {
  await page.goto("/icon.svg");
  await page.context().addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const FULL = /^The storage of this browser is full or blocked/;
  await table(page, "tiles-fifteen-easy");
  await says(page, ".side .unkept", FULL);
  await play(page, "tiles-fifteen-easy", [], "8");
  await hasLine(page, ["8"]);
  await play(page, "tiles-fifteen-easy", ["8"], "8");
  await hasLine(page, ["8", "8"]);
  await says(page, ".side .unkept", FULL);
  for (let visit = 0; visit < 2; visit++) {
    await page.goto("about:blank");
    await page.goto("/");
    await says(page, ".mine .unkept", FULL);
    await press(page, "My results");
    await says(page, "dialog", /The storage of this browser is full or blocked/);
    assert.doesNotMatch(await page.locator("dialog").innerText(), /Kept on this device/);
  }
});

onPage(
  "storage that others have filled is said to be full, until there is room",
  { fresh: true },
  async (page) => {
    const FULL = /^The storage of this browser is full or blocked/;
    await page.goto("/icon.svg");
    await page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size /= 2)
        for (let at = 0; at < 2; at++)
          try {
            localStorage.setItem(`other-${size}-${at}`, "x".repeat(size));
          } catch {}
    });
    await table(page, "tiles-fifteen-easy");
    await play(page, "tiles-fifteen-easy", [], "8");
    await hasLine(page, ["8"]);
    await says(page, ".side .unkept", FULL);
    await page.reload();
    await says(page, ".side .unkept", FULL);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("other-")) localStorage.removeItem(key);
    });
    await press(page, "Undo");
    await hasLine(page, []);
    await is(page, () => page.locator(".side .unkept").innerText(), "");
    await page.goto("/#");
    await press(page, "My results");
    await says(page, "dialog", /Kept on this device only/);
  },
);
