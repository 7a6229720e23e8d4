// A running search can be watched and stopped.

import assert from "node:assert/strict";
import { ask, DIST, hint, is, link, matches, onPage, press, says, server, table, until } from "./support.mjs";

/**
 * Starts watching a search, and returns a function that asks the server whether it is still running. Without
 * a server nobody can be asked.
 * @param {import("playwright-core").Page} page
 */
async function watch(page) {
  if (DIST) {
    await press(page, "Watch the search");
    return async () => "done";
  }
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/jobs"));
  await press(page, "Watch the search");
  const { job } = await (await answer).json();
  const address = `${await server()}api/jobs/${job}`;
  return async () => (await (await fetch(address)).json()).state;
}

/**
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<string>} state
 */
const ended = (page, state) => until(page, state, (seen) => seen !== "running", "the search should end");

onPage("packing: step by step, start, pause, a prune marked on the board, the solution", {}, async (page) => {
  await table(page, "katamino:PUY");
  const state = await watch(page);
  const count = () =>
    page
      .locator(".watch output.facts")
      .innerText()
      .then((text) => Number(/^[\d,]+/.exec(text)?.[0].replace(",", "") ?? 0));
  for (let step = 1; ; step++) {
    await press(page, "Single step");
    await until(page, count, (seen) => seen === step, "one step at a time");
    if ((await page.locator(".event.pruned").count()) > 0) break;
    assert.ok(step < 100, "something is pruned");
  }
  await says(page, ".event.pruned", /./);
  await is(
    page,
    () => page.locator(".stage .overlay .mark.wrong").count(),
    1,
    "the reason is marked on the board",
  );
  const steps = await count();
  // So slow that it is still running when it is to pause.
  await page.locator('.watch input[type="range"]').fill("0");
  await press(page, "Start");
  await until(page, count, (seen) => seen > steps, "it should go on");
  await press(page, "Pause");
  // Events already on their way still arrive; then nothing does.
  const paused = await until(
    page,
    async () => {
      const before = await count();
      await state();
      return (await count()) === before ? before : -1;
    },
    (at) => at > 0,
    "nothing should go on in a pause",
  );
  await press(page, "Single step");
  await until(page, count, (seen) => seen > paused, "a step after the pause");
  await page.locator('.watch input[type="range"]').fill("6");
  await press(page, "Resume");
  await says(page, ".event.solution", /./);
  const { line } = await ask("solve", { instance: "katamino:PUY" });
  await is(page, () => page.locator(".stage .pieces > .piece").count(), line.length);
  // It pauses at each solution until everything has been tried.
  const [toggle, stop] = [
    page.locator(".watch .primary"),
    page.locator(".watch").getByRole("button", { name: "Stop" }),
  ];
  await page.locator('.watch input[type="range"]').press("End");
  await until(
    page,
    async () => {
      if (!(await stop.isVisible())) return true;
      // Checked and clicked in one go, because the search may end in between.
      await toggle.evaluate(
        (/** @type {HTMLButtonElement} */ button) => button.textContent === "Resume" && button.click(),
      );
      return false;
    },
    (over) => over,
    "everything is tried in the end",
  );
  await press(page, "Back to my game");
  await is(page, () => page.locator(".watch").count(), 0);
  await ended(page, state);
});

/** What is counted with cuts, or without. @param {import("playwright-core").Page} page @param {number} [at] */
const counted = (page, at = 0) => page.locator(".watch .tallies output").nth(at).innerText();

for (const [instance, reason] of /** @type {[string, RegExp][]} */ ([
  ["sokoban-two", /^A box can never get to a goal\.$/],
  ["peg-cross", /./],
  ["katamino:PUY", /^The pieces left cannot make up the enclosed area of (1 cell|[2-9] cells)\.$/],
]))
  onPage(
    `${instance}: to the next cut, to the next solution, to the end, and without cuts`,
    {},
    async (page) => {
      await table(page, instance);
      const state = await watch(page);
      for (let cuts = 1; ; cuts++) {
        await press(page, "Next cut");
        await matches(page, () => counted(page), new RegExp(`^[\\d,]+ steps · ${cuts} branch(es)? cut · `));
        if (reason.test(await page.locator(".event.pruned").innerText())) break;
        assert.ok(cuts < 60, "a cut with this reason");
      }
      // That a position was met before is nowhere on the board.
      if (!instance.startsWith("peg")) await page.locator(".stage .overlay .mark.wrong").first().waitFor();
      const found = Number(/(\d+) solutions?$/.exec(await counted(page))?.[1]);
      await press(page, "Next solution");
      await page.locator(".event.solution").waitFor();
      await matches(page, () => counted(page), new RegExp(`· ${found + 1} solutions?$`));
      await press(page, "To the end");
      const stop = page.locator(".watch").getByRole("button", { name: "Stop" });
      await is(page, () => stop.isVisible(), false);
      await says(page, ".event.exhausted", /^Everything has been tried\.$/);
      const pruned = await counted(page);
      assert.match(pruned, / [1-9]\d* solutions?$/);
      // The same without cuts: both tallies stand side by side.
      await page.getByLabel("Cut hopeless branches").click();
      await is(page, () => stop.isVisible(), true);
      await press(page, "Single step");
      await matches(page, () => counted(page, 1), /^1 step · 0 branches cut · 0 solutions$/);
      // Without cuts, boxes are pushed around for very long.
      if (!instance.startsWith("sokoban")) {
        await press(page, "To the end");
        await is(page, () => stop.isVisible(), false);
        const solutions = (/** @type {string} */ text) => text.split(" · ")[2];
        if (instance.startsWith("katamino"))
          assert.equal(solutions(await counted(page, 1)), solutions(pruned));
      }
      assert.equal(await counted(page), pruned);
      await says(page, ".watch .tallies", /With cuts[\s\S]*Without/);
      await press(page, "Back to my game");
      await ended(page, state);
    },
  );

onPage(
  "tanks: what is taken back is named as in the line, also where steps are left out",
  {},
  async (page) => {
    await table(page, "tank-change");
    await watch(page);
    const event = () => page.locator(".watch .event").innerText();
    /** Steps, branches cut and solutions. */
    const counts = async () =>
      [...(await counted(page)).matchAll(/[\d,]+/g)].map(([n]) => Number(n.replaceAll(",", "")));
    const named = [];
    for (const [leap, at] of /** @type {[string, number][]} */ ([
      ["Next cut", 1],
      ["Next solution", 2],
      ["Next cut", 1],
    ])) {
      const before = (await counts())[at] ?? 0;
      await press(page, leap);
      const [stopped] = await until(page, counts, (seen) => seen[at] > before, leap);
      for (let step = 1; step <= 12; step++) {
        await press(page, "Single step");
        await is(page, async () => (await counts())[0], stopped + step);
        named.push(await event());
      }
    }
    assert.ok(named.filter((text) => /back\.$/.test(text)).length > 3, named.join("\n"));
    assert.ok(!named.some((text) => /\d-\d/.test(text)), named.join("\n"));
  },
);

onPage("tanks: a search by itself, at full speed, until everything has been tried", {}, async (page) => {
  await page.goto("/");
  await page.locator(".first-steps").getByRole("button", { name: "Tank Change 3", exact: true }).click();
  await page.locator("main.table svg.board .piece").first().waitFor();
  await watch(page);
  await page.locator('.watch input[type="range"]').press("End");
  await says(page, ".watch label", /full speed/);
  const toggle = page.locator(".watch .primary");
  do {
    await toggle.click();
    // It pauses at each solution.
    await is(page, () => toggle.innerText().then((text) => text !== "Pause"), true);
  } while ((await page.locator(".event.exhausted").count()) === 0);
  await matches(page, () => counted(page), /· [1-9]\d* solutions?$/);
});

for (const instance of ["katamino:FPV", "katamino-impossible-ten"])
  onPage(`${instance}: what has no solution says so at the end`, {}, async (page) => {
    await table(page, instance);
    await watch(page);
    await press(page, "To the end");
    await says(page, ".event.exhausted", /^This puzzle has no solution\.$/);
  });

onPage("packing: stopping", {}, async (page) => {
  await table(page, "pentominoes-6x10");
  const state = await watch(page);
  await press(page, "Start");
  await says(page, ".watch .facts", /[1-9]\d* steps/);
  await press(page, "Stop");
  await says(page, ".message", /^Stopped\.$/);
  await ended(page, state);
  await is(page, () => page.locator(".watch").getByRole("button", { name: "Start" }).isVisible(), false);
});

// A busy server may refuse the map; the levels are shown all the same.
onPage("breadth first: the histogram and its summary", { refusals: true }, async (page) => {
  await table(page, "heng-dao-li-ma");
  await watch(page);
  const all = await ask("explore", { instance: "heng-dao-li-ma" });
  await says(
    page,
    ".watch output",
    new RegExp(
      `^${all.states.toLocaleString("en")} positions, the farthest ${all.eccentricity} moves away; ${all.goals} solved`,
    ),
  );
  await is(page, () => page.locator(".histogram rect").count(), all.levels.length);
  await matches(
    page,
    () => page.locator(".histogram rect title").nth(1).innerHTML(),
    new RegExp(`^1: ${all.levels[1]}$`),
  );
});

onPage("breadth first: the map grows, and the board follows its front", { refusals: true }, async (page) => {
  for (const instance of ["heng-dao-li-ma", "tiles-eight", "rush-side-street"]) {
    await table(page, instance);
    const board = () => page.locator(".stage .pieces").innerHTML();
    const start = await board();
    // It goes on by itself, however seldom a test looks.
    await page.evaluate(() => {
      const seen = { maps: new Set(), boards: new Set(), bars: new Set() };
      const look = () => {
        const map = /** @type {HTMLCanvasElement | null} */ (document.querySelector(".watch canvas.map"));
        if (map && !map.hidden) seen.maps.add(map.toDataURL().length);
        seen.boards.add(document.querySelector(".stage .pieces")?.innerHTML);
        seen.bars.add(document.querySelectorAll(".histogram rect").length);
        requestAnimationFrame(look);
      };
      look();
      Object.assign(globalThis, { seen });
    });
    await watch(page);
    const grown = () =>
      page.evaluate(() => {
        const { maps, boards, bars } = /** @type {any} */ (globalThis).seen;
        return [Math.max(...maps) > 1.2 * Math.min(...maps), boards.size > 2, bars.size > 2];
      });
    await is(page, grown, [true, true, true], instance);
    await press(page, "Back to my game");
    await is(page, board, start);
  }
});

onPage("breadth first: stopping", { refusals: true }, async (page) => {
  // It has more positions than there is time for.
  await table(page, "tiles-fifteen");
  const state = await watch(page);
  await says(page, ".watch output", /^depth [1-9]/);
  await press(page, "Stop");
  await says(page, ".watch output", /^Stopped\. So far /);
  await ended(page, state);
});

onPage("the best line so far: improves, is shown, and the search can be stopped", {}, async (page) => {
  await table(page, "pacman-lv1");
  await watch(page);
  await says(page, ".improved", /\d+ after [\d.]+ s/);
  await says(page, ".watch output.facts", /^Proved: there is nothing better\.$/);
  await says(page, ".watch .where", /^Move 37 of 37$/);
  await says(page, ".caption", /^t = 37 of 50, 28 of 28 dots/);
  await press(page, "Back to my game");
  await page.goto(`/${link("pacman-five-kinds")}`);
  await says(page, "h1", /Five Kinds/);
  const state = await watch(page);
  await says(page, ".improved", /\d+ after [\d.]+ s/);
  await press(page, "Stop");
  await says(page, ".watch output.facts", /^(The best way found from here|best)$/);
  await ended(page, state);
});

onPage("a search ends when its page goes away", { served: true, refusals: true }, async (page) => {
  await table(page, "tiles-fifteen");
  const state = await watch(page);
  await is(page, state, "running");
  await page.goto("about:blank");
  await ended(page, state);
});

onPage(
  "what takes the board takes off it what a hint has shown; a pause is ended by Resume",
  {},
  async (page) => {
    for (const [instance, name] of [
      ["heng-dao-li-ma", "Map"],
      ["heng-dao-li-ma", "Hardest starts"],
      ["katamino:PUY", "Watch the search"],
    ]) {
      await table(page, instance);
      await hint(page);
      await page.locator(".overlay .arrow").first().waitFor({ state: "attached" });
      await press(page, name);
      await page.locator(".panel .watch").waitFor();
      await is(page, () => page.locator(".stage .overlay :is(.arrow, .mark)").count(), 0, name);
    }
    await says(page, ".watch .replay-label", /^Watch the search$/);
    await page.locator('.watch input[type="range"]').fill("0");
    await press(page, "Start");
    await press(page, "Pause");
    await is(page, () => page.locator(".watch .primary").innerText(), "Resume");
    await press(page, "Resume");
    await is(page, () => page.locator(".watch .primary").innerText(), "Pause");
  },
);
