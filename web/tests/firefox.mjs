// A smoke test in Firefox: `npm run test:firefox` plays a puzzle of three families by pointer and keys. What drives Chromium
// in the other tests does not drive a Firefox as distributions have it; that speaks WebDriver BiDi by itself.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, finish, home, PATIENCE } from "./support.mjs";

const KEYS = /** @type {Record<string, string>} */ ({ l: "\uE012", u: "\uE013", r: "\uE014", d: "\uE015" });

/** A browser, and how it is asked. */
class Firefox {
  #asked = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #context = "";
  /** What the page complained of. @type {string[]} */
  complaints = [];

  /** @param {string} folder for its profile */
  static async start(folder) {
    const options = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"];
    const child = spawn(process.env.FIREFOX ?? "firefox-esr", options, {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const address = await new Promise((resolve, reject) => {
      let told = "";
      child.on("error", reject);
      child.on("exit", () => reject(new Error(`Firefox ended: ${told}`)));
      child.stderr.on("data", (data) => {
        told += data;
        const found = /listening on (ws:\S+)/.exec(told);
        if (found) resolve(found[1]);
      });
    });
    const firefox = new Firefox();
    firefox.child = child;
    await firefox.#connect(`${address}/session`);
    return firefox;
  }

  /** @type {import("node:child_process").ChildProcess | undefined} */
  child;
  /** @type {WebSocket | undefined} */
  #socket;

  /** @param {string} address */
  async #connect(address) {
    const socket = new WebSocket(address);
    this.#socket = socket;
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`nobody at ${address}`));
    });
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.method === "log.entryAdded") {
        const { level, text } = message.params;
        if (level === "error" || level === "warn") this.complaints.push(text);
        return;
      }
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === "error") waiting?.reject(new Error(`${message.error}: ${message.message}`));
      else waiting?.resolve(message.result);
    };
    await this.#ask("session.new", { capabilities: {} });
    await this.#ask("session.subscribe", { events: ["log.entryAdded"] });
    this.#context = (await this.#ask("browsingContext.getTree", {})).contexts[0].context;
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  #ask(method, params) {
    const id = ++this.#asked;
    this.#socket?.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {number} width @param {number} height */
  size(width, height) {
    return this.#ask("browsingContext.setViewport", { context: this.#context, viewport: { width, height } });
  }

  /** @param {string} url */
  open(url) {
    return this.#ask("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  /** What an expression is worth in the page. @param {string} expression @returns {Promise<any>} */
  async worth(expression) {
    const { result, exceptionDetails } = await this.#ask("script.evaluate", {
      expression: `JSON.stringify(${expression})`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

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
    return this.#act({ ...mouse, actions: [start, down, ...rest, up] });
  }

  /** @param {string} selector */
  async click(selector) {
    await this.drag(await this.middle(selector));
  }

  /** @param {string} keys */
  press(keys) {
    const actions = [...keys].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
    return this.#act({ type: "key", id: "keys", actions });
  }

  /** @param {object} source */
  #act(source) {
    return this.#ask("input.performActions", { context: this.#context, actions: [source] });
  }

  /** @param {string} file */
  async picture(file) {
    const { data } = await this.#ask("browsingContext.captureScreenshot", { context: this.#context });
    await writeFile(file, Buffer.from(data, "base64"));
  }

  async end() {
    const ended = new Promise((resolve) => this.child?.once("exit", resolve));
    await this.#ask("browser.close", {});
    await ended;
  }
}

const SHOTS = process.env.SHOTS;
const folder = await mkdtemp(join(tmpdir(), "firefox-"));
const firefox = await Firefox.start(folder);
const page = await home();

/** Opens one of the first steps from the library. @param {string} name */
async function step(name) {
  await firefox.open("about:blank");
  await firefox.open(page);
  await firefox.until('document.querySelector(".first-steps .step button")');
  await firefox.worth('(document.querySelector(".first-steps").open = true)');
  await firefox.click(`.first-steps button[aria-label^="${name}"]`);
  await firefox.until('document.querySelector("main.table svg.board .piece")');
}

/** The game that is at the table is solved. @param {string} name */
async function solved(name) {
  await firefox.until('document.querySelector(".message.solved .star.won")');
  if (SHOTS) await firefox.picture(join(SHOTS, `${name}.png`));
}

try {
  await firefox.size(1280, 800);
  // A drag.
  await step("Klotski 1");
  const [x, y] = await firefox.middle(".stage .piece.hero");
  const { height } = await firefox.worth(
    'document.querySelector(".stage .piece.hero").getBoundingClientRect()',
  );
  const half = Math.round(height / 2);
  await firefox.drag([x, y], [x, y + half / 2], [x, y + half]);
  await solved("klotski");
  // Keys.
  await step("Sokoban 3");
  const { line } = await ask("solve", { instance: "sokoban-two" });
  const { lines } = await ask("notations", { instance: "sokoban-two", line });
  await firefox.press([...lines[0].text.toLowerCase()].map((step) => KEYS[step]).join(""));
  await solved("sokoban");
  // Two clicks; and the first of them taken back by a key.
  await firefox.size(390, 844);
  await step("Peg solitaire 1");
  const box = await firefox.worth('document.querySelector(".stage svg.board").getBoundingClientRect()');
  const hole = (/** @type {number} */ at) =>
    /** @type {[number, number]} */ ([
      Math.round(box.x + (box.width * (2 * at + 1)) / 6),
      Math.round(box.y + box.height / 2),
    ]);
  await firefox.drag(hole(0));
  await firefox.until('document.querySelector(".stage .carried")');
  await firefox.drag(hole(2));
  await solved("pegs");
  await firefox.press("u");
  await firefox.until('document.querySelectorAll(".stage .pieces > .piece").length === 2');
  if (SHOTS) {
    await firefox.open("about:blank");
    await firefox.open(page);
    await firefox.until('document.querySelector(".card")');
    await sleep(1000);
    await firefox.picture(join(SHOTS, "library.png"));
  }
  assert.deepEqual(firefox.complaints, [], "the page complained");
} finally {
  await firefox.end();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await finish();
}
