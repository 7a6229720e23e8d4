// What a smoke test does in a browser that nothing drives as it does Chromium: it plays a puzzle of three families by
// pointer and keys, from the library to the stars.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, finish, home, PATIENCE } from "./support.mjs";

const KEYS = /** @type {Record<string, string>} */ ({ l: "\uE012", u: "\uE013", r: "\uE014", d: "\uE015" });

/** A browser, and how it is asked. */
export class Driven {
  /** What the page complained of. @type {string[]} */
  complaints = [];

  /** @param {number} _width @param {number} _height @returns {Promise<unknown>} */
  async size(_width, _height) {}

  /** @param {string} _url @returns {Promise<unknown>} */
  async open(_url) {}

  /** What an expression is worth in the page. @param {string} _expression @returns {Promise<any>} */
  async worth(_expression) {}

  /** Lets pointer or keys act, as WebDriver has it. @param {object} _source @returns {Promise<unknown>} */
  async act(_source) {}

  /** What is seen, in Base64. @returns {Promise<string>} */
  async seen() {
    return "";
  }

  /** @returns {Promise<unknown>} */
  async end() {}

  /** Waits until an expression is true in the page. @param {string} expression */
  async until(expression) {
    for (const end = Date.now() + PATIENCE; !(await this.worth(`Boolean(${expression})`)); await sleep(50))
      if (Date.now() > end) {
        const text = await this.worth("document.body.innerText");
        assert.fail(
          `${expression}; the page complains of ${this.complaints.join(", ") || "nothing"}: ${text}`,
        );
      }
  }

  /** Where the middle of an element is. @param {string} selector @returns {Promise<[number, number]>} */
  async middle(selector) {
    const one = `document.querySelector(${JSON.stringify(selector)})`;
    await this.until(one);
    return this.worth(
      `(() => { ${one}.scrollIntoView({ block: "center" }); const box = ${one}.getBoundingClientRect();
        return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()`,
    );
  }

  /** Presses the pointer at one place and lets it go at the last. @param {...[number, number]} path */
  drag(...path) {
    const [start, ...rest] = path.map(([x, y]) => ({ type: "pointerMove", x, y, duration: 60 }));
    const [down, up] = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
    const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" } };
    return this.act({ ...mouse, actions: [start, down, ...rest, up] });
  }

  /** @param {string} selector */
  async click(selector) {
    await this.drag(await this.middle(selector));
  }

  /** @param {string} keys */
  press(keys) {
    const actions = [...keys].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
    return this.act({ type: "key", id: "keys", actions });
  }

  /** @param {string} file */
  async picture(file) {
    await writeFile(file, Buffer.from(await this.seen(), "base64"));
  }
}

const SHOTS = process.env.SHOTS;

/** @param {Driven} browser */
export async function smoke(browser) {
  const page = await home();
  try {
    await played(browser, page);
    assert.deepEqual(browser.complaints, [], "the page complained");
  } finally {
    await browser.end();
    await finish();
  }
}

/** @param {Driven} browser @param {string} page */
async function played(browser, page) {
  /** Opens one of the first steps from the library. @param {string} name */
  async function step(name) {
    await browser.open("about:blank");
    await browser.open(page);
    await browser.until('document.querySelector(".first-steps .step button")');
    await browser.worth('(document.querySelector(".first-steps").open = true)');
    await browser.click(`.first-steps button[aria-label^="${name}"]`);
    await browser.until('document.querySelector("main.table svg.board .piece")');
  }

  /** The game that is at the table is solved. @param {string} name */
  async function solved(name) {
    await browser.until('document.querySelector(".message.solved .star.won")');
    if (SHOTS) await browser.picture(join(SHOTS, `${name}.png`));
  }

  await browser.size(1280, 800);
  // A drag.
  await step("Klotski 1");
  const [x, y] = await browser.middle(".stage .piece.hero");
  const { height } = await browser.worth(
    'document.querySelector(".stage .piece.hero").getBoundingClientRect()',
  );
  const half = Math.round(height / 2);
  await browser.drag([x, y], [x, y + half / 2], [x, y + half]);
  await solved("klotski");
  // Keys.
  await step("Sokoban 3");
  const { line } = await ask("solve", { instance: "sokoban-two" });
  const { lines } = await ask("notations", { instance: "sokoban-two", line });
  await browser.press([...lines[0].text.toLowerCase()].map((step) => KEYS[step]).join(""));
  await solved("sokoban");
  // Two clicks; and the first of them taken back by a key.
  await browser.size(390, 844);
  await step("Peg solitaire 1");
  const box = await browser.worth('document.querySelector(".stage svg.board").getBoundingClientRect()');
  const hole = (/** @type {number} */ at) =>
    /** @type {[number, number]} */ ([
      Math.round(box.x + (box.width * (2 * at + 1)) / 6),
      Math.round(box.y + box.height / 2),
    ]);
  await browser.drag(hole(0));
  await browser.until('document.querySelector(".stage .carried")');
  await browser.drag(hole(2));
  await solved("pegs");
  await browser.press("u");
  await browser.until('document.querySelectorAll(".stage .pieces > .piece").length === 2');
  if (SHOTS) {
    await browser.open("about:blank");
    await browser.open(page);
    await browser.until('document.querySelector(".card")');
    await sleep(1000);
    await browser.picture(join(SHOTS, "library.png"));
  }
}
