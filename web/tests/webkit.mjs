// A smoke test in WebKit: `npm run test:webkit`. Debian's webkit2gtk-driver drives the small browser of WebKitGTK on a
// screen of its own.

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Driven, smoke } from "./smoke.mjs";

const PORT = 4444 + (process.pid % 1000);
const BROWSER = process.env.WEBKIT ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const SCREEN = ["-a", "-s", "-screen 0 2000x1400x24"];
/** Tries to reach the driver, a tenth of a second apart. */
const TRIES = 300;

class WebKit extends Driven {
  #session = "";
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;

  static async start() {
    const webkit = new WebKit();
    // With its screen in a group of its own, to be ended together.
    const driver = ["WebKitWebDriver", `--port=${PORT}`];
    webkit.#child = spawn("xvfb-run", [...SCREEN, ...driver], { stdio: "ignore", detached: true });
    const options = { binary: BROWSER, args: ["--automation"] };
    const wanted = { browserName: "MiniBrowser", "webkitgtk:browserOptions": options };
    for (let tries = 0; ; tries++) {
      try {
        const { sessionId } = await webkit.#ask("", { capabilities: { alwaysMatch: wanted } });
        webkit.#session = `/${sessionId}`;
        return webkit;
      } catch (error) {
        if (tries === TRIES || !(error instanceof TypeError)) {
          await webkit.end();
          throw error;
        }
        await sleep(100);
      }
    }
  }

  /** @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<any>} */
  async #ask(path, body, method = body ? "POST" : "GET") {
    const url = `http://127.0.0.1:${PORT}/session${this.#session}${path}`;
    const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = /** @type {{value: any}} */ (await response.json());
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** @param {number} width @param {number} height */
  async size(width, height) {
    await this.#ask("/window/rect", { width, height });
    // What is around the page does not count.
    const [inner, outer] = await this.worth("[innerWidth, innerHeight]");
    await this.#ask("/window/rect", { width: 2 * width - inner, height: 2 * height - outer });
  }

  /** @param {string} url */
  open(url) {
    return this.#ask("/url", { url });
  }

  /** @param {string} expression */
  async worth(expression) {
    const script = `const done = arguments[0];
      Promise.resolve(${expression}).then((worth) => done(JSON.stringify(worth)), (error) => done(String(error)));`;
    const text = await this.#ask("/execute/async", { script, args: [] });
    return text === null ? undefined : JSON.parse(text);
  }

  /** @param {object} source */
  act(source) {
    return this.#ask("/actions", { actions: [source] });
  }

  seen() {
    return this.#ask("/screenshot");
  }

  async end() {
    if (this.#session) await this.#ask("", undefined, "DELETE").catch(() => {});
    if (this.#child?.pid) process.kill(-this.#child.pid);
  }
}

await smoke(await WebKit.start());
