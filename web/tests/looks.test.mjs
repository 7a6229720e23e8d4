// Accessibility: narrow screens, light and dark themes, reduced motion.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { play } from "./hands.mjs";
import { ask, hasLine, hint, is, link, onPage, press, says, setting, table } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const TABLES = /** @type {[string, string[]][]} */ ([
  ["tank-change", ["1-7"]],
  ["heng-dao-li-ma", ["ir"]],
  ["katamino:PUY", ["P:1,2,3,4,5"]],
  ["pacman-lv1", ["h"]],
  ["peg-central", ["d2-d4"]],
  ["sokoban-two", ["d3-d4"]],
  ["tiles-fifteen-easy", ["8"]],
]);

/**
 * Looks at what is there, by the name of the view.
 * @typedef {(view: string) => Promise<void>} Look
 * @typedef {[string, (page: Page, look: Look) => Promise<void>]} View a name, and the way to what is looked at
 */

/** The views of the page, each after something was done in it. Each has its own test: one for all of them takes minutes. @type {View[]} */
const VIEWS = [
  [
    "the library",
    async (page, look) => {
      await page.goto("/");
      await page.locator(".card").first().scrollIntoViewIfNeeded();
      await page.locator(".card svg").first().waitFor();
      await page.locator(".picker summary", { hasText: "Pick pieces" }).click();
      await page.locator(".pick svg").first().waitFor();
      await look("the library");
      await press(page, "My results");
      await look("the results");
    },
  ],
  ...TABLES.map(
    ([instance, line]) =>
      /** @type {View} */ ([
        instance,
        async (page, look) => {
          await table(page, instance, line);
          await hasLine(page, line);
          await (await setting(page, "Analyse my moves")).check();
          await says(page, ".verdict", /./);
          await hint(page);
          await says(page, ".message.hint", /./);
          await look("a hint");
          await press(page, "Give up");
          await says(page, ".replay .where", /\d/);
          await page.locator(".replay .last").click();
          await look("given up");
          await press(page, "Watch the search");
          await page.locator(".watch").waitFor();
          await look("watching");
        },
      ]),
  ),
  [
    "a map, sharing and the end",
    async (page, look) => {
      await table(page, "tiles-fifteen-easy");
      await press(page, "Map");
      await page.locator("canvas.map").click({ position: { x: 20, y: 20 } });
      await look("the map");
      await press(page, "Back to my game");
      await press(page, "Share");
      await page.locator("dialog").waitFor();
      await look("sharing");
      const { line } = await ask("solve", { instance: "katamino:PUY" });
      await page.goto(`/${link("katamino:PUY", line)}`);
      await hasLine(page, line);
      await look("solved");
    },
  ],
  [
    "failures",
    async (page, look) => {
      await page.goto(`/${link("tank-change", ["1-2"])}`);
      await says(page, ".message", /./);
      await look("a line that is not legal");
      await page.goto(`/${link("no-such-puzzle")}`);
      await page.locator(".failure").waitFor();
      await look("a failure");
    },
  ],
  [
    "editors",
    async (page, look) => {
      await page.goto("/");
      for (const family of [
        "tank-change",
        "sliding",
        "packing",
        "pacman",
        "peg-solitaire",
        "sokoban",
        "sliding-tiles",
      ]) {
        await page
          .locator(`section[data-family="${family}"]`)
          .getByRole("button", { name: "Make your own" })
          .click();
        await says(page, ".editor .message.good", /./);
        await look(family);
        await page.goBack();
        await page.locator("main.library").waitFor();
      }
    },
  ],
];

for (const [name, visit] of VIEWS) {
  onPage(
    `360 px wide: no horizontal scrolling (${name})`,
    { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, refusals: true, served: true },
    async (page) => {
      /** @type {string[]} */
      const wide = [];
      await visit(page, async (view) => {
        const width = await page.evaluate(() =>
          Math.max(document.scrollingElement?.scrollWidth ?? 0, innerWidth),
        );
        if (width > 360) wide.push(`${view}: ${width}`);
      });
      assert.deepEqual(wide, []);
    },
  );

  onPage(`axe finds nothing in either theme (${name})`, { refusals: true, served: true }, async (page) => {
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    /** @type {Set<string>} */
    const faults = new Set();
    await visit(page, async (view) => {
      if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(
          async (rules) => {
            const { violations } = await /** @type {any} */ (window).axe.run(document, {
              resultTypes: ["violations"],
              ...rules,
            });
            return violations.map(
              (/** @type {any} */ v) =>
                `${v.id}: ${v.nodes[0].html.slice(0, 120)} (${v.nodes[0].any[0]?.message ?? ""})`,
            );
          },
          // Of all that it looks at, only contrast depends on the theme.
          colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {},
        );
        for (const fault of found) faults.add(`${view}, ${colorScheme}: ${fault}`);
      }
      await page.emulateMedia({ colorScheme: null });
    });
    assert.deepEqual([...faults], []);
  });
}

for (const [reducedMotion, moving] of /** @type {["reduce" | "no-preference", boolean][]} */ ([
  ["no-preference", true],
  ["reduce", false],
])) {
  onPage(`motion: ${reducedMotion}`, { reducedMotion }, async (page) => {
    await table(page, "heng-dao-li-ma");
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...frames) {
        document.body.dataset.moved = "yes";
        return animate.apply(this, frames);
      };
    });
    await play(page, "heng-dao-li-ma", [], "ir");
    await hasLine(page, ["ir"]);
    await press(page, "Undo");
    await hasLine(page, []);
    await is(
      page,
      () => page.evaluate(() => document.body.dataset.moved === "yes"),
      moving,
      "pieces glide only without reduced motion",
    );
    await hint(page);
    await says(page, ".message.hint", /./);
    await is(
      page,
      () =>
        page.locator(".message").evaluate((message) => getComputedStyle(message).animationName !== "none"),
      moving,
    );
  });
}

onPage("light and dark: the system setting, or the user's choice", { colorScheme: "dark" }, async (page) => {
  await page.goto("/");
  await page.locator("main.library").waitFor();
  const light = () =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number)[0] ?? -1);
  assert.ok((await light()) < 64, "dark as the system");
  await page.getByRole("button", { name: "Light or dark" }).click();
  assert.ok((await light()) > 192, "light as chosen");
  await page.reload();
  await page.locator("main.library").waitFor();
  assert.ok((await light()) > 192, "which is remembered");
  await page.getByRole("button", { name: "Light or dark" }).click();
  await page.emulateMedia({ colorScheme: "light" });
  assert.ok((await light()) < 64, "dark as chosen");
});
