// What goes wrong around the page is said, with what can be done: no answer, no room to keep what is played.

import { play } from "./hands.mjs";
import { is, link, onPage, press, says, table } from "./support.mjs";

onPage(
  "a puzzle that cannot be opened is tried again with a button",
  { refusals: true, served: true },
  async (page) => {
    let away = true;
    await page.route("**/api/**", (route) => (away ? route.abort() : route.continue()));
    await page.goto(`/${link("tiles-five")}`);
    await says(page, ".failure .message", /^There is no answer from the server/);
    await press(page, "Try again");
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
    away = false;
    await press(page, "Try again");
    await says(page, ".watch [role=status]", /^All \d+ positions/);
    await is(page, () => page.locator("canvas.map").isVisible(), true);
    await page.unroute("**/api/map");
  },
);

onPage("that nothing can be kept is said once, and with the results", {}, async (page) => {
  await page.goto("/icon.svg");
  await page.context().addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await table(page, "tiles-fifteen-easy");
  await play(page, "tiles-fifteen-easy", [], "8");
  await says(page, ".message", /^The storage of this browser is full or blocked/);
  await play(page, "tiles-fifteen-easy", ["8"], "8");
  await is(page, () => page.locator(".message").innerText(), "");
  await page.locator(".back").click();
  await press(page, "My results");
  await says(page, "dialog", /The storage of this browser is full or blocked/);
});
