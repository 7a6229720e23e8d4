// An answer that comes late, after a newer one or when the player has moved on, is not shown.

import assert from "node:assert/strict";
import { grip, spot } from "./hands.mjs";
import { ask, hasLine, is, onPage, press, says, table, until } from "./support.mjs";

/**
 * Holds back the answers to some requests. Returns those held so far, and how to let them go: when that is done, the
 * page has them.
 * @param {import("playwright-core").Page} page
 * @param {string} path
 * @param {(body: any) => boolean} wanted
 */
async function hold(page, path, wanted = () => true) {
  /** @type {import("playwright-core").Route[]} */
  const held = [];
  let free = false;
  await page.route(path, async (route) => {
    if (free || !wanted(route.request().postDataJSON())) return route.continue();
    held.push(route);
  });
  const release = async () => {
    free = true;
    for (const route of held) {
      // The search behind a request may have ended with it.
      await route.fulfill({ response: await route.fetch() }).catch(() => {});
    }
    await page.waitForFunction(
      (end) => !globalThis.pending.some((url) => url.endsWith(end)),
      path.replaceAll("*", "").replace(/^\//, ""),
    );
    await settled(page);
  };
  return { held, release };
}

/**
 * Lets the page tell which of its requests are not settled yet, by their addresses. None of them is aborted: the abort
 * may come when the answer is there already.
 */
function countRequests() {
  /** @type {string[]} */
  const pending = [];
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = String(input);
    pending.push(url);
    return send(input, { ...init, signal: undefined }).finally(() => pending.splice(pending.indexOf(url), 1));
  };
  Object.assign(globalThis, { pending });
}

/** @param {string} name @param {(page: import("playwright-core").Page) => Promise<void>} body */
const late = (name, body) =>
  onPage(name, { served: true }, async (first) => {
    // A page of its own, with which the change goes.
    const page = await first.context().newPage();
    await page.addInitScript(countRequests);
    await body(page);
    await page.unrouteAll({ behavior: "wait" });
  });

/** Waits until the page has done what it does with what has come. @param {import("playwright-core").Page} page */
const settled = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));

/** What the board shows. @param {import("playwright-core").Page} page */
const picture = (page) => page.locator(".stage").evaluate((stage) => stage.outerHTML);

late("a search to watch: a line that was found earlier does not take the place of the best", async (page) => {
  const { line } = await ask("solve", { instance: "pacman-lv1" });
  const { held, release } = await hold(page, "**/api/replay", (body) => body.line.join() !== line.join());
  await table(page, "pacman-lv1");
  await press(page, "Watch the search");
  await says(page, ".watch output.facts", /^Proved: there is nothing better\.$/);
  await says(page, ".watch .where", /^Move 37 of 37$/);
  assert.ok(held.length > 0, "other lines were found before");
  const best = await picture(page);
  await release();
  await says(page, ".watch .where", /^Move 37 of 37$/);
  assert.equal(await picture(page), best);
});

late("a search to watch: nothing is called proved before its line is there", async (page) => {
  const { held, release } = await hold(page, "**/api/replay");
  await table(page, "pacman-lv1");
  await press(page, "Watch the search");
  await is(
    page,
    () => page.locator(".watch").getByRole("button", { name: "Stop" }).isVisible(),
    false,
    "it should end",
  );
  await until(
    page,
    async () => held.length,
    (count) => count > 0,
    "lines are asked for",
  );
  await settled(page);
  assert.doesNotMatch(await page.locator(".watch output.facts").innerText(), /Proved/);
  await release();
  await says(page, ".watch output.facts", /^Proved: there is nothing better\.$/);
  await says(page, ".watch .where", /^Move 37 of 37$/);
});

late("a search to watch that was left draws nothing more", async (page) => {
  await table(page, "katamino:PUY");
  const before = await picture(page);
  await press(page, "Watch the search");
  const { held, release } = await hold(page, "**/api/replay");
  await press(page, "Single step");
  await until(
    page,
    async () => held.length,
    (count) => count === 1,
    "a step is asked for",
  );
  await press(page, "Back to my game");
  await is(page, () => picture(page), before);
  await release();
  assert.equal(await picture(page), before);
});

late("a search to watch: the second step waits for the first", async (page) => {
  await table(page, "katamino:PUY");
  await press(page, "Watch the search");
  const { held, release } = await hold(page, "**/advance");
  await press(page, "Single step");
  await press(page, "Single step");
  await until(
    page,
    async () => held.length,
    (count) => count > 0,
    "a step is asked for",
  );
  await settled(page);
  assert.equal(held.length, 1);
  await release();
  await says(page, ".watch output.facts", /^2 steps/);
});

late("a way that the player has turned away from is not shown", async (page) => {
  const { line } = await ask("solve", { instance: "tiles-five" });
  await table(page, "tiles-five", line.slice(0, 2));
  const { held, release } = await hold(page, "**/api/replay", (body) => body.line.length > 2);
  await press(page, "Give up");
  await until(
    page,
    async () => held.length,
    (count) => count === 1,
    "the way is asked for",
  );
  await press(page, "Back to my game");
  await press(page, "Undo");
  await hasLine(page, line.slice(0, 1));
  const before = await picture(page);
  await release();
  assert.equal(await picture(page), before);
  await is(page, () => page.locator(".replay").count(), 0);
});

late("a hint asked for before a move says nothing after it", async (page) => {
  const { choices } = await ask("position", { instance: "heng-dao-li-ma" });
  await table(page, "heng-dao-li-ma", [choices[0].move]);
  const { held, release } = await hold(page, "**/api/solve", (body) => body.line.length === 1);
  await press(page, "Hint");
  await until(
    page,
    async () => held.length,
    (count) => count === 1,
    "the way is asked for",
  );
  await page.keyboard.press("u");
  await hasLine(page, []);
  // By then it would say that it is searching.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  assert.equal(await page.locator(".message").innerText(), "");
  await release();
  assert.equal(await page.locator(".message").innerText(), "");
});

late("why a gesture is no move is not said of another position", async (page) => {
  const { scene, choices } = await ask("position", { instance: "heng-dao-li-ma" });
  const [first] = choices;
  const stuck = scene.pieces.findIndex((/** @type {Piece} */ _, /** @type {number} */ piece) =>
    choices.every((/** @type {Choice} */ choice) => choice.piece !== piece),
  );
  await table(page, "heng-dao-li-ma", [first.move]);
  const { held, release } = await hold(page, "**/api/gesture");
  const { x, y } = await grip(page, scene, stuck);
  const there = await spot(page, [0, 1]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + there.x) / 2, (y + there.y) / 2);
  await page.mouse.move(there.x, there.y);
  await page.mouse.up();
  await until(
    page,
    async () => held.length,
    (count) => count === 1,
    "it is asked why not",
  );
  await page.keyboard.press("u");
  await hasLine(page, []);
  const before = await picture(page);
  await release();
  assert.equal(await picture(page), before);
  assert.equal(await page.locator(".message").innerText(), "");
});

late("a table that was left cannot be used while it stands until the next one comes", async (page) => {
  await table(page, "heng-dao-li-ma");
  const giveUp = await page.getByRole("button", { name: "Give up" }).boundingBox();
  assert.ok(giveUp);
  const { held, release } = await hold(page, "**/api/puzzle", ({ instance }) => instance === "tank-change");
  await page.evaluate(() => {
    location.hash = "#puzzle=tank-change";
  });
  await until(
    page,
    async () => held.length,
    (count) => count === 1,
    "the next puzzle is asked for",
  );
  let asked = 0;
  page.on("request", (request) => {
    asked += Number(request.url().endsWith("/api/solve"));
  });
  await page.mouse.click(giveUp.x + giveUp.width / 2, giveUp.y + giveUp.height / 2);
  await settled(page);
  assert.equal(asked, 0);
  await release();
  await says(page, "h1", /Tank Change/);
  await press(page, "Give up");
  await says(page, ".where", /of 17$|of 18$/);
});

onPage("an editor that was left does not change the address", {}, async (page) => {
  await page.goto("/");
  await page.locator('section[data-family="sliding"]').getByRole("button", { name: "Make your own" }).click();
  await says(page, ".editor .message.good", /./);
  await page.evaluate(() => {
    const area = document.querySelector("textarea");
    if (!area) throw new Error("there is no text");
    area.value += "\n";
    area.dispatchEvent(new Event("input"));
    location.hash = "";
  });
  await page.locator("main.library").waitFor();
  // By then the text would be looked at.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await settled(page);
  assert.equal(new URL(page.url()).hash, "");
});
