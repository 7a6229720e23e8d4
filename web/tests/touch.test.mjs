// By touch: drags, taps, swipes and the buttons for the keys.

import { ends, finger } from "./fingers.mjs";
import { gesture, grip, spot } from "./hands.mjs";
import { hasLine, is, onPage, says, table } from "./support.mjs";

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

for (const [instance, drag, tap] of [
  ["heng-dao-li-ma", "ir", "ir"],
  ["tank-change", "1-7", "17-15"],
  ["katamino:PUY", "P:1,2,3,4,5", ""],
]) {
  onPage(`touch: ${instance}`, PHONE, async (page) => {
    await table(page, instance);
    await finger(page, await ends(page, instance, [], drag));
    await hasLine(page, [drag]);
    if (tap) {
      const [from, to] = await ends(page, instance, [drag], tap);
      await page.touchscreen.tap(from.x, from.y);
      await page.locator(".carried").waitFor({ state: "attached" });
      await page.touchscreen.tap(to.x, to.y);
      await hasLine(page, [drag, tap]);
    } else {
      // A finger can also take up a piece that lies, and the buttons turn it. Let go, it lies as before.
      const { scene } = await gesture(instance, [drag], "Y:6,9,11,12,15");
      const { x, y } = await grip(page, scene, 0);
      await page.touchscreen.tap(x, y);
      await page.locator(".carried").waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Turn", exact: true }).tap();
      await page.getByRole("button", { name: "Flip", exact: true }).tap();
      await page.getByRole("button", { name: "Put back", exact: true }).tap();
      await is(page, () => page.locator(".carried").count(), 0);
      await hasLine(page, [drag]);
    }
  });
}

onPage("touch: dragging a piece off the board again", PHONE, async (page) => {
  await table(page, "katamino:PUY", ["P:1,2,3,4,5"]);
  const { scene } = await gesture("katamino:PUY", ["P:1,2,3,4,5"], "Y:6,9,11,12,15");
  await page.locator("svg.board").scrollIntoViewIfNeeded();
  const from = await grip(page, scene, 0);
  const away = await spot(page, [0, -3]);
  await finger(page, [from, { x: Math.max(2, away.x), y: away.y }]);
  await hasLine(page, []);
});

onPage("touch: the pad and swipes", PHONE, async (page) => {
  await table(page, "pacman-lv1");
  await page.locator(".pad .key-left").tap();
  await hasLine(page, ["h"]);
  await page.locator(".pad .key-none").tap();
  await hasLine(page, ["h", "."]);
  await page.locator("svg.board").scrollIntoViewIfNeeded();
  const from = await spot(page, [5, 5]);
  await finger(page, [from, await spot(page, [5, 8])]);
  await hasLine(page, ["h", ".", "l"]);
  await finger(page, [from, await spot(page, [2, 5])]);
  await says(page, ".message.wrong", /wall/);
});
