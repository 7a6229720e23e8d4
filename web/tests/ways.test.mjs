// The way of somebody who comes for the first time, in every family: from the library over the first step to the first
// puzzle solved. Nothing but pieces moves on it, and no text is cut. With SHOTS, a folder, it takes pictures, and DARK and
// LANGUAGE say of what.

import assert from "node:assert/strict";
import { join } from "node:path";
import { play } from "./hands.mjs";
import { cut, places } from "./places.mjs";
import { ask, hasLine, onPage, says, server } from "./support.mjs";

const { SHOTS, DARK, LANGUAGE = "en", TEJUN_TESTS } = process.env;
const PHONE = { isMobile: true, hasTouch: true };
/** @type {[number, number, object][]} */
const SCREENS = [
  [360, 740, PHONE],
  [1280, 800, {}],
  [390, 844, PHONE],
  [844, 390, PHONE],
  [1920, 1080, {}],
];

for (const [width, height, kind] of SCREENS.slice(0, TEJUN_TESTS === "full" || SHOTS ? 5 : 2))
  onPage(
    `${width}x${height}: from the first visit to the first puzzle solved, in every family`,
    { ...kind, viewport: { width, height }, served: true, colorScheme: DARK ? "dark" : "light" },
    async (page, t) => {
      /** @type {Library} */
      const { families } = await (await fetch(`${await server()}api/library`)).json();
      const shelves = families.flatMap(({ shelves }) => shelves);
      assert.ok(shelves.length >= 9);
      for (const { name, title, first_steps } of shelves) {
        const [instance] = first_steps;
        const picture = async (/** @type {string} */ what) =>
          SHOTS && page.screenshot({ path: join(SHOTS, `${LANGUAGE}-${width}-${name}-${what}.png`) });
        const whole = async (/** @type {string} */ what) =>
          assert.deepEqual(await cut(page), [], `${name}, ${what}: what is cut`);
        await page.goto("/icon.svg");
        await page.evaluate((lang) => {
          localStorage.clear();
          localStorage.setItem("tejun-lang", lang);
        }, LANGUAGE);
        await page.goto("/");
        const said = title[/** @type {"en"} */ (LANGUAGE)];
        const step = page.locator(".first-steps[open] .step", { has: page.locator("b", { hasText: said }) });
        await step.first().scrollIntoViewIfNeeded();
        await whole("library");
        if (name === shelves[0].name) await picture("library");
        await step.getByRole("button").first().click();
        await page.locator('main.table[style*="--heading"] svg.board').waitFor();
        await hasLine(page, []);
        const before = await places(page);
        await whole("table");
        await picture("table");
        // The hands of the tests read English.
        if (LANGUAGE !== "en") continue;
        const { line } = await ask("solve", { instance });
        for (const [at, move] of line.entries()) {
          await play(page, instance, line.slice(0, at), move);
          if (at < line.length - 1) await hasLine(page, line.slice(0, at + 1));
          assert.deepEqual(await places(page), before, `${name}: what has moved after ${at + 1} moves`);
        }
        await says(page, ".message.solved", /./);
        await picture("finish");
        await whole("finish");
        t.diagnostic(`${name}: 1 press to the table, ${line.length} moves to the solution`);
      }
    },
  );
