// <tejun-board> of the npm package, from its tarball, in a browser: several in a page of somebody else's.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { files } from "./files.mjs";
import { finger } from "./fingers.mjs";
import { installed } from "./installed.mjs";
import { ask, browser, DIST, is, matches, PATIENCE, until } from "./support.mjs";

/** Units per cell in a board's SVG. */
const SIDE = 40;
/** A puzzle of each family. */
const FAMILIES = [
  "heng-dao-li-ma",
  "katamino:PUY",
  "tank-change",
  "pacman-lv1",
  "peg-central",
  "sokoban-two",
  "tiles-eight",
  "ice-rink",
];

/** @typedef {import("playwright-core").Page} Page */

/** The middle of a cell of a board, in window coordinates. @param {Page} page @param {string} board @param {number[]} cell */
const spot = (page, board, [row, column]) =>
  page.locator(`${board} svg.board`).evaluate(
    (svg, [x, y]) => {
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(
        /** @type {SVGSVGElement} */ (svg).getScreenCTM() ?? undefined,
      );
      return { x: left, y: top };
    },
    [(column + 0.5) * SIDE, (row + 0.5) * SIDE],
  );

if (DIST) {
  const { place } = await installed();
  /** Pages of the tests. @type {Map<string, string>} */
  const pages = new Map();
  const host = await files(join(place, "node_modules/tejun"), undefined, pages);
  const other = await files(join(place, "node_modules/tejun"));
  after(() => [host, other].forEach(({ close }) => void close()));

  /**
   * A test on a page, which must not log errors.
   * @param {string} name
   * @param {string} html what is on it, or a path
   * @param {(page: Page) => Promise<void>} body
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  const onPage = (name, html, body, options) =>
    test(`element: ${name}`, { timeout: 3 * PATIENCE }, async () => {
      const path = html.startsWith("/") ? html : `/${name.replaceAll(/\W+/g, "-")}.html`;
      if (path !== html)
        pages.set(path, `<!doctype html><html lang="en"><link rel="icon" href="data:,">${html}`);
      const context = await (await browser()).newContext({
        baseURL: host.address,
        reducedMotion: "reduce",
        ...options,
      });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      /** @type {string[]} */
      const wrong = [];
      page.on("pageerror", (error) => wrong.push(String(error)));
      page.on("console", (message) => {
        const { url } = message.location();
        const expected =
          /^blob:|favicon\.ico$/.test(url) || message.text().includes("Content Security Policy");
        if (message.type() === "error" && !expected) wrong.push(message.text());
      });
      // Every event of a board, as it comes.
      await page.addInitScript(() => {
        const told = /** @type {any} */ (window);
        told.told = [];
        for (const name of ["load", "error", "move", "solved"])
          document.addEventListener(
            name,
            ({ type, target, detail }) =>
              target instanceof HTMLElement &&
              target.localName === "tejun-board" &&
              told.told.push([type, target.id, detail?.line ?? detail?.message]),
            true,
          );
      });
      await page.goto(path);
      await body(page);
      assert.deepEqual(wrong, []);
      await context.close();
    });
  /** @param {Page} page @returns {Promise<any[]>} */
  const told = (page) => page.evaluate("told");
  /** @param {Page} page @param {string} event */
  const hears = (page, event) =>
    until(
      page,
      () => told(page),
      (all) => all.some(([type]) => type === event),
      `the event ${event}`,
    );
  const script = (from = "") => `<script type="module" src="${from}lib/board.js"></script>`;

  onPage("the example, played to its end by mouse", "/example/index.html", async (page) => {
    await matches(page, () => page.locator("#said").innerText(), /^heng-dao-li-ma: 81 moves/);
    for (const [board, aim] of [
      ["#klotski", /^把曹操移到框里。/],
      ["#sokoban", /^Push every box/],
      ["#own", /^赤い駒/],
    ])
      await matches(page, () => page.locator(`${board} .objective`).innerText(), /** @type {RegExp} */ (aim));
    assert.equal(await page.locator("#own .acts button").count(), 2);
    for (const [from, to] of [
      [
        [1, 2],
        [0, 2],
      ],
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 2],
      ],
    ]) {
      const [down, up] = [await spot(page, "#own", from), await spot(page, "#own", to)];
      const line = (await told(page)).length;
      await page.mouse.move(down.x, down.y);
      await page.mouse.down();
      await page.mouse.move(up.x, up.y, { steps: 4 });
      await page.mouse.up();
      await until(
        page,
        () => told(page),
        (all) => all.length > line,
        "a move",
      );
    }
    await matches(page, () => page.locator("#said").innerText(), /^own: solved in 3 moves: cu /);
    assert.match(await page.locator("#own .message").innerText(), /^解けました！/);
    await page.locator("#own").getByRole("button", { name: "最初から" }).click();
    await is(page, () => page.locator("#own").evaluate((own) => /** @type {any} */ (own).line), []);
  });

  onPage(
    "played by touch, in dark mode",
    `${script()}<tejun-board puzzle="heng-dao-li-ma" line="ir"></tejun-board>`,
    async (page) => {
      const board = "tejun-board";
      await hears(page, "load");
      await page.locator(`${board} svg.board`).scrollIntoViewIfNeeded();
      const { scene, choices } = await ask("position", {
        instance: "heng-dao-li-ma",
        line: "ir",
      });
      const { piece, to, move } = choices.find((/** @type {Choice} */ { to }) => to?.length === 1);
      const at = (/** @type {number} */ id) => spot(page, board, scene.cells[id]);
      await finger(page, [await at(scene.pieces[piece].cells[0]), await at(to[0])]);
      await is(page, () => page.locator(board).evaluate((own) => /** @type {any} */ (own).line), [
        "ir",
        move,
      ]);
      const paper = () =>
        page.locator(`${board} .play`).evaluate((own) => getComputedStyle(own).backgroundColor);
      assert.equal(await paper(), "rgb(23, 24, 27)");
    },
    { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  );

  onPage(
    "a line that the page begins with belongs to the puzzle, what a hint plays is not the player's",
    `${script()}<tejun-board puzzle="tiles-five"></tejun-board>`,
    async (page) => {
      const { line } = await ask("solve", { instance: "tiles-five" });
      const board = page.locator("tejun-board");
      const message = () => board.locator(".message").innerText();
      const begun = () =>
        is(page, () => board.evaluate((own) => /** @type {any} */ (own).line), line.slice(0, -1));
      await hears(page, "load");
      await board.evaluate((own, text) => own.setAttribute("line", text), line.slice(0, -1).join(" "));
      await begun();
      await board.evaluate((own, move) => /** @type {any} */ (own).play(move), line[line.length - 1]);
      await matches(page, message, /^Solved, and nobody can do better!/);
      // In another language it goes on.
      await board.evaluate((own) => own.setAttribute("lang", "ja"));
      await matches(page, message, /^最短で解けました！/);
      await board.evaluate((own) => /** @type {any} */ (own).undo());
      await begun();
      for (let told = 0; told < 4; told++) await board.evaluate((own) => /** @type {any} */ (own).hint());
      await matches(page, message, /^解けましたが/);
      await board.evaluate((own) => own.setAttribute("lang", "en"));
      await matches(page, message, /^Solved, but not all moves were yours/);
    },
  );

  onPage(
    "played to its end by keys, which play only the board that has the focus",
    `${script()}<tejun-board id="one" puzzle="pacman-lv1"></tejun-board>
     <tejun-board id="two" puzzle="pacman-lv1"></tejun-board><input>`,
    async (page) => {
      const { line } = await ask("solve", { instance: "pacman-lv1" });
      await until(
        page,
        () => told(page),
        (all) => all.length === 2,
        "both boards",
      );
      await page.locator("input").fill("h");
      await page.locator("#two svg.board").focus();
      const keys = /** @type {Record<string, string>} */ ({
        h: "ArrowLeft",
        j: "ArrowDown",
        k: "ArrowUp",
        l: "ArrowRight",
        ".": " ",
      });
      for (const move of line) await page.keyboard.press(keys[move]);
      await hears(page, "solved");
      const lines = () =>
        page.locator("tejun-board").evaluateAll((all) => all.map((one) => /** @type {any} */ (one).line));
      assert.deepEqual(await lines(), [[], line]);
      await page.keyboard.press("u");
      await is(page, lines, [[], line.slice(0, -1)]);
    },
  );

  onPage("every family, to its end by calls", `${script()}<tejun-board></tejun-board>`, async (page) => {
    for (const puzzle of FAMILIES) {
      const { line } = await ask("solve", { instance: puzzle });
      const played = await page.locator("tejun-board").evaluate(
        async (own, [puzzle, ...line]) => {
          const board = /** @type {any} */ (own);
          const [loaded, solved] = ["load", "solved"].map(
            (name) => new Promise((heard) => board.addEventListener(name, heard, { once: true })),
          );
          board.setAttribute("puzzle", puzzle);
          await loaded;
          for (const move of line) if (!(await board.play(move))) return move;
          await solved;
          return board.position.standing;
        },
        [puzzle, ...line],
      );
      assert.equal(played, "solved", puzzle);
    }
  });

  onPage(
    "what cannot be read, and a line that cannot be played",
    `${script()}<tejun-board id="chess" puzzle="chess" lang="ja"></tejun-board>
     <tejun-board id="line" puzzle="tank-change" line="1-7 1-2" controls=""></tejun-board>`,
    async (page) => {
      await until(
        page,
        () => told(page),
        (all) => all.length === 2,
        "both boards",
      );
      const [[, , message]] = (await told(page)).filter(([type]) => type === "error");
      assert.match(message, /no instance "chess"/);
      await matches(page, () => page.locator("#chess .message").innerText(), /chess/);
      await matches(page, () => page.locator("#line .message").innerText(), /^Move 2 of the line/);
      assert.equal(await page.locator("#line .acts").count(), 0);
      assert.deepEqual(await page.locator("#line").evaluate((own) => /** @type {any} */ (own).line), ["1-7"]);
    },
  );

  onPage(
    "styles neither leak in nor out",
    `<style>
       html { font-size: 40px } body { font: italic 30px/3 serif; color: red; letter-spacing: 1em; visibility: visible }
       button, svg, p { display: none } :root { --ink: red }
     </style><p id="own">text</p><button id="mine" class="sign hint">x</button>
     <tejun-board puzzle="tank-change"></tejun-board>`,
    async (page) => {
      const style = (/** @type {string} */ what, /** @type {string[]} */ ...names) =>
        page
          .locator(what)
          .first()
          .evaluate(
            (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)),
            names,
          );
      const outside = ["display", "color", "font-size", "padding", "border-radius"];
      const before = [await style("#own", ...outside), await style("#mine", ...outside)];
      await page.addScriptTag({ type: "module", url: "/lib/board.js" });
      await hears(page, "load");
      assert.deepEqual([await style("#own", ...outside), await style("#mine", ...outside)], before);
      const inside = await style(
        "tejun-board .objective",
        "display",
        "color",
        "font-size",
        "letter-spacing",
        "font-style",
      );
      assert.deepEqual(inside, ["block", "rgb(35, 33, 29)", "16px", "normal", "normal"]);
      assert.ok(await page.locator("tejun-board").getByRole("button", { name: "Hint" }).isVisible());
      assert.deepEqual(await style("tejun-board .play", "padding-left"), ["12px"]);
      await page.addStyleTag({ content: "tejun-board { --paper: rgb(1, 2, 3) }" });
      assert.deepEqual(await style("tejun-board .play", "background-color"), ["rgb(1, 2, 3)"]);
    },
  );

  onPage(
    "all share one engine, which ends with the last of them",
    `${script()}${'<tejun-board puzzle="heng-dao-li-ma"></tejun-board>'.repeat(5)}`,
    async (page) => {
      await until(
        page,
        () => told(page),
        (all) => all.length === 5,
        "all boards",
      );
      assert.equal(page.workers().length, 1);
      await page.locator("tejun-board").first().getByRole("button", { name: "Give up" }).click();
      await page.locator("tejun-board .replay .last").click();
      await matches(page, () => page.locator("tejun-board .where").innerText(), /^Move 81 of 81$/);
      await page.evaluate(() => {
        const [first, ...others] = document.querySelectorAll("tejun-board");
        for (const one of others) one.remove();
        document.body.append(first);
      });
      await until(
        page,
        () => told(page),
        (all) => all.length === 6,
        "the board that was moved",
      );
      assert.ok(page.workers().length > 0);
      await page.locator("tejun-board").evaluate((own) => own.remove());
      await is(page, async () => page.workers().length, 0);
    },
  );

  onPage(
    "from another origin, also without a worker",
    `${script(other.address)}<tejun-board puzzle="tank-change"></tejun-board>`,
    async (page) => {
      await hears(page, "load");
      const costs = await page.evaluate(async (from) => {
        const { solve } = await import(`${from}lib/index.js`);
        const all = [true, false].map((worker) => solve("heng-dao-li-ma", { worker }));
        return (await Promise.all(all)).map(({ cost }) => cost);
      }, other.address);
      assert.deepEqual(costs, [81, 81]);
      // A page goes on while it searches, and ends the search.
      const ended = await page.evaluate(async (from) => {
        const { explore } = await import(`${from}lib/index.js`);
        const own = new AbortController();
        const onProgress = () => own.abort();
        return explore("tiles-fifteen", { signal: own.signal, onProgress }).catch(
          (/** @type {Error} */ { name }) => name,
        );
      }, other.address);
      assert.equal(ended, "AbortError");
    },
  );

  onPage(
    "a page that allows no worker is told so, and can do without",
    `<meta http-equiv="content-security-policy" content="worker-src 'none'">
     ${script()}<tejun-board puzzle="tank-change"></tejun-board>`,
    async (page) => {
      await hears(page, "error");
      await matches(page, () => page.locator("tejun-board .message").innerText(), /worker/);
      const told = await page.evaluate(async () => {
        const { solve, TejunError } = await import(`${location.origin}/lib/index.js`);
        const { cost } = await solve("tank-change", { worker: false });
        const error = await solve("tank-change").catch((/** @type {any} */ error) => error);
        return [cost, error instanceof TejunError, error.kind, error.status];
      });
      assert.deepEqual(told, [18, true, "unavailable", 503]);
    },
  );
}
