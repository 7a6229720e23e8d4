// What the table promises: nothing played is lost, nothing unproved is called best, pieces are held by what is in the
// way.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { drag, gesture, grip, spot } from "./hands.mjs";
import {
  hasLine,
  hint,
  is,
  link,
  matches,
  moves,
  onPage,
  press,
  resumed,
  says,
  setting,
  table,
  until,
} from "./support.mjs";

/** @param {string} text */
const file = (text) => `#file=${deflateRawSync(text).toString("base64url")}`;

const EASY = "puzzle = 'sliding'\noptimal = 9\nboard = 'a..'\ngoal = '..a'\nmetric = 'steps'\n";

onPage(
  "a number is told in the metric it is proved in, and a change of metric keeps the line",
  { refusals: true },
  async (page) => {
    await table(page, "heng-dao-li-ma", ["ir", "il", "irr"]);
    await says(page, ".counter", /^3 moves \/ best 81 moves$/);
    await (await setting(page, "Count")).selectOption("steps");
    await says(page, ".counter", /^0 steps \/ best 116 steps$/);
    await says(page, ".message", /It is kept: choose moves again/);
    await (await setting(page, "Count")).selectOption("moves");
    await hasLine(page, ["ir", "il", "irr"]);
    await press(page, "Undo");
    await press(page, "Undo");
    await hasLine(page, ["ir"]);
    await (await setting(page, "Count")).selectOption("slides");
    await hasLine(page, ["ir"]);
    await says(page, ".counter", /^1 slide \/ best \d+ slides$/);
  },
);

onPage("what a file says of its best cost is a claim until it is proved", {}, async (page) => {
  await page.goto(`/${file(EASY)}`);
  await says(page, ".counter", /^0 steps \/ best 2 steps$/);
  await resumed(page, EASY, ["ar", "al", "ar", "ar"]);
  await says(page, ".message.solved", /^Solved!\s+★+\s+4 steps/);
  await resumed(page, EASY, ["ar", "ar"]);
  await says(page, ".message.solved", /nobody can do better/);
  await says(page, "h1", /^Klotski$/);
  await page.goto(`/${file("puzzle = 'sliding'\nboard = 'a..'\n")}`);
  await says(page, ".objective", /^There is no goal/);
  await is(page, () => page.getByRole("button", { name: "Hint" }).isDisabled(), true);
});

onPage(
  "a piece that lies is taken up without being taken off, and Undo puts it back where it was",
  {},
  async (page) => {
    const line = ["P:1,2,3,4,5"];
    await table(page, "katamino:PUY", line);
    const { scene } = await gesture("katamino:PUY", line, "Y:6,9,11,12,15");
    const { x, y } = await grip(page, scene, 0);
    await page.mouse.click(x, y);
    await page.locator(".carried").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await is(page, () => page.locator(".carried").count(), 0);
    await hasLine(page, line);
    await drag(page, scene, 0, [2, 0]);
    await hasLine(page, ["P:7,8,9,10,11"]);
    await page.keyboard.press("Control+z");
    await hasLine(page, line);
    await page.keyboard.press("Control+y");
    await hasLine(page, ["P:7,8,9,10,11"]);
  },
);

onPage(
  "a piece is held by what is in the way, and a click moves what can go one way only",
  {},
  async (page) => {
    await table(page, "heng-dao-li-ma");
    const { scene } = await gesture("heng-dao-li-ma", [], "ir");
    // j stands in the last column, where the pointer goes.
    await drag(page, scene, 8, [4, 3]);
    await hasLine(page, ["irr"]);
    await page.goto(`/${file("puzzle = 'sliding'\nboard = 'ab.'\ngoal = '.ab'\n")}`);
    await says(page, "h1", /^Klotski$/);
    const click = async (/** @type {[number, number]} */ cell) => {
      const { x, y } = await spot(page, cell);
      await page.mouse.click(x, y);
    };
    await click([0, 1]);
    await hasLine(page, ["br"]);
    // Who clicks the place, too, does not send it back.
    await click([0, 2]);
    await hasLine(page, ["br"]);
    await click([0, 0]);
    await says(page, ".message.solved", /nobody can do better/);
    const played = () => page.locator(".side ol.line:not(.moves) .move").allInnerTexts();
    await matches(page, async () => (await played()).join(), /^the piece at row 1, column 2 →,.*piece.* →$/);
  },
);

onPage(
  "what is refused goes with the next thing asked, and a position without a move says so",
  {},
  async (page) => {
    await table(page, "heng-dao-li-ma");
    const { scene } = await gesture("heng-dao-li-ma", [], "ir");
    await drag(page, scene, 1, [1, 1]);
    await says(page, ".message.wrong", /^關羽 is in the way of 曹操\.$/);
    await is(page, () => page.locator(".overlay .refused").count(), 1);
    await hint(page);
    await page.locator(".overlay .arrow .tip").first().waitFor({ state: "attached" });
    await is(page, () => page.locator(".overlay .refused, .overlay .wrong").count(), 0);
    await page.goto(`/${file("puzzle = 'tank-change'\nroads = 'orthogonal'\nboard = 'A.B'\n")}`);
    await says(page, ".message.wrong", /^No move is left here/);
  },
);

onPage("keys without a gap are all played", {}, async (page) => {
  await table(page, "pacman-lv1");
  const keys = [..."hlllkjllkkhh"];
  await page.evaluate(
    (all) =>
      all.forEach((key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))),
    keys,
  );
  await until(
    page,
    () => moves(page),
    (seen) => seen.length === 12,
    "all twelve should be played",
  );
});

onPage("a damaged link says so", {}, async (page) => {
  await page.goto("/#file=AAAA");
  await says(page, ".failure .message", /^This link is damaged/);
});

onPage(
  "without an answer of the server the page says so, and goes on when there is one",
  { refusals: true, served: true },
  async (page) => {
    // Before the page is opened: what an open page asks right after this may still reach the server.
    let away = false;
    await page.route("**/api/**", (route) => (away ? route.abort() : route.continue()));
    await table(page, "pacman-lv1");
    await page.keyboard.press("h");
    await until(
      page,
      () => moves(page),
      (seen) => seen.length === 1,
      "it should be played",
    );
    away = true;
    await page.keyboard.press("u");
    await says(page, ".message.wrong", /^There is no answer from the server/);
    assert.equal((await moves(page)).length, 1);
    away = false;
    await page.keyboard.press("u");
    await until(
      page,
      () => moves(page),
      (seen) => seen.length === 0,
      "it goes on when the server does",
    );
    await page.unroute("**/api/**");
  },
);

onPage("a replay is read, paused with the space bar, and played on from", {}, async (page) => {
  await table(page, "tiles-five");
  await press(page, "Give up");
  await page.locator(".replay .moves .move").first().waitFor();
  await page.keyboard.press("Space");
  await until(
    page,
    () => page.locator(".replay .toggle").innerText(),
    (seen) => seen === "▶",
    "the space bar pauses",
  );
  const third = page.locator(".replay .moves .move").nth(2);
  await matches(page, () => third.innerText(), /^\d [←↓↑→]$/);
  await third.click();
  await says(page, ".replay .where", /^Move 3 of 10$/);
  await page.locator(".replay .where").click();
  await page.keyboard.press("ArrowRight");
  await says(page, ".replay .where", /^Move 4 of 10$/);
  await press(page, "Play on from here");
  await until(
    page,
    () => moves(page),
    (seen) => seen.length === 4,
    "the four moves are the player's",
  );
  await is(page, () => page.locator(".replay").count(), 0);
  await press(page, "Undo");
  await hasLine(page, []);
});

onPage("a replay that is still to come is not played yet", { served: true }, async (page) => {
  await page.route("**/api/replay", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await table(page, "tiles-five");
  await press(page, "Give up");
  await page.keyboard.press("End");
  await page.locator(".replay .last").click();
  // At once: a replay that plays would come there, too.
  assert.equal(await page.locator(".replay .where").innerText(), "Move 10 of 10");
  assert.equal(await page.locator(".replay .toggle").innerText(), "▶");
  await page.unroute("**/api/replay");
});

onPage(
  "of two puzzles asked for one after the other, the second is shown",
  { served: true },
  async (page) => {
    /** @type {() => void} */
    let answered = () => {};
    const late = new Promise((resolve) => (answered = () => resolve(null)));
    await page.route("**/api/position", async (route) => {
      if (!route.request().postData()?.includes("tiles-five")) return route.continue();
      await late;
      return route.continue();
    });
    await page.goto("/");
    await page.locator("main.library").waitFor();
    const asked = page.waitForRequest("**/api/position");
    await page.goto(`/${link("tiles-five")}`);
    await asked;
    await page.goto(`/${link("heng-dao-li-ma", ["ir"])}`);
    await hasLine(page, ["ir"]);
    const answer = page.waitForResponse("**/api/position");
    answered();
    await (await answer).finished();
    await press(page, "Undo");
    await press(page, "Hint");
    await says(page, ".message.hint", /./);
    await says(page, "h1", /^Blade Sideways, Horse Upright \(Klotski\)$/);
    await page.unroute("**/api/position");
  },
);

onPage("the graph of a line marks each slip and leads back to it", {}, async (page) => {
  await table(page, "heng-dao-li-ma", ["ir", "il", "ir"]);
  await page.keyboard.press("g");
  await says(
    page,
    ".watch [role=status]",
    /Distance to the goal: 81 at first, 80 moves now\. 1 move was not the best\./,
  );
  await is(page, () => page.locator(".distance-chart .slip").count(), 1);
  await page.locator(".slips button").click();
  await hasLine(page, ["ir"]);
  await says(page, ".message.hint", /^You played 卒 ← here\. Find a better move\.$/);
  await press(page, "Undo");
  await hasLine(page, ["ir", "il", "ir"]);
});

onPage("another language keeps the game, its time and the focus", {}, async (page) => {
  await page.goto(`/${link("heng-dao-li-ma")}`);
  await page.locator("main.table").waitFor();
  const { scene } = await gesture("heng-dao-li-ma", [], "ir");
  await drag(page, scene, 8, [4, 1]);
  await hasLine(page, ["ir"]);
  await until(
    page,
    () => page.locator(".timer").innerText(),
    (seen) => seen !== "0:00",
    "time goes by",
  );
  await page.locator("header.bar select").selectOption("zh");
  await says(page, ".objective", /^把曹操移到框里/);
  await hasLine(page, ["ir"]);
  assert.notEqual(await page.locator(".timer").innerText(), "0:00");
  await is(page, () => page.evaluate(() => document.activeElement?.matches(".bar select")), true);
  await page.reload();
  await hasLine(page, ["ir"]);
  assert.notEqual(await page.locator(".timer").innerText(), "0:00");
});
