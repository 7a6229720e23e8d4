// Each family is opened, played, asked for a hint, given up, solved and shared.

import assert from "node:assert/strict";
import { SAMPLES } from "./families.mjs";
import { play } from "./hands.mjs";
import { ask, DIST, hasLine, hint, is, link, onPage, press, says, table, until } from "./support.mjs";

for (const sample of SAMPLES) {
  const { family, instance, legal } = sample;

  onPage(
    `${family}: opens from the library; plays moves, refuses illegal ones, undoes and redoes`,
    {},
    async (page) => {
      await page.goto("/");
      await sample.open(page);
      await page.locator("main.table").waitFor();
      assert.match(page.url(), new RegExp(`puzzle=${encodeURIComponent(instance)}`));
      await play(page, instance, [], legal);
      await hasLine(page, [legal]);
      const { scene } = await ask("position", { instance, line: [legal] });
      await sample.wrong(page, scene);
      await says(page, ".message.wrong", sample.why);
      await hasLine(page, [legal]);
      await press(page, "Undo");
      await hasLine(page, []);
      await is(page, () => page.locator(".message").innerText(), "", "the message is gone");
      await press(page, "Redo");
      await hasLine(page, [legal]);
      await press(page, "Restart");
      await hasLine(page, []);
      await is(page, () => page.getByRole("button", { name: "Undo" }).isDisabled(), true);
      await press(page, "Redo");
      await hasLine(page, [legal]);
      await says(page, ".counter", /^1 (move|piece|jump|push)\b/);
    },
  );

  onPage(`${family}: a hint, giving up from here, and back to the game`, {}, async (page) => {
    await table(page, instance, [legal]);
    await hint(page);
    await says(page, ".message.hint", sample.hint);
    const hinted = page.locator(".mark.hint, .key.pressed").first();
    await hinted.waitFor({ state: "attached" });
    await press(page, "Give up");
    await says(page, ".replay-label", sample.label);
    const { line: rest } = await ask("solve", { instance, line: [legal] });
    await page.locator(".replay .last").click();
    await says(page, ".replay .where", new RegExp(`^Move ${rest.length} of ${rest.length}$`));
    const end = await ask("position", { instance, line: [legal, ...rest] });
    assert.equal(end.standing, "solved");
    await standing(page, end.scene);
    await page.locator(".replay .first").click();
    await says(page, ".replay .where", new RegExp(`^Move 0 of ${rest.length}$`));
    await page.locator(".replay .forward").click();
    await says(page, ".replay .where", new RegExp(`^Move 1 of ${rest.length}$`));
    await standing(page, (await ask("position", { instance, line: [legal, rest[0]] })).scene);
    await page.locator(".replay .back").click();
    if (rest.length > 9) {
      await page.getByLabel("Speed").selectOption("4");
      // Each move stands for a moment only.
      await page.locator(".replay .where").evaluate((where) => {
        /** @type {(string | null)[]} */
        const shown = [];
        const note = () => shown.push(where.textContent);
        new MutationObserver(note).observe(where, { childList: true, characterData: true, subtree: true });
        Object.assign(globalThis, { shown });
      });
      await page.locator(".replay .toggle").click();
      const passed = () =>
        page.evaluate(() =>
          /** @type {any} */ (globalThis).shown.some((/** @type {string} */ text) =>
            /^Move [3-9] /.test(text),
          ),
        );
      await is(page, passed, true);
      await page.locator(".replay .toggle").click();
      await is(page, () => page.locator(".replay .toggle").innerText(), "▶");
    }
    await page.getByRole("slider").press("End");
    await says(page, ".replay .where", new RegExp(`^Move ${rest.length} of`));
    await press(page, "Back to my game");
    await standing(page, (await ask("position", { instance, line: [legal] })).scene);
    await hasLine(page, [legal]);
    await play(page, instance, [legal], rest[0]);
    await hasLine(page, [legal, rest[0]]);
  });

  onPage(
    `${family}: a link keeps the puzzle and the line`,
    { permissions: ["clipboard-read", "clipboard-write"] },
    async (page) => {
      const { line } = await ask("solve", { instance });
      const some = line.slice(0, 2);
      await table(page, instance, some);
      await press(page, "Share");
      await press(page, "Copy link");
      await says(page, "dialog", /Copied/);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      await press(page, "Copy line");
      const { written } = await ask("position", { instance, line: some });
      await until(
        page,
        () => page.evaluate(() => navigator.clipboard.readText()),
        (text) => text === written,
        "the line should be copied",
      );
      assert.equal(
        new URLSearchParams(new URL(copied).hash.slice(1)).get("line"),
        written,
        "the link has the line as written",
      );
      const other = await page.context().newPage();
      await other.goto(copied);
      await other.locator("main.table").waitFor();
      await hasLine(other, some);
      assert.equal(await other.locator("h1").innerText(), await page.locator("h1").innerText());
      await standing(other, (await ask("position", { instance, line: some })).scene);
    },
  );
}

/**
 * Waits until the pieces on the board match those of a scene, in their places.
 * @param {import("playwright-core").Page} page
 * @param {Scene} scene
 */
async function standing(page, scene) {
  // Compare with a board drawn directly from the scene.
  const wanted = await page.evaluate(
    async ([given, source]) => {
      const { Board } = await import(`${location.origin}${source}/board/board.js`);
      const board = new Board();
      board.draw(given, { glide: 0 });
      return board.pieces.innerHTML;
    },
    /** @type {const} */ ([scene, DIST ? "/source" : ""]),
  );
  // Which way somebody is turned who walks, only the page knows.
  const plain = (/** @type {string} */ drawn) =>
    drawn.replaceAll(" lifted", "").replace(/( man">.*?)rotate\(\d+/, "$1rotate(");
  await until(
    page,
    () => page.locator(".stage .pieces").innerHTML(),
    (seen) => plain(seen) === plain(wanted),
    "the board should show another position",
  );
}

onPage("a piece played with arrows faces the way it went", {}, async (page) => {
  await table(page, "pacman-lv1");
  const turned = () => page.locator(".stage .hero .body").getAttribute("transform");
  const ways = [
    ["Left", "h", 180],
    ["Right", "l", 0],
    ["Right", "l", 0],
    ["Right", "l", 0],
    ["Up", "k", 270],
    ["Down", "j", 90],
  ];
  for (const [at, [arrow, , angle]] of ways.entries()) {
    await page.keyboard.press(`Arrow${arrow}`);
    await hasLine(
      page,
      ways.slice(0, at + 1).map(([, move]) => String(move)),
    );
    assert.match((await turned()) ?? "", new RegExp(`^rotate\\(${angle} `));
  }
});

onPage("the browser's back button", {}, async (page) => {
  await page.goto("/");
  await page.getByRole("searchbox").fill("islands");
  await page.locator(".card", { hasText: "Islands" }).getByRole("button").click();
  await page.locator("main.table").waitFor();
  await page.goBack();
  await page.locator("main.library").waitFor();
  await page.goForward();
  await says(page, "h1", /Islands/);
  await page.goto(`/${link("mas")}`);
  await says(page, "h1", /Ma's Puzzle/);
});

onPage("a long line scrolls to its end", {}, async (page) => {
  const { line } = await ask("solve", { instance: "heng-dao-li-ma" });
  await table(page, "heng-dao-li-ma", line.slice(0, 40));
  const below = () =>
    page.locator("ol.line").evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  await is(
    page,
    () => page.locator("ol.line").evaluate((list) => list.scrollHeight > list.clientHeight),
    true,
  );
  await until(page, below, (rest) => rest < 2, "the list should be at its end");
});

onPage(
  "a position is copied as other programs write it, where it has a place there",
  { permissions: ["clipboard-read", "clipboard-write"] },
  async (page) => {
    const position = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    await page.goto(`/#puzzle=rushhour:${position}`);
    await press(page, "Share");
    await press(page, "Copy: Rush Hour, 36 characters");
    await says(page, "dialog", /Copied/);
    await is(page, () => page.evaluate(() => navigator.clipboard.readText()), position);
    await page.getByRole("button", { name: "Copy: Rush Hour, rows of letters" }).waitFor();
    await is(page, () => page.getByRole("button", { name: /^Copy: / }).count(), 2);
  },
);

onPage("the sheet for sharing is closed by its button, and by a press beside it", {}, async (page) => {
  await table(page, "tank-change");
  const sheet = page.locator("dialog.sheet");
  for (const close of [
    () => press(page, "Close"),
    () => page.keyboard.press("Escape"),
    async () => {
      const box = await sheet.boundingBox();
      assert.ok(box && box.x > 20);
      await page.mouse.click(box.x - 10, box.y + box.height / 2);
    },
  ]) {
    await press(page, "Share");
    await sheet.waitFor();
    // A press within it keeps it open.
    await sheet.getByRole("heading").first().click();
    await is(page, () => sheet.count(), 1);
    await close();
    await is(page, () => sheet.count(), 0);
  }
});
