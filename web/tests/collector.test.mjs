// A family unknown to the page: crates/tejun/examples/collector.rs, with its own keys, a hero that faces the
// way it went, a score, and ends of every kind.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { spot } from "./hands.mjs";
import { ask, COLLECTOR, hasLine, hint, is, onPage, press, says, setting, until } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const HERE = { program: COLLECTOR };
const NAME = "two-pits";

/** @param {Page} page @param {string[]} [line] */
async function table(page, line = []) {
  await page.goto(`/#${new URLSearchParams({ puzzle: NAME, line: line.join(" ") })}`);
  await page.locator("main.table").waitFor();
  await hasLine(page, line);
}

/** The angle of the hero's nose; null if it has none. @param {Page} page */
const nose = (page) =>
  page.evaluate(
    () =>
      /rotate\((\d+)/.exec(
        document.querySelector(".stage .hero [transform]")?.getAttribute("transform") ?? "",
      )?.[1] ?? null,
  );

onPage("collector: opens from the library", HERE, async (page) => {
  await page.goto("/");
  const shelf = page.locator('section[data-family="collector"]');
  await says(
    page,
    'section[data-family="collector"] header',
    /^Collector\s+Collect the coins while the lamp burns\./,
  );
  await shelf.locator(".card", { hasText: "Two Pits" }).getByRole("button").click();
  await says(page, ".table h1", /^Two Pits$/);
  await says(page, ".caption", /^Steps of light: 12, coins: 0$/);
  await is(page, () => page.locator(".stage .walls").count(), 1);
  await is(page, () => page.locator(".stage .pieces .piece").count(), 3);
  await is(page, () => nose(page), null, "nothing has moved yet");
  await page.keyboard.press("?");
  const keys = await page.locator("dialog .keys").allInnerTexts();
  assert.match(
    keys.join("\n").replaceAll(/\s+/g, " "),
    /↑ \/ w up ← \/ a left ↓ \/ s down → \/ d right Space \/ e leave U Undo Y Redo H Hint/,
  );
});

onPage("collector: its own first steps stand beside those of the others", HERE, async (page) => {
  await page.goto("/");
  const step = page.locator(".first-steps .step", { hasText: "Collector" });
  await is(page, () => step.getByRole("button").allInnerTexts(), ["1", "2"]);
  await step.getByRole("button", { name: "Collector 1", exact: true }).click();
  await page.locator("main.table svg.board .piece").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".message.solved .next").click();
  await says(page, ".caption", /^Steps of light: 6, coins: 0$/);
});

onPage("collector: the pad is laid out like the arrow keys, with labels", HERE, async (page) => {
  await table(page);
  const at = async (/** @type {string} */ name) => {
    const box = await page.locator(".pad").getByRole("button", { name, exact: true }).boundingBox();
    return box ? [box.x + box.width / 2, box.y + box.height / 2].map(Math.round) : assert.fail(name);
  };
  const [leave, up, left, down, right] = await Promise.all(["leave", "up", "left", "down", "right"].map(at));
  assert.deepEqual([up[0], left[1], right[1], leave[1]], [down[0], down[1], down[1], up[1]]);
  assert.ok(up[1] < down[1] && left[0] < down[0] && down[0] < right[0]);
  await page.locator(".pad").getByRole("button", { name: "right", exact: true }).click();
  await hasLine(page, ["d"]);
  await is(page, () => nose(page), "0");
  await page.locator("header.bar select").selectOption("ja");
  await page.locator(".pad").getByRole("button", { name: "出る", exact: true }).waitFor();
});

onPage("collector: letters, arrows and the space bar; illegal moves; how a play ends", HERE, async (page) => {
  await table(page);
  await page.keyboard.press("ArrowRight");
  await hasLine(page, ["d"]);
  await says(page, ".caption", /^Steps of light: 11, coins: 1$/);
  await page.keyboard.press("ArrowUp");
  await says(page, ".message.wrong", /^A rock is in the way\.$/);
  await page.keyboard.press("a");
  await hasLine(page, ["d", "a"]);
  await is(page, () => nose(page), "180");
  await page.keyboard.press("s");
  await hasLine(page, ["d", "a", "s"]);
  await is(page, () => nose(page), "90");
  // h is not one of its keys, so it belongs to the page.
  // How far it is; there is no piece to carry, so the next hint is the move.
  await page.keyboard.press("h");
  await says(page, ".message.hint", /^A score of 2 is still possible, and no more\./);
  await page.keyboard.press("h");
  await says(page, ".message.hint", /^Best: ↓\. Score 2, and no play scores more\./);
  await is(page, () => page.locator(".pad .pressed").getAttribute("data-key"), "s");
  await page.keyboard.press("u");
  await hasLine(page, ["d", "a"]);
  await page.keyboard.press("Space");
  await hasLine(page, ["d", "a", "e"]);
  await says(page, ".message.solved", /^The game is over\.\s+score 1 · 3 steps/);
  await is(page, () => page.getByRole("button", { name: "Hint" }).isDisabled(), true);
  await press(page, "Undo");
  await page.keyboard.press("d");
  await hasLine(page, ["d", "a", "d"]);
  await page.keyboard.press("d");
  await says(page, ".message.wrong", /^Lost\.\s+4 steps/);
});

onPage("collector: keys pressed faster than they are answered are all played", HERE, async (page) => {
  await page.route("**/api/position", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  await table(page);
  for (const key of ["d", "a", "s", "u", "u", "y", "ArrowDown"]) await page.keyboard.press(key);
  await hasLine(page, ["d", "a", "s"]);
  for (let undo = 0; undo < 5; undo++) await page.keyboard.press("u");
  await hasLine(page, []);
  await page.unroute("**/api/position");
});

onPage("collector: give up, replay, and solve by hand", HERE, async (page) => {
  await table(page, ["d", "a"]);
  await press(page, "Give up");
  await says(page, ".replay-label", /^The best play from here: score 2$/);
  const { line, score } = await ask("solve", { instance: NAME, line: ["d", "a"] }, COLLECTOR);
  assert.equal(score, 2);
  await page.locator(".replay .last").click();
  await says(page, ".replay .where", new RegExp(`^Move ${line.length} of ${line.length}$`));
  await says(page, ".caption", /coins: 2$/);
  await is(page, () => page.locator(".stage .dots").count(), 0);
  await page.locator(".replay .first").click();
  await says(page, ".caption", /coins: 1$/);
  await is(page, () => page.locator(".stage .dots").count(), 1);
  await press(page, "Back to my game");
  await hasLine(page, ["d", "a"]);
  for (const [at, key] of line.entries()) {
    await page.keyboard.press(key);
    await hasLine(page, ["d", "a", ...line.slice(0, at + 1)]);
  }
  // Its first moves came with the link.
  await says(
    page,
    ".message.solved",
    /^Solved, but not all moves were yours\.\s+seen, not counted\s+score 2/,
  );
});

onPage("collector: moves are judged, and the search can be watched", HERE, async (page) => {
  await table(page, ["d"]);
  await (await setting(page, "Analyse my moves")).check();
  await until(
    page,
    () => page.locator(".verdict").allInnerTexts(),
    (seen) => seen.join() === "✓ best",
    "the coin is worth it",
  );
  await page.locator(".pad .key-none").click();
  await hasLine(page, ["d", "e"]);
  await until(
    page,
    () => page.locator(".verdict").allInnerTexts(),
    (seen) => seen.join() === "✓ best,−1",
    "leaving costs a coin",
  );
  await press(page, "Undo");
  await hasLine(page, ["d"]);
  await press(page, "Watch the search");
  await says(page, ".watch output.facts", /^Proved: there is nothing better\.$/);
});

onPage(
  "collector: a link keeps the line although each move is one letter",
  { ...HERE, permissions: ["clipboard-read", "clipboard-write"] },
  async (page) => {
    await table(page, ["d", "a", "s"]);
    await press(page, "Share");
    await press(page, "Copy link");
    await says(page, "dialog", /Copied/);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const other = await page.context().newPage();
    await other.goto(copied);
    await hasLine(other, ["d", "a", "s"]);
    await press(page, "Close");
    // The line on the board as well, if that is a replay.
    await press(page, "Give up");
    await page.locator(".replay").waitFor();
    await press(page, "Share");
    const { line } = await ask("solve", { instance: NAME, line: ["d", "a", "s"] }, COLLECTOR);
    await until(
      page,
      () => page.locator("dialog input").inputValue(),
      (link) => new URLSearchParams(link.split("#")[1]).get("line") === ["d", "a", "s", ...line].join(" "),
      "the whole line",
    );
  },
);

onPage("collector: the legal part of an illegal line is shown", { ...HERE, refusals: true }, async (page) => {
  await page.goto(`/#puzzle=${NAME}&line=d+a+w+s`);
  await says(
    page,
    ".message",
    /^Move 3 of the line cannot be played: a rock is in the way\. The board shows the position before it\.$/,
  );
  await hasLine(page, ["d", "a"]);
});

onPage(
  "collector: the replay as a picture: coins disappear, the hero moves and turns",
  HERE,
  async (page) => {
    const { line } = await ask("solve", { instance: NAME }, COLLECTOR);
    await table(page, line);
    await press(page, "Share");
    const download = page.waitForEvent("download");
    await press(page, "Replay as SVG");
    const source = await readFile(await (await download).path(), "utf8");
    const facts = await page.evaluate((text) => {
      const picture = new DOMParser().parseFromString(text, "image/svg+xml");
      const [, floor, , pieces] = picture.querySelectorAll(":scope > g");
      const values = (/** @type {Element} */ element, /** @type {string} */ selector) =>
        [...element.querySelectorAll(selector)].map((animation) => animation.getAttribute("values"));
      return {
        coins: values(floor, "animate"),
        drawn: floor.children.length,
        moves: values(pieces, 'animateTransform[type="translate"]'),
        turns: values(pieces, 'animateTransform[type="rotate"]'),
      };
    }, source);
    assert.equal(facts.drawn, 2);
    assert.deepEqual(facts.coins, ["inline;none", "inline;none"]);
    assert.equal(facts.moves.length, 1, "no other piece moves");
    assert.match(facts.turns.join(), /\b(0|90|180|270) [\d.]+ [\d.]+;/);
  },
);

onPage(
  "collector: edit the template, make a mistake, and play",
  { ...HERE, refusals: true },
  async (page) => {
    await page.goto("/");
    await page
      .locator('section[data-family="collector"]')
      .getByRole("button", { name: "Make your own" })
      .click();
    await says(page, ".editor .message.good", /^This is a puzzle with a solution\.$/);
    await page.locator('.brush input[value="@"]').check({ force: true });
    await page.locator('[data-board="board"] [data-at="3,5"]').click();
    await says(page, ".editor .message.wrong", /^A second collector/);
    await page.locator('.fault[data-at="3,5"]').waitFor();
    await page.locator('.brush input[value="."]').check({ force: true });
    await page.locator('[data-board="board"] [data-at="3,5"]').click();
    await says(page, ".editor .message.good", /./);
    await page.locator(".editor").getByRole("button", { name: "Play" }).click();
    // The title was another puzzle's.
    await says(page, ".table h1", /^Collector$/);
    await hint(page);
    await says(page, ".message.hint", /Score 3, and no play scores more/);
  },
);

onPage(
  "collector by touch: the pad and swipes",
  { ...HERE, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  async (page) => {
    await table(page);
    await page.locator(".pad .key-right").tap();
    await hasLine(page, ["d"]);
    await page.locator("svg.board").scrollIntoViewIfNeeded();
    const session = await page.context().newCDPSession(page);
    const touch = async (
      /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
      /** @type {[number, number][]} */ ...cells
    ) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: await Promise.all(cells.map((cell) => spot(page, cell))),
      });
    await touch("touchStart", [2, 5]);
    await touch("touchMove", [2, 2]);
    await touch("touchEnd");
    await hasLine(page, ["d", "a"]);
    await session.detach();
  },
);
