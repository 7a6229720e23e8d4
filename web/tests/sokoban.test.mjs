// Sokoban: a box is pushed by two clicks, the man stands behind it, and a lost box is said.

import { spot } from "./hands.mjs";
import { hasLine, is, link, onPage, press, says, table } from "./support.mjs";

onPage("sokoban: a push by two clicks, and a lost box", {}, async (page) => {
  await table(page, "sokoban-two", []);
  await says(page, ".caption", /^boxes on goals: 0 of 2$/);
  for (const cell of /** @type {[number, number][]} */ ([
    [2, 3],
    [3, 3],
  ])) {
    const { x, y } = await spot(page, cell);
    await page.mouse.click(x, y);
  }
  await hasLine(page, ["d3-d4"]);
  await says(page, ".caption", /^boxes on goals: 1 of 2$/);
  await is(page, () => page.locator(".stage .piece.hero").count(), 1);
  await table(page, "sokoban-two", ["c3-c2"]);
  await press(page, "Hint");
  await says(page, ".message.wrong", /^There is no solution from here\./);
  await press(page, "Back to the last solvable position");
  await hasLine(page, []);
});

onPage("sokoban: what was explored is told in pushes, whatever counts", {}, async (page) => {
  for (const metric of ["moves", "pushes"]) {
    await page.goto("about:blank");
    await page.goto(`/${link("sokoban-two")}&metric=${metric}`);
    await says(page, ".counter", new RegExp(`^0 ${metric}`));
    await press(page, "Watch the search");
    await says(page, ".watch output", /^208 positions, the farthest 6 pushes away/);
  }
});
