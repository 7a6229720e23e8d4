// The editor of each family: paint, see mistakes where they are, play, save and open.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { is, link, matches, onPage, press, says, until } from "./support.mjs";

/**
 * @typedef {object} Bench
 * @property {string} family
 * @property {string} brush
 * @property {[number, number]} cell painting it with the brush makes the puzzle invalid
 * @property {RegExp} why
 * @property {[number, number] | null} fault where the mistake is marked
 */

/** @type {Bench[]} */
const BENCHES = [
  { family: "tank-change", brush: "A", cell: [0, 1], why: /different numbers of tanks/, fault: null },
  { family: "sliding", brush: "a", cell: [4, 1], why: /^Piece a is in two parts/, fault: [4, 1] },
  { family: "packing", brush: "#", cell: [0, 0], why: /./, fault: null },
  { family: "pacman", brush: ".", cell: [0, 3], why: /hole in the border/, fault: [0, 3] },
];

/** @param {import("playwright-core").Page} page @param {[number, number]} cell */
const square = (page, [row, column]) => page.locator(`[data-board="board"] [data-at="${row},${column}"]`);

for (const { family, brush, cell, why, fault } of BENCHES) {
  onPage(`${family}: the editor`, { refusals: true }, async (page) => {
    await page.goto("/");
    await page
      .locator(`section[data-family="${family}"]`)
      .getByRole("button", { name: "Make your own" })
      .click();
    await page.locator("main.editor").waitFor();
    await says(page, ".editor .message.good", /^This is a puzzle( with a solution)?\.$/);
    const text = page.getByLabel("File", { exact: true });
    const template = await text.inputValue();
    const before = await square(page, cell).innerText();

    await page.locator(`.brush input[value="${brush}"]`).check({ force: true });
    await square(page, cell).click();
    await until(
      page,
      () => square(page, cell).innerText(),
      (seen) => seen === brush,
      "the cell should be painted",
    );
    assert.notEqual(await text.inputValue(), template, "the file follows the board");
    if (family === "packing") {
      await says(
        page,
        ".editor .message.doubt",
        /no solution\. The pieces have 30 cells, the region has 29\.$/,
      );
      const undo = page.locator(".editor").getByRole("button", { name: "Undo", exact: true });
      await page.getByLabel("one of each letter Y").uncheck({ force: true });
      await matches(page, () => text.inputValue(), /^pieces = "LPUVW"$/m);
      await undo.click();
      await undo.click();
      await says(page, ".editor .message.good", /./);
      await square(page, cell).click();
    } else {
      await says(page, ".editor .message.wrong", why);
      await is(page, () => page.locator(".editor").getByRole("button", { name: "Play" }).isDisabled(), true);
    }
    if (fault) await page.locator(`.fault[data-at="${fault}"]`).waitFor();

    // Typed text is checked as well, with its mistakes marked where they are.
    const typed = template.replace(/(board = '''\n.)./, "$1!");
    await text.fill(family === "sliding" ? template.replace("j'''", "a'''") : typed);
    await page.locator(family === "sliding" ? '.fault[data-at="4,3"]' : '.fault[data-at="0,1"]').waitFor();
    await says(page, ".editor .message.wrong", /./);

    await text.fill(template.replace("My puzzle", "Twilight"));
    await says(page, ".editor .message.good", /./);
    await is(page, () => page.locator(".fault").count(), 0);
    await is(page, () => square(page, cell).innerText(), before);

    const download = page.waitForEvent("download");
    await press(page, "Save");
    const saved = await (await download).path();
    assert.equal(await readFile(saved, "utf8"), template.replace("My puzzle", "Twilight"));
    await page.locator(".editor").getByRole("button", { name: "Play" }).click();
    await says(page, ".table h1", /^Twilight$/);

    // From the table to the editor, and back by the browser's back button.
    await press(page, "Edit");
    await page.locator("main.editor").waitFor();
    await matches(page, () => text.inputValue(), /Twilight/);
    await page.goBack();
    await page.locator("main.table").waitFor();

    await page.goto("/");
    await page.locator('.library input[type="file"]').setInputFiles(saved);
    await says(page, ".table h1", /^Twilight$/);
  });
}

onPage("the editor offers rules, and adds what a brush needs", { refusals: true }, async (page) => {
  await page.goto("/");
  await page.locator('section[data-family="sliding"]').getByRole("button", { name: "Make your own" }).click();
  await says(page, ".editor .message.good", /./);
  const text = page.getByLabel("File", { exact: true });
  const template = await text.inputValue();
  const preview = page.locator(".editor .drawing").first();

  const long = page.getByLabel("long pieces move only along their length");
  await long.check();
  await matches(page, () => text.inputValue(), /^axis = "long"$/m);
  await preview.locator(".car").first().waitFor();
  await long.uncheck();
  await is(page, () => text.inputValue(), template);
  // What is typed is shown, too.
  await text.fill(`axis = "ac"\n${template}`);
  await is(page, () => long.isChecked(), true);
  await text.fill(template);
  await is(page, () => long.isChecked(), false);

  await page.locator('.brush input[value="-"]').check({ force: true });
  await square(page, [4, 0]).click();
  await says(page, ".editor .message.wrong", /^Gates names no piece: name one/);
  const painted = await text.inputValue();
  assert.match(painted, /^gates = \{ "-" = "" \}$/m);
  await text.fill(painted.replace('"" }', '"gh" }'));
  // Judged at once on some machines: nothing gets past the gate.
  await says(page, ".editor .message.doubt", /has no solution/);
  await preview.locator(".gate").waitFor();
  await square(page, [4, 1]).click();
  await matches(page, () => text.inputValue(), /^gates = \{ "-" = "gh" \}$/m, "the line is there already");
});

onPage("the editor opens a file, even of another family", { refusals: true }, async (page) => {
  await page.goto("/");
  await page.locator('section[data-family="packing"]').getByRole("button", { name: "Make your own" }).click();
  await says(page, ".editor .message.good", /./);
  const buffer = Buffer.from("puzzle = 'sliding'\nboard = '''\nab.'''\ngoal = '''\n.ab'''\n");
  await page
    .locator('.editor input[type="file"]')
    .setInputFiles({ name: "three.toml", mimeType: "text/plain", buffer });
  await says(page, ".editor h1", /Klotski$/);
  await says(page, ".editor .message.good", /./);
});

onPage(
  "the editor marks a mistake on the board named by the server",
  { refusals: true, served: true },
  async (page) => {
    let wrong = false;
    const no = { status: 422, json: { error: { message: "no", key: "goal", row: 2, column: 3 } } };
    await page.route("**/api/position", (route) => (wrong ? route.fulfill(no) : route.continue()));
    await page.goto("/");
    await page
      .locator('section[data-family="sliding"]')
      .getByRole("button", { name: "Make your own" })
      .click();
    await says(page, ".editor .message.good", /./);
    wrong = true;
    await square(page, [0, 0]).click();
    await page.locator('[data-board="goal"] .fault[data-at="1,2"]').waitFor();
    await is(page, () => page.locator(".fault").count(), 1);
    await page.unroute("**/api/position");
  },
);

onPage(
  "the editor: by keyboard, enlarging the board, and adding a goal",
  { refusals: true },
  async (page) => {
    await page.goto("/");
    await page
      .locator('section[data-family="sliding"]')
      .getByRole("button", { name: "Make your own" })
      .click();
    await says(page, ".editor .message.good", /./);
    await square(page, [0, 0]).focus();
    await page.locator('.brush input[value="#"]').check({ force: true });
    await square(page, [0, 0]).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await until(
      page,
      () => square(page, [0, 1]).innerText(),
      (seen) => seen === "#",
      "Enter paints",
    );
    await is(
      page,
      () => page.evaluate(() => document.activeElement?.getAttribute("data-at")),
      "0,1",
      "the focus stays",
    );
    await page.locator('[data-board="board"]').getByLabel("Columns").fill("6");
    await page.locator('[data-board="board"]').getByLabel("Columns").press("Enter");
    await until(
      page,
      () => page.locator('[data-board="board"] [data-at]').count(),
      (count) => count === 30,
      "there should be six columns",
    );
    await is(
      page,
      () => page.evaluate(() => document.activeElement?.parentElement?.innerText.trim()),
      "Columns",
    );
  },
);

onPage("a block is dragged from the tray, or chosen and put down", {}, async (page) => {
  const text = "puzzle = 'sliding'\nboard = '''\naa..\n....\n....'''\ngoal = '''\n....\n....\n..aa'''\n";
  await page.goto(`/${link(text)}`);
  await press(page, "Edit");
  await page.locator("main.editor").waitFor();
  const file = page.getByLabel("File", { exact: true });
  for (const board of ["board", "goal"]) await page.locator(`[data-board="${board}"] .drawn`).waitFor();
  const block = page.locator(".block").nth(3);
  await block.hover();
  await page.mouse.down();
  await square(page, [1, 2]).hover();
  await page.mouse.up();
  await matches(page, () => file.inputValue(), /board = '''\naa\.\.\n\.\.bb\n\.\.bb'''/);
  await page.locator(".block").nth(1).click();
  await square(page, [1, 0]).click();
  await matches(page, () => file.inputValue(), /board = '''\naa\.\.\nccbb\n\.\.bb'''/);
  // Where it would stick out it is not put down.
  await square(page, [2, 3]).click();
  await matches(page, () => file.inputValue(), /\nccbb\n\.\.bb'''/);
  await says(page, ".editor .message.good", /./);
});

onPage("a link to the editor opens what it says", { refusals: true }, async (page) => {
  await page.goto("/#view=edit&puzzle=heng-dao-li-ma");
  await says(page, ".editor h1", /Klotski/);
  await says(page, ".editor .message.good", /^This is a puzzle with a solution\.$/);
  await matches(page, () => page.getByLabel("File", { exact: true }).inputValue(), /^optimal = 81$/m);
  await page.goto("/#view=edit&puzzle=no-such-puzzle");
  await says(page, "main.failure", /no-such-puzzle/);
});

for (const [family, brush, from, to, row] of /** @type {const} */ ([
  ["packing", "#", [1, 1], [1, 3], /^o###oo$/m],
  ["sokoban", "#", [1, 1], [1, 2], /^#### {2}##$|^### {2}#+$/m],
  ["pacman", " ", [1, 1], [1, 3], /^# {3}\.V/m],
  ["tank-change", "o", [0, 1], [0, 1], /^AoA\.A$/m],
  ["peg-solitaire", "o", [0, 2], [0, 4], /^##ooo##$/m],
  ["sliding", ".", [0, 1], [1, 1], /^a\.Bc\na\.Bc$/m],
]))
  onPage(`${family}: the drawn board is painted by a stroke`, { refusals: true }, async (page) => {
    await page.goto("/");
    await page
      .locator(`section[data-family="${family}"]`)
      .getByRole("button", { name: "Make your own" })
      .click();
    await page.locator('[data-board="board"] .drawn svg.board').waitFor();
    // It is the board that is seen, not its letters.
    const letters = page.locator('[data-board="board"] .cell:not(.clear)');
    await is(page, () => letters.count(), 0);
    // The brushes are drawn anew with the board.
    const choice = page.locator(`.brush input[value="${brush}"]`);
    const chosen = () => choice.click({ force: true }).then(() => choice.isChecked());
    await is(page, chosen, true);
    const svg = await page.locator('[data-board="board"] svg.board').boundingBox();
    const [one, other] = [
      await square(page, [...from]).boundingBox(),
      await square(page, [...to]).boundingBox(),
    ];
    assert.ok(svg && one && other && one.x >= svg.x - 1 && other.x + other.width <= svg.x + svg.width + 1);
    await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
    await page.mouse.down();
    await page.mouse.move(other.x + other.width / 2, other.y + other.height / 2, { steps: 6 });
    await page.mouse.up();
    await matches(page, () => page.getByLabel("File", { exact: true }).inputValue(), row);
  });

onPage("brushes and pieces look as on the board, whether they are in use or not", {}, async (page) => {
  for (const [family, drawn, nothing] of /** @type {[string, string[], string[]]} */ (
    [
      ["packing", ["to fill o", "may stay empty ?"], ["a hole #"]],
      ["sokoban", ["a box, also on a goal *", "a goal .", "the man, also on a goal +", "floor  "], []],
      ["pacman", ["H", "J", "Pac-Man @"], []],
    ].map(([family, ...rest]) => [family, ...rest])
  )) {
    await page.goto("about:blank");
    await page.goto("/");
    await page
      .locator(`section[data-family="${family}"]`)
      .getByRole("button", { name: "Make your own" })
      .click();
    await says(page, ".editor .message.good", /./);
    const face = (/** @type {string} */ name) =>
      page.locator(".editor .brush", { has: page.locator(`input[aria-label$="${name}"]`) }).locator(".cell");
    for (const name of drawn) await face(name).locator("svg").waitFor();
    for (const name of nothing) await is(page, () => face(name).innerText(), "");
    if (family !== "packing") continue;
    const pieces = page.locator(".editor .piece-brush");
    await is(page, () => pieces.locator("svg .piece").count(), 12);
    await is(page, () => pieces.locator("svg").count(), 12);
    // What is painted is seen at once, where it was painted.
    await page.locator(".editor .brush", { has: page.locator('input[value="?"]') }).click();
    await page.locator('.editor [data-at="1,2"]').click();
    await is(page, () => page.locator(".editor .drawing > svg .floor-text").allTextContents(), ["?"]);
  }
});
