// Where a line went wrong: only proved facts are shown, and failures are reported.

import { hasLine, onPage, press, says, table } from "./support.mjs";

/** The answer of a stopped search. */
const STOPPED = { outcome: "stopped", proof: "none", cost: null, bound: 1, line: [], stats: {} };
const LOST = { ...STOPPED, outcome: "unsolvable" };

/**
 * Replaces answers of the server. To be called before the page is opened: what an open page asks right after this may
 * still reach the server.
 * @param {import("playwright-core").Page} page
 * @param {string} path
 * @param {(body: any) => unknown} answer
 */
const instead = (page, path, answer) =>
  page.route(path, (route) => route.fulfill({ json: answer(route.request().postDataJSON()) }));

for (const [name, known, message] of /** @type {[string, boolean, RegExp][]} */ ([
  [
    "whether later ones have one is unknown",
    true,
    /^This position has a solution\. Whether later ones have one is unknown/,
  ],
  ["none is known", false, /^No earlier position is known to have a solution/],
])) {
  onPage(`back to the last solvable position: ${name}`, { refusals: true, served: true }, async (page) => {
    const moves = ["1-7", "17-15"];
    await instead(page, "**/api/solve", ({ line: at }) =>
      at.length === 2 ? LOST : at.length === 0 && known ? { ...STOPPED, outcome: "solved" } : STOPPED,
    );
    await table(page, "tank-change", moves);
    await hasLine(page, moves);
    await press(page, "Hint");
    await press(page, "Back to the last solvable position");
    await says(page, ".message", message);
    await hasLine(page, known ? [] : moves);
    await page.unroute("**/api/solve");
  });
}

for (const [
  name,
  path,
  answer,
] of /** @type {[string, string, (route: import("playwright-core").Route) => Promise<void>][]} */ ([
  [
    "the job is refused",
    "**/api/jobs",
    (route) => route.fulfill({ status: 422, json: { error: { message: "no room" } } }),
  ],
  ["the server goes away", "**/api/jobs", (route) => route.abort()],
  ["its stream breaks", "**/api/jobs/*/events", (route) => route.abort()],
])) {
  onPage(`a long search that fails says so: ${name}`, { refusals: true, served: true }, async (page) => {
    const refused = name === "the job is refused";
    await instead(page, "**/api/solve", () => STOPPED);
    await page.route(path, answer);
    await table(page, "heng-dao-li-ma", ["ir"]);
    const said = refused ? /^That did not work: no room$/ : /^There is no answer from the server/;
    for (const button of ["Hint", "Give up", "Watch the search"]) {
      await press(page, button);
      await says(page, ".message.wrong, .message", said);
      await page.getByText("Searching…").waitFor({ state: "detached" });
      await hasLine(page, ["ir"]);
    }
    await page.unroute("**/api/solve");
    await page.unroute(path);
  });
}
