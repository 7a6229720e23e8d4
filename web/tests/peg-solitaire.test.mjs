// Families made with the kit play like all others: peg solitaire, and a program that has one family alone
// (crates/tejun/examples/frogs.rs).

import assert from "node:assert/strict";
import { play, spot } from "./hands.mjs";
import { ask, FROGS, hasLine, hint, is, link, onPage, press, resumed, says, table } from "./support.mjs";

const NAME = "peg-central";

onPage("peg solitaire: a move by two clicks, a hint, giving up, and the link again", {}, async (page) => {
  await page.goto("/");
  await page
    .locator('section[data-family="peg-solitaire"] .card', { hasText: "Central Game" })
    .getByRole("button")
    .click();
  await says(page, ".table h1", /^Central Game$/);
  await says(page, ".caption", /^Pegs: 32$/);
  for (const cell of /** @type {[number, number][]} */ ([
    [1, 3],
    [3, 3],
  ])) {
    const { x, y } = await spot(page, cell);
    await page.mouse.click(x, y);
  }
  await hasLine(page, ["d2-d4"]);
  await says(page, ".caption", /^Pegs: 31$/);
  await hint(page);
  await says(page, ".message.hint", /^\w+→\w+ leads to a solution\./);
  await is(page, () => page.locator(".mark.hint").count(), 1);
  await press(page, "Give up");
  await says(page, ".replay-label", /^A solution from here$/);
  await page.locator(".replay .last").click();
  await says(page, ".replay .where", /^Move 30 of 30$/);
  await says(page, ".caption", /^Pegs: 1$/);
  await press(page, "Back to my game");
  await page.reload();
  await hasLine(page, ["d2-d4"]);
  await says(page, ".caption", /^Pegs: 31$/);
});

onPage("peg solitaire: solved in the end", {}, async (page) => {
  const { line } = await ask("solve", { instance: NAME });
  assert.equal(line.length, 31);
  await resumed(page, NAME, line.slice(0, 30));
  await play(page, NAME, line.slice(0, 30), line[30]);
  await says(page, ".message.solved", /^Solved!\s+★★★\s+完成\s+31 jumps/);
});

onPage("peg solitaire: a dead end is said", {}, async (page) => {
  const line = ["d3-d1"];
  await table(page, "peg-cross", line);
  const { choices } = await ask("position", { instance: "peg-cross", line });
  assert.ok(choices.length > 0);
  await hint(page);
  await says(page, ".message.wrong", /^There is no solution from here\./);
  await press(page, "Back to the last solvable position");
  await hasLine(page, []);
});

onPage("frogs: a family of the kit alone in its program", { program: FROGS }, async (page) => {
  await page.goto("/");
  await is(
    page,
    () =>
      page
        .locator("section.family")
        .evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.family)),
    ["frogs"],
  );
  await page.locator(".card", { hasText: "Three and Three" }).getByRole("button").click();
  await says(page, ".table h1", /^Three and Three$/);
  await hint(page);
  await says(page, ".message.hint", /^\w+→\w+ leads to a solution\./);
  await says(page, ".help", /./);
  // The frogs all go first, and nothing can move any more.
  const line = ["c1-d1", "b1-c1"];
  await page.goto(`/${link("frogs", line)}`);
  await hasLine(page, line);
  for (const column of [0, 1]) {
    const { x, y } = await spot(page, [0, column]);
    await page.mouse.click(x, y);
  }
  await says(page, ".message.wrong", /^Lost\.\s+3 moves/);
  await says(page, ".caption", /^No move is left$/);
  await is(page, () => page.getByRole("button", { name: "Hint" }).isDisabled(), true);
  await press(page, "Undo");
  await hint(page);
  await says(page, ".message.wrong", /^There is no solution from here\./);
});

onPage("frogs: the editor of a family without brushes", { program: FROGS, refusals: true }, async (page) => {
  await page.goto("/");
  await press(page, "Make your own");
  await says(page, ".editor .message.good", /^This is a puzzle with a solution\.$/);
  await page.getByLabel("File", { exact: true }).fill("puzzle = 'frogs'\nboard = 'ffxtt'\n");
  await says(page, ".editor .message.wrong", /'x' does not belong on a board/);
  await page.getByLabel("File", { exact: true }).fill("puzzle = 'frogs'\nboard = 'ff.tt'\n");
  await says(page, ".editor .message.good", /./);
  await page.locator(".editor").getByRole("button", { name: "Play" }).click();
  await says(page, ".table h1", /./);
});
