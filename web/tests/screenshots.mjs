// Makes the pictures of the page in docs/: `npm run screenshots`.

import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { drag } from "./hands.mjs";
import { ask, browser, finish, hint, link, press, says, server, setting, until } from "./support.mjs";

/** Maximum size of a picture in bytes; tens of thousands of points take more. */
const MOST = 120_000;
const POINTS = 300_000;

/** @typedef {import("playwright-core").Page} Page */

/**
 * What is shown: the whole page, or a part of it.
 * @type {Record<string, {colorScheme?: "dark", part?: string, hasPoints?: boolean, play: (page: Page) => Promise<void>}>}
 */
const PICTURES = {
  library: {
    play: async (page) => {
      await page.goto("/");
      await page.locator(".stage-of-day .piece").first().waitFor();
    },
  },
  "tank-change": {
    play: async (page) => {
      const instance = "tank-change";
      const { line } = await ask("solve", { instance });
      const some = line.slice(0, 7);
      await page.goto(`/${link(instance, some)}`);
      await (await setting(page, "Analyse my moves")).check();
      await says(page, ".verdict", /best/);
      const { scene } = await ask("position", { instance, line: some });
      // The first illegal move into an enemy's sight, with the line of sight.
      for (const [piece, { role }] of scene.pieces.entries()) {
        for (const to of scene.cells.keys()) {
          if (role !== "foe") continue;
          const { reason } = await ask("gesture", { instance, line: some, gesture: { piece, to: [to] } });
          if (reason?.code !== "in-sight" || reason.cells.length < 3) continue;
          await drag(page, scene, piece, [scene.cells[to][0], scene.cells[to][1]]);
          await says(page, ".message.wrong", /would see it/);
          return;
        }
      }
    },
  },
  klotski: {
    play: async (page) => {
      const { line } = await ask("solve", { instance: "heng-dao-li-ma" });
      await page.goto(`/${link("heng-dao-li-ma", line.slice(0, 24))}`);
      await hint(page);
      await says(page, ".message.hint", /./);
    },
  },
  katamino: {
    play: async (page) => {
      await page.goto(`/${link("katamino:FILNPTUVWXYZ")}`);
      await press(page, "Watch the search");
      // An enclosed area that no pieces can fill, on a fairly full board.
      const event = page.locator(".event");
      for (let step = 0; step < 200 && !/enclosed area of 1\d/.test(await event.innerText()); step++) {
        const before = await page.locator(".watch output").innerText();
        await press(page, "Single step");
        await until(
          page,
          () => page.locator(".watch output").innerText(),
          (now) => now !== before,
          "a step",
        );
      }
    },
  },
  pacman: {
    play: async (page) => {
      const { line } = await ask("solve", { instance: "pacman-lv1" });
      await page.goto(`/${link("pacman-lv1", line.slice(0, 16))}`);
      await press(page, "Give up");
      await page.locator(".replay .last").click();
      for (let back = 0; back < 9; back++) await page.locator(".replay .back").click();
    },
  },
  map: {
    part: "canvas.map",
    hasPoints: true,
    play: async (page) => {
      const { line } = await ask("solve", { instance: "heng-dao-li-ma" });
      await page.goto(`/${link("heng-dao-li-ma", line)}`);
      // The panel is wide enough, and nothing lies over it.
      await page.setViewportSize({ width: 1900, height: 1300 });
      await press(page, "Map");
      await says(page, ".watch .facts", /^All 25,955 positions/);
    },
  },
  dark: {
    colorScheme: "dark",
    hasPoints: true,
    play: async (page) => {
      const { line } = await ask("solve", { instance: "new-century" });
      await page.goto(`/${link("new-century", line.slice(0, 40))}`);
      await press(page, "Watch the search");
      await says(page, ".watch output", /farthest/);
    },
  },
};

try {
  for (const [name, { colorScheme = "light", part, hasPoints, play }] of Object.entries(PICTURES)) {
    const context = await (await browser()).newContext({
      viewport: { width: 1120, height: 700 },
      locale: "en-US",
      colorScheme,
      // A part is small.
      deviceScaleFactor: part ? 1.5 : 1,
      reducedMotion: "reduce",
      baseURL: await server(),
    });
    const page = await context.newPage();
    await play(page);
    await page.mouse.move(0, 0);
    const path = fileURLToPath(new URL(`../../docs/page-${name}.png`, import.meta.url));
    if (part) await page.locator(part).screenshot({ path });
    else await page.screenshot({ path });
    await context.close();
    const { size } = await stat(path);
    console.log(`docs/page-${name}.png ${size}`);
    const most = hasPoints ? POINTS : MOST;
    if (size > most) throw new Error(`docs/page-${name}.png is larger than ${most} bytes`);
  }
} finally {
  await finish();
}
