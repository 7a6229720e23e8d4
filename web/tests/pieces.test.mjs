// The looks of pieces: letters only for those who want them, a goal above the pieces, a door in the frame.

import assert from "node:assert/strict";
import { ask, hint, is, onPage, press, resumed, says, setting, table } from "./support.mjs";

/** How many names are to be seen on the board. @param {import("playwright-core").Page} page */
const names = (page) =>
  page
    .locator(".stage .pieces text.name")
    .evaluateAll((all) => all.filter((text) => getComputedStyle(text).display !== "none").length);

onPage(
  "blocks are known by their faces, whatever is shown of them; letters are there on request",
  {},
  async (page) => {
    await table(page, "heng-dao-li-ma");
    await is(page, () => names(page), 0);
    await is(page, () => page.locator(".stage .hero .face").innerHTML(), "曹操");
    assert.equal(await page.locator(".stage .goals .goal").count(), 2);
    assert.equal(await page.locator(".stage .door").count(), 1);
    await hint(page);
    await says(page, ".message.hint", /81 moves left/);
    await is(page, () => names(page), 0);
    // A hint that points, a solution that is watched, and a list under the pointer leave the faces.
    await says(page, ".message.hint", /^Best: \p{L}+( at row \d, column \d)? [\d←↓↑→]+\./u);
    await press(page, "Give up");
    await page.locator(".replay .move").first().hover();
    await is(page, () => names(page), 0);
    await is(
      page,
      () =>
        page
          .locator(".replay .move")
          .first()
          .innerText()
          .then((text) => text[0]),
      "卒",
    );
    await page.getByRole("button", { name: "Back to my game" }).click();
    await (await setting(page, "Letters on pieces")).check();
    await is(page, () => names(page), 10);
    await page.reload();
    await is(page, () => names(page), 10);
    // Then all that is said has them, too.
    await hint(page);
    await says(page, ".message.hint", /^Best: [a-j] [\d←↓↑→]+\./);
    await (await setting(page, "Letters on pieces")).uncheck();
    await is(page, () => names(page), 0);
  },
);

onPage("in Japanese the big block is the daughter", { locale: "ja-JP" }, async (page) => {
  await table(page, "heng-dao-li-ma");
  await is(page, () => page.locator(".stage .hero .face").innerHTML(), "娘");
});

onPage("every family has pieces of its own looks, and none is a character of its file", {}, async (page) => {
  for (const [puzzle, look, shown] of /** @type {[string, string, number][]} */ ([
    ["sokoban-two", ".crate", 0],
    ["sokoban-two", ".man", 0],
    ["peg-central", ".marble", 0],
    ["tank-change", ".tank", 0],
    ["rush-crossroads", ".car", 0],
    ["pentominoes-6x10", ".flat", 0],
    ["pacman-lv1", ".ghost", 4],
  ])) {
    await table(page, puzzle);
    await page.locator(`.stage .piece${look}`).first().waitFor();
    await is(page, () => names(page), shown, puzzle);
  }
});

onPage("who is caught is seen beside who has caught him", {}, async (page) => {
  const instance = "puzzle = 'pacman'\ntime = 9\nboard = '''\n#######\n#@...V#\n#######'''\n";
  /** @type {string[]} */
  const line = [];
  for (let at = await ask("position", { instance, line }); at.standing === "open"; ) {
    line.push("l");
    at = await ask("position", { instance, line });
  }
  await resumed(page, instance, line.slice(0, -1));
  await page.keyboard.press("ArrowRight");
  await says(page, ".message.wrong", /^Caught/);
  const boxes = await page
    .locator(".stage .pieces > .piece")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const [hero, ghost] = boxes;
  assert.ok(hero.x + hero.width / 2 < ghost.x + 2 && hero.y > ghost.y, JSON.stringify(boxes));
});
