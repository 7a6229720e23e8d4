// Hints in four steps, none of which says more than is proved, and the result that counts them.

import { ask, hasLine, hint, is, moves, onPage, press, says, table } from "./support.mjs";

onPage("a hint tells more with each press, and begins anew with each move", {}, async (page) => {
  const instance = "heng-dao-li-ma";
  const { line } = await ask("solve", { instance });
  await table(page, instance);
  const message = page.locator(".message");
  await press(page, "Hint");
  await says(page, ".message.early", /^It can be solved in 81 moves from here, and not in fewer\./);
  await is(page, () => page.locator(".mark").count(), 0);
  await message.getByRole("button", { name: "Next hint" }).click();
  await says(page, ".message.early", /^Look at what is marked\./);
  await is(page, async () => (await page.locator(".mark.hint-from").count()) > 0, true);
  await is(page, () => page.locator(".overlay .arrow").count(), 0);
  await press(page, "Hint");
  await says(page, ".message.hint", /^Best: .* 81 moves left, then 80\./);
  await is(page, async () => (await page.locator(".overlay .arrow").count()) > 0, true);
  await message.getByRole("button", { name: "Play it" }).click();
  await hasLine(page, [line[0]]);
  await press(page, "Hint");
  await says(page, ".message.early", /^It can be solved in 80 moves/);
  await press(page, "Undo");
  await hasLine(page, []);
  await press(page, "Hint");
  await says(page, ".message.early", /^It can be solved in 81 moves/);
});

onPage(
  "a hint says why, and why a position is lost, each reason with its cells",
  { served: true },
  async (page) => {
    const instance = "heng-dao-li-ma";
    const { facts } = await ask("why", { instance });
    await table(page, instance);
    const message = page.locator(".message");
    await press(page, "Hint");
    // It takes as long as it takes, and can be stopped.
    await page.route("**/api/why", () => {});
    await message.getByRole("button", { name: "Why?" }).click();
    await says(page, ".message.busy", /^Searching/);
    await message.getByRole("button", { name: "Stop" }).click();
    await page.unroute("**/api/why");
    // A slow machine has more time than the page gives.
    await page.route("**/api/why", (route) => {
      const { options: _, ...question } = route.request().postDataJSON();
      return route.continue({ postData: JSON.stringify(question) });
    });
    await message.getByRole("button", { name: "Why?" }).click();
    await says(page, ".message.early", /stays where it is, nothing solves the puzzle/);
    await is(page, async () => (await page.locator(".mark.hint-from").count()) > 0, true);
    const first = await message.locator("p").textContent();
    await message.getByRole("button", { name: "Another reason" }).click();
    await is(page, async () => (await message.locator("p").textContent()) !== first, true);
    await is(page, async () => facts.length > 1, true);
    await message.getByRole("button", { name: "Next hint" }).click();
    await says(page, ".message.early", /^Look at what is marked\./);
    await table(page, "katamino:FILNP");
    await press(page, "Hint");
    await says(page, ".message.wrong", /^This puzzle has no solution\./);
    await message.getByRole("button", { name: "Why?" }).click();
    await says(page, ".message.early", /nothing solves the puzzle/i);
    await page.unroute("**/api/why");
  },
);

onPage("the result counts the hints, also after a reload; a new game begins without", {}, async (page) => {
  const instance = "sokoban-two";
  const { line } = await ask("solve", { instance });
  await table(page, instance, line.slice(0, -1));
  await hint(page);
  await page.reload();
  await press(page, "Hint");
  await says(page, ".message.early", /^It can be solved in 1 push from here/);
  await press(page, "Hint");
  await press(page, "Hint");
  await press(page, "Hint");
  await hasLine(page, line);
  await says(page, ".message.solved", /Solved.*3 pushes · \d+ moves · time \d+:\d\d · 6 hints/s);
  await press(page, "Restart");
  await hasLine(page, []);
});

onPage("what is not proved is not said to be the best", { served: true }, async (page) => {
  await page.route("**/api/solve", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, proof: "unproved" } });
  });
  await table(page, "sokoban-two");
  await press(page, "Hint");
  await says(
    page,
    ".message.early",
    /^It can be solved in 3 pushes from here; whether in fewer is not proved\./,
  );
  await press(page, "Hint");
  await press(page, "Hint");
  await says(page, ".message.hint", /^Best found: .* It is not proved to be the best\./);
  await page.unroute("**/api/solve");
});

onPage("where no proof is in sight, a hint shows a way, and giving up plays it", {}, async (page) => {
  const instance = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13";
  await table(page, instance);
  await press(page, "Hint");
  await says(
    page,
    ".message.early",
    /^It can be solved in \d+ moves from here[;,] (whether in|and not in) fewer/,
  );
  await press(page, "Hint");
  await says(page, ".message.early", /^Look at what is marked\./);
  await press(page, "Hint");
  await says(page, ".message.hint", /^Best found: .* It is not proved to be the best\./);
  await press(page, "Hint");
  await is(page, async () => (await moves(page)).length, 1);
  await press(page, "Give up");
  await says(page, ".replay", /The best way found from here/);
});
