// A smoke test in Firefox: `npm run test:firefox`. What drives Chromium in the other tests does not drive a Firefox as
// distributions have it; that speaks WebDriver BiDi by itself.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Driven, smoke } from "./smoke.mjs";

/** A browser, and how it is asked. */
class Firefox extends Driven {
  #asked = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #context = "";

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

  /** @param {object} source */
  act(source) {
    return this.#ask("input.performActions", { context: this.#context, actions: [source] });
  }

  async seen() {
    return (await this.#ask("browsingContext.captureScreenshot", { context: this.#context })).data;
  }

  async end() {
    const ended = new Promise((resolve) => this.child?.once("exit", resolve));
    await this.#ask("browser.close", {});
    await ended;
  }
}

const folder = await mkdtemp(join(tmpdir(), "firefox-"));
try {
  await smoke(await Firefox.start(folder));
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
